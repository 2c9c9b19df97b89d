"""Whole games: the sheet, the audit and a count of their own agree, and what is counted wrongly is noticed."""

from typing import Any

import pytest

from tests.second_count import riichi_lines
from tests.tournament.rulesets.riichi.hanchans import faults_of, record
from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.ledger.sheet import settled
from tournament.rulesets.riichi import ruleset, settlement
from tournament.use_cases.check import check_records

HANDS: list[dict[str, Any]] = [
    {"winners": [{"player": "A", "han": 3, "fu": 40}], "discarder": "C", "riichi": ["A", "D"]},
    {"winners": [], "tenpai": ["A", "B"], "riichi": ["C"]},
    {"winners": [{"player": "D", "han": 4, "fu": 30}], "riichi": ["B"]},
    {"winners": [], "riichi": ["B"]},
]


@pytest.mark.parametrize("seed", range(1, 24, 2))
def test_random_games_are_counted_alike(seed: int) -> None:
    assert faults_of(seed) == []


@pytest.mark.parametrize("chosen", [*riichi_lines.ALONE, {}], ids=str)
def test_games_with_one_option_are_counted_alike(chosen: dict[str, Any]) -> None:
    assert faults_of(2, chosen) == []


def checked() -> list[str]:
    """The codes of what ``check`` finds in a short game."""
    store = FakeStore()
    book = drawn(store, rules="riichi-ema-2025")
    record(book, [{"type": "hand", "session": 1, "table": 1, "hand": number, **hand}
                  for number, hand in enumerate(HANDS, 1)])  # fmt: skip
    return [problem.code for problem in check_records(tuple(store.read())).problems]


def test_nothing_is_wrong_with_a_short_game() -> None:
    assert checked() == []


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [(settlement, "STICK", 900), (settlement, "MANGAN", 1900), (settlement, "in_hundreds", int),
     (ruleset, "HUNDRED", 7), (settlement, "tenpai_of", lambda _outcome: frozenset({0}))],
)  # fmt: skip
def test_what_is_counted_wrongly_is_noticed(
    module: object, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, value)
    settled.cache_clear()
    try:
        assert "sheet-differs" in checked()
    finally:
        settled.cache_clear()


def test_repairs_take_every_player_along() -> None:
    """Two columns exchanged, with two winners and a liable player: the audit exchanges the same."""
    store = FakeStore()
    book = drawn(store, rules="riichi-ema-2025")
    two = {"winners": [{"player": "B", "han": 5}, {"player": "D", "yakuman": 1, "liable": "C"}], "discarder": "C"}
    place = {"session": 1, "table": 1}
    record(book, [{"type": "hand", **place, "hand": 1, **two, "riichi": ["B", "A"]}])
    before = book.view.sheet(1, 1).computed
    record(book, [{"type": "exchange", **place, "players": ["A", "D"], "hands": [1, 1], "reason": "wrong columns"}])
    sheet = book.view.sheet(1, 1)
    assert sheet.hands[0].outcome is not None
    assert sheet.hands[0].outcome.winners == (0, 1)
    assert sheet.computed != before
    assert check_records(tuple(store.read())).problems == ()
