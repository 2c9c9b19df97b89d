"""Tickets of invitations: as many desks join as they are for, until they end, and nobody without one."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.sharing.joining_parts import NOW, Numbers, code_of
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.sharing.invitation import TICKET_BYTES
from tournament.sharing.tickets import InvitationTicket, new_ticket, spend_ticket, valid_ticket

HOUR = timedelta(hours=1)
TWICE, FOR_TWO = new_ticket(EventRole.REFEREE, Numbers("two"), uses=2)
OFTEN, FOR_ALL = new_ticket(EventRole.HEAD_REFEREE, Numbers("all"), until=NOW + HOUR, approval=False)
TICKETS = FOR_TWO, FOR_ALL


def why(tickets: tuple[InvitationTicket, ...], ticket: bytes, now=NOW) -> str:
    """Why a desk cannot join with ``ticket``, whether it asks or joins."""
    codes = set()
    for call in (valid_ticket, spend_ticket):
        with pytest.raises(Refused) as found:
            call(tickets, ticket, now)
        codes.add(code_of(found.value))
    (code,) = codes
    return code


def test_the_host_keeps_the_hash_alone() -> None:
    assert len(TWICE) == TICKET_BYTES
    assert TWICE.hex() not in repr(FOR_TWO)
    assert (FOR_TWO.role, FOR_TWO.uses, FOR_TWO.until, FOR_TWO.approval) == (EventRole.REFEREE, 2, None, True)
    assert (FOR_ALL.uses, FOR_ALL.approval) == (None, False)


def test_each_desk_uses_a_ticket_up_by_one() -> None:
    once = spend_ticket(TICKETS, TWICE, NOW)
    assert once == (replace(FOR_TWO, uses=1), FOR_ALL)
    twice = spend_ticket(once, TWICE, NOW)
    assert why(twice, TWICE) == "ticket-used-up"
    assert spend_ticket(twice, OFTEN, NOW) == twice
    assert valid_ticket(twice, OFTEN, NOW) == FOR_ALL


def test_a_ticket_ends_on_time() -> None:
    assert valid_ticket(TICKETS, OFTEN, NOW + HOUR - timedelta(seconds=1)) == FOR_ALL
    assert why(TICKETS, OFTEN, NOW + HOUR) == "ticket-expired"
    assert valid_ticket(TICKETS, TWICE, NOW + 9999 * HOUR) == FOR_TWO


@pytest.mark.parametrize("ticket", [b"", TWICE[:-1], TWICE + b"\0", bytes(TICKET_BYTES), FOR_TWO.hash.encode(),
                                    bytes.fromhex(FOR_TWO.hash)], ids=range(6))  # fmt: skip
def test_nothing_else_is_a_ticket(ticket: bytes) -> None:
    assert why(TICKETS, ticket) == "ticket-unknown"
    assert why((), TWICE) == "ticket-unknown"


@given(st.integers(1, 6), st.lists(st.booleans(), max_size=12))
def test_no_more_desks_join_than_a_ticket_is_for(uses: int, asked: list[bool]) -> None:
    """Desks with this ticket and with another one come in any order."""
    ticket, kept = new_ticket(EventRole.REFEREE, Numbers(uses), uses=uses)
    tickets: tuple[InvitationTicket, ...] = (kept, FOR_ALL)
    joined = 0
    for with_it in asked:
        try:
            tickets = spend_ticket(tickets, ticket if with_it else OFTEN, NOW)
        except Refused:
            assert joined == uses
        else:
            joined += with_it
    assert joined == min(uses, sum(asked))
    assert tickets[0].uses == uses - joined
