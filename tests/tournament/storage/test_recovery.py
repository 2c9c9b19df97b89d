"""What a damaged file still has makes a whole event; what is missing is named, and nothing is invented."""

import random
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import structs

from tests.tournament.storage import damaging
from tests.tournament.storage.crashing import read
from tournament.language import ENGLISH
from tournament.ledger.entry import Record
from tournament.storage import open_for_reading
from tournament.storage.recovery import recover_file
from tournament.storage.salvage import salvage
from tournament.use_cases import By, StoreDamaged
from tournament.use_cases.assembly import RECOVERY
from tournament.use_cases.check import check_records
from tournament.use_cases.recovery import Recovery, recover, with_note
from ui.cli.bootstrap import make_sample


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an event of several sessions."""
    path = tmp_path_factory.mktemp("sample") / "sample.qv"
    make_sample(path)
    return path.read_bytes()


@pytest.fixture
def entries(tmp_path: Path, original: bytes) -> tuple[Record, ...]:
    path = tmp_path / "original.qv"
    path.write_bytes(original)
    return read(path)


def recovered(path: Path) -> Recovery:
    """What ``recover`` makes of ``path``."""
    found = salvage(path)
    return recover(found.records, found.end, whole=found.whole)


def content_of(record: Record) -> tuple[str, ...]:
    """What a recovered entry shares with what was written; heads are those that are there."""
    heads = record.kind == "heads-chained"
    return (
        record.id,
        record.stream,
        record.kind,
        record.author,
        record.desk,
        record.time,
        "" if heads else record.content,
    )


def check_recovered(result: Recovery, entries: Sequence[Record], intact: frozenset[str] = frozenset()) -> None:
    """It is whole, has nothing that was not written, all before the first gap, and says what it has not."""
    saved = with_note(result, len(entries), by=By("x"), now=datetime(2026, 6, 13, tzinfo=UTC))
    assert check_records(saved.records).problems == ()
    written = {record.id: content_of(record) for record in entries}
    kept = {record.id for record in result.records if record.desk != RECOVERY}
    assert all(content_of(record) == written[record.id] for record in result.records if record.id in kept)
    assert (len(kept), len(result.records) - len(kept)) == (result.kept, result.rebuilt)
    assert kept.isdisjoint(record.id for record in result.left_out)
    assert bool(result.missing) == (len(kept) < len(entries))
    for record in entries:
        if record.id not in intact:
            break
        assert record in result.records


def page_of(record: Record, original: bytes) -> int:
    """Where the page begins that has its cell; what an inner page was before it became one may still stand in it."""
    columns = f"{record.id}{record.stream}".encode()  # of its cell, one behind the other
    places = (found.start() for found in re.finditer(re.escape(columns), original))
    pages = (place // damaging.PAGE * damaging.PAGE for place in places)
    return next(page for page in pages if original[page] == damaging.LEAF)


def intact_in(original: bytes, damaged: bytes, entries: Sequence[Record]) -> frozenset[str]:
    """The short entries in whose page nothing is damaged."""
    whole = set()
    for record in entries:
        page = page_of(record, original)
        same = damaged[page : page + damaging.PAGE] == original[page : page + damaging.PAGE]
        if same and len(record.content) < damaging.PAGE // 2:
            whole.add(record.id)
    return frozenset(whole)


def check_file(path: Path, original: bytes, entries: Sequence[Record]) -> Recovery | None:
    """Recover ``path``, a damaged copy of ``original``; None when nothing of it is whole."""
    intact = intact_in(original, path.read_bytes(), entries)
    try:
        found = salvage(path)
    except StoreDamaged:
        assert not intact
        return None
    assert intact <= {record.id for record in found.records}
    result = recover(found.records, found.end, whole=found.whole)
    assert result.intact == len({record.id for record in found.records})
    check_recovered(result, entries, intact)
    return result


@pytest.mark.parametrize("kind", damaging.KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_everything_that_is_valid_is_recovered(
    tmp_path: Path, original: bytes, entries: Sequence[Record], kind: Callable[[bytes, random.Random], bytes], seed: int
):
    damaged = kind(original, random.Random(seed))
    path = tmp_path / "damaged.qv"
    path.write_bytes(damaged)
    check_file(path, original, entries)
    assert path.read_bytes() == damaged


def test_a_whole_event_is_the_same_entry_by_entry(tmp_path: Path, original: bytes, entries: Sequence[Record]):
    path = tmp_path / "whole.qv"
    path.write_bytes(original)
    assert recovered(path) == Recovery(tuple(entries))


def test_with_a_broken_index_nothing_is_missing(tmp_path: Path, original: bytes, entries: Sequence[Record]):
    path = tmp_path / "index.qv"
    path.write_bytes(original)
    connection = sqlite3.connect(path)
    (root,) = connection.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_journal_1'"
    ).fetchone()
    connection.close()
    damaged = bytearray(original)
    damaged[(root - 1) * damaging.PAGE : root * damaging.PAGE] = bytes(damaging.PAGE)
    path.write_bytes(damaged)
    assert recovered(path) == Recovery(tuple(entries))


def test_of_a_sheet_with_a_lost_hand_everything_else_is_kept_but_a_signature_without_totals(entries: Sequence[Record]):
    lost = next(record for record in entries if record.stream == "session-1/table-2")
    end = check_records(entries).fingerprint
    result = recover([record for record in entries if record is not lost], end)
    check_recovered(result, entries)
    said = [ENGLISH.render(text) for text in result.missing]
    assert said[0] == f"Entry {lost.position} is missing."
    assert said[1] == "Session 1, table 2: 1 entry of the sheet is missing: compare it with the paper."
    assert not result.left_out, "the paper's totals of the signature show that something is missing"


def test_a_truncated_journal_is_reported(entries: Sequence[Record]):
    end = check_records(entries).fingerprint
    result = recover(entries[:-3], end)
    assert result.records == tuple(entries[:-3])
    assert [ENGLISH.render(text) for text in result.missing] == [
        f"Entries {len(entries) - 2} to {len(entries)} are missing."
    ]


def test_an_unknown_end_of_the_journal_is_reported(entries: Sequence[Record]):
    (text,) = recover(entries, None).missing
    assert "no longer records how many entries were written" in ENGLISH.render(text)


def test_a_forged_entry_is_not_taken(entries: Sequence[Record]):
    forged = [structs.replace(record, author="Somebody") if record.position == 40 else record for record in entries]
    result = recover([record for record in forged if record.position != 40], check_records(entries).fingerprint)
    assert "Somebody" not in {record.author for record in result.records}
    check_recovered(result, entries)


def test_what_is_no_event_is_refused(tmp_path: Path):
    for content in (b"", b"some text", bytes(100_000), b"SQLite format 3\0" + bytes(5000)):
        path = tmp_path / "none.qv"
        path.write_bytes(content)
        with pytest.raises(StoreDamaged):
            salvage(path)
    for path in (tmp_path, tmp_path / "nowhere.qv"):
        with pytest.raises(StoreDamaged):
            salvage(path)


def test_files_of_the_first_version(tmp_path: Path):
    for path in (Path(__file__).parent / "files").glob("*.qv"):
        store = open_for_reading(path)
        expected = tuple(store.read())
        store.close()
        copy = tmp_path / path.name
        damaged = bytearray(path.read_bytes())
        damaged[100:108] = bytes(8)  # the page that says where the tables are
        copy.write_bytes(damaged)
        assert {record.hash for record in salvage(copy).records} == {record.hash for record in expected}, path.name


def test_a_contradiction_caused_by_a_lost_entry_is_reported(tmp_path: Path):
    """Player 9 was drawn by hand without a seat, and then merged with player 2; without the merger they are there again
    and need a seat, and all sheets stay."""
    path = tmp_path / "people.qv"
    path.write_bytes((Path(__file__).parent / "files" / "people.qv").read_bytes())
    entries = read(path)
    assert entries[3].kind == "players-merged"
    result = recover([*entries[:3], *entries[4:]], None)
    kept = {record.kind for record in result.records}
    assert {"draw-published", "totals-recorded", "hand-recorded", "penalty-given"} <= kept
    (problem,) = check_records(result.records).problems
    assert ENGLISH.render(problem.text) == "The draw: Player 9 (First9 Sample9) has no seat."
    assert problem.text in result.missing


def test_an_entry_with_the_position_of_another_does_not_displace_it(tmp_path: Path):
    """Also in a file of the first version, whose entries do not say what was before them."""
    path = tmp_path / "games.qv"
    path.write_bytes((Path(__file__).parent / "files" / "games.qv").read_bytes())
    entries = read(path)
    assert not entries[14].before
    assert entries[14].stream == entries[12].stream
    displaced = structs.replace(entries[14], position=13)
    result = recover([displaced, *entries[:14], *entries[15:]], None)
    assert result.records[:14] == entries[:14]


class Ended(Exception):
    """Whoever asked for the recovery has enough of it."""


def test_ended_at_any_moment_a_recovery_leaves_nothing_behind(tmp_path: Path, original: bytes) -> None:
    path, new = tmp_path / "event.qv", tmp_path / "new.qv"
    path.write_bytes(original[: len(original) * 3 // 4])
    told: list[tuple[int, int]] = []
    now, by = datetime.now(UTC), By("Referee", "desk")
    recover_file(path, tmp_path / "whole.qv", by=by, now=now, progress=lambda *steps: told.append(steps))
    assert len(told) > 3
    assert [done for done, _all in told[2:-1]] == sorted(done for done, _all in told[2:-1])
    assert all(done <= streams for done, streams in told[2:])
    assert told[-1] == (1, 1), "it is complete"
    for end in (0, len(told) // 2, len(told) - 1):
        calls = iter(range(len(told)))

        def step(_done: int, _all: int, end: int = end, calls: Iterator[int] = calls) -> None:
            if next(calls) == end:
                raise Ended

        with pytest.raises(Ended):
            recover_file(path, new, by=by, now=now, progress=step)
        assert list(tmp_path.glob("new*")) == []
