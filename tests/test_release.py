"""What is released has one version, its changes and its event files: docs/how-to/release.md."""

import subprocess
from datetime import date
from pathlib import Path

import pytest

from tests.test_notices import script

ROOT = Path(__file__).resolve().parents[1]
release = script("release")
AUTHOR = ["-c", "user.name=Somebody", "-c", "user.email=somebody@forge.example"]
CHANGES = "# Changes\n\n## Unreleased\n\n## 1.4.2, 2026-11-27\n\n- Something.\n\n## 1.4.1, 2026-10-01\n\n- More.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A version that can be released."""
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "__init__.py").write_text(
        '"""Doc."""\n\n__version__ = "1.4.2"\nRELEASES = "https://forge.example/latest"\n'
        'WEBSITE = "https://forge.example/page"\n',
        encoding="utf-8",
    )
    (tmp_path / "tests/tournament/storage/files/1.4").mkdir(parents=True)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nurls = { Source = "https://forge.example" }\n', encoding="utf-8"
    )
    for words in (["init", "--quiet"], ["add", "--all"], [*AUTHOR, "commit", "--quiet", "--message", "Release"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_the_version_here_has_its_changes_and_its_files() -> None:
    found = release.missing(ROOT, None)
    before_it_is_published = ("has changes under Unreleased", "has no date", "RELEASES", "WEBSITE", "project.urls")
    assert [each for each in found if not any(words in each for words in before_it_is_published)] == []


def test_a_release_has_the_notes_of_its_version(root: Path) -> None:
    assert list(release.missing(root, "v1.4.2")) == []
    assert release.notes(root) == "- Something."


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("## Unreleased\n", "## Unreleased\n\n- New.\n", "CHANGELOG.md has changes under Unreleased"),
        ("## Unreleased\n\n", "", "The first section of CHANGELOG.md is not Unreleased."),
        ("1.4.2, ", "1.5.0, ", "The newest version of CHANGELOG.md is 1.5.0, and that of ui/__init__.py 1.4.2."),
        ("2026-11-27", "soon", "CHANGELOG.md has no date for 1.4.2"),
        ("- Something.\n", "", "CHANGELOG.md says nothing of 1.4.2."),
    ],
)
def test_what_is_missing_is_named(before: str, after: str, said: str, root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGES.replace(before, after), encoding="utf-8")
    (found,) = release.missing(root, None)
    assert found.startswith(said)


def test_another_tag_and_files_that_were_not_kept_are_named(root: Path) -> None:
    (root / "tests/tournament/storage/files/1.4").rmdir()
    tag, files = release.missing(root, "v1.4.3")
    assert tag.endswith("the tag of that is v1.4.2.")
    assert files.endswith("python -m tests.proof.kept_files tests/tournament/storage/files/1.4")


@pytest.mark.parametrize(("kind", "new"), [("patch", "1.4.3"), ("minor", "1.5.0"), ("major", "2.0.0")])
def test_a_cut_gives_the_changes_the_next_version(kind: str, new: str, root: Path) -> None:
    changes = root / "CHANGELOG.md"
    changes.write_text(CHANGES.replace("## Unreleased\n", "## Unreleased\n\n- New.\n"), encoding="utf-8")
    assert release.cut(root, kind, date(2026, 12, 1)) == new == release.version(root)
    assert release.notes(root) == "- New."
    assert list(release.sections(root)) == [
        "Unreleased", f"{new}, 2026-12-01", "1.4.2, 2026-11-27", "1.4.1, 2026-10-01",
    ]  # fmt: skip


def test_nothing_is_cut_when_nothing_changed(root: Path) -> None:
    with pytest.raises(SystemExit, match="nothing under Unreleased"):
        release.cut(root, "patch", date(2026, 12, 1))
    assert release.version(root) == "1.4.2"


def test_a_release_candidate_comes_before_its_version(root: Path) -> None:
    changes = root / "CHANGELOG.md"

    def write(change: str) -> None:
        text = changes.read_text(encoding="utf-8")
        changes.write_text(text.replace("## Unreleased\n", f"## Unreleased\n\n- {change}\n", 1), encoding="utf-8")

    write("First.")
    assert release.cut(root, "minor", date(2026, 12, 1), candidate=True) == "1.5.0rc1" == release.version(root)
    assert release.notes(root) == "- First."
    write("Second.")
    assert release.cut(root, "candidate", date(2026, 12, 2)) == "1.5.0rc2"
    assert release.notes(root) == "- Second."
    assert release.cut(root, "final", date(2026, 12, 3)) == "1.5.0"
    assert release.notes(root) == "- Second.\n\n- First."
    assert list(release.sections(root))[:3] == ["Unreleased", "1.5.0, 2026-12-03", "1.4.2, 2026-11-27"]


@pytest.mark.parametrize(("version", "kind"), [("1.4.2", "final"), ("1.4.2", "candidate"), ("1.5.0rc1", "patch")])
def test_a_cut_that_does_not_follow_is_refused(version: str, kind: str) -> None:
    with pytest.raises(SystemExit, match=f"“cut {kind}” does not follow it"):
        release.next_version(version, kind)


@pytest.mark.parametrize(
    ("file", "before", "said"),
    [
        ("ui/__init__.py", "https://forge.example/latest", "RELEASES in ui/__init__.py is empty"),
        ("ui/__init__.py", "https://forge.example/page", "WEBSITE in ui/__init__.py is empty"),
        ("pyproject.toml", 'urls = { Source = "https://forge.example" }', "pyproject.toml has no table project.urls"),
    ],
)
def test_nothing_is_released_without_its_addresses(file: str, before: str, said: str, root: Path) -> None:
    path = root / file
    path.write_text(path.read_text(encoding="utf-8").replace(before, ""), encoding="utf-8")
    (found,) = release.missing(root, None)
    assert found.startswith(said)


def test_a_tag_is_refused_while_files_are_changed(root: Path) -> None:
    (root / "forgotten.py").write_text("", encoding="utf-8")
    assert list(release.missing(root, None)) == []
    assert list(release.missing(root, "v1.4.2")) == ["Files were changed since the commit of the tag: forgotten.py"]
