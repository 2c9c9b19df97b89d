"""An entry that nobody could have made when it was written: what the second count finds of the life of an event."""

from dataclasses import dataclass, replace
from enum import Enum

from tournament.language import Text, mark


class LifeFault(Enum):
    """Why an entry cannot follow those before it; the value says it, of a ``{number}`` and a ``{session}``."""

    ID_TWICE = mark("another entry has its id")
    HAND_RECORDED = mark("hand {number} was already recorded")
    HAND_NOT_RECORDED = mark("hand {number} was not recorded")
    HAND_PUNISHED = mark("hand {number} had a penalty")
    PENALTY_UNKNOWN = mark("the penalty was not on the sheet")
    SHEET_SIGNED = mark("the sheet was verified and not reopened")
    SHEET_OPEN = mark("the sheet was not verified")
    SHEET_EMPTY = mark("the sheet was empty")
    SHEET_FILLED = mark("the sheet of session {session}, table {number} was not empty")
    TOTALS_ONLY = mark("the table was entered by its totals alone")
    HANDS_RECORDED = mark("hands of the table were recorded")
    NO_SECOND_READING = mark("the sheet did not wait for a second reading")
    SESSION_CLOSED = mark("session {number} was closed")
    SESSION_OPEN = mark("session {number} was not closed")
    SESSION_CANCELLED = mark("session {number} was cancelled")
    SESSION_NOT_CANCELLED = mark("session {number} was not cancelled")
    ALREADY_SEATED = mark("a player already had a seat in session {number}")
    SESSION_BEGUN = mark("session {number} had begun")
    TABLE_BEGUN = mark("the sheet of session {session}, table {number} had entries")
    PLAY_BEGUN = mark("play had begun")
    NOT_VERIFIED = mark("it does not agree with which sheets of session {number} were verified")
    CLOCK_STATE = mark("the clock of session {number} was in another state")
    ALREADY_PUBLIC = mark("the results of session {number} were already public")
    NO_RESULTS = mark("session {number} had no results")
    NOT_PUBLIC = mark("the results of session {number} were not public")
    TYPING_ENDED = mark("players could not type at the table")
    OTHER_PLAYERS = mark("other players sat at the table")
    HAND_ON_SHEET = mark("hand {number} was already on the sheet")
    SHEET_VERIFIED = mark("the sheet was already verified")
    PROPOSAL_SETTLED = mark("what was proposed for hand {number} was no longer open")
    OWN_PROPOSAL = mark("a player confirmed their own proposal for hand {number}")
    CALL_ANSWERED = mark("the call was already answered")
    NOT_FOLLOWED = mark("what it says makes no sense there")
    """What comes after such an entry is not examined."""

    @property
    def between_streams(self) -> bool:
        """Whether it rests on entries of other streams, of which a recovered event may lack some."""
        return self in _BETWEEN_STREAMS


_BETWEEN_STREAMS = frozenset(
    (
        LifeFault.NO_SECOND_READING,
        LifeFault.SESSION_OPEN,
        LifeFault.SESSION_CANCELLED,
        LifeFault.SESSION_NOT_CANCELLED,
        LifeFault.SESSION_BEGUN,
        LifeFault.TABLE_BEGUN,
        LifeFault.PLAY_BEGUN,
        LifeFault.NOT_VERIFIED,
        LifeFault.CLOCK_STATE,
        LifeFault.ALREADY_PUBLIC,
        LifeFault.NO_RESULTS,
        LifeFault.NOT_PUBLIC,
        LifeFault.TYPING_ENDED,
        LifeFault.OTHER_PLAYERS,
        LifeFault.HAND_ON_SHEET,
        LifeFault.SHEET_VERIFIED,
    )
)


@dataclass(frozen=True, slots=True)
class Untimely:
    """An entry, and why it cannot be where it is."""

    position: int
    """In the whole journal, 1 for the first."""
    fault: LifeFault
    number: int = 0
    """Of the hand, of the session, or of the table in :attr:`session`; 0: of none."""
    session: int = 0
    """Of the table."""

    @property
    def text(self) -> Text:
        """Why, in words that continue a sentence."""
        return replace(self.fault.value, values=(("number", self.number), ("session", self.session)))
