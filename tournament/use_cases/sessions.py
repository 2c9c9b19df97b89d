"""The steps of a session: publish it, start its play, close it, reopen it; and who took each step, and when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM, Entry, table_stream
from tournament.ledger.facts import (
    SessionClosed,
    SessionPublished,
    SessionReopened,
    SessionStarted,
    SheetReopened,
    TableFact,
)
from tournament.ledger.session import SessionState, StepTaken, steps_of
from tournament.ledger.session_step import SessionStep
from tournament.ledger.sheet import SheetState
from tournament.ledger.state import participants
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    CancelSessions,
    CloseSession,
    PlanCommand,
    PublishSession,
    ReopenSession,
    RestoreSession,
    SessionCommand,
    StartSession,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.people import OpenSeat, vacant_seats, vacant_seats_text
from tournament.use_cases.signing import sign_closed
from tournament.use_cases.view import View, cancelled_problem, closed_problem, session_problem

_LATER = (SessionStep.CLOSED, SessionStep.REOPENED, SessionStep.CANCELLED, SessionStep.RESTORED)
_BEFORE_PLAY = (SessionStep.DRAWN, SessionStep.PUBLISHED, SessionStep.PLAYING)


@dataclass(frozen=True, slots=True)
class SessionLife:
    """What has happened to one session so far, and which steps are possible now."""

    session: int
    state: SessionState
    steps: tuple[StepTaken, ...]
    """In the order in which they were taken. Of several changes of seats, or several publications, only the last is
    included."""
    not_verified: tuple[int, ...]
    """Tables whose sheets are not verified."""
    absent: tuple[int, ...]
    """Numbers of the players who were not checked in when it started."""
    moves: tuple[SessionStep, ...]
    """The steps that can be taken now; the first is the usual next one."""
    reopened: Entry | None
    """The entry that reopened it last; None if it was never reopened."""
    corrections: tuple[Entry, ...]
    """The entries written on its sheets since it was first reopened, oldest first."""

    @property
    def corrected_tables(self) -> tuple[int, ...]:
        """The tables on whose sheets something was written since the session was first reopened."""
        return tuple(sorted({_table(entry) for entry in self.corrections}))


def session_life(view: View, session: int) -> SessionLife:
    """Return what has happened to ``session``. Raise Refused if the event has no such session."""
    refuse_unknown(view, session)
    state = view.session_state(session)
    own = tuple(steps_of(session, view.journal.standing(EVENT_STREAM)))
    reopenings = [taken.entry for taken in own if taken.step is SessionStep.REOPENED]
    steps = [*_begun(own, state), *_entered(view, session, state, own)]
    steps.extend(taken for taken in own if taken.step in _LATER)
    return SessionLife(
        session,
        state,
        tuple(sorted(steps, key=lambda taken: view.journal.position_of(taken.entry))),
        not_verified(view, session),
        tuple(sorted(view.state.absent.get(session, ()))),
        moves_of(view, session),
        reopenings[-1] if reopenings else None,
        _written_since(view, session, reopenings[0]) if reopenings else (),
    )


def _begun(own: Sequence[StepTaken], state: SessionState) -> list[StepTaken]:
    """Return the last change of the seats, the last publication, and the start.

    The start is its announcement or, without one, the first entry.
    """
    before = [taken for taken in own if taken.step in _BEFORE_PLAY]
    found: dict[SessionStep, StepTaken] = {
        taken.step: taken for taken in before if taken.step is not SessionStep.PLAYING
    }
    if state not in (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED):
        calls = [taken for taken in before if taken.step is SessionStep.PLAYING]
        called = [taken for taken in calls if isinstance(taken.entry.fact, SessionStarted)]
        found.update({taken.step: taken for taken in (called or calls)[:1]})
    return list(found.values())


def _entered(view: View, session: int, state: SessionState, own: Sequence[StepTaken]) -> list[StepTaken]:
    """Return the entry that completed the last sheet, and the one that verified the last sheet, if there are any."""
    sheets = view.sheets(session)
    complete = sheets and all(sheet.closed is not None or sheet.next_hand is None for sheet in sheets)
    if state not in (SessionState.ENTERED, SessionState.VERIFIED, SessionState.CLOSED) or not complete:
        return []
    streams = [view.journal.standing(table_stream(session, sheet.table)) for sheet in sheets]
    hands = [entry for entries in streams for entry in entries if isinstance(entry.fact, TableFact)]
    found = []
    if hands:
        typed = [entry for entry in hands if not isinstance(entry.fact, SheetReopened)]
        found.append(StepTaken(SessionStep.ENTERED, max(typed or hands, key=view.journal.position_of)))
    ends = [taken for taken in own if taken.step is SessionStep.VERIFIED]
    if ends and not not_verified(view, session):
        found.append(ends[-1])
    return found


def _written_since(view: View, session: int, reopening: Entry) -> tuple[Entry, ...]:
    position = view.journal.position_of(reopening)
    tables = view.seating.table_numbers(session) if view.seating is not None else ()
    written = (entry for table in tables for entry in view.journal.everything(table_stream(session, table)))
    since = [entry for entry in written if view.journal.position_of(entry) > position]
    return tuple(sorted(since, key=view.journal.position_of))


def _table(entry: Entry) -> int:
    return int(entry.stream.rpartition("-")[2])


def not_verified(view: View, session: int) -> tuple[int, ...]:
    """Return the tables of ``session`` whose sheets are not verified."""
    return tuple(sheet.table for sheet in view.sheets(session) if sheet.state is not SheetState.VERIFIED)


def moves_of(view: View, session: int) -> tuple[SessionStep, ...]:
    """Return the steps that can be taken with ``session`` now; the first is the usual next one."""
    cancelling = (SessionStep.CANCELLED,) if view.settings.format.is_drawn and len(view.session_numbers) > 1 else ()
    match view.session_state(session):
        case SessionState.NOT_DRAWN | SessionState.DRAWN:
            return cancelling
        case SessionState.PUBLISHED if _seats_changed(view, session):
            return SessionStep.PLAYING, SessionStep.PUBLISHED, SessionStep.CLOSED, *cancelling
        case SessionState.PUBLISHED:
            return SessionStep.PLAYING, SessionStep.CLOSED, *cancelling
        case SessionState.PLAYING | SessionState.ENTERED | SessionState.VERIFIED:
            return SessionStep.CLOSED, *cancelling
        case SessionState.CLOSED:
            return SessionStep.REOPENED, *cancelling
        case SessionState.CANCELLED:
            return (SessionStep.RESTORED,)
        case unknown:
            assert_never(unknown)


def session_move(session: int, step: SessionStep, reason: str = "") -> SessionCommand | PlanCommand:
    """Return the command that takes ``step`` with ``session``.

    Raise Refused if nobody can take this step directly, because it follows from the draw or from the sheets.
    """
    match step:
        case SessionStep.PUBLISHED:
            return PublishSession(session)
        case SessionStep.PLAYING:
            return StartSession(session)
        case SessionStep.CLOSED:
            return CloseSession(session, reason)
        case SessionStep.REOPENED:
            return ReopenSession(session, reason)
        case SessionStep.CANCELLED:
            return CancelSessions((session,), reason)
        case SessionStep.RESTORED:
            return RestoreSession(session, reason)
        case SessionStep.DRAWN | SessionStep.ENTERED | SessionStep.VERIFIED:
            text = mark("“{step}” follows from the draw or from the sheets: you cannot set it.", step=step.value)
            raise Refused(Problem("step-follows", text, "to"))
        case _:
            assert_never(step)


def write_session(draft: Draft, command: SessionCommand) -> Remarks:
    """Write a step of a session. Raise Refused, with the reason, if the session cannot take it now."""
    view, session = draft.view, command.session
    match command:
        case PublishSession():
            _refuse_unfit(view, session, SessionStep.PUBLISHED)
            draft.add(EVENT_STREAM, SessionPublished(session))
        case StartSession():
            return _start_session(draft, session)
        case CloseSession():
            problems = closing_problems(view, session, command.reason)
            if problems:
                raise Refused(*problems)
            draft.add(EVENT_STREAM, SessionClosed(session, not_verified(view, session), command.reason.strip()))
            return sign_closed(draft, session)
        case ReopenSession():
            _refuse_unfit(view, session, SessionStep.REOPENED)
            if not command.reason.strip():
                text = mark("Reopening a closed session needs a reason: give it in a few words.")
                raise Refused(Problem("reason-missing", text, "reason"))
            draft.add(EVENT_STREAM, SessionReopened(session, command.reason.strip()))
        case _:
            assert_never(command)
    return ()


def _start_session(draft: Draft, session: int) -> Remarks:
    """Start the play, even if players are missing. Record who is missing, and return it as a remark."""
    _refuse_unfit(draft.view, session, SessionStep.PLAYING)
    remarks, absent = start_remarks(draft.view, session), absent_players(draft.view, session)
    draft.begin(session)
    draft.add(EVENT_STREAM, SessionStarted(session, absent))
    return remarks


def start_remarks(view: View, session: int) -> tuple[Problem, ...]:
    """Return remarks on what is missing when ``session`` starts: check-ins, players for empty seats, the date."""
    remarks = []
    absent = absent_players(view, session)
    if absent:
        text = mark_count(
            "{count} player is not checked in: {players}.",
            "{count} players are not checked in: {players}.",
            len(absent),
            players=listed(view.players[number].name for number in absent),
        )
        remarks.append(Problem("absent", text, "players", Gravity.REMARK))
    vacant = vacant_seats(view, session)
    if vacant:
        text = vacant_seats_text(vacant)
        for other in _other_advice(view, session, vacant):
            text = mark("{one} {other}", one=text, other=other)
        remarks.append(Problem("seats-open", text, "players", Gravity.REMARK))
    if view.settings.format.is_drawn and view.settings.first_day is None:
        text = mark("The event has no date, so its papers show none. Enter it on the page Event.")
        remarks.append(Problem("date-missing", text, "starts", Gravity.REMARK))
    return tuple(remarks)


def _other_advice(view: View, session: int, vacant: Sequence[OpenSeat]) -> Iterator[Text]:
    """Yield what can be done about the ``vacant`` seats of ``session`` besides naming substitutes."""
    sitting_out = sitting_out_if_redrawn(view, session)
    if sitting_out == 0:
        yield mark("Or draw again from session {session} on: everybody who is there has a seat.", session=session)
    elif sitting_out is not None:
        yield mark_count(
            "Or draw again from session {session} on: {count} player sits out.",
            "Or draw again from session {session} on: {count} players sit out.",
            sitting_out,
            session=session,
        )
    tables = tables_to_leave_out(view, session, vacant)
    if tables:
        yield mark_count(
            "Or leave table {tables} out: nobody plays there.",
            "Or leave tables {tables} out: nobody plays there.",
            len(tables),
            tables=listed(map(str, tables)),
        )


def sitting_out_if_redrawn(view: View, session: int) -> int | None:
    """Return how many sit out if the sessions from ``session`` on are drawn again; None if they cannot be."""
    present = len(participants(view.state, session))
    begun = any(view.touched(each) for each in view.drawn_sessions if each >= session)
    return None if begun or present < len(LETTERS) else present % len(LETTERS)


def tables_to_leave_out(view: View, session: int, vacant: Sequence[OpenSeat]) -> tuple[int, ...]:
    """Return the tables of the ``vacant`` seats, in ascending order; empty if no other table would be played."""
    tables = sorted({seat.table for seat in vacant})
    return tuple(tables) if len(tables) < len(view.sheets(session)) else ()


def asks_before_start(view: View, session: int) -> bool:
    """Whether a user must decide something before ``session`` starts.

    It may be about a draft of its draw, or about empty seats.
    """
    draft = view.unpublished_draw
    drafted = draft is not None and session in draft.tables
    return view.session_state(session) is SessionState.PUBLISHED and (drafted or bool(vacant_seats(view, session)))


def absent_players(view: View, session: int) -> tuple[int, ...]:
    """Return the players with a seat in ``session`` who are not checked in; empty if nobody was ever checked in."""
    state = view.state
    if state.seating is None or not state.present or not state.settings.format.is_drawn:
        return ()
    return tuple(sorted(state.seating.seated(session) - state.present))


def closing_problems(view: View, session: int, reason: str) -> tuple[Problem, ...]:
    """Return why ``session`` cannot be closed without a reason, naming each table that is not verified.

    Raise Refused if it cannot be closed at all, for instance because it is closed.
    """
    _refuse_unfit(view, session, SessionStep.CLOSED)
    if reason.strip():
        return ()
    tables = not_verified(view, session)
    if not tables and view.sheets(session):
        return ()
    return (Problem("not-verified", left_open_text(tables), "reason"),)


def left_open_text(tables: Sequence[int]) -> Text:
    """Return which tables are not verified, and what to do about them."""
    if not tables:
        return mark("Nothing was played: give a reason for closing it anyway.")
    named = listed(tables)
    return mark_count(
        "{count} table is not verified: {tables}. Verify it, or give a reason for closing the session anyway.",
        "{count} tables are not verified: {tables}. Verify them, or give a reason for closing the session anyway.",
        len(tables),
        tables=named,
    )


def refuse_unknown(view: View, session: int) -> None:
    """Raise Refused unless the event has a session of this number, cancelled or not."""
    if session not in view.session_numbers and session not in view.state.cancelled:
        raise Refused(session_problem(view.state, session))


def _refuse_unfit(view: View, session: int, step: SessionStep) -> None:
    refuse_unknown(view, session)
    if step in moves_of(view, session):
        return
    raise Refused(_unfit(view, session, step))


def _seats_changed(view: View, session: int) -> bool:
    """Whether the seats of ``session`` changed since they were published, so that they can be published again."""
    return view.settings.format.is_drawn and session not in view.state.published


def _unfit(view: View, session: int, step: SessionStep) -> Problem:
    """Return the problem that ``step`` cannot be taken with ``session`` in its present state."""
    state = view.session_state(session)
    if state is SessionState.CANCELLED:
        return cancelled_problem(session)
    if state in (SessionState.NOT_DRAWN, SessionState.DRAWN):
        return session_problem(view.state, session)
    if state is SessionState.CLOSED:
        return closed_problem(session)
    if step is SessionStep.REOPENED:
        text = mark("Session {session} is not closed.", session=session)
        return Problem("session-open", text, "session")
    if state is SessionState.PUBLISHED:
        text = mark("Session {session} is already published as it is.", session=session)
        return Problem("session-published", text, "session")
    text = mark("Session {session} has already begun.", session=session)
    return Problem("session-begun", text, "session")
