"""Lists of people in JSON files of other tournament programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from reports.readers import UnreadableTable, read_table
from tournament.event.player_import import read_roster
from tournament.language import ENGLISH


def saved(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "value",
    [
        [{"firstName": "Ada", "lastName": "Bamboo"}, {"firstName": "Ben", "lastName": "Circle", "extra": [1]}],
        {"info": {"title": "Cup"}, "games": [{"id": 1, "seats": [1, 2]}], "playerNames": ["Ada Bamboo", "Ben Circle"]},
        {"players": [{"id": 0, "name": "Ada Bamboo", "country": "FR"}, {"id": 1, "name": "Ben Circle"}]},
        {"models": {"Player": [{"first_name": "Ada", "last_name": "Bamboo", "EMA_ID": 4000001},
                               {"first_name": "Ben", "last_name": "Circle", "EMA_ID": None}]}},
        ["Ada Bamboo", "Ben Circle"],
        {"event": {"participants": [{"name": "Ada Bamboo"}, {"name": "Ben Circle"}]}},
        {"event": {"title": "Cup"}, "players": {"17": {"name": "Ada Bamboo"}, "4": {"name": "Ben Circle"}}},
        {"a1": {"firstName": "Ada", "lastName": "Bamboo"}, "b2": {"firstName": "Ben", "lastName": "Circle"}},
    ],
)  # fmt: skip
def test_the_people_are_found_wherever_they_are(tmp_path: Path, value: Any) -> None:
    roster = read_roster(read_table(saved(tmp_path / "event.json", value)))
    assert [player.name for player in roster.players] == ["Ada Bamboo", "Ben Circle"]
    assert not roster.problems


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('{"a": ', "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"a": 1}', "contains no list of people"),
        ('{"a": {"x": 1}, "b": {"x": 2}}', "contains no list of people"),
        ('{"games": [{"x": 1}]}', "contains no list of people"),
        ([{f"name{place}-{inner}": 1 for inner in range(300)} for place in range(3)], "contains no list of people"),
        ([{"name": f"A{place} B"} for place in range(5_102)], "more than 5100 rows"),
        ('[{"name": "x"},' + "{}," * 500_001 + "{}]", "is not valid JSON"),
    ],
)
def test_what_is_no_list_is_refused_in_words(tmp_path: Path, value: Any, said: str) -> None:
    with pytest.raises(UnreadableTable) as error:
        read_table(saved(tmp_path / "event.json", value))
    assert said in ENGLISH.render(error.value.text)


def test_a_text_that_begins_with_a_bracket_is_a_text(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path / "list.csv", "[1] Name;Country\nAda Bamboo;FR\n"))
    assert table.rows[1].cells == ("Ada Bamboo", "FR")
