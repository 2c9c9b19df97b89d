"""The dialog that searches for a host that is away at an address that somebody types."""

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.listening import listen
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.cards import NoticeKind
from ui.desktop.widgets.layouts import column, row


class SearchDialog(WaitingDialog):
    """Asks where the host is now. It closes when the host is found; the search goes on if it is closed before."""

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Search for the host"), parent=parent)
        self._joined = joined_event_of(controller)
        text = mark(
            "This desk looks for the host in the local network by itself. If the host is in another network, or is not "
            "found, type its address. Only the host of this event is accepted there."
        )
        self.fields = Form(
            [FormField("address", mark("Address of the host"), str.strip, placeholder="192.168.1.20:8470")]
        )
        self.search = PrimaryButton(mark("Search for the host"), shortcut="Ctrl+Return")
        self.search.setDefault(True)
        self.search.clicked.connect(lambda _checked: self._search())
        self.fields.line("address").textEdited.connect(self._edited)
        buttons = row(self.leave, None, self.search, spacing=10)
        parts = (self.title, words_about(text), self.fields.labelled["address"], self.outcome, None, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)
        listen(self._joined.changed, self, self._look)
        self.fields.line("address").setFocus()

    def _search(self) -> None:
        address = self.fields.line("address").text().strip()
        try:
            self._joined.search_at(address)
        except Refused as refused:
            self.outcome.hide()
            self.fields.refuse("address", refused.problems[0].text)
            self.fields.line("address").selectAll()
            return
        text = mark("Searching at {address}. This desk goes on by itself when the host is found.", address=address)
        self.outcome.show_notice(NoticeKind.INFO, text)
        self.outcome.show()

    def _edited(self, _text: str) -> None:
        self.fields.clear_refusals()
        self.outcome.hide()

    def _look(self) -> None:
        if self._joined.away is None and self.isVisible():
            self.accept()
