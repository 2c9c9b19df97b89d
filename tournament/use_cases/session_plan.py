"""Which sessions the event has: some are cancelled, cancelled ones are restored, others are added after the last."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import final_of
from tournament.event.settings import MOST_SESSIONS
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import PlanFact, SessionsAdded, SessionsCancelled
from tournament.ledger.session import SessionState
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import CancelSessions, PlanCommand, PlanSessions, RestoreSession
from tournament.use_cases.draft import Draft
from tournament.use_cases.final_beside import members
from tournament.use_cases.view import View, unknown_session

_NOT_BEGUN = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)


def write_plan(draft: Draft, command: PlanCommand) -> Remarks:
    """Write what :func:`plan_of` plans; nothing if the event already has these sessions."""
    view = draft.view
    fact = plan_of(view, command)
    if fact is None:
        count = len(view.session_numbers)
        text = mark_count("The event already has {count} session.", "The event already has {count} sessions.", count)
        return (Problem("sessions-same", text, "count", Gravity.REMARK),)
    remarks = tuple(plan_remarks(view, fact))
    draft.add(EVENT_STREAM, fact)
    return remarks


def plan_of(view: View, command: PlanCommand) -> PlanFact | None:
    """Return the fact that ``command`` writes; None if it changes nothing. Nothing is written.

    Raise Refused if the event cannot have these sessions.
    """
    if not view.settings.format.is_drawn:
        text = mark("Only a tournament has a fixed number of sessions: the evenings of a club are opened one by one.")
        raise Refused(Problem("format-not-drawn", text, "count"))
    match command:
        case PlanSessions():
            return _with_count(view, command)
        case CancelSessions():
            sessions = tuple(sorted(set(command.sessions)))
            return _cancelling(view, sessions, command.reason) if sessions else None
        case RestoreSession():
            _refuse_restoring(view, command.session)
            return SessionsAdded((command.session,), 0, command.reason.strip())
        case _:
            assert_never(command)


def _with_count(view: View, command: PlanSessions) -> PlanFact | None:
    """Return the fact by which ``command`` changes how many sessions count; None if nothing changes.

    Fewer sessions cancel the last ones that have not begun. More sessions first restore such sessions, then add others.
    """
    numbers, count = view.session_numbers, command.count
    if not 1 <= count <= MOST_SESSIONS:
        text = mark("{sessions} sessions: an event has 1 to {most}.", sessions=count, most=MOST_SESSIONS)
        raise Refused(Problem("sessions-range", text, "count"))
    if count < len(numbers):
        begun = [number for number in numbers if view.session_state(number) not in _NOT_BEGUN]
        gone = numbers[count:]
        if set(begun) & set(gone):
            raise Refused(Problem("session-begun", _too_few_text(view, max(begun)), "count"))
        return _cancelling(view, gone, command.reason)
    if count == len(numbers):
        return None
    full = view.full_state
    waiting = [each for each in sorted(full.cancelled) if each > max(numbers) and each not in full.begun]
    restored = tuple(waiting[: count - len(numbers)])
    added = count - len(numbers) - len(restored)
    if full.settings.sessions + added > MOST_SESSIONS:
        text = mark(
            "The numbers of sessions go up to {most}, and cancelled sessions keep theirs: no more can be added.",
            most=MOST_SESSIONS,
        )
        raise Refused(Problem("sessions-range", text, "count"))
    return SessionsAdded(restored, added, command.reason.strip())


def _too_few_text(view: View, last_begun: int) -> Text:
    least = view.session_numbers.index(last_begun) + 1
    return mark_count(
        "Session {session} has begun, so the event has at least {count} session. To leave out a session that has "
        "begun, cancel it by its number.",
        "Session {session} has begun, so the event has at least {count} sessions. To leave out a session that has "
        "begun, cancel it by its number.",
        least,
        session=last_begun,
    )


def _cancelling(view: View, sessions: tuple[int, ...], reason: str) -> SessionsCancelled:
    problems = [problem for session in sessions for problem in _cancelling_problems(view, session)]
    if not problems and not set(view.session_numbers) - set(sessions):
        text = (
            mark("This is the only session of the event: it cannot be cancelled.")
            if len(sessions) == 1
            else mark("These are all sessions of the event: they cannot all be cancelled.")
        )
        problems.append(Problem("only-session", text, "session"))
    if not problems and not reason.strip():
        text = mark("Cancelling a session needs a reason: give it in a few words.")
        problems.append(Problem("reason-missing", text, "reason"))
    if problems:
        raise Refused(*problems)
    return SessionsCancelled(sessions, reason.strip())


def _cancelling_problems(view: View, session: int) -> Iterator[Problem]:
    if session in view.state.cancelled:
        yield Problem("session-cancelled", mark("Session {session} is already cancelled.", session=session), "session")
    elif session not in view.session_numbers:
        yield unknown_session(view.state, session)
    elif session <= view.state.publication.session:
        text = mark("The results of session {session} are public: withdraw them first.", session=session)
        yield Problem("results-public", text, "session")


def _refuse_restoring(view: View, session: int) -> None:
    """Raise Refused unless ``session`` is cancelled, no later session has begun since, and no final breaks its tables
    up."""
    state = view.state
    if session not in state.cancelled:
        if session not in view.session_numbers:
            raise Refused(unknown_session(state, session))
        text = mark("Session {session} is not cancelled.", session=session)
        raise Refused(Problem("session-not-cancelled", text, "session"))
    later = [each for each in view.full_state.begun - state.cancelled[session] if each > session]
    if later:
        text = mark(
            "Session {session} can no longer be restored: session {later} has begun since it was cancelled. Add a "
            "session instead.",
            session=session,
            later=min(later),
        )
        raise Refused(Problem("restored-too-late", text, "session"))
    full = view.full_state
    final = final_of(full.finals, session)
    if final is not None and final.beside and full.seating is not None:
        tables = full.seating.tables(session)
        own = members(full, final, full.seating.seated(session))
        if any(0 < len(own.intersection(seats)) < len(seats) for seats in tables):
            text = mark(
                "Session {session} can no longer be restored: finalists of session {final} played it together with "
                "others. Add a session instead.",
                session=session,
                final=final.session,
            )
            raise Refused(Problem("restored-mixed", text, "session"))


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """What ending the tournament now would cancel."""

    sessions: tuple[int, ...]
    """The sessions that have not begun, in ascending order."""
    in_play: int
    """The session in play, which the user can count as it is or cancel too; 0 if there is no such choice."""


def early_end(view: View) -> EarlyEnd | None:
    """What ending the tournament now would cancel; None before play, and when every session has begun."""
    if not view.settings.format.is_drawn:
        return None
    states = {number: view.session_state(number) for number in view.session_numbers}
    begun = [number for number, state in states.items() if state not in _NOT_BEGUN]
    waiting = tuple(number for number, state in states.items() if state in _NOT_BEGUN)
    if not begun or not waiting:
        return None
    plays = len(begun) > 1 and states[begun[-1]] is SessionState.PLAYING
    return EarlyEnd(waiting, begun[-1] if plays else 0)


def plan_remarks(view: View, fact: PlanFact) -> Iterator[Problem]:
    """Yield what no longer counts if sessions are cancelled, and what is still to do for added sessions."""
    match fact:
        case SessionsCancelled():
            for session in fact.sessions:
                written = _entered_tables(view, session)
                if written:
                    text = mark_count(
                        "Session {session}: the sheet of table {tables} no longer counts. It stays in the history.",
                        "Session {session}: the sheets of tables {tables} no longer count. They stay in the history.",
                        len(written),
                        session=session,
                        tables=listed(map(str, written)),
                    )
                    yield Problem("sheets-uncounted", text, "session", Gravity.REMARK)
        case SessionsAdded():
            empty = _without_tables(view, fact)
            if empty:
                text = mark_count(
                    "Session {sessions} has no tables yet: draw it, or seat it by the standings.",
                    "Sessions {sessions} have no tables yet: draw them, or seat them by the standings.",
                    len(empty),
                    sessions=listed(map(str, empty)),
                )
                yield Problem("session-empty", text, "session", Gravity.REMARK)
        case _:
            assert_never(fact)


def _without_tables(view: View, fact: SessionsAdded) -> tuple[int, ...]:
    """The sessions of ``fact`` that are still to draw after the published draw, in ascending order."""
    full = view.full_state
    if full.seating is None:
        return ()
    last = full.settings.sessions
    restored = (session for session in fact.restored if not full.seating.tables(session))
    return (*restored, *range(last + 1, last + fact.added + 1))


def _entered_tables(view: View, session: int) -> tuple[int, ...]:
    """The tables of ``session`` on whose sheets something is entered, in ascending order."""
    tables = view.seating.table_numbers(session) if view.seating is not None else ()
    return tuple(table for table in tables if view.journal.has_standing(table_stream(session, table)))
