"""An entry of the ledger: a fact, its author and time, and the hashes that chain it to the entries before it."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct

from tournament.event.role import EventRole
from tournament.language import Text
from tournament.language.harmless import harmless_line
from tournament.ledger.facts import Fact

EVENT_STREAM = "event"
CHAIN_START = "0" * 64
"""The previous hash of the first entry of a stream, and of the first entry of the journal."""


_PHONES = "/phones"
_TABLE_STREAM = re.compile(r"session-[1-9][0-9]{0,3}/table-[1-9][0-9]{0,5}")


_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def is_uuid(id: str) -> bool:
    """Whether ``id`` is a UUID in its usual form, such as ``1b4e28ba-2fa1-41d2-883f-0016d3cca427``."""
    return _UUID.fullmatch(id) is not None


def table_stream(session: int, table: int) -> str:
    """The name of the stream of one table in one session, both from 1."""
    return f"session-{session}/table-{table}"


def phones_stream(session: int, table: int) -> str:
    """The name of the stream of what players type at one table in one session, both from 1."""
    return table_stream(session, table) + _PHONES


def is_table_stream(text: str) -> bool:
    """Whether ``text`` is the name of the stream of a table."""
    return _TABLE_STREAM.fullmatch(text) is not None


def is_phones_stream(text: str) -> bool:
    """Whether ``text`` is the name of the stream of the phones at a table."""
    return text.endswith(_PHONES) and is_table_stream(text.removesuffix(_PHONES))


def table_of(stream: str) -> tuple[int, int] | None:
    """The session and the table of ``stream``, which may be that of its phones; None for the event's own stream."""
    if stream == EVENT_STREAM:
        return None
    session, _, table = stream.removesuffix(_PHONES).removeprefix("session-").partition("/table-")
    return int(session), int(table)


class Record(Struct, frozen=True, gc=False):
    """An entry as it is stored: text and numbers, not decoded yet.

    A struct, because one is made of each of the thousands of entries of an event when it is opened.
    """

    position: int
    """Its position in the whole journal, from 1."""
    id: str
    """UUID."""
    stream: str
    number: int
    """Its number in its stream, from 1."""
    kind: str
    version: int
    """The version of this kind of fact."""
    author: str
    desk: str
    """The computer or program at which it was entered."""
    time: str
    """UTC, ISO 8601."""
    content: str
    """The fact as canonical JSON (:func:`tournament.ledger.codec.encode`)."""
    previous: str
    """The hash of the entry before it in its stream."""
    before: str
    """The hash over the whole journal before it (:func:`journal_hash`); empty in a record of the first version."""
    role: str
    """The value of the role of its author; empty in a record of the first two versions."""
    hash: str


class UnreadableEntry(Exception):
    """Raised for an entry whose content this program cannot understand."""

    def __init__(self, record: Record, reason: Text, *, newer: bool = False) -> None:
        super().__init__(f"{record.stream} {record.number} ({record.kind}): {reason}")
        self.record = record
        self.reason = reason
        self.newer = newer
        """Whether a newer version of the program wrote it."""


class Entry(Struct, frozen=True, gc=False):
    """An entry whose fact is decoded."""

    record: Record
    fact: Fact

    @property
    def id(self) -> str:
        """UUID of the entry."""
        return self.record.id

    @property
    def stream(self) -> str:
        """The name of its stream: the event's own, or that of a table in a session."""
        return self.record.stream

    @property
    def number(self) -> int:
        """Its number in its stream, from 1."""
        return self.record.number

    @property
    def author(self) -> str:
        """The name of its author, without characters that break or reorder a line."""
        return harmless_line(self.record.author)

    @property
    def role(self) -> EventRole | None:
        """The role of its author; None if the record does not say."""
        return EventRole(self.record.role) if self.record.role else None

    @property
    def time(self) -> datetime:
        """When it was entered, in UTC."""
        return datetime.fromisoformat(self.record.time)


def hash_of(record: Record) -> str:
    """Return the SHA-256 (hexadecimal) over everything in ``record`` but its hash, including the hashes before it.

    The hash of a record of the first version does not cover its position, nor the journal before it. Records of the
    first two versions have no role.
    """
    id, stream, number, content, previous = (
        record.id,
        record.stream,
        str(record.number),
        record.content,
        record.previous,
    )
    written = (  # as digest writes them; at once, since every entry of an event is hashed when it is opened
        f"{len(id)}:{id}{len(stream)}:{stream}{len(number)}:{number}"
        f"{_common_members(record.kind, record.version, record.author, record.desk)}"
        f"{len(record.time)}:{record.time}{len(content)}:{content}{len(previous)}:{previous}"
    )
    if record.before:
        position = str(record.position)
        written += f"{len(position)}:{position}{len(record.before)}:{record.before}"
    if record.role:
        written += f"{len(record.role)}:{record.role}"
    return sha256(written.encode()).hexdigest()


@lru_cache(maxsize=1024)
def _common_members(kind: str, version: int, author: str, desk: str) -> str:
    """The members between the number and the time of a record, which many records have in common."""
    return f"{len(kind)}:{kind}{len(str(version))}:{version}{len(author)}:{author}{len(desk)}:{desk}"


def hashed_bytes(record: Record, name: str) -> tuple[bytes, bytes, bytes]:
    """Return what :func:`hash_of` hashes: what is before the text of the field ``name``, that text, and the rest."""
    members = [record.id, record.stream, str(record.number), record.kind, str(record.version), record.author,
               record.desk, record.time, record.content, record.previous]  # fmt: skip
    names = ["id", "stream", "number", "kind", "version", "author", "desk", "time", "content", "previous"]
    if record.before:
        members += [str(record.position), record.before]
        names += ["position", "before"]
    if record.role:
        members.append(record.role)
        names.append("role")
    if name not in names:
        return _members(members), b"", b""
    index, text = names.index(name), members[names.index(name)]
    return _members(members[:index]) + f"{len(text)}:".encode(), text.encode(), _members(members[index + 1 :])


def _members(texts: Sequence[str]) -> bytes:
    return "".join([f"{len(text)}:{text}" for text in texts]).encode()


def journal_hash(before: str, record: Record) -> str:
    """Return the hash over a journal with ``record`` at its end; ``before`` is the hash over the journal before it.

    It is the hash of the record, which covers everything before it. A record of the first version only covers its own
    stream; then it is a digest of both. Without entries it is CHAIN_START.
    """
    return record.hash if record.before else digest(before, record.hash)


def digest(*members: str) -> str:
    """Return the SHA-256 (hexadecimal) of ``members`` in UTF-8, each after its length in characters and a colon."""
    return sha256(_members(members)).hexdigest()
