"""Before play: the event, its players, its draw."""

from dataclasses import replace
from datetime import date

import pytest

from tests.examples.logos import plain
from tests.tournament.use_cases.events import BY, SEATING, A, B, codes, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw import DrawProblem
from tournament.event.format import EventFormat
from tournament.event.player import Player, SubstituteCase
from tournament.event.seating import Seating
from tournament.event.settings import CountedTotals, Settings
from tournament.language import ENGLISH
from tournament.ledger.facts import PlayersAdded
from tournament.use_cases import (
    Book,
    CloseSheet,
    OpenEvening,
    Refused,
    ReopenSheet,
    SeatGame,
    anybody_seated,
    carry_out,
    numbered_players,
    plan_seating,
)
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    ApplyRegister,
    CancelSessions,
    ChangePlayer,
    ChangeSettings,
    CopyEvent,
    CreateEvent,
    PlanSessions,
    PublishDraw,
    RemovePlayer,
    ReplacePlayer,
    Undo,
)
from tournament.use_cases.event_setup import late_remarks, sessions_to_join


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(" "), ["name-empty"]),
        (Settings("Cup", sessions=0), ["sessions-range"]),
        (Settings("Cup", sessions=21), ["sessions-range"]),
        (Settings("Cup", minutes=0), ["minutes-range"]),
        (Settings("x" * 201), ["too-long"]),
        (Settings("Cup", rules="poker"), ["rules-unknown"]),
        (Settings("Cup", starts=date(2026, 6, 14), ends=date(2026, 6, 13)), ["dates-order"]),
        (Settings("", sessions=99, rules="poker"), ["name-empty", "sessions-range", "rules-unknown"]),
    ],
)
def test_settings_that_are_refused(settings, expected):
    store = FakeStore()
    with pytest.raises(Refused) as error:
        carry_out(Book(store), CreateEvent(settings), by=BY)
    assert codes(error) == expected
    assert store.records == []


@pytest.mark.parametrize("sessions", [1, 20])
def test_an_event_has_one_to_twenty_sessions(sessions):
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Cup", sessions=sessions)), by=BY)
    assert book.view.settings.sessions == sessions


def test_a_file_holds_one_event():
    with pytest.raises(Refused) as error:
        carry_out(created(), CreateEvent(Settings("Another")), by=BY)
    assert codes(error) == ["event-exists"]


def test_players_are_numbered_in_the_order_of_import():
    book = created()
    carry_out(book, AddPlayers(tuple(players(3))), by=BY)
    carry_out(book, AddPlayers(tuple(players(2, first=7))), by=BY)
    assert [(number, player.first_name) for number, player in book.view.players.items()] == [
        (1, "First1"), (2, "First2"), (3, "First3"), (4, "First7"), (5, "First8"),
    ]  # fmt: skip


def test_a_number_is_never_given_twice():
    book = created()
    carry_out(book, AddPlayers(tuple(players(3))), by=BY)
    carry_out(book, RemovePlayer(3), by=BY)
    carry_out(book, AddPlayers(tuple(players(1, first=9))), by=BY)
    assert list(book.view.players) == [1, 2, 4]


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ([], ["players-missing"]),
        ([Player(0, "", " ")], ["name-empty", "name-empty"]),
        ([Player(0, "Ada", "Sample"), Player(0, "Ada", "Sample")], ["player-twice"]),
        ([Player(0, "First1", "Sample1")], ["player-twice"]),
        (
            [Player(0, "Ada", "Sample", ema_number="04000001"), Player(0, "Bea", "Sample", ema_number="04000001")],
            ["ema-number-twice"],
        ),
    ],
)
def test_players_are_added_all_or_none(new, expected):
    book = created()
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, AddPlayers(tuple(new)), by=BY)
    assert codes(error) == expected
    with pytest.raises(Refused) as error:
        numbered_players(book.view, new)
    assert codes(error) == expected
    assert len(book.view.players) == 4


def test_the_list_is_closed_once_the_draw_is_published():
    book = drawn()
    for action in (
        lambda: carry_out(book, AddPlayers(tuple(players(4, first=20))), by=BY),
        lambda: carry_out(book, RemovePlayer(1), by=BY),
    ):
        with pytest.raises(Refused) as error:
            action()
        assert codes(error) == ["drawn"]
    carry_out(book, Undo(), by=BY)
    carry_out(book, AddPlayers(tuple(players(4, first=20))), by=BY)
    assert len(book.view.players) == 12


def test_a_player_may_be_written_anew_at_any_time():
    book = drawn()
    carry_out(book, ChangePlayer(replace(book.view.players[3], last_name="Żółć", ema_number="00000001")), by=BY)
    assert book.view.players[3].name == "First3 Żółć"
    assert book.view.players[3].ema_number == "00000001"
    with pytest.raises(Refused) as error:
        carry_out(book, ChangePlayer(replace(book.view.players[3], number=99)), by=BY)
    assert codes(error) == ["player-unknown"]


@pytest.mark.parametrize(("count", "missing"), [(5, 3), (6, 2), (7, 1)])
def test_a_draw_says_how_many_substitutes_are_missing(count, missing):
    book = created()
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    with pytest.raises(DrawProblem) as problem:
        plan_seating(book.view, seed=1)
    values = dict(problem.value.message.values)
    assert (values["players"], values["count"]) == (count, missing)


def test_a_draw_seats_everybody_by_event_number_once_a_session():
    book = created()
    carry_out(book, AddPlayers(tuple(players(17))), by=BY)
    carry_out(book, RemovePlayer(4), by=BY)
    seating = plan_seating(book.view, seed=1)
    for tables in seating.sessions:
        assert sorted(number for seats in tables for number in seats) == [1, 2, 3, *range(5, 18)]
    assert plan_seating(book.view, seed=1) == seating


def test_the_draw_and_the_rules_stand_once_play_has_begun():
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, PublishDraw(SEATING), by=BY)
    assert codes(error) == ["play-begun"]
    with pytest.raises(Refused) as error:
        plan_seating(book.view)
    assert codes(error) == ["play-begun"]
    with pytest.raises(Refused) as error:
        carry_out(book, ChangeSettings(replace(book.view.settings, rules="blank", sessions=3)), by=BY)
    assert codes(error) == ["play-begun", "drawn"]
    carry_out(book, ChangeSettings(replace(book.view.settings, name="Spring Cup", minutes=90)), by=BY)
    assert book.view.settings.name == "Spring Cup"


def test_a_hand_recorded_by_mistake_and_undone_leaves_the_draw_free():
    book = created()
    carry_out(book, AddPlayers(tuple(players(16))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    win(book, 1, A, B, 8)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    assert book.view.seating is None
    carry_out(book, PublishDraw(plan_seating(book.view, seed=2)), by=BY)
    win(book, 1, A, B, 8)
    assert book.view.sheet(1, 1).played == 1
    assert book.view.begun


def test_which_totals_count_stays_only_while_a_signed_sheet_differs():
    book = drawn()
    win(book, 1, A, B, 8)
    other = replace(book.view.settings, counted_totals=CountedTotals.AS_SIGNED)
    assert book.view.settings.counted_totals is not CountedTotals.AS_SIGNED
    carry_out(book, CloseSheet(1, 1, (32, -8, -16, -8), "players agreed"), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, ChangeSettings(other), by=BY)
    assert codes(error) == ["scores-would-change"]
    assert "session 1, table 1 differ" in ENGLISH.render(error.value.problems[0].text)
    carry_out(book, ChangeSettings(replace(book.view.settings, name="Spring Cup")), by=BY)
    carry_out(book, Undo(), by=BY)
    carry_out(book, ReopenSheet(1, 1, "paper wrong"), by=BY)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    carry_out(book, ChangeSettings(other), by=BY)
    assert book.view.settings == other


@pytest.mark.parametrize("logo", [b"", plain()])
def test_a_copy_has_the_logo_of_its_event_if_there_is_one(logo: bytes):
    book = Book(FakeStore())
    carry_out(book, CopyEvent(Settings("Cup"), logo=logo), by=BY)
    assert (book.view.state.logo or b"") == logo
    assert [entry.fact.kind for entry in book.view.journal] == ["event-created", *(["logo-changed"] if logo else [])]


def remarks(book: Book, *coming: Player, first: int | None) -> list[str]:
    return [ENGLISH.render(remark.text) for remark in late_remarks(book.view, coming, first)]


SEATS = "{}: draw session {} and those after it again, or add a table."


@pytest.mark.parametrize(("first", "session"), [(1, 1), (2, 2), (3, None)])
def test_who_joins_is_told_the_first_drawn_session_that_they_have_no_seat_in(first: int, session: int | None):
    book = drawn()
    carry_out(book, PlanSessions(4), by=BY)
    one, other = Player(0, "Nova", "Newcomer"), Player(0, "Zoe", "Stand")
    assert remarks(book, one, first=first) == ([SEATS.format("1 player has no seat yet", session)] if session else [])
    both = [SEATS.format("2 players have no seats yet", session)] if session else []
    assert remarks(book, one, other, first=first) == both
    assert remarks(book, one, first=None) == []
    told = carry_out(book, AddPlayers((one, other), "", first), by=BY).remarks
    assert [ENGLISH.render(remark.text) for remark in told] == both


def test_who_joins_under_a_name_much_like_one_on_the_list_is_asked_about():
    book = drawn()
    carry_out(book, PlanSessions(3), by=BY)
    asked = "{} is new. Or are they 3 First3 Sample3, who is on the list? Then remove the new player."
    for first, last in (("Frist3", "Sample3"), ("Sample3", "Firts3")):
        assert remarks(book, Player(0, first, last), first=3) == [asked.format(f"{first} {last}")]
    assert remarks(book, Player(0, "Nova", "Newcomer"), first=3) == []


@pytest.mark.parametrize(
    ("cancelled", "first", "code"),
    [
        ((), None, "drawn"), ((), 0, "session-unknown"), ((), 4, "session-unknown"), ((2,), 2, "session-cancelled"),
        ((), 1, "session-begun"), ((), 2, ""), ((), 3, ""), ((2,), 3, ""),
    ],
)  # fmt: skip
def test_players_join_from_a_session_that_has_not_begun(cancelled: tuple[int, ...], first: int | None, code: str):
    book = drawn()
    carry_out(book, PlanSessions(3), by=BY)
    win(book, 1, A, B, 8)
    if cancelled:
        carry_out(book, CancelSessions(cancelled, "rain"), by=BY)
    assert sessions_to_join(book.view) == tuple(each for each in (2, 3) if each not in cancelled)
    joining = AddPlayers((Player(0, "Nova", "Newcomer"),), "", first)
    if not code:
        carry_out(book, joining, by=BY)
        assert book.view.state.joined == {9: first}
        return
    with pytest.raises(Refused) as error:
        carry_out(book, joining, by=BY)
    assert codes(error) == [code]


def test_the_entry_says_from_which_session_players_take_part():
    book = created()
    for first, number in ((None, 1), (2, 5)):
        joining = AddPlayers(tuple(players(4, first=number)), "list.csv", first)
        (entry,) = carry_out(book, joining, by=BY).entries
        coming = tuple(replace(player, number=number + place) for place, player in enumerate(joining.players))
        assert entry.fact == PlayersAdded(coming, "list.csv", first or 1)
        if first is None:
            carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),) * 2)), by=BY)


def test_nobody_joins_from_a_session_before_there_is_a_draw():
    with pytest.raises(Refused) as error:
        carry_out(created(), AddPlayers(tuple(players(4)), "", 1), by=BY)
    assert codes(error) == ["no-draw"]


def late_four() -> Book:
    """Players 9 to 12 join the drawn event for session 2."""
    book = drawn()
    carry_out(book, AddPlayers(tuple(players(4, first=9)), "", 2), by=BY)
    return book


def test_who_joined_leaves_the_list_unless_they_have_a_seat():
    book = late_four()
    carry_out(book, RemovePlayer(12), by=BY)
    assert 12 not in book.view.players
    book = late_four()
    carry_out(book, AddTable(2, (9, 10, 11, 12)), by=BY)
    for number in (9, 10, 11, 12):
        with pytest.raises(Refused) as error:
            carry_out(book, RemovePlayer(number), by=BY)
        assert [ENGLISH.render(problem.text) for problem in error.value.problems] == [
            f"First{number} Sample{number} has a seat in session 2 and must stay on the list: set them to withdrawn "
            "instead."
        ]
    carry_out(book, CancelSessions((2,), "rain"), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, RemovePlayer(9), by=BY)
    assert codes(error) == ["player-seated"], "the session may be restored"


def test_who_plays_for_somebody_stays_on_the_list_though_their_seat_is_cancelled_or_not():
    book = late_four()
    carry_out(book, ReplacePlayer(5, 9, 2, case=SubstituteCase.ABSENT), by=BY)
    for command in (None, CancelSessions((2,), "rain")):
        if command is not None:
            carry_out(book, command, by=BY)
        with pytest.raises(Refused) as error:
            carry_out(book, RemovePlayer(9), by=BY)
        assert "has a seat in session 2" in ENGLISH.render(error.value.problems[0].text)


def test_only_who_plays_in_a_game_of_an_evening_stays_on_the_list():
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, format=EventFormat.LEAGUE)), by=BY)
    carry_out(book, AddPlayers(tuple(players(6))), by=BY)
    for command in (OpenEvening(), OpenEvening(), SeatGame(2, (1, 2, 3, 4))):
        assert anybody_seated(book.view) is False
        carry_out(book, command, by=BY)
    assert anybody_seated(book.view)
    with pytest.raises(Refused) as error:
        carry_out(book, RemovePlayer(4), by=BY)
    assert [ENGLISH.render(problem.text) for problem in error.value.problems] == [
        "First4 Sample4 plays in game 1 of evening 2 and must stay on the list."
    ]
    carry_out(book, RemovePlayer(5), by=BY)
    assert list(book.view.players) == [1, 2, 3, 4, 6]


ONE, OTHER = (Player(number, f"First{number}", f"Sample{number}") for number in (1, 2))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ((), "nothing-differs"),
        (((replace(ONE, country="BE"), ONE),), "comparison-stale"),
        (((ONE, replace(ONE, number=2)),), "comparison-stale"),
        (((ONE, replace(ONE, country="BE")), (replace(OTHER, number=9), replace(OTHER, number=9))), "comparison-stale"),
        (((ONE, replace(ONE, first_name="First2", last_name="Sample2")),), "player-twice"),
        (((ONE, replace(ONE, last_name="Other")),), ""),
        (((ONE, replace(ONE, country="BE")), (OTHER, replace(OTHER, country="CH"))), ""),
    ],
)
def test_differences_from_a_list_are_applied_all_in_one_entry_or_none(changes, code: str):
    book = drawn()
    entries = len(book.view.journal)
    if not code:
        carry_out(book, ApplyRegister(changes), by=BY)
        assert len(book.view.journal) == entries + 1
        assert [book.view.players[after.number] for _, after in changes] == [after for _, after in changes]
        assert book.view.players[8] == Player(8, "First8", "Sample8")
        return
    with pytest.raises(Refused) as error:
        carry_out(book, ApplyRegister(changes), by=BY)
    assert codes(error) == [code]
