"""``record``: every type of line, every way to be wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ui.cli.conftest import Call, hand, lines

PLACE = {"session": 1, "table": 1}
EMPTY = {"session": 1, "table": 2}


def penalty(player: str, **more) -> dict:
    return {"type": "penalty", **PLACE, "player": player, **more}


def sheet(call: Call, event: Path) -> Any:
    return call("sheet", event, "--session", 1, "--table", 1, "--json").json


def totals(call: Call, event: Path) -> tuple[int, ...]:
    return tuple(sheet(call, event)["totals"][letter] for letter in "ABCD")


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        (hand(5, "A", "C", 12), (36, -8, -20, -8)),
        (hand(5, "A", None, 12), (60, -20, -20, -20)),
        ({**hand(5, "A", None, 12), "discarder": None}, (60, -20, -20, -20)),
        (hand(5, None), (0, 0, 0, 0)),
        (penalty("B", hand=5, fault="false-hu-short"), (10, -30, 10, 10)),
        (penalty("B", hand=5, fault="false-hu-invalid"), (20, -60, 20, 20)),
        (penalty("D", hand=5, fault="wall-broken"), (30, 30, 30, -90)),
        (penalty("B", fault="late", minutes=9), (0, -10, 0, 0)),
        (penalty("B", fault="late", minutes=15), (0, -20, 0, 0)),
        (penalty("B", hand=5, fault="tile-knocked", points=15, to="C"), (0, -15, 15, 0)),
        (penalty("B", hand=5, fault="tile-knocked", points=15, to=["C"]), (0, -15, 15, 0)),
        (penalty("B", fault="claim-changed"), (0, 0, 0, 0)),
        (penalty("B", points=10, to=[], reason="rude"), (0, -10, 0, 0)),
        (penalty("B", points=10, reason="rude"), (0, -10, 0, 0)),
        (penalty("B", points=10, to=["A", "C"], reason="rude"), (10, -20, 10, 0)),
        ({"type": "totals", **PLACE, "totals": {"A": 20, "B": -4, "C": -16, "D": 0}}, (20, -4, -16, 0)),
    ],
)
def test_what_a_line_does(event: Path, call: Call, line: dict, scores: tuple):
    answer = call("record", event, "--jsonl", stdin=lines(line))
    assert (answer.code, answer.err) == (0, "")
    assert totals(call, event) == scores


def test_a_ladder_over_lines(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(*(penalty("B", fault="claim-changed", hand=n) for n in range(1, 5))))
    assert totals(call, event) == (0, -35, 0, 0)


def test_correct_cancel_close_and_reopen(event: Path, call: Call):
    given = penalty("B", hand=1, fault="false-hu-short")
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), given))
    entry = sheet(call, event)["hands"][0]["penalties"][0]["entry"]
    answer = call(
        "record",
        event,
        "--jsonl",
        stdin=lines(
            {**hand(1, "D", "C", 12), "type": "correct", "reason": "wrong column"},
            {"type": "cancel_penalty", "entry": entry, "reason": "it was a good hand"},
            {"type": "close", **PLACE, "totals": {"A": -8, "B": -8, "C": -20, "D": 36}},
        ),
    )
    assert (answer.code, answer.err) == (0, "")
    assert totals(call, event) == (-8, -8, -20, 36)
    assert sheet(call, event)["state"] == "verified"
    call("record", event, "--jsonl", stdin=lines({"type": "reopen", **PLACE, "reason": "one hand is missing"}))
    assert sheet(call, event)["state"] == "to-verify"


def test_it_says_what_was_recorded(event: Path, call: Call):
    played = [hand(1, "A", "C", 12), penalty("B", hand=2, fault="false-hu-short"), {"type": "close", **PLACE}]
    answer = call("record", event, "--jsonl", stdin=lines(*played))
    assert answer.out == "3 lines were recorded. Hands: 1, penalties: 1, corrections: 0, sheets closed: 1.\n"


def test_json_names_the_entries(event: Path, call: Call):
    answer = call("record", event, "--jsonl", "--json", stdin=lines(hand(1, "A", "C", 12))).json
    assert (answer["lines"], answer["written"]) == (1, True)
    assert [entry["kind"] for entry in answer["entries"]] == ["heads-chained", "hand-recorded"]
    logged = call("log", event, "--json").json
    assert [entry["id"] for entry in answer["entries"]] == [entry["id"] for entry in logged[-2:]]


def test_empty_lines_a_byte_order_mark_and_windows_ends_are_fine(event: Path, call: Call):
    text = "\ufeff\r\n" + json.dumps(hand(1, "A", "C", 12)) + "\r\n\r\n  \n" + json.dumps(hand(2, None))
    assert call("record", event, "--jsonl", stdin=text).code == 0
    assert totals(call, event) == (36, -8, -20, -8)


def test_nothing_at_all_records_nothing(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("record", event, "--jsonl", stdin="\n\n")
    assert answer.code == 0
    assert answer.out.startswith("0 lines were recorded.")
    assert event.read_bytes() == before


def test_a_dry_run_checks_and_writes_nothing(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("record", event, "--jsonl", "--dry-run", stdin=lines(hand(1, "A", "C", 12)))
    assert answer.code == 0
    assert "nothing was written" in answer.out
    assert event.read_bytes() == before
    assert call("record", event, "--jsonl", "--dry-run", stdin=lines(hand(17, "A", "C", 12))).code == 1


def test_improbable_points_are_a_remark(event: Path, call: Call):
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), hand(2, "A", "C", 89)))
    assert answer.code == 0
    assert answer.err == "remark: line 2: 89 is more than 88: is this correct?\n"


REFUSED = [
    (hand(1, "A", "C", 7), "7 is below 8, the minimum to win"),
    (hand(1, "A", "C", 501), "501 is above 500, the maximum accepted"),
    (hand(1, "A", "A", 8), "A is entered both as winner and as discarder"),
    (hand(17, "A", "C", 8), "There is no hand 17: the sheet has hands 1 to 16."),
    (hand(0, "A", "C", 8), "There is no hand 0"),
    ({**hand(1, "A", "C", 8), "table": 5}, "There is no table 5: session 1 has tables 1 to 4."),
    ({**hand(1, "A", "C", 8), "session": 4}, "There is no session 4: the event has sessions 1 to 3."),
    (hand(1, "E", "C", 8), '“winner” must be one of the letters A, B, C, D, not "E".'),
    (hand(1, "a", "C", 8), "“winner” must be one of the letters"),
    (hand(1, "AB", "C", 8), "“winner” must be one of the letters"),
    (hand(1, "A", "X", 8), "“discarder” must be one of the letters"),
    ({**hand(1, "A", "C"), "points": "12"}, '“points” must be a whole number, not "12".'),
    ({**hand(1, "A", "C"), "points": True}, "“points” must be a whole number, not true."),
    ({**hand(1, "A", "C"), "points": 12.0}, "“points” must be a whole number, not 12.0."),
    ({**hand(1, "A", "C"), "points": None}, "“points” must be a whole number, not null."),
    ({**hand(1, "A", "C"), "points": 10**9}, "“points” is out of range"),
    (hand(1, "A", "C"), "“points” is missing."),
    ({"type": "hand", **PLACE, "hand": 1, "points": 8}, "“winner” is missing."),
    ({"type": "hand", "winner": None}, "“session” is missing."),
    (hand(1, None, "C"), "A drawn hand has no discarder"),
    (hand(1, None, points=8), "A drawn hand has no points"),
    ({**hand(1, "A", "C", 8), "pionts": 8}, "“pionts” is not known here: omit it."),
    ({**hand(1, "A", "C", 9), "hand_tiles": "[123m,1]67m345p789sEE8m"}, "worth 8, but 9 were claimed"),
    ({"type": "substitute", "session": 2}, "“case” is missing."),
    ({"type": "substitute", "session": 2, "player": 1, "by": "Nova", "case": "tired"}, "“case”"),
    ({"type": "substitute", "session": 2, "player": 1, "by": "Nova Newcomer", "case": "ill", "until": 9}, "session 9"),
    ({"type": "nonsense"}, "“type” must be one of hand, penalty,"),
    ({"session": 1}, "“type” must be one of"),
    (penalty("B", fault="sneezing"), "There is no fault “sneezing”"),
    (penalty("B", fault="late", minutes=16), "Enter the substitute instead"),
    (penalty("B", fault="tile-knocked", points=15), "name the one player who receives the points"),
    (penalty("B", fault="tile-knocked", points=15, to=["A", "C"]), "name the one player"),
    (penalty("B", points=10), "needs a reason"),
    (penalty("B", points=10, to=["B"], reason="x"), "B cannot receive the points of their own penalty."),
    (penalty("B", points=10, to=["F"], reason="x"), "“to” must be one of the letters"),
    (penalty("B", points=10, to=7, reason="x"), "“to” must be one of the letters"),
    (penalty("B", points=10, reason=7), "“reason” must be text"),
    (penalty("B", points=10, reason="x", no_hu=1), "“no_hu” must be true or false."),
    ({"type": "close", **EMPTY}, "Table 2 has no recorded hands"),
    ({"type": "totals", **EMPTY, "totals": {"A": 1, "B": 0, "C": 0, "D": 0}}, "add up to 1 instead of 0"),
    ({"type": "totals", **PLACE, "totals": {"A": 0, "B": 0, "C": 0, "D": 0}}, "Table 1 has recorded hands: close it"),
    ({"type": "totals", **PLACE, "totals": {"A": 1, "B": 0, "C": 0}}, "must give all four totals"),
    ({"type": "totals", **PLACE}, "“totals” is missing."),
    ({"type": "totals", **PLACE, "totals": {"A": 1.5, "B": 0, "C": 0, "D": 0}}, "“totals.A” must be a whole number"),
    ({"type": "cancel_penalty", "entry": "x", "reason": "y"}, "No penalty in force has the id “x”"),
    ({**hand(1, "A", "C", 8), "type": "correct", "reason": "x"}, "Hand 1 is not recorded yet"),
    ({**hand(1, "A", "C", 8), "type": "correct"}, "“reason” is missing."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), REFUSED)
def test_a_bad_line_is_refused_and_nothing_is_lost(event: Path, call: Call, line: dict, said: str):
    before = event.read_bytes()
    answer = call("record", event, "--jsonl", stdin=lines(hand(9, "A", "C", 12), line, hand(10, "B", "C", 12)))
    assert (answer.code, answer.out) == (1, "")
    assert len(answer.errors) >= 1
    assert all(error.startswith("error: line 2: ") for error in answer.errors)
    assert said in answer.err
    assert event.read_bytes() == before


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"{", "This is not JSON from column 2 on"),
        (b"[1]", "A line must be one JSON object"),
        (b"12", "A line must be one JSON object"),
        (b'{"type": "hand", "type": "hand"}', "“type” is given twice."),
        (b'{"points": NaN}', "JSON cannot be read"),
        (b'{"points": ' + b"9" * 5000 + b"}", "JSON cannot be read"),
        (b"[" * 100_000, "JSON cannot be read"),
        (b'{"type": "h\xff"}', "Column 12 is not UTF-8"),
        ('{"type": "hand"}'.encode("utf-16"), "is not UTF-8"),
    ],
)
def test_a_line_that_is_no_json_is_named(event: Path, call: Call, raw: bytes, said: str):
    answer = call("record", event, "--jsonl", stdin=b"\n" + raw)
    assert answer.code == 1
    assert said in answer.err
    assert "error: line 2: " in answer.err


def test_all_bad_lines_are_reported_in_order(event: Path, call: Call):
    stdin = lines(hand(1, "A", "A", 7)) + "x\n" + lines(hand(2, "A", "B", 8), hand(17, "A", "B", 8))
    answer = call("record", event, "--jsonl", stdin=stdin)
    assert [error.split(": ")[1] for error in answer.errors] == ["line 1", "line 1", "line 2", "line 4"]
    assert answer.err.splitlines()[-1] == "Nothing was written: 3 lines have problems."


def test_a_hand_already_recorded_offers_correction(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 12)))
    assert answer.errors == ["error: line 1: Hand 1 is already recorded: correct it with a reason."]


def test_totals_that_differ_name_their_likely_causes(event: Path, call: Call):
    """17 points in the paper's totals, 15 in its row, which is a line before in the same call."""
    close = {"type": "close", **PLACE, "totals": {"A": 41, "B": -8, "C": -25, "D": -8}}
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 15), close))
    assert answer.code == 1
    text = answer.err.splitlines()
    assert text[0].startswith("error: line 2: A: 41 on paper, 39 computed.")
    assert text[1].startswith("error: line 2: C: −25 on paper, −23 computed.")
    assert text[2] == "remark: line 2: Possible reasons why the totals on the paper differ:"
    assert text[3] == "remark: line 2: Hand 1: 17 points instead of 15?"
    assert text[-1] == "Nothing was written: 1 line has problems."


def test_a_close_refused_for_something_else_names_no_cause(event: Path, call: Call):
    answer = call("record", event, "--jsonl", stdin=lines({"type": "close", **PLACE}))
    assert answer.code == 1
    assert "Possible reasons why" not in answer.err


def test_totals_that_differ_name_the_players(event: Path, call: Call):
    close = {"type": "close", **PLACE, "totals": {"A": 36, "B": -20, "C": -8, "D": -8}}
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), close))
    assert answer.code == 1
    assert "line 2: B: −20 on paper, −8 computed." in answer.err
    assert "line 2: C: −8 on paper, −20 computed." in answer.err
    accepted = {**close, "accept_difference": "signed so"}
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), accepted)).code == 0


def test_the_offender_of_a_false_hu_does_not_win_that_hand(event: Path, call: Call):
    fault = penalty("B", hand=1, fault="false-hu-short")
    answer = call("record", event, "--jsonl", stdin=lines(fault, hand(1, "B", "C", 12)))
    assert answer.code == 1
    assert "B lost the right to win hand 1" in answer.err
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "B", "C", 12), fault)).code == 1


def test_an_event_without_a_draw(tmp_path: Path, call: Call):
    event = tmp_path / "cup.qv"
    call("new", event, "--name", "Cup", "--sessions", 1)
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert answer.errors == ["error: line 1: No draw is published yet: make one first."]


def test_a_large_file_goes_in_at_once(event: Path, call: Call):
    played = [
        {**hand(number, "ABCD"[number % 4], "ABCD"[(number + 1) % 4], 8 + number), "session": session, "table": table}
        for session in (1, 2, 3)
        for table in (1, 2, 3, 4)
        for number in range(1, 17)
    ]
    assert call("record", event, "--jsonl", stdin=lines(*played)).code == 0
    assert "192 hands" in call("check", event).out


def test_a_line_with_an_id_is_written_once(event: Path, call: Call):
    ids = "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    sent = [{**hand(number, "A", "C", 12), "id": id} for number, id in enumerate(ids, start=1)]
    first = call("record", event, "--jsonl", "--json", stdin=lines(sent[0], sent[0]))
    assert (first.code, first.err) == (0, "")
    assert [entry["id"] for entry in first.json["entries"]][:1] == [ids[0]]
    again = call("record", event, "--jsonl", "--json", stdin=lines(*sent))
    assert again.code == 0
    assert again.err.startswith("remark: line 1: This line was recorded before and is not repeated: ")
    assert [entry["id"] for entry in again.json["entries"]] == [ids[1]]
    before = event.read_bytes()
    assert call("record", event, "--jsonl", stdin=lines(*sent)).code == 0
    assert event.read_bytes() == before


@pytest.mark.parametrize("id", ["", "5", "1B4E28BA-2FA1-41D2-883F-0016D3CCA427", 5, None])
def test_a_wrong_id_is_refused_with_its_line(event: Path, call: Call, id: object):
    before = event.read_bytes()
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), {**hand(2, "A", "C", 12), "id": id}))
    assert answer.code == 1
    assert answer.err.startswith("error: line 2: ")
    assert event.read_bytes() == before


def test_an_id_of_two_lines_is_refused(event: Path, call: Call):
    id = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
    sent = lines(*({**hand(number, "A", "C", 12), "id": id} for number in (1, 2)))
    answer = call("record", event, "--jsonl", stdin=sent)
    assert (answer.code, answer.errors) == (1, ["error: line 2: Line 1 has the same “id” and says something else."])
