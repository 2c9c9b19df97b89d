"""Paper sheets of any game: what really happened at a table, and with which keys it is typed."""

import random
from dataclasses import dataclass

from tests.referee.riichi_paper import STOPPED, keys_of_riichi, riichi_outcome
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.ledger.sanctions import Charge
from tournament.rules.fault import Measure
from tournament.rules.payment import Net, Outcome
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import Book, By, GivePenalty, RecordHand, Refused, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw

_GROWING = 10
"""Hands of a game whose rules set no number of hands."""
_MOST = 40
"""Hands after which the longest game ends."""
_PENALTIES = 0.25
"""How often a penalty was given at a table."""
_STICKS_FORGOTTEN = 0.6
"""How often players leave riichi sticks on the table out of their totals."""
_BY = By("Players", "table")


@dataclass(frozen=True, slots=True)
class PaperPenalty:
    """A penalty that is added when all hands are in."""

    hand: int
    player: int
    """Column."""
    fault: str
    """Its number, as it is typed."""
    slug: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper sheet: what really happened at one table."""

    session: int
    table: int
    rules: RuleSet
    hands: tuple[Outcome, ...]
    totals: Net
    """The four totals that the players signed."""
    penalty: PaperPenalty | None = None
    unit: int = 1
    """The totals are written in this unit."""
    start: int = 0
    """The totals are written with these points of the start."""

    @property
    def written(self) -> tuple[int, ...]:
        """The four totals as they stand on the paper."""
        return tuple((total + self.start) // self.unit for total in self.totals)

    @property
    def growing(self) -> bool:
        """Another hand always waits behind the last one."""
        return self.rules.table.rotation is None

    def keys_of(self, outcome: Outcome) -> list[str]:
        """The keys of a row of the paper: who won, from whom, and each number with Enter."""
        if self.rules.stick:
            return keys_of_riichi(outcome)
        if outcome.winner is None:
            return ["X", "Enter"]
        giver = "D" if outcome.discarder is None else str(outcome.discarder + 1)
        numbers = outcome.values if outcome.values is not None else (outcome.points,)
        typed = [key for number in numbers for key in ((str(number), "Enter") if number else ("Enter",))]
        return [str(outcome.winner + 1), giver, *typed]


def random_paper(chance: random.Random, session: int, table: int, rules: RuleSet, name: str) -> Paper:
    """A sheet as played: mostly discards, some self-draws, a few drawn hands, now and then a penalty.

    The hands are played at a table of its own, where the rules called ``name`` say who deals and when the game is over.
    """
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Paper", sessions=1, rules=name)), by=_BY)
    carry_out(book, AddPlayers(tuple(Player(0, letter, "Sample") for letter in "ABCD")), by=_BY)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 1)), by=_BY)
    sheet = book.view.sheet(1, 1)
    hands = _hands_of(chance, rules)
    while sheet.played < hands and not sheet.over:
        outcome = random_outcome(chance, rules)
        try:
            carry_out(book, RecordHand(1, 1, sheet.played + 1, outcome), by=_BY, confirmed=True)
        except Refused:
            continue  # not possible by these rules: something else happened
        sheet = book.view.sheet(1, 1)
    outcomes = tuple(line.outcome for line in sheet.hands if line.outcome is not None)
    penalty = _random_penalty(chance, rules, outcomes) if chance.random() < _PENALTIES else None
    if penalty is not None:
        charge = Charge(penalty.player, penalty.slug, penalty.hand)
        carry_out(book, GivePenalty(1, 1, charge), by=_BY, confirmed=True)
    sheet = book.view.sheet(1, 1)
    totals = sheet.computed
    if rules.stick and chance.random() < _STICKS_FORGOTTEN:
        totals = sheet.hands[sheet.last_played - 1].totals
    unit, start = (rules.table.sheet_unit, rules.table.starting_points or 0) if rules.stick else (1, 0)
    return Paper(session, table, rules, outcomes, totals, penalty, chance.choice((1, unit)), chance.choice((0, start)))


def _hands_of(chance: random.Random, rules: RuleSet) -> int:
    """How many hands a game has time for."""
    if rules.table.rotation is not None:
        return rules.table.rotation.hands
    if not rules.stick:
        return _GROWING
    return chance.randint(5, 12) if chance.random() < STOPPED else _MOST


def random_outcome(chance: random.Random, rules: RuleSet) -> Outcome:
    """How a hand by ``rules`` may have ended, as far as its values go."""
    if rules.stick:
        return riichi_outcome(chance, rules)
    kind, winner = chance.random(), chance.randrange(4)
    if kind < 0.12 and not rules.draws_paid:
        return Outcome(None, values=(0, 0, 0, 0) if rules.four_values else None)
    giver = None if kind < 0.35 else chance.choice([each for each in range(4) if each != winner])
    if rules.four_values:
        worth = [chance.choice((0, 0, 2, 4, 8, 16)) for _ in range(4)]
        worth[winner] = chance.randrange(24, 120, 2)
        a, b, c, d = worth
        return Outcome(winner, giver, 0, (a, b, c, d))
    few = rules.improbable <= 10
    points = chance.randint(1, 4) if few else rules.minimum + int(chance.expovariate(1 / 9))
    step = 5 if rules.minimum == 5 else 1
    return Outcome(winner, giver, min(points // step * step or step, rules.improbable))


def _random_penalty(chance: random.Random, rules: RuleSet, hands: tuple[Outcome, ...]) -> PaperPenalty | None:
    """A penalty with fixed points in some hand but the last, of a player who did not win it."""
    faults = [each for each in rules.faults if each.measure is Measure.FIXED and each.number and not each.closes_hand]
    if not faults or len(hands) < 2:
        return None
    fault, hand = chance.choice(faults), chance.randrange(1, len(hands))
    player = chance.choice([each for each in range(4) if each != hands[hand - 1].winner])
    return PaperPenalty(hand, player, fault.number, fault.slug)
