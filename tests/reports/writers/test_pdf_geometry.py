"""Where everything is on the first page of each form and of the usual tables, on A4 and on Letter paper.

``--update-golden`` writes the reviewed files again. In them, ``T`` is a line of text with its left end, base line,
size, weight and grey, and every other line is what the page draws, in points from the lower left corner.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest

from reports.catalogue import ReportOptions, build, report_called
from reports.writers.paper import PageSize
from reports.writers.pdf import canvas, write
from reports.writers.pdf.fonts import Weight
from tests.examples.events import PRINTED, begun, sample_event
from tournament.language import ENGLISH
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
_LONG = 120
"""Characters; a longer drawing, such as a code, is only compared by its hash."""


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


def first_pages(view: View, name: str, folder: Path) -> str:
    report = report_called(name)
    assert report is not None
    made = build(report, view, ReportOptions(PRINTED))
    found = []
    for paper in PAPERS:
        with noted() as pages:
            write(made, folder / "a.pdf", ENGLISH, page_size=paper)
        found.append(f"== {paper.name}\n{pages[0]}\n")
    return "".join(found)


def compare(name: str, made: str, request: pytest.FixtureRequest) -> None:
    reviewed = GEOMETRY / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        reviewed.write_text(made, encoding="utf-8")
    assert made == reviewed.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", OF_SAMPLE)
def test_everything_is_where_it_was_reviewed(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    compare(name, first_pages(sample_event(), name, tmp_path), request)


@pytest.mark.parametrize(("rules", "name"), OF_OTHER_GAMES)
def test_the_forms_of_other_games_too(rules: str, name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    compare(f"{rules}-{name}", first_pages(view_of(rules), name, tmp_path), request)


def test_no_reviewed_file_is_left_over() -> None:
    names = {*OF_SAMPLE, *(f"{rules}-{name}" for rules, name in OF_OTHER_GAMES)}
    assert {path.stem for path in GEOMETRY.glob("*.txt")} == names


@pytest.mark.parametrize("paper", PageSize)
@pytest.mark.parametrize("name", ["score-sheets", "filled-sheets"])
def test_there_is_as_much_room_to_sign_on_every_paper(name: str, paper: PageSize, tmp_path: Path) -> None:
    """Nothing is printed in the 9 points above the lines on which umpires write, nor in the 12 below their names."""
    report = report_called(name)
    assert report is not None
    with noted() as pages:
        write(build(report, sample_event(), ReportOptions(PRINTED)), tmp_path / "a.pdf", ENGLISH, page_size=paper)
    texts = [line.split(" ", 6) for line in pages[0].splitlines() if line.startswith("T ")]
    captions = {words[6]: float(words[2]) for words in texts}
    line = captions["Umpire"] + 9
    assert captions["Chief umpire"] == captions["Date and time"] == captions["Umpire"]
    above = min(float(words[2]) for words in texts if float(words[2]) > line)
    assert above - line >= 9, (above, line)
    below = max(float(words[2]) + float(words[3]) for words in texts if float(words[2]) < captions["Umpire"])
    assert captions["Umpire"] - below >= 12, (captions["Umpire"], below)
