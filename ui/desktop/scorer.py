"""The stand-alone scorer: the hand editor without an event, for training and appeals; and the quiz."""

from random import Random

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout

from tournament.catalogue import SCORERS
from tournament.hand.notation import format_hand
from tournament.language import mark
from tournament.rules.hand_scorer import HandScorer
from ui.desktop.controller import EventController
from ui.desktop.hand_editor.hand_page import HandPage
from ui.desktop.quiz import Quiz
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.switch import Segment, Switch
from ui.entry.verdict import HandContext

_GAPS = 80
"""The margins of the head, and what stands between its parts."""


class Scorer(HandPage):
    """Type any hand and read what it is worth; or count a random hand, and compare."""

    def __init__(self, controller: EventController, chance: Random | None = None) -> None:
        super().__init__()
        self._controller = controller
        self._chance = chance or Random()
        self.quiz = Quiz()
        self.rules = Switch(mark("Rules"), [Segment(id, scorer.name) for id, scorer in SCORERS.items()])
        self.asks = OutlineButton(mark("Quiz"), shortcut="Ctrl+Return")
        self.back = OutlineButton(mark("Close"), hint="Esc")
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.editor.judged.connect(self.panel.show_verdict)
        self.rules.chosen.connect(lambda _id: self._begin(self.editor.state.typed))
        self.asks.clicked.connect(self.ask)
        self.back.clicked.connect(self.leave)
        self.quiz.answered.connect(self._answered)
        self.quiz.asked.connect(self.ask)
        self.quiz.stopped.connect(self._stop)
        self._begin("")

    def _lay_out(self) -> None:
        self._head_parts = (
            TextLabel(mark("Count a hand"), kind=Type.PAGE_TITLE),
            ElidedLabel(mark("nothing is recorded"), kind=Type.DENSE, tone=Tone.TEXT2),
            *(self.rules, self.asks, self.back),
        )
        title, where, *_ = self._head_parts
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.addLayout(row(title, 4, where, None), 1)
        self._head.addLayout(row(self.rules, None, self.asks, self.back))
        self.fill(self._head, self.quiz)
        self.quiz.hide()

    @property
    def _hand_scorer(self) -> HandScorer:
        return SCORERS[self.rules.current]

    def leave(self) -> None:
        """Go to the tables, or to the start while no event is open."""
        self._controller.navigation.page_wanted.emit("tables")

    def ask(self) -> None:
        """Show a random hand; its value stays hidden until it is counted."""
        hand = self._hand_scorer.random_win(self._chance)
        self.quiz.ask()
        self.panel.hide()
        self.editor.begin(HandContext(hand.situation, scorer=self._hand_scorer), format_hand(hand))
        self.editor.set_read_only(True)
        self.quiz.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the head take two lines where one is too short."""
        super().resizeEvent(event)
        wide = sum(part.sizeHint().width() for part in self._head_parts) + _GAPS
        short = wide > self.width() - self.panel.width()
        self._head.setDirection(QBoxLayout.Direction.TopToBottom if short else QBoxLayout.Direction.LeftToRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the quiz, then goes back."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.quiz.isVisible():
            self._stop()
        else:
            self.leave()

    def _begin(self, typed: str) -> None:
        self.editor.begin(HandContext(self.editor.state.context.situation, scorer=self._hand_scorer), typed)

    def _answered(self, claimed: int) -> None:
        """Compare what was counted by hand."""
        verdict = self.editor.state.verdict
        self.panel.show()
        self.panel.show_verdict(verdict, claimed, quiz=True)
        self.quiz.show_result(claimed, verdict.points or 0)

    def _stop(self) -> None:
        self.quiz.hide()
        self.panel.show()
        self.editor.set_read_only(False)
        self.editor.begin(HandContext(scorer=self._hand_scorer))
        self.editor.setFocus()
