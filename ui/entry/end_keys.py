"""The end of a sheet: typing the totals of the paper, signing, reopening."""

from dataclasses import replace

from tournament.language import Text, mark
from tournament.use_cases import CloseSheet, Command, RecordTotals, ReopenSheet, TypeTotals
from ui.entry.cursor import back
from ui.entry.tables_state import (
    Focus,
    PagePart,
    SigningDraft,
    SigningQuestion,
    TablesState,
    TablesStep,
    TotalField,
)

_IN_WORDS = (SigningQuestion.DIFFERENCE, SigningQuestion.TOTALS_ALONE, SigningQuestion.REOPEN)
"""Questions that are answered in words."""


def total_typed(state: TablesState, column: int, text: str) -> TablesStep:
    """``text`` stands in the field of ``column`` now."""
    return TablesStep(replace(state, totals=state.totals.with_text(column, text)))


def total_confirmed(state: TablesState, column: int) -> TablesStep:
    """Enter: on to the next total and, after the last, all four are stored."""
    table, totals = state.table, state.totals
    if table is None:
        return TablesStep(state)
    if totals.numbers[column] is None:
        return TablesStep(replace(state, totals=replace(totals, unreadable=column)), TotalField(column))
    if column < 3:
        return TablesStep(state, TotalField(column + 1))
    missing = next((other for other, number in enumerate(totals.numbers) if number is None), None)
    if missing is not None:
        return TablesStep(state, TotalField(missing))
    if totals.net is None or totals.net == table.sheet.typed:
        return back(state)
    return TablesStep(state, command=TypeTotals(*table.place, totals.net))


def totals_asked(state: TablesState) -> TablesStep:
    """F6: to the first total."""
    is_open = state.table is not None and state.table.sheet.closed is None
    return TablesStep(state, TotalField(0) if is_open else None)


def sign_asked(state: TablesState) -> TablesStep:
    """Ctrl Enter: sign, or ask once what is doubtful."""
    table = state.table
    if table is None or table.sheet.closed is not None or state.signing_blocked is not None:
        return TablesStep(state)
    if not table.sheet.played:
        return ask(state, SigningQuestion.TOTALS_ALONE)
    if table.sheet.played < len(table.sheet.hands) and state.signing.question is not SigningQuestion.VOID:
        return ask(state, SigningQuestion.VOID)
    return _sign_or_explain(state)


def reopen_asked(state: TablesState) -> TablesStep:
    """Ctrl R: why the sheet is opened again."""
    return ask(state, SigningQuestion.REOPEN)


def reason_typed(state: TablesState, text: str) -> TablesStep:
    """The answer, as far as it is typed."""
    return TablesStep(replace(state, signing=replace(state.signing, reason=text, problem="")))


def answered(state: TablesState) -> TablesStep:
    """Enter answers the question."""
    table, reason = state.table, state.signing.reason.strip()
    if table is None:
        return TablesStep(state)
    question = state.signing.question
    if question is SigningQuestion.VOID:
        return _sign_or_explain(state)
    if question is SigningQuestion.TOTALS_ALONE and state.totals.net is not None:
        return _carry_out(state, RecordTotals(*table.place, state.totals.net, reason))
    if not reason:
        return TablesStep(replace(state, signing=replace(state.signing, problem=mark("Say why in a few words."))))
    if question is SigningQuestion.DIFFERENCE:
        return _carry_out(state, CloseSheet(*table.place, state.totals.net, reason))
    if question is SigningQuestion.REOPEN:
        return _carry_out(state, ReopenSheet(*table.place, reason))
    return TablesStep(state)


def given_up(state: TablesState) -> TablesStep:
    """Esc leaves the question."""
    return back(replace(state, signing=SigningDraft()))


def refused(state: TablesState, text: Text) -> TablesStep:
    """The sheet was not signed, recorded or reopened: say why at the answer, or in its place."""
    question = state.signing.question if state.signing.question in _IN_WORDS else SigningQuestion.NONE
    return TablesStep(replace(state, signing=SigningDraft(question, state.signing.reason, text)))


def ask(state: TablesState, question: SigningQuestion) -> TablesStep:
    """Ask ``question``."""
    focus: Focus = PagePart.SIGNING_REASON if question in _IN_WORDS else PagePart.SIGNING_QUESTION
    return TablesStep(replace(state, signing=SigningDraft(question)), focus)


def _sign_or_explain(state: TablesState) -> TablesStep:
    assert state.table is not None
    if state.totals.net is not None and state.totals.net != state.table.sheet.computed:
        return ask(state, SigningQuestion.DIFFERENCE)
    return _carry_out(state, CloseSheet(*state.table.place, state.totals.net, ""))


def _carry_out(state: TablesState, command: Command) -> TablesStep:
    return TablesStep(state, command=command, confirmed=True)
