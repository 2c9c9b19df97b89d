"""A sheet is found in simulated photographs, turned and in perspective, and nowhere where it is not."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from reports.catalogue import ReportOptions
from reports.photos.finding import LEAST_SHARE, codes_in, place_of
from reports.sheets.code import event_key
from reports.sheets.score_sheets import score_sheets
from reports.writers.paper import PageSize
from reports.writers.pdf import write
from reports.writers.pdf.score_sheet_layout import SheetLayout, layout_of
from tests.examples.events import PRINTED, begun
from tests.photos.photographs import Array, any_camera, photographed
from tests.reports.writers.test_pdf_address import shown
from tournament.language import ENGLISH
from tournament.use_cases.view import View

DOTS = 4.0
MOST_OFF = 0.85
"""Points by which a box may be found beside its place: what a digit in it can bear."""


@cache
def blank(rules: str, paper: PageSize) -> tuple[View, Array, SheetLayout]:
    """An event, the page of one of its sheets, and where everything on it is."""
    view = begun(4, 1, rules=rules).view
    made = score_sheets(view, ReportOptions(PRINTED))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        write(made, path, ENGLISH, page_size=paper)
        page = shown(path, 0, DOTS)
    return view, page, layout_of(made.score_sheets[0], paper)


def centres(layout: SheetLayout) -> Array:
    boxes = [box for hand in layout.hands for box in (*hand.points.digits, *hand.won, *hand.discarder)]
    boxes += [box for total in layout.totals for box in total.digits]
    return np.array([(box.left + box.wide / 2, box.bottom + box.high / 2) for box in boxes])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(12))
def test_every_box_is_found_in_a_photograph(seed: int) -> None:
    random = np.random.default_rng(seed)
    paper = (PageSize.A4, PageSize.LETTER)[seed % 2]
    view, page, layout = blank(("mcr", "riichi-ema-2025")[seed // 2 % 2], paper)
    picture, true = photographed(page, DOTS, any_camera(random), random)
    (found,) = codes_in(picture)
    assert found.code == (event_key(view), 1, 1, 1, layout.kind.value, paper.name)
    place = place_of(picture, found.corners, layout)
    points = centres(layout)
    point = np.hypot(*(true(points + np.array([1.0, 0.0])) - true(points)).T).mean()
    off = np.hypot(*(place.pixels(points) - true(points)).T) / point
    assert place.share >= LEAST_SHARE
    assert off.max() < MOST_OFF


@pytest.mark.sampled(1)
@pytest.mark.parametrize("turned", [1, 2, 3])
def test_a_code_that_is_not_where_it_should_be_finds_no_sheet(turned: int) -> None:
    random = np.random.default_rng(5)
    _, page, layout = blank("mcr", PageSize.A4)
    picture, _ = photographed(page, DOTS, any_camera(random, wide=1200, high=1600), random)
    (found,) = codes_in(picture)
    assert place_of(picture, np.roll(found.corners, turned, axis=0), layout).share < LEAST_SHARE


def test_a_table_without_a_sheet_has_no_code() -> None:
    random = np.random.default_rng(6)
    empty = np.full((3368, 2381), 255, np.uint8)
    picture, _ = photographed(empty, DOTS, any_camera(random, wide=900, high=1200), random)
    assert codes_in(picture) == []
