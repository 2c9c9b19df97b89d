"""What is fixed once a session is closed, and what may still change elsewhere."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, codes, drawn
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.use_cases import Book, Command, RecordTotals, Refused, carry_out
from tournament.use_cases.book import content_mark
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    LeaveTableOut,
    PublishSession,
    ReplacePlayer,
    StartSession,
    SwapPlayers,
    Undo,
)

TOTALS = (60, 20, -20, -60)
NOVA = Player(0, "Nova", "Sample")
ABSENT = SubstituteCase.ABSENT


def do(book: Book, *commands: Command) -> Book:
    for command in commands:
        carry_out(book, command, by=BY)
    return book


def refusal(book: Book, command: Command) -> list[str]:
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=BY)
    return codes(refused)


@pytest.mark.parametrize(
    ("command", "changed"),
    [
        (RecordTotals(1, 1, TOTALS), {1}),
        (RecordTotals(2, 2, TOTALS), {2}),
        (ReplacePlayer(1, NOVA, 1, 1, case=ABSENT), {1}),
        (ReplacePlayer(1, NOVA, 2, 2, case=ABSENT), {2}),
        (ReplacePlayer(1, NOVA, 1, case=ABSENT), {1, 2}),
        (SwapPlayers(1, 5, (1,)), {1}),
        (SwapPlayers(1, 2, (2,)), {2}),
        (LeaveTableOut(1, 2), {1}),
        (LeaveTableOut(2, 2), {2}),
        (StartSession(1), {1}),
        (StartSession(2), {2}),
    ],
)
def test_the_mark_of_a_session_changes_with_what_is_in_it_and_with_nothing_else(command: Command, changed: set[int]):
    book = drawn()
    before = {session: content_mark(book.view, session) for session in (1, 2)}
    do(book, command)
    assert {session for session in (1, 2) if content_mark(book.view, session) != before[session]} == changed


@pytest.mark.parametrize(
    "command",
    [
        AddPlayers((NOVA,), first=2),
        ReplacePlayer(1, NOVA, 2, 2, case=ABSENT),
        SwapPlayers(1, 2, (2,)),
        LeaveTableOut(2, 2),
        StartSession(2),
        RecordTotals(2, 1, TOTALS),
    ],
)
def test_a_closed_session_stays_as_it_is_and_a_later_one_goes_on(command: Command):
    book = do(drawn(), RecordTotals(1, 1, TOTALS), RecordTotals(1, 2, TOTALS), CloseSession(1))
    before = content_mark(book.view, 1)
    do(book, command)
    assert content_mark(book.view, 1) == before


def test_the_substitute_of_a_closed_session_is_not_undone():
    for first, last, free in ((1, 1, False), (2, 2, True), (1, 2, False)):
        book = drawn()
        (entry,) = carry_out(book, ReplacePlayer(1, NOVA, first, last, case=ABSENT), by=BY).entries
        do(book, CloseSession(1, "nothing was played"))
        if free:
            do(book, Undo(entry.id))
            assert not book.view.state.substitutions
        else:
            assert refusal(book, Undo(entry.id)) == ["session-closed"]


def test_seats_that_were_swapped_in_a_closed_session_stay_swapped():
    book = drawn()
    (entry,) = carry_out(book, SwapPlayers(1, 5, (1,)), by=BY).entries
    (other,) = carry_out(book, SwapPlayers(1, 2, (2,)), by=BY).entries
    do(book, CloseSession(1, "nothing was played"), Undo(other.id))
    assert refusal(book, Undo(entry.id)) == ["session-closed"]
    do(book, ChangeSettings(replace(book.view.settings, place="Lyon")))


def test_who_is_disqualified_leaves_open_seats_only_in_sessions_that_have_not_begun():
    book = drawn()
    assert do(book, RecordTotals(1, 1, TOTALS)).view.touched(1) == {1}
    changes = carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 2), by=BY)
    assert [each.code for each in changes.remarks] == ["seats-open"]
    back = carry_out(book, ChangePlayerState(1, PlayerState.PLAYING, 2), by=BY)
    assert back.remarks == (), "somebody who plays leaves no seat open"
    with pytest.raises(Refused):
        carry_out(book, PublishSession(2), by=BY)
