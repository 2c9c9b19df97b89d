"""What a short call imports: most of its time. ``make bench ONLY=start`` measures that time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.cli.conftest import hand, lines
from tournament.language import LANGUAGES
from ui.cli.commands import COMMANDS

OURS = ("tournament", "reports", "ui", "assets")
HEAVY = {
    *("PySide6", "babel", "keyring", "numpy", "openpyxl", "pandas", "paramiko", "PIL", "pyarrow", "reportlab"),
    *("defusedxml", "bidi", "charset_normalizer", "segno", "uharfbuzz", "asyncio", "email", "http", "logging", "ssl"),
    *("cryptography", "starlette", "uvicorn", "httpx", "zeroconf", "psycopg", "rapidfuzz", "spake2"),
    *("tournament.sharing", "ui.server", "ui.joining"),
}
FOR_EVENTS = {
    *("msgspec", "sqlite3", "platformdirs", "reports", "importlib.metadata"),
    *("tournament.ledger", "tournament.rules", "tournament.use_cases", "tournament.storage"),
}
"""What neither version nor help has a use for."""


def loaded(*words: str | Path, stdin: str = "") -> set[str]:
    """The modules that are there when the program has answered."""
    code = (
        "import sys; from ui.cli.__main__ import run; code = run(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, *map(str, words)]
    utf_8 = os.environ | {"PYTHONUTF8": "1"}  # as `main` sets the streams
    done = subprocess.run(command, input=stdin.encode(), capture_output=True, check=False, env=utf_8)
    said = done.stderr.decode().splitlines()
    assert done.returncode == 0, said
    return set(said[-1].split())


def ours(modules: set[str]) -> list[str]:
    return sorted(name for name in modules if name.split(".")[0] in OURS)


@pytest.mark.parametrize("words", [("--version",), *(("--lang", each.code, "--help") for each in LANGUAGES)])
def test_version_and_help_import_nothing_of_events(words: tuple[str, ...]) -> None:
    modules = loaded(*words)
    assert not modules & (HEAVY | FOR_EVENTS)
    assert len(ours(modules)) <= 23, ours(modules)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("words", "stdin", "most"),
    [
        (("record", "--jsonl"), lines(hand(1, "A", "C", 12)), 154),
        (("standings",), "", 146),
        (("check",), "", 135),
    ],
    ids=["record", "standings", "check"],
)
def test_a_short_call_imports_what_it_needs(words: tuple[str, ...], stdin: str, most: int, event: Path) -> None:
    """A limit that is passed by what the call does need may be raised; what it does not need is imported where used."""
    name, *options = words
    modules = loaded(name, event, *options, stdin=stdin)
    assert not modules & HEAVY
    assert not modules & {
        "tournament.event.player_import",
        "tournament.ledger.difference",
        "ui.cli.failures",
        "reports",
    }
    assert len(ours(modules)) <= most, ours(modules)


def test_the_help_of_a_command_imports_nothing_of_its_work() -> None:
    code = (
        "import sys; from ui.cli.__main__ import run; codes = {run([name, '--help']) for name in sys.argv[1:]}; "
        "print(*sys.modules, file=sys.stderr); sys.exit(max(codes))"
    )
    done = subprocess.run([sys.executable, "-c", code, *COMMANDS], capture_output=True, check=True)
    modules = set(done.stderr.decode().split())
    work = {
        "msgspec",
        "sqlite3",
        "reports",
        "tournament.storage",
        "tournament.ledger.facts",
        "tournament.use_cases.view",
    }
    assert not modules & (HEAVY | work)
