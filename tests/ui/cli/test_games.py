"""An evening of every game on the command line: made, played from its lines, looked at, checked."""

import json
from pathlib import Path
from typing import Any

import pytest

import assets
from tests.ui.cli.conftest import Call, lines
from tournament.catalogue import COUNT_PLAYERS

LETTERS = "ABCD"


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Any:
    """Makes an event of twelve players by some rules, drawn."""

    def make(rules: str, *options: str) -> Path:
        path = tmp_path / f"{rules}.qv"
        chosen = [word for option in options for word in ("--option", option)]
        assert call("new", path, "--name", "Evening", "--rules", rules, "--sessions", 2, *chosen).code == 0
        listed = tmp_path / "players.csv"
        listed.write_text("first_name,last_name\n" + "".join(f"First{n},Sample{n}\n" for n in range(1, 13)))
        assert call("players", path, "import", listed).code == 0
        assert call("draw", path, "--seed", 1).code == 0
        return path

    return make


@pytest.mark.thorough
@pytest.mark.parametrize("rules", COUNT_PLAYERS)
def test_an_evening_from_its_lines(event: Any, call: Call, rules: str):
    path = event(rules)
    typed = assets.path("sample", f"{rules}.jsonl").read_text(encoding="utf-8")
    assert call("record", path, "--jsonl", "--dry-run", stdin=typed).code == 0
    done = call("record", path, "--jsonl", stdin=typed)
    assert (done.code, done.errors) == (0, [])
    sheet = call("sheet", path, "--session", 1, "--table", 1, "--json").json
    played = [hand for hand in sheet["hands"] if hand["played"]]
    assert all(sum(hand["net"].values()) == 0 for hand in played)
    assert played[-1]["totals"] == sheet["computed"]
    standings = call("standings", path, "--json").json
    assert sum(row["score"] for row in standings) == 0
    assert call("check", path).code == 0
    told = call("--lang", "fr", "log", path)
    assert told.code == 0
    assert "{" not in told.out
    for language in ("en", "fr", "zh"):
        assert call("--lang", language, "sheet", path, "--session", 1, "--table", 2).code == 0
    assert call("undo", path).code == 0
    assert call("redo", path).code == 0
    assert call("check", path).code == 0


def test_values_answers_and_who_pays_are_in_the_sheet_as_json(event: Any, call: Call):
    path = event("quebec-classical")
    given = {"winner": "S", "values": {"E": 20, "S": 100, "W": 40, "N": 10}, "limit_losers": ["W"]}
    hand = {"type": "hand", "session": 1, "table": 1, "hand": 1, **given}
    assert call("record", path, "--jsonl", stdin=lines(hand)).code == 0
    first = call("sheet", path, "--session", 1, "--table", 1, "--json").json["hands"][0]
    assert first["points"] is None
    assert first["values"] == {"A": 20, "B": 100, "C": 40, "D": 10}
    assert first["answers"] == {"limit_losers": ["C"]}
    assert first["net"] == {"A": -200 - 1000 + 20, "B": 400, "C": 1000 - 100 + 500, "D": -100 - 500 - 20}
    log = call("log", path).out
    assert "B, self-draw: A 20, B 100, C 40, D 10; Losers paid the limit: C" in log


@pytest.mark.parametrize(
    ("rules", "options", "line", "net"),
    [
        ("french-classical-advanced", ["winner_pays_dearer=false"],
         {"winner": "E", "dominant": "N", "values": {"E": 100, "S": 250, "W": 40, "N": 10}}, (600, 250, -380, -470)),
        ("zung-jung", ["threshold=30"], {"winner": "A", "discarder": "B", "points": 30}, (90, -30, -30, -30)),
        ("quebec-classical", ["limit=300", "east_doubles_limit=false"],
         {"winner": "E", "values": {"E": 300, "S": 0, "W": 0, "N": 0}}, (900, -300, -300, -300)),
        ("hong-kong", ["minimum=3"], {"winner": "A", "discarder": "D", "points": 3}, (32, -8, -8, -16)),
    ],
)  # fmt: skip
def test_options_of_the_event_count(
    event: Any, call: Call, rules: str, options: list[str], line: dict[str, Any], net: tuple[int, ...]
):
    path = event(rules, *options)
    assert call("record", path, "--jsonl", stdin=lines({"type": "hand", "session": 1, "table": 1, "hand": 1} | line)
                ).code == 0  # fmt: skip
    first = call("sheet", path, "--session", 1, "--table", 1, "--json").json["hands"][0]
    assert tuple(first["net"].values()) == net
    assert call("check", path).code == 0


def test_a_wrong_line_is_refused_whole_in_each_language(event: Any, call: Call):
    path = event("hong-kong")
    typed = lines(
        {"type": "hand", "session": 1, "table": 1, "hand": 1, "winner": "A", "points": 3},
        {"type": "hand", "session": 1, "table": 1, "hand": 2, "winner": "A", "points": 11},
    )
    said = {language: call("--lang", language, "record", path, "--jsonl", stdin=typed) for language in ("en", "fr")}
    assert [answer.code for answer in said.values()] == [1, 1]
    assert "line 2" in said["en"].err
    assert said["en"].errors != said["fr"].errors
    assert not any(hand["played"] for hand in call("sheet", path, "--session", 1, "--table", 1, "--json").json["hands"])


def test_fines_of_every_game(event: Any, call: Call):
    hand = {"session": 1, "table": 1, "hand": 1}
    for rules, fault, net in (
        ("french-classical-simple", "tile-said", {"A": 20, "B": -40, "C": 10, "D": 10}),
        ("french-classical-advanced", "false-mah-jong", {"A": 1000, "B": -2000, "C": 500, "D": 500}),
        ("hong-kong", "false-mah-jong", {"A": 128, "B": -384, "C": 128, "D": 128}),
        ("quebec-classical", {"fault": "fine", "points": 30}, {"A": 60, "B": -120, "C": 30, "D": 30}),
        ("quebec-classical", {"fault": "fine-to-one", "points": 30, "to": ["C"]}, {"A": 0, "B": -30, "C": 30, "D": 0}),
        ("zung-jung", "tile-shown", {"A": 0, "B": 0, "C": 0, "D": 0}),
        ("zung-jung", "false-win", {"A": 25, "B": -75, "C": 25, "D": 25}),
    ):
        path = event(rules)
        said = fault if isinstance(fault, dict) else {"fault": fault}
        typed = lines({"type": "penalty", **hand, "player": "B", **said})
        assert call("record", path, "--jsonl", stdin=typed).code == 0
        assert call("sheet", path, "--session", 1, "--table", 1, "--json").json["hands"][0]["net"] == net
        path.unlink()


def test_the_rule_sets_are_listed(call: Call):
    assert [row["id"] for row in call("rules", "list", "--json").json][:2] == ["mcr", "guobiao"]
    assert "Hong Kong" in call("rules", "list").out
    faults = json.loads(call("rules", "faults", "--rules", "quebec-classical", "--json").out)
    assert [(fault["slug"], fault["measure"]) for fault in faults] == [("fine", "free"), ("fine-to-one", "free")]
