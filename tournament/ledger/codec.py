"""Facts as canonical JSON, and back: both derived from the types of the facts."""

import json
import re
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, get_args

from tournament.event.role import EventRole
from tournament.language.harmless import harmless_json
from tournament.ledger.entry import (
    EVENT_STREAM,
    Entry,
    Record,
    UnreadableEntry,
    is_phones_stream,
    is_table_stream,
)
from tournament.ledger.codec import value_fault
from tournament.ledger.facts import EventFact, Fact, LastingFact, PhoneFact, TableFact

if TYPE_CHECKING:
    from msgspec.json import Decoder, Encoder

_OF_TABLES = frozenset(get_args(TableFact))
_OF_PHONES = frozenset(get_args(PhoneFact))
_OF_THE_EVENT = frozenset((*get_args(EventFact), *get_args(LastingFact)))
_is_table_stream, _is_phones_stream = cache(is_table_stream), cache(is_phones_stream)
_BYTE = re.compile(r"byte (\d+)")
_ROLES = frozenset(("", *EventRole))
"""What a record may say of the role; nothing in those of earlier versions."""
VERSION = 1
"""Version of every kind of fact that this program writes."""


def encode(fact: Fact) -> str:
    """Canonical JSON of ``fact``: keys sorted, no spaces, dates as ISO text."""
    return _encoder().encode(fact).decode()


def decode(record: Record) -> Entry:
    """Understand ``record``; UnreadableEntry when it cannot be, with the reason.

    Characters that would steer a screen are replaced: what a file says is shown in many places.
    """
    if record.kind not in _decoders() or record.version != VERSION:
        raise UnreadableEntry(record, f"unknown kind or version {record.version}", newer=True)
    try:
        fact = decode_fact(record.kind, record.content)
    except RecursionError as error:
        raise UnreadableEntry(record, "nested too deeply") from error
    except ValueError as error:
        raise UnreadableEntry(record, json_fault(error)) from error
    written = encode(fact)
    if written != record.content:
        try:
            read = json.loads(record.content, object_pairs_hook=once)
        except ValueError as error:
            raise UnreadableEntry(record, str(error)) from error
        unknown = unknown_field(read, json.loads(written))
        if unknown:
            raise UnreadableEntry(record, f"unknown field {unknown}", newer=True)
    fault = value_fault(fact) or _place_fault(record, type(fact)) or _time_fault(record.time) or _role_fault(record)
    if fault is not None:
        raise UnreadableEntry(record, fault)
    return Entry(record, fact)


def decode_fact(kind: str, content: str) -> Fact:
    """The fact of ``kind`` that ``content`` holds, whatever its values; ValueError when it holds none."""
    return _decoders()[kind].decode(harmless_json(content))


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON; ValueError when it has a member twice, since readers would disagree about it."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name} is there twice")
        found[name] = value
    return found


def _place_fault(record: Record, kind: type[Fact]) -> str | None:
    """Whether a fact of this kind belongs to another stream."""
    stream = record.stream
    if kind in _OF_PHONES:
        fits = _is_phones_stream(stream)
    elif stream == EVENT_STREAM:
        fits = kind not in _OF_TABLES
    else:
        fits = kind not in _OF_THE_EVENT and _is_table_stream(stream)
    return None if fits and record.id else f"stream: {stream}"


def _time_fault(time: str) -> str | None:
    """A moment has an offset, and is one of these centuries: what is computed with it does not overflow."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return f"time: {time}"
    return None if moment.tzinfo is not None and 1970 <= moment.year < 9999 else f"time: {time}"


def _role_fault(record: Record) -> str | None:
    return None if record.role in _ROLES else f"role: {record.role}"


def unknown_field(read: object, written: object, place: str = "") -> str:
    """Where ``read`` has a field that ``written`` has not, as ``draw.dice``: reading would lose it. Else nothing."""
    if isinstance(read, dict) and isinstance(written, dict):
        for name in read:
            field = f"{place}.{name}" if place else name or "“”"
            unknown = unknown_field(read[name], written[name], field) if name in written else field
            if unknown:
                return unknown
    if isinstance(read, list) and isinstance(written, list):
        for index, (one, other) in enumerate(zip(read, written, strict=False)):
            unknown = unknown_field(one, other, f"{place}[{index}]")
            if unknown:
                return unknown
    return ""


def json_fault(error: ValueError) -> str:
    """What is wrong with JSON that cannot be decoded: a value that was not expected, or that it is no JSON."""
    from msgspec import DecodeError, ValidationError

    if isinstance(error, ValidationError):
        return str(error)
    place = _BYTE.search(str(error)) if isinstance(error, DecodeError) else None
    return "not JSON" if place is None else f"not JSON, from byte {place[1]} on"


@cache
def _encoder() -> "Encoder":
    from msgspec.json import Encoder

    return Encoder(order="sorted")


@cache
def _decoders() -> "dict[str, Decoder[Fact]]":
    """By the kind of the fact."""
    from msgspec.json import Decoder

    return {fact.kind: Decoder(fact) for fact in get_args(Fact)}
