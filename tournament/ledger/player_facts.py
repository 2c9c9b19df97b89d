"""Facts about the people: who plays in the event, and what became of them."""

from typing import ClassVar, Self

from msgspec import structs

from tournament.event.player import Player, PlayerState
from tournament.language import Text, mark
from tournament.ledger.fact import Category, FactStruct, HallDraw


class PlayersAdded(FactStruct, frozen=True):
    """Players joined, all at once."""

    kind: ClassVar = "players-added"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Players added")
    players: tuple[Player, ...]
    source: str = ""
    """The file that they came from, or nothing when they were typed."""
    first: int = 1
    """The session from which they take part: later than 1 if the draw was published before they came."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player.number for player in self.players)


class PlayerChanged(FactStruct, frozen=True):
    """The player of this number is now written so; several at once where they were compared with a list."""

    kind: ClassVar = "player-changed"
    category: ClassVar = Category.PLAYERS
    player: Player
    others: tuple[Player, ...] = ()
    """Those who were written anew with him."""
    draw: HallDraw | None = None
    """The draw in the hall that gave them their teams, in this order; None: nobody drew."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Player changed") if self.draw is None else mark("Teams drawn")

    @property
    def players(self) -> tuple[Player, ...]:
        """All who are written anew."""
        return (self.player, *self.others)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player.number for player in self.players)


class PlayerRemoved(FactStruct, frozen=True):
    """A player left before the draw."""

    kind: ClassVar = "player-removed"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Player removed")
    number: int

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.number,)


class PlayerStateChanged(FactStruct, frozen=True):
    """A player is a substitute from now on, left the event, was disqualified, or plays again."""

    kind: ClassVar = "player-state-changed"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("State of a player changed")
    reason_is_private: ClassVar = True
    number: int
    state: PlayerState
    first: int = 1
    """From which session on."""
    reason: str = ""
    """Written by earlier versions; always empty in new entries."""
    returned: tuple[int, ...] = ()
    """The sessions in which the seat is his own again that a substitute had."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The player by his number."""
        return (self.number,)

    @property
    def private_reason(self) -> str:
        """The reason that an earlier version wrote."""
        return self.reason

    @property
    def shown(self) -> Self:
        """Without the reason."""
        return structs.replace(self, reason="")


class PlayersMerged(FactStruct, frozen=True):
    """One person was on the list twice: one number is left, and has the seats of both."""

    kind: ClassVar = "players-merged"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Players merged")
    player: Player
    """Who stays, as he is written now."""
    other: int
    """The number that goes."""
    reason: str = ""

    @property
    def concerned(self) -> tuple[int, ...]:
        """Both by their numbers."""
        return (self.player.number, self.other)


class AttendanceNoted(FactStruct, frozen=True):
    """Players reported at the desk, or were taken for present by mistake."""

    kind: ClassVar = "attendance-noted"
    category: ClassVar = Category.PLAYERS
    players: tuple[int, ...]
    """Their numbers."""
    present: bool = True

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Check-in") if self.present else mark("Check-in undone")

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players


PeopleFact = PlayerStateChanged | PlayersMerged
"""Who somebody is in the event: it changes seats too."""
