"""Telling first and last name apart in one cell."""

from typing import NamedTuple


class SplitName(NamedTuple):
    """Both names of a person."""

    first: str
    last: str


def split_name(full: str, *, last_name_first: bool = False) -> SplitName | None:
    """Split ``full`` (words apart by one space), or return None when it has one word.

    A comma or capitals show which is the last name: ``Dupont, Jean``, ``DUPONT Jean``, ``Jan VAN DEN BERG``.
    Else the first word is the first name, or the last name with ``last_name_first``.
    """
    if full.count(",") == 1:
        last, first = (part.strip() for part in full.split(","))
        return SplitName(first, last) if first and last else None
    words = full.split(" ")
    if len(words) < 2:
        return None
    capitals = [_in_capitals(word) for word in words]
    count = sum(capitals)
    if 0 < count < len(words):
        if all(capitals[:count]):
            return _names(words[count:], words[:count])
        if all(capitals[-count:]):
            return _names(words[:-count], words[-count:])
    return _names(words[1:], words[:1]) if last_name_first else _names(words[:1], words[1:])


def _names(first: list[str], last: list[str]) -> SplitName:
    return SplitName(" ".join(first), " ".join(last))


def _in_capitals(word: str) -> bool:
    """``DUPONT`` and ``O'BRIEN``, but neither ``J.`` nor ``Dupont``."""
    return word.isupper() and sum(character.isalpha() for character in word) > 1
