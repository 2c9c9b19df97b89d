"""The entries of an event as the second count reads them: text and numbers. It does not use the classes of facts."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

STREAM = re.compile(r"session-(\d+)/table-(\d+)")
PHONES = re.compile(rf"{STREAM.pattern}/phones")
EVENT = "event"
UNDONE, REDONE = "undone", "redone"


class Written(Protocol):
    """An entry as the second count reads it: text and numbers."""

    @property
    def id(self) -> str:
        """Its UUID."""

    @property
    def stream(self) -> str:
        """``event``, or ``session-S/table-T``."""

    @property
    def kind(self) -> str:
        """The kind of fact."""

    @property
    def content(self) -> str:
        """The fact as JSON."""


class Unaudited(Exception):
    """Raised if the entries cannot be counted a second time.

    Without a ``__cause__``, an entry of the ``kind`` does not fit there, or session and ``table``, if one is named, do
    not exist. The second count has no words for people.
    """

    def __init__(self, kind: str = "", *, session: int = 0, table: int = 0) -> None:
        super().__init__(kind, session, table)
        self.kind, self.session, self.table = kind, session, table


@dataclass(frozen=True, slots=True)
class AuditedFact:
    """One entry, with its content read."""

    position: int
    """Its position in the whole journal, from 1."""
    id: str
    stream: str
    kind: str
    content: Mapping[str, Any]

    @property
    def place(self) -> tuple[int, int] | None:
        """The session and table of its stream; None for the event's own."""
        return _place(STREAM, self.stream)

    @property
    def phones(self) -> tuple[int, int] | None:
        """The session and table of the phones that wrote it; None for other entries."""
        return _place(PHONES, self.stream)


def _place(pattern: re.Pattern[str], stream: str) -> tuple[int, int] | None:
    found = pattern.fullmatch(stream)
    return (int(found[1]), int(found[2])) if found else None


def read_facts(entries: Iterable[Written]) -> list[AuditedFact]:
    """Return the decoded ``entries``, oldest first."""
    return [
        AuditedFact(position, entry.id, entry.stream, entry.kind, json.loads(entry.content))
        for position, entry in enumerate(entries, start=1)
    ]


def standing_facts(read: Sequence[AuditedFact]) -> list[AuditedFact]:
    """Return the entries that count, without those that were undone and not redone since."""
    last_word = {fact.content["entry"]: fact.kind for fact in read if fact.kind in (UNDONE, REDONE)}
    return [fact for fact in read if fact.kind not in (UNDONE, REDONE) and last_word.get(fact.id) != UNDONE]
