"""At the tables: carry out what referees do, one action or many at once, all or none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeGuard, assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.settings import PaperTotals
from tournament.language import mark
from tournament.ledger import checks, second_reading
from tournament.ledger.causes import Cause
from tournament.ledger.claims import claim_of
from tournament.ledger.difference import causes_of
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of, table_stream
from tournament.ledger.facts import (
    EveningChanged,
    EveningOpened,
    HandCorrected,
    HandRecorded,
    HeadsChained,
    PenaltyCancelled,
    SessionReopened,
    SheetClosed,
    SheetConfirmed,
    SheetMoved,
    SheetRejected,
    SheetReopened,
    TotalsRecorded,
    TotalsTyped,
    Undone,
)
from tournament.ledger.sanctions import penalty_of
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import NOT_KNOWN
from tournament.use_cases.book import Book, By, Changes, Draft
from tournament.use_cases.commands import (
    CancelPenalty,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    EventCommand,
    ExchangeColumns,
    GameCommand,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    SubstitutePlayer,
    TypeTotals,
)
from tournament.use_cases.entry_effect import EntryEffect, effect_between
from tournament.use_cases.games import PlannedGame, plan_game
from tournament.use_cases.repairs import Planned, plan_repair
from tournament.use_cases.replacement import plan_substitute, replacement_fact
from tournament.use_cases.session_clock import after_gong_remarks
from tournament.use_cases.store import Conflict
from tournament.use_cases.view import View


class LinesRefused(Exception):
    """Some of several actions were refused, so none was carried out."""

    def __init__(
        self,
        refusals: tuple[tuple[int, tuple[Problem, ...]], ...],
        causes: Mapping[int, tuple[Cause, ...]] | None = None,
    ) -> None:
        super().__init__(f"{len(refusals)} of the actions")
        self.refusals = refusals
        """Index (from 0) of each refused action, with all that is wrong with it."""
        self.causes = causes or {}
        """Of a signature that was refused because totals differ: the likely causes, by the index of the action."""


def carry_out(
    book: Book, command: Command | EventCommand, *, by: By, confirmed: bool = False, seen: int | None = None
) -> Changes:
    """Carry out one ``command``.

    ``confirmed`` accepts what is improbable; ``seen`` is the number of the sheet's last entry when
    it was looked at. Raises Refused, Conflict or StoreUnavailable; then nothing has changed.
    """
    draft = book.draft(by)
    remarks = _add(draft, command, confirmed=confirmed, seen=seen)
    return replace(book.commit(draft), remarks=remarks)


CommandMaker = Callable[[View], Command]
"""What to do, by how the event stands when its turn comes; Refused where it cannot be said."""


def carry_out_all(
    book: Book, commands: Sequence[Command | EventCommand | CommandMaker], *, by: By, dry_run: bool = False
) -> Changes:
    """Carry out ``commands`` in order and in one transaction; improbable values become remarks.

    With ``dry_run`` everything is checked and nothing written. Raises LinesRefused with every
    refused command, Conflict or StoreUnavailable; then nothing has changed.
    """
    draft = book.draft(by)
    refusals: list[tuple[int, tuple[Problem, ...]]] = []
    remarks: list[tuple[int, Problem]] = []
    causes: dict[int, tuple[Cause, ...]] = {}
    for index, given in enumerate(commands):
        command = None
        try:
            command = given if isinstance(given, Command | EventCommand) else given(draft.view)
            remarks.extend((index, remark) for remark in _add(draft, command, confirmed=True, seen=None))
        except Refused as refused:
            refusals.append((index, refused.problems))
            if isinstance(command, CloseSheet) and any(each.code == "totals-differ" for each in refused.problems):
                sheet = draft.view.sheet(command.session, command.table)
                causes[index] = causes_of(sheet, draft.view.rules, command.totals or sheet.paper)
    if refusals:
        raise LinesRefused(tuple(refusals), causes)
    changes = Changes(tuple(draft.entries)) if dry_run else book.commit(draft)
    said = tuple(remark for _, remark in remarks)
    return replace(changes, remarks=said, remarked=tuple(index for index, _ in remarks))


def problems_of(view: View, command: Command | EventCommand) -> tuple[Problem, ...]:
    """All that is wrong or improbable with ``command``, without carrying it out."""
    try:
        if isinstance(command, SubstitutePlayer):
            return plan_substitute(view, command).remarks
        planned = _planned_game(view, command) if isinstance(command, GameCommand) else _planned(view, command)
        return planned.problems
    except Refused as refused:
        return refused.problems


def effect_of_command(view: View, command: Command) -> EntryEffect | None:
    """What ``command`` would change, tried on a copy and not written; None when it is refused."""
    draft = _trial(view)
    try:
        _add(draft, command, confirmed=True, seen=None)
    except Refused:
        return None
    written = next(
        (entry for entry in reversed(draft.entries) if not isinstance(entry.fact, HeadsChained | SessionReopened)), None
    )
    return effect_between(view, draft.view, written) if written is not None else None


def sheet_after(
    view: View, commands: Sequence[Command | EventCommand | CommandMaker], session: int, table: int
) -> Sheet | None:
    """The sheet as ``commands`` would leave it, tried on a copy and not written; None when one of them is refused."""
    draft = _trial(view)
    try:
        for given in commands:
            command = given if isinstance(given, Command | EventCommand) else given(draft.view)
            _add(draft, command, confirmed=True, seen=None)
    except Refused:
        return None
    return draft.view.sheet(session, table)


def effect_of_undo(view: View, entry: Entry) -> EntryEffect | None:
    """What taking ``entry`` back would change, tried on a copy; None where it cannot be, or is of no table."""
    journal = view.journal
    if not journal.can_be_undone(entry) or journal.written_since(entry) is not None:
        return None
    draft = _trial(view)
    return effect_between(view, draft.view, draft.add(entry.stream, Undone(entry.id)))


def _trial(view: View) -> Draft:
    """A copy to try on, by nobody and never written."""
    return Draft(view.journal.fork(), view.memory_copy(), By(""), lambda: datetime.now(UTC))


def record_hand(
    book: Book, command: RecordHand, *, by: By, confirmed: bool = False, seen: int | None = None
) -> Changes:
    """Record a hand; see :func:`carry_out`."""
    return carry_out(book, command, by=by, confirmed=confirmed, seen=seen)


def _add(draft: Draft, command: Command | EventCommand, *, confirmed: bool, seen: int | None) -> tuple[Problem, ...]:
    if isinstance(command, GameCommand):
        planned_game = _planned_game(draft.view, command)
        _refuse_stopping(planned_game.problems, confirmed=confirmed)
        draft.add(EVENT_STREAM, planned_game.fact)
        return planned_game.problems
    if isinstance(command, SubstitutePlayer):
        planned_substitute = plan_substitute(draft.view, command)
        substituted = replacement_fact(planned_substitute, command.reason)
        draft.view.refuse_closed(*substituted.sessions)
        draft.add(EVENT_STREAM, substituted)
        return planned_substitute.remarks
    if _opens_session(command, draft.view) and _open_session(draft, command):
        return ()
    if isinstance(command, ConfirmSheet | RejectSheet) and not command.reader.strip():
        command = replace(command, reader=draft.author)
    planned = _planned(draft.view, command)
    _refuse_stopping(planned.problems, confirmed=confirmed)
    sheet, remarks = planned.sheet, planned.problems
    if isinstance(planned.fact, HandRecorded):
        remarks = (*remarks, *after_gong_remarks(draft, sheet))
    stream = table_stream(sheet.session, sheet.table)
    if seen is not None and seen != sheet.number:
        raise Conflict(stream, seen + 1)
    draft.begin(sheet.session)
    if isinstance(planned.fact, SheetMoved):
        draft.begin(planned.fact.to_session)
    draft.add(stream, planned.fact)
    if isinstance(planned.fact, SheetClosed | TotalsRecorded | SheetConfirmed):
        draft.end(sheet.session)
    return remarks


def _opens_session(command: Command, view: View) -> TypeGuard[ReopenSheet]:
    """Whether ``command`` opens a closed session before its sheet."""
    return isinstance(command, ReopenSheet) and command.with_session and command.session in view.state.closed


def _open_session(draft: Draft, command: ReopenSheet) -> bool:
    """Open the session; whether that was all, since its sheet is open."""
    sheet = draft.view.sheet(command.session, command.table)
    if not command.reason.strip():
        raise Refused(*checks.reason_problems(command.reason))
    draft.add(EVENT_STREAM, SessionReopened(command.session, command.reason.strip()))
    return sheet.closed is None


def _refuse_stopping(problems: Sequence[Problem], *, confirmed: bool) -> None:
    """Refused with what makes it impossible; unless ``confirmed`` with what is improbable."""
    stopping = tuple(problem for problem in problems if problem.gravity is Gravity.BLOCKS)
    if not stopping and not confirmed:
        stopping = tuple(problem for problem in problems if problem.gravity is Gravity.ASKS)
    if stopping:
        raise Refused(*stopping)


def _planned_game(view: View, command: GameCommand) -> PlannedGame:
    """What ``command`` writes; Refused for a game of a closed evening."""
    planned = plan_game(view, command)
    if not isinstance(planned.fact, EveningOpened | EveningChanged):
        view.refuse_closed(planned.fact.session)
    return planned


def _planned(view: View, command: Command) -> Planned:
    """Where ``command`` writes, what, and what was found on the way; Refused in a closed session."""
    planned = _planned_at_table(view, command)
    if not _opens_session(command, view):
        view.refuse_closed(planned.sheet.session)
    if isinstance(planned.fact, SheetMoved):
        view.refuse_closed(planned.fact.to_session)
    return planned


def _planned_at_table(view: View, command: Command) -> Planned:
    match command:
        case RecordHand():
            return _record_hand(view, command)
        case CorrectHand():
            return _correct_hand(view, command)
        case GivePenalty():
            return _give_penalty(view, command)
        case CancelPenalty():
            return _cancel_penalty(view, command)
        case TypeTotals():
            return _type_totals(view, command)
        case RecordTotals():
            return _record_totals(view, command)
        case CloseSheet():
            return _close_sheet(view, command)
        case ReopenSheet():
            return _reopen_sheet(view, command)
        case ConfirmSheet():
            return _confirm_sheet(view, command)
        case RejectSheet():
            return _reject_sheet(view, command)
        case InsertHand() | DeleteHand() | MoveHand() | ExchangeColumns() | MoveSheet():
            return plan_repair(view, command)
        case _:
            assert_never(command)


def _record_hand(view: View, command: RecordHand) -> Planned:
    sheet = view.sheet(command.session, command.table)
    outcome, hand = command.outcome, command.hand
    claim = claim_of(view.rules, sheet.state_before(hand), outcome, tiles=command.tiles, overrule=command.overrule)
    problems = (*checks.hand_problems(sheet, view.rules, hand, outcome), *claim.problems)
    fact = HandRecorded(
        hand,
        outcome.winner,
        outcome.discarder,
        outcome.points,
        claim.tiles,
        command.overrule.strip(),
        outcome.details,
    )
    return Planned(sheet, fact, problems)


def _correct_hand(view: View, command: CorrectHand) -> Planned:
    sheet = view.sheet(command.session, command.table)
    outcome, hand = command.outcome, command.hand
    claim = claim_of(view.rules, sheet.state_before(hand), outcome, tiles=command.tiles, overrule=command.overrule)
    fact = HandCorrected(
        hand,
        outcome.winner,
        outcome.discarder,
        outcome.points,
        command.reason.strip(),
        claim.tiles,
        command.overrule.strip(),
        outcome.details,
    )
    problems = checks.correction_problems(sheet, view.rules, hand, outcome, tiles=fact.tiles, reason=fact.reason)
    return Planned(sheet, fact, (*problems, *claim.problems))


def _give_penalty(view: View, command: GivePenalty) -> Planned:
    sheet = view.sheet(command.session, command.table)
    return Planned(sheet, penalty_of(sheet, view.rules, command.charge))


def _cancel_penalty(view: View, command: CancelPenalty) -> Planned:
    entry = view.journal.find(command.entry)
    place = table_of(view.journal.stands_on(entry)) if entry is not None else None
    sheet = view.sheet(*place) if place is not None else None
    if sheet is None or not any(penalty.entry.id == command.entry for penalty in sheet.penalties):
        text = mark("No penalty in force has the id “{entry}”: see the log.", entry=command.entry)
        raise Refused(Problem("penalty-unknown", text, "entry"))
    fact = PenaltyCancelled(command.entry, command.reason.strip())
    if sheet.totals_only:
        return Planned(sheet, fact, (checks.totals_only_problem(sheet),))
    return Planned(sheet, fact, checks.reason_problems(command.reason))


def _type_totals(view: View, command: TypeTotals) -> Planned:
    sheet = view.sheet(command.session, command.table)
    problems = (checks.closed_problem(sheet),) if sheet.closed is not None else ()
    return Planned(sheet, TotalsTyped(command.totals), problems)


def _record_totals(view: View, command: RecordTotals) -> Planned:
    sheet = view.sheet(command.session, command.table)
    problems: tuple[Problem, ...] = ()
    if sheet.closed is not None:
        problems = (checks.closed_problem(sheet),)
    elif sheet.played:
        text = mark("Table {table} has recorded hands: close it with its totals instead.", table=sheet.table)
        problems = (Problem("hands-recorded", text, "table"),)
    elif not command.accept_difference.strip():
        problems = checks.balance_problems(sheet, command.totals)
    return Planned(sheet, TotalsRecorded(command.totals, command.accept_difference.strip()), problems)


def _close_sheet(view: View, command: CloseSheet) -> Planned:
    sheet = view.sheet(command.session, command.table)
    totals = command.totals if command.totals is not None else sheet.paper
    problems: tuple[Problem, ...] = ()
    if sheet.closed is not None and (sheet.state is not SheetState.TOTALS_DIFFER or sheet.totals_only):
        text = mark("The sheet of table {table}, session {session} is already verified.", table=sheet.table,
                    session=sheet.session)  # fmt: skip
        problems = (Problem("sheet-closed", text, "table"),)
    elif not sheet.played:
        text = mark("Table {table} has no recorded hands: record its hands or its totals first.", table=sheet.table)
        problems = (Problem("sheet-empty", text, "table"),)
    else:
        if view.settings.paper_totals is PaperTotals.DEMANDED:
            problems = checks.missing_totals_problems(totals)
        if not command.accept_difference.strip():
            problems = (*problems, *checks.totals_problems(sheet, totals))
    fact = SheetClosed(None if totals == sheet.paper == NOT_KNOWN else totals, command.accept_difference.strip())
    return Planned(sheet, fact, problems)


def _reopen_sheet(view: View, command: ReopenSheet) -> Planned:
    sheet = view.sheet(command.session, command.table)
    problems = list(checks.reason_problems(command.reason))
    if sheet.closed is None:
        text = mark("The sheet of table {table}, session {session} is open.", table=sheet.table, session=sheet.session)
        problems.insert(0, Problem("sheet-open", text, "table"))
    return Planned(sheet, SheetReopened(command.reason.strip()), tuple(problems))


def _confirm_sheet(view: View, command: ConfirmSheet) -> Planned:
    sheet = view.sheet(command.session, command.table)
    problems = second_reading.reading_problems(sheet, command.reading, command.reader) or _seen_problems(
        view, sheet, command
    )
    if not problems:
        problems = tuple(map(second_reading.difference_problem, second_reading.differences(sheet, command.reading)))
    return Planned(sheet, SheetConfirmed(command.reader.strip(), command.reading), problems)


def _seen_problems(view: View, sheet: Sheet, command: ConfirmSheet) -> tuple[Problem, ...]:
    """Who sent this signature back, and took that back, reads it no more: he has seen both values."""
    signed = sheet.closed.number if sheet.closed is not None else 0
    entries = view.journal.everything(table_stream(sheet.session, sheet.table))
    since = [entry.fact for entry in entries if entry.number > signed]
    return second_reading.seen_problems(
        sheet, command.reader, [fact.reader for fact in since if isinstance(fact, SheetRejected)]
    )


def _reject_sheet(view: View, command: RejectSheet) -> Planned:
    sheet = view.sheet(command.session, command.table)
    problems = second_reading.reading_problems(sheet, command.reading, command.reader)
    found = () if problems else second_reading.differences(sheet, command.reading)
    problems = (*problems, *map(second_reading.rejection_remark, found))
    if not problems and not command.reason.strip():
        text = mark("The second reading agrees with the signed sheet: give a reason for rejecting it.")
        problems = (Problem("reading-agrees", text, "reason"),)
    return Planned(sheet, SheetRejected(command.reader.strip(), command.reading, command.reason.strip()), problems)
