"""Sessions at a terminal, command by command, compared with reviewed transcripts.

In a transcript a line that begins with ``$`` is a command; what follows is its answer on both streams, and its exit
code unless that is 0. ``$ cat > FILE`` makes a file of the lines up to ``END``, which a command may also read as its
standard input; ``$ cat FILE`` shows one, and ``$ export NAME=VALUE`` sets a variable of the environment. After
``$ host FILE`` the event is shared until ``$ host --stop``, and ``$INVITATION`` is the invitation to it; ``$ID`` is the
last id that an answer named.
``--update-golden`` writes the answers again.
"""

import platform
import re
import shlex
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import keyring
import pytest

from tests.reviewed import Reviewed
from tests.ui.cli.conftest import call_program
from tests.ui.cli.hosted_event import HostedEvent
from tests.ui.web_host.keyrings import Keyring
from tournament.sharing.invitation import encode

TRANSCRIPTS = Path(__file__).parent / "transcripts"
_ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b")
_ALIKE = (
    (_ID, "ID"),
    (re.compile(r"\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b"), "KEY"),
    (re.compile(r"\b\d+ (?!June 2026)\w+ 20\d\d, \d\d:\d\d"), "MOMENT"),
    (re.compile(r"\b127\.0\.0\.1:\d+"), "127.0.0.1:PORT"),
    (re.compile(r"\bqv2-[0-9a-z]{50,}"), "qv2-CODE"),
    (re.compile(r'("public_key": )"[^"]*"'), r'\1"KEY"'),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b(\d+)-[0-9a-f]{10}\b"), r"\1-HASH"),
    (re.compile(r"(/copies/[^/]+)-[0-9a-f]{8}-[0-9a-f]{8}/"), r"\1-ID-PLACE/"),
    (re.compile(r"\b(\d-\d-)[0-9a-z]{16}\b"), r"\1CODE"),
    (re.compile(r"\bQV:[0-9A-F]{8}"), "QV:CODE"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d([:-]\d\d)?(\.\d+)?(\+\d\d:\d\d|Z)?"), "MOMENT"),
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


class Terminal:
    """What stays from one command of a session to the next."""

    def __init__(self) -> None:
        self._environment = pytest.MonkeyPatch()
        self._hosted: HostedEvent | None = None
        self._last_id = ""
        self._keyring = keyring.get_keyring()
        keyring.set_keyring(Keyring())

    def close(self) -> None:
        """Undo what the session changed outside its folder."""
        if self._hosted is not None:
            self._hosted.stop()
            self._hosted = None
        self._environment.undo()
        keyring.set_keyring(self._keyring)

    def answer(self, step: Step) -> Iterator[str]:
        """What a command answers."""
        known = {"$INVITATION": self._invitation, "$ID": self._last_id}
        words = [known.get(word, word) for word in shlex.split(step.command)]
        stdin = "\n".join(step.given) + "\n" if step.given else ""
        match words:
            case ["cat", ">", name]:
                Path(name).write_text(stdin, encoding="utf-8")
            case ["cat", name]:
                yield from alike(Path(name).read_text(encoding="utf-8-sig"))
            case ["export", setting]:
                name, _, value = setting.partition("=")
                self._environment.setenv(name, value)
            case ["host", "--stop"]:
                assert self._hosted is not None
                self._hosted.stop()
            case ["host", name]:
                self._hosted = HostedEvent(Path(name))
            case _:
                answered = call_program(*(words[: words.index("<<")] if "<<" in words else words), stdin=stdin)
                self._last_id = next(iter(_ID.findall(answered.out)[-1:]), self._last_id)
                yield from alike(f"{answered.out}{answered.err}")
                if answered.code:
                    yield f"[exit code {answered.code}]"

    @property
    def _invitation(self) -> str:
        return "" if self._hosted is None else encode(self._hosted.invitation)


def alike(text: str) -> Iterator[str]:
    """The lines of an answer, the same each time."""
    said = text.replace(str(Path.cwd().resolve()), ".").replace(str(Path.cwd()), ".")
    for pattern, instead in _ALIKE:
        said = pattern.sub(instead, said)
    yield from (f" {line}".rstrip() for line in said.splitlines())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_the_program_answers_as_reviewed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reviewed: Reviewed
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(platform, "node", lambda: "hall")
    found: list[str] = []
    with closing(Terminal()) as terminal:
        for step in steps_of(path.read_text(encoding="utf-8")):
            found += [*step.lines, *terminal.answer(step)]
    reviewed(path, "\n".join(found) + "\n")
