"""Calls of the real console entry, in this process: standard streams and exit code as a script sees them."""

import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ui.cli.__main__ import run

PLAYERS = "first_name,last_name,country,ema_number,club,team\n" + "".join(
    f"First{n},Sample{n},FR,04{n:06},Club,\n" for n in range(1, 17)
)


@dataclass(frozen=True)
class Answer:
    """What one call answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def errors(self) -> list[str]:
        return [line for line in self.err.splitlines() if line.startswith("error: ")]


Call = Callable[..., Answer]


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")


def call_program(*words: str | Path | int, stdin: str | bytes = b"") -> Answer:
    """Call the program with ``words``; ``stdin`` is text or bytes."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = {"stdin": _stream(data), "stdout": _stream(), "stderr": _stream()}
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        code = run([str(word) for word in words])
    answers = []
    for name in ("stdout", "stderr"):
        streams[name].flush()
        answers.append(streams[name].buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Answer(code, *answers)


@pytest.fixture
def call() -> Call:
    """:func:`call_program`."""
    return call_program


def lines(*members: dict[str, object]) -> str:
    """Members as JSON lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in members)


def hand(number: int, winner: str | None, discarder: str | None = None, points: int | None = None, **more) -> dict:
    """A hand of session 1, table 1."""
    line: dict[str, object] = {"type": "hand", "session": 1, "table": 1, "hand": number, "winner": winner}
    if discarder is not None:
        line["discarder"] = discarder
    if points is not None:
        line["points"] = points
    return {**line, **more}


@pytest.fixture
def players(tmp_path: Path) -> Path:
    """A list of sixteen players."""
    path = tmp_path / "players.csv"
    path.write_text(PLAYERS, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def listed_event(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an event of sixteen players and three sessions; nothing is drawn."""
    folder = tmp_path_factory.mktemp("listed")
    path, players = folder / "cup.qv", folder / "players.csv"
    players.write_text(PLAYERS, encoding="utf-8")
    steps: Sequence[Sequence[str | Path | int]] = (
        ("new", path, "--name", "Cup", "--sessions", 3),
        ("players", path, "import", players),
    )
    for step in steps:
        answer = call_program(*step)
        assert (answer.code, answer.err) == (0, "")
    return path.read_bytes()


def after(event: bytes, tmp_path_factory: pytest.TempPathFactory, *words: str | int, stdin: str = "") -> bytes:
    """The file of an event after one more command, whose first word ``words`` begins with."""
    path = tmp_path_factory.mktemp("after") / "cup.qv"
    path.write_bytes(event)
    answer = call_program(words[0], path, *words[1:], stdin=stdin)
    assert (answer.code, answer.err) == (0, "")
    return path.read_bytes()


@pytest.fixture(scope="session")
def drawn_event(listed_event: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an event of sixteen players and three sessions, drawn."""
    return after(listed_event, tmp_path_factory, "draw", "--seed", 1)


@pytest.fixture
def event(tmp_path: Path, drawn_event: bytes) -> Path:
    """An event of sixteen players and three sessions, drawn."""
    path = tmp_path / "cup.qv"
    path.write_bytes(drawn_event)
    return path
