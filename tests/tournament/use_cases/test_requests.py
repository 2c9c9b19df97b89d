"""Requests with ids, which may be repeated, and entries that other programs wrote: what fits, and what does not."""

from collections.abc import Sequence
from uuid import UUID, uuid5

import pytest
from msgspec import structs

from tests.tournament.use_cases.events import BY, NO_ORDER, codes, created, drawn, noon, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM, Record, table_stream
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    Command,
    Conflict,
    LinesRefused,
    RecordHand,
    Refused,
    StoreDamaged,
    StoreUnavailable,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.book import DatabaseBook
from tournament.use_cases.carrying_out import write
from tournament.use_cases.changes import request_ids, written_by
from tournament.use_cases.commands import AddPlayers, CloseSession, StartSession
from tournament.use_cases.ports import StoreBroken

FIRST, SECOND, THIRD = (f"1b4e28ba-2fa1-41d2-883f-0016d3cca42{number}" for number in (7, 8, 9))
HAND = RecordHand(1, 1, 1, Outcome(0, 1, 8))


def test_a_request_with_an_id_is_carried_out_once() -> None:
    book = drawn()
    done = carry_out(book, HAND, by=BY, id=FIRST)
    assert [entry.record.kind for entry in done.entries] == ["heads-chained", "hand-recorded"]
    assert [entry.id for entry in done.entries] == [FIRST, str(uuid5(UUID(FIRST), "2"))]
    entries = len(book.view.journal)
    win(book, 2, 1, 2, 12)
    again = carry_out(book, HAND, by=BY, id=FIRST)
    assert again.entries == done.entries
    assert len(book.view.journal) == entries + 1
    assert written_by(book.view.journal, FIRST) == done.entries
    assert written_by(book.view.journal, SECOND) == ()
    last = book.view.journal[len(book.view.journal) - 1]
    assert written_by(book.view.journal, last.id) == (last,)


def test_the_ids_of_a_request_follow_from_its_own() -> None:
    ids = request_ids(FIRST)
    assert [next(ids) for _ in range(3)] == [FIRST, *(str(uuid5(UUID(FIRST), number)) for number in ("2", "3"))]


@pytest.mark.parametrize(
    "id", ["x", FIRST.upper(), FIRST.replace("-", ""), f"{{{FIRST}}}", f"{FIRST} ", FIRST[:-1], f"urn:uuid:{FIRST}"]
)
def test_an_id_is_a_uuid_in_its_usual_form(id: str) -> None:
    book = drawn()
    for refused in (lambda: carry_out(book, HAND, by=BY, id=id), lambda: carry_out_all(book, [HAND], by=BY, ids=[id])):
        with pytest.raises((Refused, LinesRefused)) as error:
            refused()
        problems = error.value.problems if isinstance(error.value, Refused) else error.value.refusals[0][1]  # type: ignore[attr-defined]
        assert [problem.code for problem in problems] == ["id-malformed"]
    assert book.view.sheet(1, 1).played == 0


def test_an_id_that_names_a_later_entry_of_a_request_is_not_a_request() -> None:
    book = drawn()
    second = carry_out(book, HAND, by=BY, id=FIRST).entries[1].id
    found = carry_out(book, RecordHand(1, 1, 2, Outcome(1, 2, 9)), by=BY, id=second)
    assert [entry.id for entry in found.entries] == [second]
    assert book.view.sheet(1, 1).played == 1


def test_of_several_commands_only_those_that_are_not_written_yet_are_carried_out() -> None:
    book = drawn()
    commands = [RecordHand(1, 1, hand, Outcome(hand, 0, 8 + hand)) for hand in (1, 2, 3)]
    carry_out(book, commands[0], by=BY, id=FIRST)
    tried = carry_out_all(book, commands, by=BY, ids=[FIRST, SECOND, THIRD], dry_run=True)
    assert [entry.id for entry in tried.entries] == [SECOND, THIRD]
    assert book.view.sheet(1, 1).played == 1, "nothing is written by a dry run"
    done = carry_out_all(book, commands, by=BY, ids=[FIRST, SECOND, ""])
    assert done.entries[0].id == SECOND
    assert done.entries[1].id not in (FIRST, SECOND, "")
    assert book.view.sheet(1, 1).played == 3


def test_totals_that_differ_are_refused_with_their_likely_causes() -> None:
    """A and B of hand 1 were exchanged: the paper says that B won by the discard of A."""
    book = drawn()
    paper = (-20, 36, -8, -8)
    commands: list[Command] = [RecordHand(1, 1, 1, Outcome(0, 1, 12)), CloseSheet(1, 1, paper), CloseSheet(1, 2)]
    with pytest.raises(LinesRefused) as refused:
        carry_out_all(book, commands, by=BY)
    assert [index for index, _ in refused.value.refusals] == [1, 2]
    assert refused.value.causes.keys() == {1}
    assert refused.value.causes[1]
    with pytest.raises(LinesRefused) as refused:
        carry_out_all(book, [StartSession(9), CloseSession(9)], by=BY)
    assert refused.value.causes == {}


def test_somebody_without_a_right_to_enter_hands_learns_nothing_from_a_command_that_is_made() -> None:
    book = drawn()
    made: list[str] = []

    def make(_: object) -> RecordHand:
        made.append("made")
        return HAND

    carry_out_all(book, [make], by=BY)
    assert made == ["made"]


def written(count: int) -> list[Record]:
    """An event with so many hands at its first table."""
    store = FakeStore()
    book = drawn(store)
    for hand in range(1, count + 1):
        win(book, hand, 0, 1, 7 + hand)
    return store.records


def received(records: Sequence[Record], more: Sequence[Record]) -> Book:
    store = FakeStore(records)
    book = Book(store, clock=noon)
    changes = book.receive(more)
    assert [entry.record for entry in changes.entries] == list(more)
    assert store.records == [*records, *more]
    return book


def test_entries_of_another_computer_continue_the_journal() -> None:
    records = written(3)
    for count in range(len(records) - 4, len(records) + 1):
        book = received(records[:count], records[count:])
        assert book.view.fingerprint == Book(FakeStore(records)).view.fingerprint
        assert book.view.sheet(1, 1).played == 3
    changes = Book(FakeStore(records[:-2])).receive(records[-2:])
    assert changes.streams == {table_stream(1, 1)}


@pytest.mark.parametrize(
    ("change", "broken", "told"),
    [
        (lambda record: structs.replace(record, position=record.position + 1), True, "is missing"),
        (lambda record: structs.replace(record, content="{}"), True, "altered"),
    ],
)
def test_entries_that_do_not_continue_it_are_refused_and_nothing_is_written(change, broken: bool, told: str) -> None:
    *records, last = written(2)
    store = FakeStore(records)
    book = Book(store)
    with pytest.raises(StoreDamaged) as error:
        book.receive([change(last)])
    assert isinstance(error.value, StoreBroken) is broken
    assert told in ENGLISH.render(error.value.text)
    assert store.records == records
    assert book.view.sheet(1, 1).played == 1


def test_an_event_begins_with_all_entries_of_another() -> None:
    records = written(2)
    other = Book(FakeStore(records))
    store = FakeStore()
    book = Book(store)
    assert (book.has_all_of(other), other.has_all_of(book), other.has_all_of(other)) == (False, True, True)
    book.begin_with(other)
    assert store.records == records
    assert book.view.fingerprint == other.view.fingerprint
    assert (book.has_all_of(other), other.has_all_of(book)) == (True, True)
    win(other, 3, 1, 2, 20)
    assert (book.has_all_of(other), other.has_all_of(book)) == (False, True)
    win(book, 3, 1, 2, 21)
    assert (book.has_all_of(other), other.has_all_of(book)) == (False, False)
    assert book.read_on() is False


class Forgetful(FakeStore):
    """A store that reports success and keeps one entry less."""

    def append(self, records: Sequence[Record]) -> None:
        super().append(records[:-1])


def test_a_store_that_keeps_less_is_found_at_once() -> None:
    book = Book(Forgetful())
    with pytest.raises(StoreUnavailable) as error:
        book.begin_with(Book(FakeStore(written(1))))
    assert "did not keep what was written" in ENGLISH.render(error.value.text)
    assert len(book.view.journal) == 0


class Grown(FakeStore):
    """A store into which others write too."""

    def after(self, position: int) -> list[Record]:
        return self.records[position:]


def test_what_others_write_into_a_database_is_read_on() -> None:
    records = written(3)
    store = Grown(records[:-2])
    book = DatabaseBook(store, clock=noon)
    assert book.read_on() is False
    store.append(records[-2:])
    assert book.view.sheet(1, 1).played == 1
    assert book.read_on() is True
    assert book.view.sheet(1, 1).played == 3
    assert book.read_on() is False


def test_a_draft_that_somebody_overtook_is_a_conflict() -> None:
    book = drawn()
    slow, quick = book.draft(BY), book.draft(BY)
    for draft in (slow, quick):
        draft.begin_request(FIRST if draft is slow else SECOND)
        write(draft, HAND, confirmed=True)
    assert book.commit(quick, NO_ORDER).streams == {EVENT_STREAM, table_stream(1, 1)}
    with pytest.raises(Conflict) as conflict:
        book.commit(slow, NO_ORDER)
    assert conflict.value.stream in (EVENT_STREAM, table_stream(1, 1))
    assert book.view.sheet(1, 1).played == 1
    assert book.commit(book.draft(BY), NO_ORDER).entries == ()


@pytest.mark.parametrize("author", ["\x07", "a\u202eb"])
def test_a_name_with_control_characters_is_refused(author: str) -> None:
    book = created()
    with pytest.raises(Refused) as error:
        carry_out(book, AddPlayers(tuple(players(4))), by=By(author, "desk"))
    assert codes(error) == ["control-character"]
    assert not book.view.players


def test_an_id_of_an_entry_cannot_be_used_again_for_another() -> None:
    book = drawn()
    draft = book.draft(BY)
    draft.begin_request(book.view.journal[0].id)
    with pytest.raises(Refused) as error:
        draft.begin(1)
    assert codes(error) == ["id-taken"]
