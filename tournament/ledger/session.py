"""The state of a session from its draw to its closing, computed from the event and from its sheets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tournament.language import mark, mark_in
from tournament.ledger.entry import Entry
from tournament.ledger.session_step import SessionStep
from tournament.ledger.sheet import Sheet, SheetState
from tournament.ledger.state import EventState


class SessionState(Enum):
    """The state of a session; the value is its name in files and on the command line."""

    NOT_DRAWN = "not-drawn"
    """It has no tables yet."""
    DRAWN = "drawn"
    """A draft of the draw on this computer seats it, but its seats were never published."""
    PUBLISHED = "published"
    PLAYING = "playing"
    ENTERED = "entered"
    """Its sheets are complete; not all are verified."""
    VERIFIED = "verified"
    """Every sheet is verified."""
    CLOSED = "closed"
    """It accepts no more entries."""
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
"""The text of each state."""

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
"""The text of each step."""


@dataclass(frozen=True, slots=True)
class StepTaken:
    """One step of a session: the entry says who and when."""

    step: SessionStep
    entry: Entry


def session_state(
    state: EventState, session: int, sheets: Sequence[Sheet], touched: Collection[int], *, drafted: bool
) -> SessionState:
    """Return the state of ``session``.

    ``sheets`` are all sheets that it has, ``touched`` the tables (from 1) whose sheets are not empty. ``drafted`` says
    whether an unpublished draw seats it.
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
    """Yield the steps in the life of ``session`` that are among the ``entries`` of the event, in their order."""
    for entry in entries:
        step = entry.fact.session_step
        if step is not None and session in entry.fact.step_sessions:
            yield StepTaken(step, entry)
