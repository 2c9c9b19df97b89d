"""Teams and clubs whose names differ only in case, spaces or accents."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.event.player import Player

SPELLED = ("team", "club")
"""The fields that bring people together by their text."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """The spellings of one name."""

    field: str
    """``team`` or ``club``."""
    chosen: str
    """The spelling of players already in the event, or else the most frequent one."""
    others: tuple[str, ...]
    """The other spellings of the list."""
    apart: bool = False
    """Whether the user keeps them apart."""

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in the choices."""
        return self.field, spelling_key(self.chosen)


def spelling_key(text: str) -> str:
    """Return what the spellings of one name have in common: all but case, spaces and accents."""
    decomposed = unicodedata.normalize("NFKD", "".join(text.casefold().split()))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def spellings_of(
    listed: Sequence[Player], existing: Iterable[Player], apart: frozenset[tuple[str, str]]
) -> tuple[Spelling, ...]:
    """Return the names with several spellings among the ``listed`` players and the ``existing`` ones of the event.

    Those in ``apart`` are kept apart.
    """
    existing = tuple(existing)
    found: list[Spelling] = []
    for field in SPELLED:
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        known: dict[str, str] = {}
        for player in existing:
            if text := getattr(player, field):
                known.setdefault(spelling_key(text), text)
        for player in listed:
            if text := getattr(player, field):
                counts[spelling_key(text)][text] += 1
        for key, count in counts.items():
            chosen = known.get(key) or max(count, key=lambda text: count[text])
            others = tuple(text for text in count if text != chosen)
            if others:
                found.append(Spelling(field, chosen, others, (field, key) in apart))
    return tuple(found)
