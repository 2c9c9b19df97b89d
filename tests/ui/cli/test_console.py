"""The console entry as a process: start-up, encoding, pipes, crashes, help, languages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from tournament.language import LANGUAGES
from ui.cli.commands import COMMANDS
from ui.cli.streams import print_columns

HEAVY = (
    *("msgspec", "openpyxl", "reportlab", "pandas"),
    *("PySide6", "babel", "numpy", "paramiko", "keyring", "sqlite3"),
)


def program(*words: str | Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "ui.cli", *map(str, words)],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_starting_loads_nothing_heavy():
    code = f"import sys, ui.cli.__main__; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_commands_load_neither_window_nor_file_formats():
    """The first of them after which a module is there loads it."""
    heavy = {module for module in HEAVY if module not in ("sqlite3", "msgspec")}
    names = ("settle", "rules", "record", "standings", "sheet", "undo", "draw", "players", "check")
    code = f"import importlib, sys\nfor name in {names}:\n    importlib.import_module('ui.cli.' + name)\n"
    code += f"    print(name, *({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines() == list(names)


@pytest.mark.thorough
@pytest.mark.parametrize("environment", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}])
def test_text_is_utf_8_whatever_the_system_says(event: Path, environment: dict):
    done = program("export", event, "--what", "Łukasz麻", "--out", "paper.pdf", **environment)
    assert done.returncode == 1
    assert "“" in done.stderr.decode("utf-8")
    done = program("sheet", event, "--session", "1", "--table", "1", **environment)
    assert done.returncode == 0
    assert "–" in done.stdout.decode("utf-8")


def test_a_reader_that_leaves_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    line = b'{"points": 8, "winner": "B"}\n' * 5_000
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ui.cli", "settle", "--jsonl"],
        input=line,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_settle_answers_many_lines():
    done = program("settle", "--jsonl", stdin=b'{"points": 8, "winner": "B"}\n' * 5_000)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 5_000


def test_a_fault_of_the_program_is_one_line_and_a_file(tmp_path: Path):
    code = (
        "import sys; from ui.cli import __main__ as entry; sys.argv = ['quatre-vents', 'rules', 'faults'];"
        "entry.run = lambda words: 1 / 0; entry.main()"
    )
    environment = {**os.environ, "QUATRE_VENTS_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert said.startswith("error: The program failed: ZeroDivisionError: division by zero.")
    assert len(said.splitlines()) == 1
    (report,) = tmp_path.rglob("fault-*.txt")
    assert str(report) in said
    assert "Traceback" in report.read_text("utf-8")


def test_help_names_every_command(call: Call):
    text = call("--help").out
    for name in COMMANDS:
        assert f"\n  {name} " in text


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
def test_every_command_has_help(call: Call, name: str, language: str):
    answer = call("--lang", language, name, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert "--lang" in answer.out
    assert name in answer.out


def test_the_version(call: Call):
    assert call("--version").out.startswith("quatre-vents 1.")


def test_the_language_may_stand_before_and_after_the_command(event: Path, call: Call):
    before = call("--lang", "fr", "standings", event)
    after = call("standings", event, "--lang", "fr")
    assert before.code == after.code == 0
    assert before.out == after.out


def test_french_is_spoken(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    english, french = call("standings", event), call("standings", event, "--lang", "fr")
    assert english.out.startswith("Provisional, after session 1 of 3")
    assert french.out != english.out
    assert "Sample1" in french.out
    refused = call("--lang", "fr", "record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert refused.code == 1
    assert refused.err.startswith("error: ")
    assert "already recorded" not in refused.err


def test_columns_end_in_line_whatever_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    print_columns([["a", "1", "x"], ["ccc", "22", "y"], ["立直", "3", ""]], right=frozenset((1,)))
    assert capsys.readouterr().out == "a      1  x\nccc   22  y\n立直   3\n"
    print_columns([])
    assert capsys.readouterr().out == ""
