"""A tournament of riichi by keys in the window and by lines, and a smaller one by the earlier edition of the rules.

``python -m tests.tournament_by_keys.proof_tournament [--tables N] [--sessions N] [--seed N]`` prints what was played
and how many keys it took; the exit code is 1 when the two files differ, the window shows a number that the account does
not have, or a hand took more keys than it should.
"""

import argparse
import sys
from collections import Counter
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.proof.part import temporary_folder
from tests.tournament_by_keys.account import tournament_of
from tests.tournament_by_keys.tournament_keys import PROMISED, TournamentKeys, tournament_faults
from tests.ui.desktop.conftest import shown
from ui.desktop import bootstrap
from ui.desktop.theme import Appearance, theme
from ui.desktop.widgets.cards import Question
from ui.desktop.window import Window


def main() -> None:
    """Play, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--sessions", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    whole = tournament_of(asked.seed, rules="riichi-ema-2025", tables=asked.tables, sessions=asked.sessions)
    smaller = tournament_of(asked.seed, rules="riichi-ema-2016", tables=max(1, asked.tables // 2), sessions=2)
    app = QApplication([])
    theme.install(app, Appearance.LIGHT)
    found, counts, hands, keys = list[str](), Counter[str](), Counter[str](), Counter[str]()
    with temporary_folder(in_memory=True) as name, pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUATRE_VENTS_HOME", str(Path(name) / "home"))
        patch.setattr(Question, "clock", count().__next__)  # whoever types reads each question before they answer
        for tournament in (whole, smaller):
            with shown(Window(bootstrap.make_controller("Referee")), app) as window:
                typing = TournamentKeys(window, tournament)
                found += [f"{tournament.rules}: {fault}" for fault in tournament_faults(typing, Path(name))]
            counts.update(tournament.counts)  # what never happened, too
            hands.update(typing.hands)
            keys.update(typing.keys)
    for kind, most in PROMISED.items():
        if keys[kind] > most * hands[kind]:
            found.append(f"{kind}: {keys[kind] / hands[kind]:.2f} keys, more than {most}")
    for what, number in counts.items():
        print(f"  {what:<48}{number:6}")
    for kind in hands:
        print(f"  {f'typed {kind}':<48}{hands[kind]:6}")
        print(f"  {f'keys of {kind}':<48}{keys[kind]:6}")
    print(*found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
