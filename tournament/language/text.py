"""A message that can still be shown in any language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, slots=True)
class Text:
    """A marked message and the values that fill its ``{names}``; it is rendered where it is shown."""

    message: str
    """The English sentence, which is also the message id in the catalogue."""
    values: tuple[tuple[str, object], ...] = ()
    """The values by name: text of users, integers, fractions, dates, other messages, values with their own words in
    each language, or several of these in a tuple.
    """
    plural: str = ""
    """The English sentence for counts other than one; empty if it does not depend on a count."""
    count: int = 1
    """The count that chooses between the two sentences."""
    context: str = ""
    """Distinguishes two equal English words, such as the letter of a wind and an initial."""
    translated: bool = True
    """False for text of users, which is shown as it is."""


@dataclass(frozen=True, slots=True)
class Days:
    """The days from ``first`` to ``last`` as a value of a message: “5 and 6 December 2026”."""

    first: date
    last: date


def mark(message: str, /, **values: object) -> Text:
    """Mark ``message`` for translation."""
    return Text(message, tuple(values.items()))


def mark_count(singular: str, plural: str, /, count: int, **values: object) -> Text:
    """Mark a message that depends on ``count``; both forms may use ``{count}``."""
    return Text(singular, (("count", count), *values.items()), plural, count)


def mark_in(context: str, message: str, /, **values: object) -> Text:
    """Mark ``message`` for translation in ``context``."""
    return Text(message, tuple(values.items()), context=context)


def listed(parts: Iterable[object]) -> Text:
    """Return a list as a message, separated as in the language: ``Ada, Ben`` · ``Ada、Ben``."""
    return Text("{parts}", (("parts", tuple(parts)),))


def listed_first(parts: Sequence[object], most: int) -> Text:
    """Return a list as :func:`listed` does, with at most ``most`` parts: “Ada, Ben and 7 more”."""
    if len(parts) <= most:
        return listed(parts)
    rest = len(parts) - most
    return mark_count("{names} and {count} more", "{names} and {count} more", rest, names=tuple(parts[:most]))


def verbatim(text: str) -> Text:
    """Return a user's own words as a message, which is never translated."""
    return Text(text, translated=False)


_NOTHING = verbatim("")


class LabelledEnum(StrEnum):
    """An enumeration whose members have a value, used in files, and a ``label``: ``SUM = "sum", mark("…")``."""

    label: Text

    def __new__(cls, value: str, label: Text = _NOTHING) -> Self:
        """Create a member with this value and label. Looking up a member by its value does not call this."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member
