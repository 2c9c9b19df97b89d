"""Choosing the host when several computers say that they host the event."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.use_cases import StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.listening import listen
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.layouts import column, row, stretched

if TYPE_CHECKING:
    from ui.joining.hosts import FoundHost

CHOOSE_HOST = mark("Choose the host")


class ChooseHostDialog(WaitingDialog):
    """Lists the computers. Enter chooses the one in the row; Esc chooses none."""

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, CHOOSE_HOST, parent=parent)
        self._joined = joined_event_of(controller)
        self.hosts: TableView[FoundHost] = TableView(
            mark("Computers that host this event"), _columns(), key=lambda each: each.fingerprint
        )
        self.choose = PrimaryButton(mark("Follow this host"), shortcut="Ctrl+Return")
        self.choose.clicked.connect(lambda _checked: self._choose(self.hosts.current_row))
        self.hosts.row_chosen.connect(self._choose)
        about = words_about(
            mark(
                "Each of these took over from the same host, and desks of one do not see what desks of another enter. "
                "Agree on one of them, choose it at every desk, and stop sharing at the others. What only another one "
                "has can be sent again by the desks that entered it."
            )
        )
        buttons = row(self.leave, None, self.choose, spacing=10)
        column(self.title, about, stretched(self.hosts), self.outcome, buttons, spacing=12, margins=(16, 14), on=self)
        listen(self._joined.changed, self, self._show)
        self._show()
        self.hosts.selectRow(0)
        self.hosts.setFocus()

    def _show(self) -> None:
        """Show who hosts the event now; close when nobody has to choose any more."""
        if self._joined.rivals:
            self.hosts.show_rows(self._joined.rivals)
        else:
            self.reject()

    def _choose(self, host: "FoundHost | None") -> None:
        if host is None:
            return
        try:
            self._joined.choose_host(host)
        except StoreUnavailable as error:
            self._refuse(error)
        else:
            self.accept()


def choose_host(controller: EventController, window: QWidget) -> None:
    """Let the user choose, if there is a choice."""
    shown = any(each.isVisible() for each in window.findChildren(ChooseHostDialog))
    if joined_event_of(controller).rivals and not shown:
        ChooseHostDialog(controller, parent=window).open()


def _columns() -> "list[TableColumn[FoundHost]]":
    return [
        TableColumn(mark("Host"), lambda each: verbatim(harmless_line(each.hello.desk or each.hello.host))),
        TableColumn(mark("Address"), lambda each: verbatim(each.address)),
        TableColumn(mark("Took over"), _since),
        TableColumn(mark("Entries"), lambda each: verbatim(str(each.hello.entries))),
        TableColumn(mark("Only there"), _only_there),
    ]


def _since(host: "FoundHost") -> Text:
    try:
        return verbatim(f"{datetime.fromisoformat(host.hello.since).astimezone():%H:%M:%S}")
    except ValueError:  # it does not say it
        return verbatim("–")


def _only_there(host: "FoundHost") -> Text:
    """What it wrote since it took over, which no other host has."""
    return verbatim(str(max(host.hello.entries - host.hello.take_over - 1, 0)))
