"""The mistakes that may make the totals of the paper and of the rows differ, a closed set, and their texts.

A mistake may have been made when the sheet was typed, or on the paper. Either way it is described by the change that
would make the two agree, with the place to look at.
"""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from tournament.language import Text, integer_text, listed, mark
from tournament.ledger.description import ColumnNames, by_letter, outcome_text, penalty_text
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sheet_content import Penalty
from tournament.rules.payment import RIICHI, TENPAI, Outcome
from tournament.rules.ruleset import RuleSet


class NumberSlip(Enum):
    """How a number was mistyped."""

    TRANSPOSED = "transposed"
    """Two digits were swapped."""
    DIGIT = "digit"
    """One digit is wrong."""
    MISSING = "missing"
    """A digit was left out."""
    EXTRA = "extra"
    """There is one digit too many, such as one typed twice."""
    SIGN = "sign"


class HandSlip(Enum):
    """What is wrong in a recorded hand."""

    POINTS = "points"
    VALUE = "value"
    """One of the values of the four hands."""
    VALUES_EXCHANGED = "values-exchanged"
    """The values of two players were swapped."""
    WINNER = "winner"
    DISCARDER = "discarder"
    SELF_DRAW = "self-draw"
    """A discard was entered as a self-draw, or the reverse."""
    EXCHANGED = "exchanged"
    """Winner and discarder were swapped."""
    DRAWN = "drawn"
    """A hand that was won was entered as drawn, or the reverse."""
    WORTH = "worth"
    """The value of one winner's hand, in games where it is more than a number of points."""
    PLAYER = "player"
    """One player too many or too few in the answer to a question: who declared riichi, who is tenpai."""
    ANSWER = "answer"
    """Anything else that the rules ask: one winner too many or too few, who is liable."""


@dataclass(frozen=True, slots=True)
class TotalMistyped:
    """One total was ``typed`` instead of ``computed``."""

    column: int
    typed: int
    computed: int
    slip: NumberSlip


@dataclass(frozen=True, slots=True)
class SignsWrong:
    """The totals of two or more players have the wrong sign."""

    columns: tuple[int, ...]
    missing: bool
    """Whether only minus signs are missing."""
    every: bool
    """Whether all minus signs of the sheet are missing, or all of its signs are reversed."""


@dataclass(frozen=True, slots=True)
class LeftoverElsewhere:
    """The paper does not distribute the sticks left on the table at the end as the rules do."""

    points: int
    columns: tuple[int, ...]
    """The players whose totals on the paper lack their share, or contain it though nobody receives it."""
    given: bool
    """Whether the paper gave it to them."""


@dataclass(frozen=True, slots=True)
class TotalsExchanged:
    """The totals of two players were swapped."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class HandDifferent:
    """A hand was ``recorded`` although ``instead`` would give the totals of the paper."""

    hand: int
    recorded: Outcome
    instead: Outcome
    slip: HandSlip


@dataclass(frozen=True, slots=True)
class HandTwice:
    """``hand`` repeats the hand ``first``. If the sheet was full, the hand ``last`` therefore found no row."""

    first: int
    hand: int
    last: Outcome | None = None


@dataclass(frozen=True, slots=True)
class HandMissing:
    """A hand with this ``outcome`` is on the paper but was not entered."""

    row: int
    """The first free row. If it must be ``inserted``, the row of the hand before which it was played."""
    outcome: Outcome
    inserted: bool = False


@dataclass(frozen=True, slots=True)
class HandUncounted:
    """The totals of the paper do not contain ``hand``."""

    hand: int


@dataclass(frozen=True, slots=True)
class HandCountedTwice:
    """The totals of the paper contain ``hand`` twice."""

    hand: int


@dataclass(frozen=True, slots=True)
class SeatsExchanged:
    """Two players are under each other's name from hand ``start`` to hand ``end``."""

    first: int
    second: int
    start: int
    end: int
    hands: int
    """How many hands the sheet has. If ``end`` is the last one, the text says “from hand … on”."""


@dataclass(frozen=True, slots=True)
class PenaltyMissing:
    """The paper contains a penalty that was not entered."""

    player: int
    points: int
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PenaltyUncounted:
    """The totals of the paper do not contain this penalty."""

    penalty: Penalty


@dataclass(frozen=True, slots=True)
class PenaltyTwice:
    """``penalty`` is ``first``, entered twice; None: the paper counts it twice."""

    penalty: Penalty
    first: Penalty | None


@dataclass(frozen=True, slots=True)
class PenaltyDifferent:
    """A penalty should be ``instead``: for another player, with other receivers, or of other points."""

    penalty: Penalty
    instead: PenaltyGiven


TotalCause = TotalMistyped | SignsWrong | TotalsExchanged | LeftoverElsewhere
HandCause = HandDifferent | HandTwice | HandMissing | HandUncounted | HandCountedTwice | SeatsExchanged
PenaltyCause = PenaltyMissing | PenaltyUncounted | PenaltyTwice | PenaltyDifferent
Cause = TotalCause | HandCause | PenaltyCause
"""A mistake that explains a difference of totals."""


def number_slip(meant: int, written: int) -> NumberSlip | None:
    """The one slip that turns ``meant`` into ``written``; None if one is not enough.

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
    """``digits`` with one of them removed, in every possible way."""
    return {digits[:place] + digits[place + 1 :] for place in range(len(digits))}


@dataclass(frozen=True, slots=True)
class CausePlace:
    """Where to look: a row, a penalty or a total. For a penalty that was not entered, all fields are None."""

    hand: int | None = None
    """1–16."""
    penalty: str | None = None
    """Id of the entry that gave it."""
    total: int | None = None
    """Column of a total of the paper."""


def place_of(cause: Cause) -> CausePlace:
    """Return where to look for ``cause``."""
    match cause:
        case TotalMistyped():
            return CausePlace(total=cause.column)
        case TotalsExchanged():
            return CausePlace(total=cause.first)
        case SignsWrong() | LeftoverElsewhere():
            return CausePlace(total=cause.columns[0])
        case HandDifferent() | HandTwice() | HandUncounted() | HandCountedTwice():
            return CausePlace(hand=cause.hand)
        case HandMissing():
            return CausePlace(hand=cause.row)
        case SeatsExchanged():
            return CausePlace(hand=cause.end if cause.start == 1 else cause.start)
        case PenaltyUncounted() | PenaltyTwice() | PenaltyDifferent():
            return CausePlace(hand=cause.penalty.given.hand, penalty=cause.penalty.entry.id)
        case PenaltyMissing():
            return CausePlace()
        case _:
            assert_never(cause)


def cause_text(cause: Cause, names: ColumnNames = by_letter, rules: RuleSet | None = None) -> Text:
    """Ask in one line whether ``cause`` was the mistake: “Hand 7: 31 points instead of 13?”.

    Under rules whose players write more of a win than a number: “Hand 7: 3 han 30 fu instead of 3 han 40 fu?”.
    """
    match cause:
        case TotalMistyped() | SignsWrong() | TotalsExchanged() | LeftoverElsewhere():
            return _total_text(cause, names)
        case HandDifferent() | HandTwice() | HandMissing() | HandUncounted() | HandCountedTwice() | SeatsExchanged():
            return _hand_text(cause, names, rules)
        case PenaltyMissing() | PenaltyUncounted() | PenaltyTwice() | PenaltyDifferent():
            return _penalty_text(cause, names)
        case _:
            assert_never(cause)


def _total_text(cause: TotalCause, names: ColumnNames) -> Text:
    match cause:
        case TotalMistyped():
            return _mistyped_text(cause, names)
        case SignsWrong():
            return _signs_text(cause, listed(map(names, cause.columns)))
        case TotalsExchanged():
            return mark("Totals of {one} and {other} swapped?", one=names(cause.first), other=names(cause.second))
        case LeftoverElsewhere(given=False):
            return mark("{points} left on the table not added on paper to {players}?", points=cause.points,
                        players=listed(map(names, cause.columns)))  # fmt: skip
        case LeftoverElsewhere():
            return mark("{points} left on the table added on paper to {players}?", points=cause.points,
                        players=listed(map(names, cause.columns)))  # fmt: skip
        case _:
            assert_never(cause)


def _signs_text(cause: SignsWrong, players: Text) -> Text:
    if cause.missing:
        return (
            mark("All minus signs missing: {players}?", players=players)
            if cause.every
            else mark("Minus signs missing: {players}?", players=players)
        )
    return mark("All signs reversed?") if cause.every else mark("Wrong signs: {players}?", players=players)


def _mistyped_text(cause: TotalMistyped, names: ColumnNames) -> Text:
    values = {
        "player": names(cause.column),
        "typed": integer_text(cause.typed),
        "computed": integer_text(cause.computed),
    }
    match cause.slip:
        case NumberSlip.TRANSPOSED:
            return mark("Total of {player}: digits swapped, {typed} for {computed}?", **values)
        case NumberSlip.DIGIT:
            return mark("Total of {player}: one wrong digit, {typed} for {computed}?", **values)
        case NumberSlip.MISSING:
            return mark("Total of {player}: a missing digit, {typed} for {computed}?", **values)
        case NumberSlip.EXTRA:
            return mark("Total of {player}: an extra digit, {typed} for {computed}?", **values)
        case NumberSlip.SIGN:
            return mark("Total of {player}: wrong sign, {typed} for {computed}?", **values)
        case _:
            assert_never(cause.slip)


def _hand_text(cause: HandCause, names: ColumnNames, rules: RuleSet | None) -> Text:
    match cause:
        case HandDifferent():
            return _different_text(cause, names, rules)
        case HandTwice(last=None):
            return mark("Hand {hand}: hand {first} typed twice?", hand=cause.hand, first=cause.first)
        case HandTwice():
            assert cause.last is not None
            last = outcome_text(cause.last, names, rules)
            return mark("Hand {hand}: hand {first} typed twice and the last hand missing: {outcome}?", hand=cause.hand,
                        first=cause.first, outcome=last)  # fmt: skip
        case HandMissing(inserted=False):
            return mark("A missing hand: {outcome}?", outcome=outcome_text(cause.outcome, names, rules))
        case HandMissing():
            return mark("A missing hand before hand {hand}: {outcome}?", hand=cause.row,
                        outcome=outcome_text(cause.outcome, names, rules))  # fmt: skip
        case HandUncounted():
            return mark("Hand {hand}: left out of the paper totals?", hand=cause.hand)
        case HandCountedTwice():
            return mark("Hand {hand}: counted twice in the paper totals?", hand=cause.hand)
        case SeatsExchanged():
            return _columns_text(cause, names)
        case _:
            assert_never(cause)


def _different_text(cause: HandDifferent, names: ColumnNames, rules: RuleSet | None) -> Text:
    hand, recorded, instead = cause.hand, cause.recorded, cause.instead
    match cause.slip:
        case HandSlip.POINTS:
            return mark("Hand {hand}: {points} points instead of {recorded}?", hand=hand, points=instead.points,
                        recorded=recorded.points)  # fmt: skip
        case HandSlip.VALUE:
            column, value, written = _other_values(recorded, instead)[0]
            return mark("Hand {hand}: {player} {value} instead of {recorded}?", hand=hand, player=names(column),
                        value=value, recorded=written)  # fmt: skip
        case HandSlip.VALUES_EXCHANGED:
            one, other = (column for column, _, _ in _other_values(recorded, instead))
            return mark("Hand {hand}: values of {one} and {other} swapped?", hand=hand, one=names(one),
                        other=names(other))  # fmt: skip
        case HandSlip.WINNER:
            assert instead.winner is not None
            assert recorded.winner is not None
            return mark("Hand {hand}: won by {player} instead of {recorded}?", hand=hand, player=names(instead.winner),
                        recorded=names(recorded.winner))  # fmt: skip
        case HandSlip.DISCARDER:
            assert instead.discarder is not None
            assert recorded.discarder is not None
            return mark("Hand {hand}: discarded by {player} instead of {recorded}?", hand=hand,
                        player=names(instead.discarder), recorded=names(recorded.discarder))  # fmt: skip
        case HandSlip.SELF_DRAW if instead.discarder is None:
            return mark("Hand {hand}: self-draw instead of a discard?", hand=hand)
        case HandSlip.SELF_DRAW:
            assert instead.discarder is not None
            return mark("Hand {hand}: discarded by {player} instead of a self-draw?", hand=hand,
                        player=names(instead.discarder))  # fmt: skip
        case HandSlip.EXCHANGED:
            return mark("Hand {hand}: winner and discarder swapped?", hand=hand)
        case HandSlip.WORTH if rules is not None:
            return _worth_text(cause, names, rules)
        case HandSlip.PLAYER:
            return _player_text(cause, names, rules)
        case HandSlip.DRAWN | HandSlip.WORTH | HandSlip.ANSWER:
            return _instead_text(hand, outcome_text(instead, names, rules), outcome_text(recorded, names, rules))
        case _:
            assert_never(cause.slip)


def _instead_text(hand: int, instead: Text, recorded: Text) -> Text:
    return mark("Hand {hand}: {outcome} instead of {recorded}?", hand=hand, outcome=instead, recorded=recorded)


def _worth_text(cause: HandDifferent, names: ColumnNames, rules: RuleSet) -> Text:
    pairs = zip(rules.written_wins(cause.instead), rules.written_wins(cause.recorded), strict=True)
    win, recorded = next((one, other) for one, other in pairs if one.value != other.value)
    if len(cause.recorded.winners) == 1:
        return _instead_text(cause.hand, win.value, recorded.value)
    return mark("Hand {hand}: {player} {value} instead of {recorded}?", hand=cause.hand, player=names(win.winner),
                value=win.value, recorded=recorded.value)  # fmt: skip


def _player_text(cause: HandDifferent, names: ColumnNames, rules: RuleSet | None) -> Text:
    for name in (RIICHI, TENPAI):
        named, recorded = (set(_players(outcome, name)) for outcome in (cause.instead, cause.recorded))
        if named == recorded:
            continue
        (column,) = named ^ recorded
        values = {"hand": cause.hand, "player": names(column)}
        if name == TENPAI:
            return (
                mark("Hand {hand}: {player} tenpai?", **values)
                if named > recorded
                else mark("Hand {hand}: {player} not tenpai?", **values)
            )
        if named > recorded:
            return mark("Hand {hand}: riichi of {player} not written?", **values)
        return mark("Hand {hand}: riichi of {player} written by mistake?", **values)
    return _instead_text(cause.hand, outcome_text(cause.instead, names, rules),
                         outcome_text(cause.recorded, names, rules))  # fmt: skip


def _players(outcome: Outcome, name: str) -> tuple[int, ...]:
    answer = outcome.answer(name)
    return answer if isinstance(answer, tuple) else ()


def _other_values(recorded: Outcome, instead: Outcome) -> list[tuple[int, int, int]]:
    """Return the columns whose values differ, each with the value that would be right and the recorded one."""
    pairs = enumerate(zip(instead.values or (), recorded.values or (), strict=True))
    return [(column, value, written) for column, (value, written) in pairs if value != written]


def _columns_text(cause: SeatsExchanged, names: ColumnNames) -> Text:
    players = {"one": names(cause.first), "other": names(cause.second)}
    if cause.start > 1:
        return mark("{one} and {other} swapped from hand {hand} on?", **players, hand=cause.start)
    if cause.end < cause.hands:
        return mark("{one} and {other} swapped up to hand {hand}?", **players, hand=cause.end)
    return mark("{one} and {other} swapped in every hand?", **players)


def _penalty_text(cause: PenaltyCause, names: ColumnNames) -> Text:
    match cause:
        case PenaltyMissing():
            given = PenaltyGiven(cause.player, None, "", cause.points, cause.to)
            return mark("A missing penalty: {penalty}?", penalty=_words(given, names))
        case PenaltyUncounted():
            return mark("Left out of the paper totals: penalty {penalty}?", penalty=_words(cause.penalty.given, names))
        case PenaltyTwice(first=None):
            return mark(
                "Counted twice in the paper totals: penalty {penalty}?", penalty=_words(cause.penalty.given, names)
            )
        case PenaltyTwice():
            return mark("Typed twice: penalty {penalty}?", penalty=_words(cause.penalty.given, names))
        case PenaltyDifferent():
            return mark("Penalty {instead} instead of {penalty}?", instead=_words(cause.instead, names),
                        penalty=_words(cause.penalty.given, names))  # fmt: skip
        case _:
            assert_never(cause)


def _words(given: PenaltyGiven, names: ColumnNames) -> Text:
    if len(given.to) != 1 or not given.points:
        return penalty_text(given, names)
    return mark("{player} {points} to {receiver}", player=names(given.player), points=-given.points,
                receiver=names(given.to[0]))  # fmt: skip
