"""Wishes typed as options: fields, pairs and numbers, each part that cannot be read is named."""

import re

from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark

_PAIR = re.compile(r"(\d{1,4})-(\d{1,4})(?::(\d{1,4}))?")
_FIELD = re.compile(r"([a-z]+)(?::(\d{1,4}))?")
_NUMBER = re.compile(r"(\d{1,4})")


def fields_of(written: str | None) -> tuple[tuple[str, int], ...]:
    """``club,country:2``: fields with their weights, 1 unless written."""
    parts = _split(written, _FIELD, mark("--avoid takes fields such as club,country:2"))
    return tuple((field, int(weight or 1)) for field, weight in parts)


def pairs_of(written: str | None) -> tuple[tuple[int, int, int], ...]:
    """``3-17,4-9:2``: two numbers and a weight, 1 unless written."""
    parts = _split(written, _PAIR, mark("--apart takes pairs such as 3-17,4-9:2"))
    return tuple((int(one), int(other), int(weight or 1)) for one, other, weight in parts)


def reserves_of(written: str | None) -> tuple[int, ...]:
    """``17,18``: numbers of players."""
    parts = _split(written, _NUMBER, mark("--reserves takes numbers such as 17,18"))
    return tuple(sorted({int(number) for (number,) in parts}))


def _split(written: str | None, form: re.Pattern[str], how: Text) -> list[tuple[str, ...]]:
    found = []
    for part in filter(None, (part.strip() for part in (written or "").split(","))):
        match = form.fullmatch(part)
        if match is None:
            raise Refused(Problem("wish-form", mark("{how}, not “{part}”.", how=how, part=part), "draw"))
        found.append(match.groups())
    return found
