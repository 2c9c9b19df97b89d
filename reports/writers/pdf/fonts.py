"""The fonts of paper: Inter with tabular figures, Chinese by fallback, run by run.

The PDF library knows neither OpenType features nor fallback, so the figures of the shipped font are
tabular to begin with, and every text is split into runs of one font. A character that no shipped
font has is printed as a box.
"""

import unicodedata
from enum import Enum
from functools import lru_cache
from threading import Lock

import assets
from reports.writers.wording import one_line

BOX = "□"
ELLIPSIS = "…"
_OPENING, _CLOSING = "（“‘《[(", "，。：；、！？）”’》…])%"
"""Chinese keeps the first on the line of what follows, the second on that of what went before."""
FALLBACK = "DroidSansFallback-Subset"
_registering = Lock()


class Weight(Enum):
    """A weight of Inter; the value is its file."""

    REGULAR = "InterTabular-Regular"
    MEDIUM = "InterTabular-Medium"
    SEMIBOLD = "InterTabular-SemiBold"
    BOLD = "InterTabular-Bold"


Run = tuple[str, str]
"""Name of a font and the text to set in it."""


def registered(weight: Weight) -> str:
    """Name of the font of ``weight``, known to the PDF library from now on."""
    _covered(weight.value)
    return weight.value


@lru_cache(maxsize=20_000)
def runs(text: str, weight: Weight) -> tuple[Run, ...]:
    """Split ``text``, cleaned to one line, into runs that one font can print."""
    latin, fallback = _covered(weight.value), _covered(FALLBACK)
    clean = unicodedata.normalize("NFC", one_line(text))
    if latin.issuperset(map(ord, clean)):
        return ((weight.value, clean),) if clean else ()
    split: list[tuple[str, list[str]]] = []
    for sign in clean:
        if unicodedata.category(sign) == "Cf":
            continue
        font = weight.value
        if ord(sign) not in latin:
            font, sign = (FALLBACK, sign) if ord(sign) in fallback else (font, BOX)
        if not split or split[-1][0] != font:
            split.append((font, []))
        split[-1][1].append(sign)
    return tuple((font, "".join(signs)) for font, signs in split)


@lru_cache(maxsize=20_000)
def em_width(text: str, weight: Weight) -> float:
    """Width of ``text`` in ems: multiply by the size."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(sum(stringWidth(part, font, 1) for font, part in runs(text, weight)))


def width(text: str, weight: Weight, size: float) -> float:
    """Width of ``text`` in points."""
    return em_width(text, weight) * size


def cut(text: str, weight: Weight, size: float, room: float) -> str:
    """``text`` if it fits into ``room`` points, else its beginning and an ellipsis."""
    if width(text, weight, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, weight, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def wrap(text: str, weight: Weight, size: float, room: float, *, lines: int) -> tuple[str, ...]:
    """Break ``text`` into at most ``lines`` lines of ``room`` points; what is left over is cut.

    Chinese breaks between any two characters, but not before a closing sign or after an opening one.
    """
    text = one_line(text)
    if width(text, weight, size) <= room:
        return (text,)
    made: list[str] = []
    rest = text
    while rest and len(made) < lines - 1:
        line = _first_line(rest, weight, size, room)
        made.append(line.rstrip())
        rest = rest[len(line) :].lstrip()
    return (*made, cut(rest, weight, size, room)) if rest else tuple(made)


def _first_line(text: str, weight: Weight, size: float, room: float) -> str:
    """The longest beginning that ends where a line may end; a word without such a place is broken."""
    if width(text, weight, size) <= room:
        return text
    best = 0
    for end, sign in enumerate(text):
        if sign == " " and width(text[:end], weight, size) <= room:
            best = end
        elif sign == "-" and width(text[: end + 1], weight, size) <= room:
            best = end + 1
        elif end and _parts(text[end - 1], sign) and width(text[:end], weight, size) <= room:
            best = end
    if best:
        return text[:best]
    fitting = next((end for end in range(len(text), 1, -1) if width(text[:end], weight, size) <= room), 1)
    return text[:fitting]


def _parts(before: str, after: str) -> bool:
    """Whether a line may end between two signs without a space, because one of them is Chinese."""
    chinese = _is_chinese(before) or _is_chinese(after)
    return chinese and before not in _OPENING and after not in _CLOSING and " " not in (before, after)


def _is_chinese(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


@lru_cache
def _covered(name: str) -> frozenset[int]:
    """The characters of a shipped font, which is registered by this."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    with _registering:
        font = TTFont(name, str(assets.path("fonts", f"{name}.ttf")))
        pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)
