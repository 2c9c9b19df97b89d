"""A penalty on the sheet, looked at: it can be cancelled with a reason."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.ledger.description import penalty_text
from tournament.ledger.sheet import Penalty
from tournament.rules.payment import Net
from tournament.use_cases import CancelPenalty, Command
from ui.desktop.sheet.effect import EffectTable
from ui.desktop.sheet.lines import penalty_words
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel

Carry = Callable[[Command, bool], tuple[Problem, ...]]


class PenaltyShown(QWidget):
    """What was given, to whom, by whom and when; a reason and Enter cancel it."""

    asked = Signal(str)
    """An arrow: UP or DOWN."""
    finished = Signal()

    def __init__(self, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._carry = carry
        self._penalty: Penalty | None = None
        self._title = TextLabel(mark("Penalty"), kind=Type.PAGE_TITLE)
        self._what = TextLabel(kind=Type.NAME, wrap=True)
        self._points = TextLabel(kind=Type.BODY, wrap=True)
        self._who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.reason = LabeledField(mark("Why it is cancelled"), TextField())
        self._effect = EffectTable(mark("Back"))
        self.cancel = OutlineButton(mark("Cancel the penalty"), hint="Return")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self._title, self._what, self._points, self._who, self.reason, self._effect, self.cancel):
            column.addWidget(part)
        column.addStretch(1)
        self.line.returnPressed.connect(self._submit)
        self.line.textEdited.connect(lambda _text: self.reason.clear_problem())
        self.cancel.clicked.connect(self._submit)
        self.line.installEventFilter(self)
        self.setFocusProxy(self.line)

    @property
    def line(self) -> TextField:
        """The line of the reason."""
        assert isinstance(self.reason.editor, TextField)
        return self.reason.editor

    def show_penalty(self, at: TableSheet, penalty: Penalty) -> None:
        """Look at ``penalty``."""
        if self._penalty is None or self._penalty.entry.id != penalty.entry.id:
            self.line.clear()
            self.reason.clear_problem()
        self._penalty = penalty
        entry = penalty.entry
        self._what.set_text(penalty_words(at.rules, penalty))
        self._points.set_text(penalty_text(penalty.given, lambda column: at.names[column]))
        when = f"{entry.time.astimezone():%H:%M}"
        self._who.set_text(mark("Given by {author} at {time}", author=entry.author, time=when))
        a, b, c, d = penalty.net
        back: Net = (-a, -b, -c, -d)
        self._effect.show_effect(at.names, at.sheet.scores, back, lit=penalty.given.player)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc and arrows go on."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        arrows = {Qt.Key.Key_Up: "UP", Qt.Key.Key_Down: "DOWN"}
        if event.key() == Qt.Key.Key_Escape:
            self.finished.emit()
            return True
        if event.key() in arrows:
            self.asked.emit(arrows[Qt.Key(event.key())])
            return True
        return False

    def _submit(self) -> None:
        if self._penalty is None:
            return
        against = self._carry(CancelPenalty(self._penalty.entry.id, self.line.text()), False)
        if against:
            self.reason.set_problem(against[0].text)
            self.line.setFocus()
        else:
            self.finished.emit()
