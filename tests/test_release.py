"""What is released has one version, its changes and its event files: docs/how-to/release.md."""

from datetime import date
from pathlib import Path

import pytest

from tests.test_notices import script

ROOT = Path(__file__).resolve().parents[1]
release = script("release")
CHANGES = "# Changes\n\n## Unreleased\n\n## 1.4.2, 2026-11-27\n\n- Something.\n\n## 1.4.1, 2026-10-01\n\n- More.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A version that can be released."""
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "__init__.py").write_text('"""Doc."""\n\n__version__ = "1.4.2"\n', encoding="utf-8")
    (tmp_path / "tests/tournament/storage/files/1.4").mkdir(parents=True)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    return tmp_path


def test_the_version_here_has_its_changes_and_its_files() -> None:
    found = [each for each in release.missing(ROOT, f"v{release.version(ROOT)}") if "under Unreleased" not in each]
    assert found == []


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
