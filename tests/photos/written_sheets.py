"""Blank sheets filled in by a program: digits of a writer, and strokes for ticks and signs."""

import numpy as np

from reports.writers.pdf.score_sheet_layout import NumberBoxes, SheetBox, SheetLayout
from tests.photos.cut_digits import DOTS, Writer, write_into
from tests.photos.handwriting import drawn_digit
from tests.photos.photographs import Array
from tests.photos.random_sheets import SimulatedSheet

Stroke = tuple[tuple[float, float], tuple[float, float]]
"""From and to parts of a box."""
MINUS: Stroke = ((0.2, 0.5), (0.8, 0.5))
UPRIGHT: Stroke = ((0.5, 0.25), (0.5, 0.75))
SLASH: Stroke = ((0.2, 0.15), (0.8, 0.85))


def stroke_writer(digit: int, random: np.random.Generator) -> tuple[Array, str]:
    """Digits drawn by strokes."""
    return drawn_digit(digit, random), "strokes"


def write_sheet(
    page: Array, layout: SheetLayout, sheet: SimulatedSheet, writer: Writer, random: np.random.Generator
) -> None:
    """Write the hands and totals onto a page of :data:`DOTS` dots a point."""
    for boxes, hand in zip(layout.hands, sheet.hands, strict=True):
        if hand is None:
            continue
        write_number(page, boxes.points, hand.points, writer, random)
        for column, ticks in ((hand.winner, boxes.won), (hand.discarder, boxes.discarder)):
            if column is not None:
                mark_in(page, ticks[column], _unsteady(SLASH, random))
    for number, total in zip(layout.totals, sheet.written, strict=True):
        write_number(page, number, total, writer, random)
        if number.sign is not None and total > 0 and random.random() < 0.3:
            for stroke in (MINUS, UPRIGHT):
                mark_in(page, number.sign, _unsteady(stroke, random))


def write_number(page: Array, number: NumberBoxes, value: int, writer: Writer, random: np.random.Generator) -> None:
    """Write a number that ends in the last box, with its minus."""
    text = str(abs(value) // number.unit)
    for box, digit in zip(number.digits[-len(text) :], text, strict=True):
        write_into(page, box, writer(int(digit), random)[0], random)
    if number.sign is not None and value < 0:
        mark_in(page, number.sign, _unsteady(MINUS, random))


def mark_in(page: Array, box: SheetBox, stroke: Stroke) -> None:
    """A straight stroke, from and to parts of the box."""
    (x1, y1), (x2, y2) = stroke
    for part in np.linspace(0, 1, 60):
        x = box.left + box.wide * (x1 + (x2 - x1) * part)
        y = page.shape[0] / DOTS - box.bottom - box.high * (y1 + (y2 - y1) * part)
        row, column = round(y * DOTS), round(x * DOTS)
        page[row - 2 : row + 2, column - 2 : column + 2] = 40


def _unsteady(stroke: Stroke, random: np.random.Generator) -> Stroke:
    (x1, y1), (x2, y2) = stroke
    a, b, c, d = (float(each) for each in random.normal(0, 0.06, 4))
    return (x1 + a, y1 + b), (x2 + c, y2 + d)
