"""The pages about the command line: each example is carried out, and the reference is what the commands declare.

The ``console`` blocks of a page are one session in a folder with the samples. Commands in a comment are carried out
as well and not shown. A line with only ``…`` stands for any number of lines of an answer.
``--update-golden`` writes the answers that are not as they were.
"""

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.docs import command_reference
from tests.docs.follow import ROOT
from tests.reviewed import Reviewed
from tests.ui.cli.test_transcripts import Step, Terminal, alike
from ui.cli.commands import COMMANDS

FOLDER = ROOT / "docs" / "cli"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.stem != "reference")
_BLOCK = re.compile(r"^(```console|<!--)\n(.*?)^(```|-->)$", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "
_PROGRAM = "quatre-vents "
_ANY = "…"


def test_the_reference_is_what_the_commands_declare() -> None:
    written = (FOLDER / "reference.md").read_text(encoding="utf-8")
    assert written == command_reference.text(), "make generated QUICK=yes"


def test_every_page_is_found_from_the_first() -> None:
    first = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert [path.name for path in FOLDER.glob("*.md") if f"](cli/{path.name}" not in first] == []


def test_each_command_has_a_page() -> None:
    table = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8").partition("\n## ")[0]
    rows = re.findall(r"\]\((cli/[\w-]+\.md)\) \|.*\| (.*) \|$", table, re.MULTILINE)
    pages = [(command, page) for page, commands in rows for command in re.findall(r"`(\w+)`", commands)]
    assert sorted(command for command, _ in pages) == sorted(COMMANDS)
    texts = {page: (ROOT / "docs" / page).read_text(encoding="utf-8") for _, page in pages}
    assert [command for command, page in pages if not re.search(rf"(`|{_PROGRAM}){command}\b", texts[page])] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_examples_are_answered_so(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reviewed: Reviewed
) -> None:
    shutil.copytree(ROOT / "docs" / "samples", tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    with closing(Terminal()) as terminal:

        def carried_out(block: re.Match[str]) -> str:
            begin, text, end = block.groups()
            return "".join(f"{line}\n" for line in (begin, *_carried_out(terminal, text, begin), end))[:-1]

        reviewed(path, _BLOCK.sub(carried_out, path.read_text(encoding="utf-8")))


def _carried_out(terminal: Terminal, text: str, begin: str) -> Iterator[str]:
    """The block ``text`` with the answers of today where they are others."""
    for step, expected in _steps(text):
        found = [line.removeprefix(" ") for line in terminal.answer(step)]
        prompt = _PROMPT + (_PROGRAM if not step.given else "") + step.command
        yield from (prompt, *step.given, *(["END"] if step.given else []))
        if begin != "<!--":
            yield from expected if _matches(expected, found) else found
        else:
            assert not any(line.startswith(("error", "[exit code")) for line in found), found


def _steps(text: str) -> Iterator[tuple[Step, list[str]]]:
    """Each command with the answer that the page gives."""
    lines = iter(text.splitlines())
    line = next(lines, None)
    while line is not None:
        command, given, answer = line.removeprefix(_PROMPT), [], []
        if command.startswith("cat > "):
            for each in lines:
                if each == "END":
                    break
                given.append(each)
        for each in lines:
            if each.startswith(_PROMPT):
                line = each
                break
            answer.append(each)
        else:
            line = None
        yield Step(command.removeprefix(_PROGRAM), tuple(given)), answer


def _matches(expected: Sequence[str], found: Sequence[str]) -> bool:
    told = [line.removeprefix(" ") for line in alike("\n".join(expected))]
    pattern = "".join(r"(.*\n)*" if line == _ANY else f"{re.escape(line)}\n" for line in told)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found)) is not None


@pytest.mark.parametrize(
    ("expected", "same"),
    [
        (["one", "two", "three"], True),
        (["one", "…"], True),
        (["…", "three"], True),
        (["one", "three"], False),
        (["one", "…", "two"], False),
    ],
)
def test_lines_that_are_left_out_are_any(expected: list[str], same: bool) -> None:
    assert _matches(expected, ["one", "two", "three"]) == same
