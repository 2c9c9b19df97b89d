"""A page for each role: true of the event, one page each, in every game and format."""

from dataclasses import replace
from datetime import date, time
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from reports.catalogue import Format, PageSize, ReportOptions, build, report_called, write
from reports.document import Document
from tests.examples.events import PRINTED, begun, league_begun
from tournament.catalogue import IDS
from tournament.event.settings import CountedTotals, SecondReading
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH, LANGUAGES, Language, Text
from tournament.language.help_pages import listed_keys
from tournament.language.languages import bilingual
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SettingsChanged
from tournament.use_cases.view import View


def made(view: View, name: str = "role-sheets") -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, ReportOptions(PRINTED))


def printed(document: Document, folder: Path, language: Language = ENGLISH, size: PageSize = PageSize.A4) -> PdfReader:
    path = folder / "roles.pdf"
    write(document, path, Format.PDF, language, page_size=size)
    return PdfReader(path)


def text_of(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


def pages(document: Document, folder: Path) -> list[str]:
    return list(map(text_of, printed(document, folder).pages))


@pytest.fixture(scope="module")
def large() -> View:
    """The most sessions, each on a day of its own, and many tables; each sheet is read twice."""
    ledger = begun(160, 20)
    times = tuple(SessionTime(session, date(2026, 6, session), time(10)) for session in range(1, 21))
    settings = replace(
        ledger.view.settings,
        timetable=Timetable(times),
        counted_totals=CountedTotals.AS_SIGNED,
        second_reading=SecondReading.BY_ANOTHER,
    )
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    return ledger.view


@pytest.fixture(scope="module")
def large_pages(large: View, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return pages(made(large), tmp_path_factory.mktemp("large"))


def test_the_facts_are_those_of_the_event(large_pages: list[str]) -> None:
    for page in large_pages:
        assert "Open de l’Exemple 2026" in page
        assert "Exempleville" in page
        assert "40 tables, 160 players" in page
        assert "The signed totals count" in page
        assert "Second reading by another person" in page
        assert "1: 10:00–12:00" in page


def test_each_role_has_its_page(large_pages: list[str]) -> None:
    titles = ("Organiser", "Head referee", "Referee entering data", "At the scanner", "Printing")
    assert len(large_pages) == len(titles)
    assert all(title in page for title, page in zip(titles, large_pages, strict=True))
    assert "False Hu, not a winning hand 20 to each" in large_pages[1]
    assert "read a signed sheet again" in large_pages[2]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "size"),
    [(LANGUAGES[2], PageSize.A4), (bilingual(LANGUAGES[1], LANGUAGES[0]), PageSize.LETTER)],
    ids=["Chinese", "French and English"],
)
def test_one_page_each_however_large(large: View, language: Language, size: PageSize, tmp_path: Path) -> None:
    assert len(printed(made(large), tmp_path, language, size).pages) == 5


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "pages"), [*((each, 2) for each in LANGUAGES), (bilingual(LANGUAGES[1], LANGUAGES[0]), 4)],
    ids=lambda value: value.code if isinstance(value, Language) else "",
)  # fmt: skip
@pytest.mark.parametrize("size", [PageSize.A4, PageSize.LETTER])
def test_what_to_do_if_something_goes_wrong_is_on_one_sheet_and_large_enough(
    large: View, language: Language, pages: int, size: PageSize, tmp_path: Path
) -> None:
    write(made(large, "symptom-card"), tmp_path / "paper.pdf", Format.PDF, language, page_size=size)
    reader = PdfReader(tmp_path / "paper.pdf")
    assert len(reader.pages) <= pages
    sizes: list[float] = []

    def note(text: str, outer: list[float], matrix: list[float], _font: object, type_size: float) -> None:
        if len(text.strip()) > 20 and 100 < matrix[5] < 650:  # neither the head nor the foot
            sizes.append(type_size * outer[0] * matrix[0])

    for page in reader.pages:
        page.extract_text(visitor_text=note)
    assert sizes
    assert min(sizes) >= 9


@pytest.mark.thorough
@pytest.mark.parametrize("rules", IDS)
def test_under_all_rules(rules: str, tmp_path: Path) -> None:
    view = begun(8, 1, rules=rules).view
    reader = printed(made(view), tmp_path)
    assert len(reader.pages) == 5
    typist = text_of(reader.pages[2])
    tiles = view.rules.scorer is not None or view.rules.counter is not None
    assert ("the tiles, counted" in typist) == tiles
    assert ("who pays whom" in typist.partition("Keys")[2]) == view.rules.four_values


def test_a_league_has_games_and_no_draw(tmp_path: Path) -> None:
    view: View = league_begun().view
    told = pages(made(view), tmp_path)
    assert "open their game on the page Games (Ctrl Enter)" in told[0]
    assert not any("draw is published" in page or "A player did not come" in page for page in told)
    card = " ".join(pages(made(view, "symptom-card"), tmp_path))
    assert "A player did not come" not in card
    assert "The file does not open." in card


def test_the_keys_are_the_list_of_all_keys() -> None:
    typist = made(begun(8, 1).view).role_sheets[2]
    listed = {row.named(ENGLISH): row.action for row in listed_keys("tables", ENGLISH)}
    told = {line.about.of("en"): line.texts[0].of("en") for line in typist.keys}  # type: ignore[union-attr]
    assert told["F5"] == listed["F5"]
    assert told["Ctrl Enter"] == listed["Ctrl Enter"]
    assert told["1–4"] == "the player of that column"


@pytest.mark.parametrize(("days", "refers"), [(4, False), (5, True)])
def test_the_hours_of_four_days_are_listed(days: int, refers: bool) -> None:
    ledger = begun(8, days)
    times = tuple(SessionTime(session, date(2026, 6, session), time(10), 90) for session in range(1, days + 1))
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, timetable=Timetable(times))))
    sheet = made(ledger.view).role_sheets[0]
    words = [ENGLISH.render(each) for line in sheet.facts for each in line.texts if isinstance(each, Text)]
    assert sum("10:00–11:30" in each for each in words) == 4
    assert ("other days: see the timetable" in words) is refers
