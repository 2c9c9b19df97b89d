"""Taking over as the host of an event whose host is away: what it does, what may be lost, and the desks that answer."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.sharing.messages import DeskSeen
from tournament.sharing.take_over import TakeOverLoss, what_take_over_loses
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.desktop.sharing.dialogs import ON_PHONES
from ui.desktop.sharing.host_process import HostProcess
from ui.desktop.sharing.joined_event import HostedHere, joined_event_of
from ui.desktop.sharing.table_entry_address import SHOW_ON_PHONES
from ui.desktop.sharing.waiting_dialog import WaitingDialog
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.fields import CheckBox, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row
from ui.joining.desk_folder import HOSTED


class TakeOverDialog(WaitingDialog):
    """Starts a server with the replica of this desk, which gathers what the other desks have and then is the host."""

    takes_back = False

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Take over as host"), parent=parent)
        self.joined, view = joined_event_of(controller), controller.view
        about = TextLabel(
            mark(
                "Do this if the host will not come back soon. This computer asks the other desks for entries that it "
                "lacks and becomes the host, and they find it by themselves. Do not share the event at the old host "
                "again."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self.loss = TextLabel(kind=Type.DENSE, wrap=True)
        self.pin = Form([FormField("pin", mark("Your PIN"), str)])
        self.pin.line("pin").setEchoMode(TextField.EchoMode.Password)
        self._asks_for_pin = view is not None and bool(view.state.pins)
        self.pin.labelled["pin"].setVisible(self._asks_for_pin)
        self.start = PrimaryButton(mark("Take over as host"), shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda _checked: self._start())
        self.enough = OutlineButton(mark("Do not wait for the others"))
        self.enough.hide()
        self.enough.clicked.connect(lambda _checked: self._go_on())
        self.phones = CheckBox(SHOW_ON_PHONES)
        self.phones.setChecked(view is not None and view.state.table_entry is not None)
        parts = (self.title, about, self.loss, self.phones, self.pin.labelled["pin"], self.bar, self.outcome, None)
        buttons = row(self.leave, None, self.enough, self.start, spacing=10)
        column(*parts, buttons, spacing=12, margins=(16, 14), on=self)
        listen(self.joined.changed, self, self._show_loss)
        self._news = self.joined.news
        self._show_loss()
        (self.pin.line("pin") if self._asks_for_pin else self.start).setFocus()

    def _show_loss(self) -> None:
        book, news = self.joined.book, self._news
        if book is None or news is None:
            return
        asked = {book.desk}
        if self._work is not None and self.joined.away is None:  # whoever spoke to the new host has told all it has
            asked |= {each.name for each in self.joined.desks if each.have}
        self.loss.set_text(_words(what_take_over_loses(news, len(book.written.journal), asked)))

    def _start(self) -> None:
        book = self.joined.book
        if book is None or self._work is not None:
            return
        replica, author, pin = Path(book.place), self.controller.user.by.author, self.pin.line("pin").text().strip()
        options = (ON_PHONES,) if self.phones.isChecked() else ()
        self.begin(
            lambda: HostProcess(replica, "--take-over", "--as", author, *options, pin=pin),
            mark("Asking the other desks what they have"),
            lambda host: self._taken_over(host, replica.with_name(HOSTED)),
        )
        self.start.hide()
        self.enough.show()

    def _ended(self) -> None:
        super()._ended()
        self.start.show()
        self.enough.hide()

    def _go_on(self) -> None:
        gathered = self.joined.gathered
        if gathered is not None:
            work = Work(lambda _step: gathered())
            listen(work.failed, self, self._refuse)
            work.start()

    def _taken_over(self, host: HostProcess, file: Path) -> None:
        self.joined.host_here(HostedHere(file, host.ready.invitation, host, host.ready.public or ""))
        self.accept()


def _words(loss: TakeOverLoss) -> Text:
    """What is lost, for who decides."""
    lost, unknown = _lost(loss.entries), _unknown(loss.not_asked)
    if loss.entries and loss.not_asked:
        return mark("{one} {other}", one=lost, other=unknown)
    if loss.entries or loss.not_asked:
        return lost if loss.entries else unknown
    if loss.acknowledged:
        return mark("Every desk was asked. What the host wrote last, and sent to no desk, may be missing.")
    return mark("Every desk was asked: nothing that was confirmed is lost.")


def _lost(entries: int) -> Text:
    return mark_count(
        "At least {count} entry of the host is at no desk that was asked.",
        "At least {count} entries of the host are at no desk that was asked.",
        entries,
    )


def _unknown(desks: Sequence[DeskSeen]) -> Text:
    return mark(
        "These desks have not said yet what they have, and may have entries that no other desk has: {desks}.",
        desks=listed(verbatim(each.name) for each in desks),
    )
