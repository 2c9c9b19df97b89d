"""The one function that finds a shipped file."""

from pathlib import Path

import pytest

import assets


def test_a_shipped_file_is_found() -> None:
    found = assets.path("fonts", "Inter-Regular.ttf")
    assert found == Path(assets.__file__).resolve().parent / "fonts" / "Inter-Regular.ttf"
    assert found.is_absolute()
    assert found.read_bytes()[:4] == b"\x00\x01\x00\x00"


def test_a_folder_is_found() -> None:
    assert assets.path("fonts").is_dir()


def test_what_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"fonts/no-such\.ttf is missing"):
        assets.path("fonts", "no-such.ttf")


@pytest.mark.parametrize("parts", [("..", "pyproject.toml"), ("fonts", "..", "..", "README.md"), ("/etc/hosts",)])
def test_nothing_outside_is_given(parts: tuple[str, ...]) -> None:
    with pytest.raises(FileNotFoundError, match="outside the files shipped"):
        assets.path(*parts)
