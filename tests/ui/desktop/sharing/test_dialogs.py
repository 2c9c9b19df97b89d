"""Dialogs of a shared event: entries that arrive beneath them, and Esc while a desk takes over."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from types import SimpleNamespace

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from tests.tournament.sharing.fakes import member
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.sharing.conftest import Desk
from tests.ui.desktop.sharing.test_joined_event import result, tables
from tests.waiting import PATIENCE
from tournament.language import mark
from tournament.sharing.messages import PROTOCOL, HandedOn, Sync
from tournament.use_cases import StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.dialogs.copies import CopiesDialog
from ui.desktop.dialogs.files import choose_invitation
from ui.desktop.pages.desks.conflict import ConflictDialog
from ui.desktop.sharing.dialogs import ClosingDialog, ShareAnewDialog, TakeOverDialog
from ui.desktop.sharing.join_dialog import JoinDialog
from ui.desktop.sharing.joined_event import joined_event_of
from ui.entry.table_sheet import RowKey

pytestmark = pytest.mark.usefixtures("own_preferences")
Make = Callable[[EventController, QWidget], QDialog]


def opened(dialog: QDialog) -> QDialog:
    dialog.open()
    dialog.activateWindow()
    QApplication.processEvents()
    return dialog


def _conflict(controller: EventController, window: QWidget) -> QDialog:
    return ConflictDialog(controller, joined_event_of(controller).undecided[0].id, parent=window)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("make", [
    lambda controller, window: TakeOverDialog(controller, parent=window),
    lambda controller, window: ShareAnewDialog(controller, parent=window),
    lambda controller, window: JoinDialog(controller, choose_invitation, parent=window),
    lambda controller, window: ClosingDialog(controller, joined_event_of(controller), parent=window),
    lambda controller, window: CopiesDialog(controller, parent=window),
    _conflict,
], ids=["take over", "share anew", "join", "close", "copies", "both versions"])  # fmt: skip
def test_entries_arrive_beneath_a_dialog_and_the_page_is_right_afterwards(desk: Desk, keyboard: Keyboard, make: Make):
    desk.others_record(1, points=24)
    keyboard.type("2 1 8 Enter")
    desk.link.speak()  # it is refused
    keyboard.type("1 2")
    typed, row = tables(desk).half_typed(), tables(desk).state.row
    dialog = opened(make(desk.controller, desk.window))
    desk.others_record(2)
    desk.others_record(1, table=2)
    desk.hear()
    desk.joined._forget_arrived()
    assert dialog.isVisible()
    assert QApplication.activeModalWidget() is dialog
    keyboard.type("Esc")
    assert not dialog.isVisible()
    assert ["Ada" in result(desk, number) for number in (1, 2)] == [True, True]
    assert desk.controller.book.view.sheet(1, 2).last_played == 1
    assert tables(desk).half_typed() == typed
    assert tables(desk).state.row == row == RowKey(2)


class SlowHost:
    """A server that starts when the test lets it."""

    def __init__(self) -> None:
        self.starts, self.error = Event(), False

    def __call__(self, *_words: object, **_more: object) -> object:
        assert self.starts.wait(PATIENCE)
        if self.error:
            raise StoreUnavailable(mark("The event cannot be shared: {reason}.", reason="no memory"))
        return SimpleNamespace(
            ready=SimpleNamespace(invitation="qv2-abc", public=None, until=None), running=True, stop=lambda: None
        )


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowHost:
    slow = SlowHost()
    monkeypatch.setattr("ui.desktop.sharing.dialogs.HostProcess", slow)
    return slow


def test_esc_before_a_desk_takes_over_changes_nothing(desk: Desk, keyboard: Keyboard, slow: SlowHost):
    desk.listener.on_away(mark("The host cannot be reached."))
    dialog = opened(TakeOverDialog(desk.controller, parent=desk.window))
    keyboard.type("Esc")
    assert not dialog.isVisible()
    assert desk.joined.hosting is None
    assert not slow.starts.is_set()


def test_esc_while_a_desk_takes_over_waits_for_its_end(desk: Desk, keyboard: Keyboard, slow: SlowHost, qtbot: QtBot):
    """Others may follow it already. When it fails, the dialog says why, and Esc closes it."""
    desk.listener.on_away(mark("The host cannot be reached."))
    dialog = TakeOverDialog(desk.controller, parent=desk.window)
    opened(dialog)
    slow.error = True
    dialog.start.click()
    for _ in range(3):  # a held key
        keyboard.type("Esc")
    assert dialog.isVisible()
    assert dialog.enough.isVisible()
    slow.starts.set()
    qtbot.waitUntil(dialog.outcome.isVisible)
    assert "no memory" in dialog.outcome.accessibleName()
    qtbot.waitUntil(dialog.start.isVisible)
    slow.error = False
    slow.starts.clear()
    dialog.start.click()
    keyboard.type("Esc")
    slow.starts.set()
    qtbot.waitUntil(lambda: desk.joined.hosting is not None)
    assert not [each for each in desk.window.findChildren(TakeOverDialog) if each.isVisible()]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("port", [0, 8480])
def test_who_takes_over_from_a_host_with_phones_is_not_asked_about_them(desk: Desk, slow: SlowHost, port: int):
    """They go on by themselves; only where the host showed nothing on phones it is a choice."""
    assert desk.joined.news is not None
    desk.joined.news = structs.replace(desk.joined.news, handed_on=HandedOn(public_port=port))
    desk.listener.on_away(mark("The host cannot be reached."))
    dialog = opened(TakeOverDialog(desk.controller, parent=desk.window))
    assert isinstance(dialog, TakeOverDialog)
    assert (dialog.phones.isVisible(), dialog.goes_on.isVisible()) == (not port, bool(port))
    dialog.close()


def test_a_desk_that_is_probably_cut_off_waits_until_more_answer_or_somebody_decides(
    desk: Desk, slow: SlowHost, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ui.desktop.sharing.dialogs._GATHER", 20)
    ended = list[bool]()
    way = desk.joined._access
    assert way is not None
    desk.joined._access = replace(way, gathered=lambda: ended.append(True))
    for name in ("north", "west"):
        desk.hall.members[name] = member(name)
    desk.hear()
    desk.listener.on_away(mark("The host cannot be reached."))
    dialog = TakeOverDialog(desk.controller, parent=desk.window)
    opened(dialog)
    dialog.start.click()
    desk.listener.on_back()  # this desk has reached its own server
    qtbot.waitUntil(dialog.cut_off.isVisible)
    assert "cut off" in dialog.cut_off.text()
    assert not ended
    desk.hall.host.answer(desk.hall.members["north"], Sync(PROTOCOL, desk.hall.host.end), desk.hall.members)
    desk.hear()  # two of three
    qtbot.waitUntil(lambda: ended == [True])
    assert not dialog.cut_off.isVisible()
    dialog.enough.click()
    qtbot.waitUntil(lambda: ended == [True, True])
    slow.starts.set()
    qtbot.waitUntil(lambda: desk.joined.hosting is not None)
