"""What the system does not permit: the right words, code 3, and nothing written."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Answer, Call, call_program, hand, lines

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="users and modes mean this on POSIX only")

NOBODY = 65534


def call_as_nobody(*words: str | Path | int, stdin: str = "") -> Answer:
    """Call the program in a process that has no rights but those that everybody has; whoever runs the tests as
    administrator may do everything otherwise.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        code = 99
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
            answer = call_program(*words, stdin=stdin)
            os.write(writing, answer.err.encode())
            code = answer.code
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    return Answer(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "", said)


@pytest.fixture
def folder(drawn_event: bytes, call: Call) -> Iterator[Path]:
    """A folder that everybody may enter, with an event in it; modules that the calls need are loaded."""
    with tempfile.TemporaryDirectory(prefix="quatre-vents-test-") as made:
        path = Path(made)
        path.chmod(0o755)
        for name in ("cup.qv", "own.qv"):
            (path / name).write_bytes(drawn_event)
        (path / "cup.qv").chmod(0o666)
        (path / "own.qv").chmod(0o000 if os.geteuid() else 0o600)
        for words in (("check",), ("log",), ("undo",), ("redo",)):
            call(*words, path / "cup.qv")
        (path / "locked").mkdir()
        (path / "locked" / "cup.qv").write_bytes((path / "cup.qv").read_bytes())
        (path / "locked" / "cup.qv").chmod(0o666)
        (path / "locked").chmod(0o555)
        yield path
        (path / "locked").chmod(0o755)


def test_a_folder_that_may_not_be_written(folder: Path):
    event = folder / "locked" / "cup.qv"
    before = event.read_bytes()
    assert call_as_nobody("standings", event).code == 0
    answer = call_as_nobody("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert (answer.code, event.read_bytes()) == (3, before)
    assert f"You cannot write to the folder “{folder / 'locked'}”" in answer.err
    made = call_as_nobody("new", folder / "locked" / "new.qv", "--name", "Cup", "--sessions", 1)
    assert (made.code, [path.name for path in (folder / "locked").iterdir()]) == (3, ["cup.qv"])


def test_a_file_that_may_not_be_read(folder: Path):
    for words in (("check",), ("undo",), ("recover", "--to", folder / "new.qv")):
        answer = call_as_nobody("--lang", "en", words[0], folder / "own.qv", *words[1:])
        assert answer.code == 3
        assert "denied" in answer.err
    assert "a été refusé" in call_as_nobody("--lang", "fr", "check", folder / "own.qv").err


def test_what_belongs_to_another_file_and_cannot_be_moved_away(folder: Path):
    event = folder / "locked" / "cup.qv"
    (folder / "locked").chmod(0o755)
    event.with_name("cup.qv-wal").write_bytes(b"of another database")
    (folder / "locked").chmod(0o555)
    answer = call_as_nobody("standings", event)
    assert answer.code == 3
    assert "does not belong to it and cannot be moved away" in answer.err
