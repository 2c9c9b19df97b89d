"""The whole event as JSON: by its schema, and back to the very same journal, or not at all."""

import json
import tracemalloc
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from msgspec import structs

from reports import event_json
from reports.event_json import event_lines, read_entries, read_event_json
from reports.readers import json_stream
from reports.readers.refusal import UnreadableTable
from tests.examples.events import begun, sample_event, sample_league
from tests.examples.every_fact import play_every_fact
from tests.examples.games import game_event
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.entry import Record, hash_of
from tournament.storage import open_for_reading, write_event
from tournament.use_cases import Book
from tournament.use_cases.chain import fingerprint_of
from tournament.use_cases.view import View

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "docs" / "event.schema.json").read_text(encoding="utf-8")), format_checker=FormatChecker()
)
EVENTS: dict[str, Callable[[], View]] = {
    "sample": sample_event,
    "league": sample_league,
    "begun": lambda: begun(8, 2).view,
    "quebec": lambda: game_event("quebec-classical"),
    "every fact": lambda: play_every_fact(FakeStore()).view,
}


FILES = sorted((ROOT / "tests" / "tournament" / "storage" / "files").glob("*.qv"))


def records_of(view: View) -> tuple[Record, ...]:
    return tuple(entry.record for entry in view.journal)


SMALL = "".join(event_lines(begun(4, 1).view)), records_of(begun(4, 1).view)


@pytest.fixture(scope="module")
def text() -> str:
    return "".join(event_lines(sample_event()))


def sealed(members: dict[str, Any]) -> str:
    """Compute the checksum anew, as the schema alone describes it."""
    rest = {name: value for name, value in members.items() if name != "checksum"}
    canonical = json.dumps(rest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return json.dumps({**rest, "checksum": f"sha256:{sha256(canonical.encode()).hexdigest()}"})


def refusal(text: str) -> str:
    with pytest.raises(Refused) as refused:
        read_entries(text)
    return refused.value.problems[0].code


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", EVENTS)
def test_it_is_as_its_schema_says_and_comes_back_entry_by_entry(name: str) -> None:
    view = EVENTS[name]()
    text = "".join(event_lines(view))
    members = json.loads(text)
    SCHEMA.validate(members)
    assert read_entries(text) == records_of(view)
    assert read_entries(json.dumps(members, indent=3)) == records_of(view)
    assert json.loads(sealed(members)) == members


def test_readers_find_players_seats_and_standings(text: str) -> None:
    members, view = json.loads(text), sample_event()
    assert members["event"]["name"] == view.settings.name
    numbers = [each.ema_number or None for each in view.players.values()]
    assert [row["ema_number"] for row in members["players"]] == numbers
    assert [(row["rank"], row["player"], row["table_points"]) for row in members["standings"]] == [
        (row.rank, row.player.number, str(row.table_points)) for row in view.standings().rows
    ]
    assert len(members["seats"]) == 64
    assert str(view.fingerprint) == f"{members['fingerprint']['entries']}-{members['fingerprint']['hash'][:10]}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_event_of_before_comes_back_as_it_was(file: Path) -> None:
    """Entries of the first version too, and contents that this program would write otherwise."""
    book = Book(open_for_reading(file))
    text = "".join(event_lines(book.view))
    book.close()
    SCHEMA.validate(json.loads(text))
    assert read_entries(text) == records_of(book.view)


def test_a_json_of_the_first_version_has_no_roles_and_comes_back_as_it_was(text: str) -> None:
    """In any order of its members; a role there, or none in the second version, is refused by name."""
    file = next(file for file in FILES if file.stem == "sessions")
    book = Book(open_for_reading(file))
    members = json.loads("".join(event_lines(book.view)))
    book.close()
    first = {**members, "version": 1, "entries": [{**each} for each in members["entries"]]}
    for entry in first["entries"]:
        assert entry.pop("role") == ""
    assert read_entries(sealed(first)) == records_of(book.view)
    assert read_entries(json.dumps(json.loads(sealed(first)), sort_keys=True)) == records_of(book.view)
    assert refusal(sealed({**members, "version": 1})) == "event-json-extra"
    assert refusal(sealed({**first, "version": 2})) == "event-json-entry"
    some = json.loads(text)
    del some["entries"][3]["role"]
    assert refusal(sealed(some)) == "event-json-entry"


def test_a_new_file_has_the_bytes_of_the_old_one(text: str, tmp_path: Path) -> None:
    write_event(tmp_path / "cup.qv", records_of(sample_event()))
    (tmp_path / "cup.json").write_text(text, encoding="utf-8-sig")
    write_event(tmp_path / "again.qv", read_event_json(tmp_path / "cup.json"))
    assert (tmp_path / "again.qv").read_bytes() == (tmp_path / "cup.qv").read_bytes()


@pytest.mark.parametrize("member", ["format", "version", "event", "fingerprint", "entries", "players", "checksum"])
def test_a_missing_member_is_refused(text: str, member: str) -> None:
    members = json.loads(text)
    del members[member]
    assert not SCHEMA.is_valid(members)
    assert refusal(json.dumps(members)).startswith("event-json-")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "another"}, "event-json-format"),
        ({"version": 3}, "event-json-version"),
        ({"version": 1.0}, "event-json-version"),
        ({"version": True}, "event-json-version"),
        ({"version": "1"}, "event-json-version"),
        ({"entries": []}, "event-json-entries"),
        ({"entries": {}}, "event-json-entries"),
        ({"fingerprint": {"entries": 3, "hash": "0" * 64}}, "journal-altered"),
        ({"fingerprint": {"entries": 4, "hash": "0" * 64}}, "journal-cut"),
        ({"fingerprint": "3-0123456789"}, "event-json-entries"),
    ],
)
def test_what_it_is_not_is_refused_though_the_checksum_agrees(change: dict[str, Any], code: str) -> None:
    members = json.loads("".join(event_lines(begun(4, 1).view)))
    assert refusal(sealed(members | change)) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"author": "Somebody Else"}, "entry-altered"),
        ({"content": {"number": 3}}, "entry-altered"),
        ({"position": 7}, "entry-missing"),
        ({"number": 2.0}, "event-json-entry"),
        ({"position": 2**60}, "event-json-entry"),
        ({"author": None}, "event-json-entry"),
        ({"content": "text"}, "event-json-entry"),
        ({"content_text": "{}"}, "event-json-entry"),
        ({"content_text": 5}, "event-json-entry"),
        ({"hash": "0" * 64}, "entry-altered"),
    ],
)
def test_an_entry_that_was_changed_is_refused_though_the_checksum_agrees(change: dict[str, Any], code: str) -> None:
    members = json.loads("".join(event_lines(begun(4, 1).view)))
    members["entries"][1].update(change)
    assert refusal(sealed(members)) == code


def test_entries_that_nobody_understands_are_refused() -> None:
    """Hashed anew from first to last: the chain is valid, but the kind is unknown to the program."""
    records = list(records_of(begun(4, 1).view))
    last = structs.replace(records[-1], kind="flying-saucer-landed", hash="")
    records[-1] = structs.replace(last, hash=hash_of(last))
    members = json.loads("".join(event_lines(begun(4, 1).view)))
    members["entries"][-1] |= {"kind": records[-1].kind, "hash": records[-1].hash}
    members["fingerprint"]["hash"] = fingerprint_of(records).hash
    assert refusal(sealed(members)) == "made-by-newer"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda m: m["standings"][0].update(table_points="99/2"),
            '“standings”, line 1, “table_points”: "99/2" in the export, ',
        ),
        (
            lambda m: m["standings"][0].update(rank=True),
            "“standings”, line 1, “rank”: true in the export, 1 by the entries.",
        ),
        (lambda m: m["players"][2].update(last_name="Else"), '“players”, line 3, “last_name”: "Else" in the export, '),
        (lambda m: m["seats"].pop(), "Number of lines in “seats”: 63 in the export, 64 by the entries."),
        (lambda m: m["event"].update(name="Other Cup"), '“event.name”: "Other Cup" in the export, '),
        (lambda m: m["event"].pop("place"), "“event.place”: nothing in the export, "),
        (lambda m: m.update(event=7), "“event”: 7 in the export, "),
        (
            lambda m: m["players"][0].update(prize="Cup"),
            '“players”, line 1, “prize”: "Cup" in the export, nothing by the entries.',
        ),
        (lambda m: m.update(prizes=[]), "The member “prizes” is not one of an event as JSON."),
        (lambda m: m["fingerprint"].update(more=1), "The member “fingerprint.more” is not one of an event as JSON."),
        (lambda m: m["entries"][1].update(seen=1), "Entry 2: the member “seen” is not one of an entry."),
        (lambda m: m.pop("seats"), "The member “seats” is missing."),
        (lambda m: m.update(seats=[[1]]), "“seats”, line 1: this is not a row of plain values."),
        (lambda m: m.update(seats={}), "there is no list."),
    ],
)
def test_what_does_not_follow_from_the_entries_is_named_though_the_checksum_agrees(
    text: str, change: Callable[[dict[str, Any]], object], told: str
) -> None:
    members = json.loads(text)
    change(members)
    with pytest.raises(Refused) as refused:
        read_entries(sealed(members))
    assert told in ENGLISH.render(refused.value.problems[0].text)


def test_the_checksum_and_what_was_changed_are_both_named(text: str) -> None:
    changed = text.replace('"sessions":4', '"sessions":3', 1)
    assert changed != text
    with pytest.raises(Refused) as refused:
        read_entries(changed)
    assert [problem.code for problem in refused.value.problems] == ["event-json-checksum", "event-json-differs"]


def test_of_many_differences_the_first_are_named(text: str) -> None:
    members = json.loads(text)
    for row in members["seats"]:
        row["table"] = 99
    with pytest.raises(Refused) as refused:
        read_entries(sealed(members))
    assert len(refused.value.problems) == event_json.MOST_NAMED + 1
    assert ENGLISH.render(refused.value.problems[-1].text) == "There are 44 more differences."


@pytest.mark.parametrize(
    ("once", "twice", "name"),
    [
        (' "players": [', ' "players": [],\n "players": [', "players"),
        ('"rules":', '"rules":"mcr","rules":', "rules"),
        ('"author":', '"author":"x","author":', "author"),
        ('"rank":', '"rank":1,"rank":', "rank"),
    ],
)
def test_a_member_that_is_there_twice_is_refused_by_name(text: str, once: str, twice: str, name: str) -> None:
    """Readers disagree about which of them counts."""
    assert once in text
    with pytest.raises(Refused) as refused:
        read_entries(text.replace(once, twice, 1))
    assert refused.value.problems[0].code == "event-json-twice"
    assert f"The member “{name}” is there twice" in ENGLISH.render(refused.value.problems[0].text)


HUGE = 1_500_000


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        ("", "["),
        ("", '{"a":'),
        ('{"entries":[', "[],"),
        ('{"entries":', "["),
        ('{"format":"', "x"),
        ('{"seats":[', "{},"),
        ('{"seats":[{"a":[', "[],"),
        ('{"players":[{"a":', "1"),
        ('{"event":{"a":"', "\\u00e9"),
        ('{"a":[', '{"b":1},'),
        ("", " "),
        ("", "x"),
    ],
)
def test_what_would_fill_the_memory_is_refused_early_in_plain_words(
    begin: str, piece: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_stream, "MOST_VALUE", HUGE // 10)
    monkeypatch.setattr(event_json, "MOST_ROWS", 10_000)
    path = tmp_path / "cup.json"
    path.write_text(begin + piece * (HUGE // len(piece)), encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(Refused) as refused:
        read_event_json(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 8 * HUGE
    said = ENGLISH.render(refused.value.problems[0].text)
    assert not any(word in said for word in ("recursion", "Expecting", "delimiter", "char ", "integer string"))


def test_a_file_of_two_gigabytes_is_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "cup.json"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)
    with pytest.raises(UnreadableTable) as refused:
        read_event_json(path)
    assert "has 2000 MB, more than 200 MB" in ENGLISH.render(refused.value.text)


@pytest.mark.parametrize("text", [
    "", "[]", "3", "null", '"x"', "{", '{"format": NaN}', "[" * 100_000, "\ufeff{}", '{"a":1}{"b":2}', "1" * 5000,
])  # fmt: skip
def test_garbage_is_refused(text: str) -> None:
    assert refusal(text) in ("event-json-unreadable", "event-json-format")


def test_half_a_character_is_refused() -> None:
    members = json.loads("".join(event_lines(begun(4, 1).view)))
    members["entries"][0]["author"] = "\ud800"
    assert refusal(json.dumps(members)) == "event-json-unreadable"


@given(st.data())
@settings(max_examples=40)
def test_whatever_is_changed_it_is_the_same_journal_or_none(data: st.DataObject) -> None:
    text, records = SMALL
    place = data.draw(st.integers(0, len(text) - 1))
    until = min(len(text), place + data.draw(st.integers(0, 40)))
    changed = text[:place] + data.draw(st.text(max_size=5) | st.sampled_from(['"', "0", ",", "{}"])) + text[until:]
    try:
        assert read_entries(changed) == records
    except Refused as refused:
        assert refused.problems  # noqa: PT017  # either is right, nothing else is


MEMBERS = st.sampled_from(["format", "version", "entries", "fingerprint", "hash", "x"])
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=5)


@given(st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(MEMBERS, inner), max_leaves=8))
@settings(max_examples=25)
def test_any_json_is_refused(value: object) -> None:
    members = value if isinstance(value, dict) else {"entries": value}
    refusal(sealed({"format": "quatre-vents event", "version": 1, **members}))


@pytest.mark.parametrize(("name", "content"), [("cup.json", b"\xff\xfe{}"), ("none.json", None)])
def test_a_file_that_cannot_be_read_is_refused(name: str, content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UnreadableTable) as refused:
        read_event_json(tmp_path / name)
    assert name in ENGLISH.render(refused.value.text)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_json, "MOST_BYTES", 3)
    (tmp_path / "cup.json").write_text("[1,2]")
    with pytest.raises(UnreadableTable) as refused:
        read_event_json(tmp_path / "cup.json")
    assert "it is not an event" in ENGLISH.render(refused.value.text)
