"""Rule sets with the options of other federations: ``new --preset`` and ``rules presets``."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call
from tournament.catalogue import option_problems, rule_set
from ui.rule_presets import Preset, own_folder, preset, save_preset, shipped


@pytest.mark.parametrize("name", shipped())
def test_a_preset_has_options_of_its_rules(name: str) -> None:
    found = preset(name)
    rules = rule_set(found.rules)
    assert rules is not None
    assert found.options
    assert option_problems(rules, found.options) == ()
    assert rule_set(found.rules, found.options) is not None


def test_they_are_listed(call: Call) -> None:
    assert {row["preset"] for row in call("rules", "presets", "--json").json} == {"m-league", "tenhou", "wrc"}
    assert "M-League" in call("rules", "presets").out


def test_an_event_begins_with_one_and_may_choose_otherwise(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "a.qv"
    done = call("new", path, "--name", "Cup", "--sessions", 2, "--preset", "m-league", "--option", "uma_first=20000")
    assert done.code == 0
    settings = call("settings", path, "--json").json
    options = settings["options"]
    assert settings["rules"] == "riichi-ema-2025"
    assert (options["start"], options["uma_first"], options["ron"]) == (25_000, 20_000, "first")


def test_presets_saved_in_the_window_are_listed_too(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    mine = Preset("hong-kong", (("minimum", 3), ("starting_points", None)), "Three fan")
    save_preset(mine, own_folder() / "three.toml")
    (row,) = (row for row in call("rules", "presets", "--json").json if row["preset"] == "three")
    assert (row["name"], row["options"]) == ("Three fan", {"minimum": 3, "starting_points": None})
    assert preset("three") == mine


def test_a_file_of_ones_own(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('rules = "hong-kong"\n[options]\nminimum = 3\n', encoding="utf-8")
    assert call("new", tmp_path / "a.qv", "--name", "Cup", "--sessions", 2, "--preset", own).code == 0
    own.write_text('rules = "hong-kong"\n[options]\nminimum = 30\n', encoding="utf-8")
    assert call("new", tmp_path / "b.qv", "--name", "Cup", "--sessions", 2, "--preset", own).code == 1
    assert not (tmp_path / "b.qv").exists()


@pytest.mark.parametrize("content", ["rules = 5", "rules = ", 'rules = "nothing"', 'rules = "mcr"\noptions = 3',
                                     'rules = "hong-kong"\n[options]\nminimum = 1.5', "\xff"])  # fmt: skip
def test_what_is_no_preset_is_refused(call: Call, tmp_path: Path, content: str) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(content.encode("latin-1"))
    done = call("new", tmp_path / "a.qv", "--name", "Cup", "--sessions", 2, "--preset", own)
    assert (done.code, (tmp_path / "a.qv").exists()) == (1, False)


@pytest.mark.parametrize(("size", "code"), [(200_000, 0), (200_001, 1)])
def test_a_file_that_is_too_large_is_not_read(call: Call, tmp_path: Path, size: int, code: int) -> None:
    own, content = tmp_path / "own.toml", b'rules = "hong-kong"\n'
    own.write_bytes(content + b"#" * (size - len(content)))
    assert call("new", tmp_path / "a.qv", "--name", "Cup", "--sessions", 2, "--preset", own).code == code


def test_a_name_that_there_is_not(call: Call, tmp_path: Path) -> None:
    done = call("new", tmp_path / "a.qv", "--name", "Cup", "--sessions", 2, "--preset", "emma")
    assert done.code == 1
    assert "m-league" in done.err
    both = call("new", tmp_path / "a.qv", "--name", "Cup", "--rules", "mcr", "--preset", "wrc")
    assert both.code == 2
