"""The first start in the real window, by keyboard."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.tournament.storage.events import make_event
from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.catalogue import NAMES
from tournament.event.settings import Settings
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.ledger.session_step import SessionStep
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordTotals, carry_out
from tournament.use_cases.commands import CreateEvent
from tournament.use_cases.sessions import session_move
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs import event_opening
from ui.desktop.long_work import idle
from ui.desktop.pages.start import files
from ui.desktop.pages.start.files import STATES
from ui.desktop.pages.start.page import StartPage
from ui.desktop.recent import MOST, recent_files, remember
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.sample import GAME_SAMPLES

pytestmark = pytest.mark.usefixtures("own_preferences")

Said = Callable[[QWidget], str]


@pytest.fixture
def start(empty_window: Window) -> StartPage:
    """The start page of that window."""
    page = empty_window.page("start")
    assert isinstance(page, StartPage)
    return page


def desk_of(window: Window) -> EventController:
    return window.controller


def test_four_choices_and_the_focus_on_the_first(empty_window: Window, start: StartPage) -> None:
    assert empty_window.current == "start"
    assert [choice.accessibleName() for choice in start.choices] == [
        "New event",
        "Open an event",
        "Join a shared event",
        "Try the sample event",
    ]
    assert len({choice.size().toTuple() for choice in start.choices}) == 1
    assert focused() is start.choices[0]
    press("Down")
    assert focused() is start.choices[1]
    press("Up")
    assert focused() is start.choices[0]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["Return", "Ctrl+N", "Space"])
def test_enter_on_the_first_or_its_key_begins_an_event(empty_window: Window, start: StartPage, keys: str) -> None:
    press(keys)
    assert empty_window.current == "new"


def test_the_sample_is_played_in_the_background_and_opened(
    empty_window: Window, start: StartPage, qtbot: QtBot
) -> None:
    controller = desk_of(empty_window)
    with qtbot.waitSignal(controller.opened, timeout=30_000):
        press("Ctrl+T")
        assert controller.view is None, "the window goes on meanwhile"
    assert empty_window.current == "tables"
    assert controller.book.view.settings.name == "Sample Cup"
    assert len(controller.book.view.players) == 16
    assert [file.name for file in recent_files()] == ["Sample Cup"]


on_a_menu = pytest.mark.qt_log_ignore("This plugin does not support")  # a menu without a screen


@pytest.mark.thorough
@on_a_menu
@pytest.mark.parametrize("id", GAME_SAMPLES)
def test_a_sample_of_every_game_is_chosen_by_keys_from_a_list(empty_window: Window, qtbot: QtBot, id: str) -> None:
    controller = desk_of(empty_window)
    with qtbot.waitSignal(controller.opened, timeout=30_000):
        press("Ctrl+Shift+T")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        assert [action.text() for action in menu.actions()] == [NAMES[each].message for each in GAME_SAMPLES]
        for _ in range(GAME_SAMPLES.index(id)):
            qtbot.keyClick(menu, Qt.Key.Key_Down)
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert empty_window.current == "tables"
    view = controller.book.view
    assert view.rules.id == id
    assert any(sheet.played for sheet in view.sheets(1))
    assert Path(controller.book.place).name == f"Sample Evening {id}.qv"


@on_a_menu
def test_the_list_of_samples_is_left_by_escape(empty_window: Window, start: StartPage, qtbot: QtBot) -> None:
    press("Ctrl+Shift+T")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
    assert empty_window.current == "start"
    assert desk_of(empty_window).view is None


def test_in_the_sample_a_newcomer_types_at_once(empty_window: Window, qtbot: QtBot) -> None:
    controller = desk_of(empty_window)
    with qtbot.waitSignal(controller.opened, timeout=30_000):
        press("Ctrl+T")
    assert controller.book.view.sheet(4, 1).played == 9
    type_words("2D12")
    press("Return")
    sheet = controller.book.view.sheet(4, 1)
    assert sheet.played == 10
    assert sheet.hands[9].outcome == Outcome(1, None, 12)


def test_a_sample_is_opened_again_until_somebody_changes_it(
    empty_window: Window, start: StartPage, qtbot: QtBot
) -> None:
    places = []
    for changes in (False, True, False):
        with qtbot.waitSignal(desk_of(empty_window).opened, timeout=30_000):
            press("Ctrl+T")
        places.append(Path(desk_of(empty_window).book.place))
        if changes:
            type_words("2D12")
            press("Return")
            assert desk_of(empty_window).book.view.sheet(4, 1).played == 10
        press("Ctrl+W")
        assert empty_window.current == "start"
        assert focused() is start.choices[0]
    assert [place.name for place in places] == ["Sample Cup.qv", "Sample Cup.qv", "Sample Cup 2.qv"]
    assert all(place.exists() for place in places)


def test_a_file_opened_before_is_listed_and_opened_by_its_key(
    empty_window: Window, start: StartPage, event_file: Path, qtbot: QtBot, said: Said
) -> None:
    controller = desk_of(empty_window)
    controller.open(event_file)
    controller.close()
    QApplication.processEvents()
    shown = said(start.files)
    assert "Open of Nowhere, 12 June 2026 · sessions: 1–2 published" in shown
    assert str(event_file) in shown
    with qtbot.waitSignal(controller.opened, timeout=5000):
        press("Ctrl+1")
    assert Path(controller.book.place) == event_file.resolve()


def test_where_each_session_stands_is_told_of_a_file_opened_before(
    empty_window: Window, start: StartPage, event_file: Path, said: Said
) -> None:
    controller = desk_of(empty_window)
    controller.open(event_file)
    for table in (1, 2):
        controller.act(RecordTotals(1, table, (30, -10, -10, -10)))
    controller.act(session_move(1, SessionStep.CLOSED))
    controller.act(session_move(2, SessionStep.PLAYING))
    controller.close()
    QApplication.processEvents()
    assert "12 June 2026 · sessions: 1 closed, 2 playing" in said(start.files)


def test_states_have_the_words_of_a_session() -> None:
    known = {state.value: text for state, text in STATE_TEXTS.items() if state is not SessionState.NOT_DRAWN}
    assert known == STATES


def test_one_that_is_gone_stays_and_says_why(
    empty_window: Window, start: StartPage, event_file: Path, qtbot: QtBot, said: Said
) -> None:
    controller = desk_of(empty_window)
    controller.open(event_file)
    controller.close()
    event_file.unlink()
    start.files.refresh()
    qtbot.waitUntil(lambda: start.files.rows[0].reason() == "not found: moved, renamed or deleted", timeout=5000)
    with qtbot.waitSignal(controller.messages.event_refused, timeout=5000):
        press("Ctrl+1")
    assert "There is no file" in start.files.rows[0].reason()
    assert "There is no file" in empty_window.messages.text()
    assert len(start.files.rows) == 1


def test_a_drive_that_does_not_answer_is_told_and_holds_nothing_up(
    empty_window: Window, start: StartPage, event_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller, never = desk_of(empty_window), Event()
    controller.open(event_file)
    controller.close()
    qtbot.waitUntil(idle)
    monkeypatch.setattr(files, "_PATIENCE", 0.05)
    monkeypatch.setattr(files, "_reason", lambda _path: never.wait(60))
    start.files.refresh()
    qtbot.waitUntil(lambda: start.files.rows[0].reason() == "not found: the drive does not respond")
    assert idle()
    never.set()


def _not_an_event(folder: Path) -> Path:
    path = folder / "letter.qv"
    path.write_text("Dear players,", encoding="utf-8")
    return path


def _damaged(folder: Path) -> Path:
    path = folder / "cut.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Cut")), by=BY)
    book.close()
    path.write_bytes(path.read_bytes()[:5000])
    return path


def _newer(folder: Path) -> Path:
    path = folder / "newer.qv"
    make_event(path)
    head = bytearray(path.read_bytes())
    head[60:64] = (999).to_bytes(4, "big")
    path.write_bytes(bytes(head))
    return path


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_not_an_event, "is not a Quatre Vents event"),
        (_damaged, "is truncated or damaged"),
        (_newer, "A newer version of Quatre Vents wrote"),
    ],
)
def test_what_cannot_be_opened_is_said_in_words(
    empty_window: Window,
    start: StartPage,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], Path],
    words: str,
) -> None:
    path = make(tmp_path)
    monkeypatch.setattr(event_opening, "choose_event", lambda _parent, _folder: path)
    with qtbot.waitSignal(desk_of(empty_window).messages.event_refused, timeout=5000):
        press("Ctrl+O")
    assert words in empty_window.messages.text()
    assert empty_window.current == "start"


def test_an_event_open_elsewhere_is_refused(empty_window: Window, event_file: Path, qtbot: QtBot) -> None:
    other = bootstrap.open_book(event_file)
    try:
        with qtbot.waitSignal(desk_of(empty_window).messages.event_refused, timeout=5000):
            desk_of(empty_window).navigation.event_wanted.emit(event_file)
        assert "open for writing in another window" in empty_window.messages.text()
    finally:
        other.close()


def test_another_event_from_any_page_and_the_first_stays_until_it_is_read(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "other.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Other")), by=BY)
    book.close()
    window.show_page("standings")
    monkeypatch.setattr(event_opening, "choose_event", lambda _parent, _folder: _not_an_event(tmp_path))
    with qtbot.waitSignal(desk_of(window).messages.event_refused, timeout=5000):
        press("Ctrl+O")
    assert desk_of(window).book.view.settings.name == "Open of Nowhere"
    monkeypatch.setattr(event_opening, "choose_event", lambda _parent, _folder: path)
    with qtbot.waitSignal(desk_of(window).opened, timeout=5000):
        press("Ctrl+O")
    assert desk_of(window).book.view.settings.name == "Other"
    assert window.current == "event"


def test_nothing_chosen_nothing_happens(empty_window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_opening, "choose_event", lambda _parent, _folder: None)
    press("Ctrl+O")
    assert empty_window.current == "start"
    assert empty_window.messages.text() == ""


def test_the_language_is_changed_before_anything_else(empty_window: Window, start: StartPage, said: Said) -> None:
    start.language.setFocus()
    press("Right")
    assert translator.language.code == "fr"
    assert start.language.accessible_value() == "Français"
    press("Left")
    assert translator.language.code == "en"


def test_the_list_is_short_newest_first_and_each_file_once(event_file: Path, tmp_path: Path) -> None:
    book = bootstrap.look_at_book(event_file)
    for number in (*range(MOST + 2), 5):
        remember(book.view, tmp_path / f"{number}.qv")
    book.close()
    names = [Path(file.path).name for file in recent_files()]
    assert names[:2] == ["5.qv", "9.qv"]
    assert len(names) == len(set(names)) == MOST


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1000, 640), (1366, 768), (3840, 2160)])
def test_it_fits(empty_window: Window, start: StartPage, size: tuple[int, int]) -> None:
    empty_window.resize(*size)
    QApplication.processEvents()
    assert empty_window.size().toTuple() == size
    bottoms = [choice.geometry().bottom() for choice in start.choices]
    assert bottoms == sorted(bottoms)
    assert start.language.mapTo(start, start.language.rect().bottomLeft()).y() <= start.height()
