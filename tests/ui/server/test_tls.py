"""Which certificates a server accepts, in handshakes without sockets."""

import ssl
from pathlib import Path

import pytest

from tests.examples.keys import key_of
from ui.server.tls import ServerTls


def handshake(tls: ServerTls, folder: Path, name: str) -> bytes | None:
    """The certificate that the server sees of the computer ``name``; empty: it shows none. Raises SSLError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if name:
        file = folder / f"{name}.pem"
        file.write_text(key_of(name).pem)
        context.load_cert_chain(file)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(to_client, to_server)
    server = tls.context.wrap_bio(to_server, to_client, server_side=True)
    waiting = [client, server]
    for _ in range(10):
        for side in tuple(waiting):
            try:
                side.do_handshake()
                waiting.remove(side)
            except ssl.SSLWantReadError:
                pass
    assert not waiting
    assert client.version() == "TLSv1.3"
    return server.getpeercert(binary_form=True)


def test_a_computer_is_known_from_the_moment_it_joins_until_it_is_ended(tmp_path: Path) -> None:
    tls = ServerTls(key_of("hall"))
    north, south = key_of("north").certificate, key_of("south").certificate

    def refused(name: str) -> None:
        with pytest.raises(ssl.SSLError, match=r"(?i)certificate"):
            handshake(tls, tmp_path, name)

    assert handshake(tls, tmp_path, "") is None
    refused("north")
    tls.know([north, south])
    for name, certificate in (("north", north), ("south", south)):
        assert handshake(tls, tmp_path, name) == certificate
    tls.keep(lambda: [north, key_of("west").certificate])
    assert handshake(tls, tmp_path, "north") == north
    refused("south")
    refused("west")
    tls.know([south])
    assert handshake(tls, tmp_path, "south") == south
    tls.keep(list)
    refused("north")
    assert handshake(tls, tmp_path, "") is None


def test_a_computer_that_joins_while_another_is_ended_stays_known(tmp_path: Path) -> None:
    """Whoever asks for the list sees it already; what they know it by waits."""
    tls = ServerTls(key_of("hall"))
    joined = [key_of("north").certificate]
    tls.know(joined)
    now = tls._now
    tls.keep(lambda: joined)
    assert tls._now is now, "nothing is made anew without need"
