"""Joining at a real server by six digits and by approval; strangers in between, and people who change their minds."""

import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from tests.examples.keys import key_of, tls_of
from tests.tournament.use_cases.events import drawn
from tests.ui.joining.servers import serving
from tests.ui.server.running import running
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.sharing.approval import WaitingDesk
from tournament.sharing.joining import Welcome, joining_desk
from tournament.sharing.keys import id_of
from ui.joining import connection as connecting
from ui.joining import entering
from ui.joining.connection import Connection, way_to
from ui.joining.entering import GivenUp, join_by_approval, join_with_digits
from ui.joining.failures import ServerAway
from ui.joining.looking import SeenHost, seen_host
from ui.server.host_folder import HostFolder
from ui.server.joining import JoiningFile
from ui.server.joining_decisions import approve, refuse, show_code, waiting_desks
from ui.server.serving import ServedFile, Sharing

ORGANISER, HEAD, REFEREE = EventRole.ORGANISER, EventRole.HEAD_REFEREE, EventRole.REFEREE


class Hall:
    """A host, and desks that see it at an address."""

    def __init__(self, server: ServedFile) -> None:
        self.server, self.event = server, server.invitation.event
        (self.address,) = server.invitation.addresses
        self.kept: JoiningFile = HostFolder(str(self.event)).joining()

    def digits(self, role: EventRole = REFEREE) -> str:
        """Those that the host shows from now on."""
        host = self.server.invitation.first_host
        return show_code(self.kept, self.event, host, role, ORGANISER, datetime.now(UTC)).digits

    @property
    def admitted(self) -> dict[str, EventRole]:
        """The names of the desks, and the roles of their keys."""
        return {each.name: each.key for each in HostFolder(str(self.event)).admitted().all(datetime.now(UTC))}

    @property
    def shown(self) -> tuple[WaitingDesk, ...]:
        """The desks about which the host asks."""
        return waiting_desks(self.kept, datetime.now(UTC))

    def approve(self, name: str) -> None:
        (found,) = (each for each in self.shown if each.desk.name == name)
        approve(self.kept, name, found.desk.first_digits, ORGANISER, datetime.now(UTC), role=HEAD)

    def join(self, digits: str, name: str = "north", at: SeenHost | None = None) -> Welcome:
        seen = at or seen_host((self.address,))
        with closing(Connection(way_to((seen.address,), seen.id), "en")) as connection:
            desk = joining_desk(key_of(name).certificate, name, "Ada Sample")
            return join_with_digits(seen.event, seen.id, digits, desk, key_of(name), connection)

    def ask(
        self,
        name: str = "north",
        at: SeenHost | None = None,
        *,
        same: Callable[[str], bool] = lambda _digits: True,
        waits: Callable[[str], object] = lambda _digits: None,
    ) -> Welcome:
        seen = at or seen_host((self.address,))
        with closing(Connection(way_to((seen.address,), seen.id), "en")) as connection:
            desk = joining_desk(key_of(name).certificate, name, "Ada Sample")
            return join_by_approval(seen.event, seen.id, desk, key_of(name), connection, same=same, waits=waits)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(entering, "_PAUSE", 0.01)
    with running(lambda fault, remark: ServedFile(drawn(), Sharing(), fault=fault, remark=remark)) as server:
        yield Hall(server)


def give_up(_digits: str) -> bool:
    raise GivenUp


def code_of(error: Refused) -> str:
    return error.problems[0].code


def length_in(asked: bytes) -> int:
    """The length of the body of the request that begins so."""
    found = re.search(rb"content-length: (\d+)", asked, re.IGNORECASE)
    return int(found[1]) if found is not None else 0


@contextmanager
def stranger(address: str, event: UUID, folder: Path) -> Iterator[SeenHost]:
    """A computer that passes everything on to the host and back, as a desk sees it that takes it for the host."""
    file = folder / "stranger.pem"
    file.write_text(key_of("stranger").pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)

    def pass_on(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as desk:
            asked = b""
            while b"\r\n\r\n" not in asked or len(asked.partition(b"\r\n\r\n")[2]) < length_in(asked):
                if not (piece := desk.recv(65536)):
                    return  # it only looked at the certificate
                asked += piece
            method, path, _ = asked.decode(errors="replace").split(" ", 2)
            body = asked.partition(b"\r\n\r\n")[2]
            said = httpx.request(method, f"https://{address}{path}", content=body, verify=tls_of(""))
            head = f"HTTP/1.1 {said.status_code} Passed on\r\nContent-Length: {len(said.content)}\r\n\r\n"
            desk.sendall(head.encode() + said.content)

    with serving(pass_on) as fake:
        yield SeenHost(fake, key_of("stranger").id, event, "Cup", "hall")


def test_who_types_the_digits_joins_in_the_role_that_the_host_chose(hall: Hall) -> None:
    welcome = hall.join(hall.digits(HEAD))
    assert (welcome.desk, welcome.role) == ("north", HEAD)
    assert id_of(welcome.first_host) == hall.server.invitation.first_host
    assert hall.admitted == {"north": HEAD}


def test_wrong_digits_are_refused_with_the_tries_that_are_left(hall: Hall) -> None:
    digits = hall.digits()
    wrong = f"{(int(digits) + 1) % 10**6:06}"
    for left in ("code-wrong", "code-wrong", "code-tries"):
        with pytest.raises(Refused) as refused:
            hall.join(wrong)
        assert code_of(refused.value) == left
    with pytest.raises(Refused) as refused:
        hall.join(digits)
    assert code_of(refused.value) == "code-tries"
    assert not hall.admitted


def test_a_computer_that_passes_everything_on_is_not_taken_for_the_host(hall: Hall, tmp_path: Path) -> None:
    digits = hall.digits()
    with stranger(hall.address, hall.event, tmp_path) as fake, pytest.raises(Refused) as refused:
        hall.join(digits, at=fake)
    assert code_of(refused.value) in ("join-unproven", "code-wrong", "code-unproven")
    assert not hall.admitted
    assert hall.join(digits).desk == "north", "the stranger has learned nothing that ends the digits"


def test_both_people_see_other_digits_if_a_stranger_passes_everything_on(hall: Hall, tmp_path: Path) -> None:
    with stranger(hall.address, hall.event, tmp_path) as fake, pytest.raises(Refused) as refused:
        hall.ask(at=fake)
    assert code_of(refused.value) == "join-unproven", "what was signed for the stranger is worth nothing at the host"
    assert not hall.shown
    assert not hall.admitted


def test_a_desk_joins_once_both_people_have_seen_the_same_digits(hall: Hall) -> None:
    asked = list[str]()

    def same(digits: str) -> bool:
        (waiting,) = hall.shown
        assert (waiting.digits, waiting.desk.name, waiting.desk_word) == (digits, "north", None)
        assert not hall.admitted
        return True

    def waits(digits: str) -> None:
        asked.append(digits)
        if len(asked) == 3:
            hall.approve("north")

    welcome = hall.ask(same=same, waits=waits)
    assert (welcome.desk, welcome.role) == ("north", HEAD)
    assert hall.admitted == {"north": HEAD}
    assert len(set(asked)) == 1


def test_a_refusal_at_the_host_ends_the_wait_with_its_reason(hall: Hall) -> None:
    with pytest.raises(Refused) as refused:
        hall.ask(waits=lambda _digits: refuse(hall.kept, "north", datetime.now(UTC)) if hall.shown else None)
    assert code_of(refused.value) == "approval-refused"
    assert not hall.admitted


def test_digits_that_differ_here_withdraw_the_request(hall: Hall) -> None:
    with pytest.raises(Refused) as refused:
        hall.ask(same=lambda _digits: False)
    assert code_of(refused.value) == "approval-differs"
    hall.approve("north")
    assert not hall.admitted, "one word is not enough"


@pytest.mark.parametrize("when", ["comparing", "waiting"])
def test_whoever_gives_up_is_not_let_in_later(hall: Hall, when: str) -> None:
    ask = {"comparing": partial(hall.ask, same=give_up), "waiting": partial(hall.ask, waits=give_up)}[when]
    with pytest.raises(GivenUp):
        ask()
    assert [each.desk_word for each in hall.shown] == [False]
    hall.approve("north")
    assert not hall.admitted


def test_a_host_that_is_away_for_a_moment_is_asked_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ask = list[str](), Connection.welcome

    def welcome(self: Connection, event: object, id: str) -> bytes:
        asked.append(id)
        if len(asked) == 1:
            raise ServerAway(entering.GivenUp().message, "hall")
        hall.approve("north")
        return ask(self, hall.event, id)

    monkeypatch.setattr(Connection, "welcome", welcome)
    assert hall.ask().desk == "north"
    asked.clear()
    monkeypatch.setattr(entering, "_PATIENCE", 0.0)
    with pytest.raises(ServerAway):
        hall.ask("south")


def test_whoever_asks_again_and_again_waits_three_times_and_others_join_by_six_digits(hall: Hall) -> None:
    seen, refused = seen_host((hall.address,)), list[str]()
    for number in range(10):
        try:
            hall.ask(f"stranger {number}", seen, same=give_up)
        except Refused as error:
            refused.append(code_of(error))
        except GivenUp:
            pass
    assert len(hall.shown) == 3, "so many of one address, whatever its keys"
    assert refused == ["approval-too-many"] * 7
    assert hall.join(hall.digits()).desk == "north"
    assert hall.admitted == {"north": REFEREE}


def test_an_answer_that_never_ends_is_waited_for_only_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "_LONGEST_OF_STRANGERS", 0.3)
    file = tmp_path / "stranger.pem"
    file.write_text(key_of("stranger").pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)

    def drip(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as stream:
            if stream.recv(4096):
                stream.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                while not ended.wait(0.05):
                    stream.sendall(b"x")

    ended = threading.Event()
    with serving(drip) as address, closing(Connection(way_to((address,), key_of("stranger").id), "en")) as connection:
        with pytest.raises(ServerAway) as away:
            connection.join(b"{}")
        ended.set()
    assert away.value.address == address
    assert "does not respond" in away.value.message.message
