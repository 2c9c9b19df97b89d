"""Everything in workbooks, web pages, CSV files and pictures, compared with reviewed files.

Of a workbook these are its parts, one XML element on a line; of a picture in greys, the runs of equal pixels in some of
its rows and a hash of all but the foot. ``--update-golden`` writes the reviewed files again.
"""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

from reports.catalogue import CsvFor, Format, ReportOptions, build, report_called, write
from reports.document import Document
from reports.writers.paper import PageSize
from tests.examples.events import PRINTED, begun, play
from tests.examples.full_event import full_event
from tests.reports.documents import document, section
from tests.reports.events import disputed_event, long_league, money_league, over_event, people_event
from tests.reviewed import Reviewed
from tournament.language import ENGLISH, LANGUAGES, Language
from tournament.language.languages import bilingual
from tournament.use_cases.view import View

FILES = Path(__file__).parent / "files"
_FRENCH, _CHINESE = LANGUAGES[1:]
_BOTH = bilingual(ENGLISH, _CHINESE)
_MOST_LINES = 80
"""Of each part of a workbook."""
_HASH = re.compile(r"(?<=\d-)[0-9a-f]{10}\b")
"""The hash in a fingerprint, which changes with the ids of entries."""
_ROWS = 60
"""Every so many rows of a picture are compared."""


def small_event() -> View:
    ledger = begun(8, 2)
    play(ledger, [1], hands=4)
    play(ledger, [2], hands=2, close=False)
    return ledger.view


def report(view: Callable[[], View], name: str, *, formulas: bool = False) -> Document:
    found = report_called(name)
    assert found is not None
    return build(found, view(), ReportOptions(PRINTED, formulas=formulas))


def two_sections() -> Document:
    return document(section(1), section(2), provisional=True)


WORKBOOKS: dict[str, tuple[Callable[[], Document], Language, PageSize]] = {
    "table": (document, ENGLISH, PageSize.A4),
    "sections": (two_sections, _BOTH, PageSize.LETTER),
    "workbook": (lambda: report(small_event, "workbook", formulas=True), ENGLISH, PageSize.A4),
    "statistics": (lambda: report(small_event, "statistics"), _FRENCH, PageSize.A4),
    "money": (lambda: report(money_league, "money"), ENGLISH, PageSize.A4),
    "prizes": (lambda: report(over_event, "prizes"), ENGLISH, PageSize.A4),
}
TEXTS: dict[str, tuple[Callable[[], Document], Language]] = {
    "table": (document, ENGLISH),
    "sections": (two_sections, _BOTH),
    "people": (lambda: report(people_event, "sessions"), ENGLISH),
    "schedules": (lambda: report(full_event, "schedules"), _FRENCH),
    "symptom-card": (lambda: report(small_event, "symptom-card"), _CHINESE),
    "statistics": (lambda: report(small_event, "statistics"), ENGLISH),
    "money": (lambda: report(money_league, "money"), _BOTH),
    "courses": (lambda: report(long_league, "courses"), ENGLISH),
    "signed-totals": (lambda: report(disputed_event, "signed-totals"), _FRENCH),
    "site": (lambda: report(over_event, "site"), ENGLISH),
}
PICTURES: dict[str, tuple[Callable[[], Document], Language]] = {
    "statistics": (lambda: report(small_event, "statistics"), ENGLISH),
    "fans": (lambda: report(people_event, "fans"), _CHINESE),
}
_CSV = tuple(name for name in TEXTS if name not in ("symptom-card", "site"))


def parts_of(path: Path) -> Iterator[str]:
    """The parts of a workbook, without those that say who wrote it when."""
    with ZipFile(path) as book:
        for name in sorted(book.namelist()):
            if name.startswith(("xl/worksheets", "xl/charts", "xl/styles", "xl/workbook", "xl/drawings")):
                text = book.read(name).decode("utf-8")
                lines = re.sub(r"(?=<(?:row|c|xf|font|fill|border|numFmt|c:\w+|col|xdr:\w+|definedName)\b)", "\n", text)
                yield f"== {name}"
                yield from [line for line in lines.splitlines() if line][:_MOST_LINES]


@pytest.mark.parametrize("name", WORKBOOKS)
def test_all_parts_of_a_workbook_are_as_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    made, language, paper = WORKBOOKS[name]
    path = tmp_path / "a.xlsx"
    write(made(), path, Format.EXCEL, language, page_size=paper)
    reviewed(FILES / f"{name}.xlsx.txt", "\n".join(parts_of(path)) + "\n")


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_is_as_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    made, language = TEXTS[name]
    write(made(), tmp_path / "a.html", Format.HTML, language)
    reviewed(FILES / f"{name}.html", _HASH.sub("…", (tmp_path / "a.html").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", _CSV)
def test_a_csv_file_is_as_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    made, language = TEXTS[name]
    texts = []
    for csv_for in CsvFor:
        write(made(), tmp_path / "a.csv", Format.CSV, language, csv_for=csv_for)
        text = (tmp_path / "a.csv").read_bytes().decode("utf-8")
        texts.append(f"== {csv_for.value}\n" + "".join(f"{line!r}\n" for line in text.splitlines(keepends=True)))
    reviewed(FILES / f"{name}.csv.txt", _HASH.sub("…", "".join(texts)))


def runs(row: list[int]) -> str:
    """The greys of a row of pixels, each with how often it follows itself."""
    return " ".join(f"{grey}x{len(list(same))}" for grey, same in groupby(row))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_reviewed(name: str, tmp_path: Path, reviewed: Reviewed) -> None:
    made, language = PICTURES[name]
    write(made(), tmp_path / "a.svg", Format.SVG, language)
    reviewed(FILES / f"{name}.svg", _HASH.sub("…", (tmp_path / "a.svg").read_text(encoding="utf-8")))
    write(made(), tmp_path / "a.png", Format.PNG, language)
    with Image.open(tmp_path / "a.png") as image:
        wide, high = image.size
        greys = image.load()
        assert greys is not None
        above_the_foot = range(0, high - _ROWS, _ROWS)
        rows = [f"{y}: {runs([greys[x, y] for x in range(wide)])}" for y in above_the_foot]
        whole = sha256(image.crop((0, 0, wide, high - 2 * _ROWS)).tobytes()).hexdigest()[:16]
        shown = [
            f"{wide} x {high} {image.mode} {whole}",
            *(f"{key}: {text}" for key, text in image.info.items()),
            *rows,
        ]
    reviewed(FILES / f"{name}.png.txt", "\n".join(shown) + "\n")


def test_no_reviewed_file_is_left_over() -> None:
    names = {*(f"{name}.xlsx.txt" for name in WORKBOOKS), *(f"{name}.html" for name in TEXTS)}
    names |= {f"{name}.csv.txt" for name in _CSV}
    names |= {f"{name}.{ending}" for name in PICTURES for ending in ("svg", "png.txt")}
    assert {path.name for path in FILES.iterdir()} == names
