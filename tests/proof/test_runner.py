"""The runner continues after it was killed, keeps its counts, and reports cases that die or hang."""

import json
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.proof import runner
from tests.proof.catalogue import PARTS, part_called
from tests.proof.covered import contents
from tests.proof.part import Outcome, Part

pytestmark = pytest.mark.thorough


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, Any]:
    return {"state": tmp_path / "state", "results": tmp_path / "results"}


def part_of(run) -> Part:
    return Part("planted", "Title", "Brief.", ("ui",), "Promise.", 4, run)


def line_of(seed: int, count: str) -> dict[str, Any]:
    """What is kept of a case in which one ``count`` was counted."""
    return {"seed": seed, "seconds": 1, "counts": {count: 1}, "failures": [], "remarks": {}}


def kept(part: Part, folders: dict[str, Any], seeds: range, *, cut: bool = False) -> None:
    """What a run leaves that was killed after ``seeds``, maybe in the middle of a line."""
    header = {"part": part.name, "code": contents((*part.covers, runner.PROOF))}
    lines = [header, *(line_of(seed, "kept") for seed in seeds)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    folders["state"].mkdir()
    (folders["state"] / f"{part.name}.jsonl").write_text(text + ('{"seed": 4, "cou' if cut else ""), encoding="utf-8")


def test_it_goes_on_where_it_was_killed(folders: dict[str, Any]) -> None:
    part = replace(part_called("planted"), cases=4)
    kept(part, folders, range(1, 4), cut=True)
    result = runner.run_part(part, scale=1.0, workers=1, **folders)
    assert result["cases"] == 4
    assert result["counts"]["kept"] == 3
    assert result["counts"]["faults planted"] == 1
    assert json.loads((folders["results"] / "planted.json").read_text(encoding="utf-8")) == result
    assert list(folders["state"].iterdir()) == []


def test_on_another_scale_the_same_cases_are_taken(folders: dict[str, Any]) -> None:
    part = replace(part_called("planted"), cases=4)
    kept(part, folders, range(1, 4))
    result = runner.run_part(part, scale=0.5, workers=1, **folders)
    assert result["cases"] == result["counts"]["kept"] == 2


def test_what_was_begun_with_other_code_is_not_taken(folders: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    part = replace(part_called("planted"), cases=1)
    kept(part, folders, range(1, 2))
    monkeypatch.setattr(runner, "contents", lambda _covers: {"ui": "another"})
    tried = [(1, line_of(1, "tried"))]
    monkeypatch.setattr(runner, "_tried", lambda _part, seeds, *_, **__: tried if seeds == [1] else [])
    counts = runner.run_part(part, scale=1.0, workers=1, **folders)["counts"]
    assert (counts["tried"], counts.get("kept")) == (1, None)


def _hang(_seed: int) -> Outcome:
    sleep(5)
    return Outcome()


def _break(seed: int) -> Outcome:
    raise ValueError(f"case {seed}")


def test_a_hang_and_an_error_are_failures_of_their_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "part_called", lambda _name: replace(part_of(_hang), limit=0.05))
    assert runner.try_case("any", 1)["failures"] == ["seed 1: not done after 0 s"]
    monkeypatch.setattr(runner, "part_called", lambda _name: part_of(_break))
    (failure,) = runner.try_case("any", 7)["failures"]
    assert failure.startswith("seed 7: ")
    assert "ValueError: case 7" in failure


def test_names_are_told_apart_and_no_text_holds_a_figure() -> None:
    assert len({part.name for part in PARTS}) == len(PARTS)
    for part in PARTS:
        assert not any(letter.isdigit() for letter in f"{part.title}{part.promise}{part.counted}")
