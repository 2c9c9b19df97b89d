"""Whether a published draw can change: from which session on, and for whom."""

import pytest

from tests.tournament.use_cases.events import BY, codes, created, drawn, win
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, CloseSheet, RecordHand, Refused, anybody_seated, carry_out
from tournament.use_cases.commands import CancelSessions
from tournament.use_cases.draw_checks import (
    advice_text,
    check_free,
    check_known,
    check_session,
    check_untouched,
    published_draw,
    sessions_from,
)


def begun(*sessions: int, table: int = 1) -> Book:
    """Drawn, with one hand at ``table`` in each of ``sessions``."""
    book = drawn()
    for session in sessions:
        carry_out(book, RecordHand(session, table, 1, Outcome(0, 1, 8)), by=BY)
    return book


@pytest.mark.parametrize(
    ("sessions", "first", "free"),
    [
        ((), 1, True), ((1,), 1, False), ((1,), 2, True), ((2,), 1, False), ((2,), 2, False), ((2,), 3, True),
        ((1, 2), 1, False),
    ],
)  # fmt: skip
def test_the_draw_changes_from_a_session_on_if_nothing_is_entered_in_it_or_later(
    sessions: tuple[int, ...], first: int, *, free: bool
):
    book = begun(*sessions)
    if free:
        check_untouched(book.view, first)
        return
    with pytest.raises(Refused) as refused:
        check_untouched(book.view, first)
    assert codes(refused) == ["session-begun"]
    (problem,) = refused.value.problems
    assert f"Session {min(each for each in sessions if each >= first)} has begun" in ENGLISH.render(problem.text)


@pytest.mark.parametrize(
    ("sessions", "asked", "advice"),
    [
        ((), 1, "Choose session 2 or later."),
        ((), 2, "No session is left."),
        ((1,), 1, "Choose session 2 or later."),
        ((2,), 1, "No session is left."),
        ((2,), 2, "No session is left."),
        ((1, 2), 1, "No session is left."),
    ],
)
def test_the_advice_is_the_first_session_after_all_that_have_begun(sessions: tuple[int, ...], asked: int, advice: str):
    assert ENGLISH.render(advice_text(begun(*sessions).view, asked)) == advice


def test_a_player_has_a_seat_in_the_sessions_of_the_draw_from_one_on():
    view = drawn().view
    assert [sessions_from(view, first, 1) for first in (-1, 0, 1, 2, 3)] == [(1, 2), (1, 2), (1, 2), (2,), ()]
    assert sessions_from(view, 1, 9) == ()


def test_who_cannot_change_seats_is_told_where_they_sit():
    """Player 6 sits at table 2 in column 1, the second, of session 1."""
    book = begun(1, table=2)
    with pytest.raises(Refused) as refused:
        check_free(book.view, 6, 1)
    assert [ENGLISH.render(problem.text) for problem in refused.value.problems] == [
        "First6 Sample6 is already playing: the sheet of table 2, session 1 has entries. Choose session 2 or later."
    ]
    check_free(book.view, 2, 1)
    carry_out(book, CloseSheet(1, 2), by=BY)
    with pytest.raises(Refused) as refused:
        check_free(book.view, 6, 1, playing=True)
    assert [ENGLISH.render(problem.text) for problem in refused.value.problems] == [
        "The sheet of table 2, session 1 is signed for First6 Sample6: reopen it first."
    ]
    check_free(book.view, 2, 1, playing=True)


def refusal(check, *args, **named) -> list[str]:
    with pytest.raises(Refused) as refused:
        check(*args, **named)
    return codes(refused)


def test_without_a_draw_without_the_session_and_without_the_player_nothing_changes():
    empty, book = created().view, begun(1)
    assert refusal(published_draw, empty) == ["no-draw"]
    assert refusal(check_session, empty, 1) == ["no-draw"]
    assert [refusal(check_session, book.view, session) for session in (0, 3)] == [["session-unknown"]] * 2
    for session in (1, 2):
        check_session(book.view, session)
    assert [refusal(check_known, book.view, number) for number in (0, 9)] == [["player-unknown"]] * 2
    for number in (1, 8):
        check_known(book.view, number)
    carry_out(book, CancelSessions((2,), "rain"), by=BY)
    assert refusal(check_session, book.view, 2) == ["session-cancelled"]


def test_who_sits_at_a_table_with_entries_is_free_only_while_the_sheet_is_not_signed():
    book = begun(1)
    check_free(book.view, 5, 1)
    check_free(book.view, 1, 2)
    assert refusal(check_free, book.view, 1, 1) == ["table-begun"]
    check_free(book.view, 1, 1, playing=True)
    carry_out(book, CloseSheet(1, 1), by=BY)
    assert refusal(check_free, book.view, 1, 1, playing=True) == ["sheet-closed"]
    assert refusal(check_free, book.view, 1, 3) == ["not-seated"]


def test_somebody_is_seated_once_the_draw_is_published():
    assert not anybody_seated(created().view)
    book = drawn()
    assert anybody_seated(book.view)
    win(book, 1, 0, 1, 8)
    assert anybody_seated(book.view)
