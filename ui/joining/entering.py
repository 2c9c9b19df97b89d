"""How a desk joins a shared event: with an invitation, by six digits, or by approval. Calls block."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_bytes
from time import monotonic
from uuid import UUID

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.sharing.approval import ComparingDesk, RequestingDesk
from tournament.sharing.invitation import NO_TICKET, Invitation
from tournament.sharing.joining import JoiningDesk, Welcome
from tournament.sharing.keys import ComputerKey, id_of
from tournament.sharing.six_digits import TypedDigits
from tournament.use_cases import StoreUnavailable
from ui.joining.connection import Connection
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.hosts import Hosts

_PAUSE = 1.0
"""Seconds between two questions whether this desk was approved."""
_PATIENCE = 60.0
"""Seconds without an answer after which a desk that waits for approval gives up: the host may be started again."""


class GivenUp(ServerAway):
    """Somebody at this desk does not want to wait any more."""

    def __init__(self) -> None:
        super().__init__(mark("The connection was closed."), "")


def join_with(
    invitation: Invitation,
    desk: JoiningDesk,
    key: ComputerKey,
    connection: Connection,
    hosts: Hosts,
    *,
    waits: Callable[[str], object],
) -> Welcome:
    """Join the event of ``invitation`` as ``desk`` with ``key``, and return what the host says.

    If somebody at the host must approve this desk, the call blocks until they have, and calls ``waits`` every second
    with the six digits that the host shows as well; it may raise GivenUp. The invitation proves which
    computer the host is, so only the person there compares the digits. Raises what `Connection` raises; Refused also
    if the host did not let this desk join.
    """
    event = invitation.event
    connection.hello(str(event))  # finds the host, to which the request is signed
    ticket = invitation.ticket if invitation.ticket != NO_TICKET else b""
    requesting = RequestingDesk(event, hosts.host, desk, key.sign, token_bytes, ticket)
    found = requesting.answered(connection.join(requesting.request))
    if isinstance(found, Welcome):
        welcome = found
    else:
        connection.confirm(event, found.request)
        welcome = _approved(event, found, connection, waits)
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


def join_by_approval(
    event: UUID,
    host: bytes,
    desk: JoiningDesk,
    key: ComputerKey,
    connection: Connection,
    *,
    same: Callable[[str], bool],
    waits: Callable[[str], object],
) -> Welcome:
    """Join ``event`` after people at both computers said that these show the same digits; return what the host says.

    ``host`` is the id of the certificate that this computer sees at the other end of ``connection``. ``same`` asks the
    person here about six digits; then ``waits`` is called with them every second, until the person at the host has
    decided. Both may raise GivenUp. Raises what `Connection` raises; Refused also if the digits differ, or if the host
    does not let this desk join.
    """
    requesting = RequestingDesk(event, host, desk, key.sign, token_bytes)
    comparing = requesting.answered(connection.join(requesting.request))
    assert isinstance(comparing, ComparingDesk), "a welcome without a ticket was refused"
    connection.confirm(event, comparing.request)
    with _withdrawing(event, comparing, connection):
        are_same = same(comparing.digits)
    if not are_same:
        connection.confirm(event, comparing.withdrawal())
        text = mark(
            "The digits differ, so this may be another computer than the host, and nothing was taken from it. Check "
            "its address, and ask again."
        )
        raise Refused(Problem("approval-differs", text))
    return _approved(event, comparing, connection, waits)


def _approved(event: UUID, comparing: ComparingDesk, connection: Connection, waits: Callable[[str], object]) -> Welcome:
    agreed, heard = comparing.agreed(), monotonic()
    connection.confirm(event, agreed.request)
    while True:
        with _withdrawing(event, comparing, connection):
            waits(comparing.digits)
        try:
            welcome = agreed.welcomed(connection.welcome(event, agreed.id))
        except (ServerAway, StoreUnavailable):
            if monotonic() - heard > _PATIENCE:
                raise
        else:
            if welcome is not None:
                return welcome
            heard = monotonic()
        if connection.wait(_PAUSE):
            raise GivenUp


@contextmanager
def _withdrawing(event: UUID, comparing: ComparingDesk, connection: Connection) -> Iterator[None]:
    """Tell the host if somebody gives up here, so that nobody there lets this desk join later."""
    try:
        yield
    except GivenUp:
        with suppress(ServerAway, CertificateChanged, StoreUnavailable, Refused):
            connection.confirm(event, comparing.withdrawal())
        raise
