"""The states of sessions in one line, for pages of results."""

from collections.abc import Iterable
from itertools import groupby

from tournament.language import Text, listed, mark, verbatim
from tournament.ledger.session import STATE_TEXTS
from tournament.use_cases.view import View


def session_states(view: View, sessions: Iterable[int]) -> Text | None:
    """``Sessions: 1–3 closed, 4 playing``; None if there is no session."""
    states = [(session, view.session_state(session)) for session in sessions]
    parts = []
    for state, group in groupby(states, key=lambda each: each[1]):
        numbers = [session for session, _ in group]
        span = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        parts.append(mark("{sessions} {state}", sessions=verbatim(span), state=STATE_TEXTS[state]))
    if not parts:
        return None
    return mark("Sessions: {states}", states=listed(parts))
