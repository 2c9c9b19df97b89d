"""Where everything is on the first page of each form and of the usual tables, on A4 and on Letter paper.

The full papers are those of an event with long names, tiles, repaired and signed sheets, and prizes.

``--update-golden`` writes the reviewed files again. In them, ``T`` is a line of text with its left end, base line,
size, weight and grey, and every other line is what the page draws, in points from the lower left corner.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from reports.catalogue import ReportOptions, build, report_called
from reports.document import Document
from reports.writers.paper import PageSize
from reports.writers.pdf import canvas, write
from reports.writers.pdf.fonts import Weight
from tests.examples.events import PRINTED, begun, sample_event
from tests.examples.full_event import full_event
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
from tournament.language import ENGLISH, LANGUAGES, Language
from tournament.language.languages import bilingual
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
                drawn.append(f"T {left:.1f} {y:.1f} {size:.1f} {weight.name.lower()} {grey:g} {text[:40]}")
            return end

        def emit(self, code: str) -> None:
            super().emit(code)
            shown = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}", code)
            drawn.append(shown if len(shown) <= _LONG else f"drawing {sha256(shown.encode()).hexdigest()[:16]}")

        def showPage(self) -> None:  # the library's name
            super().showPage()
            pages.append("\n".join(drawn))
            drawn.clear()

    with patch.object(canvas, "PageCanvas", NotingCanvas):
        yield pages


def document_of(view: View, name: str, options: ReportOptions = _OPTIONS) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, options)


def first_pages(view: View, name: str, folder: Path) -> str:
    made = document_of(view, name, ReportOptions(PRINTED))
    found = []
    for paper in PAPERS:
        with noted() as pages:
            write(made, folder / "a.pdf", ENGLISH, page_size=paper)
        found.append(f"== {paper.name}\n{pages[0]}\n")
    return "".join(found)


@pytest.mark.parametrize("name", OF_SAMPLE)
def test_everything_is_where_it_was_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    reviewed(GEOMETRY / f"{name}.txt", first_pages(sample_event(), name, tmp_path))


@pytest.mark.parametrize(("rules", "name"), OF_OTHER_GAMES)
def test_the_forms_of_other_games_too(rules: str, name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    reviewed(GEOMETRY / f"{rules}-{name}.txt", first_pages(view_of(rules), name, tmp_path))


@pytest.mark.parametrize(("name", "language", "options"), OF_FULL_EVENT)
def test_everything_of_a_full_paper_is_where_it_was_reviewed(
    name: str, language: Language, options: ReportOptions, tmp_path: Path, reviewed: Reviewed
) -> None:
    with noted() as pages:
        write(document_of(full_event(), name, options), tmp_path / "a.pdf", language)
    path = GEOMETRY / f"{name_of_full(name, language, options)}.txt"
    reviewed(path, "\n\n".join(pages[:_MOST_PAGES]) + "\n")


@pytest.mark.parametrize("paper", OF_OTHER_EVENTS, ids=lambda paper: paper[0])
def test_a_page_of_other_events_is_where_it_was_reviewed(
    paper: tuple[str, Callable[[], View], str, Language, dict[str, Any]], tmp_path: Path, reviewed: Reviewed
) -> None:
    file, event, name, language, options = paper
    size = PageSize.A3 if name == "posters" else PageSize.A4
    with noted() as pages:
        write(document_of(event(), name, replace(_OPTIONS, **options)), tmp_path / "a.pdf", language, page_size=size)
    reviewed(GEOMETRY / f"{file}.txt", _HASH.sub("…", pages[0]) + "\n")


def test_no_reviewed_file_is_left_over() -> None:
    names = {paper[0] for paper in OF_OTHER_EVENTS}
    names |= {*OF_SAMPLE, *(f"{rules}-{name}" for rules, name in OF_OTHER_GAMES), *starmap(name_of_full, OF_FULL_EVENT)}
    assert {path.stem for path in GEOMETRY.glob("*.txt")} == names


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
