"""The data frames of random events agree with the program."""

import pytest

from reports.frames import event_frames
from tests.proof.random_event import RandomEvent
from tests.reports.frames.agreement import check_agreement
from tests.tournament.use_cases.fake_store import FakeStore


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [24, 30, 31])
def test_the_frames_of_a_random_event_agree_with_the_program(seed: int) -> None:
    event = RandomEvent(seed, FakeStore(), players=16)
    event.play(25)
    check_agreement(event.book.view, event_frames(event.book.view))
