"""A change of an event: who makes it, by which request, and with which result.

A request can be repeated. The ids of the entries that it writes are derived from its own id, so a repeat finds them and
writes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from uuid import UUID, uuid4, uuid5

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import Entry, is_uuid
from tournament.ledger.journal import Journal
from tournament.use_cases.commands import Command


@dataclass(frozen=True, slots=True)
class By:
    """A person who acts at a desk, and their role there."""

    author: str
    desk: str = ""
    role: EventRole | None = None
    """None for the role that everybody has without a PIN."""
    pin: str = field(default="", repr=False)
    phone: tuple[int, int] | None = None
    """Session and table whose code they opened. There they may propose hands and call a referee."""
    player: int | None = None
    """The player whose personal link they opened. They may check in that player."""
    key: EventRole | None = None
    """At a desk of a shared event: the role of its key, beyond which no PIN leads. None elsewhere."""


@dataclass(frozen=True, slots=True)
class Acting:
    """A person who acts, after their PIN was compared with those of the event."""

    author: str
    desk: str
    role: EventRole
    signed_in: bool
    """Whether a PIN, or the key of their desk, gave them another role than everybody has."""
    phone: tuple[int, int] | None = None
    """Session and table whose code they opened."""
    player: int | None = None
    """The player whose personal link they opened."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The result of an action."""

    entries: tuple[Entry, ...]
    """The entries that were written, in order."""
    remarks: tuple[Problem, ...] = ()
    """Problems that are only reported: they did not stop the action."""
    remarked: tuple[int, ...] = ()
    """If several actions were carried out together: the index (from 0) of the action that each remark is about."""
    streams: frozenset[str] = frozenset()
    """The streams that have new entries, and those whose sheet an entry of another stream changed."""
    received: bool = False
    """Whether the host of a shared event sent them, so that nobody acted at this desk."""


Remarks = tuple[Problem, ...]
"""Remarks on an action that was carried out."""


@dataclass(frozen=True, slots=True)
class Order:
    """A request: commands that are carried out all or none, and the options with which they were sent."""

    ids: tuple[str, ...]
    """The id of each command. The first is also the id of the order."""
    commands: tuple[Command, ...]
    together: bool
    """Whether they are carried out together, so that improbable values are only reported."""
    confirmed: bool
    seen: int | None
    """The number of the last entry of the stream when it was last seen; None if any number is accepted."""
    author: str

    @property
    def id(self) -> str:
        """The UUID by which a repeat is recognised."""
        return self.ids[0]


def new_id() -> str:
    """Return a new id: a random UUID."""
    return str(uuid4())


def request_ids(id: str) -> Iterator[str]:
    """Yield the ids of the entries that the request ``id``, a UUID, writes: ``id`` itself, then ids derived from it."""
    yield id
    request = UUID(id)
    for number in count(2):
        yield str(uuid5(request, str(number)))


def written_by(journal: Journal, id: str) -> tuple[Entry, ...]:
    """Return the entries that the request ``id`` wrote, in order.

    Empty if it was never carried out, or wrote nothing.
    """
    first = journal.find(id)
    if first is None:
        return ()
    found: list[Entry] = []
    for position, expected in enumerate(request_ids(id), start=journal.position_of(first)):
        if position == len(journal) or journal[position].id != expected:
            return tuple(found)
        found.append(journal[position])
    raise AssertionError  # ids do not end


def refuse_bad_id(id: str) -> None:
    """Raise Refused if ``id`` is not a UUID in its usual form, such as ``1b4e28ba-2fa1-41d2-883f-0016d3cca427``."""
    if not is_uuid(id):
        text = mark("“{id}” is not a UUID in its usual form, such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427.",
                    id=harmless_line(id))  # fmt: skip
        raise Refused(Problem("id-malformed", text, "id"))


def id_taken() -> Problem:
    """Return why nothing is written with an id that another entry already has."""
    return Problem("id-taken", mark("Something else was written with this id: enter it again."), "id")
