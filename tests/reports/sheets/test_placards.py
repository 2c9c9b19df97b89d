"""Badges, table signs, posters and certificates."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, PageSize, ReportOptions, build, report_called, write
from reports.document import Document
from tests.examples.events import PRINTED, LedgerWriter, begun, play, players, seating, write_table
from tests.tournament.use_cases.test_drawing import played as with_first_session
from tests.tournament.use_cases.test_final_beside import seat
from tournament.event.player import Player, PlayerState
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, Prizes
from tournament.event.settings import Settings
from tournament.language import ENGLISH, language_of
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import (
    DrawPublished,
    EventCreated,
    PlayersAdded,
    PlayerStateChanged,
    SettingsChanged,
    TotalsRecorded,
)
from tournament.tiles.wind import Wind


@pytest.fixture(scope="module")
def played() -> LedgerWriter:
    ledger = begun(20, 2)
    play(ledger, [1])
    return ledger


def made(ledger: LedgerWriter, name: str) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, ledger.view, ReportOptions(PRINTED))


def pages(document: Document, path: Path) -> PdfReader:
    write(document, path / "paper.pdf", Format.PDF, ENGLISH)
    return PdfReader(path / "paper.pdf")


def test_each_player_has_a_badge_eight_to_a_page(played: LedgerWriter, tmp_path: Path) -> None:
    document = made(played, "badges")
    assert [badge.number for badge in document.badges] == list(played.view.players)
    assert all(len(badge.seats) == 2 for badge in document.badges)
    paper = pages(document, tmp_path)
    assert len(paper.pages) == 3
    assert played.view.players[20].last_name.split()[0] in paper.pages[2].extract_text()


def test_each_table_has_a_sign(played: LedgerWriter, tmp_path: Path) -> None:
    document = made(played, "table-signs")
    assert [sign.table for sign in document.signs] == [1, 2, 3, 4, 5]
    assert "Table 5" in pages(document, tmp_path).pages[2].extract_text()


def test_the_table_of_a_final_has_its_name_on_signs_and_badges(tmp_path: Path) -> None:
    book = with_first_session(sessions=3, count=16)
    seat(book, 2)
    report, badge = report_called("table-signs"), report_called("badges")
    assert report is not None
    assert badge is not None
    document = build(report, book.view, ReportOptions(PRINTED))
    assert [sign.name and ENGLISH.render(sign.name) for sign in document.signs] == ["Final", None, None, None]
    written = [page.extract_text() for page in pages(document, tmp_path).pages]
    assert written[0].count("Final") == 1
    assert "Final" not in written[1]
    seats = [each.seats for each in build(badge, book.view, ReportOptions(PRINTED)).badges]
    assert [[(one.table, one.wind, one.name and ENGLISH.render(one.name)) for one in each] for each in seats[:2]] == [
        [(1, Wind.EAST, None), (1, Wind.NORTH, "Final")],
        [(1, Wind.SOUTH, None), (2, Wind.WEST, None)],
    ]


def test_a_certificate_shows_the_place_in_the_standings(played: LedgerWriter, tmp_path: Path) -> None:
    document = made(played, "certificates")
    shown = played.view.standings()
    assert [each.name for each in document.certificates] == [row.player.name for row in shown.rows]
    paper = pages(document, tmp_path)
    assert len(paper.pages) == 20
    assert f"Place {shown.rows[3].rank} of 20" in paper.pages[3].extract_text()


def test_the_lines_of_a_long_name_on_a_certificate_are_about_as_long_as_each_other(tmp_path: Path) -> None:
    """“… y Bambú / García” left one word below the others."""
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings(name="Cup", sessions=1)))
    long = Player(1, "Maximiliana Alexandrina", "de la Fuente y Bambú Ejemplo")
    ledger.write(EVENT_STREAM, PlayersAdded((long, *players(4)[1:])))
    ledger.write(EVENT_STREAM, DrawPublished(seating(4, 1)))
    write_table(ledger, 1, 1, [TotalsRecorded((30, 10, -10, -30))])
    texts = pages(made(ledger, "certificates"), tmp_path).pages
    lines = next(page for page in texts if "Maximiliana" in page.extract_text()).extract_text().splitlines()
    first = next(place for place, line in enumerate(lines) if "Maximiliana" in line)
    assert lines[first : first + 2] == ["Maximiliana Alexandrina de", "la Fuente y Bambú Ejemplo"]


@pytest.fixture(scope="module")
def level() -> LedgerWriter:
    """Sixteen players whose four tables ended with the same totals, and a team at each table."""
    ledger, drawn = LedgerWriter(), seating(16, 1)
    teams = {number: f"Team {table}" for table, seats in enumerate(drawn.tables(1), start=1) for number in seats}
    ledger.write(EVENT_STREAM, EventCreated(Settings(name="Cup", sessions=1, starts=date(2026, 5, 2))))
    ledger.write(EVENT_STREAM, PlayersAdded(tuple(replace(each, team=teams[each.number]) for each in players(16))))
    ledger.write(EVENT_STREAM, DrawPublished(drawn))
    for table in (1, 2, 3, 4):
        write_table(ledger, 1, table, [TotalsRecorded((30, 10, -10, -30))])
    return ledger


def test_a_certificate_of_a_shared_place_says_by_how_many(level: LedgerWriter, tmp_path: Path) -> None:
    expected = [f"Place {place} (shared by 4) of 16" for place in (1, 5, 9, 13) for _ in range(4)]
    paper = pages(made(level, "certificates"), tmp_path)
    for said, page in zip(expected, paper.pages, strict=True):
        assert said in page.extract_text()


def test_a_certificate_of_a_team_says_by_how_many_teams_its_place_is_shared(level: LedgerWriter) -> None:
    report = report_called("certificates")
    assert report is not None
    document = build(report, level.view, ReportOptions(PRINTED, category=PrizeCategory(CategoryKind.TEAMS)))
    assert [ENGLISH.render(each.place) for each in document.certificates] == ["Place 1 (shared by 4) of 4"] * 4


def test_a_shared_place_is_written_in_french(level: LedgerWriter) -> None:
    document = made(level, "certificates")
    assert language_of("fr").render(document.certificates[0].place) == "Place 1 (partagée par 4) sur 16"


def test_a_journey_says_by_how_many_the_place_is_shared(level: LedgerWriter) -> None:
    document = made(level, "journeys")
    said = [ENGLISH.render(section.note) for section in document.sections if section.note is not None]
    assert said == [f"Rank {rank} (shared by 4) of 16" for rank in (1, 5, 9, 13) for _ in range(4)]


@pytest.mark.parametrize(
    ("size", "sides"), [(None, (595, 842)), (PageSize.A3, (842, 1191)), (PageSize.LETTER, (612, 792))]
)
def test_posters_are_of_the_session_to_come_and_a3_only_where_it_is_chosen(
    played: LedgerWriter, tmp_path: Path, size: PageSize | None, sides: tuple[int, int]
) -> None:
    document = made(played, "posters")
    assert ENGLISH.render(document.title) == "Session 2"
    if size is None:
        write(document, tmp_path / "paper.pdf", Format.PDF, ENGLISH)
    else:
        write(document, tmp_path / "paper.pdf", Format.PDF, ENGLISH, page_size=size)
    paper = PdfReader(tmp_path / "paper.pdf")
    assert len(paper.pages) == len(document.sections) == 3
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in paper.pages} == {sides}


def test_a_poster_has_larger_type_than_a_list_and_the_largest_on_a3(played: LedgerWriter, tmp_path: Path) -> None:
    def height(name: str, size: PageSize) -> float:
        """The height of the letters of “No.”, the head of the list, in points."""
        found: list[float] = []

        def note(text: str, outer: list[float], matrix: list[float], _font: object, type_size: float) -> None:
            if text.strip() == "No.":
                found.append(type_size * outer[0] * matrix[0])

        write(made(played, name), tmp_path / "type.pdf", Format.PDF, ENGLISH, page_size=size)
        PdfReader(tmp_path / "type.pdf").pages[0].extract_text(visitor_text=note)
        return found[0]

    plain = height("seating-by-player", PageSize.A4)
    assert plain < height("posters", PageSize.A4) < height("posters", PageSize.A3)


@pytest.mark.parametrize(("count", "fits"), [(16, True), (20, True), (100, False)])
def test_each_list_of_a_poster_has_one_page_if_large_type_fits_it(tmp_path: Path, count: int, fits: bool) -> None:
    document = made(begun(count, 1), "posters")
    assert (len(pages(document, tmp_path).pages) == len(document.sections)) is fits


def test_the_badge_of_a_substitute_says_so(tmp_path: Path) -> None:
    ledger = begun(8, 1)
    ledger.write(EVENT_STREAM, PlayerStateChanged(8, PlayerState.SUBSTITUTE, 1))
    document = made(ledger, "badges")
    assert [each.number for each in document.badges if each.role is not None] == [8]
    text = "".join(page.extract_text() for page in pages(document, tmp_path).pages)
    assert text.count("Substitute") == 1


def test_certificates_of_winners_are_those_of_the_first_three_and_of_each_prize(level: LedgerWriter) -> None:
    """The four who share the first place, then the teams whose places have a prize."""
    report = report_called("certificates")
    assert report is not None
    prizes = Prizes((Prize(PrizeCategory(CategoryKind.TEAMS), 1, 2, "Cup"),))
    level.write(EVENT_STREAM, SettingsChanged(replace(level.view.settings, prizes=prizes)))
    view = level.view
    winners = build(report, view, ReportOptions(PRINTED, winners=True, prizes_so_far=True)).certificates
    assert [ENGLISH.render(each.place) for each in winners] == [
        *["Place 1 (shared by 4) of 16"] * 4, *["Place 1 (shared by 4) of 4"] * 4,
    ]  # fmt: skip
    assert len(build(report, view, ReportOptions(PRINTED)).certificates) == 16
