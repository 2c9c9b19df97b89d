"""Joining by six digits: without the digits nobody joins, nobody is taken for the host, and nothing is learned."""

import subprocess
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replace_field
from spake2 import SPAKE2_B

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
from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import LANGUAGES
from tournament.sharing import six_digits
from tournament.sharing.joining import (
    JoiningDesk,
    Welcome,
    bound,
    decode_welcome,
    encode_message,
    shown_digits,
    typed_digits,
)
from tournament.sharing.messages import PROTOCOL, decode_as
from tournament.sharing.six_digits import (
    MOST_TRIES,
    VALID,
    DigitsProof,
    DigitsRequest,
    DigitsShare,
    JoinCode,
    ProvenWelcome,
    ProvingDesk,
    TypedDigits,
    desk_of_request,
    join_code,
)

WELCOME = parts.welcome()


def shown(seed: object = "host") -> JoinCode:
    return join_code(EVENT, HOST.id, EventRole.REFEREE, NOW, Numbers(seed), may_take_over=True)


def typed(code: JoinCode, seed: object = "desk", *, host: bytes = HOST.id, digits: str = "", key=NORTH) -> TypedDigits:
    return TypedDigits(
        EVENT, host, digits or code.digits, parts.desk(certificate=key.certificate), key.sign, Numbers(seed)
    )


def wrong(digits: str) -> str:
    return f"{(int(digits) + 1) % 10**6:06}"


def copied(desk: TypedDigits) -> TypedDigits:
    """The same desk, before it has had an answer."""
    # A deep copy would copy the parameters of SPAKE2 too, and their iterators, which Python 3.14 does not copy.
    found = copy(desk)
    found._exchange = copy(desk._exchange)
    return found


@dataclass
class Exchange:
    """A desk that joins with the digits, as far as each message."""

    code: JoinCode
    first: TypedDigits
    answer: bytes
    second: ProvingDesk
    proven: JoinCode
    welcome: bytes


def exchange(seed: object = "desk") -> Exchange:
    code = shown()
    first = typed(code, seed)
    before = copied(first)
    asked, answer = code.asked(first.request, NOW, Numbers("answer"))
    second = first.answered(answer)
    proven, found = asked.proven(second.request, NOW)
    assert found == parts.desk()
    return Exchange(asked, before, answer, second, proven, proven.welcome(WELCOME))


HONEST = exchange()


def refused(call: Callable[..., object], *args: object) -> str:
    with pytest.raises(Refused) as found:
        call(*args)
    return code_of(found.value)


def problem(found: JoiningDesk | Problem | None) -> str:
    assert isinstance(found, Problem)
    return code_of(Refused(found))


def proof_for(request: bytes, proof: bytes) -> bytes:
    """The message with this ``proof`` for this request."""
    return encode_message(DigitsProof(bound("join/request", request), proof))


def proof_in(content: bytes) -> bytes:
    found: DigitsProof = decode_as(content, DigitsProof)
    return found.proof


def result(code: JoinCode, content: bytes) -> JoiningDesk | str:
    """The desk that the proof ``content`` lets join, or why it lets none."""
    try:
        after, found = code.proven(content, NOW)
    except Refused as said:
        return code_of(said)
    assert after.desk == (found if isinstance(found, JoiningDesk) else None)
    return problem(found) if isinstance(found, Problem) else found


def test_a_desk_with_the_digits_joins_and_learns_who_the_first_host_is() -> None:
    assert HONEST.second.welcomed(HONEST.welcome) == WELCOME
    assert HONEST.proven.desk == desk_of_request(HONEST.first.request, HOST.id) == parts.desk()
    assert HONEST.proven.desk.id == NORTH.id
    assert (HONEST.proven.role, HONEST.proven.may_take_over) == (EventRole.REFEREE, True)


def test_digits_are_six_and_read_as_people_type_them() -> None:
    assert len({join_code(EVENT, HOST.id, EventRole.REFEREE, NOW, Numbers(each)).digits for each in range(99)}) > 95
    assert shown_digits("012345") == "012 345"
    for text in ("012345", " 012 345\n", "０１２ ３４５", "012-345", "0 1 2 3 4 5"):
        assert typed_digits(text) == "012345"
    for text in ("", "12345", "1234567", "12345a", "१२३४५६", "½23456", "-"):
        assert refused(typed_digits, text) == "digits"


def test_what_is_secret_is_not_shown() -> None:
    for value in (HONEST.proven, HONEST.second):
        assert HONEST.code.digits not in repr(value)
    assert repr(HONEST.code.tries[0].host_key) not in repr(HONEST.code)
    assert "host_key" not in repr(HONEST.second)


@pytest.mark.parametrize("digits", ["wrong", "000000"])
def test_wrong_digits_prove_nothing(digits: str) -> None:
    code = shown()
    first = typed(code, digits=wrong(code.digits) if digits == "wrong" else digits)
    code, answer = code.asked(first.request, NOW, Numbers())
    code, found = code.proven(first.answered(answer).request, NOW)
    assert problem(found) == "code-wrong"
    assert (code.desk, code.failures) == (None, 1)


def test_the_fourth_try_is_refused_even_with_the_right_digits() -> None:
    code = shown()
    for number in range(MOST_TRIES):
        assert code.ended(NOW) is None
        first = typed(code, number, digits=wrong(code.digits))
        code, answer = code.asked(first.request, NOW, Numbers(number))
        code, found = code.proven(first.answered(answer).request, NOW)
        assert problem(found) == ("code-wrong" if number < MOST_TRIES - 1 else "code-tries")
    assert problem(code.ended(NOW)) == "code-tries"
    assert refused(code.asked, typed(code).request, NOW, Numbers()) == "code-tries"


def test_tries_that_are_not_finished_count() -> None:
    """Otherwise somebody could measure thousands of times how long the host calculates."""
    code = shown()
    for number in range(MOST_TRIES):
        assert code.tries_left == MOST_TRIES - number
        code, _ = code.asked(typed(code, number).request, NOW, Numbers(number))
    assert (code.tries_left, code.failures, code.ended(NOW)) == (0, 0, None)
    assert refused(code.asked, typed(code).request, NOW, Numbers()) == "code-tries"


def test_the_third_try_can_be_the_right_one_while_others_are_not_finished() -> None:
    code = shown()
    for number in range(MOST_TRIES - 1):
        code, _ = code.asked(typed(code, number, key=STRANGER).request, NOW, Numbers(number))
    first = typed(code)
    code, answer = code.asked(first.request, NOW, Numbers())
    code, found = code.proven(first.answered(answer).request, NOW)
    assert found == code.desk == parts.desk()


def test_the_sixth_minute_is_too_late() -> None:
    code, late = shown(), NOW + VALID
    first = typed(code)
    assert refused(code.asked, first.request, late, Numbers()) == "code-expired"
    asked, answer = code.asked(first.request, late - timedelta(seconds=1), Numbers())
    second = first.answered(answer)
    assert refused(asked.proven, second.request, late) == "code-expired"
    _, found = asked.proven(second.request, late - timedelta(seconds=1))
    assert found == parts.desk()


@pytest.mark.parametrize("key", [SOUTH, NORTH])
def test_no_second_desk_joins_with_the_same_digits(key) -> None:
    code = HONEST.proven
    assert problem(code.ended(NOW)) == "code-used"
    assert refused(code.asked, typed(code, "second", key=key).request, NOW, Numbers()) == "code-used"


def test_of_two_desks_that_ask_at_once_the_first_to_prove_itself_joins() -> None:
    code = shown()
    north, south = typed(code, "north"), typed(code, "south", key=SOUTH)
    code, to_north = code.asked(north.request, NOW, Numbers("north"))
    code, to_south = code.asked(south.request, NOW, Numbers("south"))
    code, found = code.proven(south.answered(to_south).request, NOW)
    assert found == parts.desk(certificate=SOUTH.certificate)
    assert refused(code.proven, north.answered(to_north).request, NOW) == "code-used"


def test_messages_that_are_repeated_are_answered_as_they_were() -> None:
    """The answer may have been lost."""
    code = HONEST.code
    assert code.asked(HONEST.first.request, NOW, Numbers("other")) == (code, HONEST.answer)
    again, found = HONEST.proven.proven(HONEST.second.request, NOW + VALID)
    assert (again, found) == (HONEST.proven, parts.desk())
    assert HONEST.second.welcomed(again.welcome(parts.welcome("North (2)"))).desk == "North (2)"


def test_a_proof_that_was_wrong_cannot_be_sent_again() -> None:
    asked = HONEST.code
    guess = proof_for(HONEST.first.request, bytes(32))
    code, found = asked.proven(guess, NOW)
    assert problem(found) == "code-wrong"
    assert refused(code.proven, HONEST.second.request, NOW) == "code-unproven"
    assert code.desk is None


def test_a_man_in_the_middle_who_passes_everything_on_proves_nothing() -> None:
    """The desk sees his certificate, since he has no key of another one."""
    code = shown()
    first = typed(code, host=STRANGER.id)
    assert refused(code.asked, first.request, NOW, Numbers()) == "join-unproven"
    # Were it signed for the true host, the digits would still be proven for another one.
    code, answer = code.asked(signed_anew(request_in(first.request, DigitsRequest)), NOW, Numbers())
    second = first.answered(answer)
    assert result(code, second.request) == "code-unproven"
    (begun,) = code.tries
    assert result(code, encode_message(DigitsProof(begun.request, proof_in(second.request)))) == "code-wrong"
    assert refused(second.welcomed, HONEST.welcome) == "host-unproven"


def test_a_certificate_that_is_exchanged_on_the_way_is_not_admitted() -> None:
    code, first = shown(), typed(shown())
    swapped = replace_field(request_in(first.request, DigitsRequest), certificate=STRANGER.certificate)
    assert refused(code.asked, signed_anew(swapped), NOW, Numbers()) == "join-unproven"
    code, answer = code.asked(signed_anew(swapped, STRANGER), NOW, Numbers())
    proof = first.answered(answer).request
    assert result(code, proof) == "code-unproven"
    (begun,) = code.tries
    assert result(code, encode_message(DigitsProof(begun.request, proof_in(proof)))) == "code-wrong"


def test_who_knows_the_digits_cannot_join_with_the_certificate_of_another_desk() -> None:
    """The host would take it for that desk, with another author."""
    code = shown()
    first = TypedDigits(EVENT, HOST.id, code.digits, parts.desk(), STRANGER.sign, Numbers())
    assert refused(code.asked, first.request, NOW, Numbers()) == "join-unproven"
    assert refused(desk_of_request, first.request, HOST.id) == "join-unproven"
    assert code.tries == ()


def test_desk_and_host_cannot_exchange_their_parts() -> None:
    """What a desk sent is no answer for it, nor for a second desk, and an answer is no request."""
    first, other = typed(shown()), typed(shown(), "other", key=SOUTH)
    share = request_in(first.request, DigitsRequest).share
    for desk in (first, other):
        for content in (share, b"B" + share[1:]):
            answer = encode_message(DigitsShare(content))
            with pytest.raises(Refused) as found:  # also where it is a point of the group, and nobody has its exponent
                copied(desk).answered(answer).welcomed(HONEST.welcome)
            assert code_of(found.value) == "host-unproven"
    own = decode_as(HONEST.answer, DigitsShare).share
    asked = request_in(first.request, DigitsRequest)
    content = signed_anew(DigitsRequest(asked.event, asked.certificate, asked.name, asked.author, own))
    assert refused(shown().asked, content, NOW, Numbers()) == "code-unproven"


def test_nothing_recorded_is_of_use_with_the_next_digits() -> None:
    code = shown("next")
    code, answer = code.asked(HONEST.first.request, NOW, Numbers("next"))
    assert answer != HONEST.answer
    code, found = code.proven(HONEST.second.request, NOW)
    assert problem(found) == "code-wrong"
    first = typed(code, "next")
    second = first.answered(HONEST.answer)
    assert refused(second.welcomed, HONEST.welcome) == "host-unproven"


def test_nor_with_the_same_digits() -> None:
    code = replace(shown("same"), digits=shown().digits)
    code, _ = code.asked(HONEST.first.request, NOW, Numbers("same"))
    _, found = code.proven(HONEST.second.request, NOW)
    assert problem(found) == "code-wrong"


def test_digits_of_another_event_are_wrong() -> None:
    code = shown()
    elsewhere = TypedDigits(OTHER_EVENT, HOST.id, code.digits, parts.desk(), NORTH.sign, Numbers())
    assert refused(code.asked, elsewhere.request, NOW, Numbers()) == "event-other"
    other = join_code(OTHER_EVENT, HOST.id, EventRole.REFEREE, NOW, Numbers("host"))
    assert other.digits == code.digits
    other, answer = other.asked(elsewhere.request, NOW, Numbers())
    misled = typed(code)  # it believes to be at the other event
    code, _ = code.asked(misled.request, NOW, Numbers("misled"))
    _, found = code.proven(misled.answered(answer).request, NOW)
    assert problem(found) == "code-wrong"


@pytest.mark.parametrize("right", [False, True])
def test_a_fake_host_learns_whether_one_guess_is_right_and_proves_nothing_else(right: bool) -> None:
    code = shown()
    guess = code.digits if right else wrong(code.digits)
    first = typed(code, host=STRANGER.id)
    request = request_in(first.request, DigitsRequest)
    fake = SPAKE2_B(six_digits._password(EVENT, guess), NORTH.id, STRANGER.id, entropy_f=Numbers("fake"))
    answer = encode_message(DigitsShare(fake.start()))
    later = copy(fake)
    keys = six_digits._keys(fake.finish(request.share), EVENT, NORTH.id, STRANGER.id, first.request, answer)
    second = first.answered(answer)
    proof = decode_as(second.request, DigitsProof).proof
    assert (six_digits._proof(keys[0]) == proof) is right
    content = encode_message(WELCOME)
    made = encode_message(ProvenWelcome(six_digits._proof(keys[1], content), content))
    if right:
        assert second.welcomed(made) == WELCOME
        return
    assert refused(second.welcomed, made) == "host-unproven"
    # Nor does it find out later: with the right digits the same share gives another key.
    later.pw_scalar = SPAKE2_B(six_digits._password(EVENT, code.digits)).pw_scalar
    later.pw = six_digits._password(EVENT, code.digits)
    found, _ = six_digits._keys(later.finish(request.share), EVENT, NORTH.id, STRANGER.id, first.request, answer)
    assert six_digits._proof(found) != proof


def test_a_desk_takes_one_answer_alone() -> None:
    first = copied(HONEST.first)
    first.answered(HONEST.answer)
    assert refused(first.answered, HONEST.answer) == "host-unproven"


@pytest.mark.filterwarnings("ignore:Parsed a serial number")
def test_a_request_with_a_changed_byte_admits_nobody() -> None:
    codes = set()
    for content in changed(HONEST.first.request, every=11):
        try:
            code, answer = shown().asked(content, NOW, Numbers("answer"))
        except Refused as said:
            codes.add(code_of(said))
            continue
        proof = copied(HONEST.first).answered(answer).request
        assert result(code, proof) == "code-unproven"
        assert result(code, proof_for(content, proof_in(proof))) == "code-wrong"
        codes.add("wrong")
    # Signatures are random and not all of the same length, so it is not always the same bytes.
    assert {"message-unreadable", "desk-certificate", "join-unproven"} <= codes
    assert codes <= {"message-unreadable", "desk-certificate", "join-unproven", "name-unfit", "protocol-other", "wrong"}


def test_an_answer_with_a_changed_byte_proves_nobody() -> None:
    codes = set()
    for content in changed(HONEST.answer, every=3):
        try:
            second = copied(HONEST.first).answered(content)
        except Refused as said:
            codes.add(code_of(said))
            continue
        assert result(HONEST.code, second.request) == "code-wrong"
        codes.add(refused(second.welcomed, HONEST.welcome))
    assert codes == {"message-unreadable", "host-unproven"}


def test_a_proof_with_a_changed_byte_admits_nobody_else() -> None:
    for content in changed(HONEST.second.request):
        found = result(HONEST.code, content)
        if isinstance(found, JoiningDesk):  # some bits of the last letter mean nothing
            assert proof_in(content) == proof_in(HONEST.second.request)
        else:
            assert found in ("message-unreadable", "code-unproven", "code-wrong")


def test_a_welcome_with_a_changed_byte_is_not_believed() -> None:
    codes = set()
    for content in changed(HONEST.welcome):
        try:
            assert HONEST.second.welcomed(content) == WELCOME
        except Refused as said:
            codes.add(code_of(said))
    assert codes == {"message-unreadable", "host-unproven"}


@given(st.binary(max_size=80), st.sampled_from(["asked", "proven", "answered", "welcomed"]))
def test_whatever_comes_is_refused_in_words(content: bytes, where: str) -> None:
    calls = {
        "asked": lambda: HONEST.code.asked(content, NOW, Numbers()),
        "proven": lambda: HONEST.code.proven(content, NOW),
        "answered": lambda: HONEST.first.answered(content),
        "welcomed": lambda: HONEST.second.welcomed(content),
    }
    assert refused(calls[where]) == "message-unreadable"


@pytest.mark.parametrize("share", [
    b"", b"A", b"A" + bytes(32), b"A" + b"\x01" + bytes(31), b"A" + b"\xee" + b"\xff" * 30 + b"\x7f",
    b"A" + b"\xff" * 32, b"A" + b"\x02" + bytes(31), b"B" + b"\x58" + b"\x66" * 31, b"A" + b"\x58" + b"\x66" * 32,
], ids=range(9))  # fmt: skip
def test_points_that_are_none_of_the_group_are_refused_without_a_try(share: bytes) -> None:
    """Among them 0, 0 in a second spelling, points of small order, and too many bytes."""
    request = request_in(HONEST.first.request, DigitsRequest)
    content = signed_anew(DigitsRequest(request.event, request.certificate, "North", "Ada", share))
    assert refused(shown().asked, content, NOW, Numbers()) == "code-unproven"
    answer = encode_message(DigitsShare(b"B" + share[1:] if share[:1] == b"A" else b"A" + share[1:]))
    assert refused(copied(HONEST.first).answered, answer) == "host-unproven"


def test_an_older_desk_is_refused_in_words() -> None:
    request = replace_field(request_in(HONEST.first.request, DigitsRequest), protocol=PROTOCOL - 1)
    assert refused(shown().asked, signed_anew(request), NOW, Numbers()) == "protocol-other"


@pytest.mark.sampled(8)
@pytest.mark.parametrize("order", [*permutations(["desk asks", "desk proves", "stranger asks", "stranger proves"])])
def test_messages_in_any_order_admit_only_who_has_the_digits(order: tuple[str, ...]) -> None:
    """A desk and a stranger without the digits, whose messages come as they like."""
    code, desk, stranger = shown(), HONEST.first, typed(shown(), "s", digits=wrong(shown().digits), key=STRANGER)
    answers = dict[TypedDigits, bytes]()
    for step in order:
        who = stranger if "stranger" in step else desk
        if "asks" in step:
            if code.desk is None:
                code, answers[who] = code.asked(who.request, NOW, Numbers(step))
            else:
                assert refused(code.asked, who.request, NOW, Numbers()) == "code-used"
        elif who in answers:
            proof = copied(who).answered(answers[who]).request
            found = result(code, proof)
            code = code if found == "code-used" else code.proven(proof, NOW)[0]
            assert found == parts.desk() if who is desk else found in ("code-wrong", "code-used")
        else:
            assert result(code, proof_for(who.request, bytes(32))) == "code-unproven"
    assert (code.desk == parts.desk()) is (order.index("desk asks") < order.index("desk proves"))


def test_twenty_joins_in_a_row() -> None:
    for number in range(20):
        code = shown(number)
        first = typed(code, f"desk {number}")
        code, answer = code.asked(first.request, NOW, Numbers(f"answer {number}"))
        second = first.answered(answer)
        code, found = code.proven(second.request, NOW)
        assert found == parts.desk()
        assert second.welcomed(code.welcome(WELCOME)) == WELCOME


def test_every_problem_is_said_in_every_language() -> None:
    for found in (six_digits._unproven_desk(), six_digits._unproven_host(), six_digits._too_many_tries()):
        assert all(language.render(found.text) for language in LANGUAGES)


def test_the_exchange_is_loaded_with_the_first_digits_that_are_used() -> None:
    code = "import sys, tournament.sharing.six_digits; sys.exit(bool({'spake2', 'cryptography'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_welcome_says_all() -> None:
    assert isinstance(WELCOME, Welcome)
    assert decode_welcome(encode_message(WELCOME)) == WELCOME
