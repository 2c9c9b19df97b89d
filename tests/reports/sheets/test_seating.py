"""The seating on paper: who has a seat and nobody else; personal schedules of a long event, four on a page."""

from pathlib import Path

from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from reports.sheets.seating import sits_out_text, unused_tables_text
from tests.examples.events import PRINTED
from tests.tournament.use_cases.events import BY, created, players
from tournament.event.player import Player, PlayerState, PublicName, public_players
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import GrantedPoints, Settings
from tournament.language import ENGLISH, Text, language_of
from tournament.use_cases import RecordTotals, View, carry_out, plan_by_ranking, plan_rest
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    PublishDraw,
    RedrawSessions,
    Undo,
)

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


def twelve_then_eight() -> View:
    """Three tables in session 1 of 4; four players leave, and the other sessions are drawn for those who stay."""
    book = created()
    carry_out(book, ChangeSettings(Settings("Cup", sessions=4)), by=BY)
    carry_out(book, AddPlayers(tuple(players(12))), by=BY)
    rows = (*TURNS, (9, 10, 11, 12))
    carry_out(book, PublishDraw(Seating((rows,) * 4, "by hand", 0)), by=BY)
    for table in (1, 2, 3):
        carry_out(book, RecordTotals(1, table, (60, 20, -20, -60)), by=BY)
    for number in (9, 10, 11, 12):
        carry_out(book, ChangePlayerState(number, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, RedrawSessions(plan_rest(book.view, 2, seed=1, progress=lambda _done: False), 2), by=BY)
    return book.view


def said_of_tables(view: View, *sessions: int) -> str:
    text = unused_tables_text(view, sessions)
    return "" if text is None else ENGLISH.render(text)


def test_a_table_that_is_no_longer_used_is_named() -> None:
    view = twelve_then_eight()
    assert said_of_tables(view, 1) == ""
    assert said_of_tables(view, 2) == "Table 3 is not used in session 2."
    assert said_of_tables(view, 4) == "Table 3 is not used in session 4.", "it was in the draw before"
    assert said_of_tables(view, 1, 2, 3, 4) == "Table 3 is not used in sessions 2–4."
    for name in ("seating-by-table", "seating-by-player", "posters"):
        report = report_called(name)
        assert report is not None
        for session in (1, 2):
            note = build(report, view, ReportOptions(PRINTED, session=session)).note
            assert note is not None
            assert ("Table 3 is not used in session 2." in ENGLISH.render(note)) == (session == 2)


def test_the_tables_that_a_final_leaves_are_named() -> None:
    book = created()
    carry_out(book, ChangeSettings(Settings("Cup", sessions=3)), by=BY)
    carry_out(book, AddPlayers(tuple(players(16))), by=BY)
    rows = tuple((n, n + 1, n + 2, n + 3) for n in range(1, 17, 4))
    carry_out(book, PublishDraw(Seating((rows,) * 3, "by hand", 0)), by=BY)
    for table in (1, 2, 3, 4):
        carry_out(book, RecordTotals(1, table, (60, 20, -20, -60)), by=BY)
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    assert said_of_tables(book.view, 2) == "Tables 2–4 are not used in session 2."
    assert said_of_tables(book.view, 3) == "", "it is not seated yet"
    carry_out(book, Undo(), by=BY)
    assert said_of_tables(book.view, 1, 2, 3) == ""


def test_papers_have_the_tables_of_each_session() -> None:
    """Three tables in session 1 and two in the others: score sheets, signs, rotation, schedules and badges."""
    view = twelve_then_eight()
    report = report_called("score-sheets")
    assert report is not None
    for session, tables in ((1, 3), (2, 2), (4, 2)):
        assert len(build(report, view, ReportOptions(PRINTED, session=session)).score_sheets) == tables
    assert len(build(report, view, ReportOptions(PRINTED)).score_sheets) == 3 + 3 * 2
    assert len(made("table-signs", view).signs) == 3
    schedules = {section.player: section.table.rows for section in made("schedules", view).sections}
    assert {number: len(rows) for number, rows in schedules.items()} == {
        **dict.fromkeys(range(1, 9), 4),
        **dict.fromkeys(range(9, 13), 1),
    }
    assert [badge.number for badge in made("badges", view).badges] == list(range(1, 9))


def test_twelve_sessions_still_go_four_on_a_page(tmp_path: Path) -> None:
    path = tmp_path / "schedules.pdf"
    document = made("schedules", event(12))
    write(document, path, Format.PDF, language_of("fr"))
    pages = [page.extract_text().splitlines() for page in PdfReader(path).pages]
    headings = [language_of("fr").render(each.heading) for each in document.sections if each.heading is not None]
    assert [[heading for heading in headings if heading in lines] for lines in pages] == [headings[:4], headings[4:]]


def six_at_one_table() -> View:
    """Six players at one table, two of whom sit out in each of two sessions."""
    book = created()
    carry_out(book, ChangeSettings(Settings("Cup", sessions=2, sit_out_points=GrantedPoints.NOTHING)), by=BY)
    carry_out(book, AddPlayers(tuple(players(6))), by=BY)
    seating = Seating(
        (((1, 2, 3, 4),), ((5, 6, 1, 2),)), "by hand", 0, SeatingWishes(sit_out=True), ((5, 6), (3, 4))
    )  # fmt: skip
    carry_out(book, PublishDraw(seating), by=BY)
    return book.view


def said(document: Document) -> list[list[list[str]]]:
    """The cells of each section, as a reader sees them."""
    return [
        [[ENGLISH.render(cell) if isinstance(cell, Text) else str(cell) for cell in row] for row in section.table.rows]
        for section in document.sections
    ]


def test_those_who_sit_out_are_below_the_tables_of_their_session() -> None:
    view = six_at_one_table()
    first, second = said(made("seating-by-table", view))
    assert first[-1] == ["Sit out", "First5 Sample5", "First6 Sample6", "", ""]
    assert second[-1] == ["Sit out", "First3 Sample3", "First4 Sample4", "", ""]
    note = made("seating-by-table", view).note
    assert isinstance(note, Text)
    assert "Sit out" not in ENGLISH.render(note)
    assert len(said(made("seating-file", view))[0]) == 2, "a file that is imported has tables only"


def test_the_list_by_player_says_what_out_means() -> None:
    view = six_at_one_table()
    document = made("seating-by-player", view)
    assert [row[-2:] for row in said(document)[0]][2:5] == [["1 W", "out"], ["1 N", "out"], ["out", "1 E"]]
    assert isinstance(document.note, Text)
    assert "“out”: sits out." in ENGLISH.render(document.note)
    everybody = made("seating-by-player", event(2)).note
    assert isinstance(everybody, Text)
    assert "sits out" not in ENGLISH.render(everybody)


def test_who_is_shown_by_number_has_it_once() -> None:
    hidden = Player(5, "Ada", "Bamboo", public=PublicName.HIDDEN)
    shown = public_players({5: hidden, 6: Player(6, "Ben", "Circle")})
    text = sits_out_text(list(shown.values()))
    assert text is not None
    assert ENGLISH.render(text) == "Sit out: #5, 6 Ben Circle."
