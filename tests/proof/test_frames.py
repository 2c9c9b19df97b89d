"""The data frames of random events agree with the program, and their exports with the second account."""

import pytest

from reports.frames import event_frames
from tests.proof.proof_events import read_back, run
from tests.proof.random_event import RandomEvent
from tests.reports.frames.agreement import check_agreement
from tests.tournament.use_cases.fake_store import FakeStore

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("seed", [24, 30, 31])
def test_the_frames_of_a_random_event_agree_with_the_program(seed: int) -> None:
    event = RandomEvent(seed, FakeStore(), players=16)
    event.play(25)
    check_agreement(event.book.view, event_frames(event.book.view))


@pytest.mark.parametrize("seed", [111, 238])
def test_the_frames_of_evenings_of_riichi_agree_with_the_program(seed: int) -> None:
    event = RandomEvent(seed, FakeStore(), players=8)
    event.play(60)
    view = event.book.view
    assert (view.settings.format.is_drawn, view.rules.table_points.rank_evenings) == (False, True)
    check_agreement(view, event_frames(view))


@pytest.mark.parametrize(("seed", "heading"), [(7, "Table points"), (81, "Final points")])
def test_exported_standings_say_what_the_second_account_says(seed: int, heading: str) -> None:
    store = FakeStore()
    event = RandomEvent(seed, store, players=8)
    event.play(25)
    assert event.book.view.rules.table_points.rank_evenings == (heading == "Final points")
    assert list(read_back(event.book.view, store.records)) == []


@pytest.mark.parametrize("seed", [2464, 2920, 4768])
def test_exported_standings_mark_who_is_ranked_with_granted_points(seed: int) -> None:
    assert run(seed).failures == []
