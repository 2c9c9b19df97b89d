"""What cancelling, restoring or adding sessions would change, in words, before anything is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from tournament.catalogue import DEFAULT
from tournament.event.timetable import PlannedSession, minima_remarks, planned_sessions
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.facts import PlanFact, SessionsAdded, SessionsCancelled
from tournament.ledger.session import SessionState
from tournament.use_cases import View
from tournament.use_cases.carrying_out import tried
from tournament.use_cases.commands import PlanCommand
from tournament.use_cases.results_state import event_is_over
from tournament.use_cases.session_plan import plan_of, plan_remarks
from tournament.use_cases.sessions import not_verified

_NOT_BEGUN = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)


@dataclass(frozen=True, slots=True)
class PlanEffect:
    """The event as a command would leave it, and what that changes."""

    after: View
    lines: tuple[Text, ...]
    to_draw: int
    """The first session that is new and has no tables; 0 for none."""


def plan_effect(view: View, command: PlanCommand) -> PlanEffect | None:
    """What ``command``, which has a reason, would change; None if it changes nothing. Raise Refused if it cannot be."""
    fact = plan_of(view, command)
    if fact is None:
        return None
    found = tried(view, (command,))
    assert found is not None, "it was planned"
    after, _ = found
    new = fact.added if isinstance(fact, SessionsAdded) else 0
    return PlanEffect(after, tuple(_lines(view, after, fact)), view.full_state.settings.sessions + 1 if new else 0)


def _lines(view: View, after: View, fact: PlanFact) -> Iterator[Text]:
    yield from _changed(view, fact)
    yield _left(after)
    yield from (remark.text for remark in plan_remarks(view, fact))
    yield _results(after)
    if isinstance(fact, SessionsCancelled) and event_is_over(after):
        yield mark("Certificates, prizes and the ceremony can then follow.")
    if isinstance(fact, SessionsAdded):
        yield from _times(view, after)
    yield from _federation(view, after)


def _changed(view: View, fact: PlanFact) -> Iterator[Text]:
    match fact:
        case SessionsCancelled():
            yield mark_count(
                "Session {sessions} is cancelled and counts nowhere.",
                "Sessions {sessions} are cancelled and count nowhere.",
                len(fact.sessions),
                sessions=listed(map(str, fact.sessions)),
            )
        case SessionsAdded():
            if fact.restored:
                yield mark_count(
                    "Session {sessions} is restored and counts as before.",
                    "Sessions {sessions} are restored and count as before.",
                    len(fact.restored),
                    sessions=listed(map(str, fact.restored)),
                )
            if fact.added:
                first = view.full_state.settings.sessions + 1
                numbers = [str(first + each) for each in range(fact.added)]
                yield mark_count(
                    "Session {sessions} is added after the last one.",
                    "Sessions {sessions} are added after the last one.",
                    fact.added,
                    sessions=listed(numbers),
                )
        case _:
            assert_never(fact)


def _left(after: View) -> Text:
    numbers = after.session_numbers
    return mark_count(
        "The event then has {count} session: {sessions}.",
        "The event then has {count} sessions: {sessions}.",
        len(numbers),
        sessions=listed(map(str, numbers)),
    )


def _results(after: View) -> Text:
    """Whether the results are final then, or what is still open for that."""
    if event_is_over(after):
        return mark("The results are then final: those after session {session}.", session=after.sessions)
    still_open = list(_open(after))
    return mark("Still open before the results are final: {what}.", what=listed(still_open))


def _open(after: View) -> Iterator[Text]:
    for session in after.session_numbers:
        if after.session_state(session) in _NOT_BEGUN:
            yield mark("session {session} to play", session=session)
            continue
        tables = not_verified(after, session)
        if tables:
            yield mark_count(
                "session {session} to verify (table {tables})",
                "session {session} to verify (tables {tables})",
                len(tables),
                session=session,
                tables=", ".join(map(str, tables)),
            )
        elif session in after.state.reopened - after.state.closed:
            yield mark("session {session} to close again", session=session)


def _times(view: View, after: View) -> Iterator[Text]:
    """The sessions that are new and have no time, if others have one."""
    timetable = after.settings.timetable
    if any(each.start is not None for each in timetable.sessions):
        for session in after.session_numbers:
            if session not in view.session_numbers and timetable.of(session).start is None:
                yield mark("Session {session} has no time in the timetable yet.", session=session)


def _federation(view: View, after: View) -> Iterator[Text]:
    """Whether EMA requires more than is left, where that was not so before."""
    if after.settings.rules != DEFAULT.id or _below_minima(view):
        return
    for text in _below_minima(after):
        yield mark("{text} The federation decides whether the event counts.", text=text)


def _below_minima(view: View) -> list[Text]:
    planned, settings = _planned(view), view.settings
    days = len({each.day for each in planned if each.day is not None})
    if any(each.day is None for each in planned):
        starts, ends = settings.first_day, settings.last_day
        days = (ends - starts).days + 1 if starts is not None and ends is not None else 0
    return [each.text for each in minima_remarks(planned, days)] if days > 0 else []


def _planned(view: View) -> list[PlannedSession]:
    return list(planned_sessions(view.settings.timetable, view.session_numbers, view.settings.minutes))
