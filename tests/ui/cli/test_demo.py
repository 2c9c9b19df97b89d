"""``demo`` and ``desktop``: the sample event on paper and in pictures, and the way to the window."""

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from reports.catalogue import REPORTS
from tests.ui.cli.conftest import Call
from ui.cli import failures
from ui.desktop.pictures import MAIN, write_pictures
from ui.desktop.theme import Appearance

pytestmark = pytest.mark.thorough

SIGNATURES = {".pdf": b"%PDF-", ".xlsx": b"PK\x03\x04", ".png": b"\x89PNG\r\n\x1a\n", ".qv": b"SQLite format 3\0"}


def test_demo_writes_the_event_its_reports_and_pictures(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    """With two pages in one theme and the reports named here: all others are drawn or written in their own tests."""
    pages = MAIN[:2]
    reports = ("standings", "sessions", "score-sheets", "seating-by-table")
    monkeypatch.setattr("reports.catalogue.REPORTS", [each for each in REPORTS if each.name in reports])
    monkeypatch.setattr("ui.desktop.pictures.write_pictures", partial(write_pictures, pages=pages))
    monkeypatch.setattr("ui.desktop.pictures.THEMES", (Appearance.LIGHT,))
    monkeypatch.setattr("ui.desktop.pictures._QUIET", 0.03)  # seconds without work; a slower machine is not tested here
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(display, raising=False)
    out = tmp_path / "deep" / "out"
    answer = call("demo", "--out", out)
    assert (answer.code, answer.err) == (0, "")
    written = sorted(out.iterdir())
    assert sorted(str(path) for path in written) == sorted(line.partition(": ")[2] for line in answer.out.splitlines())
    assert {path.suffix for path in written} == set(SIGNATURES)
    for path in written:
        assert path.read_bytes().startswith(SIGNATURES[path.suffix]), path.name
    names = {path.name for path in written}
    assert {f"{report}.pdf" for report in reports} <= names
    assert {"standings.xlsx", "sessions.xlsx"} <= names
    assert {f"{page.id}-light-{code}.png" for page in pages for code in ("en", "fr", "zh")} <= names
    assert call("check", out / "sample-cup.qv").out.startswith("ok: 1 event, 16 players, 253 hands")


def test_demo_replaces_an_event_of_its_name_and_nothing_else(tmp_path: Path, call: Call):
    (tmp_path / "sample-cup.qv").write_text("my shopping list", encoding="utf-8")
    answer = call("demo", "--out", tmp_path)
    assert answer.code == 1
    assert "is not a Quatre Vents event" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["sample-cup.qv"]


@pytest.mark.parametrize(
    ("words", "handed"),
    [
        ((), ["desktop"]),
        (("desktop",), ["desktop"]),
        (("desktop", os.devnull), ["desktop", os.devnull]),
        (("desktop", "--sample"), ["desktop", "--sample"]),
        (("a.qv", os.devnull, "b.qv"), ["desktop", "a.qv", os.devnull, "b.qv"]),
        (("--as", "Ada", "--lang", "en", "desktop", "cup.qv"), ["desktop", "--lang", "en", "--as", "Ada", "cup.qv"]),
    ],
)
def test_the_window_gets_its_arguments(call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple, handed: list):
    seen: list[list[str]] = []

    def window() -> int:
        seen.append(sys.argv[1:])
        return 0

    monkeypatch.setattr("ui.desktop.__main__.main", window)
    monkeypatch.setattr(sys, "argv", ["quatre-vents", *words])
    answer = call(*words)
    lost = [word for word in words if word.endswith(".qv")]
    assert answer.code == (1 if lost else 0)
    assert answer.errors == [f"error: There is no file “{word}”: check the name." for word in lost]
    assert seen == [handed]


def test_a_machine_without_the_libraries_of_qt_is_three(call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ui.desktop.__main__", None)
    answer = call("desktop")
    assert answer.code == 3
    assert "“make system” names the missing libraries." in answer.err
    monkeypatch.setattr(failures, "MAKEFILE", Path("nowhere"))
    assert "Install what is missing in the system." in call("desktop").err
