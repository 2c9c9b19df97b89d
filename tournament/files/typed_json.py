"""Reads JSON into values of given types, from any thread.

msgspec examines a type when it is first used. If a second thread uses the type meanwhile, the program ends with a
segmentation fault. So types are examined here alone, by one thread at a time.
"""

from collections.abc import Hashable
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from msgspec.json import Decoder

Value = TypeVar("Value")
_EXAMINING = RLock()


def decode(content: bytes | str, kind: type[Value]) -> Value:
    """Return the value of the type ``kind`` in the JSON ``content``. Raise msgspec.DecodeError if it has none."""
    decoder: Decoder[Value] = _decoder(kind)  # type: ignore[arg-type]  # types are hashable
    return decoder.decode(content)


def convert(value: object, kind: type[Value]) -> Value:
    """Return ``value``, made of what JSON knows, as one of the type ``kind``. Raise msgspec.ValidationError if it is
    none."""
    import msgspec  # imported when it is used, so that commands that read nothing start faster

    with _EXAMINING:
        return msgspec.convert(value, kind)


@cache
def _decoder(kind: Hashable) -> "Decoder[Any]":
    from msgspec.json import Decoder

    with _EXAMINING:
        return Decoder(kind)
