"""Does what a how-to says, in a copy of the repository: its new files, its changes, its commands.

A fenced block of a how-to is one step. Its info string names the language and, for a file, the path:

- ```` ```python tournament/x.py ```` (or any other language) is a new file;
- ```` ```diff tournament/x.py ```` changes a file: the lines with ``-`` and those without a sign must stand there
  together once, and become the lines with ``+`` and those without a sign;
- ```` ```console ```` holds commands after ``$``; ``quatre-vents``, ``python`` and ``make`` are run.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tests.docs.commands import carry_out

ROOT = Path(__file__).parents[2]
EVERYTHING = (
    "assets",
    "docs/rules.md",
    "docs/event.schema.json",
    "reports",
    "tests",
    "tournament",
    "ui",
    "Makefile",
    "pyproject.toml",
)
_BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """One block of a how-to."""

    language: str
    path: str
    """The file that it makes or changes; empty for commands."""
    text: str


def steps(how_to: Path) -> list[Step]:
    """The steps of ``how_to``, in order; blocks without a path or a command only show something."""
    found = (Step(*match.groups(default="")) for match in _BLOCK.finditer(how_to.read_text(encoding="utf-8")))
    return [step for step in found if step.path or step.language == "console"]


class Copy:
    """A copy of the repository, or of those of its ``parts`` that a how-to uses, to follow it in."""

    def __init__(self, folder: Path, parts: Iterable[str] = EVERYTHING) -> None:
        self.folder = folder
        self._changed = False
        """Whether the code differs from the repository's; until then its program is carried out in this process."""
        for name in parts:
            source, target = ROOT / name, folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target)  # with what Python has compiled: its times are those of the sources
            else:
                shutil.copy2(source, target)

    def follow(self, how_to: Path) -> None:
        """Take every step; AssertionError at the first that does not work, or when the linter objects to its code."""
        taken = steps(how_to)
        for step in taken:
            self.take(step)
        files = " ".join(sorted({step.path for step in taken if step.path.endswith(".py")}))
        if not files:
            return
        for linter in (f"python -m ruff check --no-cache {files}", f"python -m ruff format --no-cache --check {files}"):
            done = self.run(linter)
            assert done.returncode == 0, f"{done.stdout}{done.stderr}"

    def take(self, step: Step) -> None:
        """Take one ``step``."""
        if step.language == "console":
            for program, commands in groupby(commands_of(step.text), key=lambda command: command.split()[0]):
                if program == "quatre-vents":
                    self._call(list(commands))
                else:
                    for command in commands:
                        done = self.run(command)
                        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        elif step.language == "diff":
            self._change(step)
        else:
            self._add(step)

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run ``command`` as it is written, with the copy in front of everything that is installed."""
        arguments = self._arguments(command)
        if command.startswith("quatre-vents ") and not self._changed:
            (answer,) = self._answers([command])
            return subprocess.CompletedProcess(arguments, *answer)
        return self._start(arguments)

    def _call(self, commands: list[str]) -> None:
        """Carry out commands of the program."""
        answers = self._answers(commands)
        failed = [(command, *answer) for command, answer in zip(commands, answers, strict=False) if answer[0]]
        assert failed == []
        assert len(answers) == len(commands)

    def _answers(self, commands: list[str]) -> list[tuple[int, str, str]]:
        """What each answers, up to the first that fails: all in one process, as each takes a second to start."""
        calls = [shlex.split(command)[1:] for command in commands]
        if not self._changed:
            with chdir(self.folder):
                return carry_out(calls)
        done = self._start([sys.executable, "-m", "tests.docs.commands"], json.dumps(calls))
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return [(code, out, err) for code, out, err in json.loads(done.stdout)]

    def _start(self, arguments: list[str], typed: str = "") -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        environment.pop("CI", None)  # else what fails, as it should here, explains itself in full: two minutes
        return subprocess.run(
            arguments,
            input=typed,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=500,
            check=False,
        )

    def _arguments(self, command: str) -> list[str]:
        program, *rest = shlex.split(command)
        match program:
            case "quatre-vents":
                return [sys.executable, "-m", "ui.cli", *rest]
            case "python":
                return [sys.executable, *rest]
            case "make":
                return ["make", "--old-file=install", f"VENV={sys.prefix}", *rest]
            case _:
                raise AssertionError(f"a how-to runs nothing but quatre-vents, python and make: {command}")

    def _add(self, step: Step) -> None:
        path = self.folder / step.path
        assert not path.exists(), f"{step.path} is there already"
        self._changed |= path.parent != self.folder
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text, encoding="utf-8")

    def _change(self, step: Step) -> None:
        path = self.folder / step.path
        lines = step.text.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{step.path} holds these lines {text.count(before)} times:\n{before}"
        self._changed |= path.parent != self.folder
        path.write_text(text.replace(before, after), encoding="utf-8")


def commands_of(text: str) -> Iterator[str]:
    """The commands of a ``console`` block."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            yield line[2:]
