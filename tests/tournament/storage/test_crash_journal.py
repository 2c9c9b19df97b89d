"""What a crash leaves beside a file is written back into that file alone; no copy is ruined by reading it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.systems import needs_links
from tests.tournament.storage.crashing import Crash, crash, left_beside, read
from tournament.language import ENGLISH
from tournament.storage import open_for_reading, open_for_writing
from tournament.storage.crash_journal import journal_of
from tournament.use_cases import StoreDamaged
from tournament.use_cases.chain import chain_problems

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="kills are tried where processes can be forked"),
]


@pytest.fixture(scope="module")
def crashes() -> Iterator[list[Crash]]:
    """Processes killed in the middle of writing: some of those with a journal left.

    They write to a disk: in memory they are seldom caught writing.
    """
    with TemporaryDirectory(dir="/var/tmp") as folder:
        yield list(with_journal(Path(folder), 1))


def with_journal(folder: Path, wanted: int) -> Iterator[Crash]:
    """``wanted`` crashes that left a journal which SQLite would write back."""
    seed = 0
    while wanted:
        seed += 1
        (folder / str(seed)).mkdir()
        found = crash(folder / str(seed), seed)
        if found.journal[:1] not in (b"", b"\0"):
            wanted -= 1
            yield found


def check_own(folder: Path, left: Crash) -> None:
    """The file left by the crash has every entry that was reported as saved, and is whole."""
    path = left_beside(folder / "own", left.file, left.journal)
    entries = read(path)
    assert left.saved <= len(entries) <= left.saved + 1
    assert chain_problems(entries) == ()
    assert not journal_of(path).exists()
    assert sorted(path.parent.iterdir()) == [path]


def check_copies(folder: Path, left: Crash) -> None:
    """Each copy beside the journal has its own entries after reading, and not one byte has changed."""
    for number, copy in enumerate((*left.ages, *left.others)):
        path = left_beside(folder / f"copy-{number}", copy, left.journal)
        alone = folder / f"alone-{number}.qv"
        alone.write_bytes(copy)
        assert read(path) == read(alone)
        assert path.read_bytes() == copy
        assert not journal_of(path).exists()
        kept = [other for other in path.parent.iterdir() if other != path]
        if kept:
            assert sorted(other.read_bytes() for other in kept) == sorted((copy, left.journal))


def test_what_was_cut_off_is_rolled_back(tmp_path: Path, crashes: list[Crash]):
    for number, left in enumerate(crashes):
        check_own(tmp_path / str(number), left)


def test_copies_of_all_ages_stay_as_they_are(tmp_path: Path, crashes: list[Crash]):
    for number, left in enumerate(crashes):
        check_copies(tmp_path / str(number), left)


@pytest.mark.parametrize("opening", [open_for_reading, open_for_writing])
def test_the_user_is_told_what_was_set_aside_and_where(tmp_path: Path, crashes: list[Crash], opening):
    left = crashes[0]
    path = left_beside(tmp_path / "copy", left.ages[0], left.journal)
    store = opening(path)
    (notice,) = store.notices
    store.close()
    said = ENGLISH.render(notice)
    aside = sorted(other for other in path.parent.iterdir() if other != path)
    assert len(aside) == 2
    assert all(str(other) in said for other in aside)
    store = opening(path)
    assert store.notices == ()
    store.close()


def test_a_cut_copy_beside_a_journal_is_refused_and_left_alone(tmp_path: Path, crashes: list[Crash]):
    left = crashes[0]
    cut = left.ages[0][:-4096]
    path = left_beside(tmp_path / "copy", cut, left.journal)
    for opening in (open_for_reading, open_for_writing):
        with pytest.raises(StoreDamaged):
            opening(path)
    assert (path.read_bytes(), journal_of(path).read_bytes()) == (cut, left.journal)


@needs_links
def test_a_journal_is_looked_for_beside_the_file_and_not_beside_a_link_to_it(tmp_path: Path, crashes: list[Crash]):
    left = crashes[0]
    path = left_beside(tmp_path / "copy", left.ages[0], left.journal)
    link = tmp_path / "link.qv"
    link.symlink_to(path)
    assert read(link) == read(path)
    assert path.read_bytes() == left.ages[0]


def test_the_journal_of_a_process_at_work_is_its_own(tmp_path: Path, crashes: list[Crash]):
    left = crashes[0]
    path = tmp_path / "event.qv"
    path.write_bytes(left.ages[0])
    writer = open_for_writing(path)
    list(writer.read())
    journal_of(path).write_bytes(b"\0" * 512)
    assert len(read(path)) == len(list(writer.read()))
    assert journal_of(path).exists()
    writer.close()


def test_a_log_of_another_database_is_set_aside(tmp_path: Path, crashes: list[Crash]):
    path = tmp_path / "event.qv"
    path.write_bytes(crashes[0].ages[0])
    log = tmp_path / "event.qv-wal"
    log.write_bytes(b"a log of something else")
    before = len(read(path))
    assert not log.exists()
    assert path.read_bytes() == crashes[0].ages[0]
    assert before
    shutil.rmtree(tmp_path)
