"""One JSON object a line, member by member: nothing unknown, nothing of another kind, nothing twice."""

import json
from typing import NoReturn, TypeVar

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Text, mark
from tournament.rules.payment import Net

Value = TypeVar("Value")

MOST = 999_999
"""No number of a line is larger, with either sign."""
MOST_CHARACTERS = 500
"""No text of a line is longer."""


class Members:
    """The members of one line. Each is asked for by name and kind; :meth:`finish` tells all that was wrong."""

    def __init__(self, members: dict[str, object]) -> None:
        self._left = dict(members)
        self._problems: list[Problem] = []

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def wrong(self, code: str, text: Text, field: str) -> None:
        """Note something that is wrong with the line."""
        self._problems.append(Problem(code, text, field))

    def take(self, name: str) -> object:
        """Take the member ``name`` as it is; None when it is not there."""
        return self._left.pop(name, None)

    def rest(self) -> dict[str, object]:
        """The members that nobody took."""
        return dict(self._left)

    def integer(self, name: str) -> int:
        """A whole number that must be there; 0 after a problem."""
        if name not in self._left:
            return self._missing(name, 0)
        return self._integer(name, self._left.pop(name)) or 0

    def integer_or_none(self, name: str) -> int | None:
        """A whole number; None when the member is missing or null."""
        value = self._left.pop(name, None)
        return None if value is None else self._integer(name, value)

    def letter(self, name: str) -> int:
        """A letter A–D that must be there, as its column 0–3."""
        if name not in self._left:
            return self._missing(name, 0)
        return self._letter(name, self._left.pop(name)) or 0

    def letter_or_null(self, name: str, *, required: bool) -> int | None:
        """A letter A–D as its column; None for null, and for a missing member that need not be there."""
        if name not in self._left and required:
            return self._missing(name, None)
        value = self._left.pop(name, None)
        return None if value is None else self._letter(name, value)

    def letters(self, name: str) -> tuple[int, ...] | None:
        """One letter or a list of letters, as columns; None when the member is missing or null."""
        value = self._left.pop(name, None)
        if value is None:
            return None
        found = [self._letter(name, item) for item in (value if isinstance(value, list) else [value])]
        return tuple(column for column in found if column is not None)

    def text(self, name: str, *, required: bool = False) -> str:
        """A text; empty when the member is missing and need not be there."""
        if name not in self._left:
            return self._missing(name, "") if required else ""
        value = self._left.pop(name)
        if not isinstance(value, str) or len(value) > MOST_CHARACTERS:
            text = mark("“{name}” must be text of at most {most} characters.", name=name, most=MOST_CHARACTERS)
            self.wrong("member-kind", text, name)
            return ""
        if any(not letter.isprintable() for letter in value):
            self.wrong("control-character", mark("“{name}” holds control characters.", name=name), name)
        return value

    def flag(self, name: str) -> bool:
        """``true`` or ``false``; false when the member is missing."""
        value = self._left.pop(name, False)
        if not isinstance(value, bool):
            self.wrong("member-kind", mark("“{name}” must be true or false.", name=name), name)
        return value is True

    def totals(self, name: str, *, required: bool) -> Net | None:
        """Four whole numbers by letter; None when the member is missing and need not be there."""
        if name not in self._left:
            return self._missing(name, None) if required else None
        value = self._left.pop(name)
        if not isinstance(value, dict) or sorted(value) != list(LETTERS):
            text = mark("“{name}” must give all four totals: A, B, C and D.", name=name)
            self.wrong("totals-incomplete", text, name)
            return None
        a, b, c, d = (self._integer(f"{name}.{letter}", value[letter]) or 0 for letter in LETTERS)
        return a, b, c, d

    def finish(self) -> None:
        """Raise Refused with all that was wrong, members that nobody asked for included."""
        for name in self._left:
            self.wrong("member-unknown", mark("“{name}” is not known here: leave it out.", name=_shown(name)), name)
        if self._problems:
            raise Refused(*self._problems)

    def _missing(self, name: str, instead: Value) -> Value:
        self.wrong("member-missing", mark("“{name}” is missing.", name=name), name)
        return instead

    def _integer(self, name: str, value: object) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            text = mark("“{name}” must be a whole number, not {found}.", name=name, found=_json(value))
            self.wrong("not-an-integer", text, name)
            return None
        if abs(value) > MOST:
            text = mark("“{name}” is out of range: at most {most}.", name=name, most=MOST)
            self.wrong("out-of-range", text, name)
            return None
        return value

    def _letter(self, name: str, value: object) -> int | None:
        if isinstance(value, str) and len(value) == 1 and value in LETTERS:
            return LETTERS.index(value)
        text = mark("“{name}” must be one of the letters A, B, C, D, not {found}.", name=name, found=_json(value))
        self.wrong("letter-unknown", text, name)
        return None


def read_members(line: bytes) -> Members:
    """Read ``line`` as one JSON object; Refused when it is none."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode("utf-8")) + 1
        _refuse("not-utf-8", mark("Column {column} is not UTF-8: save the file as UTF-8.", column=column), column)
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        said = mark("This is not JSON from column {column} on: check commas, quotes and brackets.", column=error.colno)
        _refuse("not-json", said, error.colno)
    except _Twice as error:
        _refuse("member-twice", mark("“{name}” is given twice.", name=_shown(str(error))))
    except (ValueError, RecursionError):
        _refuse("not-json", mark("This is no JSON that can be read: a number without end, or too many brackets."))
    if not isinstance(value, dict):
        _refuse("not-an-object", mark("A line must be one JSON object: {brackets}.", brackets="{…}"))
    return Members(value)


class _Twice(Exception):
    pass


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for name, value in pairs:
        if name in members:
            raise _Twice(name)
        members[name] = value
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse(code: str, text: Text, column: int | None = None) -> NoReturn:
    raise Refused(Problem(code, text, "" if column is None else str(column)))


def _json(value: object) -> str:
    return _shown(json.dumps(value, ensure_ascii=False))


def _shown(text: str) -> str:
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return text if len(text) <= 40 else f"{text[:39]}…"
