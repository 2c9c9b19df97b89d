"""The pages of a server in Chromium, as somebody in the hall has them on a phone."""

import asyncio
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path

import pytest

from tests.browser.chromium import BrowserError, Tab, axe
from tests.browser.sites import cup, four, large
from tests.examples.events import PRINTED, LedgerWriter, play
from tests.reports.sheets.test_seating import six_at_one_table
from tests.waiting import wait_until
from tournament.language import LANGUAGES
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import ResultsPublished
from tournament.ledger.journal import Journal
from tournament.use_cases.view import View
from ui.public import pages_mount
from ui.public.event import PublicEvent
from ui.server.ports import public_socket
from ui.server.two_ports import PublicServer

PARTS = ("/", "/sessions", "/session/1", "/session/4", "/player/10", "/player/5", "/teams", "/countries", "/records",
         "/players")  # fmt: skip
NAMES = "small bdi, th > a > bdi, h3 bdi, .podium bdi, h1"
SIDES = """[...document.querySelectorAll('.jump a')].map(each => each.getBoundingClientRect())
    .map(box => Math.min(box.width, box.height))"""
MEASURES = Path(__file__).with_name("measures.js").read_text(encoding="utf-8")


class Hall:
    """A server of the event as it is in :attr:`view`, or as ``now`` gives it."""

    def __init__(self, view: View, now: Callable[[], View] | None = None) -> None:
        self.view = view
        self._now = now or (lambda: self.view)
        self.faults: list[Exception] = []
        self.address = ""

    @contextmanager
    def open(self, port: int = 0) -> Iterator["Hall"]:
        public = PublicEvent(self._now, lambda: PRINTED, self.faults.append)
        listener = public_socket("127.0.0.1", port)
        server = PublicServer(public, listener)
        self.address = f"http://127.0.0.1:{listener.port}"
        stop = threading.Event()

        async def serve() -> None:
            async with server.serving():
                await asyncio.to_thread(stop.wait)

        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        try:
            yield self
        finally:
            stop.set()
            thread.join(20)
            listener.close()
            listener.close_rest()
            public.close()
        assert not self.faults


def before() -> View:
    """The cup when no results were public yet."""
    return View(Journal(tuple(cup().journal)[:-1]))


@cache
def final() -> View:
    """The cup when all was played and published."""
    ledger = LedgerWriter()
    for entry in cup().journal:
        ledger.write(entry.stream, entry.fact)
    play(ledger, [4])
    ledger.write(EVENT_STREAM, ResultsPublished(4))
    return ledger.view


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(pages_mount, "_LOOK", 0.02)
    with Hall(cup()).open() as hall:
        yield hall


def wait(true: Callable[[], object]) -> float:
    """How many seconds it took until it was true."""
    start = time.monotonic()
    wait_until(true)
    return time.monotonic() - start


def test_every_part_fits_and_asks_for_nothing_elsewhere(tab: Tab, hall: Hall) -> None:
    for part, language, width in zip(PARTS, LANGUAGES * 3, (390, 768, 1280) * 3, strict=False):
        tab.look(width=width)
        tab.speak(language.code)
        tab.open(hall.address + part)
        assert tab.run("document.documentElement.lang") == language.code
        assert tab.run("document.documentElement.scrollWidth") <= width, part
        tabs = tab.run("[...document.querySelectorAll('.tabs a')].map(a => a.getBoundingClientRect().right)")
        assert len(tabs) == 5
        assert max(tabs) <= width, (part, language.code)
        assert tab.run("document.querySelectorAll('main a, main li, main td').length") > 3, part
        tab.run(MEASURES)
        assert tab.run("measures.beyond()") == []
        broken = tab.run(f"measures.broken({NAMES!r})")
        assert [word for word, _ in broken if len(word) != 60] == [], part
        assert tab.complaints() == []
        assert all(each.startswith((hall.address, "data:")) for each in tab.requests())


def test_what_changes_arrives_without_a_reload_and_does_not_move_what_is_read(tab: Tab, hall: Hall) -> None:
    hall.view = before()
    time.sleep(0.5)
    tab.look(width=390)
    tab.open(hall.address + "/session/1")
    tab.run("window.same = true; scrollTo(0, 300)")
    tab.settle()
    tops = "[...document.querySelectorAll('main tr')].map(row => row.getBoundingClientRect().top)"
    first, top = next((number, top) for number, top in enumerate(tab.run(tops)) if top >= 0)
    assert tab.run("document.querySelectorAll('#s1t3 td').length") == 4
    hall.view = cup()
    assert wait(lambda: tab.run("document.querySelectorAll('#s1t3 td').length") == 12) < 2
    assert tab.run("window.same")
    assert abs(tab.run(tops)[first] - top) <= 1


def test_what_is_sorted_focused_and_selected_stays_when_the_list_changes(tab: Tab, hall: Hall) -> None:
    tab.look(width=390)
    tab.open(hall.address + "/")
    tab.click("#standings th:nth-child(2) button")
    names = "[...document.querySelectorAll('#standings tbody bdi:first-child')].map(each => each.textContent)"
    sorted_names = tab.run(names)
    link = "#standings tbody tr:nth-child(9) a"
    tab.run(f"document.querySelector({link!r}).focus(); scrollTo(0, 420)")
    tab.settle()
    where = f"document.querySelector({link!r}).getBoundingClientRect().top"
    top, href = tab.run(where), tab.run(f"document.querySelector({link!r}).getAttribute('href')")
    version = tab.run("document.querySelector('main').dataset.after")
    hall.view = final()
    assert wait(lambda: tab.run("document.querySelector('main').dataset.after") != version) < 1
    assert tab.run("!!document.querySelector('.podium')")  # above what is read
    assert tab.run(names) == sorted_names
    assert tab.run("document.activeElement.getAttribute('href')") == href
    assert abs(tab.run(where) - top) <= 1
    tab.run("getSelection().selectAllChildren(document.querySelector('#standings tbody th'))")
    chosen = tab.run("getSelection().toString()")
    hall.view = cup()
    time.sleep(0.6)
    assert chosen
    assert tab.run("getSelection().toString()") == chosen
    tab.run("getSelection().removeAllRanges()")
    wait(lambda: tab.run("document.querySelector('main').dataset.after") == version)


def test_without_scripts_everything_is_there(tab: Tab, hall: Hall) -> None:
    tab.allow_scripts(False)
    try:
        tab.open(hall.address + "/")
    finally:
        tab.allow_scripts(True)
    links = tab.run("[...document.querySelectorAll('.tabs a, tbody a')].map(a => a.getAttribute('href'))")
    assert {"/", "/sessions", "/teams", "/player/5"} <= set(links)
    assert tab.run("document.querySelector('noscript a[href=\"/players\"]').getBoundingClientRect().height") > 0
    assert tab.run("document.querySelectorAll('tbody tr').length") == 16


def test_a_language_is_chosen_without_scripts_and_kept(tab: Tab, hall: Hall) -> None:
    tab.look(width=390)
    tab.speak("zh")
    tab.allow_scripts(False)
    try:
        tab.open(hall.address + "/session/1")
        tab.follow(lambda: tab.run("document.querySelector('.languages [lang=fr]').click()"))
    finally:
        tab.allow_scripts(True)
    assert tab.run("location.pathname + location.search") == "/session/1"
    assert tab.run("document.documentElement.lang") == "fr"
    tab.go(hall.address + "/teams")
    assert tab.run("document.documentElement.lang") == "fr"
    assert tab.run("document.querySelector('.languages [aria-current]').lang") == "fr"
    changed = tab.run("document.querySelector('main').dataset.after")
    hall.view = final()
    wait(lambda: tab.run("document.querySelector('main').dataset.after") != changed)
    assert tab.run("document.documentElement.lang") == "fr", "what is new comes in the same language"
    assert tab.run("document.querySelectorAll('.tabs').length + document.querySelectorAll('.languages').length") == 2


def test_a_table_of_many_is_reached_by_finger_and_by_keyboard_without_scripts(tab: Tab) -> None:
    with Hall(large(168, 1)).open() as hall:
        for width in (390, 1280):
            tab.look(width=width)
            tab.allow_scripts(False)
            try:
                tab.open(hall.address + "/session/1")
                assert tab.run("document.querySelectorAll('.jump a').length") == 42
                tab.run("document.querySelector('.jump summary').click()")
                sides = tab.run(SIDES)
                assert min(sides) >= 40, "as large as a finger"
                tab.run("document.querySelector('.jump li:nth-child(41) a').click()")
                wait(lambda: 0 <= tab.run("document.querySelector('#s1t41').getBoundingClientRect().top") < 700)
                tab.go(hall.address + "/session/1")
                tab.run("document.querySelector('.jump summary').focus()")
                tab.press("Enter", 13, text="\r")
                wait(lambda: tab.run("document.querySelector('.jump').open"))
                for _ in range(3):
                    tab.press("Tab", 9)
                assert tab.run("document.activeElement.getAttribute('href')") == "#s1t3"
                tab.press("Enter", 13, text="\r")
                wait(lambda: tab.run("location.hash") == "#s1t3")
            finally:
                tab.allow_scripts(True)


def test_links_to_tables_stay_open_when_something_changes(tab: Tab) -> None:
    with Hall(large(28, 1)).open() as hall:
        tab.open(hall.address + "/session/1")
        tab.click(".jump summary")
        version = tab.run("document.querySelector('#s1t1').textContent")
        ledger = LedgerWriter()
        for entry in hall.view.journal:
            ledger.write(entry.record.stream, entry.fact)
        ledger.write(EVENT_STREAM, ResultsPublished(0))
        hall.view = ledger.view
        wait(lambda: tab.run("document.querySelector('#s1t1').textContent") != version)
        assert tab.run("document.querySelector('.jump').open")


def shows(tab: Tab, begins: str) -> bool:
    """Whether the time that is left begins so."""
    return str(tab.run("document.querySelector('#left b').textContent")).startswith(begins)


def test_the_clock_counts_in_hours_as_the_screens_do(tab: Tab, hall: Hall) -> None:
    clock = """document.querySelector('.states').insertAdjacentHTML('beforeend',
        `<span id="left" data-gong="${Date.now() / 1000 + %s}" hidden><b></b></span>`)"""
    for seconds, begins in ((6492, "1:48:1"), (3599, "59:5"), (125, "02:0"), (-5, "00:00")):
        tab.open(hall.address + "/")
        tab.run(clock % seconds)
        wait(partial(shows, tab, begins))
        assert not tab.run("document.querySelector('#left').hidden")


def test_a_page_without_encryption_says_what_the_browser_means(tab: Tab, hall: Hall) -> None:
    tab.speak("en")
    tab.open(hall.address + "/")
    assert "Not secure" in tab.run("document.querySelector('.plain').innerText")
    tab.run("document.documentElement.classList.add('secure')")  # as over https
    assert tab.run("document.querySelector('.plain').getBoundingClientRect().height") == 0


def test_who_follows_a_player_sees_their_next_table_on_every_page(tab: Tab, hall: Hall) -> None:
    tab.look(width=390)
    tab.speak("en")
    tab.open(hall.address + "/player/5")
    assert "Your next table" in tab.run("document.querySelector('.seat').textContent")
    tab.click("article .follow")
    tab.go(hall.address + "/teams")
    wait(lambda: tab.run("!!document.querySelector('#me:not([hidden]) .next')"))
    assert tab.run("document.querySelector('#me a').getAttribute('href')") == "/player/5"
    assert "Session" in tab.run("document.querySelector('#me .next').textContent")


def test_the_page_reports_a_lost_connection(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_mount, "_LOOK", 0.02)
    tab.speak("en")
    with tab.hurrying(), Hall(cup()).open() as hall:
        tab.open(hall.address + "/")
        assert tab.run("document.querySelector('#away').textContent") == ""
        wait(lambda: tab.run("navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"))
        tab.go(hall.address + "/sessions")
        hall.view = before()
        wait(lambda: tab.run("document.querySelector('main').dataset.after") == "0")
    wait(lambda: "Not connected since" in tab.run("document.querySelector('#away').textContent"))
    assert re.search(r"since \d\d:\d\d: ", tab.run("document.querySelector('#away').textContent")), "without am and pm"
    tab.reload()  # as it was last, from the browser
    assert tab.run("document.querySelectorAll('.cards a').length") == 4
    wait(lambda: "Not connected" in tab.run("document.querySelector('#away').textContent"))


def test_a_page_stays_when_the_next_one_cannot_be_reached_and_nothing_is_kept(tab: Tab) -> None:
    with tab.hurrying(), Hall(cup()).open() as hall:
        tab.open(hall.address + "/")
        tab.run("Object.defineProperty(navigator, 'serviceWorker', {value: undefined})")  # as over plain HTTP
    wait(lambda: "Not connected" in tab.run("document.querySelector('#away').textContent"))
    tab.click(".tabs a:nth-child(2)")
    time.sleep(0.3)
    assert tab.run("location.pathname") == "/"
    assert tab.run("document.querySelectorAll('#standings tbody tr').length") == 16


def test_where_there_is_nothing_a_page_leads_back(tab: Tab, hall: Hall) -> None:
    tab.speak("fr")
    tab.open(hall.address + "/player/99")
    assert tab.run("document.querySelector('main h2').textContent") == "Cette page n’existe pas"
    tab.click("main a")
    wait(lambda: tab.run("location.pathname === '/' && performance.getEntriesByType('navigation')[0].loadEventEnd"))


def test_before_any_results_players_find_their_first_table(tab: Tab) -> None:
    with Hall(four()).open() as hall:
        tab.look(width=390)
        tab.speak("en")
        tab.open(hall.address + "/")
        assert "No results are public yet" in tab.run("document.querySelector('main').textContent")
        assert (
            tab.run("[...document.querySelectorAll('#people td a')].map(a => a.getAttribute('href'))")
            == ["/session/1#s1t1"] * 4
        )
        assert tab.run("document.documentElement.scrollWidth") == 390


def test_who_sits_out_reads_it_whole_in_the_list_of_players(tab: Tab) -> None:
    with Hall(six_at_one_table()).open() as hall:
        tab.look(width=390)
        for language in LANGUAGES:
            tab.speak(language.code)
            tab.open(hall.address + "/")
            cells = "[...document.querySelectorAll('#people td:last-child')]"
            assert len(tab.run(f"{cells}.filter(cell => !cell.querySelector('a')).map(cell => cell.textContent)")) == 2
            assert tab.run(f"{cells}.filter(cell => cell.scrollWidth > cell.clientWidth).length") == 0, language.code


def test_pages_that_are_left_keep_no_connection(tab: Tab, hall: Hall) -> None:
    """A browser has six for a server, and keeps pages for going back."""
    tab.open(hall.address)
    for part in ("/sessions", "/teams", "/records", "/countries") * 2:
        tab.go(hall.address + part)
    tab.run("history.back()")
    wait(lambda: tab.run("location.pathname") == "/records")
    version = "document.body && document.body.dataset.version"
    known = tab.run(version)
    hall.view = before()

    def changed() -> bool:
        with suppress(BrowserError):  # while it is loaded anew, since there are no records yet
            return bool(tab.run(version) != known)
        return False

    wait(changed)


def test_it_has_no_fault_of_accessibility(tab: Tab, hall: Hall) -> None:
    source = axe()
    looks = [(width, dark, language) for language in LANGUAGES for width, dark in ((390, False), (1280, True))]
    for place, part in enumerate((*PARTS, "/nothing", "/")):
        width, dark, language = looks[place % len(looks)]
        hall.view = final() if place > len(PARTS) else cup()
        tab.look(width=width, dark=dark)
        tab.speak(language.code)
        tab.open(hall.address + part)
        tab.run(source)
        found = tab.run("axe.run(document, {resultTypes: ['violations']}).then(all => all.violations)")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], (part, width, language.code)
