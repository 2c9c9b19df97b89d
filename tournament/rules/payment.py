"""Who pays whom for one hand."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from tournament.language import Text

Answer: TypeAlias = bool | int | str | tuple[int, ...] | None
"""What a question of a rule set is answered with: a tick, a number, the key of a choice, several players by their
columns, or nothing."""

OWN_HAND = "own_hand"
"""The question which of the special hands that an event added the winner has."""

SECOND, THIRD = "second", "third"
"""The questions who else won, where several players may win on one discard."""
SECOND_HAN, THIRD_HAN = "second_han", "third_han"
"""The questions what their hands are worth."""
SECOND_LIABLE, THIRD_LIABLE = "second_liable", "third_liable"
"""The questions who is liable for their hands."""
RIICHI = "riichi"
"""The question of whose riichi stick went to the table."""
TENPAI = "tenpai"
"""The question of who is tenpai in a drawn hand."""
PLAYER_ANSWERS = frozenset({SECOND, THIRD, SECOND_LIABLE, THIRD_LIABLE})
"""The questions that one player answers, by the column."""

Net = tuple[int, int, int, int]
"""Points won or lost by the players A, B, C, D, in this order."""

NO_NET: Net = (0, 0, 0, 0)

PartialNet = tuple[int | None, int | None, int | None, int | None]
"""The same where some of the four may not be known."""

NOT_KNOWN: PartialNet = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class OutcomeDetails:
    """What some rules ask about a hand besides winner, discarder and points."""

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
    """Value of the hand as its rule set counts it (MCR: fan points with flowers); 0 for a drawn hand, and where all
    four hands are paid."""
    values: Net | None = None
    """What the hands of columns A–D are worth, by rules that pay all four; None by all others."""
    liable: int | None = None
    """Column of the player who pays for the others, under rules that have such a liability."""
    answers: tuple[tuple[str, Answer], ...] = ()
    """The answers to what else the rules ask, by the name of the question, in order of names, without defaults."""

    @property
    def drawn(self) -> bool:
        """True when nobody won."""
        return self.winner is None

    @classmethod
    def with_details(
        cls, winner: int | None, discarder: int | None, points: int, details: OutcomeDetails | None
    ) -> "Outcome":
        """Return the outcome with these details; None for none."""
        if details is None:
            return cls(winner, discarder, points)
        return cls(winner, discarder, points, details.values, details.liable, details.answers)

    @property
    def worth(self) -> int:
        """What the winner's hand is worth; 0 for a drawn hand."""
        if self.winner is None:
            return 0
        return self.points if self.values is None else self.values[self.winner]

    @property
    def details(self) -> OutcomeDetails | None:
        """The answers besides winner, discarder and points; None if there are none."""
        details = OutcomeDetails(self.values, self.liable, self.answers)
        return None if details == OutcomeDetails() else details

    def answer(self, name: str) -> Answer:
        """The answer to the question called ``name``; None where it was left at its default."""
        return dict(self.answers).get(name)

    @property
    def own_hand(self) -> str:
        """The special hand that the event added and the winner has, by its name; nothing where it is none."""
        return str(self.answer(OWN_HAND) or "")

    @property
    def winners(self) -> tuple[int, ...]:
        """The columns of all who won, the first winner first; nobody in a drawn hand."""
        return tuple(column for column, _ in self.wins)

    @property
    def wins(self) -> tuple[tuple[int, int], ...]:
        """The same, each with what the hand is worth."""
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
        """True when the winner drew the winning tile."""
        return self.winner is not None and self.discarder is None


class WrittenWin(NamedTuple):
    """One winner of a hand, as lists and sheets show what the hand is worth."""

    winner: int
    """The column."""
    value: Text
    """``3 han 40 fu``."""
    short: Text | str
    """The same where there is little room: ``3/40``."""
    liable: int | None = None


class Stakes(NamedTuple):
    """What the payment of a hand depends on besides its outcome."""

    dealer: int
    """The column of East."""
    counters: int = 0
    sticks: int = 0
    """Riichi sticks that lie on the table from earlier hands."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one column pays to another; None is the table, where riichi sticks lie."""

    payer: int | None
    receiver: int | None
    points: int


def asked_of_winner(name: str, place: int) -> str:
    """What the question ``name`` of the first winner is called of the winner at ``place``: ``fu``, ``second_fu``."""
    return f"{(SECOND, THIRD)[place - 1]}_{name}" if place else name


def net_of(transfers: tuple[Transfer, ...]) -> Net:
    """Sum ``transfers`` by column; the result sums to zero unless something goes to the table or comes from it."""
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
    """Take the second result from the first, column by column."""
    return (first[0] - second[0], first[1] - second[1], first[2] - second[2], first[3] - second[3])


def opponents(column: int) -> tuple[int, ...]:
    """The three other columns, in order."""
    return tuple(other for other in range(4) if other != column)
