"""Sessions at a terminal, command by command, compared with reviewed transcripts.

In a transcript a line that begins with ``$`` is a command; what follows is its answer on both streams, and its exit
code unless that is 0. ``$ cat > FILE`` makes a file of the lines up to ``END``, which a command may also read as its
standard input. ``--update-golden`` writes the answers again.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.reviewed import Reviewed
from tests.ui.cli.conftest import call_program

TRANSCRIPTS = Path(__file__).parent / "transcripts"
_ALIKE = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b"), "ID"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b(\d+)-[0-9a-f]{10}\b"), r"\1-HASH"),
    (re.compile(r"\bQV:[0-9A-F]{8}"), "QV:CODE"),
    (re.compile(r"\b(?!2026-06)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(\+\d\d:\d\d|Z)?"), "MOMENT"),
    (re.compile(r"\b\d+:\d\d:\d\d\b"), "DURATION"),
    (re.compile(r"(?<=gong at )\d\d:\d\d"), "TIME"),
    (re.compile(r'("remaining_seconds": )\d+'), r"\1SECONDS"),
)
"""Parts of an answer that are others each time, and what is written for them."""


@dataclass(frozen=True)
class Step:
    """One command of a transcript, with the lines that it reads."""

    command: str
    given: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        return [f"$ {self.command}", *self.given, *(["END"] if self.given else [])]


def steps_of(text: str) -> Iterator[Step]:
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("$ "):
            given: list[str] = []
            if line.endswith("<< END") or line.startswith("$ cat > "):
                for each in lines:
                    if each == "END":
                        break
                    given.append(each)
            yield Step(line.removeprefix("$ "), tuple(given))


def answer(step: Step) -> Iterator[str]:
    words = shlex.split(step.command)
    stdin = "\n".join(step.given) + "\n" if step.given else ""
    if words[:2] == ["cat", ">"]:
        Path(words[2]).write_text(stdin, encoding="utf-8")
        return
    if "<<" in words:
        words = words[: words.index("<<")]
    answered = call_program(*words, stdin=stdin)
    said = f"{answered.out}{answered.err}".replace(str(Path.cwd().resolve()), ".").replace(str(Path.cwd()), ".")
    for pattern, instead in _ALIKE:
        said = pattern.sub(instead, said)
    yield from (f" {line}".rstrip() for line in said.splitlines())
    if answered.code:
        yield f"[exit code {answered.code}]"


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_the_program_answers_as_reviewed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reviewed: Reviewed
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    found: list[str] = []
    for step in steps_of(path.read_text(encoding="utf-8")):
        found += [*step.lines, *answer(step)]
    reviewed(path, "\n".join(found) + "\n")
