"""The lock of an event file, also on systems that say less of a file than others."""

import errno
import os
from pathlib import Path

import pytest

from tests.tournament.storage.events import make_event
from tournament.storage.lock import Locked, WriteLock, is_held_here

RIGHTS = (errno.EACCES, errno.EPERM, errno.EROFS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_event(tmp_path / "event.qv")


def without_inode(found: os.stat_result) -> os.stat_result:
    return os.stat_result((found.st_mode, 0, *tuple(found)[2:]))


def test_a_lock_is_held_here_until_it_is_released(path: Path) -> None:
    held = WriteLock(path)
    assert (held.is_held, is_held_here(path), is_held_here(path.with_name("other.qv"))) == (True, True, False)
    with pytest.raises(Locked):
        WriteLock(path)
    held.release()
    held.release()
    assert (held.is_held, is_held_here(path)) == (False, False)
    WriteLock(path).release()


def test_the_head_is_that_of_the_file_now(path: Path) -> None:
    held = WriteLock(path)
    content, stamp = path.read_bytes(), held.stamp()
    assert held.head() == held.head() == content[:100]
    assert stamp == (len(content), path.stat().st_mtime_ns, path.stat().st_ctime_ns)
    with path.open("rb+") as file:
        file.write(b"x")
    os.truncate(path, 150)
    assert held.head() == b"x" + content[1:100]
    assert held.stamp() != stamp
    assert held.stamp()[0] == 150
    held.release()


@pytest.mark.skipif(os.name == "nt", reason="Windows replaces no file that is open")
@pytest.mark.parametrize("there", [False, True], ids=["the locked one", "both"])
def test_where_files_have_no_numbers_none_is_taken_for_another(
    path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    held, fstat, stat = WriteLock(path), os.fstat, Path.stat
    path.unlink()
    assert not held.is_of(path), "it was deleted"
    path.write_bytes(b"another")
    assert not held.is_of(path), "another has its name"
    monkeypatch.setattr("tournament.storage.lock.os.fstat", lambda handle: without_inode(fstat(handle)))
    if there:
        monkeypatch.setattr(Path, "stat", lambda path: without_inode(stat(path)))
    assert held.is_of(path)
    monkeypatch.undo()
    held.release()


@pytest.mark.parametrize(("number", "reading", "ways"), [
    *((number, True, [os.O_RDWR, os.O_RDONLY]) for number in RIGHTS),
    *((number, False, [os.O_RDWR]) for number in RIGHTS),
    (errno.EIO, True, [os.O_RDWR]),
])  # fmt: skip
def test_only_who_reads_may_lock_a_file_that_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int, reading: bool, ways: list[int]
) -> None:
    tried, opens = list[int](), os.open
    mode = os.O_RDWR | os.O_WRONLY | os.O_RDONLY

    def refuses_writing(name: Path, flags: int) -> int:
        tried.append(flags & mode)
        if flags & os.O_RDWR:
            raise OSError(number, os.strerror(number))
        return opens(name, flags)

    monkeypatch.setattr("tournament.storage.lock.os.open", refuses_writing)
    if len(ways) > 1:
        WriteLock(path, reading=reading).release()
    else:
        with pytest.raises(OSError, match=os.strerror(number)):
            WriteLock(path, reading=reading)
    assert tried == ways
