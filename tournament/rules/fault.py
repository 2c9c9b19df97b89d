"""Faults and their sanctions, as rows of data."""

from dataclasses import dataclass
from enum import Enum

from tournament.language import Text


class Measure(Enum):
    """How the points of a sanction are determined."""

    NONE = "none"
    """No points: a right is lost, or the referee only notes it."""
    FIXED = "fixed"
    """The points are always the same."""
    LADDER = "ladder"
    """The next step of the ladder for this fault, this player and this session."""
    CHOSEN = "chosen"
    """The referee chooses a step of the ladder."""
    FREE = "free"
    """The referee chooses any whole number between the first and the last step above 0."""
    MINUTES = "minutes"
    """The points depend on how many minutes the player was late."""


class Receiver(Enum):
    """Who gets the points."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    """Each of the three opponents gets them, so the offender pays three times."""
    VICTIM = "victim"
    """One player, named by the referee."""


@dataclass(frozen=True, slots=True)
class LateStep:
    """The points that a delay costs."""

    most: int
    """The longest delay to which it applies, in minutes."""
    points: int


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault and the sanction that the rules give it."""

    slug: str
    """Its name in files and on the command line."""
    number: str
    """Its number in docs/rules.md, such as ``P6``. Faults with the same number share one ladder."""
    name: Text
    sanction: Text
    measure: Measure
    receiver: Receiver = Receiver.NOBODY
    points: int = 0
    """For a fixed measure: the points that each receiver gets, or that the offender loses if nobody gets them."""
    no_hu: bool = False
    """Whether the player may no longer win this hand."""
    late: tuple["LateStep", ...] = ()
    """For the measure of minutes: its steps, the shortest delay first."""
    closes_hand: bool = False
    """Whether the hand ends without a winner."""
    of_session: bool = False
    """Whether it belongs to the session and not to a hand, such as being late."""
    after_places: bool = False
    """Whether the points are taken from the table points, after the places are known, and not from the score."""
    east_twice: bool = False
    """Whether East pays and receives double."""
    also: Text | None = None
    """Another word by which players look it up; None if its name is enough."""


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A win declared with tiles that do not win, or that are worth too little."""

    fault: Fault
    warning: Text
    """The cost of declaring such a win, as a sentence."""
    penalty: Text
    """The penalty in a few words, for the button that gives it."""
