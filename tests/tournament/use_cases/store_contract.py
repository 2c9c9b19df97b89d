"""What every store must keep to: the use cases rely on nothing else."""

from dataclasses import replace

import pytest

from tests.tournament.ledger.writing import entry_of
from tournament.ledger.entry import CHAIN_START, Record
from tournament.ledger.facts import HandRecorded
from tournament.use_cases import Conflict, Store


def record(number: int, stream: str = "session-1/table-1", id: str = "") -> Record:
    fact = HandRecorded(number, 0, 1, 8)
    id = id or f"{stream}-{number}"
    return entry_of(fact, id=id, stream=stream, number=number, previous=CHAIN_START).record


class StoreContract:
    """Run on every implementation; ``store`` is an empty one, open for writing."""

    def test_an_empty_store_reads_nothing(self, store: Store):
        assert list(store.read()) == []

    def test_it_says_where_it_keeps_things(self, store: Store):
        assert store.place

    def test_it_reads_back_what_was_written_in_the_order_of_writing(self, store: Store):
        first = [record(1), record(1, "event"), record(2)]
        store.append(first)
        store.append([record(1, "session-2/table-1"), record(2, "event")])
        assert list(store.read()) == [*first, record(1, "session-2/table-1"), record(2, "event")]

    def test_every_letter_comes_back(self, store: Store):
        written = replace(record(1), author="Łukasz Żółć 麻将 \"'", content='{"name":"Đorđe\\n=1+1"}')
        store.append([written])
        assert list(store.read()) == [written]

    def test_it_can_be_read_again_and_again(self, store: Store):
        store.append([record(1)])
        assert list(store.read()) == list(store.read())

    def test_a_taken_number_is_a_conflict(self, store: Store):
        store.append([record(1), record(2)])
        with pytest.raises(Conflict) as conflict:
            store.append([record(2, id="other")])
        assert (conflict.value.stream, conflict.value.number) == ("session-1/table-1", 2)

    def test_the_same_number_of_another_stream_is_free(self, store: Store):
        store.append([record(1)])
        store.append([record(1, "session-1/table-2")])
        assert len(list(store.read())) == 2

    def test_a_conflict_in_the_middle_writes_none_of_them(self, store: Store):
        store.append([record(1)])
        with pytest.raises(Conflict):
            store.append([record(1, "event"), record(1, id="other"), record(2)])
        assert list(store.read()) == [record(1)]

    def test_writing_goes_on_after_a_conflict(self, store: Store):
        store.append([record(1)])
        with pytest.raises(Conflict):
            store.append([record(1, id="other")])
        store.append([record(2)])
        assert list(store.read()) == [record(1), record(2)]

    def test_closing_may_be_repeated(self, store: Store):
        store.close()
        store.close()
