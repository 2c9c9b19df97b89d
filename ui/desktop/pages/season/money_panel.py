"""The panel with the money of a club: the fewest payments that settle all balances, and the balances."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from reports.document import Emphasis, Kind
from reports.sheets.money import BALANCES, NO_PAYMENT, PAYMENTS, payer_name
from reports.sheets.season import result_heading, worth_cell
from tournament.event.money import money_text
from tournament.language import Text, mark
from tournament.standings.money import Balance, ClubPayment
from tournament.use_cases import View
from tournament.use_cases.club import money_of
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, column, row, set_margins, stretched

MONEY = "Ctrl+M"
_MARGIN = 22
_WIDTH = 460
_SCORE, _POINTS, _AMOUNT = 72, 96, 84


def _name(_row: ClubPayment) -> CellStyle:
    return CellStyle(type=Type.DENSE)


class MoneyPanel(SidePanel):
    """Who owes whom after the shown season or evening."""

    closed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=_WIDTH, parent=parent)
        self._of = TextLabel(kind=Type.DENSE_TOTAL, wrap=True)
        self.rules = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.payments: TableView[ClubPayment] = TableView(
            PAYMENTS, (), key=lambda each: (each.payer, each.payee), plain=True
        )
        self.nothing = TextLabel(NO_PAYMENT, tone=Tone.TEXT2)
        self.balances: TableView[Balance] = TableView(BALANCES, (), key=lambda each: each.player, plain=True)
        close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        close.clicked.connect(self.closed)
        title = TextLabel(mark("Money"), kind=Type.PAGE_TITLE)
        headings = (TextLabel(text, kind=Type.PANEL_TITLE) for text in (PAYMENTS, BALANCES))
        parts = (row(stretched(title), close, spacing=12), 4, self._of, 2, self.rules, 12,
                 next(headings), 4, self.nothing, stretched(self.payments), 12,
                 next(headings), 4, stretched(self.balances))  # fmt: skip
        add(self.body, stretched(column(*parts, spacing=0, margins=(_MARGIN, 0))))
        set_margins(self.body, (1, 16, 0, Size.PANEL_MARGIN))

    def show_money(self, view: View, of: Text, sessions: Sequence[int]) -> None:
        """Show who owes whom after ``sessions``, which are called ``of``."""
        money, found = view.settings.money, money_of(view, sessions)
        self._of.set_text(of)
        self.rules.set_text(money_text(money))
        self.payments.set_columns((
            TableColumn(mark("Pays"), lambda each: payer_name(view, each.payer), style=_name),
            TableColumn(mark("Is paid"), lambda each: payer_name(view, each.payee), style=_name),
            TableColumn(mark("Amount"), lambda each: money.amount(each.amount), Kind.AMOUNT, Emphasis.STRONG,
                        width=_AMOUNT),
        ))  # fmt: skip
        self.balances.set_columns((
            TableColumn(mark("Player"), lambda each: payer_name(view, each.player), emphasis=Emphasis.NAME),
            TableColumn(result_heading(by_points=view.counts_points), lambda each: worth_cell(each.points), Kind.SIGNED,
                        Emphasis.MUTED, width=_POINTS if view.counts_points else _SCORE),
            TableColumn(mark("Balance"), lambda each: money.amount(each.amount), Kind.AMOUNT, Emphasis.STRONG,
                        width=_AMOUNT),
        ))  # fmt: skip
        self.payments.show_rows(found.payments)
        self.payments.setVisible(bool(found.payments))
        self.nothing.setVisible(not found.payments)
        self.balances.show_rows(found.balances)
