"""Closed sets of words of a file, each with what it is called."""

from enum import StrEnum
from typing import Self

from tournament.language.text import Text, verbatim

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
