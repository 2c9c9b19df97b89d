"""Signed fingerprints: made when a session is closed, and broken by whatever is changed before them."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from tests.examples.every_fact import OneKey
from tests.tournament.use_cases.events import BY, codes, created, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.test_check import sealed
from tournament.event.role import EventRole
from tournament.language import ENGLISH, mark
from tournament.ledger.codec import decode
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.signature import VerifiedSignature, short_key, text_to_sign, verified_signatures
from tournament.use_cases import Book, By, Changes, RecordTotals, Refused, carry_out
from tournament.use_cases.carrying_out import write
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    CloseSession,
    RemoveSigningKey,
    ReopenSession,
    SetSigningKey,
    SignFingerprint,
)
from tournament.use_cases.ports import KeyUnavailable
from tournament.use_cases.recovery import recover

KEY = OneKey().key


class Locked:
    """A keyring that nobody unlocks."""

    def sign(self, *_: bytes) -> bytes:
        raise KeyUnavailable(mark("the keyring has not answered yet"))


class Another:
    """Has the secret key of somebody else."""

    def sign(self, _key: bytes, text: bytes) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(bytes(32)).sign(text)


def close(book: Book, session: int, by: By = BY) -> Changes:
    return carry_out(book, CloseSession(session, "the hall closes"), by=by)


def signing(store: FakeStore | None = None) -> Book:
    """Drawn, and with a key that this computer has."""
    book = drawn(store)
    book.signer = OneKey()
    carry_out(book, SetSigningKey(KEY, " Ada Sample "), by=BY)
    return book


@pytest.fixture
def records() -> list[Record]:
    """Two sessions were closed and signed, and something was entered between them and after."""
    store = FakeStore()
    book = signing(store)
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, (60, 20, -20, -60)), by=BY)
    close(book, 1)
    for table in (1, 2):
        carry_out(book, RecordTotals(2, table, (60, 20, -20, -60)), by=BY)
    close(book, 2)
    carry_out(book, ReopenSession(2, "a paper was found"), by=BY)
    return store.records


def signatures(records: list[Record]) -> list[VerifiedSignature]:
    return list(verified_signatures(Journal(decode(record) for record in records)))


def faults(records: list[Record]) -> list[str]:
    return [ENGLISH.render(each.fault) if each.fault else "" for each in signatures(records)]


def test_a_signature_comes_with_the_entry_that_closes_a_session() -> None:
    book = signing()
    changes = close(book, 1)
    closed, signed = changes.entries
    assert [closed.record.kind, signed.record.kind] == ["session-closed", "fingerprint-signed"]
    assert changes.remarks == ()
    (signature,) = verified_signatures(book.view.journal)
    assert (signature.position, signature.fault) == (len(book.view.journal), None)
    fact = signature.fact
    assert (fact.session, fact.key, fact.holder) == (1, KEY, "Ada Sample")
    assert Fingerprint(fact.entries, fact.hash) == book.view.journal.until(len(book.view.journal) - 1).fingerprint


def test_what_is_signed_can_be_verified_without_this_program() -> None:
    """As docs/cli/safety.md gives the text; the event, the purpose and the whole hash are in it."""
    assert text_to_sign("an-id", Fingerprint(312, "9f" * 32)) == (
        b"quatre-vents fingerprint v1\nevent an-id\nentries 312\nhash " + b"9f" * 32 + b"\n"
    )
    assert short_key(KEY) == "5647 5aa7 5463 474c"  # sha256sum of the 32 bytes


def test_without_a_key_nothing_is_signed_or_reported() -> None:
    book = drawn()
    book.signer = OneKey()
    changes = close(book, 1)
    assert [entry.record.kind for entry in changes.entries] == ["session-closed"]
    assert changes.remarks == ()


def test_good_signatures_hold_and_say_what_they_cover(records: list[Record]) -> None:
    checked = check_records(records)
    assert checked.problems == ()
    assert [(each.fact.session, each.fault) for each in checked.signatures] == [(1, None), (2, None)]
    assert [records[each.position - 1].kind for each in checked.signatures] == ["fingerprint-signed"] * 2
    assert checked.signing_key is not None
    assert checked.signing_key.key == KEY


def test_whatever_is_changed_before_a_signature_and_chained_anew_is_found(records: list[Record]) -> None:
    """Whose entry it is, when it was made, or that it was made at all; nothing of it is found by the chain."""
    assert sealed(records) == records
    first, second = (each.position for each in signatures(records))
    for place in range(second):
        broken = [place < position - 1 for position in (first, second)]
        for forged in (
            structs.replace(records[place], author="Somebody Else"),
            structs.replace(records[place], time="2026-06-13T12:00:01.000+00:00"),
            structs.replace(records[place], id="00000000-0000-4000-8000-000000000000"),
        ):
            changed = sealed([*records[:place], forged, *records[place + 1 :]])
            assert [bool(fault) for fault in faults(changed)] == broken, place
    totals = [place for place, record in enumerate(records) if record.kind == "totals-recorded"]
    for place in totals:
        content = records[place].content.replace("60", "80", 1).replace("-60", "-80", 1)
        forged = structs.replace(records[place], content=content)
        problems = check_records(sealed([*records[:place], forged, *records[place + 1 :]])).problems
        assert {problem.code for problem in problems} >= {"signature-broken"}


def test_an_entry_is_left_out_and_the_rest_chained_anew(records: list[Record]) -> None:
    dropped = [record for record in records if record.kind != "heads-chained"]
    numbers: dict[str, int] = {}
    for index, record in enumerate(dropped):
        numbers[record.stream] = numbers.get(record.stream, 0) + 1
        dropped[index] = structs.replace(record, number=numbers[record.stream])
    assert len(dropped) < len(records)
    assert all(faults(sealed(dropped)))


def with_signature(records: list[Record], change: Callable[[dict[str, object]], object]) -> list[Record]:
    """The first signature changed, and everything chained anew."""
    place = signatures(records)[0].position - 1
    content = json.loads(records[place].content)
    change(content)
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sealed([*records[:place], structs.replace(records[place], content=text), *records[place + 1 :]])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda content: content.update(signature="A" * 86 + "=="), "it was not made with this key"),
        (lambda content: content.update(key="A" * 43 + "="), "the event does not have this key at that point"),
        (lambda content: content.update(holder="Eve"), "the event does not have this key at that point"),
        (lambda content: content.update(entries=1), "the entries before it are not those that were signed"),
        (lambda content: content.update(hash="ab" * 32), "the entries before it are not those that were signed"),
    ],
)
def test_a_forged_signature_does_not_hold(
    records: list[Record], change: Callable[[dict[str, object]], object], fault: str
) -> None:
    forged = with_signature(records, change)
    assert faults(forged)[0] == fault
    (problem, *_) = [each for each in check_records(forged).problems if each.code == "signature-broken"]
    said = ENGLISH.render(problem.text)
    assert said.endswith(f"for session 1 does not hold: {fault}.")


def test_a_forger_who_states_the_new_fingerprint_cannot_sign_it(records: list[Record]) -> None:
    """The journal is consistent in itself, and so is what the signature says that it signs."""
    place = next(place for place, record in enumerate(records) if record.kind == "totals-recorded")
    forged = sealed([*records[:place], structs.replace(records[place], author="Eve"), *records[place + 1 :]])
    at = signatures(forged)[0].position - 1
    stated = with_signature(forged, lambda content: content.update(hash=forged[at - 1].hash))
    assert faults(stated)[0] == "it was not made with this key"


def test_a_signature_of_another_event_does_not_hold(records: list[Record]) -> None:
    """Whatever the fingerprint is: the text that is signed names the event."""
    other = text_to_sign("another", Fingerprint(1, records[0].hash))
    assert other != text_to_sign(records[0].id, Fingerprint(1, records[0].hash))


def test_an_altered_entry_before_it_breaks_a_signature_even_if_its_hash_was_left(records: list[Record]) -> None:
    records[1] = structs.replace(records[1], author="Eve")
    assert all(faults(records))


@pytest.mark.parametrize("signer", [None, Locked(), Another()], ids=["nothing", "locked", "another key"])
def test_a_session_is_closed_whether_it_can_be_signed_or_not_and_signed_later(
    signer: Locked | Another | None,
) -> None:
    book = signing()
    book.signer = signer
    changes = close(book, 1)
    assert [entry.record.kind for entry in changes.entries] == ["session-closed"]
    (remark,) = changes.remarks
    said = ENGLISH.render(remark.text)
    assert "signature FILE sign" in said
    with pytest.raises(Refused) as refused:
        carry_out(book, SignFingerprint(), by=BY)
    assert codes(refused) == ["not-signed"]
    book.signer = OneKey()
    (signed,) = carry_out(book, SignFingerprint(), by=BY).entries
    assert [each.fact for each in verified_signatures(book.view.journal) if each.fault is None] == [signed.fact]


def test_signing_is_refused_where_there_is_nothing_to_sign() -> None:
    for book, code in ((created(), "signing-key-missing"), (signing(), "nothing-to-sign")):
        with pytest.raises(Refused) as refused:
            carry_out(book, SignFingerprint(), by=BY)
        assert codes(refused) == [code]
    book = signing()
    close(book, 1)
    with pytest.raises(Refused, match="nothing-to-sign"):
        carry_out(book, SignFingerprint(), by=BY)
    carry_out(book, RemoveSigningKey(), by=BY)
    with pytest.raises(Refused, match="signing-key-missing"):
        carry_out(book, RemoveSigningKey(), by=BY)


def test_who_may_not_close_sessions_may_not_sign_and_no_keyring_is_asked() -> None:
    book = signing()
    close(book, 1)
    draft = book.draft(replace(BY, role=EventRole.ORGANISER))
    draft.acting = replace(draft.acting, role=EventRole.REFEREE)
    draft.signer = Locked()
    with pytest.raises(Refused, match="role-may-not"):
        write(draft, SignFingerprint(), confirmed=True)


@pytest.mark.parametrize("holder", ["", "  ", "x" * 61])
def test_a_key_has_a_holder(holder: str) -> None:
    with pytest.raises(Refused, match="holder-missing"):
        carry_out(created(), SetSigningKey(KEY, holder), by=BY)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_of_another_length_is_refused(key: bytes) -> None:
    with pytest.raises(Refused, match="value-impossible"):
        carry_out(created(), SetSigningKey(key, "Ada"), by=BY)


def test_several_keys_over_time() -> None:
    store = FakeStore()
    book = signing(store)
    close(book, 1)
    carry_out(book, SetSigningKey(KEY, "Ada Sample"), by=BY)
    assert book.view.journal[len(book.view.journal) - 1].record.kind == "fingerprint-signed", "the same key again"
    other = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    carry_out(book, SetSigningKey(other, "Ben Sample"), by=BY)
    book.signer = Another()
    close(book, 2)
    assert [(each.fact.holder, each.fault) for each in signatures(store.records)] == [
        ("Ada Sample", None),
        ("Ben Sample", None),
    ]


def test_after_a_gap_a_recovered_event_has_no_signature_that_does_not_hold(records: list[Record]) -> None:
    """The first stays where nothing before it is missing; the second signs what is gone."""
    lost = next(
        place for place, record in enumerate(records) if record.stream == "session-2/table-2"
    )  # between the two signatures
    result = recover([*records[:lost], *records[lost + 1 :]], Fingerprint(len(records), records[-1].hash))
    checked = check_records(result.records, incomplete=True)
    assert checked.problems == ()
    assert [each.fact.session for each in checked.signatures] == [1]
    assert result.missing
    kinds = [record.kind for record in result.records]
    assert kinds.count("heads-chained") == [record.kind for record in records].count("heads-chained")
    assert kinds.count("fingerprint-signed") == 1


@pytest.mark.parametrize("name", ["A", "Ada Sample", "n" * 60, f"  {'n' * 60}  "])
def test_the_holder_of_a_key_has_a_name_of_up_to_sixty_characters(name: str) -> None:
    book = drawn()
    carry_out(book, SetSigningKey(KEY, name), by=BY)
    named = book.view.state.signing_key
    assert named is not None
    assert named.holder == name.strip()
    assert carry_out(book, SetSigningKey(KEY, name), by=BY).entries == (), "the same key again"


@pytest.mark.parametrize("name", ["", "   ", "n" * 61, "Ada\u202eSample", "Ada\nSample"])
def test_a_holder_without_a_name_or_with_one_that_is_too_long_or_steers_the_line_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        carry_out(drawn(), SetSigningKey(KEY, name), by=BY)


def test_a_key_is_removed_once_and_nothing_is_signed_twice() -> None:
    book = signing()
    close(book, 1)
    with pytest.raises(Refused) as refused:
        carry_out(book, SignFingerprint(), by=BY)
    assert codes(refused) == ["nothing-to-sign"]
    carry_out(book, RecordTotals(2, 1, (60, 20, -20, -60)), by=BY)
    (signed,) = carry_out(book, SignFingerprint(), by=BY).entries
    assert signed.record.kind == "fingerprint-signed"
    carry_out(book, RemoveSigningKey(), by=BY)
    with pytest.raises(Refused) as refused:
        carry_out(book, RemoveSigningKey(), by=BY)
    assert codes(refused) == ["signing-key-missing"]


def test_a_recovery_leaves_out_a_signature_of_other_entries_and_goes_on_after_it(records: list[Record]) -> None:
    """Both signatures are of a journal that had the lost totals of a table; what follows them stays."""
    lost = next(record for record in records if record.kind == "totals-recorded")
    result = recover([record for record in records if record is not lost], None)
    kept = [record.kind for record in result.records]
    assert "fingerprint-signed" not in kept
    later = [record.id for record in records if record.stream in ("session-2/table-1", "session-2/table-2")]
    assert {record.id for record in result.records} >= set(later)
