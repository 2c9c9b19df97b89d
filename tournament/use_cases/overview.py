"""How far an event is: of each session what is typed, compared, verified and public."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from tournament.event.settings import SecondReading
from tournament.ledger.entry import Entry
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.use_cases.view import View


class Publicity(Enum):
    """Who may see the results of a session."""

    NO_RESULT = "no-result"
    """Nothing counts in it yet."""
    WITHHELD = "withheld"
    HELD = "held"
    """Kept for the ceremony."""
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class SessionProgress:
    """How far one session is."""

    session: int
    state: SessionState
    tables: int
    typed: int
    """Sheets of which nothing is missing."""
    compared: int
    """Sheets whose totals are those of the paper; where the event has them read a second time, those so read."""
    differing: tuple[int, ...]
    """Tables where typed and computed totals, or two readings, differ."""
    verified: int
    marked: tuple[tuple[SheetMark, tuple[int, ...]], ...]
    """The marks of signed sheets, each with its tables; those that no sheet has are left out."""
    publicity: Publicity
    decided: Entry | None
    """What made its results public, or keeps them for the ceremony."""


def session_progress(view: View, session: int) -> SessionProgress:
    """How far ``session`` is."""
    sheets = view.sheets(session)
    return SessionProgress(
        session,
        view.session_state(session),
        len(sheets),
        sum(sheet.closed is not None or sheet.next_hand is None for sheet in sheets),
        sum(map(_is_compared, sheets)),
        differing_tables(sheets),
        sum(sheet.state is SheetState.VERIFIED for sheet in sheets),
        marked_tables(sheets),
        publicity(view, session),
        view.state.publication.entry_of(session),
    )


def overview(view: View) -> tuple[SessionProgress, ...]:
    """How far each session is, from the first, cancelled ones too; of a league the evenings opened so far."""
    numbers = sorted((*view.session_numbers, *view.state.cancelled))
    return tuple(session_progress(view, session) for session in numbers)


def session_in_play(view: View) -> int:
    """The session that is in play or being entered: of several the last whose clock is not stopped, else the first.

    If none is, the next one that has seats, else the last that has tables, else the last evening; 0 before the draw.
    """
    states = {session: view.session_state(session) for session in view.drawn_sessions}
    in_play = [each for each, state in states.items() if state in (SessionState.PLAYING, SessionState.ENTERED)]
    clocks = view.state.clocks
    if running := [each for each in in_play if each in clocks and clocks[each].stopped is None]:
        return running[-1]
    following = (each for each, state in states.items() if state in (SessionState.DRAWN, SessionState.PUBLISHED))
    played = (each for each in reversed(states) if view.sheets(each))
    return next(chain(in_play, following, played), len(states))


def marked_tables(sheets: Sequence[Sheet]) -> tuple[tuple[SheetMark, tuple[int, ...]], ...]:
    """The tables of each mark that some of ``sheets`` has."""
    found: dict[SheetMark, list[int]] = {each: [] for each in SheetMark}
    for sheet in sheets:
        if sheet.closed is not None:
            for each in sheet.marks:
                found[each].append(sheet.table)
    return tuple((each, tuple(tables)) for each, tables in found.items() if tables)


def publicity(view: View, session: int) -> Publicity:
    """Who may see the results of ``session``."""
    publication = view.state.publication
    if session <= publication.session:
        return Publicity.PUBLIC
    if session == publication.held:
        return Publicity.HELD
    return Publicity.WITHHELD if view.tally(session).sheets else Publicity.NO_RESULT


def _is_compared(sheet: Sheet) -> bool:
    if sheet.second_reading is not SecondReading.NONE:
        return sheet.confirmed is not None
    return sheet.typed is not None and sheet.state is not SheetState.TOTALS_DIFFER


def differing_tables(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """The tables whose typed and computed totals, or two readings, differ."""
    differ = (SheetState.TOTALS_DIFFER, SheetState.REJECTED)
    return tuple(sheet.table for sheet in sheets if sheet.state in differ)
