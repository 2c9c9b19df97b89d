"""An event as another program left it, in our words."""

from dataclasses import dataclass

from tournament.event.player import Player
from tournament.event.seating import Seating, Seats
from tournament.event.settings import Settings
from tournament.language import Text
from tournament.rules.payment import Net


@dataclass(frozen=True, slots=True)
class ForeignHand:
    """One hand that was played."""

    hand: int
    """From 1."""
    winner: int | None
    """Column 0–3; None for a drawn hand."""
    discarder: int | None
    """Column 0–3; None for a self-draw and a drawn hand."""
    points: int
    """Fan points; 0 for a drawn hand."""


@dataclass(frozen=True, slots=True)
class ForeignPenalty:
    """Points taken from a player, and given to others where the program says so."""

    column: int
    points: int
    """What each receiver gets; without receivers what is lost to nobody. More than 0."""
    hand: int | None = None
    """None: it belongs to the session."""
    to: tuple[int, ...] = ()
    """Columns."""


@dataclass(frozen=True, slots=True)
class ForeignTable:
    """What was written of one table of one session."""

    session: int
    table: int
    hands: tuple[ForeignHand, ...] = ()
    penalties: tuple[ForeignPenalty, ...] = ()
    totals: Net | None = None
    """The four scores by column, penalties included; None where they are not known."""
    finished: bool = False
    """The program counts the table as done."""


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    """A whole event, or as much of one as there is."""

    program: Text
    """Where it comes from, in words."""
    settings: Settings
    players: tuple[Player, ...]
    """Numbered from 1."""
    seating: Seating | None
    """Of all sessions; None while there is none."""
    tables: tuple[ForeignTable, ...] = ()
    """Those of which something is written, by session and table."""
    lost: tuple[Text, ...] = ()
    """What the file holds and the event will not."""
    adjusted: tuple[Text, ...] = ()
    """What was read otherwise than it stands there."""

    @property
    def hands(self) -> int:
        """How many hands there are."""
        return sum(len(table.hands) for table in self.tables)

    def seats(self, table: ForeignTable) -> Seats | None:
        """Who sits at ``table``, by player number."""
        return self.seating.seats(table.session, table.table) if self.seating is not None else None
