"""Orders that wait in the folder of another desk of this computer, which are offered after joining."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tournament.language import mark, mark_count, verbatim
from tournament.use_cases import StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.desktop.pages.desks.rows import OrderRow, order_columns, order_row
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.layouts import column, row, stretched
from ui.joining.desk_folder import DeskFolder
from ui.joining.left_orders import LeftOrders, forget_orders, left_orders

_WIDE, _ROUND = 1000, 60
_DESK = 150
"""Width of the column of desks in pixels."""


class LeftOrdersDialog(WaitingDialog):
    """Lists the orders of other desks of this computer that the host does not have, and sends them from this desk."""

    takes_back = False

    def __init__(self, controller: EventController, left: Sequence[LeftOrders], *, parent: QWidget) -> None:
        super().__init__(controller, mark("Entries of another desk"), parent=parent)
        self._left, self._joined = left, joined_event_of(controller)
        about = mark_count(
            "{count} entry was made on this computer under another name of its desk, and the host does not have it. If "
            "it is sent here, it is an entry of {author}.",
            "{count} entries were made on this computer under another name of its desk, and the host does not have "
            "them. If they are sent here, they are entries of {author}.",
            sum(len(each.orders) for each in left),
            author=controller.user.by.author,
        )
        desks = {order.id: each.desk for each in left for order in each.orders}
        self.orders: TableView[OrderRow] = TableView(
            mark("Entries of another desk"),
            (TableColumn(mark("Desk"), lambda row: verbatim(desks[row.order.id]), width=_DESK), *order_columns()),
            key=lambda each: each.order.id,
        )
        view = controller.book.view
        self.orders.show_rows([order_row(view, order, None) for each in left for order in each.orders])
        self.leave.set_text(mark("Leave them there"))
        self.send = PrimaryButton(mark("Send them here"), shortcut="Ctrl+Return")
        self.send.clicked.connect(lambda _checked: self._send())
        buttons = row(self.leave, None, self.send, spacing=10)
        parts = (self.title, words_about(about), stretched(self.orders), self.bar, self.outcome, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)
        self.resize(min(_WIDE, parent.window().width() - _ROUND), self.height())
        self.send.setFocus()

    def _send(self) -> None:
        if self._work is not None:
            return
        try:
            self._joined.adopt([order for each in self._left for order in each.orders])
        except StoreUnavailable as error:
            self._refuse(error)
            return
        self.begin(self._forget, mark("Sending"), lambda _nothing: self.accept())

    def _forget(self) -> None:
        """Remove the orders from the other folders; called in another thread. Until then they are at both desks, and
        have the same ids, so that the host writes them once."""
        for each in self._left:
            forget_orders(each)


def offer_left_orders(controller: EventController, window: QWidget) -> None:
    """Look, in another thread, for orders of other desks of this computer, and show the dialog if there are any."""
    book = controller.shared_book
    own = DeskFolder.of_replica(Path(book.place)) if book is not None else None
    if book is None or own is None:
        return

    def offer(found: Sequence[LeftOrders]) -> None:
        if controller.shared_book is not book:
            return
        lacking = [replace(each, orders=book.lacking(each.orders)) for each in found]
        if left := [each for each in lacking if each.orders]:
            LeftOrdersDialog(controller, left, parent=window).open()

    work = Work(lambda _step: left_orders(own))
    listen(work.done, window, offer)
    work.start()
