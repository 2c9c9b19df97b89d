"""What a script writes into a shared event is written by the host, once or not at all, or it says that nobody knows."""

from collections.abc import Callable, Iterable

import httpx
import pytest

from tests.tournament.sharing.fakes import FakeWaitingOrders, member
from tests.tournament.use_cases.events import BY, win
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.joining.fakes import FakeServer
from tournament.event.problem import Refused
from tournament.rules.payment import Outcome
from tournament.sharing.messages import News, decode_reply, encode
from tournament.sharing.shared_book import OrderState
from tournament.use_cases import Book, LinesRefused, RecordHand, StoreUnavailable, carry_out, carry_out_all
from tournament.use_cases.changes import new_id
from ui.joining.blocking_book import BlockingBook
from ui.joining.failures import OutcomeUnknown, ServerAway


class Desk:
    """A script and its host."""

    def __init__(self, *, away: bool = False) -> None:
        self.server = FakeServer()
        self.waiting = FakeWaitingOrders()
        self.signed_in = 0
        connection = self.server.joined()
        self.book = BlockingBook(
            FakeStore([entry.record for entry in self.server.host.book.view.journal]),
            self.waiting,
            "north",
            connection=None if away else connection,
            sign_in=self._sign_in,
            language="en",
            patience=0.5,
        )

    def _sign_in(self, authors: Iterable[str]) -> None:
        self.signed_in += 1
        self.server.members["north"] = member("north", authors=authors)

    @property
    def host(self) -> Book:
        return self.server.host.book

    def kept(self) -> list[OrderState]:
        return [each.state for each in self.waiting.kept.values() if each.state is not OrderState.SENT]

    def change(self, change: Callable[[News], News]) -> None:
        """What the host answers from now on."""
        answer = self.server.answer

        def changed(name: str, request: httpx.Request) -> httpx.Response:
            found = answer(name, request)
            reply = decode_reply(found.content) if request.url.path == "/sync" else None
            return httpx.Response(200, content=encode(change(reply))) if isinstance(reply, News) else found

        self.server.answer = changed  # type: ignore[method-assign]
        self.book._connection = self.server.connection("north")


def hand(number: int = 1) -> RecordHand:
    return RecordHand(1, 1, number, Outcome(0, 1, 8))


def test_what_is_written_is_what_the_host_wrote() -> None:
    desk = Desk()
    win(desk.host, 1, 0, 1, 8)
    desk.book.catch_up()
    changes = carry_out_all(desk.book, [hand(2), hand(3)], by=BY)
    assert [entry.record for entry in changes.entries] == [entry.record for entry in desk.host.view.journal][-2:]
    assert desk.book.view.fingerprint == desk.host.view.fingerprint
    assert (desk.kept(), desk.signed_in, desk.book.saved) == ([], 1, True)


def test_what_the_host_refuses_is_raised_as_for_a_file_and_not_kept() -> None:
    desk = Desk()
    win(desk.host, 1, 0, 1, 8)  # this desk does not know yet
    with pytest.raises(Refused) as refused:
        carry_out(desk.book, hand(), by=BY, confirmed=True)
    with pytest.raises(Refused) as expected:
        carry_out(desk.host, hand(), by=BY, confirmed=True)
    assert [each.code for each in refused.value.problems] == [each.code for each in expected.value.problems]
    win(desk.host, 3, 0, 1, 8)
    with pytest.raises(LinesRefused) as lines:
        carry_out_all(desk.book, [hand(2), hand(3)], by=BY)
    assert [index for index, _ in lines.value.refusals] == [1]
    assert (desk.kept(), desk.book.saved) == ([], False)
    desk.book.catch_up()
    assert desk.book.view.fingerprint == desk.host.view.fingerprint


def test_a_line_that_the_host_refuses_has_its_own_number_although_another_was_written_before() -> None:
    desk = Desk()
    ids = [new_id(), new_id(), new_id()]
    carry_out_all(desk.book, [hand(1)], by=BY, ids=ids[:1])
    win(desk.host, 3, 0, 1, 8)
    with pytest.raises(LinesRefused) as lines:
        carry_out_all(desk.book, [hand(1), hand(2), hand(3)], by=BY, ids=ids)
    assert [index for index, _ in lines.value.refusals] == [2]


def test_while_the_server_is_away_nothing_is_written_or_kept() -> None:
    desk = Desk()
    desk.server.away = True
    with pytest.raises(ServerAway):
        carry_out(desk.book, hand(), by=BY)
    assert desk.kept() == []
    assert desk.book.view.fingerprint == desk.host.view.fingerprint


def test_a_lost_answer_is_asked_for_until_it_comes() -> None:
    desk = Desk()
    desk.server.lose = 2
    entries = desk.host.view.fingerprint.entries
    changes = carry_out(desk.book, hand(), by=BY)
    assert desk.host.view.journal.find(changes.entries[-1].id) is not None
    assert desk.host.view.fingerprint.entries == entries + len(changes.entries)
    assert desk.server.asked.count("/sync") == 3


def test_an_answer_that_never_comes_is_said_and_the_order_is_kept_and_written_once() -> None:
    desk = Desk()
    desk.server.lose = 10_000
    with pytest.raises(OutcomeUnknown):
        carry_out(desk.book, hand(), by=BY)
    assert desk.kept() == [OrderState.WAITING]
    written = desk.host.view.fingerprint
    desk.server.lose = 0
    desk.book.catch_up()
    assert desk.kept() == []
    assert desk.host.view.fingerprint == written == desk.book.view.fingerprint


def test_without_a_host_orders_are_kept_and_counted() -> None:
    desk = Desk(away=True)
    carry_out_all(desk.book, [hand(1), hand(2)], by=BY)
    with pytest.raises(Refused):  # what is wrong by itself is said at once
        carry_out(desk.book, hand(2), by=BY, confirmed=True)
    assert desk.book.queued == 2
    assert desk.kept() == [OrderState.WAITING]


@pytest.mark.thorough
def test_a_host_that_cannot_write_and_one_that_takes_over_leave_nothing_behind() -> None:
    desk = Desk()
    desk.server.status = 503
    with pytest.raises(StoreUnavailable):
        carry_out(desk.book, hand(), by=BY)
    desk.server.status = 0
    desk.server.host.gathering = True
    with pytest.raises(StoreUnavailable):
        carry_out(desk.book, hand(), by=BY)
    assert desk.kept() == []


def test_what_no_second_desk_has_is_written_but_not_confirmed() -> None:
    desk = Desk()
    desk.server.host.confirm_on_two = True
    with pytest.raises(OutcomeUnknown, match="has written"):
        carry_out(desk.book, hand(), by=BY)
    assert desk.kept() == [OrderState.WAITING]


def test_entries_that_come_in_parts_are_waited_for() -> None:
    desk = Desk()
    for number in range(1, 5):
        win(desk.host, number, 0, 1, 8)
    desk.change(lambda news: replace_entries(news, 2))
    carry_out(desk.book, hand(5), by=BY, confirmed=True)
    assert desk.book.view.fingerprint == desk.host.view.fingerprint


def replace_entries(news: News, most: int) -> News:
    from msgspec.structs import replace as replaced

    return replaced(news, entries=news.entries[:most])
