"""Options of a rule set on the command line."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, lines
from tournament.catalogue import IDS


def test_rules_without_options_list_none(call: Call) -> None:
    assert call("rules", "options", "--rules", "mcr", "--json").json == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("minimum=5", "error: These rules have no option “minimum”"),
        ("minimum", "error: “minimum” is not an option: write NAME=VALUE."),
    ],
)
def test_an_option_that_is_none_makes_no_event(call: Call, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "event.qv"
    made = call("new", path, "--name", "Open", "--sessions", 1, "--option", text)
    assert made.code == 1
    assert said in made.err
    assert not path.exists()


def test_options_change_until_play_begins_and_say_what_they_were(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "club.qv"
    made = call("new", path, "--name", "Club", "--format", "club", "--rules", "hong-kong", "--option", "minimum=1")
    assert made.code == 0
    answer = call("settings", path, "--option", "minimum=3", "--option", "bonus_tiles=false")
    assert answer.out.splitlines()[:2] == [
        "Minimum fan to win: 3, before 1",
        "Play with flowers and seasons: no, before yes",
    ]
    options = call("settings", path, "--json").json["options"]
    assert (options["minimum"], options["bonus_tiles"], options["starting_points"]) == (3, False, 300)
    assert call("settings", path, "--option", "minimum=0", "--city", "Utrecht").code == 0
    assert call("settings", path, "--json").json["options"]["minimum"] == 0
    assert "minimum" not in call("log", path).out.splitlines()[-2].split("→")[1]
    for wrong in ("minimum=9", "minimum", "nope=1"):
        assert call("settings", path, "--option", wrong).code == 1
    people = tmp_path / "players.csv"
    people.write_text("first name,last name\n" + "".join(f"{name},Sample\n" for name in ("Ada", "Ben", "Carl", "Dora")))
    assert call("players", path, "import", people).code == 0
    played = lines(
        {"type": "game", "session": 1, "players": [1, 2, 3, 4]},
        {"type": "hand", "session": 1, "table": 1, "hand": 1, "winner": "A", "discarder": "B", "points": 3},
    )
    assert call("record", path, "--jsonl", stdin=played).code == 0
    before = path.read_bytes()
    late = call("settings", path, "--option", "minimum=1")
    assert late.errors == ["error: The options of the rules can no longer change: play has begun."]
    assert path.read_bytes() == before


@pytest.mark.parametrize("rules", IDS)
def test_options_are_listed_with_what_they_may_be(rules: str, call: Call) -> None:
    for row in call("rules", "options", "--rules", rules, "--json").json:
        bounded = row["kind"] in ("number", "places", "hands", "tiles")
        assert ("least" in row, "most" in row) == (bounded, bounded), row
        assert ("choices" in row) == (row["kind"] == "choice"), row
