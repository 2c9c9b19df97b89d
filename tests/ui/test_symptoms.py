"""The card of what goes wrong: each symptom is made, its cure is done, and it is gone."""

import re
from datetime import date
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, PageSize, ReportOptions, build, report_called, write
from reports.papers import outdated_papers
from reports.sheets.symptoms import symptom_text
from tests.examples.events import PRINTED, seating
from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, SubstituteCase
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Text, language_of
from tournament.language.help_pages import EVERYWHERE, listed_keys
from tournament.language.key_names import key_text
from tournament.ledger.facts import PaperNoted
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CloseSheet,
    GivePenalty,
    RecordHand,
    carry_out,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    CancelPenalty,
    ChangePlayer,
    CorrectHand,
    CreateEvent,
    InsertHand,
    MoveSheet,
    NotePaper,
    PauseClock,
    PublishDraw,
    PublishResults,
    Redo,
    ResumeClock,
    StartClock,
    SubstitutePlayer,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.session_clock import clock_of
from ui.desktop.pages.catalogue import PAGES
from ui.entry.sheet_address import SheetAddress, sheet_named

ROOT = Path(__file__).parents[2]
SELF_DRAW, OTHER = Outcome(0, None, 10), Outcome(1, 2, 20)


@pytest.fixture
def book() -> Book:
    """Two tables, one session; one hand at the first."""
    made = Book(FakeStore())
    carry_out(made, CreateEvent(Settings("Open", sessions=1, starts=date(2026, 6, 13))), by=BY)
    carry_out(made, AddPlayers(tuple(Player(0, f"P{n}", "Sample") for n in range(1, 9))), by=BY)
    carry_out(made, PublishDraw(seating(8, 1)), by=BY)
    carry_out(made, RecordHand(1, 1, 1, SELF_DRAW), by=BY)
    return made


def scores(book: Book, table: int = 1) -> tuple[int, ...]:
    return tuple(book.view.sheet(1, table).scores)


def test_totals_differ(book: Book) -> None:
    with pytest.raises(Refused):
        carry_out(book, CloseSheet(1, 1, (57, -19, -19, -19)), by=BY, confirmed=True)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(0, None, 11), "typed wrongly"), by=BY)
    carry_out(book, CloseSheet(1, 1, (57, -19, -19, -19)), by=BY, confirmed=True)
    assert scores(book) == (57, -19, -19, -19)


def test_a_skipped_row(book: Book) -> None:
    before = scores(book)
    carry_out(book, InsertHand(1, 1, 1, OTHER, "skipped"), by=BY)
    first, second, *_ = book.view.sheet(1, 1).hands
    assert (first.outcome, second.outcome) == (OTHER, SELF_DRAW)
    assert scores(book) != before


def test_typed_at_the_wrong_table(book: Book) -> None:
    carry_out(book, MoveSheet(1, 1, 1, 2, "wrong table"), by=BY)
    assert book.view.sheet(1, 1).played == 0
    assert scores(book, 2) == (54, -18, -18, -18)


def test_a_wrong_penalty(book: Book) -> None:
    before = scores(book)
    given = carry_out(book, GivePenalty(1, 1, Charge(0, "late", minutes=12)), by=BY).entries[-1]
    assert scores(book) != before
    carry_out(book, CancelPenalty(given.id, "another player"), by=BY)
    assert scores(book) == before


def test_undo_went_too_far(book: Book) -> None:
    carry_out(book, RecordHand(1, 1, 2, OTHER), by=BY)
    after = scores(book)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    assert scores(book) == (0, 0, 0, 0)
    carry_out(book, Redo(), by=BY)
    carry_out(book, Redo(), by=BY)
    assert scores(book) == after


def test_the_scanner_types_letters(book: Book) -> None:
    assert sheet_named("2", book.view, 1) == SheetAddress(1, 2)
    assert sheet_named("1-02-1", book.view, 1) == SheetAddress(1, 2)


def test_a_paper_with_other_players(book: Book) -> None:
    assert isinstance(sheet_named("1-02-2", book.view, 1), Text), "no such version: refused with the reason"


def test_a_player_did_not_come(book: Book) -> None:
    (absent, *_) = book.view.sheet(1, 2).players
    carry_out(book, SubstitutePlayer(1, absent, "Sam Reserve", SubstituteCase.ABSENT), by=BY)
    assert book.view.players[book.view.sheet(1, 2).players[0]].name == "Sam Reserve"


def paper(book: Book, name: str) -> PaperNoted:
    return PaperNoted(name, name, "print", len(book.view.journal))


def test_a_wrong_name_and_the_papers_that_had_it(book: Book) -> None:
    carry_out(book, NotePaper(paper(book, "seating-by-player")), by=BY)
    assert outdated_papers(book.view) == ()
    carry_out(book, ChangePlayer(Player(1, "Pia", "Sample")), by=BY)
    (outdated,) = outdated_papers(book.view)
    assert outdated.paper.fact.report == "seating-by-player"
    carry_out(book, NotePaper(paper(book, "seating-by-player")), by=BY)
    assert outdated_papers(book.view) == (), "printed again"


def test_standings_stay_provisional_until_everything_is_signed(book: Book) -> None:
    carry_out(book, RecordHand(1, 2, 1, SELF_DRAW), by=BY)
    assert book.view.standings().provisional
    for table, totals in ((1, (54, -18, -18, -18)), (2, (54, -18, -18, -18))):
        carry_out(book, CloseSheet(1, table, totals), by=BY, confirmed=True)
    assert not book.view.standings().provisional


def test_the_size_of_the_paper(book: Book, tmp_path: Path) -> None:
    report = report_called("standings")
    assert report is not None
    for size in PageSize:
        path = tmp_path / f"{size.name}.pdf"
        write(build(report, book.view, ReportOptions(PRINTED)), path, Format.PDF, ENGLISH, page_size=size)
        box = PdfReader(path).pages[0].mediabox
        assert (round(box.width), round(box.height)) == tuple(round(side) for side in size.value)


def test_time_was_lost(book: Book) -> None:
    carry_out(book, StartClock(1), by=BY)
    carry_out(book, PauseClock(1, "light"), by=BY)
    carry_out(book, ResumeClock(1), by=BY)
    carry_out(book, AddMinutes(1, 5), by=BY)
    carry_out(book, AddMinutes(1, 3, (2,), "started late"), by=BY)
    clock = clock_of(book.view, 1)
    assert (clock.added_to(1), clock.added_to(2)) == (0, 3)


def test_results_that_are_missing_and_results_too_early(book: Book) -> None:
    carry_out(book, PublishResults(1), by=BY)
    assert PublicView(book.view).standings().after == 1
    carry_out(book, WithdrawResults(1), by=BY)
    assert PublicView(book.view).standings().after == 0


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_card_names_pages_as_the_window_does(code: str) -> None:
    language = language_of(code)
    titles = {language.render(page.title) for page in PAGES}
    named = set(re.findall(r"[Pp]age ([A-ZÉ]\w+)", symptom_text(language)))
    assert named <= titles
    assert len(named) > 5


def test_its_labels_exist_in_the_window() -> None:
    files = (*(ROOT / "ui" / "desktop").rglob("*.py"), ROOT / "reports" / "catalogue.py")
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    labels = set(re.findall("“([^”]+)”", symptom_text(ENGLISH)))
    assert len(labels) == 14
    assert [label for label in labels if f'mark("{label.removesuffix("…")}' not in source] == []


def test_every_key_of_the_card_is_listed() -> None:
    pages = (EVERYWHERE, *(page.id for page in PAGES))
    shortcuts = {page.shortcut for page in PAGES}
    keys = shortcuts | {key for page in pages for row in listed_keys(page, ENGLISH) for key in row.keys}
    named = set(re.findall(r"(?:(?:Ctrl|Alt) (?:Shift )?(?:Enter|[A-Z0-9])|F\d+)\b", symptom_text(ENGLISH)))
    assert named - {ENGLISH.render(key_text(key)) for key in keys} == set()
    assert len(named) > 10
