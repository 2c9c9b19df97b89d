"""A file too damaged to open, or gone: its copies and what is valid in it, by keys, from where it was refused."""

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from tests.tournament.storage.events import entries_of
from tests.ui.desktop.pressing import press
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.cli.bootstrap import make_sample
from ui.desktop.copying import copying_of
from ui.desktop.dialogs import copies as copies_module
from ui.desktop.dialogs.copies import CopiesDialog
from ui.desktop.dialogs.new_files import RecoverDialog
from ui.desktop.long_work import idle
from ui.desktop.pages.start.page import StartPage
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")

PAGE = 4096
Dialog = TypeVar("Dialog", bound=QDialog)


@pytest.fixture
def played(empty_window: Window, event_file: Path, qtbot: QtBot) -> Path:
    """An event with hands at two tables, that was open here, with a copy made before its last hand, and closed."""
    controller = empty_window.controller
    controller.open(event_file)
    for table in (1, 2):
        for hand in (1, 2, 3):
            controller.act(RecordHand(1, table, hand, Outcome(winner=0, discarder=1, points=7 + hand)))
    copying_of(controller).copy_now()
    qtbot.waitUntil(idle)
    controller.act(RecordHand(1, 2, 4, Outcome(None)))
    controller.close()
    qtbot.waitUntil(idle)
    return event_file


def refused(window: Window, qtbot: QtBot) -> None:
    """Ask for the file opened last, from the start page."""
    start = window.page("start")
    assert isinstance(start, StartPage)
    with qtbot.waitSignal(window.controller.messages.event_refused, timeout=5000):
        press("Ctrl+1")
    qtbot.waitUntil(idle)


def opened_dialog(window: Window, kind: type[Dialog], key: str, qtbot: QtBot) -> Dialog:
    press(key)
    found = window.findChild(kind)
    assert found is not None
    qtbot.waitUntil(lambda: found.isActiveWindow() and idle())
    return found


def cut(path: Path) -> bytes:
    """Take the end of the file away."""
    path.write_bytes(path.read_bytes()[:-PAGE])
    return path.read_bytes()


def test_what_is_valid_in_a_damaged_event_is_recovered_and_what_is_missing_listed(
    empty_window: Window, played: Path, qtbot: QtBot
) -> None:
    before = entries_of(played)
    damaged = cut(played)
    refused(empty_window, qtbot)
    assert "restore a copy, or recover its valid entries" in empty_window.messages.text()
    found = opened_dialog(empty_window, RecoverDialog, "Ctrl+Shift+L", qtbot)
    new = played.with_name("event recovered.qv")
    assert found.place.full_text() == str(new)
    press("Return")
    qtbot.waitUntil(lambda: not found.busy)
    assert f"recovered into {new}, fingerprint" in found.outcome.text()
    missing = found.lines.toPlainText().splitlines()
    assert found.lines.isVisible()
    kept, lost = entries_of(new), [entry for entry in before if entry not in entries_of(new)]
    assert 0 < len(lost) < len(before)
    assert len(kept) == len(before) - len(lost) + 1
    assert any("missing" in line for line in missing)
    assert played.read_bytes() == damaged
    with qtbot.waitSignal(empty_window.controller.opened, timeout=5000):
        press("Return")
    assert empty_window.controller.book.place == str(new)
    assert empty_window.controller.writes


def test_the_counts_and_the_list_beside_the_new_event_are_shown(
    empty_window: Window, event_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """The draw is lost with everything around it: 288 entries depend on it."""
    make_sample(event_file)
    content = event_file.read_bytes()
    place = content.index(b'{"seating":')
    event_file.write_bytes(content[:place] + bytes(310) + content[place + 310 :])
    with qtbot.waitSignal(empty_window.controller.messages.event_refused, timeout=5000):
        empty_window.controller.navigation.event_wanted.emit(event_file)
    found = opened_dialog(empty_window, RecoverDialog, "Ctrl+Shift+L", qtbot)
    press("Return")
    qtbot.waitUntil(lambda: not found.busy)
    name = "event recovered.rescued"
    listed, lines = (event_file.with_name(f"{name}{ending}") for ending in (".txt", ".jsonl"))
    assert "Whole entries: 290. In the event: 2. In the list: 288." in found.outcome.text()
    assert f"They are listed in “{listed}”. “{lines}” has 280 lines for “record”." in found.outcome.text()
    assert "Entry 3 is missing: Draw published." in found.lines.toPlainText()
    assert len(lines.read_text(encoding="utf-8").splitlines()) == 280


def test_another_place_a_name_that_is_taken_and_the_way_out(
    empty_window: Window, played: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cut(played)
    played.with_name("event recovered.qv").write_text("somebody's")
    refused(empty_window, qtbot)
    found = opened_dialog(empty_window, RecoverDialog, "Ctrl+Shift+L", qtbot)
    assert found.place.full_text() == str(played.with_name("event recovered 2.qv"))
    monkeypatch.setattr("ui.desktop.dialogs.new_files.choose_place", lambda _parent, _suggested: played)
    press("Ctrl+D", "Return")
    qtbot.waitUntil(lambda: not found.busy)
    assert "already exists" in found.outcome.text()
    press("Esc")
    QApplication.processEvents()
    assert not empty_window.findChildren(RecoverDialog)
    assert empty_window.current == "start"
    assert sorted(path.name for path in played.parent.glob("*.qv")) == ["event recovered.qv", "event.qv"]


def test_a_copy_of_a_damaged_event_is_restored_beside_it(
    empty_window: Window, played: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = entries_of(played)
    damaged = cut(played)
    answers = {"ask_folder": copies_module.choose_second_place, "ask_place": lambda _parent, path: path}
    monkeypatch.setattr(CopiesDialog.__init__, "__kwdefaults__", answers)
    refused(empty_window, qtbot)
    found = opened_dialog(empty_window, CopiesDialog, "Ctrl+Shift+O", qtbot)
    qtbot.waitUntil(lambda: not found.busy)
    assert [(row.good, row.content.entries) for row in found.table.rows if row.content] == [(True, len(before) - 1)]
    assert not found.now.isVisible()
    press("Ctrl+R")
    qtbot.waitUntil(lambda: not found.busy)
    assert "Restored" in found.outcome.text()
    assert "This copy does not contain entries made after it." in found.outcome.text()
    with qtbot.waitSignal(empty_window.controller.opened, timeout=5000):
        press("Ctrl+O")
    assert entries_of(Path(empty_window.controller.book.place)) == before[:-1]
    assert played.read_bytes() == damaged


def test_from_the_copies_to_recovering(empty_window: Window, played: Path, qtbot: QtBot) -> None:
    cut(played)
    refused(empty_window, qtbot)
    found = opened_dialog(empty_window, CopiesDialog, "Ctrl+Shift+O", qtbot)
    qtbot.waitUntil(lambda: not found.busy)
    dialog = opened_dialog(empty_window, RecoverDialog, "Ctrl+L", qtbot)
    assert dialog.place.full_text() == str(played.with_name("event recovered.qv"))


def test_the_copies_of_an_event_that_is_gone_are_listed(empty_window: Window, played: Path, qtbot: QtBot) -> None:
    entries = entries_of(played)
    played.unlink()
    refused(empty_window, qtbot)
    assert "There is no file" in empty_window.messages.text()
    assert not empty_window.messages.other.isVisible()
    found = opened_dialog(empty_window, CopiesDialog, "Ctrl+Shift+O", qtbot)
    qtbot.waitUntil(lambda: not found.busy)
    assert [row.content.entries for row in found.table.rows if row.content] == [len(entries) - 1]
    assert not found.recover.isVisible()


def test_without_a_copy_it_is_said_and_recovering_is_under_the_hand(
    empty_window: Window, event_file: Path, qtbot: QtBot
) -> None:
    cut(event_file)
    with qtbot.waitSignal(empty_window.controller.messages.event_refused, timeout=5000):
        empty_window.controller.navigation.event_wanted.emit(event_file)
    found = opened_dialog(empty_window, CopiesDialog, "Ctrl+Shift+O", qtbot)
    qtbot.waitUntil(lambda: not found.busy)
    assert f"There is no copy of “{event_file}” on this computer or in the second place." in found.outcome.text()
    assert found.recover.hasFocus()


def test_an_event_whose_rules_are_damaged_is_refused_in_words(empty_window: Window, played: Path, qtbot: QtBot) -> None:
    """No page can show an event under rules that do not exist."""
    content = played.read_bytes()
    assert b'"rules":"mcr"' in content
    played.write_bytes(content.replace(b'"rules":"mcr"', b'"rules":"mcs"'))
    refused(empty_window, qtbot)
    assert "entry 1 was altered after it was written" in empty_window.messages.text()
    opened_dialog(empty_window, RecoverDialog, "Ctrl+Shift+L", qtbot)
