"""Event files that earlier versions wrote are read, verified and counted as they were.

``files/first.qv`` was written by the program as it was before reserves and the reason of a replacement came into the
ledger, ``files/every-fact.qv`` (``tests.examples.every_fact``) when facts were still put into JSON by hand. They are
never written again: a change of the ledger that these tests refuse would refuse the events of users. A new fact gets a
file of its own.
"""

import errno
import multiprocessing
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.systems import IS_WINDOWS
from tests.tournament.use_cases.events import BY
from tournament.event.format import EventFormat
from tournament.event.prizes import CategoryKind, PrizeCategory, Prizes, PrizeTies
from tournament.event.settings import (
    AfterGong,
    CountedTotals,
    FederationLevel,
    FinalRanks,
    GrantedPoints,
    PaperTotals,
    SecondReading,
)
from tournament.event.timetable import Timetable
from tournament.language import ENGLISH
from tournament.ledger.codec import decode, encode
from tournament.ledger.description import describe
from tournament.ledger.entry import Record
from tournament.ledger.facts import Fact
from tournament.ledger.fingerprint import Fingerprint
from tournament.rules.payment import Outcome
from tournament.storage import SqliteStore, open_for_reading, open_for_writing
from tournament.storage.schema import FILE_VERSION
from tournament.use_cases import (
    Book,
    Conflict,
    RecordHand,
    StoreChanged,
    StoreUnavailable,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import ChangeSettings
from tournament.use_cases.papers import noted_papers
from tournament.use_cases.prizes import prize_list

FIRST = Path(__file__).with_name("files") / "first.qv"
EVERY_FACT = FIRST.with_name("every-fact.qv")
STANDING: list[tuple[int, Fraction | int, int]] = [
    (3, 4, 68),
    (7, 4, 40),
    (6, 2, 17),
    (5, 2, 0),
    (8, 1, -10),
    (2, 1, -27),
    (4, 0, -30),
    (1, 0, -68),
]
"""Player, table points and score after session 1, as that version printed them."""
ALL_STANDING: list[tuple[int, Fraction | int, int]] = [
    (2, 8, 77),
    (5, 6, 80),
    (3, Fraction(11, 2), 32),
    (6, 3, 0),
    (7, 3, 0),
    (1, Fraction(3, 2), -48),
    (4, 1, -41),
    (10, 0, -40),
    (8, 0, -50),
]
"""The same of the event with every fact, before its final."""
FINGERPRINTS = {
    "every-fact": "32-01ab111d98",
    "first": "17-5de6e97f79",
    "games": "51-e9ec755753",
    "host": "77-610036d9f2",
    "logo": "69-2903ae35ad",
    "papers": "65-646374898e",
    "people": "22-0506803c4f",
    "prizes": "16-2f7b640c13",
    "restored": "72-afe70f8e86",
    "second-reading": "45-c15b5967d5",
    "sessions": "55-c948491cb5",
}
"""As papers printed from them carry it."""


def test_it_is_read_verified_and_counted_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_reading(path)
    found = check_records(list(store.read()))
    assert found.problems == ()
    assert (found.players, found.hands, found.entries) == (8, 4, 17)
    rows = Book(store).view.standings(1).rows
    assert [(row.player.number, row.table_points, row.score) for row in rows] == STANDING
    store.close()


def test_its_history_reads_as_before(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_reading(path)
    journal = Book(store).view.journal
    lines = [describe(journal, journal[index]) for index in range(len(journal))]
    said = [ENGLISH.render(line.new) for line in lines]
    assert "D from A, 88" in said
    assert "B, self-draw, 13, with [234p,1]234m23456s88p7s|EE1000" in said
    assert [line.reason for line in lines if line.reason] == ["misread", "telephone"]
    store.close()


def test_it_is_written_on(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_writing(path)
    carry_out(Book(store), RecordHand(2, 1, 1, Outcome(0, 1, 20)), by=BY)
    store.close()
    store = open_for_reading(path)
    found = check_records(list(store.read()))
    assert found.problems == ()
    assert found.hands == 5
    store.close()


def test_an_event_with_every_fact_is_read_verified_and_counted_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(EVERY_FACT, path)
    store = open_for_reading(path)
    records = list(store.read())
    found = check_records(records)
    assert found.problems == ()
    assert (found.players, found.hands, found.entries) == (9, 1, 32)
    assert [_as_of_then(encode(decode(record).fact)) for record in records] == [record.content for record in records]
    rows = Book(store).view.standings().rows
    assert [(row.player.number, row.table_points, row.score) for row in rows] == ALL_STANDING
    store.close()


@pytest.mark.parametrize("kept", sorted(FIRST.parent.glob("*.qv")), ids=lambda path: path.stem)
def test_looking_at_it_changes_nothing_and_it_has_one_fingerprint_for_ever(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / kept.name
    shutil.copyfile(kept, path)
    for opening in (open_for_reading, open_for_writing):
        store = opening(path)
        view = Book(store).view
        store.close()
        assert str(view.fingerprint) == FINGERPRINTS.get(kept.stem, str(view.fingerprint))
    assert path.read_bytes() == kept.read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == [kept.name]


EARLIER_LAYOUTS = [
    path for path in sorted(FIRST.parent.glob("*.qv")) if int.from_bytes(path.read_bytes()[60:64], "big") < FILE_VERSION
]
"""Those whose entries have nothing before them in the whole journal, or no roles."""


@pytest.mark.parametrize("kept", EARLIER_LAYOUTS, ids=lambda path: path.stem)
def test_the_first_entry_puts_it_into_todays_layout_and_no_entry_changes(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / kept.name
    shutil.copyfile(kept, path)
    path.chmod(0o640)
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT * FROM journal ORDER BY position").fetchall()
        names = [column[1] for column in connection.execute("PRAGMA table_info(journal)")]
    connection.close()
    store = open_for_writing(path)
    book = Book(store)
    before = book.view.fingerprint
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    last = book.view.journal[-1].record
    assert (last.position, last.before, last.role) == (before.entries + 1, before.hash, "organiser")
    with pytest.raises(StoreUnavailable):  # the lock is on the file that is there now
        open_for_writing(path)
    store.close()
    if not IS_WINDOWS:
        assert path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == [kept.name]
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FILE_VERSION,)
        now = [column[1] for column in connection.execute("PRAGMA table_info(journal)")]
        kept_rows = [
            tuple(value for name, value in zip(now, row, strict=True) if name in names)
            for row in connection.execute("SELECT * FROM journal ORDER BY position")
        ]
        assert kept_rows[:-1] == rows
    connection.close()
    store = open_for_reading(path)
    assert check_records(list(store.read()), store.end).problems == ()
    assert store.end is not None
    assert store.end.entries == before.entries + 1
    store.close()


def _kill_at(path: Path, name: str) -> None:
    """Write into the file, and be killed as soon as a file is renamed, synced or removed."""
    store = open_for_writing(path)
    book = Book(store)
    target: Any = {"replace": Path, "fsync": os, "unlink": Path}[name]
    setattr(target, name, lambda *_, **__: os._exit(9))
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    os._exit(0)


def _exit_code(path: Path, moment: str) -> int | None:
    """Of a process that does so; it is forked where that is possible, as it is there at once."""
    process = (
        multiprocessing.get_context("spawn").Process(target=_kill_at, args=(path, moment))
        if IS_WINDOWS
        else multiprocessing.get_context("fork").Process(target=_kill_at, args=(path, moment))
    )
    process.start()
    process.join(60)
    return process.exitcode


@pytest.mark.parametrize(
    "moment",
    [
        "unlink",
        "replace",
        pytest.param("fsync", marks=pytest.mark.skipif(IS_WINDOWS, reason="Windows has no folders to sync")),
    ],
)
def test_killed_meanwhile_the_old_file_is_there_or_the_new_one(moment: str, tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    assert _exit_code(path, moment) == 9
    store = open_for_writing(path)
    book = Book(store)
    assert str(book.view.fingerprint) == FINGERPRINTS["first"]
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    assert check_records(list(store.read()), store.end).problems == ()
    store.close()
    assert [each.name for each in tmp_path.iterdir()] == ["event.qv"]


@pytest.fixture(params=[False, True], ids=["replaced while open", "replaced while closed"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows an open file cannot be replaced: it is closed and unlocked for a moment. That works everywhere."""
    if IS_WINDOWS and not request.param:
        pytest.skip("Windows lets nobody replace a file that is open")
    monkeypatch.setattr("tournament.storage.sqlite.ON_WINDOWS", request.param)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "no space left"), "full"),
        (PermissionError(errno.EACCES, "held by an antivirus"), "denied|another program has it open"),
        (OSError(errno.EIO, "broken"), "the disk reported"),
    ],
    ids=["full", "held", "broken"],
)
def test_a_disk_that_fails_leaves_the_old_file(
    error: OSError, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_writing(path)
    book = Book(store)

    def fails(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(Path, "replace", fails)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match=said):
                carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    assert [each.name for each in tmp_path.iterdir()] == ["event.qv"]
    assert str(Book(store).view.fingerprint) == FINGERPRINTS["first"]
    with pytest.raises(StoreUnavailable, match="open for writing"):
        open_for_writing(path)
    assert path.read_bytes() == FIRST.read_bytes()
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    with pytest.raises(StoreUnavailable, match="open for writing"):
        open_for_writing(path)
    store.close()
    store = open_for_reading(path)
    records = list(store.read())
    assert len(records) == len(book.view.journal)
    assert check_records(records, store.end).problems == ()
    store.close()


@pytest.mark.parametrize("wrong", ["entries", "end"])
def test_a_copy_that_is_not_the_same_does_not_replace_the_old_file(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_writing(path)
    book = Book(store)
    read = SqliteStore.read

    def loses_the_last(store: SqliteStore) -> Iterator[Record]:
        records = tuple(read(store))
        return iter(records[:-1] if store.place.endswith(".migration") else records)

    if wrong == "entries":
        monkeypatch.setattr(SqliteStore, "read", loses_the_last)
    else:
        monkeypatch.setattr(SqliteStore, "end", property(lambda _: Fingerprint(1, "a" * 64)))
    with pytest.raises(StoreUnavailable, match="did not keep"):
        carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    store.close()
    assert path.read_bytes() == FIRST.read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["event.qv"]


@pytest.mark.parametrize("replaced", [False, True], ids=["not replaced", "replaced"])
def test_another_program_takes_the_file_while_it_is_closed_to_be_replaced(
    replaced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it lets go the entry is refused and says why; then the next one is written."""
    monkeypatch.setattr("tournament.storage.sqlite.ON_WINDOWS", True)
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_writing(path)
    book = Book(store)
    others: list[SqliteStore] = []
    really_replace = Path.replace

    def taken(source: Path, target: Path) -> None:
        if replaced:
            really_replace(source, target)
        others.append(open_for_writing(path))
        if not replaced:
            raise PermissionError(errno.EACCES, "held")

    with monkeypatch.context() as failing:
        failing.setattr(Path, "replace", taken)
        with pytest.raises(StoreUnavailable, match="open for writing"):
            carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    with pytest.raises(StoreUnavailable, match="open for writing"):
        carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    (other,) = others
    other.close()
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    store.close()
    assert [each.name for each in tmp_path.iterdir()] == ["event.qv"]
    store = open_for_reading(path)
    assert check_records(list(store.read()), store.end).problems == ()
    store.close()


@pytest.mark.parametrize("replaced", [False, True], ids=["not replaced", "replaced"])
def test_another_program_writes_while_it_is_closed_to_be_replaced(
    replaced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its entry stays, and nothing is written over it."""
    monkeypatch.setattr("tournament.storage.sqlite.ON_WINDOWS", True)
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    book = Book(open_for_writing(path))
    writing: list[bool] = []
    really_replace = Path.replace

    def written(source: Path, target: Path) -> None:
        if writing:
            really_replace(source, target)
            return
        writing.append(True)
        if replaced:
            really_replace(source, target)
        other = Book(open_for_writing(path))
        carry_out(other, ChangeSettings(replace(other.view.settings, place="There")), by=BY)
        other.close()
        if not replaced:
            raise PermissionError(errno.EACCES, "held")

    with monkeypatch.context() as failing:
        failing.setattr(Path, "replace", written)
        with pytest.raises((StoreChanged, StoreUnavailable)):
            carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    with pytest.raises((StoreChanged, Conflict)):
        carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    book.close()
    book = Book(open_for_reading(path))
    assert book.view.settings.place == "There"
    assert book.damage == ()
    book.close()


@pytest.mark.usefixtures("way")
def test_a_store_that_was_closed_is_not_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_writing(path)
    book = Book(store)
    store.close()
    with pytest.raises(StoreUnavailable):
        carry_out(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")), by=BY)
    assert path.read_bytes() == FIRST.read_bytes()
    open_for_writing(path).close()


def _as_of_then(content: str) -> str:
    """``content`` without what has come since; an older file has it at what was done then."""
    since = (
        '"counted_totals":"computed",',
        '"paper_totals":"optional",',
        '"second_reading":"none",',
        '"options":[],',
        '"details":null,',
        '"format":"tournament",',
        '"handicaps":[],',
        ',"per":"evening"',
        '"season":{"best":null,"count":"sum","least":1,"least_games":0},',
        ',"twice":null',
        '"after_gong":"void",',
        '"city":"",',
        '"draw":null,',
        '"others":[],',
        '"host_country":"",',
        '"level":"tournament",',
        '"short_name":"",',
        '"streamed":[],',
        ',"timetable":{"sessions":[]}',
        '"case":null,',
        '"leaving":null,',
        '"prizes":{"currency":"","lines":[],"lots":[],"ties":"shared"},',
        '"first_places":null,',
        '"prize_category":null,',
        '"rehearsal":false,',
        ',"web_address":""',
        '"late_fixed":{"score":0,"table_points":"0"},',
        '"late_points":"nothing",',
        '"sit_out_fixed":{"score":0,"table_points":"0"},',
        '"sit_out_points":null,',
        '"country_size":1,',
        '"latin_first_name":"",',
        '"latin_last_name":"",',
        '"certificate_signatures":[],',
        '"certificate_words":"",',
        '"officials":[],',
        '"nickname":"",',
        '"public":"name",',
        '"final_ranks":"finalists",',
        ',"beside":false',
        '"beside":false,',
        '"beside":"",',
        ',"team_size":0',
        ',"sit_out":false',
        '"sit_out":[],',
        ',"sit_out":[]',
        ',"table":0',
        '"money":{"currency":"","fee":0,"round_to":1,"stake":{"amount":0,"points":1}},',
    )
    for later in since:
        content = content.replace(later, "")
    content = content.replace('"first":1,"players"', '"players"')
    return content.replace('"reason":"","sessions"', '"sessions"')


def test_settings_of_later_versions_are_what_was_done_before_them(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_reading(path)
    settings = Book(store).view.settings
    assert settings.counted_totals is CountedTotals.COMPUTED
    assert settings.paper_totals is PaperTotals.OPTIONAL
    assert settings.second_reading is SecondReading.NONE
    assert settings.format is EventFormat.TOURNAMENT
    assert settings.after_gong is AfterGong.VOID
    assert settings.late_points is GrantedPoints.NOTHING
    assert settings.sit_out_points is None
    assert (settings.country_size, settings.team_size) == (1, 0)
    assert settings.final_ranks is FinalRanks.FINALISTS
    assert settings.timetable == Timetable()
    assert settings.prizes == Prizes()
    assert (settings.city, settings.host_country, settings.short_name) == ("", "", "")
    assert settings.level is FederationLevel.TOURNAMENT
    assert settings.web_address == ""
    assert settings.streamed == ()
    assert settings.officials == ()
    assert (settings.certificate_words, settings.certificate_signatures) == ("", ())
    store.close()


def test_an_event_with_substitutes_and_who_left_is_ranked_as_it_was(tmp_path: Path) -> None:
    """Substitutes of who is absent and ill, somebody who leaves and comes back, one disqualified, one registered twice,
    two in each other's seat, one late and one renamed."""
    path = tmp_path / "people.qv"
    shutil.copyfile(FIRST.with_name("people.qv"), path)
    store = open_for_reading(path)
    records = list(store.read())
    assert check_records(records, store.end).problems == ()
    view = Book(store).view
    store.close()
    standings = view.standings()
    assert [(row.player.number, row.table_points, row.score) for row in standings.rows] == [
        (5, 8, 104),
        (1, 7, 38),
        (2, 6, -20),
        (6, 4, 30),
        (7, Fraction(7, 2), -36),
        (3, 1, -20),
        (4, Fraction(1, 2), -68),
    ]
    assert [(row.player.number, row.status.state.value) for row in standings.unranked] == [
        (8, "disqualified"),
        (10, "substitute"),
        (11, "substitute"),
    ]
    assert {(*place, each.player, each.case.value) for place, each in view.state.substitutions.items()} == {
        (1, 10, 1, "absent"),
        (2, 10, 3, "absent"),
        (2, 11, 4, "ill"),
    }
    assert view.players[5].first_name == "Renamed"
    assert 9 not in view.players


def test_prizes_are_what_they_were_and_won_as_lots_said(tmp_path: Path) -> None:
    """Five lines, ties split by lots; certificates of one category noted; results public for a while."""
    path = tmp_path / "prizes.qv"
    shutil.copyfile(FIRST.with_name("prizes.qv"), path)
    store = open_for_reading(path)
    view = Book(store).view
    store.close()
    said = view.settings.prizes
    assert (said.ties, said.currency) == (PrizeTies.SPLIT, "EUR")
    assert [(line.category.key, line.place, line.last, line.what, line.amount) for line in said.lines] == [
        ("players", 1, 1, "Trophy", 15050), ("players", 2, 3, "", 5000), ("players", 4, 4, "Book", None),
        ("teams", 1, 2, "Cups", None), ("country:FR", 1, 1, "Medal", None),
    ]  # fmt: skip
    players, teams, french = prize_list(view, None)
    assert [(each.entrant.key, each.place) for each in players.awards] == [("3", 1), ("8", 2), ("5", 3), ("6", 4)]
    assert [(each.entrant.key, each.place) for each in teams.awards] == [("Team 3", 1), ("Team 0", 2)]
    assert [(each.entrant.key, each.undecided) for each in french.awards] == [("6", True), ("8", True)]
    (paper,) = noted_papers(view)
    assert (paper.fact.prize_category, paper.fact.first_places) == (PrizeCategory(CategoryKind.COUNTRY, "FR"), 1)


def test_every_kind_of_fact_stands_in_a_file_that_is_kept(tmp_path: Path) -> None:
    kinds: set[str] = set()
    for kept in FIRST.parent.glob("*.qv"):
        path = tmp_path / kept.name
        shutil.copyfile(kept, path)
        store = open_for_reading(path)
        kinds |= {record.kind for record in store.read()}
        store.close()
    assert kinds == {fact.kind for fact in get_args(Fact)}
