"""The single slips in hands that make a difference of totals, where sticks and counters lie on the table.

A hand then says who deals, and what lies on the table, in all that follow, and the end of the game moves what is left:
the whole sheet is folded again. What the rows behind a hand move depends on how the table stands there and on nothing
else, so it is kept; and it is asked what a hand has to move, instead of what the whole sheet comes to.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations, islice

from tournament.event.problem import Gravity, Problem
from tournament.ledger.causes import (
    HandCause,
    HandCountedTwice,
    HandDifferent,
    HandMissing,
    HandSlip,
    HandTwice,
    HandUncounted,
    SeatsExchanged,
)
from tournament.ledger.checks import outcome_problems, value_problems
from tournament.ledger.facts import ColumnsExchanged
from tournament.ledger.other_hands import SUBSETS, OtherHands, worths
from tournament.ledger.sheet import HandLine, Penalty, Sheet, outcome_after, row_net, settled
from tournament.rules.payment import NO_NET, Answer, Net, Outcome, PartialNet, Stakes, add, opponents, subtract
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState

_MOST_SAID = 5
"""Of drawn hands that stand nowhere: nobody or one player declared riichi."""


def folded_causes(sheet: Sheet, rules: RuleSet, totals: PartialNet) -> Iterator[HandCause]:
    """Every slip in one hand, or in one hand too many or too few; nothing until all four totals are known.

    With fewer nobody could say who received what was left on the table.
    """
    a, b, c, d = totals
    if a is not None and b is not None and c is not None and d is not None:
        yield from _Folded(sheet, rules, (a, b, c, d)).causes()


class _Folded:
    """A sheet folded again with one hand another, beside the ``totals`` of its paper."""

    def __init__(self, sheet: Sheet, rules: RuleSet, totals: Net) -> None:
        self.sheet, self.rules, self.totals = sheet, rules, totals
        self.others = OtherHands(rules)
        self.difference = subtract(totals, sheet.computed)
        self.states = (*(line.state for line in sheet.hands), sheet.after)
        self.before = (NO_NET, *(line.totals for line in sheet.hands))
        self.of_session = reduce(add, (penalty.net for penalty in sheet.session_penalties), NO_NET)
        self._behind: dict[tuple[int, TableState], tuple[Net, TableState]] = {}
        self._wanted: dict[tuple[int, TableState, int], Net | None] = {}
        self._drawn: dict[tuple[int, Chosen], list[tuple[Outcome, dict[Net, Outcome]]]] = {}
        self._laid: dict[tuple[Outcome, Chosen], Net] = {}
        self._paid: dict[tuple[Outcome, Stakes], dict[Net, Outcome]] = {}

    def causes(self) -> Iterator[HandCause]:
        """Every kind in turn."""
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
        yield from self.others.people(recorded)
        yield from self.others.said(recorded, dealer)
        yield from self.others.fewer_winners(recorded)
        yield from self._more_winners(line, recorded)
        kept = {name: recorded.answer(name) for name in self.others.of_any_hand(dealer)}
        found = self._wins if recorded.drawn else self._draws
        yield from ((other, HandSlip.DRAWN) for other in found(line.hand - 1, line.hand, [kept], line.penalties))

    def _worth(self, line: HandLine, recorded: Outcome) -> Iterator[tuple[Outcome, HandSlip]]:
        """Of values that are paid alike the nearest; the hand is won all the same, so the table stands as it did."""
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
            behind = self.rules.table.advance(line.state, outcomes[0], line.totals)
            wanted = self.wanted(line.hand - 1, behind, line.hand)
            if wanted is not None and wanted[column] > line.net[column]:
                yield from ((each, HandSlip.ANSWER) for each in outcomes)

    def _missing(self, place: int) -> Iterator[HandCause]:
        """A hand that was played when ``place`` hands were over, and stands nowhere."""
        state = self.states[place]
        if state.over:
            return
        hands = self.sheet.hands
        free = place == len(hands) or hands[place].outcome is None
        following = place + 1 if free and place < len(hands) else place
        names = self.others.of_any_hand(state.dealer)
        said: list[dict[str, Answer]] = [dict.fromkeys(names, players or None) for players in SUBSETS]
        wins, draws = self._wins(place, following, said), self._draws(place, following, said[:_MOST_SAID])
        for outcome in (*wins, *draws):
            behind = self.rules.table.advance(state, outcome, self.before[place])
            moved = row_net(self.rules, state, outcome, ())
            if moved == self.wanted(place, behind, following) and not _blocks(
                value_problems(self.rules, outcome, state.dealer)
            ):
                yield HandMissing(place + 1, outcome, inserted=not free)

    def _draws(
        self, place: int, following: int, said: Iterable[dict[str, Answer]], penalties: Iterable[Penalty] = ()
    ) -> Iterator[Outcome]:
        """The drawn hands that move what is wanted at ``place``, with one of the answers ``said``."""
        punished = row_net(self.rules, self.states[place], None, penalties)
        for answers in said:
            for first, alike in self._draws_with(place, answers):
                behind = self.rules.table.advance(self.states[place], first, self.before[place])
                wanted = self.wanted(place, behind, following)
                outcome = alike.get(subtract(wanted, punished)) if wanted is not None else None
                if outcome is not None:
                    yield outcome

    def _draws_with(self, place: int, answers: dict[str, Answer]) -> list[tuple[Outcome, dict[Net, Outcome]]]:
        """Those that leave the table alike, together, by what they move; counters and sticks are nothing to them."""
        state = self.states[place]
        key = state.dealer, tuple(answers.items())
        if key not in self._drawn:
            groups: dict[TableState, dict[Net, Outcome]] = {}
            for outcome in self.others.draws(answers, state.dealer):
                behind = self.rules.table.advance(state, outcome, self.before[place])
                groups.setdefault(behind, {}).setdefault(settled(self.rules.settle, outcome, state.stakes), outcome)
            self._drawn[key] = [(next(iter(alike.values())), alike) for alike in groups.values()]
        return self._drawn[key]

    def _wins(
        self, place: int, following: int, said: Iterable[dict[str, Answer]], penalties: Iterable[Penalty] = ()
    ) -> Iterator[Outcome]:
        """The wins that move what is wanted at ``place``, with one of the answers ``said``."""
        state = self.states[place]
        punished = row_net(self.rules, state, None, penalties)
        for winner in range(4):
            behind = self.rules.table.advance(state, Outcome(winner), self.before[place])
            wanted = self.wanted(place, behind, following)
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
        """What moves ``wanted``: what is laid on the table is the same whatever the hand is worth."""
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
        """The hands of this winner by what they move."""
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

    def wanted(self, place: int, behind: TableState, following: int) -> Net | None:
        """What has to be moved between the first ``place`` hands and those from ``following`` on, were the table
        ``behind`` it so; None when nothing does."""
        key = place, behind, following
        if key not in self._wanted:
            moved, end = self._moved(following, behind)
            totals = subtract(self.totals, self.rules.at_end(self.totals, end))  # who was first with it was so without
            makes = add(totals, self.rules.at_end(totals, end)) == self.totals
            before = add(self.before[place], add(moved, self.of_session))
            self._wanted[key] = subtract(totals, before) if makes else None
        return self._wanted[key]

    def _moved(self, following: int, state: TableState) -> tuple[Net, TableState]:
        """What the hands from ``following`` on move where the table stands so before them, and how it stands then.

        The totals say only when a game is over, which moves nothing.
        """
        if following == len(self.sheet.hands):
            return NO_NET, state
        key = following, state
        found = self._behind.get(key)
        if found is None:
            line = self.sheet.hands[following]
            moved, end = self._moved(following + 1, self.rules.table.advance(state, line.outcome, line.totals))
            here = row_net(self.rules, state, line.outcome, line.penalties)
            found = self._behind[key] = add(here, moved), end
        return found

    def _fits(self, line: HandLine, outcome: Outcome) -> bool:
        """Whether ``line`` makes the difference, had it ended so."""
        behind = self.rules.table.advance(line.state, outcome, line.totals)
        moved = row_net(self.rules, line.state, outcome, line.penalties)
        return moved == self.wanted(line.hand - 1, behind, line.hand)

    def _can_be(self, line: HandLine, outcome: Outcome) -> bool:
        return not _blocks(outcome_problems(self.sheet, self.rules, line.hand, outcome))


def _of_payers(won: Outcome, moved: Net) -> bool:
    """Whether another worth of the hand may move so: between who wins and who pays, and nothing to the table."""
    if won.winner is None or sum(moved) != 0:
        return False
    if won.self_draw and won.liable is None:
        return all(moved[column] * moved[won.winner] < 0 for column in opponents(won.winner))
    involved = {*won.winners, won.discarder, won.liable}
    return all(not step or column in involved for column, step in enumerate(moved))


def _blocks(problems: Iterable[Problem]) -> bool:
    return any(problem.gravity is Gravity.BLOCKS for problem in problems)
