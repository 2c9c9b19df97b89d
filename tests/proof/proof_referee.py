"""A tired referee types paper sheets into the real window, with slips: what became of each sheet."""

import gc
import os
from functools import partial
from pathlib import Path

from tests.proof.covered import FILE
from tests.proof.part import Outcome, Part, temporary_folder

AN_EVENT = 40
"""Sheets of one event, typed into one window."""
_RARELY_COLLECTED = 50_000
"""New objects after which the memory is searched for cycles: the window keeps most of what it makes."""


def _try(seed: int, *, sheets: int = AN_EVENT) -> Outcome:
    """One event, by the rule set of its seed."""
    outcome = Outcome()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with temporary_folder(in_memory=True) as folder:
        os.environ["QUATRE_VENTS_HOME"] = folder
        from PySide6.QtWidgets import QApplication

        from tests.referee.erring_referee import play
        from tournament import catalogue
        from ui.desktop.theme import Appearance, theme

        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        theme.install(app, Appearance.LIGHT)
        gc.set_threshold(_RARELY_COLLECTED)
        tally = play(Path(folder), seed, sheets, rules=catalogue.IDS[seed % len(catalogue.IDS)])
    outcome.count("sheets typed", sheets)
    outcome.count("keys pressed", tally.keys)
    for result, number in tally.results.items():
        outcome.count(result.value, number)
    for slip, number in tally.slips.items():
        outcome.count(slip.value, number)
    failures = (
        *(f"verified, wrong and not marked: {each}" for each in tally.wrong),
        *(f"signed or reopened by accident: {each}" for each in tally.accidents),
        *(f"lost unseen: {each}" for each in tally.lost),
    )
    for failure in failures:
        outcome.expect(False, f"seed {seed}: {failure}")
    return outcome


def _every_slip(whole: Outcome, cases: int) -> tuple[str, ...]:
    from tests.referee.erring_referee import Slip

    return tuple(f"never: {slip.value}" for slip in Slip if not whole.counts[slip.value]) if cases > 1 else ()


PART = Part(
    name="referee",
    title="A tired referee",
    brief="No wrong sheet is verified unnoticed.",
    covers=(*FILE, "ui/desktop", "ui/entry"),
    promise="Sheets of every rule set are typed into the real window with keys, in bursts, with the slips of tired "
    "referees: refused keys typed on, undo in a row, jumps by habit, clicks and questions in the middle. No sheet is "
    "verified that is wrong and not marked as such, none is signed or reopened by accident, and no key is lost "
    "unseen. Counted apart are sheets that no total can show to be wrong, because every hand has the same winners and "
    "pays every player the same as on the paper, and games that were ended early or late, by hands that paid nobody, "
    "after the window asked.",
    cases=125,
    run=_try,
    short=2,
    run_short=partial(_try, sheets=16),
    limit=1_500,
    counted="events",
    shown="sheets typed",
    enough=_every_slip,
)
