"""Split full names into first and last name, by each name itself and by the order of the whole list."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournament.event.player_import.first_names import FIRST_NAMES
from tournament.event.player_import.heading_words import word_set
from tournament.language import folded

_PARTICLES = word_set(
    "van von der den de del della di da do dos das du des la le les ter ten te zu zum zur vom af av el al bin ben ibn "
    "y e d' l' 't van't vander vanden"
)
"""Words that belong to the last name after them."""
_SIGNS_AGREE = 2 / 3
"""The part of the names with a sign of their order that must agree on it."""


class SplitName(NamedTuple):
    """The two names of a person."""

    first: str
    last: str
    certain: bool = True
    """Whether it is clear where the one name ends and the other begins."""


def split_name(full: str, *, last_name_first: bool = False) -> SplitName | None:
    """Split ``full``, whose words are separated by one space; return None if it has one word.

    A comma or capitals show which is the last name: ``Dupont, Jean``, ``DUPONT Jean``, ``Jan VAN DEN BERG``. A word
    such as “van” belongs to the last name after it. Otherwise the order of the list decides: it begins with the first
    name, or the last name with ``last_name_first``.
    """
    if full.count(",") == 1:
        last, first = (part.strip() for part in full.split(","))
        return SplitName(first, last) if first and last else None
    words = full.split(" ")
    if len(words) < 2:
        return None
    return _by_capitals(words) or (_last_first(words) if last_name_first else _first_last(words))


def begins_with_last_name(names: Iterable[str]) -> bool | None:
    """Return whether ``names``, each with first and last name, begin with the last name; None if nothing shows it.

    The signs are capitals, initials, words such as “van”, and usual first names. Names with a comma say nothing about
    the others.
    """
    signs = Counter(_sign(name.split(" ")) for name in names if "," not in name and " " in name)
    last_first, first_last = signs[True], signs[False]
    if not last_first + first_last:
        return None
    if last_first >= (last_first + first_last) * _SIGNS_AGREE:
        return True
    if first_last >= (last_first + first_last) * _SIGNS_AGREE:
        return False
    return None


def _sign(words: Sequence[str]) -> bool | None:
    """Return whether a name begins with the last name; None if it does not show it."""
    capitals = [_in_capitals(word) for word in words]
    if capitals[0] != capitals[-1]:
        return capitals[0]
    if all(capitals):
        words = [word.title() for word in words]
    first, last = words[0], words[-1]
    if _is_initial(first) != _is_initial(last):
        return _is_initial(last)
    if _is_particle(first) and first.islower():
        return True
    usual = [_is_first_name(first), _is_first_name(last)]
    if usual[0] != usual[1]:
        return usual[1]
    if any(_is_particle(word) and word.islower() for word in words[1:-1]) and not usual[0]:
        return False
    return None


def _by_capitals(words: list[str]) -> SplitName | None:
    capitals = [_in_capitals(word) for word in words]
    count = sum(capitals)
    if 0 < count < len(words):
        if all(capitals[:count]):
            return _names(words[count:], words[:count])
        if all(capitals[-count:]):
            begin = len(words) - count
            while begin > 1 and _is_particle(words[begin - 1]) and words[begin - 1].islower():
                begin -= 1
            return _names(words[:begin], words[begin:])
    return None


def _first_last(words: list[str]) -> SplitName:
    """Split where the last name begins: at a particle, or after the first names that are usual ones."""
    if len(words) == 2:
        return _names(words[:1], words[1:])
    place = next((place for place, word in enumerate(words[1:-1], 1) if _is_particle(word)), 0)
    if place:
        return _names(words[:place], words[place:])
    place = 1
    while place < len(words) - 1 and (_is_first_name(words[place]) or _is_initial(words[place])):
        place += 1
    return _names(words[:place], words[place:], certain=place > 1 and place == len(words) - 1)


def _last_first(words: list[str]) -> SplitName:
    """Split where the last name ends: after a particle and its name, or before the first names that are usual ones."""
    if len(words) == 2:
        return _names(words[1:], words[:1])
    place = 0
    while place < len(words) - 2 and _is_particle(words[place]):
        place += 1
    if place:
        return _names(words[place + 1 :], words[: place + 1])
    place = len(words)
    while place > 1 and (_is_first_name(words[place - 1]) or _is_initial(words[place - 1])):
        place -= 1
    if place < len(words):
        return _names(words[place:], words[:place], certain=place == 1 or not _is_first_name(words[0]))
    return _names(words[1:], words[:1], certain=False)


def _names(first: list[str], last: list[str], *, certain: bool = True) -> SplitName:
    return SplitName(" ".join(first), " ".join(last), certain)


def _in_capitals(word: str) -> bool:
    """Whether ``word`` is in capitals, like ``DUPONT`` and ``O'BRIEN``, but not ``J.`` or ``Dupont``."""
    return word.isupper() and sum(character.isalpha() for character in word) > 1


def _is_initial(word: str) -> bool:
    """Whether ``word`` is an initial, like ``J.`` or ``J``, or several, like ``J.-P.``."""
    letters = [part for part in word.replace("-", ".").split(".") if part]
    return bool(letters) and all(len(part) == 1 and part.isupper() for part in letters) and word.isascii()


def _is_particle(word: str) -> bool:
    return word.casefold() in _PARTICLES


def _is_first_name(word: str) -> bool:
    """Whether ``word`` is a usual first name; of one with a hyphen, its first part."""
    return folded(word.split("-", maxsplit=1)[0]) in FIRST_NAMES
