"""``export`` to a place that fails, for every kind of file: the old one stays whole, and the words say the way out."""

import errno
import gc
from pathlib import Path
from typing import Any

import pytest

from tests.systems import needs_a_full_device, needs_links
from tests.tournament.files.windows import SharingViolation
from tests.ui.cli.conftest import Answer, Call
from tournament.files import writing

OLD = b"the report of this morning"
EVERY_WRITER = pytest.mark.parametrize(
    ("what", "to"),
    [
        *(("standings", to) for to in ("pdf", "xlsx", "html", "csv")),
        ("score-sheets", "pdf"),
        ("workbook", "xlsx"),
        ("players", "parquet"),
        ("players", "csv"),
        ("event", "json"),
    ],
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for reports alone."""
    path = tmp_path / "reports"
    path.mkdir()
    return path


def exported(call: Call, event: Path, out: Path, what: str, to: str, *more: str) -> Answer:
    return call("export", event, "--what", what, "--to", to, "--out", out, *more)


def check_refused(answer: Answer, out: Path, way_out: str) -> None:
    """One line of words that names the file and what to do; the old file whole, and nothing beside it."""
    assert (answer.code, answer.out) == (3, "")
    assert len(answer.errors) == len(answer.err.splitlines()) == 1
    assert str(out) in answer.err
    assert way_out in answer.err
    assert "Traceback" not in answer.err
    assert out.read_bytes() == OLD
    assert list(out.parent.iterdir()) == [out]


@pytest.mark.thorough
@EVERY_WRITER
def test_open_in_excel(event: Path, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch, what: str, to: str):
    """Windows lets nobody replace a file that a program has open: a sharing violation, when all is written."""
    out = folder / f"out.{to}"
    out.write_bytes(OLD)

    def refuse(_self: Path, _target: Path) -> Path:
        raise SharingViolation(out)

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(writing, "_PATIENCE", 0.1)
    check_refused(exported(call, event, out, what, to), out, "Close it if another program has it open")


@pytest.mark.sampled(1)
@needs_a_full_device
@needs_links
@EVERY_WRITER
def test_the_disk_is_full_in_the_middle(
    event: Path, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch, what: str, to: str
):
    """The system answers each writer, whatever it writes with, that no room is left."""
    out = folder / f"out.{to}"
    out.write_bytes(OLD)
    opened = Path.open

    def on_a_full_disk(self: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if self.suffix == ".part" and mode == "xb":
            self.symlink_to("/dev/full")
            return opened(self, "rb")
        return opened(self, mode, *more, **named)

    monkeypatch.setattr(Path, "open", on_a_full_disk)
    check_refused(
        exported(call, event, out, what, to), out, "the disk is full. Free some space or choose another disk."
    )
    gc.collect()  # Python 3.12.1 crashes where a failed writer leaves a view of a BytesIO, and 3.13 warns


@EVERY_WRITER
def test_the_disk_is_full_at_the_end(
    event: Path, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch, what: str, to: str
):
    out = folder / f"out.{to}"
    out.write_bytes(OLD)

    def no_room(_self: Path, _target: Path) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_room)
    check_refused(
        exported(call, event, out, what, to), out, "the disk is full. Free some space or choose another disk."
    )


@EVERY_WRITER
def test_a_write_protected_file(event: Path, folder: Path, call: Call, what: str, to: str):
    out = folder / f"out.{to}"
    out.write_bytes(OLD)
    out.chmod(0o444)
    check_refused(exported(call, event, out, what, to), out, "is write-protected. Remove the protection or choose")


@EVERY_WRITER
def test_a_folder_in_its_place_and_a_folder_that_is_gone(event: Path, folder: Path, call: Call, what: str, to: str):
    (folder / f"out.{to}").mkdir()
    for out, way_out in (
        (folder / f"out.{to}", "is a folder. Add a file name."),
        (folder / "gone" / f"out.{to}", "its folder does not exist. Create the folder or choose another."),
    ):
        answer = exported(call, event, out, what, to)
        assert (answer.code, answer.out) == (3, "")
        assert f"error: {out}" in answer.err
        assert way_out in answer.err
    assert [path.name for path in folder.iterdir()] == [f"out.{to}"]
    assert list((folder / f"out.{to}").iterdir()) == []


def test_what_did_not_leave_is_not_noted(event: Path, folder: Path, call: Call):
    answer = exported(call, event, folder / "gone" / "out.pdf", "standings", "pdf", "--note")
    assert answer.code == 3
    assert "paper-noted" not in call("log", event, "--json").out
    assert exported(call, event, folder / "out.pdf", "standings", "pdf", "--note").code == 0
    assert "paper-noted" in call("log", event, "--json").out
