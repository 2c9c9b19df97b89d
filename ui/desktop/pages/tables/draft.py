"""A hand half typed: a value that keys turn into the next one."""

from dataclasses import dataclass, replace
from enum import Enum

from tournament.language import Text, mark
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import Outcome
from ui.desktop.sheet.lines import result_of
from ui.desktop.sheet.names import Named


class Turn(Enum):
    """What is to be typed next."""

    WINNER = "winner"
    SOURCE = "source"
    POINTS = "points"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Draft:
    """Winner, from whom, points; as far as they are typed."""

    hand: int
    winner: int | None = None
    drawn: bool = False
    discarder: int | None = None
    self_draw: bool = False
    points: str = ""
    tiles: str = ""
    """The winner's tiles in the public notation, once they are laid out."""
    overrule: str = ""
    """Why the referee lets points stand that the tiles are not worth."""

    @property
    def empty(self) -> bool:
        """Nothing is typed."""
        return self == Draft(self.hand)

    @property
    def sourced(self) -> bool:
        """It is known where the winning tile came from."""
        return self.self_draw or self.discarder is not None

    @property
    def turn(self) -> Turn:
        """The first thing that is missing."""
        if self.drawn:
            return Turn.READY
        if self.winner is None:
            return Turn.WINNER
        if not self.sourced:
            return Turn.SOURCE
        return Turn.READY if self.number is not None else Turn.POINTS

    @property
    def number(self) -> int | None:
        """The points typed, None when they are no number."""
        return int(self.points) if self.points.isascii() and self.points.isdigit() else None

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, None while something is missing."""
        if self.turn is not Turn.READY:
            return None
        return Outcome(None) if self.drawn else Outcome(self.winner, self.discarder, self.number or 0)

    def with_winner(self, column: int) -> "Draft":
        """Name the winner; a discarder of the same column is forgotten."""
        same = self.discarder == column
        return replace(self, winner=column, drawn=False, discarder=None if same else self.discarder)

    def with_source(self, column: int | None) -> "Draft":
        """Name who gave the tile, None for a self-draw."""
        return replace(self, discarder=column, self_draw=column is None)

    def words(self, names: tuple[str, ...]) -> Text:
        """What stands in the row meanwhile."""
        if self.drawn:
            return mark("Drawn hand")
        if self.winner is None:
            return mark("Press 1–4 for the winner")
        if self.sourced:
            return result_of(Outcome(self.winner, self.discarder), names)
        return mark("{winner} from …", winner=Named(names[self.winner], winner=True))


def draft_of(line: HandLine) -> Draft:
    """A draft that says the same as a recorded hand, or an empty one."""
    hand, outcome = line.hand, line.outcome
    if outcome is None:
        return Draft(hand)
    if outcome.winner is None:
        return Draft(hand, drawn=True)
    self_draw = outcome.discarder is None
    return Draft(hand, outcome.winner, False, outcome.discarder, self_draw, str(outcome.points), line.tiles,
                 line.overrule)  # fmt: skip
