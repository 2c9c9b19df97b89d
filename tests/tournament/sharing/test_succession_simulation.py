"""The simulation of hosts that replace one another, a little of it; the proof runs twenty thousand histories."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tournament.sharing.succession_simulation import Succession

TestSuccession = Succession.TestCase
TestSuccession.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)


@pytest.mark.thorough
def test_long_histories() -> None:
    run_state_machine_as_test(Succession, settings=settings(max_examples=200, stateful_step_count=40, deadline=None))
