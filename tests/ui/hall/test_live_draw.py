"""The live draw: the same draw after every start, no lot shown before its time, and one entry in the event."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.slide_words import words_of
from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw.search import SeededRandom
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH, LANGUAGES
from tournament.ledger.description import describe
from tournament.ledger.fact import HallDraw
from tournament.ledger.facts import LotDrawn, PlayerChanged
from tournament.use_cases import (
    Book,
    carry_out,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangeSettings,
    CreateEvent,
    PublishDraw,
    RemovePlayer,
    Undo,
)
from ui.hall.hall_state import DrawKind, DrawnEntry, HallScreen, HallState, KeptApart, LiveDraw, ScreenContent
from ui.hall.hall_store import HallFileDamaged, read_hall, written_hall
from ui.hall.live_draw import (
    back,
    begin_lots,
    begin_names,
    begin_seats,
    begin_teams,
    command_of,
    drawn_teams,
    forward,
    giving_up,
    is_given,
    jump,
    results_text,
    team_count,
    team_lines,
    together,
    with_new_draw,
)
from ui.hall.slide_builder import slides_of
from ui.hall.slides import BlankSlide, DrawSlide, ListSlide, Slide, drawn_list

SEEDS = st.integers(0, 2**31)
SCREEN = HallScreen("Hall", (ScreenContent.DRAW,))


@pytest.fixture(scope="module")
def eight() -> Book:
    """Eight players with unusual names, without a draw."""
    book = created()
    carry_out(
        book,
        AddPlayers(tuple(Player(0, f"Sentinel{number:02}x", f"Name{number:02}x") for number in range(1, 9))),
        by=BY,
    )
    return book


def registered(count: int, countries: str = "") -> Book:
    book = created()
    carry_out(
        book,
        AddPlayers(
            tuple(
                replace(player, country=countries[index * 2 : index * 2 + 2])
                for index, player in enumerate(players(count))
            )
        ),
        by=BY,
    )
    return book


def names(count: int) -> list[str]:
    return [f"Wind {number}" for number in range(1, count + 1)]


def teams_of(book: Book, seed: int = 1, apart: KeptApart = KeptApart.NOBODY) -> LiveDraw:
    return begin_teams(book.view, seed, apart, names(team_count(book.view)))


def shown(book: Book, draw: LiveDraw) -> tuple[Slide, ...]:
    """The slides of a draw on a screen of the hall."""
    return slides_of(book.view, SCREEN, HallState("e", draw=draw), book.clock())


def said(book: Book, draw: LiveDraw) -> str:
    return " | ".join(words_of(shown(book, draw), ENGLISH))


def refusal(error: pytest.ExceptionInfo[Refused]) -> str:
    return error.value.problems[0].code


@given(SEEDS)
@settings(max_examples=30)
def test_every_player_draws_one_number_of_the_plan(eight: Book, seed: int) -> None:
    draw = begin_lots(eight.view, seed)
    assert sorted(entry.lot for entry in draw.order) == list(range(1, 9))
    assert sorted(entry.player for entry in draw.order) == list(range(1, 9))
    assert draw == begin_lots(eight.view, seed)


def test_each_number_is_as_likely_for_each_player(eight: Book) -> None:
    draws = [begin_lots(eight.view, seed) for seed in range(800)]
    counts = Counter((entry.player, entry.lot) for draw in draws for entry in draw.order)
    assert len(counts) == 64
    assert 60 < min(counts.values()) <= max(counts.values()) < 145
    firsts = Counter(draw.order[0].player for draw in draws)
    assert 60 < min(firsts.values()) <= max(firsts.values()) < 145


@given(st.lists(st.integers(0, 5), min_size=5, max_size=60), SEEDS)
@settings(max_examples=60)
def test_teams_are_even_and_a_group_is_spread_as_far_as_it_goes(groups: list[int], seed: int) -> None:
    of = {number: f"G{group}" if group else "" for number, group in enumerate(groups, start=1)}
    count = -(-len(of) // 4)
    team = drawn_teams(of, count, SeededRandom(seed))
    sizes = Counter(team.values())
    assert set(team) == set(of)
    assert len(sizes) == count
    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert max(sizes.values()) <= 4
    for group in set(of.values()) - {""}:
        members = [number for number in of if of[number] == group]
        own = Counter(team[number] for number in members)
        assert max(own.values()) == -(-len(members) // count)
        assert len(own) == min(count, len(members))


def test_any_two_players_may_come_into_one_team() -> None:
    of = dict.fromkeys(range(1, 9), "")
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(300):
        team = drawn_teams(of, 2, SeededRandom(seed))
        pairs.update((one, other) for one in of for other in of if one < other and team[one] == team[other])
    assert len(pairs) == 28
    assert 85 < min(pairs.values()) <= max(pairs.values()) < 175  # each 3 of 7


def test_players_of_a_country_who_must_share_a_team_are_counted() -> None:
    book = registered(8, "FR" * 3 + "DE" * 2 + "BE" * 3)
    draw = teams_of(book, apart=KeptApart.COUNTRY)
    assert together(book.view, draw) >= 1
    assert together(book.view, teams_of(book)) == 0  # nobody asked for it
    apart = registered(8, "FRFRDEDEBEBENLNL")
    assert all(not together(apart.view, teams_of(apart, seed, KeptApart.COUNTRY)) for seed in range(20))


@given(SEEDS, st.integers(0, 8))
@settings(max_examples=40)
def test_undisclosed_lots_are_not_shown(eight: Book, seed: int, count: int) -> None:
    for begun in (begin_lots(eight.view, seed), teams_of(eight, seed)):
        draw = jump(begun, count)
        words = said(eight, draw)
        told = {eight.view.players[entry.player].name for entry in draw.order[:count]}
        assert {player.name for player in eight.view.players.values() if player.name in words} == told
        other = replace(draw, order=(*draw.order[:count], *reversed(draw.order[count:])))
        assert shown(eight, other) == shown(eight, draw)


def test_one_key_discloses_a_lot_and_another_takes_it_back(eight: Book) -> None:
    draw = begin_lots(eight.view, 5)
    (start,) = shown(eight, draw)
    assert isinstance(start, DrawSlide)
    assert start.newest is None
    for number, entry in enumerate(draw.order, start=1):
        draw = forward(draw)
        (slide,) = shown(eight, draw)
        assert isinstance(slide, DrawSlide)
        assert slide.newest is not None
        assert (slide.newest.lot, slide.newest.names) == (f"{entry.lot}", (eight.view.players[entry.player].name,))
        assert len(slide.lots) == number
    whole = forward(draw)
    assert all(isinstance(slide, ListSlide) for slide in shown(eight, whole))
    assert forward(whole) == whole
    assert shown(eight, back(whole)) == shown(eight, draw)
    assert back(jump(draw, 0)).shown == 0
    assert shown(eight, replace(draw, covered=True)) == (BlankSlide(),)


def test_a_draw_killed_at_any_time_goes_on_the_same(eight: Book) -> None:
    state = with_new_draw(HallState("e"), teams_of(eight, 9, KeptApart.CLUB))
    for count in range(10):
        assert state.draw is not None
        state = replace(state, draw=jump(state.draw, count))
        again = read_hall(written_hall(state))
        assert again == state


@pytest.mark.parametrize(
    "damage",
    [
        {"order": ()},
        {"shown": 99},
        {"shown": -1},
        {"teams": ("One",)},
        {"kind": DrawKind.LOTS},
        {"order": (DrawnEntry(1, 1), DrawnEntry(2, 1))},
        {"order": (DrawnEntry(0, 1),)},
        {"order": (DrawnEntry(1),)},
    ],
)
def test_a_draw_that_cannot_be_is_not_read(eight: Book, damage: dict[str, object]) -> None:
    state = HallState("e", draw=replace(teams_of(eight), **damage))  # type: ignore[arg-type] # as a damaged file has it
    with pytest.raises(HallFileDamaged):
        read_hall(written_hall(state))


def test_a_file_of_before_live_draws_is_read() -> None:
    assert read_hall('{"event": "e"}').draw is None


def test_drawing_again_is_counted_and_shown_even_after_going_back(eight: Book) -> None:
    state = with_new_draw(HallState("e"), begin_lots(eight.view, 1))
    state = with_new_draw(state, begin_lots(eight.view, 2))
    assert state.draw is not None
    assert state.draw.attempt == 1  # nothing of the first was shown
    state = replace(state, draw=jump(jump(state.draw, 1), 0))
    state = giving_up(state)
    state = with_new_draw(state, begin_names(["One", "Two"], 3))
    assert state.draw is not None
    assert state.draw.attempt == 1  # another kind
    state = with_new_draw(state, begin_lots(eight.view, 4))
    assert state.draw is not None
    assert state.draw.attempt == 2
    assert "draw no. 2" in said(eight, state.draw)
    state = read_hall(written_hall(state))
    assert state.given_up == (DrawKind.LOTS,)


def test_numbers_come_into_the_event_in_one_entry_with_seed_and_order() -> None:
    book = registered(8)
    draw = begin_lots(book.view, 77)
    with pytest.raises(Refused) as error:
        carry_out(book, command_of(jump(draw, 7)), by=BY)
    assert refusal(error) == "hall-draw-open"
    carry_out(book, command_of(jump(draw, 8)), by=BY)
    (fact,) = (entry.fact for entry in book.view.journal if isinstance(entry.fact, LotDrawn))
    assert fact.lots == tuple((entry.player, entry.lot) for entry in draw.order)
    assert fact.draw == HallDraw(77)
    assert is_given(book.view, draw)
    carry_out(book, Undo(), by=BY)
    assert not book.view.state.lots
    assert not is_given(book.view, draw)


def test_teams_come_into_the_event_in_one_entry_and_history_tells_them() -> None:
    book = registered(9)
    draw = jump(replace(teams_of(book, 5), attempt=2), 9)
    carry_out(book, command_of(draw), by=BY)
    (fact,) = (entry.fact for entry in book.view.journal if isinstance(entry.fact, PlayerChanged))
    assert [(player.number, player.team) for player in fact.players] == list(team_lines(draw))
    assert Counter(player.team for player in book.view.players.values()) == dict.fromkeys(names(3), 3)
    text = ENGLISH.render(describe(book.view.journal, book.view.journal[len(book.view.journal) - 1]).new)
    assert "draw no. 2, seed 5" in text
    assert "First1 Sample1: Wind" in text
    carry_out(book, Undo(), by=BY)
    assert not any(player.team for player in book.view.players.values())


def test_players_who_join_or_leave_during_the_draw_are_reported_before_recording() -> None:
    book = registered(8)
    lots, teams = jump(begin_lots(book.view, 1), 8), jump(teams_of(book), 8)
    carry_out(book, ChangePlayer(replace(book.view.players[3], last_name="Renamed")), by=BY)
    assert "Renamed" in said(book, lots)
    carry_out(book, RemovePlayer(3), by=BY)
    assert "(3)" in said(book, lots)
    for draw in (lots, teams):
        with pytest.raises(Refused):
            carry_out(book, command_of(draw), by=BY)
    assert not any(player.team for player in book.view.players.values())


def test_numbers_are_drawn_before_play_by_players_who_fill_the_tables() -> None:
    for book, code in ((registered(9), "hall-draw-tables"), (created(), "hall-draw-old")):
        with pytest.raises(Refused) as error:
            begin_lots(book.view, 1)
        assert refusal(error) == code
    book = drawn()
    win(book, 1, 0, 1, 8)
    with pytest.raises(Refused) as error:
        begin_lots(book.view, 1)
    assert refusal(error) == "play-begun"


@pytest.mark.parametrize("given", [[], ["A"], ["A", "a"], ["A", " "], ["A", "B", "C"], ["A", "x" * 400], ["A", "\x07"]])
def test_teams_need_a_name_each(given: list[str]) -> None:
    with pytest.raises(Refused):
        begin_teams(registered(8).view, 1, KeptApart.NOBODY, given)


@pytest.mark.parametrize("given", [[], ["Ada"], ["Ada", " ada "], ["x" * 121, "y"], [f"N{i}" for i in range(401)]])
def test_names_are_two_or_more_and_different(given: list[str]) -> None:
    with pytest.raises(Refused):
        begin_names(given, 1)


def test_seats_are_disclosed_table_by_table() -> None:
    book = drawn()
    draw = forward(begin_seats(book.view, 2))
    assert draw.seed == SEATING.seed
    words = said(book, draw)
    assert "Table 1" in words
    assert "East: First5 Sample5" in words
    assert "First1 Sample1" not in words
    second = said(book, jump(draw, 2))
    assert "Table 2" in second
    assert "East: First1 Sample1" in second
    (both,) = shown(book, jump(draw, 3))
    assert isinstance(both, ListSlide)
    assert [(column.name, column.right) for column in both.columns] == [(False, False), *[(True, False)] * 4]
    with pytest.raises(Refused):
        begin_seats(book.view, 3)
    with pytest.raises(Refused):
        begin_seats(registered(8).view, 1)


def test_seats_that_are_exchanged_in_the_middle_are_shown_as_they_are() -> None:
    book = drawn()
    draw = jump(begin_seats(book.view, 1), 2)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 0)), by=BY)
    (slide,) = shown(book, draw)
    assert isinstance(slide, DrawSlide)
    assert slide.newest is not None
    assert slide.newest.names == ()
    assert shown(book, jump(draw, 3))


def test_a_club_draws_names_only() -> None:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Club", format=EventFormat.CLUB)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    for begin in (lambda: begin_lots(book.view, 1), lambda: teams_of(book), lambda: begin_seats(book.view, 1)):
        with pytest.raises(Refused):
            begin()
    assert "Ada" in said(book, jump(begin_names(["Ada", "Ben"], 1), 2))


def test_400_players_and_long_names_in_every_language() -> None:
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=12)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, "王" * 30 + f"{n}", "محمد" * 10) for n in range(400))), by=BY)
    draw = jump(teams_of(book), 401)
    pages = shown(book, draw)
    assert len(pages) == 10
    assert len(results_text(book.view, draw)) == 100
    for language in LANGUAGES:
        assert all(word is not None for word in words_of(pages, language))


def test_what_was_drawn_stands_together_by_number_or_by_team(eight: Book) -> None:
    (numbers,) = shown(eight, jump(begin_lots(eight.view, 1), 9))
    assert isinstance(numbers, ListSlide)
    assert [(column.name, column.right) for column in numbers.columns] == [(False, True), (True, False)]
    assert [ENGLISH.render(row[0].text) for row in numbers.rows if isinstance(row[0].text, str)] == list("12345678")
    (teams,) = shown(eight, jump(teams_of(eight), 9))
    assert isinstance(teams, ListSlide)
    assert [(column.name, column.right) for column in teams.columns] == [(True, False), *[(True, False)] * 4]


def test_beside_a_draw_stand_the_last_lots_if_one_player_draws_each(eight: Book) -> None:
    (numbers,) = shown(eight, jump(begin_lots(eight.view, 1), 3))
    (teams,) = shown(eight, jump(teams_of(eight), 3))
    book = drawn()
    (seats,) = shown(book, jump(begin_seats(book.view, 1), 1))
    assert isinstance(numbers, DrawSlide)
    assert isinstance(teams, DrawSlide)
    assert isinstance(seats, DrawSlide)
    beside, of_teams = drawn_list(numbers), drawn_list(teams)
    assert beside is not None
    assert of_teams is not None
    assert [(column.name, column.right) for column in beside.columns] == [(True, False), (False, True)]
    assert [(column.name, column.right) for column in of_teams.columns] == [(True, False), (True, False)]
    assert [row[0].strong for row in beside.rows] == [True, False, False]
    assert drawn_list(seats) is None
    assert drawn_list(replace(numbers, lots=())) is None
