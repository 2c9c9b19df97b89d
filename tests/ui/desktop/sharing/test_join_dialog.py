"""The dialog that joins: an invitation that is opened or dropped, and events that the network announces."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import focused, press
from tournament.language import ENGLISH
from tournament.sharing.invitation import Invitation, decode, encode, write_text
from ui.desktop.sharing.found_events import keep_looks_around
from ui.desktop.sharing.join_dialog import JoinDialog, _Places
from ui.desktop.window import Window
from ui.joining import looking
from ui.joining.discovery import FoundEvent
from ui.joining.looking import SeenHost, SeveralEvents

pytestmark = pytest.mark.usefixtures("own_preferences")
INVITATION = Invitation(("192.0.2.7:8470",), UUID(int=7), "Spring Open", bytes(32), bytes(16))
HERE = FoundEvent(INVITATION.event, "Spring Open", ("192.0.2.99:8470",), "00000000", "hall-laptop")


class FakeNetwork:
    """Announces what the test says."""

    def __init__(self) -> None:
        self.closed = False

    def browse(self, changed: Callable[..., None], _tell: Callable[..., None]) -> Any:
        self.announce = changed
        return self

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def dialog(window: Window) -> JoinDialog:
    keep_looks_around(False)
    window.controller.navigation.event_wanted.emit(Path("missing.qv-invitation"))
    (found,) = window.findChildren(JoinDialog)
    return found


def test_a_file_that_is_opened_or_dropped_fills_it_in(dialog: JoinDialog, tmp_path: Path) -> None:
    assert dialog.fields.refused("place")
    path = tmp_path / "hall.qv-invitation"
    write_text(path, INVITATION, ENGLISH)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    dialog.dropEvent(QDropEvent(QPointF(5, 5), action, data, button, Qt.KeyboardModifier.NoModifier))
    assert decode(dialog.fields.line("place").text()) == INVITATION
    assert "Spring Open" in dialog.about.text()
    assert not dialog.fields.refused("place")


def test_a_folder_that_is_dropped_is_called_one(dialog: JoinDialog, tmp_path: Path) -> None:
    dialog.fill_in(tmp_path)
    assert dialog.fields.labelled["place"].problem() == f"“{tmp_path}” is a folder: choose a file."
    dialog.reject()


def announcing(dialog: JoinDialog, *events: FoundEvent) -> FakeNetwork:
    """A network in which these ``events`` are announced to ``dialog``."""
    network = FakeNetwork()
    dialog.found.wanted.blockSignals(True)
    dialog.found.wanted.setChecked(True)
    dialog.found.look(network.browse)
    network.announce(events)
    return network


def test_an_event_that_two_computers_share_is_noticed_before_joining(dialog: JoinDialog) -> None:
    network, other = FakeNetwork(), replace(HERE, addresses=("192.0.2.7:8470",), fingerprint_begin="11111111")
    problem = dialog.found._problem
    keep_looks_around(True)
    dialog.found.wanted.setChecked(True)
    dialog.found.end()
    dialog.found.look(network.browse)
    network.announce((HERE, replace(HERE, addresses=("198.51.100.7:8470",))))
    assert problem.isHidden(), "one computer with two addresses"
    network.announce((HERE, replace(other, event=UUID(int=8))))
    assert problem.isHidden(), "another event"
    network.announce((HERE, other))
    assert problem.text() == "Two computers share “Spring Open”: ask at both which of them is the host."
    assert not problem.isHidden()
    network.announce((HERE,))
    assert problem.isHidden()
    dialog.found.end()


def test_an_event_that_is_found_says_where_it_is_now(dialog: JoinDialog) -> None:
    network = announcing(dialog, HERE)
    assert dialog.found.events.isVisible()
    assert dialog.found._problem.isHidden()
    network.announce((HERE, replace(HERE, addresses=("192.0.2.98:8470",))))
    assert dialog.found._problem.isHidden(), "it is the same computer"
    network.announce((HERE, replace(HERE, fingerprint_begin="ff" * 4)))
    assert dialog.found._problem.text().startswith("Two computers share")
    network.announce((HERE,))
    assert dialog.found._problem.isHidden()
    assert dialog.about.text() == "Spring Open hall-laptop, at 192.0.2.99:8470", "it is the only one"
    other = replace(INVITATION, first_host=b"1" * 32)
    dialog.fields.line("place").setText(encode(other))
    assert decode(dialog.fields.line("place").text()) == other, "somebody else announces that event"
    dialog.fields.line("place").setText(encode(INVITATION))
    now = decode(dialog.fields.line("place").text())
    assert now == replace(INVITATION, addresses=("192.0.2.99:8470", "192.0.2.7:8470"))
    dialog.found.chosen.emit(HERE)
    assert decode(dialog.fields.line("place").text()) == now, "the invitation is for that event"
    dialog.reject()


def test_the_event_that_is_chosen_of_several_is_joined_by_its_digits(dialog: JoinDialog) -> None:
    dialog.fields.line("place").clear()
    other = replace(HERE, event=UUID(int=8), name="Autumn Open", addresses=("192.0.2.98:8470", "192.0.2.97:8470"))
    announcing(dialog, HERE, other)
    assert dialog.about.isHidden()
    dialog.join.click()
    assert "Choose an event in the list" in dialog.fields.labelled["place"].problem()
    dialog.found.events.setFocus()
    press("Down", "Return")
    assert "Autumn Open" in dialog.about.text()
    assert not dialog.fields.refused("place")
    assert focused() is dialog.fields.line("digits")
    assert dialog._target == _Places(other.addresses, other.event)
    dialog.reject()


def test_of_several_events_at_the_address_that_was_typed_one_is_chosen_in_the_list(
    dialog: JoinDialog, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    hosts = tuple(SeenHost("192.0.2.9:8470", bytes(32), UUID(int=number), f"Cup {number}", "hall") for number in (1, 2))

    def seen(_addresses: object, event: UUID | None) -> SeenHost:
        if event is None:
            raise SeveralEvents(hosts)
        return next(each for each in hosts if each.event == event)

    monkeypatch.setattr(looking, "seen_host", seen)
    dialog.fields.line("desk").setText("north")
    dialog.fields.line("author").setText("Ada Sample")
    dialog.fields.line("place").setText("192.0.2.9")
    dialog.join.click()
    qtbot.waitUntil(lambda: "choose one in the list" in dialog.fields.labelled["place"].problem())
    assert [each.name for each in dialog.found.found] == ["Cup 1", "Cup 2"]
    dialog.found.show_found((HERE,))
    assert [each.name for each in dialog.found.found] == ["Cup 1", "Cup 2", "Spring Open"], "others are announced"
    dialog.found.events.setFocus()
    press("Home", "Down", "Return")
    assert dialog._target == _Places(("192.0.2.9:8470",), UUID(int=2))
    dialog.join.click()
    qtbot.waitUntil(lambda: dialog._seen is not None and dialog._seen[1] == hosts[1])
    dialog.reject()


def test_an_invitation_asks_for_a_pin_and_an_address_for_digits(dialog: JoinDialog) -> None:
    pin, digits = (dialog.fields.labelled[name] for name in ("pin", "digits"))
    for text, by_digits in (("", True), ("hall.local", True), (encode(INVITATION), False), ("qv2-", False)):
        dialog.fields.line("place").setText(text)
        assert pin.isHidden() is by_digits
        assert digits.isHidden() is dialog.approval.isHidden() is not by_digits
    dialog.reject()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        ("place", "hall:99999", "is not an address"),
        ("place", "https://hall:8470", "is not an address"),
        ("place", "a b", "is not an address"),
        ("place", "qv2-abc", "The invitation is incomplete"),
        ("place", "qv1-abc", "earlier version"),
        ("desk", " ", "This is needed."),
        ("author", "", "This is needed."),
        ("digits", "12345", "Type the six digits that the host shows."),
        ("digits", "1234567", "Type the six digits that the host shows."),
        ("digits", "12345O", "Type the six digits that the host shows."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_before_anybody_is_asked(
    dialog: JoinDialog, name: str, typed: str, words: str
) -> None:
    fields = {"place": "192.0.2.7", "desk": "south", "author": "Ruth", "digits": "123456", name: typed}
    for each, text in fields.items():
        dialog.fields.line(each).setText(text)
    dialog.join.click()
    assert words in dialog.fields.labelled[name].problem()
    assert focused() is dialog.fields.line(name)
    assert dialog._work is None
    dialog.reject()
