"""A club's season by keys in the window and by lines.

``python -m tests.season.proof_season [--evenings N] [--seed N]`` prints what was played; the exit code is 1 when the
two files differ, or the window shows a number that the account does not have.
"""

import argparse
import sys
from itertools import chain, count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.proof.part import temporary_folder
from tests.season.account import season_of
from tests.season.season_keys import season_faults
from tests.ui.desktop.conftest import shown
from ui.desktop import bootstrap
from ui.desktop.theme import Appearance, theme
from ui.desktop.widgets.cards import Question
from ui.desktop.window import Window


def main() -> None:
    """Play, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    season = season_of(asked.seed, asked.evenings)
    app = QApplication([])
    theme.install(app, Appearance.LIGHT)
    with temporary_folder(in_memory=True) as name, pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUATRE_VENTS_HOME", str(Path(name) / "home"))
        patch.setattr(Question, "clock", count().__next__)  # whoever types reads each question before they answer
        with shown(Window(bootstrap.make_controller("Referee")), app) as window:
            found = season_faults(window, season, Path(name))
    games = tuple(chain(*map(season.games, range(1, asked.evenings + 1))))
    for what, number in (
        ("evenings", asked.evenings),
        ("games", len(games)),
        ("hands", sum(len(game.hands) for game in games)),
        ("penalties", sum(game.false_hu is not None for game in games)),
    ):
        print(f"  {what:<20}{number:6}")
    print(*found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
