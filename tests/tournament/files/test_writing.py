"""A file that another program has open for a moment is replaced all the same; one that stays open is not waited for."""

import ast
import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.files.windows import ImpossibleName, SharingViolation
from tournament.files import writing
from tournament.files.writing import (
    is_impossible,
    is_refused,
    is_too_long,
    set_aside,
    sync_folder,
    write_new,
    write_new_whole,
    write_whole,
)

EVERY_WAY = pytest.mark.parametrize("way", ["replace", "rename"])


def refusing(error: OSError, calls: list[Path], times: int) -> Callable[[Path, Path], Path]:
    """Stands for ``Path.replace`` and ``Path.rename``: notes its ``calls``, refuses so many ``times``, then does it."""
    rename = Path.rename

    def refuse(source: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) <= times:
            raise error
        return rename(source, target)

    return refuse


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, instead of making them."""
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(pauses))
    return pauses


@EVERY_WAY
@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_file_that_is_held_for_a_moment_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str, winerror: int
) -> None:
    source, target = tmp_path / "new", tmp_path / "target"
    source.write_text("new")
    calls: list[Path] = []
    monkeypatch.setattr(Path, way, refusing(SharingViolation(target, winerror), calls, 10))
    getattr(writing, way)(source, target)
    assert target.read_text() == "new"
    assert len(clock) == 10


@EVERY_WAY
def test_after_two_seconds_the_refusal_is_final(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str
) -> None:
    source, target = tmp_path / "new", tmp_path / "target"
    source.write_text("new")
    error = SharingViolation(target)
    calls: list[Path] = []
    monkeypatch.setattr(Path, way, refusing(error, calls, 10_000))
    with pytest.raises(PermissionError) as refused:
        getattr(writing, way)(source, target)
    assert refused.value is error
    assert 2 <= sum(clock) < 2.2
    assert source.read_text() == "new"


@EVERY_WAY
def test_a_file_that_stays_in_use_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str
) -> None:
    source, target = tmp_path / "new", tmp_path / "target"
    source.write_text("new")
    calls: list[Path] = []
    with monkeypatch.context() as held:
        held.setattr(Path, way, refusing(SharingViolation(target), calls, 10_000))
        for _ in range(5):
            with pytest.raises(PermissionError):
                getattr(writing, way)(source, target)
    assert 2 <= sum(clock) < 2.2
    getattr(writing, way)(source, target)  # it is free again
    target.unlink()
    source.write_text("newer")
    monkeypatch.setattr(Path, way, refusing(SharingViolation(target), [], 3))
    getattr(writing, way)(source, target)
    assert target.read_text() == "newer"


def test_a_file_that_is_read_for_a_moment_is_deleted_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    path, calls = tmp_path / "read by another", list[Path]()
    path.write_text("old")
    unlink = Path.unlink

    def refuse(which: Path, missing_ok: bool = False) -> None:
        calls.append(which)
        if len(calls) <= 10:
            raise SharingViolation(which)
        unlink(which, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    writing.delete(path)
    assert not path.exists()
    assert len(clock) == 10
    writing.delete(path)  # there is none any more


@EVERY_WAY
@pytest.mark.parametrize(
    "error",
    [PermissionError(errno.EACCES, "no"), OSError(errno.ENOSPC, "full"), FileNotFoundError(errno.ENOENT, "gone")],
    ids=lambda error: type(error).__name__,
)
def test_any_other_refusal_is_final_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str, error: OSError
) -> None:
    calls: list[Path] = []
    monkeypatch.setattr(Path, way, refusing(error, calls, 1))
    with pytest.raises(OSError, match=str(error.strerror)):
        getattr(writing, way)(tmp_path / "new", tmp_path / "target")
    assert (len(calls), clock) == (1, [])


def test_every_file_of_the_program_gets_its_name_here() -> None:
    """Nobody else renames: neither by a path's own methods, which take one name, nor by ``os`` and ``shutil``."""
    root = Path(__file__).resolve().parents[3]
    found = {
        path.relative_to(root).as_posix()
        for package in ("tournament", "reports", "ui")
        for path in (root / package).rglob("*.py")
        if _NAMED.search(text := path.read_bytes()) and any(map(_renames, ast.walk(ast.parse(text))))
    }
    assert found == {
        "tournament/files/writing.py",
        "ui/desktop/display/hall_controller.py",  # a window
        "ui/desktop/dialogs/rehearsing.py",  # pulls the open file away, and says so at once where that is refused
    }


_NAMED = re.compile(rb"\.(?:rename|replace|move)\([^,]*?\)")
"""What a renaming looks like; only files that have it are read as code, which takes longer."""


def _renames(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    module = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
    if (module, node.func.attr) in {("os", "replace"), ("os", "rename"), ("shutil", "move")}:
        return True
    return node.func.attr in {"replace", "rename"} and len(node.args) == 1 and not node.keywords


def test_a_file_is_written_with_its_folder_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "settings.json"
    for text in ("first\n", "zweitens: élan\r\n"):
        write_whole(path, text)
        assert path.read_bytes() == text.encode()
    assert list(path.parent.iterdir()) == [path]


def test_what_a_crash_left_is_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.with_name("settings.json.part").write_text("half")
    write_whole(path, "whole")
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_source: Path, _target: Path) -> None:
        raise OSError(28, "full")

    path = tmp_path / "settings.json"
    path.write_text("before")
    monkeypatch.setattr(writing, "replace", full)
    with pytest.raises(OSError, match="full"):
        write_whole(path, "after")
    assert path.read_text() == "before"


@pytest.mark.skipif(os.name != "posix", reason="modes mean this on POSIX only")
def test_both_kinds_are_for_their_owner_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "small" / "a", "a")
    write_new(tmp_path / "small" / "b", b"b")
    modes = [
        stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "small", *sorted((tmp_path / "small").iterdir()))
    ]
    assert modes == [0o700, 0o600, 0o600]


def test_a_new_file_is_written_byte_for_byte_and_takes_no_place(tmp_path: Path) -> None:
    path = tmp_path / "copy"
    write_new(path, b"one\ntwo\r\n\x1a")
    assert path.read_bytes() == b"one\ntwo\r\n\x1a"
    with pytest.raises(FileExistsError):
        write_new(path, b"other")
    assert path.read_bytes() == b"one\ntwo\r\n\x1a"


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files and folders, by inode, that were made safe on the disk, in this order."""
    found: list[int] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        found.append(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    return found


def test_a_new_file_is_safe_on_the_disk(tmp_path: Path, synced: list[int]) -> None:
    write_new(tmp_path / "copy", b"one")
    assert synced == [(tmp_path / "copy").stat().st_ino]


@pytest.mark.skipif(os.name != "posix", reason="other systems cannot say this of a folder")
def test_the_names_in_a_folder_are_safe_on_the_disk(tmp_path: Path, synced: list[int]) -> None:
    sync_folder(tmp_path)
    assert synced == [tmp_path.stat().st_ino]
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "nowhere")


def test_both_open_files_as_they_are_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without O_BINARY a descriptor there writes CR LF for LF and ends at the first 0x1A."""
    asked: list[int] = []
    opened = os.open

    def noted(path: Path, flags: int, mode: int) -> int:
        asked.append(flags)
        return opened(path, flags, mode)

    binary = getattr(os, "O_BINARY", 0) or os.O_CLOEXEC  # a flag that does no harm stands for it elsewhere
    monkeypatch.setattr(writing, "_BINARY", binary)
    monkeypatch.setattr(os, "open", noted)
    write_whole(tmp_path / "a", "a")
    write_new(tmp_path / "b", b"b")
    assert [flags & binary for flags in asked] == [binary, binary]


def test_each_damaged_file_gets_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "hall.json"
    kept = []
    for text in ("first", "second", "third"):
        path.write_text(text)
        kept.append(set_aside(path))
    assert [aside.name for aside in kept] == ["hall.damaged", "hall.damaged-2", "hall.damaged-3"]
    assert [aside.read_text() for aside in kept] == ["first", "second", "third"]
    assert not path.exists()


@pytest.mark.parametrize(
    "name",
    [
        "a:b.csv",
        "cup:1.qv",
        "reports/a:b.csv",
        "what?.pdf",
        "a*b.csv",
        'a"b.csv',
        "a|b.csv",
        "a\tb.csv",
        "a\x1fb",
        "<a>",
    ],
)
def test_windows_takes_no_such_name(name: str) -> None:
    assert is_impossible(Path(name), windows=True)
    assert not is_impossible(Path(name), windows=False)


@pytest.mark.parametrize(
    "name", ["cup.qv", "a b.csv", "C:/reports/a.csv", "//server/share/a.csv", "a b (2).csv", "é麻.pdf", "nul"]
)
def test_other_names_are_taken(name: str) -> None:
    assert not is_impossible(Path(name), windows=True)


def test_no_system_takes_a_name_with_an_end_in_it() -> None:
    assert is_impossible(Path("a\0b"), windows=False)
    assert is_impossible(Path("a\0b"), windows=True)


def test_only_a_name_that_is_too_long_is_too_long(tmp_path: Path) -> None:
    if sys.platform != "win32":  # Wine says of such a name only that there is no such file
        assert is_too_long(tmp_path / ("x" * 300))
    assert not is_too_long(tmp_path)
    assert not is_too_long(tmp_path / "nowhere")


def test_a_name_that_is_too_long_is_told_from_a_folder_that_is_missing(tmp_path: Path) -> None:
    missing = FileNotFoundError(errno.ENOENT, "The system cannot find the path specified")
    assert is_refused(missing, tmp_path / ("x" * 240))  # what Windows answers where a path is longer than it takes
    assert not is_refused(missing, tmp_path / "nowhere" / "a.csv")
    assert is_refused(OSError(errno.ENAMETOOLONG, "File name too long"), tmp_path / "a")
    assert not is_refused(PermissionError(errno.EACCES, "Permission denied"), tmp_path / "a")


@pytest.mark.parametrize(("winerror", "too_long"), [(2, False), (3, True), (123, True), (206, True)])
def test_what_windows_says_of_a_path_that_is_too_long(
    winerror: int, too_long: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_path: Path) -> None:
        raise ImpossibleName(winerror)

    monkeypatch.setattr(Path, "lstat", fail)
    assert is_too_long(tmp_path / "cup.qv") is too_long


@pytest.mark.parametrize("winerror", [123, 206])
def test_what_windows_says_of_a_name(winerror: int, tmp_path: Path) -> None:
    assert is_refused(ImpossibleName(winerror), tmp_path / "nowhere" / "a")


@pytest.fixture(params=["without a name", "beside"])
def before_its_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of writing a file before it has its name."""
    if request.param == "beside":
        monkeypatch.setattr(writing, "_written_without_name", lambda _path, _content: False)


@pytest.mark.parametrize("name", ["cup.qv", "cup [1].qv" if sys.platform == "win32" else "cup [1] *.qv"])
def test_what_a_crash_left_is_deleted_after_more_than_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Somebody may still be writing a younger one; other files are nobody's business."""
    monkeypatch.setattr(writing, "_written_without_name", lambda _path, _content: False)
    now = 1_800_000_000
    monkeypatch.setattr("time.time", lambda: float(now))
    ages = {f".{name}.1.new": 3601, f".{name}.2.new": 3600, f".{name}.3.new": 0, f".{name}.4.new": -9,
            ".other.qv.5.new": 9999, f".{name}.6.old": 9999}  # fmt: skip
    for each, age in ages.items():
        (tmp_path / each).write_bytes(b"half")
        os.utime(tmp_path / each, (now - age, now - age))
    write_new_whole(tmp_path / name, b"whole")
    assert {each.name for each in tmp_path.iterdir()} == {*ages, name} - {f".{name}.1.new"}
    assert (tmp_path / name).read_bytes() == b"whole"


@pytest.mark.usefixtures("before_its_name")
def test_a_folder_that_cannot_be_synced_gets_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_folder: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(writing, "sync_folder", fail)
    with pytest.raises(OSError, match="Input/output error"):
        write_new_whole(tmp_path / "cup.qv", b"whole")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="only Linux writes files without a name")
@pytest.mark.parametrize(("call", "number", "written"), [
    ("open", errno.EOPNOTSUPP, True),  # of the folder
    *(("link", number, True) for number in sorted({errno.ENOENT, *writing._NO_LINKS})),
    ("link", errno.EIO, False),
    ("link", errno.ENOSPC, False),
])  # fmt: skip
def test_where_files_have_names_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, written: bool
) -> None:
    """Without /proc, or on a file system without such files, they are written beside; other errors are errors."""
    ours, handles = getattr(os, call), len(list(Path("/proc/self/fd").iterdir()))

    def fail(place: object, *arguments: Any, **more: Any) -> object:
        if (call == "open" and os.O_TMPFILE & arguments[0] == os.O_TMPFILE) or str(place).startswith("/proc"):
            raise OSError(number, os.strerror(number))
        return ours(place, *arguments, **more)

    monkeypatch.setattr(os, call, fail)
    if written:
        write_new_whole(tmp_path / "cup.qv", b"whole")
        assert (tmp_path / "cup.qv").read_bytes() == b"whole"
    else:
        with pytest.raises(OSError, match=os.strerror(number)):
            write_new_whole(tmp_path / "cup.qv", b"whole")
    assert [each.name for each in tmp_path.iterdir()] == ["cup.qv"] * written
    assert len(list(Path("/proc/self/fd").iterdir())) == handles


@pytest.mark.skipif(os.name == "nt", reason="Windows renames nothing to a name that is taken")
@pytest.mark.parametrize("number", [errno.EPERM, errno.EIO])
def test_without_links_a_file_that_came_meanwhile_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path = tmp_path / "cup.qv"

    def fail(_path: Path, _other: Path) -> None:
        path.write_bytes(b"of another program")
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "hardlink_to", fail)
    with pytest.raises(FileExistsError if number == errno.EPERM else OSError) as refused:
        writing._written_beside(path, b"whole")
    assert refused.value.errno == (errno.EEXIST if number == errno.EPERM else number)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"of another program"]


@pytest.mark.usefixtures("before_its_name")
def test_a_disk_that_takes_few_bytes_at_a_time_gets_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = os.write
    monkeypatch.setattr(os, "write", lambda handle, rest: ours(handle, rest[:7]))
    write_new_whole(tmp_path / "cup.qv", bytes(range(100)))
    assert (tmp_path / "cup.qv").read_bytes() == bytes(range(100))
