"""The how-tos hold: each is followed to the letter in a copy of the repository."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.follow import ROOT, Copy, commands_of, steps
from tests.systems import IS_WINDOWS, needs_ruff

HOW_TO = ROOT / "docs" / "how-to"
COMPLETE = "python -m pytest -q tests/tournament/language/test_complete.py"
MISSING = "test_every_marked_text_is_translated"
TRANSLATED = (
    "Makefile", "pyproject.toml", "assets", "reports/__init__.py", "tournament/__init__.py",
    "tournament/event/__init__.py", "tournament/event/problem.py", "tournament/event/role.py", "tournament/language",
    "ui/__init__.py", "ui/cli", "tests/__init__.py", "tests/conftest.py", "tests/tournament/__init__.py",
    "tests/tournament/language",
)  # fmt: skip
"""What collects and checks texts, and the package whose text the how-to changes."""

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(600)]
RELEASED = (".ci/release.py", "CHANGELOG.md", "pyproject.toml", "tests/tournament/storage/files", "ui/__init__.py")
"""What a release changes or looks at."""
needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="follows a how-to that runs make")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_every_how_to_is_followed_here_and_named_where_people_begin() -> None:
    names = {path.name for path in HOW_TO.glob("*.md")}
    followed = Path(__file__).read_text(encoding="utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert names
    assert {name for name in names if f'"{name}"' not in followed} == set()
    assert {name for name in names if f"docs/how-to/{name}" not in contributing} == set()


@needs_ruff
def test_a_rule_set(copy: Copy) -> None:
    copy.follow(HOW_TO / "rule-set.md")
    shown = copy.run("quatre-vents sheet street.qv --session 1 --table 1 --json")
    assert json.loads(shown.stdout)["totals"] == {"A": 4, "B": 34, "C": -24, "D": -14}


@needs_ruff
def test_a_rule_set_without_its_second_count_is_noticed(copy: Copy) -> None:
    for step in steps(HOW_TO / "rule-set.md"):
        if step.path.startswith("tournament/rulesets") or step.path == "tournament/catalogue.py":
            copy.take(step)
    tested = copy.run("python -m pytest -q tests/tournament/test_catalogue.py")
    assert tested.returncode == 1
    assert "test_the_second_count_agrees[street]" in tested.stdout


@needs_ruff
def test_a_fault(copy: Copy) -> None:
    copy.follow(HOW_TO / "fault.md")
    listed = json.loads(copy.run("quatre-vents rules faults --json").stdout)
    assert [fault["number"] for fault in listed if fault["slug"] == "telephone"] == ["P24"]


@needs_make
def test_a_translation(tmp_path: Path) -> None:
    """With one package of texts: those of all are collected by the test that the how-to runs."""
    copy = Copy(tmp_path, TRANSLATED)
    mark, collect, french, chinese, check = steps(HOW_TO / "translation.md")
    copy.take(mark)
    copy.take(collect)
    copy.take(french)
    half_translated = copy.run(COMPLETE)
    assert half_translated.returncode == 1
    assert f"FAILED tests/tournament/language/test_complete.py::{MISSING}[zh]" in half_translated.stdout
    assert f"FAILED tests/tournament/language/test_complete.py::{MISSING}[fr]" not in half_translated.stdout
    copy.take(chinese)
    copy.take(check)


@needs_ruff
def test_a_report(copy: Copy) -> None:
    copy.follow(HOW_TO / "report.md")
    assert (copy.folder / "tests/reports/golden/countries.txt").is_file()
    rows = (copy.folder / "countries.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    assert rows == ['FR,2,"Ben South, Cleo West"', "BE,1,Ada East", "DE,1,Dan North"]
    assert (copy.folder / "countries.pdf").read_bytes().startswith(b"%PDF")


def test_a_club_evening(tmp_path: Path) -> None:
    copy = Copy(tmp_path, ())
    copy.follow(HOW_TO / "club-evening.md")
    rows = json.loads(copy.run("quatre-vents standings friday.qv --json").stdout)
    assert [(row["rank"], row["name"], row["score"], row["games"]) for row in rows] == [
        (1, "Dan North", 35, 2), (2, "Ben South", 33, 2), (3, "Eve Plum", 31, 1), (4, "Gus Bamboo", -8, 1),
        (4, "Fred Orchid", -8, 1), (6, "Ada East", -11, 2), (7, "Hana Pine", -15, 1), (8, "Iris Late", -20, 1),
        (9, "Cleo West", -37, 1),
    ]  # fmt: skip
    assert (copy.folder / "friday.pdf").read_bytes().startswith(b"%PDF")
    season = json.loads(copy.run("quatre-vents standings season.qv --json").stdout)
    assert [(row["rank"], row["name"], row["worth"]) for row in season if row["rank"]] == [
        (1, "Dan North", "5/2"), (2, "Ben South", "-13/2"), (2, "Cleo West", "-13/2"),
    ]  # fmt: skip


@needs_ruff
def test_a_page(copy: Copy) -> None:
    how_to = HOW_TO / "page.md"
    copy.follow(how_to)
    lines = [line for step in steps(how_to) if step.path.endswith(".py") for line in step.text.splitlines()]
    assert len(lines) < 300


@needs_ruff
@needs_make
def test_a_fact(copy: Copy) -> None:
    copy.follow(HOW_TO / "fact.md")
    assert (copy.folder / "tests/tournament/storage/files/fee-paid.qv").is_file()


@needs_ruff
def test_a_fact_that_its_readers_do_not_know_is_noticed(copy: Copy) -> None:
    for step in steps(HOW_TO / "fact.md"):
        if step.path == "tournament/ledger/facts.py":
            copy.take(step)
    every_fact = "tests/ui/desktop/pages/history/test_every_fact.py"
    assert copy.run(f"python -m pytest -q {every_fact} -k fee-paid").returncode == 1


@pytest.mark.skipif(IS_WINDOWS or shutil.which("git") is None, reason="follows a how-to for bash that runs git")
def test_a_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but what takes long, which make knows; what is pushed arrives in a repository beside the copy."""
    folder, origin = tmp_path / "clone", tmp_path / "origin.git"
    Copy(folder, RELEASED)
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Sample")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "sample@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

    def run(script: str) -> str:
        words = ["bash", "-euo", "pipefail", "-c", script]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        return done.stdout

    run(f"git init -q -b main; git init -q --bare {origin}; git remote add origin {origin}")
    changes = folder / "CHANGELOG.md"
    text = changes.read_text(encoding="utf-8")
    changes.write_text(text.replace("## Unreleased\n", "## Unreleased\n\n- Something.\n", 1), encoding="utf-8")
    # The addresses of "Once for the repository", without which nothing is released.
    for name, before, after in (
        ("ui/__init__.py", 'RELEASES = ""', 'RELEASES = "https://forge.example/latest"'),
        ("ui/__init__.py", 'WEBSITE = ""', 'WEBSITE = "https://forge.example/page"'),
        (
            "pyproject.toml",
            "[project.scripts]",
            '[project.urls]\nSource = "https://forge.example"\n\n[project.scripts]',
        ),
    ):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    run("git add --all; git commit -qm Before")
    major, minor, patch = run("python .ci/release.py version").strip().split(".")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in steps(HOW_TO / "release.md"):
        for command in commands_of(step.text):
            if command.startswith("make "):
                assert f"\n{command.split()[1]}: " in makefile, command
            else:
                run(command)
    tag = f"v{major}.{minor}.{int(patch) + 1}"
    refs = run(f"git --git-dir {origin} for-each-ref --format '%(refname)'").split()
    assert refs == ["refs/heads/main", f"refs/tags/{tag}"]
    assert f"## Unreleased\n\n## {tag[1:]}, " in run(f"git --git-dir {origin} show {tag}:CHANGELOG.md")
    assert run("python .ci/release.py notes").strip().startswith("- Something.")
