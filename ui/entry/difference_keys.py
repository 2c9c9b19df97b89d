"""The likely causes of a difference of totals: listed beside the sheet, and gone to one after the other."""

from dataclasses import replace

from tournament.ledger.cause_texts import place_of
from tournament.ledger.causes import Cause
from tournament.ledger.difference import causes_of
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Net
from ui.entry import cursor, penalty_draft
from ui.entry.penalty_draft import PenaltyField
from ui.entry.table_sheet import RowKey
from ui.entry.tables_state import TablesState, TablesStep, at_row, to_total

LISTED = 3
"""How many are shown at once."""
_SIGNED = (SheetState.VERIFIED, SheetState.TO_READ_AGAIN)
"""Whatever differs was agreed to."""
_LEAST_TYPED = 2
"""Fewer totals fit too many slips. Only all four say who gets what is left on the table."""


def differing(state: TablesState, computed: Net) -> bool:
    """Whether totals that are typed differ from the ``computed`` ones, and enough are typed to look for the cause.

    While a hand is half typed nothing is looked for: the rows are not what they will be.
    """
    table, typed = state.table, state.totals.settled
    if table is None or table.sheet.state in _SIGNED or computed != table.sheet.computed:
        return False
    enough = len(typed) - typed.count(None) >= (len(typed) if table.rules.on_table else _LEAST_TYPED)
    return bool(table.sheet.played) and enough and any(state.totals.differences(computed))


def causes_shown(state: TablesState, computed: Net) -> tuple[Cause, ...]:
    """The single slips that explain what differs, the most likely first."""
    if state.table is None or not differing(state, computed):
        return ()
    return causes_of(state.table.sheet, state.table.rules, state.totals.settled)


def listed(causes: tuple[Cause, ...], chosen: Cause | None) -> tuple[Cause, ...]:
    """Those of ``causes`` that are shown at once, the ``chosen`` one among them."""
    index = causes.index(chosen) if chosen in causes else 0
    start = max(0, min(index - LISTED + 1, len(causes) - LISTED))
    return causes[start : start + LISTED]


def next_cause(state: TablesState) -> TablesStep:
    """Go to where the next cause is looked for; behind the last comes the first."""
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
