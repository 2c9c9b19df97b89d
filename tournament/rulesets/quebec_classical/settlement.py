"""Who pays whom in Québec classical, where the hands of all four players are paid."""

from collections.abc import Iterator
from itertools import combinations

from tournament.language import mark
from tournament.rules.own_hands import own_hand_problems
from tournament.rules.payment import Net, Outcome, Transfer, opponents
from tournament.rules.question import OutcomeProblem, QuestionKind, RuleQuestion
from tournament.rulesets.quebec_classical.options import BY_DOCUMENT, Options

LIMIT_LOSERS = "limit_losers"
_LEAST_WIN = 20
"""The least value of a winner's hand: the points for Mah-Jong."""


def questions(options: Options) -> tuple[RuleQuestion, ...]:
    """Return the question which losers the other losers pay the limit.

    It is only asked in events that play this rule.
    """

    def asked(outcome: Outcome, _dealer: int) -> bool:
        return not outcome.drawn and options.special_worth is not None and options.losers_receive_limit

    return (
        RuleQuestion(
            LIMIT_LOSERS,
            mark("Losers with the Four Winds or the Three Scholars"),
            QuestionKind.PLAYERS,
            None,
            label=mark("Losers paid the limit"),
            key="L",
            asked=asked,
        ),
    )


def settle(outcome: Outcome, dealer: int, options: Options = BY_DOCUMENT) -> tuple[Transfer, ...]:
    """Return the payments for one hand; ``dealer`` is the column of East.

    The winner gets their points from each other player and pays nobody. Then the losers settle among themselves.
    Whoever has less pays the difference, or the limit to a loser with the Four Winds or the Three Scholars. Two such
    losers pay each other nothing. East pays and receives double. A drawn hand is not paid.
    """
    values = outcome.values
    if outcome.winner is None or values is None:
        return ()
    winner = outcome.winner
    losers = opponents(winner)
    transfers = [_paid(loser, winner, values[winner], dealer, options) for loser in losers]
    privileged = limit_losers(outcome)
    for first, second in combinations(losers, 2):
        transfers += _between(first, second, values, privileged, dealer, options)
    return tuple(transfer for transfer in transfers if transfer.points)


def limit_losers(outcome: Outcome) -> frozenset[int]:
    """Return the columns of the losers whom the other losers pay the limit."""
    columns = outcome.answer(LIMIT_LOSERS)
    return frozenset(columns) if isinstance(columns, tuple) else frozenset()


def outcome_problems(outcome: Outcome, _dealer: int, options: Options = BY_DOCUMENT) -> tuple[OutcomeProblem, ...]:
    """Return everything in an outcome that contradicts itself or the rules."""
    return (*_problems(outcome, options), *own_hand_problems(outcome, options.own_worth))


def _paid(payer: int, receiver: int, points: int, dealer: int, options: Options) -> Transfer:
    """Return the payment of ``points``, doubled if East pays or receives them.

    Points at the limit are only doubled if the event says so.
    """
    at_limit = options.special_worth is not None and points >= options.special_worth
    twice = dealer in {payer, receiver} and (options.east_doubles_limit or not at_limit)
    return Transfer(payer, receiver, points * 2 if twice else points)


def _between(
    first: int, second: int, values: Net, privileged: frozenset[int], dealer: int, options: Options
) -> Iterator[Transfer]:
    """Yield the payments between two losers."""
    worth = options.special_worth
    if worth is not None and privileged & {first, second}:
        if not privileged >= {first, second}:
            payer, receiver = (second, first) if first in privileged else (first, second)
            yield _paid(payer, receiver, worth, dealer, options)
        return
    lower, higher = sorted((first, second), key=lambda column: values[column])
    difference = values[higher] - values[lower]
    yield Transfer(lower, higher, difference * 2 if dealer in {first, second} else difference)


def _problems(outcome: Outcome, options: Options) -> Iterator[OutcomeProblem]:
    named = outcome.answer(LIMIT_LOSERS)
    if outcome.winner is None:
        if outcome.discarder is not None:
            yield OutcomeProblem("discarder-without-winner", mark("Nobody won, so nobody gave the tile."), "discarder")
        if named:
            yield OutcomeProblem("limit-losers-drawn", mark("Nothing is paid for a drawn hand."), LIMIT_LOSERS)
    else:
        if outcome.discarder == outcome.winner:
            yield OutcomeProblem(
                "discarder-is-winner", mark("The winner cannot have discarded the winning tile."), "discarder"
            )
        yield from _value_problems(outcome.values, outcome.winner, options)
        if outcome.winner in limit_losers(outcome):
            yield OutcomeProblem("limit-loser-won", mark("The winner is not a loser."), LIMIT_LOSERS)
        if named and (options.special_worth is None or not options.losers_receive_limit):
            text = mark("Under the rules of this event, no loser is paid the limit.")
            yield OutcomeProblem("limit-losers-off", text, LIMIT_LOSERS)
    if outcome.points:
        yield OutcomeProblem("points-not-asked", mark("These rules count the values of all four hands."), "points")
    if outcome.liable is not None:
        yield OutcomeProblem("liable-unknown", mark("Under these rules nobody pays for others."), "liable")


def _value_problems(values: Net | None, winner: int, options: Options) -> Iterator[OutcomeProblem]:
    if values is None:
        yield OutcomeProblem("values-missing", mark("The values of all four hands are needed."), "values")
        return
    for column, value in enumerate(values):
        limit = options.limit if column == winner or options.losers_capped else None
        if value < 0:
            text = mark("The value of {player} is below 0.", player="ABCD"[column])
            yield OutcomeProblem("value-negative", text, "values", column)
        elif limit is not None and value > limit:
            text = mark("The value of {player} is above the limit of {limit}.", player="ABCD"[column], limit=limit)
            yield OutcomeProblem("value-above-limit", text, "values", column)
        elif value % 2 and value not in {options.limit, options.special_worth}:
            text = mark("All points are even: no hand is worth {value}.", value=value)
            yield OutcomeProblem("odd-value", text, "values", column)
    if 0 <= values[winner] < _LEAST_WIN:
        text = mark("{player} won and so has at least {least}, for Mah-Jong.", player="ABCD"[winner], least=_LEAST_WIN)
        yield OutcomeProblem("winner-below-mah-jong", text, "values", winner)
