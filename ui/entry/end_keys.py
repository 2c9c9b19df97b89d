"""The end of a sheet: the totals of the paper, likely causes of a difference, signing, reopening."""

from dataclasses import replace
from typing import NamedTuple

from tournament.event.settings import CountedTotals, PaperTotals
from tournament.language import Text, mark
from tournament.ledger.causes import Cause, place_of
from tournament.ledger.checks import totals_alone_problems
from tournament.ledger.difference import causes_of
from tournament.ledger.sheet import SheetState, difference
from tournament.rules.payment import Net, add
from tournament.rules.written_totals import LEFT_ON_TABLE, ReadTotals, received_of_sticks, sticks_lacking
from tournament.use_cases import CloseSheet, RecordTotals, ReopenSheet, TableCommand, TypeTotals
from ui.entry import cursor, penalty_draft
from ui.entry.change_words import UNSAID, results_are_out
from ui.entry.cursor import back
from ui.entry.form import reason_problem
from ui.entry.paper_totals import total_texts
from ui.entry.penalty_draft import PenaltyField
from ui.entry.table_sheet import RowKey, TableSheet
from ui.entry.tables_state import (
    ANSWERED_IN_WORDS,
    SigningDraft,
    SigningQuestion,
    TablesState,
    TablesStep,
    TotalField,
    at_row,
    to_total,
    with_totals,
)

WITHOUT_WORDS = (
    SigningQuestion.VOID,
    SigningQuestion.STOPPED,
    SigningQuestion.MISSING,
    SigningQuestion.STICKS_LEFT,
)
"""Questions that Enter answers with yes, Esc with no."""


def total_typed(state: TablesState, column: int, text: str) -> TablesStep:
    """The user changed the text of ``column``. An earlier question about the totals is withdrawn."""
    state = with_totals(state, state.totals.with_text(column, text))
    return TablesStep(replace(state, total=column, total_edited=True, signing=SigningDraft()))


def total_entered(state: TablesState, column: int) -> TablesStep:
    """The cursor moved to the field of ``column`` by Tab or by a click."""
    return TablesStep(replace(state, total=column, total_edited=False))


def total_confirmed(state: TablesState, column: int) -> TablesStep:
    """Enter: go to the next total. After the last, the sheet is signed if all agree; otherwise they are stored."""
    table, totals = state.table, state.totals
    if table is None:
        return TablesStep(state)
    if totals.written[column] is None:
        return _refused_total(state, column)
    if column < 3:
        return to_total(state, column + 1)
    if totals.missing is not None:
        return to_total(state, totals.missing)
    other = _other_reading(state)
    if other is not None and other.problem is not None:
        return TablesStep(state, TotalField(column), message=other.problem, refuses=True)
    state = replace(state, total_edited=False)
    if other is not None:
        # Confirm again, with the totals converted to points won and lost.
        step = total_confirmed(with_totals(state, total_texts(other.net)), column)
        return step._replace(message=step.message or _read_text(other.unit, other.start))
    sheet, net = table.sheet, totals.net
    complete = not sheet.not_played and not sheet.goes_on and state.signing_blocked is None
    if net == sheet.computed and complete:
        return _carry_out(state, CloseSheet(*table.place, net))
    if net is None or net == sheet.typed or sheet.closed is not None:
        return totals_stored(state)
    if _usual_alone(table, net):
        return _carry_out(state, RecordTotals(*table.place, net))
    return TablesStep(state, command=TypeTotals(*table.place, net))


def _other_reading(state: TablesState) -> ReadTotals | None:
    """The four totals if they include the starting points or are in a unit, or cannot be read; otherwise None."""
    reading = state.totals.reading(state.table.sheet.computed) if state.table is not None else None
    if reading is None or (reading.unit, reading.start, reading.problem) == (1, 0, None):
        return None
    return reading


def _read_text(unit: int, start: int) -> Text:
    if unit == 1:
        return mark("The {start} starting points were subtracted from each total", start=start)
    if not start:
        return mark("Each total was multiplied by {unit}", unit=unit)
    return mark("Each total was multiplied by {unit}, and the {start} starting points were subtracted", unit=unit,
                start=start)  # fmt: skip


def total_continued(state: TablesState, column: int) -> TablesStep:
    """A minus was typed after digits: it begins the next total."""
    if state.totals.written[column] is None:
        return _refused_total(state, column)
    if column == 3:
        text = mark("A minus sign starts the next total: this is the last one.")
        return TablesStep(state, message=text, refuses=True)
    state = with_totals(state, state.totals.with_text(column + 1, "-"))
    return TablesStep(replace(state, total=column + 1, total_edited=True), TotalField(column + 1, begun=True))


def total_key_refused(state: TablesState, key: str) -> TablesStep:
    """A key was typed that is neither part of a total nor a key of the sheet."""
    text = mark("“{key}” is not a digit: a total consists of digits and a minus sign.", key=key)
    return TablesStep(state, message=text, refuses=True)


def total_full(state: TablesState) -> TablesStep:
    """A digit was typed into a total that is too long already."""
    return TablesStep(state, message=mark("No total has so many digits."), refuses=True)


def totals_stored(state: TablesState) -> TablesStep:
    """Go to the first total that differs, or to what prevents the signature; the totals are stored."""
    table = state.table
    if table is None:
        return TablesStep(state)
    numbers = state.totals.numbers
    wrong = (column for column, ours in enumerate(table.sheet.computed) if numbers[column] != ours)
    column = next(wrong, None)
    if column is not None and table.sheet.played:
        return to_total(state, column)
    state = replace(state, total=None, total_edited=False)
    return back(state) if state.signing_blocked is not None else sign_asked(state)


def totals_asked(state: TablesState) -> TablesStep:
    """F6: go to the first total."""
    return to_total(state, 0) if state.totals_open else TablesStep(state)


def sign_asked(state: TablesState) -> TablesStep:
    """Ctrl+Enter: sign, or ask once about anything doubtful."""
    table, totals = state.table, state.totals
    if table is None or not state.totals_open or state.signing_blocked is not None:
        return TablesStep(state)
    if state.signing.question not in (SigningQuestion.NONE, SigningQuestion.REOPEN):
        return answered(state)
    if totals.unreadable is not None:
        return _refused_total(state, totals.unreadable)
    other = _other_reading(state)
    if other is not None and other.problem is not None:
        return TablesStep(state, TotalField(3), message=other.problem, refuses=True)
    if other is not None:
        step = sign_asked(with_totals(state, total_texts(other.net)))
        return step._replace(message=step.message or _read_text(other.unit, other.start))
    if not table.sheet.played:
        return _totals_alone(state, table)
    if totals.missing is not None and table.view.settings.paper_totals is PaperTotals.DEMANDED:
        text = mark("This event requires all four totals from the paper before a sheet is signed.")
        step = _refused_total(state, totals.missing)
        return step._replace(state=replace(step.state, signing=SigningDraft(problem=text)))
    return _sign(state, behind=SigningQuestion.NONE)


def _totals_alone(state: TablesState, table: TableSheet) -> TablesStep:
    """Record the totals of a sheet without hands, with a question about everything but the usual."""
    net = state.totals.net
    if leftover(state) is not None:
        return ask(state, SigningQuestion.STICKS_LEFT)
    if net is not None and _usual_alone(table, net):
        return _carry_out(state, RecordTotals(*table.place, net))
    return ask(state, SigningQuestion.TOTALS_ALONE)


def _usual_alone(table: TableSheet, net: Net) -> bool:
    """Whether four totals without hands are usual in this game, and nothing is wrong with these."""
    sheet, rules = table.sheet, table.rules
    return rules.totals_suffice and not sheet.played and not totals_alone_problems(sheet, rules, net)


def reopen_asked(state: TablesState) -> TablesStep:
    """Ctrl+R: ask why the sheet is reopened."""
    return ask(state, SigningQuestion.REOPEN)


def reason_typed(state: TablesState, text: str) -> TablesStep:
    """The user changed the text of the answer."""
    return TablesStep(replace(state, signing=replace(state.signing, reason=text, problem="")))


def answered(state: TablesState) -> TablesStep:
    """Enter answers the question."""
    table, reason = state.table, state.signing.reason.strip()
    if table is None:
        return TablesStep(state)
    question = state.signing.question
    if question is SigningQuestion.STICKS_LEFT:
        return _left_on_table(state)
    if question in WITHOUT_WORDS:
        return _sign(state, behind=question)
    wrong = reason_problem(reason)
    if question is SigningQuestion.TOTALS_ALONE and state.totals.net is not None and (wrong is None or not reason):
        return _carry_out(state, RecordTotals(*table.place, state.totals.net, reason))
    if wrong is not None:
        return TablesStep(replace(state, signing=replace(state.signing, problem=wrong)))
    if question is SigningQuestion.DIFFERENCE:
        return _carry_out(state, CloseSheet(*table.place, state.totals.numbers, reason))
    if question is SigningQuestion.REOPEN:
        return _carry_out(state, ReopenSheet(*table.place, reason, with_session=True))
    return TablesStep(state)


class Leftover(NamedTuple):
    """Riichi sticks that totals without hands lack."""

    sticks: int
    points: int
    received: Net
    """What the rules give of them to each player."""


def leftover(state: TablesState) -> Leftover | None:
    """The riichi sticks that the totals lack on a sheet without hands; None if they lack none."""
    table, net = state.table, state.totals.net
    if table is None or net is None or table.sheet.played:
        return None
    rules = table.rules
    sticks = sticks_lacking(net, state.totals.scale, -table.sheet.missing)
    return Leftover(sticks, sticks * rules.stick, received_of_sticks(net, rules, sticks)) if sticks else None


def _left_on_table(state: TablesState) -> TablesStep:
    """Record the totals with the sticks where the rules put them; if nobody receives all, that is the reason."""
    table, net, left = state.table, state.totals.net, leftover(state)
    if table is None or net is None or left is None:
        return TablesStep(state)
    reason = "" if sum(left.received) == left.points else LEFT_ON_TABLE
    return _carry_out(state, RecordTotals(*table.place, add(net, left.received), reason))


def changes_known(state: TablesState) -> TableCommand | None:
    """The command that the answer carries out, if it changes results that people may know; otherwise None.

    These are signed totals that count, totals alone for a known sheet, and reopening a sheet.
    """
    table = state.table
    if table is None:
        return None
    question, net = state.signing.question, state.totals.net
    if question is SigningQuestion.DIFFERENCE and table.view.settings.counted_totals is CountedTotals.AS_SIGNED:
        return CloseSheet(*table.place, state.totals.numbers, UNSAID)
    if question is SigningQuestion.TOTALS_ALONE and net is not None and results_are_out(table.view, *table.place):
        return RecordTotals(*table.place, net, UNSAID)
    if question is SigningQuestion.REOPEN:
        return ReopenSheet(*table.place, UNSAID, with_session=True)
    return None


def given_up(state: TablesState) -> TablesStep:
    """Esc: leave the question, and return to where typing continues."""
    state = replace(state, signing=SigningDraft())
    return TablesStep(state, state.typing_place)


def refused(state: TablesState, text: Text) -> TablesStep:
    """Signing, recording or reopening was refused: show why at the answer, or in its place."""
    question = state.signing.question if state.signing.question in ANSWERED_IN_WORDS else SigningQuestion.NONE
    return TablesStep(replace(state, signing=SigningDraft(question, state.signing.reason, text)))


def ask(state: TablesState, question: SigningQuestion) -> TablesStep:
    """Ask ``question``."""
    signing = SigningDraft(question)
    return TablesStep(replace(state, signing=signing, total_edited=False), signing.place)


def _sign(state: TablesState, *, behind: SigningQuestion) -> TablesStep:
    """Sign, or ask the first question that applies among those that follow ``behind``, the one just answered."""
    assert state.table is not None
    sheet, numbers = state.table.sheet, state.totals.numbers
    doubts = (
        (SigningQuestion.VOID, sheet.closed is None and sheet.not_played > 0),
        (SigningQuestion.STOPPED, sheet.closed is None and sheet.goes_on),
        (SigningQuestion.MISSING, None in numbers),
        (SigningQuestion.DIFFERENCE, any(difference(numbers, sheet.computed))),
    )
    order = [SigningQuestion.NONE, *(question for question, _ in doubts)]
    for question, doubtful in doubts[order.index(behind) :]:
        if doubtful:
            return ask(state, question)
    return _carry_out(state, CloseSheet(*state.table.place, numbers))


def _refused_total(state: TablesState, column: int) -> TablesStep:
    """Show at the field of ``column`` that it has no number."""
    step = to_total(state, column)
    return step._replace(state=replace(step.state, total_refused=column))


def _carry_out(state: TablesState, command: TableCommand) -> TablesStep:
    return TablesStep(state, command=command, confirmed=True)


LISTED = 3
"""The number of causes that are shown at once."""
_SIGNED = (SheetState.VERIFIED, SheetState.TO_READ_AGAIN)
"""The states of a signed sheet, whose differences were accepted."""
_LEAST_TYPED = 2
"""The least number of typed totals with which causes are searched: fewer would fit too many causes.

In games that leave points on the table all four are needed.
"""


def differing(state: TablesState, computed: Net) -> bool:
    """Whether typed totals differ from the ``computed`` ones, and enough are typed to search for the cause.

    Nothing is searched for while a hand is unfinished, because its row would change the result.
    """
    table, typed = state.table, state.totals.settled
    if table is None or table.sheet.state in _SIGNED or computed != table.sheet.computed:
        return False
    enough = len(typed) - typed.count(None) >= (len(typed) if table.rules.on_table else _LEAST_TYPED)
    return bool(table.sheet.played) and enough and any(state.totals.differences(computed))


def causes_shown(state: TablesState, computed: Net) -> tuple[Cause, ...]:
    """The single mistakes that would explain the difference, the most likely first."""
    if state.table is None or not differing(state, computed):
        return ()
    return causes_of(state.table.sheet, state.table.rules, state.totals.near(computed))


def listed(causes: tuple[Cause, ...], chosen: Cause | None) -> tuple[Cause, ...]:
    """Those of ``causes`` that are shown at once, the ``chosen`` one among them."""
    index = causes.index(chosen) if chosen in causes else 0
    start = max(0, min(index - LISTED + 1, len(causes) - LISTED))
    return causes[start : start + LISTED]


def next_cause(state: TablesState) -> TablesStep:
    """Go to the place where the next cause can be checked; after the last cause, to that of the first."""
    table = state.table
    causes = causes_shown(state, table.sheet.computed) if table is not None else ()
    if table is None or not causes:
        return TablesStep(state)
    index = (causes.index(state.cause) + 1) % len(causes) if state.cause in causes else 0
    state = replace(state, cause=causes[index])
    place = place_of(causes[index])
    if place.total is not None:
        return to_total(state, place.total)
    row = RowKey(place.hand, place.penalty or "")
    if row != RowKey(None):
        return cursor.row_chosen(state, row) if table.can_stand(row) else TablesStep(state)
    draft = penalty_draft.on_sheet(table, None)  # the penalty that is missing
    return TablesStep(replace(at_row(state, None), penalty=draft), PenaltyField.PLAYER)
