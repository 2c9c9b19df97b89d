"""How long short calls of the command line take, as multiples of a Python that does nothing but import click."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.ui.cli.conftest import PLAYERS, call_program
from tournament.language import LANGUAGES

RUNS = 10
LINE = b'{"type": "hand", "session": 1, "table": 1, "hand": 1, "winner": "A", "discarder": "B", "points": 12}\n'


def main() -> None:
    """Print the least processor time of each; the calls take turns, so that a busy computer slows all alike."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUATRE_VENTS_HOME"] = str(Path(folder, "home"))
        event, written = _event(Path(folder)), Path(folder, "written.qv")
        calls: dict[str, tuple[list[str], str]] = {"import click": (["-c", "import click"], "")}
        calls["--version"] = (_call("--version"), "2")
        calls |= {f"--help, {each.code}": (_call("--lang", each.code, "--help"), "2") for each in LANGUAGES}
        calls["record --help"] = (_call("record", "--help"), "3")
        calls["record, one line"] = (_call("record", written, "--jsonl"), "4")
        calls["standings"] = (_call("standings", event), "4")
        calls["check"] = (_call("check", event), "4")
        least = dict.fromkeys(calls, float("inf"))
        for _ in range(RUNS):
            for name, (words, _reach) in calls.items():
                shutil.copyfile(event, written)
                least[name] = min(least[name], _seconds(words))
    for name, (_words, reach) in calls.items():
        times = least[name] / least["import click"]
        print(f"  {name:<30}{least[name] * 1000:7.0f} ms{times:7.2f}" + (f"   (reach: {reach})" if reach else ""))


def _event(folder: Path) -> Path:
    """A small event: sixteen players, three sessions, drawn."""
    event, players = folder / "small.qv", folder / "players.csv"
    players.write_text(PLAYERS, encoding="utf-8")
    for words in (
        ("new", event, "--name", "Cup", "--sessions", 3),
        ("players", event, "import", players),
        ("draw", event, "--seed", 1),
    ):
        answer = call_program(*words)
        assert answer.code == 0, answer.err
    return event


def _call(*words: str | Path) -> list[str]:
    return ["-m", "ui.cli", *map(str, words)]


def _seconds(words: list[str]) -> float:
    """Processor time of one call."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], input=LINE, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
