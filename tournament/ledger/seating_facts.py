"""Facts about who sits where: the draw, changes to it, and games that players open themselves."""

from typing import ClassVar, Self

from msgspec import Struct, structs

from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Final, Seating, Seats
from tournament.language import Text, mark
from tournament.ledger.fact import Category, FactStruct, HallDraw


class DrawPublished(FactStruct, frozen=True):
    """The seating is now this one."""

    kind: ClassVar = "draw-published"
    category: ClassVar = Category.DRAW
    what: ClassVar = mark("Draw published")
    seating: Seating


class LotDrawn(FactStruct, frozen=True):
    """A player drew a number, which will be his place in the plan."""

    kind: ClassVar = "lot-drawn"
    category: ClassVar = Category.DRAW
    player: int
    lot: int
    """From 1; 0: he gave his number back."""
    others: tuple[tuple[int, int], ...] = ()
    """Player and number of those who drew with him, in the order in which they did."""
    draw: HallDraw | None = None
    """The draw in the hall that gave them their numbers; None: by hand."""

    @property
    def what(self) -> Text:
        """What was done."""
        if self.others:
            return mark("Numbers drawn")
        return mark("Number drawn") if self.lot else mark("Number returned")

    @property
    def lots(self) -> tuple[tuple[int, int], ...]:
        """Every player with his number, in the order in which they drew."""
        return ((self.player, self.lot), *self.others)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player for player, _lot in self.lots)


class PlayersSwapped(FactStruct, frozen=True):
    """Two players exchanged their seats."""

    kind: ClassVar = "players-swapped"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Players swapped")
    one: int
    other: int
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""
    """Why, where hands stand on a sheet: they were sat in each other's seat, and what stands there is the other's."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.one, self.other)


class Leaving(Struct, frozen=True):
    """The state of a player who leaves their seats to a substitute."""

    state: PlayerState
    first: int = 1
    """From which session on."""
    reason: str = ""
    """Written by earlier versions; always empty in new entries."""


class PlayerReplaced(FactStruct, frozen=True):
    """A player left and another took his seats; nobody else's changed."""

    kind: ClassVar = "player-replaced"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Player replaced")
    reason_is_private: ClassVar = True
    number: int
    """Who left."""
    by: Player
    """Who plays instead: new to the event, or a player of it who had no seat."""
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""
    """Written by earlier versions; always empty in new entries."""
    case: SubstituteCase | None = None
    """Why a substitute plays for him; None: the seats are the other's own from now on."""
    leaving: Leaving | None = None
    """What who left is from then on, where that was said with it; None: what he was."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.number, self.by.number)

    @property
    def private_reason(self) -> str:
        """The reason that an earlier version wrote."""
        return self.reason or (self.leaving.reason if self.leaving is not None else "")

    @property
    def shown(self) -> Self:
        """Without the reason, and without saying who was ill."""
        case = self.case.shown if self.case is not None else None
        leaving = structs.replace(self.leaving, reason="") if self.leaving is not None else None
        return structs.replace(self, reason="", case=case, leaving=leaving)


class SessionsRedrawn(FactStruct, frozen=True):
    """Sessions that nobody had played were drawn anew."""

    kind: ClassVar = "sessions-redrawn"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Sessions drawn again")
    first: int
    """The session of the first of the tables; the next follow on it."""
    sessions: tuple[tuple[Seats, ...], ...]
    method: str
    seed: int


class SessionSeated(FactStruct, frozen=True):
    """A session was seated by the standings."""

    kind: ClassVar = "session-seated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Session seated by the standings")
    session: int
    tables: tuple[Seats, ...]
    way: str
    """``straight`` or ``swiss``."""
    final: Final | None = None
    """The cut that was made, if one was: the sessions after it have no tables until they are seated."""


class TableAdded(FactStruct, frozen=True):
    """Four players without a seat in a session sit at a table more; nobody else moves."""

    kind: ClassVar = "table-added"
    category: ClassVar = Category.SEATING
    session: int
    table: int
    """The number of the new table: the next one of the session."""
    players: Seats

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Table {table} added to session {session}", table=self.table, session=self.session)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players


class TableLeftOut(FactStruct, frozen=True):
    """A table of a session is not played; the other tables keep their numbers."""

    kind: ClassVar = "table-left-out"
    category: ClassVar = Category.SEATING
    session: int
    table: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Table {table} of session {session} left out", table=self.table, session=self.session)


class GameSeated(FactStruct, frozen=True):
    """Four players sat down to a game, on a sheet of its own."""

    kind: ClassVar = "game-seated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Game opened")
    session: int
    """The evening."""
    table: int
    """The number of the game and of its sheet: the next one of the evening."""
    players: Seats
    table_name: str = ""
    """The table in the room, where it has a name."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players


class GameReseated(FactStruct, frozen=True):
    """Others play a game, or elsewhere in the room; what stands on its sheet stays under its columns."""

    kind: ClassVar = "game-reseated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Players of a game changed")
    session: int
    table: int
    players: Seats
    table_name: str = ""
    reason: str = ""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players


class GameTakenBack(FactStruct, frozen=True):
    """A game was opened by mistake, and nobody plays it; its number is not given again."""

    kind: ClassVar = "game-taken-back"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Game removed")
    session: int
    table: int


SeatingFact = PlayersSwapped | PlayerReplaced | SessionsRedrawn | SessionSeated | TableAdded | TableLeftOut
"""Changes to a published draw."""
