"""Joining by approval: without the words of two people nobody is admitted, and no host is believed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replace_field

from tests.tournament.sharing import joining_parts as parts
from tests.tournament.sharing.joining_parts import (
    EVENT,
    HOST,
    NORTH,
    NOW,
    OTHER_EVENT,
    SOUTH,
    STRANGER,
    Numbers,
    changed,
    code_of,
    request_in,
    signed_anew,
)
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.sharing.approval import (
    MOST_OF_ADDRESS,
    MOST_WAITING,
    VALID,
    AgreedDesk,
    ApprovalRequest,
    ComparingDesk,
    DeskNumber,
    DeskWord,
    HostNumber,
    RequestingDesk,
    WaitingDesk,
    WaitingDesks,
    read_request,
    undecided,
)
from tournament.sharing.joining import encode_message
from tournament.sharing.messages import PROTOCOL, decode_as

EMPTY = WaitingDesks(EVENT, HOST.id)
WELCOME = parts.welcome()
PLACE = "192.168.1.30"


def requesting(seed: object = "desk", *, host: bytes = HOST.id, key=NORTH, ticket: bytes = b"") -> RequestingDesk:
    return RequestingDesk(EVENT, host, parts.desk(certificate=key.certificate), key.sign, Numbers(seed), ticket)


def ask(waiting: WaitingDesks, desk: RequestingDesk, seed: object = "host", *, address: str = PLACE, now=NOW,
        role: EventRole | None = None) -> tuple[WaitingDesks, bytes]:  # fmt: skip
    return waiting.asked(read_request(desk.request, HOST.id), address, now, Numbers(seed), role)


def comparing(desk: RequestingDesk, answer: bytes) -> ComparingDesk:
    found = desk.answered(answer)
    assert isinstance(found, ComparingDesk)
    return found


def opened(seed: object = "desk") -> tuple[WaitingDesks, ComparingDesk]:
    """The host and a desk, both of which show digits."""
    desk = requesting(seed)
    waiting, answer = ask(EMPTY, desk)
    found = comparing(desk, answer)
    return waiting.told(found.request, NOW), found


def only(waiting: WaitingDesks) -> WaitingDesk:
    (found,) = waiting.all
    return found


def refused(call: Callable[..., object], *args: object) -> str:
    with pytest.raises(Refused) as found:
        call(*args)
    return code_of(found.value)


def test_two_people_who_see_the_same_digits_let_a_desk_join() -> None:
    waiting, desk = opened()
    (shown,) = waiting.shown(NOW)
    assert (shown.digits, shown.desk.name, shown.desk.author) == (desk.digits, "North", "Ada")
    assert shown.desk.first_digits == NORTH.id.hex()[:8]
    assert len(desk.digits) == 6
    agreed = desk.agreed()
    waiting = waiting.told(agreed.request, NOW)
    waiting = waiting.decided(desk.id, True, NOW, EventRole.HEAD_REFEREE, may_take_over=True)
    found = waiting.find(desk.id, NOW)
    assert found.can_be_admitted
    assert (found.role, found.may_take_over) == (EventRole.HEAD_REFEREE, True)
    assert waiting.admitted(desk.id, NOW).find(desk.id, NOW).admitted
    assert agreed.welcomed(undecided()) is None
    assert agreed.welcomed(encode_message(WELCOME)) == WELCOME


@pytest.mark.parametrize("order", [*permutations(["number", "desk says yes", "host says yes"])])
@pytest.mark.parametrize("without", ["", "number", "desk says yes", "host says yes"])
def test_in_whatever_order_both_people_must_have_seen_the_digits(order: tuple[str, ...], without: str) -> None:
    desk = requesting()
    waiting, answer = ask(EMPTY, desk)
    shown = comparing(desk, answer)
    for step in order:
        if step == without:
            continue
        known = only(waiting).digits != ""
        try:
            match step:
                case "number":
                    waiting = waiting.told(shown.request, NOW)
                case "desk says yes":
                    waiting = waiting.told(shown.agreed().request, NOW)
                case _:
                    waiting = waiting.decided(shown.id, True, NOW)
        except Refused as said:
            early = code_of(said) == "approval-early"
            assert early
            assert not known
    assert only(waiting).can_be_admitted is (order[0] == "number" and not without)


@pytest.mark.parametrize("who", ["host", "desk"])
def test_a_no_of_either_person_is_final(who: str) -> None:
    waiting, desk = opened()
    waiting = waiting.told(desk.agreed().request, NOW).decided(desk.id, True, NOW)
    if who == "host":
        waiting = waiting.decided(desk.id, False, NOW)
        assert refused(waiting.decided, desk.id, True, NOW) == "approval-refused"
        assert refused(waiting.told, desk.agreed().request, NOW) == "approval-refused"
        assert refused(waiting.find, desk.id, NOW) == "approval-refused"
    else:
        waiting = waiting.told(desk.withdrawal(), NOW)
        assert refused(waiting.told, desk.agreed().request, NOW) == "approval-withdrawn"
    assert not only(waiting).can_be_admitted
    assert waiting.shown(NOW) == ()


def test_what_comes_after_a_desk_was_admitted_changes_nothing() -> None:
    waiting, desk = opened()
    waiting = waiting.told(desk.agreed().request, NOW).decided(desk.id, True, NOW).admitted(desk.id, NOW)
    assert waiting.told(desk.withdrawal(), NOW) == waiting.told(desk.request, NOW) == waiting
    assert waiting.decided(desk.id, False, NOW) == waiting


def test_nothing_is_shown_at_the_host_before_the_desk_has_sent_its_number() -> None:
    waiting, _ = ask(EMPTY, requesting())
    assert waiting.shown(NOW) == ()


def test_who_stands_between_shows_other_digits_at_both() -> None:
    """It passes on what it can, with its own certificate towards each; they are the same once in a million times."""
    same = 0
    for number in range(300):
        desk = requesting(f"desk {number}", host=STRANGER.id)
        theirs = requesting(f"theirs {number}", key=STRANGER)
        waiting, answer = ask(EMPTY, theirs, f"host {number}")
        asked = decode_as(answer, HostNumber)
        towards_desk = comparing(desk, encode_message(HostNumber("id", asked.number)))
        waiting = waiting.told(comparing(theirs, answer).request, NOW)
        same += only(waiting).digits == towards_desk.digits
    assert same == 0


def test_another_certificate_gives_other_digits() -> None:
    """Of the host, the desk, or the event; each of two equal requests has digits of its own."""
    waiting, desk = opened()
    answer = encode_message(HostNumber(desk.id, only(waiting).number))
    others = [requesting(host=STRANGER.id), requesting(key=SOUTH),
              RequestingDesk(OTHER_EVENT, HOST.id, parts.desk(), NORTH.sign, Numbers("desk")),
              RequestingDesk(EVENT, HOST.id, parts.desk("South"), NORTH.sign, Numbers("desk")),
              requesting("other")]  # fmt: skip
    found = [comparing(each, answer).digits for each in (requesting(), *others)]
    assert found[0] == desk.digits
    assert len(set(found)) == len(found)


def test_a_desk_cannot_send_another_number_than_it_began_with() -> None:
    """Otherwise it could choose its number after that of the host, and so the digits."""
    waiting, answer = ask(EMPTY, requesting())
    asked = decode_as(answer, HostNumber)
    for number in (b"", bytes(16), Numbers("desk")(16) + b"\0", asked.number):
        assert refused(waiting.told, encode_message(DeskNumber(asked.id, number)), NOW) == "approval-number"
    assert only(waiting).digits == ""


def test_a_host_cannot_send_a_second_number() -> None:
    """Otherwise a false one could choose it after that of the desk, and so the digits."""
    desk = requesting()
    _, answer = ask(EMPTY, desk)
    first = comparing(desk, answer)
    assert comparing(desk, answer) == first
    other = encode_message(HostNumber(first.id, bytes(16)))
    assert refused(desk.answered, other) == "host-unproven"


def test_a_host_that_welcomes_without_a_word_is_not_believed() -> None:
    """A desk with a ticket has checked before that the host is one of the event."""
    content = encode_message(WELCOME)
    assert refused(requesting().answered, content) == "host-unproven"
    assert requesting(ticket=bytes(16)).answered(content) == WELCOME


def test_a_ticket_arrives_and_gives_its_role() -> None:
    ticket = bytes(range(16))
    desk = requesting(ticket=ticket)
    assert read_request(desk.request, HOST.id).ticket == ticket
    waiting, answer = ask(EMPTY, desk, role=EventRole.ORGANISER)
    shown = comparing(desk, answer)
    waiting = waiting.told(shown.request, NOW).decided(shown.id, True, NOW)
    assert only(waiting).role == EventRole.ORGANISER
    assert only(waiting.decided(shown.id, True, NOW, EventRole.REFEREE)).role == EventRole.REFEREE
    assert repr(ticket) not in repr(waiting)


def test_a_request_that_is_repeated_is_answered_as_it_was() -> None:
    waiting, answer = ask(EMPTY, requesting())
    assert ask(waiting, requesting(), "other") == (waiting, answer)


def test_a_desk_waits_for_five_minutes() -> None:
    waiting, desk = opened()
    last, late = NOW + VALID - timedelta(seconds=1), NOW + VALID
    assert waiting.shown(last) == waiting.all
    assert waiting.told(desk.agreed().request, last).decided(desk.id, True, last).find(desk.id, last).can_be_admitted
    for call in (waiting.told, waiting.decided, waiting.find):
        args = {waiting.told: (desk.agreed().request,), waiting.decided: (desk.id, True), waiting.find: (desk.id,)}
        assert refused(call, *args[call], late) == "approval-expired"
    assert waiting.shown(late) == ()
    waiting, _ = ask(waiting, requesting("late"), now=late)
    assert len(waiting.all) == 1


def test_only_the_desk_that_asked_knows_under_which_id_it_waits() -> None:
    waiting, desk = opened()
    for id in ("", "id", desk.id.upper() + "0", desk.id[:-1], "é\u202e"):
        assert refused(waiting.find, id, NOW) == "approval-expired"
        assert refused(waiting.told, encode_message(DeskWord(id, True)), NOW) == "approval-expired"
    assert desk.id not in repr(waiting)


def full(waiting: WaitingDesks = EMPTY) -> WaitingDesks:
    for number in range(MOST_WAITING):
        waiting, _ = ask(waiting, requesting(number, key=STRANGER), number, address=f"10.0.0.{number // 2}")
    return waiting


def test_only_a_few_desks_wait_at_once() -> None:
    waiting = full()
    assert refused(ask, waiting, requesting()) == "approval-too-many"
    waiting, _ = ask(waiting, requesting(), now=NOW + VALID)
    assert len(waiting.all) == 1


def test_one_address_does_not_take_all_places() -> None:
    waiting = EMPTY
    for number in range(MOST_OF_ADDRESS):
        waiting, _ = ask(waiting, requesting(number, key=STRANGER), number, address="10.0.0.1")
    assert refused(lambda: ask(waiting, requesting("more"), address="10.0.0.1")) == "approval-too-many"
    waiting, _ = ask(waiting, requesting("more"))
    assert len(waiting.all) == MOST_OF_ADDRESS + 1


@pytest.mark.parametrize("decides", [False, True])
def test_who_withdraws_takes_a_place_until_the_host_decides(decides: bool) -> None:
    """So nobody asks a thousand times a second until the digits happen to be those of another desk."""
    waiting, desk = opened()
    waiting = waiting.told(desk.withdrawal(), NOW)
    for number in range(MOST_WAITING - 1):
        waiting, _ = ask(waiting, requesting(number, key=STRANGER), number, address=f"10.0.0.{number // 2}")
    if decides:
        waiting = waiting.decided(desk.id, False, NOW)
        assert len(ask(waiting, requesting("next"))[0].all) == MOST_WAITING + 1
    else:
        assert refused(ask, waiting, requesting("next")) == "approval-too-many"


def test_a_hundred_desks_are_approved_in_a_row() -> None:
    waiting = EMPTY
    for number in range(100):
        desk = requesting(number)
        waiting, answer = ask(waiting, desk, f"host {number}")
        shown = comparing(desk, answer)
        waiting = waiting.told(shown.request, NOW).told(shown.agreed().request, NOW)
        assert shown.digits in {each.digits for each in waiting.shown(NOW)}
        waiting = waiting.decided(shown.id, True, NOW).admitted(shown.id, NOW)
        assert waiting.shown(NOW) == ()
    assert len(waiting.all) == 100


def test_a_request_for_another_event_does_not_wait() -> None:
    desk = RequestingDesk(OTHER_EVENT, HOST.id, parts.desk(), NORTH.sign, Numbers())
    assert refused(ask, EMPTY, desk) == "event-other"


def test_unfit_requests_are_refused_in_words() -> None:
    asked = request_in(requesting().request, ApprovalRequest)
    for change, code in {
        "protocol": (1, "protocol-other"), "certificate": (b"no certificate", "desk-certificate"),
        "name": ("", "name-unfit"), "author": ("x" * 61, "name-unfit"),
    }.items():  # fmt: skip
        value, why = code
        assert refused(read_request, signed_anew(replace_field(asked, **{change: value})), HOST.id) == why
    assert refused(read_request, signed_anew(replace_field(asked, name="a\u202eb")), HOST.id) == "name-unfit"
    assert refused(read_request, signed_anew(asked, STRANGER), HOST.id) == "join-unproven"
    assert refused(read_request, signed_anew(asked), STRANGER.id) == "join-unproven"
    assert asked.protocol == PROTOCOL


@pytest.mark.filterwarnings("ignore:Parsed a serial number")
def test_a_request_with_a_changed_byte_is_refused() -> None:
    desk = requesting()
    right = read_request(desk.request, HOST.id)
    for content in changed(desk.request, every=3):
        try:
            assert read_request(content, HOST.id) == right  # some bits of the last letter mean nothing
        except Refused as said:
            known = code_of(said) in ("message-unreadable", "desk-certificate", "join-unproven", "protocol-other",
                                      "name-unfit")  # fmt: skip
            assert known


@pytest.mark.parametrize(
    "change",
    [{"name": "South"}, {"author": "Eve"}, {"certificate": STRANGER.certificate}, {"ticket": bytes(16)}],
    ids=["name", "author", "certificate", "ticket"],
)
def test_a_request_that_is_changed_and_signed_anew_gives_other_digits(change: dict[str, object]) -> None:
    desk = requesting()
    shown = comparing(desk, ask(EMPTY, desk)[1])
    asked = replace_field(request_in(desk.request, ApprovalRequest), **change)
    content = signed_anew(asked, STRANGER if "certificate" in change else NORTH)
    waiting, answer = EMPTY.asked(read_request(content, HOST.id), PLACE, NOW, Numbers("host"))
    number = decode_as(shown.request, DeskNumber).number
    waiting = waiting.told(encode_message(DeskNumber(decode_as(answer, HostNumber).id, number)), NOW)
    assert only(waiting).digits != shown.digits


def test_an_answer_or_number_with_a_changed_byte_gives_other_digits_or_none() -> None:
    waiting, answer = ask(EMPTY, requesting())
    right = comparing(requesting(), answer)
    for content in changed(answer):
        try:
            found = requesting().answered(content)
        except Refused as said:
            unreadable = code_of(said) == "message-unreadable"
            assert unreadable
        else:
            assert isinstance(found, ComparingDesk)
            number = decode_as(content, HostNumber).number
            assert found.digits != right.digits or number == only(waiting).number
    for content in changed(right.request):
        try:
            after = waiting.told(content, NOW)
        except Refused as said:
            known = code_of(said) in ("message-unreadable", "approval-number", "approval-expired")
            assert known
        else:  # some bits of the last letter mean nothing
            assert only(after).digits == right.digits


@given(st.binary(max_size=80))
def test_whatever_comes_is_refused_in_words(content: bytes) -> None:
    waiting, desk = opened()
    for call, args in ((read_request, (HOST.id,)), (waiting.told, (NOW,)), (requesting().answered, ()),
                       (AgreedDesk(desk.id, b"").welcomed, ())):  # fmt: skip
        assert refused(call, content, *args) == "message-unreadable"


def test_digits_that_two_waiting_desks_share_are_told_apart_by_their_ids() -> None:
    waiting, _ = opened()
    other = replace(only(waiting), id="other", asking=read_request(requesting(key=SOUTH).request, HOST.id))
    both = replace(waiting, all=(only(waiting), other)).shown(NOW)
    assert len({each.desk.first_digits for each in both}) == 2
