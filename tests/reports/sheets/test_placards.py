"""Badges, table signs, posters and certificates."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from tests.examples.events import PRINTED, LedgerWriter, begun, play
from tournament.language import ENGLISH


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
    assert all(len(badge.programme) == 2 for badge in document.badges)
    paper = pages(document, tmp_path)
    assert len(paper.pages) == 3
    assert played.view.players[20].last_name.split()[0] in paper.pages[2].extract_text()


def test_each_table_has_a_sign(played: LedgerWriter, tmp_path: Path) -> None:
    document = made(played, "table-signs")
    assert [sign.table for sign in document.signs] == [1, 2, 3, 4, 5]
    assert "Table 5" in pages(document, tmp_path).pages[2].extract_text()


def test_a_certificate_tells_the_place_of_the_standings(played: LedgerWriter, tmp_path: Path) -> None:
    document = made(played, "certificates")
    shown = played.view.standings()
    assert [each.name for each in document.certificates] == [row.player.name for row in shown.rows]
    paper = pages(document, tmp_path)
    assert len(paper.pages) == 20
    assert f"Place {shown.rows[3].rank} of 20" in paper.pages[3].extract_text()


def test_posters_are_of_twice_the_paper_and_of_the_session_to_come(played: LedgerWriter, tmp_path: Path) -> None:
    document = made(played, "posters")
    assert ENGLISH.render(document.title) == "Session 2"
    paper = pages(document, tmp_path)
    assert len(paper.pages) == len(document.sections) == 3
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in paper.pages} == {(842, 1191)}
