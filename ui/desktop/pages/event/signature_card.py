"""The card for the key that signs the fingerprints of the event: create, save, load or remove it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from reports.writers.atomic_file import ExportFailed
from tournament.event.problem import Refused
from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.ledger.signature import short_key
from tournament.use_cases import View
from tournament.use_cases.commands import RemoveSigningKey, SetSigningKey
from tournament.use_cases.ports import KeyUnavailable
from tournament.use_cases.signing import refuse_holder
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_key_file, choose_new_key_file, folder_of
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.desktop.signing_keeper import signing_keeper_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, bring_into_view, row, stretched
from ui.signing import SecretKey


class _ReadyKey(NamedTuple):
    """A secret key that will become the event's, and whether the keyring has it."""

    secret: SecretKey
    kept: bool


class SignatureCard(Card):
    """The holder and the key, the passphrase for key files, and below what the key signed."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self._work: Work | None = None
        self._not_kept = False
        self.keeper = signing_keeper_of(controller)
        self.holder = TextField(name=mark("Holder of the signing key"), placeholder=mark("Holder of the key"))
        self.create_key = OutlineButton(mark("Create a key"))
        self.sign = OutlineButton(mark("Sign now"))
        self.remove = OutlineButton(mark("Remove the key"))
        self.passphrase = _secret_field(mark("Passphrase of a file with the secret key"), mark("Passphrase"))
        self.again = _secret_field(mark("The same passphrase again"), mark("Passphrase again"))
        self.load = OutlineButton(mark("Load the secret key …"))
        self.save = OutlineButton(mark("Save the secret key …"))
        self.save_public = OutlineButton(mark("Save the public key …"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._problem = MessageLabel()
        title = TextLabel(mark("Signature"), kind=Type.PANEL_TITLE)
        add(self.body, row(title, 6, stretched(self.holder), spacing=10))
        add(self.body, row(self.create_key, self.remove, None, spacing=10))
        add(self.body, row(stretched(self.passphrase), stretched(self.again), spacing=10))
        add(self.body, row(self.save, self.load, None, spacing=10))
        add(self.body, row(self.sign, self.save_public, None, spacing=10))
        add(self.body, self._state)
        add(self.body, self._problem)
        for button, act in (
            (self.create_key, self._create), (self.load, self._load), (self.save, self._save),
            (self.save_public, self._save_public), (self.sign, self._sign), (self.remove, self._remove),
        ):  # fmt: skip
            button.clicked.connect(lambda _checked, act=act: act())
        answer_keys(self.holder, dict.fromkeys(ENTER, self._create))
        self.keeper.changed.connect(self._show)

    def show_view(self, _view: View) -> None:
        """Show the key and what it signed. Buttons are enabled if the user may press them."""
        self._show()

    def problem(self) -> str:
        """The problem that is shown, or an empty string."""
        return self._problem.message()

    def text(self) -> str:
        """The text about the key."""
        return self._state.text()

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        for field in (self.holder, self.passphrase, self.again):
            field.clear()
        self._not_kept = False
        self._problem.hide()

    def _show(self) -> None:
        view = self._controller.view
        if view is None:
            return
        may, key = self._controller.may(Act.SIGNING_KEY), view.state.signing_key is not None
        here = may and not self.keeper.host_signs
        for part in (self.holder, self.create_key, self.load, self.passphrase, self.again):
            part.setEnabled(here)
        self.save.setEnabled(here and key)
        self.remove.setEnabled(may and key)
        self.save_public.setEnabled(key)
        self.sign.setEnabled(key and bool(view.state.closed) and self._controller.may(Act.SESSIONS))
        self._state.set_text(self._state_text(view))

    def _state_text(self, view: View) -> Text:
        named = view.state.signing_key
        if named is None and self.keeper.host_signs:
            return mark("No signing key. Its secret key belongs on the host of the event: create or load it there.")
        if named is None:
            return mark(
                "No signing key. With one, the fingerprint of each closed session is signed, and a check of the file "
                "says whether the signature holds."
            )
        values = {"holder": harmless_line(named.holder), "key": short_key(named.key)}
        if self.keeper.secret is None and not self.keeper.host_signs:
            reason = self.keeper.reason or mark("this computer does not have the secret key")
            return mark(
                "{holder} signs with the key {key}, but not on this computer: {reason}.", reason=reason, **values
            )
        if self._not_kept:
            return mark(
                "{holder} signs with the key {key}. This computer has no keyring that keeps it: load the secret key "
                "from its file each time you open the event.",
                **values,
            )
        signed = view.state.last_signature
        if signed is None:
            return mark("{holder} signs with the key {key}. Nothing is signed yet.", **values)
        return mark(
            "{holder} signs with the key {key}. Signed up to entry {entries} of {all}.",
            entries=signed.entries,
            all=len(view.journal),
            **values,
        )

    def _create(self) -> None:
        """Create a key in the keyring.

        With a passphrase it is also saved in a file, which is enough if there is no keyring.
        """
        holder = self._holder()
        if holder is None:
            return
        if not self.passphrase.text():
            self._begin(lambda: _ReadyKey(_created(), kept=True), lambda ready: self._use(ready, holder))
            return
        passphrase = self._passphrase_twice()
        path = self._new_file("signing-key.pem") if passphrase is not None else None
        if path is not None and passphrase is not None:
            self._begin(lambda: _created_in(path, passphrase), lambda ready: self._use(ready, holder))

    def _load(self) -> None:
        path = choose_key_file(self, folder_of(self._controller.book.place))
        passphrase, holder = self.passphrase.text(), self.holder.text()
        if path is not None:
            self._begin(lambda: _loaded(path, passphrase), lambda ready: self._use(ready, holder))

    def _use(self, ready: _ReadyKey, holder: str) -> None:
        """Sign with this key from now on, and set it in the event if that has another one or none."""
        view = self._controller.view
        if view is None:
            return
        self.keeper.hold(ready.secret)  # before the event has the key, so that nothing asks the keyring for it
        named = view.state.signing_key
        if named is None or named.key != ready.secret.public:
            name = holder.strip() or self._controller.user.by.author
            problems = attempt(self._controller, SetSigningKey(ready.secret.public, name))
            if problems:
                self._refuse(problems[0].text)
                return
        self._not_kept = not ready.kept
        for field in (self.holder, self.passphrase, self.again):
            field.clear()
        self._show()

    def _save(self) -> None:
        view = self._controller.view
        named = view.state.signing_key if view is not None else None
        passphrase = self._passphrase_twice()
        path = self._new_file("signing-key.pem") if passphrase is not None else None
        if named is None or passphrase is None or path is None:
            return
        secret, key = self.keeper.secret, named.key
        self._begin(lambda: _saved(secret, key, path, passphrase), self._was_saved)

    def _was_saved(self, path: Path) -> None:
        self.passphrase.clear()
        self.again.clear()
        self._controller.messages.noted.emit(mark("Written: {file}", file=str(path)))

    def _save_public(self) -> None:
        view = self._controller.view
        named = view.state.signing_key if view is not None else None
        path = self._new_file("public-key.pem") if named is not None else None
        if named is not None and path is not None:
            key = named.key
            self._begin(lambda: _public_saved(path, key), self._was_saved)

    def _sign(self) -> None:
        self._problem.hide()
        self.keeper.sign_now()

    def _remove(self) -> None:
        problems = attempt(self._controller, RemoveSigningKey())
        self._problem.hide()
        if problems:
            self._refuse(problems[0].text)

    def _holder(self) -> str | None:
        """The name that was typed, or that of the user if none was."""
        try:
            return refuse_holder(self.holder.text().strip() or self._controller.user.by.author)
        except Refused as refused:
            self._refuse(refused.problems[0].text)
            return None

    def _passphrase_twice(self) -> str | None:
        """The passphrase if it was typed twice alike, otherwise None with the problem shown."""
        if self.passphrase.text() and self.passphrase.text() == self.again.text():
            return self.passphrase.text()
        self._refuse(mark("Type the passphrase of the file twice, the same in both fields."))
        self.passphrase.setFocus()
        return None

    def _new_file(self, name: str) -> Path | None:
        return choose_new_key_file(self, (folder_of(self._controller.book.place) or Path.home()) / name)

    def _begin(self, task: Callable[[], object], then: Callable[[Any], None]) -> None:
        """Run ``task`` off the GUI thread, since a keyring may ask the user first, and then call ``then``.

        Nothing is called if another event was opened meanwhile.
        """
        if self._work is not None:
            return
        self._problem.hide()
        event = self._event()
        self._work = work = Work(lambda _step: task())
        listen(work.done, self, lambda result: then(result) if self._event() == event else None)
        work.failed.connect(self._refused)
        work.ended.connect(self._ended)
        work.start()

    def _event(self) -> str:
        """The id of the open event."""
        view = self._controller.view
        return view.journal[0].id if view is not None and len(view.journal) else ""

    def _ended(self) -> None:
        self._work = None

    def _refuse(self, text: Text) -> None:
        """Say why nothing was done, in view: the card can be longer than what is visible of the page."""
        self._problem.show_message(text)
        QTimer.singleShot(0, self._problem, lambda: bring_into_view(self._problem))

    def _refused(self, error: BaseException) -> None:
        if isinstance(error, ExportFailed):
            self._refuse(error.message)
        elif isinstance(error, KeyUnavailable):
            self._refuse(error.text)
        else:
            raise error


def _secret_field(name: Text, placeholder: Text) -> TextField:
    field = TextField(name=name, placeholder=placeholder)
    field.setEchoMode(TextField.EchoMode.Password)
    return field


def _created() -> SecretKey:
    """Create a key in the keyring. Raises KeyUnavailable."""
    from ui.signing import keep_key, know_key

    secret = SecretKey.new()
    try:
        keep_key(secret)
    except KeyUnavailable as error:
        reason = mark("{reason}; type a passphrase twice to keep the key in a file instead", reason=error.reason)
        raise KeyUnavailable(reason) from error
    know_key(secret.public)
    return secret


def _created_in(path: Path, passphrase: str) -> _ReadyKey:
    """Create a key in the file at ``path``, and in the keyring if there is one. Raises KeyUnavailable."""
    from ui.signing import write_secret

    secret = SecretKey.new()
    write_secret(path, secret, passphrase)
    return _ready(secret)


def _loaded(path: Path, passphrase: str) -> _ReadyKey:
    """Read the key in the file at ``path``, and store it in the keyring if there is one. Raises KeyUnavailable."""
    from ui.signing import read_secret

    return _ready(read_secret(path, passphrase))


def _ready(secret: SecretKey) -> _ReadyKey:
    from ui.signing import keep_key, know_key

    know_key(secret.public)
    try:
        keep_key(secret)
    except KeyUnavailable:  # the key works until the program ends; the card says that it is needed again
        return _ReadyKey(secret, kept=False)
    return _ReadyKey(secret, kept=True)


def _saved(secret: SecretKey | None, key: bytes, path: Path, passphrase: str) -> Path:
    """Write the secret key of ``key`` to ``path``. Raises KeyUnavailable."""
    from ui.signing import kept_key, write_secret

    write_secret(path, secret if secret is not None and secret.public == key else kept_key(key), passphrase)
    return path


def _public_saved(path: Path, key: bytes) -> Path:
    """Write the public key to ``path``. Raises ExportFailed."""
    from ui.signing import write_public

    write_public(path, key)
    return path
