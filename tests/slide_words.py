"""Everything that a slide says, in one language: as a screen renders it."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction

from msgspec import Struct

from tournament.language import Language, Text


def words_of(value: object, language: Language) -> Iterator[str]:
    """All texts in ``value``, rendered."""
    if isinstance(value, Text):
        yield language.render(value)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, Fraction):
        yield str(value)
    elif isinstance(value, tuple):
        for each in value:
            yield from words_of(each, language)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from words_of(getattr(value, name), language)
    elif is_dataclass(value):
        for field in fields(value):
            yield from words_of(getattr(value, field.name), language)
