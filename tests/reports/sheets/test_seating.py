"""The seating on paper: who has a seat and nobody else; personal schedules of a long event, four on a page."""

from pathlib import Path

from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from tests.examples.events import PRINTED
from tests.tournament.use_cases.events import BY, created, players
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Text, language_of
from tournament.use_cases import View, carry_out
from tournament.use_cases.commands import AddPlayers, ChangeSettings, PublishDraw

TURNS = ((1, 2, 3, 4), (5, 6, 7, 8))


def event(sessions: int, reserves: tuple[int, ...] = ()) -> View:
    book = created()
    carry_out(book, ChangeSettings(Settings("Cup", sessions=sessions)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8 + len(reserves)))), by=BY)
    carry_out(book, PublishDraw(Seating((TURNS,) * sessions, "by hand", 0, SeatingWishes(reserves=reserves))), by=BY)
    return book.view


def made(name: str, view: View) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, ReportOptions(PRINTED))


def test_reserves_are_on_no_list_of_seats() -> None:
    view = event(2, reserves=(9, 10))
    rows = made("seating-by-player", view).sections[0].table.rows
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    for name in ("seating-by-player", "seating-by-table", "table-rotation", "schedules"):
        aside = made(name, view).aside[0]
        assert isinstance(aside, Text)
        assert ENGLISH.render(aside) == "8 players · Mahjong Competition Rules"


def test_twelve_sessions_still_go_four_on_a_page(tmp_path: Path) -> None:
    path = tmp_path / "schedules.pdf"
    document = made("schedules", event(12))
    write(document, path, Format.PDF, language_of("fr"))
    pages = [page.extract_text().splitlines() for page in PdfReader(path).pages]
    headings = [language_of("fr").render(each.heading) for each in document.sections if each.heading is not None]
    assert [[heading for heading in headings if heading in lines] for lines in pages] == [headings[:4], headings[4:]]
