"""The roles in an event, what each of them may do, and the PINs that protect them."""

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from typing import assert_never

from tournament.event.problem import Problem
from tournament.language import Text, mark

MOST_DIGITS = 40
"""Maximum length of a PIN, which may contain letters too."""
NEW_COST, NEW_PARALLEL = 2**15, 3
"""The cost of hashing a new PIN: N and p of scrypt, of which N is a power of two.

With r = 8 it is one of those that OWASP's Password Storage Cheat Sheet recommends; it counts as much as N = 2¹⁷ with
p = 1, which takes 128 MB instead of 32. Version 1.0 took 2¹⁴ and 1.
"""
_BLOCK, _MEMORY = 8, 2**26


class EventRole(StrEnum):
    """A role; each may do everything that the ones before it may. The value is its name in files."""

    VIEWER = "viewer"
    REFEREE = "referee"
    HEAD_REFEREE = "head-referee"
    ORGANISER = "organiser"

    @property
    def label(self) -> Text:
        """Its name in words."""
        match self:
            case EventRole.VIEWER:
                return mark("viewer")
            case EventRole.REFEREE:
                return mark("referee")
            case EventRole.HEAD_REFEREE:
                return mark("head referee")
            case EventRole.ORGANISER:
                return mark("organiser")
            case _:
                assert_never(self)

    @property
    def rank(self) -> int:
        """Its place in the order of roles, from 0 for the one with the fewest rights."""
        return list(EventRole).index(self)

    @property
    def least_digits(self) -> int:
        """Minimum length of a new PIN of the role. PINs that were set by an earlier version may be shorter."""
        match self:
            case EventRole.VIEWER | EventRole.REFEREE:
                return 4
            case EventRole.HEAD_REFEREE | EventRole.ORGANISER:
                return 6
            case _:
                assert_never(self)

    def includes(self, other: "EventRole") -> bool:
        """Whether it has all rights of ``other``."""
        return self.rank >= other.rank


class Act(Enum):
    """An action on an event that needs a right; the value is its name in docs/rights.md."""

    ATTENDANCE = "attendance"
    GAMES = "games"
    HANDS = "hands"
    CORRECTIONS = "corrections"
    PENALTIES = "penalties"
    TABLE_MINUTES = "table-minutes"
    PAPERS = "papers"
    PENALTIES_CANCELLED = "penalties-cancelled"
    VERIFIED_SHEETS = "verified-sheets"
    UNDO_OF_OTHERS = "undo-of-others"
    CLOCK = "clock"
    SEATS = "seats"
    PEOPLE = "people"
    SESSIONS = "sessions"
    CLOSED_SESSIONS = "closed-sessions"
    EVENINGS = "evenings"
    TABLE_ENTRY = "table-entry"
    HOSTING = "hosting"
    RESULTS = "results"
    PLAYERS = "players"
    REGISTRATION = "registration"
    DRAW = "draw"
    SETTINGS = "settings"
    PLAN = "plan"
    PINS = "pins"
    SIGNING_KEY = "signing-key"
    COPIES = "copies"

    @property
    def label(self) -> Text:
        """Its name in words, as a heading."""
        return RIGHTS[self].label

    @property
    def least_role(self) -> EventRole:
        """The lowest role that may do it."""
        return RIGHTS[self].least_role


@dataclass(frozen=True, slots=True)
class Right:
    """One line of the table of rights."""

    least_role: EventRole
    label: Text


RIGHTS: Mapping[Act, Right] = {
    Act.ATTENDANCE: Right(EventRole.REFEREE, mark("Check-in and numbers drawn")),
    Act.GAMES: Right(EventRole.REFEREE, mark("Games of an evening")),
    Act.HANDS: Right(EventRole.REFEREE, mark("Hands, totals, signatures and second readings")),
    Act.CORRECTIONS: Right(EventRole.REFEREE, mark("Corrections and repairs of sheets that were never reopened")),
    Act.PENALTIES: Right(EventRole.REFEREE, mark("Penalties")),
    Act.TABLE_MINUTES: Right(EventRole.REFEREE, mark("Extra minutes for a table")),
    Act.PAPERS: Right(EventRole.REFEREE, mark("Notes of saved and printed reports")),
    Act.PENALTIES_CANCELLED: Right(EventRole.HEAD_REFEREE, mark("Cancelled penalties")),
    Act.VERIFIED_SHEETS: Right(EventRole.HEAD_REFEREE, mark("Reopening of sheets, and corrections on reopened sheets")),
    Act.UNDO_OF_OTHERS: Right(EventRole.HEAD_REFEREE, mark("Undo and redo of entries by somebody else")),
    Act.CLOCK: Right(EventRole.HEAD_REFEREE, mark("The clock of a session")),
    Act.SEATS: Right(EventRole.HEAD_REFEREE, mark("Swapping and replacing players")),
    Act.PEOPLE: Right(EventRole.HEAD_REFEREE, mark("Substitutes, withdrawals, disqualifications, merging of players")),
    Act.SESSIONS: Right(EventRole.HEAD_REFEREE, mark("Publishing, starting and closing sessions")),
    Act.CLOSED_SESSIONS: Right(EventRole.HEAD_REFEREE, mark("Reopening closed sessions")),
    Act.EVENINGS: Right(EventRole.HEAD_REFEREE, mark("Evenings of a league")),
    Act.TABLE_ENTRY: Right(EventRole.HEAD_REFEREE, mark("Allowing players to type at the table")),
    Act.HOSTING: Right(EventRole.HEAD_REFEREE, mark("Sharing the event, and taking over as its host")),
    Act.RESULTS: Right(EventRole.ORGANISER, mark("Publishing and withdrawing results")),
    Act.PLAYERS: Right(EventRole.ORGANISER, mark("The list of players")),
    Act.REGISTRATION: Right(EventRole.ORGANISER, mark("Reading and changing the data of people")),
    Act.DRAW: Right(EventRole.ORGANISER, mark("The draw")),
    Act.SETTINGS: Right(EventRole.ORGANISER, mark("Settings of the event")),
    Act.PLAN: Right(EventRole.ORGANISER, mark("Adding, cancelling and restoring sessions")),
    Act.PINS: Right(EventRole.ORGANISER, mark("PINs")),
    Act.SIGNING_KEY: Right(EventRole.ORGANISER, mark("The key that signs fingerprints")),
    Act.COPIES: Right(EventRole.ORGANISER, mark("Replacing the event with a copy, and deleting it with its copies")),
}
"""The table of rights."""


def may(role: EventRole, act: Act) -> bool:
    """Whether ``role`` may do ``act``, by the table of rights."""
    return role.includes(act.least_role)


@dataclass(frozen=True, slots=True)
class PinHash:
    """What is stored instead of a PIN.

    Anybody who has the file can find a short PIN by trying all of them: PINs prevent mistakes, not attacks.
    """

    salt: str
    hash: str
    cost: int
    parallel: int = 1

    def matches(self, pin: str) -> bool:
        """Whether ``pin`` is the PIN. It is slow on purpose, so that trying all PINs takes long."""
        import hmac

        return hmac.compare_digest(_hash(pin, self.salt, self.cost, self.parallel), self.hash)


def hash_pin(pin: str) -> PinHash:
    """Return what to store for ``pin``. It is slow on purpose, like :meth:`PinHash.matches`."""
    import secrets

    salt = secrets.token_hex(16)
    return PinHash(salt, _hash(pin, salt, NEW_COST, NEW_PARALLEL), NEW_COST, NEW_PARALLEL)


@lru_cache(maxsize=16)
def _hash(pin: str, salt: str, cost: int, parallel: int) -> str:
    """Return the hash; cached, since one command may compare the same PIN more than once."""
    # Text from the environment may contain surrogates, which cannot be encoded.
    text = unicodedata.normalize("NFKC", pin).encode(errors="surrogatepass")
    key = hashlib.scrypt(text, salt=salt.encode(), n=cost, r=_BLOCK, p=parallel, maxmem=_MEMORY, dklen=32)
    return key.hex()


def pin_problems(pin: str, role: EventRole) -> tuple[Problem, ...]:
    """Return what is wrong with a new PIN of ``role``."""
    least = role.least_digits
    if least <= len(pin) <= MOST_DIGITS and pin.isprintable() and pin == pin.strip():
        return ()
    text = mark(
        "Choose {least} to {most} digits or letters as the PIN of the role {role}, without a space at either end.",
        least=least,
        most=MOST_DIGITS,
        role=role.label,
    )
    return (Problem("pin-form", text, "pin"),)
