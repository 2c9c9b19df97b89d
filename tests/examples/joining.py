"""What a computer sends to join a shared event with the ticket of an invitation."""

from typing import Any
from uuid import UUID

from msgspec.structs import replace

from tournament.sharing.approval import ApprovalRequest
from tournament.sharing.joining import signed_request
from tournament.sharing.keys import ComputerKey


def request_to_join(
    shared: UUID | str, key: ComputerKey, host: bytes, ticket: bytes, name: str = "north", **changes: Any
) -> bytes:
    """The request of the computer with ``key`` to join the event ``shared``, with ``changes``, signed for ``host``."""
    event = UUID(shared) if isinstance(shared, str) else shared
    request = ApprovalRequest(event, key.certificate, name, "Ada Sample", b"", ticket)
    return signed_request(replace(request, **changes), host, key.sign)[1]
