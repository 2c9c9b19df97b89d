"""How likely a mistake is, compared with others that explain the same difference of totals.

The likelihood of a mistake is how often its kind is made, divided by the number of ways to make it, times how usual the
corrected value is. How often each kind is made is an estimate. Everything about the rules comes from the ``RuleSet``.
"""

from functools import lru_cache
from math import exp
from typing import assert_never

from tournament.ledger.causes import (
    Cause,
    HandCountedTwice,
    HandDifferent,
    HandMissing,
    HandSlip,
    HandTwice,
    HandUncounted,
    LeftoverElsewhere,
    NumberSlip,
    PenaltyCause,
    PenaltyDifferent,
    PenaltyMissing,
    PenaltyTwice,
    PenaltyUncounted,
    SeatsExchanged,
    SignsWrong,
    TotalMistyped,
    TotalsExchanged,
    number_slip,
)
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import RIICHI, SECOND_HAN, THIRD_HAN, Outcome
from tournament.rules.question import QuestionKind
from tournament.rules.ruleset import RuleSet

_OFTEN = {
    TotalMistyped: 30.0,
    SignsWrong: 3.0,
    TotalsExchanged: 5.0,
    LeftoverElsewhere: 8.0,
    HandTwice: 3.0,
    HandMissing: 4.0,
    HandUncounted: 4.0,
    HandCountedTwice: 0.5,
    SeatsExchanged: 5.0,
    PenaltyMissing: 8.0,
    PenaltyUncounted: 5.0,
    PenaltyTwice: 2.0,
    PenaltyDifferent: 8.0,
}
"""How many of a hundred mistakes are of each kind; the rest are those of :data:`_OFTEN_IN_HAND`. Estimates."""
_OFTEN_IN_HAND = {
    HandSlip.POINTS: 25.0,
    HandSlip.VALUE: 25.0,
    HandSlip.VALUES_EXCHANGED: 6.0,
    HandSlip.DISCARDER: 12.0,
    HandSlip.SELF_DRAW: 6.0,
    HandSlip.WINNER: 6.0,
    HandSlip.EXCHANGED: 5.0,
    HandSlip.DRAWN: 3.0,
    HandSlip.WORTH: 40.0,
    HandSlip.PLAYER: 40.0,
    HandSlip.ANSWER: 3.0,
}
_OFTEN_IN_NUMBER = {
    NumberSlip.DIGIT: 0.35,
    NumberSlip.TRANSPOSED: 0.25,
    NumberSlip.SIGN: 0.15,
    NumberSlip.MISSING: 0.15,
    NumberSlip.EXTRA: 0.1,
}
_NO_DIGITS_ALIKE = 0.3
"""The share of wrong points that are an unrelated number, and not a slip of the keyboard."""
_DRAWN = 0.12
"""The share of hands that are drawn."""
_RECEIVERS = {0: 0.5, 1: 0.05, 3: 0.35}
"""How likely it is that exactly these players receive a penalty, by their number: nobody, one of the three others, or
all."""


def likelihood(cause: Cause, sheet: Sheet, rules: RuleSet) -> float:
    """How likely ``cause`` is compared with others that explain the same difference; only the order matters."""
    hands = len(sheet.hands)
    match cause:
        case TotalMistyped():
            return _OFTEN[TotalMistyped] / 4 * _number_likelihood(cause.slip, cause.computed)
        case SignsWrong():
            # The six pairs, four triples and one four of columns; usually all the signs that the paper leaves out.
            return _OFTEN[SignsWrong] / (1 if cause.every and cause.missing else 11)
        case TotalsExchanged():
            return _OFTEN[TotalsExchanged] / 6
        case LeftoverElsewhere():
            return _OFTEN[LeftoverElsewhere]
        case HandDifferent():
            return _OFTEN_IN_HAND[cause.slip] / hands * _hand_likelihood(cause, rules)
        case HandTwice():
            near = 1.0 if cause.hand == cause.first + 1 else 0.1
            outcome = sheet.hands[cause.hand - 1].outcome
            assert outcome is not None
            chance = _usual(outcome, rules)  # that the same row stands there once more by chance
            last = 1.0 if cause.last is None else _usual(cause.last, rules)
            return _OFTEN[HandTwice] / hands * near * last / chance
        case HandMissing():
            return _OFTEN[HandMissing] * _usual(cause.outcome, rules) / (hands if cause.inserted else 1)
        case HandUncounted():
            return _OFTEN[HandUncounted] / hands
        case HandCountedTwice():
            return _OFTEN[HandCountedTwice] / hands
        case SeatsExchanged():
            return _OFTEN[SeatsExchanged] / (6 * 2 * hands)
        case PenaltyMissing() | PenaltyUncounted() | PenaltyTwice() | PenaltyDifferent():
            return _of_penalties(cause, len(sheet.penalties), rules)
        case _:
            assert_never(cause)


def _number_likelihood(slip: NumberSlip, meant: int) -> float:
    """How likely it is that a slip in ``meant`` is exactly this one: its kind, and the digit that it changes."""
    digits = len(str(abs(meant)))
    ways = {
        NumberSlip.DIGIT: 9 * digits,
        NumberSlip.TRANSPOSED: max(1, digits - 1),
        NumberSlip.SIGN: 1,
        NumberSlip.MISSING: digits,
        NumberSlip.EXTRA: 2 * digits,
    }
    return _OFTEN_IN_NUMBER[slip] / ways[slip]


def _hand_likelihood(cause: HandDifferent, rules: RuleSet) -> float:
    recorded, instead = cause.recorded, cause.instead
    match cause.slip:
        case HandSlip.POINTS:
            other = _usual_points(instead.points, rules)
            slip = number_slip(instead.points, recorded.points)
            alike = 0.0 if slip is None else _number_likelihood(slip, instead.points)
            alike *= other / _usual_points(recorded.points, rules)
            return (1 - _NO_DIGITS_ALIKE) * alike + _NO_DIGITS_ALIKE * other
        case HandSlip.VALUE:
            return max(_number_likelihood(slip, meant) for slip, meant in _value_slips(recorded, instead)) / 4
        case HandSlip.VALUES_EXCHANGED:
            return 1 / 6
        case HandSlip.WINNER | HandSlip.DISCARDER:
            return 1 / 2
        case HandSlip.SELF_DRAW:
            return 1 / 3 if recorded.self_draw else 1.0
        case HandSlip.EXCHANGED:
            return 1.0
        case HandSlip.DRAWN:
            return _DRAWN if instead.drawn else _usual(instead, rules) / _DRAWN
        case HandSlip.WORTH:
            return _worth_likelihood(recorded, instead, rules)
        case HandSlip.PLAYER:
            return (1.0 if instead.answer(RIICHI) != recorded.answer(RIICHI) else 0.3) / 4
        case HandSlip.ANSWER:
            return _usual(instead, rules)
        case _:
            assert_never(cause.slip)


def _worth_likelihood(recorded: Outcome, instead: Outcome, rules: RuleSet) -> float:
    """How likely it is that ``instead`` was written as ``recorded``.

    Every step by which a number differs halves the likelihood. An answer that is missing counts as two steps.
    """
    steps = float(sum(abs(one - other) for (_, one), (_, other) in zip(instead.wins, recorded.wins, strict=True)))
    for question in rules.questions:
        one, other = instead.answer(question.name), recorded.answer(question.name)
        if question.kind is QuestionKind.NUMBER and one != other and question.name not in (SECOND_HAN, THIRD_HAN):
            steps += abs(one - other) / question.times if isinstance(one, int) and isinstance(other, int) else 2
    return float(0.5**steps)


def _value_slips(recorded: Outcome, instead: Outcome) -> list[tuple[NumberSlip, int]]:
    """Return the slip in each value that differs, with the value that was meant."""
    pairs = zip(instead.values or (), recorded.values or (), strict=True)
    slips = ((number_slip(meant, written), meant) for meant, written in pairs if meant != written)
    return [(slip or NumberSlip.DIGIT, meant) for slip, meant in slips]


def _of_penalties(cause: PenaltyCause, given: int, rules: RuleSet) -> float:
    match cause:
        case PenaltyMissing():
            amounts = len(penalty_points(rules))
            return _OFTEN[PenaltyMissing] / 4 / amounts * _RECEIVERS[len(cause.to)]
        case PenaltyUncounted():
            return _OFTEN[PenaltyUncounted] / given
        case PenaltyTwice():
            # two alike are seldom given: where they stand, one is most likely the other once more
            return _OFTEN[PenaltyTwice] / given * (20.0 if cause.first is not None else 0.5)
        case PenaltyDifferent():
            return _OFTEN[PenaltyDifferent] / given * _penalty_likelihood(cause, rules)
        case _:
            assert_never(cause)


def _penalty_likelihood(cause: PenaltyDifferent, rules: RuleSet) -> float:
    given, instead = cause.penalty.given, cause.instead
    if given.player != instead.player:
        return 0.4 / 3
    if given.to != instead.to:
        return 0.4 * _RECEIVERS[len(instead.to)]
    return 0.2 / len(penalty_points(rules))


def _usual(outcome: Outcome, rules: RuleSet) -> float:
    """How usual a hand is, by who won from whom and by its points; or by being drawn."""
    if outcome.drawn:
        return _DRAWN / 16
    return (1 - _DRAWN) / 16 * _usual_points(outcome.worth, rules)


def _usual_points(points: int, rules: RuleSet) -> float:
    """How usual a number of points is.

    The more points, the less usual. The scale comes from the value bands of the rules.
    """
    measure = rules.value_bands[len(rules.value_bands) // 2] / 2
    return exp(-(points - rules.minimum) / measure) / measure + 0.1 / (rules.most - rules.minimum)


@lru_cache(maxsize=8)
def penalty_points(rules: RuleSet) -> tuple[int, ...]:
    """The points that penalties cost under the rules; round numbers if the rules have none."""
    of_faults = (fault.points for fault in rules.faults)
    late = (step.points for fault in rules.faults for step in fault.late)
    known = {points for points in (*rules.ladder, *of_faults, *late) if points}
    return tuple(sorted(known)) or tuple(range(5, 105, 5))
