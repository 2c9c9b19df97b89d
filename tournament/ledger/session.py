"""A session from its draw to its closing: computed from what was written of it, and from its sheets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from tournament.language import mark, mark_in
from tournament.ledger import facts
from tournament.ledger.entry import Entry
from tournament.ledger.session_step import SessionStep
from tournament.ledger.sheet import Sheet, SheetState
from tournament.ledger.state import EventState


class SessionState(Enum):
    """Where a session stands; the value is its name in files and on the command line."""

    NOT_DRAWN = "not-drawn"
    """It has no tables yet."""
    DRAWN = "drawn"
    """It was never published: a draft of the draw on this computer seats it."""
    PUBLISHED = "published"
    PLAYING = "playing"
    ENTERED = "entered"
    """Nothing of its sheets is missing; not all are verified."""
    VERIFIED = "verified"
    """Every sheet is."""
    CLOSED = "closed"
    """It takes no entry."""
    CANCELLED = "cancelled"
    """It counts nowhere."""


STATE_TEXTS = {
    SessionState.NOT_DRAWN: mark("not drawn"),
    SessionState.DRAWN: mark("drawn, not published"),
    SessionState.PUBLISHED: mark("published"),
    SessionState.PLAYING: mark_in("session", "playing"),
    SessionState.ENTERED: mark("entered"),
    SessionState.VERIFIED: mark("verified"),
    SessionState.CLOSED: mark("closed"),
    SessionState.CANCELLED: mark("cancelled"),
}
"""Each state in a word."""

STEP_TEXTS = {
    SessionStep.DRAWN: mark("seats changed"),
    SessionStep.PUBLISHED: mark("published"),
    SessionStep.PLAYING: mark("started"),
    SessionStep.ENTERED: mark("entered"),
    SessionStep.VERIFIED: mark("verified"),
    SessionStep.CLOSED: mark("closed"),
    SessionStep.REOPENED: mark("reopened"),
    SessionStep.CANCELLED: mark("cancelled"),
    SessionStep.RESTORED: mark("restored"),
}
"""Each step in a word."""


@dataclass(frozen=True, slots=True)
class StepTaken:
    """One step of a session: the entry says who and when."""

    step: SessionStep
    entry: Entry


def session_state(
    state: EventState, session: int, sheets: Sequence[Sheet], touched: Collection[int], *, drafted: bool
) -> SessionState:
    """Where ``session`` stands.

    ``sheets`` are all it has, and ``touched`` the tables on whose sheets something stands. ``drafted``: a draft of the
    draw seats it.
    """
    if session in state.cancelled:
        return SessionState.CANCELLED
    if session in state.closed:
        return SessionState.CLOSED
    drawn = state.settings.format.is_drawn
    if not sheets and drawn:
        return SessionState.DRAWN if drafted else SessionState.NOT_DRAWN
    if not sheets:
        return SessionState.PLAYING if session in state.called else SessionState.PUBLISHED
    if all(sheet.state is SheetState.VERIFIED for sheet in sheets):
        return SessionState.VERIFIED
    if all(sheet.closed is not None or sheet.next_hand is None for sheet in sheets):
        return SessionState.ENTERED
    if touched or session in state.called or session in state.clocks or not drawn:
        return SessionState.PLAYING
    return SessionState.PUBLISHED


def steps_of(session: int, entries: Iterable[Entry]) -> Iterator[StepTaken]:
    """What the ``entries`` of the event say of ``session``, in their order."""
    for entry in entries:
        step = _step(session, entry.fact)
        if step is not None:
            yield StepTaken(step, entry)


def _step(session: int, fact: facts.Fact) -> SessionStep | None:
    if isinstance(fact, facts.ClockStarted):
        return SessionStep.PLAYING if fact.session == session else None
    if isinstance(fact, facts.TableFact | facts.ClockFact | facts.PinFact | facts.SigningFact):
        return None
    if isinstance(fact, facts.PaperNoted | facts.TableEntryFact | facts.PhoneFact | facts.Undone | facts.Redone):
        return None
    if isinstance(fact, facts.PlanFact):
        return _plan_step(session, fact)
    match fact:
        case facts.DrawPublished():
            return SessionStep.PUBLISHED if session <= len(fact.seating.sessions) else None
        case facts.SessionsRedrawn():
            return SessionStep.PUBLISHED if 0 <= session - fact.first < len(fact.sessions) else None
        case facts.PlayersSwapped() | facts.PlayerReplaced():
            return SessionStep.DRAWN if session in fact.sessions else None
        case facts.PlayerStateChanged():
            return SessionStep.DRAWN if session in fact.returned else None
        case (
            facts.SessionSeated()
            | facts.TableAdded()
            | facts.TableLeftOut()
            | facts.SessionPublished()
            | facts.SessionStarted()
            | facts.SessionClosed()
            | facts.SessionReopened()
            | facts.HeadsChained()
            | facts.EveningOpened()
        ):
            return _own_step(fact) if fact.session == session else None
        case (
            facts.EventCreated()
            | facts.EventRecovered()
            | facts.EventRestored()
            | facts.HostTakenOver()
            | facts.ResultsPublished()
            | facts.ResultsWithdrawn()
            | facts.SettingsChanged()
            | facts.LogoChanged()
            | facts.PlayersAdded()
            | facts.PlayerChanged()
            | facts.PlayerRemoved()
            | facts.PlayersMerged()
            | facts.AttendanceNoted()
            | facts.LotDrawn()
            | facts.EveningChanged()
            | facts.GameSeated()
            | facts.GameReseated()
            | facts.GameTakenBack()
        ):
            return None
        case _:
            assert_never(fact)


def _plan_step(session: int, fact: facts.PlanFact) -> SessionStep | None:
    match fact:
        case facts.SessionsCancelled():
            return SessionStep.CANCELLED if session in fact.sessions else None
        case facts.SessionsAdded():
            return SessionStep.RESTORED if session in fact.restored else None
        case _:
            assert_never(fact)


def _own_step(
    fact: facts.SessionSeated
    | facts.TableAdded
    | facts.TableLeftOut
    | facts.SessionFact
    | facts.ClosingFact
    | facts.HeadsChained
    | facts.EveningOpened,
) -> SessionStep:
    match fact:
        case facts.TableAdded() | facts.TableLeftOut():
            return SessionStep.DRAWN
        case facts.SessionSeated() | facts.SessionPublished() | facts.EveningOpened():
            return SessionStep.PUBLISHED
        case facts.HeadsChained(moment="end"):
            return SessionStep.VERIFIED
        case facts.SessionStarted() | facts.HeadsChained():
            return SessionStep.PLAYING
        case facts.SessionClosed():
            return SessionStep.CLOSED
        case facts.SessionReopened():
            return SessionStep.REOPENED
        case _:
            assert_never(fact)
