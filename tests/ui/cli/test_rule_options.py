"""Options of a rule set on the command line."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call


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
