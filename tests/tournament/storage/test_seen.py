"""What this computer remembers of an event file: an older file is reported, and no failure to remember matters."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import structs

from tests.tournament.ledger.writing import follow
from tests.tournament.use_cases.store_contract import record
from tournament.language import ENGLISH
from tournament.ledger.entry import Record
from tournament.storage import seen
from tournament.use_cases.chain import fingerprint_of

ALL = follow([record(1), record(2), record(3), record(4)])
THEN = datetime(2026, 6, 13, 14, 2, tzinfo=UTC)


def keep(place: Path, records: list[Record]) -> None:
    seen.remember(place, records[0].id, fingerprint_of(records), now=THEN)


def told(place: Path, records: list[Record]) -> str:
    text = seen.went_back(place, records)
    return "" if text is None else ENGLISH.render(text)


@pytest.mark.parametrize("first_version", [False, True])
def test_a_shorter_journal_is_reported_and_a_longer_one_is_not(tmp_path: Path, first_version: bool) -> None:
    place = tmp_path / "event.qv"
    every = [structs.replace(each, before="") for each in ALL] if first_version else ALL
    assert told(place, every) == ""
    keep(place, every[:3])
    assert told(place, every[:3]) == told(place, every) == ""
    for count in (1, 2):
        assert told(place, every[:count]).startswith("On this computer this event had 3 entries at ")
        assert f"now it has {count}" in told(place, every[:count])


def test_different_entries_at_the_same_place_are_reported(tmp_path: Path) -> None:
    place = tmp_path / "event.qv"
    keep(place, ALL[:3])
    other = follow([record(3, id="other"), record(4)], ALL[:2])
    assert "the first 3 entries of this event were different" in told(place, [*ALL[:2], *other])


def test_another_event_and_another_place_are_another_matter(tmp_path: Path) -> None:
    place = tmp_path / "event.qv"
    keep(place, ALL)
    assert told(place, follow([record(1, id="new event")])) == ""
    assert told(tmp_path / "copy.qv", ALL[:2]) == ""
    seen.forget(place)
    assert told(place, ALL[:2]) == ""
    seen.forget(place)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"event":1}', '{"event":"x","entries":"x","hash":"","time":""}'])
def test_what_cannot_be_read_is_not_remembered(tmp_path: Path, content: str) -> None:
    place = tmp_path / "event.qv"
    keep(place, ALL)
    (path,) = [each for each in seen.seen_home().iterdir() if seen.last_seen(place) and seen.memory_of(place) == each]
    path.write_text(content)
    assert seen.last_seen(place) is None
    assert told(place, ALL[:1]) == ""


def test_a_place_that_cannot_be_written_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("a file where a folder belongs")
    monkeypatch.setattr(seen, "seen_home", lambda: tmp_path / "state" / "seen")
    keep(tmp_path / "event.qv", ALL)
    assert seen.last_seen(tmp_path / "event.qv") is None
    seen.forget(tmp_path / "event.qv")


def test_what_was_seen_is_kept_under_the_path_with_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "event.qv"
    keep(place, ALL)
    assert seen.last_seen(place) == seen.Seen(ALL[0].id, fingerprint_of(ALL), THEN)
    seen.remember(place, ALL[0].id, fingerprint_of(ALL[:2]))
    kept = seen.last_seen(place)
    assert kept is not None
    assert kept.fingerprint == fingerprint_of(ALL[:2])
    assert abs((datetime.now(UTC) - kept.time).total_seconds()) < 60
    monkeypatch.chdir(tmp_path)
    assert seen.last_seen(Path("event.qv")) == kept, "however the path is written"


@pytest.mark.parametrize("first_version", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_entry_that_was_seen_may_differ(tmp_path: Path, first_version: bool, count: int) -> None:
    """Also in files of the first version, whose entries do not name the hash before them."""
    place = tmp_path / "event.qv"
    every = [structs.replace(each, before="") for each in ALL] if first_version else ALL
    keep(place, every[:count])
    if first_version:
        other = [*every[: count - 1], structs.replace(every[count - 1], hash="f" * 64), *every[count:]]
    else:
        altered = structs.replace(ALL[count - 1], author="Ben")
        other = [*ALL[: count - 1], *follow([altered, *ALL[count:]], ALL[: count - 1])]
    assert told(place, every) == ""
    assert f"the first {count} entries of this event were different" in told(place, other)
