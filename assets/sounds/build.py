"""Makes the sounds of the hall, as WAVE files beside this one: one channel, 16 bits, 24,000 samples a second.

    python -m assets.sounds.build

A bell is a sum of partials, each a sine with a frequency, a strength and a time in which it dies away. Two partials
that lie close together beat, which is what makes a bowl sing.
"""

import wave
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, pi, sin
from sys import byteorder

from assets.sounds import NAMES, REFUSED, path_of

RATE = 24_000
_PEAK = 0.95 * 32767
_FADE = 0.15
"""Seconds at the end in which what still rings is taken out."""


@dataclass(frozen=True, slots=True)
class Partial:
    """One tone of a bell."""

    frequency: float
    strength: float
    half_life: float
    """Seconds in which it loses half of its strength."""
    attack: float = 0.002
    """Seconds until it is there."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """Partials that are struck together, so many seconds after the beginning."""

    begins: float
    partials: tuple[Partial, ...]
    strength: float = 1.0


def _bell(pitch: float, ratios: Sequence[tuple[float, float, float]], attack: float = 0.002) -> tuple[Partial, ...]:
    return tuple(Partial(pitch * ratio, strength, half_life, attack) for ratio, strength, half_life in ratios)


_TOWER = ((0.5, 0.55, 0.9), (1.0, 1.0, 0.6), (1.19, 0.6, 0.45), (1.5, 0.4, 0.35), (2.0, 0.85, 0.3), (2.51, 0.3, 0.18),
          (3.01, 0.25, 0.12), (4.17, 0.15, 0.07))  # fmt: skip
"""A church bell: hum, prime, minor third, fifth, nominal and above."""
_BOWL = ((1.0, 1.0, 1.1), (1.006, 0.8, 1.1), (2.78, 0.5, 0.6), (2.792, 0.35, 0.6), (5.2, 0.2, 0.3), (8.1, 0.06, 0.12))
_SMALL = ((1.0, 1.0, 0.28), (2.4, 0.45, 0.16), (2.98, 0.3, 0.12), (4.5, 0.2, 0.06))
_SOFT = ((1.0, 1.0, 0.35), (2.0, 0.3, 0.2), (3.0, 0.12, 0.12))
_DULL = ((1.0, 1.0, 0.04), (2.0, 0.3, 0.02))
_PING = ((1.0, 1.0, 0.12), (2.76, 0.4, 0.07), (5.4, 0.15, 0.03))


def _gong() -> tuple[Partial, ...]:
    """Many tones without harmony: the high ones come late and go soon."""
    low = ((1.0, 1.0), (1.483, 0.9), (1.932, 0.8), (2.546, 0.75), (2.63, 0.6), (3.391, 0.5), (3.98, 0.45))
    high = ((4.732, 0.45), (5.57, 0.4), (6.84, 0.35), (8.03, 0.3), (9.61, 0.22), (11.47, 0.16), (13.9, 0.1))
    return (
        *(Partial(98.0 * ratio, strength, 1.0 - 0.12 * index, 0.008) for index, (ratio, strength) in enumerate(low)),
        *(Partial(98.0 * ratio, strength, 0.42 - 0.04 * index, 0.06) for index, (ratio, strength) in enumerate(high)),
    )


SOUNDS: dict[str, tuple[float, tuple[Stroke, ...]]] = {
    "gong": (3.0, (Stroke(0, _gong()),)),
    "tower-bell": (3.0, (Stroke(0, _bell(330, _TOWER)), Stroke(1.2, _bell(330, _TOWER)))),
    "singing-bowl": (3.0, (Stroke(0, _bell(392, _BOWL, 0.01)),)),
    "two-tones": (1.8, (Stroke(0, _bell(880, _SOFT)), Stroke(0.55, _bell(698.5, _SOFT)))),
    "three-pings": (1.6, tuple(Stroke(0.35 * number, _bell(1320, _PING)) for number in range(3))),
    REFUSED: (0.3, (Stroke(0, _bell(220, _DULL)),)),
    "hand-bell": (1.6, (Stroke(0, _bell(1046.5, _SMALL)), Stroke(0.3, _bell(1046.5, _SMALL), 0.8))),
}
"""Seconds and strokes of each."""


def samples(name: str) -> "array[int]":
    """The sound of this name."""
    seconds, strokes = SOUNDS[name]
    count = round(seconds * RATE)
    total = [0.0] * count
    for stroke in strokes:
        for partial in stroke.partials:
            _add(total, partial, round(stroke.begins * RATE), stroke.strength)
    fade = round(_FADE * RATE)
    for index in range(fade):
        total[count - 1 - index] *= index / fade
    loudest = max(map(abs, total))
    return array("h", (round(value / loudest * _PEAK) for value in total))


def _add(total: list[float], partial: Partial, begin: int, strength: float) -> None:
    step, decay = 2 * pi * partial.frequency / RATE, exp(-0.6931471805599453 / (partial.half_life * RATE))
    level, attack = partial.strength * strength, max(round(partial.attack * RATE), 1)
    for index in range(len(total) - begin):
        total[begin + index] += level * min(index / attack, 1.0) * sin(step * index)
        level *= decay


def write(name: str) -> None:
    """Write the file of the sound of this name."""
    values = samples(name)
    if byteorder == "big":
        values.byteswap()
    with wave.open(str(path_of(name)), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(values.tobytes())


if __name__ == "__main__":
    for each in (*NAMES, REFUSED):
        write(each)
