"""The list of what is missing before a report can be made. Enter goes to where it can be corrected."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from reports.column import Emphasis
from reports.federations.gate import Gap
from tournament.language import Text, mark, mark_count
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.catalogue import page_info
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.signs import StatusIcon

_PAGE = 120


def page_of(gap: Gap) -> str:
    """Return the id of the page on which the gap can be corrected."""
    if gap.session:
        return "tables"
    return "players" if gap.player else "event"


class GapList(QWidget):
    """What is missing, in place of the pages of the report."""

    chosen = Signal(object)
    """The user pressed Enter on this :class:`Gap`."""
    no_members = Signal(object)
    """The players of these numbers, who have no number of the federation, are not members."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        keys = mark(
            "{tab} moves to the list, {enter} goes to the place to correct", tab=Key("Tab"), enter=Key("Return")
        )
        self._keys = KeyText(keys, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        columns: list[TableColumn[Gap]] = [
            TableColumn(mark("Missing items"), lambda gap: gap.what, emphasis=Emphasis.NAME, style=_style),
            TableColumn(mark("Page"), _page_title, emphasis=Emphasis.MUTED, width=_PAGE),
        ]
        self.table: TableView[Gap] = TableView(mark("Missing items"), columns, key=_key, tall=True)
        self.note_no_members = OutlineButton("")
        """Notes in one step that nobody of those without a number is a member."""
        self._without_number: tuple[int, ...] = ()
        column(self._title, self._keys, stretched(self.table), row(self.note_no_members, None), spacing=8, on=self)
        self.note_no_members.clicked.connect(lambda _checked: self.no_members.emit(self._without_number))
        set_focus_target(self, self.table)
        self.table.row_chosen.connect(self._choose)

    def show_gaps(self, gaps: Sequence[Gap]) -> None:
        """List the gaps; the cursor stays on its row."""
        self._title.set_text(
            mark_count(
                "{count} item is missing",
                "{count} items are missing",
                len(gaps),
            )
        )
        self._without_number = tuple(gap.player for gap in gaps if gap.code == "number-missing")
        count = len(self._without_number)
        self.note_no_members.setVisible(bool(count))
        self.note_no_members.set_text(
            mark_count(
                "{count} player without a number is not a member",
                "All {count} players without a number are not members",
                count,
            )
        )
        self.table.show_rows(gaps)

    def _choose(self, gap: Gap | None) -> None:
        if gap is not None:
            self.chosen.emit(gap)


def _key(gap: Gap) -> tuple[str, str, int, int, int]:
    return gap.code, gap.field, gap.player, gap.session, gap.table


def _style(gap: Gap) -> CellStyle:
    return CellStyle(second=gap.remedy, sign=StatusIcon.ASKS)


def _page_title(gap: Gap) -> Text:
    return page_info(page_of(gap)).title
