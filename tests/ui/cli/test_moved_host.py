"""A host whose computer gets another address is found again: real processes in network namespaces of Linux, as root."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[3]
FOUND_WITHIN = 10.0
"""Seconds in which the host must be found, beside the start of the program."""
NOTICED_WITHIN = 3.5
"""Seconds in which a window notices that its host is away: those for which a stream may be silent, and some."""
MOST_TRAFFIC = 200_000
"""Bytes that a search in a network with 254 addresses may cost."""


def ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


class Computer:
    """A network namespace with one cable and a folder of its own."""

    def __init__(self, name: str, cable: str, home: Path) -> None:
        self.name, self.cable = name, cable
        self._environment = os.environ | {"QUATRE_VENTS_HOME": str(home)}

    def at(self, address: str) -> None:
        """Take ``address`` in place of the one before."""
        ip("-n", self.name, "address", "flush", "dev", self.cable)
        ip("-n", self.name, "address", "add", address, "dev", self.cable)

    def start(self, *words: str | Path, module: str = "ui.cli") -> "subprocess.Popen[bytes]":
        program = [sys.executable, "-m", module, *map(str, words)]
        return subprocess.Popen(
            ["ip", "netns", "exec", self.name, *program],
            env=self._environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    @contextmanager
    def hosting(self, file: Path, *options: str) -> Iterator[str]:
        """Share ``file`` at all addresses; the invitation."""
        with self.host_process(file, *options) as process:
            assert process.stdout is not None
            yield str(json.loads(process.stdout.readline())["invitation"])

    @contextmanager
    def host_process(self, file: Path, *options: str) -> Iterator["subprocess.Popen[bytes]"]:
        """A process that shares ``file`` at all addresses."""
        process = self.start("serve", file, "--host", "0.0.0.0", "--json", *options)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)

    def asks(self, invitation: str) -> tuple[float, int, int]:
        """Ask for the standings; the seconds it took, the exit code, and the bytes that were sent meanwhile."""
        before, begun = self._sent(), time.monotonic()
        process = self.start("standings", invitation, "--json")
        process.communicate(timeout=PATIENCE)
        return time.monotonic() - begun, process.returncode, self._sent() - before

    def _sent(self) -> int:
        (cable,) = json.loads(ip("-n", self.name, "-s", "-j", "link", "show", "dev", self.cable))
        return int(cable["stats64"]["tx"]["bytes"])


@pytest.fixture
def two_computers(tmp_path: Path) -> Iterator[tuple[Computer, Computer]]:
    if sys.platform != "linux" or os.geteuid() or shutil.which("ip") is None:
        pytest.skip("needs Linux, root, and ip of iproute2")
    names = [f"qv-{os.getpid()}-{each}" for each in ("host", "desk")]
    try:
        for name in names:
            ip("netns", "add", name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespace can be made here: {error.stderr}")
    try:
        ip("-n", names[0], "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", names[1])
        for name in names:
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", "cable", "up")
        yield Computer(names[0], "cable", tmp_path / "host"), Computer(names[1], "cable", tmp_path / "desk")
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def test_a_host_with_another_address_or_port_is_found_by_its_certificate_alone(
    event: Path, two_computers: tuple[Computer, Computer]
) -> None:
    host, desk = two_computers
    host.at("192.168.77.10/24")
    desk.at("192.168.77.20/24")
    with host.hosting(event) as invitation:
        usual, code, _ = desk.asks(invitation)
        assert code == 0
        for address in ("192.168.77.213/24", "192.168.77.2/24"):
            host.at(address)
            seconds, code, sent = desk.asks(invitation)
            assert code == 0
            assert seconds - usual < FOUND_WITHIN
            assert sent < MOST_TRAFFIC
            again, code, _ = desk.asks(invitation)
            assert code == 0
            assert again - usual < FOUND_WITHIN / 2, "it was kept where the host is"
        host.at("10.4.0.9/24")
        desk.at("10.4.0.31/24")
        seconds, code, _ = desk.asks(invitation)
        assert code == 0, "both are in another network"
        assert seconds - usual < FOUND_WITHIN
    host.at("10.4.0.10/24")
    with host.hosting(event, "--port", "8471"):
        seconds, code, _ = desk.asks(invitation)
        assert code == 0
        assert seconds - usual < FOUND_WITHIN, "at another address and port"
    seconds, code, sent = desk.asks(invitation)
    assert code == 3, "it is away"
    assert seconds - usual < 2 * FOUND_WITHIN
    assert sent < MOST_TRAFFIC
    again, code, sent = desk.asks(invitation)
    assert code == 3
    assert again < seconds, "the next command does not search again"
    assert sent < MOST_TRAFFIC / 20


def test_a_host_prints_how_to_join_at_its_new_address(event: Path, two_computers: tuple[Computer, Computer]) -> None:
    host, desk = two_computers
    host.at("192.168.77.10/24")
    desk.at("192.168.77.20/24")
    with host.host_process(event, "--announce", "--public-port", "0") as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        for address in ("192.168.77.213", "10.4.0.9"):
            host.at(f"{address}/24")
            desk.at(f"{address.rpartition('.')[0]}.31/24")
            moved = json.loads(process.stdout.readline())
            assert set(moved) == set(first)
            port, public = (first[name].rpartition(":")[2] for name in ("desks", "public"))
            assert (moved["desks"], moved["public"]) == (f"https://{address}:{port}", f"http://{address}:{public}")
            _, code, _ = desk.asks(moved["invitation"])
            assert code == 0


def test_a_window_follows_a_host_that_moves_while_it_is_open(
    event: Path, two_computers: tuple[Computer, Computer]
) -> None:
    host, desk = two_computers
    host.at("192.168.77.10/24")
    desk.at("192.168.77.20/24")
    with host.hosting(event) as invitation:
        window = desk.start(invitation, module="tests.ui.cli.window_desk")
        assert window.stdout is not None
        try:
            assert window.stdout.readline() == b"answered\n"
            for here, there in (("192.168.77.213/24", ""), ("192.168.77.2/24", ""), ("10.4.0.9/24", "10.4.0.31/24")):
                host.at(here)
                if there:
                    desk.at(there)
                begun = time.monotonic()
                while window.stdout.readline() != b"back\n":
                    assert window.poll() is None
                seconds = time.monotonic() - begun
                print(f"{seconds:.1f} s until the host at {here} was found")
                assert seconds < NOTICED_WITHIN + FOUND_WITHIN
        finally:
            window.communicate(timeout=PATIENCE)
