"""The table of rights at the host of a shared event: each act from desks whose keys and sign-ins have each role."""

import pytest

from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.rights_tried import TRIED
from tournament.event.role import EventRole, may
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.host import Host, Member
from tournament.sharing.messages import PROTOCOL, Declined, Done, News, Sync, sent
from tournament.use_cases import Book, By
from tournament.use_cases.changes import Order, new_id

KEYS = [role for role in EventRole if role is not EventRole.VIEWER]


@pytest.mark.sampled(45)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("index", range(len(TRIED)), ids=lambda index: f"{TRIED[index].act.value}-{index}")
def test_the_host_carries_out_what_both_key_and_sign_in_allow(index: int, key: EventRole) -> None:
    tried, first = TRIED[index], FakeStore()
    tried.event(first)
    made = first.records
    for role in (None, *EventRole):
        store = FakeStore(made)
        host = Host(Book(store))
        member = Member("north", By("Who Tries", "north", role, key=key))
        order = Order((new_id(),), (tried.command(host.book.view),), False, True, None, "Who Tries")
        news = host.answer(member, Sync(PROTOCOL, NO_ENTRIES, (sent(order),)), {"north": member})
        assert isinstance(news, News)
        (answer,) = news.answers
        acting = min(role or EventRole.VIEWER, key, key=lambda each: each.rank)
        if may(acting, tried.act):
            assert isinstance(answer, Done)
            new = host.book.view.journal[-1]
            assert (new.author, new.record.desk, new.role) == ("Who Tries", "north", acting)
        else:
            assert isinstance(answer, Declined)
            assert {each.code for each in answer.problems} == {"role-may-not"}
            assert store.records == made
