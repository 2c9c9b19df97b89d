"""PDF for readers who hear it, and for catalogues: parts and their order, contents, dates."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from reports.catalogue import Format, Report, ReportOptions, build, report_called, reports_under
from reports.document import Document, Section, Table
from reports.writers.pdf import write
from tests.examples.events import PRINTED, sample_event
from tests.reports.documents import COLUMNS, ROWS, document, section
from tournament.catalogue import DEFAULT
from tournament.language import ENGLISH, language_of

ON_PAPER = [report for report in reports_under(DEFAULT) if Format.PDF in report.formats]
_STEP = re.compile(rb"/(\w+) (?:<<(.*?)>> BDC|BMC)|\b(EMC|Tj|TJ|Do|S|f)\b(?=[\s ]|$)")
"""Marks, their ends, and what draws."""


def written(made: Document, tmp_path: Path) -> PdfReader:
    write(made, tmp_path / "a.pdf", ENGLISH)
    return PdfReader(tmp_path / "a.pdf")


@cache
def sample_paper(report: Report) -> PdfReader:
    """The report of the sample event, only to be read."""
    with TemporaryDirectory() as folder:
        written(build(report, sample_event(), ReportOptions(PRINTED)), Path(folder))
        return PdfReader(BytesIO(Path(folder, "a.pdf").read_bytes()))


def parts_of(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return [kid.get_object() for kid in (kids if isinstance(kids, list) else [kids])]


def elements(reader: PdfReader) -> Iterator[Any]:
    """All parts of the document, in reading order."""
    root: Any = reader.root_object["/StructTreeRoot"]
    waiting = parts_of(root)
    while waiting:
        element = waiting.pop(0)
        if isinstance(element, DictionaryObject) and "/S" in element:
            yield element
            waiting = parts_of(element) + waiting


def marks_of(data: bytes) -> list[int]:
    """The numbers of the marks of a page; everything drawn must be inside one, or be decoration."""
    found, opened = [], []
    for name, entries, operator in _STEP.findall(data):
        if name:
            opened.append(name)
            number = re.search(rb"/MCID (\d+)", entries)
            if number:
                assert opened[:-1] == [], "a part within a part"
                found.append(int(number.group(1)))
        elif operator == b"EMC":
            opened.pop()
        else:
            assert opened, "drawn outside any part"
    assert opened == []
    return found


CUT_APART = ("badges", "table-signs")
"""Their pages are cut into cards, which have no title in common."""


@pytest.mark.thorough
@pytest.mark.parametrize("report", ON_PAPER, ids=lambda report: report.name)
def test_every_part_of_every_report_is_named(report: Report) -> None:
    reader = sample_paper(report)
    root: Any = reader.root_object
    assert root["/MarkInfo"]["/Marked"].value is True
    assert root["/Lang"] == "en"
    drawn: dict[int, set[int]] = defaultdict(set)
    names = []
    for element in elements(reader):
        names.append(element["/S"])
        assert element["/S"] != "/Figure" or element["/Alt"]
        for part in parts_of(element):
            if isinstance(part, int):
                drawn[element.raw_get("/Pg").idnum].add(part)
            elif "/MCID" in part:
                drawn[part.raw_get("/Pg").idnum].add(part["/MCID"])
    assert "/H1" in names or report.name in CUT_APART
    numbers: Any = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    for index, page in enumerate(reader.pages):
        entries: Any = page
        contents: Any = page["/Contents"]
        marks = marks_of(contents.get_object().get_data())
        assert page.indirect_reference is not None
        assert marks == list(range(len(marks)))
        assert drawn[page.indirect_reference.idnum] == set(marks)
        assert entries["/StructParents"] == index
        assert len(numbers[2 * index + 1]) == len(marks)


@pytest.mark.thorough
@pytest.mark.parametrize("report", ON_PAPER, ids=lambda report: report.name)
def test_every_page_is_as_clear_in_grey_and_says_what_it_is(report: Report) -> None:
    """A page that shows no tiles knows no colour; text on white, or white on black, has a contrast of 7 to 1."""
    reader = sample_paper(report)
    for page in reader.pages:
        contents: Any = page["/Contents"]
        data = contents.get_object().get_data()
        assert not re.search(rb"[\d.]+ (?:rg|RG|k|K|cs|CS|sc|scn)\b", data)
        greys = {float(grey) for grey in re.findall(rb" Td ([\d.]+) g ", data)}
        assert all(grey <= 0.34 or grey == 1 for grey in greys), greys
    for number in {1, len(reader.pages)}:
        text = reader.pages[number - 1].extract_text()
        assert f"Page {number} of {len(reader.pages)}" in text
        assert str(sample_event().fingerprint) in text


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["standings", "score-sheets", "schedules", "badges", "certificates", "table-signs"])
def test_every_page_of_a_rehearsal_says_so(name: str, tmp_path: Path) -> None:
    """Each kind of page: lines, forms, cards, badges, placards, signs."""
    report = report_called(name)
    assert report is not None
    options = ReportOptions(PRINTED, session=2 if report.by_session else None)
    document = replace(build(report, sample_event(), options), rehearsal=True)
    for page in written(document, tmp_path).pages:
        assert "REHEARSAL" in page.extract_text()


def test_a_table_over_three_pages_is_one_table_with_its_heads_once(tmp_path: Path) -> None:
    rows = tuple((number, *ROWS[0][1:]) for number in range(1, 121))
    reader = written(document(Section(Table(COLUMNS, rows))), tmp_path)
    assert len(reader.pages) == 3
    tables = [element for element in elements(reader) if element["/S"] == "/Table"]
    assert len(tables) == 1
    lines = parts_of(tables[0])
    assert [len(parts_of(line)) for line in lines] == [6] * 121
    assert {cell["/S"] for cell in parts_of(lines[0])} == {"/TH"}
    assert {cell["/S"] for line in lines[1:] for cell in parts_of(line)} == {"/TD"}
    assert sum(page.extract_text().count("EMA number") for page in reader.pages) == 3


def test_the_tagged_parts_are_in_reading_order(tmp_path: Path) -> None:
    names = [element["/S"] for element in elements(written(document(section(1), section(2)), tmp_path))]
    of_section = ["/Sect", "/H2", "/Table", "/TR", *["/TH"] * 6, *["/TR", *["/TD"] * 6] * 5]
    assert names == ["/Document", "/P", "/H1", "/P", "/P", *of_section, *of_section]


def test_the_outline_lists_sections(tmp_path: Path) -> None:
    outline: Any = written(document(section(1), section(2)), tmp_path).outline
    assert outline[0]["/Title"] == "Standings after session 4"
    assert [entry["/Title"] for entry in outline[1]] == ["Session 1", "Session 2"]


def test_the_outline_lists_sheets_under_their_sessions(tmp_path: Path) -> None:
    report = next(report for report in reports_under(DEFAULT) if report.name == "score-sheets")
    reader = written(build(report, sample_event(), ReportOptions(PRINTED)), tmp_path)
    outline: Any = reader.outline
    assert [entry["/Title"] for entry in outline[::2]] == [
        f"Session {number}" for number in range(1, len(outline) // 2 + 1)
    ]
    assert [entry["/Title"] for entry in outline[1]] == ["Table 1", "Table 2", "Table 3", "Table 4"]
    pages = [reader.get_destination_page_number(entry) for entries in outline[1::2] for entry in entries]
    assert pages == list(range(len(reader.pages)))


def test_dates_are_those_of_the_event_with_their_zone(tmp_path: Path) -> None:
    printed = datetime(2026, 6, 13, 11, 58, 7, tzinfo=timezone(timedelta(hours=-9, minutes=-30)))
    reader = written(replace(document(), printed=printed), tmp_path)
    assert reader.metadata is not None
    assert reader.metadata.creation_date == printed == reader.metadata.modification_date
    assert reader.xmp_metadata is not None
    root: Any = reader.root_object
    assert b"<xmp:CreateDate>2026-06-13T11:58:07-09:30</xmp:CreateDate>" in root["/Metadata"].get_object().get_data()


def test_title_and_subject_are_in_both_kinds_of_metadata(tmp_path: Path) -> None:
    made = document(event="Open <& 麻将>")
    write(made, tmp_path / "a.pdf", language_of("fr"))
    reader = PdfReader(tmp_path / "a.pdf")
    assert reader.metadata is not None
    assert reader.metadata.title == "Classement après la partie 4 – Open <& 麻将>"
    assert reader.xmp_metadata is not None
    assert reader.xmp_metadata.dc_title == {"x-default": reader.metadata.title}
    assert reader.xmp_metadata.dc_language == ["fr"]
    root: Any = reader.root_object
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True
    assert root["/Lang"] == "fr"


def test_a_name_in_arabic_is_copied_in_reading_order(tmp_path: Path) -> None:
    reader = written(document(rows=[(1, 0, "محمد العربي", None, 1, 1)]), tmp_path)
    contents: Any = reader.pages[0]["/Contents"]
    told = re.findall(rb"ActualText <FEFF([0-9A-F]+)>", contents.get_object().get_data())
    assert [bytes.fromhex(text.decode()).decode("utf-16-be") for text in told] == ["محمد العربي"]
