"""A draft of the draw: which sessions it seats, when it can be published, and what is said of it."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, created, drawn, players, seating_of
from tournament.event.player import Player, PlayerState
from tournament.event.seating import Final, Seating
from tournament.language import ENGLISH
from tournament.ledger.session import SessionState
from tournament.use_cases import Book, By, RecordTotals, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    PublishDraw,
    RedrawSessions,
    RemovePlayer,
    SeatSession,
    SwapPlayers,
)
from tournament.use_cases.draft_fit import draft_of, draft_title, is_published, unfit_text
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.unpublished_draw import DraftCommand, UnpublishedDraw

OTHER = Seating((((8, 7, 6, 5), (4, 3, 2, 1)), ((8, 3, 6, 1), (4, 7, 2, 5))), "by hand", 5)
TOTALS = (60, 20, -20, -60)


def kept(book: Book, publish: DraftCommand) -> UnpublishedDraw:
    book.unpublished_draw = draft_of(book.view, publish)
    return book.unpublished_draw


def redraw(book: Book, first: int = 2) -> UnpublishedDraw:
    tables = dict(enumerate(OTHER.sessions[first - 1 :], start=first))
    return kept(book, RedrawSessions(seating_of(book).with_tables(tables), first))


def reason(book: Book) -> str:
    """Why the draft no longer fits; empty if it does."""
    assert book.unpublished_draw is not None
    text = unfit_text(book.view, book.unpublished_draw)
    return "" if text is None else ENGLISH.render(text)


def undrawn() -> Book:
    book = created()
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    return book


def test_a_session_that_only_a_draft_seats_is_drawn_and_not_published() -> None:
    book = undrawn()
    assert book.view.session_state(1) is SessionState.NOT_DRAWN
    draft = kept(book, PublishDraw(OTHER))
    assert [book.view.session_state(session) for session in (1, 2)] == [SessionState.DRAWN] * 2
    assert draft.is_new
    assert draft.tables == {1: OTHER.sessions[0], 2: OTHER.sessions[1]}
    assert PublicView(book.view).session_state(1) is SessionState.NOT_DRAWN, "nobody else sees a draft"
    assert book.view.at(len(book.view.journal)).session_state(1) is SessionState.NOT_DRAWN
    carry_out(book, PublishDraw(OTHER), by=BY)
    assert book.view.session_state(1) is SessionState.PUBLISHED
    assert is_published(book.view, draft)


def test_a_draft_of_published_sessions_leaves_them_published() -> None:
    book = drawn()
    draft = redraw(book)
    assert not draft.is_new
    assert list(draft.tables) == [2]
    assert [book.view.session_state(session) for session in (1, 2)] == [SessionState.PUBLISHED] * 2
    assert not is_published(book.view, draft)


@pytest.mark.parametrize(
    ("first", "title"),
    [
        (2, "A draft of the draw of session 2 is not published"),
        (1, "A draft of the draw of sessions 1–2 is not published"),
    ],
)
def test_its_title_names_the_sessions(first: int, title: str) -> None:
    book = drawn()
    draft = redraw(book, first)
    assert ENGLISH.render(draft_title(book.view, draft)) == title
    carry_out(book, SwapPlayers(1, 7, (2,)), by=BY)
    assert ENGLISH.render(draft_title(book.view, draft)) == title.replace("is not published", "no longer fits")


def test_play_in_an_earlier_session_and_a_change_of_one_leave_it() -> None:
    book = drawn()
    redraw(book)
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    carry_out(book, SwapPlayers(5, 6, (1,)), by=BY)
    assert reason(book) == ""


def test_another_desk_that_changed_the_seats_is_named() -> None:
    book = drawn()
    redraw(book)
    carry_out(
        book, RedrawSessions(seating_of(book).with_tables({2: OTHER.sessions[1][::-1]}), 2), by=By("Ada", "desk 2")
    )
    assert reason(book) == "The published draw has changed since then."


def test_who_left_is_named_and_only_where_they_have_a_seat() -> None:
    book = drawn()
    redraw(book, first=1)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 2), by=BY)
    assert reason(book) == "First3 Sample3 has left the event."
    carry_out(book, ChangePlayerState(4, PlayerState.DISQUALIFIED, 1), by=BY)
    assert reason(book) == "First3 Sample3, First4 Sample4 have left the event."
    carry_out(book, ChangePlayerState(3, PlayerState.PLAYING, 1), by=BY)
    carry_out(book, ChangePlayerState(4, PlayerState.PLAYING, 1), by=BY)
    assert reason(book) == ""


def test_a_session_that_has_begun_is_named() -> None:
    book = drawn()
    redraw(book)
    carry_out(book, RecordTotals(2, 1, TOTALS), by=BY)
    assert reason(book) == "Session 2 has begun."


def test_a_draw_of_all_sessions_goes_with_its_players_and_sessions() -> None:
    book = undrawn()
    kept(book, PublishDraw(OTHER))
    assert reason(book) == ""
    carry_out(book, AddPlayers((Player(0, "Late", "Sample"),)), by=BY)
    assert reason(book) == "Late Sample has no seat in it."
    carry_out(book, RemovePlayer(9), by=BY)
    carry_out(book, RemovePlayer(8), by=BY)
    assert reason(book) == "Players of the draft were removed from the list."
    other = undrawn()
    kept(other, PublishDraw(OTHER))
    carry_out(other, ChangeSettings(replace(other.view.settings, sessions=3)), by=BY)
    assert reason(other) == "The event has another number of sessions now."
    played = drawn()
    kept(played, PublishDraw(OTHER))
    carry_out(played, RecordTotals(1, 1, TOTALS), by=BY)
    assert reason(played) == "Play has begun."


def test_a_session_seated_by_the_standings_goes_with_them() -> None:
    book = drawn()
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    kept(book, SeatSession(2, ((1, 2, 3, 4), (5, 6, 7, 8)), "straight", Final(2, tuple(range(1, 9)))))
    assert reason(book) == ""
    carry_out(book, RecordTotals(1, 2, (0, 0, 60, -60)), by=BY)
    assert reason(book) == "The standings have changed since then."


def test_a_draft_of_no_session_is_none() -> None:
    with pytest.raises(ValueError, match="no session"):
        UnpublishedDraw(PublishDraw(Seating(())))
