"""The simulation of a shared event, a little of it; the proof runs ten thousand histories."""

from hypothesis import settings

from tests.tournament.sharing.fakes import hosting
from tests.tournament.sharing.simulation import SharedEvent
from tournament.event.role import EventRole
from tournament.rules.payment import Outcome
from tournament.sharing.messages import decode_reply
from tournament.use_cases import RecordHand

TestSharedEvent = SharedEvent.TestCase
TestSharedEvent.settings = settings(stateful_step_count=40, deadline=None)


def test_a_desk_follows_a_host_that_writes_again_what_a_lost_one_wrote() -> None:
    """Found by seed 74 of the proof: with a clock that stands still it is the same entry."""
    shared = SharedEvent()
    shared.begin(desks=2, league=False, held=False, confirm=False, roles=[EventRole.REFEREE] * 4, small=False)
    desk = shared.desks[1]
    shared.give_an_order(1, RecordHand(1, 1, 1, Outcome(0, None, 8)), confirmed=True, stale=None)
    shared.ask(1)
    (question,) = desk.questions
    late = shared.answer(desk, question)
    assert late is not None
    shared.a_desk_takes_over(0, asked=set(), all_asked=False)
    shared.hear(desk, 0, hosting(decode_reply(late)))
    assert (desk.generation, shared.generation) == (0, 1)
    shared.answer(desk, question)  # it arrives a second time
    shared.give_an_order(0, RecordHand(1, 2, 1, Outcome(0, None, 8)), confirmed=True, stale=None)
    for number in (0, 1):
        shared.ask_and_hear(number)
    shared.what_was_written_stays_and_is_written_once()
    assert desk.generation == 1
    shared.teardown()
