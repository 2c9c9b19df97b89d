"""The prize list and the certificates: by category, shared to the last coin, every name whole."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from reports.writers.wording import cell_text
from tests.examples.events import PRINTED, LedgerWriter, begun, play, sample_league
from tournament.event.player import PlayerState
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, Prizes, PrizeTies
from tournament.language import ENGLISH, Language, bilingual, language_of
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerStateChanged, SettingsChanged
from tournament.standings.teams import teams
from tournament.use_cases.view import View

TEAMS, COUNTRIES = PrizeCategory(CategoryKind.TEAMS), PrizeCategory(CategoryKind.COUNTRIES)
LONG = "Wanderpokal der Gesellschaft " * 4 + "ende"
"""120 characters."""


def event(players: int = 20) -> LedgerWriter:
    ledger = begun(players, 2)
    play(ledger, [1])
    return ledger


@pytest.fixture(scope="module")
def played() -> View:
    return event().view


def having(view: View, *lines: Prize, ties: PrizeTies = PrizeTies.SHARED, currency: str = "EUR") -> View:
    """The event with these prizes."""
    ledger = LedgerWriter(view.journal.fork())
    prizes = Prizes((), ties, currency)
    for line in lines:
        prizes = prizes.with_prize(line)
    ledger.write(EVENT_STREAM, SettingsChanged(replace(view.settings, prizes=prizes)))
    return ledger.view


def made(view: View, name: str = "prizes", **chosen: Any) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, replace(ReportOptions(PRINTED, prizes_so_far=True), **chosen))


def rows(document: Document, section: int = 0, language: Language = ENGLISH) -> list[list[str]]:
    table = document.sections[section].table
    return [[cell_text(cell, column.kind, language) for cell, column in zip(row, table.columns, strict=True)]
            for row in table.rows]  # fmt: skip


def headings(document: Document) -> list[str]:
    return [ENGLISH.render(section.heading or "") for section in document.sections]


def test_without_prizes_the_first_three_places_are_named_one_to_a_row(played: View) -> None:
    document = made(played)
    assert headings(document) == ["Players", "Teams", "Countries"]
    for each in played.standings().rows:
        assert (each.player.name in [row[1] for row in rows(document)]) == (each.rank <= 3)
    assert len(rows(made(played, first=5))) == sum(each.rank <= 5 for each in played.standings().rows)


def test_each_category_has_its_prizes(played: View) -> None:
    lines = (Prize(what="Trophy", amount=15050), Prize(place=2, last=3, amount=5000), Prize(TEAMS, what="Cup"))
    document = made(having(played, *lines))
    assert headings(document) == ["Players", "Teams"]
    ranked = played.standings().rows
    assert [row[1] for row in rows(document)] == [each.player.name for each in ranked if each.rank <= 3]
    amounts = [row[document_column(document, "Each, in EUR")] for row in document.sections[0].table.rows]
    assert sum(amount for amount in amounts if isinstance(amount, Fraction)) == Fraction("250.50")


def document_column(document: Document, heading: str) -> int:
    columns = document.sections[0].table.columns
    return next(index for index, column in enumerate(columns) if ENGLISH.render(column.heading) == heading)


def test_a_tie_is_shown_with_its_remainder(played: View) -> None:
    """Three players who won the same number of hands share a prize of 100.00 first."""
    wins = PrizeCategory(CategoryKind.HANDS_WON)
    view = having(played, Prize(wins, amount=10000))
    winners = rows(made(view))
    each, rest = divmod(10000, len(winners))
    if len(winners) > 1:
        assert f"{len(winners)} share places 1 to {len(winners)}" in winners[0][-1]
    assert all(row[3] == (f"{each / 100:.2f}" if each % 100 else str(each // 100)) for row in winners)
    assert (rest > 0) == any("left over" in row[-1] for row in winners)


def test_twelve_countries_level_have_a_row_each_in_their_own_words() -> None:
    """Before: one cell of English names."""
    ledger = begun(48, 1)
    play(ledger, [1], hands=0)
    view = having(ledger.view, Prize(COUNTRIES, 1, 40, amount=10000))
    document = made(view)
    names = [row[1] for row in rows(document, language=language_of("fr"))]
    assert len(names) == len({each.country for each in view.players.values() if each.country}) > 8
    assert "Danemark" in names


def test_nobody_level_is_chosen_without_lots(played: View) -> None:
    wins = PrizeCategory(CategoryKind.HANDS_WON)
    lines = [Prize(wins, place, place, f"Book {place}") for place in range(1, 21)]
    document = made(having(played, *lines, ties=PrizeTies.SPLIT))
    level = [row for row in rows(document) if "decided by lot" in row[-1]]
    assert level
    assert all("Book" in row[3] for row in level)


def test_places_beyond_the_number_of_players_are_reported(played: View) -> None:
    document = made(having(played, Prize(place=19, last=30, amount=100)))
    assert document.sections[0].note is not None
    assert ENGLISH.render(document.sections[0].note) == "Cannot be won: places 21 to 30."
    assert ENGLISH.render(
        made(having(played, Prize(PrizeCategory(CategoryKind.CLUB, "None"), what="Cup"))).note or ""
    ) == ("Nobody is ranked in this category.")


def test_who_has_no_place_wins_nothing() -> None:
    ledger = event()
    best = ledger.view.standings().rows[0].player
    ledger.write(EVENT_STREAM, PlayerStateChanged(best.number, PlayerState.DISQUALIFIED, 1, "left"))
    view = having(ledger.view, Prize(what="Cup"), Prize(PrizeCategory(CategoryKind.BEST_HAND), 1, 20, "Book"))
    document = made(view)
    assert best.name not in [row[1] for section in (0, 1) for row in rows(document, section)]


def test_the_best_of_each_country_and_of_one(played: View) -> None:
    each = PrizeCategory(CategoryKind.COUNTRY)
    document = made(having(played, Prize(each, what="Medal")))
    countries = {player.country for player in played.players.values() if player.country}
    assert len({row[1] for row in rows(document)}) == len(countries)
    danish = made(played, category=PrizeCategory(CategoryKind.COUNTRY, "DK"), first=1)
    ranked = [row.player for row in played.standings().rows if row.player.country == "DK"]
    assert rows(danish)[0][1] == ranked[0].name


def test_200_long_prizes_on_every_format_and_in_two_languages(played: View, tmp_path: Path) -> None:
    lines = [Prize(PrizeCategory(kind), place, place, LONG, 10000 + place) for kind in (CategoryKind.PLAYERS,
             CategoryKind.TEAMS, CategoryKind.COUNTRIES, CategoryKind.BEST_HAND) for place in range(1, 21)]  # fmt: skip
    document = made(having(played, *lines))
    for format, language in (
        (Format.PDF, bilingual(ENGLISH, language_of("fr"))), (Format.EXCEL, ENGLISH), (Format.HTML, ENGLISH),
        (Format.CSV, language_of("fr")),
    ):  # fmt: skip
        write(document, tmp_path / f"prizes.{format.value}", format, language)
    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "prizes.pdf").pages)
    assert all(row.player.last_name.split()[-1] in text for row in played.standings().rows)
    sheet = load_workbook(tmp_path / "prizes.xlsx").worksheets[0]
    column = [cell.value for cell in sheet[1]].index("Each, in EUR") + 1
    assert sheet.cell(2, column).value == pytest.approx(100.01)
    assert sheet.cell(2, column).number_format == "0.00"


def test_certificates_of_a_category_name_it_and_the_prize(played: View, tmp_path: Path) -> None:
    view = having(played, Prize(TEAMS, what="Cup of the town", amount=100))
    document = made(view, "certificates", category=TEAMS, first=2)
    assert [each.name for each in document.certificates] == [
        each.name for each in teams(view.standings(), view.settings) if each.rank is not None and each.rank <= 2
    ]
    write(document, tmp_path / "certificates.pdf", Format.PDF, ENGLISH)
    first = PdfReader(tmp_path / "certificates.pdf").pages[0].extract_text()
    assert "Teams" in first
    assert "Prize so far: Cup of the town" in first
    assert "Place 1 (shared by 5) of 5" in first


def test_a_certificate_of_a_country_is_in_the_language_of_the_page(played: View, tmp_path: Path) -> None:
    document = made(played, "certificates", category=COUNTRIES)
    write(document, tmp_path / "certificates.pdf", Format.PDF, language_of("fr"))
    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "certificates.pdf").pages)
    assert "Danemark" in text
    assert len(document.certificates) == len({each.country for each in played.players.values() if each.country})


def test_a_league_has_prizes_by_its_own_ranking() -> None:
    league = sample_league()
    view = having(league, Prize(what="Cup"), Prize(PrizeCategory(CategoryKind.HANDS_WON), what="Book"))
    document = made(view)
    assert headings(document)[0] == "Players"
    assert rows(document)[0][1] == view.season().rows[0].player.name
    assert made(league, "certificates", first=1).certificates[0].name == view.season().rows[0].player.name
    assert made(league, category=TEAMS).sections == ()


def test_the_list_says_what_becomes_of_ties(played: View) -> None:
    prize = Prize(PrizeCategory(CategoryKind.PLAYERS), amount=1000)
    shared, split = (made(having(played, prize, ties=ties)).note for ties in PrizeTies)
    assert shared is not None
    assert split is not None
    assert ENGLISH.render(shared).startswith("Tied players share the prizes of their places")
    assert ENGLISH.render(split) == "Ties are broken by lot."
