"""What is said of public results, and how final results are. Expected texts follow from what was published."""

import pytest

from tests.tournament.use_cases.events import BY, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat, spoken_in
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.state import Publication
from tournament.use_cases import Book, OpenEvening, RecordTotals, ReopenSheet, SeatGame, View, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishResults, WithdrawResults
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.publication import public_text
from tournament.use_cases.results_state import ResultsState, results_state, session_results_state


def said(view: View) -> str:
    return ENGLISH.with_words(view.words).render(public_text(view))


def test_what_is_public_of_a_tournament() -> None:
    book = drawn()
    assert said(book.view) == "No results are public."
    win(book, 1, 0, None, 8)
    assert not PublicView(book.view).touched(1)
    carry_out(book, PublishResults(1), by=BY)
    assert said(book.view) == "Results are public up to session 1."
    assert PublicView(book.view).touched(1) == book.view.touched(1) == {1}
    carry_out(book, RecordTotals(2, 1, (50, 20, 20, -90)), by=BY)
    carry_out(book, PublishResults(2, hold_last=True), by=BY)
    assert book.view.state.publication == Publication(1, 2)
    assert said(book.view) == "Results are public up to session 1; those of session 2 are held for the ceremony."
    carry_out(book, WithdrawResults(1), by=BY)
    assert said(book.view) == "No results are public."


def test_what_is_public_of_a_league() -> None:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Friday", sessions=1, format=EventFormat.LEAGUE)), by=BY)
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    for evening in (1, 2):
        carry_out(book, OpenEvening(), by=BY)
        carry_out(book, SeatGame(evening, (1, 2, 3, 4)), by=BY)
        carry_out(book, RecordTotals(evening, 1, (50, 20, 20, -90)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    assert said(book.view) == "Results are public up to evening 1."
    carry_out(book, PublishResults(2, hold_last=True), by=BY)
    assert said(book.view) == "Results are public up to evening 1; those of evening 2 are held for the ceremony."


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (ResultsState(provisional=True, final=True, after=4, sessions=4), "Final"),
        (ResultsState(provisional=False), None),
        (ResultsState(provisional=True), "Provisional"),
        (ResultsState(provisional=True, after=2), "Provisional, after evening 2"),
        (ResultsState(provisional=False, after=2), "After evening 2"),
        (ResultsState(provisional=True, after=2, sessions=4), "Provisional, after session 2 of 4"),
        (ResultsState(provisional=False, after=2, sessions=4), "After session 2 of 4"),
    ],
)
def test_how_final_results_are(state: ResultsState, text: str | None) -> None:
    spoken = ENGLISH.with_words(spoken_in(EventFormat.LEAGUE if state.sessions is None else EventFormat.TOURNAMENT, ()))
    assert (None if state.text is None else spoken.render(state.text)) == text


def state_text(view: View, session: int | None = None) -> str:
    text = results_state(view, session).text
    return "" if text is None else ENGLISH.render(text)


def test_results_are_provisional_while_a_sheet_of_any_session_is_open() -> None:
    """Of an earlier session too: when everything after it is verified, the ranking still changes with it."""
    book, scores = drawn(), (50, 20, 20, -90)
    carry_out(book, RecordTotals(1, 1, scores), by=BY)
    assert state_text(book.view) == "Provisional, after session 1 of 2", "the other table is missing"
    for table in (1, 2):
        carry_out(book, RecordTotals(2, table, scores), by=BY)
    assert state_text(book.view) == "Provisional, after session 2 of 2", "a table of the first session is missing"
    assert session_results_state(book.view, 1).provisional is True
    assert session_results_state(book.view, 2).provisional is False
    assert book.view.standings(2).provisional is True
    carry_out(book, ReopenSheet(1, 1, "misread"), by=BY)
    assert state_text(book.view) == "Provisional, after session 2 of 2"
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, scores), by=BY)
    assert state_text(book.view) == "Final"
    assert state_text(book.view, 1) == "After session 1 of 2"
    assert book.view.standings(2).provisional is False


def test_results_are_final_once_nothing_is_left_to_play_or_sign() -> None:
    book, scores = drawn(), (50, 20, 20, -90)
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, scores), by=BY)
    assert state_text(book.view) == "Final"
    assert state_text(book.view, 1) == "After session 1 of 2", "more followed"
    carry_out(book, ReopenSheet(1, 2, "misread"), by=BY)
    assert state_text(book.view) == "Provisional, after session 2 of 2"
    assert state_text(book.view, 1) == "Provisional, after session 1 of 2"
    carry_out(book, RecordTotals(1, 2, scores), by=BY)
    assert state_text(book.view) == "Final"
