"""Event files of every release are shown as that release showed them, and written on.

Each folder of ``tests/tournament/storage/files`` has those of one release, as :mod:`tests.proof.kept_files` wrote
them. They are never written again.
"""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.proof.calling import call
from tests.proof.kept_files import EXPORT, RESULTS, shown
from tests.tournament.use_cases.events import BY
from tournament.storage import open_for_reading, open_for_writing
from tournament.use_cases import Book, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import ChangeSettings
from ui import __version__

FILES = Path(__file__).resolve().parents[1] / "tournament" / "storage" / "files"
KEPT = sorted(FILES.glob("*/*.qv"))


@pytest.mark.thorough
@pytest.mark.parametrize("kept", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_shown_as_it_was_and_written_on(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / kept.name
    shutil.copyfile(kept, path)
    then = json.loads(kept.with_name(RESULTS).read_text(encoding="utf-8"))[kept.stem]
    assert _as_then(shown(path), then) == then
    assert path.read_bytes() == kept.read_bytes()
    book = Book(open_for_writing(path))
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    entries = len(book.view.journal)
    book.close()
    store = open_for_reading(path)
    found = check_records(list(store.read()), store.end)
    store.close()
    assert (found.problems, found.entries) == ((), entries)


@pytest.mark.parametrize("export", sorted(FILES.glob(f"*/{EXPORT}")), ids=lambda path: path.parent.name)
def test_its_export_becomes_the_same_event(export: Path, tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    assert call("new", path, "--from", export).code == 0
    then = json.loads(export.with_name(RESULTS).read_text(encoding="utf-8"))[export.stem]
    assert _as_then(shown(path), then) == then


def test_every_release_that_adds_something_keeps_its_files() -> None:
    assert __version__.rpartition(".")[0] in {kept.parent.name for kept in KEPT}


def _as_then(now: Any, then: Any) -> Any:
    """``now`` without the members that came since."""
    match now, then:
        case dict(), dict():
            return {name: _as_then(value, then[name]) for name, value in now.items() if name in then}
        case list(), list() if len(now) == len(then):
            return [_as_then(*each) for each in zip(now, then, strict=True)]
        case _:
            return now
