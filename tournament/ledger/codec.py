"""Facts as canonical JSON, and back: both derived from the types of the facts."""

import json
from functools import cache
from typing import TYPE_CHECKING, get_args

from tournament.language.harmless import harmless_json
from tournament.ledger.entry import Entry, Record, UnreadableEntry
from tournament.ledger.facts import Fact

if TYPE_CHECKING:
    from msgspec.json import Decoder, Encoder

VERSION = 1
"""Version of every kind of fact that this program writes."""


def encode(fact: Fact) -> str:
    """Canonical JSON of ``fact``: keys sorted, no spaces, dates as ISO text."""
    return _encoder().encode(fact).decode()


def decode(record: Record) -> Entry:
    """Understand ``record``; UnreadableEntry when its kind, version or content is unknown.

    Characters that would steer a screen are replaced: what a file says is shown in many places.
    """
    decoder = _decoders().get(record.kind)
    if decoder is None or record.version != VERSION:
        raise UnreadableEntry(record, f"unknown kind or version {record.version}")
    try:
        fact: Fact = decoder.decode(harmless_json(record.content))
    except (ValueError, RecursionError) as error:
        raise UnreadableEntry(record, str(error)) from error
    written = encode(fact)
    if written != record.content:
        unknown = _unknown(json.loads(record.content), json.loads(written))
        if unknown:
            raise UnreadableEntry(record, f"unknown field {unknown}")
    return Entry(record, fact)


def _unknown(read: object, written: object) -> str:
    """A field of ``read`` that is not in ``written``: reading would lose it. Nothing when there is none."""
    if isinstance(read, dict) and isinstance(written, dict):
        missing = (name for name in read if name not in written)
        return next(missing, "") or next(filter(None, (_unknown(read[name], written[name]) for name in read)), "")
    if isinstance(read, list) and isinstance(written, list):
        return next(filter(None, map(_unknown, read, written)), "")
    return ""


@cache
def _encoder() -> "Encoder":
    from msgspec.json import Encoder

    return Encoder(order="sorted")


@cache
def _decoders() -> "dict[str, Decoder[Fact]]":
    """By the kind of the fact."""
    from msgspec.json import Decoder

    return {fact.kind: Decoder(fact) for fact in get_args(Fact)}
