"""Files appear whole or not at all, and a failure comes with its reason."""

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from reports.catalogue import Format, write
from reports.writers import atomic_file as atomic_file_module
from reports.writers.atomic_file import ExportFailed, atomic_file
from tests.reports.documents import document
from tests.systems import needs_a_full_device, needs_links
from tournament.files import writing
from tournament.language import ENGLISH

EVERY_FORMAT = pytest.mark.parametrize("format", Format, ids=lambda kind: kind.value)


def said(failure: pytest.ExceptionInfo[ExportFailed]) -> str:
    return ENGLISH.render(failure.value.message)


@EVERY_FORMAT
def test_a_file_is_written_and_written_over(tmp_path: Path, format: Format) -> None:
    target = tmp_path / f"standings.{format.value}"
    target.write_text("an older export")
    write(document(), target, format, ENGLISH)
    assert target.stat().st_size > 200
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@EVERY_FORMAT
def test_a_folder_that_does_not_exist(tmp_path: Path, format: Format) -> None:
    target = tmp_path / "nowhere" / f"standings.{format.value}"
    with pytest.raises(ExportFailed) as failure:
        write(document(), target, format, ENGLISH)
    assert failure.value.path == target
    assert (
        said(failure) == f"{target} cannot be written: its folder does not exist. Create the folder or choose another."
    )
    assert not target.parent.exists()


@EVERY_FORMAT
def test_a_target_that_is_a_folder(tmp_path: Path, format: Format) -> None:
    with pytest.raises(ExportFailed) as failure:
        write(document(), tmp_path, format, ENGLISH)
    assert said(failure) == f"{tmp_path} is a folder. Add a file name."
    assert list(tmp_path.iterdir()) == []


@EVERY_FORMAT
def test_a_write_protected_target_is_left_alone(tmp_path: Path, format: Format) -> None:
    target = tmp_path / f"standings.{format.value}"
    target.write_text("signed and protected")
    target.chmod(0o444)
    with pytest.raises(ExportFailed) as failure:
        write(document(), target, format, ENGLISH)
    assert "write-protected" in said(failure)
    assert target.read_text() == "signed and protected"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.skipif(os.name != "posix", reason="folders have no such protection elsewhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    folder.chmod(0o555)
    try:
        with pytest.raises(ExportFailed) as failure:
            write(document(), folder / "a.csv", Format.CSV, ENGLISH)
        assert "cannot be written: permission denied" in said(failure)
        assert list(folder.iterdir()) == []
    finally:
        folder.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="there are no device files elsewhere")
def test_a_device_is_written_into_and_not_replaced() -> None:
    write(document(), Path(os.devnull), Format.CSV, ENGLISH)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@needs_a_full_device
def test_a_device_that_is_full() -> None:
    with pytest.raises(ExportFailed) as failure:
        write(document(), Path("/dev/full"), Format.CSV, ENGLISH)
    assert "the disk is full" in said(failure)


@pytest.mark.skipif(os.name != "posix", reason="there are no such pipes elsewhere")
@EVERY_FORMAT
def test_who_reads_from_a_pipe_gets_the_report(tmp_path: Path, format: Format) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        write(document(), pipe, format, ENGLISH)
        assert len(read.result(10)) > 200
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(os.name != "posix", reason="there are no such pipes elsewhere")
def test_a_pipe_that_nobody_reads_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(atomic_file_module, "_PATIENCE", 0.1)
    with pytest.raises(ExportFailed) as failure:
        write(document(), pipe, Format.CSV, ENGLISH)
    assert "a pipe that nobody reads" in said(failure)


@EVERY_FORMAT
@pytest.mark.parametrize("name", ["cup.qv", "CUP.QV", "standings.csv", "no-ending"])
@pytest.mark.parametrize(
    "way",
    ["itself", *(pytest.param(way, marks=needs_links) for way in ("symbolic link", "link of a link")), "hard link"],
)
def test_an_event_is_never_replaced(tmp_path: Path, format: Format, name: str, way: str) -> None:
    event = tmp_path / name
    event.write_bytes(b"SQLite format 3\0" + bytes(4080))
    target = tmp_path / f"out.{format.value}"
    if way == "symbolic link":
        target.symlink_to(event)
    elif way == "link of a link":
        (tmp_path / "between").symlink_to(event.name)
        target.symlink_to("between")
    elif way == "hard link":
        target.hardlink_to(event)
    else:
        target = event
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ExportFailed) as failure:
        write(document(), target, format, ENGLISH)
    assert "is an event: a report never replaces one" in said(failure)
    assert event.read_bytes() == b"SQLite format 3\0" + bytes(4080)
    assert sorted(tmp_path.iterdir()) == before


def test_an_event_that_is_put_there_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"

    def write_slowly() -> None:
        with atomic_file(target) as unfinished:
            unfinished.write_text("a report")
            target.write_bytes(b"SQLite format 3\0")

    with pytest.raises(ExportFailed):
        write_slowly()
    assert target.read_bytes() == b"SQLite format 3\0"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportFailed) as failure:
        write(document(), tmp_path / "file" / "a.csv", Format.CSV, ENGLISH)
    assert "cannot be written" in said(failure)


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(ExportFailed) as failure:
        write(document(), tmp_path / ("x" * 300 + ".csv"), Format.CSV, ENGLISH)
    assert "cannot be written" in said(failure)


@EVERY_FORMAT
def test_a_full_disk_leaves_nothing_new(tmp_path: Path, format: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    target = tmp_path / f"standings.{format.value}"
    target.write_text("an older export")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExportFailed) as failure:
        write(document(), target, format, ENGLISH)
    assert said(failure) == (f"{target} cannot be written: the disk is full. Free some space or choose another disk.")
    assert target.read_text() == "an older export"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@EVERY_FORMAT
def test_cancelling_leaves_nothing(tmp_path: Path, format: Format) -> None:
    class Cancelled(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        assert 0 <= done <= total
        raise Cancelled

    with pytest.raises(Cancelled):
        write(document(), tmp_path / f"standings.{format.value}", format, ENGLISH, progress=cancel)
    assert list(tmp_path.iterdir()) == []


def test_a_bug_while_writing_is_no_export_failure(tmp_path: Path) -> None:
    class Bug(Exception):
        pass

    with pytest.raises(Bug), atomic_file(tmp_path / "a.csv") as unfinished:
        raise Bug(unfinished.write_text("half"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes mean this on POSIX only")
def test_the_new_file_may_be_read_by_whom_the_system_lets(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("")
    write(document(), tmp_path / "a.csv", Format.CSV, ENGLISH)
    assert stat.S_IMODE((tmp_path / "a.csv").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@pytest.mark.parametrize("name", ["a:b.csv", "what?.csv"])
def test_on_windows_a_name_that_no_file_can_have_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(writing, "is_impossible", partial(writing.is_impossible, windows=True))
    with pytest.raises(ExportFailed) as failure:
        write(document(), tmp_path / name, Format.CSV, ENGLISH)
    assert "this file name is not possible" in said(failure)
    assert list(tmp_path.iterdir()) == []


def test_on_windows_a_path_that_is_too_long_is_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_found(_source: Path, _target: Path) -> Path:
        raise FileNotFoundError(errno.ENOENT, "The system cannot find the path specified")

    monkeypatch.setattr(Path, "replace", not_found)
    with pytest.raises(ExportFailed) as failure:
        write(document(), tmp_path / ("x" * 240 + ".csv"), Format.CSV, ENGLISH)
    assert "Choose a shorter one" in said(failure)
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_written_into_where_nothing_opens_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no O_NONBLOCK: ``--out nul`` throws the report away."""
    monkeypatch.setattr(atomic_file_module, "_WITHOUT_WAITING", 0)
    monkeypatch.delattr(os, "set_blocking", raising=False)
    write(document(), Path(os.devnull), Format.CSV, ENGLISH)
