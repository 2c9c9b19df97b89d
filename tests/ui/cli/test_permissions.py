"""What the system does not permit: the right words, code 3, and nothing written."""

import ctypes
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.systems import IS_WINDOWS, needs_modes
from tests.ui.cli.conftest import Answer, Call, call_program, hand, lines

pytestmark = [
    needs_modes,
    pytest.mark.skipif(
        not IS_WINDOWS and sys.platform != "linux" and os.geteuid() == 0,
        reason="the administrator may do everything, and gives up rights on Linux only",
    ),
]


def give_up_rights() -> None:
    """Let the modes of files count for this thread until it ends, even when the administrator runs the tests.

    Its user stays the same: another one could not enter a clone in the home folder of the administrator.
    """
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        of_this_thread = (ctypes.c_uint32 * 2)(0x20080522, 0)  # the third version of the sets, see capset(2)
        no_capabilities = (ctypes.c_uint32 * 6)()
        if libc.capset(of_this_thread, no_capabilities):
            raise OSError(ctypes.get_errno(), "capset")


def call_without_rights(*words: str | Path | int, stdin: str = "") -> Answer:
    """Call the program where the modes of files count. What it imports has to be imported before: it may not be
    readable there, as in a clone that belongs to another user.
    """
    imported = set(sys.modules)
    with ThreadPoolExecutor(1, initializer=give_up_rights) as thread:
        answer = thread.submit(call_program, *words, stdin=stdin).result()
    assert set(sys.modules) - imported == set(), "`folder` has to import them"
    return answer


@pytest.fixture
def folder(drawn_event: bytes, call: Call, tmp_path: Path) -> Iterator[Path]:
    """A folder with an event that may not be read and one in a folder that may not be written; what the calls need
    is imported.
    """
    for name in ("cup.qv", "own.qv"):
        (tmp_path / name).write_bytes(drawn_event)
    tried, nowhere = tmp_path / "tried.qv", tmp_path / "nowhere.qv"
    tried.write_bytes(drawn_event)
    assert call("record", tried, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
    for word in ("standings", "check", "undo"):
        assert call(word, tried).code == 0
    assert call("new", tmp_path / "made.qv", "--name", "Cup", "--sessions", 1).code == 0
    for language in ("en", "fr"):
        assert call("--lang", language, "recover", nowhere, "--to", tmp_path / "recovered.qv").code == 1
    (tmp_path / "own.qv").chmod(0o000)
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked" / "cup.qv").write_bytes((tmp_path / "cup.qv").read_bytes())
    (tmp_path / "locked").chmod(0o555)
    yield tmp_path
    (tmp_path / "locked").chmod(0o755)


def test_a_folder_that_may_not_be_written(folder: Path):
    event = folder / "locked" / "cup.qv"
    before = event.read_bytes()
    assert call_without_rights("standings", event).code == 0
    answer = call_without_rights("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert (answer.code, event.read_bytes()) == (3, before)
    assert f"You cannot write to the folder “{folder / 'locked'}”" in answer.err
    made = call_without_rights("new", folder / "locked" / "new.qv", "--name", "Cup", "--sessions", 1)
    assert (made.code, [path.name for path in (folder / "locked").iterdir()]) == (3, ["cup.qv"])


def test_a_file_that_may_not_be_read(folder: Path):
    for words in (("check",), ("undo",), ("recover", "--to", folder / "new.qv")):
        answer = call_without_rights("--lang", "en", words[0], folder / "own.qv", *words[1:])
        assert answer.code == 3
        assert "denied" in answer.err
    assert "a été refusé" in call_without_rights("--lang", "fr", "check", folder / "own.qv").err


def test_what_belongs_to_another_file_and_cannot_be_moved_away(folder: Path):
    event = folder / "locked" / "cup.qv"
    (folder / "locked").chmod(0o755)
    event.with_name("cup.qv-wal").write_bytes(b"of another database")
    (folder / "locked").chmod(0o555)
    answer = call_without_rights("standings", event)
    assert answer.code == 3
    assert "does not belong to it and cannot be moved away" in answer.err
