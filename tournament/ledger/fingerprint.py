"""The fingerprint of a journal: how many entries it has, and a hash over all of them, short enough for paper."""

import re
from dataclasses import dataclass
from typing import Self

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import CHAIN_START, Record, journal_hash

_SHORT = 10
"""Digits of the hash that are printed."""
_WRITTEN = re.compile(rf"([1-9][0-9]{{0,8}})-([0-9a-f]{{{_SHORT},64}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A journal up to one of its entries."""

    entries: int
    hash: str
    """What they amount to (:func:`tournament.ledger.entry.journal_hash`), or its beginning as it was printed."""

    def __str__(self) -> str:
        """As it is printed: ``312-9f3a7c21b4``."""
        return f"{self.entries}-{self.hash[:_SHORT]}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """What was printed. Refused when ``text`` is no fingerprint."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            told = mark("“{text}” is not a fingerprint: fingerprints look like 312-9f3a7c21b4.", text=text)
            raise Refused(Problem("fingerprint-malformed", told, "since"))
        return cls(int(found[1]), found[2].lower())

    def with_entry(self, record: Record) -> "Fingerprint":
        """The same journal with ``record`` at its end."""
        return Fingerprint(self.entries + 1, journal_hash(self.hash, record))

    def agrees(self, other: "Fingerprint") -> bool:
        """Whether both name the same journal; of one that was printed only the beginning of the hash is known."""
        return self.entries == other.entries and (self.hash.startswith(other.hash) or other.hash.startswith(self.hash))


NO_ENTRIES = Fingerprint(0, CHAIN_START)
"""Of a journal in which nothing is written yet."""
