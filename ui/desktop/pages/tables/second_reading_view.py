"""The second reading of a signed sheet: empty fields for what stands on the paper, and nothing of what was typed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.language import Text, mark
from tournament.ledger.second_reading import ReadDifference, difference_text, may_read, value_text
from ui.desktop.keys import Key
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.digit_keys import take_digits
from ui.desktop.widgets.fields import LineField
from ui.desktop.widgets.key_answers import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.key_text import KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import aligned, column
from ui.desktop.widgets.notice import NoticeKind
from ui.desktop.widgets.question import Question
from ui.desktop.widgets.scrolled import Scrolled
from ui.entry.second_reading_keys import fault_text, mismatches
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import SecondReadingDraft, TablesState

SWITCH = "F6"
"""Reads the column of points in place of the totals, or the reverse."""
_ACROSS = 4
_WIDE, _READER = 620, 300


class SecondReadingView(QWidget):
    """Who reads, then four totals or the points of every hand; a mismatch stops with both values."""

    reader_typed = Signal(str)
    typed = Signal(int, str)
    """What stands in the field at an index."""
    confirmed = Signal(int)
    """Enter in the field at an index."""
    reader_confirmed = Signal()
    switched = Signal()
    rejected = Signal()
    """Enter on the mismatch."""
    left = Signal()
    """Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._compared = False
        self._author_may = True
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = KeyText(tone=Tone.TEXT2, wrap=True)
        self.reader = LineField(mark("Who reads the paper"))
        self.reader.setFixedWidth(_READER)
        self._totals, self._points = _Fields(signed=True), _Fields(signed=False)
        self.fields: list[LineField] = []
        """Those in view: of the totals, or of the points."""
        self.question = Question()
        self._keys = KeyText(wrap=True)
        inside = QWidget()
        inside.setMaximumWidth(_WIDE)
        reader = aligned(self.reader, Qt.AlignmentFlag.AlignLeft)
        column(self._title, self._where, 8, reader, 8, self._totals, self._points, 8, self.question, self._keys, None,
               spacing=8, margins=(4, 4, 12, 4), on=inside)  # fmt: skip
        scroll = Scrolled(inside)
        column(scroll, margins=Size.PAGE_MARGIN, on=self)
        self.reader.typed.connect(self.reader_typed)
        self.reader.confirmed.connect(self.reader_confirmed)
        answer_keys(self.reader.line, {ESCAPE: self.left.emit})
        QShortcut(QKeySequence(SWITCH), self).activated.connect(self.switched)

    def show_state(self, state: TablesState, author: str) -> None:
        """Show what is typed; ``author`` acts, and reads if nobody else says so."""
        table, draft = state.table, state.second_reading
        if table is None or draft is None:
            return
        sheet = table.sheet
        self._author_may = may_read(sheet, author) or bool(draft.reader)
        self._title.set_text(mark("Table {table}: read the paper again", table=sheet.table))
        self._where.set_text(
            mark(
                "Session {session}. This sheet is signed. Type what stands on the paper; it changes nothing.",
                session=sheet.session,
            )
        )
        self.reader.line.setPlaceholderText(author if may_read(sheet, author) else "")
        self.reader.set_text(draft.reader)
        self.reader.show_problem(draft.problem)
        self._show_fields(table, draft)
        self._compared = draft.compared
        found = mismatches(state)
        self._show_mismatches(table, draft, found)
        self._show_keys(table, draft)

    def focus(self, index: int) -> None:
        """Put the cursor into the field at ``index``; first say who reads, where who acts may not."""
        if index < 0 or (index == 0 and not self._author_may):
            self.reader.setFocus()
        else:
            self.fields[index].setFocus()
            self.fields[index].line.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer the mismatch."""
        if self._compared and event.key() in ENTER:
            self.rejected.emit()
        elif event.key() == ESCAPE:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _show_fields(self, table: TableSheet, draft: SecondReadingDraft) -> None:
        self._totals.setVisible(not draft.of_points)
        self._points.setVisible(draft.of_points)
        shown = self._points if draft.of_points else self._totals
        while len(shown.fields) < len(draft.texts):
            self._listen_to(shown.add_field(), len(shown.fields) - 1)
        self.fields = shown.fields
        for index, field in enumerate(self.fields):
            field.set_label(_label(table, draft, index))
            field.set_text(draft.texts[index])
            field.line.setReadOnly(draft.compared)
            field.show_problem(fault_text(draft) if draft.unreadable == index else "")

    def _listen_to(self, field: LineField, index: int) -> None:
        field.typed.connect(lambda text: self.typed.emit(index, text))
        field.confirmed.connect(lambda: self.confirmed.emit(index))
        answer_keys(field.line, {ESCAPE: self.left.emit})

    def _show_mismatches(self, table: TableSheet, draft: SecondReadingDraft, found: tuple[ReadDifference, ...]) -> None:
        self.question.setVisible(bool(found))
        for difference in found:
            index = difference.column if difference.column is not None else (difference.hand or 1) - 1
            self.fields[index].show_problem(mark("signed: {value}", value=value_text(difference.first)))
        if found:
            name = table.names[found[0].column] if found[0].column is not None else ""
            self.question.show_notice(
                NoticeKind.WARN,
                difference_text(found[0], name) if len(found) == 1
                else mark("{count} values are not what was signed", count=len(found)),
                mark(
                    "{yes} sends the sheet back to who signed it, with both values. {no} leaves it to be read again.",
                    yes=Key("Return"),
                    no=Key("Esc"),
                ),
            )  # fmt: skip

    def _show_keys(self, table: TableSheet, draft: SecondReadingDraft) -> None:
        leave = mark("{esc} shows the sheet.", esc=Key("Esc"))
        self._keys.setVisible(not draft.compared)
        if table.sheet.totals_only:
            self._keys.set_text(leave)
            return
        other = mark("the four totals") if draft.of_points else mark("the column of points")
        self._keys.set_text(mark("{key} reads {other} instead. {leave}", key=Key(SWITCH), other=other, leave=leave))


class _Fields(QWidget):
    """Fields in the order of the paper, four in a row."""

    def __init__(self, *, signed: bool) -> None:
        super().__init__()
        self._signed = signed
        self.fields: list[LineField] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)

    def add_field(self) -> LineField:
        """One more."""
        field = LineField("", parent=self)
        take_digits(field.line, signed=self._signed)
        row, place = divmod(len(self.fields), _ACROSS)
        self._grid.addWidget(field, row, place, Qt.AlignmentFlag.AlignTop)
        self.fields.append(field)
        return field


def _label(table: TableSheet, draft: SecondReadingDraft, index: int) -> Text:
    if draft.of_points:
        return mark("Hand {hand}", hand=index + 1)
    return mark("Total of {player}", player=table.names[index])
