"""Outlines of letters, figures and Chinese characters, kept in ``outlines.json`` so that no font is needed.

:mod:`assets.tiles.drawing.trace` makes that file.
"""

import json
from functools import lru_cache
from pathlib import Path

from assets.tiles.drawing.outline import Outline, outline

KEPT = Path(__file__).resolve().parent / "outlines.json"
INDEX, INDEX_BOLD = "Inter SemiBold", "Inter Bold"
BOLD, BLACK = "Noto Serif CJK TC Bold", "Noto Serif CJK TC Black"
SANS = "Noto Sans CJK TC Bold"
WANTED = {
    INDEX: "123456789ESWNOCFP",
    INDEX_BOLD: "123456789ESWNOCFP",
    BOLD: "一二三四五六七八九東南西北梅蘭菊竹春夏秋冬",
    BLACK: "萬中發",
    SANS: "万東南西北中发",
}
"""What is kept of each font."""


def glyph(font: str, sign: str) -> Outline:
    """The outline of a sign in units of its font, y down from the base line; KeyError for a sign not kept."""
    return outline(_kept()[font][sign])


@lru_cache(maxsize=1)
def _kept() -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return kept
