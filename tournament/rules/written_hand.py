"""The value of a hand in words, for spectators."""

from tournament.language import Text, integer_text, mark
from tournament.rules.payment import Outcome, Stakes
from tournament.rules.ruleset import RuleSet


def paid_to(rules: RuleSet, outcome: Outcome, dealer: int) -> tuple[int, ...]:
    """Return how many points each winner receives for the hand, in the order of the winners.

    Counters and sticks are not included.
    """
    paid = rules.settle(outcome, Stakes(dealer))
    return tuple(
        sum(each.points for each in paid if each.receiver == winner and each.payer is not None)
        for winner in outcome.winners
    )


def value_text(rules: RuleSet, outcome: Outcome, dealer: int) -> Text | None:
    """Return a text such as “3 han 40 fu, 5200” for each winner; None if the points of the hand are enough."""
    if rules.written_name is None or outcome.drawn:
        return None
    paid = paid_to(rules, outcome, dealer)
    values = [
        mark("{value}, {points}", value=win.value, points=integer_text(points))
        for win, points in zip(rules.written_wins(outcome), paid, strict=True)
    ]
    first, *others = values
    for each in others:
        first = mark("{first} · {second}", first=first, second=each)
    return first
