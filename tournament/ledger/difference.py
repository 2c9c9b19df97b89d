"""Search for the single mistakes that explain exactly why the totals of the paper and of the rows differ.

Under most rules a hand changes nothing but the totals, so each row is compared with the difference by itself. Under
rules with sticks and counters on the table, a hand also changes who deals and what is on the table in all later hands,
and the end of the game distributes the rest. There the whole sheet is computed again (:func:`_folded_causes`) for each
way in which a hand may have ended instead (:class:`OtherHands`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import combinations, islice
from typing import NamedTuple

from msgspec import structs

from tournament.event.problem import Gravity, Problem
from tournament.ledger.causes import (
    Cause,
    HandCause,
    HandCountedTwice,
    HandDifferent,
    HandMissing,
    HandSlip,
    HandTwice,
    HandUncounted,
    LeftoverElsewhere,
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
from tournament.ledger.checks import outcome_problems, value_problems
from tournament.ledger.facts import ColumnsExchanged, PenaltyGiven
from tournament.ledger.likelihood import likelihood, penalty_points
from tournament.ledger.other_hands import SUBSETS, OtherHands, worths
from tournament.ledger.sheet import HandLine, Sheet, folded_totals, row_net, settled
from tournament.ledger.sheet_content import Penalty, outcome_after
from tournament.rules.payment import (
    NO_NET,
    Answer,
    Net,
    Outcome,
    PartialNet,
    Stakes,
    add,
    opponents,
    subtract,
)
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState

_MOST_CAUSES = 12
"""A longer list would not help anybody to find the mistake."""
_MOST_TIMES = 24
"""How many times its value a hand pays at most: eight times by each of three players."""


@lru_cache(maxsize=64)
def causes_of(sheet: Sheet, rules: RuleSet, totals: PartialNet) -> tuple[Cause, ...]:
    """Return the mistakes that explain why ``totals`` differ from those of the rows of ``sheet``, most likely first.

    Empty if they agree, if no single mistake explains the difference, or if there is no hand to look at. Also empty if
    ``sheet`` was corrected after it was signed with ``totals``: then the correction explains the difference.
    """
    search = _Search(sheet, rules, totals)
    if not any(search.difference) or sheet.totals_only or not sheet.played or sheet.corrected_from(totals):
        return ()
    found = dict.fromkeys(search.causes())
    likely = sorted(found, key=lambda cause: -likelihood(cause, sheet, rules))
    return tuple(likely[:_MOST_CAUSES])


class _Search:
    """The search for all mistakes that explain one difference. A total that is not known matches everything."""

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
        """Yield the mistakes, kind by kind."""
        yield from self._in_totals()
        if self.rules.on_table:
            yield from _folded_causes(self.sheet, self.rules, self.totals)
        elif None in self.difference or sum(part or 0 for part in self.difference) == 0:  # a hand moves no sum
            if self.rules.four_values:
                yield from self._in_values()
            else:
                yield from self._in_hands()
                yield from self._in_columns()
        yield from self._in_penalties()

    def _makes(self, moved: Net) -> bool:
        """Whether ``moved`` is exactly the difference, in the columns whose totals are known.

        What is left on the table goes to the leader, so it is distributed again after the move.
        """
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
        if len(wrong) >= 2 and all(self.totals[column] == -self.computed[column] for column in wrong):
            below = [column for column, ours in enumerate(self.computed) if ours < 0]
            missing = all(column in below for column in wrong)
            signed = below if missing else [column for column, ours in enumerate(self.computed) if ours]
            yield SignsWrong(tuple(wrong), missing, wrong == signed)
        yield from self._in_leftover()

    def _in_leftover(self) -> Iterator[Cause]:
        """Yield that the paper left out the sticks on the table at the end, or gave them to the first player."""
        received = self.rules.at_end(self.before_end, self.sheet.after)
        a, b, c, d = received
        if any(received) and self.difference == (-a, -b, -c, -d):
            columns = tuple(column for column, points in enumerate(received) if points)
            yield LeftoverElsewhere(sum(received), columns, given=False)
        nobodys = -sum(self.computed) - self.sheet.lost
        first = self.computed.index(max(self.computed))
        if self.rules.stick and nobodys > 0 and self.difference == _with(NO_NET, {first: nobodys}):
            yield LeftoverElsewhere(nobodys, (first,), given=True)

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
        """Mistakes in hands for which all four players are paid.

        There the winner may decide who is East in all later hands.
        """
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
        """Whether the difference disappears if these outcomes replace the recorded ones."""
        rows = (
            (others.get(line.hand, line.outcome), line.penalties) for line in self.sheet.hands if line.hand != left_out
        )
        return self._makes(subtract(folded_totals(self.rules, rows), self.sheet.hands[-1].totals))

    def _can_be(self, line: HandLine, outcome: Outcome) -> bool:
        problems = outcome_problems(self.sheet, self.rules, line.hand, outcome)
        return not any(problem.gravity is Gravity.BLOCKS for problem in problems)

    def _same_before(self, line: HandLine) -> HandLine | None:
        """The nearest row above ``line`` with the same outcome, which must be a win."""
        if line.outcome is None or line.outcome.drawn:
            return None
        above = self.lines[: self.lines.index(line)]
        return next((other for other in reversed(above) if other.outcome == line.outcome), None)

    def _outcomes(self, settlement: Net, stakes: Stakes, like: Outcome) -> Iterator[Outcome]:
        """The wins that would add the difference to ``settlement``, the payments of the recorded hand.

        Answers to all questions but winner, discarder and value are those of the outcome ``like``.
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
    """A win whose points are not known yet."""

    rules: RuleSet
    outcome: Outcome
    stakes: Stakes

    def moving(self, target: tuple[int | None, ...]) -> Outcome | None:
        """Return the win with the points that pay exactly ``target``; None if no number of points does.

        Payments never fall when points rise, so the points are found by interpolation between the least and the most.
        Where several numbers of points pay the same, that is the least of them under all rules of the catalogue.
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
        fits = all(part is None or part == step for part, step in zip(target, self.moved(low), strict=True))
        return replace(self.outcome, points=low) if fits else None

    def moved(self, points: int) -> Net:
        """The payments of the win with ``points``."""
        return settled(self.rules.settle, replace(self.outcome, points=points), self.stakes)


def _other_values(recorded: Outcome, difference: PartialNet) -> Iterator[tuple[Outcome, HandSlip]]:
    """Yield the outcome with one value mistyped, and with two values swapped.

    A higher value gets more, so the difference in that player's total limits the numbers that can have been meant.
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
    """Yield the outcome won by another player, or by nobody."""
    if recorded.winner is None:
        return
    for winner in opponents(recorded.winner):
        if winner != recorded.discarder:
            yield replace(recorded, winner=winner), HandSlip.WINNER
        else:
            yield replace(recorded, winner=winner, discarder=recorded.winner), HandSlip.EXCHANGED
    yield Outcome(None), HandSlip.DRAWN


def _reaching(written: int, moved: int | None) -> Iterator[int]:
    """Yield the numbers that may have been mistyped as ``written`` and that may have changed a total by ``moved``."""
    for meant in sorted(_meant(written)):
        more = meant - written
        if moved is None or (more * moved > 0 and abs(more) <= abs(moved) <= _MOST_TIMES * abs(more)):
            yield meant


@lru_cache(maxsize=4096)
def _meant(written: int) -> frozenset[int]:
    """The numbers that differ from ``written`` by one slip: a wrong, missing or additional digit, or two swapped."""
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
    """The one thing that differs; None if nothing does, or more than one."""
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
    """Yield each run of at least two of ``count`` hands that begins with the first or ends with the last.

    A run is its start and its exclusive end. A single hand is found as another kind of mistake.
    """
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
    """Yield ``given`` with one thing changed."""
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
    """Return the possible receivers: nobody, all three others, one of them."""
    others = opponents(player)
    return ((), others, *((other,) for other in others))


_MOST_RIICHI_ANSWERS = 5
"""How many answers to “who declared riichi” are tried for drawn hands that are not recorded: nobody, or one player."""


def _folded_causes(sheet: Sheet, rules: RuleSet, totals: PartialNet) -> Iterator[HandCause]:
    """Yield every mistake in one hand, or of one hand too many or too few; none unless all four totals are known.

    Without all four totals it is unknown who received what was left on the table.

    What the later rows pay depends only on the state of the table before them, so that is cached. The search asks what
    a hand must pay, instead of computing the whole sheet for each candidate.
    """
    a, b, c, d = totals
    if a is not None and b is not None and c is not None and d is not None:
        yield from _Folded(sheet, rules, (a, b, c, d)).causes()


class _Folded:
    """A sheet that is computed again with one hand changed, and compared with the ``totals`` of its paper."""

    def __init__(self, sheet: Sheet, rules: RuleSet, totals: Net) -> None:
        self.sheet, self.rules, self.totals = sheet, rules, totals
        self.others = OtherHands(rules)
        self.difference = subtract(totals, sheet.computed)
        self.states = (*(line.state for line in sheet.hands), sheet.after)
        self.before = (NO_NET, *(line.totals for line in sheet.hands))
        self.of_session = reduce(add, (penalty.net for penalty in sheet.session_penalties), NO_NET)
        self._after: dict[tuple[int, TableState], tuple[Net, TableState]] = {}
        self._wanted: dict[tuple[int, TableState, int], Net | None] = {}
        self._drawn: dict[tuple[int, Chosen], list[tuple[Outcome, dict[Net, Outcome]]]] = {}
        self._laid: dict[tuple[Outcome, Chosen], Net] = {}
        self._paid: dict[tuple[Outcome, Stakes], dict[Net, Outcome]] = {}

    def causes(self) -> Iterator[HandCause]:
        """Yield the mistakes, kind by kind."""
        for line in self.sheet.hands:
            if line.outcome is not None:
                yield from self._in_hand(line, line.outcome)
        for place in range(self.sheet.last_played + 1):
            yield from self._missing(place)
        yield from self._exchanged()

    def _in_hand(self, line: HandLine, recorded: Outcome) -> Iterator[HandCause]:
        moved = line.settlement
        if any(moved) and self.difference == moved:
            yield HandCountedTwice(line.hand)
        if any(moved) and self.difference == subtract(NO_NET, moved):
            yield HandUncounted(line.hand)
        above = self.sheet.hands[: line.hand - 1]
        first = next((other for other in reversed(above) if other.outcome == recorded), None)
        if first is not None and not line.penalties and self.wanted(line.hand - 1, line.state, line.hand) == NO_NET:
            yield HandTwice(first.hand, line.hand)
        for instead, slip in self._instead(line, recorded):
            other = self.rules.ordered(instead)
            if other != recorded and self._fits(line, other) and self._can_be(line, other):
                yield HandDifferent(line.hand, recorded, other, slip)

    def _instead(self, line: HandLine, recorded: Outcome) -> Iterator[tuple[Outcome, HandSlip]]:
        dealer = line.state.dealer
        yield from self._worth(line, recorded)
        yield from self.others.with_other_players(recorded)
        yield from self.others.with_other_answer(recorded, dealer)
        yield from self.others.fewer_winners(recorded)
        yield from self._more_winners(line, recorded)
        kept = {name: recorded.answer(name) for name in self.others.of_any_hand(dealer)}
        found = self._wins if recorded.drawn else self._draws
        yield from ((other, HandSlip.DRAWN) for other in found(line.hand - 1, line.hand, [kept], line.penalties))

    def _worth(self, line: HandLine, recorded: Outcome) -> Iterator[tuple[Outcome, HandSlip]]:
        """Yield the outcomes with another value, the nearest of those that pay the same.

        The same player still wins, so the table after the hand stays as it was.
        """
        wanted = self.wanted(line.hand - 1, self.states[line.hand], line.hand)
        if wanted is None or not _of_payers(recorded, subtract(wanted, line.net)):
            return
        for way in self.others.worth(recorded, line.state.dealer):
            found = (
                self.rules.ordered(each)
                for each in way
                if row_net(self.rules, line.state, each, line.penalties) == wanted and self._can_be(line, each)
            )
            yield from ((each, HandSlip.WORTH) for each in islice(found, 1))

    def _more_winners(self, line: HandLine, recorded: Outcome) -> Iterator[tuple[Outcome, HandSlip]]:
        for column, outcomes in self.others.more_winners(recorded, line.state.dealer):
            state_after = self.rules.table.advance(line.state, outcomes[0], line.totals)
            wanted = self.wanted(line.hand - 1, state_after, line.hand)
            if wanted is not None and wanted[column] > line.net[column]:
                yield from ((each, HandSlip.ANSWER) for each in outcomes)

    def _missing(self, place: int) -> Iterator[HandCause]:
        """Yield the hands that may have been played after the first ``place`` hands and were not recorded."""
        state = self.states[place]
        if state.over:
            return
        hands = self.sheet.hands
        free = place == len(hands) or hands[place].outcome is None
        following = place + 1 if free and place < len(hands) else place
        names = self.others.of_any_hand(state.dealer)
        said: list[dict[str, Answer]] = [dict.fromkeys(names, players or None) for players in SUBSETS]
        wins, draws = self._wins(place, following, said), self._draws(place, following, said[:_MOST_RIICHI_ANSWERS])
        for outcome in (*wins, *draws):
            state_after = self.rules.table.advance(state, outcome, self.before[place])
            moved = row_net(self.rules, state, outcome, ())
            if moved == self.wanted(place, state_after, following) and not _blocks(
                value_problems(self.rules, outcome, state.dealer)
            ):
                yield HandMissing(place + 1, outcome, inserted=not free)

    def _draws(
        self, place: int, following: int, said: Iterable[dict[str, Answer]], penalties: Iterable[Penalty] = ()
    ) -> Iterator[Outcome]:
        """Yield the drawn hands that pay what is missing at ``place``, with one of the answers ``said``."""
        punished = row_net(self.rules, self.states[place], None, penalties)
        for answers in said:
            for first, alike in self._draws_with(place, answers):
                state_after = self.rules.table.advance(self.states[place], first, self.before[place])
                wanted = self.wanted(place, state_after, following)
                outcome = alike.get(subtract(wanted, punished)) if wanted is not None else None
                if outcome is not None:
                    yield outcome

    def _draws_with(self, place: int, answers: dict[str, Answer]) -> list[tuple[Outcome, dict[Net, Outcome]]]:
        """The drawn hands in groups that leave the table in the same state, each hand by its payments.

        A group comes with one of its hands, from which the state of the table is computed.
        """
        state = self.states[place]
        key = state.dealer, tuple(answers.items())
        if key not in self._drawn:
            groups: dict[TableState, dict[Net, Outcome]] = {}
            for outcome in self.others.draws(answers, state.dealer):
                state_after = self.rules.table.advance(state, outcome, self.before[place])
                groups.setdefault(state_after, {}).setdefault(
                    settled(self.rules.settle, outcome, state.stakes), outcome
                )
            self._drawn[key] = [(next(iter(alike.values())), alike) for alike in groups.values()]
        return self._drawn[key]

    def _wins(
        self, place: int, following: int, said: Iterable[dict[str, Answer]], penalties: Iterable[Penalty] = ()
    ) -> Iterator[Outcome]:
        """Yield the wins that pay what is missing at ``place``, with one of the answers ``said``."""
        state = self.states[place]
        punished = row_net(self.rules, state, None, penalties)
        for winner in range(4):
            state_after = self.rules.table.advance(state, Outcome(winner), self.before[place])
            wanted = self.wanted(place, state_after, following)
            if wanted is None:
                continue
            wanted = subtract(wanted, punished)
            if wanted[winner] <= 0 or any(wanted[column] > 0 for column in opponents(winner)):  # one gains
                continue
            for discarder in (None, *opponents(winner)):
                if all(wanted[column] < 0 for column in (opponents(winner) if discarder is None else (discarder,))):
                    yield from self._paying(wanted, Outcome(winner, discarder), state.stakes, said)

    def _paying(
        self, wanted: Net, bare: Outcome, stakes: Stakes, said: Iterable[dict[str, Answer]]
    ) -> Iterator[Outcome]:
        """Yield the wins that pay ``wanted``.

        The sticks that a hand puts on the table do not depend on its value, so they are computed once with any value
        and subtracted.
        """
        sample = self.others.changed(bare, dict(worths(self.rules, bare.self_draw)[0]))
        net = settled(self.rules.settle, sample, stakes)
        aside = [] if bare.self_draw else [each for each in range(4) if each not in (bare.winner, bare.discarder)]
        seen: set[Net] = set()
        for answers in said:
            key = bare, tuple(answers.items())
            if key not in self._laid:
                laying = settled(self.rules.settle, self.others.changed(sample, answers), stakes)
                self._laid[key] = subtract(laying, net)
            rest = subtract(wanted, self._laid[key])
            if rest in seen or sum(rest) != sum(net) or any(rest[column] != net[column] for column in aside):
                continue
            seen.add(rest)
            outcome = self._paid_for(bare, stakes).get(rest)
            if outcome is not None:
                yield self.others.changed(outcome, answers)

    def _paid_for(self, bare: Outcome, stakes: Stakes) -> dict[Net, Outcome]:
        """The hands of this winner and discarder, by their payments."""
        key = bare, stakes
        if key not in self._paid:
            self._paid[key] = {}
            for worth in worths(self.rules, bare.self_draw):
                outcome = self.others.changed(bare, dict(worth))
                self._paid[key].setdefault(settled(self.rules.settle, outcome, stakes), outcome)
        return self._paid[key]

    def _exchanged(self) -> Iterator[HandCause]:
        hands = len(self.sheet.hands)
        for one, other in combinations(range(4), 2):
            exchange = ColumnsExchanged(one, other, None, "")
            totals, state = NO_NET, self.rules.table.start
            for line in self.sheet.hands:
                outcome = line.outcome and outcome_after(exchange, line.hand, line.outcome)
                totals = add(totals, row_net(self.rules, state, outcome, line.penalties))
                state = self.rules.table.advance(state, outcome, totals)
            totals = add(totals, self.of_session)
            if add(totals, self.rules.at_end(totals, state)) == self.totals:
                yield SeatsExchanged(one, other, 1, hands, hands)

    def wanted(self, place: int, state_after: TableState, following: int) -> Net | None:
        """What the hands between the first ``place`` and those from ``following`` on must pay.

        ``state_after`` is the state in which they leave the table. None if no payments would explain the totals.
        """
        key = place, state_after, following
        if key not in self._wanted:
            moved, end = self._moved(following, state_after)
            totals = subtract(self.totals, self.rules.at_end(self.totals, end))  # who was first with it was so without
            makes = add(totals, self.rules.at_end(totals, end)) == self.totals
            before = add(self.before[place], add(moved, self.of_session))
            self._wanted[key] = subtract(totals, before) if makes else None
        return self._wanted[key]

    def _moved(self, following: int, state: TableState) -> tuple[Net, TableState]:
        """What the hands from ``following`` on pay if the table is in ``state`` before them, and the state after them.

        The recorded totals are used to decide whether the game is over. That does not change what the hands pay.
        """
        if following == len(self.sheet.hands):
            return NO_NET, state
        key = following, state
        found = self._after.get(key)
        if found is None:
            line = self.sheet.hands[following]
            moved, end = self._moved(following + 1, self.rules.table.advance(state, line.outcome, line.totals))
            here = row_net(self.rules, state, line.outcome, line.penalties)
            found = self._after[key] = add(here, moved), end
        return found

    def _fits(self, line: HandLine, outcome: Outcome) -> bool:
        """Whether the totals agree if the hand of ``line`` ended with ``outcome``."""
        state_after = self.rules.table.advance(line.state, outcome, line.totals)
        moved = row_net(self.rules, line.state, outcome, line.penalties)
        return moved == self.wanted(line.hand - 1, state_after, line.hand)

    def _can_be(self, line: HandLine, outcome: Outcome) -> bool:
        return not _blocks(outcome_problems(self.sheet, self.rules, line.hand, outcome))


def _of_payers(won: Outcome, moved: Net) -> bool:
    """Whether another value of the hand ``won`` can change the payments by ``moved``.

    It changes them only between winners and payers, and moves nothing to the table.
    """
    if won.winner is None or sum(moved) != 0:
        return False
    if won.self_draw and won.liable is None:
        return all(moved[column] * moved[won.winner] < 0 for column in opponents(won.winner))
    involved = {*won.winners, won.discarder, won.liable}
    return all(not step or column in involved for column, step in enumerate(moved))


def _blocks(problems: Iterable[Problem]) -> bool:
    return any(problem.gravity is Gravity.BLOCKS for problem in problems)
