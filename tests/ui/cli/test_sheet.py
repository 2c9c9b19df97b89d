"""``sheet --json``: the fields of the contract."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from tournament.rules.payment import SECOND, Outcome
from ui.cli.sheet import details_json, outcome_columns

WINDS = {  # the wind of A, B, C, D in the first hand of each round
    1: "ESWN",
    5: "SENW",
    9: "NWES",
    13: "WNSE",
}


def test_a_blank_sheet(event: Path, call: Call):
    shown = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert list(shown["players"]) == ["A", "B", "C", "D"]
    assert shown["state"] == "not-started"
    assert shown["table_points"] == {"A": None, "B": None, "C": None, "D": None}
    assert [line["hand"] for line in shown["hands"]] == list(range(1, 17))
    assert [line["prevalent"] for line in shown["hands"]] == list("EEEESSSSWWWWNNNN")
    for number, winds in WINDS.items():
        assert "".join(shown["hands"][number - 1]["winds"][letter] for letter in "ABCD") == winds
    dealers = [next(letter for letter, wind in line["winds"].items() if wind == "E") for line in shown["hands"]]
    assert "".join(dealers) == "ABCDBADCCDBADCAB"
    assert shown["hands"][0] == {
        "hand": 1,
        "prevalent": "E",
        "winds": {"A": "E", "B": "S", "C": "W", "D": "N"},
        "played": False,
        "result": None,
        "winner": None,
        "discarder": None,
        "points": None,
        "penalties": [],
        "net": {"A": 0, "B": 0, "C": 0, "D": 0},
        "totals": {"A": 0, "B": 0, "C": 0, "D": 0},
        "hand_tiles": None,
    }


def test_hands_penalties_and_totals(event: Path, call: Call):
    place = {"session": 1, "table": 1}
    stdin = lines(
        hand(1, "A", "C", 12),
        hand(2, "B", None, 8),
        hand(3, None),
        {"type": "penalty", **place, "hand": 2, "player": "D", "fault": "false-hu-short"},
        {"type": "penalty", **place, "player": "A", "fault": "late", "minutes": 12},
    )
    assert call("record", event, "--jsonl", stdin=stdin).code == 0
    shown = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    first, second, third, *_ = shown["hands"]
    assert (first["winner"], first["discarder"], first["points"], first["result"]) == ("A", "C", 12, "discard")
    assert first["net"] == first["totals"] == {"A": 36, "B": -8, "C": -20, "D": -8}
    assert (second["winner"], second["discarder"], second["result"]) == ("B", None, "self-draw")
    assert second["net"] == {"A": -6, "B": 58, "C": -6, "D": -46}
    assert second["totals"] == {"A": 30, "B": 50, "C": -26, "D": -54}
    assert (third["played"], third["result"], third["winner"], third["points"]) == (True, "drawn", None, None)
    assert third["totals"] == second["totals"]
    (given,) = second["penalties"]
    assert {**given, "entry": ""} == {
        "entry": "",
        "player": "D",
        "fault": "false-hu-short",
        "points": 10,
        "to": ["A", "B", "C"],
        "reason": "",
        "minutes": None,
        "no_hu": True,
        "net": {"A": 10, "B": 10, "C": 10, "D": -30},
    }
    assert [(p["player"], p["fault"], p["minutes"], p["net"]["A"]) for p in shown["penalties"]] == [
        ("A", "late", 12, -20)
    ]
    assert shown["totals"] == {"A": 10, "B": 50, "C": -26, "D": -54}
    assert shown["table_points"] == {"A": "2", "B": "4", "C": "1", "D": "0"}
    assert shown["state"] == "in-play"


def test_ties_are_exact_fractions(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, None)))
    shown = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert shown["table_points"] == {"A": "7/4", "B": "7/4", "C": "7/4", "D": "7/4"}


def test_the_sheet_as_text(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    text = call("sheet", event, "--session", 1, "--table", 1).out.splitlines()
    assert text[0] == "Session 1, table 1: in play"
    assert " ".join(text[6].split()) == "1 E A from C, 12 E +36 S −8 W −20 N −8 36 −8 −20 −8"


def test_tables_that_do_not_exist(event: Path, call: Call):
    assert call("sheet", event, "--session", 1, "--table", 5, "--json").errors == [
        "error: There is no table 5: session 1 has tables 1 to 4."
    ]
    assert call("sheet", event, "--session", 9, "--table", 1, "--json").code == 1


def test_a_sheet_says_whether_it_was_compared_and_which_totals_count(tmp_path: Path, players: Path, call: Call):
    event = tmp_path / "cup.qv"
    call("new", event, "--name", "Cup", "--sessions", 1, "--counted-totals", "as-signed")
    call("players", event, "import", players)
    call("draw", event, "--seed", 1)
    close = {"type": "close", "session": 1, "table": 1}
    slip = {"A": 36, "B": -8, "C": -10, "D": -18}
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))

    def shown() -> Any:
        return call("sheet", event, "--session", 1, "--table", 1, "--json").json

    assert (shown()["compared"], shown()["typed"], shown()["accepted"]) == (None, None, None)
    assert call("record", event, "--jsonl", stdin=lines(close)).code == 0
    assert (shown()["compared"], shown()["state"]) == (False, "verified")
    assert "verified, not compared" in call("sheet", event, "--session", 1, "--table", 1).out
    reopen = {"type": "reopen", "session": 1, "table": 1, "reason": "found the paper"}
    signed = {**close, "totals": slip, "accept_difference": "all four signed"}
    assert call("record", event, "--jsonl", stdin=lines(reopen, signed)).code == 0
    sheet = shown()
    assert (sheet["compared"], sheet["accepted"], sheet["typed"], sheet["totals"]) == (
        True, "all four signed", slip, slip,
    )  # fmt: skip
    assert sheet["computed"] == {"A": 36, "B": -8, "C": -20, "D": -8}
    assert sheet["table_points"] == {"A": "4", "B": "2", "C": "1", "D": "0"}
    text = call("sheet", event, "--session", 1, "--table", 1).out
    assert "C: −10 signed, −20 computed\nD: −18 signed, −8 computed\nReason: all four signed\n" in text
    assert text.endswith("The signed totals count\n")
    assert call("check", event).code == 0


def test_an_event_that_demands_the_paper_refuses_a_sheet_without_it(tmp_path: Path, players: Path, call: Call):
    event = tmp_path / "cup.qv"
    call("new", event, "--name", "Cup", "--sessions", 1, "--paper-totals", "demanded")
    call("players", event, "import", players)
    call("draw", event, "--seed", 1)
    close = {"type": "close", "session": 1, "table": 1}
    refused = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), close))
    assert refused.code == 1
    assert "requires the paper totals before a sheet is signed. Missing: A, B, C, D" in refused.err
    totals = {"A": 36, "B": -8, "C": -20, "D": -8}
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), {**close, "totals": totals})).code == 0


def test_what_may_make_totals_differ_is_named(event: Path, call: Call):
    totals = {"A": 41, "B": -25, "C": -8, "D": -8}
    close = {"type": "close", "session": 1, "table": 1, "totals": totals, "accept_difference": "so signed"}
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 15), close))
    text = call("sheet", event, "--session", 1, "--table", 1).out.splitlines()
    assert (
        text[text.index("Possible reasons why the totals on the paper differ:") + 1]
        == "Hand 1: 17 points instead of 15?"
    )
    shown = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert shown["likely_causes"][0] == "Hand 1: 17 points instead of 15?"


def test_totals_that_agree_have_no_cause(event: Path, call: Call):
    close = {"type": "close", "session": 1, "table": 1, "totals": {"A": 39, "B": -23, "C": -8, "D": -8}}
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 15), close))
    assert call("sheet", event, "--session", 1, "--table", 1, "--json").json["likely_causes"] == []


def test_a_second_reader_confirms_or_rejects(tmp_path: Path, players: Path, call: Call):
    event = tmp_path / "cup.qv"
    call("new", event, "--name", "Cup", "--sessions", 1, "--second-reading", "by-another")
    call("players", event, "import", players)
    call("draw", event, "--seed", 1)
    totals = {"A": 36, "B": -8, "C": -20, "D": -8}
    close = {"type": "close", "session": 1, "table": 1, "totals": totals}
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), close)).code == 0

    def shown() -> Any:
        return call("sheet", event, "--session", 1, "--table", 1, "--json").json

    assert (shown()["state"], shown()["second_reading"]) == ("to-read-again", None)
    confirm = {"type": "confirm", "session": 1, "table": 1}
    same = call("record", event, "--jsonl", stdin=lines({**confirm, "totals": totals}))
    assert "typed or signed this sheet: somebody else must do the second reading" in same.err
    slip = {**confirm, "totals": {**totals, "C": -22}, "reader": "Rea Der"}
    assert "Total of C: −20 signed, −22 read" in call("record", event, "--jsonl", stdin=lines(slip)).err
    rejected = call("record", event, "--jsonl", stdin=lines({**slip, "type": "reject"}))
    assert rejected.code == 0
    assert "Total of C: −20 signed, −22 read" in rejected.err
    assert (shown()["state"], shown()["second_reading"]["agrees"]) == ("rejected", False)
    column = {**confirm, "points": [12, *[None] * 15], "reader": "Rea Der"}
    assert call("record", event, "--jsonl", stdin=lines(close, column)).code == 0
    assert (shown()["state"], shown()["second_reading"]["reader"]) == ("verified", "Rea Der")
    text = call("sheet", event, "--session", 1, "--table", 1).out
    assert "Second reading confirmed by Rea Der, " in text
    wrong = call("record", event, "--jsonl", stdin=lines({**confirm, "points": "12"}))
    assert "“points” must list the points of every hand" in wrong.err


NOTHING = {"result": None, "winner": None, "discarder": None, "points": None}


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [
        (None, {}),
        (Outcome(None), {"result": "drawn"}),
        (Outcome(0, None, 8), {"result": "self-draw", "winner": "A", "points": 8}),
        (Outcome(3, 0, 8), {"result": "discard", "winner": "D", "discarder": "A", "points": 8}),
        (
            Outcome(1, 0, 20, liable=0),
            {"result": "discard", "winner": "B", "discarder": "A", "points": 20, "values": None, "liable": "A",
             "answers": {}},
        ),
        (
            Outcome(1, 2, 0, (8, 40, 0, 2), answers=(("minimum", 2), ("riichi", (0, 3)), (SECOND, 3))),
            {"result": "discard", "winner": "B", "discarder": "C", "values": {"A": 8, "B": 40, "C": 0, "D": 2},
             "liable": None, "answers": {"minimum": 2, "riichi": ["A", "D"], SECOND: "D"}},
        ),
    ],
)  # fmt: skip
def test_how_a_hand_ended(outcome: Outcome | None, shown: dict[str, object]) -> None:
    columns = outcome_columns(lambda each: each)
    found = {column.name: column.value(outcome) for column in columns} | details_json(outcome)
    assert found == NOTHING | shown
