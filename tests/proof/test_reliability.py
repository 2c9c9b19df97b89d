"""docs/reliability.md and its details are what the runner writes from what it kept, and nothing else."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof import covered, reliability, runner
from tests.proof.catalogue import PARTS, part_called
from tests.proof.part import Outcome
from tests.proof.runner import FRESHNESS, RESULTS, SHORT, WINDOWS

ORDINARY = {"ui", "ui/web_host"}
"""Folders that only ordinary tests try, and the parts that use the whole program in passing."""


def test_the_pages_are_what_the_results_say() -> None:
    for path, text in reliability.pages(PARTS, RESULTS).items():
        assert path.read_text(encoding="utf-8") == text, "python -m tests.proof --pages"


def test_each_promise_leads_to_its_details() -> None:
    written = reliability.pages(PARTS, RESULTS)
    linked = re.findall(r"#([\w-]+)\)", written[reliability.DOCUMENT])
    headings = re.findall(r"^## (.*)$", written[reliability.DETAILS], re.MULTILINE)
    assert linked == [heading.lower().replace(",", "").replace("'", "").replace(" ", "-") for heading in headings]


def test_every_figure_in_the_document_was_counted() -> None:
    kept = [path.read_text(encoding="utf-8") for path in RESULTS.rglob("*.json")]
    assert reliability.figures_in(reliability.pages(PARTS, RESULTS).values()) <= reliability.figures_in(kept)


def test_without_results_it_has_no_figure(tmp_path) -> None:
    assert reliability.figures_in(reliability.pages(PARTS, tmp_path).values()) == set()


def test_every_result_is_of_a_part() -> None:
    named = {part.name for part in PARTS}
    assert {path.stem for path in RESULTS.glob("*.json")} <= named | {WINDOWS, Path(FRESHNESS).stem}
    assert {path.stem for path in (RESULTS / SHORT).glob("*.json")} <= named


def test_it_is_noted_for_every_result_which_code_has_changed() -> None:
    noted = json.loads((RESULTS / FRESHNESS).read_text(encoding="utf-8"))["changed"]
    kept = {path.relative_to(RESULTS).with_suffix("").as_posix() for path in RESULTS.rglob("*.json")}
    assert noted.keys() == kept - {Path(FRESHNESS).stem}


def test_every_folder_of_the_program_is_covered() -> None:
    for part in PARTS:
        assert [prefix for prefix in part.covers if not (covered.ROOT / prefix).is_dir()] == [], part.name
    prefixes = {prefix for part in PARTS if part.covers != covered.PROGRAM for prefix in part.covers}
    sources = [path for folder in covered.PROGRAM for path in (covered.ROOT / folder).rglob("*.py")]
    folders = {path.parent.relative_to(covered.ROOT) for path in sources}
    left = {folder.as_posix() for folder in folders if not any(map(folder.is_relative_to, prefixes))}
    assert left == ORDINARY


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('"""Another docstring."""\n\n\ndef add(one: int) -> int:\n    # why\n    return one + 1\n', True),
        ("def add(one: int) -> int:\n    return one + 2\n", False),
        ("def add(one: int) -> int:\n    return one - 1\n", False),
    ],
)
def test_code_that_has_changed_is_told_from_comments_that_have(text: str, same: bool, tmp_path: Path) -> None:
    (tmp_path / "ui").mkdir()
    path = tmp_path / "ui" / "sum.py"
    path.write_text('"""A docstring."""\n\ndef add(one: int) -> int:\n    return one + 1\n', encoding="utf-8")
    kept = covered.contents(["ui"], tmp_path)
    path.write_text(text, encoding="utf-8")
    assert covered.changed(kept, ["ui"], covered.contents(["ui"], tmp_path)) == ([] if same else ["ui"])


def test_folders_that_are_new_or_gone_have_changed_and_those_of_others_do_not_matter() -> None:
    kept = {"ui/cli": "a", "ui/hall": "b", "ui/clip": "c"}
    assert covered.changed(kept, ["ui/cli"], {"ui/cli/new": "a"}) == ["ui/cli", "ui/cli/new"]


@pytest.mark.thorough
def test_a_short_run_stands_beside_the_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = replace(part_called("planted"), cases=30, short=3)
    line = runner._line(0, 1.0, Outcome())
    monkeypatch.setattr(
        runner, "_tried", lambda _part, seeds, _workers, **_short: ((seed, line | {"seed": seed}) for seed in seeds)
    )
    for short in (False, True):
        runner.run_part(part, scale=0.1, short=short, workers=1, state=tmp_path / "state", results=tmp_path / "results")
    runner.note_freshness([part], tmp_path / "results")
    text = reliability.pages([part], tmp_path / "results")[reliability.DETAILS]
    assert text.count("| unchanged | unchanged |") == 1
    assert "| | part of a run | short run |" in text
    assert "3 planted faults of the 30 at full scale | 3 planted faults of the 30 at full scale" in text
    assert "`make proof ONLY=planted SHORT=yes`" in text


@pytest.mark.thorough
def test_a_part_that_failed_before_it_counted_anything_has_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = part_called("draw")
    line = runner._line(1, 1.0, Outcome(failures=["seed 1: no account"]))
    monkeypatch.setattr(runner, "_tried", lambda *_, **__: [(1, line)])
    runner.run_part(part, workers=1, state=tmp_path / "state", results=tmp_path / "results")
    runner.note_freshness([part], tmp_path / "results")
    written = reliability.pages([part], tmp_path / "results")
    assert "| 0 draws verified | 1 | " in written[reliability.DOCUMENT]
    assert "    seed 1: no account" in written[reliability.DETAILS]


def test_the_seeds_of_a_short_run_are_spread_over_all_kinds() -> None:
    for part in PARTS:
        seeds = part.short_seeds
        assert len(seeds) == min(part.short, part.cases)
        assert 1 <= min(seeds) <= max(seeds) <= part.cases
    damaged = part_called("damaged")
    assert {seed % 12 for seed in damaged.short_seeds} == set(range(12))
