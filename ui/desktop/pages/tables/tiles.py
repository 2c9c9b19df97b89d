"""The tiles of a hand of the sheet: laid out over the page, held against the points claimed, recorded with them."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from tournament.event.problem import Gravity, Problem
from tournament.hand.notation import format_hand
from tournament.hand.situation import Situation
from tournament.language import Text, mark
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import Command, GivePenalty, RecordHand
from ui.desktop.controller import EventController
from ui.desktop.hand_editor import said
from ui.desktop.hand_editor.editor import Given, HandEditor
from ui.desktop.hand_editor.panel import VerdictPanel
from ui.desktop.hand_editor.verdict import Verdict
from ui.desktop.pages.papers import show_slip
from ui.desktop.pages.tables import refusals
from ui.desktop.pages.tables.draft import Draft
from ui.desktop.pages.tables.refusals import Plain
from ui.desktop.sheet.lines import result_of
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.key_text import key_alone
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import column_beside

Carry = Callable[[Command, bool], tuple[Problem, ...]]


class HandTiles(QWidget):
    """Winner, winds and self-draw are the sheet's; Enter records points and tiles together, Esc goes back with both."""

    finished = Signal(object)
    """Back to the sheet with this :class:`Draft`; None when something is recorded."""

    def __init__(self, controller: EventController, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller, self._carry = controller, carry
        self._at: TableSheet | None = None
        self._draft = Draft(1)
        self._asking = False
        self._half: dict[tuple[int, int, int], str] = {}
        """What was typed and left, by session, table and hand."""
        self.editor, self.panel = HandEditor(), VerdictPanel()
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.back = OutlineButton(mark("Back to the sheet"), hint="Esc")
        self.points = TextField()
        self.reason = TextField()
        self._points_field = LabeledField(mark("Points claimed"), self.points, hint=key_alone("F6"))
        self._reason_field = LabeledField(mark("Why the referee lets them stand"), self.reason)
        self.notice = Notice(NoticeKind.DANGER)
        self.penalty = OutlineButton("", icon="flag", shortcut="F4")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+P")
        self.record = PrimaryButton("", hint="Return")
        self._lay_out()
        self.editor.judged.connect(self._judged)
        self.editor.confirmed.connect(self.submit)
        self.panel.looked_at.connect(self.editor.look_at)
        self.points.textEdited.connect(lambda _text: self._judged(self.editor.verdict))
        for line in (self.points, self.reason):
            line.returnPressed.connect(self.submit)
        self.record.clicked.connect(self.submit)
        self.penalty.clicked.connect(self._punish)
        self.slip.clicked.connect(self._print)
        self.back.clicked.connect(self.leave)
        figures = QShortcut(QKeySequence("F6"), self)
        figures.activated.connect(self.ask_points)
        self.setFocusProxy(self.editor)

    def _lay_out(self) -> None:
        column = column_beside(self.panel, self)
        column.addLayout(row(self._title, 4, self._where, None, self.slip, self.back))
        column.addWidget(self.editor, 1)
        self.notice.hide()
        for part in (self.notice, self._points_field, self._reason_field, self.penalty, self.record):
            self.panel.foot.addWidget(part)

    def begin(self, at: TableSheet, draft: Draft) -> None:
        """Lay out the hand of ``draft``, whose winner and source are known."""
        scorer = at.rules.scorer
        assert draft.winner is not None
        assert scorer is not None
        self._at, self._draft, self._asking = at, draft, False
        own = at.winds(draft.hand)[draft.winner]
        beside = [at.names[at.rules.rotation.column(Wind((own + step) % 4), draft.hand)] for step in (3, 2, 1)]
        situation = Situation(at.rules.rotation.prevalent(draft.hand), own, draft.self_draw)
        given = Given(situation, True, scorer, (beside[0], beside[1], beside[2]))
        self._title.set_text(mark("Tiles of hand {hand}", hand=draft.hand))
        result = Plain(result_of(Outcome(draft.winner, draft.discarder), at.names))
        self._where.set_text(mark("Table {table} · {result}", table=at.sheet.table, result=result))
        self.points.setText(draft.points)
        self.reason.setText(draft.overrule)
        self.slip.setVisible(bool(at.sheet.hands[draft.hand - 1].tiles))
        self._reason_field.set_label(mark("Why it stands, signed {author}", author=self._controller.by.author))
        self.editor.begin(given, self._half.get(self._key, draft.tiles))
        self.editor.setFocus()

    @property
    def _key(self) -> tuple[int, int, int]:
        assert self._at is not None
        return self._at.sheet.session, self._at.sheet.table, self._draft.hand

    @property
    def claimed(self) -> int | None:
        """The points claimed; None while nothing is typed: then those counted are recorded."""
        typed = self.points.text().strip()
        return int(typed) if typed.isascii() and typed.isdigit() else None

    def ask_points(self) -> None:
        """Put the cursor into the points claimed, so that others are typed over them."""
        self.points.setFocus()
        self.points.selectAll()

    def leave(self) -> None:
        """Back to the sheet, with what is typed."""
        self._half[self._key] = self.editor.typed
        self.finished.emit(self._typed())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panel give way a little."""
        super().resizeEvent(event)
        self.panel.make_room(self.width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button with the focus, else records. Esc leaves a question, then goes back to the sheet."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            elif not isinstance(focused, QLineEdit):  # which has said it itself
                self.submit()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._asking:
            self._asking = False
            self.notice.hide()
        else:
            self.leave()

    def submit(self) -> None:
        """Record the hand; a hand already recorded goes back to the sheet, where a correction needs its reason."""
        draft, at = self._typed(), self._at
        if at is None or draft.outcome is None or not draft.tiles or not self.record.isEnabled():
            return
        if self._too_many and not draft.overrule:
            self._ask_decision()
            return
        if at.sheet.hands[draft.hand - 1].outcome is not None:
            self.leave()
            return
        command = RecordHand(
            at.sheet.session, at.sheet.table, draft.hand, draft.outcome, tiles=draft.tiles, overrule=draft.overrule
        )
        self._answer(self._carry(command, self._asking), draft)

    def _ask_decision(self) -> None:
        """More is claimed than counted: first the points, to be lowered, then the reason why they stand."""
        if self.reason.hasFocus():
            self._reason_field.set_problem(mark("Say why in a few words."))
        elif self.points.hasFocus():
            self.reason.setFocus()
        else:
            self.ask_points()

    def _print(self) -> None:
        """Show the slip of the hand as it is recorded."""
        assert self._at is not None
        show_slip(self._controller, self._at.view, self._at.sheet, self._draft.hand, self)

    def _punish(self) -> None:
        """Give the penalty of a false Hu; the winner's line of the draft goes with it."""
        at, winner = self._at, self._draft.winner
        fault = said.false_hu_of(self.editor.verdict)
        if at is None or winner is None or fault is None:
            return
        charge = Charge(winner, fault.slug, self._draft.hand)
        self._answer(self._carry(GivePenalty(at.sheet.session, at.sheet.table, charge), False), None)

    def _answer(self, against: tuple[Problem, ...], draft: Draft | None) -> None:
        if not against:
            self._half.pop(self._key, None)
            self.finished.emit(None if draft is not None else Draft(self._draft.hand))
            return
        assert self._at is not None
        problem = against[0]
        self._asking = problem.gravity is Gravity.ASKS
        outcome = draft.outcome if draft is not None else None
        words = refusals.words_of(problem, self._at, outcome, self._draft.hand)
        self.notice.show_notice(NoticeKind.WARN if self._asking else NoticeKind.DANGER, *words)
        self.notice.show()

    def _typed(self) -> Draft:
        """The draft with what was typed here."""
        verdict = self.editor.verdict
        tiles = format_hand(verdict.hand) if verdict.hand is not None and verdict.explanation is not None else ""
        points = self.points.text().strip() or ("" if verdict.points is None else str(verdict.points))
        return replace(self._draft, tiles=tiles, points=points, overrule=self._overrule)

    @property
    def _overrule(self) -> str:
        return self.reason.text().strip() if self._too_many else ""

    @property
    def _too_many(self) -> bool:
        counted, claimed = self.editor.verdict.points, self.claimed
        return counted is not None and claimed is not None and claimed > counted

    def _judged(self, verdict: Verdict) -> None:
        """Show how the claim stands, and what Enter does now."""
        self._asking = False
        self.notice.hide()
        self.panel.show_verdict(verdict, self.claimed)
        self._reason_field.setVisible(self._too_many)
        self._reason_field.clear_problem()
        fault = said.false_hu_of(verdict)
        self.penalty.setVisible(fault is not None)
        if fault is not None:
            self.penalty.set_text(mark("Penalty: {points} to each, no Hu", points=fault.points))
        points = self.claimed if self.claimed is not None else verdict.points
        found = verdict.explanation
        self.record.setEnabled(found is not None and (found.score.minimum_met or self._too_many))
        self.record.set_text(self._deed(points))

    def _deed(self, points: int | None) -> Text:
        """What Enter does; a hand already recorded is corrected on the sheet, with a reason."""
        hand = self._draft.hand
        if self._at is not None and self._at.sheet.hands[hand - 1].outcome is not None:
            return mark("Correct hand {hand}", hand=hand)
        if points is None:
            return mark("Record hand {hand}", hand=hand)
        return mark("Record hand {hand} with {points} points", hand=hand, points=points)
