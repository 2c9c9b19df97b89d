"""Shown to a second reader before they begin: a signed sheet that waits, without any of its figures."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.pages.tables.page_key import is_alone, page_key
from ui.desktop.pages.tables.second_reading_notice import READ_AGAIN
from ui.desktop.sheet.reason_field import ReasonField
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column
from ui.entry.page_keys import WHERE_NOTHING_IS_SHOWN, PageKey
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import SigningDraft, SigningQuestion

_WIDE = 520


class SheetToRead(Accessible, QWidget):
    """Replaces sheet and panel. V starts the reading; Ctrl+R reopens the sheet, with a reason."""

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
        inside.setMaximumWidth(_WIDE)
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
        """Enter starts the reading. There are no rows to move to, and typed text is reported as going nowhere."""
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
