"""Who may join at a host: tickets, approval, and what is kept of them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of
from tests.tournament.sharing.joining_parts import Numbers, code_of
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.sharing.approval import AskedApproval, ComparingDesk, RequestingDesk, WaitingDesk, read_request
from tournament.sharing.joining import Welcome, joining_desk
from tournament.sharing.six_digits import ProvingDesk, TypedDigits
from tournament.sharing.tickets import KnownTickets, standing_ticket
from tournament.storage.lock import WriteLock
from tournament.use_cases import StoreUnavailable
from ui.server import joining
from ui.server.admitted import AdmittedDesk, AdmittedDesks
from ui.server.joining import Joining, JoiningFile, JoiningState, decode_state
from ui.server.joining_decisions import approve, end_all, end_code, invite, refuse, show_code, waiting_desks

EVENT, HOST = UUID(int=7), bytes(range(32))
STANDING = bytes(range(16))
HOUR = timedelta(hours=1)
ORGANISER, HEAD, REFEREE = EventRole.ORGANISER, EventRole.HEAD_REFEREE, EventRole.REFEREE


class Place:
    """A host that keeps everything in one folder."""

    def __init__(self, folder: Path) -> None:
        self.now = datetime.now(UTC)
        self.kept = JoiningFile(folder / "joining.json")
        self.desks = AdmittedDesks(folder / "desks.json")
        self.deputies = list[AdmittedDesk]()
        self.joining = self.made(HOUR)

    def made(self, valid: timedelta, ticket: bytes = STANDING) -> Joining:
        """The host with the standing invitation ``ticket``, which is ``valid`` from now on."""
        until = self.now + valid
        return Joining(EVENT, HOST, self.kept, self.desks, lambda: standing_ticket(ticket, until), self.deputies.append)

    def end(self, desk: AdmittedDesk) -> None:
        """End the desk, as the server does."""
        self.joining.end(desk)
        assert desk.id not in [each.id for each in self.desks.all(self.now)]

    def told(self) -> KnownTickets:
        """What deputies are told, as they read it."""
        found: KnownTickets = decode(encode(self.joining.known_tickets(self.now)), type=KnownTickets)
        return found

    def asking(self, name: str, ticket: bytes = b"", computer: str = "", event: UUID = EVENT) -> AskedApproval:
        return read_request(request_to_join(event, key_of(computer or name), HOST, ticket, name), HOST)

    def join(self, name: str, ticket: bytes, computer: str = "") -> AdmittedDesk:
        found = self.joining.asked(self.asking(name, ticket, computer), "10.0.0.1", self.now)
        assert isinstance(found, AdmittedDesk)
        return found

    def wait(self, name: str, ticket: bytes = b"", computer: str = "") -> ComparingDesk:
        """A desk that waits for approval, where somebody has said that the digits are the same."""
        key = key_of(computer or name)
        desk = joining_desk(key.certificate, name, "Ada Sample")
        asking = RequestingDesk(EVENT, HOST, desk, key.sign, Numbers(name), ticket)
        answer = self.joining.asked(read_request(asking.request, HOST), "10.0.0.1", self.now)
        assert isinstance(answer, bytes)
        comparing = asking.answered(answer)
        assert isinstance(comparing, ComparingDesk)
        self.joining.told(comparing.request, self.now)
        self.joining.told(comparing.agreed().request, self.now)
        return comparing

    def entered(self, desk: ComparingDesk) -> AdmittedDesk | None:
        return self.joining.entered(desk.id, "10.0.0.1", self.now)

    def approve(self, desk: ComparingDesk, name: str, maker: EventRole = ORGANISER, **options: object) -> WaitingDesk:
        (found,) = (each for each in waiting_desks(self.kept, self.now) if each.id == desk.id)
        return approve(self.kept, name, found.desk.first_digits, maker, self.now, **options)  # type: ignore[arg-type]

    @property
    def uses(self) -> list[int | None]:
        return [each.uses for each in self.kept.read().tickets]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@contextmanager
def refused_as(code: str) -> Iterator[None]:
    with pytest.raises(Refused) as refused:
        yield
    assert code_of(refused.value) == code


def test_the_standing_ticket_admits_any_number_at_once_as_organisers_who_are_not_signed_in(place: Place) -> None:
    found = [place.join(name, STANDING) for name in ("north", "south")]
    assert [(each.name, each.key, each.role) for each in found] == [
        ("north", ORGANISER, None),
        ("south", ORGANISER, None),
    ]
    place.now += 2 * HOUR
    place.joining = place.made(-HOUR)
    with refused_as("ticket-expired"):
        place.join("west", STANDING)


@pytest.mark.parametrize("role", [REFEREE, HEAD, ORGANISER])
def test_an_invitation_gives_its_role_to_as_many_desks_as_it_is_for(place: Place, role: EventRole) -> None:
    ticket = invite(place.kept, role, ORGANISER, uses=2, approval=False)
    assert [place.join(name, ticket).key for name in ("north", "south")] == [role, role]
    assert place.uses == [0]
    with refused_as("ticket-used-up"):
        place.join("west", ticket)
    assert place.join("west", STANDING).key is ORGANISER, "other invitations are valid"


def test_who_lost_the_answer_joins_again_without_another_use_and_after_it_is_used_up(place: Place) -> None:
    ticket = invite(place.kept, REFEREE, ORGANISER, uses=1, approval=False)
    assert place.join("north", ticket).name == "north"
    again = place.join("other name", ticket, "north")
    assert (again.name, again.key) == ("north", REFEREE)
    assert place.uses == [0]
    assert len(place.desks.all(place.now)) == 1


def test_a_desk_that_was_ended_needs_a_valid_ticket(place: Place) -> None:
    ticket = invite(place.kept, REFEREE, ORGANISER, uses=1, approval=False)
    place.join("north", ticket)
    place.desks.end("north")
    with refused_as("ticket-used-up"):
        place.join("north", ticket)


def test_a_desk_that_joins_again_with_another_invitation_gets_its_role(place: Place) -> None:
    place.join("north", STANDING)
    ticket = invite(place.kept, REFEREE, ORGANISER, approval=False)
    assert place.join("north", ticket).key is REFEREE
    assert place.uses == [None]


def test_an_invitation_ends_on_time_and_is_forgotten(place: Place) -> None:
    ticket = invite(place.kept, REFEREE, ORGANISER, until=place.now + HOUR, approval=False)
    place.now += HOUR
    with refused_as("ticket-expired"):
        place.joining.refuse_ticket(place.asking("north", ticket), place.now)
    state = place.kept.read()
    assert state.lasting(place.now - HOUR / 2) == state
    assert state.lasting(place.now) == JoiningState(made=1), "only their number is left"


@pytest.mark.parametrize(("role", "maker"), [(ORGANISER, HEAD), (HEAD, REFEREE), (ORGANISER, REFEREE)])
def test_nobody_invites_or_approves_beyond_their_own_role(place: Place, role: EventRole, maker: EventRole) -> None:
    with refused_as("role-beyond"):
        invite(place.kept, role, maker)
    desk = place.wait("north")
    with refused_as("role-beyond"):
        place.approve(desk, "north", maker, role=role)
    assert place.uses == []
    assert place.entered(desk) is None


def test_a_desk_waits_until_both_people_agree_and_is_then_signed_in_with_the_role_of_its_key(place: Place) -> None:
    ticket = invite(place.kept, HEAD, ORGANISER, uses=1)
    desk = place.wait("north", ticket)
    (shown,) = waiting_desks(place.kept, place.now)
    assert (shown.desk.name, shown.digits, shown.role) == ("north", desk.digits, HEAD)
    assert place.entered(desk) is None
    assert place.uses == [1]
    place.approve(desk, "north")
    found = place.entered(desk)
    assert found is not None
    assert (found.name, found.key, found.role) == ("north", HEAD, HEAD)
    assert place.uses == [0]
    assert place.entered(desk) == found, "an answer that was lost is repeated"
    assert place.uses == [0]
    assert waiting_desks(place.kept, place.now) == ()


def test_a_desk_whose_person_has_not_agreed_is_not_admitted(place: Place) -> None:
    key = key_of("north")
    desk = joining_desk(key.certificate, "north", "Ada Sample")
    asking = RequestingDesk(EVENT, HOST, desk, key.sign, Numbers(1))
    answer = place.joining.asked(read_request(asking.request, HOST), "10.0.0.1", place.now)
    assert isinstance(answer, bytes)
    comparing = asking.answered(answer)
    assert isinstance(comparing, ComparingDesk)
    place.joining.told(comparing.request, place.now)
    place.approve(comparing, "north")
    assert place.entered(comparing) is None
    place.joining.told(comparing.withdrawal(), place.now)
    assert place.entered(comparing) is None


@pytest.mark.parametrize(
    ("asked", "maker", "chosen", "given"),
    [
        (None, ORGANISER, None, REFEREE),
        (None, ORGANISER, HEAD, HEAD),
        (ORGANISER, HEAD, None, HEAD),
        (REFEREE, ORGANISER, None, REFEREE),
        (REFEREE, ORGANISER, ORGANISER, ORGANISER),
    ],
)
def test_the_key_of_an_approved_desk_has_the_role_that_was_chosen_or_that_of_its_invitation(
    place: Place, asked: EventRole | None, maker: EventRole, chosen: EventRole | None, given: EventRole
) -> None:
    ticket = invite(place.kept, asked, ORGANISER) if asked is not None else b""
    desk = place.wait("north", ticket)
    place.approve(desk, "north", maker, role=chosen)
    found = place.entered(desk)
    assert found is not None
    assert found.key is given


def test_a_desk_that_was_refused_or_waited_too_long_is_told_so(place: Place) -> None:
    desk, late = place.wait("north"), place.wait("south")
    with refused_as("approval-unknown"):
        refuse(place.kept, "nobody", place.now)
    refuse(place.kept, "NORTH", place.now)
    with refused_as("approval-refused"):
        place.entered(desk)
    assert [each.desk.name for each in waiting_desks(place.kept, place.now)] == ["south"]
    place.now += timedelta(minutes=5)
    with refused_as("approval-expired"):
        place.entered(late)
    assert waiting_desks(place.kept, place.now) == ()


def test_of_two_desks_with_one_name_the_one_with_the_id_is_approved(place: Place) -> None:
    first, second = place.wait("north", computer="a"), place.wait("north", computer="b")
    id = key_of("b").id.hex()
    for wrong in ("", id[:7], "0" * 8, key_of("c").id.hex()):
        with refused_as("approval-id"):
            approve(place.kept, "north", wrong, ORGANISER, place.now)
    with refused_as("approval-unknown"):
        approve(place.kept, "south", id, ORGANISER, place.now)
    approve(place.kept, " North", f" {id[:10].upper()}", ORGANISER, place.now)
    assert place.entered(first) is None
    found = place.entered(second)
    assert found is not None
    assert found.id == id


def test_an_invitation_that_others_used_up_meanwhile_lets_no_desk_in(place: Place) -> None:
    ticket = invite(place.kept, REFEREE, ORGANISER, uses=1)
    first, second = place.wait("north", ticket), place.wait("south", ticket)
    place.approve(first, "north")
    place.approve(second, "south")
    assert place.entered(first) is not None
    with refused_as("ticket-used-up"):
        place.entered(second)
    assert [each.name for each in place.desks.all(place.now)] == ["north"]


def test_after_the_end_of_all_no_invitation_is_valid_and_nobody_waits(place: Place) -> None:
    ticket, desk = invite(place.kept, REFEREE, ORGANISER), place.wait("north")
    end_all(place.kept)
    with refused_as("ticket-unknown"):
        place.join("south", ticket)
    with refused_as("approval-expired"):
        place.entered(desk)


class Typed:
    """A desk where somebody types six digits."""

    def __init__(self, place: Place, digits: str, name: str = "north", host: bytes = HOST) -> None:
        key = key_of(name)
        desk = joining_desk(key.certificate, name, "Ada Sample", "10.0.0.2:8470")
        self._place, self._typed = place, TypedDigits(EVENT, host, digits, desk, key.sign, Numbers(name))

    def ask(self) -> ProvingDesk:
        return self._typed.answered(self._place.joining.asked_with_digits(self._typed.request, self._place.now))

    def prove(self, proving: ProvingDesk) -> Welcome:
        welcome = partial(self._place.joining.proven, proving.request, "10.0.0.2", self._place.now)
        return proving.welcomed(welcome(lambda desk: Welcome(desk.name, desk.key, b"")))


@pytest.mark.parametrize("may_take_over", [False, True])
def test_who_types_the_digits_joins_is_signed_in_and_may_take_over_if_that_was_chosen(
    place: Place, may_take_over: bool
) -> None:
    code = show_code(place.kept, EVENT, HOST, HEAD, ORGANISER, place.now, may_take_over=may_take_over)
    desk = Typed(place, code.digits)
    proving = desk.ask()
    for _ in range(2):  # the first answer was lost
        welcome = desk.prove(proving)
        assert (welcome.desk, welcome.role) == ("north", HEAD)
    (found,) = place.desks.all(place.now)
    assert (found.key, found.role, found.serves_at) == (HEAD, HEAD, "10.0.0.2:8470")
    assert [each.name for each in place.deputies] == ["north"] * may_take_over
    kept = place.kept.read().code
    assert kept is not None
    assert kept.desk is not None
    assert kept.desk.name == "north", "the host can show who has joined"
    with refused_as("code-used"):
        Typed(place, code.digits, "south").ask()


def test_wrong_digits_are_counted_and_end_the_digits(place: Place) -> None:
    code = show_code(place.kept, EVENT, HOST, REFEREE, ORGANISER, place.now)
    wrong = "".join(str((int(digit) + 1) % 10) for digit in code.digits)
    for number, problem in enumerate(("code-wrong", "code-wrong", "code-tries"), start=1):
        desk = Typed(place, wrong, f"desk {number}")
        proving = desk.ask()
        with refused_as(problem):
            desk.prove(proving)
        kept = place.kept.read().code
        assert kept is not None
        assert (kept.failures, kept.tries_left) == (number, 3 - number)
    with refused_as("code-tries"):
        Typed(place, code.digits).ask()
    assert place.desks.all(place.now) == ()


def test_a_name_that_is_refused_spends_no_try(place: Place) -> None:
    place.join("north", STANDING)
    code = show_code(place.kept, EVENT, HOST, REFEREE, ORGANISER, place.now)
    with refused_as("desk-name-alike"):
        Typed(place, code.digits, "North").ask()
    kept = place.kept.read().code
    assert kept is not None
    assert kept.tries_left == 3


def test_without_digits_or_after_their_end_nobody_joins_with_them(place: Place) -> None:
    with refused_as("code-none"):
        Typed(place, "123456").ask()
    code = show_code(place.kept, EVENT, HOST, REFEREE, ORGANISER, place.now)
    proving = (desk := Typed(place, code.digits)).ask()
    end_code(place.kept)
    with refused_as("code-none"):
        desk.prove(proving)
    code = show_code(place.kept, EVENT, HOST, REFEREE, ORGANISER, place.now)
    place.now += timedelta(minutes=5)
    with refused_as("code-expired"):
        Typed(place, code.digits).ask()
    with refused_as("role-beyond"):
        show_code(place.kept, EVENT, HOST, ORGANISER, HEAD, place.now)


def test_a_desk_of_another_event_is_refused(place: Place) -> None:
    for ask in (place.joining.refuse_ticket, lambda asking, now: place.joining.asked(asking, "", now)):
        with refused_as("event-other"):
            ask(place.asking("north", STANDING, event=UUID(int=8)), place.now)


def test_what_is_kept_is_the_same_for_every_process_and_damage_ends_invitations_only(tmp_path: Path) -> None:
    first, second = JoiningFile(tmp_path / "joining.json"), JoiningFile(tmp_path / "joining.json")
    ticket = invite(first, REFEREE, ORGANISER, uses=3)
    assert second.read().tickets == first.read().tickets
    assert ticket.hex() not in (tmp_path / "joining.json").read_text(), "only its hash is kept"
    (tmp_path / "joining.json").write_bytes(b"\xff{")
    assert first.read() == JoiningState()
    invite(second, HEAD, ORGANISER)
    assert [each.role for each in first.read().tickets] == [HEAD]
    assert decode_state("") == JoiningState()


def test_changes_of_several_processes_follow_one_another(tmp_path: Path) -> None:
    file = JoiningFile(tmp_path / "joining.json")

    def many(role: EventRole) -> Callable[[], None]:
        def add() -> None:
            for _ in range(10):
                invite(JoiningFile(tmp_path / "joining.json"), role, ORGANISER)

        return add

    threads = [threading.Thread(target=many(role)) for role in (REFEREE, HEAD, ORGANISER)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(file.read().tickets) == 30


def test_a_change_waits_for_another_process_and_fails_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_PATIENCE", 0.1)
    file = JoiningFile(tmp_path / "joining.json")
    invite(file, REFEREE, ORGANISER)
    lock = WriteLock(tmp_path / "joining.lock")
    with pytest.raises(StoreUnavailable):
        end_all(file)
    lock.release()
    assert len(file.read().tickets) == 1
    end_all(file)
    assert file.read() == JoiningState(made=1)


def test_a_change_that_fails_changes_nothing(tmp_path: Path) -> None:
    file = JoiningFile(tmp_path / "joining.json")
    invite(file, REFEREE, ORGANISER)
    with suppress(ZeroDivisionError), file.changing() as change:
        change.state = replace(change.state, tickets=())
        raise ZeroDivisionError
    assert len(file.read().tickets) == 1


OTHER = bytes(range(16, 32))
"""The standing ticket of another host, or after a renewal."""


def test_a_desk_that_was_ended_does_not_come_back_higher_with_an_invitation_of_before(place: Place) -> None:
    referee = invite(place.kept, REFEREE, ORGANISER, approval=False)
    place.end(place.join("north", referee))
    for ticket in (STANDING, referee):
        found = place.join("north", ticket)
        assert found.key is REFEREE
        place.end(found)
    assert place.join("south", STANDING).key is ORGANISER, "it is about that desk alone"
    later = invite(place.kept, HEAD, ORGANISER, approval=False)
    assert place.join("north", later).key is HEAD
    assert place.join("north", STANDING).key is HEAD, "it is a desk, and lost the answer"
    place.end(place.desks.all(place.now)[-1])
    assert place.join("north", STANDING).key is HEAD


def test_a_desk_that_leaves_comes_back_as_its_invitation_says(place: Place) -> None:
    referee = invite(place.kept, REFEREE, ORGANISER, approval=False)
    place.desks.end(place.join("north", referee).name)
    assert place.join("north", STANDING).key is ORGANISER


def test_a_desk_that_was_ended_with_all_others_has_the_role_of_the_new_invitation(place: Place) -> None:
    """In whatever order the server makes the invitation and ends the desks."""
    for renews_first in (True, False):
        desk = place.join("north", invite(place.kept, REFEREE, ORGANISER, approval=False))
        end_all(place.kept, place.desks.all(place.now))
        renewed = bytes([renews_first]) * 16
        if renews_first:
            place.joining = place.made(HOUR, renewed)
        place.end(desk)
        place.joining = place.made(HOUR, renewed)
        with refused_as("ticket-unknown"):
            place.join("north", STANDING)
        found = place.join("north", renewed)
        assert found.key is ORGANISER
        place.end(found)


def test_what_people_decided_about_a_desk_stays_whatever_ticket_of_before_it_sends(place: Place) -> None:
    """It may have been lowered; a ticket that is made later says what it says."""
    assert place.join("north", STANDING).key is ORGANISER
    desk = place.wait("north")
    place.approve(desk, "north", role=REFEREE)
    found = place.entered(desk)
    assert found is not None
    assert found.key is REFEREE
    assert place.join("north", STANDING).key is REFEREE
    head = invite(place.kept, HEAD, ORGANISER, approval=False)
    assert place.join("north", head).key is HEAD
    code = show_code(place.kept, EVENT, HOST, REFEREE, ORGANISER, place.now)
    typed = Typed(place, code.digits)
    assert typed.prove(typed.ask()).role is REFEREE
    for ticket in (head, STANDING):
        assert place.join("north", ticket).key is REFEREE


def test_a_desk_that_was_ended_does_not_come_back_by_repeating_what_it_sent(place: Place) -> None:
    code = show_code(place.kept, EVENT, HOST, ORGANISER, ORGANISER, place.now)
    typed = Typed(place, code.digits)
    proving = typed.ask()
    typed.prove(proving)
    desk = place.wait("south")
    place.approve(desk, "south")
    place.entered(desk)
    for found in place.desks.all(place.now):
        place.end(found)
    with refused_as("desk-ended"):
        typed.prove(proving)
    with refused_as("desk-ended"):
        place.entered(desk)
    assert place.desks.all(place.now) == ()


def test_a_deputy_that_takes_over_knows_invitations_their_uses_and_their_ends(place: Place, tmp_path: Path) -> None:
    twice = invite(place.kept, REFEREE, ORGANISER, uses=2, approval=False)
    late = invite(place.kept, REFEREE, ORGANISER, until=place.now + HOUR)
    place.join("north", twice)
    place.end(place.join("south", invite(place.kept, REFEREE, ORGANISER, approval=False)))
    told = place.told()
    assert not any(each in str(told) for each in (STANDING.hex(), twice.hex(), str(twice))), "only their hashes"
    new = Place(tmp_path / "deputy")
    invite(new.kept, REFEREE, ORGANISER)  # of an earlier time as the host
    new.joining = new.made(HOUR, OTHER)
    new.joining.adopt(told)
    found = new.join("south", STANDING)
    assert found.key is REFEREE, "it was ended as a referee"
    new.end(found)
    assert new.join("west", twice).key is REFEREE
    with refused_as("ticket-used-up"):
        new.join("east", twice)
    assert new.join("east", STANDING).key is ORGANISER
    assert new.join("south", OTHER).key is ORGANISER, "it was invited anew"
    assert sorted(each.number for each in new.told().tickets) == [1, 2, 3, 4, 5]
    new.now += HOUR
    with refused_as("ticket-expired"):
        new.wait("later", late)


def test_what_was_ended_before_or_after_a_take_over_stays_ended(place: Place, tmp_path: Path) -> None:
    """Also when the first host takes over again, which knew the tickets of before."""
    gone = invite(place.kept, REFEREE, ORGANISER, approval=False)
    end_all(place.kept)
    new = Place(tmp_path / "deputy")
    new.joining = new.made(HOUR, OTHER)
    new.joining.adopt(place.told())
    with refused_as("ticket-unknown"):
        new.join("north", gone)
    assert new.join("north", STANDING).key is ORGANISER
    renewed = bytes(range(32, 48))
    new.joining = new.made(HOUR, renewed)
    for ticket in (STANDING, OTHER):
        with refused_as("ticket-unknown"):
            new.join("west", ticket)
    again = new.told()
    assert again.has(renewed)
    assert not again.has(STANDING)
    place.joining = place.made(HOUR, bytes(16))
    place.joining.adopt(again)
    with refused_as("ticket-unknown"):
        place.join("west", STANDING)
    assert place.join("west", renewed).key is ORGANISER


def test_a_host_that_takes_over_again_counts_its_own_ticket_once(place: Place, tmp_path: Path) -> None:
    new = Place(tmp_path / "deputy")
    new.joining = new.made(HOUR, OTHER)
    new.joining.adopt(place.told())
    place.joining.adopt(new.told())
    numbers = {each.hash: each.number for each in place.told().tickets}
    assert sorted(numbers.values()) == [1, 2]
    assert len(place.told().tickets) == 2
