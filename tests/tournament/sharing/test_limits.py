"""How much goes into one message, how many orders a desk keeps, and when a host calls its desks."""

import pytest

from tests.tournament.sharing.fakes import FakeWaitingOrders, Hall
from tests.tournament.sharing.test_hostile import answered, order
from tests.tournament.sharing.test_shared_book import BY, hand
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.journal import Journal
from tournament.sharing.host import TakeOverLoss, end_after, forked_entries, is_of, offer_after, what_take_over_loses
from tournament.sharing.messages import MOST_ORDERS, Declined, Done, News
from tournament.sharing.shared_book import OrderState, SharedBook
from tournament.use_cases import carry_out
from tournament.use_cases.changes import new_id
from tournament.use_cases.commands import NoteAttendance

BOOK = "tournament.sharing.shared_book"


def given(desk: SharedBook, *numbers: int) -> list[int]:
    """Record these hands at ``desk``, and return the sizes of the commands as they are sent."""
    for number in numbers:
        carry_out(desk, hand(number), by=BY, confirmed=True)
    every = {each.ids[0]: sum(len(bytes(command)) for command in each.commands)
             for each in desk.question(None, "en").orders}  # fmt: skip
    return [every[each.id] for each in desk.unsent]


def test_a_host_takes_exactly_a_hundred_orders_at_once():
    """Desks of other versions rely on it."""
    assert MOST_ORDERS == 100
    hall, id = Hall(), new_id()
    answers = answered(hall, *[order(id)] * 100)
    assert len(answers) == 100
    with pytest.raises(Refused) as refused:
        answered(hall, *[order(id)] * 101)
    (problem,) = refused.value.problems
    assert ENGLISH.render(problem.text) == "A desk sends at most 100 orders at once; these are 101."
    desk = hall.desk("south")
    for _ in range(51):
        for present in (True, False):
            carry_out(desk, NoteAttendance((1,), present=present), by=BY)
    assert (len(desk.unsent), len(desk.question(None, "en").orders)) == (102, 100)


def test_a_question_has_as_many_orders_as_fit_and_none_jumps_the_queue(monkeypatch: pytest.MonkeyPatch):
    desk = Hall().desk("north")
    sizes = given(desk, 1, 2, 3)
    waiting = [each.id for each in desk.unsent]

    def asked(most: int) -> list[str]:
        monkeypatch.setattr(f"{BOOK}.MOST_BYTES", most)
        return [each.ids[0] for each in desk.question(None, "en").orders]

    assert asked(sum(sizes)) == waiting
    assert asked(sum(sizes) - 1) == waiting[:2]
    assert asked(sum(sizes[:2])) == waiting[:2]
    assert asked(sum(sizes[:2]) - 1) == waiting[:1]
    assert asked(0) == waiting[:1]


def test_a_large_order_holds_up_the_small_ones_after_it(monkeypatch: pytest.MonkeyPatch):
    desk = Hall().desk("north")
    carry_out(desk, NoteAttendance((1,), present=True), by=BY)
    carry_out(desk, hand(1), by=BY)
    carry_out(desk, NoteAttendance((2,), present=True), by=BY)
    small, large, other = given(desk)
    assert large > other
    monkeypatch.setattr(f"{BOOK}.MOST_BYTES", small + other)
    assert [each.ids[0] for each in desk.question(None, "en").orders] == [desk.unsent[0].id]


def test_news_say_that_something_arrived_and_which_remarks_the_host_made():
    hall = Hall()
    north = hall.desk("north")
    given(north, 1)
    (changes,) = hall.meet(north)
    assert changes.received
    assert changes.remarks == ()
    given(north, 2)
    carry_out(hall.host.book, hand(1, table=2), by=BY)
    (changes,) = hall.meet(north)
    assert changes.received
    assert {entry.id for entry in changes.entries} >= {hall.host.book.view.journal[-1].id}


def test_of_the_orders_that_the_host_has_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(f"{BOOK}._KEPT", 3)
    hall, waiting = Hall(), FakeWaitingOrders()
    hall.desk("north")
    desk = SharedBook(FakeStore(hall.records()), waiting, "north")
    ids = []
    for number in range(1, 6):
        given(desk, number)
        ids.append(desk.unsent[-1].id)
        hall.meet(desk)
        assert list(waiting.kept) == ids[-3:]
    assert {each.state for each in waiting.kept.values()} == {OrderState.SENT}
    assert desk.orders == ()


def test_desks_are_called_when_an_entry_becomes_safe_and_when_the_last_one_has_it():
    hall = Hall()
    north, south, west, east = (hall.desk(name) for name in ("north", "south", "west", "east"))
    hall.meet(north, south, west, east)
    hall.host.confirm_on_two = True
    carry_out(hall.host.book, hand(1), by=BY)
    before = hall.host.mark
    marks = []
    for desk in (north, south, west, east):
        hall.meet(desk)
        hall.meet(desk)  # with the second question it says that it has the entries
        marks.append(hall.host.mark)
    assert marks[0] != before
    assert marks[1] != marks[0]
    assert marks[2] == marks[1]
    assert marks[3] != marks[2], "all lists of desks say now that nobody lacks entries"
    hall.host.confirm_on_two = False
    alone = hall.host.mark
    carry_out(hall.host.book, hand(2), by=BY)
    written = hall.host.mark
    assert written != alone
    hall.meet(north)
    hall.meet(north)
    assert hall.host.mark == written


def test_an_entry_is_safe_on_another_desk_than_its_own():
    hall = Hall()
    north, south = hall.desk("north"), hall.desk("south")
    hall.meet(north, south)
    position = len(hall.host.book.view.journal)
    assert hall.host.is_safe(position + 9)
    hall.host.confirm_on_two = True
    assert hall.host.is_safe(position, "north")
    assert not hall.host.is_safe(position + 1, "north")
    hall.host.forget("south")
    assert not hall.host.is_safe(position, "north")
    assert hall.host.is_safe(position, "south")
    assert (hall.host.has_heard("north"), hall.host.has_heard("south")) == (True, False)


def test_ends_and_offers_of_journals_that_continue_each_other():
    hall = Hall()
    carry_out(hall.host.book, hand(1), by=BY)
    journal = hall.host.book.view.journal
    count = len(journal)
    assert [end_after(journal, entries) for entries in (-1, count + 1)] == [None, None]
    for entries in range(count + 1):
        end = end_after(journal, entries)
        assert end == journal.until(entries).fingerprint
        assert end is not None
        assert is_of(journal, end)
        offer = offer_after(journal, end)
        assert offer is not None
        assert [record.id for record in offer.entries] == [journal[place].id for place in range(entries, count)]
    other = Hall()
    carry_out(other.host.book, hand(1, table=2), by=BY)
    assert offer_after(other.host.book.view.journal, journal.fingerprint) is None
    assert not is_of(journal.until(count - 1), journal.fingerprint)


def test_an_offer_has_as_many_entries_as_a_message(monkeypatch: pytest.MonkeyPatch):
    journal = Hall().host.book.view.journal
    end = end_after(journal, 1)
    assert end is not None
    for most, expected in ((1, 1), (2, 2), (len(journal), len(journal) - 1)):
        monkeypatch.setattr("tournament.sharing.host.MOST_ENTRIES", most)
        offer = offer_after(journal, end)
        assert offer is not None
        assert len(offer.entries) == expected


def test_what_only_the_old_journal_has_is_named_by_its_ids():
    hall = Hall()
    before = hall.records()
    carry_out(hall.host.book, hand(1), by=BY)
    old = hall.host.book.view.journal
    new = Journal(decode(record) for record in before)
    assert [entry.id for entry in forked_entries(old, new)] == [old[place].id for place in range(len(new), len(old))]
    assert forked_entries(new, old) == ()
    assert forked_entries(old, old) == ()


@pytest.mark.parametrize(
    ("behind", "asked", "two", "lost", "not_asked", "acknowledged"),
    [
        (0, ("north", "south"), True, 0, (), False),
        (0, ("north", "south"), False, 0, (), True),
        (1, ("north", "south"), True, 1, (), False),
        (0, ("north",), True, 0, ("south",), True),
        (2, (), True, 2, ("north", "south"), True),
        (-3, ("north", "south"), True, 0, (), False),
    ],
)
def test_what_taking_over_loses(
    behind: int, asked: tuple[str, ...], *, two: bool, lost: int, not_asked: tuple[str, ...], acknowledged: bool
):
    hall = Hall()
    north = hall.desk("north")
    hall.desk("south")
    hall.host.confirm_on_two = two
    news = hall.ask(north)
    assert isinstance(news, News)
    loss = what_take_over_loses(news, news.end.entries - behind, asked)
    assert isinstance(loss, TakeOverLoss)
    assert (loss.entries, tuple(each.name for each in loss.not_asked), loss.acknowledged) == (
        lost,
        not_asked,
        acknowledged,
    )


def test_an_order_that_wrote_nothing_is_at_position_0_and_another_at_its_last_entry():
    hall, first, second = Hall(), new_id(), new_id()
    (done,) = answered(hall, order(first))
    assert isinstance(done, Done)
    assert done.position == len(hall.host.book.view.journal)
    carry_out(hall.host.book, hand(1, table=2), by=BY)
    (again, other) = answered(hall, order(first), order(second, number=2))
    assert isinstance(again, Done)
    assert isinstance(other, Done)
    assert (again.position, other.position) == (done.position, len(hall.host.book.view.journal))


def test_what_is_refused_of_an_order_names_the_command_that_it_is_about():
    hall = Hall()
    (alone,) = answered(hall, order(new_id(), number=17))
    assert isinstance(alone, Declined)
    assert [each.line for each in alone.problems] == [0]
    (together,) = answered(hall, order(new_id(), new_id(), number=17))
    assert isinstance(together, Declined)
    assert {each.line for each in together.problems} == {0, 1}
