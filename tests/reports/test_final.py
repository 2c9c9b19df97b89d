"""A paper says that it is final when the event is over and everything is signed, and who it is from."""

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from tests.examples.events import PRINTED, LedgerWriter, begun, play
from tournament.language import ENGLISH, LANGUAGES
from tournament.language.languages import bilingual
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SettingsChanged


def made(ledger: LedgerWriter, name: str, session: int | None = None) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, ledger.view, ReportOptions(PRINTED, session=session))


@pytest.fixture(scope="module")
def over() -> LedgerWriter:
    ledger = begun(8, 2)
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, organiser="Club Exemple")))
    play(ledger, (1, 2))
    return ledger


RANKINGS = ("standings", "standings-teams", "standings-countries", "prizes", "certificates", "tabulation")


@pytest.mark.parametrize("name", RANKINGS)
def test_final_when_everything_is_signed(over: LedgerWriter, name: str) -> None:
    assert made(over, name).final
    assert made(over, name, 2).final


@pytest.mark.parametrize("name", RANKINGS)
def test_not_final_after_a_session_before_the_last(over: LedgerWriter, name: str) -> None:
    assert not made(over, name, 1).final


@pytest.mark.parametrize(("sessions", "close"), [((1,), True), ((1, 2), False)])
def test_not_final_while_anything_is_missing(sessions: tuple[int, ...], close: bool) -> None:
    ledger = begun(8, 2)
    play(ledger, sessions, close=close)
    assert not made(ledger, "standings").final


def test_every_kind_of_file_says_it(over: LedgerWriter, tmp_path: Path) -> None:
    document = made(over, "standings")
    for format in (Format.PDF, Format.HTML, Format.EXCEL):
        write(document, tmp_path / f"a.{format.value}", format, ENGLISH)
    reader = PdfReader(tmp_path / "a.pdf")
    assert reader.pages[0].extract_text().splitlines()[0] == "Open de l’Exemple 2026 Final"
    assert "<br>Final</p>" in (tmp_path / "a.html").read_text(encoding="utf-8")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    header = book.worksheets[0].oddHeader
    assert header is not None
    assert str(header.right.text).startswith("Final · ")
    assert reader.metadata is not None
    assert reader.metadata.author == book.properties.creator == "Club Exemple"
    assert reader.metadata.creator == "Quatre Vents"


def test_other_languages_are_not_those_of_the_page(tmp_path: Path) -> None:
    document = made(begun(8, 1), "rules")
    write(document, tmp_path / "a.html", Format.HTML, bilingual(ENGLISH, LANGUAGES[1]))
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert text.count("Big Four Winds") == 1
    assert text.count("大四喜") == 1


def test_a_seating_says_what_the_gong_means(over: LedgerWriter) -> None:
    for name in ("seating-by-table", "seating-by-player"):
        note = made(over, name).note
        assert note is not None
        assert "Gong: the hand in play is void." in ENGLISH.render(note)
