"""Names that a system does not take are told from folders that are not there."""

import errno
from pathlib import Path

import pytest

from tests.tournament.files.windows import ImpossibleName
from tournament.files.names import is_impossible, is_refused, is_too_long


@pytest.mark.parametrize(
    "name",
    [
        "a:b.csv",
        "cup:1.qv",
        "reports/a:b.csv",
        "what?.pdf",
        "a*b.csv",
        'a"b.csv',
        "a|b.csv",
        "a\tb.csv",
        "a\x1fb",
        "<a>",
    ],
)
def test_windows_takes_no_such_name(name: str) -> None:
    assert is_impossible(Path(name), windows=True)
    assert not is_impossible(Path(name), windows=False)


@pytest.mark.parametrize(
    "name", ["cup.qv", "C:/reports/a.csv", "//server/share/a.csv", "a b (2).csv", "é麻.pdf", "nul"]
)
def test_other_names_are_taken(name: str) -> None:
    assert not is_impossible(Path(name), windows=True)


def test_no_system_takes_a_name_with_an_end_in_it() -> None:
    assert is_impossible(Path("a\0b"), windows=False)
    assert is_impossible(Path("a\0b"), windows=True)


def test_only_a_name_that_is_too_long_is_too_long(tmp_path: Path) -> None:
    assert is_too_long(tmp_path / ("x" * 300))
    assert not is_too_long(tmp_path)
    assert not is_too_long(tmp_path / "nowhere")


def test_a_name_that_is_too_long_is_told_from_a_folder_that_is_missing(tmp_path: Path) -> None:
    missing = FileNotFoundError(errno.ENOENT, "The system cannot find the path specified")
    assert is_refused(missing, tmp_path / ("x" * 240))  # what Windows answers where a path is longer than it takes
    assert not is_refused(missing, tmp_path / "nowhere" / "a.csv")
    assert is_refused(OSError(errno.ENAMETOOLONG, "File name too long"), tmp_path / "a")
    assert not is_refused(PermissionError(errno.EACCES, "Permission denied"), tmp_path / "a")


@pytest.mark.parametrize("winerror", [123, 206])
def test_what_windows_says_of_a_name(winerror: int, tmp_path: Path) -> None:
    assert is_refused(ImpossibleName(winerror), tmp_path / "nowhere" / "a")
