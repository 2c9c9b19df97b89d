"""What every book does, local or shared: pages rely on nothing else, and do not know which it is."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from tests.examples.pins import PINS, cheap_pin
from tests.tournament.sharing.fakes import Disk, FakeWaitingOrders, Hall, member
from tests.tournament.sharing.test_shared_book import hand
from tests.tournament.use_cases.events import codes, drawn
from tournament.event.role import EventRole
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import RolePinSet
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import (
    Book,
    By,
    Command,
    Conflict,
    LinesRefused,
    RecordHand,
    Refused,
    StoreUnavailable,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.changes import new_id
from tournament.use_cases.commands import ChangeSettings, NoteAttendance, Redo, SetPin, Undo

BY = By("north", "north")


@dataclass
class Open:
    """A book, what lets it become settled, and where the next writing fails."""

    book: Book
    settle: Callable[[], None]
    disk: Disk | FakeWaitingOrders

    def do(self, *commands: Command, by: By = BY) -> None:
        for command in commands:
            carry_out(self.book, command, by=by, confirmed=True)


@pytest.fixture(params=["local", "shared", "shared and settled"])
def opened(request) -> Open:
    """Settled: the host answers after every order."""
    if request.param == "local":
        book = drawn(disk := Disk())
        return Open(book, lambda: None, disk)
    hall = Hall(Host(drawn(Disk())))
    desk = hall.desk("north")
    if request.param == "shared and settled":
        commit = desk.commit
        desk.commit = lambda draft, order: (commit(draft, order), hall.meet(desk))[0]  # type: ignore[method-assign]

    def settle() -> None:
        hall.meet(desk)
        assert not desk.orders
        assert desk.view.fingerprint == hall.host.end

    assert isinstance(desk._waiting, FakeWaitingOrders)
    return Open(desk, settle, desk._waiting)


def test_what_is_carried_out_shows_at_once_and_stays(opened: Open):
    changes = carry_out(opened.book, hand(1), by=BY)
    assert changes.streams >= {table_stream(1, 1)}
    assert opened.book.view.sheet(1, 1).last_played == 1
    opened.settle()
    sheet = opened.book.view.sheet(1, 1)
    assert (sheet.last_played, sheet.number) == (1, 1)
    assert opened.book.view.journal[-1].author == "north"


def test_what_is_refused_changes_nothing(opened: Open):
    before = opened.book.view
    with pytest.raises(Refused):
        opened.do(RecordHand(1, 9, 1, Outcome(None)))
    with pytest.raises(LinesRefused) as refused:
        carry_out_all(opened.book, [hand(1), RecordHand(1, 9, 1, Outcome(None)), hand(2)], by=BY)
    assert [index for index, _ in refused.value.refusals] == [1]
    assert opened.book.view is before
    opened.settle()


def test_a_writer_who_did_not_see_a_later_entry_gets_a_conflict(opened: Open):
    opened.do(hand(1))
    with pytest.raises(Conflict) as conflict:
        carry_out(opened.book, hand(2), by=BY, seen=0)
    assert conflict.value.stream == table_stream(1, 1)
    carry_out(opened.book, hand(2), by=BY, seen=1)
    opened.settle()
    assert opened.book.view.sheet(1, 1).last_played == 2


def test_several_at_once_are_all_there(opened: Open):
    changes = carry_out_all(opened.book, [hand(1), hand(2), hand(1, table=2)], by=BY)
    assert changes.streams >= {table_stream(1, 1), table_stream(1, 2)}
    opened.settle()
    assert [opened.book.view.sheet(1, table).last_played for table in (1, 2)] == [2, 1]


def test_undo_and_redo_go_back_and_forth(opened: Open):
    opened.do(hand(1), hand(2), Undo())
    assert opened.book.view.sheet(1, 1).last_played == 1
    opened.do(Redo())
    opened.settle()
    assert opened.book.view.sheet(1, 1).last_played == 2
    opened.do(Undo(), Undo())
    opened.settle()
    assert opened.book.view.sheet(1, 1).last_played == 0


def test_a_repeat_of_a_request_writes_nothing_more(opened: Open):
    id = new_id()
    first = carry_out(opened.book, hand(1), by=BY, id=id)
    again = carry_out(opened.book, hand(1), by=BY, id=id)
    assert [entry.id for entry in again.entries] == [entry.id for entry in first.entries]
    opened.settle()
    assert carry_out(opened.book, hand(1), by=BY, id=id).entries[0].id == id
    assert opened.book.view.sheet(1, 1).number == 1


def test_a_full_disk_changes_nothing(opened: Open):
    before = opened.book.view
    opened.disk.fault = "full"
    with pytest.raises(StoreUnavailable):
        opened.do(hand(1))
    assert opened.book.view is before
    opened.do(hand(1))
    opened.settle()


def test_settings_change_and_come_back(opened: Open):
    opened.do(ChangeSettings(replace(opened.book.view.settings, place="Lyon")))
    opened.settle()
    assert opened.book.view.settings.place == "Lyon"


def test_who_has_no_right_is_refused(opened: Open):
    opened.do(SetPin(EventRole.ORGANISER, cheap_pin(PINS[EventRole.ORGANISER])))
    opened.settle()
    with pytest.raises(Refused) as refused:
        opened.do(ChangeSettings(replace(opened.book.view.settings, place="Lyon")))
    assert "role" in codes(refused)[0]
    assert isinstance(opened.book.view.journal[-1].fact, RolePinSet)


def test_undo_of_a_desk_takes_back_what_was_meant_there():
    hall = Hall(Host(drawn()))
    north, south = hall.desk("north"), hall.desk("south")
    carry_out(north, hand(1), by=BY)
    hall.meet(north, south)
    carry_out(north, Undo(), by=BY)
    carry_out(south, hand(1, table=2), by=By("south", "south"))
    hall.meet(south, north, south)
    assert [hall.host.book.view.sheet(1, table).last_played for table in (1, 2)] == [0, 1]


def test_two_desks_do_not_overwrite_each_others_settings_silently():
    hall = Hall(Host(drawn()))
    north, south = hall.desk("north"), hall.desk("south")
    for desk, place in ((north, "Lyon"), (south, "Paris")):
        carry_out(desk, ChangeSettings(replace(desk.view.settings, place=place)), by=By(desk.desk, desk.desk))
    hall.meet(north, south)
    assert hall.host.book.view.settings.place == "Lyon"
    (order,) = south.orders
    assert order.problems[0].code == "conflict"
    south.send_again(order.id)
    hall.meet(south)
    assert hall.host.book.view.settings.place == "Paris"


def test_what_one_command_wrote_is_not_cut_for_a_desk_that_may_take_over(monkeypatch: pytest.MonkeyPatch):
    """The first hand of a session writes the heads of all streams and the hand."""
    hall = Hall(Host(drawn()))
    desk = hall.desk("north")
    start = len(desk.view.journal)
    carry_out(hall.host.book, hand(1), by=BY)
    carry_out(hall.host.book, hand(2), by=BY, confirmed=True)
    monkeypatch.setattr("tournament.sharing.host.MOST_ENTRIES", 1)
    hall.meet(desk)
    assert len(desk.view.journal) == start + 2
    hall.meet(desk)
    assert desk.view.fingerprint == hall.host.end


def test_an_order_that_a_lost_host_had_is_lost_and_can_be_sent_again():
    old, new = Hall(Host(drawn())), Hall(Host(drawn(Disk())))
    new.host = Host(Book(Disk(old.records()), clock=old.host.book.clock))
    kept = FakeWaitingOrders()
    desk = SharedBook(Disk(old.records()), kept, "north")
    old.members["north"] = new.members["north"] = member("north")
    carry_out(desk, hand(1), by=BY)
    old.meet(desk)
    assert not desk.orders
    desk = SharedBook(Disk(new.records()), kept, "north")
    (order,) = desk.orders
    assert order.state.value == "lost"
    desk.send_again(order.id)
    new.meet(desk)
    assert not desk.orders
    assert desk.view.fingerprint == new.host.end
    assert desk.view.sheet(1, 1).last_played == 1


def test_what_is_refused_of_an_order_that_is_partly_written_is_told_and_can_be_sent_again():
    """The host was lost when others had one of its two entries, and the desk may not write the other any more."""
    hall = Hall(Host(drawn()))
    carry_out(hall.host.book, hand(1), by=BY)
    desk = hall.desk("north")
    carry_out_all(desk, (hand(2), hand(3)), by=BY)
    (order,) = desk.orders
    carry_out(hall.host.book, hand(2), by=By(BY.author, "north"), confirmed=True, id=order.order.ids[0])
    for role in (EventRole.ORGANISER, EventRole.REFEREE):
        by = By("Olga", "host", EventRole.ORGANISER) if role is not EventRole.ORGANISER else By("Olga", "host")
        carry_out(hall.host.book, SetPin(role, cheap_pin(PINS[role])), by=by)
    hall.members["north"] = member("north", EventRole.VIEWER)
    hall.meet(desk)
    (rest,) = desk.orders
    assert (rest.state.value, rest.order.ids) == ("refused", order.order.ids[1:])
    assert [(each.code, each.line) for each in rest.problems] == [("role-may-not", 0)]
    hall.members["north"] = member("north", EventRole.REFEREE)
    desk.send_again(rest.id)
    hall.meet(desk)
    assert not desk.orders
    assert desk.view.sheet(1, 1).last_played == 3


def test_an_order_that_wrote_nothing_is_not_lost():
    hall = Hall(Host(drawn()))
    north, south = hall.desk("north"), hall.desk("south")
    for desk in (north, south):
        carry_out(desk, NoteAttendance((1,), present=True), by=By(desk.desk, desk.desk))
    hall.meet(north, south)
    again = SharedBook(south._store, south._waiting, "south")
    assert not again.orders
    assert again.view.fingerprint == hall.host.end


def test_a_late_refusal_does_not_hide_what_is_written():
    hall = Hall(Host(drawn()))
    north = hall.desk("north")
    carry_out(hall.host.book, hand(1), by=By("Host", "host"))
    carry_out(north, hand(1), by=BY, seen=0)
    late = hall.ask(north)
    carry_out(hall.host.book, Undo(), by=By("Host", "host"))
    (order,) = north.unsent
    north.send_again(order.id)
    hall.ask(north)
    north.take(late)  # type: ignore[arg-type]
    assert north.orders[0].state.value == "refused"
    hall.meet(north)
    assert not north.orders
    assert north.view.fingerprint == hall.host.end


def test_a_question_stays_small_and_a_large_order_goes_alone(monkeypatch: pytest.MonkeyPatch):
    hall = Hall(Host(drawn()))
    north = hall.desk("north")
    for number in range(1, 5):
        carry_out(north, hand(number), by=BY, confirmed=True)
    for most, count in ((1, 1), (500, 2), (10**6, 4)):
        monkeypatch.setattr("tournament.sharing.shared_book.MOST_BYTES", most)
        assert len(north.question(None, "en").orders) == count
