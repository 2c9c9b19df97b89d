"""Two windows and a server, which is a process of its own: sharing, joining, typing, a server that dies."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import shown
from tournament.language import ENGLISH, Text
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.sharing.dialogs import JoinDialog, ShareDialog, StopDialog
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sharing.taking_over import TakeOverDialog
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")


@pytest.fixture
def host(window: Window, controller: EventController, qtbot: QtBot) -> Iterator[Window]:
    """A window that shares its event."""
    controller.navigation.page_wanted.emit("desks")
    page = window.page("desks")
    assert isinstance(page, DesksPage)
    page.share.click()
    (dialog,) = window.findChildren(ShareDialog)
    dialog.start.click()
    qtbot.waitUntil(lambda: bool(joined_event_of(controller).invitation))
    yield window
    way = joined_event_of(controller).way
    controller.close()
    if way is not None and way.stop is not None:
        way.stop()


@pytest.fixture
def guest(host: Window, dressed: QApplication, qtbot: QtBot) -> Iterator[Window]:
    """A second window, which has joined the event of the first."""
    controller = bootstrap.make_controller("Guest Sample")
    window = Window(controller)
    with shown(window, dressed):
        dialog = JoinDialog(controller, parent=window)
        dialog.open()
        typed = {"invitation": joined_event_of(host.controller).invitation, "desk": "south"}
        for name, text in typed.items():
            dialog.fields.line(name).setText(text)
        dialog.join.click()
        qtbot.waitUntil(lambda: controller.view is not None)
        yield window
        controller.close()


def played(window: Window) -> int:
    view = window.controller.view
    assert view is not None
    return view.sheet(1, 1).last_played


def test_what_one_types_the_other_sees(host: Window, guest: Window, qtbot: QtBot, event_file: Path):
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    qtbot.waitUntil(lambda: played(guest) == 1)
    guest.controller.act(RecordHand(1, 1, 2, Outcome(2, 1, 24)))
    qtbot.waitUntil(lambda: played(host) == 2)
    qtbot.waitUntil(lambda: len(joined_event_of(host.controller).desks) == 2)
    qtbot.waitUntil(lambda: not joined_event_of(guest.controller).orders)
    assert guest.controller.book.view.fingerprint == host.controller.book.view.fingerprint
    # the host stops: its window has the file again, the guest goes on by itself
    host.controller.navigation.page_wanted.emit("desks")
    page = host.page("desks")
    assert isinstance(page, DesksPage)
    page.stop.click()
    (dialog,) = host.findChildren(StopDialog)
    dialog.end.click()
    qtbot.waitUntil(lambda: host.controller.view is not None and host.controller.shared_book is None)
    assert host.controller.book.place == str(event_file)
    assert played(host) == 2
    qtbot.waitUntil(lambda: joined_event_of(guest.controller).away is not None)
    guest.controller.act(RecordHand(1, 1, 3, Outcome(3, None, 10)))
    assert played(guest) == 3
    assert joined_event_of(guest.controller).unsent == 1


def test_a_window_takes_over_and_the_other_follows(host: Window, guest: Window, qtbot: QtBot):
    here, there = joined_event_of(host.controller), joined_event_of(guest.controller)
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    qtbot.waitUntil(lambda: played(guest) == 1 and len(here.desks) == len(there.desks) == 2)
    qtbot.waitUntil(lambda: not here.orders)
    assert here.way is not None
    assert here.way.stop is not None
    here.way.stop()
    qtbot.waitUntil(lambda: here.away is not None and there.away is not None)
    host.controller.act(RecordHand(1, 1, 2, Outcome(2, 1, 24)))
    guest.controller.navigation.page_wanted.emit("desks")
    page = guest.page("desks")
    assert isinstance(page, DesksPage)
    page.take_over.click()
    (dialog,) = guest.findChildren(TakeOverDialog)
    assert here.book is not None
    assert here.book.desk in dialog.loss.text()
    told: list[Text] = []
    host.controller.messages.shown.connect(told.append)
    dialog.start.click()
    qtbot.waitUntil(lambda: bool(there.invitation), timeout=20_000)
    assert there.way is not None
    stop = there.way.stop
    assert stop is not None
    try:
        qtbot.waitUntil(lambda: here.away is None and there.away is None and played(guest) == 2, timeout=10_000)
        qtbot.waitUntil(lambda: not here.orders)
        assert [ENGLISH.render(text) for text in told] == ["“south” hosts the event now."]
        assert here.book.confirmed.fingerprint == guest.controller.book.view.fingerprint
        assert here.host == there.host
        assert not page.take_over.isVisible()
    finally:
        guest.controller.close()
        stop()


def test_a_wrong_invitation_is_told_in_the_dialog(window: Window, qtbot: QtBot):
    dialog = JoinDialog(window.controller, parent=window)
    dialog.open()
    dialog.fields.line("invitation").setText("qv1-abc")
    dialog.join.click()
    qtbot.waitUntil(dialog.outcome.isVisible)
    dialog.reject()
