"""Some random events that are cut short show what they would show had they been planned so; and one that does not."""

import pytest

from tests.proof.proof_reshaped import reshaped
from tournament.use_cases import View

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_random_event_that_is_cut_short_is_as_if_planned_so(seed: int) -> None:
    assert reshaped(seed).failures == []


@pytest.mark.parametrize("seed", range(5, 21))
def test_more_random_events_that_are_cut_short(seed: int) -> None:
    assert reshaped(seed, slow=True).failures == []


def test_a_list_that_counts_cancelled_sessions_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "sessions_until", lambda _view, last: tuple(range(1, last + 1)))
    failures = [failure for seed in range(1, 5) for failure in reshaped(seed).failures]
    assert any("standings at the desk" in failure for failure in failures)
