"""Finding the one bit or byte that was changed in an entry: with it corrected, the entry agrees with its hash again.

No two entries with the same SHA-256 are known, so an entry that agrees with a hash that was written is the one that was
written.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from hashlib import sha256
from typing import Any, cast

from msgspec import structs

from tournament.ledger.entry import Record, hash_of, hashed_bytes

MOST_BYTES_HASHED = 10_000_000_000
"""How many bytes are hashed for one file at most; that takes about a minute."""
_LONGEST_FOR_BYTES = 3000
"""The longest entry, in bytes, in which every other value of a byte is tried."""
_TRIAL = 200
"""What one trial costs besides its hashing, in bytes."""
_TEXTS = tuple(each.name for each in structs.fields(Record) if each.type is str and each.name != "hash")
_NUMBERS = tuple(each.name for each in structs.fields(Record) if each.type is int)
_BITS = tuple(1 << bit for bit in range(8))
_OTHER_BYTES = tuple(change for change in range(1, 256) if change not in _BITS)


class Correction:
    """Corrects entries of one file, until :data:`MOST_BYTES_HASHED` are hashed."""

    def __init__(self, known: Set[str], beat: Callable[[], None]) -> None:
        self._known = known
        """Hashes of entries that were written: whole entries name them."""
        self._beat = beat
        self._left = MOST_BYTES_HASHED

    def with_bit(self, record: Record, texts: Mapping[str, bytes]) -> Record | None:
        """Return the entry that ``record`` was before one bit of it, or its hash, was changed; None if there is none.

        ``texts`` are its texts as they are stored: they may not be UTF-8 any more.
        """
        wanted = self._known | {record.hash}
        if (own := hash_of(record)) in wanted:
            return structs.replace(record, hash=own)
        return self._with_texts(record, texts, _BITS, wanted) or self._with_number(record, wanted)

    def with_byte(self, record: Record, texts: Mapping[str, bytes]) -> Record | None:
        """Return the entry that ``record`` was before one byte of its ``texts`` was changed; None if there is none."""
        if sum(map(len, texts.values())) > _LONGEST_FOR_BYTES:
            return None
        return self._with_texts(record, texts, _OTHER_BYTES, self._known | {record.hash})

    def _with_texts(
        self, record: Record, texts: Mapping[str, bytes], changes: Sequence[int], wanted: Set[str]
    ) -> Record | None:
        found = (self._with_text(record, name, texts[name], changes, wanted) for name in _TEXTS if name in texts)
        return next((each for each in found if each is not None), None)

    def _with_text(
        self, record: Record, name: str, stored: bytes, changes: Sequence[int], wanted: Set[str]
    ) -> Record | None:
        self._beat()
        for text in self._texts(record, name, stored, changes, wanted):
            found: Record = structs.replace(record, **cast("dict[str, Any]", {name: text}))
            own = hash_of(found)
            if own in wanted:
                return structs.replace(found, hash=own)
        return None

    def _texts(
        self, record: Record, name: str, stored: bytes, changes: Sequence[int], wanted: Set[str]
    ) -> Iterator[str]:
        """Yield each text that ``stored`` may have been, with one byte changed.

        Of ASCII, which keeps the number of characters, only that with a wanted hash is yielded.
        """
        before, value, after = hashed_bytes(record, name)
        whole = value == stored
        rest = memoryview(stored + after)
        hashed = sha256(before)
        for place, byte in enumerate(stored):
            if self._left < 0:
                return
            for change in changes:
                other = byte ^ change
                if whole and byte < 0x80 and other < 0x80:
                    self._left -= len(rest) - place + _TRIAL
                    trial = hashed.copy()
                    trial.update(bytes((other,)))
                    trial.update(rest[place + 1 :])
                    if trial.hexdigest() not in wanted:
                        continue
                self._left -= _TRIAL
                try:
                    yield (stored[:place] + bytes((other,)) + stored[place + 1 :]).decode()
                except UnicodeDecodeError:
                    continue
            hashed.update(stored[place : place + 1])

    def _with_number(self, record: Record, wanted: Set[str]) -> Record | None:
        for name in _NUMBERS:
            for bit in range(48):
                found = structs.replace(record, **{name: getattr(record, name) ^ 1 << bit})
                own = hash_of(found)
                if own in wanted:
                    return structs.replace(found, hash=own)
        return None
