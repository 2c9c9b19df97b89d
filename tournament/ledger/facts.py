"""The facts: what can happen in an event. Each is written once and never changed.

Players of a table are columns 0–3 (letters A–D), players of the event are numbers.
"""

from dataclasses import dataclass
from typing import ClassVar

from tournament.event.player import Player
from tournament.event.seating import Final, Seating, Seats
from tournament.event.settings import Settings
from tournament.rules.payment import Net


@dataclass(frozen=True, slots=True)
class EventCreated:
    """The event begins."""

    kind: ClassVar[str] = "event-created"
    settings: Settings


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings are now these."""

    kind: ClassVar[str] = "settings-changed"
    settings: Settings


@dataclass(frozen=True, slots=True)
class PlayersAdded:
    """Players joined, all at once."""

    kind: ClassVar[str] = "players-added"
    players: tuple[Player, ...]
    source: str = ""
    """The file that they came from, or nothing when they were typed."""


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """The player of this number is now written so."""

    kind: ClassVar[str] = "player-changed"
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """A player left before the draw."""

    kind: ClassVar[str] = "player-removed"
    number: int


@dataclass(frozen=True, slots=True)
class AttendanceNoted:
    """Players reported at the desk, or were taken for present by mistake."""

    kind: ClassVar[str] = "attendance-noted"
    players: tuple[int, ...]
    """Their numbers."""
    present: bool = True


@dataclass(frozen=True, slots=True)
class DrawPublished:
    """The seating is now this one."""

    kind: ClassVar[str] = "draw-published"
    seating: Seating


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """A player drew a number, which will be his place in the plan."""

    kind: ClassVar[str] = "lot-drawn"
    player: int
    lot: int
    """From 1; 0: he gave his number back."""


@dataclass(frozen=True, slots=True)
class PlayersSwapped:
    """Two players exchanged their seats."""

    kind: ClassVar[str] = "players-swapped"
    one: int
    other: int
    sessions: tuple[int, ...]
    """In which sessions."""


@dataclass(frozen=True, slots=True)
class PlayerReplaced:
    """A player left and another took his seats; nobody else's changed."""

    kind: ClassVar[str] = "player-replaced"
    number: int
    """Who left."""
    by: Player
    """Who plays instead: new to the event, or a player of it who had no seat."""
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SessionsRedrawn:
    """Sessions that nobody had played were drawn anew."""

    kind: ClassVar[str] = "sessions-redrawn"
    first: int
    """The session of the first of the tables; the next follow on it."""
    sessions: tuple[tuple[Seats, ...], ...]
    method: str
    seed: int


@dataclass(frozen=True, slots=True)
class SessionSeated:
    """A session was seated by the standings."""

    kind: ClassVar[str] = "session-seated"
    session: int
    tables: tuple[Seats, ...]
    way: str
    """``straight`` or ``swiss``."""
    final: Final | None = None
    """The cut that was made, if one was: the sessions after it have no tables until they are seated."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where one stream stood: its number and the hash of its last entry."""

    stream: str
    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class HeadsChained:
    """A session began or ended, and all streams stood here: a cut stream is found by this."""

    kind: ClassVar[str] = "heads-chained"
    session: int
    moment: str
    """``start`` or ``end``."""
    heads: tuple[Head, ...]


@dataclass(frozen=True, slots=True)
class HandRecorded:
    """A hand was played."""

    kind: ClassVar[str] = "hand-recorded"
    hand: int
    winner: int | None
    discarder: int | None = None
    points: int = 0
    tiles: str = ""
    """The winner's tiles in the public notation, with the winds of the sheet; nothing when they are not known."""
    overrule: str = ""
    """Why a referee lets points stand that the tiles are not worth."""


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """A recorded hand was really this one; the old value stays in the ledger."""

    kind: ClassVar[str] = "hand-corrected"
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A referee punished a fault."""

    kind: ClassVar[str] = "penalty-given"
    player: int
    hand: int | None
    """None: it belongs to the session."""
    fault: str
    """Slug of the fault, or nothing for a penalty in words of its own."""
    points: int
    """What each receiver gets; without receivers, what is lost to nobody. 0 is a warning."""
    to: tuple[int, ...] = ()
    no_hu: bool = False
    closes_hand: bool = False
    reason: str = ""
    minutes: int | None = None
    """How late the player was, for the fault of that kind."""

    @property
    def net(self) -> Net:
        """What it takes from and gives to columns A–D; it sums to less than zero if nobody receives."""
        net = [0, 0, 0, 0]
        net[self.player] -= self.points * max(1, len(self.to))
        for receiver in self.to:
            net[receiver] += self.points
        return (net[0], net[1], net[2], net[3])


@dataclass(frozen=True, slots=True)
class PenaltyCancelled:
    """A penalty no longer counts."""

    kind: ClassVar[str] = "penalty-cancelled"
    entry: str
    """Id of the entry that gave it."""
    reason: str


@dataclass(frozen=True, slots=True)
class TotalsTyped:
    """The four totals as written on the paper sheet, to compare."""

    kind: ClassVar[str] = "totals-typed"
    totals: Net


@dataclass(frozen=True, slots=True)
class TotalsRecorded:
    """A table known by its four totals alone."""

    kind: ClassVar[str] = "totals-recorded"
    totals: Net
    accept_difference: str = ""
    """Why totals that do not balance stand all the same."""


@dataclass(frozen=True, slots=True)
class SheetClosed:
    """The sheet is verified and signed; hands not played stay void."""

    kind: ClassVar[str] = "sheet-closed"
    totals: Net | None = None
    """The paper's totals, when they were given."""
    accept_difference: str = ""
    """Why totals that differ stand all the same."""


@dataclass(frozen=True, slots=True)
class SheetReopened:
    """A verified sheet is open again."""

    kind: ClassVar[str] = "sheet-reopened"
    reason: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The entry of this id counts no more."""

    kind: ClassVar[str] = "undone"
    entry: str


@dataclass(frozen=True, slots=True)
class Redone:
    """The undone entry of this id counts again."""

    kind: ClassVar[str] = "redone"
    entry: str


Fact = (
    EventCreated
    | SettingsChanged
    | PlayersAdded
    | PlayerChanged
    | PlayerRemoved
    | AttendanceNoted
    | DrawPublished
    | LotDrawn
    | PlayersSwapped
    | PlayerReplaced
    | SessionsRedrawn
    | SessionSeated
    | HeadsChained
    | HandRecorded
    | HandCorrected
    | PenaltyGiven
    | PenaltyCancelled
    | TotalsTyped
    | TotalsRecorded
    | SheetClosed
    | SheetReopened
    | Undone
    | Redone
)
