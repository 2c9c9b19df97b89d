"""Both counts of whole games by chance, under every rule set and its options: each pays and ends what the other does.

The program computes payments in ``tournament.rulesets``, the second count in ``tournament.ledger.audit``.
"""

from random import Random

import pytest

from tests.examples.events import LedgerWriter, players, seating
from tests.examples.games import some_outcome
from tests.examples.outcomes_by_chance import choices
from tests.second_count import riichi_lines
from tournament.catalogue import IDS, rule_set
from tournament.event.settings import Settings
from tournament.ledger.audit import audit
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import DrawPublished, EventCreated, HandRecorded, PenaltyGiven, PlayersAdded
from tournament.rules.payment import Outcome
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from ui.json_lines.game import GameLine

GAMES = 6
"""For each choice of options."""
LAST = 5
"""After how many of its last hands the counts are compared: before the last the game is not over."""
TABLE = table_stream(1, 1)


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
