"""Both counts of whole games by chance, under every rule set and its options: each pays and ends what the other does.

The program computes payments in ``tournament.rulesets``, the second count in ``tournament.ledger.audit``.
"""

import json
from random import Random
from typing import Any

import pytest

from tests.examples.events import LedgerWriter, players, seating
from tests.examples.games import some_outcome
from tests.examples.outcomes_by_chance import choices
from tests.second_count import riichi_lines
from tournament.catalogue import IDS, rule_set
from tournament.event.settings import Settings
from tournament.ledger.audit import audit
from tournament.ledger.audit.tariffs import Game, tariff_of
from tournament.ledger.codec import encode
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import DrawPublished, EventCreated, HandRecorded, PenaltyGiven, PlayersAdded
from tournament.rules.payment import Answer, Outcome, Stakes, net_of
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion
from tournament.rules.ruleset import RuleSet
from ui.json_lines.game import GameLine

GAMES = 6
"""For each choice of options."""
LAST = 5
"""After how many of its last hands the counts are compared: before the last the game is not over."""
TABLE = table_stream(1, 1)
NOTHING = (0, 0, 0, 0)


def game_of(rules: RuleSet, chosen: Chosen, chance: Random) -> list[Outcome]:
    """The hands of a whole game, or as many as a sheet has rows."""
    if rules.on_table:
        lines = riichi_lines.hanchan(chance, rules.id, dict(chosen), most=30, bold=chance.choice((0.1, 0.5)))
        return [GameLine(dict(line), rules).outcome() for line in lines]
    outcomes: list[Outcome] = []
    state = rules.table.start
    while not state.over and len(outcomes) < 16:
        outcomes.append(some_outcome(rules, state, chance))
        state = rules.table.advance(state, outcomes[-1], (0, 0, 0, 0))
    return outcomes


def options_of(rules: RuleSet, chance: Random) -> list[Chosen]:
    if not rules.on_table:
        return list(choices(rules))
    defaults = {each.question.name: each.question.default for each in rules.options}
    some = (riichi_lines.options(chance) for _ in range(10))
    return [
        (),
        *(
            tuple((name, answer) for name, answer in sorted(each.items()) if answer != defaults.get(name, answer))
            for each in some
        ),
    ]


def begun(id: str, chosen: Chosen) -> LedgerWriter:
    """An event of one session by these rules."""
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings("Cup", rules=id, sessions=1, options=chosen)))
    ledger.write(EVENT_STREAM, PlayersAdded(players(8)))
    ledger.write(EVENT_STREAM, DrawPublished(seating(8, 1)))
    return ledger


@pytest.mark.parametrize("id", IDS)
def test_both_counts_of_a_game_agree(id: str) -> None:
    plain = rule_set(id)
    assert plain is not None
    chance = Random(id)
    for chosen in options_of(plain, chance):
        rules = rule_set(id, chosen)
        assert rules is not None
        for _ in range(GAMES):
            ledger = begun(id, chosen)
            outcomes = game_of(rules, chosen, chance)
            for hand, ended in enumerate(outcomes, start=1):
                fact = HandRecorded(hand, ended.winner, ended.discarder, ended.points, details=ended.details)
                ledger.write(TABLE, fact)
                if hand % 7 == 0:
                    ledger.write(TABLE, PenaltyGiven(hand % 4, hand, "", 10, reason="spoke"))
                if hand + LAST > len(outcomes):
                    assert_agree(ledger, chosen)


def assert_agree(ledger: LedgerWriter, chosen: Chosen) -> None:
    sheet = ledger.view.sheet(1, 1)
    counted = audit([entry.record for entry in ledger.view.journal]).tables[1, 1]
    assert counted.scores == sheet.scores, (chosen, sheet.hands)
    assert counted.over in (None, sheet.over), (chosen, sheet.hands)
    assert counted.table_points == sheet.table_points, (chosen, sheet.scores)


@pytest.mark.parametrize(("west", "start", "deals"), [(False, 25_000, 8), (True, 25_000, 12), (True, 30_000, 8)])
def test_a_third_round_is_played_to_its_end_while_nobody_has_enough(west: bool, start: int, deals: int) -> None:
    """Every hand is drawn and nobody is tenpai, so that the deal moves on and all keep what they began with."""
    chosen: Chosen = (*((("start", start),) if start != 30_000 else ()), *((("west_round", True),) if west else ()))
    ledger = begun("riichi-ema-2025", chosen)
    for hand in range(1, deals + 1):
        assert not ledger.view.sheet(1, 1).over
        ledger.write(TABLE, HandRecorded(hand, None))
        assert_agree(ledger, chosen)
    assert ledger.view.sheet(1, 1).over


EDGES = (0, 1, 2, 24, 25, 26, 48, 100, 249, 250, 251, 499, 500, 501, 600, 999, 1000, 1001)
"""Values at which a limit, half of one, or a threshold may begin."""


def edge_hands(rules: RuleSet, chance: Random) -> list[Outcome]:
    """Hands with every winner and discarder and with values about the edges."""
    people = [(winner, other) for winner in range(4) for other in (None, *range(4)) if other != winner]
    if rules.four_values:
        several = [(None, None), *people] * 6
        values = ((chance.choice(EDGES), chance.choice(EDGES), chance.choice(EDGES), chance.choice(EDGES))
                  for _ in several)  # fmt: skip
        return [Outcome(*who, 0, four) for who, four in zip(several, values, strict=True)]
    points = {each for edge in EDGES for each in range(edge - 1, edge + 2) if rules.minimum <= each <= rules.most}
    return [Outcome(winner, discarder, each) for winner, discarder in people for each in sorted(points)]


@pytest.mark.parametrize("id", [each for each in IDS if not each.startswith("riichi")])
def test_both_counts_pay_hands_at_the_edges_alike(id: str) -> None:
    """Under each choice of options: what is worth as much as a limit, and what is worth one more or less."""
    plain, tariff, chance = rule_set(id), tariff_of(id), Random(id)
    assert plain is not None
    assert tariff is not None
    single = [((option.question.name, answer),) for option in plain.options for answer in answers_to(option.question)]
    for chosen in (*choices(plain), *single):
        rules = rule_set(id, chosen)
        assert rules is not None
        for outcome in edge_hands(rules, chance):
            if not rules.four_values and rules.contradictions(outcome, 0):
                continue
            fact = HandRecorded(1, outcome.winner, outcome.discarder, outcome.points, details=outcome.details)
            hand = json.loads(encode(fact))
            for east in (0, 2):
                moved = [0, 0, 0, 0]
                for payer, receiver, points in tariff.pay(hand, east, dict(chosen)):
                    moved[payer] -= points
                    moved[receiver] += points
                assert tuple(moved) == net_of(rules.settle(outcome, Stakes(east))), (chosen, outcome, east)


def answers_to(question: RuleQuestion) -> list[Answer]:
    """Every answer but the default; of numbers the ends of their range."""
    every: tuple[Answer, ...] = ()
    match question.kind:
        case QuestionKind.TICK:
            every = (True, False)
        case QuestionKind.CHOICE:
            every = tuple(choice.key for choice in question.choices)
        case QuestionKind.NUMBER:
            every = (question.least, question.most)
    return [answer for answer in every if answer != question.default]


@pytest.mark.parametrize(
    ("id", "game", "options", "over"),
    [
        ("french-classical-simple", Game(99, 99, NOTHING), {}, False),
        ("french-classical-simple", Game(15, 0, NOTHING), {"round_wind": True}, False),
        ("french-classical-simple", Game(16, 0, NOTHING), {"round_wind": True}, True),
        ("french-classical-advanced", Game(8, 0, NOTHING), {"hands": 9}, False),
        ("french-classical-advanced", Game(9, 0, NOTHING), {"hands": 9}, True),
        ("zung-jung", Game(15, 20, NOTHING), {}, False),
        ("zung-jung", Game(16, 0, NOTHING), {}, True),
        ("quebec-classical", Game(30, 15, NOTHING), {}, False),
        ("quebec-classical", Game(16, 16, NOTHING), {}, True),
        ("quebec-classical", Game(9, 7, NOTHING), {"rounds": 2}, False),
        ("quebec-classical", Game(9, 8, NOTHING), {"rounds": 2}, True),
        ("hong-kong", Game(30, 15, (-299, 299, 0, 0)), {}, False),
        ("hong-kong", Game(30, 16, NOTHING), {}, True),
        ("hong-kong", Game(3, 3, (300, -300, 0, 0)), {}, True),
        ("hong-kong", Game(3, 3, (300, -300, 0, 0)), {"bankruptcy": False}, False),
        ("hong-kong", Game(3, 3, (300, -300, 0, 0)), {"starting_points": None}, False),
        ("hong-kong", Game(3, 3, (300, -300, 0, 0)), {"starting_points": 301}, False),
    ],
)
def test_when_a_game_of_these_rules_is_over(id: str, game: Game, options: dict[str, Any], over: bool) -> None:
    tariff = tariff_of(id)
    assert tariff is not None
    assert tariff.over is not None
    assert tariff.over(game, options) is over


@pytest.mark.parametrize(
    ("id", "winner", "options", "stays"),
    [
        ("french-classical-simple", 2, {}, True),
        ("french-classical-simple", 1, {}, False),
        ("french-classical-advanced", None, {}, False),
        ("french-classical-advanced", None, {"east_stays_after_draw": True}, True),
        ("french-classical-advanced", 1, {"east_stays_after_draw": True}, False),
        ("quebec-classical", 2, {}, True),
        ("quebec-classical", None, {}, True),
        ("quebec-classical", 1, {}, False),
        ("hong-kong", 2, {}, True),
        ("hong-kong", None, {}, True),
        ("hong-kong", 3, {}, False),
    ],
)
def test_whether_east_stays(id: str, winner: int | None, options: dict[str, Any], stays: bool) -> None:
    """East is the third column."""
    tariff = tariff_of(id)
    assert tariff is not None
    assert tariff.keeps is not None
    assert tariff.keeps({"winner": winner}, 2, options) is stays
    unplayed = stays if winner is None else tariff.keeps({"winner": None}, 2, options)
    assert tariff.keeps(None, 2, options) is unplayed


def test_the_deal_passes_to_the_left_where_it_is_chosen() -> None:
    tariff = tariff_of("quebec-classical")
    assert tariff is not None
    assert [tariff.step(options) for options in ({}, {"next_east": "south"}, {"next_east": "north"})] == [1, 1, 3]
