"""``settle --jsonl`` and ``rules faults``: no event needed."""

import json

import pytest

from tests.ui.cli.conftest import Call, lines


def answers(answer) -> list[dict]:
    return [json.loads(line) for line in answer.out.splitlines()]


@pytest.mark.parametrize(
    ("line", "net"),
    [
        ({"rules": "mcr", "points": 63, "winner": "A", "discarder": "B"}, (87, -71, -8, -8)),
        ({"rules": "guobiao", "points": 63, "winner": "A"}, (213, -71, -71, -71)),
        ({"points": 8, "winner": "B"}, (-16, 48, -16, -16)),
        ({"points": 8, "winner": "B", "discarder": "A"}, (-16, 32, -8, -8)),
        ({"points": 8, "winner": "B", "discarder": None}, (-16, 48, -16, -16)),
        ({"winner": None}, (0, 0, 0, 0)),
        ({"winner": None, "points": 0}, (0, 0, 0, 0)),
        ({"rules": "blank", "points": 1, "winner": "D", "discarder": "A"}, (-1, 0, 0, 1)),
    ],
)
def test_what_one_hand_moves(call: Call, line: dict, net: tuple):
    answer = call("settle", "--jsonl", stdin=lines(line))
    assert (answer.code, answer.err) == (0, "")
    assert answers(answer) == [{"net": dict(zip("ABCD", net, strict=True))}]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"points": 7, "winner": "A"}, "points-below-minimum"),
        ({"points": 501, "winner": "A"}, "points-above-most"),
        ({"points": 8, "winner": "A", "discarder": "A"}, "winner-is-discarder"),
        ({"points": 8, "winner": "E"}, "letter-unknown"),
        ({"points": 8}, "member-missing"),
        ({"winner": "A"}, "member-missing"),
        ({"points": True, "winner": "A"}, "not-an-integer"),
        ({"points": 12.0, "winner": "A"}, "not-an-integer"),
        ({"points": 12, "winner": "A", "discader": "B"}, "member-unknown"),
        ({"winner": None, "discarder": "A"}, "drawn-with-discarder"),
        ({"winner": None, "points": 8}, "drawn-with-points"),
        ({"rules": "riichi", "points": 3, "winner": "A"}, "rules-unknown"),
        ({"rules": "quebec-classical", "values": {"E": 100}, "winner": "E"}, "values-incomplete"),
        ({"values": {"E": 100}, "winner": "A", "points": 8}, "member-unknown"),
    ],
)
def test_a_bad_line_is_answered_in_its_place(call: Call, line: dict, code: str):
    good = {"points": 8, "winner": "B"}
    answer = call("settle", "--jsonl", stdin=lines(good, line, good))
    first, bad, last = answers(answer)
    assert answer.code == 1
    assert first == last == {"net": {"A": -16, "B": 48, "C": -16, "D": -16}}
    assert bad["error"]["code"] == code
    assert bad["error"]["message"]


def test_invalid_json_is_reported_with_its_column(call: Call):
    answer = call("settle", "--jsonl", stdin='{"points": 8,, "winner": "A"}\n')
    assert answers(answer)[0]["error"] | {"message": ""} == {"code": "not-json", "message": "", "at": 14}


def test_the_rules_of_lines_that_name_none(call: Call):
    line = lines({"points": 5, "winner": "A"})
    assert answers(call("settle", "--jsonl", "--rules", "blank", stdin=line)) == [
        {"net": {"A": 15, "B": -5, "C": -5, "D": -5}}
    ]
    assert call("settle", "--jsonl", stdin=line).code == 1


def test_faults_with_their_sanctions(call: Call):
    found = {fault["slug"]: fault for fault in call("rules", "faults", "--json").json}
    assert (found["false-hu-short"]["points"], found["false-hu-short"]["receiver"]) == (10, "opponents")
    assert (found["false-hu-invalid"]["points"], found["false-hu-invalid"]["no_hu"]) == (20, True)
    assert (found["wall-broken"]["points"], found["wall-broken"]["closes_hand"]) == (30, True)
    assert found["late"]["measure"] == "minutes"
    text = call("rules", "faults").out
    for slug in found:
        assert slug in text
    assert call("rules", "faults", "--rules", "poker").code == 1


@pytest.mark.parametrize("command", ["settle", "score"])
def test_no_line_ends_the_run(call: Call, command: str):
    bad = [
        r'{"winner": "\ud800"}',
        r'{"rules": "\udfff"}',
        r'{"\ud800": 1}',
        "[" * 20_000,
        '{"hand": ' + "[" * 20_000,
        "\0",
    ]
    answer = call(command, "--jsonl", stdin="\n".join([*bad, "{}"]) + "\n")
    assert (answer.code, answer.err) == (1, "")
    assert len(answers(answer)) == len(bad) + 1
    assert all("error" in each for each in answers(answer))
    assert "recursion" not in answer.out
