"""No line ends a run: each of the commands that read lines of JSON answers every line, the good ones as ever."""

import json
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile_lines import LINES, NAMES, VALUES, line_with
from tests.proof.calling import call
from ui.cli.__main__ import program
from ui.cli.commands import COMMANDS

HAND = b'{"hand": "[234p,1]234m23456s88p7s|EE1000|2"}'
PAID = b'{"winner": "A", "discarder": "C", "points": 12}'
TABLE = b'{"hands": {"E": {"hand": "111z222z33345m66p6p"}}, "winner": "E"}'
RECORDED = b'{"type": "hand", "session": 1, "table": 1, "hand": %d, "winner": "A", "points": 8}'
READ_ANSWERS = (
    ("score", "--jsonl"),
    ("score", "--jsonl", "--rules", "hong-kong"),
    ("settle", "--jsonl"),
    ("settle", "--jsonl", "--rules", "french-classical-simple"),
)
OWN_WORDS = ("Traceback", "recursion", "Error", "Exceeds the limit")
"""Python's, which no user may see."""

bad = st.sampled_from(LINES) | st.builds(
    line_with,
    st.sampled_from((HAND, PAID, TABLE, RECORDED % 1, b"{}")),
    st.sampled_from(NAMES),
    st.sampled_from(VALUES),
)


def refuse(name: str) -> None:
    raise ValueError(name)


def test_every_command_that_reads_lines_is_tried_here() -> None:
    assert isinstance(program, click.Group)
    reads = {
        name
        for name in COMMANDS
        if (command := program.get_command(click.Context(program), name)) is not None
        and any(parameter.name == "jsonl" for parameter in command.params)
    }
    assert reads == {words[0] for words in READ_ANSWERS} | {"record"}


def each_is_answered(words: tuple[str, ...], lines: list[bytes]) -> None:
    """Put a good line before each of ``lines`` and one at their end: all have their answers, in their places."""
    good = HAND if words[0] == "score" else PAID
    (alone,) = call(*words, stdin=good).out.splitlines()
    answer = call(*words, stdin=b"\n".join(each for line in lines for each in (good, line)) + b"\n" + good)
    assert not answer.escaped
    assert answer.code in (0, 1)
    said = answer.out.splitlines()
    assert len(said) == 1 + sum(1 + bool(line.strip()) for line in lines)
    assert said[-1] == alone
    assert said.count(alone) > len(lines)
    for each in said:
        assert isinstance(json.loads(each, parse_constant=refuse), dict)
        assert not any(words in each for words in OWN_WORDS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", READ_ANSWERS, ids=" ".join)
def test_every_hostile_value_is_answered_in_its_place(words: tuple[str, ...]) -> None:
    each_is_answered(words, [line_with(b"{}", name, value) for value in VALUES for name in ("winner", "hand", "x")])


def test_what_python_reads_and_cannot_write_again_is_refused() -> None:
    """A few depths only: reading and writing do not have the same room."""
    each_is_answered(
        ("settle", "--jsonl"), [b'{"winner":' + b"[" * deep + b"]" * deep + b"}" for deep in range(900, 1000)]
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", READ_ANSWERS, ids=" ".join)
@settings(max_examples=15)
@given(lines=st.lists(bad, min_size=1, max_size=8))
def test_bad_lines_get_their_answer_in_their_place(words: tuple[str, ...], lines: list[bytes]) -> None:
    each_is_answered(words, lines)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    file, names = folder / "cup.qv", folder / "players.csv"
    names.write_text("first_name,last_name\n" + "".join(f"F{n},Sample{n}\n" for n in range(8)), encoding="utf-8")
    steps = (("new", file, "--name", "Cup", "--sessions", 1), ("players", file, "import", names), ("draw", file))
    for words in steps:
        assert call(*words).code == 0
    return file


@settings(max_examples=25)
@given(lines=st.lists(bad, min_size=1, max_size=8))
def test_every_bad_line_of_a_record_is_named_and_no_good_one(event: Path, lines: list[bytes]) -> None:
    before = event.read_bytes()
    answer = call("record", event, "--jsonl", stdin=b"\n".join((RECORDED % 1, *lines)) + b"\n")
    assert not answer.escaped
    assert answer.code in (0, 1)
    named = {line.split(":")[1] for line in answer.err.splitlines() if line.startswith("error: line ")}
    assert "error: line 1:" not in answer.err
    assert bool(named) == (answer.code == 1)
    assert not any(words in answer.err for words in OWN_WORDS)
    if answer.code:
        assert event.read_bytes() == before
    else:
        event.write_bytes(before)
