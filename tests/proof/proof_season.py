"""A club's season of ten evenings, by keys in the window and by lines: both are one account, and every number is right.

The account is that of :mod:`tests.season_account`, which asks the program nothing.
"""

from itertools import chain, count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.proof.part import Outcome, Part, temporary_folder
from tests.season_account import season_of
from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pages.season.season_keys import season_faults
from tournament.language import ENGLISH
from ui.desktop import bootstrap
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.question import Question
from ui.desktop.window import Window

EVENINGS = 10


def _try(seed: int) -> Outcome:
    outcome, season = Outcome(), season_of(seed, EVENINGS)
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    with temporary_folder(in_memory=True) as name, pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUATRE_VENTS_HOME", str(Path(name) / "home"))
        patch.setattr(Question, "clock", count().__next__)  # whoever types reads each question before they answer
        theme.install(app, Appearance.LIGHT)
        translator.set_language(ENGLISH)
        with shown(Window(bootstrap.make_controller("Referee")), app) as window:
            found = season_faults(window, season, Path(name))
    outcome.failures.extend(f"seed {seed}: {fault}" for fault in found)
    games = tuple(chain(*(season.games(evening) for evening in range(1, EVENINGS + 1))))
    for what, number in (
        ("evenings", EVENINGS),
        ("games", len(games)),
        ("hands", sum(len(game.hands) for game in games)),
        ("penalties", sum(game.false_hu is not None for game in games)),
    ):
        outcome.count(what, number)
    return outcome


PART = Part(
    name="season",
    title="A club's season",
    promise="A league of many evenings and thirteen players, of whom some come and some rest, is entered with keys "
    "alone in the window, and again by lines on the command line. Players, evenings, games, sheets, season and "
    "standings of both files are the same. The Standings page shows in every language what an account of its own makes "
    "of the hands: the score of each evening, those in brackets that do not count, sums, averages, games, places, "
    "movements, and the course of every player.",
    cases=8,
    run=_try,
    limit=600,
    counted="seasons",
)
