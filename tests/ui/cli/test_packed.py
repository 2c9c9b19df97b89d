"""The program that runs without Python, into which nothing can be installed."""

import sys
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call
from ui.desktop.this_program import command_line, window_program


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """As PyInstaller tells it, and without the libraries that do not travel."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for library in ("psycopg", "pyarrow"):
        monkeypatch.setitem(sys.modules, library, None)
    return monkeypatch


def test_it_says_what_its_user_can_do_instead(
    packed: pytest.MonkeyPatch, call: Call, event: Path, tmp_path: Path
) -> None:
    for words, said in (
        (("export", event, "--what", "hands", "--to", "parquet", "--out", tmp_path / "hands.parquet"), "writes no"),
        (("shared", "list", "postgresql://referee@localhost/cups"), "opens no events in PostgreSQL"),
    ):
        answer = call(*words)
        assert answer.code == 3
        assert f"error: This package of the program {said}" in answer.err
        assert "with uv or pipx." in answer.err


@pytest.mark.parametrize(
    ("system", "program", "line", "window"),
    [
        ("linux", "quatre-vents", "quatre-vents", "quatre-vents"),
        ("win32", "quatre-vents.exe", "quatre-vents-cli.exe", "quatre-vents.exe"),
        ("win32", "quatre-vents-cli.exe", "quatre-vents-cli.exe", "quatre-vents.exe"),
    ],
)
def test_it_starts_itself(packed: pytest.MonkeyPatch, system: str, program: str, line: str, window: str) -> None:
    packed.setattr(sys, "platform", system)
    packed.setattr(sys, "executable", str(Path("/folder", program)))
    assert command_line() == (str(Path("/folder", line)),)
    assert window_program() == (str(Path("/folder", window)),)
