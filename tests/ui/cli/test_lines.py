"""Lines from a file or from standard input, as every system and editor writes them."""

import errno
import io
import sys
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from ui.cli import streams
from ui.cli.streams import OutputFailed, write_answer

SETTLED = lines({"points": 8, "winner": "B"})
NET = {"net": {"A": -16, "B": 48, "C": -16, "D": -16}}
SCORED = lines({"hand": "[456s,1][456s,1][456s,3]45s55m6s|EE1000|2"})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Where the lines lie."""
    return tmp_path / "lines with a space.jsonl"


def hands_of(call: Call, event: Path) -> int:
    return sum(entry["kind"] == "hand-recorded" for entry in call("log", event, "--json").json)


@pytest.mark.parametrize("flags", [[], ["--jsonl"]])
def test_record_reads_a_file(event: Path, source: Path, call: Call, flags: list[str]) -> None:
    source.write_text(lines(hand(7, "A", "C", 12), hand(8, "B", "C", 12)))
    before = hands_of(call, event)
    answer = call("record", event, source, *flags, "--json")
    assert (answer.code, answer.json["lines"], answer.json["written"]) == (0, 2, True)
    assert hands_of(call, event) == before + 2


@pytest.mark.parametrize("words", [["--jsonl"], ["-"], ["-", "--jsonl"]])
def test_record_reads_standard_input(event: Path, call: Call, words: list[str]) -> None:
    before = hands_of(call, event)
    assert call("record", event, *words, stdin=lines(hand(7, "A", "C", 12))).code == 0
    assert hands_of(call, event) == before + 1


def test_every_wrong_line_of_a_file_is_named_and_none_is_written(event: Path, source: Path, call: Call) -> None:
    source.write_text(lines(hand(7, "A", "C", 12), hand(8, "E", "C", 12), hand(9, "B", "B", 12)))
    before = event.read_bytes()
    answer = call("record", event, source)
    assert answer.code == 1
    assert [f"line {number}:" in answer.err for number in (1, 2, 3)] == [False, True, True]
    assert event.read_bytes() == before


@pytest.mark.parametrize("words", [["settle"], ["settle", "--jsonl"]])
def test_settle_reads_a_file(source: Path, call: Call, words: list[str]) -> None:
    source.write_text(SETTLED)
    answer = call(*words, source)
    assert (answer.code, answer.json) == (0, NET)
    assert call("settle", "-", stdin=SETTLED) == answer == call("settle", "--jsonl", stdin=SETTLED)


def test_score_reads_a_file(source: Path, call: Call) -> None:
    source.write_text(SCORED)
    answer = call("score", "--jsonl", source)
    assert answer.code == 0
    assert answer.json["minimum_met"] is True
    assert call("score", "--jsonl", "-", stdin=SCORED) == answer == call("score", "--jsonl", stdin=SCORED)


READERS = pytest.mark.parametrize("words", [["settle"], ["score", "--jsonl"], ["record", "EVENT"]], ids=" ".join)


@READERS
def test_a_file_that_is_not_there(event: Path, source: Path, call: Call, words: list[str]) -> None:
    before = event.read_bytes()
    answer = call(*(event if word == "EVENT" else word for word in words), source)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"error: There is no file “{source}”: check the name.\n"
    assert event.read_bytes() == before


@READERS
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
def test_utf_16_is_named(event: Path, source: Path, call: Call, words: list[str], encoding: str, piped: bool) -> None:
    """PowerShell 5 writes so with ``>``."""
    data, before = SETTLED.encode(encoding), event.read_bytes()
    source.write_bytes(data)
    said = [str(event) if word == "EVENT" else word for word in words]
    answer = call(*said, "-", stdin=data) if piped else call(*said, source)
    assert (answer.code, answer.out, len(answer.errors)) == (1, "", 1)
    assert "UTF-16" in answer.err
    assert "Set-Content -Encoding utf8" in answer.err
    assert ("standard input" if piped else str(source)) in answer.err
    assert event.read_bytes() == before


@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
def test_a_mark_of_utf_8_is_passed_over(source: Path, call: Call, piped: bool) -> None:
    data = b"\xef\xbb\xbf" + SETTLED.replace("\n", "\r\n").encode()
    source.write_bytes(data)
    answer = call("settle", "-", stdin=data) if piped else call("settle", source)
    assert (answer.code, answer.json) == (0, NET)


class LeftOnWindows(io.StringIO):
    """Standard output whose reader has gone, as Windows answers it."""

    def flush(self) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")


@pytest.mark.parametrize("windows", [False, True])
def test_a_reader_that_left_is_known_on_windows_too(monkeypatch: pytest.MonkeyPatch, windows: bool) -> None:
    monkeypatch.setattr(streams, "ON_WINDOWS", windows)
    monkeypatch.setattr(sys, "stdout", LeftOnWindows())
    with pytest.raises(OutputFailed) as failed:
        write_answer("an answer")
    assert failed.value.left is windows
