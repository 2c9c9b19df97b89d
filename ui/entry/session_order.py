"""Whether it is a session's turn, or a hand's: what is typed too early is found late."""

from tournament.event.problem import Gravity, Problem
from tournament.language import mark, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases import View

EARLIER_OPEN = "earlier-session-open"
"""Code of the question before the first hand of a session, while an earlier one is not finished."""
EARLIER_EMPTY = "earlier-hand-empty"
"""Code of the question before a hand is recorded below an empty row: rows in another order have the same totals."""
TURN_QUESTIONS = (EARLIER_OPEN, EARLIER_EMPTY)


def gap_question(sheet: Sheet, hand: int) -> Problem | None:
    """What to ask before ``hand`` is recorded; None when every hand above it is in."""
    if sheet.next_hand is None or sheet.next_hand >= hand:
        return None
    text = mark("Hand {empty} is not entered yet: is this hand {hand}?", empty=sheet.next_hand, hand=hand)
    return Problem(EARLIER_EMPTY, text, gravity=Gravity.ASKS)


def turn_question(view: View, session: int) -> Problem | None:
    """What to ask before something is recorded in ``session``; None when all earlier ones are verified."""
    for earlier in range(1, session):
        waiting = sum(sheet.state is not SheetState.VERIFIED for sheet in view.sheets(earlier))
        if waiting:
            tables = mark_count("{count} table is not verified", "{count} tables are not verified", waiting)
            text = mark("Session {earlier} is not finished ({tables}): is this session {session}?", earlier=earlier,
                        tables=tables, session=session)  # fmt: skip
            if all(sheet.state is SheetState.NOT_STARTED for sheet in view.sheets(session)):
                text = mark(
                    "Session {session} has not started, and session {earlier} is not "
                    "finished ({tables}). Start session {session}?",
                    earlier=earlier,
                    tables=tables,
                    session=session,
                )
            return Problem(EARLIER_OPEN, text, gravity=Gravity.ASKS)
    return None
