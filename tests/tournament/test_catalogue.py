"""Every rule set of the catalogue can be played, and counted a second time."""

import subprocess
import sys

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import (
    COUNT_PLAYERS,
    DEFAULT_SCORER,
    IDS,
    NAMES,
    OFFERED,
    SCORERS,
    SUMMARIES,
    option_problems,
    rule_set,
)
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import CloseSheet, RecordHand, carry_out_all
from tournament.use_cases.check import check_records


def test_names_that_event_files_rely_on():
    names = {"mcr", "guobiao", "french-classical-simple", "french-classical-advanced", "zung-jung", "quebec-classical",
             "hong-kong", "riichi-ema-2025", "riichi-ema-2016", "blank"}  # fmt: skip
    assert names <= set(IDS)
    assert IDS[0] == "mcr"


@pytest.mark.parametrize("id", IDS)
def test_a_rule_set_is_found_by_its_id_and_named_without_it(id):
    found = rule_set(id)
    assert found is not None
    assert (found.id, found.name) == (id, NAMES[id])
    assert SUMMARIES[id].message.endswith(".")
    assert rule_set("riichi") is None


def test_unknown_options_are_refused_by_name() -> None:
    for id, known in (("quebec-classical", "limit"), ("blank", "–")):
        rules = rule_set(id)
        assert rules is not None
        ((name, problem),) = option_problems(rules, (("weather", 3),))
        told = ENGLISH.render(problem)
        assert name == "weather"
        assert told.startswith("These rules have no option “weather”; they have: ")
        assert known in told.partition("have: ")[2]
        with pytest.raises(ValueError, match="weather"):
            rule_set(id, (("weather", 3),))
    with pytest.raises(ValueError, match="limit"):
        rule_set("quebec-classical", (("limit", -1),))


def test_rules_are_offered_in_their_order_and_those_of_few_events_last() -> None:
    assert list(OFFERED)[:2] == ["mcr", "french-classical-simple"]
    assert list(OFFERED)[-2:] == ["guobiao", "blank"]
    assert set(OFFERED) == set(IDS)
    for id, name in OFFERED.items():
        shown = ENGLISH.render(name)
        assert shown.removeprefix("Other: ") == ENGLISH.render(NAMES[id])
        assert shown.startswith("Other: ") == (id in ("guobiao", "blank"))


def test_the_rules_that_count_a_winner_and_those_that_count_everybody() -> None:
    assert list(SCORERS) == ["mcr", "guobiao"]
    assert DEFAULT_SCORER is SCORERS["mcr"]
    assert not {"mcr", "guobiao", "blank"} & set(COUNT_PLAYERS)


def test_an_event_plays_with_the_options_that_it_chose() -> None:
    plain, chosen = rule_set("quebec-classical"), rule_set("quebec-classical", (("limit", 1000),))
    assert plain is not None
    assert chosen is not None
    assert plain.with_options is not None
    assert option_problems(plain, (("limit", 1000),)) == ()
    assert (chosen.id, chosen.name) == (plain.id, plain.name)
    assert chosen != plain
    assert rule_set("quebec-classical", (("limit", 1000),)) is chosen
    assert [name for name, _ in option_problems(plain, (("limit", -1), ("weather", 1)))] == ["limit", "weather"]


def outcome(rules: RuleSet, winner: int, discarder: int | None, worth: int) -> Outcome:
    """A hand won, with all that these rules ask of one."""
    answers = tuple((question.name, "E") for question in rules.questions if question.name == "dominant")
    if rules.on_table:
        return Outcome(winner, discarder, worth, answers=(("fu", 30),) if worth < 5 else ())
    if rules.four_values:
        values = tuple(worth if column == winner else 4 * column for column in range(4))
        return Outcome(winner, discarder, 0, (values[0], values[1], values[2], values[3]), answers=answers)
    return Outcome(winner, discarder, worth, answers=answers)


@pytest.mark.parametrize("id", IDS)
def test_the_second_count_agrees(id):
    rules = rule_set(id)
    assert rules is not None
    store = FakeStore()
    book = drawn(store, rules=id)
    hands = [
        RecordHand(1, 1, 1, outcome(rules, 0, 2, rules.minimum or 20 * rules.four_values)),
        RecordHand(1, 1, 2, outcome(rules, 1, None, rules.minimum + 4 + 20 * rules.four_values)),
    ]
    carry_out_all(book, [*hands, CloseSheet(1, 1)], by=BY)
    checked = check_records(tuple(store.read()))
    assert checked.problems == ()
    assert checked.hands == 2


_PROGRAM = """
import sys
from tournament.catalogue import SCORERS
from tournament.hand.notation import parse
def loaded():
    return bool({"tournament.rulesets.mcr.fans", "tournament.rulesets.mcr.scoring"} & sys.modules.keys())
print(loaded())
for scorer in SCORERS.values():
    print(scorer.score(parse("[123m,1]67m789s345pEE8m|EE0000")).points)
print(loaded())
"""


def test_what_counts_tiles_is_loaded_with_the_first_hand():
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "8", "8", "True"]


@pytest.mark.parametrize("id", COUNT_PLAYERS)
def test_the_hands_of_all_players_are_counted(id):
    found = rule_set(id)
    assert found is not None
    assert found.counter is not None


_LOADED = """
import sys
import tournament.catalogue, tournament.use_cases
from tests.tournament.use_cases.events import drawn
book = drawn(rules="mcr")
assert len(book.view.sheets(1)) == 2
print([name for name in sys.modules if ".rulesets." in name])
"""


def test_neither_start_up_nor_an_event_by_mcr_loads_what_few_events_need():
    loaded = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True).stdout
    packages = ("french_classical", "zung_jung", "quebec_classical", "hong_kong", "riichi")
    assert [package for package in packages if package in loaded] == []
    assert "mcr" in loaded
