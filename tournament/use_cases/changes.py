"""A change of an event: who makes it, by which request, and what came of it.

A request can be repeated: the entries that it writes are named after it, so that a repeat finds them and writes
nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from uuid import UUID, uuid4, uuid5

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import Entry
from tournament.ledger.journal import Journal
from tournament.use_cases.commands import Command


@dataclass(frozen=True, slots=True)
class By:
    """Who acts, at which desk, and as what: by the role that was signed in, or by the PIN that opens one."""

    author: str
    desk: str = ""
    role: EventRole | None = None
    """None: what everybody may be without a PIN."""
    pin: str = field(default="", repr=False)
    phone: tuple[int, int] | None = None
    """Session and table whose code they hold: there they may propose hands and call a referee."""


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, once their PIN was compared with those of the event."""

    author: str
    desk: str
    role: EventRole
    signed_in: bool
    """A PIN opened the role; False: everybody has it."""
    phone: tuple[int, int] | None = None
    """Session and table whose code they hold."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What an action did."""

    entries: tuple[Entry, ...]
    """What was written, in order."""
    remarks: tuple[Problem, ...] = ()
    """What is worth saying, and stopped nothing."""
    remarked: tuple[int, ...] = ()
    """Of several actions carried out at once: the index (from 0) of the one that each remark is about."""
    streams: frozenset[str] = frozenset()
    """The streams that grew, and those whose sheet was changed by another one's: what a screen has to ask again."""
    received: bool = False
    """They came from the host of a shared event: nobody here did anything just now."""


Remarks = tuple[Problem, ...]
"""What is worth saying of something that was done."""


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody asked for: commands that are carried out all or none, and what they were asked with."""

    ids: tuple[str, ...]
    """The id of the request that each command is. The first is also that of the order."""
    commands: tuple[Command, ...]
    together: bool
    """Several at once, in which improbable values become remarks."""
    confirmed: bool
    seen: int | None
    """The number of the last entry of the stream when it was looked at; None: whatever is there."""
    author: str

    @property
    def id(self) -> str:
        """The UUID by which a repeat is recognised."""
        return self.ids[0]


def new_id() -> str:
    """An id that nothing has yet: a random UUID."""
    return str(uuid4())


def request_ids(id: str) -> Iterator[str]:
    """The ids of the entries that the request ``id``, a UUID, writes: its own first, then those that follow from it."""
    yield id
    request = UUID(id)
    for number in count(2):
        yield str(uuid5(request, str(number)))


def written_by(journal: Journal, id: str) -> tuple[Entry, ...]:
    """The entries that the request ``id`` wrote, in order; nothing: it was never carried out, or wrote nothing."""
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
    """Refused when ``id`` is no UUID in its usual form, such as ``1b4e28ba-2fa1-41d2-883f-0016d3cca427``."""
    try:
        valid = str(UUID(id)) == id
    except ValueError:
        valid = False
    if not valid:
        text = mark("“{id}” is not a UUID in its usual form, such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427.",
                    id=harmless_line(id))  # fmt: skip
        raise Refused(Problem("id-malformed", text, "id"))


def id_taken() -> Problem:
    """Why nothing is written under an id that something else has."""
    return Problem("id-taken", mark("Something else was written with this id: enter it again."), "id")
