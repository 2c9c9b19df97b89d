"""Players who sit out, and fixed tables, on the command line: drawn, shown, ranked and refused."""

import json
from collections import Counter
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.ui.cli.conftest import Call, lines
from tournament.draw.verifier import Severity, verify

pytestmark = pytest.mark.thorough

NAMES = (
    "Ada Bamboo", "Ben Circle", "Cleo Wind", "Dan Dragon", "Eve Flower", "Finn Season", "Gil Plum", "Hana Orchid",
    "Ivo Jade", "Jan Bell-Pong", "Kim Chow", "Lena Kong", "Mia Wall", "Noé Tile",
)  # fmt: skip
USUAL = {"A": 60, "B": 20, "C": -20, "D": -60}


def new_event(tmp_path: Path, call: Call, count: int, sessions: int = 4, *options: str) -> Path:
    path = tmp_path / "club.qv"
    assert call("new", path, "--name", "Club", "--sessions", sessions, *options).code == 0
    rows = [",".join(name.rsplit(" ", 1)) + ",FR,-\n" for name in NAMES[:count]]
    listed = tmp_path / "list.csv"
    listed.write_text("first_name,last_name,country,ema_number\n" + "".join(rows), encoding="utf-8")
    assert call("players", path, "import", listed).code == 0
    return path


def shown(path: Path, call: Call) -> Any:
    return call("draw", path, "--json").json


def faults(found: Any, count: int, fixed: dict[int, int] | None = None) -> list[str]:
    """What the separate verifier finds that is not about meetings, tables or winds."""
    findings = verify(count, found["sessions"], sit_out=found["sit_out"], fixed=fixed)
    words = ("sits out", "sit out", "fixed table")
    return [each.message.message for each in findings if each.severity is Severity.FAULT
            or any(word in each.message.message for word in words)]  # fmt: skip


@pytest.mark.parametrize(("count", "tables"), [(5, 1), (7, 1), (10, 2), (14, 3)])
def test_a_club_of_any_number_plays(tmp_path: Path, call: Call, count: int, tables: int) -> None:
    path = new_event(tmp_path, call, count)
    refused = call("draw", path, "--seed", 1)
    assert refused.code == 1
    assert f"or let {count % 4} sit out in each session." in refused.err
    drawn = call("draw", path, "--sit-out", "--seed", 1)
    assert drawn.code == 0
    assert "Sessions sat out: The average of their other sessions, since nothing was chosen." in drawn.err
    assert drawn.out.count("out: ") >= 4
    found = shown(path, call)
    assert [len(session) for session in found["sessions"]] == [tables] * 4
    assert [len(out) for out in found["sit_out"]] == [count % 4] * 4
    assert faults(found, count) == []
    assert call("settings", path, "--json").json["sit_out_points"] == "average"
    assert call("check", path).code == 0


def play(path: Path, call: Call, session: int, tables: int) -> None:
    totals = [
        {"type": "totals", "session": session, "table": table, "totals": {**USUAL, "A": 60 + table, "D": -60 - table}}
        for table in range(1, tables + 1)
    ]
    assert call("record", path, "--jsonl", stdin=lines(*totals)).code == 0


@pytest.mark.parametrize("rule", ["nothing", "average", "fixed"])
def test_those_who_sit_out_get_what_the_event_says(tmp_path: Path, call: Call, rule: str) -> None:
    options = ("--option", f"sit_out_points={rule}", "--option", "sit_out_fixed=3/2,-20")
    path = new_event(tmp_path, call, 10, 3, *options)
    drawn = call("draw", path, "--sit-out", "--seed", 3)
    assert (drawn.code, drawn.err) == (0, "")
    for session in (1, 2, 3):
        play(path, call, session, 2)
    found = shown(path, call)
    assert call("check", path).code == 0
    own: dict[int, list[tuple[Fraction, int]]] = {number: [] for number in range(1, 11)}
    for tables in found["sessions"]:
        for table, seats in enumerate(tables, start=1):
            scores = (60 + table, 20, -20, -60 - table)
            for seat, number in enumerate(seats):
                own[number].append((Fraction((4, 2, 1, 0)[seat]), scores[seat]))
    out = Counter(chain.from_iterable(found["sit_out"]))
    rows = {row["player"]: row for row in call("standings", path, "--json").json}
    for number, results in own.items():
        points, score = sum(each[0] for each in results), sum(each[1] for each in results)
        if rule == "average":
            mean = Fraction(score, len(results))
            whole = int(abs(mean) + Fraction(1, 2)) * (1 if mean > 0 else -1)
            points, score = points + out[number] * Fraction(points, len(results)), score + out[number] * whole
        if rule == "fixed":
            points, score = points + out[number] * Fraction(3, 2), score - 20 * out[number]
        assert (Fraction(rows[number]["table_points"]), rows[number]["score"]) == (points, score)
        assert rows[number]["granted"] is bool(out[number] and rule != "nothing")
    text = call("standings", path).out
    assert ("* Sat out:" in text) is (rule != "nothing")


def test_sitting_out_begins_and_ends_with_the_numbers_of_the_day(tmp_path: Path, call: Call) -> None:
    """Twelve play, then two come, then one leaves: each session seats as many as fill tables."""
    path = new_event(tmp_path, call, 12)
    assert call("draw", path, "--seed", 1).code == 0
    play(path, call, 1, 3)
    late = tmp_path / "late.csv"
    late.write_text("first_name,last_name\nMia,Wall\nNoé,Tile\n", encoding="utf-8")
    assert call("players", path, "import", late, "--from", 2).code == 0
    refused = call("draw", path, "--session", 2, "--redraw")
    assert refused.code == 1
    assert "2 players could also sit out." in refused.err
    again = call("draw", path, "--session", 2, "--redraw", "--sit-out", "--seed", 5)
    assert again.code == 0
    found = shown(path, call)
    assert [len(out) for out in found["sit_out"]] == [0, 2, 2, 2]
    assert len(set(chain.from_iterable(found["sit_out"]))) == 6
    play(path, call, 2, 3)
    ranked = call("draw", path, "--session", 3, "--by-ranking", "swiss")
    assert ranked.code == 0
    found = shown(path, call)
    assert len(found["sit_out"][2]) == 2
    assert not set(found["sit_out"][1]) & set(found["sit_out"][2])
    assert call("players", path, "set", found["sessions"][3][0][0], "--state", "withdrawn", "--from", 4).code == 0
    assert call("draw", path, "--session", 4, "--redraw").code == 0
    assert len(shown(path, call)["sit_out"][3]) == 1
    assert call("check", path).code == 0
    assert call("undo", path).code == 0
    assert call("check", path).code == 0


def test_wishes_to_sit_out_come_first_and_are_answered_where_they_cannot_be_met(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 14)
    assert call("players", path, "set", "Noé Tile", "--sit-out", "all").code == 0
    assert call("players", path, "set", 3, "--sit-out", "2").code == 0
    drawn = call("draw", path, "--sit-out", "--seed", 1)
    assert drawn.code == 0
    found = shown(path, call)
    assert all(14 in out for out in found["sit_out"])
    assert found["sit_out"][1] == [3, 14]
    for number in range(1, 15):
        assert call("players", path, "set", number, "--sit-out", "all").code == 0
    everybody = call("draw", path, "--sit-out", "--seed", 1)
    assert everybody.code == 0
    assert everybody.err == (
        "remark: Sessions 1, 2, 3, 4: only 2 players sit out in each, and more wish to. Those who sat out least came "
        "first.\n"
    )
    counts = Counter(chain.from_iterable(shown(path, call)["sit_out"]))
    assert max(counts.values()) == 1
    twelve = new_event_of_twelve(tmp_path, call)
    answer = call("draw", twelve, "--sit-out", "--seed", 1)
    assert answer.code == 0
    assert shown(twelve, call)["sit_out"] == [[], [], [], []]
    wrong = call("players", path, "set", 3, "--sit-out", "second")
    assert wrong.code == 1
    assert "--sit-out takes sessions such as 2,3, “all” or “none”, not “second”." in wrong.err
    assert "cannot sit out session 99" in call("players", path, "set", 3, "--sit-out", "99").err


def new_event_of_twelve(tmp_path: Path, call: Call) -> Path:
    folder = tmp_path / "twelve"
    folder.mkdir()
    path = new_event(folder, call, 12)
    assert call("players", path, "set", 5, "--sit-out", "1").code == 0
    return path


def test_fixed_tables_by_every_method(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 14, 5)
    assert call("players", path, "set", "Ada Bamboo", "--table", 3).code == 0
    assert (call("players", path, "set", 5, "--table", 1).code, call("players", path, "set", 2, "--table", 2).code) == (
        0,
        0,
    )
    fixed = {1: 3, 5: 1, 2: 2}
    drawn = call("draw", path, "--sit-out", "--seed", 2)
    assert drawn.code == 0
    assert "Seats away from a fixed table: 0" in drawn.out
    assert faults(shown(path, call), 14, fixed) == []
    play(path, call, 1, 3)
    for way in ("straight", "swiss"):
        assert call("draw", path, "--session", 2, "--by-ranking", way).code == 0
        assert faults(shown(path, call), 14, fixed) == []
    assert call("draw", path, "--session", 2, "--redraw").code == 0
    assert faults(shown(path, call), 14, fixed) == []
    cost = "they meet in every session in which they play, up to 4 repeated meetings."
    for further in ((), ("--dry-run",)):
        asked = call("players", path, "set", 7, "--table", 3, *further)
        assert asked.code == 1
        assert f"Gil Plum and Ada Bamboo keep table 3: {cost} With --together they keep it." in asked.err
    assert [row["table"] for row in call("players", path, "list", "--json").json][6] == 0
    shared = call("players", path, "set", 7, "--table", 3, "--together")
    assert shared.code == 0
    assert f"Gil Plum and Ada Bamboo keep table 3: {cost}" in shared.err
    assert call("players", path, "set", 7, "--table", 3).code == 0, "it is theirs already"
    assert "The draw seats them at another table from session" in shared.err
    assert call("draw", path, "--session", 2, "--redraw").code == 0
    later = shown(path, call)
    kept = {**fixed, 7: 3}
    assert all(kept.get(number, table) == table for session in later["sessions"][1:]
               for table, seats in enumerate(session, start=1) for number in seats)  # fmt: skip
    final = call("draw", path, "--session", 2, "--by-ranking", "straight", "--final", 4)
    assert final.code == 1
    assert "keeps table" in final.err
    assert "session 2 has only 1 table" in final.err
    assert [row["table"] for row in call("players", path, "list", "--json").json][:3] == [3, 2, 0]
    assert call("players", path, "set", 1, "--table", 0).code == 0
    assert call("check", path).code == 0


@pytest.mark.parametrize(
    ("table", "code", "text"),
    [
        (9, 1, "Ada Bamboo keeps table 9, and session 1 has only 3 tables"),
        (-1, 1, "is no table; enter 1 to 1000, or 0 for any."),
        (0, 0, ""),
    ],
)
def test_a_fixed_table_that_does_not_exist(tmp_path: Path, call: Call, table: int, code: int, text: str) -> None:
    path = new_event(tmp_path, call, 12)
    given = call("players", path, "set", 1, "--table", table)
    drawn = call("draw", path, "--seed", 1) if given.code == 0 else given
    assert drawn.code == code
    assert text in drawn.err


def test_pairs_and_reserves_by_name(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 13, 3)
    drawn = call("draw", path, "--apart", "Ada Bamboo-Ben Circle, 3-Jan Bell-Pong:2", "--reserves", "Mia Wall",
                 "--seed", 1)  # fmt: skip
    assert drawn.code == 0
    found = shown(path, call)
    assert found["wishes_not_met"] == []
    tables = [set(seats) for session in found["sessions"] for seats in session]
    assert not any({1, 2} <= seats or {3, 10} <= seats or 13 in seats for seats in tables)
    near = call("draw", path, "--apart", "Ada Bambo-Ben Circle", "--reserves", "13")
    assert near.code == 1
    assert "There is no player “Ada Bambo”. Do you mean 1 Ada Bamboo?" in near.err
    assert "Pairs are two numbers or names" in call("draw", path, "--apart", "Ada", "--reserves", "13").err


def test_a_seating_from_a_file_may_leave_people_out(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 5, 2, "--option", "sit_out_points=nothing")
    seats = tmp_path / "seats.csv"
    seats.write_text("session,table,east,south,west,north\n1,1,1,2,3,4\n2,1,5,2,3,4\n", encoding="utf-8")
    assert "let them sit out" in call("draw", path, "--import", seats).err
    assert call("draw", path, "--import", seats, "--sit-out").code == 0
    assert shown(path, call)["sit_out"] == [[5], [1]]
    assert call("players", path, "set", 2, "--table", 2).code == 0
    refused = call("draw", path, "--import", seats, "--sit-out")
    assert refused.code == 1
    assert "Line 2: 2 Ben Circle keeps table 2 and sits at table 1 in session 1." in refused.err


def test_an_exported_event_keeps_who_sits_out(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 10, 3)
    assert call("players", path, "set", 4, "--table", 2).code == 0
    assert call("draw", path, "--sit-out", "--seed", 1).code == 0
    out, copy = tmp_path / "event.json", tmp_path / "copy.qv"
    assert call("export", path, "--what", "event", "--to", "json", "--out", out).code == 0
    assert json.loads(out.read_text(encoding="utf-8"))
    assert call("new", copy, "--from", out).code == 0
    assert shown(copy, call)["sit_out"] == shown(path, call)["sit_out"]
    assert call("players", copy, "list", "--json").json[3]["table"] == 2


def test_everybody_wishes_to_sit_out_every_session(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 7, 3)
    for number in range(1, 8):
        assert call("players", path, "set", number, "--sit-out", "all").code == 0
    drawn = call("draw", path, "--sit-out", "--seed", 1)
    assert drawn.code == 0
    assert "Sessions 1, 2, 3: only 3 players sit out in each, and more wish to." in drawn.err
    found = shown(path, call)
    assert [len(out) for out in found["sit_out"]] == [3, 3, 3]
    times = Counter(chain.from_iterable(found["sit_out"]))
    assert {times[number] for number in range(1, 8)} <= {1, 2}, "nobody twice before everybody once"
    assert faults(found, 7) == []


def test_a_fixed_table_is_missing_from_a_later_session(tmp_path: Path, call: Call) -> None:
    """Four of twelve leave before session 3, which has two tables; table 3 is somebody's."""
    path = new_event(tmp_path, call, 12, 4)
    assert call("players", path, "set", 1, "--table", 3).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    for number in (9, 10, 11, 12):
        assert call("players", path, "set", number, "--state", "withdrawn", "--from", 3).code == 0
    refused = call("draw", path, "--session", 3, "--redraw")
    assert refused.code == 1
    assert "Ada Bamboo keeps table 3, and session 3 has only 2 tables" in refused.err
    assert call("players", path, "set", 1, "--table", 2).code == 0
    assert call("draw", path, "--session", 3, "--redraw").code == 0
    later = shown(path, call)["sessions"][2:]
    assert all(1 in session[1] for session in later)


def test_who_keeps_a_table_sits_out_too(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 5, 5)
    assert call("players", path, "set", 1, "--table", 1, "--sit-out", "2").code == 0
    drawn = call("draw", path, "--sit-out", "--seed", 1)
    assert drawn.code == 0
    assert "Ada Bamboo, who keeps table 1, sits out in session 2: others play there." in drawn.err
    assert sorted(chain.from_iterable(shown(path, call)["sit_out"])) == [1, 2, 3, 4, 5]


def test_an_unknown_rule_is_answered_with_the_known_ones(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 5, 2)
    refused = call("settings", path, "--option", "sit_out_points=lots")
    assert refused.code == 1
    assert "“lots” is not a value of the option “sit_out_points”; choose nothing, average, fixed." in refused.err


def test_a_fixed_table_names_what_it_costs(tmp_path: Path, call: Call) -> None:
    path = new_event(tmp_path, call, 8, 2)
    assert call("players", path, "set", 3, "--table", 2).code == 0
    assert "1 player; cost: returns 1, repeated meetings 0" in call("draw", path, "--seed", 1).out
