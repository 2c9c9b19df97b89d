"""What a referee may do at a table: one value an action, so that many can be carried out together."""

from dataclasses import dataclass
from datetime import date

from tournament.event.player import SubstituteCase
from tournament.event.seating import Seats
from tournament.ledger.facts import PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Net, Outcome, PartialNet


@dataclass(frozen=True, slots=True)
class RecordHand:
    """Write a hand that was played."""

    session: int
    table: int
    hand: int
    outcome: Outcome
    tiles: str = ""
    """The winner's tiles in the public notation, when they are known."""
    overrule: str = ""
    """Why points stand that the tiles are not worth."""


@dataclass(frozen=True, slots=True)
class CorrectHand:
    """Replace a recorded hand; the old value stays in the ledger."""

    session: int
    table: int
    hand: int
    outcome: Outcome
    reason: str
    tiles: str = ""
    overrule: str = ""


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """Punish a fault."""

    session: int
    table: int
    charge: Charge


@dataclass(frozen=True, slots=True)
class CancelPenalty:
    """Take a penalty back, saying why."""

    entry: str
    """Id of the entry that gave it."""
    reason: str


@dataclass(frozen=True, slots=True)
class TypeTotals:
    """Note the totals written on the paper, to compare."""

    session: int
    table: int
    totals: Net


@dataclass(frozen=True, slots=True)
class RecordTotals:
    """Enter a table by its four totals alone."""

    session: int
    table: int
    totals: Net
    accept_difference: str = ""


@dataclass(frozen=True, slots=True)
class CloseSheet:
    """Verify a sheet; hands not played stay void."""

    session: int
    table: int
    totals: PartialNet | None = None
    """The paper's totals, as many as are given; None: those typed before, if any."""
    accept_difference: str = ""


@dataclass(frozen=True, slots=True)
class ReopenSheet:
    """Open a verified sheet again, saying why."""

    session: int
    table: int
    reason: str
    with_session: bool = False
    """Its session too, where that is closed: the first step of a correction after closing."""


@dataclass(frozen=True, slots=True)
class ConfirmSheet:
    """A second person has read the paper of a signed sheet, and found the same."""

    session: int
    table: int
    reading: PaperReading
    reader: str = ""
    """Who read it; nothing: who acts."""


@dataclass(frozen=True, slots=True)
class RejectSheet:
    """A second person has read the paper of a signed sheet, and found something else; the sheet is open again."""

    session: int
    table: int
    reading: PaperReading
    reader: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class InsertHand:
    """Write a hand that was left out: this row and those below it move down."""

    session: int
    table: int
    hand: int
    outcome: Outcome
    reason: str
    tiles: str = ""
    overrule: str = ""


@dataclass(frozen=True, slots=True)
class DeleteHand:
    """Take out a row that was no hand of its own: those below it move up."""

    session: int
    table: int
    hand: int
    reason: str


@dataclass(frozen=True, slots=True)
class MoveHand:
    """Put a row in its right place: those between make room."""

    session: int
    table: int
    hand: int
    to: int
    reason: str


@dataclass(frozen=True, slots=True)
class ExchangeColumns:
    """Put two players under each other's column, in some hands or on the whole sheet."""

    session: int
    table: int
    columns: tuple[int, int]
    hands: tuple[int, int] | None
    """The first and the last; None: the whole sheet, with the penalties of the session and the totals on paper."""
    reason: str


@dataclass(frozen=True, slots=True)
class MoveSheet:
    """Take all that stands on a sheet to the table where it belongs, whose sheet is empty."""

    session: int
    table: int
    to_session: int
    to_table: int
    reason: str


Repair = InsertHand | DeleteHand | MoveHand | ExchangeColumns | MoveSheet
"""Puts right where things stand on a sheet, or on which sheet."""

Command = (
    RecordHand
    | CorrectHand
    | GivePenalty
    | CancelPenalty
    | TypeTotals
    | RecordTotals
    | CloseSheet
    | ReopenSheet
    | ConfirmSheet
    | RejectSheet
    | Repair
)


@dataclass(frozen=True, slots=True)
class OpenEvening:
    """Begin the next evening of a league."""

    day: date | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class ChangeEvening:
    """Write the day and the place of an evening anew."""

    session: int
    day: date | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class SeatGame:
    """Open a game: four players sat down."""

    session: int | None
    """The evening; None: the last one."""
    players: Seats
    """East first."""
    table_name: str = ""
    """The table in the room, where it has a name."""
    table: int | None = None
    """The number that the game is thought to get; None: the next one, whichever that is."""


@dataclass(frozen=True, slots=True)
class ReseatGame:
    """Change the players of a game, their order, or its table in the room; with a reason once it has begun."""

    session: int
    table: int
    players: Seats
    table_name: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeBackGame:
    """Take back a game that was opened by mistake and has not begun."""

    session: int
    table: int


@dataclass(frozen=True, slots=True)
class SubstitutePlayer:
    """Let somebody play for a player, who keeps his place in the ranking."""

    session: int
    player: int
    """His number."""
    by: str
    """Who plays: a number, or a name as :func:`tournament.use_cases.replacement.named_player` reads it."""
    case: SubstituteCase
    until: int | None = None
    """The last session; None: that session alone, and all that follow for who is disqualified."""
    reason: str = ""


GameCommand = OpenEvening | ChangeEvening | SeatGame | ReseatGame | TakeBackGame
"""What an organiser does at a club evening or in a league, beside what referees do at the tables."""

EventCommand = GameCommand | SubstitutePlayer
"""What is done to the event as a whole, among lines of what referees do."""
