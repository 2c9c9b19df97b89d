"""Commands of the documents work in PowerShell as they do in a shell."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs").glob("*/**/*.md")))
_BLOCK = re.compile(r"^```(?:console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"^(?:\$ )?(quatre-vents .*?)(?:\s{2,}#.*)?$", re.MULTILINE)
CALLS = [
    pytest.param(call, id=f"{path.stem}: {call}")
    for path in DOCS
    for block in _BLOCK.findall(path.read_text(encoding="utf-8"))
    for call in _CALL.findall(block)
]


def faults(call: str) -> list[str]:
    """What PowerShell reads otherwise: it has no ``<``; ``,`` makes two arguments of one; ``\\`` goes on with no line;
    and PowerShell 5 loses quotation marks that are within quotes of the other kind."""
    plain = re.sub(r'"[^"]*"|\'[^\']*\'', "", call)
    quoted = [word for word in shlex.split(call.rstrip("\\")) if '"' in word]
    found = re.findall(r"&&|\|\||[<,;(){}\[\]@`$&]|\\$", plain) + quoted
    return found + (["a variable before the command"] if re.match(r"\w+=", call) else [])


def test_there_are_examples() -> None:
    assert len(CALLS) > 50


@pytest.mark.parametrize("call", CALLS)
def test_an_example_works_in_powershell(call: str) -> None:
    assert faults(call) == []


@pytest.mark.parametrize(
    "call",
    [
        "quatre-vents record cup.qv --jsonl < hands.jsonl",
        "quatre-vents draw cup.qv --apart 3-17,4-9:2",
        "quatre-vents score [123p,3]",
        "quatre-vents draw cup.qv && quatre-vents check cup.qv",
        "quatre-vents settle '{\"points\": 8}'",
        "quatre-vents new cup.qv \\",
        "LANG=fr quatre-vents check cup.qv",
    ],
)
def test_what_does_not_work_there_is_found(call: str) -> None:
    assert faults(call) != []
