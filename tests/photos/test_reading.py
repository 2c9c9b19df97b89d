"""A sheet written by a program, photographed in simulation, and read again: all modules together."""

import numpy as np

from reports.photos import net
from reports.photos.cells import LEAST_INK, SIDE, centred, cut_out, light_of
from reports.photos.deciding import Certainty
from reports.photos.finding import codes_in, place_of
from reports.photos.reading import ReadableSheet, read_sheet
from reports.writers.paper import PageSize
from tests.photos.handwriting import drawn_digit, struck_out
from tests.photos.photographs import Array, Camera, photographed
from tests.photos.random_sheets import SimulatedSheet, net_of
from tests.photos.test_deciding import HANDS, TOTALS
from tests.photos.test_finding import DOTS, blank
from tests.photos.written_sheets import stroke_writer, write_sheet


def written_sheet(random: np.random.Generator) -> tuple[Array, ReadableSheet]:
    _, page, layout = blank("mcr", PageSize.A4)
    page = page.copy()
    hands = (*HANDS, *(None,) * (len(layout.hands) - len(HANDS)))
    write_sheet(page, layout, SimulatedSheet(hands, TOTALS, (), ()), stroke_writer, random)
    return page, ReadableSheet(layout, net_of, 0)


def test_a_written_sheet_is_read_from_its_photograph() -> None:
    """Winners and discarders are read; and what is called sure is what was written."""
    random = np.random.default_rng(3)
    page, sheet = written_sheet(random)
    picture, _ = photographed(page, DOTS, Camera(turn=8, tilt=(9, -6), curl=2, shadow=0.3), random)
    (found,) = codes_in(picture)
    reading = read_sheet(picture, place_of(picture, found.corners, sheet.layout), sheet)
    assert len(reading.hands) == 16
    for read, hand in zip(reading.hands, (*HANDS, *(None,) * 12), strict=True):
        assert (read is None) == (hand is None)
        if read is not None and hand is not None:
            assert (read.winner, read.discarder) == (hand.winner, hand.discarder)
    if reading.certainty is not Certainty.IN_DOUBT:
        assert reading.hands[:4] == HANDS
        assert reading.totals == TOTALS
    assert not any(doubt.field == "penalties" for doubt in reading.doubts)


def test_an_empty_box_is_empty_and_a_written_one_is_not() -> None:
    random = np.random.default_rng(4)
    page, sheet = written_sheet(random)
    picture, _ = photographed(page, DOTS, Camera(), random)
    (found,) = codes_in(picture)
    place, light = place_of(picture, found.corners, sheet.layout), light_of(picture)
    first, second, third = (cut_out(light, place, box) for box in sheet.layout.hands[0].points.digits)
    assert first.empty
    assert second.ink > 3 * LEAST_INK
    assert third.ink > 3 * LEAST_INK
    assert third.picture.shape == (SIDE, SIDE)


def test_what_is_written_is_scaled_and_centred() -> None:
    ink = np.zeros((60, 40))
    ink[5:45, 22:28] = 1.0
    picture = centred(ink)
    rows, columns = np.flatnonzero(picture.max(axis=1) > 0.3), np.flatnonzero(picture.max(axis=0) > 0.3)
    assert len(rows) == 20
    assert abs(rows.mean() - (SIDE - 1) / 2) <= 0.5
    assert abs(columns.mean() - (SIDE - 1) / 2) <= 1.0
    assert not centred(np.zeros((60, 40))).any()


def test_the_net_knows_the_digits_of_the_tests() -> None:
    """Drawn by strokes: most are read, and the probabilities of each add up to one."""
    random = np.random.default_rng(5)
    digits = np.arange(200) % 10
    pictures = np.array([centred(drawn_digit(int(digit), random) / 255) for digit in digits])
    chances = net.probabilities(pictures)
    assert chances.shape == (200, net.CLASSES)
    assert np.allclose(chances.sum(axis=1), 1)
    assert np.mean(chances.argmax(axis=1) == digits) > 0.9
    crossed = np.array([centred(struck_out(drawn_digit(int(digit), random), random) / 255) for digit in digits])
    assert np.mean(net.probabilities(crossed).argmax(axis=1) == net.STRUCK) > 0.7
    assert net.probabilities(pictures[:0]).shape == (0, net.CLASSES)
