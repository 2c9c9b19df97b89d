"""The test of the hall in Chromium: everything works, what does not arrive, and how the page looks."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.browser.chromium import Browser, Tab, axe
from tests.browser.tables import ServedTable, one_table
from tests.browser.test_live_page import wait
from tests.browser.test_table_entry import faults
from tournament.language import LANGUAGES
from ui.hall.network_causes import Cause, HostSeen, Observed, likely_cause
from ui.hall.phones_seen import HallTest, PhoneSeen, end_hall_test, keep_hall_test, kept_phones, new_hall_test
from ui.public import hall_test

WIDTHS = (390, 1280)
HOST = HostSeen("192.0.2.20:8080", ("192.0.2.20/24",), True)


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(hall_test, "_LOOK", 0.02)
    monkeypatch.setattr(hall_test, "_BETWEEN", 0.3)


class Hall:
    """An event that is served, and its test."""

    def __init__(self, table: ServedTable) -> None:
        self.event = table.book.view.journal[0].id
        self.test: HallTest = new_hall_test(time.time())
        keep_hall_test(self.event, self.test)
        self.page = f"http://{table.server.public_addresses[0]}{self.test.path}"
        wait(lambda: httpx.get(self.page).status_code == 303)

    @property
    def phone(self) -> PhoneSeen:
        """The last phone that opened the code."""
        wait(lambda: bool(kept_phones(self.event, self.test)))
        return kept_phones(self.event, self.test)[-1]

    def end(self) -> None:
        """End the test, and with it the streams of phones."""
        end_hall_test(self.event)

    @property
    def cause(self) -> Cause:
        """What the desk says of it when everything had time to come, as if it were another computer."""
        return likely_cause(Observed(HOST, 60.0, replace(self.phone, address="192.0.2.30")))


@contextmanager
def hall() -> Iterator[Hall]:
    with ServedTable(one_table()).open() as table:
        yield Hall(table)


def text(tab: Tab, selector: str) -> str:
    return str(tab.run(f"(document.querySelector('{selector}') || {{textContent: ''}}).textContent"))


def test_all_three_arrive_and_the_desk_knows_it(browser: Browser) -> None:
    with hall() as found:
        tab = Tab(browser, alone=True)
        tab.speak("en")
        tab.go(found.page)
        wait(lambda: "Everything works here" in text(tab, "#result"))
        assert text(tab, "#push span") == "Updates arrive."
        assert text(tab, "#typing span") == "The desk has received it."
        assert tab.complaints() == []
        wait(lambda: found.phone.typed is not None and found.phone.again is not None)
        assert found.cause is Cause.WORKS
        assert likely_cause(Observed(HOST, 60.0, found.phone)) is Cause.THIS_COMPUTER
        tab.click("a.button")
        wait(lambda: "Everything works here" in text(tab, "#result"))
        assert found.phone.number == 1
        tab.close()


def test_what_does_not_arrive_is_said_on_the_phone_and_named_at_the_desk(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_test, "_BETWEEN", 3600.0)
    with hall() as found:
        tab = Tab(browser, alone=True)
        tab.speak("en")
        tab.go(found.page)
        wait(lambda: "Something did not arrive" in text(tab, "#result"))
        assert text(tab, "#push span") == "Only one update arrived."
        assert text(tab, "#typing span") == "The desk has received it."
        wait(lambda: found.phone.typed is not None and found.phone.pushed is not None)
        assert found.cause is Cause.PUSH_LATE, "it came once"
        tab.close()


class Proxy(BaseHTTPRequestHandler):
    """A proxy as networks have: it collects a whole answer before it passes it on, or refuses forms."""

    server_address: str
    collects: bool

    def do_GET(self) -> None:
        self._pass_on("GET", b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.collects:
            self._pass_on("POST", body)
        else:
            self.send_error(403)

    def _pass_on(self, method: str, body: bytes) -> None:
        with closing(HTTPConnection(self.server_address, timeout=60)) as upstream:
            kept = {name: value for name, value in self.headers.items() if name != "Accept-Encoding"}
            upstream.request(method, self.path, body, kept)
            answer = upstream.getresponse()
            self.send_response(answer.status)
            for name in ("Content-Type", "Location"):
                if answer.headers[name]:
                    self.send_header(name, answer.headers[name])
            self.end_headers()
            with suppress(OSError):  # the server ends, or the browser has left
                while piece := answer.read1() if not self.collects else answer.read():
                    self.wfile.write(piece)
                    self.wfile.flush()

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("collects", "cause"), [(True, Cause.PUSH_HELD), (False, Cause.TYPING_HELD)], ids=["collects", "refuses forms"]
)
def test_a_proxy_that_collects_answers_or_refuses_forms(browser: Browser, *, collects: bool, cause: Cause) -> None:
    with hall() as found:
        upstream, path = found.page.removeprefix("http://").split("/", 1)
        handler = type("OwnProxy", (Proxy,), {"server_address": upstream, "collects": collects})
        proxy = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=proxy.serve_forever).start()
        try:
            tab = Tab(browser, alone=True)
            tab.speak("en")
            tab.go(f"http://127.0.0.1:{proxy.server_address[1]}/{path}")
            wait(lambda: "Something did not arrive" in text(tab, "#result"))
            assert text(tab, "#typing span") == (
                "The desk has received it." if collects else "The desk did not answer."
            )
            assert text(tab, "#push span") == ("No update arrived." if collects else "Updates arrive.")
            wait(lambda: found.cause is cause)
            tab.close()
        finally:
            proxy.shutdown()
            found.end()
            proxy.server_close()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_fits_and_passes_axe_in_every_language(browser: Browser, width: int, tmp_path: Path) -> None:
    source = axe()
    with hall() as found:
        for language in LANGUAGES:
            for dark in (False, True):
                tab = Tab(browser, alone=True)
                tab.look(width=width, dark=dark)
                tab.speak(language.code)
                tab.go(found.page)
                assert faults(tab, source) == [], language.code
                wait(lambda: tab.run("!document.querySelector('#result').hidden"))  # noqa: B023
                assert faults(tab, source) == [], language.code
                assert tab.run("document.documentElement.scrollWidth") <= width, language.code
                assert tab.run("document.documentElement.lang") == language.code
                tab.picture(tmp_path / f"test-{width}-{language.code}-{dark}.png")
                tab.close()


def test_without_scripts_the_form_is_there_and_the_rest_says_why(browser: Browser) -> None:
    with hall() as found:
        tab = Tab(browser, alone=True)
        tab.speak("en")
        tab.allow_scripts(False)
        tab.go(found.page)
        assert text(tab, "#push span") == "This browser runs no scripts."
        tab.follow(lambda: tab.run("document.querySelector('form button').click()"))
        wait(lambda: "The desk has received it." in text(tab, "#typing span"))
        wait(lambda: found.phone.typed is not None)
        assert found.cause is Cause.PUSH_HELD
        tab.close()


def test_an_ended_test_says_so(browser: Browser) -> None:
    with hall() as found:
        tab = Tab(browser, alone=True)
        tab.speak("en")
        tab.go(found.page[:-6] + ("000000" if found.page[-6:] != "000000" else "000001"))
        assert "This test has ended" in text(tab, ".notice")
        assert faults(tab, axe()) == []
        tab.close()
