"""The fingerprint of a journal: how many entries it has, and a hash over all of them, short enough for paper."""

import re
from dataclasses import dataclass
from typing import Self

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import CHAIN_START, Record, journal_hash

_SHORT = 10
"""How many digits of the hash are printed."""
_WRITTEN = re.compile(rf"([1-9][0-9]{{0,8}})-([0-9a-f]{{{_SHORT},64}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The number of entries of a journal, up to one of them, and the hash over these."""

    entries: int
    hash: str
    """The hash over them (:func:`tournament.ledger.entry.journal_hash`), or its beginning as it was printed."""

    def __str__(self) -> str:
        """As it is printed: ``312-9f3a7c21b4``."""
        return f"{self.entries}-{self.hash[:_SHORT]}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the fingerprint that was printed as ``text``. Raise Refused if it is not one."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            message = mark("“{text}” is not a fingerprint: fingerprints look like 312-9f3a7c21b4.", text=text)
            raise Refused(Problem("fingerprint-malformed", message, "since"))
        return cls(int(found[1]), found[2].lower())

    def with_entry(self, record: Record) -> "Fingerprint":
        """Return the fingerprint of the same journal with ``record`` at its end."""
        return Fingerprint(self.entries + 1, journal_hash(self.hash, record))

    def agrees(self, other: "Fingerprint") -> bool:
        """Whether both belong to the same journal. A printed one has only the beginning of its hash."""
        return self.entries == other.entries and (self.hash.startswith(other.hash) or other.hash.startswith(self.hash))


NO_ENTRIES = Fingerprint(0, CHAIN_START)
"""The fingerprint of an empty journal."""
