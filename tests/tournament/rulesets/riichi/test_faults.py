"""Riichi: what faults take away."""

from collections import defaultdict

import pytest

from tests.tournament.rulesets.riichi.hanchans import record
from tests.tournament.use_cases.events import drawn
from tournament.ledger.audit.tariffs import CHOMBOS
from tournament.rules.fault import Measure
from tournament.rulesets.riichi.ruleset import RIICHI_2016, RIICHI_2025
from tournament.use_cases import Book, LinesRefused

PLACE = {"session": 1, "table": 1}
BOTH = {"type": "hand", **PLACE, "hand": 1, "discarder": "D",
        "winners": [{"player": "A", "han": 1, "fu": 30}, {"player": "B", "han": 2, "fu": 30}]}  # fmt: skip


@pytest.fixture
def book() -> Book:
    return drawn(rules="riichi-ema-2025")


def test_each_fault_has_the_sanction_of_the_book() -> None:
    """2016: chombo 3.4.6 and 5.1.2, dead hand 3.4.7, 5.1.1 and 5.1.2, no points 3.4.8 and 5.1; see docs/rules.md."""
    found = defaultdict(set)
    for fault in RIICHI_2016.faults:
        chombo = (fault.measure, fault.points, fault.after_places) == (Measure.FIXED, 20_000, True)
        assert chombo or (fault.measure, fault.points, fault.after_places) == (Measure.NONE, 0, False)
        found["chombo" if chombo else "dead" if fault.no_hu else "none"].add(fault.slug)
    assert found["chombo"] == {
        "chombo", "false-win", "noten-riichi", "false-kan", "many-tiles-exposed", "claim-with-dead-hand",
        "invalid-word",
    }  # fmt: skip
    assert found["dead"] == {
        "tile-count", "invalid-set", "claimed-tile-not-taken", "win-not-shown", "open-riichi", "riichi-form",
        "swap-call", "tiles-exposed",
    }  # fmt: skip
    assert {"claim-order", "empty-call", "call-changed", "win-misnamed", "minor"} < found["none"]
    assert RIICHI_2016.faults == RIICHI_2025.faults
    assert found["chombo"] == CHOMBOS


@pytest.mark.parametrize(("player", "field"), [("A", "winner"), ("B", "second")])
def test_a_dead_hand_is_none_of_several_winners(book: Book, player: str, field: str) -> None:
    record(book, [{"type": "penalty", **PLACE, "hand": 1, "player": player, "fault": "tile-count"}])
    with pytest.raises(LinesRefused) as error:
        record(book, [BOTH])
    assert [(problem.code, problem.field) for _, problems in error.value.refusals for problem in problems] == [
        ("no-hu", field)
    ]


@pytest.mark.parametrize("player", ["A", "B"])
def test_who_won_with_others_had_no_dead_hand(book: Book, player: str) -> None:
    record(book, [BOTH])
    with pytest.raises(LinesRefused) as error:
        record(book, [{"type": "penalty", **PLACE, "hand": 1, "player": player, "fault": "swap-call"}])
    assert [problem.code for _, problems in error.value.refusals for problem in problems] == ["offender-won"]


DEAD = {"type": "penalty", **PLACE, "hand": 1, "player": "B", "fault": "tile-count"}
DRAWN = {"type": "hand", **PLACE, "hand": 1, "winners": [], "tenpai": ["A", "B"]}


@pytest.mark.parametrize(
    ("first", "second", "refusal"),
    [(DEAD, DRAWN, ("dead-hand-tenpai", "tenpai")), (DRAWN, DEAD, ("offender-tenpai", "hand"))],
)
def test_a_dead_hand_is_not_tenpai(
    book: Book, first: dict[str, object], second: dict[str, object], refusal: tuple[str, str]
) -> None:
    """2012, 3.4.7, whichever is recorded first."""
    record(book, [first])
    with pytest.raises(LinesRefused) as error:
        record(book, [second])
    assert [(found.code, found.field) for _, problems in error.value.refusals for found in problems] == [refusal]


def test_a_dead_hand_is_noten_beside_others_in_tenpai(book: Book) -> None:
    record(book, [DRAWN, {**DEAD, "player": "C"}])
    assert book.view.sheet(1, 1).hands[0].settlement == (1500, 1500, -1500, -1500)


def test_a_chombo_takes_final_points_alone(book: Book) -> None:
    record(book, [BOTH, {"type": "penalty", **PLACE, "hand": 2, "player": "A", "fault": "chombo"}])
    sheet = book.view.sheet(1, 1)
    assert sum(sheet.scores) == 0
    assert sheet.table_points[0] == sheet.scores[0] + 5_000 - 20_000
