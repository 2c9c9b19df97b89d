"""Whether it is a session's turn: one is played after the other, and a sheet typed into the wrong one is found late."""

from tournament.event.problem import Gravity, Problem
from tournament.language import mark, mark_count
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View

EARLIER_OPEN = "earlier-session-open"
"""Code of the question before the first hand of a session, while an earlier one is not finished."""


def turn_question(view: View, session: int) -> Problem | None:
    """What to ask before something is recorded in ``session``; None when all earlier ones are verified."""
    for earlier in range(1, session):
        waiting = sum(sheet.state is not SheetState.VERIFIED for sheet in view.sheets(earlier))
        if waiting:
            tables = mark_count("{count} table is not verified", "{count} tables are not verified", waiting)
            text = mark("Session {earlier} is not finished ({tables}): is it session {session}?", earlier=earlier,
                        tables=tables, session=session)  # fmt: skip
            if all(sheet.state is SheetState.NOT_STARTED for sheet in view.sheets(session)):
                text = mark("Session {session} has not begun, and {earlier} is not finished ({tables}): begin it?",
                            earlier=earlier, tables=tables, session=session)  # fmt: skip
            return Problem(EARLIER_OPEN, text, gravity=Gravity.ASKS)
    return None
