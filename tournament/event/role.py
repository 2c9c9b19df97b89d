"""Who may do what on one machine: the roles, and the PINs that hold them."""

import hashlib
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from tournament.event.problem import Problem
from tournament.language import Text, mark

LEAST_DIGITS, MOST_DIGITS = 4, 40
"""The length of a PIN, which may have letters too."""
_COST = 2**14
_BLOCK, _PARALLEL, _MEMORY = 8, 1, 2**26


class EventRole(StrEnum):
    """Each may do what those before it may, and more; the value is its name in files."""

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
        """How much it may: 0 for the least."""
        return list(EventRole).index(self)

    def includes(self, other: "EventRole") -> bool:
        """Whether it may whatever ``other`` may."""
        return self.rank >= other.rank


@dataclass(frozen=True, slots=True)
class PinHash:
    """What is kept of a PIN: never itself. A short one is found by trying all: it keeps honest people apart."""

    salt: str
    hash: str
    cost: int = _COST

    def matches(self, pin: str) -> bool:
        """Whether ``pin`` is the one; takes a moment, on purpose."""
        import hmac

        return hmac.compare_digest(_hash(pin, self.salt, self.cost), self.hash)


def hash_pin(pin: str) -> PinHash:
    """What to keep of ``pin``; takes a moment."""
    import secrets

    salt = secrets.token_hex(16)
    return PinHash(salt, _hash(pin, salt, _COST))


@lru_cache(maxsize=16)
def _hash(pin: str, salt: str, cost: int) -> str:
    """Remembered, since one call may ask for the same PIN before and while it writes."""
    text = unicodedata.normalize("NFKC", pin).encode(errors="surrogatepass")  # the environment may give no text
    key = hashlib.scrypt(text, salt=salt.encode(), n=cost, r=_BLOCK, p=_PARALLEL, maxmem=_MEMORY, dklen=32)
    return key.hex()


def pin_problems(pin: str) -> tuple[Problem, ...]:
    """What is wrong with a new PIN."""
    if LEAST_DIGITS <= len(pin) <= MOST_DIGITS and pin.isprintable() and pin == pin.strip():
        return ()
    text = mark(
        "A PIN has {least} to {most} digits or letters and does not begin or end with a space.",
        least=LEAST_DIGITS,
        most=MOST_DIGITS,
    )
    return (Problem("pin-form", text, "pin"),)
