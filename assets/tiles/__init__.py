"""The tile set: one SVG file a tile, in two drawings; ``docs/tiles.md`` tells how they are made.

A face is named by the notation: ``1m`` … ``9m``, ``1s`` … ``9s``, ``1p`` … ``9p``, ``E`` ``S`` ``W`` ``N``,
``C`` ``F`` ``P``, the flowers ``a`` … ``h``; besides ``W-fr`` (West with the O of *Ouest*), ``back`` and ``blank``.
"""

from pathlib import Path

import assets

WIDTH, HEIGHT = 72, 96
"""The field of every drawing, in its own units."""
FULL_FROM = 40
"""From this height in pixels the full drawing is used, below it the small cut."""
WINDS = ("E", "S", "W", "N")
DRAGONS = ("C", "F", "P")
FLOWERS = tuple("abcdefgh")
"""Plum, orchid, chrysanthemum, bamboo; spring, summer, autumn, winter."""
WEST_IN_FRENCH, BACK, BLANK = "W-fr", "back", "blank"
KINDS = (*(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)), *WINDS, *DRAGONS)
"""The 34 kinds in tile order."""
FACES = (*KINDS, *FLOWERS, WEST_IN_FRENCH, BACK, BLANK)
"""Every face there is."""
FULL, SMALL = "full", "small"
"""The two drawings, and the folders they are in."""


def file_name(face: str) -> str:
    """The file of a face. Flowers get a longer name: some file systems take ``c.svg`` for ``C.svg``."""
    return f"flower-{face}.svg" if face in FLOWERS else f"{face}.svg"


def file_of(face: str, *, high: float) -> Path:
    """The file to draw a face from at a height of ``high`` pixels; FileNotFoundError for an unknown face."""
    return assets.path("tiles", FULL if high >= FULL_FROM else SMALL, file_name(face))
