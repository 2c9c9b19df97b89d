"""Draws the whole tile set: every face in two drawings, as SVG files beside this one.

    python -m assets.tiles.build

The same program gives the same bytes; it reads no fonts, only their outlines kept in ``drawing/outlines.json``.
"""

from pathlib import Path

from assets.tiles import (
    BACK,
    BLANK,
    DRAGONS,
    FACES,
    FLOWERS,
    FULL,
    HEIGHT,
    SMALL,
    WEST_IN_FRENCH,
    WIDTH,
    WINDS,
    file_name,
)
from assets.tiles.drawing import flowers, honours, small, suits
from assets.tiles.drawing.body import back, face, index, large_index
from assets.tiles.drawing.shapes import BLACK, BLUE, GREEN, RED, Elements

HERE = Path(__file__).resolve().parent
_SUIT_INKS = {"m": RED, "s": GREEN, "p": BLUE}
_DRAGON_INKS = {"C": RED, "F": GREEN, "P": BLUE}


def main() -> None:
    """Write every file."""
    for name, text in files().items():
        target = HERE / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


def files() -> dict[str, str]:
    """Every file by its name below this folder, ``full/5m.svg`` for instance."""
    drawings = ((FULL, full_drawing), (SMALL, small_cut))
    return {f"{folder}/{file_name(name)}": _svg(draw(name)) for folder, draw in drawings for name in FACES}


def full_drawing(name: str) -> Elements:
    """The drawing for 40 pixels and more."""
    if name in (BACK, BLANK):
        return back() if name == BACK else face()
    return *face(), index(*_index_of(name)), *_art(name)


def small_cut(name: str) -> Elements:
    """The drawing for less than 40 pixels."""
    if name in (BACK, BLANK):
        return back(small=True) if name == BACK else face(small=True)
    return *face(small=True), large_index(*_index_of(name)), *_mark(name)


def _index_of(name: str) -> tuple[str, str]:
    """The sign in the corner and its ink."""
    if name == WEST_IN_FRENCH:
        return "O", BLACK
    if name in FLOWERS:
        return str(FLOWERS.index(name) % 4 + 1), flowers.ink_of(name)
    if name in WINDS:
        return name, BLACK
    return (name, _DRAGON_INKS[name]) if name in DRAGONS else (name[0], _SUIT_INKS[name[1]])


def _art(name: str) -> Elements:
    if name in FLOWERS:
        return flowers.flower(name)
    if name in DRAGONS:
        return {"C": honours.red, "F": honours.green, "P": honours.white}[name]()
    if name[0] in WINDS:
        return honours.wind(name[0])
    return {"m": suits.characters, "s": suits.bamboos, "p": suits.dots}[name[1]](int(name[0]))


def _mark(name: str) -> Elements:
    if name in FLOWERS:
        return small.flower(name)
    if name in DRAGONS:
        return small.dragon(name)
    if name[0] in WINDS:
        return small.wind(name[0])
    return {"m": small.characters, "s": small.bamboos, "p": small.dots}[name[1]]()


def _svg(elements: Elements) -> str:
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *elements, "</svg>", ""))


if __name__ == "__main__":
    main()
