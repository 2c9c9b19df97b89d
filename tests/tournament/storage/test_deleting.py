"""An event is deleted with everything that the program made of it, and nothing else is."""

import shutil
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tournament.storage.events import entries_of, grow, make_event
from tournament.storage import open_for_reading
from tournament.storage.copies import copies_home, keep_second_place, take_copies
from tournament.storage.deleting import delete_event, files_of_event
from tournament.storage.lock import WriteLock
from tournament.storage.seen import last_seen, remember
from tournament.use_cases.chain import fingerprint_of
from tournament.use_cases.ports import StoreUnavailable

NOW = datetime(2026, 6, 14, 18, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def event(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    return make_event(tmp_path / "here" / "cup.qv", 4)


def first_entry(path: Path) -> str:
    with closing(open_for_reading(path)) as store:
        return next(iter(store.read())).id


def copy_now(path: Path, second: Path | None = None) -> list[Path]:
    hashes = entries_of(path)
    outcomes = take_copies(path, event=first_entry(path), name="Cup", entries=len(hashes), last=hashes[-1],
                           home=copies_home(), second=second, now=NOW)  # fmt: skip
    return [outcome.copy.path for outcome in outcomes if outcome.copy is not None]


def files_under(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_everything_that_the_program_made_is_deleted_and_nothing_else(event: Path, tmp_path: Path) -> None:
    second, notes = tmp_path / "stick", tmp_path / "home" / "hall" / "id"
    second.mkdir()
    notes.mkdir(parents=True)
    (notes / "screens.json").write_text("{}")
    keep_second_place(copy_now(event)[0].parent, second)
    copies = copy_now(event, second)
    grow(event, 1)
    copies += copy_now(event, second)
    copies[0].with_name(".123.part").write_bytes(event.read_bytes())
    replaced = event.with_name("cup replaced 2026-06-14 10-00-00.qv")
    shutil.copyfile(event, replaced)
    aside = event.with_name("cup.qv-journal.aside-20260614-100000")
    aside.write_bytes(b"pages")
    by_hand, other = event.with_name("my copy.qv"), make_event(event.with_name("other.qv"), 2)
    shutil.copyfile(event, by_hand)
    other_copies = copy_now(other)
    with closing(open_for_reading(event)) as store:
        remember(event, first_entry(event), fingerprint_of(list(store.read())))

    done = delete_event(event, first_entry(event), (notes, tmp_path / "home" / "nothing"))

    assert done.failed == ()
    assert set(done.files.copies) >= set(copies)
    assert set(done.files.left) == {replaced, aside, notes}
    assert done.files.others == (by_hand,)
    assert files_under(tmp_path) == {by_hand, other, *other_copies}
    assert list(second.iterdir()) == []
    assert last_seen(event) is None


def test_nothing_is_deleted_while_a_program_has_the_event_open(event: Path, tmp_path: Path) -> None:
    copy_now(event)
    before, lock = files_under(tmp_path), WriteLock(event)
    try:
        with pytest.raises(StoreUnavailable, match="is open"):
            delete_event(event, first_entry(event))
    finally:
        lock.release()
    assert files_under(tmp_path) == before


def test_copies_on_a_stick_that_is_away_are_named_and_deleted_once_it_is_back(event: Path, tmp_path: Path) -> None:
    stick, drawer = tmp_path / "stick", tmp_path / "drawer"
    stick.mkdir()
    folder = copy_now(event)[0].parent
    keep_second_place(folder, stick)
    copy_now(event, stick)
    stick.rename(drawer)
    done = delete_event(event, first_entry(event))
    assert done.failed == ()
    assert done.files.absent == (stick / folder.name,)
    assert not event.exists()
    drawer.rename(stick)
    assert len(files_of_event(event, "").copies) == 1, "found by the path of the event, which is missing"
    assert delete_event(event, "").failed == ()
    assert files_under(stick) == set()
    assert not folder.exists()


def test_a_failure_is_a_result_and_the_event_stays(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (copy,) = copy_now(event)
    unlink = Path.unlink

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        if path == copy:
            raise PermissionError(13, "used by another program", str(path))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    done = delete_event(event, first_entry(event))
    assert copy in dict(done.failed)
    assert event.exists()


def test_an_id_of_an_event_leads_out_of_no_folder(event: Path, tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "letter.txt").write_text("keep")
    delete_event(event, "../../documents")
    assert (tmp_path / "documents" / "letter.txt").exists()
