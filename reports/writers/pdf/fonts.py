"""The fonts of paper: Inter with tabular figures, Noto Sans SC, and one for each other script that names can have.

A line is split into runs of one font and one direction, ordered as on paper, and shaped. The figures of the shipped
font are tabular by default. A character that no shipped font has is printed as a box.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, pairwise
from math import inf

import assets
from reports.writers.pdf.bidi import in_visual_order, is_left_to_right
from reports.writers.wording import one_line
from tournament.language.languages import FIRST_STRONG_ISOLATE, POP_ISOLATE

BOX = "□"
ELLIPSIS = "…"
_OPENING, _CLOSING = "（“‘《[(", "，。：；、！？）”’》…])%"
"""Chinese keeps the first group on the line of the following character, the second on that of the preceding one."""
FALLBACK = "DroidSansFallback-Subset"
"""Rare Chinese characters of names, in a single weight."""
_HANGUL = "HangulSquare-Regular"
_EMOJI = "NotoEmoji-Regular"
_SHAPED = (
    *("NotoSansArabic-Regular", "NotoSansHebrew-Regular", "NotoSansDevanagari-Regular", "NotoSansThai-Regular"),
    *("NotoSansArmenian-Regular", "NotoSansBengali-Regular", "NotoSansEthiopic-Regular", "NotoSansGeorgian-Regular"),
    *("NotoSansGujarati-Regular", "NotoSansGurmukhi-Regular", "NotoSansKannada-Regular", "NotoSansKhmer-Regular"),
    *("NotoSansLao-Regular", "NotoSansMalayalam-Regular", "NotoSansMyanmar-Regular", "NotoSansSinhala-Regular"),
    *("NotoSansTamil-Regular", "NotoSansTelugu-Regular", _EMOJI),
)
_NOTHING = "\u200b"
"""Stands for the text of a glyph whose letters were given to the glyphs before it, since each glyph needs a text."""
_JOINERS = "\u200c\u200d"
"""They separate and join letters of a name, and join several into one emoji; all other format characters are
removed."""


_ISOLATES = FIRST_STRONG_ISOLATE + POP_ISOLATE
"""They isolate a stretch while a line is ordered; no font draws them."""
_NO_FONT = ""
_ASCII = "".join(map(chr, range(0x20, 0x7F)))
"""Inter sets all of it simply."""


class Weight(Enum):
    """A weight of Inter; the value is its file."""

    REGULAR = "InterTabular-Regular"
    MEDIUM = "InterTabular-Medium"
    SEMIBOLD = "InterTabular-SemiBold"
    BOLD = "InterTabular-Bold"

    __hash__ = object.__hash__  # Enum's own looks up the name each time


INTER = frozenset(weight.value for weight in Weight)
_CHINESE = {
    Weight.REGULAR: "NotoSansSC-Regular",
    Weight.MEDIUM: "NotoSansSC-Regular",
    Weight.SEMIBOLD: "NotoSansSC-Bold",
    Weight.BOLD: "NotoSansSC-Bold",
}
"""Common Chinese and Japanese."""
OF_A_WEIGHT = INTER | {*_CHINESE.values()}
"""Fonts that are as heavy as the weight they are used for; the others have one weight."""
_CHAINS = {weight: (chinese, FALLBACK, _HANGUL, *_SHAPED) for weight, chinese in _CHINESE.items()}
"""By weight: searched in this order for characters that Inter does not have."""


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one font and direction, in reading order."""

    font: str
    text: str
    right_to_left: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """One glyph on the line; lengths in ems."""

    number: int
    text: str
    """The text it represents."""
    wide: float
    """Of the glyph alone."""
    advance: float
    across: float
    up: float
    """Offset from its place on the line."""


@dataclass(frozen=True, slots=True)
class ShapedRun:
    """A run as glyphs from left to right."""

    run: Run
    glyphs: tuple[Glyph, ...]
    shaped: bool
    """True if the glyphs are not one per character in reading order: their text must be given separately."""
    placed: bool
    """True if they do not simply follow one another on the line."""

    @property
    def wide(self) -> float:
        """In ems."""
        return sum(glyph.advance for glyph in self.glyphs)


class FontFile:
    """A shipped font, loaded on first use."""

    def __init__(self, name: str) -> None:
        from uharfbuzz import Blob, Face, Font

        folder = ("fonts",) if name in OF_A_WEIGHT or name == FALLBACK else ("fonts", "scripts")
        self.name = name
        self.face: Face = Face(Blob.from_file_path(str(assets.path(*folder, f"{name}.ttf"))))
        self.font: Font = Font(self.face)
        self._plain: dict[str, Glyph | None] = {}
        self._simple: set[str] = set()
        self._widths: dict[str, float] = {}
        if name in INTER:
            self.sets_simply(_ASCII)

    @cached_property
    def shapes(self) -> bool:
        """Whether its glyphs depend on their neighbours."""
        return self.name in _SHAPED

    def shapes_in(self, text: str) -> bool:
        """Whether they do in ``text``: in Inter only if an accent is a separate character."""
        return self.shapes or (self.name in INTER and any(map(unicodedata.combining, text)))

    @cached_property
    def em(self) -> int:
        """Units in an em."""
        return int(self.face.upem)

    @cached_property
    def line_high(self) -> float:
        """From line to line in ems: 1.2, or more in a script whose letters reach further up or down."""
        if not self.shapes or self.name == _EMOJI:
            return 1.2
        extents = self.font.get_font_extents("ltr")
        return min(max(1.2, float(extents.ascender - extents.descender) / self.em), 1.6)

    def glyph(self, sign: str) -> Glyph | None:
        """The glyph of a single character; None if the font has none."""
        try:
            return self._plain[sign]
        except KeyError:
            number = self.font.get_nominal_glyph(ord(sign))
            made = None
            if number:
                wide = self.wide(number)
                made = Glyph(number, sign, wide, wide, 0.0, 0.0)
            return self._plain.setdefault(sign, made)

    def sets_simply(self, text: str) -> bool:
        """Whether ``text`` is one glyph per character, from left to right, and breaks lines only at spaces and hyphens.

        This is true for nearly all text; called very often.
        """
        if text.isascii() and self._simple:
            return True
        found = set(text)
        if found <= self._simple:
            return True
        for sign in found - self._simple:
            if self.shapes or unicodedata.combining(sign) or unicodedata.category(sign) == "Cf" or _is_chinese(sign):
                return False
            glyph = self.glyph(sign)
            if glyph is None or not is_left_to_right(sign):
                return False
            self._widths[sign] = glyph.advance
            self._simple.add(sign)
        return True

    def widths(self, text: str) -> Iterator[float]:
        """Widths in ems of the glyphs of simple text."""
        return map(self._widths.__getitem__, text)

    def wide(self, number: int) -> float:
        """Width of a glyph in ems."""
        return float(self.font.get_glyph_h_advance(number)) / self.em

    def shape(self, run: Run) -> tuple[Glyph, ...]:
        """The glyphs of ``run``."""
        if not self.shapes_in(run.text):
            return tuple(glyph for glyph in map(self.glyph, run.text) if glyph is not None)
        from uharfbuzz import Buffer, shape

        buffer = Buffer()
        buffer.add_str(run.text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if run.right_to_left else "ltr"
        shape(self.font, buffer)
        infos, em = buffer.glyph_infos, self.em
        texts = _shared_out(run.text, [info.cluster for info in infos])
        made = []
        for info, text, position in zip(infos, texts, buffer.glyph_positions, strict=True):
            lengths = (position.x_advance / em, position.x_offset / em, position.y_offset / em)
            made.append(Glyph(info.codepoint, text, self.wide(info.codepoint), *lengths))
        return tuple(made)


def _shared_out(text: str, starts: list[int]) -> list[str]:
    """The text of each glyph: one character of its cluster each; the last has the rest."""
    ends = dict(pairwise((*sorted(set(starts)), len(text))))
    found = []
    for index, start in enumerate(starts):
        left = starts[index + 1 :].count(start)
        taken = text[start : ends[start]][starts[:index].count(start) :]
        found.append(taken[:1] if left else taken)
    return [each or _NOTHING for each in found]


@lru_cache
def font_file(name: str) -> FontFile:
    """The shipped font of that name."""
    return FontFile(name)


def cleaned(text: str) -> str:
    """``text`` on one line, with letters and accents composed, and without format characters that no font draws."""
    return _without_format(text, kept=_JOINERS)


def _without_format(text: str, *, kept: str) -> str:
    clean = unicodedata.normalize("NFC", one_line(text))
    if clean.isascii():
        return clean
    return "".join(_in_letters(sign) for sign in clean if sign in kept or unicodedata.category(sign) != "Cf")


def _in_letters(sign: str) -> str:
    """A Latin ligature or digraph that is one character, such as ﬃ or Ǆ, as letters that fonts have."""
    if unicodedata.decomposition(sign).startswith("<compat>") and unicodedata.name(sign, "").startswith("LATIN"):
        return unicodedata.normalize("NFKC", sign)
    return sign


@lru_cache(maxsize=20_000)
def simple(text: str, weight: Weight) -> str | None:
    """``text`` on one line if Inter sets all of it, one glyph per character from left to right; otherwise None."""
    clean = one_line(text)
    if not clean.isascii():
        clean = unicodedata.normalize("NFC", clean)
    return clean if font_file(weight.value).sets_simply(clean) else None


@lru_cache(maxsize=20_000)
def runs(text: str, weight: Weight) -> tuple[Run, ...]:
    """Split ``text``, cleaned to one line, into runs from left to right on paper."""
    main = font_file(weight.value)
    clean = _without_format(text, kept=_JOINERS + _ISOLATES)
    if all(map(main.glyph, clean)):
        return (Run(weight.value, clean),) if clean else ()
    fonts: list[str] = []
    signs: list[str] = []
    before = weight.value
    for cluster in clusters(clean):
        if cluster in _ISOLATES:
            fonts.append(_NO_FONT)
            signs.append(cluster)
            continue
        before = _font_of(cluster, weight, before)
        font = font_file(before)
        for sign in cluster:
            if not font.shapes and _ignorable(sign):
                continue
            known = font.glyph(sign) is not None or _ignorable(sign)
            fonts.append(before if known else weight.value)
            signs.append(sign if known or main.glyph(sign) else BOX)
    clean = "".join(signs)
    placed = ((index, 0) for index in range(len(clean))) if is_left_to_right(clean) else in_visual_order(clean)
    found: list[Run] = []
    for (font_name, level), signs_of_run in groupby(placed, key=lambda place: (fonts[place[0]], place[1])):
        if font_name != _NO_FONT:
            found.append(_run(font_name, level, "".join(clean[index] for index, _ in signs_of_run)))
    return tuple(found)


def _run(font: str, level: int, shown: str) -> Run:
    """The run of characters that are ``shown`` in this order from left to right."""
    if level % 2 == 0:
        return Run(font, shown)
    if font_file(font).shapes:
        return Run(font, shown[::-1], right_to_left=True)
    from bidi.mirror import MIRRORED

    # These fonts are drawn from left to right, so a bracket that opens to the left must be another character.
    pairs = ((MIRRORED.get(sign, sign), sign) for sign in shown)
    return Run(font, "".join(turned if font_file(font).glyph(turned) else sign for turned, sign in pairs))


def _font_of(cluster: str, weight: Weight, before: str) -> str:
    """The font that has all of ``cluster``; a space or punctuation stays in the font before it."""
    main, chain = font_file(weight.value), _CHAINS[weight]
    inside = [sign for sign in cluster if not _ignorable(sign)]
    emoji = "\ufe0f" in cluster
    if before != main.name and not emoji and not cluster[0].isalnum():
        font = font_file(before)
        if font.shapes and font.name != _EMOJI and all(map(font.glyph, inside)):
            return before
    if not emoji and all(map(main.glyph, inside)):
        return main.name
    for name in reversed(chain) if emoji else chain:
        if all(map(font_file(name).glyph, inside)):
            return name
    for name in chain:
        if font_file(name).glyph(cluster[0]):
            return name
    return main.name


def _ignorable(sign: str) -> bool:
    """Joiners and variation selectors."""
    return sign in _JOINERS or "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def clusters(text: str) -> Iterator[str]:
    """Grapheme clusters, which may not be split: a letter with its marks, an emoji of several characters."""
    start = 0
    for index in range(1, len(text)):
        if _begins(text, start, index):
            yield text[start:index]
            start = index
    if text:
        yield text[start:]


def _begins(text: str, start: int, index: int) -> bool:
    """Whether a new cluster begins at ``index``; the one before began at ``start``."""
    sign, before = text[index], text[index - 1]
    if sign.isascii():
        return True
    if unicodedata.category(sign) in ("Mn", "Mc", "Me") or sign in _JOINERS or "\U0001f3fb" <= sign <= "\U0001f3ff":
        return False
    if before == "\u200d" or unicodedata.combining(before) == 9:  # a virama joins two letters
        return False
    return not (index - start == 1 and _is_flag_letter(sign) and _is_flag_letter(before))


def _is_flag_letter(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


@lru_cache(maxsize=20_000)
def shaped(text: str, weight: Weight) -> tuple[ShapedRun, ...]:
    """``text`` as glyphs, from left to right."""
    found = runs(text, weight)
    reordered = any(run.right_to_left for run in found) or not is_left_to_right(text)
    made = []
    for run in found:
        file = font_file(run.font)
        shapes = file.shapes_in(run.text)
        made.append(ShapedRun(run, file.shape(run), shaped=reordered or shapes, placed=shapes))
    return tuple(made)


@lru_cache(maxsize=20_000)
def em_width(text: str, weight: Weight) -> float:
    """Width of ``text`` in ems; multiply by the size."""
    clean = simple(text, weight)
    if clean is not None:
        return sum(font_file(weight.value).widths(clean), 0.0)
    return sum(run.wide for run in shaped(text, weight))


def width(text: str, weight: Weight, size: float) -> float:
    """Width of ``text`` in points."""
    return em_width(text, weight) * size


def line_high(text: str, weight: Weight) -> float:
    """From line to line in ems: what the tallest script in ``text`` needs."""
    return max((font_file(run.font).line_high for run in runs(text, weight)), default=1.2)


def fitting(text: str, weight: Weight, size: float, room: float, *, least: float) -> float:
    """The size in which ``text`` fits into ``room`` points, from ``size`` down to ``least``."""
    return max(least, min(size, size * room / max(1.0, width(text, weight, size))))


def fitted_lines(
    parts: Sequence[str],
    weight: Weight,
    sizes: Sequence[float],
    room: float,
    *,
    high: float = inf,
    lines: int = 99,
    readable: float = 0.0,
) -> tuple[float, tuple[str, ...]]:
    """``parts``, each on lines of its own, in the first of the descending ``sizes`` in which they are complete.

    They are not wider than ``room`` nor higher than ``high`` points, and have at most so many ``lines``. Words are
    broken only where the smallest size from ``readable`` on does not help: first at their hyphens, also in sizes down
    to half of that, then between any letters, in no larger size than ``readable``. If nothing helps, lines are
    left out, and the last one ends with an ellipsis.
    """
    parts = [one_line(part) for part in parts if part.strip()]
    words = [word for part in parts for word in part.split()]
    pieces = [piece for word in words for piece in word.replace("-", "- ").split()]
    words_wide, pieces_wide = (max((em_width(each, weight) for each in some), default=0.0) for some in (words, pieces))
    large = [size for size in sizes if size >= readable]
    half = [size for size in sizes if readable > size >= readable / 2]
    broken = [size for size in sizes if not readable or size <= readable]
    for tried, widest in ((large, words_wide), (large, pieces_wide), (half, pieces_wide), (broken, 0.0)):
        for size in tried:
            if widest > room / size:
                continue
            made = tuple(line for part in parts for line in wrap(part, weight, size, room, lines=lines + 1))
            if len(made) <= lines and sum(line_high(line, weight) for line in made) * size <= high:
                return size, made
    size, kept = sizes[-1], list[str]()
    whole = [line for part in parts for line in wrap(part, weight, size, room, lines=lines)]
    for line in whole:
        fits = sum(line_high(each, weight) for each in (*kept, line)) * size <= high
        if len(kept) == lines or (kept and not fits):
            kept[-1] = cut(kept[-1] + ELLIPSIS, weight, size, room)
            break
        kept.append(line)
    return size, tuple(kept)


def cut(text: str, weight: Weight, size: float, room: float) -> str:
    """``text`` if it fits into ``room`` points, otherwise its beginning and an ellipsis."""
    if width(text, weight, size) <= room:
        return text
    ends = _ends(text)
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[: ends[middle]].rstrip() + ELLIPSIS, weight, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[: ends[low]].rstrip() + ELLIPSIS


def _ends(text: str) -> list[int]:
    """The places where ``text`` may be cut: between two clusters."""
    ends = [0]
    for cluster in clusters(text):
        ends.append(ends[-1] + len(cluster))
    return ends


@lru_cache(maxsize=20_000)  # names recur from row to row, and a table is laid out in several sizes
def wrap(text: str, weight: Weight, size: float, room: float, *, lines: int) -> tuple[str, ...]:
    """Break ``text`` into at most ``lines`` lines of ``room`` points; the rest is cut off.

    Chinese breaks between any two characters, but not before a closing or after an opening character.
    """
    text = one_line(text)
    if not text:
        return ("",)
    made: list[str] = []
    rest = text
    while rest and len(made) < lines - 1:
        line = _first_line(rest, weight, size, room)
        made.append(line.rstrip())
        rest = rest[len(line) :].lstrip()
    return (*made, cut(rest, weight, size, room)) if rest else tuple(made)


def _first_line(text: str, weight: Weight, size: float, room: float) -> str:
    """The longest beginning that ends at a permitted break; a word without one is broken."""
    text = _too_long(text, weight, size, room)
    if width(text, weight, size) <= room:
        return text
    if simple(text, weight) == text:
        ends_of_signs = tuple(accumulate(font_file(weight.value).widths(text)))
        fits = bisect_right(ends_of_signs, room, key=lambda wide: wide * size)
        hyphen = text.rfind("-", 1, fits)
        while hyphen > 0 and text[hyphen - 1] == " ":
            hyphen = text.rfind("-", 1, hyphen)
        best = max(text.rfind(" ", 0, fits + 1), hyphen + 1, 0)  # no line ends with the hyphen that begins a word
        return text[:best] or _longest(text, _ends(text)[2:], weight, size, room) or text[: _ends(text)[1]]
    places = [place for place in map(_place_after, range(len(text)), pairwise(f" {text}")) if place]
    line = _longest(text, places, weight, size, room)
    return line or _longest(text, _ends(text)[2:], weight, size, room) or text[: _ends(text)[1]]


def _too_long(text: str, weight: Weight, size: float, room: float) -> str:
    """A beginning of ``text`` that is certainly longer than a line, so that the rest need not be measured."""
    long = 32
    while long < len(text) and width(text[:long], weight, size) <= room:
        long *= 2
    return text[: long + 32]


def _place_after(index: int, signs: tuple[str, str]) -> int:
    """Where a line may end at the second of two characters, which is at ``index``; 0 if it may not."""
    before, sign = signs
    if sign == "-":
        return index + 1 if index and before != " " else 0
    return index if sign == " " or (index and _may_break_between(before, sign)) else 0


def _longest(text: str, places: list[int], weight: Weight, size: float, room: float) -> str:
    """The longest beginning of ``text`` up to one of ``places`` that fits; empty if none does.

    The pieces between places are measured, because they recur; whole lines only near the limit.
    """
    pieces = (width(text[start:end], weight, size) for start, end in pairwise((0, *places)))
    fitting = bisect_right(list(accumulate(pieces)), room)
    while fitting and width(text[: places[fitting - 1]], weight, size) > room:
        fitting -= 1
    while fitting < len(places) and width(text[: places[fitting]], weight, size) <= room:
        fitting += 1
    return text[: places[fitting - 1]] if fitting else ""


def _may_break_between(before: str, after: str) -> bool:
    """Whether a line may end between two characters without a space, because one of them is Chinese."""
    chinese = _is_chinese(before) or _is_chinese(after)
    return chinese and before not in _OPENING and after not in _CLOSING and " " not in (before, after)


def _is_chinese(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF" and not "\U0001f000" <= sign <= "\U0001faff"
