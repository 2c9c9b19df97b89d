"""Entries that somebody forged with hashes that fit: refused by name, or read as what they say; never a traceback.

Any field of any fact of the events that are kept is changed to anything, and the chain sealed again behind it.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Problem
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.storage import open_for_reading
from tournament.use_cases import Book, Refused, StoreDamaged
from tournament.use_cases.check import check_records
from tournament.use_cases.coherence import CONTRADICTIONS, contradiction, refuse_contradictions
from tournament.use_cases.view import View

TWICE = "8 and 12"
"""In place of a value: the member is there twice."""
FILES = Path(__file__).parents[1] / "storage" / "files"
VALUES = st.sampled_from(
    [
        *(12.5, -5, -1, 0, 1, 3, 4, 7, 99, 1001, True, None, 10**30, -(10**30), 2**63, 1e300),
        *("", "x", "麻" * 300, "\x00", "2026-06-13", [], [1], [1, 1, 1, 1], [1, 2, 3, 4], [5, 6, 7, 8], {}, {"a": 1}),
    ]
)
COLUMNS: dict[str, list[Any]] = {
    "stream": ["", "x", "event", "session-0/table-1", "session-1/table-1", "session-2/table-1", "session-1/table-٣"],
    "kind": ["", "hand-dreamt", "hand-recorded", "event-created", "undone", "heads-chained"],
    "time": ["", "x", "2026-06-13", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-01:00", "2026-06-13T12:00:00"],
    "version": [0, 2, -1],
    "number": [0, -1, 5, 10**9],
    "id": ["", "x"],
    "author": ["", "\x00", "x" * 1000],
}


@cache
def kept(name: str) -> tuple[Record, ...]:
    store = open_for_reading(FILES / name)
    try:
        return tuple(store.read())
    finally:
        store.close()


def sealed(records: list[Record]) -> list[Record]:
    """With hashes that fit."""
    last: dict[str, str] = {}
    found: list[Record] = []
    end = NO_ENTRIES
    for record in records:
        content = record.content
        if record.kind == "heads-chained" and content.startswith('{"heads"'):
            heads = json.loads(content)
            for head in heads["heads"] if isinstance(heads["heads"], list) else ():
                if isinstance(head, dict) and isinstance(head.get("stream"), str):
                    head["hash"] = last.get(head["stream"], head.get("hash"))
            content = json.dumps(heads)
        previous = last.get(record.stream, "0" * 64)
        forged = structs.replace(record, position=end.entries + 1, previous=previous, before=end.hash, content=content)
        found.append(structs.replace(forged, hash=hash_of(forged)))
        last[record.stream] = found[-1].hash
        end = end.with_entry(found[-1])
    return found


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every field, and of the first members of every list."""
    if path:
        yield path
    members = value.items() if isinstance(value, dict) else enumerate(value[:3]) if isinstance(value, list) else ()
    for name, member in members:
        yield from paths(member, (*path, name))


def changed(content: str, path: tuple[Any, ...], value: Any) -> str:
    whole = inner = json.loads(content)
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return json.dumps(whole, ensure_ascii=False)


def read_all(view: View) -> None:
    """What commands and pages ask."""
    view.standings()
    for session in view.drawn_sessions:
        for sheet in view.sheets(session):
            assert len([view.player_at(sheet, column) for column in range(4)]) == 4
    for entry in view.journal:
        line = describe(view.journal, entry)
        ENGLISH.render(line.what), ENGLISH.render(line.old), ENGLISH.render(line.new), ENGLISH.render(line.where)


def is_told_or_read(records: list[Record]) -> None:
    problems = check_records(records).problems
    try:
        book = Book(FakeStore(records))
    except StoreDamaged:
        assert problems
        return
    try:
        read_all(book.view)
    except Refused:  # rules that are not known here
        assert problems
    except CONTRADICTIONS:
        found = contradiction(book.view)
        assert found is not None
        assert problems
        assert "Entry " in ENGLISH.render(found.text)
    if not book.damage:  # then it is refused whatever its entries say
        is_refused_to_readers(book.view, problems)


ONLY_CHECKED = {
    "sheet-differs", "standings-differs", "closing-differs", "public-differs", "end-differs", "not-audited",
    "signature-broken",
}  # fmt: skip
"""Codes that only the second count and the signatures find, for which a call that reads does not wait."""


def is_refused_to_readers(view: View, problems: Sequence[Problem]) -> None:
    """Whatever a check finds, no call that reads gives an answer; where it finds nothing, each does."""
    found = {problem.code for problem in problems} - ONLY_CHECKED
    try:
        refuse_contradictions(view)
    except Refused:
        assert problems
    else:
        assert not found


@settings(max_examples=160)
@given(st.data())
def test_any_field_of_any_fact_changed_to_anything(data: st.DataObject) -> None:
    records = list(kept(data.draw(st.sampled_from(sorted(path.name for path in FILES.glob("*.qv"))))))
    with_fields = [place for place, record in enumerate(records) if json.loads(record.content)]
    place = data.draw(st.sampled_from(with_fields))
    content = records[place].content
    path = data.draw(st.sampled_from(list(paths(json.loads(content)))))
    records[place] = structs.replace(records[place], content=changed(content, path, data.draw(VALUES)))
    is_told_or_read(sealed(records))


@settings(max_examples=60)
@given(st.data())
def test_any_column_of_any_entry_changed(data: st.DataObject) -> None:
    records = list(kept(data.draw(st.sampled_from(sorted(path.name for path in FILES.glob("*.qv"))))))
    place = data.draw(st.integers(0, len(records) - 1))
    column = data.draw(st.sampled_from(sorted(COLUMNS)))
    records[place] = structs.replace(records[place], **{column: data.draw(st.sampled_from(COLUMNS[column]))})
    is_told_or_read(sealed(records))


@pytest.mark.parametrize(
    ("kind", "path", "value", "told"),
    [
        ("hand-recorded", ("points",), 12.5, "points"),
        ("hand-recorded", ("points",), -5, "points: -5"),
        ("hand-recorded", ("points",), True, "points"),
        ("hand-recorded", ("points",), TWICE, "“points” is there twice"),
        ("hand-recorded", ("points",), 10**30, "points: 10^20…"),
        ("hand-recorded", ("winner",), 4, "winner: 4"),
        ("hand-recorded", ("hand",), 0, "hand: 0"),
        ("hand-recorded", ("hand",), 10**9, "hand: 1000000000"),
        ("hand-recorded", ("tiles",), 8, "tiles"),
        ("players-added", ("players", 0, "first_name"), None, "first_name"),
        ("players-added", ("players", 0, "number"), 0, "players: number: 0"),
        ("draw-published", ("seating", "sessions", 0, 0), [1, 1, 2, 3], "are not four players"),
        ("draw-published", ("seating", "sessions", 0, 0), [1, 2, 3], "sessions"),
        ("game-reseated", ("players",), [1, 2, 3, 3], "are not four players"),
        ("penalty-given", ("to",), [0, 7], "to: 7"),
        ("columns-exchanged", ("one",), -1, "one: -1"),
        ("role-pin-set", ("cost",), 16385, "cost: 16385 is no power of two"),
        ("role-pin-set", ("cost",), 2**16, "cost: 65536"),
    ],
)
def test_a_value_out_of_its_range_is_a_fault_of_its_entry(
    kind: str, path: tuple[Any, ...], value: Any, told: str
) -> None:
    records = list(kept("roles.qv" if kind == "role-pin-set" else "clock.qv"))
    place = next(place for place, record in enumerate(records) if record.kind == kind)
    content = changed(records[place].content, path, value)
    content = content.replace(f'"{TWICE}"', '8,"points":12')
    records[place] = structs.replace(records[place], content=content)
    with pytest.raises(StoreDamaged) as refused:
        Book(FakeStore(sealed(records)))
    said = ENGLISH.render(refused.value.text)
    assert said.startswith(f"Entry {place + 1} ({records[place].stream}, “{kind}”) is impossible: ")
    assert told in said


def forged(name: str, kind: str, values: dict[tuple[Any, ...], Any], *, stream: str = "") -> list[Record]:
    """The file ``name`` with other values in its last entry of ``kind``, sealed again."""
    records = list(kept(name))
    place = max(place for place, record in enumerate(records) if record.kind == kind)
    content = records[place].content
    for path, value in values.items():
        content = changed(content, path, value)
    records[place] = structs.replace(records[place], content=content, stream=stream or records[place].stream)
    return sealed(records)


@pytest.mark.parametrize(
    ("name", "kind", "values", "told"),
    [
        ("prizes.qv", "settings-changed", {("settings", "prizes", "lines", 1, "last"): 0}, "last: 0"),
        (
            "prizes.qv",
            "settings-changed",
            {("settings", "prizes", "lines", 0, "place"): 8, ("settings", "prizes", "lines", 0, "last"): 3},
            "last: 3 comes before 8",
        ),
        (
            "clock.qv",
            "settings-changed",
            {("settings", "starts"): "2026-06-14", ("settings", "ends"): "2026-06-13"},
            "ends: 2026-06-13 comes before 2026-06-14",
        ),
        ("clock.qv", "settings-changed", {("settings", "ends"): "9999-12-31"}, "ends: 9999-12-31"),
        ("clock.qv", "settings-changed", {("settings", "minutes"): -1}, "minutes: -1"),
        ("clock.qv", "players-added", {("players", 1, "number"): 1}, "players: 1 is there twice"),
        ("every-fact.qv", "lot-drawn", {("others",): [[1, 5]]}, "is there twice"),
        ("clock.qv", "players-swapped", {("other",): 1}, "other: 1 is on both sides"),
        ("clock.qv", "players-swapped", {("sessions",): [2, 2]}, "sessions: 2 is there twice"),
        ("clock.qv", "player-replaced", {("by", "number"): 8}, "by: 8 is on both sides"),
        ("people.qv", "players-merged", {("other",): 2}, "other: 2 is on both sides"),
        ("clock.qv", "draw-published", {("seating", "sessions", 0, 1): [1, 6, 7, 8]}, "sessions: 1 is there twice"),
        ("clock.qv", "session-seated", {("final", "session"): 2}, "final: it begins with session 2"),
        ("clock.qv", "session-seated", {("tables", 0): [6, 3, 2, 7]}, "final: its players are not those at the tables"),
        ("clock.qv", "session-seated", {("way",): "by lot"}, "way: “by lot” has no meaning"),
        ("clock.qv", "heads-chained", {("moment",): "middle"}, "moment: “middle”"),
        ("clock.qv", "hand-corrected", {("winner",): 3, ("discarder",): 3}, "discarder: 3 is on both sides"),
        ("clock.qv", "hand-recorded", {("winner",): None, ("discarder",): 2}, "discarder: 2 in a hand that nobody won"),
        ("clock.qv", "hand-moved", {("to",): 2}, "to: 2 is on both sides"),
        ("clock.qv", "columns-exchanged", {("hands",): [6, 1]}, "hands: 1 comes before 6"),
        ("clock.qv", "columns-exchanged", {("other",): 0}, "other: 0 is on both sides"),
        ("clock.qv", "penalty-given", {("player",): 2, ("to",): [2, 3]}, "to: 2 would receive their own points"),
        ("clock.qv", "penalty-given", {("player",): 2, ("to",): [3, 3]}, "to: 3 is there twice"),
        ("clock.qv", "sheet-confirmed", {("reading", "points"): []}, "points: a reading has either"),
        ("clock.qv", "minutes-added", {("tables",): [2, 2]}, "tables: 2 is there twice"),
        ("papers.qv", "paper-noted", {("session",): None, ("table",): 1}, "table: 1 of no session"),
        ("host.qv", "host-taken-over", {("missing",): ["north", "north"]}, "missing: north is there twice"),
    ],
)
def test_values_of_an_entry_that_contradict_one_another_are_a_fault_of_it(
    name: str, kind: str, values: dict[tuple[Any, ...], Any], told: str
) -> None:
    records = forged(name, kind, values)
    with pytest.raises(StoreDamaged) as refused:
        Book(FakeStore(records))
    assert f"“{kind}”) is impossible: " in ENGLISH.render(refused.value.text)
    assert told in ENGLISH.render(refused.value.text)
    assert len(check_records(records).problems) == 1


@pytest.mark.parametrize(
    ("name", "kind", "values", "told"),
    [
        ("clock.qv", "player-changed", {("player", "number"): 77}, "player 77"),
        ("clock.qv", "player-removed", {("number",): 77}, "player 77"),
        ("clock.qv", "attendance-noted", {("players",): [1, 77]}, "player 77"),
        ("clock.qv", "lot-drawn", {("player",): 77}, "player 77"),
        ("people.qv", "player-state-changed", {("number",): 77}, "player 77"),
        ("people.qv", "players-merged", {("other",): 77}, "player 77"),
        ("clock.qv", "draw-published", {("seating", "wishes", "reserves"): [77]}, "player 77"),
        ("clock.qv", "players-swapped", {("sessions",): [9]}, "session 9"),
        ("clock.qv", "player-replaced", {("sessions",): [2, 9]}, "session 9"),
        ("clock.qv", "session-seated", {("session",): 9, ("final", "session"): 9}, "session 9"),
        ("roles.qv", "session-published", {("session",): 9}, "session 9"),
        ("roles.qv", "session-started", {("absent",): [77]}, "player 77"),
        ("papers.qv", "session-closed", {("not_verified",): [9]}, "table 9 of session 1"),
        ("clock.qv", "clock-stopped", {("session",): 9}, "session 9"),
        ("clock.qv", "minutes-added", {("tables",): [9]}, "table 9 of session 1"),
        ("games.qv", "game-taken-back", {("table",): 9}, "table 9 of session 1"),
        ("games.qv", "game-seated", {("table",): 9}, "table 1 of session 1"),
        ("prizes.qv", "results-published", {("session",): 9}, "session 9"),
        ("papers.qv", "paper-noted", {("entries",): 9999}, "entry 9999"),
        ("papers.qv", "paper-noted", {("table",): 9}, "table 9 of session"),
        ("recovered.qv", "event-recovered", {("kept",): 9999}, "entry 9999"),
        ("host.qv", "host-taken-over", {("entries",): 9999}, "entry 9999"),
        ("roles.qv", "role-pin-removed", {("role",): "viewer"}, "PIN of the role viewer"),
        ("clock.qv", "hand-corrected", {("hand",): 9}, "hand 9"),
        ("clock.qv", "sheet-moved", {("to_table",): 9}, "table 9 of session 1"),
    ],
)
def test_a_reference_to_nothing_is_found_by_a_check(
    name: str, kind: str, values: dict[tuple[Any, ...], Any], told: str
) -> None:
    records = forged(name, kind, values)
    is_told_or_read(records)
    found = [ENGLISH.render(problem.text) for problem in check_records(records).problems]
    assert any(f"“{kind}”) refers to something that does not exist: {told}" in text for text in found)


def test_files_that_nobody_forged_refer_to_what_exists() -> None:
    for path in sorted(FILES.glob("*.qv")):
        assert check_records(kept(path.name)).problems == ()


def test_an_entry_of_a_table_that_does_not_exist_is_found_by_a_check() -> None:
    records = forged("every-fact.qv", "penalty-given", {}, stream="session-1/table-9")
    found = [ENGLISH.render(problem.text) for problem in check_records(records).problems]
    assert any("does not exist: table 9 of session 1" in text for text in found)


@pytest.mark.parametrize(
    "newer",
    [
        {"kind": "hand-dreamt"},
        {"version": 2},
        {"content": '{"hand":1,"winner":null,"dealer":2}', "kind": "hand-recorded"},
    ],
)
def test_what_a_newer_version_wrote_says_update(newer: dict[str, Any]) -> None:
    records = list(kept("every-fact.qv"))
    place = next(place for place, record in enumerate(records) if record.kind == "hand-recorded")
    records[place] = structs.replace(records[place], **newer)
    with pytest.raises(StoreDamaged) as refused:
        Book(FakeStore(sealed(records)))
    assert "A newer version of Quatre Vents wrote" in ENGLISH.render(refused.value.text)
    assert [problem.code for problem in check_records(sealed(records)).problems] == ["made-by-newer"]


@pytest.mark.parametrize("kind", ["hand-recorded", "heads-chained", "settings-changed"])
@pytest.mark.parametrize("content", ["[" * 50_000, '{"heads":' * 50_000, '{"hand":', "\\", '{"hand":1,}'])
def test_an_entry_that_is_no_json_is_named_in_plain_words(kind: str, content: str) -> None:
    records = list(kept("clock.qv"))
    place = next(place for place, record in enumerate(records) if record.kind == kind)
    records[place] = structs.replace(records[place], content=content)
    told = [ENGLISH.render(problem.text) for problem in check_records(records).problems]
    assert any(f"Entry {place + 1} " in text for text in told)
    for text in told:
        assert not any(word in text for word in ("recursion", "Expecting", "malformed", "truncated", "char "))


def test_entries_that_contradict_one_another_are_named() -> None:
    """A player who has a seat is removed: each entry can be read, and nobody can be written on that sheet."""
    records = list(kept("every-fact.qv"))
    place = next(place for place, record in enumerate(records) if record.kind == "player-removed")
    records[place] = structs.replace(records[place], content='{"number":7}')
    view = Book(FakeStore(sealed(records))).view
    found = contradiction(view)
    assert found is not None
    assert found.code == "entry-contradicts"
    assert "“draw-published”" in ENGLISH.render(found.text)
    assert "who sits there is not on the list" in ENGLISH.render(found.text)
    assert contradiction(Book(FakeStore(kept("every-fact.qv"))).view) is None


def with_other(name: str, **values: Any) -> list[Record]:
    """An event whose fifth entry is another, sealed."""
    records = list(kept(name))
    return sealed([*records[:4], structs.replace(records[4], **values), *records[5:]])


def created_twice() -> list[Record]:
    records = list(kept("clock.qv"))
    again = structs.replace(records[0], id="1b4e28ba-2fa1-41d2-883f-0016d3cca427", number=len(records) + 1)
    number = sum(record.stream == "event" for record in records) + 1
    return sealed([*records, structs.replace(again, number=number)])


def renamed(name: str) -> list[Record]:
    records = list(kept("clock.qv"))
    content = changed(records[0].content, ("settings", "name"), name)
    return sealed([structs.replace(records[0], content=content), *records[1:]])


NOT_OURS: dict[str, tuple[Callable[[], list[Record]], str, str]] = {
    "a second creation": (created_twice, "entry-untimely", "the event had been created before"),
    "no author": (lambda: with_other("clock.qv", author=" "), "entry-malformed", "it has no author"),
    "an escape in the author": (lambda: with_other("clock.qv", author="Ada\x1b[2J"), "entry-malformed", "control"),
    "a line end in the author": (lambda: with_other("clock.qv", author="Ada\nBea"), "entry-malformed", "control"),
    "an escape in the computer": (lambda: with_other("clock.qv", desk="desk\x07"), "entry-malformed", "control"),
    "an escape in the name": (lambda: renamed("Cup\x1b[31m"), "entry-malformed", "control characters"),
    "a turn in the name": (lambda: renamed("Cup\u202e"), "entry-malformed", "control characters"),
    "an id that is none": (lambda: with_other("clock.qv", id="x"), "entry-malformed", "its id is not a UUID"),
    "an id in capitals": (
        lambda: with_other("clock.qv", id="1B4E28BA-2FA1-41D2-883F-0016D3CCA427"), "entry-malformed", "UUID",
    ),
    "a time of long ago": (
        lambda: with_other("clock.qv", time="2001-01-01T00:00:00.000+00:00"), "entry-malformed", "years older",
    ),
}  # fmt: skip
"""Entries that this program never writes, the code of the problem, and words of its text."""


@pytest.mark.parametrize("what", sorted(NOT_OURS))
def test_an_entry_that_this_program_never_writes_is_found(what: str) -> None:
    make, code, words = NOT_OURS[what]
    (problem,) = [each for each in check_records(make()).problems if each.code.startswith("entry-")]
    assert problem.code == code
    assert words in ENGLISH.render(problem.text)


def test_a_time_before_the_event_by_less_than_years_is_no_fault() -> None:
    """Somebody prepared the event on a computer whose clock was wrong."""
    for time in ("2024-09-01T00:00:00.000+00:00", "2030-01-01T00:00:00.000+00:00"):
        assert check_records(with_other("clock.qv", time=time)).problems == ()
