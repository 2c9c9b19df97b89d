"""``record``: repairs of a sheet, each one line, one entry, one undo."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines

PLACE = {"session": 1, "table": 1}
WON = [hand(1, "A", "C", 12), hand(2, "B", None, 8), hand(3, "C", "D", 20)]
REPAIRS = {
    "insert": {**hand(2, "D", "A", 10), "type": "insert", "reason": "row 2 was skipped"},
    "delete": {"type": "delete", **PLACE, "hand": 2, "reason": "typed twice"},
    "move": {"type": "move", **PLACE, "hand": 1, "to": 3, "reason": "out of order"},
    "exchange": {"type": "exchange", **PLACE, "players": ["A", "C"], "hands": [1, 2], "reason": "wrong seats"},
    "columns": {"type": "exchange", **PLACE, "players": ["A", "C"], "reason": "wrong columns"},
    "move_sheet": {"type": "move_sheet", **PLACE, "to_session": 1, "to_table": 4, "reason": "wrong table"},
}
WINNERS = {
    "insert": ["A", "D", "B", "C"],
    "delete": ["A", "C"],
    "move": ["B", "C", "A"],
    "exchange": ["C", "B", "C"],
    "columns": ["C", "B", "A"],
    "move_sheet": ["A", "B", "C"],
}


def winners(call: Call, event: Path, table: int = 1) -> list[str]:
    shown = call("sheet", event, "--session", 1, "--table", table, "--json").json
    return [line["winner"] for line in shown["hands"] if line["played"]]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", REPAIRS)
def test_a_repair_is_one_entry_and_undone_as_one(event: Path, call: Call, name: str):
    call("record", event, "--jsonl", stdin=lines(*WON))
    answer = call("record", event, "--jsonl", "--json", stdin=lines(REPAIRS[name]))
    assert (answer.code, answer.err, len(answer.json["entries"])) == (0, "", 1)
    table = 4 if name == "move_sheet" else 1
    assert winners(call, event, table) == WINNERS[name]
    last = call("log", event, "--json").json[-1]
    assert (last["session"], last["table"], last["reason"]) == (1, 1, REPAIRS[name]["reason"])
    assert call("undo", event).code == 0
    assert winners(call, event) == ["A", "B", "C"]
    assert winners(call, event, 4) == []
    assert call("redo", event).code == 0
    assert winners(call, event, table) == WINNERS[name]
    assert call("check", event).code == 0


def test_repairs_are_counted_as_corrections(event: Path, call: Call):
    answer = call("record", event, "--jsonl", stdin=lines(*WON, *REPAIRS.values()))
    assert answer.out == ("9 lines were recorded. Hands: 3, penalties: 0, corrections: 6, sheets closed: 0.\n")
    kinds = [entry["kind"] for entry in call("log", event, "--json").json[-6:]]
    assert kinds == [
        *("hand-inserted", "hand-deleted", "hand-moved", "columns-exchanged", "columns-exchanged", "sheet-moved"),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({**hand(2, "D", "A"), "type": "insert", "reason": "x"}, "“points” is missing."),
        ({**hand(2, "D", "A", 10), "type": "insert"}, "“reason” is missing."),
        ({**hand(2, "D", "A", 10), "type": "insert", "reason": " "}, "A correction needs a reason"),
        ({**REPAIRS["delete"], "hand": 9}, "Row 9 and all rows below it are empty"),
        ({**REPAIRS["delete"], "to": 9}, "“to” is not known here"),
        ({**REPAIRS["move"], "to": 1}, "Row 1 is already there"),
        ({**REPAIRS["exchange"], "players": ["A"]}, '“players” must be two of the letters A, B, C, D, not ["A"].'),
        ({**REPAIRS["exchange"], "players": ["A", "E"]}, "“players” must be two of the letters"),
        ({**REPAIRS["exchange"], "players": ["A", "A"]}, "Name two different players."),
        ({**REPAIRS["exchange"], "hands": [1, "6"]}, '“hands” must be two whole numbers, not [1, "6"].'),
        ({**REPAIRS["exchange"], "hands": 6}, "“hands” must be two whole numbers, not 6."),
        ({**REPAIRS["exchange"], "hands": [6, 1]}, "Enter the first hand before the last: 1, 6."),
        ({**REPAIRS["exchange"], "hands": [9, 12]}, "A and C neither won, discarded nor have a penalty there"),
        ({**REPAIRS["move_sheet"], "to_table": 99}, "There is no table 99"),
        ({**REPAIRS["move_sheet"], "to_table": 1}, "Choose another table"),
        ({**REPAIRS["move_sheet"], "table": 4, "to_table": 1}, "The sheet of table 4, session 1 is empty"),
    ],
)
def test_a_line_that_cannot_be_carried_out_is_named_and_nothing_is_written(
    event: Path, call: Call, line: dict[str, object], said: str
):
    call("record", event, "--jsonl", stdin=lines(*WON))
    answer = call("record", event, "--jsonl", stdin=lines(REPAIRS["move"], line))
    assert answer.code == 1
    assert answer.errors[0].startswith("error: ")
    assert said in answer.errors[0]
    assert "line 2" in answer.errors[0]
    assert winners(call, event) == ["A", "B", "C"]


def test_tiles_that_are_worth_something_else_at_their_new_row_are_remarked(event: Path, call: Call):
    won = hand(1, "A", "B", 8, hand_tiles="[EEE,1]222m33345p678s", overrule="agreed")
    answer = call("record", event, "--jsonl", stdin=lines(won, {**REPAIRS["move"], "to": 5}))
    assert answer.code == 0
    assert "line 2" in answer.err
    assert "Hand 5: with its new winds the tiles are worth" in answer.err


def test_reports_follow_a_moved_sheet(event: Path, call: Call, tmp_path: Path):
    call("record", event, "--jsonl", stdin=lines(*WON, REPAIRS["move_sheet"]))
    out = tmp_path / "sheets.csv"
    names = call("sheet", event, "--session", 1, "--table", 4, "--json").json["players"]
    assert call("export", event, "--what", "standings", "--to", "csv", "--out", out).code == 0
    standings = {row["player"]: row["score"] for row in call("standings", event, "--json").json}
    assert {number: score for number, score in standings.items() if score} == {
        names["A"]: 36 - 16 - 8,
        names["B"]: -8 + 48 - 8,
        names["C"]: -20 - 16 + 44,
        names["D"]: -8 - 16 - 28,
    }
