"""Converts a WAVE file to what a sound device accepts: its sample rate, number of channels, and sample type."""

import sys
import wave
from array import array
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, assert_never

SampleType = Literal["B", "h", "i", "f"]
"""Unsigned 8 bits, 16 bits, 32 bits, floating point: the type codes of :mod:`array`."""


class DeviceSamples(NamedTuple):
    """Samples as bytes for a device, and their duration in seconds."""

    data: bytes
    seconds: float


@lru_cache(maxsize=8)
def samples_for(path: Path, rate: int, channels: int, type: SampleType) -> DeviceSamples:
    """The samples of a WAVE file (mono, 16 bits) for a device; all channels get the same. Raises OSError."""
    with wave.open(str(path), "rb") as file:
        own, count = file.getframerate(), file.getnframes()
        mono = array("h", file.readframes(count))
    if sys.byteorder == "big":
        mono.byteswap()
    if rate != own:
        mono = _at_rate(mono, own, rate)
    one = _of_type(mono, type)
    spread: array[Any] = array(type, bytes(len(one) * channels * one.itemsize))
    for channel in range(channels):
        spread[channel::channels] = one
    return DeviceSamples(spread.tobytes(), len(mono) / rate)


def _of_type(mono: "array[int]", type: SampleType) -> "array[Any]":
    match type:
        case "h":
            return mono
        case "B":
            return array("B", [(value >> 8) + 128 for value in mono])
        case "i":
            return array("i", [value << 16 for value in mono])
        case "f":
            return array("f", [value / 32768 for value in mono])
        case _:
            assert_never(type)


def _at_rate(mono: "array[int]", own: int, rate: int) -> "array[int]":
    """Resample by linear interpolation."""
    if rate == 2 * own:
        twice = array("h", bytes(4 * len(mono)))
        twice[0::2] = mono
        twice[1::2] = array("h", [(one + next) >> 1 for one, next in zip(mono, (*mono[1:], 0), strict=True)])
        return twice
    last = len(mono) - 1
    places = (divmod(number * own, rate) for number in range(len(mono) * rate // own))
    return array("h", [
        mono[index] if index >= last else (mono[index] * (rate - rest) + mono[index + 1] * rest) // rate
        for index, rest in places
    ])  # fmt: skip
