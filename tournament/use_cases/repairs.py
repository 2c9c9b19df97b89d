"""Repairs of a sheet: what each writes, and what is wrong with it. Tiles are read with the winds of their new place."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, assert_never

from msgspec import structs

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import ColumnPlayer
from tournament.language import mark
from tournament.ledger import checks, repair_checks
from tournament.ledger.claims import answers_otherwise, claim_of, win_context
from tournament.ledger.facts import (
    ColumnsExchanged,
    Fact,
    HandDeleted,
    HandInserted,
    HandMoved,
    RowRepair,
    RowTiles,
    SheetMoved,
)
from tournament.ledger.sheet import HandLine, Sheet, settled
from tournament.ledger.sheet_content import column_after, outcome_after, place_after
from tournament.rules.hand_value import WinContext, value_of_hand
from tournament.rules.payment import NO_NET, Net, Outcome, add
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import moved_hands, value_of_hands, worth_of
from tournament.rules.table_state import TableState
from tournament.use_cases.commands import DeleteHand, ExchangeColumns, InsertHand, MoveHand, MoveSheet, Repair
from tournament.use_cases.view import View

Rows = list[tuple[int, TableState, Outcome | None]]
"""The number of each row, the table before it and how its hand ended."""
Written = TypeVar("Written", HandInserted, HandDeleted, HandMoved, ColumnsExchanged)


@dataclass(frozen=True, slots=True)
class Planned:
    """Where a command writes, what, and what was found on the way."""

    sheet: Sheet
    fact: Fact
    problems: tuple[Problem, ...] = ()


def plan_repair(view: View, command: Repair) -> Planned:
    """What the repair writes, and what is wrong with it."""
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
    """A hand that was left out."""
    sheet = view.sheet(command.session, command.table)
    outcome, hand = command.outcome, command.hand
    problems = repair_checks.insert_problems(sheet, view.rules, hand, outcome, reason=command.reason)
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
    """A row that was no hand of its own."""
    sheet = view.sheet(command.session, command.table)
    problems = repair_checks.delete_problems(sheet, command.hand, reason=command.reason)
    return _with_tiles(view.rules, sheet, HandDeleted(command.hand, command.reason.strip()), problems)


def _plan_move(view: View, command: MoveHand) -> Planned:
    """A row in the wrong place."""
    sheet = view.sheet(command.session, command.table)
    problems = repair_checks.move_problems(sheet, command.hand, command.to, reason=command.reason)
    fact = HandMoved(command.hand, command.to, command.reason.strip())
    return _with_tiles(view.rules, sheet, fact, problems)


def _plan_exchange(view: View, command: ExchangeColumns) -> Planned:
    """Two players under each other's column."""
    sheet = view.sheet(command.session, command.table)
    problems = repair_checks.exchange_problems(sheet, command.columns, command.hands, reason=command.reason)
    fact = ColumnsExchanged(*command.columns, command.hands, command.reason.strip())
    return _with_tiles(view.rules, sheet, fact, problems)


def _plan_move_sheet(view: View, command: MoveSheet) -> Planned:
    """A sheet at the wrong table; its rows keep their numbers and columns, so their tiles keep their winds."""
    sheet = view.sheet(command.session, command.table)
    to = view.sheet(command.to_session, command.to_table)
    problems = repair_checks.sheet_move_problems(sheet, to, reason=command.reason)
    return Planned(sheet, SheetMoved(command.to_session, command.to_table, command.reason.strip()), problems)


def _with_tiles(rules: RuleSet, sheet: Sheet, fact: Written, problems: tuple[Problem, ...]) -> Planned:
    """The plan of ``fact`` with the tiles of every row read anew whose winner has other winds after it."""
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
            tiles, remarks = _hands_anew(rules, line, hand, moved, rows[hand - 1][1], outcome)
            if tiles != line.tiles:
                restated.append(RowTiles(hand, tiles))
                found += remarks
            continue
        before, after = win_context(line.state, line.outcome), win_context(rows[hand - 1][1], outcome)
        if before == after:
            continue
        tiles, problem = _read_anew(rules, line, hand, before, after)
        restated.append(RowTiles(hand, tiles))
        found.append(problem)
    return Planned(sheet, structs.replace(fact, restated=tuple(restated)), tuple(found))


def _rows_after(rules: RuleSet, sheet: Sheet, fact: RowRepair) -> Rows:
    """The table before each row and how it ended, once ``fact`` is written."""
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


def _hands_anew(
    rules: RuleSet, line: HandLine, hand: int, moved: Callable[[int], int], state: TableState, outcome: Outcome
) -> tuple[str, tuple[Problem, ...]]:
    """The same by rules that count anybody's tiles: those of each player as they are written at row ``hand``."""
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


def _read_anew(rules: RuleSet, line: HandLine, hand: int, before: WinContext, after: WinContext) -> tuple[str, Problem]:
    """The tiles of ``line`` as they are written at row ``hand``, and what is to be said about it."""
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
