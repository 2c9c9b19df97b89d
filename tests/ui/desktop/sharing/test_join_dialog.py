"""The dialog that joins: an invitation that is opened or dropped, and events that the network announces."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from tournament.language import ENGLISH
from tournament.sharing.invitation import Invitation, decode, encode, write_text
from ui.desktop.sharing.joining import JoinDialog, keep_looks_around
from ui.desktop.window import Window
from ui.joining.discovery import FoundEvent

pytestmark = pytest.mark.usefixtures("own_preferences")
INVITATION = Invitation(("192.0.2.7:8470",), UUID(int=7), "Spring Open", bytes(32), bytes(16))
HERE = FoundEvent(INVITATION.event, "Spring Open", ("192.0.2.99:8470",), "00000000")


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
    assert dialog.fields.refused("invitation")
    path = tmp_path / "hall.qv-invitation"
    write_text(path, INVITATION, ENGLISH)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    dialog.dropEvent(QDropEvent(QPointF(5, 5), action, data, button, Qt.KeyboardModifier.NoModifier))
    assert decode(dialog.fields.line("invitation").text()) == INVITATION
    assert "Spring Open" in dialog.about.text()
    assert not dialog.fields.refused("invitation")


def test_a_found_event_says_whom_to_ask_and_where_it_is_now(dialog: JoinDialog) -> None:
    network = FakeNetwork()
    dialog.found.wanted.blockSignals(True)
    dialog.found.wanted.setChecked(True)
    dialog.found.look(network.browse)
    network.announce((HERE,))
    assert dialog.found.events.isVisible()
    assert dialog.found._problem.isHidden()
    network.announce((HERE, replace(HERE, addresses=("192.0.2.98:8470",))))
    assert dialog.found._problem.isHidden(), "it is the same computer"
    network.announce((HERE, replace(HERE, fingerprint_begin="ff" * 4)))
    assert dialog.found._problem.text().startswith("Two computers share")
    network.announce((HERE,))
    assert dialog.found._problem.isHidden()
    dialog.found.chosen.emit(HERE)
    assert "192.0.2.99:8470" in dialog.outcome.text()
    QTest.keyClicks(dialog.fields.line("invitation"), "q")
    assert dialog.outcome.isHidden(), "the invitation that it asks for is being filled in"
    other = replace(INVITATION, first_host=b"1" * 32)
    dialog.fields.line("invitation").setText(encode(other))
    assert decode(dialog.fields.line("invitation").text()) == other, "somebody else announces that event"
    dialog.fields.line("invitation").setText(encode(INVITATION))
    now = decode(dialog.fields.line("invitation").text())
    assert now == replace(INVITATION, addresses=("192.0.2.99:8470", "192.0.2.7:8470"))
    dialog.reject()
