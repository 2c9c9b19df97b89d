"""A penalty on the sheet; it can be cancelled with a reason."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from tournament.ledger.description import penalty_text
from tournament.ledger.sheet_content import Penalty
from tournament.rules.payment import Net
from tournament.use_cases import CancelPenalty
from ui.desktop.sheet.change_effect import ChangeEffect
from ui.desktop.sheet.effect import EffectTable
from ui.desktop.sheet.reason_field import ReasonField
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import DOWN, ESCAPE, UP, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column
from ui.entry.change_words import UNSAID
from ui.entry.penalty_draft import CancelDraft
from ui.entry.sheet_lines import penalty_words
from ui.entry.table_sheet import TableSheet


class PenaltyShown(QWidget):
    """The penalty, its player, who gave it and when. A reason and Enter cancel it."""

    typed = Signal(str)
    """The reason as typed so far."""
    confirmed = Signal()
    """The user pressed Enter."""
    left = Signal()
    """The user pressed Esc."""
    moved = Signal(int)
    """The user pressed an arrow: -1 up, 1 down."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = TextLabel(kind=Type.NAME, wrap=True)
        self._points = TextLabel(kind=Type.BODY, wrap=True)
        self._who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.reason = ReasonField(mark("Reason for cancelling"))
        self._effect = EffectTable(mark("Returned"))
        self.change = ChangeEffect()
        self.cancel = OutlineButton(mark("Cancel the penalty"), hint="Return")
        title = TextLabel(mark("Penalty"), kind=Type.PAGE_TITLE)
        column(title, self._what, self._points, self._who, self.reason, self._effect, self.change,
               self.cancel, None,
               spacing=10, on=self)  # fmt: skip
        self.reason.typed.connect(self.typed)
        self.reason.confirmed.connect(self.confirmed)
        self.cancel.clicked.connect(self.confirmed)
        answers = {ESCAPE: self.left.emit, UP: lambda: self.moved.emit(-1), DOWN: lambda: self.moved.emit(1)}
        answer_keys(self.reason.line, answers)
        set_focus_target(self, self.reason.line)

    def show_penalty(self, table: TableSheet, penalty: Penalty, draft: CancelDraft) -> None:
        """Show ``penalty``, and the reason for cancelling it."""
        entry = penalty.entry
        self._what.set_text(penalty_words(table.rules, penalty))
        self._points.set_text(penalty_text(penalty.given, table.names.__getitem__, after_places=penalty.after_places))
        when = f"{entry.time.astimezone():%H:%M}"
        self._who.set_text(mark("Given by {author} at {time}", author=entry.author, time=when))
        a, b, c, d = penalty.net
        back: Net = (-a, -b, -c, -d)
        self._effect.setVisible(not penalty.after_places)
        self._effect.show_effect(table.names, table.sheet.computed, back, marked=penalty.given.player)
        self.change.show_command(table.view, CancelPenalty(entry.id, UNSAID))
        self.reason.set_text(draft.reason)
        self.reason.show_problem(draft.problem)
