"""Who is meant by a name, which seats somebody may take, and what is said of whom they meet there."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, created, drawn, players
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import GrantedPoints
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Command, RecordHand, RecordTotals, Refused, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    LeaveToSubstitute,
    PublishDraw,
    ReplacePlayer,
    SubstitutePlayer,
)
from tournament.use_cases.people import (
    free_sessions,
    missing_players,
    named_player,
    open_seats,
    plan_replacement,
    players_without_seat,
    unseated,
    usual_case,
    usual_first,
    vacant_seats_text,
)

ABSENT = SubstituteCase.ABSENT
NOVA = Player(0, "Nova", "Sample")
TOTALS = (60, 20, -20, -60)


def do(book: Book, *commands: Command) -> Book:
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    return book


def with_reserves(count: int = 2) -> Book:
    """Eight are drawn for two sessions, and so many more are reserves."""
    wishes = SeatingWishes(reserves=tuple(range(9, 9 + count)))
    return do(created(), AddPlayers(tuple(players(8 + count))), PublishDraw(replace(SEATING, wishes=wishes)))


def refusal(book: Book, command: Command) -> list[str]:
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=BY)
    return codes(refused)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("3", 3),
        ("3.", 3),
        ("3: First3 Sample3", 3),
        ("999999", 999999),
        ("First3 Sample3", 3),
        ("Sample3, First3", 3),
        ("sample3 first3", 3),
        ("  First3   Sample3 ", 3),
        ("Nova Sample", NOVA),
        ("Sample, Nova", NOVA),
        ("Nova", Player(0, "", "Nova")),
        ("Ana Maria Sample", Player(0, "Ana Maria", "Sample")),
        ("Sample Lopez, Ana", Player(0, "Ana", "Sample Lopez")),
        ("1234567", Player(0, "", "1234567")),
        ("٣", Player(0, "", "٣")),
    ],
)
def test_a_player_is_meant_by_number_or_name(written: str, meant: Player | int):
    assert named_player(drawn().view.players, written) == meant


def test_a_shared_name_is_refused_with_the_numbers_of_all_who_have_it():
    book = do(created(), AddPlayers((Player(0, "Ada", "Sample", club="Lyon"), Player(0, "Ben", "Muster"))))
    people = {**book.view.players, 7: replace(book.view.players[1], number=7)}
    with pytest.raises(Refused) as refused:
        named_player(people, "Ada Sample")
    assert "one of 1, 7" in ENGLISH.render(refused.value.problems[0].text)
    assert named_player(people, "Ben Muster") == 2


def test_seats_at_tables_without_entries_are_free():
    book = with_reserves()
    assert free_sessions(book.view, 1) == (1, 2)
    do(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert [free_sessions(book.view, number) for number in (1, 5, 9)] == [(2,), (1, 2), ()]
    assert [player.number for player in unseated(book.view, (1, 2))] == [9, 10]
    do(book, RecordHand(2, 2, 1, Outcome(0, 1, 8)))
    assert [free_sessions(book.view, number) for number in (1, 5)] == [(), (1, 2)]


@pytest.mark.parametrize(
    ("first", "last", "substitute", "case"),
    [
        (1, None, NOVA, None),
        (1, 2, NOVA, None),
        (1, 1, NOVA, ABSENT),
        (2, None, NOVA, ABSENT),
        (2, 2, NOVA, ABSENT),
        (1, 1, 9, ABSENT),
        (1, None, 9, None),
        (1, 1, 5, None),
    ],
)
def test_who_takes_all_seats_has_them_as_their_own(
    first: int, last: int | None, substitute: Player | int, case: SubstituteCase | None
):
    assert usual_case(with_reserves().view, 1, substitute, first=first, last=last) is case


def test_who_already_plays_for_somebody_is_a_substitute_and_a_second_one_takes_the_seat_over():
    book = do(with_reserves(), ReplacePlayer(1, 9, 1, 1, case=ABSENT))
    assert usual_case(book.view, 9, 10, first=1, last=1) is None
    assert usual_case(book.view, 2, 9, first=2, last=2) is ABSENT


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ReplacePlayer(9, NOVA, 1), "not-seated"),
        (ReplacePlayer(99, NOVA, 1), "player-unknown"),
        (ReplacePlayer(1, 99, 1), "player-unknown"),
        (ReplacePlayer(1, 5, 1), "seated-already"),
        (ReplacePlayer(1, NOVA, 3), "session-unknown"),
        (ReplacePlayer(1, NOVA, 1, 3), "session-unknown"),
        (ReplacePlayer(1, NOVA, 2, 1), "not-seated"),
        (ReplacePlayer(1, Player(0, "First2", "Sample2"), 1), "player-twice"),
        (SubstitutePlayer(3, 1, "Nova Sample", ABSENT), "session-unknown"),
        (SubstitutePlayer(1, 99, "Nova Sample", ABSENT), "player-unknown"),
    ],
)
def test_seats_that_cannot_be_taken(command: Command, code: str):
    assert refusal(with_reserves(), command) == [code]


def test_who_comes_new_has_club_and_team_of_whom_they_replace_for_good():
    book = with_reserves()
    do(book, ChangePlayer(replace(book.view.players[1], club="Lyon", team="Red")))
    own = plan_replacement(book.view, 1, NOVA, first=1)
    assert (own.coming.number, own.coming.club, own.coming.team, own.is_new, own.sessions) == (
        11,
        "Lyon",
        "Red",
        True,
        (1, 2),
    )
    other = plan_replacement(book.view, 1, replace(NOVA, club="Paris"), first=1)
    assert (other.coming.club, other.coming.team) == ("Paris", "Red")
    away = plan_replacement(book.view, 1, NOVA, first=2, case=ABSENT)
    assert (away.coming.club, away.coming.team, away.sessions) == ("", "", (2,))
    listed = plan_replacement(book.view, 1, 9, first=1, last=1)
    assert (listed.is_new, listed.sessions) == (False, (1,))


def remarks(book: Book, substitute: Player | int, first: int, last: int | None = None, number: int = 1) -> list[str]:
    planned = plan_replacement(book.view, number, substitute, first=first, last=last)
    return [ENGLISH.render(each.text) for each in planned.remarks]


def test_whom_somebody_would_meet_again_is_named():
    """In session 1, 1 sits with 2, 3, 4; in session 2, the seat of 2 is with 5, 7, 4, and that of 6 with 1, 3, 8."""
    book = do(with_reserves(), ReplacePlayer(1, 9, 1, 1))
    assert remarks(book, 9, 2, number=2) == ["First9 Sample9 would meet First4 Sample4 again (sessions 1, 2)."]
    assert remarks(book, 9, 2, number=6) == ["First9 Sample9 would meet First3 Sample3 again (sessions 1, 2)."]
    assert remarks(book, 9, 2, number=7) == [
        "First9 Sample9 would meet 2 players again, starting with First2 Sample2 (sessions 1, 2)."
    ]
    assert remarks(book, 10, 2, number=7) == []


def test_whom_the_wishes_keep_apart_is_named():
    wishes = SeatingWishes(apart=(("club", 1),), pairs=((3, 9, 1),), reserves=(9, 10))
    people = [
        replace(each, club={2: "Lyon", 5: "", 9: " lyon", 10: ""}.get(n, "")) for n, each in enumerate(players(10), 1)
    ]
    book = do(created(), AddPlayers(tuple(people)), PublishDraw(replace(SEATING, wishes=wishes)))
    assert remarks(book, 9, 1, 1) == [
        "Contrary to the wishes, First9 Sample9 would meet 2 players, "
        "starting with First2 Sample2 (session 1, table 1)."
    ]
    assert remarks(book, 9, 2, 2) == [
        "Contrary to the wishes, First9 Sample9 would meet First3 Sample3 (session 2, table 2)."
    ]
    assert remarks(book, 10, 1, 2) == []


def test_the_session_from_which_a_state_counts_is_the_first_that_has_not_begun():
    book = with_reserves()
    left, out = PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED
    assert [usual_first(book.view, 1, state) for state in (left, out)] == [1, 1]
    do(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert [usual_first(book.view, number, left) for number in (1, 5)] == [2, 1]
    assert [usual_first(book.view, number, out) for number in (1, 5)] == [1, 1]
    do(book, RecordTotals(1, 2, TOTALS))
    assert [usual_first(book.view, 5, state) for state in (left, out)] == [2, 2]
    do(book, RecordTotals(2, 1, TOTALS))
    assert usual_first(book.view, 5, left) == 2
    assert usual_first(created().view, 1, left) == 1


def test_seats_are_vacant_until_somebody_takes_them():
    book = do(
        with_reserves(), ChangePlayerState(1, PlayerState.WITHDRAWN), ChangePlayerState(5, PlayerState.DISQUALIFIED, 2)
    )
    assert [(each.session, each.table, each.column, each.player.number) for each in open_seats(book.view)] == [
        (1, 1, 0, 1), (2, 1, 0, 5), (2, 2, 0, 1),
    ]  # fmt: skip
    text = vacant_seats_text([each for each in open_seats(book.view) if each.session == 2])
    assert ENGLISH.render(text) == (
        "2 seats have no player: table 1 (First5 Sample5), table 2 (First1 Sample1). Name substitutes."
    )
    do(book, ReplacePlayer(1, 9, 1, case=ABSENT))
    assert [(each.session, each.player.number) for each in open_seats(book.view)] == [(2, 5)]
    assert {player.number for player in missing_players(book.view)} == set(range(1, 11)) - {1, 5}
    assert players_without_seat(book.view, 3) == ()


def test_a_leaver_and_a_substitute_in_one_entry_start_at_the_first_open_seat():
    book = do(with_reserves(), RecordTotals(1, 1, TOTALS))
    changes = carry_out(book, LeaveToSubstitute(1, PlayerState.WITHDRAWN, 9), by=BY)
    assert [entry.record.kind for entry in changes.entries] == ["player-replaced"]
    assert open_seats(book.view) == ()
    assert list(book.view.state.substitutions) == [(2, 9)]
    assert book.view.status(1).state is PlayerState.WITHDRAWN


def test_who_leaves_is_told_with_all_seats_that_are_vacant():
    (remark,) = carry_out(with_reserves(), ChangePlayerState(1, PlayerState.WITHDRAWN), by=BY).remarks
    assert ENGLISH.render(remark.text) == (
        "2 seats of First1 Sample1 are vacant: session 1, table 1; session 2, table 2. "
        "Name a substitute from session 1 on."
    )
    (remark,) = carry_out(with_reserves(), ChangePlayerState(1, PlayerState.WITHDRAWN, 2), by=BY).remarks
    assert ENGLISH.render(remark.text) == (
        "1 seat of First1 Sample1 is vacant: session 2, table 2. Name a substitute from session 2 on."
    )
    assert carry_out(created_with(4), ChangePlayerState(1, PlayerState.WITHDRAWN, 1), by=BY).remarks == ()


def created_with(count: int) -> Book:
    """An event of so many players, not drawn."""
    return do(created(), AddPlayers(tuple(players(count))))


def test_who_sits_out_a_session_in_play_leaves_after_it():
    book = created()
    settings = replace(book.view.settings, sit_out_points=GrantedPoints.AVERAGE)
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(6))), by=BY)
    seating = Seating((((1, 2, 3, 4),), ((5, 6, 1, 2),)), "by hand", 0, SeatingWishes(sit_out=True), ((5, 6), (3, 4)))
    carry_out(book, PublishDraw(seating), by=BY)
    assert usual_first(book.view, 5, PlayerState.WITHDRAWN) == 1
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    assert [usual_first(book.view, number, PlayerState.WITHDRAWN) for number in (1, 5)] == [2, 2]
