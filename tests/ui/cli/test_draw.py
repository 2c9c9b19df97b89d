"""Wishes, files and named changes of a draw from the command line."""

from itertools import combinations
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, lines
from tournament.ledger.facts import PRINTED, PaperNoted
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import NotePaper
from ui.cli import bootstrap

pytestmark = pytest.mark.usefixtures("short_searches")


@pytest.fixture
def event(tmp_path: Path, listed_event: bytes) -> Path:
    """Sixteen players, three sessions, nothing drawn."""
    path = tmp_path / "cup.qv"
    path.write_bytes(listed_event)
    return path


def totals(session: int) -> str:
    """A session whose tables end 60, 20, −20, −60 and a little more the higher the table."""
    return lines(
        *(
            {
                "type": "totals",
                "session": session,
                "table": table,
                "totals": {"A": 60 + table, "B": 20, "C": -20, "D": -60 - table},
            }
            for table in range(1, 5)
        )
    )


def sessions(call: Call, event: Path) -> list[list[list[int]]]:
    shown: list[list[list[int]]] = call("draw", event, "--json").json["sessions"]
    return shown


def meetings(tables: list[list[list[int]]], one: int, other: int) -> int:
    return sum(one in seats and other in seats for seats in (seats for session in tables for seats in session))


def test_pairs_are_kept_apart(event: Path, call: Call):
    assert call("draw", event, "--apart", "3-12,4-9:2", "--seed", 1).code == 0
    seated = sessions(call, event)
    assert meetings(seated, 3, 12) == meetings(seated, 4, 9) == 0


def test_a_field_shared_by_all_separates_nobody_and_is_reported(event: Path, call: Call):
    """All sixteen are of one club: 4 · 6 meetings a session, three sessions."""
    done = call("draw", event, "--avoid", "club:3", "--seed", 1)
    assert done.code == 0
    assert "remark: Club has 16 players for 4 tables: 72 meetings among them cannot be avoided." in done.err
    assert "Club: 72 meetings inside it (at least 72)." in done.out


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--avoid", "age"), "cannot be kept apart by “age”; choose club, country, team"),
        (("--avoid", "club;team"), "--avoid takes fields such as club,country:2, not “club;team”"),
        (("--apart", "3+4"), "such as 3-17 or Ada Bamboo-Ben Circle, not “3+4”."),
        (("--apart", "3-99"), "Player 99, named in a pair to keep apart, is not in the list"),
        (("--apart", "3-4,4-3"), "is given twice"),
        (("--reserves", "17"), "Player 17, named as a reserve, is not in the list."),
        (("--reserves", "5-6"), "There is no player “5-6”: correct the name, or enter the number."),
        (
            ("--reserves", "16"),
            "15 players: 1 substitute is needed to fill the last table; "
            "or keep 3 in reserve, or let 3 sit out in each session",
        ),
        (("--reserves", "5,6,7,8", "--no-repeats"), "12 players cannot play 3 sessions without repeated meetings"),
        (("--redraw", "--swap", "1-2"), "one of these at a time: --redraw, --swap"),
        (("--redraw",), "--redraw needs --session"),
        (("--session", 1, "--redraw"), "No draw is published yet"),
    ],
)
def test_what_cannot_be_asked(event: Path, call: Call, words, said):
    done = call("draw", event, *words)
    assert done.code == 1
    assert said in done.err
    assert call("draw", event, "--json", "--seed", 1).code == 0  # nothing was published by the refused one


def test_a_session_by_the_standings_then_a_final(event: Path, call: Call):
    assert call("draw", event, "--seed", 1).code == 0
    drawn = sessions(call, event)
    assert call("record", event, "--jsonl", stdin=totals(1)).code == 0
    assert call("draw", event, "--session", 2, "--by-ranking", "straight").code == 0
    first = {seats[0] for seats in drawn[0]}
    assert set(sessions(call, event)[1][0]) == first
    assert call("draw", event, "--session", 2, "--by-ranking", "swiss").code == 0
    met = {frozenset(pair) for seats in drawn[0] for pair in combinations(seats, 2)}
    assert not met & {frozenset(pair) for seats in sessions(call, event)[1] for pair in combinations(seats, 2)}
    assert call("record", event, "--jsonl", stdin=totals(2)).code == 0
    done = call("draw", event, "--session", 3, "--by-ranking", "straight", "--final", 4, "--from-nothing")
    assert done.code == 0
    assert [len(tables) for tables in sessions(call, event)] == [4, 4, 1]
    assert call("check", event).code == 0
    late = call("draw", event, "--session", 2, "--by-ranking", "swiss")
    assert (late.code, "Session 2 has begun" in late.err) == (1, True)


def test_swap_replace_and_draw_again_from_the_command_line(event: Path, call: Call):
    assert call("draw", event, "--seed", 1).code == 0
    assert call("record", event, "--jsonl", stdin=totals(1)).code == 0
    before = sessions(call, event)
    one, other = before[1][0][0], before[1][1][0]
    assert call("draw", event, "--session", 2, "--swap", f"{one}-{other}").code == 0
    after = sessions(call, event)
    assert (after[1][0][0], after[1][1][0]) == (other, one)
    assert (after[0], after[2]) == (before[0], before[2])
    assert call("draw", event, "--session", 2, "--replace", 5, "--by", "Nova Newcomer").code == 0
    assert all(17 in [number for seats in tables for number in seats] for tables in sessions(call, event)[1:])
    assert call("draw", event, "--session", 3, "--redraw", "--seed", 4).code == 0
    assert call("check", event).code == 0
    assert [entry["kind"] for entry in call("log", event, "--json").json][-3:] == [
        "players-swapped", "player-replaced", "sessions-redrawn",
    ]  # fmt: skip
    for _ in range(3):
        assert call("undo", event).code == 0
    assert sessions(call, event) == before


def test_reserves_wait_and_one_plays_for_a_session(event: Path, call: Call):
    """Of sixteen four wait; one of them sits down for the first player in session 2 alone. The log does not say why."""
    assert call("draw", event, "--reserves", "5,6,15,16", "--seed", 1).code == 0
    before = sessions(call, event)
    assert [sorted(n for seats in tables for n in seats) for tables in before] == [
        [1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14]
    ] * 3  # fmt: skip
    done = call("draw", event, "--session", 2, "--until", 2, "--replace", 1, "--by", "Sample5, First5",
                "--reason", "ill since noon")  # fmt: skip
    assert done.code == 0
    after = sessions(call, event)
    assert [[[5 if n == 1 else n for n in seats] for seats in tables] for tables in before[1:2]] == after[1:2]
    assert (after[0], after[2]) == (before[0], before[2])
    assert call("log", event, "--json").json[-1]["reason"] == ""
    assert call("check", event).code == 0
    taken = call("draw", event, "--session", 3, "--replace", 1, "--by", 2)
    assert (taken.code, taken.err) == (
        1, "error: First2 Sample2 already has a seat in session 3. Not seated: 5 First5 Sample5.\n",
    )  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_a_seating_goes_out_and_comes_back(event: Path, call: Call, tmp_path: Path, format: str):
    assert call("draw", event, "--seed", 1).code == 0
    before = sessions(call, event)
    out = tmp_path / f"seats.{format}"
    assert call("export", event, "--what", "seating-file", "--to", format, "--out", out).code == 0
    assert call("draw", event, "--seed", 2).code == 0
    assert sessions(call, event) != before
    assert call("draw", event, "--import", out).code == 0
    assert sessions(call, event) == before
    assert call("draw", event, "--json").json["method"] == "imported"


def test_a_seating_file_with_a_player_twice_changes_nothing(event: Path, call: Call, tmp_path: Path):
    assert call("draw", event, "--seed", 1).code == 0
    before = sessions(call, event)
    bad = tmp_path / "bad.csv"
    rows = [[*range(1, 5)], [*range(5, 9)], [*range(9, 13)], [13, 14, 15, 1]]
    written = [f"{session},{table},{','.join(map(str, seats))}" for session in (1, 2, 3)
               for table, seats in enumerate(rows, start=1)]  # fmt: skip
    bad.write_text("session,table,east,south,west,north\n" + "\n".join(written), encoding="utf-8")
    done = call("draw", event, "--import", bad)
    assert done.code == 1
    assert "Line 5: 1 First1 Sample1 already sits at table 1 in session 1 (line 2)." in done.errors[0]
    assert "Not seated: 16 First16 Sample16." in done.errors[0]
    assert sessions(call, event) == before


def test_what_was_drawn_since_says_its_method_its_seed_and_the_version(event: Path, call: Call):
    assert call("draw", event, "--seed", 7).code == 0
    again = call("draw", event, "--session", 2, "--redraw", "--seed", 5)
    assert "Sessions 2 to 3 drawn again: method redrawn, seed 5." in again.out
    assert "Session 1, version 1" in again.out
    assert "Session 2, version 2" in again.out
    assert call("record", event, "--jsonl", stdin=totals(1)).code == 0
    ranked = call("draw", event, "--session", 2, "--by-ranking", "swiss")
    assert "Session 2 is seated by the standings: method swiss." in ranked.out
    shown = call("draw", event, "--json").json
    assert shown["versions"] == [1, 3, 2]
    assert shown["changes"] == [
        {"sessions": [2, 3], "method": "redrawn", "seed": 5},
        {"sessions": [2], "method": "swiss", "seed": None, "final": None, "others": None},
    ]
    thrown = call("draw", event, "--session", 3, "--redraw")
    seed = call("draw", event, "--json").json["changes"][-1]["seed"]
    assert f"Session 3 drawn again: method redrawn, seed {seed}." in thrown.out


def test_the_quality_of_a_swiss_session_leaves_out_what_will_be_drawn_again(event: Path, call: Call):
    assert call("draw", event, "--seed", 1).code == 0
    assert call("record", event, "--jsonl", stdin=totals(1)).code == 0
    shown = call("draw", event, "--session", 2, "--by-ranking", "swiss").out
    assert "Repeated meetings: 0 (at least 0).\n" in shown
    assert "Counted: sessions 1, 2. The others still have an earlier draw.\n" in shown
    answer = call("draw", event, "--json").json
    assert (answer["counted"], answer["quality"]["repeats"], len(answer["sessions"])) == ([1, 2], 0, 3)
    assert call("draw", event, "--session", 3, "--redraw").code == 0
    assert call("draw", event, "--json").json["counted"] == [1, 2, 3]


def left_after_session_1(event: Path, call: Call, *numbers: int) -> None:
    """Session 1 is drawn and played, and these players leave."""
    assert call("draw", event, "--seed", 1).code == 0
    assert call("record", event, "--jsonl", stdin=totals(1)).code == 0
    for number in numbers:
        assert call("players", event, "set", number, "--state", "withdrawn", "--from", 2).code == 0


WAYS = (("--redraw",), ("--by-ranking", "straight"), ("--by-ranking", "swiss"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_four_players_who_left_have_no_seats(event: Path, call: Call, way: tuple[str, ...]):
    left_after_session_1(event, call, 13, 14, 15, 16)
    for session in (2, 3):
        assert call("draw", event, "--session", session, *way).code == 0
    shown = sessions(call, event)
    assert list(map(len, shown)) == [4, 3, 3]
    for tables in shown[1:]:
        assert sorted(number for seats in tables for number in seats) == list(range(1, 13))
    assert call("check", event).code == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_where_a_table_would_not_be_full_the_choices_are_named(event: Path, call: Call, way: tuple[str, ...]):
    left_after_session_1(event, call, 15, 16)
    before = sessions(call, event)
    refused = call("draw", event, "--session", 2, *way)
    assert refused.code == 1
    assert refused.err == (
        "error: 14 players take part in session 2, so 2 seats would be empty. Name a substitute for a player who does "
        "not play any more (First15 Sample15, First16 Sample16), add a player who joins from this session on, or wait. "
        "2 players could also sit out. “draw FILE --session 2 --replace 15 --by NAME” names a substitute; with "
        "--sit-out, players sit out instead.\n"
    )
    assert sessions(call, event) == before
    for number, name in ((15, "Nova Newcomer"), (16, "Nell Newcomer")):
        assert call("draw", event, "--session", 2, "--replace", number, "--by", name).code == 0
    assert call("draw", event, "--session", 2, *way).code == 0
    assert sorted(n for seats in sessions(call, event)[1] for n in seats) == [*range(1, 15), 17, 18]


def test_a_final_that_cannot_be_names_no_substitute(event: Path, call: Call):
    left_after_session_1(event, call, *range(1, 15))
    refused = call("draw", event, "--session", 2, "--by-ranking", "straight")
    assert refused.err.startswith("error: Only 2 players take part in session 2, and a table needs four. Name a ")
    assert call("draw", event, "--session", 2, "--by-ranking", "straight", "--final", 4).err == (
        "error: A final needs at least four players.\n"
    )


def test_an_empty_list_of_players_is_reported(tmp_path: Path, call: Call):
    path = tmp_path / "empty.qv"
    assert call("new", path, "--name", "Cup", "--sessions", 1).code == 0
    refused = call("draw", path)
    assert refused.code == 1
    assert "There is nobody to seat: put the players on the list first." in refused.err


def test_standings_say_how_many_sheets_are_verified(event: Path, call: Call):
    assert call("draw", event, "--seed", 7).code == 0
    first = lines({"type": "hand", "session": 1, "table": 1, "hand": 1, "winner": "A", "discarder": "C", "points": 12})
    assert call("record", event, "--jsonl", stdin=first).code == 0
    shown = call("standings", event).out
    assert shown.startswith("Provisional, after session 1 of 3: 1 of 4 sheets have entries, 0 are verified.")


def test_a_change_of_the_draw_names_the_papers_out_of_date(event: Path, call: Call):
    assert call("draw", event, "--seed", 7).code == 0
    book = bootstrap.event_for_writing(event)
    with book as opened:
        for session in (1, 2):
            paper = PaperNoted("score-sheets", f"Sheets of session {session}", PRINTED, 3, session)
            carry_out(opened, NotePaper(paper), by=By("A", "desk"))
    swapped = call("draw", event, "--swap", "1-2", "--session", 2)
    assert "remark: Out of date: Sheets of session 2 (" in swapped.err
    assert "Sheets of session 1" not in swapped.err
