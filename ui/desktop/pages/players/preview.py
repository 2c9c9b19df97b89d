"""The preview of an import: the file's own lines, in order, with what was adjusted, left out or noticed."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from tournament.event.player_import import Roster
from tournament.language import Text, mark, mark_count
from ui.desktop.pages.players import preview_model as columns
from ui.desktop.pages.players.preview_model import PreviewModel, Shown
from ui.desktop.pages.players.preview_panel import PreviewPanel
from ui.desktop.pages.players.widths import wish_of
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, Index, Role, TextDelegate
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.sharing import Wish, shared
from ui.desktop.widgets.signs import Icon, StatusIcon
from ui.desktop.widgets.switch import Segment, Switch

_WIDTHS = {columns.LINE: 56, columns.COUNTRY: 78, columns.EMA_NUMBER: 112}


class LineDelegate(TextDelegate):
    """The number of a line, small, at the right."""

    align = painting.RIGHT
    kind = Type.DENSE


class NumberDelegate(TextDelegate):
    """An EMA number, digits in line; a zero that was put back is bold."""

    def contents(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        """Write the digits."""
        said = str(index.data() or "")
        if index.data(Role.VALUE) and said[:1] == "0":
            painting.words(painter, rect, "0", colour=theme.tokens.text, kind=Type.TOTAL, figures=True)
            rect = rect.adjusted(painting.width_of("0", Type.TOTAL, figures=True), 0, 0, 0)
            said = said[1:]
        self.line(painter, rect, said, index, figures=True)


class NotesDelegate(TextDelegate):
    """Every note with its sign, side by side."""

    def contents(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        """Write note after note while there is room."""
        left = rect.left()
        for sign, said in index.data(Role.VALUE) or ():
            sign.draw(painter, QRectF(left, rect.center().y() - 7, 14, 14))
            room = QRectF(left + 20, rect.top(), rect.right() - left - 20, rect.height())
            quiet = sign in (StatusIcon.TO_VERIFY, StatusIcon.INFO)
            ink = (Tone.TEXT2 if quiet else sign.tone).of(theme.tokens)
            painting.words(painter, room, said, colour=ink, kind=Type.DENSE, figures=True)
            left += 20 + painting.width_of(said, Type.DENSE, figures=True) + 16
            if left > rect.right() - 40:
                return


class Preview(QWidget):
    """Adds all, or nothing."""

    confirmed = Signal()
    cancelled = Signal()
    another = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._roster: Roster | None = None
        self.model = PreviewModel(self)
        self.table = ListTable(mark("Lines of the list"))
        self.table.setModel(self.model)
        self.shown = Switch(mark("Lines shown"))
        self.panel = PreviewPanel()
        self._range = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._lay_out()
        self.shown.chosen.connect(self._choose)
        self.panel.confirmed.connect(self.confirmed)
        self.panel.cancelled.connect(self.cancelled)
        self.panel.another.connect(self.another)
        self.setFocusProxy(self.table)

    def _lay_out(self) -> None:
        for column, delegate in (
            (columns.LINE, LineDelegate(self.table)),
            (columns.EMA_NUMBER, NumberDelegate(self.table)),
            (columns.NOTES, NotesDelegate(self.table)),
        ):
            self.table.set_delegate(column, delegate)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setStretchLastSection(True)
        path = row(
            TextLabel(mark("Players"), kind=Type.PAGE_TITLE),
            4,
            Icon("chevron-right", size=16),
            4,
            TextLabel(mark("Import"), kind=Type.PAGE_TITLE, tone=Tone.TEXT2),
            None,
            self.shown,
        )
        bold = TextLabel(mark("Bold: what the import put back"), kind=Type.DENSE, tone=Tone.TEXT2)
        inner = QVBoxLayout()
        inner.setContentsMargins(*([Size.PAGE_MARGIN] * 4))
        inner.setSpacing(12)
        inner.addLayout(path)
        inner.addWidget(self.table, 1)
        inner.addLayout(row(self._range, None, bold))
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(inner, 1)
        whole.addWidget(self.panel)

    @property
    def roster(self) -> Roster | None:
        """What would be added."""
        return self._roster

    def show_roster(self, roster: Roster) -> None:
        """Show what a file would add."""
        self._roster = roster
        count = {shown: sum(shown.holds(line) for line in roster.lines) for shown in Shown}
        words = {
            Shown.ALL: mark_count("The one line", "All {count} lines", count[Shown.ALL]),
            Shown.CHANGED: mark("Changed {count}", count=count[Shown.CHANGED]),
            Shown.REMARKS: mark("Remarks {count}", count=count[Shown.REMARKS]),
            Shown.BLOCKED: mark("In the way {count}", count=count[Shown.BLOCKED]),
        }
        offered = [shown for shown in Shown if shown is not Shown.BLOCKED or count[shown]]
        self.shown.set_segments([Segment(shown.value, words[shown]) for shown in offered])
        first = Shown.BLOCKED if count[Shown.BLOCKED] else Shown.ALL
        self.shown.set_current(first.value)
        self._choose(first.value)
        self._range.set_text(_range_text(roster))
        self.panel.show_roster(roster)

    def _choose(self, key: str) -> None:
        if self._roster is not None:
            self.model.show(self._roster, Shown(key))
            self._share()
            if self.model.rowCount():
                self.table.selectRow(0)

    def _share(self) -> None:
        whole = self.width() - self.panel.width() - 2 * Size.PAGE_MARGIN
        rest = whole - sum(_WIDTHS.values()) - 2 * PAD
        wishes = {at: self._wish(at) for at in range(len(columns.HEADS)) if at not in _WIDTHS}
        widths = _WIDTHS | dict(zip(wishes, shared(rest, list(wishes.values())), strict=True))
        for column in range(columns.NOTES):  # the last one takes what is left
            self.table.setColumnWidth(column, widths[column])

    def _wish(self, column: int) -> Wish:
        texts = (str(self.model.index(at, column).data() or "") for at in range(self.model.rowCount()))
        return wish_of(columns.HEADS[column], texts, name=column == columns.PLAYER)

    def resizeEvent(self, event: object) -> None:
        """Share the room anew."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._share()


def _range_text(roster: Roster) -> Text | str:
    if not roster.lines:
        return ""
    first, last = roster.lines[0].number, roster.lines[-1].number
    if not roster.heading_line:
        return mark("Lines {first} to {last} · without headings", first=first, last=last)
    return mark(
        "Lines {first} to {last} · line {heading} holds the headings", first=first, last=last,
        heading=roster.heading_line,
    )  # fmt: skip
