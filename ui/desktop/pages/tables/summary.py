"""What the panel says when no hand waits: all are in, or the sheet is verified."""

from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.keys import Key
from ui.desktop.sheet.effect import EffectTable, SumLine
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.key_text import KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column
from ui.entry.table_sheet import TableSheet


class SheetSummary(QWidget):
    """Title, what can be done with its keys, and the totals."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self._where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._body = KeyText(wrap=True, tone=Tone.TEXT)
        self._effect = EffectTable(mark("Hand"))
        self._sum = SumLine()
        head = column(self._title, self._where, spacing=0)
        column(head, self._body, self._effect, self._sum, None, spacing=10, on=self)

    def set_totals_shown(self, shown: bool) -> None:
        """Show the totals, or leave them to the sheet beside."""
        self._effect.setVisible(shown)

    def show_table(self, table: TableSheet) -> None:
        """Say how the table stands."""
        number, closed = table.sheet.table, table.sheet.closed
        if closed is not None:
            self._title.set_text(mark("Sheet verified"))
            time = f"{closed.time.astimezone():%H:%M}"
            self._where.set_text(
                mark("Table {table} · {time} by {author}", table=number, time=time, author=closed.author)
            )
            self._body.set_text(
                mark("{up} corrects a hand with a reason. {g} goes to another table.", up=Key("Up"), g=Key("G"))
            )
        else:
            self._title.set_text(mark("All hands are in"))
            self._where.set_text(mark("Table {table}", table=number))
            self._body.set_text(
                mark(
                    "{totals} goes to the totals of the paper: type all four, then sign. "
                    "{up} corrects a hand, {p} is a penalty.",
                    totals=Key("F6"),
                    up=Key("Up"),
                    p=Key("P"),
                )
            )
        self._effect.show_effect(table.names, table.sheet.scores, None)
        self._sum.show_sum(table.sheet.lost)
