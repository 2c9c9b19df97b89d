"""Let tired referees type random sheets into the real window, with slips, and count what became of the sheets.

Each event is played by the next rule set, beginning with that of its seed.

``python -m tests.referee.proof_referee [--sheets N] [--seed N] [--slips SHARE]``; the exit code is 1 when a sheet was
verified, wrong and not marked.
"""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.referee.erring_referee import Tally

_AN_EVENT = 40
"""Sheets of one event, typed into one window."""


def main() -> None:
    """Type, count, print."""
    from tests.referee.erring_referee import SLIPS, Result, Slip, Tally
    from tournament import catalogue

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="of the first event; the next ones follow")
    parser.add_argument("--slips", type=float, default=SLIPS, help="share of the rows with which something goes wrong")
    asked = parser.parse_args()
    starts = range(0, asked.sheets, _AN_EVENT)
    events = [
        (seed, min(_AN_EVENT, asked.sheets - start), asked.slips, catalogue.IDS[seed % len(catalogue.IDS)])
        for seed, start in enumerate(starts, start=asked.seed)
    ]
    started, whole = time.monotonic(), Tally()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for tally in pool.map(_typed, events):
            whole.add(tally)
    print(f"{sum(whole.results.values())} sheets, {whole.keys} keys, {time.monotonic() - started:.0f} s")
    for result in Result:
        print(f"  {result.value:<60}{whole.results[result]:6}")
    print("slips planted:")
    for slip in Slip:
        print(f"  {slip.value:<60}{whole.slips[slip]:6}")
    for line in whole.wrong:
        print(f"verified, wrong and not marked: {line}")
    for line in whole.accidents:
        print(f"signed or reopened by accident: {line}")
    for line in whole.lost:
        print(f"lost unseen: {line}")
    sys.exit(bool(whole.wrong or whole.accidents or whole.lost))


def _typed(event: tuple[int, int, float, str]) -> "Tally":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUATRE_VENTS_HOME"] = folder
        from PySide6.QtWidgets import QApplication

        from tests.referee.erring_referee import play
        from ui.desktop.theme import Appearance, theme

        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        theme.install(app, Appearance.LIGHT)
        seed, sheets, slips, rules = event
        return play(Path(folder), seed, sheets, slips=slips, rules=rules)


if __name__ == "__main__":
    main()
