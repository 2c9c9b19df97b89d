"""Personal schedules and rotation forms; seats by round from the printed table of seat changes."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document, Section
from tests.examples.events import PRINTED, sample_event
from tournament.language import ENGLISH, Text
from tournament.use_cases import View


def made(name: str, options: ReportOptions | None = None) -> tuple[View, Document]:
    report = report_called(name)
    assert report is not None
    view = sample_event()
    return view, build(report, view, options or ReportOptions(PRINTED))


def words(section: Section) -> list[list[str]]:
    return [
        [ENGLISH.render(cell) if isinstance(cell, Text) else str(cell) for cell in row] for row in section.table.rows
    ]


def test_a_schedule_says_table_seat_and_company_of_every_session() -> None:
    view, document = made("schedules")
    assert view.seating is not None
    assert len(document.sections) == len(view.players)
    for session, row in enumerate(words(document.sections[6]), start=1):
        place = view.seating.place_of(7, session)
        assert place is not None
        seats = view.seating.tables(session)[place[0] - 1]
        others = ", ".join(view.players[number].name for number in seats if number != 7)
        assert row == [str(session), str(place[0]), ("East", "South", "West", "North")[place[1]], others, "1"]


def test_the_rotation_form_turns_the_seats_as_printed() -> None:
    """Round 1 E S W N; round 2 exchanges East with South and West with North; then N W E S and W N S E, by player."""
    view, document = made("table-rotation", ReportOptions(PRINTED, session=2, table=1))
    assert view.seating is not None
    (section,) = document.sections
    a, b, c, d = (view.players[number].name for number in view.seating.tables(2)[0])
    assert words(section) == [
        ["East round", a, b, c, d],
        ["South round", b, a, d, c],
        ["West round", c, d, b, a],
        ["North round", d, c, a, b],
    ]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "most", "pages"), [("schedules", 4, 4), ("table-rotation", 4, 6)])
def test_slips_share_a_page_where_names_leave_the_room(name: str, most: int, pages: int, tmp_path: Path) -> None:
    """Four schedules on a page; the rotation form of the sample has a name that takes six lines, and is not cut.

    Denser ones share six pages, which would take eight as they are.
    """
    _, document = made(name)
    path = tmp_path / "slips.pdf"
    write(document, path, Format.PDF, ENGLISH)
    headings = [ENGLISH.render(each.heading)[:40] for each in document.sections if each.heading is not None]
    assert len(headings) == 16
    on_pages = []
    for page in PdfReader(path).pages:
        lines = page.extract_text().splitlines()
        on_pages.append([heading for heading in headings if any(line.startswith(heading) for line in lines)])
    assert [heading for page in on_pages for heading in page] == headings
    assert max(len(page) for page in on_pages) == most
    assert len(on_pages) == pages
