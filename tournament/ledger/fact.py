"""What every fact states about itself, and the base classes of the facts.

The facts, a closed set, are in :mod:`tournament.ledger.facts`, where the type checker makes sure that each of them
states everything in :class:`FactMembers`.
"""

from collections.abc import Callable, Collection, Sequence
from enum import Enum
from typing import ClassVar, Protocol, Self

from msgspec import Struct

from tournament.event.role import Act, EventRole
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.session_step import SessionStep

_REASONS = ("reason", "overrule", "accept_difference")
"""The fields in which a fact says why."""

NO_TEXT = verbatim("")
"""Stands for a value that does not exist."""

NameOf = Callable[[int], str]
"""Returns the name of a player by their number."""


class Category(Enum):
    """The groups of entries that the history can be filtered by."""

    EVENT = "event"
    PLAYERS = "players"
    DRAW = "draw"
    SEATING = "seating"
    """Changes to a published draw."""
    SESSION = "session"
    HAND = "hand"
    CORRECTION = "correction"
    PENALTY = "penalty"
    CANCELLATION = "cancellation"
    SHEET = "sheet"
    UNDO = "undo"
    REDO = "redo"


class ToPlayers(Struct, frozen=True):
    """A reference to players of the event, by their numbers."""

    numbers: tuple[int, ...]


class ToSessions(Struct, frozen=True):
    """A reference to sessions of the event, by their numbers."""

    numbers: tuple[int, ...]


class ToTables(Struct, frozen=True):
    """A reference to tables of a session, by their numbers."""

    session: int
    tables: tuple[int, ...]


class ToEntries(Struct, frozen=True):
    """A reference to the first ``count`` entries of the journal, all of which are written before the fact."""

    count: int


class ToEntry(Struct, frozen=True):
    """A reference to an entry by its id."""

    id: str
    kind: str
    """The kind of fact that it must contain."""
    name: str
    """How messages name the entry if it does not exist."""
    same_stream: bool = False
    """Whether the entry must be in the stream of the fact itself, and before it."""


class RowUse(Enum):
    """What a row of a sheet must contain, so that a fact can refer to it."""

    HAND = "hand"
    HAND_OR_PENALTY = "hand or penalty"
    ANYTHING_BELOW = "anything below"
    """The row itself may be empty: it can be deleted if it, or a row below it, has a hand or a penalty."""


class ToRow(Struct, frozen=True):
    """A reference to a row of the sheet to whose stream the fact belongs."""

    hand: int
    use: RowUse


class ToPin(Struct, frozen=True):
    """A reference to the PIN of a role, which must be set."""

    role: EventRole


class ToSigningKey(Struct, frozen=True):
    """A reference to the signing key of the event, which must be set."""


class ToTableEntry(Struct, frozen=True):
    """A reference to typing at the table, which must be allowed."""


EventReference = ToPlayers | ToSessions | ToTables | ToEntries | ToPin | ToSigningKey | ToTableEntry
"""A reference that can be looked up in the state of the event."""

SheetReference = ToRow | ToEntry
"""A reference that must be looked up in the journal, as it was when the entry was written."""

Reference = EventReference | SheetReference


class FactMembers(Protocol):
    """What every fact states about itself.

    No member has a default, so that a fact that lacks one fails the type checker.
    """

    @property
    def kind(self) -> str:
        """Its name in the ledger, which never changes."""

    @property
    def category(self) -> Category:
        """The group under which the history finds it."""

    @property
    def what(self) -> Text:
        """What was done, in words: “Correction”."""

    @property
    def act(self) -> Act | None:
        """The right that it needs in an event with roles; None for what the program writes by itself, and for undo and
        redo, which need the right to the entry they are about."""

    @property
    def in_sessions(self) -> Collection[int]:
        """The sessions under which the history finds it; empty for a fact of a table, whose stream says which."""

    @property
    def session_step(self) -> SessionStep | None:
        """The step that it is in the life of :attr:`step_sessions`; None if it is not one."""

    @property
    def step_sessions(self) -> Collection[int]:
        """The sessions for which it is a step."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """What must exist before it is written, in the order in which a missing one is reported."""


class FactStruct(Struct, frozen=True):
    """The base of all facts."""

    reason_is_private: ClassVar[bool] = False
    """Whether its reason may be health data: why somebody left or was replaced. Only earlier versions wrote one."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The numbers of the players whom it concerns.

        Empty for a fact of a table, whose stream determines its players.
        """
        return ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons as they were typed; empty where none was given. Never a private reason."""
        if self.reason_is_private:
            return ()
        return tuple(getattr(self, field) for field in _REASONS if field in self.__struct_fields__)

    @property
    def private_reason(self) -> str:
        """The private reason that an earlier version wrote; empty if there is none."""
        return ""

    @property
    def shown(self) -> Self:
        """The fact as everybody may read it: without a private reason, and without saying that somebody was ill."""
        return self


class FactOfEvent(FactStruct, frozen=True):
    """The base of facts about the event as a whole or its players, which concern no session in particular."""

    in_sessions: ClassVar[tuple[int, ...]] = ()
    session_step: ClassVar[None] = None
    step_sessions: ClassVar[tuple[int, ...]] = ()


class FactAtTable(FactStruct, frozen=True):
    """The base of facts about one table of a session: the stream in which they are written says which.

    A fact about its sheet also states ``hand``: the row that it is about, or None.
    """

    in_sessions: ClassVar[tuple[int, ...]] = ()
    session_step: ClassVar[None] = None
    step_sessions: ClassVar[tuple[int, ...]] = ()


class FactOfSession(FactStruct, frozen=True):
    """The base of facts about one session."""

    session: int
    """Its number; in a league that of the evening."""

    @property
    def in_sessions(self) -> tuple[int, ...]:
        """The session."""
        return (self.session,)

    @property
    def step_sessions(self) -> tuple[int, ...]:
        """The session."""
        return (self.session,)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session."""
        return (ToSessions((self.session,)),)


def no_log_text(_fact: FactStruct, _name: NameOf) -> Text:
    """Return no text: ``what`` says everything that there is to say about the fact."""
    return NO_TEXT


class HallDraw(Struct, frozen=True):
    """A draw that the hall saw. It can be repeated with its seed."""

    seed: int
    attempt: int = 1
    """1; more if earlier draws of the same kind were abandoned after part of them had been shown."""

    def text(self, drawn: Text) -> Text:
        """``drawn``, which says who drew what, with the seed and the number of the attempt."""
        if self.attempt == 1:
            return mark("{drawn} (drawn in the hall, seed {seed})", drawn=drawn, seed=self.seed)
        return mark("{drawn} (drawn in the hall, draw no. {attempt}, seed {seed})", drawn=drawn, attempt=self.attempt,
                    seed=self.seed)  # fmt: skip


def sessions_text(sessions: Sequence[int]) -> Text:
    """“session 3”, “sessions 3–6”, “2 sessions”."""
    if not sessions:
        return mark_count("{count} session", "{count} sessions", 0)
    first, last = min(sessions), max(sessions)
    if first == last:
        return mark("session {session}", session=first)
    if len(sessions) == last - first + 1:
        return mark("sessions {first}–{last}", first=first, last=last)
    return mark_count("{count} session", "{count} sessions", len(sessions))
