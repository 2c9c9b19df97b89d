"""A message that can still be shown in any language."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, slots=True)
class Text:
    """A marked message and the values that fill its ``{names}``; frozen, rendered at the edge."""

    message: str
    """The English sentence: also the message id of the catalogue."""
    values: tuple[tuple[str, object], ...] = ()
    """Fillings by name: text of users, integers, fractions, dates, other messages, what has its own words in
    each language, or several in a tuple."""
    plural: str = ""
    """The English sentence for other counts than one, or nothing."""
    count: int = 1
    """The number that chooses between the two."""
    context: str = ""
    """Tells two equal English words apart, such as a wind's letter and an initial."""
    translated: bool = True
    """False for text of users, which is shown as it stands."""


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
    """Several of what may fill a message, parted as the language does: ``Ada, Ben`` · ``Ada、Ben``."""
    return Text("{parts}", (("parts", tuple(parts)),))


def verbatim(text: str) -> Text:
    """Carry a user's own words where a message is expected; they are never translated."""
    return Text(text, translated=False)


_NOTHING = verbatim("")


class LabelledEnum(StrEnum):
    """Each member is its value, the word in files, and its ``label``: ``SUM = "sum", mark("…")``."""

    label: Text

    def __new__(cls, value: str, label: Text = _NOTHING) -> Self:
        """A member of this value and label; a call with a value alone looks its member up, and does not come here."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member
