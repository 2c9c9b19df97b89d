"""What may make the totals of the paper and of the rows differ: a closed set of single slips.

A slip may be in what was typed here or on the paper; either way it is told as what would make the two agree.
"""

from dataclasses import dataclass
from enum import Enum

from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sheet import Penalty
from tournament.rules.payment import Outcome


class NumberSlip(Enum):
    """What became of a number."""

    TRANSPOSED = "transposed"
    """Two of its digits changed places."""
    DIGIT = "digit"
    """One digit is another."""
    MISSING = "missing"
    """A digit was left out."""
    EXTRA = "extra"
    """There is a digit too many, such as one typed twice."""
    SIGN = "sign"


class HandSlip(Enum):
    """What is another in a hand."""

    POINTS = "points"
    VALUE = "value"
    """One of the values of the four hands."""
    VALUES_EXCHANGED = "values-exchanged"
    """The values of two players stand in each other's place."""
    WINNER = "winner"
    DISCARDER = "discarder"
    SELF_DRAW = "self-draw"
    """A discard for a self-draw, or the reverse."""
    EXCHANGED = "exchanged"
    """Winner and discarder changed places."""
    DRAWN = "drawn"
    """A drawn hand for one that was won, or the reverse."""
    WORTH = "worth"
    """What the hand of one winner is worth, where more than points says it."""
    PLAYER = "player"
    """One player more or fewer of those that a question names: who declared riichi, who is tenpai."""
    ANSWER = "answer"
    """Anything else that the rules ask: another winner more or fewer, who is liable."""


@dataclass(frozen=True, slots=True)
class TotalMistyped:
    """One total is ``typed`` where ``computed`` was meant."""

    column: int
    typed: int
    computed: int
    slip: NumberSlip


@dataclass(frozen=True, slots=True)
class TotalsExchanged:
    """The totals of two players stand in each other's place."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class HandDifferent:
    """A hand is ``recorded`` so, and ``instead`` gives the totals of the paper."""

    hand: int
    recorded: Outcome
    instead: Outcome
    slip: HandSlip


@dataclass(frozen=True, slots=True)
class HandTwice:
    """``hand`` is the hand ``first`` once more; where the sheet was full, ``last`` found no row."""

    first: int
    hand: int
    last: Outcome | None = None


@dataclass(frozen=True, slots=True)
class HandMissing:
    """A hand like ``outcome`` is on the paper and has no row."""

    row: int
    """The first row that is free; with ``inserted`` that of the hand before which it was played."""
    outcome: Outcome
    inserted: bool = False


@dataclass(frozen=True, slots=True)
class HandUncounted:
    """The totals of the paper are those without ``hand``."""

    hand: int


@dataclass(frozen=True, slots=True)
class HandCountedTwice:
    """The totals of the paper hold ``hand`` twice."""

    hand: int


@dataclass(frozen=True, slots=True)
class SeatsExchanged:
    """Two players stand in each other's columns from hand ``start`` to hand ``end``."""

    first: int
    second: int
    start: int
    end: int
    hands: int
    """Hands of the sheet: what "from here on" means."""


@dataclass(frozen=True, slots=True)
class PenaltyMissing:
    """The paper holds a penalty that was not entered."""

    player: int
    points: int
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PenaltyUncounted:
    """The totals of the paper are those without this penalty."""

    penalty: Penalty


@dataclass(frozen=True, slots=True)
class PenaltyTwice:
    """``penalty`` is ``first`` once more; None: the paper counts it twice."""

    penalty: Penalty
    first: Penalty | None


@dataclass(frozen=True, slots=True)
class PenaltyDifferent:
    """A penalty is the one ``instead``: another player, other receivers or other points."""

    penalty: Penalty
    instead: PenaltyGiven


TotalCause = TotalMistyped | TotalsExchanged
HandCause = HandDifferent | HandTwice | HandMissing | HandUncounted | HandCountedTwice | SeatsExchanged
PenaltyCause = PenaltyMissing | PenaltyUncounted | PenaltyTwice | PenaltyDifferent
Cause = TotalCause | HandCause | PenaltyCause
"""One slip that makes a difference of totals."""


def number_slip(meant: int, written: int) -> NumberSlip | None:
    """The one slip that makes ``written`` of ``meant``, None when one is not enough.

    >>> number_slip(45, 54), number_slip(-18, 18), number_slip(116, 16), number_slip(12, 24)
    (<NumberSlip.TRANSPOSED: 'transposed'>, <NumberSlip.SIGN: 'sign'>, <NumberSlip.MISSING: 'missing'>, None)
    """
    if meant == written:
        return None
    if meant == -written:
        return NumberSlip.SIGN
    if meant * written < 0:
        return None
    a, b = str(abs(meant)), str(abs(written))
    if len(a) == len(b):
        places = [place for place, (one, other) in enumerate(zip(a, b, strict=True)) if one != other]
        if len(places) == 1:
            return NumberSlip.DIGIT
        if len(places) == 2 and (a[places[0]], a[places[1]]) == (b[places[1]], b[places[0]]):
            return NumberSlip.TRANSPOSED
        return None
    if b.zfill(len(a) - 1) in _shortened(a):
        return NumberSlip.MISSING
    return NumberSlip.EXTRA if a.zfill(len(b) - 1) in _shortened(b) else None


def _shortened(digits: str) -> set[str]:
    """``digits`` without one of them."""
    return {digits[:place] + digits[place + 1 :] for place in range(len(digits))}
