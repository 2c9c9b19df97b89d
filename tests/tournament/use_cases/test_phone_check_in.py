"""Personal links: each checks in its own player, once, as long as it is allowed, and nobody can make one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.use_cases.events import BY, drawn
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.ledger.check_in_facts import CheckedInByPhone
from tournament.use_cases import Book, Command, carry_out
from tournament.use_cases.changes import By
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    CheckInByPhone,
    MergePlayers,
    NoteAttendance,
    SetPhoneCheckIn,
    SetPin,
    Undo,
)
from tournament.use_cases.phone_check_in import (
    PersonalLink,
    PersonalLinkState,
    link_address,
    link_token,
    link_tokens,
    phone_of_player,
    read_link,
)
from tournament.use_cases.pins import planned_pin

ADDRESS = "http://192.168.1.20:8080"
ALLOWED = SetPhoneCheckIn(True, ADDRESS, bytes(range(32)))
ENDED = SetPhoneCheckIn(False, ADDRESS, bytes(range(32)))
NEW = SetPhoneCheckIn(True, ADDRESS, bytes(range(1, 33)))
STATE = PersonalLinkState


def replace_link(number: int) -> SetPhoneCheckIn:
    return SetPhoneCheckIn(True, ADDRESS, bytes(range(32)), (number,))


def refusal(book: Book, command: Command, by: By) -> list[str]:
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=by)
    return [problem.code for problem in refused.value.problems]


@pytest.fixture
def book() -> Book:
    found = drawn()
    carry_out(found, ALLOWED, by=BY)
    return found


def check_in(book: Book, number: int) -> None:
    carry_out(book, CheckInByPhone(number), by=phone_of_player(book.view, number))


def state_of(book: Book, token: str) -> PersonalLinkState | None:
    link = read_link(book.view, token)
    return link.state if link is not None else None


def test_a_link_checks_in_its_player_and_a_repeat_writes_nothing(book: Book) -> None:
    token = link_token(book.view, 3)
    assert read_link(book.view, token) == PersonalLink(3, STATE.OPEN)
    check_in(book, 3)
    assert book.view.state.present == {3}
    assert state_of(book, token) is STATE.HERE
    entries = len(book.view.journal)
    check_in(book, 3)
    assert len(book.view.journal) == entries
    entry = book.view.journal[entries - 1]
    assert isinstance(entry.fact, CheckedInByPhone)
    assert entry.author == book.view.players[3].name


def test_what_a_desk_undid_no_link_does_again(book: Book) -> None:
    token = link_token(book.view, 3)
    check_in(book, 3)
    carry_out(book, NoteAttendance((3,), present=False), by=BY)
    assert state_of(book, token) is STATE.USED
    with pytest.raises(Refused):
        check_in(book, 3)
    carry_out(book, NEW, by=BY)
    assert state_of(book, token) is STATE.REPLACED
    assert state_of(book, link_token(book.view, 3)) is STATE.OPEN, "new links, for the second day"


def test_the_link_of_one_player_is_renewed_and_those_of_the_others_stay(book: Book) -> None:
    tokens = {number: link_token(book.view, number) for number in book.view.players}
    check_in(book, 3)
    carry_out(book, NoteAttendance((3,), present=False), by=BY)
    carry_out(book, replace_link(3), by=BY)
    assert state_of(book, tokens.pop(3)) is STATE.REPLACED
    assert {state_of(book, token) for token in tokens.values()} == {STATE.OPEN}
    first = link_token(book.view, 3)
    assert state_of(book, first) is STATE.OPEN, "although the earlier link was used"
    assert link_tokens(book.view) == {first, *tokens.values()}
    carry_out(book, replace_link(3), by=BY)
    assert state_of(book, first) is STATE.REPLACED
    check_in(book, 3)
    assert state_of(book, link_token(book.view, 3)) is STATE.HERE
    carry_out(book, ENDED, by=BY)
    carry_out(book, ALLOWED, by=BY)
    assert state_of(book, first) is STATE.REPLACED, "also when check-in is allowed again"
    carry_out(book, NEW, by=BY)
    carry_out(book, ALLOWED, by=BY)
    assert state_of(book, first) is STATE.REPLACED


def test_only_players_have_links_to_renew_and_only_while_it_is_allowed(book: Book) -> None:
    assert refusal(book, replace_link(99), BY) == ["player-unknown"]
    entries = len(book.view.journal)
    carry_out(book, ENDED, by=BY)
    assert refusal(book, SetPhoneCheckIn(False, ADDRESS, bytes(range(32)), (3,)), BY) == ["check-in-off"]
    assert len(book.view.journal) == entries + 1
    carry_out(book, ALLOWED, by=BY)
    carry_out(book, replace_link(3), by=BY)
    entries = len(book.view.journal)
    carry_out(book, ALLOWED, by=BY)
    assert len(book.view.journal) == entries, "nothing changes"


def test_undo_at_a_desk_meets_no_check_in_of_a_phone(book: Book) -> None:
    carry_out(book, NoteAttendance((1,)), by=BY)
    check_in(book, 2)
    carry_out(book, Undo(), by=BY)
    assert book.view.state.present == {2}


def test_links_open_only_while_it_is_allowed(book: Book) -> None:
    token = link_token(book.view, 3)
    carry_out(book, ENDED, by=BY)
    assert state_of(book, token) is STATE.ENDED
    assert link_tokens(book.view) == set()
    with pytest.raises(Refused):
        check_in(book, 3)
    with pytest.raises(Refused):
        link_token(book.view, 3)
    carry_out(book, ALLOWED, by=BY)
    assert state_of(book, token) is STATE.OPEN


def test_nothing_is_a_link_before_it_is_allowed() -> None:
    book = drawn()
    for number in book.view.players:
        assert read_link(book.view, f"{number}-{'0' * 16}") is None
    with pytest.raises(Refused):
        check_in(book, 1)


def test_who_plays_no_more_goes_to_the_desk(book: Book) -> None:
    tokens = {number: link_token(book.view, number) for number in book.view.players}
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, None), by=BY)
    assert state_of(book, tokens[3]) is STATE.LEFT
    with pytest.raises(Refused):
        check_in(book, 3)
    assert book.view.state.present == set()


def test_a_number_that_an_undo_made_free_gives_its_link_to_nobody_else() -> None:
    book = drawn()
    carry_out(book, ALLOWED, by=BY)
    first = max(book.view.players) + 1
    carry_out(book, AddPlayers((Player(0, "Ada", "Bamboo"),), "", first=2), by=BY)
    token = link_token(book.view, first)
    carry_out(book, Undo(), by=BY)
    carry_out(book, AddPlayers((Player(0, "Ben", "Circle"),), "", first=2), by=BY)
    assert book.view.players[first].name == "Ben Circle"
    assert read_link(book.view, token) is None
    assert state_of(book, link_token(book.view, first)) is STATE.OPEN


def test_a_phone_does_nothing_else_and_nothing_for_others(book: Book) -> None:
    """Where everything needs a PIN, too."""
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")), by=BY)
    pin = planned_pin(book.view.state.pins, EventRole.REFEREE, "1111")
    carry_out(book, SetPin(EventRole.REFEREE, pin), by=replace(BY, pin="333333"))
    phone = phone_of_player(book.view, 3)
    for command in (CheckInByPhone(4), NoteAttendance((3,)), ENDED, Undo(), MergePlayers(3, 4, "")):
        assert set(refusal(book, command, by=phone)) == {"role-may-not"}
    assert refusal(book, CheckInByPhone(3), by=By("Ada")) == ["role-may-not"]
    check_in(book, 3)
    assert book.view.state.present == {3}


def test_every_player_has_another_link_and_all_are_known(book: Book) -> None:
    tokens = {link_token(book.view, number) for number in book.view.players}
    assert len(tokens) == len(book.view.players)
    assert link_tokens(book.view) == tokens
    assert link_address(book.view, 3) == f"http://192.168.1.20:8080/c/{link_token(book.view, 3)}"


def test_a_typed_link_may_be_in_capitals(book: Book) -> None:
    assert state_of(book, link_token(book.view, 3).upper()) is STATE.OPEN


@given(st.data())
def test_no_change_of_a_link_opens_anything(data: st.DataObject) -> None:
    book = drawn()
    carry_out(book, ALLOWED, by=BY)
    token = link_token(book.view, 3)
    place = data.draw(st.integers(0, len(token) - 1))
    other = token[:place] + data.draw(st.sampled_from("0123456789abcdefghjkmnpqrstvwxyz-é")) + token[place + 1 :]
    cut = token[: data.draw(st.integers(0, len(token) - 1))]
    for text in (cut, token + "0", f"4{token[1:]}", *([other] if other != token else [])):
        assert read_link(book.view, text) is None


@pytest.mark.parametrize("address", ["", "/", "hall", "javascript:alert(1)"])
def test_an_address_that_is_none_is_refused(address: str, book: Book) -> None:
    with pytest.raises(Refused):
        carry_out(book, SetPhoneCheckIn(True, address, bytes(32)), by=BY)
