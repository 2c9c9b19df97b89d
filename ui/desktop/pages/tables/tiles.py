"""The tiles of a hand of the sheet.

They cover the page, are compared with the points claimed, and recorded with them.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from tournament.event.problem import Gravity, Problem
from tournament.hand.notation import format_hand
from tournament.hand.situation import Situation
from tournament.language import Text, mark
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import GivePenalty, TableCommand
from ui.desktop import preferences
from ui.desktop.bootstrap import system_user
from ui.desktop.controller import EventController
from ui.desktop.hand_editor.hand_page import HandPage
from ui.desktop.hand_editor.verdict_text import false_win_of
from ui.desktop.pages.report_dialogs import show_slip
from ui.desktop.pages.tables.refusals import WithoutMarks, problem_words
from ui.desktop.sheet.reason_field import ReasonField
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import LineField, take_digits
from ui.desktop.widgets.keys import Key, key_alone
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.entry.hand_draft import HandDraft, HandOnSheet, action
from ui.entry.sheet_lines import result_of
from ui.entry.table_sheet import TableSheet
from ui.entry.verdict import HandContext, Verdict

Carry = Callable[[TableCommand, bool], tuple[Problem, ...]]


class HandTiles(HandPage):
    """Winner, winds and self-draw come from the sheet.

    Enter records points and tiles together; Esc goes back with both.
    """

    left = Signal(object, str)
    """Back to the sheet with this :class:`HandDraft` and the typed tiles."""

    def __init__(self, controller: EventController, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._carry = controller, carry
        self._hand: HandOnSheet | None = None
        self._asking = False
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.back = OutlineButton(mark("Back to the sheet"), hint="Esc")
        self.points = LineField(mark("Points claimed"), hint=key_alone("F6"))
        self.reason = ReasonField(mark("Reason for accepting the points"))
        self.notice = Question(NoticeKind.DANGER)
        self.penalty = OutlineButton("", icon="flag", shortcut="F4")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+Shift+P")
        self.record = PrimaryButton("", hint="Return")
        self._lay_out()
        self.editor.judged.connect(self._judged)
        self.editor.confirmed.connect(self.submit)
        self.points.typed.connect(lambda _text: self._judged(self.editor.state.verdict))
        for field in (self.points, self.reason):
            field.confirmed.connect(self.submit)
        self.reason.typed.connect(lambda _text: self._judged(self.editor.state.verdict))
        take_digits(self.points.line)
        self.record.clicked.connect(self.submit)
        self.penalty.clicked.connect(self._punish)
        self.slip.clicked.connect(self._print)
        self.back.clicked.connect(self.leave)
        figures = QShortcut(QKeySequence("F6"), self)
        figures.activated.connect(self.ask_points)

    def _lay_out(self) -> None:
        self.fill(row(self._title, 4, stretched(self._where), self.slip, self.back))
        self.notice.hide()
        for part in (self.notice, self.points, self.reason, self.penalty, self.record):
            self.panel.foot.addWidget(part)

    def begin(self, hand: HandOnSheet, typed: str) -> None:
        """Show ``hand``, whose winner and source are known; ``typed`` are the tiles typed before."""
        table, draft = hand.table, hand.draft
        scorer = table.rules.scorer
        assert draft.winner is not None
        assert scorer is not None
        self._hand, self._asking = hand, False
        own = table.winds(draft.hand)[draft.winner]
        beside = [table.names[table.state(draft.hand).column(Wind((own + step) % 4))] for step in (3, 2, 1)]
        situation = Situation(table.state(draft.hand).prevalent or Wind.EAST, own, draft.self_draw)
        context = HandContext(situation, True, scorer, (beside[0], beside[1], beside[2]))
        self._title.set_text(mark("Tiles of hand {hand}", hand=draft.hand))
        outcome = Outcome(draft.winner, draft.discarder)
        results = (WithoutMarks(result_of(outcome, names)) for names in (table.names, ("1", "2", "3", "4")))
        where = [mark("{place} · {result}", place=table.title, result=result) for result in results]
        self._where.set_texts(*where, table.title)
        self.points.set_text(draft.points)
        self.reason.set_text(draft.overrule)
        self.slip.setVisible(bool(table.sheet.hands[draft.hand - 1].tiles))
        self._name_signature()
        self.editor.begin(context, typed)
        self.editor.setFocus()

    def _name_signature(self) -> None:
        """Sign the reason with the user's name, but not with the name of the system's account."""
        author = self._controller.user.by.author
        named = author != system_user() or author == preferences.author()
        self.reason.set_label(
            mark("Reason for accepting the points, signed {author}", author=author)
            if named
            else mark("Reason for accepting")
        )
        self.reason.set_hint("" if named else mark("your name: Settings {key}", key=Key("Alt+9")))

    def look_again(self, table: TableSheet) -> None:
        """Follow a change of the sheet; the typed tiles stay."""
        if self._hand is not None:
            self._hand = replace(self._hand, table=table)

    @property
    def typed(self) -> str:
        """The typed tiles, to be kept."""
        return self.editor.state.typed

    @property
    def claimed(self) -> int | None:
        """The points claimed. None if nothing is typed; then the counted points are recorded."""
        typed = self.points.text().strip()
        return int(typed) if typed.isascii() and typed.isdigit() else None

    def ask_points(self) -> None:
        """Move the cursor to the points claimed and select them, so that typing replaces them."""
        self.points.line.setFocus()
        self.points.line.selectAll()

    def leave(self) -> None:
        """Go back to the sheet with what was typed."""
        draft = self._typed()
        if draft is not None:
            self.left.emit(draft, self.editor.state.typed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter clicks the button with the focus, otherwise records.

        Esc leaves a question, then goes back to the sheet.
        """
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            elif not isinstance(focused, QLineEdit):  # the line edit emits its own signal
                self.submit()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._asking:
            self._asking = False
            self.notice.hide()
        else:
            self.leave()

    def submit(self) -> None:
        """Record the hand. A recorded hand goes back to the sheet, because a correction needs a reason there."""
        hand, draft = self._hand, self._typed()
        if hand is None or draft is None or not draft.tiles or not self.record.isEnabled():
            return
        typed = HandOnSheet(hand.table, draft)
        if typed.outcome is None:
            return
        if self._too_many and not draft.overrule:
            self._ask_decision()
        elif hand.recorded is not None:
            self.leave()
        else:
            self._carry_out(typed.command(typed.outcome, ""))

    def _ask_decision(self) -> None:
        """More was claimed than counted: ask to lower the points first, then for the reason why they stand."""
        if self.reason.line.hasFocus():
            self.reason.set_problem(mark("Enter a short reason."))
        elif self.points.line.hasFocus():
            self.reason.setFocus()
        else:
            self.ask_points()

    def _print(self) -> None:
        """Show the slip of the hand as recorded."""
        if self._hand is not None:
            table = self._hand.table
            show_slip(self._controller, table.view, table.sheet, self._hand.draft.hand, self)

    def _punish(self) -> None:
        """Give the penalty for a false Hu to the winner of the draft."""
        false_win = false_win_of(self.editor.state.verdict)
        if self._hand is not None and self._hand.draft.winner is not None and false_win is not None:
            charge = Charge(self._hand.draft.winner, false_win.fault.slug, self._hand.draft.hand)
            self._carry_out(GivePenalty(*self._hand.table.place, charge))

    def _carry_out(self, command: TableCommand) -> None:
        """Run ``command`` and show its problems here."""
        problems, hand = self._carry(command, self._asking), self._hand
        if problems and hand is not None:
            self._asking = problems[0].gravity is Gravity.ASKS
            words = problem_words(problems[0], hand)
            self.notice.show_notice(NoticeKind.WARN if self._asking else NoticeKind.DANGER, *words)
            self.notice.show()

    def _typed(self) -> HandDraft | None:
        """The draft with what was typed here."""
        if self._hand is None:
            return None
        verdict = self.editor.state.verdict
        tiles = format_hand(verdict.hand) if verdict.hand is not None and verdict.explanation is not None else ""
        points = self.points.text().strip() or ("" if verdict.points is None else str(verdict.points))
        return replace(self._hand.draft, tiles=tiles, points=points, overrule=self._overrule)

    @property
    def _overrule(self) -> str:
        return self.reason.text().strip() if self._too_many else ""

    @property
    def _too_many(self) -> bool:
        counted, claimed = self.editor.state.verdict.points, self.claimed
        return counted is not None and claimed is not None and claimed > counted

    def _judged(self, verdict: Verdict) -> None:
        """Show the state of the claim, and what Enter does now."""
        self._asking = False
        self.notice.hide()
        self.panel.show_verdict(verdict, self.claimed)
        self.reason.setVisible(self._too_many)
        self.reason.clear_problem()
        false_win = false_win_of(verdict)
        self.penalty.setVisible(false_win is not None)
        if false_win is not None:
            self.penalty.set_text(false_win.penalty)
        points = self.claimed if self.claimed is not None else verdict.points
        found = verdict.explanation
        typed = self._typed()
        ready = self._hand is not None and typed is not None and bool(typed.tiles)
        if self._hand is not None and typed is not None:
            ready = ready and HandOnSheet(self._hand.table, typed).outcome is not None
        self.record.setEnabled(ready and found is not None and (found.score.minimum_met or self._too_many))
        self.record.set_text(self._action(points))

    def _action(self, points: int | None) -> Text | str:
        """What Enter does. A recorded hand is corrected on the sheet, with a reason."""
        hand = self._hand
        if hand is None:
            return ""
        if points is None:
            return action(hand)
        if self._too_many and not self._overrule:
            return mark("Lower the points, or enter a reason for accepting them")
        if hand.recorded is not None:
            return mark("Return {points} points to the sheet", points=points)
        return mark("Record hand {hand} with {points} points", hand=hand.draft.hand, points=points)
