"""Tiles counted for the statistics of fan."""

import pytest

from tournament.standings.fan_counting import counting_by

CHOWS = "[234p,1]234m23456s88p7s|ES0000|1"
"""41, 63, 68, 71, 81."""


@pytest.mark.parametrize("rules", ["mcr", "guobiao"])
def test_a_win_is_counted(rules: str) -> None:
    found = counting_by(rules)(CHOWS)
    assert found is not None
    assert found.points == 14


@pytest.mark.parametrize("tiles", ["111m", "147m258p369sESWNE|ES0000", "nothing"])
def test_what_is_no_win_counts_nowhere(tiles: str) -> None:
    assert counting_by("mcr")(tiles) is None


def test_rules_without_a_scorer_count_nothing() -> None:
    assert counting_by("blank")(CHOWS) is None
