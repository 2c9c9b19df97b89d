"""Signing and verifying: what the totals say, the reason if they differ, and reopening."""

from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, mark_count
from tournament.rules.payment import Net
from ui.desktop.pages.tables.difference_list import DifferenceList
from ui.desktop.sheet.change_effect import ChangeEffect
from ui.desktop.sheet.reason_field import ReasonField
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Question
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import ScrolledWords, boxed, column
from ui.entry.end_keys import WITHOUT_WORDS, changes_known
from ui.entry.tables_state import Agreement, SigningDraft, SigningQuestion, TablesState, TotalField, compare

_KINDS = {
    Agreement.AGREE: NoticeKind.OK,
    Agreement.ACCEPTED: NoticeKind.INFO,
    Agreement.DIFFER: NoticeKind.DANGER,
    Agreement.NOT_COMPARED: NoticeKind.INFO,
    Agreement.TOTALS_ONLY: NoticeKind.INFO,
}
_LABELS = {
    SigningQuestion.DIFFERENCE: mark("Reason for the difference"),
    SigningQuestion.TOTALS_ALONE: mark("Reason, if they do not balance"),
    SigningQuestion.REOPEN: mark("Reason for reopening the sheet"),
}


class SigningForm(QWidget):
    """The last step of a sheet. Ctrl+Enter signs; anything doubtful asks once."""

    typed = Signal(str)
    """The answer as typed so far."""
    confirmed = Signal()
    """Enter answered the question."""
    left = Signal()
    """Esc cancelled."""
    signed = Signal()
    reopened = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._question = SigningQuestion.NONE
        self.notice = Notice(NoticeKind.DANGER)
        self.difference = DifferenceList()
        self.question = Question()
        self.reason = ReasonField("")
        self.change = ChangeEffect()
        self.why_not = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.why_not.setMinimumHeight(Type.CAPTION.line)
        self.sign = PrimaryButton(mark("Sign and verify"), shortcut="Ctrl+Return")
        self.reopen = OutlineButton(mark("Reopen the sheet"), shortcut="Ctrl+R")
        self._comparison = ScrolledWords(boxed(column(self.notice, self.difference, None, spacing=10)))
        column(
            self._comparison,
            self.question,
            self.change,
            self.reason,
            self.why_not,
            self.sign,
            self.reopen,
            spacing=10,
            on=self,
        )
        self.reason.typed.connect(self.typed)
        self.reason.confirmed.connect(self.confirmed)
        answer_keys(self.reason.line, {ESCAPE: self.left.emit})
        self.sign.clicked.connect(self.signed.emit)
        self.reopen.clicked.connect(self.reopened.emit)

    def show_state(self, state: TablesState, computed: Net) -> None:
        """Compare the typed totals with the ``computed`` ones, and show the question or why it cannot be signed now."""
        table, signing = state.table, state.signing
        if table is None:
            return
        self.difference.show_state(state, computed)
        judgement = compare(table.sheet, computed, state.totals.near(computed))
        typing = isinstance(state.typing_place, TotalField)
        self.notice.title_is_told = typing and judgement is not None and judgement[0] is Agreement.DIFFER
        self.notice.setVisible(judgement is not None)
        self._comparison.setVisible(judgement is not None)
        if judgement is not None:
            agreement, title, body = judgement
            self.notice.show_notice(_KINDS[agreement], title, "" if self.difference.causes else body)
        blocked = state.signing_blocked
        self.sign.setVisible(state.totals_open and table.sheet.session not in table.view.state.closed)
        self.sign.set_text(mark("Sign and verify") if table.sheet.closed is None else mark("Sign again"))
        session_closed = table.sheet.session in table.view.state.closed
        self.reopen.setVisible(table.sheet.closed is not None or session_closed)
        both = mark("Reopen the session and the sheet")
        self.reopen.set_text(both if session_closed else mark("Reopen the sheet"))
        self.sign.setEnabled(blocked is None)
        # keep the line's space: it appears and disappears with each hand; the form of a penalty needs it
        typing = state.hand is not None and state.penalty is None
        self.why_not.setVisible((typing or blocked is not None) and state.totals_open)
        self.why_not.set_text(blocked or "")
        self._show_question(state, signing)
        self.change.show_command(table.view, changes_known(state))

    def _show_question(self, state: TablesState, signing: SigningDraft) -> None:
        self._question = question = signing.question
        in_words = question in _LABELS
        self.reason.setVisible(in_words)
        if in_words:
            self.reason.set_label(_LABELS[question])
        self.reason.set_text(signing.reason)
        self.reason.show_problem(signing.problem if in_words else "")
        asked = _question_words(state, question)
        if asked is None and signing.problem and not in_words:
            self.question.show_notice(NoticeKind.DANGER, signing.problem)
        elif asked is not None:
            self.question.show_notice(NoticeKind.WARN, *asked)
        self.question.setVisible(asked is not None or bool(signing.problem and not in_words))
        self.setAccessibleName(self.question.text() if question in WITHOUT_WORDS else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer a question that needs no text."""
        asked = self._question in WITHOUT_WORDS
        if asked and event.key() in ENTER:
            self.confirmed.emit()
        elif asked and event.key() == ESCAPE:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _question_words(state: TablesState, question: SigningQuestion) -> tuple[Text, Text] | None:
    table = state.table
    if table is None:
        return None
    keys = mark("{yes} confirm   {no} go back", yes=Key("Return"), no=Key("Esc"))
    match question:
        case SigningQuestion.VOID:
            text = mark_count("{count} hand was not played", "{count} hands were not played", table.sheet.not_played)
            return text, mark("They are void for all four players. {keys}", keys=keys)
        case SigningQuestion.STOPPED:
            last = table.sheet.last_played
            if table.rules.table.players_stop:
                return mark("Do the players stop after hand {hand}?", hand=last), keys
            text = mark("The game is not over. Does it end with hand {hand}?", hand=last)
            return text, mark("The totals stay unchanged. {keys}", keys=keys)
        case SigningQuestion.MISSING:
            missing = state.totals.numbers.count(None)
            text = mark_count("{count} total on paper is missing. Sign without it?",
                              "{count} totals on paper are missing. Sign without them?", missing)  # fmt: skip
            return text, mark("The sheet will be marked “not compared”. {keys}", keys=keys)
        case SigningQuestion.TOTALS_ALONE:
            return mark("No hand is recorded. Enter only the four totals of this table?"), keys
        case SigningQuestion.DIFFERENCE:
            rule = table.view.settings.counted_totals.label
            return mark("The totals differ. Sign anyway?"), mark("{rule}. {keys}", rule=rule, keys=keys)
        case SigningQuestion.NONE | SigningQuestion.REOPEN:
            return None
        case _:
            assert_never(question)
