"""Copies in the window: made without being asked, told on the status bar, listed, looked at, restored beside."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.tournament.storage.events import entries_of
from tests.ui.desktop.conftest import BY
from tournament import use_cases
from tournament.ledger.session import SessionState
from tournament.rules.payment import Outcome
from tournament.storage.copies import copies_home
from tournament.use_cases import RecordHand, RecordTotals
from tournament.use_cases.commands import ChangeSettings
from tournament.use_cases.copies import copy_name
from ui.desktop.controller import EventController
from ui.desktop.copying import Copying, copying_of
from ui.desktop.dialogs import copies as copies_module
from ui.desktop.dialogs.copies import CopiesDialog
from ui.desktop.long_work import idle
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")

CTRL = Qt.KeyboardModifier.ControlModifier
SOON = 20
"""Milliseconds instead of a second and a half from what changes a session to its copy."""


@pytest.fixture
def opened(controller: EventController, qtbot: QtBot) -> Iterator[Window]:
    made = Window(controller)
    made.resize(1366, 768)
    with qtbot.waitActive(made):
        made.show()
    yield made
    qtbot.waitUntil(idle)
    made.close_quietly()


@pytest.fixture
def copier(opened: Window) -> Copying:
    return copying_of(opened.controller)


def rename(controller: EventController, place: str) -> None:
    """Write an entry."""
    controller.act(ChangeSettings(replace(controller.book.view.settings, place=place)))


def copied(qtbot: QtBot, copier: Copying) -> None:
    copier.copy_now()
    qtbot.waitUntil(lambda: not copier.busy)


def files() -> list[Path]:
    return sorted(path for path in copies_home().rglob("*.qv") if copy_name(path.name))


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = monotonic() + seconds
    monkeypatch.setattr("ui.desktop.copying.monotonic", lambda: now)
    monkeypatch.setattr("ui.desktop.followers.monotonic", lambda: now)


def dialog(opened: Window, qtbot: QtBot) -> CopiesDialog:
    """Press the key of the copies."""
    qtbot.keyClick(opened, Qt.Key.Key_B, CTRL)
    found = opened.findChild(CopiesDialog)
    assert isinstance(found, CopiesDialog)
    qtbot.waitUntil(lambda: not found.busy)
    return found


def test_the_first_hand_of_a_session_brings_a_copy(opened, copier, qtbot, event_file):
    assert opened.status.copies.label() == "No copy yet"
    copier._soon.setInterval(SOON)
    opened.controller.act(RecordHand(1, 1, 1, Outcome(winner=0, discarder=1, points=8)))
    assert files() == []
    qtbot.waitUntil(lambda: bool(files()) and not copier.busy, timeout=5000)
    (copy,) = files()
    assert entries_of(copy) == entries_of(event_file)
    name = copy_name(copy.name)
    assert name is not None
    assert (name.event, name.sessions, name.entries) == ("Open of Nowhere", 1, len(entries_of(event_file)))
    assert opened.status.copies.label() == f"Copied {name.time:%H:%M}"


@pytest.fixture
def finished(controller: EventController) -> None:
    """Every table of both sessions is entered by its totals, before the window opens."""
    for session, table in product((1, 2), (1, 2)):
        use_cases.carry_out(controller.book, RecordTotals(session, table, (60, 20, -20, -60)), by=BY)


@pytest.mark.usefixtures("finished")
def test_a_finished_event_without_a_copy_is_marked(opened: Window, copier: Copying, qtbot: QtBot) -> None:
    assert (opened.status.copies.label(), opened.status.copies._icon) == ("No copy yet", "triangle")
    copied(qtbot, copier)
    assert opened.status.copies.label().startswith("Copied ")
    assert opened.status.copies._icon == "tick"


def test_a_session_that_begins_by_its_clock_brings_a_copy(opened, copier, qtbot, event_file):
    copier._soon.setInterval(SOON)
    qtbot.keyClick(opened, Qt.Key.Key_F12)
    qtbot.keyClick(opened, Qt.Key.Key_F12, CTRL)
    assert use_cases.session_life(opened.controller.book.view, 1).state is SessionState.PLAYING
    qtbot.waitUntil(lambda: bool(files()) and not copier.busy, timeout=5000)
    (copy,) = files()
    assert entries_of(copy) == entries_of(event_file)


def test_after_ten_minutes_of_changes_there_is_a_copy_and_without_changes_none(opened, copier, qtbot, monkeypatch):
    copied(qtbot, copier)
    pass_time(monkeypatch, 601)
    copier.look()
    assert not copier.busy
    rename(opened.controller, "Hall 2")
    copier.look()
    assert not copier.busy
    pass_time(monkeypatch, 1203)
    copier.look()
    qtbot.waitUntil(lambda: not copier.busy)
    assert len(files()) == 2
    assert copier.state.changed is None


def test_what_is_not_copied_for_too_long_is_told_loudly(opened, copier, qtbot, monkeypatch):
    copied(qtbot, copier)
    rename(opened.controller, "Hall 2")
    pass_time(monkeypatch, 1201)
    copier.changed.emit()
    assert opened.status.copies.label().startswith("Not copied since ")
    assert opened.status.copies._icon == "triangle"
    copied(qtbot, copier)
    assert opened.status.copies.label().startswith("Copied ")
    assert opened.status.copies._icon == "tick"


def test_a_place_that_cannot_be_written_is_told_and_entry_goes_on(opened, copier, qtbot):
    copies_home().parent.mkdir(parents=True, exist_ok=True)
    copies_home().write_text("a file where the folder should be")
    copied(qtbot, copier)
    assert opened.status.copies.label() == "Copy failed"
    rename(opened.controller, "Hall 2")
    assert opened.controller.book.view.settings.place == "Hall 2"
    found = dialog(opened, qtbot)
    assert str(copies_home()) in found.outcome.text()


def test_a_stick_that_comes_back_is_copied_to_at_once(opened, copier, qtbot, tmp_path):
    stick = tmp_path / "stick"
    copier.choose_second(stick)
    qtbot.waitUntil(lambda: not copier.busy)
    assert copier.state.second_away
    assert opened.status.copies.label().endswith("; second place not available")
    copier.look()
    qtbot.waitUntil(lambda: not copier.busy)
    assert copier.state.second_away
    stick.mkdir()
    copier.look()
    qtbot.waitUntil(lambda: not copier.busy)
    assert not copier.state.second_away
    assert [path.read_bytes() for path in stick.rglob("*.qv")] == [files()[-1].read_bytes()]


def test_the_second_place_is_of_this_computer_and_found_again(opened, copier, qtbot, tmp_path, event_file):
    before = event_file.read_bytes()
    copier.choose_second(tmp_path / "stick")
    qtbot.waitUntil(lambda: not copier.busy)
    assert event_file.read_bytes() == before
    opened.controller.close()
    opened.controller.open(event_file)
    assert copier.state.second == tmp_path / "stick"


def test_the_list_tells_what_each_contains_and_what_is_damaged(opened, copier, qtbot):
    copied(qtbot, copier)
    (good,) = files()
    damaged = good.with_name(good.name.replace("Open", "Shut"))
    damaged.write_bytes(good.read_bytes()[:-4096])
    os.utime(damaged)
    found = dialog(opened, qtbot)
    told = {row.path: row.good for row in found.table.rows}
    assert told == {good: True, damaged: False}
    found.table.select(damaged)
    assert not found.restore.isEnabled()
    assert "damaged" in found.outcome.text()
    found.table.select(good)
    assert found.restore.isEnabled()
    assert found.outcome.isHidden()
    row = found.table.current_row
    assert row is not None
    assert row.content is not None
    assert row.content.entries == len(opened.controller.book.view.journal)


def test_a_copy_is_looked_at_and_the_way_back_leads_to_the_event(opened, copier, qtbot, event_file):
    copied(qtbot, copier)
    found = dialog(opened, qtbot)
    qtbot.keyClick(found.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: opened.controller.read_only and idle())
    assert opened.controller.book.place == str(files()[0])
    assert not copier.event_id
    before = files()[0].read_bytes()
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    qtbot.keyClick(opened, Qt.Key.Key_F7)
    qtbot.waitUntil(lambda: not opened.controller.read_only and idle())
    assert opened.controller.book.place == str(event_file)
    assert files()[0].read_bytes() == before


def test_a_copy_is_restored_beside_the_event_never_over_it(opened, copier, qtbot, monkeypatch, event_file):
    copied(qtbot, copier)
    rename(opened.controller, "Hall 2")
    proposed: list[Path] = []

    def ask(_parent, suggested: Path) -> Path:
        proposed.append(suggested)
        return event_file if len(proposed) == 1 else suggested

    monkeypatch.setattr(copies_module.CopiesDialog.__init__, "__kwdefaults__",
                        {"ask_folder": copies_module.choose_second_place, "ask_place": ask})  # fmt: skip
    found = dialog(opened, qtbot)
    before = entries_of(event_file)
    qtbot.keyClick(found, Qt.Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: not found.busy)
    assert "already exists" in found.outcome.text()
    assert entries_of(event_file) == before
    qtbot.keyClick(found, Qt.Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: not found.busy)
    assert proposed[1].parent == event_file.parent
    assert entries_of(proposed[1]) == before[:-1]
    assert "1 later entry is only in the event." in found.outcome.text()
    qtbot.keyClick(found, Qt.Key.Key_O, CTRL)
    qtbot.waitUntil(lambda: opened.controller.book.place == str(proposed[1]) and idle())


def test_an_older_file_put_underneath_is_no_copy_of_what_was_entered(opened, copier, qtbot, event_file, tmp_path):
    shutil.copyfile(event_file, tmp_path / "older.qv")
    rename(opened.controller, "Hall 2")
    shutil.copyfile(tmp_path / "older.qv", event_file)
    copied(qtbot, copier)
    assert copier.state.failed is not None
    assert opened.status.copies.label() == "Copy failed"


def test_where_nothing_is_new_the_known_copy_is_taken_up_when_the_event_is_opened(opened, copier, qtbot, event_file):
    copied(qtbot, copier)
    last = copier.state.last
    opened.controller.close()
    assert copier.state.last is None
    opened.controller.open(event_file)
    assert copier.state.last == last
    assert copier.state.changed is None
    assert last is not None
    assert datetime.now().astimezone() - last < timedelta(minutes=1)
    assert BY.author
