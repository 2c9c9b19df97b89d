"""Who pays whom (Poilbarbe, 4.2 and 4.3). Every player is paid for their hand; East pays and receives double."""

from collections.abc import Iterator
from itertools import permutations

from tournament.language import mark
from tournament.rules.own_hands import own_hand_problems
from tournament.rules.payment import OWN_HAND, Net, Outcome, Transfer, opponents
from tournament.rules.question import OutcomeProblem, RuleQuestion
from tournament.rulesets.french_classical import items
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.situation import DOMINANT, WIND_LETTERS, dominant

_Payments = tuple[Net, Net, Net, Net]
"""The payments as a matrix (4.3.2): a row for each payer, a column for each receiver."""
_LEAST_WIN = items.MAH_JONG.value


def settle(outcome: Outcome, dealer: int, options: FrenchOptions) -> tuple[Transfer, ...]:
    """Return who pays whom for one hand; ``dealer`` is the column of East."""
    matrix = payments(outcome, dealer, options)
    return tuple(
        Transfer(payer, receiver, matrix[payer][receiver])
        for payer, receiver in permutations(range(4), 2)
        if matrix[payer][receiver]
    )


def payments(outcome: Outcome, dealer: int, options: FrenchOptions) -> _Payments:
    """Return the matrix of what each player pays to each other player."""
    paid = [[0] * 4 for _ in range(4)]
    if outcome.values is not None and (outcome.winner is not None or options.pay_draws):
        each = _advanced if options.advanced else _simple
        for payer, receiver, points in each(outcome.values, outcome.winner, dealer, options):
            paid[payer][receiver] += points
    rows = [(row[0], row[1], row[2], row[3]) for row in paid]
    return rows[0], rows[1], rows[2], rows[3]


_Paid = tuple[int, int, int]


def _simple(values: Net, _winner: int | None, dealer: int, options: FrenchOptions) -> Iterator[_Paid]:
    """Yield the payments of the simple settlement.

    Each player receives the value of their hand from each of the others, East double (4.2.1).
    """
    for receiver, value in enumerate(values):
        worth = _doubled(value, options) if receiver == dealer else value
        for payer in opponents(receiver):
            yield payer, receiver, worth


def _doubled(value: int, options: FrenchOptions) -> int:
    """Return what the others pay for East's hand: double its value.

    It is cut to the limit, unless the event applies the limit before doubling. A Grand Jeu above the limit is never
    cut.
    """
    if options.limit_before_east or options.limit is None or value > options.limit:
        return 2 * value
    return min(2 * value, options.limit)


def _advanced(values: Net, winner: int | None, dealer: int, options: FrenchOptions) -> Iterator[_Paid]:
    """Yield the payments of the advanced settlement (4.3.1).

    Everybody pays the winner, and the losers pay each other the difference of their hands. By option the winner pays
    for a hand that is worth more than theirs.
    """
    for first, second in permutations(range(4), 2):
        times = 2 if dealer in {first, second} else 1
        if second == winner:
            yield first, second, times * values[second]
        elif first != winner and values[first] < values[second]:
            yield first, second, times * (values[second] - values[first])
        elif first == winner and values[first] < values[second] and options.winner_pays_dearer:
            yield first, second, 2 * times * (values[second] - values[first])


def outcome_problems(outcome: Outcome, _dealer: int, options: FrenchOptions) -> tuple[OutcomeProblem, ...]:
    """Return everything in an outcome that contradicts itself or the rules."""
    return (*_of_players(outcome), *_of_values(outcome, options), *_of_answers(outcome),
            *own_hand_problems(outcome, options.own_worth))  # fmt: skip


def questions(options: FrenchOptions) -> tuple[RuleQuestion, ...]:
    """Return the questions about a hand besides winner, discarder and values: that about the dominant wind.

    It is not asked for a drawn hand that is not paid. The dominant wind does not change payments, so values can be
    typed without it. Tiles need it only if they contain winds.
    """

    def asked(outcome: Outcome, _dealer: int) -> bool:
        return options.pay_draws or not outcome.drawn

    return (dominant(options.stacks)._replace(asked=asked),)


def sheet_problems(outcome: Outcome, options: FrenchOptions) -> tuple[OutcomeProblem, ...]:
    """Return what a sheet cannot contain although it could be paid: a value that no tiles have."""
    found = []
    for column, value in enumerate(outcome.values or ()):
        fixed = column == outcome.winner and value in _fixed_values(options)
        if value % 2 and value != options.limit and not fixed:
            text = mark("All points are even: no hand is worth {value}.", value=value)
            found.append(OutcomeProblem("odd-value", text, "values", column))
    return tuple(found)


def _of_players(outcome: Outcome) -> Iterator[OutcomeProblem]:
    if outcome.winner is None and outcome.discarder is not None:
        yield OutcomeProblem("discarder-of-draw", mark("A drawn hand has no discarder."), "discarder")
    elif outcome.winner is not None and outcome.discarder == outcome.winner:
        yield OutcomeProblem("own-discard", mark("Nobody wins on their own discard."), "discarder")
    if outcome.liable is not None:
        yield OutcomeProblem("liable-unknown", mark("Under these rules nobody pays for the others."), "liable")


def _of_values(outcome: Outcome, options: FrenchOptions) -> Iterator[OutcomeProblem]:
    if outcome.values is None and outcome.winner is None and not options.pay_draws:
        return
    if outcome.values is None:
        yield OutcomeProblem("values-missing", mark("The values of the four hands are missing."), "values")
        return
    if outcome.points:
        yield OutcomeProblem("points-beside-values", mark("Enter the four values instead of points."), "points")
    for column, value in enumerate(outcome.values):
        if value < 0:
            yield OutcomeProblem("value-below-nothing", mark("A hand is worth 0 or more, not {value}.", value=value),
                                 "values", column)  # fmt: skip
        elif column == outcome.winner:
            yield from _of_winner(column, value, options)
        elif options.limit is not None and value > options.limit:
            text = mark("A hand that did not win is worth at most the limit of {limit}.", limit=options.limit)
            yield OutcomeProblem("loser-above-limit", text, "values", column)


def _of_winner(column: int, value: int, options: FrenchOptions) -> Iterator[OutcomeProblem]:
    if value in _fixed_values(options):
        return
    least = min(_LEAST_WIN, options.limit or _LEAST_WIN)
    if value < least:
        text = mark("The winner has at least {least} for Mah-Jong, not {value}.", least=least, value=value)
        yield OutcomeProblem("winner-below-mah-jong", text, "values", column)
    elif options.limit is not None and value > options.limit:
        text = mark("Only a Grand Jeu exceeds the limit of {limit}, and none is worth {value}.",
                    limit=options.limit, value=value)  # fmt: skip
        yield OutcomeProblem("winner-above-limit", text, "values", column)


def _fixed_values(options: FrenchOptions) -> frozenset[int]:
    """Return the values of Grands Jeux (the event's own ones included), Grâces and Bénédiction in this event."""
    flat = {options.in_proportion(item.value) for item in (items.GRACES, items.BENEDICTION)}
    jeux = (value for jeu in GRANDS_JEUX if (value := options.value_of(jeu)))
    return frozenset((*flat, *jeux, *options.own_worth.values()))


def _of_answers(outcome: Outcome) -> Iterator[OutcomeProblem]:
    for name, answer in outcome.answers:
        if name not in {DOMINANT, OWN_HAND}:
            yield OutcomeProblem("unknown-answer", mark("These rules do not ask for {name}.", name=name), name)
        elif name == DOMINANT and answer not in WIND_LETTERS:
            yield OutcomeProblem("dominant-unknown", mark("The dominant wind is East, South, West or North."), name)
