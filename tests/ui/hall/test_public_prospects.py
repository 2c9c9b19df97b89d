"""What it takes in the last session, as the hall may know it: from public results alone."""

from dataclasses import replace
from random import Random

from tests.reports.sheets.test_prospects import PLAYERS, SESSIONS, begun, found_in, play, play_at_random
from tests.slide_words import words_of
from tests.tournament.use_cases.events import BY
from tournament.language import ENGLISH
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import PublishResults
from ui.hall.ceremony import back, begin_ceremony, ceremony_slides, forward
from ui.hall.hall_state import CeremonyPlan, HallState
from ui.hall.hall_store import read_hall, written_hall
from ui.hall.public_prospects import possible_winners, public_prospects
from ui.hall.slides import ListSlide, RevealSlide

PLAN = CeremonyPlan(figures=False)


def before_the_last_session() -> Book:
    book = begun()
    play_at_random(book, range(1, SESSIONS), Random(8))
    return book


def end(book: Book) -> None:
    for table in range(1, PLAYERS // 4 + 1):
        play(book, SESSIONS, table, (60, 20, -30, -50))


def test_it_is_known_from_the_last_public_results_until_those_of_the_last_session() -> None:
    book = before_the_last_session()
    assert public_prospects(book.view) is None, "the results before it are not public"
    carry_out(book, PublishResults(SESSIONS - 1), by=BY)
    expected = found_in(book)
    assert public_prospects(book.view) == expected
    end(book)
    assert found_in(book) != expected, "the desk knows more"
    assert public_prospects(book.view) == expected, "a signed sheet is not public"
    carry_out(book, PublishResults(SESSIONS, hold_last=True), by=BY)
    assert public_prospects(book.view) == expected, "what waits for the ceremony is not public"
    carry_out(book, PublishResults(SESSIONS), by=BY)
    assert public_prospects(book.view) is None


def test_the_ceremony_begins_with_who_could_win_and_tells_nothing_more() -> None:
    book = before_the_last_session()
    carry_out(book, PublishResults(SESSIONS - 1), by=BY)
    found = public_prospects(book.view)
    assert found is not None
    numbers = possible_winners(found)
    names = [book.view.players[number].name for number in numbers]
    before = {row.player.name: str(row.rank) for row in book.view.standings().rows}
    end(book)
    view = book.view
    plain = begin_ceremony(view, PLAN)
    assert len(ceremony_slides(view, plain)) == 1
    begun_with = replace(begin_ceremony(view, PLAN), could_win=numbers)
    first, *pages = ceremony_slides(view, begun_with)
    assert isinstance(first, RevealSlide)
    assert all(isinstance(page, ListSlide) for page in pages)
    shown = [[str(cell.text) for cell in row] for page in pages if isinstance(page, ListSlide) for row in page.rows]
    assert [row[1] for row in shown] == names
    assert [row[0] for row in shown] == [before[name] for name in names], "as it was before the last session"
    assert "could win" in " ".join(words_of(pages[0], ENGLISH))
    later = forward(view, begun_with)
    assert len(ceremony_slides(view, later)) == 1
    assert back(view, later).could_win == numbers
    state = HallState("cup", ceremony=begun_with, prospects=True)
    assert read_hall(written_hall(state)) == state
