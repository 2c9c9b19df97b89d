"""Which reports left the program, and what may have put one out of date."""

from dataclasses import replace

from tests.tournament.use_cases.events import BY, drawn, punish, win
from tournament.ledger.facts import HandRecorded, PaperNoted, PenaltyGiven, PlayersAdded, SettingsChanged
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import ChangeSettings, NotePaper, StartClock
from tournament.use_cases.papers import noted_papers, sessions_touched, written_since


def paper(book: Book, **chosen) -> PaperNoted:
    """A ranking that shows the event as it is."""
    return PaperNoted("ranking", "Ranking", "print", len(book.view.journal), **chosen)


def kinds_since(book: Book, noted: PaperNoted) -> list[type]:
    return [type(entry.fact) for entry in written_since(book.view, noted)]


def test_entries_since_a_paper_are_listed_latest_first():
    book = drawn()
    win(book, 1, 0, 1, 8)
    noted = paper(book)
    assert kinds_since(book, noted) == []
    win(book, 2, 0, 1, 8)
    punish(book, 2, points=10, reason="late")
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=BY)
    assert kinds_since(book, noted) == [SettingsChanged, PenaltyGiven, HandRecorded]


def test_what_no_report_shows_puts_none_out_of_date():
    book = drawn()
    noted = paper(book)
    carry_out(book, NotePaper(noted), by=BY)
    carry_out(book, StartClock(1), by=BY)
    assert kinds_since(book, noted) == []


def test_a_paper_of_the_event_before_its_first_entry_is_out_of_date_by_all():
    book = drawn()
    for entries in (0, -1):
        noted = PaperNoted("ranking", "Ranking", "print", entries)
        assert PlayersAdded in kinds_since(book, noted)
        assert len(kinds_since(book, noted)) == len(book.view.journal)


def test_of_one_report_the_last_note_counts_for_each_choice():
    book = drawn()
    for session in (None, 1, None):
        carry_out(book, NotePaper(paper(book, session=session)), by=BY)
    assert sorted((each.fact.session or 0, each.fact.entries) for each in noted_papers(book.view)) == [
        (0, len(book.view.journal) - 1),
        (1, len(book.view.journal) - 2),
    ]


def test_an_entry_touches_the_session_of_its_sheet_and_one_of_the_event_none():
    book = drawn()
    (*_, hand) = win(book, 1, 0, 1, 8).entries
    (*_, totals) = carry_out(book, RecordTotals(2, 1, (50, 20, 20, -90)), by=BY).entries
    (*_, place) = carry_out(book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=BY).entries
    touched = [sessions_touched(book.view.journal, entry) for entry in (hand, totals, place)]
    assert touched == [{1}, {2}, None]
