"""The ceremony by keys: what the screens show after each, and what only the desk sees."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.slide_words import words_of
from tests.ui.desktop.conftest import BY
from tournament.event.prizes import OVERALL
from tournament.language import ENGLISH
from tournament.use_cases import RecordTotals, ReopenSheet, carry_out, carry_out_all
from tournament.use_cases.commands import PublishResults
from tournament.use_cases.prizes import ranking
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController, hall_of
from ui.desktop.long_work import idle
from ui.desktop.pages.display.ceremony_part import CeremonyPart
from ui.desktop.pages.display.page import DisplayPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.hall.hall_state import HallScreen, ScreenContent
from ui.hall.slides import BlankSlide, MessageSlide, RevealSlide

pytestmark = pytest.mark.usefixtures("own_preferences")

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
SHEETS = [
    RecordTotals(1, 1, (120, 40, -60, -100)),
    RecordTotals(1, 2, (90, 10, -20, -80)),
    RecordTotals(2, 1, (70, 30, -40, -60)),
    RecordTotals(2, 2, (110, 20, -50, -80)),
]


@pytest.fixture
def played(event_file: Path) -> Path:
    """Two sessions, with the results of the last one held for the ceremony."""
    book = bootstrap.open_book(event_file)
    carry_out_all(book, SHEETS, by=BY)
    carry_out(book, PublishResults(2, hold_last=True), by=BY)
    book.close()
    return event_file


def made_window(path: Path, qtbot: QtBot) -> Window:
    controller = bootstrap.make_controller("Referee")
    controller.open(path)
    window = Window(controller)
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.show()
    window.show_page("display")
    page = window.page("display")
    assert isinstance(page, DisplayPage)
    page.show_part("ceremony")
    page.part.setFocus()
    target = page.part.focus_target()
    assert target is not None
    target.setFocus()
    return window


def part_of(window: Window) -> CeremonyPart:
    page = window.page("display")
    assert isinstance(page, DisplayPage)
    assert isinstance(page.part, CeremonyPart)
    return page.part


def let_go(window: Window, qtbot: QtBot) -> None:
    hall_of(window.controller).close_windows()
    window.close_quietly()
    window.deleteLater()


@pytest.fixture
def window(played: Path, qtbot: QtBot) -> Iterator[Window]:
    made = made_window(played, qtbot)
    yield made
    if isValid(made):
        let_go(made, qtbot)


def press(qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    target = QApplication.focusWidget()
    assert target is not None
    qtbot.keyClick(target, key, held)


def hold(key: Qt.Key, repeats: int) -> None:
    """Press and hold a key, which the keyboard repeats."""
    target = QApplication.focusWidget()
    assert target is not None
    for repeated in (False, *[True] * repeats):
        event = QKeyEvent(QEvent.Type.KeyPress, key, NONE, "", repeated)
        QApplication.sendEvent(target.window().windowHandle(), event)


def hall(window: Window) -> HallController:
    return hall_of(window.controller)


def screen_slide(window: Window) -> object:
    shown = hall(window).window_of("North")
    assert shown is not None
    shown.show_now()
    return shown.view.slide


def with_screen(window: Window, contents: tuple[ScreenContent, ...] = (ScreenContent.CLOCK,)) -> None:
    """Show one screen in a separate window."""
    hall(window).change_screen(HallScreen("North", contents, open=True))
    window.activateWindow()


def test_a_message_that_covers_the_ceremony_is_not_counted_as_it_and_goes_with_a_key(
    window: Window, qtbot: QtBot
) -> None:
    with_screen(window, (ScreenContent.CEREMONY,))
    part, state = part_of(window), hall(window).state
    assert "1 of 1 screens shows" in part.on_screens.text()
    hall(window).change(state.with_message("Lunch is ready", frozenset({"North"})))
    assert "0 of 1 screens show" in part.on_screens.text()
    assert "Lunch is ready" in words_of(screen_slide(window), ENGLISH)
    press(qtbot, Qt.Key.Key_L, CTRL)
    assert "1 of 1 screens shows" in part.on_screens.text()
    assert "Lunch is ready" not in words_of(screen_slide(window), ENGLISH)


def test_places_are_told_at_a_key_and_the_next_is_seen_at_the_desk_alone(window: Window, qtbot: QtBot) -> None:
    ranked = ranking(window.controller.book.view, OVERALL, None)
    with_screen(window)
    part = part_of(window)
    press(qtbot, Qt.Key.Key_L, CTRL)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    press(qtbot, Qt.Key.Key_PageDown)
    slide = screen_slide(window)
    assert isinstance(slide, RevealSlide)
    assert slide.newest == ()
    told: list[str] = []
    while part.announce.isEnabled():
        coming = part.next.text()
        on_screen = " ".join(words_of(screen_slide(window), ENGLISH))
        for entrant in ranked:
            if entrant.name in coming:
                assert entrant.name not in on_screen, "the next is for the desk"
        press(qtbot, Qt.Key.Key_PageDown)
        slide = screen_slide(window)
        if isinstance(slide, RevealSlide):
            told += [str(place.name) for place in slide.newest if str(place.name) not in told]
    assert told[-1] == ranked[0].name
    assert set(told) == {entrant.name for entrant in ranked}
    press(qtbot, Qt.Key.Key_PageUp)
    slide = screen_slide(window)
    assert ranked[0].name not in " ".join(words_of(slide, ENGLISH))


def test_a_held_key_tells_one_place(window: Window, qtbot: QtBot) -> None:
    with_screen(window, (ScreenContent.CEREMONY,))
    part = part_of(window)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Return):
        before = part.steps.current_row
        hold(key, 30)
        after = part.steps.current_row
        assert after is not None
        assert after.now == (before.now if before is not None else -1) + 1, key
        part.announce.setFocus()


def test_it_is_covered_for_a_moment(window: Window, qtbot: QtBot) -> None:
    with_screen(window, (ScreenContent.CEREMONY,))
    press(qtbot, Qt.Key.Key_Return, CTRL)
    press(qtbot, Qt.Key.Key_Right)
    press(qtbot, Qt.Key.Key_B)
    assert screen_slide(window) == BlankSlide()
    press(qtbot, Qt.Key.Key_B)
    assert isinstance(screen_slide(window), RevealSlide)


def test_started_again_it_stands_where_it_stood(window: Window, played: Path, qtbot: QtBot) -> None:
    with_screen(window, (ScreenContent.CEREMONY,))
    press(qtbot, Qt.Key.Key_Return, CTRL)
    for _ in range(4):
        press(qtbot, Qt.Key.Key_Right)
    slide, shown = screen_slide(window), part_of(window).shown.text()
    let_go(window, qtbot)
    again = made_window(played, qtbot)
    assert part_of(again).shown.text() == shown
    assert screen_slide(again) == slide
    let_go(again, qtbot)


def test_a_correction_in_the_middle_is_told_before_the_next(window: Window, qtbot: QtBot) -> None:
    with_screen(window, (ScreenContent.CEREMONY,))
    part = part_of(window)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    for _ in range(3):
        press(qtbot, Qt.Key.Key_Right)
    assert not part.notice.isVisible()
    controller = window.controller
    for command in (ReopenSheet(2, 1, "misread"), RecordTotals(2, 1, (-200, 300, -40, -60))):
        controller.act(command, confirmed=True)
    assert part.notice.isVisible()
    assert isinstance(screen_slide(window), MessageSlide)
    press(qtbot, Qt.Key.Key_Right)
    assert not part.notice.isVisible()
    assert isinstance(screen_slide(window), RevealSlide)


def test_at_the_end_the_results_are_published(window: Window, qtbot: QtBot) -> None:
    part = part_of(window)
    press(qtbot, Qt.Key.Key_Return, CTRL)
    assert part.publish.isVisible()
    press(qtbot, Qt.Key.Key_U, CTRL)
    assert window.controller.book.view.state.publication.session == 2
    assert part.publication_note.text() == "The results are public now."
    assert not part.publish.isVisible()
    press(qtbot, Qt.Key.Key_E, CTRL)
    assert hall(window).state.ceremony is None
    assert part.begin.isVisible()


@pytest.mark.thorough
def test_other_events_have_other_ceremonies(window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    press(qtbot, Qt.Key.Key_Return, CTRL)
    press(qtbot, Qt.Key.Key_Right)
    other = tmp_path / "other.qv"
    bootstrap.play_sample_into(other, list)
    window.controller.open(other)
    window.show_page("display")
    part = part_of(window)
    assert part.ceremony is None
    assert part.begin.isVisible()


def test_nobody_begins_one_before_anything_is_played(controller: EventController, qtbot: QtBot) -> None:
    path = Path(controller.book.place)
    controller.close()
    made = made_window(path, qtbot)
    assert not part_of(made).begin.isEnabled()
    let_go(made, qtbot)


@pytest.fixture
def before_the_last(event_file: Path, qtbot: QtBot) -> Iterator[Window]:
    """The results of the first of two sessions are public."""
    book = bootstrap.open_book(event_file)
    carry_out_all(book, SHEETS[:2], by=BY)
    carry_out(book, PublishResults(1), by=BY)
    book.close()
    made = made_window(event_file, qtbot)
    yield made
    if isValid(made):
        let_go(made, qtbot)


def test_who_could_win_is_shown_where_the_organiser_wants_it_and_nowhere_else(
    before_the_last: Window, qtbot: QtBot
) -> None:
    window = before_the_last
    with_screen(window, (ScreenContent.CEREMONY,))
    part = part_of(window)
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    line = tables.prospects
    window.show_page("tables")
    window.controller.navigation.table_wanted.emit(2, 1)
    assert line.isHidden()
    window.show_page("display")
    part.prospects.click()
    assert hall(window).state.prospects
    window.show_page("tables")
    qtbot.waitUntil(lambda: not line.isHidden())
    sheet = window.controller.book.view.sheet(2, 1)
    assert all(window.controller.book.view.players[number].name in line.text() for number in sheet.players)
    assert line.text().startswith("What it takes · ")
    window.controller.navigation.table_wanted.emit(1, 1)
    assert line.isHidden(), "the session before the last one"
    window.show_page("display")
    press(qtbot, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: part.ceremony is not None and bool(part.ceremony.could_win))
    part.end.click()
    part.prospects.click()
    press(qtbot, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(idle)
    assert part.ceremony is not None
    assert part.ceremony.could_win == ()
    window.controller.navigation.table_wanted.emit(2, 1)
    assert line.isHidden()
