"""What is said of players who do not fill the tables: how many are missing, and what can be done."""

import pytest

from tests.tournament.use_cases.events import BY, codes, created, drawn, players
from tournament.draw import DrawProblem
from tournament.event.player import PlayerState
from tournament.language import ENGLISH
from tournament.ledger.facts import PlayersAdded
from tournament.use_cases import Book, Refused, carry_out, plan_seating
from tournament.use_cases.commands import AddPlayers, ChangePlayerState
from tournament.use_cases.drawing import lots_problem, plan_by_ranking, refuse_part_of_a_table, seat_to_fill


def of_people(count: int) -> Book:
    book = created()
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    return book


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "Nobody takes part in session 1: cancel it, or add players."),
        (1, "Only 1 player takes part in session 1, and a table needs four."),
        (3, "Only 3 players take part in session 1, and a table needs four."),
        (4, None),
        (5, "5 players take part in session 1, so 3 seats would be empty."),
        (7, "7 players take part in session 1, so 1 seat would be empty."),
        (8, None),
    ],
)
def test_the_players_of_a_session_fill_its_tables(count: int, text: str | None):
    view = drawn().view
    if text is None:
        refuse_part_of_a_table(view, 1, range(1, count + 1))
        return
    with pytest.raises(Refused) as refused:
        refuse_part_of_a_table(view, 1, range(1, count + 1))
    said = ENGLISH.render(refused.value.problems[0].text)
    more = " Add a player who joins from this session on, or wait." if count else ""
    rest = {5: " 1 player could also sit out.", 7: " 3 players could also sit out."}
    assert said == text + more + rest.get(count, "")
    if count > 4:
        refuse_part_of_a_table(view, 1, range(1, count + 1), sit_out=True)


def test_the_seat_of_a_player_who_left_is_the_one_to_fill():
    book = drawn()
    assert seat_to_fill(book.view, 1) is None
    carry_out(book, ChangePlayerState(5, PlayerState.WITHDRAWN, 2), by=BY)
    assert (seat_to_fill(book.view, 1), seat_to_fill(book.view, 2)) == ((2, 5), (2, 5))
    with pytest.raises(Refused) as refused:
        refuse_part_of_a_table(book.view, 2, (1, 2, 3, 4, 6, 7, 8))
    assert "who does not play any more (First5 Sample5)" in ENGLISH.render(refused.value.problems[0].text)
    carry_out(book, AddPlayers(tuple(players(1, 9)), first=2), by=BY)
    assert seat_to_fill(book.view, 1) is None


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (
            5,
            "5 players: 3 substitutes are needed to fill the last table; "
            "or keep 1 in reserve, or let 1 sit out in each session.",
        ),
        (
            6,
            "6 players: 2 substitutes are needed to fill the last table; "
            "or keep 2 in reserve, or let 2 sit out in each session.",
        ),
        (
            7,
            "7 players: 1 substitute is needed to fill the last table; "
            "or keep 3 in reserve, or let 3 sit out in each session.",
        ),
        (
            9,
            "9 players: 3 substitutes are needed to fill the last table; "
            "or keep 1 in reserve, or let 1 sit out in each session.",
        ),
    ],
)
def test_a_draw_needs_full_tables(count: int, text: str):
    with pytest.raises(DrawProblem) as problem:
        plan_seating(of_people(count).view, seed=1)
    assert ENGLISH.render(problem.value.message) == text


def test_numbers_are_drawn_by_all_who_play_at_full_tables():
    view = of_people(8).view
    assert lots_problem(view, tuple(range(8, 0, -1))) is None
    for wrong in (range(1, 8), range(1, 10), (), (1, 1, *range(2, 8))):
        problem = lots_problem(view, tuple(wrong))
        assert problem is not None
        assert problem.code == "hall-draw-old"
    seven = lots_problem(of_people(7).view, tuple(range(1, 8)))
    assert seven is not None
    assert (seven.code, dict(seven.text.values)["players"]) == ("hall-draw-tables", 7)
    nobody = lots_problem(created().view, ())
    assert nobody is not None


def test_the_first_session_is_not_seated_by_standings():
    with pytest.raises(Refused) as refused:
        plan_by_ranking(drawn().view, 1)
    assert len(codes(refused)) == 1


def test_who_is_added_before_the_draw_takes_part_from_the_first_session_on():
    book = created()
    (entry,) = carry_out(book, AddPlayers(tuple(players(4))), by=BY).entries
    assert isinstance(entry.fact, PlayersAdded)
    assert entry.fact.first == 1
    (entry,) = carry_out(drawn(), AddPlayers(tuple(players(1, 9)), first=2), by=BY).entries
    assert isinstance(entry.fact, PlayersAdded)
    assert entry.fact.first == 2
