"""Who pays whom for one hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tournament.language import Text

Answer: TypeAlias = bool | int | str | tuple[int, ...] | None
"""The answer to a question of a rule set: a tick, a number, the key of a choice, players by column, or None."""

OWN_HAND = "own_hand"
"""The name of the question which special hand of the event the winner has."""

SECOND, THIRD = "second", "third"
"""The names of the questions who won besides the first winner, in games in which several players may win on one
discard."""
SECOND_HAN, THIRD_HAN = "second_han", "third_han"
"""The names of the questions how many han the hands of these winners have."""
SECOND_LIABLE, THIRD_LIABLE = "second_liable", "third_liable"
"""The names of the questions who is liable for the hands of these winners."""
FURTHER_WINNER = "M"
"""The letter of the questions who won besides the first winner."""
RIICHI = "riichi"
"""The name of the question who declared riichi, and so put a stick on the table."""
TENPAI = "tenpai"
"""The name of the question who is tenpai in a drawn hand."""
PLAYER_ANSWERS = frozenset({SECOND, THIRD, SECOND_LIABLE, THIRD_LIABLE})
"""The names of the questions whose answer is a player, by column."""

Net = tuple[int, int, int, int]
"""Points won or lost by the players A, B, C, D, in this order."""

NO_NET: Net = (0, 0, 0, 0)

PartialNet = tuple[int | None, int | None, int | None, int | None]
"""Four numbers by column, each None if it is not known."""

NOT_KNOWN: PartialNet = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class OutcomeDetails:
    """The answers about a hand besides winner, discarder and points."""

    values: Net | None = None
    liable: int | None = None
    answers: tuple[tuple[str, Answer], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one hand ended. Players are columns 0–3: the letters A–D of the sheet."""

    winner: int | None
    """Column of the winner; None for a drawn hand."""
    discarder: int | None = None
    """Column of the player who discarded the winning tile or whose kong was robbed; None for a self-draw."""
    points: int = 0
    """Value of the hand as its rule set counts it (MCR: fan points with flowers); 0 for a drawn hand, and in rules that
    pay all four hands."""
    values: Net | None = None
    """The values of the hands of columns A–D under rules that pay all four hands; None under all others."""
    liable: int | None = None
    """Column of the player who pays for the others, under rules that have such a liability."""
    answers: tuple[tuple[str, Answer], ...] = ()
    """The answers to the other questions of the rules as (name, answer), in order of names, without defaults."""

    @property
    def drawn(self) -> bool:
        """Whether nobody won."""
        return self.winner is None

    @classmethod
    def with_details(
        cls, winner: int | None, discarder: int | None, points: int, details: OutcomeDetails | None
    ) -> "Outcome":
        """Return the outcome with these details; None for none."""
        if details is None:
            return bare_outcome(winner, discarder, points)
        return cls(winner, discarder, points, details.values, details.liable, details.answers)

    @property
    def worth(self) -> int:
        """The value of the winner's hand; 0 for a drawn hand."""
        if self.winner is None:
            return 0
        return self.points if self.values is None else self.values[self.winner]

    @property
    def details(self) -> OutcomeDetails | None:
        """The answers besides winner, discarder and points; None if there are none."""
        details = OutcomeDetails(self.values, self.liable, self.answers)
        return None if details == OutcomeDetails() else details

    def answer(self, name: str) -> Answer:
        """Return the answer to the question called ``name``; None if it has its default answer."""
        return dict(self.answers).get(name)

    @property
    def own_hand(self) -> str:
        """The name of the event's own special hand that the winner has; empty if it is none of them."""
        return str(self.answer(OWN_HAND) or "")

    @property
    def winners(self) -> tuple[int, ...]:
        """The columns of all winners, the first winner first; empty for a drawn hand."""
        return tuple(column for column, _ in self.wins)

    @property
    def wins(self) -> tuple[tuple[int, int], ...]:
        """The column of each winner, with the value of the hand; empty for a drawn hand."""
        if self.winner is None:
            return ()
        first = (self.winner, self.worth)
        if not self.answers:
            return (first,)
        said = dict(self.answers)
        others = ((said.get(name), said.get(han, 0)) for name, han in ((SECOND, SECOND_HAN), (THIRD, THIRD_HAN)))
        return (first, *((column, han) for column, han in others if isinstance(column, int) and isinstance(han, int)))

    @property
    def tenpai(self) -> tuple[int, ...]:
        """The columns of the players named as tenpai; empty under rules that do not ask."""
        named = self.answer(TENPAI)
        return named if isinstance(named, tuple) else ()

    @property
    def self_draw(self) -> bool:
        """Whether the winner drew the winning tile."""
        return self.winner is not None and self.discarder is None


@lru_cache(maxsize=4096)
def bare_outcome(winner: int | None, discarder: int | None, points: int) -> Outcome:
    """Return the outcome without details: one object for all hands of an event that ended so, which saves memory."""
    return Outcome(winner, discarder, points)


class WrittenWin(NamedTuple):
    """One winner of a hand, with the value of the hand as lists and sheets show it."""

    winner: int
    """The winner's column."""
    value: Text
    """``3 han 40 fu``."""
    short: Text | str
    """The value in short: ``3/40``."""
    liable: int | None = None


class Stakes(NamedTuple):
    """The state of the table on which, besides the outcome, the payment of a hand depends."""

    dealer: int
    """The column of East."""
    counters: int = 0
    sticks: int = 0
    """The number of riichi sticks on the table from earlier hands."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one column pays to another. None stands for the table, on which riichi sticks are."""

    payer: int | None
    receiver: int | None
    points: int


def asked_of_winner(name: str, place: int) -> str:
    """Return the name of the question ``name`` for the winner at ``place`` (0 is the first): ``fu``, ``second_fu``."""
    return f"{(SECOND, THIRD)[place - 1]}_{name}" if place else name


def net_of(transfers: tuple[Transfer, ...]) -> Net:
    """Return the sum of ``transfers`` by column.

    The columns sum to zero unless something goes to the table or comes from it.
    """
    net = [0, 0, 0, 0]
    for transfer in transfers:
        if transfer.payer is not None:
            net[transfer.payer] -= transfer.points
        if transfer.receiver is not None:
            net[transfer.receiver] += transfer.points
    return (net[0], net[1], net[2], net[3])


def add(first: Net, second: Net) -> Net:
    """Add two results column by column."""
    return (first[0] + second[0], first[1] + second[1], first[2] + second[2], first[3] + second[3])


def subtract(first: Net, second: Net) -> Net:
    """Subtract the second result from the first, column by column."""
    return (first[0] - second[0], first[1] - second[1], first[2] - second[2], first[3] - second[3])


def opponents(column: int) -> tuple[int, ...]:
    """Return the three other columns, in order."""
    return tuple(other for other in range(4) if other != column)
