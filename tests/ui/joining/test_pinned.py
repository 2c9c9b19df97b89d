"""A desk speaks to the server of its invitation, or says why not: against real TLS on loopback."""

import socket
import time
from datetime import UTC, datetime, timedelta

import pytest

from tests.ui.joining.servers import Behaviour, plain, serving, silent, tls
from tests.waiting import PATIENCE
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.key_file import KeptKey, kept_key
from ui.joining.pinned import first_reached, http_client, pinned_context, raising_server_away

NOW = datetime(2026, 11, 27, tzinfo=UTC)


@pytest.fixture(scope="module")
def ours(tmp_path_factory) -> KeptKey:
    """Its ten years are over: a desk whose clock is wrong sees that too."""
    return kept_key(tmp_path_factory.mktemp("ours"), NOW - timedelta(days=9999))


@pytest.fixture(scope="module")
def theirs(tmp_path_factory) -> KeptKey:
    return kept_key(tmp_path_factory.mktemp("theirs"), NOW)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def ask(context, address: str, timeout: float = PATIENCE) -> str:
    with http_client(context, address, timeout) as client, raising_server_away(address):
        return client.get("/", timeout=timeout).text


def test_the_server_of_the_invitation_is_reached(ours, monkeypatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    with serving(tls(ours.file)) as address:
        dead = f"127.0.0.1:{free_port()}"
        reached, context = first_reached((dead, address), ours.key.id, PATIENCE)
        assert reached == address
        assert ask(context, address) == "hi"


def test_an_address_that_leads_nowhere_delays_the_next_one_little(ours) -> None:
    with serving(silent) as nowhere, serving(tls(ours.file)) as address:
        begun = time.monotonic()
        assert first_reached((nowhere, nowhere, address), ours.key.id, PATIENCE)[0] == address
        assert time.monotonic() - begun < PATIENCE / 2


def test_an_address_that_is_none_is_refused_wherever_it_is_in_the_list(ours) -> None:
    with pytest.raises(Refused):
        first_reached((f"127.0.0.1:{free_port()}", "no address"), ours.key.id, PATIENCE)


def test_another_certificate_is_reported_with_both_fingerprints(ours, theirs) -> None:
    with serving(tls(theirs.file)) as address, pytest.raises(CertificateChanged) as changed:
        first_reached((f"127.0.0.1:{free_port()}", address), ours.key.id, PATIENCE)
    assert (changed.value.expected, changed.value.found) == (ours.key.id, theirs.key.id)
    for language in LANGUAGES:
        said = language.render(changed.value.message).replace(" ", "").lower()
        assert ours.key.id[:8].hex() in said
        assert theirs.key.id[:8].hex() in said


def test_a_server_that_changes_later_gets_nothing(ours, theirs) -> None:
    with serving(tls(ours.file)) as address:
        context = pinned_context(address, ours.key.id, PATIENCE)
    heard = list[bytes]()

    def listen(connection: socket.socket) -> None:
        tls(theirs.file, b"")(connection)
        heard.append(b"got past the handshake")

    with serving(listen) as address, pytest.raises(ServerAway) as away:
        ask(context, address)
    assert "Another server" in ENGLISH.render(away.value.message)
    assert not heard


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (silent, "does not respond"),
        (plain(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "not a server of Quatre Vents"),
        (plain(b"\x16\x03\x01garbage"), "not a server of Quatre Vents"),
        (lambda _: None, "127.0.0.1"),
    ],
    ids=["silence", "http", "garbage", "hung up"],
)
def test_an_address_without_our_server_is_reported(behaviour: Behaviour, words: str, ours) -> None:
    with serving(behaviour) as address, pytest.raises(ServerAway) as away:
        pinned_context(address, ours.key.id, 0.3)
    assert words in ENGLISH.render(away.value.message)
    assert away.value.address == address


def test_a_refused_connection_is_reported(ours) -> None:
    with pytest.raises(ServerAway) as away:
        pinned_context(f"127.0.0.1:{free_port()}", ours.key.id, PATIENCE)
    assert "no server" in ENGLISH.render(away.value.message)


def test_an_unknown_host_name_is_reported(ours, monkeypatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(ServerAway) as away:
        pinned_context("hall.invalid:8470", ours.key.id, PATIENCE)
    assert "hall.invalid" in ENGLISH.render(away.value.message)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"", "ended the connection"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhi", "ended the connection"),
        (b"220 mail.example ESMTP\r\n", "127.0.0.1"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi", "failed"),
    ],
    ids=["nothing", "half", "garbage", "damaged"],
)
def test_a_truncated_answer_is_reported(answer: bytes, words: str, ours) -> None:
    with serving(tls(ours.file, answer)) as address:
        context = pinned_context(address, ours.key.id, PATIENCE)
        with pytest.raises(ServerAway) as away:
            ask(context, address)
    assert words in ENGLISH.render(away.value.message)


def test_a_silent_server_is_reported(ours) -> None:
    behaviours = iter([tls(ours.file)])

    def tire(connection: socket.socket) -> None:
        next(behaviours, silent)(connection)

    with serving(tire) as address:
        context = pinned_context(address, ours.key.id, PATIENCE)
        with pytest.raises(ServerAway, match="does not respond"):
            ask(context, address, 0.3)
    with pytest.raises(ServerAway, match="no server"):
        ask(context, address)


def test_a_redirect_is_not_followed(ours) -> None:
    answer = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    with serving(tls(ours.file, answer)) as address:
        assert ask(pinned_context(address, ours.key.id, PATIENCE), address) == ""
