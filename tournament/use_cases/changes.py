"""Who acts, and what an action did."""

from dataclasses import dataclass, field

from tournament.event.problem import Problem
from tournament.event.role import EventRole
from tournament.ledger.entry import Entry


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
