"""What the panel shows while no hand is due: all hands are in, or the sheet is verified."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from tournament.ledger.entry import Entry
from tournament.ledger.sheet import SheetState
from ui.desktop.pages.tables.page_key import is_alone, page_key
from ui.desktop.sheet.effect import EffectTable, SumLine
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.keys import ENTER, Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column
from ui.entry.page_keys import PageKey
from ui.entry.sheet_lines import game_over_text
from ui.entry.table_sheet import TableSheet


class SheetSummary(Accessible, QWidget):
    """Title, possible actions with their keys, and the totals. It has the focus while nothing is typed."""

    accessible_role = Role.Grouping

    confirmed = Signal()
    """The user pressed Enter or clicked the button."""
    typed = Signal(str)
    """A digit or letter that is not a key of the page."""
    pressed = Signal(object)
    """A :class:`PageKey`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._title = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self._where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._body = KeyText(wrap=True, tone=Tone.TEXT)
        self._effect = EffectTable(mark("Hand"))
        self._sum = SumLine()
        self.next_sheet = PrimaryButton("", hint="Return")
        self.next_sheet.clicked.connect(self.confirmed)
        head = column(self._title, self._where, spacing=0)
        column(head, self._body, self._effect, self._sum, self.next_sheet, None, spacing=10, on=self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter continues. Typed text goes to where it can be entered, or is reported as going nowhere."""
        text, key = event.text(), page_key(event)
        if not is_alone(event):
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.confirmed.emit()
        elif key is not None and key is not PageKey.DRAWN:
            self.pressed.emit(key)
        elif text.strip() and text.isprintable():
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def set_totals_shown(self, shown: bool) -> None:
        """Show or hide the totals, which are on the sheet as well."""
        self._effect.setVisible(shown)

    def show_table(self, table: TableSheet) -> None:
        """Show the state of the table, and what Enter does."""
        self._show_words(table)
        self.setAccessibleName(f"{self._title.text()}, {self._where.text()}")
        self.setAccessibleDescription(self._body.text())

    def _show_words(self, table: TableSheet) -> None:
        sheet, number = table.sheet, table.sheet.table
        waiting = table.next_waiting
        self.next_sheet.setVisible(sheet.closed is not None and waiting is not None and not table.signable)
        if sheet.closed is None:
            self._title.set_text(game_over_text(table) if sheet.growing else mark("All hands are recorded"))
            self._where.set_text(mark("Table {table}", table=number))
            keys = mark(
                "Press {totals} or a digit to enter the totals on paper. {enter} on the fourth "
                "signs the sheet if all agree. {up} corrects a hand, {p} gives a penalty.",
                totals=Key("F6"),
                enter=Key("Return"),
                up=Key("Up"),
                p=Key("P"),
            )
            unit = table.rules.table.sheet_unit
            either = mark(
                "{keys} Totals may be in points or in units of {unit}, with or without the starting points.",
                keys=keys,
                unit=unit,
            )
            self._body.set_text(keys if unit == 1 else either)
        else:
            self._show_signed(table, sheet.closed, waiting)
        self._effect.show_effect(table.names, sheet.scores, None)
        self._sum.show_sum(sheet.lost, left=-sum(sheet.computed) - sheet.lost)

    def _show_signed(self, table: TableSheet, closed: Entry, waiting: int | None) -> None:
        time = f"{closed.time.astimezone():%H:%M}"
        where = mark("{place} · {time} by {author}", place=table.title, time=time, author=closed.author)
        for each in table.sheet.marks:
            where = mark("{where} · {mark}", where=where, mark=each.label)
        self._where.set_text(where)
        if table.signable:
            self._title.set_text(mark("Totals differ after a correction"))
            self._body.set_text(
                mark(
                    "The sheet was corrected after it was signed. {sign} signs it again with a reason, {totals} goes "
                    "to its totals.",
                    sign=Key("Ctrl+Return"),
                    totals=Key("F6"),
                )
            )
            return
        if table.sheet.session in table.view.state.closed:  # how to reopen it is shown below
            self._title.set_text(mark("Sheet verified"))
            self._body.set_text("")
            return
        to_read = table.sheet.state is SheetState.TO_READ_AGAIN
        self._title.set_text(mark("Signed, second reading due") if to_read else mark("Sheet verified"))
        if waiting is None:
            self._body.set_text(
                mark("No other sheet of this session is pending. {up} corrects a hand (with a reason).", up=Key("Up"))
            )
            return
        self.next_sheet.set_text(mark("Next sheet: table {table}", table=waiting))
        self._body.set_text(
            mark("{up} corrects a hand (with a reason). {g} goes to another table.", up=Key("Up"), g=Key("G"))
        )
