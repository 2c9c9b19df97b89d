"""A club's season by keys and the same by lines: one account, and a page on which every number adds up."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.season_account import season_of
from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pages.season.season_keys import SeasonKeys, season_faults
from ui.desktop import bootstrap
from ui.desktop.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
"""The list of players under a seat, without a screen."""


@pytest.fixture
def window(dressed: QApplication, own_preferences: None) -> Iterator[Window]:
    """The window without an event."""
    with shown(Window(bootstrap.make_controller("Referee")), dressed) as made:
        yield made


def test_evenings_by_keys_are_those_by_lines_and_every_number_adds_up(window: Window, tmp_path: Path) -> None:
    """Ten evenings are a part of the proof (proof_season)."""
    season = season_of(29, 3)
    assert season_faults(window, season, tmp_path) == []
    other = replace(season, best=3)
    assert SeasonKeys(window, other).faults_of_season(3, average=True) != [], "which evenings count is read"
