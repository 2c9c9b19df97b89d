"""The secret key of the open event. It is read from the keyring in another thread, so closing a session never waits.

If the keyring does not give the key, sessions are closed without a signature, and the message bar offers to sign later.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.language import Text, mark
from tournament.ledger.facts import SigningFact
from tournament.use_cases import Changes
from tournament.use_cases.commands import SignFingerprint
from tournament.use_cases.ports import HostSigns, KeyUnavailable
from tournament.use_cases.signing import NOT_SIGNED
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.signing import SecretKey

_NOT_YET = mark("the keyring has not answered yet")


class SigningKeeper(QObject):
    """Signs for the event of the window (a :class:`tournament.use_cases.ports.Signer`) once it has the secret key."""

    changed = Signal()
    """The key or its state changed."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._key = b""
        """The public key of the open event; empty if there is none."""
        self.secret: SecretKey | None = None
        self.reason: Text | None = None
        """Why there is no secret key, as a part of a sentence; None if there is one or none is needed."""
        self._asked: Work | None = None
        self._sign_then = False
        controller.opened.connect(self.follow_event)
        controller.changed.connect(self._follow)

    def sign(self, key: bytes, text: bytes) -> bytes:
        """Return the signature over ``text`` with the secret key of ``key``. Never waits. Raises KeyUnavailable."""
        if self.secret is None or self.secret.public != key:
            raise KeyUnavailable(self.reason or mark("this computer does not have the secret key"))
        return self.secret.sign(text)

    @property
    def host_signs(self) -> bool:
        """Whether this is a desk of a shared event: the host signs, and no key is needed here."""
        return self._controller.view is not None and isinstance(self._controller.book.signer, HostSigns)

    def follow_event(self) -> None:
        """Read the secret key from the keyring if another event is open, or the event has another key."""
        controller = self._controller
        writes = controller.view is not None and not controller.read_only and not self.host_signs
        if writes:
            controller.book.signer = self
        named = controller.book.view.state.signing_key if writes else None
        key = named.key if named is not None else b""
        if key == self._key:
            return
        self._key, self._asked, self._sign_then = key, None, False
        if self.secret is not None and self.secret.public != key:
            self.secret = None
        self.reason = None
        if key and self.secret is None:
            self._ask(key)
        self.changed.emit()

    def hold(self, secret: SecretKey) -> None:
        """Sign with ``secret`` until the event is closed, even if the keyring does not have it."""
        self.secret, self.reason = secret, None
        self.changed.emit()

    def sign_now(self) -> None:
        """Sign all entries so far; if the keyring has not given the key yet, ask it again first."""
        if self.secret is not None or self.host_signs:
            self._sign()
        elif self._key:
            self._sign_then = True
            if self._asked is None or not self._asked.running:
                self._ask(self._key)

    def _ask(self, key: bytes) -> None:
        self.reason = _NOT_YET
        self._asked = work = Work(lambda _step: _kept(key))
        listen(work.done, self, lambda secret: self._answered(work, secret))
        listen(work.failed, self, lambda error: self._refused(work, error))
        work.start()

    def _answered(self, work: Work, secret: SecretKey) -> None:
        if work is self._asked and secret.public == self._key:
            self.hold(secret)
            if self._sign_then:
                self._sign()

    def _refused(self, work: Work, error: BaseException) -> None:
        if not isinstance(error, KeyUnavailable):
            raise error
        if work is not self._asked:
            return
        self.reason = error.reason
        if self._sign_then:
            self._sign_then = False
            self._controller.messages.shown.emit(error.text)
        self.changed.emit()

    def _sign(self) -> None:
        self._sign_then = False
        problems = attempt(self._controller, SignFingerprint())
        if problems:
            self._controller.messages.shown.emit(problems[0].text)

    def _follow(self, changes: Changes) -> None:
        if any(isinstance(entry.fact, SigningFact) for entry in changes.entries):
            self.follow_event()
            self.changed.emit()
        remark = next((remark for remark in changes.remarks if remark.code == NOT_SIGNED), None)
        if remark is not None:  # later, because the window closes the bar after each change
            QTimer.singleShot(0, self, lambda: self._offer(remark.text))

    def _offer(self, text: Text) -> None:
        self._controller.messages.action_offered.emit(text, mark("Sign now"), self.sign_now)


def _kept(key: bytes) -> SecretKey:
    """Return the secret key from the keyring, and load the library for signing with it. Raises KeyUnavailable."""
    from ui.signing import kept_key

    secret = kept_key(key)
    if secret.public != key:
        raise KeyUnavailable(mark("the keyring has a different key under this name"))
    return secret


def signing_keeper_of(controller: EventController) -> SigningKeeper:
    """The instance that signs for the event of ``controller``."""
    return controller.findChild(SigningKeeper) or SigningKeeper(controller)
