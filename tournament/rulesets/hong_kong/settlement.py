"""Who pays whom: the table of fan and laak, and the liability of players who pay for all."""

from collections.abc import Iterator

from tournament.language import Text, mark, mark_in
from tournament.rules.payment import Outcome, Transfer, opponents
from tournament.rules.question import Choice, OutcomeProblem, QuestionKind, RuleQuestion
from tournament.rulesets.hong_kong.items import LIMIT
from tournament.rulesets.hong_kong.options import Options

_LAAK = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64)
"""The base points by number of fan, as the table of the memo gives them."""
_PURE, _PURE_DRAWN = 6, 7
"""The fewest fan of a Full Flush won on a discard, and of one that was drawn."""
_NINE, _TWELVE, _LAST_FIVE = "nine-pieces", "twelve-pieces", "last-five"


def _is_known_who_pays(outcome: Outcome, _dealer: int) -> bool:
    return outcome.liable is not None


_LIABILITY = RuleQuestion("liability", mark("Why one player pays for all"), QuestionKind.CHOICE, None, (
    Choice(_NINE, mark("Nine pieces: gave the tile of a Full Flush"), "9", mark_in("column", "Nine pieces")),
    Choice(_TWELVE, mark("Twelve pieces: gave the fourth set of a Full Flush"), "2",
           mark_in("column", "Twelve pieces")),
    Choice(_LAST_FIVE, mark("Last five: a tile not yet discarded"), "5", mark_in("column", "Last five")),
), label=mark("Why"), key="Y", asked=_is_known_who_pays)  # fmt: skip
QUESTIONS: tuple[RuleQuestion, ...] = (_LIABILITY,)


def who_is_liable(options: Options) -> RuleQuestion:
    """Return the question of who is liable and pays for the others: for a Full Flush, or for the last five tiles."""

    def asked(outcome: Outcome, _dealer: int) -> bool:
        if outcome.self_draw:
            return options.nine_and_twelve_pieces and outcome.points >= _PURE_DRAWN
        pure = options.nine_and_twelve_pieces and outcome.points >= _PURE
        return outcome.discarder is not None and (pure or options.last_five)

    return RuleQuestion("liable", mark("Pays for all"), QuestionKind.PLAYER, None, key="L", asked=asked)


def base_points(fan: int) -> int:
    """Return the base points of a number of fan, before doubling."""
    return _LAAK[min(fan, LIMIT)]


def settle(outcome: Outcome, dealer: int, options: Options) -> tuple[Transfer, ...]:  # noqa: ARG001 - East is as others
    """Return the payments for one hand.

    Self-draw: each of the three pays twice the base points. Discard or robbed kong: that player pays twice, the two
    others once. A liable player pays the whole sum alone. East pays and receives like the others. A drawn hand is not
    paid.
    """
    if outcome.winner is None:
        return ()
    winner, base = outcome.winner, base_points(outcome.points)
    shares = {payer: base * (2 if outcome.discarder in (None, payer) else 1) for payer in opponents(winner)}
    if outcome.liable is not None:
        return (Transfer(outcome.liable, winner, sum(shares.values())),)
    return tuple(Transfer(payer, winner, points) for payer, points in shares.items())


def outcome_problems(outcome: Outcome, dealer: int, options: Options) -> tuple[OutcomeProblem, ...]:  # noqa: ARG001
    """Return everything that is impossible in an outcome."""
    found = [*(_drawn(outcome) if outcome.winner is None else _won(outcome, options)), *_liability(outcome, options)]
    return tuple(OutcomeProblem(code, text, field) for code, text, field in found)


_Problem = tuple[str, Text, str]


def _drawn(outcome: Outcome) -> Iterator[_Problem]:
    if outcome.discarder is not None:
        yield "drawn-discarder", mark("Nobody won, so nobody gave the winning tile."), "discarder"
    if outcome.points:
        yield "drawn-points", mark("Nobody won, and a drawn hand has no fan."), "points"


def _won(outcome: Outcome, options: Options) -> Iterator[_Problem]:
    fan = outcome.points
    if outcome.discarder == outcome.winner:
        yield "own-discard", mark("Nobody wins on their own discard."), "discarder"
    if fan < 0:
        yield "fan-negative", mark("A hand cannot have fewer than 0 fan."), "points"
    elif fan > LIMIT:
        yield "fan-limit", mark("A hand is worth at most {most} fan.", most=LIMIT), "points"
    elif fan < options.minimum:
        yield "below-minimum", mark("Fewer than the {least} fan needed to win here.", least=options.minimum), "points"
    elif outcome.self_draw and not fan:
        yield "self-draw-fan", mark("A self-draw is worth 1 fan by itself."), "points"


def _liability(outcome: Outcome, options: Options) -> Iterator[_Problem]:
    kind = outcome.answer(_LIABILITY.name)
    if outcome.liable is None:
        if kind is not None:
            yield "liable-missing", mark("Enter who pays for all."), "liable"
        return
    if outcome.winner is None:
        yield "liable-drawn", mark("Nobody won, so nobody pays for all."), "liable"
        return
    if outcome.liable == outcome.winner:
        yield "liable-winner", mark("The winner does not pay."), "liable"
    elif outcome.self_draw:
        yield from _self_drawn(outcome, options, kind)
    else:
        yield from _discarded(outcome, options, kind)


def _self_drawn(outcome: Outcome, options: Options, kind: object) -> Iterator[_Problem]:
    """Yield what is wrong with a liability for a self-draw, which only twelve pieces can cause."""
    if not options.nine_and_twelve_pieces:
        yield "liable-option", mark("This event plays without the calls of nine and twelve pieces."), "liable"
    if kind not in (None, _TWELVE):
        yield (
            "liability-self-draw",
            mark("After a self-draw, only the call of twelve pieces makes a player pay for all."),
            _LIABILITY.name,
        )
    if outcome.points < _PURE_DRAWN:
        text = mark("A Full Flush by self-draw has at least {least} fan.", least=_PURE_DRAWN)
        yield "liable-not-pure", text, "points"


def _discarded(outcome: Outcome, options: Options, kind: object) -> Iterator[_Problem]:
    """Yield what is wrong with a liability for a discard, which only nine pieces or the last five tiles can cause."""
    if outcome.liable != outcome.discarder:
        yield "liable-other", mark("After a discard, only the discarder can pay for all."), "liable"
    allowed = {_NINE: options.nine_and_twelve_pieces, _LAST_FIVE: options.last_five}
    if kind == _TWELVE:
        yield (
            "liability-discard",
            mark("Twelve pieces applies after a self-draw; here it is nine pieces."),
            _LIABILITY.name,
        )
    elif not (allowed[str(kind)] if kind in allowed else any(allowed.values())):
        yield "liable-option", mark("This event plays without this way to pay for all."), "liable"
    elif outcome.points < _PURE and (kind == _NINE or not options.last_five):
        text = mark("A Full Flush has at least {least} fan.", least=_PURE)
        yield "liable-not-pure", text, "points"
