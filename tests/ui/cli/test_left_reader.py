"""Every command that writes an event, whose reader leaves as ``| head`` does: exit code 4, said once."""

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.ui.cli.conftest import call_program, hand, lines
from tests.ui.cli.test_replay import four, league, log_of
from ui.cli import streams
from ui.cli.__main__ import run
from ui.cli.commands import COMMANDS as COMMAND_LIST
from ui.cli.commands import NEW_PIN_VARIABLE
from ui.signing import PASSPHRASE_VARIABLE

SAVED = "but the output could not be written: do not repeat the command."


LIST, DRAWN = "listed", "drawn"
"""The event that a command begins with: sixteen players, and with a draw."""


class Writing(NamedTuple):
    """A command that writes. Its first word comes before the event file; ``{…}`` are files of the test."""

    words: str
    stdin: str = ""
    before: Sequence[str] = ()
    """Commands that are carried out before."""
    event: str = DRAWN


WON = {"A": 30, "B": 10, "C": -10, "D": -30}
TOTALS: list[dict[str, object]] = [
    {"type": "totals", "session": 1, "table": table, "totals": WON} for table in (1, 2, 3, 4)
]
ROUND = lines(*TOTALS)
PLAYED = "record --jsonl {round}"
ALLOWED = "phones --allow https://hall.example"
COMMANDS = (
    Writing("settings --place Hall"),
    Writing("settings --place Hall --json"),
    Writing("players import {new}", event=LIST),
    Writing("players set 3 --club Winds"),
    Writing("players merge 17 16", before=("players import {new}",), event=LIST),
    Writing("draw --seed 2"),
    Writing("draw --seed 2 --method auto --json"),
    Writing("draw --session 1 --swap 1-2"),
    Writing("draw --session 2 --by-ranking swiss", before=(PLAYED,)),
    Writing("timetable set 1 --start 10:00"),
    Writing("prizes set --place 1 --what Cup"),
    Writing("clock --start"),
    Writing("clock --add 5 --json", before=("clock --start",)),
    Writing("session 1 --to playing"),
    Writing("sessions --count 1 --reason noise"),
    Writing("pin set organiser"),
    Writing("signature create --holder Referee --key-file {key}"),
    Writing("registration confirm Waiting", before=("registration add --last-name Waiting",), event=LIST),
    Writing("record --jsonl", lines(hand(1, "A", "C", 12))),
    Writing("record --jsonl --json", lines(hand(1, "A", "C", 12))),
    Writing(ALLOWED),
    Writing("phones --end", before=(ALLOWED,)),
    Writing("publish --session 1", before=(PLAYED,)),
    Writing("unpublish --session 1", before=(PLAYED, "publish --session 1")),
    Writing("export --what players --to csv --out {out} --note"),
    Writing("undo"),
    Writing("redo", before=("undo",)),
)


LONG = (
    "settings --place Hall", "draw --seed 2", "draw --session 1 --swap 1-2", "draw --session 2 --by-ranking swiss",
    "timetable set 1 --start 10:00", "pin set organiser", "export --what players --to csv --out {out} --note",
)  # fmt: skip
"""Those whose answer has several lines."""
Begun = Callable[[Writing], tuple[Path, list[str]]]
"""Makes the event of a command: its file, and the words of the call."""


def entries(path: Path) -> int:
    return len(call_program("log", path, "--json").json)


class _PipeOfWindows(io.FileIO):
    """A pipe that answers as on Windows when its reader has left."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise OSError(errno.EINVAL, "Invalid argument") from None


class _Leaving(io.TextIOWrapper):
    """A pipe whose reader leaves after so many flushed lines."""

    def __init__(self, lines: int) -> None:
        self._left, self._reader = lines, -1
        self._reader, writer = os.pipe()
        kind = _PipeOfWindows if vars(streams)["ON_WINDOWS"] else io.FileIO
        super().__init__(io.BufferedWriter(kind(writer, "w")), encoding="utf-8", newline="")
        self._leave()

    def flush(self) -> None:
        super().flush()
        self._left -= 1
        self._leave()

    def _leave(self) -> None:
        if self._left <= 0 and self._reader >= 0:
            os.close(self._reader)
            self._reader = -1


def call_left(*words: str, after: int = 0, stdin: str = "") -> tuple[int, str]:
    """Call the program for a reader who leaves after so many lines: the exit code, and standard error."""
    told = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    with _Leaving(after) as out, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8", newline=""))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", told)
        code = run(words)
    told.flush()
    return code, told.buffer.getvalue().decode()


@pytest.fixture
def begun(tmp_path: Path, listed_event: bytes, drawn_event: bytes, monkeypatch: pytest.MonkeyPatch) -> Begun:
    monkeypatch.setenv(NEW_PIN_VARIABLE, "482913")
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse battery")
    files = {name: str(tmp_path / name) for name in ("new", "round", "out", "key")}
    Path(files["new"]).write_text("first_name,last_name\nNew,Comer\n", encoding="utf-8")
    Path(files["round"]).write_text(ROUND, encoding="utf-8")
    path = tmp_path / "cup.qv"

    def filled(words: str) -> list[str]:
        first, *others = words.format(**files).split()
        return [first, str(path), *others]

    def begin(writing: Writing) -> tuple[Path, list[str]]:
        path.write_bytes(listed_event if writing.event == LIST else drawn_event)
        for words in writing.before:
            assert call_program(*filled(words)).code == 0
        return path, filled(writing.words)

    return begin


@pytest.mark.sampled(9)
@pytest.mark.parametrize("writing", COMMANDS, ids=lambda writing: writing.words)
def test_a_change_whose_answer_has_no_reader_exits_with_four_and_one_message(writing: Writing, begun: Begun):
    path, words = begun(writing)
    before = entries(path)
    code, told = call_left(*words, stdin=writing.stdin)
    assert entries(path) > before
    assert code == 4
    errors = [line for line in told.splitlines() if not line.startswith("remark: ")]
    assert errors == [f"error: The change is saved in “{path}”, {SAVED}"]
    assert call_program("check", path).code == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "writing", [each for each in COMMANDS if each.words in LONG], ids=lambda writing: writing.words
)
def test_a_reader_of_the_first_line_leaves_the_same(writing: Writing, begun: Begun):
    _, words = begun(writing)
    code, told = call_left(*words, after=1, stdin=writing.stdin)
    assert (code, told.count(SAVED)) == (4, 1)


def test_every_command_that_may_write_is_among_them():
    """Those with ``--queue``; ``season`` and ``replay`` need a league, and are below."""
    writing = {name for name in COMMAND_LIST if "--queue" in call_program(name, "--help").out}
    assert writing - {"season", "replay"} == {each.words.split()[0] for each in COMMANDS}


def test_the_season_of_a_league(tmp_path: Path):
    path = tmp_path / "league.qv"
    assert call_program("new", path, "--name", "League", "--format", "league").code == 0
    code, told = call_left("season", str(path), "--best", "3")
    assert (code, told) == (4, f"error: The change is saved in “{path}”, {SAVED}\n")


def test_the_log_of_a_game(tmp_path: Path):
    path = league(tmp_path, call_program)
    log = log_of(tmp_path, 1, "json", four(path, call_program))
    code, told = call_left("replay", str(path), str(log))
    assert (code, told) == (4, f"error: The change is saved in “{path}”, {SAVED}\n")


def test_new_files_that_are_read_by_nobody(tmp_path: Path, event: Path):
    for words in (
        ("new", str(tmp_path / "new.qv"), "--name", "Cup", "--sessions", "2"),
        ("recover", str(event), "--to", str(tmp_path / "found.qv")),
        ("restore", str(event), "--to", str(tmp_path / "again.qv")),
    ):
        code, told = call_left(*words)
        path = next(word for word in words if word.endswith(".qv") and word != str(event))
        assert (code, told) == (4, f"error: The change is saved in “{path}”, {SAVED}\n"), words
        assert Path(path).exists()


def test_a_demo_whose_reader_leaves_has_written_its_event(tmp_path: Path):
    code, told = call_left("demo", "--out", str(tmp_path / "demo"))
    path = tmp_path / "demo" / "sample-cup.qv"
    assert (code, told) == (4, f"error: The change is saved in “{path}”, {SAVED}\n")
    assert call_program("check", path).code == 0


@pytest.mark.parametrize("words", [
    "standings", "draw --json", "log", "check", "clock", "players list", "session", "phones",
    "sheet --session 1 --table 1",
])  # fmt: skip
@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("on_windows", [False, True])
def test_what_is_only_read_ends_quietly(
    event: Path, words: str, after: int, on_windows: bool, monkeypatch: pytest.MonkeyPatch
):
    if on_windows:
        monkeypatch.setattr(streams, "ON_WINDOWS", True)
    before = event.read_bytes()
    first, *others = words.split()
    assert call_left(first, str(event), *others, after=after) == (0, "")
    assert event.read_bytes() == before


def test_a_refusal_is_printed_even_without_a_reader_of_the_answer(event: Path):
    code, told = call_left("draw", str(event), "--session", "9", "--swap", "1-2")
    assert code == 1
    assert told.startswith("error: ")
    assert SAVED not in told
