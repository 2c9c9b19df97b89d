"""Who pays whom for one hand of a sheet, as the square that a paper sheet has; no Qt in here."""

from dataclasses import dataclass

from tournament.rules.payment import Net, Outcome
from tournament.rules.payment_matrix import PaymentMatrix, payment_matrix
from tournament.tiles.wind import Wind
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import TablesState


@dataclass(frozen=True, slots=True)
class HandMatrix:
    """The square of one hand, read from East on."""

    hand: int
    winds: tuple[Wind, ...] = tuple(Wind)
    """Of the rows and columns."""
    names: tuple[str, ...] = ("", "", "", "")
    """Of the players, in the same order."""
    values: Net | None = None
    """What the hands are worth, in the same order; None while that is not known."""
    winner: int | None = None
    """The row of who won."""
    matrix: PaymentMatrix | None = None
    """None while it is not known."""


def has_matrix(table: TableSheet) -> bool:
    """Whether the rules pay all four hands, so that a square says more than the row."""
    return table.rules.four_values


def hand_matrix(state: TablesState) -> HandMatrix | None:
    """The square of the hand being typed, as soon as it can be settled, else of the one at the cursor.

    Of the hand that waits there is nothing to show: that recorded last is shown meanwhile. None by rules that pay the
    winner alone.
    """
    table = state.table
    if table is None or not has_matrix(table):
        return None
    in_progress = state.hand.in_progress if state.hand is not None else None
    if in_progress is not None and in_progress.outcome is not None:
        return _of(table, in_progress.hand, in_progress.outcome)
    sheet = table.sheet
    at_cursor = state.row.hand if state.row is not None else None
    hand = next((each for each in (at_cursor, sheet.last_played) if each and sheet.hands[each - 1].outcome), None)
    outcome = sheet.hands[hand - 1].outcome if hand is not None else None
    if hand is None or outcome is None:
        return HandMatrix(at_cursor or 1)
    return _of(table, hand, outcome)


def _of(table: TableSheet, hand: int, outcome: Outcome) -> HandMatrix:
    state = table.state(hand)
    columns = state.from_east
    values: Net | None = None
    if outcome.values is not None:
        east, south, west, north = (outcome.values[column] for column in columns)
        values = (east, south, west, north)
    return HandMatrix(
        hand,
        names=tuple(table.names[column] for column in columns),
        values=values,
        winner=columns.index(outcome.winner) if outcome.winner is not None else None,
        matrix=payment_matrix(table.rules.settle(outcome, state.stakes), columns),
    )
