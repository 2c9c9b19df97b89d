"""The same sound at every rate, for every number of channels and in every type that a device may ask for."""

from array import array

import pytest

from assets import sounds
from assets.sounds.build import RATE, samples
from ui.hall.sound_samples import SampleType, samples_for

PATH = sounds.path_of("three-pings")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rate", [RATE, 2 * RATE, 44_100, 8_000])
def test_it_lasts_as_long_at_each_rate_and_goes_through_the_same_points(rate: int) -> None:
    mono = array("h", samples_for(PATH, rate, 1, "h").data)
    own = samples("three-pings")
    assert samples_for(PATH, rate, 1, "h").seconds == pytest.approx(len(own) / RATE, abs=1e-3)
    shared = RATE * rate // max(RATE, rate)
    for second in (0, 0.25, 0.5, 1):
        there, here = round(second * rate), round(second * RATE)
        assert mono[there] == pytest.approx(own[here], abs=2), shared
    assert max(map(abs, mono)) <= 32767


@pytest.mark.parametrize(("type", "full"), [("B", 127), ("h", 32767), ("i", 32767 << 16), ("f", 1.0)])
def test_each_channel_has_it_in_the_type_of_the_device(type: SampleType, full: float) -> None:
    plain = array("h", samples_for(PATH, RATE, 1, "h").data)
    spread = array(type, samples_for(PATH, RATE, 3, type).data)
    assert len(spread) == 3 * len(plain)
    assert spread[0::3] == spread[1::3] == spread[2::3]
    rest = 128 if type == "B" else 0
    for index in range(0, len(plain), 997):
        assert (spread[3 * index] - rest) / full == pytest.approx(plain[index] / 32767, abs=0.01)
