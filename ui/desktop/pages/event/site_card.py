"""The card for the web page of the event: where it is published, whether automatically, and what is there now."""

from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from tournament.event.problem import Refused
from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_folder, folder_of
from ui.desktop.kit.form import Form, FormField
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.site_publisher import SiteState, publisher_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import CheckBox, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row, stretched
from ui.web_host.failures import ChangedHost, LoginRefused, UnknownHost

WRITE = "Ctrl+Shift+W"


class SiteCard(QWidget):
    """The place, how to publish, and a button; below, what is published there, and questions of a web host."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = column(spacing=12, on=self)
        self._controller = controller
        self.publisher = publisher_of(controller)
        self._answered = False
        """Whether what is being written answers a question of the web host."""
        self.form = Form(
            [
                FormField(
                    "to",
                    mark("Write the web page to"),
                    str.strip,
                    placeholder=mark("A folder, or sftp://user@host/folder/"),
                )
            ]
        )
        self.choose = OutlineButton(mark("Choose a folder …"))
        self.automatic = CheckBox(mark("Write it whenever the public results change"))
        self.write = OutlineButton(mark("Update now"), shortcut=WRITE)
        self.bar = WorkBar()
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.problem = MessageLabel()
        self.accept = OutlineButton(mark("The web host shows the same key: accept it"))
        self.fingerprint = TextField(name=mark("Fingerprint shown by the web host"), placeholder="SHA256:…")
        self.accept_typed = OutlineButton(mark("Accept the new key"))
        self._new_key = boxed(row(stretched(self.fingerprint), self.accept_typed, spacing=10))
        self.password = TextField(name=mark("Password of the web host"), placeholder=mark("Password"))
        self.password.setEchoMode(TextField.EchoMode.Password)
        self.log_in = OutlineButton(mark("Log in"))
        self._login = boxed(row(stretched(self.password), self.log_in, spacing=10))
        add(self.body, self.form.labelled["to"])
        add(self.body, self.automatic)
        add(self.body, row(self.write, self.choose, None, self.bar, spacing=10))
        for part in (self._state, self.problem, self.accept, self._new_key, self._login):
            add(self.body, part)
        self._connect()
        self._show()

    def _connect(self) -> None:
        self.form.on_finished(lambda _name: self._take_place())
        self.choose.clicked.connect(lambda _checked: self._choose())
        self.automatic.clicked.connect(self.publisher.set_automatic)
        self.write.clicked.connect(lambda _checked: self._write())
        self.accept.clicked.connect(lambda _checked: self._accept())
        self.accept_typed.clicked.connect(lambda _checked: self._accept_typed())
        self.log_in.clicked.connect(lambda _checked: self._log_in())
        answer_keys(self.fingerprint, dict.fromkeys(ENTER, self._accept_typed))
        answer_keys(self.password, dict.fromkeys(ENTER, self._log_in))
        self.publisher.changed.connect(self._show)
        self.publisher.begun.connect(self._follow)
        translator.changed.connect(self._show)

    def show_view(self, _view: View) -> None:
        """Show what is published. Only users who may publish can change the place."""
        self._show()

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self.password.clear()
        self.fingerprint.clear()
        self.form.accept_all()

    def text(self) -> str:
        """The text about what is published at the place."""
        return self._state.text()

    def _show(self) -> None:
        state, publisher = self.publisher.state, self.publisher
        may = bool(state.setting.event) and self._controller.may(Act.RESULTS)
        self.form.show({"to": state.setting.to}, kept=self.form.unsaved)
        self.form.set_enabled("to", None if may else mark("for the organiser"))
        self.choose.setEnabled(may)
        self.automatic.setChecked(state.setting.automatic)
        self.automatic.setEnabled(may and bool(state.setting.to))
        self.write.setEnabled(may and bool(state.setting.to) and not publisher.writing)
        self.write.set_text(mark("Try again") if state.failed is not None else mark("Update now"))
        self._state.set_text(site_state_text(state, writing=publisher.writing))
        failed = None if publisher.writing else state.failed
        problem = failed.message if failed is not None else state.problem
        self.problem.show_message(problem)
        changed = isinstance(failed, ChangedHost)
        self.accept.setVisible(may and isinstance(failed, UnknownHost) and not changed)
        self._new_key.setVisible(may and changed)
        self._login.setVisible(may and isinstance(failed, LoginRefused))
        if self._answered and not publisher.writing:
            self._answered = False
            self._go_on()

    def _go_on(self) -> None:
        """Move the cursor to what the web host asks for next, unless the user has left the card."""
        here = QApplication.focusWidget()
        if here is not None and self.isAncestorOf(here):
            asked = (self.password, self.fingerprint, self.accept)
            next((each for each in asked if each.isVisible()), self.write).setFocus()

    def _take_place(self) -> None:
        if "to" not in self.form.unsaved:
            return
        self.form.clear_refusals("to")
        try:
            self.publisher.choose(self.form.value("to"))
        except Refused as refused:
            self.form.refuse("to", refused.problems[0].text)
            return
        self.form.accept_all()
        self._show()

    def _choose(self) -> None:
        begin = folder_of(self._controller.book.place) or Path.home()
        folder = choose_folder(self, mark("Folder of the web page"), begin)
        if folder is not None:
            self.form.line("to").setText(str(folder))
            self.form.line("to").setModified(True)
            self._take_place()
            self.write.setFocus()

    def _write(self) -> None:
        self.publisher.write_now()

    def _answer(self, *, accepted: str = "", password: str = "") -> None:
        self._answered = True
        self.choose.setFocus()  # it stays enabled; from a control that is hidden, the focus would leave the card
        self.publisher.write_now(accepted=accepted, password=password)

    def _accept(self) -> None:
        failed = self.publisher.state.failed
        if isinstance(failed, UnknownHost):
            self._answer(accepted=failed.fingerprint)

    def _accept_typed(self) -> None:
        typed = self.fingerprint.text().strip()
        if typed:
            self.fingerprint.clear()
            self._answer(accepted=typed)

    def _log_in(self) -> None:
        typed = self.password.text()
        if typed:
            self.password.clear()
            self._answer(password=typed)

    def _follow(self, work: Work) -> None:
        self.bar.follow(work, mark("Writing the web page"))


def site_state_text(state: SiteState, *, writing: bool) -> Text:
    setting = state.setting
    if not setting.to:
        return mark("A page of the public results, for players and their friends. The web address above leads to it.")
    if writing:
        return mark("Writing the page …")
    if not setting.moment:
        return mark("Nothing written there yet.")
    moment = datetime.fromisoformat(setting.moment).astimezone()
    if state.older:
        return mark("Written {moment}; the public results have changed since.", moment=moment)
    if state.not_kept:
        return mark(
            "Written {moment}. This computer has no keyring, so the password is needed each time.", moment=moment
        )
    return mark("Written {moment}: it shows what is public now.", moment=moment)
