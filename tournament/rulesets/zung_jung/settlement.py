"""Who pays whom in Zung Jung."""

from collections.abc import Iterator

from tournament.language import mark
from tournament.rules.payment import Outcome, Transfer, opponents
from tournament.rules.question import OutcomeProblem, QuestionKind, RuleQuestion
from tournament.rulesets.zung_jung.items import LIMIT, LIMITS
from tournament.rulesets.zung_jung.options import ZungJungOptions
from tournament.rulesets.zung_jung.scoring import NOTHING


def who_is_responsible(options: ZungJungOptions) -> RuleQuestion:
    """Return the question who first discarded the tile since the winner's last discard; by default the discarder.

    It only matters if one player pays more than the others.
    """

    def asked(outcome: Outcome, _dealer: int) -> bool:
        return outcome.discarder is not None and outcome.points > options.threshold and not options.every_opponent_pays

    return RuleQuestion("responsible", mark("Responsible for the win"), QuestionKind.PLAYER, None,
                        label=mark("Responsible"), key="L", asked=asked)  # fmt: skip


def settle(outcome: Outcome, _dealer: int, options: ZungJungOptions) -> tuple[Transfer, ...]:
    """Return the payments for one hand; East pays and receives like the others.

    The winner receives three times the value. Above the threshold, on a discard or a robbed kong, the two others pay
    the threshold and the responsible player the rest. Up to the threshold, on a self-draw, and if the winner discarded
    the tile first, each of the three pays the value.
    """
    if outcome.winner is None:
        return ()
    winner, payer, rest = outcome.winner, responsible(outcome), rest_of(outcome, options)
    if rest is None:
        return tuple(Transfer(column, winner, outcome.points) for column in opponents(winner))
    return tuple(
        Transfer(column, winner, rest if column == payer else options.threshold) for column in opponents(winner)
    )


def rest_of(outcome: Outcome, options: ZungJungOptions) -> int | None:
    """Return what the responsible player pays if the two others pay the threshold; None if all three pay the same."""
    if responsible(outcome) is None or outcome.points <= options.threshold or options.every_opponent_pays:
        return None
    return 3 * outcome.points - 2 * options.threshold


def responsible(outcome: Outcome) -> int | None:
    """Return the column of the player who pays for the others; None if nobody does.

    It is the discarder, unless another player discarded the tile first in the same turn. If that was the winner, nobody
    is responsible, as on a self-draw.
    """
    column = outcome.discarder if outcome.liable is None else outcome.liable
    return None if column == outcome.winner else column


def outcome_problems(outcome: Outcome, _dealer: int, options: ZungJungOptions) -> tuple[OutcomeProblem, ...]:
    """Return everything in an outcome that contradicts itself or the rules."""
    return tuple(_drawn_problems(outcome) if outcome.winner is None else _won_problems(outcome, options))


def _drawn_problems(outcome: Outcome) -> Iterator[OutcomeProblem]:
    if outcome.discarder is not None:
        text = mark("A drawn hand has no discarder.")
        yield OutcomeProblem("drawn-with-discarder", text, "discarder")
    if outcome.liable is not None:
        text = mark("Nobody is responsible in a drawn hand.")
        yield OutcomeProblem("drawn-with-responsible", text, "liable")
    if outcome.points:
        yield OutcomeProblem("drawn-with-points", mark("A drawn hand has no value."), "points")


def _won_problems(outcome: Outcome, options: ZungJungOptions) -> Iterator[OutcomeProblem]:
    if outcome.discarder == outcome.winner:
        text = mark("Winners do not discard to themselves.")
        yield OutcomeProblem("discarder-is-winner", text, "discarder")
    if outcome.liable is not None and outcome.discarder is None:
        text = mark("Nobody is responsible in a self-draw: each player pays the value.")
        yield OutcomeProblem("self-draw-with-responsible", text, "liable")
    yield from _value_problems(outcome.points, options)


def _value_problems(points: int, options: ZungJungOptions) -> Iterator[OutcomeProblem]:
    least, most = options.minimum, LIMITS[-1]
    if points < NOTHING:
        text = mark("A winning hand is worth at least {least}.", least=least)
        yield OutcomeProblem("value-too-low", text, "points")
    elif points < least:
        text = mark("The minimum value to win is {least}: a hand without a pattern is a false win.", least=least)
        yield OutcomeProblem("below-minimum", text, "points")
    elif points > LIMIT and points not in LIMITS:
        text = mark(
            "A sum is capped at {limit}; above it there are only {second} and {most}.",
            limit=LIMIT,
            second=LIMITS[-2],
            most=most,
        )
        yield OutcomeProblem("value-above-limit", text, "points")
