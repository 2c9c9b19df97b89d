"""One bad line of ``record`` names its own fault, and lines that only fail because of it are counted, not listed."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from tests.ui.cli.test_formats import club, game, totals  # noqa: F401 - the fixture


def numbers(errors: list[str]) -> list[str]:
    return [error.split(": ")[1] for error in errors]


def test_a_game_that_is_not_opened_makes_no_followers_fail(club: Path, call: Call) -> None:  # noqa: F811
    evening = lines(
        game(1, 2, 3, 4),
        game(5, 6, 7, 77),
        *({**hand(number, "A", "B", 12), "table": 2} for number in range(1, 9)),
        totals(1, 2),
        {"type": "close", "session": 1, "table": 2},
    )
    answer = call("record", club, "--jsonl", stdin=evening)
    assert answer.code == 1
    assert numbers(answer.errors) == ["line 2"]
    assert "77" in answer.errors[0]
    assert "10 later lines were refused only because of this one." in answer.err
    assert answer.err.splitlines()[-1] == "Nothing was written: 1 line has problems."


def test_a_line_that_cannot_be_read_makes_no_followers_fail(club: Path, call: Call) -> None:  # noqa: F811
    evening = b"{oops}\n" + lines(*({**hand(number, "A", "B", 12), "table": 1} for number in range(1, 4))).encode()
    answer = call("record", club, "--jsonl", stdin=evening)
    assert numbers(answer.errors) == ["line 1"]
    assert "3 later lines" in answer.err


def test_a_missing_hand_explains_the_totals_that_differ(event: Path, call: Call) -> None:
    sheet = lines(
        hand(1, "A", "A", 12),
        hand(2, "A", "C", 7),
        {"type": "close", "session": 1, "table": 1, "totals": {"A": 20, "B": -4, "C": -16, "D": 0}},
    )
    answer = call("record", event, "--jsonl", stdin=sheet)
    assert numbers(answer.errors) == ["line 1", "line 2"], "line 2 has a fault of its own"
    assert "1 later line was refused only because of this one." in answer.err


@pytest.mark.parametrize("table", [2, 9])
def test_other_tables_are_judged_by_themselves(event: Path, call: Call, table: int) -> None:
    other = {"type": "close", "session": 1, "table": table, "totals": {"A": 1, "B": 0, "C": 0, "D": 0}}
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "A", 12), other))
    assert numbers(answer.errors)[-1] == "line 2"


def test_a_reason_needs_a_letter(event: Path, call: Call) -> None:
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    corrected = {**hand(1, "A", "B", 12), "type": "correct"}
    answer = call("record", event, "--jsonl", stdin=lines({**corrected, "reason": "."}))
    assert answer.code == 1
    assert "“.” is not a reason: give it in a few words." in answer.err
    assert call("record", event, "--jsonl", stdin=lines({**corrected, "reason": "看错"})).code == 0


def test_a_second_fine_for_being_late_is_remarked_once(event: Path, call: Call) -> None:
    late = {"type": "penalty", "session": 1, "table": 1, "player": "B", "fault": "late", "minutes": 5}
    answer = call("record", event, "--jsonl", stdin=lines(late, late, late, {**late, "player": "C"}))
    assert answer.code == 0
    assert [line.split(": ")[1] for line in answer.err.splitlines()] == ["line 2"]
    assert "already fined for being 5 minutes late" in answer.err


def test_being_late_belongs_to_the_session_even_if_a_line_names_a_hand(event: Path, call: Call) -> None:
    late = {"type": "penalty", "session": 1, "table": 1, "hand": 5, "player": "B", "fault": "late", "minutes": 12}
    answer = call("record", event, "--jsonl", stdin=lines(late))
    assert answer.code == 0
    assert answer.err == "remark: line 1: “Late” is recorded for the session.\n"
    sheet = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert [row["penalties"] for row in sheet["hands"]] == [[]] * 16
    assert [(each["player"], each["fault"], each["points"]) for each in sheet["penalties"]] == [("B", "late", 20)]


def test_a_type_that_is_no_text_is_refused_like_any_other(event: Path, call: Call) -> None:
    answer = call("record", event, "--jsonl", stdin='{"type": ["hand"], "session": 1, "table": 1}\n{"type": {}}\n')
    assert (answer.code, numbers(answer.errors)) == (1, ["line 1", "line 2"])
