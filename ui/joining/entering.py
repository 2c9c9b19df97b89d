"""How a desk joins a shared event with an invitation, and what it does while it waits for approval. Calls block."""

from collections.abc import Callable
from secrets import token_bytes
from uuid import UUID

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.sharing.approval import ComparingDesk, RequestingDesk
from tournament.sharing.invitation import Invitation
from tournament.sharing.joining import JoiningDesk, Welcome
from tournament.sharing.keys import ComputerKey, id_of
from tournament.sharing.six_digits import TypedDigits
from ui.joining.connection import Connection
from ui.joining.failures import ServerAway
from ui.joining.hosts import Hosts

_PAUSE = 1.0
"""Seconds between two questions whether this desk was approved."""


def join_with(
    invitation: Invitation,
    desk: JoiningDesk,
    key: ComputerKey,
    connection: Connection,
    hosts: Hosts,
    *,
    waits: Callable[[str], None],
) -> Welcome:
    """Join the event of ``invitation`` as ``desk`` with ``key``, and return what the host says.

    If somebody at the host must approve this desk, the call blocks until they have, and calls ``waits`` every second
    with the six digits that the host shows as well; it may raise an exception to give up. The invitation proves which
    computer the host is, so only the person there compares the digits. Raises what `Connection` raises; Refused also
    if the host did not let this desk join.
    """
    connection.hello()  # finds the host, to which the request is signed
    event = invitation.event
    requesting = RequestingDesk(event, hosts.host, desk, key.sign, token_bytes, invitation.ticket)
    found = requesting.answered(connection.join(requesting.request))
    welcome = found if isinstance(found, Welcome) else _approved(invitation, found, connection, waits)
    if id_of(welcome.first_host) != invitation.first_host:
        text = mark("This computer does not host the event of the invitation: ask the host for a new one.")
        raise Refused(Problem("host-unproven", text, "invitation"))
    hosts.learn(welcome.statements)
    return welcome


def join_with_digits(
    event: UUID, host: bytes, digits: str, desk: JoiningDesk, key: ComputerKey, connection: Connection
) -> Welcome:
    """Join ``event`` with the six ``digits`` that its host shows, and return what the host says.

    ``host`` is the id of the certificate that this computer sees at the other end of ``connection``: the digits prove
    it. Raises what `Connection` raises; Refused also if the host does not prove that it knows the digits.
    """
    typed = TypedDigits(event, host, digits, desk, key.sign, token_bytes)
    proving = typed.answered(connection.ask_with_digits(event, typed.request))
    return proving.welcomed(connection.confirm(event, proving.request))


def _approved(
    invitation: Invitation, comparing: ComparingDesk, connection: Connection, waits: Callable[[str], None]
) -> Welcome:
    event = invitation.event
    connection.confirm(event, comparing.request)
    agreed = comparing.agreed()
    connection.confirm(event, agreed.request)
    while True:
        waits(comparing.digits)
        welcome = agreed.welcomed(connection.welcome(event, agreed.id))
        if welcome is not None:
            return welcome
        if connection.wait(_PAUSE):
            raise ServerAway(mark("The connection was closed."), "")
