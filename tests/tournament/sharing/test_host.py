"""The only writer of a shared event: its answers to desks and phones, also when another program writes beside it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.tournament.sharing.fakes import Disk, Hall, member
from tests.tournament.sharing.test_shared_book import hand
from tests.tournament.use_cases.events import BY, SEATING, drawn, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.settings import Settings
from tournament.ledger.entry import Record, table_stream
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.sharing.messages import (
    PROTOCOL,
    Answer,
    DeskSeen,
    News,
    Offer,
    Reply,
    SentOrder,
    Sync,
    WordedProblem,
)
from tournament.sharing.shared_book import OrderState
from tournament.use_cases import Book, By, Command, Conflict, RecordHand, Refused, carry_out
from tournament.use_cases.book import DatabaseBook
from tournament.use_cases.changes import new_id
from tournament.use_cases.commands import (
    AllowTableEntry,
    CopyEvent,
    ProposeHand,
)
from tournament.use_cases.table_entry import phone_of


class Database(Disk):
    """A store into which another program writes at the last moment before this one does."""

    overtaking: Callable[[], object] | None = None
    """What that program does, once."""

    def after(self, position: int) -> Iterator[Record]:
        return iter(self.records[position:])

    def append(self, records: Sequence[Record]) -> None:
        overtaking, self.overtaking = self.overtaking, None
        if overtaking is not None:
            overtaking()
        super().append(records)


@pytest.fixture
def database() -> Database:
    """The database of an event that is drawn, and at whose tables players may type."""
    store = Database()
    book = drawn(store)
    carry_out(book, AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))), by=BY)
    return store


@pytest.fixture
def host(database: Database) -> Host:
    return Host(DatabaseBook(database, clock=noon))


def meanwhile(database: Database, *commands: Command) -> None:
    """Let another program carry out ``commands`` just before the next writing."""
    other = DatabaseBook(database, clock=noon)

    def overtake() -> None:
        for command in commands:
            carry_out(other, command, by=By("Other", "other"), confirmed=True)

    database.overtaking = overtake


def proposed(host: Host, outcome: Outcome) -> int:
    """Propose the first hand of a table from the phone of its first player, and return the answer."""
    by = phone_of(host.book.view, 1, 1, 0)
    return host.carry_out_for(by, ProposeHand(1, 1, 1, outcome, 0), new_id())


def test_an_order_that_another_program_overtook_is_carried_out_after_it(database: Database, host: Host):
    hall = Hall(host)
    desk = hall.desk("north")
    carry_out(desk, hand(1), by=By("north", "north"))
    meanwhile(database, hand(1, table=2))
    hall.meet(desk)
    assert not desk.orders
    assert [desk.view.sheet(1, table).last_played for table in (1, 2)] == [1, 1]
    assert desk.view.fingerprint == host.end


def test_an_order_for_a_sheet_on_which_another_program_wrote_is_overtaken(database: Database, host: Host):
    hall = Hall(host)
    desk = hall.desk("north")
    carry_out(desk, hand(1), by=By("north", "north"), seen=0)
    meanwhile(database, RecordHand(1, 1, 1, Outcome(2, 1, 24)))
    hall.meet(desk)
    (order,) = desk.orders
    assert (order.state, [each.code for each in order.problems]) == (OrderState.REFUSED, ["conflict"])
    assert desk.view.sheet(1, 1).hands[0].outcome == Outcome(2, 1, 24)


def test_a_phone_that_another_program_overtook_is_written_after_it(database: Database, host: Host):
    meanwhile(database, hand(1, table=2))
    position = proposed(host, Outcome(0, 1, 8))
    assert position == len(host.book.view.journal) == len(database.records)
    assert host.book.view.sheet(1, 2).last_played == 1
    assert [each.outcome for each in host.book.view.phones(1, 1).open] == [Outcome(0, 1, 8)]


def test_a_phone_is_refused_what_another_program_settled_meanwhile(database: Database, host: Host):
    meanwhile(database, hand(1))
    with pytest.raises(Refused, match="hand-recorded"):
        proposed(host, Outcome(0, 1, 8))


def test_a_conflict_without_a_new_entry_is_reported_and_not_retried_for_ever(database: Database, host: Host):
    """A store that answers as if somebody had written, though nobody did, is not asked for ever."""

    def conflict() -> None:
        raise Conflict(table_stream(1, 1), 1)

    database.overtaking = conflict
    before = list(database.records)
    with pytest.raises(Conflict):
        proposed(host, Outcome(0, 1, 8))
    assert database.records == before


def test_a_hand_that_a_phone_has_confirmed_is_written_however_large(host: Host):
    """The page of a table asks whether an improbable hand is meant, and sends it only then."""
    rare = Outcome(0, 1, 320)
    with pytest.raises(Refused):
        carry_out(drawn(), RecordHand(1, 1, 1, rare), by=BY)
    proposed(host, rare)
    assert [each.outcome for each in host.book.view.phones(1, 1).open] == [rare]


def test_an_answer_ends_where_a_command_ends(monkeypatch: pytest.MonkeyPatch):
    """A desk may have to take over with what it has: half of what a command wrote would be no event."""
    book, ends = Book(FakeStore(), clock=noon), list[int]()
    people = tuple(replace(each, number=number) for number, each in enumerate(players(11), start=1))
    for command in (
        CopyEvent(Settings("Cup", sessions=2), people, substitutes=(9, 10, 11), seating=SEATING),
        hand(1),
        hand(2),
    ):
        carry_out(book, command, by=BY, confirmed=True)
        ends.append(len(book.view.journal))
    assert ends[0] == 6, "settings, players, three who are substitutes, and the draw"
    for most in range(1, ends[-1] + 1):
        monkeypatch.setattr("tournament.sharing.host.MOST_ENTRIES", most)
        news = Host(book).answer(member("north"), Sync(PROTOCOL, NO_ENTRIES), {})
        assert isinstance(news, News)
        assert len(news.entries) == min(end for end in ends if end >= most)


@pytest.mark.parametrize("kind", [SentOrder, Sync, WordedProblem, DeskSeen, Offer, *get_args(Answer), *get_args(Reply)])
def test_messages_are_values(kind: type[Any]):
    """What was said cannot be changed by whoever heard it."""
    fields = structs.fields(kind)
    message = kind(*(None for _ in fields))
    with pytest.raises(AttributeError):
        setattr(message, fields[0].name, "something else")


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=30), st.data())
def test_every_desk_hears_in_the_end_that_all_have_everything(turns: list[tuple[int, bool]], data: st.DataObject):
    hall = Hall()
    desks = [hall.desk(name) for name in ("north", "east", "south", "west")]
    asked: list[object] = [None] * len(desks)
    told: list[Reply | None] = [None] * len(desks)
    answered = [desk.question(None, "en") for desk in desks]

    def ask(index: int) -> None:
        """As the link of a desk does: it remembers the mark of the host that it saw before it asked."""
        asked[index], answered[index] = hall.host.mark, desks[index].question(None, "en")
        told[index] = news = hall.ask(desks[index])
        assert isinstance(news, News)
        desks[index].take(news)

    def wants(index: int) -> bool:
        question = desks[index].question(None, "en")
        return bool(question.orders) or question.have != answered[index].have or hall.host.mark != asked[index]

    typed = [0] * len(desks)
    for index, types in turns:
        if types and typed[index] < 16:
            typed[index] += 1
            command = RecordHand(1 + index // 2, 1 + index % 2, typed[index], Outcome(0, 1, 8))
            carry_out(desks[index], command, by=By("Ada Sample", desks[index].desk), confirmed=True)
        if wants(index):
            ask(index)
    for _ in range(100):
        waiting = [index for index in range(len(desks)) if wants(index)]
        if not waiting:
            break
        ask(data.draw(st.sampled_from(waiting)))
    for each in told:
        assert isinstance(each, News)
        assert {desk.have for desk in each.desks} == {hall.host.end.entries}
