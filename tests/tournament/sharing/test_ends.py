"""Signed ends: a successor accepts only what a host before it has signed."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count

import pytest
from msgspec import structs

from tests.tournament.sharing.fake_keys import FakeKey, keys_faked
from tests.tournament.sharing.fakes import Disk, Hall
from tests.tournament.sharing.test_shared_book import BY, hand
from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.sharing import ends, statements
from tournament.sharing.ends import SignedEnd, best_end, kept_end, leads_to, made_end, read_end
from tournament.sharing.keys import is_signed, made_key
from tournament.sharing.statements import NAMING_BYTES, HostPath, Signed, Statements, made_statement
from tournament.sharing.succession import taking_over
from tournament.use_cases import Book, carry_out

FIRST, BOB, CLEO = map(FakeKey, ("first", "bob", "cleo"))
ROOT = HostPath(FIRST.id)
NUMBERS = count(1)
NOBODY = Statements("event", FIRST.id)


@pytest.fixture(autouse=True, scope="module")
def _fake_keys() -> Iterator[None]:
    with keys_faked():
        yield


def naming() -> bytes:
    return next(NUMBERS).to_bytes(NAMING_BYTES)


def replaced_twice() -> tuple[Statements, HostPath, HostPath]:
    """Bob took over from the first host, and Cleo from him; and the paths of both."""
    named = [BOB.certificate, CLEO.certificate]
    known = NOBODY.merge([made_statement(NOBODY, ROOT, FIRST, named, naming)])
    known = known.merge([taking_over(known, BOB, naming)])
    bob = known.host
    known = known.merge([taking_over(known, CLEO, naming)])
    return known, bob, known.host


def end(path: HostPath, key: FakeKey, entries: int, digit: str = "0", known: Statements = NOBODY) -> SignedEnd:
    return made_end(known, path, key, Fingerprint(entries, digit * 64))


def test_an_end_is_read_as_it_was_signed() -> None:
    known, bob, _ = replaced_twice()
    made = end(bob, BOB, 12, known=known)
    assert read_end(made.signed, "event") == made
    assert (made.path, made.end) == (bob, Fingerprint(12, "0" * 64))
    assert read_end(made.signed, "another event") is None


def test_an_end_with_a_real_key() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statements, "is_signed", is_signed)
        key = made_key(datetime(2026, 11, 27, tzinfo=UTC))
        known = Statements("event", key.id)
        made = made_end(known, HostPath(key.id), key, NO_ENTRIES)
        assert read_end(made.signed, "event") == made
        assert read_end(Signed(made.signed.content + b" ", made.signed.signature), "event") is None


@pytest.mark.parametrize(
    "values",
    [
        {"v": 1}, {"event": "other"}, {"event": None}, {"path": []}, {"path": ["eA=="]}, {"entries": -1},
        {"entries": 2**53}, {"entries": "1"}, {"hash": ""}, {"hash": "0" * 63}, {"hash": "A" * 64}, {"hash": "0" * 65},
        {"hash": "0" * 64 + "\n"}, {"more": 1},
    ],
)  # fmt: skip
def test_what_is_malformed_is_not_read_even_if_its_host_signed_it(values: dict[str, object]) -> None:
    content = json.loads(end(ROOT, FIRST, 3).signed.content)
    for changes, is_read in (({}, True), (values, False)):
        written = json.dumps(content | changes).encode()
        assert (read_end(Signed(written, FIRST.sign(ends._PURPOSE + written)), "event") is not None) == is_read


def test_only_the_host_of_the_path_signs_an_end() -> None:
    made = end(ROOT, FIRST, 3).signed
    for key in (BOB, CLEO):
        assert read_end(Signed(made.content, key.sign(ends._PURPOSE + made.content)), "event") is None
    for purpose in (b"", statements._PURPOSE):
        assert read_end(Signed(made.content, FIRST.sign(purpose + made.content)), "event") is None
    assert read_end(Signed(b"", b""), "event") is None


def test_a_desk_keeps_the_newest_end_of_the_host_that_it_follows() -> None:
    known, bob, _ = replaced_twice()
    old, new = end(ROOT, FIRST, 3), end(ROOT, FIRST, 5)
    assert kept_end(None, old, ROOT) == old
    assert kept_end(old, new, ROOT) == new
    assert kept_end(new, old, ROOT) == new
    of_bob = end(bob, BOB, 4, known=known)
    assert kept_end(new, of_bob, ROOT) == new
    assert kept_end(new, of_bob, bob) == of_bob
    assert kept_end(None, of_bob, ROOT) is None


def test_a_successor_accepts_an_end_of_the_host_that_it_replaces() -> None:
    known, bob, cleo = replaced_twice()
    of_first, of_bob = end(ROOT, FIRST, 90), end(bob, BOB, 7, known=known)
    later, of_cleo = end(bob, BOB, 8, known=known), end(cleo, CLEO, 99, known=known)
    assert best_end([of_first, later, of_bob, of_cleo], bob, None) == later
    assert best_end([of_cleo], bob, None) is None
    assert best_end([], bob, None) is None
    assert best_end([], bob, of_bob) == of_bob


def test_a_host_that_was_replaced_before_it_answered_does_not_cut_off_the_one_before() -> None:
    """Otherwise what a desk has of that one would be lost although it was acknowledged."""
    _, bob, _ = replaced_twice()
    of_first = end(ROOT, FIRST, 90)
    assert best_end([of_first], bob, None) == of_first
    assert best_end([of_first], bob, end(ROOT, FIRST, 80)) == of_first


def test_a_host_that_was_replaced_cannot_add_to_what_its_successor_signed() -> None:
    known, bob, _ = replaced_twice()
    own = end(bob, BOB, 7, known=known)
    assert best_end([end(ROOT, FIRST, 10_000)], bob, own) == own


def journal_of_two_hands() -> tuple[list[Record], Fingerprint, Fingerprint]:
    """All records, and the ends before the hands and after them."""
    hall = Hall()
    have = hall.host.end
    carry_out(hall.host.book, hand(1), by=BY)
    carry_out(hall.host.book, hand(2), by=BY, confirmed=True)
    return hall.records(), have, hall.host.end


def test_a_forged_history_that_is_offered_at_a_take_over_is_not_accepted() -> None:
    """Its chain of hashes is intact, so a host that gathers would append it if it asked for no signed end."""
    records, have, signed_end = journal_of_two_hands()
    offered = records[have.entries :]
    assert leads_to(have, offered, signed_end)
    assert leads_to(NO_ENTRIES, records, signed_end)
    assert leads_to(signed_end, [], signed_end)

    hall = Hall()
    carry_out(hall.host.book, hand(1, table=2), by=BY)
    carry_out(hall.host.book, hand(2, table=2), by=BY, confirmed=True)
    carry_out(hall.host.book, hand(3, table=2), by=BY, confirmed=True)
    forged = hall.records()[have.entries :]
    Book(Disk(hall.records()[: have.entries])).receive(forged)  # nothing else is wrong with it
    for count_ in range(len(forged) + 1):
        assert not leads_to(have, forged[:count_], signed_end)


def test_entries_before_or_beyond_the_signed_end_are_not_accepted() -> None:
    records, have, signed_end = journal_of_two_hands()
    offered = records[have.entries :]
    assert not leads_to(have, offered[:-1], signed_end)
    assert not leads_to(have, [*offered, offered[-1]], signed_end)
    assert not leads_to(have, records, signed_end)
    assert not leads_to(NO_ENTRIES, offered, signed_end)


def test_altered_entries_do_not_lead_to_the_signed_end() -> None:
    records, have, signed_end = journal_of_two_hands()
    offered = records[have.entries :]
    altered = structs.replace(offered[0], author="Mallory")
    for first in (altered, structs.replace(altered, hash=hash_of(altered)), structs.replace(offered[0], position=1)):
        assert not leads_to(have, [first, *offered[1:]], signed_end)
    assert not leads_to(have, [*offered[:-1], structs.replace(altered, hash=offered[-1].hash)], signed_end)
