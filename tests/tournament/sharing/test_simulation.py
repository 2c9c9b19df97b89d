"""The simulation of a shared event, a little of it; the proof runs ten thousand histories."""

from hypothesis import settings

from tests.tournament.sharing.simulation import SharedEvent

TestSharedEvent = SharedEvent.TestCase
TestSharedEvent.settings = settings(stateful_step_count=40, deadline=None)
