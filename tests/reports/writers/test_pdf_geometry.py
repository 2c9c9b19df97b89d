"""Where everything is on the first page of each form and of the usual tables, on A4 and on Letter paper.

The full papers are those of an event with long names, tiles, repaired and signed sheets, and prizes.

``--update-golden`` writes the reviewed files again. In them, ``T`` is a line of text with its left end, base line,
size, weight and grey, and every other line is what the page draws, in points from the lower left corner.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from reports.catalogue import ReportOptions, build, report_called
from reports.column import Cell, Column, Emphasis, Kind, NotCounted, NotCountedPoints
from reports.document import Document, FormWin, OpenSheetForm, Section, SumRow, Table
from reports.writers.paper import PageSize
from reports.writers.pdf import canvas, write
from reports.writers.pdf.fonts import Weight
from tests.examples.events import PRINTED, begun, sample_event
from tests.examples.full_event import full_event
from tests.examples.logos import logo
from tests.reports.documents import column, document, section
from tests.reports.events import (
    BEST_HAND,
    CLUB,
    COUNTRIES,
    classical_event,
    disputed_event,
    hong_kong_event,
    level_event,
    long_league,
    money_league,
    over_event,
    people_event,
    riichi_event,
)
from tests.reviewed import Reviewed
from tournament.language import ENGLISH, LANGUAGES, Language, Text, mark, verbatim
from tournament.language.languages import bilingual
from tournament.rules.rotation import Rotation
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

GEOMETRY = Path(__file__).parent / "geometry"
PAPERS = (PageSize.A4, PageSize.LETTER)
OF_SAMPLE = (
    *("score-sheets", "filled-sheets", "blank-sheets", "badges", "table-signs", "posters", "certificates"),
    *("ruling-slips", "role-sheets", "symptom-card", "standings", "sessions", "schedules", "cross-table"),
    *("table-rotation", "seating-by-table", "prizes"),
)
_CLASSICAL = "french-classical-advanced"
OF_OTHER_GAMES = (
    *(("riichi-ema-2025", name) for name in ("score-sheets", "rules")),
    *(("hong-kong", name) for name in ("score-sheets", "ruling-slips")),
    *((_CLASSICAL, name) for name in ("score-sheets", "settlement-matrix")),
    *(("zung-jung", name) for name in ("score-sheets", "player-cards")),
)
"""Their score sheets have one row for each hand; a riichi sheet has sticks and counters."""
_HASH = re.compile(r"(?<=\d-)[0-9a-f]{10}\b")
"""The hash in a fingerprint, which changes with the ids of entries."""
_MOST_PAGES = 3
_LONG = 120
"""Characters; a longer drawing, such as a code, is only compared by its hash."""


_OPTIONS = ReportOptions(PRINTED, prizes_so_far=True)


_FRENCH, _CHINESE = LANGUAGES[1:]
OF_FULL_EVENT: tuple[tuple[str, Language, ReportOptions], ...] = (
    *((name, ENGLISH, _OPTIONS) for name in ("filled-sheets", "badges", "certificates", "schedules", "journeys")),
    *((name, ENGLISH, _OPTIONS) for name in ("prizes", "seating-by-player", "standings", "role-sheets")),
    *(("ruling-slips", language, _OPTIONS) for language in LANGUAGES),
    *(("filled-sheets", language, _OPTIONS) for language in (_FRENCH, bilingual(_FRENCH, _CHINESE))),
    *((name, _CHINESE, _OPTIONS) for name in ("certificates", "badges")),
    ("role-sheets", bilingual(ENGLISH, _CHINESE), _OPTIONS),
    ("ruling-slips", _FRENCH, replace(_OPTIONS, session=1, table=1, hand=3)),
)

OF_OTHER_EVENTS: tuple[tuple[str, Callable[[], View], str, Language, dict[str, Any]], ...] = (
    *(
        (f"people-certificates-{each.key}", people_event, "certificates", language, {"category": each, "first": 2})
        for each, language in ((BEST_HAND, ENGLISH), (CLUB, _FRENCH), (COUNTRIES, bilingual(ENGLISH, _CHINESE)))
    ),
    ("over-certificates", over_event, "certificates", ENGLISH, {}),
    ("level-certificates", level_event, "certificates", _FRENCH, {}),
    ("people-posters", people_event, "posters", ENGLISH, {}),
    ("people-badges", people_event, "badges", ENGLISH, {}),
    ("people-table-signs", people_event, "table-signs", _CHINESE, {}),
    ("hong-kong-slips", hong_kong_event, "ruling-slips", ENGLISH, {}),
    ("classical-ruling-slips", classical_event, "ruling-slips", _FRENCH, {}),
    ("classical-filled-sheets", classical_event, "filled-sheets", ENGLISH, {}),
    ("classical-settlement-matrices", classical_event, "settlement-matrices", ENGLISH, {}),
    ("riichi-ruling-slips", riichi_event, "ruling-slips", _CHINESE, {}),
    ("riichi-filled-sheets", riichi_event, "filled-sheets", ENGLISH, {}),
    ("disputed-filled-sheets", disputed_event, "filled-sheets", ENGLISH, {}),
    ("disputed-sessions", disputed_event, "sessions", ENGLISH, {}),
    ("league-filled-sheets", money_league, "filled-sheets", ENGLISH, {}),
    ("league-courses", long_league, "courses", ENGLISH, {}),
    ("small-statistics", disputed_event, "statistics", _FRENCH, {}),
)


OF_LONG_TEXTS: tuple[tuple[str, Callable[[], View], str], ...] = (
    *(("sample", sample_event, name) for name in ("standings", "table-signs", "seating-by-table", "schedules")),
    *(("full", full_event, name) for name in ("filled-sheets", "badges", "certificates", "ruling-slips", "prizes")),
    *(("classical", classical_event, name) for name in ("filled-sheets", "settlement-matrices")),
    ("zung-jung", lambda: view_of("zung-jung"), "player-cards"),
    ("riichi", riichi_event, "filled-sheets"),
    ("people", people_event, "sessions"),
)
_NAMES = {
    "event",
    "organiser",
    "first_name",
    "last_name",
    "detail",
    "name_lines",
    "group",
    "player",
    "players",
    "name",
    "table_name",
}
"""The fields of a document that hold names as people wrote them."""


def name_of_long(event: str, _view: Callable[[], View], name: str) -> str:
    return f"long-texts-{event}-{name}"


_OF_DOCUMENTS = (Document.__module__, Column.__module__)


def lengthened(value: Any, *, names: bool = False) -> Any:
    """``value`` with every message and every name in it four times as long.

    No message is that long in any language, so some of them may overlap.
    """
    match value:
        case Text():
            return verbatim(" ".join([ENGLISH.render(value)] * 4))
        case str() if names:
            return " ".join([value] * 4)
        case SumRow() | FormWin():
            return value._replace(**{key: lengthened(part) for key, part in value._asdict().items()})
        case tuple() if type(value) is tuple:
            return tuple(lengthened(each, names=names) for each in value)
        case _ if is_dataclass(value) and not isinstance(value, type) and type(value).__module__ in _OF_DOCUMENTS:
            parts = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
            return replace(value, **{key: lengthened(part, names=key in _NAMES) for key, part in parts.items()})
        case _:
            return value


_WEB = "https://example.org/open"
_COLUMNS = (
    column(mark("Table"), Kind.INTEGER, once=True),
    column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
    column(mark("Reason"), Kind.TEXT, Emphasis.MUTED, flexible=True),
    column(mark("Country"), Kind.TEXT),
    column(mark("Session"), Kind.POINTS, Emphasis.MUTED),
    column(mark("Score"), Kind.SIGNED, Emphasis.STRONG),
    column(mark("Amount"), Kind.AMOUNT),
    column(mark("Average"), Kind.AVERAGE),
)


def _row_of(number: int, said: str) -> tuple[Cell, ...]:
    points = NotCountedPoints(number, 3) if number % 4 == 1 else Fraction(number, 1 + number % 3)
    score = NotCounted(-number) if number % 4 == 2 else number * 7 - 30
    return (number // 4, f"Player {number}", said * (number % 5), None, points, score, 2 * number, Fraction(number, 7))


def _table(rows: int, said: str = "one reason, ", **how: Any) -> Table:
    return Table(_COLUMNS, tuple(_row_of(number, said) for number in range(rows)), **how)


def _part(number: int, rows: int, **how: Any) -> Section:
    heading = mark("Session {session}", session=number)
    return Section(_table(rows, **how), heading, number, note=mark("provisional"), player=number)


_WIDE = Table(tuple(column(mark("Number of hands"), Kind.INTEGER) for _ in range(24)), (tuple(range(24)),))
OF_TABLES: dict[str, Document] = {
    "continued": document(_part(1, 60, group=4, together=True), _part(2, 3), provisional=True),
    "low-head": replace(document(Section(_table(4)), Section(Table(_COLUMNS, ()))), address=_WEB, aside=(), note=None),
    "poster": replace(document(section(1), section(2)), poster=True),
    "poster-too-high": replace(document(_part(1, 70), _part(2, 2)), poster=True),
    "poster-too-wide": replace(document(Section(_WIDE), Section(_WIDE)), poster=True),
    "cut-apart": replace(document(*(_part(number, number) for number in range(1, 7))), a_page=4, address=_WEB),
    "cut-apart-denser": replace(document(*(_part(number, 9, said="why ") for number in range(4))), a_page=4),
    "cut-apart-too-long": replace(document(_part(1, 50), _part(2, 2)), a_page=3, address=_WEB),
}
"""Tables as no event of the other tests has them."""


def _with_form(event: Callable[[], View], *, names: int = 1, **changes: Any) -> Document:
    """The first filled sheet of an event with these fields changed, and its names ``names`` times as long."""
    made = document_of(event(), "filled-sheets")
    form = replace(made.score_sheets[0], **changes)
    return replace(made, event=" ".join([made.event] * names), score_sheets=(form,))


def _many_hands() -> Document:
    """A session that takes three pages, in which some questions are not answered."""
    (form, *_) = document_of(riichi_event(), "filled-sheets").score_sheets
    assert isinstance(form, OpenSheetForm)
    hands = [
        replace(form.hands[place % len(form.hands)], number=place + 1, answers=(None,) * (place % 3))
        for place in range(52)
    ]
    return _with_form(riichi_event, hands=tuple(hands))


_FAULTS = tuple(mark("{points} fault {number}", points=-10, number=number) for number in range(4))
_AS_DRAWN = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)
_PHONES = "HTTPS://EXAMPLE.ORG/TABLE/1-1"
OF_FORMS: dict[str, Callable[[], Document]] = {
    "seats-stay": lambda: _with_form(sample_event, rotation=Rotation((_AS_DRAWN,) * 4)),
    "penalties": lambda: _with_form(sample_event, penalties=(_FAULTS[:1], _FAULTS[:2], _FAULTS[:3], _FAULTS)),
    "phones": lambda: _with_form(sample_event, phones=_PHONES, times="9:30", table_name="by the window"),
    "phones-long": lambda: _with_form(full_event, names=3, phones=_PHONES.lower(), table_name="by the window " * 4),
    "many-hands": _many_hands,
    "logo": lambda: replace(_with_form(sample_event), logo=logo("wide")),
    "logo-and-phones": lambda: replace(_with_form(sample_event, names=2, phones=_PHONES), logo=logo("square")),
    "wide-logo-on-a-slip": lambda: replace(document_of(people_event(), "ruling-slips"), logo=logo("wide")),
    "tall-logo-on-a-slip": lambda: replace(document_of(people_event(), "ruling-slips"), logo=logo("tall")),
    "logo-on-badges": lambda: replace(document_of(people_event(), "badges"), address=_WEB),
    "arabic-team-on-badges": lambda: _with_team("فريق المثال"),
}
"""Forms as no event of the other tests has them."""


def _with_team(name: str) -> Document:
    made = document_of(people_event(), "badges")
    return replace(made, badges=tuple(replace(badge, group=name) for badge in made.badges))


def name_of_full(name: str, language: Language, options: ReportOptions) -> str:
    """The name of the reviewed file."""
    hand = f"-hand-{options.hand}" if options.hand else ""
    return f"full-{name}-{'-'.join(each.code for each in language.each)}{hand}"


def view_of(rules: str) -> View:
    ledger = begun(4, 1, rules=rules)
    return ledger.view


@contextmanager
def noted() -> Iterator[list[str]]:
    """What is drawn on each page, one text for each page."""
    pages, drawn = list[str](), list[str]()

    class NotingCanvas(canvas.PageCanvas):
        def set_line(
            self, x: float, y: float, text: str, *, size: float, weight: Weight, grey: float, align: float
        ) -> float:
            end = super().set_line(x, y, text, size=size, weight=weight, grey=grey, align=align)
            if text:
                left = end - self._lines[text, weight, size, grey].wide
                drawn.append(f"T {left:.1f} {y:.1f} {size:.1f} {weight.name.lower()} {grey:g} {text}")
            return end

        def emit(self, code: str) -> None:
            super().emit(code)
            shown = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}", code)
            drawn.append(shown if len(shown) <= _LONG else f"drawing {sha256(shown.encode()).hexdigest()[:16]}")

        def show_scaled(self, name: str, x: float, y: float, wide: float, high: float) -> None:
            super().show_scaled(name, x, y, wide, high)
            drawn.append(f"{name} {x:.1f} {y:.1f} {wide:.1f} {high:.1f}")

        def bookmark(self, title: str, top: float, *, level: int = 0) -> None:
            super().bookmark(title, top, level=level)
            drawn.append(f"bookmark {top:.1f} {level} {title}")

        def show_drawing(self, name: str) -> None:
            super().show_drawing(name)
            drawn.append(f"drawing {name}")

        def translate(self, dx: float, dy: float) -> None:
            super().translate(dx, dy)
            drawn.append(f"from here {dx:.1f} {dy:.1f}")

        def scale(self, x: float, y: float) -> None:
            super().scale(x, y)
            drawn.append(f"times {x:.3f} {y:.3f}")

        def setPageSize(self, size: tuple[float, float]) -> None:  # the library's name
            super().setPageSize(size)
            drawn.append(f"page of {size[0]:.1f} {size[1]:.1f}")

        def showPage(self) -> None:  # the library's name
            super().showPage()
            pages.append("\n".join(drawn))
            drawn.clear()

    with patch.object(canvas, "PageCanvas", NotingCanvas):
        yield pages


def document_of(view: View, name: str, options: ReportOptions = _OPTIONS) -> Document:
    report = report_called(name)
    assert report is not None
    made = build(report, view, options)
    # The key of an event is random, and so is the picture of a code with it.
    badges = tuple(replace(each, scanned=f"QV:00000000:P{each.number}") for each in made.badges)
    return replace(made, badges=badges)


def first_pages(view: View, name: str, folder: Path) -> str:
    made = document_of(view, name, ReportOptions(PRINTED))
    found = []
    for paper in PAPERS:
        with noted() as pages:
            write(made, folder / "a.pdf", ENGLISH, page_size=paper)
        found.append(f"== {paper.name}\n{pages[0]}\n")
    return "".join(found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", OF_SAMPLE)
def test_everything_is_where_it_was_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    reviewed(GEOMETRY / f"{name}.txt", first_pages(sample_event(), name, tmp_path))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("rules", "name"), OF_OTHER_GAMES)
def test_the_forms_of_other_games_too(rules: str, name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    reviewed(GEOMETRY / f"{rules}-{name}.txt", first_pages(view_of(rules), name, tmp_path))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "language", "options"), OF_FULL_EVENT)
def test_everything_of_a_full_paper_is_where_it_was_reviewed(
    name: str, language: Language, options: ReportOptions, tmp_path: Path, reviewed: Reviewed
) -> None:
    with noted() as pages:
        write(document_of(full_event(), name, options), tmp_path / "a.pdf", language)
    path = GEOMETRY / f"{name_of_full(name, language, options)}.txt"
    reviewed(path, "\n\n".join(pages[:_MOST_PAGES]) + "\n")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("paper", OF_OTHER_EVENTS, ids=lambda paper: paper[0])
def test_a_page_of_other_events_is_where_it_was_reviewed(
    paper: tuple[str, Callable[[], View], str, Language, dict[str, Any]], tmp_path: Path, reviewed: Reviewed
) -> None:
    file, event, name, language, options = paper
    size = PageSize.A3 if name == "posters" else PageSize.A4
    with noted() as pages:
        write(document_of(event(), name, replace(_OPTIONS, **options)), tmp_path / "a.pdf", language, page_size=size)
    reviewed(GEOMETRY / f"{file}.txt", _HASH.sub("…", pages[0]) + "\n")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("paper", OF_LONG_TEXTS, ids=lambda paper: name_of_long(*paper))
def test_texts_that_are_too_long_are_where_they_were_reviewed(
    paper: tuple[str, Callable[[], View], str], tmp_path: Path, reviewed: Reviewed
) -> None:
    _, event, name = paper
    told: list[tuple[int, int]] = []
    with noted() as pages:
        made = lengthened(document_of(event(), name))
        write(made, tmp_path / "a.pdf", ENGLISH, progress=lambda *step: told.append(step))
    steps = 2 * len(made.slips) or len(pages)
    assert [step for step in dict.fromkeys(told) if step != (0, 0)] == [
        *((done, steps) for done in range(steps)),
        (1, 1),
    ]
    reviewed(GEOMETRY / f"{name_of_long(*paper)}.txt", _HASH.sub("…", pages[0]) + "\n")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", OF_FORMS)
def test_forms_are_where_they_were_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    with noted() as pages:
        write(OF_FORMS[name](), tmp_path / "a.pdf", ENGLISH)
    reviewed(GEOMETRY / f"forms-{name}.txt", _HASH.sub("…", "\n\n".join(pages)) + "\n")


@pytest.mark.parametrize("name", OF_TABLES)
def test_tables_are_where_they_were_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    with noted() as pages:
        write(OF_TABLES[name], tmp_path / "a.pdf", ENGLISH)
    reviewed(GEOMETRY / f"tables-{name}.txt", _HASH.sub("…", "\n\n".join(pages[:2])) + "\n")


def test_no_reviewed_file_is_left_over() -> None:
    names = {paper[0] for paper in OF_OTHER_EVENTS}
    names |= {*OF_SAMPLE, *(f"{rules}-{name}" for rules, name in OF_OTHER_GAMES), *starmap(name_of_full, OF_FULL_EVENT)}
    names |= {*starmap(name_of_long, OF_LONG_TEXTS), *(f"tables-{name}" for name in OF_TABLES)}
    names |= {f"forms-{name}" for name in OF_FORMS}
    assert {path.stem for path in GEOMETRY.glob("*.txt")} == names


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", PageSize)
@pytest.mark.parametrize("name", ["score-sheets", "filled-sheets"])
def test_there_is_as_much_room_to_sign_on_every_paper(name: str, paper: PageSize, tmp_path: Path) -> None:
    """Nothing is printed in the 9 points above the lines on which umpires write, nor in the 12 below their names."""
    with noted() as pages:
        write(document_of(sample_event(), name), tmp_path / "a.pdf", ENGLISH, page_size=paper)
    texts = [line.split(" ", 6) for line in pages[0].splitlines() if line.startswith("T ")]
    captions = {words[6]: float(words[2]) for words in texts}
    line = captions["Umpire"] + 9
    assert captions["Chief umpire"] == captions["Date and time"] == captions["Umpire"]
    above = min(float(words[2]) for words in texts if float(words[2]) > line)
    assert above - line >= 9, (above, line)
    below = max(float(words[2]) + float(words[3]) for words in texts if float(words[2]) < captions["Umpire"])
    assert captions["Umpire"] - below >= 12, (captions["Umpire"], below)
