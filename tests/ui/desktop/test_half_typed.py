"""What is half typed survives the window: closing it, another event, a damaged file."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.systems import IS_WINDOWS
from tests.ui.desktop.conftest import Keyboard, Opened, typed_hand
from tests.ui.desktop.pressing import press
from tournament.rules.payment import Outcome
from ui.desktop import bootstrap, half_typed_keeper
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.entry import half_typed_files

pytestmark = pytest.mark.thorough


def tables(window: Window) -> TablesPage:
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def message(window: Window) -> str:
    return window.messages.text()


def test_a_hand_half_typed_survives_closing_the_window(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        event = tables(window).state.event
    assert half_typed_files.file_of(event).exists()
    with opened() as window:
        assert "unfinished entry from last time: session 1, table 1" in message(window)
        assert typed_hand(tables(window)).points == "2"
        keyboard.type("Enter 5 Enter")
        assert tables(window).controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 25)
    assert not half_typed_files.file_of(event).exists()
    with opened() as window:
        assert message(window) == ""


def test_it_is_kept_while_the_window_is_open_too(
    opened: Opened, keyboard: Keyboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half_typed_keeper, "KEPT_AFTER", 0)
    with opened() as window:
        event = tables(window).state.event
        keyboard.type("1 2 2")
        qtbot.waitUntil(lambda: half_typed_files.kept_of(event).tables == ((1, 1),))
        keyboard.type("Esc")
        qtbot.waitUntil(lambda: half_typed_files.kept_of(event).empty)


def test_another_event_does_not_drop_it_without_a_word(opened: Opened, keyboard: Keyboard, event_file: Path) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        page = tables(window)
        page.controller.close()
        assert "is kept until that event is opened again: session 1, table 1" in message(window)
        page.controller.open(event_file)
        assert typed_hand(page).points == "2"


def test_looking_at_an_event_leaves_what_waits_for_it(opened: Opened, keyboard: Keyboard, event_file: Path) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        page = tables(window)
        page.controller.close()
        page.controller.replace_event(bootstrap.look_at_book(event_file), read_only=True)
        assert page.state.hands == {}
        page.controller.open(event_file)
        assert typed_hand(page).points == "2"


def test_a_damaged_file_is_told_and_put_aside(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        path = half_typed_files.file_of(tables(window).state.event)
    path.write_text("{half", encoding="utf-8")
    with opened() as window:
        assert "could not be read" in message(window)
        assert typed_hand(tables(window)).empty
        keyboard.type("3")
    path.write_text("{again", encoding="utf-8")
    with opened() as window:
        assert str(path.with_suffix(".damaged-2")) in message(window)
    assert path.with_suffix(".damaged").read_text(encoding="utf-8") == "{half"
    assert path.with_suffix(".damaged-2").read_text(encoding="utf-8") == "{again"


def test_a_file_that_cannot_be_read_is_told_and_put_aside(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        path = half_typed_files.file_of(tables(window).state.event)
    path.mkdir(parents=True)
    (path / "inside").touch()
    with opened() as window:
        assert f"It is saved in {path.with_suffix('.damaged')}" in message(window)
        keyboard.type("3")
    assert (path.with_suffix(".damaged") / "inside").exists()
    with opened() as window:
        assert "unfinished entry from last time: session 1, table 1" in message(window)


def test_what_cannot_be_written_is_told_when_the_event_is_left(
    opened: Opened, keyboard: Keyboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()
    monkeypatch.setattr(half_typed_files, "file_of", lambda event: no_folder / f"{event}.json")
    with opened() as window:
        if not IS_WINDOWS:  # there a file in the place of a folder is no other answer than no folder
            assert "An unfinished entry cannot be read" in message(window)
        keyboard.type("1 2 2")
        tables(window).controller.close()
        assert "could not be saved: session 1, table 1" in message(window)


def test_nothing_is_written_over_what_can_be_neither_read_nor_moved(
    opened: Opened, keyboard: Keyboard, event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        path = half_typed_files.file_of(tables(window).state.event)
    before = path.read_text(encoding="utf-8")

    def locked(*_ignored: object, **_named: object) -> str:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as broken, opened() as window:
        broken.setattr(Path, "read_text", locked)
        broken.setattr(Path, "rename", locked)
        controller = tables(window).controller
        controller.close()
        controller.open(event_file)
        assert "cannot be read: Permission denied" in message(window)
        keyboard.type("3")
        controller.close()
        assert "could not be saved: session 1, table 1" in message(window)
    assert path.read_text(encoding="utf-8") == before


def fouls(window: Window) -> FoulsPage:
    """The page, in view."""
    press("Alt+6")
    page = window.page("fouls")
    assert isinstance(page, FoulsPage)
    return page


def type_a_penalty(page: FoulsPage, keyboard: Keyboard) -> None:
    """Table 2, the hand that waits, player 3, P6 with the third step of its ladder."""
    keyboard.type("2 Enter Enter 3 P6 Enter")
    page.entry.ladder.setFocus()
    press("Right", "Right")


def given(window: Window) -> list[tuple[int, int]]:
    sheet = tables(window).controller.book.view.sheet(1, 2)
    return [(each.given.player, each.given.points) for each in sheet.penalties]


def test_a_penalty_of_the_page_of_fouls_survives_closing_the_window(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        type_a_penalty(fouls(window), keyboard)
    with opened() as window:
        assert "unfinished entry from last time: the page Fouls, session 1" in message(window)
        page = fouls(window)
        assert page.entry.question.isVisible()
        assert (page.entry.table.text(), page.state.draft.typed.player) == ("2", 2)
        keyboard.type("Enter")
        assert not page.entry.question.isVisible()
        assert given(window) == []
        keyboard.type("Enter")
        assert given(window) == [(2, 10)]
        event = tables(window).state.event
    assert not half_typed_files.file_of(event).exists()


def test_a_penalty_of_the_page_of_fouls_waits_for_its_session_and_its_event(
    opened: Opened, keyboard: Keyboard, event_file: Path
) -> None:
    with opened() as window:
        page = fouls(window)
        type_a_penalty(page, keyboard)
        page.controller.choose_session(2)
        assert message(window) == "There is an unfinished penalty in session 1."
        assert page.entry.table.text() == ""
        page.controller.close()
        assert "is kept until that event is opened again: the page Fouls, session 1" in message(window)
        page.controller.open(event_file)
        page.controller.choose_session(1)  # it was left in session 2
        fouls(window)
        assert page.entry.question.isVisible()
        assert page.entry.table.text() == "2"
        page.controller.look_at(page.controller.book.view.at(3))
        page.controller.look_at(None)
        fouls(window)
        assert (page.entry.table.text(), page.state.draft.typed.step) == ("2", 2)


def test_a_penalty_left_on_a_sheet_is_given_by_no_blind_typing(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("p 3 P10 Enter")
        page = tables(window)
        page.controller.navigation.table_wanted.emit(1, 2)
        page.controller.navigation.table_wanted.emit(1, 1)
        keyboard.type("p Enter")
        sheet = page.panel.penalty
        assert not sheet.question.isVisible()
        assert page.state.penalty is not None
        assert (page.state.penalty.typed.player, page.controller.book.view.sheet(1, 1).penalties) == (2, ())
        page.controller.navigation.table_wanted.emit(1, 2)
        page.controller.navigation.table_wanted.emit(1, 1)
        keyboard.type("p")
        assert sheet.question.isVisible()
        keyboard.type("7")
        assert page.state.penalty.typed.player == 2
        keyboard.type("2 P6 Enter Enter")
        assert [each.given.player for each in page.controller.book.view.sheet(1, 1).penalties] == [1]


@pytest.mark.parametrize("id", ["../../elsewhere", "/etc/name", "..", "C:\\name"])
def test_an_event_file_names_no_file_elsewhere(id: str) -> None:
    plain = half_typed_files.file_of("0b1c-Plain")
    assert plain.name == "0b1c-Plain.json"
    assert half_typed_files.file_of(id).resolve().parent == plain.parent.resolve()


def test_a_repair_half_typed_survives_closing_the_window(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("1 2 25 Enter r 6 2")
        assert "number='2'" in window.area.half_typed()
    with opened() as window:
        assert "unfinished entry from last time: session 1, table 1" in message(window)
        keyboard.type("r")
        form = tables(window).panel.repair
        assert "A repair of row 2 was left unfinished" in form.question.text()
        keyboard.type("Enter")
        keyboard.words("wrong table")
        keyboard.type("Enter")
        view = tables(window).controller.book.view
        assert view.sheet(1, 2).hands[0].outcome == Outcome(0, 1, 25)
        event = tables(window).state.event
    assert not half_typed_files.file_of(event).exists()
