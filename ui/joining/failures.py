"""The errors of a desk that cannot reach its server: what is wrong, where, and what to do."""

import socket
import ssl
from collections.abc import Iterator

from tournament.language import Text, mark


class ServerAway(Exception):
    """No server of Quatre Vents answers at the address. Try again later, or at another address."""

    def __init__(self, message: Text, address: str) -> None:
        super().__init__(message.message)
        self.message = message
        self.address = address


class CertificateChanged(Exception):
    """A server answers that is not the one of the invitation. Nothing was sent to it."""

    def __init__(self, address: str, expected: bytes, found: bytes) -> None:
        self.message = mark(
            "The server at {address} is not the one of the invitation: its certificate is {found} and not {expected}. "
            "Nothing was sent. If the event has a new server, ask for a new invitation; otherwise someone else is "
            "answering in its place.",
            address=address,
            found=shown_fingerprint(found),
            expected=shown_fingerprint(expected),
        )
        super().__init__(self.message.message)
        self.address = address
        self.expected = expected
        self.found = found


class OutcomeUnknown(Exception):
    """The host may have carried out an order. It is kept, and the next command asks the host about it."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


def shown_fingerprint(fingerprint: bytes) -> str:
    """The first 8 bytes of ``fingerprint``, for people to compare: ``9F3A 7C21 B455 0D1E``."""
    return fingerprint[:8].hex(" ", 2).upper()


def away(address: str, error: BaseException) -> ServerAway:
    """The error to raise for ``error``, which a call to ``address`` raised."""
    host = address.rpartition(":")[0]
    causes = tuple(_causes(error))

    def has(*kinds: type[BaseException]) -> bool:
        return any(isinstance(cause, kinds) for cause in causes)

    if has(ssl.SSLCertVerificationError):
        text = mark("Another server now answers at {address}. Try again, or ask for a new invitation.", address=address)
    elif has(ConnectionRefusedError):
        text = mark("There is no server at {address}. Is the event still shared there?", address=address)
    elif has(TimeoutError) or any("Timeout" in type(cause).__name__ for cause in causes):
        text = mark("The server at {address} does not respond. Is this computer in the same network?", address=address)
    elif has(socket.gaierror):
        text = mark("No computer named {host} was found. Is this computer in the same network?", host=host)
    elif has(ssl.SSLError):
        text = mark("What answers at {address} is not a server of Quatre Vents. Check the address.", address=address)
    elif has(ConnectionError, EOFError) or any(map(_breaks_off, causes)):
        text = mark("The server at {address} ended the connection.", address=address)
    else:
        text = mark("The connection to {address} failed ({reason}).", address=address, reason=_reason(causes))
    return ServerAway(text, address)


def was_ended(error: BaseException) -> bool:
    """Whether ``error`` shows that the other side ended a connection, in TLS or below it."""
    causes = tuple(_causes(error))
    ended = any(isinstance(cause, (ssl.SSLError, ConnectionError, EOFError)) for cause in causes)
    return ended or any(map(_breaks_off, causes))


def _breaks_off(error: BaseException) -> bool:
    """Whether the other side ended the connection early. httpx is recognised by name, to avoid its import."""
    return type(error).__name__ == "RemoteProtocolError" and ("disconnected" in str(error) or "closed" in str(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """``error``, its cause, the cause of that, and so on."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _reason(causes: tuple[BaseException, ...]) -> str:
    """The message of the operating system, else that of the library."""
    words = (cause.strerror for cause in causes if isinstance(cause, OSError) and cause.strerror)
    return next(words, str(causes[0]) or type(causes[0]).__name__)
