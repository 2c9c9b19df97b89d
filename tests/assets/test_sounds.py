"""The sounds are what their maker makes, short, loud, and silent at their end."""

import wave
from array import array

import pytest

from assets import sounds
from assets.sounds.build import RATE, SOUNDS, samples


def read(name: str) -> "array[int]":
    with wave.open(str(sounds.path_of(name)), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array("h", file.readframes(file.getnframes()))


def test_the_shortest_is_made_again_as_it_is() -> None:
    assert all(abs(made - kept) <= 1 for made, kept in zip(samples("hand-bell"), read("hand-bell"), strict=True))


@pytest.mark.parametrize("name", sounds.NAMES)
def test_each_is_small_begins_at_once_and_ends_in_silence(name: str) -> None:
    values = read(name)
    assert sounds.path_of(name).stat().st_size < 150_000
    assert len(values) == round(SOUNDS[name][0] * RATE)
    assert max(map(abs, values)) > 30_000
    assert max(map(abs, values[: RATE // 5])) > 8_000
    assert max(map(abs, values[-RATE // 100 :])) < 300


def test_no_two_are_alike() -> None:
    assert set(SOUNDS) == {*sounds.NAMES, sounds.REFUSED}
    assert len({sounds.path_of(name).read_bytes() for name in sounds.NAMES}) == len(sounds.NAMES)
