"""Photographed score sheets: what is called sure is right.

Cells come from pages full of digits, photographed in simulation and read; random sheets are made of them. Whole sheets
are written, photographed and read. With ``QUATRE_VENTS_DIGITS``, a folder with the packages that
``assets/digits/__init__.py`` names, digits are those of MNIST and of fonts that were held out; else strokes.
"""

import os
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from reports.photos import net
from reports.photos.cells import cut_out, light_of
from reports.photos.deciding import Certainty, SheetReading, decide
from reports.photos.finding import LEAST_SHARE, codes_in, place_of
from reports.photos.reading import ReadableSheet, read_sheet
from reports.writers.paper import PageSize
from tests.photos.cut_digits import STRUCK, Shifted, Writer, page_of, sources, writer_of
from tests.photos.photographs import any_camera, photographed
from tests.photos.random_sheets import Seen, SimulatedSheet, net_of, simulated
from tests.photos.test_finding import DOTS, blank
from tests.photos.written_sheets import stroke_writer, write_sheet
from tests.proof.part import Outcome, Part

_PAGES, _WHOLE, _OF_A_PAGE = 150, 2000, 200
"""Cases that resample a page of digits, cases of a whole sheet, and sheets of a page."""
_WIDTHS = (1800, 2250, 3000)
"""Pixels of the shorter side of a photograph: of 4 to 12 million pixels."""
_CLEAN_EVERY = 10
"""Of these pages one is also read without a photograph."""


def run(seed: int) -> Outcome:
    """A page of digits and the sheets made of it, or a whole sheet."""
    return _resampled(seed) if seed <= _PAGES else _whole(seed)


@lru_cache
def _writer() -> Writer:
    folder = os.environ.get("QUATRE_VENTS_DIGITS")
    return stroke_writer if folder is None else writer_of(sources(Path(folder))["test"])


def _resampled(seed: int) -> Outcome:
    outcome, random = Outcome(), np.random.default_rng(seed)
    page, boxes = page_of(_writer(), random)
    wide = int(random.choice(_WIDTHS))
    grey, mapping = photographed(page, DOTS, any_camera(random, wide=wide, high=wide * 4 // 3), random)
    labels = [digit for _, digit, _ in boxes]
    read = _read_cells(grey, [(Shifted(mapping, random), box) for box, _, _ in boxes])
    _count_digits(outcome, "after the photograph", labels, read)
    if seed % _CLEAN_EVERY == 0:
        upright = Shifted(lambda points: points * [DOTS, -DOTS] + [0, page.shape[0]], random)
        _count_digits(
            outcome, "without a photograph", labels, _read_cells(page, [(upright, box) for box, _, _ in boxes])
        )
    by_digit: dict[int, list[Seen]] = {digit: [] for digit in range(10)}
    for label, seen in zip(labels, read, strict=True):
        if label != STRUCK:
            by_digit[label].append(seen)
    chance = Random(seed)
    for number in range(_OF_A_PAGE):
        sheet = simulated(chance, seen=lambda digit: chance.choice(by_digit[digit]))
        _judge(outcome, "resampled", sheet, decide(sheet.boxes, sheet.totals, net_of), f"page {seed}, sheet {number}")
    return outcome


def _read_cells(grey: Any, places: Sequence[tuple[Any, Any]]) -> list[Seen]:
    light = light_of(grey)
    cut = [cut_out(light, place, box) for place, box in places]
    chances = net.probabilities(np.array([each.picture for each in cut])).tolist()
    return [None if each.empty else tuple(found) for each, found in zip(cut, chances, strict=True)]


def _count_digits(outcome: Outcome, where: str, labels: Sequence[int], read: Sequence[Seen]) -> None:
    for label, seen in zip(labels, read, strict=True):
        kind = "struck out" if label == STRUCK else "digits"
        outcome.count(f"{kind} {where}")
        if seen is not None and max(range(len(seen)), key=seen.__getitem__) == label:
            outcome.count(f"{kind} {where}, read correctly")


def _judge(outcome: Outcome, how: str, sheet: SimulatedSheet, found: SheetReading, where: str) -> None:
    right = found.hands == sheet.hands and found.totals == sheet.written
    outcome.count(f"{how} sheets")
    outcome.count(f"{how} sheets {found.certainty.value}")
    if found.certainty is Certainty.SURE:
        outcome.expect(right, f"{where}: sure, and wrong")
    elif found.certainty is Certainty.ONE_LOOK and not right:
        outcome.count(f"{how} sheets worth one look, and wrong")


def _whole(seed: int) -> Outcome:
    outcome, random = Outcome(), np.random.default_rng(seed)
    paper = (PageSize.A4, PageSize.LETTER)[seed % 2]
    _, page, layout = blank("mcr", paper)
    sheet = simulated(Random(seed))
    page = page.copy()
    write_sheet(page, layout, sheet, _writer(), random)
    wide = int(random.choice(_WIDTHS))
    grey, _ = photographed(page, DOTS, any_camera(random, wide=wide, high=wide * 4 // 3), random)
    began = time.process_time()
    codes = codes_in(grey)
    outcome.count("photographed sheets written")
    if not codes:
        outcome.count("photographed sheets without a code that is read")
        return outcome
    place = place_of(grey, codes[0].corners, layout)
    if place.share < LEAST_SHARE:
        outcome.count("photographed sheets that are not found")
        return outcome
    found = read_sheet(grey, place, ReadableSheet(layout, net_of, 0))
    outcome.count("milliseconds of one processor to find and read", round(1000 * (time.process_time() - began)))
    _judge(outcome, "photographed", sheet, found, f"sheet {seed}")
    return outcome


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    """Most sheets are found, and some are sure."""
    counts = whole.counts
    written, found = counts["photographed sheets written"], counts["photographed sheets"]
    wrong = []
    if written >= 20 and found < 0.95 * written:
        wrong.append(f"only {found} of {written} sheets were found")
    if counts["resampled sheets"] >= 1000 and not counts["resampled sheets sure"]:
        wrong.append("no sheet is sure")
    return tuple(wrong)


PART = Part(
    name="photo",
    title="Photographed score sheets",
    brief="A sheet that is read from a photograph and called sure is right.",
    covers=("reports/photos",),
    promise="Random sheets are made of cells that were read in simulated photographs, and whole sheets are written, "
    "photographed in simulation and read. Some players add wrongly. A sheet that is called sure says what was written. "
    "Handwriting and photographs are simulated; no real hall has been measured.",
    cases=_PAGES + _WHOLE,
    short=8,
    run=run,
    counted="pages and photographs",
    enough=_enough,
)
