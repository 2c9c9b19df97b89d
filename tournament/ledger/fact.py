"""What every fact has: its category, whom it concerns, and why it was entered."""

from enum import Enum
from typing import ClassVar, Self

from msgspec import Struct

_REASONS = ("reason", "overrule", "accept_difference")
"""The fields in which a fact says why."""


class Category(Enum):
    """What entries of the ledger are looked for together."""

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


class FactStruct(Struct, frozen=True):
    """What the facts are based on; the closed set of them is ``Fact`` in :mod:`tournament.ledger.facts`."""

    reason_is_private: ClassVar[bool] = False
    """Whether its reason may be health data: why somebody left or was replaced. Only earlier versions wrote one."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The numbers of the players whom it is about."""
        return ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, in the words of who entered it; one not given is empty. Never a private reason."""
        if self.reason_is_private:
            return ()
        return tuple(getattr(self, field) for field in _REASONS if field in self.__struct_fields__)

    @property
    def private_reason(self) -> str:
        """The private reason that an earlier version wrote; empty if there is none."""
        return ""

    @property
    def shown(self) -> Self:
        """The fact as everybody may read it: without a private reason, and without saying who was ill."""
        return self


class HallDraw(Struct, frozen=True):
    """A draw that the hall saw: with its seed it can be made again."""

    seed: int
    attempt: int = 1
    """1; more where earlier draws of the kind were given up after something of them was shown."""
