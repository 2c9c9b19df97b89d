"""Why there is no such session, evening, table or game, or why it takes no entry."""

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.state import EventState


def session_problem(state: EventState, session: int) -> Problem:
    """Why there is no table in ``session``, or no such session at all."""
    if not state.settings.format.is_drawn:
        return _no_evening(state, session)
    if state.seating is None:
        return Problem("no-draw", mark("No draw is published yet: make one first."), "session")
    if session in state.cancelled:
        return cancelled_problem(session)
    if session not in state.session_numbers:
        return unknown_session(state, session)
    text = mark("Session {session} has no tables yet: seat it on the page Draw.", session=session)
    return Problem("session-empty", text, "session")


def unknown_session(state: EventState, session: int) -> Problem:
    """The event never had a ``session`` of this number."""
    last = max((*state.session_numbers, *state.cancelled), default=1)
    text = mark("There is no session {session}: the event has sessions 1 to {last}.", session=session, last=last)
    return Problem("session-unknown", text, "session")


def cancelled_problem(session: int) -> Problem:
    """A cancelled session takes no entry."""
    text = mark("Session {session} is cancelled: restore it first.", session=session)
    return Problem("session-cancelled", text, "session")


def table_problem(state: EventState, session: int, table: int) -> Problem:
    """Why there is no ``table`` in ``session``, or no such game on an evening."""
    if state.seating is not None and not state.settings.format.is_drawn:
        return _no_game(state, session, table)
    tables = state.seating.tables(session) if state.seating is not None else ()
    if not tables:
        return session_problem(state, session)
    if (session, table) in state.taken_back:
        text = mark("Table {table} of session {session} is left out: nobody plays there.",
                    table=table, session=session)  # fmt: skip
        return Problem("table-left-out", text, "table")
    text = mark(
        "There is no table {table}: session {session} has tables 1 to {last}.",
        table=table,
        session=session,
        last=len(tables),
    )
    return Problem("table-unknown", text, "table")


def closed_problem(state: EventState, session: int) -> Problem:
    """A closed session takes no entry."""
    if state.settings.format.is_drawn:
        text = mark("Session {session} is closed: reopen it first, with a reason.", session=session)
    else:
        text = mark("Evening {evening} is closed: reopen it first, with a reason.", evening=session)
    return Problem("session-closed", text, "session")


def refuse_closed(state: EventState, *sessions: int) -> None:
    """Refused when one of ``sessions`` is closed or cancelled."""
    problems = (
        *(cancelled_problem(session) for session in sessions if session in state.cancelled),
        *(closed_problem(state, session) for session in sessions if session in state.closed),
    )
    if problems:
        raise Refused(*problems)


def _no_evening(state: EventState, session: int) -> Problem:
    last = len(state.drawn_sessions)
    if not last:
        return Problem("evening-missing", mark("There are no evenings yet. Open the first one."), "session")
    text = mark("There is no evening {evening}: the last one is evening {last}.", evening=session, last=last)
    return Problem("session-unknown", text, "session")


def _no_game(state: EventState, session: int, table: int) -> Problem:
    values = {"evening": session, "game": table}
    if session not in state.drawn_sessions:
        return _no_evening(state, session)
    if (session, table) in state.taken_back:
        text = mark("Game {game} of evening {evening} was removed.", **values)
        return Problem("game-taken-back", text, "table")
    text = mark("There is no game {game} on evening {evening}: open it with its four players.", **values)
    return Problem("table-unknown", text, "table")
