"""The second reading of a signed sheet: a notice that hides the sheet, and empty fields for the values on paper.

Nothing that was signed is shown before the reading is recorded.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.language import Text, mark
from tournament.ledger.second_reading import ReadDifference, may_read
from ui.desktop.listening import listen
from ui.desktop.pages.tables.sheet_end import READ_AGAIN
from ui.desktop.sheet.entry_fields import ReasonField, is_alone, page_key
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Question
from ui.desktop.widgets.fields import LineField, take_digits
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, aligned, column
from ui.entry import reading_draft
from ui.entry.form import confirmed
from ui.entry.page_keys import WHERE_NOTHING_IS_SHOWN, PageKey
from ui.entry.reading_draft import ReadingField, ReadingOnSheet, ReadingPart, ReadingPlace, ReadingStep
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import SigningDraft, SigningQuestion

_NOTICE_WIDTH = 520


class SheetToRead(Accessible, QWidget):
    """The notice that replaces a sheet and the panel until the second reading.

    V starts the reading; Ctrl+R reopens the sheet, with a reason.
    """

    accessible_role = Role.Grouping

    pressed = Signal(object)
    """A :class:`PageKey`. Enter counts as the key for reading."""
    typed = Signal(str)
    """A digit or letter that has no effect here."""
    reopened = Signal()
    reason_typed = Signal(str)
    """The reason for reopening, as typed so far."""
    reason_confirmed = Signal()
    reason_left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self._where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._body = KeyText(wrap=True, tone=Tone.TEXT)
        self.read = PrimaryButton(mark("Read again"), hint=READ_AGAIN)
        self.reopen = OutlineButton(mark("Reopen the sheet"), shortcut="Ctrl+R")
        self.reason = ReasonField(mark("Reason for reopening the sheet"))
        inside = QWidget()
        inside.setMaximumWidth(_NOTICE_WIDTH)
        column(column(self._title, self._where, spacing=0), self._body, self.read, self.reopen, self.reason, None,
               spacing=10, margins=4, on=inside)  # fmt: skip
        column(inside, on=self)
        self.read.clicked.connect(lambda: self.pressed.emit(PageKey.READ_AGAIN))
        self.reopen.clicked.connect(self.reopened.emit)
        self.reason.typed.connect(self.reason_typed)
        self.reason.confirmed.connect(self.reason_confirmed)
        answer_keys(self.reason.line, {ESCAPE: self.reason_left.emit})

    def show_table(self, table: TableSheet, signing: SigningDraft) -> None:
        """Show which sheet waits, and ask why it is reopened."""
        sheet = table.sheet
        self._title.set_text(mark("Signed, second reading due"))
        self._where.set_text(mark("Session {session}, table {table}", session=sheet.session, table=sheet.table))
        self._body.set_text(
            mark(
                "{v} starts the second reading: the entered values stay hidden until then. {g} goes to another table.",
                v=Key(READ_AGAIN),
                g=Key("G"),
            )
        )
        asked = signing.question is SigningQuestion.REOPEN
        self.reason.setVisible(asked)
        self.reason.set_text(signing.reason)
        self.reason.show_problem(signing.problem if asked else "")
        self.setAccessibleName(f"{self._title.text()}, {self._where.text()}")
        self.setAccessibleDescription(self._body.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start the reading with Enter. Other text is refused, and arrows do nothing, because no rows are shown."""
        text, key = event.text(), page_key(event)
        if not is_alone(event) or not self.hasFocus():
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.pressed.emit(PageKey.READ_AGAIN)
        elif key in WHERE_NOTHING_IS_SHOWN:
            self.pressed.emit(key)
        elif text.strip() and text.isprintable():
            self.typed.emit(text)
        elif key is None:
            super().keyPressEvent(event)


_SWITCH = "F6"
"""Switches between reading the points and reading the totals."""
_ACROSS = 4
_READING_WIDTH, _READER = 620, 300
_HANDS = 16
"""Number of hands of a whole sheet in most games."""


class SecondReadingView(QWidget):
    """The form of a second reading: the reader's name, then the four totals or the points of all hands.

    It asks again for values that differ. If they differ twice, it asks for the reason why the sheet is rejected.
    """

    stepped = Signal(object)
    """A :class:`ReadingStep`, the result of a key in the form."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._form: ReadingOnSheet | None = None
        self._author = ""
        self._author_may = True
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = KeyText(tone=Tone.TEXT2, wrap=True)
        self.reader = LineField(mark("Second reader"))
        self.reader.setFixedWidth(_READER)
        self._totals, self._points = _Fields(signed=True), _Fields(signed=False)
        for fields, count in ((self._totals, _ACROSS), (self._points, _HANDS)):
            self._add_fields(fields, count)  # now: Tab visits widgets in the order in which they were created
        self.fields: list[LineField] = []
        """The visible fields: for the totals or for the points."""
        self.again = Notice(NoticeKind.DANGER)
        self.question = Question()
        self.reason = ReasonField(mark("Reason for sending the sheet back"))
        self._keys = KeyText(wrap=True)
        inside = QWidget()
        inside.setMaximumWidth(_READING_WIDTH)
        reader = aligned(self.reader, Qt.AlignmentFlag.AlignLeft)
        column(self._title, self._where, 8, reader, 8, self.again, self._totals, self._points, 8, self.question,
               self.reason, self._keys, None, spacing=8, margins=(4, 4, 12, 4), on=inside)  # fmt: skip
        scroll = Scrolled(inside)
        column(scroll, margins=Size.PAGE_MARGIN, on=self)
        self.reader.typed.connect(partial(self._type, ReadingPart.READER))
        self.reader.confirmed.connect(
            lambda: self._step(lambda form: reading_draft.reader_confirmed(form, self._author))
        )
        self.reason.typed.connect(partial(self._type, ReadingPart.REASON))
        self.reason.confirmed.connect(lambda: self._confirm(ReadingPart.REASON))
        for line in (self.reader.line, self.reason.line):
            answer_keys(line, {ESCAPE: self.left.emit})
        QShortcut(QKeySequence(_SWITCH), self).activated.connect(lambda: self._step(reading_draft.switched))

    def show_form(self, form: ReadingOnSheet, author: str) -> None:
        """Show what was typed. ``author`` is the user, who is the reader unless another name is entered."""
        self._form, self._author = form, author
        sheet = form.table.sheet
        self._author_may = may_read(sheet, author) or bool(form.reader)
        self._title.set_text(mark("Table {table}: second reading", table=sheet.table))
        self._where.set_text(
            mark(
                "Session {session}. This sheet is signed. Type the values on the paper. The sheet "
                "itself does not change.",
                session=sheet.session,
            )
        )
        self.reader.line.setPlaceholderText(author if may_read(sheet, author) else "")
        self.reader.set_text(form.reader)
        self.reader.show_problem(_problem(form, ReadingPart.READER))
        found = form.mismatches
        self._show_fields(form)
        self._show_question(form, found)
        self._show_keys(form)

    def focus(self, place: ReadingPlace) -> None:
        """Move the cursor to ``place``; to the reader's name instead of the first value if the user may not read."""
        if place is ReadingPart.REASON:
            self.reason.setFocus()
        elif place is ReadingPart.READER or (place == ReadingField(0) and not self._author_may):
            self.reader.setFocus()
        else:
            field = self.fields[place.place]
            field.setFocus()
            field.line.selectAll()

    def _type(self, place: ReadingPlace, text: str) -> None:
        self._step(lambda form: reading_draft.typed(form, place, text))

    def _confirm(self, place: ReadingPlace) -> None:
        self._step(lambda form: confirmed(form, place, translator.language))

    def _confirm_reader(self) -> None:
        self._step(lambda form: reading_draft.reader_confirmed(form, self._author))

    def _step(self, key: Callable[[ReadingOnSheet], ReadingStep]) -> None:
        if self._form is not None:
            self.stepped.emit(key(self._form))

    def _show_fields(self, form: ReadingOnSheet) -> None:
        self._totals.setVisible(not form.of_points)
        self._points.setVisible(form.of_points)
        shown = self._points if form.of_points else self._totals
        self._add_fields(shown, len(form.texts))
        self.fields = shown.fields[: len(form.texts)]
        for field in shown.fields:
            field.setVisible(field in self.fields)
        for index, field in enumerate(self.fields):
            place = ReadingField(index)
            field.set_label(_label(form, index))
            field.set_text(form.texts[index])
            field.line.setReadOnly(form.differs_twice or place not in form.fields)
            field.show_problem(_problem(form, place))

    def _add_fields(self, fields: "_Fields", count: int) -> None:
        """Add fields until there are ``count``."""
        while len(fields.fields) < count:
            self._listen_to(fields.add_field(), len(fields.fields) - 1)

    def _listen_to(self, field: LineField, index: int) -> None:
        listen(field.typed, self, lambda text: self._type(ReadingField(index), text))
        listen(field.confirmed, self, lambda: self._confirm(ReadingField(index)))
        answer_keys(field.line, {ESCAPE: self.left.emit})

    def _show_question(self, form: ReadingOnSheet, found: tuple[ReadDifference, ...]) -> None:
        once_more = bool(form.again) and not form.differs_twice
        if once_more:
            body = mark("This differs from the signed value: look at the paper again.")
            self.again.show_notice(NoticeKind.DANGER, reading_draft.again_text(form), body)
        if found:
            keys = mark(
                "{yes} sends the sheet back for a new signature and then shows both values. {no} "
                "leaves without saving.",
                yes=Key("Return"),
                no=Key("Esc"),
            )
            self.question.show_notice(NoticeKind.WARN, reading_draft.differs_text(form.table, found), keys)
        self.again.setVisible(once_more)
        self.question.setVisible(bool(found))
        self.reason.setVisible(bool(found))
        self.reason.set_text(form.reason)

    def _show_keys(self, form: ReadingOnSheet) -> None:
        leave = mark("Press {esc} to leave without saving.", esc=Key("Esc"))
        self._keys.setVisible(not form.differs_twice)
        if form.table.sheet.totals_only or form.again:
            self._keys.set_text(leave)
            return
        other = mark("the four totals") if form.of_points else mark("the column of points")
        self._keys.set_text(mark("{key} reads {other} instead. {leave}", key=Key(_SWITCH), other=other, leave=leave))


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
        """Add a field after the others and return it."""
        field = LineField("", parent=self)
        take_digits(field.line, signed=self._signed)
        row, place = divmod(len(self.fields), _ACROSS)
        self._grid.addWidget(field, row, place, Qt.AlignmentFlag.AlignTop)
        self.fields.append(field)
        return field


def _problem(form: ReadingOnSheet, place: ReadingPlace) -> Text | str:
    if form.refusal is not None and form.refusal.field == place:
        return form.refusal.text
    if place in [reading_draft.field_of(each) for each in form.mismatches]:
        return mark("differs from the signed value")
    return mark("read it again") if place in form.again and not form.differs_twice else ""


def _label(form: ReadingOnSheet, index: int) -> Text:
    if form.of_points:
        return mark("Hand {hand}", hand=index + 1)
    return mark("Total of {player}", player=form.table.names[index])
