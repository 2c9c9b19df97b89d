"""docs/reliability.md is what the runner writes from what it kept, and nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof import reliability, runner
from tests.proof.catalogue import PARTS, part_called
from tests.proof.part import Outcome
from tests.proof.runner import AGES, RESULTS, SHORT, age


def test_the_document_is_what_the_results_say() -> None:
    assert reliability.DOCUMENT.read_text(encoding="utf-8") == reliability.text_of(PARTS, RESULTS)


def test_every_figure_in_the_document_was_counted() -> None:
    kept = [path.read_text(encoding="utf-8") for path in RESULTS.rglob("*.json")]
    written = reliability.DOCUMENT.read_text(encoding="utf-8")
    assert reliability.figures_in([written]) <= reliability.figures_in(kept)


def test_without_results_it_has_no_figure(tmp_path) -> None:
    assert reliability.figures_in([reliability.text_of(PARTS, tmp_path)]) == set()


def test_every_result_is_of_a_part() -> None:
    named = {part.name for part in PARTS}
    assert {path.stem for path in RESULTS.glob("*.json")} <= named | {reliability.WINDOWS, Path(AGES).stem}
    assert {path.stem for path in (RESULTS / SHORT).glob("*.json")} <= named


def test_every_result_has_an_age_and_that_of_a_commit_which_is_known_here_is_true() -> None:
    noted = json.loads((RESULTS / AGES).read_text(encoding="utf-8"))
    kept = {path.relative_to(RESULTS).with_suffix("").as_posix(): path for path in RESULTS.rglob("*.json")}
    assert noted["ages"].keys() == kept.keys() - {Path(AGES).stem}
    of_the_ages = age(noted["commit"])
    if of_the_ages is None:
        pytest.skip("no clone, or one without the commit at which the ages were counted")
    commits = {name: json.loads(kept[name].read_text(encoding="utf-8"))["commit"] for name in noted["ages"]}
    now = {commit: age(commit) for commit in set(commits.values())}
    for name, counted in noted["ages"].items():
        result = now[commits[name]]
        assert counted is None or result is None or of_the_ages == result - counted, name


def test_a_short_run_stands_beside_the_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = replace(part_called("planted"), cases=30, short=3)
    line = runner._line(0, 1.0, Outcome())
    monkeypatch.setattr(
        runner, "_tried", lambda _part, seeds, _workers, **_short: ((seed, line | {"seed": seed}) for seed in seeds)
    )
    for short in (False, True):
        runner.run_part(part, scale=0.1, short=short, workers=1, state=tmp_path / "state", results=tmp_path / "results")
    runner.note_ages(tmp_path / "results")
    text = reliability.text_of([part], tmp_path / "results")
    assert "| | part of a run | short run |" in text
    assert "3 planted faults of the 30 at full scale | 3 planted faults of the 30 at full scale" in text
    assert "`make proof ONLY=planted SHORT=yes`" in text


def test_the_seeds_of_a_short_run_are_spread_over_all_kinds() -> None:
    for part in PARTS:
        seeds = part.short_seeds
        assert len(seeds) == min(part.short, part.cases)
        assert 1 <= min(seeds) <= max(seeds) <= part.cases
    damaged = part_called("damaged")
    assert {seed % 12 for seed in damaged.short_seeds} == set(range(12))
