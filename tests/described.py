"""Values written as text, one line for each simple value: what reviewed files of whole structures hold."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from tournament.language import ENGLISH, Text
from tournament.ledger.entry import Entry, Record
from tournament.ledger.sheet import HandLine


def parts_of(value: object) -> Iterator[tuple[object, object]]:
    """The parts of a structure with their names or places; none of a simple value."""
    match value:
        case Text() | Enum():
            return
        case Mapping():
            yield from value.items()
        case tuple() if hasattr(value, "_fields"):
            yield from zip(value._fields, value, strict=True)
        case tuple() | list() if any(not isinstance(each, int | str) for each in value):
            yield from enumerate(value)
        case Entry() | HandLine() | Record():
            yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
        case _ if is_dataclass(value):
            yield from ((field.name, getattr(value, field.name)) for field in fields(value))


def simple_text(value: object) -> str:
    """A simple value as the reviewed files write it."""
    match value:
        case Text():
            return ENGLISH.with_words(()).render(value)
        case Enum():
            return value.name
        case frozenset():
            return str(sorted(map(str, value)))
        case _:
            return repr(value)


def described(value: object, path: str, *, apart: Collection[str] = ()) -> Iterator[str]:
    """One line for each simple value in ``value``, but for functions and for what is empty, zero or False.

    Members whose names are in ``apart`` are left out.
    """
    if not value or (callable(value) and not is_dataclass(value)):
        return
    parts = [(name, part) for name, part in parts_of(value) if name not in apart]
    if not parts:
        yield f"{path}: {simple_text(value)}"
    for name, part in parts:
        yield from described(part, f"{path}.{name}", apart=apart)
