"""TLS to exactly the server of an invitation: its certificate is compared with the fingerprint before anything is sent.

Who signed the certificate, its names and its dates do not matter: clocks of computers in a hall may be wrong, and
addresses change. All of it waits for the network, so it is called in a thread of its own.
"""

import hashlib
import hmac
import socket
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tournament.sharing.invitation import split_address
from ui.joining.failures import CertificateChanged, ServerAway, away

if TYPE_CHECKING:
    import httpx

_NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, which Python does not name."""
_CONNECTIONS = 8
"""Of one desk: the stream of entries, commands, and what a page asks for meanwhile."""


def pinned_context(address: str, fingerprint: bytes, timeout: float) -> ssl.SSLContext:
    """A context that trusts the certificate with this SHA-256 alone, shown at ``address`` within ``timeout`` seconds.

    Raises ServerAway, CertificateChanged, and Refused for what is no address.
    """
    found = _shown_certificate(address, timeout)
    shown = hashlib.sha256(found).digest()
    if not hmac.compare_digest(shown, fingerprint):
        raise CertificateChanged(address, fingerprint, shown)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= ssl.VerifyFlags(_NO_CHECK_TIME) | ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
    context.load_verify_locations(cadata=found)
    return context


def first_reached(addresses: Iterable[str], fingerprint: bytes, timeout: float) -> tuple[str, ssl.SSLContext]:
    """The first of ``addresses`` at which the server answers, each within ``timeout`` seconds, and its context.

    Raises what `pinned_context` raised: CertificateChanged rather than ServerAway, since it says more.
    """
    failed = list[ServerAway | CertificateChanged]()
    for address in addresses:
        try:
            return address, pinned_context(address, fingerprint, timeout)
        except (ServerAway, CertificateChanged) as error:
            failed.append(error)
    raise min(failed, key=lambda error: isinstance(error, ServerAway))


def http_client(context: ssl.SSLContext, address: str, timeout: float) -> "httpx.Client":
    """A client for paths at ``address``: no proxies, no redirects; every wait ends after ``timeout`` seconds.

    Use it within `telling_away`.
    """
    import httpx

    return httpx.Client(
        base_url=f"https://{address}",
        verify=context,
        timeout=timeout,
        limits=httpx.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_CONNECTIONS),
        follow_redirects=False,
        trust_env=False,
    )


@contextmanager
def telling_away(address: str) -> Iterator[None]:
    """Raise ServerAway for what httpx raises when the server at ``address`` does not answer, or not to the end."""
    import httpx

    try:
        yield
    except httpx.RequestError as error:
        raise away(address, error) from error


def _shown_certificate(address: str, timeout: float) -> bytes:
    """In DER. Nothing is sent to who shows it. Raises ServerAway."""
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
    except (OSError, ValueError) as error:  # ValueError: a name that TLS cannot say
        raise away(address, error) from error
    assert certificate is not None, "every server shows one"
    return certificate
