"""The simulation of hosts that replace one another, a little of it; the proof runs twenty thousand histories."""

from hypothesis import settings

from tests.tournament.sharing.succession_simulation import Succession

TestSuccession = Succession.TestCase
TestSuccession.settings = settings(max_examples=200, stateful_step_count=40, deadline=None)
