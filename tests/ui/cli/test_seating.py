"""``seating``: wishes by option and by file, what cannot be had told beside the draw, what cannot be asked refused."""

from itertools import combinations
from pathlib import Path

import openpyxl
import pytest

from tests.ui.cli.conftest import Call
from tournament.draw.verifier import Severity, verify
from tournament.use_cases.typed_wishes import read_pairs, read_players
from ui.cli.seating import fields_of


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_text(text, encoding=encoding)
    return path


def meetings(answer: dict[str, list[list[list[int]]]], one: int, other: int) -> list[tuple[int, int]]:
    """Session and table at which two meet, found at the tables themselves."""
    return [
        (session, table)
        for session, tables in enumerate(answer["sessions"], start=1)
        for table, seats in enumerate(tables, start=1)
        if one in seats and other in seats
    ]


def test_pairs_are_kept_apart_where_that_is_possible(call: Call):
    answer = call("seating", "--players", 24, "--sessions", 4, "--apart", "1-2,3-4:9", "--seed", 5, "--json")
    assert (answer.code, answer.err) == (0, "")
    assert meetings(answer.json, 1, 2) == meetings(answer.json, 3, 4) == []
    assert answer.json["wishes_not_met"] == []


def test_a_pair_that_must_meet_is_named_with_session_and_table(call: Call):
    """In five sessions of sixteen all meet."""
    call_ = ("seating", "--players", 16, "--sessions", 5, "--apart", "12-3", "--seed", 5)
    answer = call(*call_, "--json").json
    (place,) = meetings(answer, 3, 12)
    assert answer["wishes_not_met"] == [{"session": place[0], "table": place[1], "players": [3, 12]}]
    assert f"Wish not met: 3 and 12 meet in session {place[0]}, table {place[1]}." in call(*call_).out


def test_the_measures_are_printed_above_the_tables(tmp_path: Path, call: Call):
    groups = write(tmp_path / "groups.csv", "player,group\n" + "".join(f"{n},Club\n" for n in range(1, 7)))
    answer = call("seating", "--players", 16, "--sessions", 2, "--seed", 1, "--groups", groups)
    lines = answer.out.splitlines()
    assert lines[1] == "Repeated meetings: 0 (at least 0)."
    assert lines[2].startswith("Returns to a table: ")
    # six at four tables: two tables of two, in both sessions
    assert lines[3] == "Strangers, pairs with no common opponent: 0 (at least 0)."
    assert lines[4] == "Club: 4 meetings inside it (at least 4)."
    assert sum(line.startswith("Wish not met: ") for line in lines) == 4
    assert "Club has 6 players for 4 tables: 4 meetings among them cannot be avoided." in answer.err


def test_more_sessions_than_opponents_are_drawn_with_a_remark(call: Call):
    """16 · (3 · 8 − 15) / 2 = 72."""
    answer = call("seating", "--players", 16, "--sessions", 8, "--seed", 1, "--json")
    assert answer.code == 0
    assert answer.json["quality"]["repeats"] == 72
    assert answer.err == (
        "remark: 16 players can play at most 5 sessions without repeats: in 8 at least 72 meetings are repeated, and "
        "this draw has 72.\n"
    )


def test_the_heavier_group_is_kept_apart_first(tmp_path: Path, call: Call):
    """Players 1 to 4 are of both groups, 5 and 6 of one each: what cannot be met for both is met for the heavier."""
    numbers = "".join(f"{n},Heavy,9\n{n},Light\n" for n in range(1, 5))
    groups = write(tmp_path / "groups.csv", f"player,group,weight\n{numbers}5,Heavy,\n6,Light,1\n")
    quality = call("seating", "--players", 16, "--sessions", 3, "--groups", groups, "--seed", 1, "--json").json[
        "quality"
    ]
    assert [(group["name"], group["fewest"]) for group in quality["groups"]] == [("Heavy", 3), ("Light", 3)]
    assert quality["groups"][0]["meetings"] == 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("player,group\n1,Éclair\n2,Éclair\n", "utf-8-sig"),
        ("Player;Group\n1;Éclair\n\n2;Éclair\n", "cp1252"),
        ("player\tgroup\n1\tÉclair\n2\tÉclair\n", "utf-16"),
    ],
)
def test_groups_as_spreadsheets_write_them(tmp_path: Path, call: Call, text: str, encoding: str):
    groups = write(tmp_path / "groups.csv", text, encoding)
    answer = call("seating", "--players", 16, "--sessions", 2, "--groups", groups, "--json").json
    assert answer["quality"]["groups"] == [{"name": "Éclair", "meetings": 0, "fewest": 0}]


def test_groups_from_excel(tmp_path: Path, call: Call):
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Groups", 0)
    for row in (("player", "group", "weight"), (1, "Club", 3), (2, "Club", 3)):
        sheet.append(row)
    book.save(tmp_path / "groups.xlsx")
    answer = call("seating", "--players", 16, "--sessions", 2, "--groups", tmp_path / "groups.xlsx", "--json").json
    assert not any({1, 2} <= set(pair) for tables in answer["sessions"] for t in tables for pair in combinations(t, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "player,group\n1,Club\n1,Club\n",
            "line 3: player 1 is already in Club (line 2): remove one of the two lines.",
        ),
        ("player,group\n0,Club\n", "line 2: there is no player 0; the players are 1 to 16."),
        ("player,group\n17,Club\n", "line 2: there is no player 17; the players are 1 to 16."),
        ("player,group\n1000000,Club\n", "line 2: “1000000” is not a player number."),
        ("player,group\n-1,Club\n", "line 2: “-1” is not a player number."),
        ("player,group\n²,Club\n", "line 2: “²” is not a player number."),
        ("player,group\n1,\n", "line 2: write a player number, a comma and a group."),
        ("player,group\n,Club\n", "line 2: write a player number, a comma and a group."),
        ("player,group\n1,Club,2,more\n", "line 2: write a player number, a comma and a group."),
        ("1,Club\n2,Club\n", "the first line must be “player,group”."),
        ("player,club\n1,Club\n", "the first line must be “player,group”."),
        (" , \n;\n", "the first line must be “player,group”."),
        ("player,group,weight\n1,Club,10000\n", "line 2: the weight must be a number from 1 to 9999, not “10000”."),
        ("player,group,weight\n1,Club,x\n", "line 2: the weight must be a number from 1 to 9999, not “x”."),
        ("player,group,weight\n1,Club,2\n2,Club,3\n", "line 3: Club has weight 2 in line 2: give it a single weight."),
        ("player,group,weight\n1,Club,0\n", "line 2: the weight must be a number from 1 to 9999, not “0”."),
        ("player,group\n", "lists no players: write a line for each player, or omit --groups."),
        ("", "is empty"),
    ],
)
def test_groups_that_cannot_be_used(tmp_path: Path, call: Call, text: str, said: str):
    answer = call("seating", "--players", 16, "--sessions", 2, "--groups", write(tmp_path / "groups.csv", text))
    assert (answer.code, answer.out) == (1, "")
    assert said in answer.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            (18, 3),
            "18 players do not fill the last table. The nearest numbers are 16, or 20 with substitutes; with --",
        ),
        ((0, 3), "0 players: choose a multiple of four from 4 to 1000."),
        ((-4, 3), "choose a multiple of four from 4 to 1000."),
        ((100000, 3), "choose a multiple of four from 4 to 1000."),
        ((16, 0), "0 sessions: choose 1 to 100."),
        ((16, 101), "101 sessions: choose 1 to 100."),
        ((16, 6, "--no-repeats"), "cannot play 6 sessions without repeated meetings: the maximum is 5 sessions."),
        ((20, 6, "--no-repeats"), "the maximum is 5 sessions."),
        (
            (16, 5, "--no-repeats", "--apart", "1-2"),
            "nobody can be kept apart. Play 4 sessions, allow repeated meetings",
        ),
        ((16, 3, "--apart", "1-17"), "A pair to keep apart names player 17; the players are 1 to 16."),
        ((16, 3, "--apart", "4-4"), "Player 4 cannot be kept apart from themselves."),
        ((16, 3, "--apart", "4-5,5-4"), "The pair 5 and 4 is given twice: give it once."),
        ((16, 3, "--apart", "4-5:0"), "The weight of the pair 4 and 5 must be 1 or more."),
        ((16, 3, "--apart", "4+5"), "--apart takes pairs such as 3-17,4-9:2, not “4+5”."),
        ((16, 3, "--groups", "nowhere.csv"), "There is no file “nowhere.csv”."),
        ((16, 3, "--method", "magic"), "There is no method “magic”; the methods are auto, "),
    ],
)
def test_what_cannot_be_asked_is_answered_with_the_nearest_choice(call: Call, words: tuple[object, ...], said: str):
    players, sessions, *more = words
    answer = call("seating", "--players", players, "--sessions", sessions, *more)
    assert (answer.code, answer.out) == (1, "")
    assert said in answer.err


def test_the_first_and_the_last_player_and_weight_may_be_in_a_group(tmp_path: Path, call: Call):
    for weight in (1, 9999):
        text = f"player,group,weight\n1,Club,{weight}\n16,Club,{weight}\n\n1,Town\n"
        groups = write(tmp_path / "groups.csv", text)
        answer = call("seating", "--players", 16, "--sessions", 2, "--groups", groups, "--seed", 1, "--json")
        assert (answer.code, answer.err) == (0, "")
        assert [group["name"] for group in answer.json["quality"]["groups"]] == ["Club", "Town"]


@pytest.mark.parametrize("words", [("--players", "many"), ("--seed", "-1"), ("--apart",), ()])
def test_wrong_words_of_the_call(call: Call, words: tuple[str, ...]):
    assert call("seating", "--sessions", 3, *words).code == 2


def test_no_repeats_within_the_bound(call: Call):
    answer = call("seating", "--players", 24, "--sessions", 7, "--no-repeats", "--seed", 2, "--json")
    assert (answer.code, answer.json["quality"]["repeats"]) == (0, 0)


def test_wishes_have_the_weight_one_unless_they_say_another() -> None:
    assert fields_of("club, country:2") == (("club", 1), ("country", 2))
    assert read_pairs({}, "3-17,4-9:2,") == ((3, 17, 1), (4, 9, 2))
    assert read_pairs({}, "3-17 4 - 9: 2") == ((3, 17, 1), (4, 9, 2))
    assert read_players({}, "18,17,18") == read_players({}, "18 17") == (17, 18)
    assert (fields_of(None), read_pairs({}, ""), read_players({}, "")) == ((), (), ())


@pytest.mark.thorough
@pytest.mark.parametrize("players", [5, 7, 10, 14, 18, 61])
def test_players_sit_out_in_turn(players: int, call: Call) -> None:
    answer = call("seating", "--players", players, "--sessions", 4, "--seed", 3, "--sit-out", "--json").json
    assert [len(out) for out in answer["sit_out"]] == [players % 4] * 4
    assert not [
        finding
        for finding in verify(players, answer["sessions"], sit_out=answer["sit_out"])
        if finding.severity is Severity.FAULT or "sits out" in finding.message.message
    ]
    text = call("seating", "--players", players, "--sessions", 4, "--seed", 3, "--sit-out")
    assert text.code == 0
    assert text.out.count("Sits out: " if players % 4 == 1 else "Sit out: ") == 4


def test_who_fills_the_tables_does_not_sit_out(call: Call) -> None:
    answer = call("seating", "--players", 8, "--sessions", 2, "--seed", 3, "--sit-out", "--json").json
    plain = call("seating", "--players", 8, "--sessions", 2, "--seed", 3, "--json").json
    assert answer == plain
    assert answer["sit_out"] == [[], []]
    assert call("seating", "--players", 3, "--sessions", 2, "--sit-out").code == 1
    refused = call("seating", "--players", 14, "--sessions", 2, "--sit-out", "--method", "starter")
    assert refused.code == 1
    assert "choose “auto” if some sit out" in refused.err
