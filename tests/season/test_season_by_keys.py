"""A club's season by keys and the same by lines: one account, and a page on which every number adds up."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.season.account import season_of
from tests.season.season_keys import SeasonKeys, season_faults
from tests.ui.desktop.conftest import dressed, own_preferences, shown, styled, unhurried  # noqa: F401
from ui.desktop import bootstrap
from ui.desktop.window import Window

pytestmark = [pytest.mark.thorough, pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")]
"""The list of players under a seat, without a screen."""


@pytest.mark.usefixtures("dressed", "own_preferences")
def test_evenings_by_keys_are_those_by_lines_and_every_number_adds_up(qapp: QApplication, tmp_path: Path) -> None:
    """Ten evenings are a part of the proof (tests.season.proof_season)."""
    season = season_of(29, 3)
    with shown(Window(bootstrap.make_controller("Referee")), qapp) as window:
        assert season_faults(window, season, tmp_path) == []
        other = SeasonKeys(window, replace(season, best=3))
        assert other.faults_of_season(3, average=True) != [], "which evenings count is read"
