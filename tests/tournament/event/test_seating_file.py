"""A seating from rows: by number or name, all or nothing, each problem with its line and the nearest choice."""

import pytest

from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText
from tournament.event.problem import Refused
from tournament.event.seating import SeatingWishes
from tournament.event.seating_file import read_seating
from tournament.language import ENGLISH, verbatim

PLAYERS = {n: Player(n, f"First{n}", f"Sämple{n}") for n in range(1, 9)}
HEAD = ("Session", "Table", "East", "South", "West", "North")
GOOD = (
    HEAD,
    ("1", "1", "1", "2", "3", "4"),
    ("1", "2", "5", "6", "7", "8"),
    ("2", "2", "1 First1 Sämple1", "6", "3", "8"),
    ("2", "1", "first5 sample5", "Sämple2 First2", "7.", "4"),
)


def read(*rows: tuple[str, ...], sessions: int = 2):
    table = TableText("seats.csv", verbatim(""), tuple(FileRow(at, cells) for at, cells in enumerate(rows, start=1)))
    return read_seating(table, players=PLAYERS, sessions=sessions)


def said(*rows: tuple[str, ...], sessions: int = 2) -> list[str]:
    with pytest.raises(Refused) as error:
        read(*rows, sessions=sessions)
    return [ENGLISH.render(problem.text) for problem in error.value.problems]


def test_numbers_names_and_any_order_of_lines():
    seating = read(*GOOD)
    assert seating.sessions == (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8)))
    assert seating.method == "imported"


def test_french_heads_after_a_title_and_one_session_without_its_column():
    rows = (
        ("Tirage",),
        ("Table", "Est", "Sud", "Ouest", "Nord"),
        ("1", "1", "2", "3", "4"),
        (),
        ("2", "5", "6", "7", "8"),
    )
    assert read(*rows, sessions=1).sessions == (((1, 2, 3, 4), (5, 6, 7, 8)),)


def test_a_repeated_player_is_reported_with_both_places_and_the_free_players():
    rows = [*GOOD[:2], ("1", "2", "5", "6", "7", "2"), *GOOD[3:]]
    assert said(*rows)[0] == (
        "Line 3: 2 First2 Sämple2 already sits at table 1 in session 1 (line 2). Not seated: 8 First8 Sämple8."
    )


def test_a_player_twice_at_one_table():
    assert "already sits at table 1 in session 1" in said(HEAD, ("1", "1", "1", "1", "3", "4"), *GOOD[2:])[0]


def test_all_problems_are_reported_at_once():
    rows = (
        HEAD,
        ("1", "1", "1", "2", "3", "Frist4 Sample4"),
        ("x", "2", "5", "6", "7", "9"),
        ("2", "2", "1", "6", "3", ""),
    )
    assert said(*rows) == [
        "Line 2: North: there is no player “Frist4 Sample4”. Is it 4 First4 Sämple4?",
        "Line 3: the session is not a whole number of 1 or more.",
        "Line 3: North: there is no player 9; the numbers go up to 8.",
        "Line 4: North: the seat is empty: every table needs four players.",
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            GOOD[:-1],
            "Session 2: 4 players have no seat, starting with 2 First2 Sämple2. Table 1 is missing: add its line.",
        ),
        (GOOD[:3], "The last session in the file is 1; that of the event is 2"),
        (
            (*GOOD[:2], ("1", "1", "5", "6", "7", "8"), *GOOD[3:]),
            "Line 3: table 1 of session 1 is already on line 2.",
        ),
        ((*GOOD[:2], ("1", "3", "5", "6", "7", "8"), *GOOD[3:]), "Session 1: the tables must be numbered 1 to 2."),
        ((("Name", "Club"), ("Ada", "Here")), "“seats.csv” has no columns Table, East, South, West and North"),
    ],
)
def test_what_is_no_seating_of_this_event(rows, expected):
    assert said(*rows)[0].startswith(expected)


def test_a_number_with_quite_another_name_is_no_slip_to_pass_over():
    """A list of another event, or lines sorted apart from their numbers; a letter wrong passes."""
    told = said(HEAD, ("1", "1", "1 Zoë Quincaillier", "2 Frist2 Sample2", "3", "4"), *GOOD[2:])
    assert told == [
        "Line 2: East: number 1 is First1 Sämple1, not “Zoë Quincaillier”: correct one of them, or enter only the "
        "number."
    ]


def test_reserves_need_no_seat():
    table = TableText("seats.csv", verbatim(""), (FileRow(1, HEAD), FileRow(2, GOOD[1])))
    wishes = SeatingWishes(reserves=(5, 6, 7, 8))
    assert read_seating(table, players=PLAYERS, sessions=1, wishes=wishes).wishes == wishes
    assert said(*GOOD[:2], sessions=1) == [
        "Session 1: 4 players have no seat, starting with 5 First5 Sämple5. Table 2 is missing: add its line."
    ]


def test_a_name_that_two_share_needs_its_number():
    twins = {1: Player(1, "Ada", "Same"), 2: Player(2, "Ada", "Same"), 3: PLAYERS[3], 4: PLAYERS[4]}
    table = TableText("seats.csv", verbatim(""), (FileRow(1, HEAD), FileRow(2, ("1", "1", "Ada Same", "2", "3", "4"))))
    with pytest.raises(Refused) as error:
        read_seating(table, players=twins, sessions=1)
    assert "enter the number, one of 1, 2" in ENGLISH.render(error.value.problems[0].text)


def test_a_file_of_another_event_reports_only_some_problems():
    rows = (HEAD, *(("1", str(table), "Zz", "Yy", "Xx", "Ww") for table in range(1, 11)))
    told = said(*rows)
    assert len(told) == 21
    assert told[-1] == "There are 20 more problems."


def test_headings_may_stand_below_titles_and_notes() -> None:
    title = [("Draw of the cup",)] * 29
    assert read(*title, *GOOD) == read(*GOOD)
    assert said(*title, ("One more",), *GOOD)[0].startswith("“seats.csv” has no columns")


@pytest.mark.parametrize("missing", range(1, 6))
def test_every_heading_but_the_session_is_needed(missing: int) -> None:
    rows = [row[:missing] + row[missing + 1 :] for row in GOOD]
    assert said(*rows)[0].startswith("“seats.csv” has no columns Table, East, South, West and North")


@pytest.mark.parametrize("written", ["0", "x", "", "-1", "1.5", "12345"])
@pytest.mark.parametrize(("place", "what"), [(0, "session"), (1, "table")])
def test_sessions_and_tables_are_whole_numbers_from_one(place: int, what: str, written: str) -> None:
    row = (*GOOD[1][:place], written, *GOOD[1][place + 1 :])
    assert said(HEAD, row, *GOOD[2:]) == [f"Line 2: the {what} is not a whole number of 1 or more."]


def test_a_line_that_is_too_short_has_empty_seats() -> None:
    assert said(HEAD, ("1", "1", "1"), *GOOD[2:]) == [
        f"Line 2: {wind}: the seat is empty: every table needs four players." for wind in ("South", "West", "North")
    ]


@pytest.mark.parametrize("written", ["1", "1.", "1:", "1 First1", "1 Sämple1 First1", "First1 Sämple1"])
def test_a_number_may_have_a_sign_or_its_name_behind_it(written: str) -> None:
    assert read(HEAD, ("1", "1", written, "2", "3", "4"), GOOD[2], sessions=1).sessions == (
        ((1, 2, 3, 4), (5, 6, 7, 8)),
    )


def test_a_player_twice_when_everybody_has_a_seat() -> None:
    rows = [*GOOD[:3], ("1", "3", "1", "2", "3", "4"), *GOOD[3:]]
    told = said(*rows)
    assert len(told) == 4
    assert told[0] == (
        "Line 4: 1 First1 Sämple1 already sits at table 1 in session 1 (line 2). Every player already has a seat: "
        "remove this one."
    )


def test_one_player_without_a_seat_is_named_with_what_to_do() -> None:
    players = PLAYERS | {9: Player(9, "First9", "Sämple9")}
    table = TableText("seats.csv", verbatim(""), tuple(FileRow(at, row) for at, row in enumerate(GOOD[:3], start=1)))
    with pytest.raises(Refused) as error:
        read_seating(table, players=players, sessions=1)
    assert [ENGLISH.render(problem.text) for problem in error.value.problems] == [
        "Session 1: 1 player has no seat: 9 First9 Sämple9. Seat them, let them sit out, or name them as reserves."
    ]


@pytest.mark.parametrize(("count", "told"), [(20, 20), (21, 21), (22, 21)])
def test_twenty_problems_are_reported_and_the_others_counted(count: int, told: int) -> None:
    rows = [("1", str(line), "Zz", "5", "6", "7") for line in range(1, count + 1)]
    found = said(HEAD, *rows)
    assert len(found) == told
    if count > 20:
        left = count - 20
        assert found[-1] == ("There is 1 more problem." if left == 1 else f"There are {left} more problems.")


def test_an_event_without_players_has_no_numbers() -> None:
    table = TableText("seats.csv", verbatim(""), (FileRow(1, HEAD), FileRow(2, GOOD[1])))
    with pytest.raises(Refused) as error:
        read_seating(table, players={}, sessions=1)
    assert ENGLISH.render(error.value.problems[0].text) == (
        "Line 2: East: there is no player 1; the numbers go up to 0."
    )
