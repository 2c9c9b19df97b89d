"""Facts as canonical JSON: the bytes never change, and nothing is lost or guessed when they are read."""

import json
from base64 import b64encode
from dataclasses import asdict, is_dataclass
from datetime import date, time
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from tests.tournament.ledger.writing import entry_of
from tournament.language import ENGLISH
from tournament.language.harmless import harmless, steering_texts
from tournament.ledger.codec import decode, decode_fact, encode, unknown_field
from tournament.ledger.entry import CHAIN_START, Record, UnreadableEntry
from tournament.ledger.facts import Fact, HandRecorded


def written_by_hand(fact: Fact) -> str:
    """Canonical JSON as the first version of the program wrote it. The hashes of all files depend on it."""

    def as_members(value: object) -> object:
        if isinstance(value, Struct):
            return {name: getattr(value, name) for name in value.__struct_fields__}
        if is_dataclass(value) and not isinstance(value, type):
            return asdict(value)
        if isinstance(value, bytes):
            return b64encode(value).decode()
        assert isinstance(value, date | time)
        return value.isoformat()

    return json.dumps(fact, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=as_members)


def record_of(fact: Fact) -> Record:
    return entry_of(fact, id="id", stream="event", number=1, previous=CHAIN_START).record


def _harmless_members(members: dict[str, object]) -> dict[str, object]:
    def of(value: object) -> object:
        if isinstance(value, str):
            return harmless(value)
        return [of(each) for each in value] if isinstance(value, list) else value

    return {name: of(value) for name, value in members.items()}


@given(st.sampled_from(get_args(Fact)).flatmap(st.from_type))
def test_whatever_a_fact_holds_its_text_stays_the_same_and_is_read_back(fact: Fact) -> None:
    assert encode(fact) == written_by_hand(fact)
    read = decode_fact(fact.kind, encode(fact))
    if any(steering_texts(encode(fact))):  # nobody can enter it; a file may hold it
        assert not any(steering_texts(encode(read)))
        assert json.loads(encode(read)) == json.loads(encode(fact), object_hook=_harmless_members)
    else:
        assert read == fact


@pytest.mark.parametrize("text", ["é 麻 \u2028\u2029", '"\\/', "\n\t\r\b\f\x00\x1f\x7f", "=1+1", "a" * 500])
def test_any_text(text: str) -> None:
    fact = HandRecorded(1, 0, 1, 8, text)
    assert encode(fact) == written_by_hand(fact)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{",
        '{"hand":1}',
        '{"hand":"1","winner":null}',
        '{"hand":true,"winner":null}',
        '{"hand":1.5,"winner":null}',
        '{"hand":1,"winner":null,"wind":"east"}',
        '{"hand":1,"winner":null,"points":null}',
        "[" * 100_000,
    ],
)
def test_what_cannot_be_understood_is_refused(content: str) -> None:
    record = structs.replace(record_of(HandRecorded(1, None)), content=content)
    with pytest.raises(UnreadableEntry):
        decode(record)


def test_a_field_that_is_unknown_deep_inside_is_refused() -> None:
    content = '{"players":[{"number":1,"first_name":"A","last_name":"B","rating":1500}],"source":""}'
    record = structs.replace(record_of(HandRecorded(1, None)), kind="players-added", content=content)
    with pytest.raises(UnreadableEntry, match="rating"):
        decode(record)


@pytest.mark.parametrize("changed", [{"kind": "hand-dreamt"}, {"version": 2}])
def test_what_a_later_version_writes_is_refused(changed: dict) -> None:
    with pytest.raises(UnreadableEntry):
        decode(structs.replace(record_of(HandRecorded(1, None)), **changed))


def test_what_an_earlier_version_did_not_write_yet_has_its_default() -> None:
    content = '{"seating":{"method":"m","seed":1,"sessions":[[[1,2,3,4]]],"wishes":{"apart":[],"pairs":[]}}}'
    record = structs.replace(record_of(HandRecorded(1, None)), kind="draw-published", content=content)
    assert json.loads(encode(decode(record).fact))["seating"]["wishes"]["reserves"] == []


HAND = '{"hand":1,"winner":null}'
EVENT_ENTRY = '{"players":[{"number":1,"first_name":"A","last_name":"B","x":1}],"source":""}'


@pytest.mark.parametrize(
    ("changed", "reason", "newer"),
    [
        ({"kind": "hand-dreamt"}, "a kind or version (1) that is not known here", True),
        ({"version": 2}, "a kind or version (2) that is not known here", True),
        ({"version": 0}, "a kind or version (0) that is not known here", True),
        ({"content": '{"a":' + "[" * 5_000_000}, "it is nested too deeply", False),
        ({"content": ""}, "it is not JSON", False),
        ({"content": '{"hand":1,}'}, "it is not JSON from byte 10 on", False),
        ({"content": '{"hand":1}'}, "“winner” is missing", False),
        ({"content": '{"hand":1,"hand":2,"winner":null}'}, "“hand” is there twice", False),
        ({"content": '{"hand":1,"winner":null,"wind":"east"}'}, "the field wind is not known here", True),
        ({"content": '{"hand":1,"winner":null,"":"east"}'}, "the field “” is not known here", True),
        ({"content": '{"hand":0,"winner":null}'}, "hand: 0", False),
        (
            {"kind": "players-added", "stream": "event", "content": EVENT_ENTRY},
            "the field players[0].x is not known here",
            True,
        ),
        ({"stream": "event"}, "stream: event", False),
        ({"stream": "session-1/table-1/phones"}, "stream: session-1/table-1/phones", False),
        ({"stream": "session-1/table-0"}, "stream: session-1/table-0", False),
        ({"stream": "hall"}, "stream: hall", False),
        ({"id": ""}, "stream: session-1/table-1", False),
        ({"kind": "session-started", "content": '{"session":1}'}, "stream: session-1/table-1", False),
        ({"kind": "referee-called", "content": '{"seat":1}'}, "stream: session-1/table-1", False),
        ({"time": "yesterday"}, "time: yesterday", False),
        ({"time": "2026-06-13T12:00:00.000"}, "time: 2026-06-13T12:00:00.000", False),
        ({"time": "1969-12-31T23:59:59.000+00:00"}, "time: 1969-12-31T23:59:59.000+00:00", False),
        ({"time": "9999-01-01T00:00:00.000+00:00"}, "time: 9999-01-01T00:00:00.000+00:00", False),
        ({"role": "spectator"}, "role: spectator", False),
        ({"stream": "event", "time": "", "role": "spectator"}, "stream: event", False),
        ({"time": "", "role": "spectator"}, "time: ", False),
    ],
)
def test_why_an_entry_cannot_be_read(changed: dict, reason: str, newer: bool) -> None:
    record = structs.replace(record_of(HandRecorded(1, None)), stream="session-1/table-1", content=HAND)
    with pytest.raises(UnreadableEntry) as raised:
        decode(structs.replace(record, **changed))
    assert (ENGLISH.render(raised.value.reason), raised.value.newer) == (reason, newer)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"time": "1970-01-01T00:00:00.000+00:00"},
        {"time": "9998-12-31T23:59:59.000+00:00"},
        {"role": ""},
        {"kind": "session-started", "stream": "event", "content": '{"session":1}'},
        {"kind": "referee-called", "stream": "session-1/table-1/phones", "content": '{"seat":1}'},
    ],
)
def test_what_can_be_read(changed: dict) -> None:
    record = structs.replace(record_of(HandRecorded(1, None)), stream="session-1/table-1", content=HAND)
    entry = decode(structs.replace(record, **changed))
    assert entry.record == structs.replace(record, **changed)


@pytest.mark.parametrize(
    ("read", "written", "field"),
    [
        ({}, {}, ""),
        ({"a": 1}, {"a": 2, "b": 3}, ""),
        ({"b": 1}, {"a": 1}, "b"),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {}}}, "a.b.c"),
        ({"a": [{}, {"b": 1}]}, {"a": [{}, {}]}, "a[1].b"),
        ({"a": [{}, {"b": 1}]}, {"a": [{}]}, ""),
        ([{"b": 1}], [{}], "[0].b"),
        ({"a": [1]}, {"a": {}}, ""),
        ({"a": {"b": 1}}, {"a": []}, ""),
        ({"": 1}, {}, "“”"),
        ({"a": {"": 1}}, {"a": {}}, "a."),
    ],
)
def test_the_first_field_that_would_be_lost(read: object, written: object, field: str) -> None:
    assert unknown_field(read, written) == field
