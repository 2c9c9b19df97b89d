"""Sign and verify: what the totals say, the reason where they differ, reopening."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.problem import Problem
from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Net
from tournament.use_cases import CloseSheet, Command, RecordTotals, ReopenSheet
from ui.desktop.keys import Key
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.notice import Notice, NoticeKind

Carry = Callable[[Command, bool], tuple[Problem, ...]]


class _Asks(Enum):
    NOTHING = "nothing"
    DIFFERENCE = "difference"
    """Why totals that differ stand."""
    VOID = "void"
    """Whether hands not played stay void."""
    TOTALS_ALONE = "totals alone"
    """Whether the table is known by its totals alone."""
    REOPEN = "reopen"
    """Why a verified sheet is opened again."""


class Signing(QWidget):
    """The last step of a sheet. Ctrl Enter signs; whatever is doubtful asks once."""

    finished = Signal()
    """Signed, reopened or given up: back to the entry."""

    def __init__(self, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._carry = carry
        self._sheet: Sheet | None = None
        self._typed: Net | None = None
        self._asks = _Asks.NOTHING
        self._blocked: Text | None = None
        self.notice = Notice(NoticeKind.DANGER)
        self.question = Notice(NoticeKind.WARN)
        self.reason = LabeledField("", TextField())
        self._why_not = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.sign = OutlineButton(mark("Sign and verify"), shortcut="Ctrl+Return")
        self.reopen = OutlineButton(mark("Reopen the sheet"), shortcut="Ctrl+R")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self.notice, self.question, self.reason, self._why_not, self.sign, self.reopen):
            column.addWidget(part)
        self.line.returnPressed.connect(self._answered)
        self.line.installEventFilter(self)
        self.sign.clicked.connect(self._sign)
        self.reopen.clicked.connect(lambda: self._ask(_Asks.REOPEN))
        self._ask(_Asks.NOTHING)

    @property
    def line(self) -> TextField:
        """The line of the reason, or of the answer."""
        assert isinstance(self.reason.editor, TextField)
        return self.reason.editor

    def show_sheet(self, sheet: Sheet, typed: Net | None, judgement: tuple[NoticeKind, Text, Text] | None,
                   blocked: Text | None) -> None:  # fmt: skip
        """Stand under ``sheet``: the totals ``typed``, what they come to, and why it cannot be signed now."""
        if self._sheet is None or (self._sheet.session, self._sheet.table) != (sheet.session, sheet.table):
            self._ask(_Asks.NOTHING)
        self._sheet, self._typed, self._blocked = sheet, typed, blocked
        closed = sheet.closed is not None
        self.notice.setVisible(judgement is not None)
        if judgement is not None:
            self.notice.show_notice(*judgement)
        self.sign.setVisible(not closed)
        self.reopen.setVisible(closed)
        self.sign.setEnabled(blocked is None)
        self._why_not.setVisible(blocked is not None and not closed)
        self._why_not.set_text(blocked or "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc gives the question up."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        if event.key() != Qt.Key.Key_Escape:
            return False
        self._give_up()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer a question that needs no words."""
        if self._asks is _Asks.VOID and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._answered()
        elif self._asks is _Asks.VOID and event.key() == Qt.Key.Key_Escape:
            self._give_up()
        else:
            super().keyPressEvent(event)

    def _give_up(self) -> None:
        self._ask(_Asks.NOTHING)
        self.finished.emit()

    def _sign(self) -> None:
        sheet = self._sheet
        if sheet is None or self._blocked is not None:
            return
        if not sheet.played:
            self._ask(_Asks.TOTALS_ALONE)
        elif sheet.played < len(sheet.hands) and self._asks is not _Asks.VOID:
            self._ask(_Asks.VOID)
        elif self._differs(sheet):
            self._ask(_Asks.DIFFERENCE)
        else:
            self._close("")

    def _differs(self, sheet: Sheet) -> bool:
        return self._typed is not None and self._typed != sheet.scores

    def _answered(self) -> None:
        sheet, asked, words = self._sheet, self._asks, self.line.text().strip()
        assert sheet is not None
        if asked is _Asks.VOID:
            if self._differs(sheet):
                self._ask(_Asks.DIFFERENCE)
            else:
                self._close("")
        elif asked is _Asks.TOTALS_ALONE and self._typed is not None:
            self._send(RecordTotals(sheet.session, sheet.table, self._typed, words))
        elif not words:
            self.reason.set_problem(mark("Say why in a few words."))
        elif asked is _Asks.DIFFERENCE:
            self._close(words)
        elif asked is _Asks.REOPEN:
            self._send(ReopenSheet(sheet.session, sheet.table, words))

    def _close(self, reason: str) -> None:
        assert self._sheet is not None
        self._send(CloseSheet(self._sheet.session, self._sheet.table, self._typed, reason))

    def _send(self, command: Command) -> None:
        against = self._carry(command, True)
        if against:
            if self._asks is _Asks.NOTHING:
                self._ask(_Asks.DIFFERENCE)
            self.reason.set_problem(against[0].text)
            return
        self._ask(_Asks.NOTHING)
        self.finished.emit()

    def _ask(self, what: _Asks) -> None:
        self._asks = what
        self.line.clear()
        self.reason.clear_problem()
        self.reason.setVisible(what not in (_Asks.NOTHING, _Asks.VOID))
        self.question.setVisible(what in (_Asks.VOID, _Asks.TOTALS_ALONE, _Asks.DIFFERENCE))
        keys = mark("{yes} confirms, {no} goes back.", yes=Key("Return"), no=Key("Esc"))
        if what is _Asks.VOID and self._sheet is not None:
            missing = len(self._sheet.hands) - self._sheet.played
            text = mark_count("{count} hand was not played", "{count} hands were not played", missing)
            self.question.show_notice(NoticeKind.WARN, text, mark("Void for all four. {keys}", keys=keys))
        elif what is _Asks.TOTALS_ALONE:
            text = mark("No hand is recorded: enter the table by its four totals alone?")
            self.question.show_notice(NoticeKind.WARN, text, keys)
        elif what is _Asks.DIFFERENCE:
            text = mark("The totals differ: sign all the same?")
            self.question.show_notice(NoticeKind.WARN, text, mark("The computed totals count. {keys}", keys=keys))
        self.reason.set_label(_LABELS.get(what, mark("Reason")))
        self.setAccessibleName(self.question.text() if what is _Asks.VOID else "")
        if what is _Asks.VOID:
            self.setFocus()
        elif what is not _Asks.NOTHING:
            self.line.setFocus()


_LABELS = {
    _Asks.DIFFERENCE: mark("Why the difference stands"),
    _Asks.TOTALS_ALONE: mark("Why, if they do not balance"),
    _Asks.REOPEN: mark("Why the sheet is opened again"),
}
