"""What every store must keep to: the use cases rely on nothing else."""

import pytest
from msgspec import structs

from tests.tournament.ledger.writing import entry_of, follow
from tournament.ledger.entry import CHAIN_START, Record
from tournament.ledger.facts import HandRecorded
from tournament.ledger.fingerprint import Fingerprint
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
        first = follow([record(1), record(1, "event"), record(2)])
        then = follow([record(1, "session-2/table-1"), record(2, "event")], first)
        store.append(first)
        store.append(then)
        assert list(store.read()) == [*first, *then]

    def test_it_knows_where_the_journal_ends(self, store: Store):
        written = follow([record(1), record(2)])
        store.append(written)
        assert list(store.read()) == written
        assert store.end == Fingerprint(2, written[-1].hash)

    def test_what_does_not_continue_the_journal_is_a_conflict(self, store: Store):
        first = follow([record(1)])
        store.append(first)
        elsewhere = follow([record(2, id="elsewhere")], follow([record(1, id="another")]))
        with pytest.raises(Conflict) as conflict:
            store.append(elsewhere)
        assert (conflict.value.stream, conflict.value.number) == ("session-1/table-1", 2)
        with pytest.raises(Conflict):
            store.append(follow([record(3)], follow([record(1), record(2)])))
        assert list(store.read()) == first

    def test_every_letter_comes_back(self, store: Store):
        written = structs.replace(record(1), author="Łukasz Żółć 麻将 \"'", content='{"name":"Đorđe\\n=1+1"}')
        store.append([written])
        assert list(store.read()) == [written]

    def test_it_can_be_read_again_and_again(self, store: Store):
        store.append([record(1)])
        assert list(store.read()) == list(store.read())

    def test_a_taken_number_is_a_conflict(self, store: Store):
        first = follow([record(1), record(2)])
        store.append(first)
        with pytest.raises(Conflict) as conflict:
            store.append(follow([record(2, id="other")], first))
        assert (conflict.value.stream, conflict.value.number) == ("session-1/table-1", 2)

    def test_the_same_number_of_another_stream_is_free(self, store: Store):
        first = follow([record(1)])
        store.append(first)
        store.append(follow([record(1, "session-1/table-2")], first))
        assert len(list(store.read())) == 2

    def test_a_conflict_in_the_middle_writes_none_of_them(self, store: Store):
        first = follow([record(1)])
        store.append(first)
        with pytest.raises(Conflict):
            store.append(follow([record(1, "event"), record(1, id="other"), record(2)], first))
        assert list(store.read()) == first

    def test_writing_goes_on_after_a_conflict(self, store: Store):
        first = follow([record(1)])
        then = follow([record(2)], first)
        store.append(first)
        with pytest.raises(Conflict):
            store.append(follow([record(1, id="other")], first))
        store.append(then)
        assert list(store.read()) == [*first, *then]

    def test_closing_may_be_repeated(self, store: Store):
        store.close()
        store.close()
