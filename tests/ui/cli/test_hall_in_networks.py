"""The test of the hall among computers with networks of their own: what a phone's browser says, and the cause.

Real processes in network namespaces of Linux, as root: a server, Chromium as the phone, and a switch between them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest
from msgspec.json import decode

from tests.browser.chromium import BrowserError, Tab, browsing
from tests.browser.test_live_page import wait
from tests.ui.cli.test_moved_host import ROOT, Computer, ip
from tests.waiting import PATIENCE
from ui.desktop.bootstrap import look_at_book
from ui.hall.network_causes import BrowserSays, Cause, HostSeen, Observed, likely_cause
from ui.hall.phones_seen import HallTest, PhoneSeen, keep_hall_test, kept_phones, new_hall_test

pytestmark = pytest.mark.thorough

HOST, PHONE, OTHER = "192.168.77.10", "192.168.77.20", "192.168.77.30"
PORT = 8480
SAYS = {
    "ERR_CONNECTION_REFUSED": BrowserSays.REFUSED,
    "ERR_CONNECTION_TIMED_OUT": BrowserSays.WAITS,
    "ERR_ADDRESS_UNREACHABLE": BrowserSays.UNREACHABLE,
}
"""What the user chooses at the desk for what Chromium shows."""
AT_ONCE = 1.5
"""Seconds; without a route Chromium says within these that the address is unreachable, else it first asks for it."""
_LOOK = "import sys; from msgspec.json import encode; from ui.joining.own_network import look_at_host; "


class Hall:
    """A switch with the host, a phone and another computer, the shared event, and its test."""

    def __init__(self, event: Path, folder: Path, end: ExitStack) -> None:
        self.event, self.folder, self._end = event, folder, end
        self.switch = f"qv-{os.getpid()}-switch"
        self._add(self.switch)
        ip("-n", self.switch, "link", "add", "switch", "type", "bridge")
        ip("-n", self.switch, "link", "set", "switch", "up")
        self.host, self.phone, self.other = (self._computer(name, number) for number, name in
                                             enumerate(("host", "phone", "other")))  # fmt: skip
        for computer, address in ((self.host, HOST), (self.phone, PHONE), (self.other, OTHER)):
            computer.at(f"{address}/24")
        for computer in (self.phone, self.other):  # a browser gives up after seven seconds instead of minutes
            self.inside(computer, "sysctl", "-w", "net.ipv4.tcp_syn_retries=2")
        self.id = ""
        self.test = HallTest("", 0.0)

    def _add(self, name: str) -> None:
        ip("netns", "add", name)
        self._end.callback(subprocess.run, ["ip", "netns", "del", name], check=False, capture_output=True)

    def _computer(self, name: str, number: int) -> Computer:
        space, cable = f"qv-{os.getpid()}-{name}", f"c{number}"
        self._add(space)
        ip("-n", self.switch, "link", "add", cable, "type", "veth", "peer", "name", "cable", "netns", space)
        ip("-n", self.switch, "link", "set", cable, "master", "switch", "up")
        ip("-n", space, "link", "set", "lo", "up")
        ip("-n", space, "link", "set", "cable", "up")
        return Computer(space, "cable", self.folder / name)

    def inside(self, computer: Computer, *words: str) -> None:
        """Run a program of the system there."""
        subprocess.run(["ip", "netns", "exec", computer.name, *words], check=True, capture_output=True)

    @contextmanager
    def shared(self, *options: str) -> Iterator[None]:
        """Share the event for phones, and begin a test as the window does."""
        process = self.host.start("serve", self.event, "--json", "--public-port", str(PORT), *options)
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["public"]
            self.begin()
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)

    def begin(self) -> None:
        """Begin a test in the folder of the host."""
        with closing(look_at_book(self.event)) as book:
            self.id = book.view.journal[0].id
        self.test = new_hall_test(time.time())
        keep_hall_test(self.id, self.test)
        time.sleep(2)  # the server looks for it twice a second

    @contextmanager
    def browser(self, computer: Computer) -> Iterator[Tab]:
        """A browser of that computer."""
        ip_program = shutil.which("ip")
        assert ip_program is not None
        profile = self.folder / f"profile-{time.monotonic_ns()}"
        with browsing(profile, ip_program, "netns", "exec", computer.name) as browser:
            tab = Tab(browser)
            tab.speak("en")
            yield tab

    @property
    def page(self) -> str:
        """The address of the test."""
        return f"http://{HOST}:{PORT}{self.test.path}"

    def says(self, computer: Computer) -> BrowserSays:
        """What the browser says when the code is scanned, which does not lead to the page."""
        with self.browser(computer) as tab:
            begun = time.monotonic()
            try:
                tab.go(self.page)
            except BrowserError as error:
                (name,) = re.findall(r"ERR_[A-Z_]+", str(error))
                at_once = time.monotonic() - begun < AT_ONCE
                return BrowserSays.NO_NETWORK if name == "ERR_ADDRESS_UNREACHABLE" and at_once else SAYS[name]
            raise AssertionError(tab.run("document.body.textContent"))

    @property
    def phones(self) -> tuple[PhoneSeen, ...]:
        """What the server has stored of phones."""
        return kept_phones(self.id, self.test)

    def seen(self, address: str = HOST) -> HostSeen:
        """What the window sees of this computer, in its network."""
        words = [sys.executable, "-c", f"{_LOOK} sys.stdout.buffer.write(encode(look_at_host('{address}:{PORT}')))"]
        done = subprocess.run(
            ["ip", "netns", "exec", self.host.name, *words], check=True, capture_output=True, cwd=ROOT
        )
        return decode(done.stdout, type=HostSeen)

    def cause(self, says: BrowserSays, *, phone_address: str = "", desks: int = 0) -> Cause:
        """The cause that the desk names for a phone from which nothing came."""
        host = self.seen()
        others = any(not host.is_own(each.address) for each in self.phones)
        return likely_cause(Observed(host, 30.0, None, says, phone_address, others_came=others, desks=desks))


@pytest.fixture
def hall(event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    if sys.platform != "linux" or os.geteuid() or None in (shutil.which("ip"), shutil.which("iptables")):
        pytest.skip("needs Linux, root, iptables, and ip of iproute2")
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "host"))
    with ExitStack() as end:
        try:
            found = Hall(event, tmp_path, end)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespace can be made here: {error.stderr}")
        yield found


def test_everything_arrives_from_another_computer(hall: Hall) -> None:
    with hall.shared("--host", "0.0.0.0"):
        with hall.browser(hall.phone) as tab:
            tab.go(hall.page)
            wait(lambda: "Everything works here" in str(tab.run("document.body.textContent")))
        wait(lambda: any(each.again and each.typed for each in hall.phones))
        (phone,) = hall.phones
        assert phone.address == PHONE
        assert likely_cause(Observed(hall.seen(), 30.0, phone)) is Cause.WORKS


def test_isolated_clients(hall: Hall) -> None:
    for number in range(3):
        subprocess.run(["bridge", "-n", hall.switch, "link", "set", "dev", f"c{number}", "isolated", "on"], check=True)
    with hall.shared("--host", "0.0.0.0"):
        says = hall.says(hall.phone)
        assert says is BrowserSays.UNREACHABLE
        assert hall.cause(says) is Cause.ISOLATION
        assert hall.phones == ()


@pytest.mark.parametrize(
    ("how", "expected"),
    [(("REJECT", "--reject-with", "tcp-reset"), BrowserSays.REFUSED), (("DROP",), BrowserSays.WAITS)],
    ids=["rejects", "drops"],
)
def test_a_firewall_of_the_host(hall: Hall, how: tuple[str, ...], expected: BrowserSays) -> None:
    hall.inside(hall.host, "iptables", "-A", "INPUT", "-i", "cable", "-p", "tcp", "--dport", str(PORT), "-j", *how)
    with hall.shared("--host", "0.0.0.0"):
        says = hall.says(hall.phone)
        assert says is expected
        assert hall.cause(says) is Cause.FIREWALL
        assert hall.cause(says, phone_address=PHONE, desks=2) is Cause.FIREWALL


def test_a_port_at_which_nothing_listens(hall: Hall) -> None:
    with hall.shared("--host", "0.0.0.0"):
        pass
    says = hall.says(hall.phone)
    assert says is BrowserSays.REFUSED
    assert hall.cause(says) is Cause.NOT_SERVED


def test_an_event_that_is_served_on_this_computer_alone(hall: Hall) -> None:
    with hall.shared("--host", "127.0.0.1"):
        says = hall.says(hall.phone)
        assert says is BrowserSays.REFUSED
        assert hall.cause(says) is Cause.NOT_SERVED
        assert likely_cause(Observed(hall.seen("127.0.0.1"), 0.0, None, says)) is Cause.LOOPBACK_ONLY


def test_no_route_and_no_network(hall: Hall) -> None:
    with hall.shared("--host", "0.0.0.0"):
        hall.phone.at("10.20.30.40/24")
        says = hall.says(hall.phone)
        assert says is BrowserSays.NO_NETWORK
        assert hall.cause(says) is Cause.PHONE_OFFLINE
        ip("-n", hall.switch, "link", "set", "c0", "down")
        host = hall.seen()
        assert host.networks, "a cable that is out leaves the address"
        ip("-n", hall.host.name, "address", "flush", "dev", "cable")
        assert hall.cause(says) is Cause.IN_NO_NETWORK


def test_a_phone_in_another_network_whose_router_leads_nowhere(hall: Hall) -> None:
    """As with mobile data: packets to a private address are dropped on the way."""
    with hall.shared("--host", "0.0.0.0"):
        hall.phone.at("10.20.30.40/24")
        ip("-n", hall.phone.name, "route", "add", "default", "via", "10.20.30.1")
        hall.other.at("10.20.30.1/24")
        hall.inside(hall.other, "sysctl", "-w", "net.ipv4.ip_forward=0")
        says = hall.says(hall.phone)
        assert says is BrowserSays.WAITS
        assert hall.cause(says, phone_address="10.20.30.40") is Cause.OTHER_NETWORK
        hall.other.at(f"{OTHER}/24")
        with hall.browser(hall.other) as tab:
            tab.go(hall.page)
        wait(lambda: bool(hall.phones))
        assert hall.cause(says) is Cause.OTHER_NETWORK, "another phone came"


def test_the_host_has_another_address_now(hall: Hall) -> None:
    with hall.shared("--host", "0.0.0.0"):
        hall.host.at("192.168.77.99/24")
        says = hall.says(hall.phone)
        assert says is BrowserSays.UNREACHABLE
        assert hall.cause(says) is Cause.ADDRESS_GONE


def test_a_login_page(hall: Hall) -> None:
    """What a network that asks for a login does: it answers for everybody."""
    program = (
        "import http.server as h\n"
        "class A(h.BaseHTTPRequestHandler):\n"
        "    def do_GET(self):\n"
        "        self.send_response(200); self.end_headers(); self.wfile.write(b'<h1>Log in</h1>')\n"
        "h.HTTPServer(('127.0.0.1', 80), A).serve_forever()\n"
    )
    with hall.shared("--host", "0.0.0.0"):
        portal = subprocess.Popen(["ip", "netns", "exec", hall.phone.name, sys.executable, "-c", program],
                                  stderr=subprocess.DEVNULL)  # fmt: skip
        try:
            hall.inside(hall.phone, "iptables", "-t", "nat", "-A", "OUTPUT", "-d", HOST, "-p", "tcp", "-j", "DNAT",
                        "--to", "127.0.0.1:80")  # fmt: skip
            hall.inside(hall.phone, "sysctl", "-w", "net.ipv4.conf.all.route_localnet=1")
            time.sleep(1)
            with hall.browser(hall.phone) as tab:
                tab.go(hall.page)
                assert tab.run("document.body.textContent") == "Log in"
            assert hall.phones == ()
            assert hall.cause(BrowserSays.OTHER_PAGE) is Cause.LOGIN_PAGE
        finally:
            portal.kill()
            with suppress(subprocess.TimeoutExpired):
                portal.wait(PATIENCE)
