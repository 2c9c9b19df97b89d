"""A screen of the hall as a web page: the slides that a projector shows, all of them, and what lets a browser go on.

A browser turns the pages and counts the seconds by itself, so it asks only when something else is to be seen, and goes
on while the server is away.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, assert_never
from unicodedata import east_asian_width
from urllib.parse import quote

from reports.code_matrix import QUIET, matrix_of
from reports.writers.site_page import template
from reports.writers.wording import one_line
from tournament.language import Language, Text, fraction_parts, fraction_text, mark
from ui.hall.gongs import audible_signals
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.lists_beside import MOST_NAMES, drawn_list, places_list
from ui.hall.slide_builder import HallSlides
from ui.hall.slides import (
    BlankSlide,
    CountdownSlide,
    DrawSlide,
    FigureSlide,
    Frame,
    ListSlide,
    MessageSlide,
    PictureSlide,
    RevealSlide,
    Slide,
    TableMinutes,
)
from ui.hall.sound_kinds import USUAL_SOUNDS

if TYPE_CHECKING:
    from markupsafe import Markup

SPONSORS = "/sponsors/"
_MOST_DOTS = 12
"""Pages shown as dots; above it their number is written."""
_MOST_TABLES = 7
"""Tables with a time of their own; of others there is the number."""
_MESSAGE_SIZES = (128, 112, 96, 84, 72, 64, 56, 48, 42, 36, 32, 28)
"""Type sizes of a message, where the screen is 1080 high; screen.css has a class for each."""
_MESSAGE_WIDE, _MESSAGE_HIGH = 1300, 780
"""Of the place for a message, on the narrowest screen."""
_LETTER, _WIDE_LETTER, _LINE = 0.58, 1.02, 1.25
"""Width and height of letters as shares of the type size."""
_UNBROKEN = re.compile(r"[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")
"""What no line ends within."""
_CODE_HIGH = 340
_WORDS = {
    "rehearsal": mark("Rehearsal"), "offline": mark("Not connected: this may be out of date"),
    "allow": mark("Tap to allow sound"), "allowed": mark("Sound is on: tap to turn it off"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BrowserScreen:
    """All that a browser shows of a screen."""

    screen: HallScreen
    slides: tuple[Slide, ...]
    frame: Frame
    zone: int
    """Seconds by which the clocks of the place are ahead of UTC."""
    signals: tuple[tuple[float, str], ...]
    """When something is to be heard, in seconds since 1970, and which sound; of several at once the first."""
    named: bool = False
    """It tells its name and the number of the browser."""


def browser_screen(
    slides: HallSlides, screen: HallScreen, state: HallState, now: datetime, *, old_news: Text | None = None
) -> BrowserScreen:
    """What ``screen`` shows ``now``, and all its other pages. Raises Refused if the event cannot be computed."""
    place = (now + slides.ahead).astimezone().utcoffset() or timedelta()
    sounds = USUAL_SOUNDS | dict(state.sounds)
    due = audible_signals(slides.view.state.clocks.values(), now)
    return BrowserScreen(
        screen,
        slides.slides(screen, state, now),
        slides.frame(now, old_news=old_news),
        round((place + slides.ahead).total_seconds()),
        tuple((time.timestamp(), sounds[kind]) for time, kind in due),
        state.tells_names(now),
    )


def standing(shown: BrowserScreen) -> BrowserScreen:
    """``shown`` without what a browser counts by itself: the same as long as it need not ask again."""
    return replace(shown, frame=replace(shown.frame, time=""), slides=tuple(map(_standing, shown.slides)))


Drawn = dict[tuple[ListSlide, bool, str], "Markup"]
"""Lists as HTML, by the list, whether it is large, and the language."""


def screen_page(
    shown: BrowserScreen,
    now: datetime,
    version: int,
    language: Language,
    stamps: dict[str, str],
    drawn: Drawn,
    *,
    base: str = "",
) -> bytes:
    """The page as it is ``now``.

    ``stamps`` has what tells apart the files of the program, by name. Lists that are ``drawn`` are not drawn again.
    ``base`` stands before every path in links.
    """
    language = language.for_readers

    def say(text: Text | str) -> str:
        return one_line(language.render(text))

    def fraction(cell: Fraction) -> tuple[str, str]:
        return fraction_parts(cell, language.code)

    def rows(slide: ListSlide, large: bool) -> "Markup":
        key = slide, large, language.code
        if key not in drawn:
            drawn[key] = parts.rows(slide, large)
        return drawn[key]

    def clock(slide: CountdownSlide) -> "Markup":
        alone = replace(slide, beside=None)
        if alone not in clocks:
            clocks[alone] = parts.clock(slide)
        return clocks[alone]

    clocks: dict[CountdownSlide, Markup] = {}
    parts: Any = template("screen_parts.html").make_module({
        "say": say, "fraction": fraction, "is_fraction": lambda cell: isinstance(cell, Fraction),
        "has_rest": lambda slide, column: _has_rest(slide, column, language.code),
        "most_dots": _MOST_DOTS, "most_tables": _MOST_TABLES,
        "table": lambda each: mark("Table {table}", table=each.table),
        "seconds": lambda moment: f"{moment.timestamp():.3f}", "thousandths": lambda part: round(part * 1000),
    })  # fmt: skip
    screen, address = shown.screen, shown.frame.address
    current = screen.page_number(now) % len(shown.slides)
    kinds = [_kind(slide) + (" coded" if address and _has_code(slide) else "") for slide in shown.slides]
    values = {
        "shown": shown, "screen": screen, "frame": shown.frame, "code": language.code, "version": version,
        "slides": list(zip(kinds, shown.slides, strict=True)), "current": current, "kind": kinds[current],
        "signals": " ".join(f"{time:.3f} {sound}" for time, sound in shown.signals),
        "base": base, "stamps": stamps, "words": _WORDS, "say": say, "worth": fraction_text, "text": language.render,
        "rows": rows, "clock": clock, "places": places_list, "drawn": drawn_list, "most_names": MOST_NAMES,
        "code_path": code_path(address) if address else None,
        "address": one_line(address.removeprefix("https://").removeprefix("http://")),
        "browser": mark("This is browser {number}", number="{number}"), "quote": quote, "sponsors": SPONSORS,
        "message_size": lambda words: message_size(words, beside_code=bool(address)),
    }  # fmt: skip
    return template("screen.html").render(values).encode()


def message_size(words: str, *, beside_code: bool) -> int:
    """The largest type size at which ``words`` surely fit; the smallest if they fit at none."""
    high = _MESSAGE_HIGH - (_CODE_HIGH if beside_code else 0)
    for size in _MESSAGE_SIZES:
        lines = sum(max(1, ceil(_wide(line) * size / _MESSAGE_WIDE)) for line in words.split("\n"))
        longest = max(map(_wide, _UNBROKEN.findall(words)), default=0)
        if lines * size * _LINE <= high and longest * size <= _MESSAGE_WIDE:
            return size
    return _MESSAGE_SIZES[-1]


def code_path(address: str) -> tuple[int, str]:
    """The QR code of ``address``: the modules of a side with the white around, and the dark ones as a path of SVG."""
    rows = matrix_of(address)
    dark = (f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(rows) for x, on in enumerate(row) if on)
    return len(rows) + 2 * QUIET, "".join(dark)


def _wide(text: str) -> float:
    """How wide ``text`` is, in type sizes."""
    return sum(_WIDE_LETTER if east_asian_width(letter) in "WF" else _LETTER for letter in text)


def _kind(slide: Slide) -> str:
    """The macro of the template that shows it, which is also the class of its section."""
    match slide:
        case CountdownSlide():
            return "countdown"
        case ListSlide():
            return "list"
        case MessageSlide():
            return "message"
        case PictureSlide():
            return "picture"
        case RevealSlide():
            return "reveal"
        case FigureSlide():
            return "figure"
        case DrawSlide():
            return "draw"
        case BlankSlide():
            return "blank"
        case _:
            assert_never(slide)


def _has_code(slide: Slide) -> bool:
    """Whether there is room for the QR code of the event's page, as on a projector."""
    match slide:
        case ListSlide():
            return sum(column.name for column in slide.columns) == 1
        case MessageSlide():
            return True
        case _:
            return False


def _standing(slide: Slide) -> Slide:
    if not isinstance(slide, CountdownSlide) or slide.running is None:
        return slide
    return replace(slide, remaining="", elapsed=Fraction(0), tables=_unnumbered(slide.tables))


def _unnumbered(tables: Iterable[TableMinutes]) -> tuple[TableMinutes, ...]:
    return tuple(replace(each, remaining="") for each in tables)


def _has_rest(slide: ListSlide, column: int, code: str) -> bool:
    cells = (row[column].text for row in slide.rows)
    return any(isinstance(cell, Fraction) and fraction_parts(cell, code)[1] for cell in cells)
