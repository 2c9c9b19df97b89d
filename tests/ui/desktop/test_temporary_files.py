"""The temporary files of the window are deleted when it ends or, if it was killed, at the next start."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ui.desktop.temporary_files import delete_left_folders, temporary_folder

_WINDOW = """
import sys
from pathlib import Path
from ui.desktop.temporary_files import temporary_folder
made = temporary_folder()
Path(made.name, "1.pdf").touch()
print(made.name, flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, here and in the windows that are started."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@contextmanager
def other_window() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process with a temporary folder."""
    with subprocess.Popen(
        [sys.executable, "-c", _WINDOW], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process, Path(process.stdout.readline().strip())
        finally:
            process.kill()


def test_a_window_that_ends_leaves_nothing(place: Path) -> None:
    with other_window() as (process, folder):
        assert folder.is_dir()
        process.communicate("\n")
        assert process.returncode == 0
    assert list(place.iterdir()) == []


def test_what_a_killed_window_left_is_deleted_at_the_next_start_and_nothing_else(place: Path) -> None:
    (place / "quatre-vents-window-of-somebody").mkdir()
    with other_window() as (living, kept), other_window() as (killed, left):
        killed.kill()
        killed.wait()
        assert (left / "1.pdf").exists()
        delete_left_folders()
        assert not left.parent.exists()
        assert (kept / "1.pdf").exists()
        assert living.poll() is None
    assert (place / "quatre-vents-window-of-somebody").is_dir()


def test_a_folder_is_made_again_after_the_system_deleted_it() -> None:
    with temporary_folder() as first:
        shutil.rmtree(Path(first).parent)
        with temporary_folder() as second:
            assert Path(second).is_dir()
            assert Path(second).parent != Path(first).parent
