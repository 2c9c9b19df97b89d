"""TLS to exactly one computer: the id of its certificate is compared before anything is sent.

The issuer, names and dates of the certificate do not matter: clocks of computers in a hall may be wrong, and addresses
change. Every function waits for the network, so call them outside the user interface's thread.
"""

import socket
import ssl
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from tournament.sharing.invitation import split_address
from tournament.sharing.keys import id_of
from ui.joining.failures import CertificateChanged, ServerAway, away

if TYPE_CHECKING:
    import httpx

_NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, which Python does not name."""
_BESIDE = 0.3
"""Seconds after which the next address is tried as well."""
IGNORED_BY_PINNING = ssl.VerifyFlags(_NO_CHECK_TIME) | ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
"""What does not matter where exactly one certificate is accepted: its dates and its issuer."""
_CONNECTED_WITHIN = 3.0
"""Seconds in which a server that was reached a moment ago must accept a further connection."""
_CONNECTIONS = 8
"""The most connections of one desk: the stream of entries, the commands, and requests of a page."""


def pinned_context(address: str, id: bytes, timeout: float, key_file: Path | None = None) -> ssl.SSLContext:
    """Check that ``address`` shows the certificate with this ``id``, and return a context that trusts only that one.

    With a ``key_file`` it shows the certificate of this computer.

    Raises ServerAway, also after ``timeout`` seconds, CertificateChanged, and Refused if ``address`` is invalid.
    """
    found = shown_certificate(address, timeout)
    shown = id_of(found)
    if shown != id:
        raise CertificateChanged(address, id, shown)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= IGNORED_BY_PINNING
    context.load_verify_locations(cadata=found)
    if key_file is not None:
        context.load_cert_chain(key_file)
    return context


def first_reached(
    addresses: Iterable[str], id: bytes, timeout: float, key_file: Path | None = None
) -> tuple[str, ssl.SSLContext]:
    """The first of ``addresses`` where the server answers, each within ``timeout`` seconds, and a context for it.

    ``id`` and ``key_file`` are those of `pinned_context`. The next address is tried when one fails, and beside it when
    it is slow: an address of yesterday may lead nowhere.

    Raises CertificateChanged or ServerAway; the former if both occurred, since it says more.
    """
    waiting, begun = deque(addresses), 0
    answers = SimpleQueue[tuple[str, ssl.SSLContext | Exception]]()
    failed = list[ServerAway | CertificateChanged]()

    def attempt(address: str) -> None:
        try:
            answers.put((address, pinned_context(address, id, timeout, key_file)))
        except Exception as error:  # noqa: BLE001  # it is raised below
            answers.put((address, error))

    while waiting or begun:
        if waiting:
            Thread(target=attempt, args=(waiting.popleft(),), daemon=True).start()
            begun += 1
        try:
            address, answer = answers.get(timeout=_BESIDE if waiting else None)
        except Empty:
            continue
        begun -= 1
        match answer:
            case ssl.SSLContext():
                return address, answer
            case ServerAway() | CertificateChanged():
                failed.append(answer)
            case _:
                raise answer
    raise min(failed, key=lambda error: isinstance(error, ServerAway))


def http_client(context: ssl.SSLContext, address: str, timeout: float) -> "httpx.Client":
    """A client for paths at ``address``: no proxies, no redirects; every wait ends after ``timeout`` seconds, and that
    for a connection after `_CONNECTED_WITHIN`, since the server may have moved.

    Use it within `raising_server_away`.
    """
    import httpx

    return httpx.Client(
        base_url=f"https://{address}",
        verify=context,
        timeout=httpx.Timeout(timeout, connect=min(timeout, _CONNECTED_WITHIN)),
        limits=httpx.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_CONNECTIONS),
        follow_redirects=False,
        trust_env=False,
    )


@contextmanager
def raising_server_away(address: str) -> Iterator[None]:
    """Raise ServerAway for the errors of httpx when the server at ``address`` does not answer completely."""
    import httpx

    try:
        yield
    except httpx.RequestError as error:
        raise away(address, error) from error


def shown_certificate(address: str, timeout: float) -> bytes:
    """The certificate that the server shows, in DER. Nothing is sent to the server. Raises ServerAway."""
    host, port = split_address(address)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with (
            socket.create_connection((host, port), timeout) as connection,
            context.wrap_socket(connection, server_hostname=host) as secured,
        ):
            certificate = secured.getpeercert(binary_form=True)
    except (OSError, ValueError) as error:  # ValueError: a host name that TLS cannot encode
        raise away(address, error) from error
    assert certificate is not None, "every server shows one"
    return certificate
