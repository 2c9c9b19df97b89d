"""Whom a desk follows, who may take over, and what a host does that was replaced."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.tournament.sharing.fake_keys import FakeKey, keys_faked
from tournament.event.problem import Refused
from tournament.sharing.statements import (
    MOST_CHANGES,
    MOST_DEPUTIES,
    NAMING_BYTES,
    HostPath,
    Statements,
    made_statement,
)
from tournament.sharing.succession import (
    AskPeople,
    GoOn,
    MayTakeOver,
    Side,
    StepBack,
    followed,
    handing_over,
    host_move,
    is_probably_cut_off,
    may_take_over,
    places_to_ask,
    staying,
    taking_over,
)

FIRST, BOB, CLEO, DAN = KEYS = tuple(map(FakeKey, ("first", "bob", "cleo", "dan")))
ROOT = HostPath(FIRST.id)
NUMBERS = count(1)
NOBODY = Statements("event", FIRST.id)
ALONE, WITH_DESKS = Side(0, 12), Side(2, 12)


@pytest.fixture(autouse=True, scope="module")
def _fake_keys() -> Iterator[None]:
    with keys_faked():
        yield


def naming() -> bytes:
    return next(NUMBERS).to_bytes(NAMING_BYTES)


def named(known: Statements, path: HostPath, key: FakeKey, *deputies: FakeKey) -> Statements:
    return known.merge([made_statement(known, path, key, [each.certificate for each in deputies], naming)])


def taken(known: Statements, key: FakeKey) -> Statements:
    return known.merge([taking_over(known, key, naming)])


def deputies(known: Statements) -> list[bytes]:
    return [each.id for each in known.deputies(known.host)]


@pytest.fixture
def begun() -> Statements:
    """The first host named Bob, Cleo and Dan."""
    return named(NOBODY, ROOT, FIRST, BOB, CLEO, DAN)


def test_a_desk_follows_the_host_of_the_statements(begun: Statements) -> None:
    assert followed(NOBODY, None, ()) == ROOT
    assert followed(begun, None, ()) == followed(begun, ROOT, ()) == ROOT
    later = taken(begun, BOB)
    assert followed(later, None, ()) == followed(later, None, [ROOT]) == later.host
    assert followed(later, ROOT, ()) == later.host


def test_a_desk_stays_with_a_host_that_answers_until_it_steps_back(begun: Statements) -> None:
    later = taken(begun, BOB)
    assert followed(later, ROOT, [ROOT, later.host]) == ROOT
    assert followed(later, ROOT, [later.host]) == later.host
    assert followed(later, later.host, [ROOT]) == later.host


def test_a_desk_leaves_a_host_that_is_no_longer_named_though_it_answers(begun: Statements) -> None:
    later = taken(begun, BOB)
    unnamed = named(later, ROOT, FIRST, CLEO)
    assert followed(unnamed, later.host, [later.host]) == ROOT


def test_a_desk_leaves_a_deputy_for_one_that_comes_before_it(begun: Statements) -> None:
    cleo, bob = taken(begun, CLEO), taken(begun, BOB)
    both = cleo.merge(bob.newest.values())
    assert followed(both, cleo.host, [cleo.host]) == bob.host


def test_a_desk_follows_a_host_that_is_host_once_more(begun: Statements) -> None:
    """The computer is the same, its path is another: waiting until it steps back would last for ever."""
    again = taken(taken(begun, BOB), FIRST)
    assert again.host.hosts == (FIRST.id, BOB.id, FIRST.id)
    assert followed(again, ROOT, [again.host]) == again.host


def test_the_host_is_asked_first_then_its_deputies_and_then_all_others(begun: Statements) -> None:
    assert places_to_ask(NOBODY) == (FIRST.id,)
    assert places_to_ask(begun) == (FIRST.id, BOB.id, CLEO.id, DAN.id)
    assert places_to_ask(taken(begun, CLEO)) == (CLEO.id, BOB.id, DAN.id, FIRST.id)


def test_a_host_goes_on_while_nobody_replaced_it(begun: Statements) -> None:
    assert host_move(NOBODY, ROOT, ALONE) == GoOn()
    assert host_move(begun, ROOT, WITH_DESKS) == GoOn()
    later = taken(begun, BOB)
    assert host_move(later, later.host, ALONE) == GoOn()


def test_people_are_asked_while_desks_are_connected_to_a_host_that_was_replaced(begun: Statements) -> None:
    later = taken(begun, BOB)
    assert host_move(later, ROOT, ALONE, WITH_DESKS) == StepBack(later.host)
    assert host_move(later, ROOT, WITH_DESKS) == AskPeople(later.host, None, WITH_DESKS)
    assert host_move(later, ROOT, WITH_DESKS, ALONE) == AskPeople(later.host, ALONE, WITH_DESKS)


def test_a_host_whose_path_ended_steps_back_without_asking(begun: Statements) -> None:
    cleo, bob = taken(begun, CLEO), taken(begun, BOB)
    both = cleo.merge(bob.newest.values())
    assert host_move(both, cleo.host, WITH_DESKS) == StepBack(bob.host)
    unnamed = named(bob, ROOT, FIRST, CLEO)
    assert host_move(unnamed, bob.host, WITH_DESKS) == StepBack(ROOT)


def test_who_stays_ends_what_followed_and_keeps_its_deputies(begun: Statements) -> None:
    later = taken(taken(begun, BOB), CLEO)
    stayed = later.merge([staying(later, ROOT, FIRST, naming)])
    assert stayed.host == ROOT
    assert deputies(stayed) == deputies(begun)
    assert host_move(stayed, ROOT, WITH_DESKS) == GoOn()
    assert host_move(stayed, later.host, WITH_DESKS) == StepBack(ROOT)


def test_a_successor_names_the_other_deputies_and_then_the_old_host(begun: Statements) -> None:
    later = taken(begun, CLEO)
    assert later.host.hosts == (FIRST.id, CLEO.id)
    assert deputies(later) == [BOB.id, DAN.id, FIRST.id]
    assert not {each.naming for each in later.deputies(later.host)} & {each.naming for each in begun.deputies(ROOT)}
    full = named(NOBODY, ROOT, FIRST, *(FakeKey(f"deputy {number}") for number in range(MOST_DEPUTIES)))
    assert len(deputies(taken(full, FakeKey("deputy 3")))) == MOST_DEPUTIES


def test_a_deputy_takes_over_only_while_the_host_does_not_answer(begun: Statements) -> None:
    assert may_take_over(begun, BOB.id, host_answers=False) is MayTakeOver.YES
    assert may_take_over(begun, BOB.id, host_answers=True) is MayTakeOver.HOST_ANSWERS
    assert may_take_over(begun, FIRST.id, host_answers=False) is MayTakeOver.IS_HOST
    assert may_take_over(begun, b"stranger", host_answers=False) is MayTakeOver.NOT_NAMED
    assert may_take_over(NOBODY, BOB.id, host_answers=False) is MayTakeOver.NOT_NAMED
    unnamed = named(begun, ROOT, FIRST, CLEO)
    assert may_take_over(unnamed, BOB.id, host_answers=False) is MayTakeOver.NOT_NAMED


def test_a_host_that_changed_too_often_is_not_replaced_again() -> None:
    known = named(NOBODY, ROOT, FIRST, BOB)
    for turn in range(MOST_CHANGES):
        key = (BOB, FIRST)[turn % 2]
        assert may_take_over(known, key.id, host_answers=False) is MayTakeOver.YES
        known = taken(known, key)
        assert known.host.host == key.id
    assert may_take_over(known, BOB.id, host_answers=False) is MayTakeOver.TOO_OFTEN
    with pytest.raises(Refused, match="hosts-too-many"):
        taken(known, BOB)


def test_a_host_hands_over_to_a_deputy_that_no_other_comes_before(begun: Statements) -> None:
    before = begun.merge([handing_over(begun, ROOT, FIRST, CLEO.id, naming)])
    assert before.host == ROOT
    assert deputies(before) == [CLEO.id, BOB.id, DAN.id]
    assert {*before.deputies(ROOT)} == {*begun.deputies(ROOT)}
    cleo = taken(before, CLEO)
    rival = taken(begun, BOB)
    assert cleo.merge(rival.newest.values()).host == cleo.host


@pytest.mark.parametrize(
    ("desks", "answering", "cut_off"), [(1, 1, False), (2, 1, True), (3, 1, True), (3, 2, False), (4, 2, True)]
)
def test_who_hears_at_most_half_of_the_desks_is_probably_cut_off(desks: int, answering: int, cut_off: bool) -> None:
    assert is_probably_cut_off(desks, answering) == cut_off


def test_of_two_halves_of_a_network_at_most_one_is_not_warned() -> None:
    for desks in range(1, 20):
        for answering in range(desks + 1):
            assert is_probably_cut_off(desks, answering) or is_probably_cut_off(desks, desks - answering)
