"""Every rule set of the catalogue can be played, and counted a second time."""

import subprocess
import sys

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import OTHERS, RULE_SETS, calculated, rule_set
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, RecordHand, carry_out_all
from tournament.use_cases.check import check_records


def test_names_that_event_files_rely_on():
    assert {"mcr", "guobiao", "blank"} <= {rules.id for rules in RULE_SETS}
    assert len({rules.id for rules in RULE_SETS}) == len(RULE_SETS)


def test_a_rule_set_is_found_by_its_id():
    assert all(rule_set(rules.id) is rules for rules in RULE_SETS)
    assert rule_set("riichi") is None


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.id)
def test_the_second_count_agrees(rules):
    store = FakeStore()
    book = drawn(store, rules=rules.id)
    hands = [
        RecordHand(1, 1, 1, Outcome(0, 2, rules.minimum)),
        RecordHand(1, 1, 2, Outcome(1, None, rules.minimum + 4)),
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


@pytest.mark.parametrize("id", OTHERS)
def test_those_that_only_calculate_are_found_by_their_id_and_count_tiles(id):
    found = calculated(id)
    assert found is not None
    assert (found.id, found.counter is not None) == (id, True)
    assert rule_set(id) is None


def test_start_up_does_not_wait_for_those_that_only_calculate():
    code = "import sys, tournament.catalogue; print([name for name in sys.modules if '.rulesets.' in name])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    packages = ("french_classical", "zung_jung", "quebec_classical", "hong_kong")
    assert [package for package in packages if package in loaded] == []
    assert "mcr" in loaded
