"""Some random events of a club's size in which players sit out, join late and leave."""

import pytest

from tests.proof.random_event import RandomEvent
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.granted_again import differences


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(24))
def test_random_events_have_the_same_points(seed: int) -> None:
    event = RandomEvent(f"sitting out {seed}", FakeStore(), players=5 + seed % 10, rules="mcr")
    event.play(40)
    assert event.failures == []
    if event.book.view.settings.format.is_drawn:
        assert differences(event.book.view) == []
