"""The signing key on the Event page: created, saved, loaded and removed. No call waits for the keyring."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import keyring
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import press
from tests.ui.web_host.keyrings import Keyring, LockedKeyring
from tests.waiting import PATIENCE
from tournament.event.role import EventRole
from tournament.ledger.signature import short_key, verified_signatures
from tournament.use_cases.commands import CloseSession, SetPin
from tournament.use_cases.pins import planned_pin
from ui.desktop.controller import EventController
from ui.desktop.long_work import idle
from ui.desktop.pages.event import signature_card
from ui.desktop.pages.event.page import SETUP, EventPage
from ui.desktop.pages.event.setup_part import SetupPart
from ui.desktop.pages.event.signature_card import SignatureCard
from ui.desktop.widgets.labels import MessageLabel
from ui.desktop.window import Window
from ui.signing import read_public, read_secret

PASSPHRASE = "correct horse"


@pytest.fixture(autouse=True)
def _own_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def kept() -> Iterator[Keyring]:
    """The keyring of this computer."""
    usual, fake = keyring.get_keyring(), Keyring()
    keyring.set_keyring(fake)
    yield fake
    keyring.set_keyring(usual)


def show_setup(window: Window) -> SetupPart:
    """Show the settings of the event."""
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(SETUP)
    return page.setup


@pytest.fixture
def card(window: Window, controller: EventController) -> SignatureCard:
    return show_setup(window).signature


Settle = Callable[[], None]


@pytest.fixture
def settle(qtbot: QtBot) -> Settle:
    """A function that waits until no work is running."""

    def wait() -> None:
        qtbot.waitUntil(idle)
        QApplication.processEvents()

    return wait


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """A function that sets which file the dialogs of the system return."""

    def chosen(path: Path) -> None:
        for name in ("choose_key_file", "choose_new_key_file"):
            monkeypatch.setattr(signature_card, name, lambda *_: path)

    return chosen


def type_passphrase(card: SignatureCard, passphrase: str = PASSPHRASE) -> None:
    for field in (card.passphrase, card.again):
        field.setFocus()
        QTest.keyClicks(field, passphrase)


def create(card: SignatureCard, settle: Settle) -> None:
    card.holder.setFocus()
    QTest.keyClicks(card.holder, "Ada Sample")
    press("Return")
    settle()


def close(controller: EventController, session: int) -> None:
    controller.act(CloseSession(session, "the hall closes"))
    QApplication.processEvents()


def signed_sessions(controller: EventController) -> list[int]:
    signatures = verified_signatures(controller.book.view.journal)
    return [signature.fact.session for signature in signatures if signature.fault is None]


def test_a_key_is_created_with_two_keys_and_signs_what_is_closed(
    card: SignatureCard, controller: EventController, kept: Keyring, settle: Settle
) -> None:
    assert card.text().startswith("No signing key.")
    assert not card.sign.isEnabled()
    create(card, settle)
    named = controller.book.view.state.signing_key
    assert named is not None
    assert named.holder == "Ada Sample"
    assert len(kept.kept) == 1
    assert card.text() == f"Ada Sample signs with the key {short_key(named.key)}. Nothing is signed yet."
    close(controller, 1)
    assert signed_sessions(controller) == [1]
    entries = len(controller.book.view.journal)
    assert card.text().endswith(f"Signed up to entry {entries - 1} of {entries}.")
    card.remove.setFocus()
    press("Space")
    assert card.text().startswith("No signing key.")
    close(controller, 2)
    assert signed_sessions(controller) == [1]


def test_the_keyring_gives_the_key_when_the_event_is_opened(
    card: SignatureCard, window: Window, controller: EventController, kept: Keyring, settle: Settle
) -> None:
    create(card, settle)
    path = Path(controller.book.place)
    controller.close()
    assert card.keeper.secret is None
    controller.open(path)
    settle()
    close(controller, 1)
    assert signed_sessions(controller) == [1]


def test_a_keyring_that_does_not_answer_stops_nothing(
    card: SignatureCard, window: Window, controller: EventController, kept: Keyring, settle: Settle
) -> None:
    """The system asks the user to unlock the keyring, and nobody answers."""
    create(card, settle)
    path, unlocked = Path(controller.book.place), Event()

    class Waiting(Keyring):
        def get_password(self, service: str, username: str) -> str | None:
            unlocked.wait(PATIENCE)
            return kept.get_password(service, username)

    keyring.set_keyring(Waiting())
    controller.close()
    controller.open(path)
    try:
        close(controller, 1)
        assert controller.book.view.state.closed == {1}
        assert signed_sessions(controller) == []
        assert "the keyring has not answered yet" in window.messages.text()
        assert not window.messages.instead.isHidden()
    finally:
        unlocked.set()
    settle()
    press("Ctrl+Shift+O")
    settle()
    assert signed_sessions(controller) == [1]


def test_a_locked_keyring_is_named_and_asked_again(
    card: SignatureCard, window: Window, controller: EventController, kept: Keyring, settle: Settle
) -> None:
    create(card, settle)
    path = Path(controller.book.place)
    keyring.set_keyring(LockedKeyring())
    controller.close()
    controller.open(path)
    settle()
    show_setup(window)
    assert "not on this computer: the keyring does not open (locked)" in card.text()
    close(controller, 1)
    card.sign.click()
    settle()
    assert "the keyring does not open (locked)" in window.messages.text()
    keyring.set_keyring(kept)
    card.sign.click()
    settle()
    assert signed_sessions(controller) == [1]


def test_without_a_keyring_the_key_is_in_a_file(
    card: SignatureCard,
    window: Window,
    controller: EventController,
    settle: Settle,
    choose: Callable[[Path], None],
    tmp_path: Path,
) -> None:
    file = tmp_path / "ada.pem"
    choose(file)
    create(card, settle)
    assert "type a passphrase twice to keep the key in a file instead" in card.problem()
    QApplication.processEvents()
    refused = card.findChild(MessageLabel)
    assert isinstance(refused, MessageLabel)
    assert refused.visibleRegion().boundingRect().height() > 10, "it is scrolled into view"
    card.holder.clear()
    type_passphrase(card)
    create(card, settle)
    named = controller.book.view.state.signing_key
    assert named is not None
    assert read_secret(file, PASSPHRASE).public == named.key
    assert "no keyring that keeps it" in card.text()
    close(controller, 1)
    assert signed_sessions(controller) == [1]
    path = Path(controller.book.place)
    controller.close()
    controller.open(path)
    settle()
    window.show_page("event")
    assert "not on this computer: this computer has no keyring" in card.text()
    card.passphrase.setText("wrong horse")
    card.load.click()
    settle()
    assert "has a different passphrase" in card.problem()
    card.passphrase.setText(PASSPHRASE)
    card.load.click()
    settle()
    assert card.problem() == ""
    close(controller, 2)
    assert signed_sessions(controller) == [1, 2]


def test_both_keys_are_saved_and_the_secret_one_needs_a_passphrase_twice(
    card: SignatureCard,
    controller: EventController,
    kept: Keyring,
    settle: Settle,
    choose: Callable[[Path], None],
    tmp_path: Path,
) -> None:
    create(card, settle)
    named = controller.book.view.state.signing_key
    assert named is not None
    choose(tmp_path / "public.pem")
    card.save_public.click()
    settle()
    assert read_public(tmp_path / "public.pem") == named.key
    choose(tmp_path / "secret.pem")
    card.passphrase.setText(PASSPHRASE)
    card.save.click()
    settle()
    assert "twice" in card.problem()
    assert not (tmp_path / "secret.pem").exists()
    card.again.setText(PASSPHRASE)
    card.save.click()
    settle()
    assert read_secret(tmp_path / "secret.pem", PASSPHRASE).public == named.key
    assert (card.passphrase.text(), card.again.text()) == ("", "")
    type_passphrase(card)
    card.save.click()
    settle()
    assert "exists already" in card.problem()


def test_only_the_organiser_has_to_do_with_the_key(
    card: SignatureCard, window: Window, controller: EventController, kept: Keyring, settle: Settle
) -> None:
    create(card, settle)
    close(controller, 1)
    controller.act(SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")))
    buttons = (card.create_key, card.load, card.save, card.remove, card.holder, card.passphrase)
    assert not any(button.isEnabled() for button in buttons)
    assert card.save_public.isEnabled(), "it is no secret"
    assert card.sign.isEnabled(), "who closes sessions signs them"
