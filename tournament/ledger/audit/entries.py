"""The entries of an event as the second count reads them: text and numbers, nothing of the facts."""

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
    """What is read of an entry: text and numbers."""

    @property
    def id(self) -> str:
        """Its UUID."""

    @property
    def stream(self) -> str:
        """``event``, or ``session-S/table-T``."""

    @property
    def kind(self) -> str:
        """What happened."""

    @property
    def content(self) -> str:
        """The fact as JSON."""


class Unaudited(Exception):
    """The entries cannot be counted a second time: the reason in words."""


@dataclass(frozen=True, slots=True)
class AuditedFact:
    """One entry, with its content read."""

    position: int
    """In the whole journal, 1 for the first."""
    id: str
    stream: str
    kind: str
    content: Mapping[str, Any]

    @property
    def place(self) -> tuple[int, int] | None:
        """Session and table of its stream; None: the event's own."""
        return _place(STREAM, self.stream)

    @property
    def phones(self) -> tuple[int, int] | None:
        """Session and table of the phones that it comes from; None: it comes from none."""
        return _place(PHONES, self.stream)


def _place(pattern: re.Pattern[str], stream: str) -> tuple[int, int] | None:
    found = pattern.fullmatch(stream)
    return (int(found[1]), int(found[2])) if found else None


def read_facts(entries: Iterable[Written]) -> list[AuditedFact]:
    """All ``entries``, oldest first."""
    return [
        AuditedFact(position, entry.id, entry.stream, entry.kind, json.loads(entry.content))
        for position, entry in enumerate(entries, start=1)
    ]


def standing_facts(read: Sequence[AuditedFact]) -> list[AuditedFact]:
    """The entries that count: without those last undone and not brought back since."""
    last_word = {fact.content["entry"]: fact.kind for fact in read if fact.kind in (UNDONE, REDONE)}
    return [fact for fact in read if fact.kind not in (UNDONE, REDONE) and last_word.get(fact.id) != UNDONE]
