"""What each command of a referee at a table writes, and what is wrong with it; including repairs of a sheet."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard, TypeVar, assert_never

from msgspec import structs
from msgspec.structs import replace

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import ColumnPlayer
from tournament.event.settings import PaperTotals
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger import checks, second_reading
from tournament.ledger.checks import answers_otherwise, claim_of, win_context
from tournament.ledger.entry import EVENT_STREAM, table_of, table_stream
from tournament.ledger.facts import (
    ColumnsExchanged,
    Fact,
    HandCorrected,
    HandDeleted,
    HandInserted,
    HandMoved,
    HandRecorded,
    PenaltyCancelled,
    PenaltyGiven,
    RowRepair,
    RowTiles,
    SessionReopened,
    SheetClosed,
    SheetConfirmed,
    SheetMoved,
    SheetRejected,
    SheetReopened,
    TotalsRecorded,
    TotalsTyped,
)
from tournament.ledger.sanctions import penalty_of
from tournament.ledger.sheet import HandLine, Sheet, SheetState, settled
from tournament.ledger.sheet_content import column_after, outcome_after, place_after
from tournament.rules.fault import Measure
from tournament.rules.hand_value import WinContext, value_of_hand
from tournament.rules.payment import NO_NET, NOT_KNOWN, Net, Outcome, add
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import moved_hands, value_of_hands, worth_of
from tournament.rules.table_state import TableState
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    CancelPenalty,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    Repair,
    TableCommand,
    TypeTotals,
)
from tournament.use_cases.draft import Draft, refuse_stopping
from tournament.use_cases.ports import Conflict
from tournament.use_cases.session_clock import after_gong_remarks
from tournament.use_cases.view import View, refuse_closed

Rows = list[tuple[int, TableState, Outcome | None]]
"""The number of each row, the state of the table before it, and how its hand ended; None if it was not played."""
Written = TypeVar("Written", HandInserted, HandDeleted, HandMoved, ColumnsExchanged)


@dataclass(frozen=True, slots=True)
class Planned:
    """A command as it would be carried out: its sheet, the fact, and the problems that were found."""

    sheet: Sheet
    fact: Fact
    problems: tuple[Problem, ...] = ()


def plan_repair(view: View, command: Repair) -> Planned:
    """Return what ``command`` writes, and what is wrong with it."""
    match command:
        case InsertHand():
            return _plan_insert(view, command)
        case DeleteHand():
            return _plan_delete(view, command)
        case MoveHand():
            return _plan_move(view, command)
        case ExchangeColumns():
            return _plan_exchange(view, command)
        case MoveSheet():
            return _plan_move_sheet(view, command)
        case _:
            assert_never(command)


def _plan_insert(view: View, command: InsertHand) -> Planned:
    """Plan to insert a hand that was forgotten."""
    sheet = view.sheet(command.session, command.table)
    outcome, hand = command.outcome, command.hand
    problems = checks.insert_problems(sheet, view.rules, hand, outcome, reason=command.reason)
    claim = claim_of(view.rules, sheet.state_before(hand), outcome, tiles=command.tiles, overrule=command.overrule)
    kept = view.rules.ordered(outcome)
    fact = HandInserted(
        hand,
        kept.winner,
        kept.discarder,
        kept.points,
        command.reason.strip(),
        claim.tiles,
        command.overrule.strip(),
        details=kept.details,
    )
    return _with_tiles(view.rules, sheet, fact, (*problems, *claim.problems))


def _plan_delete(view: View, command: DeleteHand) -> Planned:
    """Plan to delete a row that was not a hand."""
    sheet = view.sheet(command.session, command.table)
    problems = checks.delete_problems(sheet, command.hand, reason=command.reason)
    return _with_tiles(view.rules, sheet, HandDeleted(command.hand, command.reason.strip()), problems)


def _plan_move(view: View, command: MoveHand) -> Planned:
    """Plan to move a row to its place."""
    sheet = view.sheet(command.session, command.table)
    problems = checks.move_problems(sheet, command.hand, command.to, reason=command.reason)
    fact = HandMoved(command.hand, command.to, command.reason.strip())
    return _with_tiles(view.rules, sheet, fact, problems)


def _plan_exchange(view: View, command: ExchangeColumns) -> Planned:
    """Plan to swap two columns in which each player was entered under the other's name."""
    sheet = view.sheet(command.session, command.table)
    problems = checks.exchange_problems(sheet, command.columns, command.hands, reason=command.reason)
    fact = ColumnsExchanged(*command.columns, command.hands, command.reason.strip())
    return _with_tiles(view.rules, sheet, fact, problems)


def _plan_move_sheet(view: View, command: MoveSheet) -> Planned:
    """Plan to move a sheet to the table where it belongs.

    Its rows keep their numbers and columns, so their tiles keep their winds.
    """
    sheet = view.sheet(command.session, command.table)
    to = view.sheet(command.to_session, command.to_table)
    problems = checks.sheet_move_problems(sheet, to, reason=command.reason)
    return Planned(sheet, SheetMoved(command.to_session, command.to_table, command.reason.strip()), problems)


def _with_tiles(rules: RuleSet, sheet: Sheet, fact: Written, problems: tuple[Problem, ...]) -> Planned:
    """Return the plan of ``fact``, in which tiles are restated.

    If the repair changes the winds of a row, its tiles are counted again with the new ones.
    """
    if any(problem.gravity is Gravity.BLOCKS for problem in problems):
        return Planned(sheet, fact, problems)
    restated: list[RowTiles] = []
    rows: Rows = _rows_after(rules, sheet, fact)
    found = [*problems, *(checks.end_problems(rows) if rules.table.rotation is None else ())]
    for line in sheet.hands:
        if not line.tiles or line.outcome is None or _gone(fact, line):
            continue
        hand, outcome = place_after(fact, line.hand), outcome_after(fact, line.hand, line.outcome)
        if rules.counter is not None:
            moved = partial(column_after, fact, line.hand)
            tiles, remarks = _restated_hands(rules, line, hand, moved, rows[hand - 1][1], outcome)
            if tiles != line.tiles:
                restated.append(RowTiles(hand, tiles))
                found += remarks
            continue
        before, after = win_context(line.state, line.outcome), win_context(rows[hand - 1][1], outcome)
        if before == after:
            continue
        tiles, problem = _restated_tiles(rules, line, hand, before, after)
        restated.append(RowTiles(hand, tiles))
        found.append(problem)
    return Planned(sheet, structs.replace(fact, restated=tuple(restated)), tuple(found))


def _rows_after(rules: RuleSet, sheet: Sheet, fact: RowRepair) -> Rows:
    """Return the state of the table before each row, and how the hand ended, after ``fact``."""
    outcomes = {
        place_after(fact, line.hand): outcome_after(fact, line.hand, line.outcome)
        for line in sheet.hands
        if line.outcome is not None and not _gone(fact, line)
    }
    if isinstance(fact, HandInserted):
        outcomes[fact.hand] = fact.outcome
    punished: dict[int, Net] = {}
    for line in sheet.hands:
        hand = place_after(fact, line.hand)
        for penalty in line.penalties:
            punished[hand] = add(punished.get(hand, NO_NET), _net_after(fact, line.hand, penalty.net))
    rows: Rows = []
    state, totals = rules.table.start, NO_NET
    for hand in range(1, len(sheet.hands) + 2):
        outcome = outcomes.get(hand)
        rows.append((hand, state, outcome))
        totals = totals if outcome is None else add(totals, settled(rules.settle, outcome, state.stakes))
        totals = add(totals, punished.get(hand, NO_NET))
        state = rules.table.advance(state, outcome, totals)
    return rows


def _net_after(fact: RowRepair, hand: int, net: Net) -> Net:
    a, b, c, d = (net[column_after(fact, hand, column)] for column in range(4))
    return a, b, c, d


def _gone(fact: RowRepair, line: HandLine) -> bool:
    return isinstance(fact, HandDeleted) and fact.hand == line.hand


def _restated_hands(
    rules: RuleSet, line: HandLine, hand: int, moved: Callable[[int], int], state: TableState, outcome: Outcome
) -> tuple[str, tuple[Problem, ...]]:
    """Return the tiles of all players at row ``hand``, for rules that count the hand of any player."""
    tiles = moved_hands(line.tiles, line.state, state, moved)
    worth = value_of_hands(rules, tiles, state, outcome)
    if worth.faults:
        text = mark("Hand {hand}: {fault}", hand=hand, fault=worth.faults[0])
        return tiles, (Problem("tiles-faulty", text, "hand"),)
    other = [(column, count) for column, count in worth.counts if count.points != worth_of(outcome, column)]
    otherwise = answers_otherwise(rules, state, outcome, worth)
    answered = tuple(
        Problem(each.code, mark("Hand {hand}: {fault}", hand=hand, fault=each.text), "hand", each.gravity)
        for each in otherwise
    )
    if not other and not answered:
        text = mark("Hand {hand}: its tiles are counted with the winds of its new place.", hand=hand)
        return tiles, (Problem("tiles-restated", text, "hand", Gravity.REMARK),)
    problems = (
        mark(
            "Hand {hand}: with their new winds the tiles of {player} are worth {worth}, and "
            "{points} were recorded. Is this correct?",
            hand=hand,
            player=ColumnPlayer(column),
            worth=count.points,
            points=worth_of(outcome, column),
        )
        for column, count in other
    )
    return tiles, (*(Problem("tiles-worth-other", text, "hand", Gravity.ASKS) for text in problems), *answered)


def _restated_tiles(
    rules: RuleSet, line: HandLine, hand: int, before: WinContext, after: WinContext
) -> tuple[str, Problem]:
    """Return the tiles of ``line`` as they are written at row ``hand``, and what to report about them."""
    assert rules.scorer is not None, "tiles are only kept where they can be counted"
    assert line.outcome is not None
    old, new = (value_of_hand(rules.scorer, line.tiles, win) for win in (before, after))
    if new.faults:
        text = mark("Hand {hand}: {fault}", hand=hand, fault=new.faults[0])
        return line.tiles, Problem("tiles-faulty", text, "hand")
    if old.points == new.points:
        text = mark("Hand {hand}: its tiles are counted with the winds of its new place.", hand=hand)
        return new.tiles, Problem("tiles-restated", text, "hand", Gravity.REMARK)
    text = mark(
        "Hand {hand}: with its new winds the tiles are worth {worth} instead of {before}, and "
        "{points} were claimed. Is this correct?",
        hand=hand,
        worth=new.points,
        before=old.points,
        points=line.outcome.points,
    )
    return new.tiles, Problem("tiles-worth-other", text, "hand", Gravity.ASKS)


def write_at_table(draft: Draft, command: TableCommand, *, confirmed: bool, seen: int | None) -> Remarks:
    """Write what a referee does at a table."""
    if _opens_session(command, draft.view) and _open_session(draft, command):
        return ()
    if isinstance(command, ConfirmSheet | RejectSheet) and not command.reader.strip():
        command = replace(command, reader=draft.author)
    planned = plan_at_table(draft.view, command)
    refuse_stopping(planned.problems, confirmed=confirmed)
    sheet, remarks = planned.sheet, planned.problems
    if isinstance(planned.fact, HandRecorded):
        remarks = (*remarks, *after_gong_remarks(draft, sheet, planned.fact))
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


def _opens_session(command: TableCommand, view: View) -> TypeGuard[ReopenSheet]:
    """Return whether ``command`` reopens a closed session before its sheet."""
    return isinstance(command, ReopenSheet) and command.with_session and command.session in view.state.closed


def _open_session(draft: Draft, command: ReopenSheet) -> bool:
    """Reopen the closed session of a sheet. Return whether that was everything, because the sheet itself is open."""
    sheet = draft.view.sheet(command.session, command.table)
    if not command.reason.strip():
        raise Refused(*checks.reason_problems(command.reason))
    draft.add(EVENT_STREAM, SessionReopened(command.session, command.reason.strip()))
    return sheet.closed is None


def plan_at_table(view: View, command: TableCommand) -> Planned:
    """Return where ``command`` writes, the fact and the problems found. Raise Refused in a closed session."""
    planned = _plan(view, command)
    if not _opens_session(command, view):
        refuse_closed(view.state, planned.sheet.session)
    if isinstance(planned.fact, SheetMoved):
        refuse_closed(view.state, planned.fact.to_session)
    return planned


def _plan(view: View, command: TableCommand) -> Planned:
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
    sheet, rules = view.sheet(command.session, command.table), view.rules
    outcome, hand = command.outcome, command.hand
    claim = claim_of(rules, sheet.state_before(hand), outcome, tiles=command.tiles, overrule=command.overrule)
    problems = (*checks.hand_problems(sheet, rules, hand, outcome), *claim.problems)
    kept = rules.ordered(outcome)
    fact = HandRecorded(
        hand,
        kept.winner,
        kept.discarder,
        kept.points,
        claim.tiles,
        command.overrule.strip(),
        kept.details,
    )
    return Planned(sheet, fact, problems)


def _correct_hand(view: View, command: CorrectHand) -> Planned:
    sheet, rules = view.sheet(command.session, command.table), view.rules
    outcome, hand = command.outcome, command.hand
    claim = claim_of(rules, sheet.state_before(hand), outcome, tiles=command.tiles, overrule=command.overrule)
    kept = rules.ordered(outcome)
    fact = HandCorrected(
        hand,
        kept.winner,
        kept.discarder,
        kept.points,
        command.reason.strip(),
        claim.tiles,
        command.overrule.strip(),
        kept.details,
    )
    problems = checks.correction_problems(sheet, rules, hand, outcome, tiles=fact.tiles, reason=fact.reason)
    return Planned(sheet, fact, (*problems, *claim.problems))


def _give_penalty(view: View, command: GivePenalty) -> Planned:
    sheet = view.sheet(command.session, command.table)
    given = penalty_of(sheet, view.rules, command.charge)
    asked = _late_again(view, sheet, given) or _given_again(view.rules, sheet, given)
    return Planned(sheet, given, (*_hand_left_out(view, command, given), *asked))


def _hand_left_out(view: View, command: GivePenalty, given: PenaltyGiven) -> tuple[Problem, ...]:
    """Return the remark that the named hand is ignored, because the fault belongs to the whole session."""
    hand, fault = command.charge.hand, view.rules.fault(given.fault)
    if hand is None or given.hand is not None or fault is None:
        return ()
    text = mark("“{fault}” is recorded for the session.", fault=fault.name)
    return (Problem("penalty-of-session", text, "hand", Gravity.REMARK),)


def _late_again(view: View, sheet: Sheet, given: PenaltyGiven) -> tuple[Problem, ...]:
    """Ask about a second fine for being late.

    Nobody is late twice for one session, so it is probably a repetition by mistake.
    """
    if given.minutes is None:
        return ()
    player = sheet.players[given.player]
    fines = (
        penalty.given.minutes
        for each in view.sheets(sheet.session)
        for penalty in each.penalties
        if each.players[penalty.given.player] == player
    )
    earlier = [minutes for minutes in fines if minutes is not None]
    if len(earlier) != 1:  # Whoever gave the second fine has answered this question.
        return ()
    text = mark(
        "{player} is already fined for being {minutes} minutes late in this session: give another fine?",
        player=ColumnPlayer(given.player),
        minutes=earlier[0],
    )
    return (Problem("late-twice", text, "minutes", Gravity.ASKS),)


def _given_again(rules: RuleSet, sheet: Sheet, given: PenaltyGiven) -> tuple[Problem, ...]:
    """Ask about a penalty that the player already has in this hand, and about a false win after the right to win.

    A penalty after the places is asked about in any other hand too, because no total shows that it was given twice.
    For the session as a whole a fault that climbs the ladder may well be repeated; being late is asked about elsewhere.
    """
    fault, player = rules.fault(given.fault), ColumnPlayer(given.player)
    name = fault.name if fault is not None else verbatim(given.reason)
    climbs = fault is not None and fault.measure in (Measure.LADDER, Measure.CHOSEN)
    known = (p.given for p in sheet.penalties if p.given.player == given.player and p.given.hand == given.hand)
    again = any(each.fault == given.fault if fault is not None else each == given for each in known)
    if given.minutes is not None or (given.hand is None and (climbs or not again)):
        return ()
    if given.hand is None:
        text = mark("{player} already has “{fault}” in this session: give it again?", player=player, fault=name)
        return (Problem("penalty-twice", text, "fault", Gravity.ASKS),)
    lost = sheet.no_hu(given.player, given.hand)
    false_win = fault is not None and fault.no_hu and fault.measure is Measure.FIXED
    if lost is not None and false_win:
        before = rules.fault(lost.given.fault)
        text = mark(
            "{player} already lost the right to win hand {hand} ({fault}), so they cannot declare a win in it: "
            "give this penalty too?",
            player=player,
            hand=given.hand,
            fault=before.name if before is not None else verbatim(lost.given.reason),
        )
        return (Problem("false-win-again", text, "fault", Gravity.ASKS),)
    if not again:
        return _given_in_another_hand(sheet, given, name) if fault is not None and fault.after_places else ()
    text = mark("{player} already has “{fault}” in hand {hand}: give it again?", player=player, fault=name,
                hand=given.hand)  # fmt: skip
    return (Problem("penalty-twice", text, "fault", Gravity.ASKS),)


def _given_in_another_hand(sheet: Sheet, given: PenaltyGiven, name: Text) -> tuple[Problem, ...]:
    alike = (p.given for p in sheet.penalties if (p.given.player, p.given.fault) == (given.player, given.fault))
    before = next((each.hand for each in alike if each.hand is not None), None)
    if before is None:
        return ()
    text = mark(
        "{player} already has “{fault}” in hand {before}: give it again, in hand {hand}?",
        player=ColumnPlayer(given.player),
        fault=name,
        before=before,
        hand=given.hand,
    )
    return (Problem("penalty-twice", text, "fault", Gravity.ASKS),)


def _cancel_penalty(view: View, command: CancelPenalty) -> Planned:
    entry = view.journal.find(command.entry)
    place = table_of(view.journal.stream_showing(entry)) if entry is not None else None
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
        problems = checks.totals_alone_problems(sheet, view.rules, command.totals)
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
        problems = (*problems, *_proposed_problems(view, sheet))
    fact = SheetClosed(None if totals == sheet.paper == NOT_KNOWN else totals, command.accept_difference.strip())
    return Planned(sheet, fact, problems)


def _proposed_problems(view: View, sheet: Sheet) -> tuple[Problem, ...]:
    """Ask about hands that players proposed and nobody recorded, before the sheet is signed without them."""
    missing = view.phones(sheet.session, sheet.table).missing
    count = len({proposal.hand for proposal in missing})
    if not count:
        return ()
    text = mark_count(
        "{count} hand that was proposed at the table is not recorded: verify the sheet without it?",
        "{count} hands that were proposed at the table are not recorded: verify the sheet without them?",
        count,
    )
    return (Problem("proposals-open", text, "table", Gravity.ASKS),)


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
    """Return why the reader may not confirm: they rejected this signature before, and the rejection was undone.

    They have therefore seen both values.
    """
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
