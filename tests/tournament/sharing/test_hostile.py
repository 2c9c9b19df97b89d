"""Messages that nobody honest sends: answered in words, and nothing is lost."""

import json
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace as replace_field

from tests.tournament.sharing.fakes import Disk, FakeWaitingOrders, Hall
from tests.tournament.sharing.test_shared_book import BY, hand
from tests.tournament.use_cases.events import drawn
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.entry import hash_of, table_stream
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.host import Host
from tournament.sharing.messages import (
    MOST_ORDERS,
    PROTOCOL,
    Declined,
    Done,
    Forked,
    News,
    Offer,
    Overtaken,
    SentOrder,
    Sync,
    decode_offer,
    decode_reply,
    decode_sync,
    encode,
    sent,
)
from tournament.sharing.shared_book import OrderState, SharedBook
from tournament.use_cases import Book, StoreDamaged, carry_out
from tournament.use_cases.changes import Order, new_id, request_ids

DECODERS = decode_sync, decode_reply, decode_offer
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
HALL = Hall()
QUESTION: dict[str, object] = json.loads(encode(HALL.desk("north").question((1, 1), "en")))
HONEST = sent(Order((new_id(),), (hand(1),), together=False, confirmed=False, seen=None, author="Ada"))
NEWS: dict[str, object] = json.loads(encode(HALL.host.answer(HALL.members["north"], decode_sync(
    json.dumps(QUESTION | {"have": {"entries": 0, "hash": "0" * 64}}).encode()), HALL.members)))  # fmt: skip


def in_words(refused: Refused) -> None:
    assert all(ENGLISH.render(problem.text).strip() for problem in refused.problems)


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize(
    "content",
    [
        b"", b"\x00\xff", b"{", b"[" * 100_000, b'{"a":' * 100_000, b"null", b"[]", b'"' + b"x" * 5_000_000 + b'"',
        b'{"type":"News"}', b'{"type":"\\ud800"}', b'{"type":"None"}', b'{"entries":[{"position":1e400}]}',
        b'{"protocol":' + b"9" * 5000 + b"}", b'{"type":"\xff"}', "\u202e{}".encode(),
    ],
)  # fmt: skip
def test_garbage_is_refused_in_words(decode, content: bytes):
    with pytest.raises(Refused) as refused:
        decode(content)
    in_words(refused.value)


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()), st.sampled_from(DECODERS))
def test_nothing_but_a_refusal_comes_of_what_is_no_message(content: bytes, decode):
    try:
        decode(content)
    except Refused as refused:
        in_words(refused)


def places(value: object, before: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The places of values in JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [before, *(place for key, each in inner for place in places(each, (*before, key)))]


def with_change(value: object, place: tuple[object, ...], change: object) -> object:
    if not place:
        return change
    copied = json.loads(json.dumps(value))
    inside = copied
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = change
    return copied


ASKING = QUESTION | {"orders": [json.loads(encode(HONEST))]}
VALUES = JSON | st.sampled_from((2**63 - 1, -(2**63), 2**64 - 1, -1, "\u202e", "x" * 9999, "type", [[[]]]))


@given(st.sampled_from(places(ASKING)), VALUES)
def test_a_question_with_any_value_anywhere_is_answered_or_refused(place: tuple[object, ...], value: object):
    hall = Hall(Host(drawn()))
    hall.desk("north")
    before = hall.records()
    try:
        said = decode_sync(json.dumps(with_change(ASKING, place, value)).encode())
        reply = hall.host.answer(hall.members["north"], said, hall.members)
        assert decode_reply(encode(reply)) == reply
    except Refused as refused:
        in_words(refused)
        reply = None
    assert hall.records()[: len(before)] == before
    done = isinstance(reply, News) and any(isinstance(answer, Done) and answer.position for answer in reply.answers)
    assert (len(hall.records()) > len(before)) == done


@given(st.sampled_from(places(NEWS)), VALUES)
def test_news_with_any_value_anywhere_are_taken_whole_or_not_at_all(place: tuple[object, ...], value: object):
    honest = HALL.records()
    disk = Disk(honest[:1])
    desk = SharedBook(disk, FakeWaitingOrders(), "north")
    try:
        news = decode_reply(json.dumps(with_change(NEWS, place, value)).encode())
        if isinstance(news, News):
            desk.take(news)
    except Refused as refused:
        in_words(refused)
    except StoreDamaged:
        assert disk.records == honest[:1]
    assert disk.records == honest[: len(disk.records)]
    assert [entry.record for entry in desk.confirmed.journal] == disk.records


def test_altered_entries_and_those_of_another_event_are_not_appended():
    hall = Hall()
    desk = hall.desk("north")
    carry_out(desk, hand(1), by=BY)
    shown = desk.view.fingerprint
    other = Hall()
    carry_out(other.host.book, hand(2), by=BY, confirmed=True)
    carry_out(hall.host.book, hand(3, table=2), by=BY, confirmed=True)
    theirs, (ours, *rest) = other.records()[-2:], hall.records()[len(desk.confirmed.journal) :]
    forged = structs.replace(ours, author="Mallory")
    for entries in (
        [structs.replace(ours, content=ours.content.replace("1", "2"))],
        [forged],
        [structs.replace(forged, hash=hash_of(forged), previous="0" * 64)],
        [structs.replace(ours, kind="unheard-of", hash=hash_of(structs.replace(ours, kind="unheard-of")))],
        theirs, [*rest], [ours, ours], [structs.replace(ours, position=ours.position + 1)],
    ):  # fmt: skip
        with pytest.raises(StoreDamaged):
            desk.receive(entries)
        assert desk.view.fingerprint == shown
        assert len(desk.unsent) == 1
    desk.receive([structs.replace(ours, position=-4)])
    assert desk.confirmed.fingerprint == Fingerprint(len(hall.records()) - len([ours, *rest]), ours.before)
    desk.receive([ours, *rest])
    hall.meet(desk)
    assert desk.view.fingerprint == hall.host.end


def test_an_offer_of_something_else_is_refused_and_changes_nothing():
    hall = Hall()
    host = Host(Book(Disk(hall.records()), clock=hall.host.book.clock), gathering=True)
    other = Hall()
    carry_out(other.host.book, hand(1), by=BY)
    carry_out(hall.host.book, hand(1), by=BY)
    honest = hall.records()[host.end.entries :]
    end = host.end
    for records in (other.records()[end.entries :], honest[1:], [structs.replace(honest[0], author="Mallory")]):
        with pytest.raises(StoreDamaged):
            host.take_offer(decode_offer(encode(Offer(tuple(records)))))
        assert host.end == end
    host.take_offer(Offer((structs.replace(honest[0], position=-1),)))
    assert host.end == end
    host.take_offer(Offer(tuple(honest)))
    assert host.end == hall.host.end
    host.gathering = False
    with pytest.raises(Refused, match="not-gathering"):
        host.take_offer(Offer(tuple(honest)))


def answered(hall: Hall, *orders: SentOrder) -> list[object]:
    """What the host says to ``orders`` of the desk north."""
    desk = hall.desk("north")
    reply = hall.ask(desk, replace_field(desk.question(None, "en"), orders=orders))
    assert isinstance(reply, News)
    return list(reply.answers)


def order(*ids: str, number: int = 1, author: str = "north") -> SentOrder:
    commands = tuple(hand(number + n) for n in range(len(ids)))
    return sent(Order(ids, commands, len(ids) > 1, confirmed=True, seen=None, author=author))


@pytest.mark.parametrize(
    "ids", [("",), ("no id",), (new_id().upper(),), (new_id().replace("-", ""),), ("\u0661" * 36,)]
)
def test_an_id_that_is_no_uuid_is_declined(ids: tuple[str, ...]):
    hall = Hall()
    (answer,) = answered(hall, order(*ids))
    assert isinstance(answer, Declined)
    assert answer.id == ids[0]
    assert answer.problems[0].code == "id-malformed"


def test_one_id_for_two_commands_is_declined_and_loses_neither():
    hall, id = Hall(), new_id()
    end = hall.host.end
    (answer,) = answered(hall, order(id, id))
    assert isinstance(answer, Declined)
    assert hall.host.end == end


def test_an_id_of_somebody_else_is_declined():
    hall = Hall()
    theirs = hall.records()[1].id
    (answer,) = answered(hall, order(theirs))
    assert isinstance(answer, Declined)
    assert answer.problems[0].code == "id-taken"


def test_an_id_that_a_request_before_makes_its_own_is_not_written_twice():
    """The second entry of the first hand, which chains the heads, has an id that follows from that of the order."""
    hall, id = Hall(), new_id()
    _, follows = islice(request_ids(id), 2)
    first, second = answered(hall, order(follows, number=2), order(id))
    assert isinstance(first, Done)
    ids = [record.id for record in hall.records()]
    assert len(ids) == len(set(ids))
    assert isinstance(second, Done | Declined)


def test_too_many_orders_and_another_protocol_are_refused():
    hall = Hall()
    with pytest.raises(Refused, match="orders-too-many"):
        answered(hall, *[order(new_id()) for _ in range(MOST_ORDERS + 1)])
    for protocol, age in ((0, "older"), (PROTOCOL + 1, "newer"), (-1, "older")):
        with pytest.raises(Refused, match="protocol-other") as refused:
            hall.ask(hall.desk("north"), Sync(protocol, hall.host.end))
        (problem,) = refused.value.problems
        assert f"The program of this desk is {age} than that of the host" in ENGLISH.render(problem.text)


def test_an_order_is_written_in_the_name_of_who_signed_in_or_of_its_desk():
    hall, of_who, of_desk = Hall(), new_id(), new_id()
    assert all(
        isinstance(each, Done)
        for each in answered(hall, order(of_who, author=BY.author), order(of_desk, number=2, author=""))
    )
    journal = hall.host.book.view.journal
    written = [journal.find(id) for id in (of_who, of_desk)]
    assert [entry.author for entry in written if entry is not None] == [BY.author, hall.members["north"].by.author]


def test_an_order_for_a_sheet_that_is_another_one_is_overtaken():
    hall, id = Hall(), new_id()
    seen = hall.host.book.view.sheet(1, 1).number + 5
    late = sent(Order((id,), (hand(1),), together=False, confirmed=True, seen=seen, author="north"))
    (answer,) = answered(hall, late)
    assert isinstance(answer, Overtaken)
    assert (answer.id, answer.stream, answer.number) == (id, table_stream(1, 1), seen + 1)


def test_a_replica_of_nowhere_is_a_fork():
    hall = Hall()
    desk = hall.desk("north")
    for have in (Fingerprint(-1, "0" * 64), Fingerprint(2, "0" * 64), Fingerprint(10**15, ""), Fingerprint(0, "")):
        assert isinstance(hall.ask(desk, Sync(PROTOCOL, have)), Forked)


def test_answers_to_orders_that_nobody_gave_change_nothing():
    hall = Hall()
    desk = hall.desk("north")
    carry_out(desk, hand(1), by=BY)
    (waiting,) = desk.unsent
    news = hall.ask(desk, Sync(PROTOCOL, hall.host.end))
    assert isinstance(news, News)
    lies = (Done(new_id(), 3), Done(waiting.id, 2), Done(waiting.id, -7), Declined("", ()))
    desk.take(replace_field(news, answers=lies))
    assert [each.state for each in desk.orders] == [OrderState.WAITING]
