"""The host of an event fails or hands over: phones, screens and pages in Chromium go on at its successor by themselves.

Both hosts are processes with data folders of their own, at two addresses of this computer with the same port.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.browser.chromium import BrowserError, Tab, browsing
from tests.browser.table_phone import Phone
from tests.browser.test_live_page import wait
from tests.ui.cli.conftest import Call
from tests.ui.cli.test_take_over import Hall, hall, until  # noqa: F401  # a fixture
from tests.waiting import wait_until
from tournament.ledger.facts import HandProposed
from tournament.rules.payment import Outcome
from tournament.sharing.messages import HandedOn
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import AllowTableEntry, PauseClock, StartClock
from tournament.use_cases.table_entry import table_token
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.hall_store import load_hall, save_hall
from ui.joining.hosts import kept_host
from ui.joining.key_file import kept_key
from ui.server.host_folder import HostDecision, HostFolder

pytestmark = pytest.mark.thorough

FIRST, SECOND = "127.0.0.2", "127.0.0.1"
"""Where the first host and its successor are."""
"""Seconds within which a page has found its new host on a busy machine."""


@contextmanager
def home(path: Path) -> Iterator[None]:
    """A computer with its data folder here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUATRE_VENTS_HOME", str(path))
        yield


class TwoComputers:
    """The host, a deputy with a folder of its own, and a page of table 1."""

    def __init__(self, here: Hall, folder: Path, calling: Call) -> None:
        self.hall, self.first_home, self.second_home = here, folder / "first", folder / "second"
        with socket.socket() as found:
            found.bind((FIRST, 0))
            self.port = found.getsockname()[1]
        with home(self.first_home):
            self.host = here.serve(here.file, "--host", FIRST, "--public-port", self.port)
        with home(self.second_home):
            self.deputy = here.desk(self.host, "north")
        until(lambda: self.deputy.has(1))
        self.do(AllowTableEntry(f"http://{FIRST}:{self.port}", bytes(32)))
        self.event = self.deputy.book.written.journal[0].id
        screens = (HallScreen("Clock"), HallScreen("List", (ScreenContent.STANDINGS,), monitor="HDMI-1", open=True))
        with home(self.first_home):
            save_hall(HallState(self.event, screens, message="Lunch"))
            here.name_deputies(calling, self.deputy)
        until(lambda: "Lunch" in self.handed_on.hall)
        self.code = table_token(self.deputy.book.view, 1, 1)

    @property
    def handed_on(self) -> HandedOn:
        """What the deputy knows of how the host serves others."""
        found = kept_host(self.deputy.folder)
        told = found.news.handed_on if found is not None and found.news is not None else None
        return told or HandedOn()

    def do(self, *commands: object) -> None:
        """Do this at the deputy's desk, and wait until the host has written it."""
        for command in commands:
            with self.deputy.lock:
                carry_out(self.deputy.book, command, by=By("Ada", "north"), confirmed=True)  # type: ignore[arg-type]
            self.deputy.say()
        until(lambda: not self.deputy.book.unsent)

    def fail(self) -> None:
        """The computer of the host is lost."""
        self.host.kill()
        until(lambda: self.deputy.away is not None)

    def hand_over(self) -> None:
        """People at the host hand over to the deputy."""
        with home(self.first_home):
            folder = HostFolder(self.event, self.hall.file)
            key = kept_key(self.deputy.folder, datetime.now(UTC)).key.id.hex()
            folder.ask_to_decide(HostDecision.HAND_OVER, key)
        until(lambda: (found := kept_host(self.deputy.folder)) is not None and found.news is not None
              and found.news.waits)  # fmt: skip

    def take_over(self) -> None:
        """The deputy becomes the host, as somebody who types as little as possible does it."""
        with home(self.second_home):
            new = self.hall.serve(self.deputy.folder / "replica.qv", "--take-over", "--gather", "5")
        assert new.said["public"] == f"http://{SECOND}:{self.port}", "the same port, without an option"
        until(lambda: self.deputy.away is None and self.deputy.book.written.state.host is not None)


def is_at(tab: Tab, address: str) -> bool:
    """Whether the page is one of the host at ``address``, and complete."""
    try:
        return bool(tab.run(f"location.hostname === '{address}' && document.readyState === 'complete'"))
    except BrowserError:  # it is on its way
        return False


def wait_for_all(tabs: list[Tab]) -> None:
    """Wait until all of them are at the second host."""
    wait_until(
        lambda: all(is_at(each, SECOND) for each in tabs),
        said=lambda: [(each.run("location.href"), each.complaints()[-3:]) for each in tabs if not is_at(each, SECOND)],
    )


@pytest.fixture
def two(hall: Hall, tmp_path: Path, call: Call) -> TwoComputers:  # noqa: F811
    return TwoComputers(hall, tmp_path, call)


@pytest.fixture
def tabs(tmp_path: Path) -> Iterator[list[Tab]]:
    """Pages of five devices."""
    with browsing(tmp_path / "profile") as browser:
        yield [Tab(browser, alone=True) for _ in range(5)]


@pytest.mark.parametrize("how", ["lost", "handed over"])
def test_phones_screens_and_pages_go_on_at_the_successor(two: TwoComputers, tabs: list[Tab], how: str) -> None:
    address = f"http://{FIRST}:{two.port}"
    two.do(StartClock(1))
    phones = [Phone(tab, f"{address}/t/{two.code}", seat) for seat, tab in enumerate(tabs[:2])]
    screen, page, other = tabs[2:]
    for tab, path in ((screen, "/screen/Clock"), (page, "/session/1"), (other, "/screen/List")):
        tab.look(width=1280, height=720)
        tab.open(address + path)
    phones[0].type(Outcome(0, 1, 12))
    phones[0].propose()
    phones[1].sees("Proposed by")
    (first,) = two.deputy.book.written.phones(1, 1).proposals if two.deputy.has(1) else ()
    assert isinstance(first.entry.fact, HandProposed)
    until(lambda: len(two.deputy.book.written.phones(1, 1).proposals) == 1)
    clock = two.deputy.book.written.state.clocks[1]

    if how == "lost":
        two.fail()
        phones[0].type(Outcome(None))  # hand 2, while nobody is there
        phones[0].propose()
        phones[0].sees("Hand 2", "#queue")
    else:
        two.hand_over()
    two.take_over()

    wait_for_all(tabs)
    for phone, seat in zip(phones, (0, 1), strict=True):
        wait(lambda: phone.count("#hand") == 1)  # noqa: B023
        assert phone.tab.run("location.hash") == ""
        assert phone.tab.run(f"document.querySelector('#hand [name=seat]').value === '{seat}'"), "it has its seat"
    if how == "lost":
        phones[1].sees("Hand 2", "#state")
        assert phones[0].count("#queue li") == 0
    phones[1].press("#hand1 .main")
    phones[1].sees("Confirmed by")
    until(lambda: bool(two.deputy.book.written.phones(1, 1).proposals[0].confirmed))
    phones_now = two.deputy.book.written.phones(1, 1)
    said = {each.fact.device for each in phones_now.proposals}
    assert said == {first.fact.device}, "it has the name of before"
    assert phones_now.seats[0] == first.fact.device

    left = clock.remaining(datetime.now(UTC), None).total_seconds()
    written = screen.run("document.querySelector('main > section:not([hidden]) .time').textContent").split(":")
    seconds = sum(int(part) * 60**place for place, part in enumerate(reversed(written)))
    assert abs(seconds - left) < 5
    assert screen.run("document.body.dataset.away || ''") == ""
    assert "1" in page.run("document.querySelector('main').textContent")
    with home(two.second_home):
        shown = load_hall(two.event).state
    assert [(each.name, each.open, each.monitor) for each in shown.screens] == [
        ("Clock", False, ""),
        ("List", False, ""),
    ]
    assert shown.message == "Lunch"


def test_a_page_goes_to_nobody_who_cannot_prove_to_be_the_host(two: TwoComputers, tabs: list[Tab]) -> None:
    """A stranger has the address of the deputy and passes questions on to the true successor."""
    import threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from urllib.request import urlopen

    asked: list[str] = []
    stranger_at, true_at = SECOND, "127.0.0.3"

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            with urlopen(f"http://{true_at}:{two.port}{self.path}", timeout=5) as answer:
                content = answer.read()
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: object) -> None:
            """Nothing is printed."""

    phone = Phone(tabs[0], f"http://{FIRST}:{two.port}/t/{two.code}", 0)
    two.fail()
    with ThreadingHTTPServer((stranger_at, two.port), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with home(two.second_home):
            options = ("--take-over", "--gather", "1", "--host", true_at, "--public-port", two.port)
            two.hall.serve(two.deputy.folder / "replica.qv", *options)
        wait(lambda: len(asked) > 3)
        server.shutdown()
    assert is_at(phone.tab, FIRST)
    assert all(each.startswith("/host-proof?question=") for each in asked), "neither the code nor the phone"


def test_a_paused_clock_stays_paused_with_the_time_that_was_left(two: TwoComputers, tabs: list[Tab]) -> None:
    two.do(StartClock(1), PauseClock(1))
    tab = tabs[0]
    tab.look(width=1280, height=720)
    tab.open(f"http://{FIRST}:{two.port}/screen/Clock")
    time = "document.querySelector('main > section:not([hidden]) .time').textContent"
    before = tab.run(time)
    two.fail()
    two.take_over()
    wait(lambda: is_at(tab, SECOND))
    assert tab.run(time) == before
    assert two.deputy.book.written.state.clocks[1].running_since is None


def test_the_time_of_the_host_counts_also_where_the_clock_of_the_successor_is_wrong(two: TwoComputers) -> None:
    """As if the clock of the deputy had been ten minutes behind when it last heard from the host."""
    two.do(StartClock(1))
    two.fail()
    two.deputy.joined.hosts._keep(host_ahead=600.0)
    two.take_over()
    two.do(PauseClock(1))
    clock = two.deputy.book.written.state.clocks[1]
    assert clock.changed is not None
    assert abs((clock.changed - datetime.now(UTC)).total_seconds() - 600) < 60, "it was paused in the time of the host"
