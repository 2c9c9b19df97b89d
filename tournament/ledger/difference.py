"""Why the totals of the paper and of the rows differ: the single slips that make exactly this difference."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import combinations
from typing import NamedTuple

from msgspec import structs

from tournament.event.problem import Gravity
from tournament.ledger.causes import (
    Cause,
    HandCountedTwice,
    HandDifferent,
    HandMissing,
    HandSlip,
    HandTwice,
    HandUncounted,
    PenaltyDifferent,
    PenaltyMissing,
    PenaltyTwice,
    PenaltyUncounted,
    SeatsExchanged,
    TotalMistyped,
    TotalsExchanged,
    number_slip,
)
from tournament.ledger.checks import outcome_problems
from tournament.ledger.facts import ColumnsExchanged, PenaltyGiven
from tournament.ledger.folded_causes import folded_causes
from tournament.ledger.likelihood import likelihood, penalty_points
from tournament.ledger.sheet import HandLine, Penalty, Sheet, folded_totals, outcome_after, settled
from tournament.rules.payment import NO_NET, Net, Outcome, PartialNet, Stakes, add, opponents, subtract
from tournament.rules.ruleset import RuleSet

MOST_CAUSES = 12
"""More are no help to anybody."""
_MOST_TIMES = 24
"""No game pays a hand more often: eight times by each of three."""


@lru_cache(maxsize=64)
def causes_of(sheet: Sheet, rules: RuleSet, totals: PartialNet) -> tuple[Cause, ...]:
    """The single slips that make ``totals`` differ from those of the rows of ``sheet``, most likely first.

    Nothing when they agree, and when no single slip explains the difference.
    """
    search = _Search(sheet, rules, totals)
    if not any(search.difference) or sheet.totals_only:
        return ()
    found = dict.fromkeys(search.causes())
    likely = sorted(found, key=lambda cause: -likelihood(cause, sheet, rules))
    return tuple(likely[:MOST_CAUSES])


class _Search:
    """All slips that make one difference; where a total is not known, any would do."""

    def __init__(self, sheet: Sheet, rules: RuleSet, totals: PartialNet) -> None:
        self.sheet, self.rules, self.totals = sheet, rules, totals
        self.computed = sheet.computed
        a, b, c, d = (
            None if typed is None else typed - ours for typed, ours in zip(totals, self.computed, strict=True)
        )
        self.difference: PartialNet = (a, b, c, d)
        of_session = (penalty.net for penalty in sheet.session_penalties)
        self.before_end = reduce(add, of_session, sheet.hands[-1].totals)
        self.lines = tuple(line for line in sheet.hands if line.outcome is not None)

    def causes(self) -> Iterator[Cause]:
        """Every kind in turn."""
        yield from self._in_totals()
        if self.rules.on_table:
            yield from folded_causes(self.sheet, self.rules, self.totals)
        elif None in self.difference or sum(part or 0 for part in self.difference) == 0:  # a hand moves no sum
            if self.rules.four_values:
                yield from self._in_values()
            else:
                yield from self._in_hands()
                yield from self._in_columns()
        yield from self._in_penalties()

    def _makes(self, moved: Net) -> bool:
        """Whether it is exactly the difference, where that is known; what is left on the table goes to who is first."""
        if self.rules.on_table:
            totals = add(self.before_end, moved)
            moved = subtract(add(totals, self.rules.at_end(totals, self.sheet.after)), self.computed)
        return all(part is None or part == step for part, step in zip(self.difference, moved, strict=True))

    def _in_totals(self) -> Iterator[Cause]:
        wrong = [column for column, part in enumerate(self.difference) if part]
        if len(wrong) == 1:
            typed, computed = self.totals[wrong[0]], self.computed[wrong[0]]
            assert typed is not None
            slip = number_slip(computed, typed)
            if slip is not None:
                yield TotalMistyped(wrong[0], typed, computed, slip)
        if len(wrong) == 2:
            first, second = wrong
            if (self.totals[first], self.totals[second]) == (self.computed[second], self.computed[first]):
                yield TotalsExchanged(first, second)

    def _in_hands(self) -> Iterator[Cause]:
        full = len(self.lines) == len(self.sheet.hands)
        for line in self.lines:
            assert line.outcome is not None
            yield from self._in_hand(line, line.outcome)
            if self._makes(line.settlement) and any(line.settlement):
                yield HandCountedTwice(line.hand)
            if self._makes(subtract(NO_NET, line.settlement)) and any(line.settlement):
                yield HandUncounted(line.hand)
            first = self._same_before(line)
            if first is None:
                continue
            if self._makes(subtract(NO_NET, line.settlement)):
                yield HandTwice(first.hand, line.hand)
            elif full and line.hand == first.hand + 1:
                for last in self._outcomes(line.settlement, line.state.stakes, line.outcome):
                    yield HandTwice(first.hand, line.hand, last)
        row = self.sheet.next_hand
        if row is not None:
            for outcome in self._outcomes(NO_NET, self.sheet.hands[row - 1].state.stakes, Outcome(None)):
                yield HandMissing(row, outcome)

    def _in_hand(self, line: HandLine, recorded: Outcome) -> Iterator[Cause]:
        for instead in (*self._outcomes(line.settlement, line.state.stakes, recorded), Outcome(None)):
            slip = _hand_slip(recorded, instead)
            if slip is None or (instead.drawn and not self._makes(subtract(NO_NET, line.settlement))):
                continue
            if self._can_be(line, instead):
                yield HandDifferent(line.hand, recorded, instead, slip)

    def _in_values(self) -> Iterator[Cause]:
        """Slips in hands that are paid for all four, where who wins may say who is East in all that follow."""
        for line in self.lines:
            assert line.outcome is not None
            if self._makes(line.settlement) and any(line.settlement):
                yield HandCountedTwice(line.hand)
            if self._makes(subtract(NO_NET, line.settlement)) and any(line.settlement):
                yield HandUncounted(line.hand)
            first = self._same_before(line)
            if first is not None and not line.penalties and self._folds({line.hand: None}, left_out=line.hand):
                yield HandTwice(first.hand, line.hand)
            for instead, slip in _other_values(line.outcome, self.difference):
                moved = settled(self.rules.settle, instead, line.state.stakes)
                if self._makes(subtract(moved, line.settlement)) and self._can_be(line, instead):
                    yield HandDifferent(line.hand, line.outcome, instead, slip)
            for instead, slip in _other_winners(line.outcome):
                if self._folds({line.hand: instead}) and self._can_be(line, instead):
                    yield HandDifferent(line.hand, line.outcome, instead, slip)
        if len(self.lines) < 2:
            return
        hands = len(self.sheet.hands)
        for first_column, second_column in combinations(range(4), 2):
            exchange = ColumnsExchanged(first_column, second_column, None, "")
            outcomes = (outcome_after(exchange, line.hand, line.outcome) for line in self.lines if line.outcome)
            if self._folds(dict(zip((line.hand for line in self.lines), outcomes, strict=True))):
                yield SeatsExchanged(first_column, second_column, 1, hands, hands)

    def _folds(self, others: Mapping[int, Outcome | None], left_out: int | None = None) -> bool:
        """Whether these outcomes, in place of those recorded, make the difference."""
        rows = (
            (others.get(line.hand, line.outcome), line.penalties) for line in self.sheet.hands if line.hand != left_out
        )
        return self._makes(subtract(folded_totals(self.rules, rows), self.sheet.hands[-1].totals))

    def _can_be(self, line: HandLine, outcome: Outcome) -> bool:
        problems = outcome_problems(self.sheet, self.rules, line.hand, outcome)
        return not any(problem.gravity is Gravity.BLOCKS for problem in problems)

    def _same_before(self, line: HandLine) -> HandLine | None:
        """The nearest row above that is the same win."""
        if line.outcome is None or line.outcome.drawn:
            return None
        above = self.lines[: self.lines.index(line)]
        return next((other for other in reversed(above) if other.outcome == line.outcome), None)

    def _outcomes(self, settlement: Net, stakes: Stakes, like: Outcome) -> Iterator[Outcome]:
        """The wins that move the difference and ``settlement``: what stands where that was settled.

        What is asked beyond who, from whom and how much is as in the outcome ``like``.
        """
        target = tuple(
            None if part is None else part + step for part, step in zip(self.difference, settlement, strict=True)
        )
        for winner in range(4):
            gain = target[winner]
            if gain is not None and gain <= 0:
                continue
            for discarder in (None, *opponents(winner)):
                loss = None if discarder is None else target[discarder]
                if loss is not None and loss >= 0:
                    continue
                outcome = _Win(self.rules, replace(like, winner=winner, discarder=discarder), stakes).moving(target)
                if outcome is not None:
                    yield outcome

    def _in_columns(self) -> Iterator[Cause]:
        hands = len(self.sheet.hands)
        for first in range(4):
            for second in range(first + 1, 4):
                moving = [
                    (line.hand, line.settlement[second] - line.settlement[first])
                    for line in self.lines
                    if line.settlement[first] != line.settlement[second]
                ]
                if len(moving) < 2:
                    continue
                for start, end in _runs(len(moving)):
                    step = sum(moved for _, moved in moving[start:end])
                    if self._makes(_pair(first, second, step)):
                        whole = (start, end) == (0, len(moving))
                        yield SeatsExchanged(
                            first,
                            second,
                            1 if start == 0 else moving[start][0],
                            hands if whole or start else moving[end - 1][0],
                            hands,
                        )

    def _in_penalties(self) -> Iterator[Cause]:
        for index, penalty in enumerate(self.sheet.penalties):
            if not any(penalty.net):
                continue
            first = next((other for other in self.sheet.penalties[:index] if _alike(other, penalty)), None)
            if self._makes(subtract(NO_NET, penalty.net)):
                yield PenaltyUncounted(penalty) if first is None else PenaltyTwice(penalty, first)
            if self._makes(penalty.net):
                yield PenaltyTwice(penalty, None)
            for instead in _other_penalties(penalty.given, self.rules):
                if self._makes(subtract(instead.net, penalty.net)):
                    yield PenaltyDifferent(penalty, instead)
        for player in range(4):
            for points in penalty_points(self.rules):
                for to in _receivers(player):
                    given = PenaltyGiven(player, None, "", points, to)
                    if self._makes(given.net):
                        yield PenaltyMissing(player, points, to)


class _Win(NamedTuple):
    """A win of which only the points are not known."""

    rules: RuleSet
    outcome: Outcome
    stakes: Stakes

    def moving(self, target: tuple[int | None, ...]) -> Outcome | None:
        """With the points that move ``target``, None when no number of points does.

        More points never pay less, so the points are found between the least and the most.
        """
        winner, discarder = self.outcome.winner, self.outcome.discarder
        assert winner is not None, "somebody wins"
        payers = opponents(winner) if discarder is None else (discarder,)
        column = next((column for column in (winner, *payers) if target[column] is not None), None)
        wanted = None if column is None else target[column]
        if column is None or wanted is None:
            return None
        low, high = self.rules.minimum, self.rules.most
        while low < high:
            least, most = (abs(self.moved(points)[column]) for points in (low, high))
            if not least <= abs(wanted) <= most or least == most:
                break
            between = low + (abs(wanted) - least) * (high - low) // (most - least)  # exact where it is proportional
            here = abs(self.moved(between)[column])
            if here == abs(wanted):
                low = high = between
            elif here < abs(wanted):
                low = between + 1
            else:
                high = between - 1
        if not self.rules.minimum <= low <= self.rules.most:
            return None
        while low > self.rules.minimum and self.moved(low - 1) == self.moved(low):
            low -= 1  # of values that pay the same, the least
        fits = all(part is None or part == step for part, step in zip(target, self.moved(low), strict=True))
        return replace(self.outcome, points=low) if fits else None

    def moved(self, points: int) -> Net:
        """What it moves with ``points``."""
        return settled(self.rules.settle, replace(self.outcome, points=points), self.stakes)


def _other_values(recorded: Outcome, difference: PartialNet) -> Iterator[tuple[Outcome, HandSlip]]:
    """The outcome with one value that another number slipped into, and with two values exchanged.

    Who has more gets more, so the total of that player says which numbers can have been meant.
    """
    values = recorded.values
    if values is None:
        return
    for column in range(4):
        for meant in _reaching(values[column], difference[column]):
            yield replace(recorded, values=_with(values, {column: meant})), HandSlip.VALUE
    for one, other in combinations(range(4), 2):
        if values[one] != values[other]:
            exchanged = _with(values, {one: values[other], other: values[one]})
            yield replace(recorded, values=exchanged), HandSlip.VALUES_EXCHANGED


def _other_winners(recorded: Outcome) -> Iterator[tuple[Outcome, HandSlip]]:
    """The outcome won by another, or by nobody."""
    if recorded.winner is None:
        return
    for winner in opponents(recorded.winner):
        if winner != recorded.discarder:
            yield replace(recorded, winner=winner), HandSlip.WINNER
        else:
            yield replace(recorded, winner=winner, discarder=recorded.winner), HandSlip.EXCHANGED
    yield Outcome(None), HandSlip.DRAWN


def _reaching(written: int, moved: int | None) -> Iterator[int]:
    """The numbers that ``written`` may have been, and that could have moved a total so."""
    for meant in sorted(_meant(written)):
        more = meant - written
        if moved is None or (more * moved > 0 and abs(more) <= abs(moved) <= _MOST_TIMES * abs(more)):
            yield meant


@lru_cache(maxsize=4096)
def _meant(written: int) -> frozenset[int]:
    """The numbers that one slip makes ``written`` of: a digit another, missing or too many, two exchanged."""
    digits = str(written)
    found = {digits[:place] + digit + digits[place + 1 :] for place in range(len(digits)) for digit in "0123456789"}
    found |= {digits[:place] + digits[place + 1 :] for place in range(len(digits))}
    found |= {digits[:place] + digit + digits[place:] for place in range(len(digits) + 1) for digit in "0123456789"}
    found |= {
        digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :] for place in range(len(digits) - 1)
    }
    numbers = {int(each) for each in found if each}
    return frozenset(number for number in numbers if number_slip(number, written) is not None)


def _with(values: Net, others: Mapping[int, int]) -> Net:
    a, b, c, d = (others.get(column, value) for column, value in enumerate(values))
    return a, b, c, d


def _hand_slip(recorded: Outcome, instead: Outcome) -> HandSlip | None:
    """The one thing that is another, None when nothing is or more than one."""
    if recorded.drawn or instead.drawn:
        return None if recorded.drawn and instead.drawn else HandSlip.DRAWN
    if (recorded.winner, recorded.discarder) == (instead.winner, instead.discarder):
        return HandSlip.POINTS if recorded.points != instead.points else None
    if recorded.points != instead.points:
        return None
    if recorded.winner == instead.winner:
        return HandSlip.SELF_DRAW if recorded.self_draw or instead.self_draw else HandSlip.DISCARDER
    if recorded.discarder == instead.discarder:
        return HandSlip.WINNER
    exchanged = (recorded.winner, recorded.discarder) == (instead.discarder, instead.winner)
    return HandSlip.EXCHANGED if exchanged else None


def _runs(count: int) -> Iterator[tuple[int, int]]:
    """The beginnings and ends of ``count`` hands, of two and more: one alone is a hand of its own."""
    yield 0, count
    for end in range(2, count):
        yield 0, end
    for start in range(1, count - 1):
        yield start, count


def _pair(first: int, second: int, step: int) -> Net:
    net = [0, 0, 0, 0]
    net[first], net[second] = step, -step
    return (net[0], net[1], net[2], net[3])


def _alike(one: Penalty, other: Penalty) -> bool:
    return structs.replace(one.given, minutes=None) == structs.replace(other.given, minutes=None)


def _other_penalties(given: PenaltyGiven, rules: RuleSet) -> Iterator[PenaltyGiven]:
    """``given`` with one thing another."""
    for player in opponents(given.player):
        if len(given.to) == 3:
            yield structs.replace(given, player=player, to=opponents(player))
        elif player not in given.to:
            yield structs.replace(given, player=player)
    for to in _receivers(given.player):
        if to != given.to:
            yield structs.replace(given, to=to)
    for points in penalty_points(rules):
        if points != given.points:
            yield structs.replace(given, points=points)


def _receivers(player: int) -> tuple[tuple[int, ...], ...]:
    """Nobody, all three, one of them."""
    others = opponents(player)
    return ((), others, *((other,) for other in others))
