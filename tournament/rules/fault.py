"""Faults and their sanctions, as rows of data."""

from dataclasses import dataclass
from enum import Enum

from tournament.language import Text


class Measure(Enum):
    """How the points of a sanction are found."""

    NONE = "none"
    """No points: a right is lost, or the referee only notes it."""
    FIXED = "fixed"
    """Always the same."""
    LADDER = "ladder"
    """The next step of the ladder for this fault, this player and this session."""
    CHOSEN = "chosen"
    """The referee chooses a step of the ladder."""
    FREE = "free"
    """The referee chooses any whole number between the first and the last step above 0."""
    MINUTES = "minutes"
    """By the minutes that the player was late."""


class Receiver(Enum):
    """Who gets the points."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    """Each of the three others gets them, so the offender pays three times."""
    VICTIM = "victim"
    """One player, named by the referee."""


@dataclass(frozen=True, slots=True)
class LateStep:
    """What a delay costs."""

    most: int
    """The longest delay to which it applies, in minutes."""
    points: int


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault and the sanction that the rules give it."""

    slug: str
    """Its name in files and on the command line."""
    number: str
    """Its number in docs/rules.md, such as ``P6``; faults with one number climb one ladder."""
    name: Text
    sanction: Text
    measure: Measure
    receiver: Receiver = Receiver.NOBODY
    points: int = 0
    """For a fixed measure: what each receiver gets, or what the offender loses if nobody gets it."""
    no_hu: bool = False
    """The player may not win this hand any more."""
    late: tuple["LateStep", ...] = ()
    """For the measure of minutes: its steps, the shortest delay first."""
    closes_hand: bool = False
    """The hand ends without a winner."""
    of_session: bool = False
    """It belongs to the session, whichever hand is being played: being late for it."""
    after_places: bool = False
    """It is taken from the table points, after the places at the table are known, not from the score."""
    east_twice: bool = False
    """East pays and receives it twice."""


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A win declared with tiles that do not win, or that are worth too little."""

    fault: Fault
    warning: Text
    """What declaring it costs."""
    penalty: Text
    """The penalty in a few words, for the button that gives it."""
