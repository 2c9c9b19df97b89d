"""One JSON object per line: UTF-8, no member twice, no infinite number."""

import json
from itertools import chain
from math import isinf
from typing import NoReturn

from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark

MOST = 999_999
"""The largest absolute value of a number."""
MOST_BYTES = 1_000_000
"""The most bytes of a line."""
MOST_BRACKETS = 100
"""The deepest nesting of lists and objects, so that everything read can also be quoted and echoed."""


def read_object(line: bytes) -> dict[str, object]:
    """Read ``line`` as one JSON object. Raises Refused if it is not one."""
    if len(line) > MOST_BYTES:
        length = mark("This line is longer than {most} bytes: write each JSON object in a line of its own.",
                    most=MOST_BYTES)  # fmt: skip
        _refuse("line-too-long", length)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode("utf-8")) + 1
        _refuse("not-utf-8", mark("Column {column} is not UTF-8: save the file as UTF-8.", column=column), column)
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
        # Counting is fast, but also counts brackets inside texts: only then is the nesting looked at.
        if line.count(b"[") + line.count(b"{") > MOST_BRACKETS:
            _refuse_deep(value)
    except json.JSONDecodeError as error:
        message = mark(
            "This is not JSON from column {column} on: check commas, quotes and brackets.", column=error.colno
        )
        _refuse("not-json", message, error.colno)
    except _Twice as error:
        _refuse("member-twice", mark("“{name}” is given twice.", name=clipped(str(error))))
    except (ValueError, RecursionError):  # Python limits the digits of a number and what is inside one another
        _refuse(
            "not-json",
            mark("This JSON cannot be read: a number is too long or infinite, or there are too many brackets."),
        )
    if b"\\u" in line:
        _refuse_half_characters(value)
    if not isinstance(value, dict):
        _refuse("not-an-object", mark("A line must be one JSON object: {brackets}.", brackets="{…}"))
    return value


def column_of(problem: Problem) -> int | None:
    """The column at which ``problem`` is; None if it is about a member, whose name may be a long number."""
    field = problem.field
    return int(field) if field.isascii() and field.isdecimal() and len(field) <= len(str(MOST_BYTES)) else None


def _refuse_half_characters(value: object) -> None:
    """Refuse a lone surrogate such as ``\\ud800``: JSON allows it, but no file can hold it and no screen show it."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        escape = f"\\u{ord(error.object[error.start]):04x}"
        _refuse("not-utf-8", mark("“{escape}” is only half of a character: write the whole character.", escape=escape))


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


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise ValueError(digits)
    return number


def _refuse_deep(value: object) -> None:
    """Raise ValueError if lists and objects are nested too deeply."""
    level = [value]
    for _ in range(MOST_BRACKETS):
        inside = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = list(chain.from_iterable(inside))
    if any(isinstance(each, dict | list) for each in level):
        raise ValueError(MOST_BRACKETS)


def _refuse(code: str, text: Text, column: int | None = None) -> NoReturn:
    raise Refused(Problem(code, text, "" if column is None else str(column)))


def as_json(value: object) -> str:
    """``value`` as JSON, clipped, to quote it in a message."""
    return clipped(json.dumps(value, ensure_ascii=False))


def clipped(text: str) -> str:
    """The beginning of ``text`` without control characters, to quote it in a message."""
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return text if len(text) <= 40 else f"{text[:39]}…"
