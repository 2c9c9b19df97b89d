"""A notebook reads an event from its file in two lines; the file is not changed, and a broken one is refused."""

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from reports.frames import COLUMNS, event_frames, read_event
from tests.examples.events import sample_event
from tournament.event.problem import Refused
from tournament.storage import write_event
from tournament.use_cases import StoreDamaged


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("frames") / "cup.qv"
    write_event(path, [entry.record for entry in sample_event().journal])
    return path


def test_the_file_says_what_the_open_event_says(file: Path) -> None:
    before = file.read_bytes()
    event, view = read_event(str(file)), sample_event()
    open_event = event_frames(view)
    assert (event.name, event.format, event.rules) == ("Open de l’Exemple 2026", "tournament", "mcr")
    assert event.fingerprint == str(view.fingerprint)
    for name in COLUMNS:
        pd.testing.assert_frame_equal(getattr(event, name), getattr(open_event, name))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["cup.qv"]


def test_what_is_in_it_can_be_asked(file: Path) -> None:
    columns = read_event(file).columns
    assert list(columns.columns) == ["frame", "column", "dtype", "meaning"]
    assert len(columns) == sum(map(len, COLUMNS.values()))
    assert columns.meaning.str.endswith(".").all()
    assert not columns.duplicated(["frame", "column"]).any()


def test_a_broken_journal_is_refused(file: Path, tmp_path: Path) -> None:
    records = [entry.record for entry in sample_event().journal]
    del records[20]
    write_event(tmp_path / "broken.qv", records)
    with pytest.raises(Refused):
        read_event(tmp_path / "broken.qv")


@pytest.mark.parametrize("content", [b"", b"rank;player\n", None])
def test_what_is_no_event_is_refused(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "no.qv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        read_event(path)


def test_pandas_is_loaded_when_a_frame_is_made() -> None:
    code = (
        "import sys, reports.frames, reports.catalogue; "
        "print([name for name in ('pandas', 'pyarrow', 'numpy', 'sqlite3') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
