"""The screens of the hall in Chromium, as a television or a small computer beside a projector shows them."""

import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.chromium import Tab, axe
from tests.browser.sites import LONG, cup, large
from tests.browser.test_live_page import Hall, wait
from tests.tournament.use_cases.events import BY, created, drawn
from tournament.event.player import Player
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import GrantedPoints, Settings
from tournament.language import LANGUAGES
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    ChangeSettings,
    PauseClock,
    PublishDraw,
    PublishResults,
    StartClock,
    StopClock,
)
from tournament.use_cases.view import View
from ui.hall.ceremony import begin_ceremony, forward, jump
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, Scheme, ScreenContent
from ui.hall.hall_store import save_hall

SIZES = ((1920, 1080), (1280, 720), (1024, 768), (1080, 1920))
SOON = 1.9
"""Seconds, fewer than pass until a browser asks by itself: a change that arrives earlier was pushed. A busy machine
takes most of them."""
SEEN = "document.querySelector('main > section:not([hidden])')"
TIME = f"{SEEN}.querySelector('.time').textContent"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))


def keep(view: View, *screens: HallScreen, **changed: object) -> HallState:
    """The hall of the event, as the desk keeps it."""
    state = replace(HallState(view.journal[0].id, screens), **changed)  # type: ignore[arg-type]
    save_hall(state)
    return state


def seconds(time_text: str) -> int:
    hours, minutes, rest = map(int, f"0:{time_text}".split(":")[-3:])
    return hours * 3600 + minutes * 60 + rest


class LiveBook:
    """An event that is written now."""

    def __init__(self) -> None:
        self.book = drawn()
        self.book.follow_clock(lambda: datetime.now(UTC))

    def play(self) -> Book:
        for table in (1, 2):
            carry_out(self.book, RecordTotals(1, table, (40, 10, -10, -40)), by=BY)
        return self.book


def test_every_content_fits_in_every_language_on_every_screen(tab: Tab) -> None:
    cut = """[...document.querySelectorAll('main > section')].flatMap((section, place) => {
        Object.assign(document.body.dataset, {held: place, seconds: 1, turned: 0});
        dispatchEvent(new Event('resize'));
        return [...section.querySelectorAll('td, th, p, h2, li, svg, .words')].filter(each => {
            const box = each.getBoundingClientRect(), over = box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
            return box.width && (over || (each.matches('.words') && each.scrollHeight > each.clientHeight + 1));
        }).map(each => each.outerHTML);
    })"""
    for view, message in ((large(80, 3), "Le repas est servi. " * 20), (cup(), "午餐在二楼餐厅。")):
        contents = tuple(each for each in ScreenContent if each is not ScreenContent.CEREMONY)
        schemes = zip(LANGUAGES, (Scheme.DARK, Scheme.LIGHT, Scheme.DARK), strict=True)
        keep(
            view,
            *(HallScreen(each.code, contents, 120, scheme, each.code) for each, scheme in schemes),
            message=message,
        )
        with Hall(view).open() as hall:
            for (width, height), language in zip(SIZES, (*LANGUAGES, LANGUAGES[0]), strict=True):
                tab.look(width=width, height=height)
                tab.open(f"{hall.address}/screen/{language.code}")
                assert tab.run("document.documentElement.lang") == language.code
                tab.run("document.fonts.ready.then(() => 0)")
                assert tab.run(cut) == [], (width, language.code)
                assert tab.complaints() == []
                assert all(each.startswith((hall.address, "data:")) for each in tab.requests())


def test_a_name_is_never_cut(tab: Tab) -> None:
    """Not even one of 120 letters, between 168 players; no line grows beyond the screen."""
    contents = (ScreenContent.STANDINGS, ScreenContent.SEATING, ScreenContent.CLOCK, ScreenContent.CEREMONY)
    view = large(168, 2)
    ceremony = jump(view, begin_ceremony(view, CeremonyPlan(("players",), 168, figures=False)), 160)
    keep(view, HallScreen("Hall", contents, 120, held=0), ceremony=ceremony)
    cut = """[...document.querySelectorAll('main > section')].flatMap((section, place) => {
        Object.assign(document.body.dataset, {held: place, seconds: 1, turned: 0});
        dispatchEvent(new Event('resize'));
        return [...section.querySelectorAll('td.name bdi, .who bdi')].filter(name => {
            const whole = name.getBoundingClientRect(), room = name.parentNode.getBoundingClientRect();
            const folded = name.scrollWidth > name.clientWidth + 1 && name.matches('td bdi');
            return !whole.width || folded || whole.left < room.left - 1 || whole.right > room.right + 1
                || whole.bottom > Math.min(innerHeight, room.bottom + 2) || whole.top < room.top - 2;
        }).map(name => name.outerHTML);
    })"""
    with Hall(view).open() as hall:
        for width, height in ((1920, 1080), (1366, 768), (1024, 768), (1080, 1920)):
            tab.look(width=width, height=height)
            tab.open(f"{hall.address}/screen/Hall")
            tab.run("document.fonts.ready.then(() => 0)")
            assert LONG in tab.run("document.querySelector('main').textContent")
            assert tab.run("document.querySelectorAll('main > section.list').length") == 6 + 5
            assert tab.run(cut) == [], (width, height)


@pytest.mark.parametrize("last", ["Bamboo", "Featherstonehaugh", LONG[:50]])
def test_who_sits_out_is_whole_below_the_clock(tab: Tab, last: str) -> None:
    book = created()
    people = tuple(Player(0, "Ada", f"{last} {number}") for number in range(1, 8))
    settings = Settings("Cup", sessions=2, minutes=90, sit_out_points=GrantedPoints.NOTHING)
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, AddPlayers(people), by=BY)
    turns = ((5, 6, 7), (1, 2, 3))
    seating = Seating((((1, 2, 3, 4),), ((5, 6, 7, 4),)), "by hand", 0, SeatingWishes(sit_out=True), turns)
    carry_out(book, PublishDraw(seating), by=BY)
    carry_out(book, RecordTotals(1, 1, (40, 10, -10, -40)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    book.follow_clock(lambda: datetime.now(UTC))
    carry_out(book, StartClock(2), by=BY)
    keep(book.view, HallScreen("Hall", (ScreenContent.CLOCK,), 120, language="fr"))
    outside = """[...document.querySelectorAll('.clock *, .rows td')].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
    }).map(each => each.outerHTML)"""
    with Hall(book.view).open() as hall:
        for width, height in SIZES:
            tab.look(width=width, height=height)
            tab.open(f"{hall.address}/screen/Hall")
            tab.run("document.fonts.ready.then(() => 0)")
            text = tab.run("document.querySelector('.out').textContent")
            assert text.startswith("Ne jouent pas")
            assert (f"1 Ada {last}" in text) is (len(last) < 50)
            assert tab.run(outside) == [], (width, height)


def test_the_countdown_goes_on_and_ends_by_the_time_of_the_server(tab: Tab) -> None:
    live = LiveBook()
    carry_out(live.book, StartClock(1), by=BY)
    keep(live.book.view, HallScreen("Hall"))
    hall = Hall(live.book.view)
    tab.look(width=1280, height=720)
    with hall.open():
        tab.open(f"{hall.address}/screen/Hall")
        gong = live.book.view.state.clocks[1].gong()
        assert gong is not None
        # a browser whose own clock is wrong shows the same
        tab.run("(() => { const real = Date.now; Date.now = () => real() + 3600000; })()")
        wait(lambda: abs(seconds(tab.run(TIME)) - (gong - datetime.now(UTC)).total_seconds()) < 1.2)
        first = tab.run(TIME)
        wait(lambda: tab.run(TIME) != first)
        carry_out(live.book, PauseClock(1), by=BY)
        hall.view = live.book.view
        assert wait(lambda: tab.run(f"{SEEN}.querySelector('.clock').dataset.state") == "paused") < SOON
        assert tab.run(f"{SEEN}.querySelector('.state').textContent") == "Paused"


def test_it_goes_on_while_the_server_is_away_says_so_and_comes_back(tab: Tab) -> None:
    live = LiveBook()
    carry_out(live.book, StartClock(1), by=BY)
    keep(live.book.view, HallScreen("Hall"))
    away = "document.getElementById('away').textContent"
    with tab.hurrying(), Hall(live.book.view).open() as hall:
        tab.open(f"{hall.address}/screen/Hall")
        port = int(hall.address.rsplit(":", 1)[1])
        wait(lambda: tab.run("document.getElementById('browser').textContent") == "" == tab.run(away))
    tab.run("(() => { const real = Date.now; Date.now = () => real() + 4000; })()")
    first = tab.run(TIME)
    wait(lambda: "Not connected since" in tab.run(away))  # it says so after five seconds, four of which have passed
    place = tab.run("""(() => {
        const strip = document.getElementById('away'), box = strip.getBoundingClientRect();
        const type = parseFloat(getComputedStyle(strip).fontSize);
        return [box.top, box.left, box.width / innerWidth, box.height / innerHeight, type / innerHeight];
    })()""")
    assert place[:3] == [0, 0, 1], "across the top"
    assert place[3] > 0.1
    assert place[4] > 0.04, "as large as the name of the event"
    wait(lambda: seconds(tab.run(TIME)) < seconds(first))
    carry_out(live.book, AddMinutes(1, 5), by=BY)
    with Hall(live.book.view).open(port):
        wait(lambda: seconds(tab.run(TIME)) > seconds(first))
        wait(lambda: tab.run(away) == "")


def test_pages_turn_are_held_and_results_appear_within_a_second(tab: Tab) -> None:
    live = LiveBook()
    screen = HallScreen("Hall", (ScreenContent.STANDINGS, ScreenContent.MESSAGE), seconds=4)
    state = keep(live.book.view, screen, message="Lunch")
    hall = Hall(live.book.view)
    with tab.hurrying(), hall.open():
        tab.open(f"{hall.address}/screen/Hall")
        assert tab.run("document.querySelectorAll('main > section').length") == 1
        hall.view = live.play().view
        time.sleep(0.6)
        assert tab.run("document.querySelectorAll('main > section').length") == 1, "not public"
        carry_out(live.book, PublishResults(1), by=BY)
        hall.view = live.book.view
        assert wait(lambda: tab.run("document.querySelectorAll('main > section').length") == 2) < SOON
        assert tab.run("document.body.dataset.seconds") == "4"
        tab.run("document.body.dataset.seconds = 1")
        first = tab.run(f"{SEEN}.className")
        wait(lambda: tab.run(f"{SEEN}.className") != first)
        held = replace(screen, held=int(time.time()))
        save_hall(state.with_screen(held))
        wait(lambda: tab.run("document.body.dataset.held") == str(held.held))
        shown = tab.run(f"{SEEN}.className")
        save_hall(state.with_screen(held.turned_on(1)))
        assert wait(lambda: tab.run(f"{SEEN}.className") != shown) < SOON
        save_hall(state.with_screen(replace(screen, message="Table 3: <b>")))
        assert wait(lambda: tab.run(f"{SEEN}.textContent.trim()") == "Table 3: <b>") < SOON
        save_hall(replace(state, named=int(time.time())))
        wait(lambda: tab.run("document.getElementById('browser').textContent") == "This is browser 1")
        assert "This screen" in tab.run(f"{SEEN}.textContent")
        save_hall(state.renaming_screen("Hall", "Gallery"))
        time.sleep(1)
        assert tab.run("document.querySelectorAll('main > section').length") == 2, "another name takes no screen away"
        save_hall(replace(state, screens=()))
        wait(lambda: tab.run("document.querySelector('main').textContent") == "")
        save_hall(state)
        wait(lambda: tab.run("document.querySelectorAll('main > section').length") == 2)


class _Stranger(BaseHTTPRequestHandler):
    """Another program: whatever is asked, it has not."""

    status, text = 404, b"<html><body data-version=1>Printer</body></html>"

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(self.text)))
        self.end_headers()
        self.wfile.write(self.text)

    do_POST = do_GET  # noqa: N815 – the server's own name

    def log_message(self, *_args: object) -> None:
        """Nothing is printed."""


class _Json(_Stranger):
    status, text = 200, b'{"status": "ok"}'


@pytest.mark.parametrize("stranger", [_Stranger, _Json])
def test_a_screen_keeps_its_picture_when_another_program_has_the_port(
    tab: Tab, stranger: type[BaseHTTPRequestHandler]
) -> None:
    keep(cup(), HallScreen("Hall", (ScreenContent.STANDINGS,)))
    with Hall(cup()).open() as hall:
        tab.open(f"{hall.address}/screen/Hall")
        before = tab.run("document.querySelector('main').textContent")
        assert "Bamboo" in before or len(before) > 100
    port = int(hall.address.rpartition(":")[2])
    with ThreadingHTTPServer(("127.0.0.1", port), stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        wait(lambda: tab.run("document.body.dataset.away") == "1")
        assert tab.run("document.querySelector('main').textContent") == before
        assert "Not connected since" in tab.run("document.getElementById('away').textContent")
        server.shutdown()
    with hall.open(port):
        wait(lambda: tab.run("document.body.dataset.away") == "")


def test_a_ceremony_announces_place_by_place(tab: Tab) -> None:
    view = cup()
    ceremony = forward(view, begin_ceremony(view, CeremonyPlan()))
    state = keep(view, HallScreen("Hall", (ScreenContent.CEREMONY,)), ceremony=ceremony)
    with Hall(view).open() as hall:
        tab.open(f"{hall.address}/screen/Hall")
        names = "[...document.querySelectorAll('td.name')].map(each => each.textContent)"
        assert set(tab.run(names)) == {"· · ·"}
        sound = "getComputedStyle(document.getElementById('sound')).display"
        tab.run("dispatchEvent(new Event('pointermove'))")
        assert tab.run(sound) == "none", "nothing but the ceremony"
        save_hall(replace(state, ceremony=forward(view, ceremony)))
        assert wait(lambda: tab.run(f"{names}.filter(name => name !== '· · ·').length") == 1) < SOON
        assert tab.run(f"{SEEN}.querySelector('.rank').textContent") == "10"
        assert tab.run(sound) == "none"
        save_hall(replace(state, ceremony=replace(forward(view, ceremony), covered=True)))
        assert wait(lambda: "blank" in tab.run("document.body.className")) < SOON
        assert tab.run(sound) == "none", "nor while it is covered"
        save_hall(replace(state, screens=(HallScreen("Hall", (ScreenContent.STANDINGS,)),)))
        assert wait(lambda: tab.run(sound) != "none") < SOON


def test_a_gong_sounds_after_one_tap(tab: Tab) -> None:
    live = LiveBook()
    carry_out(live.book, StartClock(1), by=BY)
    keep(live.book.view, HallScreen("Hall"))
    hall = Hall(live.book.view)
    with hall.open():
        tab.open(f"{hall.address}/screen/Hall")
        assert tab.run("document.getElementById('sound').textContent") == "Tap to allow sound"
        tab.click("#sound")
        wait(lambda: tab.run("document.body.dataset.sounded") == "two-tones")
        assert tab.run("document.getElementById('sound').getAttribute('aria-pressed')") == "true"
        time.sleep(0.3)
        carry_out(live.book, StopClock(1), by=BY)
        hall.view = live.book.view
        wait(lambda: tab.run("document.body.dataset.sounded") == "two-tones gong")
        wait(lambda: tab.run("document.getElementById('sound').textContent") == "♪")
        tab.click("#sound")
        wait(lambda: tab.run("document.getElementById('sound').getAttribute('aria-pressed')") == "false")


def test_without_scripts_the_page_is_loaded_again_and_again(tab: Tab) -> None:
    keep(cup(), HallScreen("Hall", (ScreenContent.STANDINGS,), seconds=4))
    with Hall(cup()).open() as hall:
        tab.allow_scripts(False)
        try:
            tab.open(f"{hall.address}/screen/Hall")
            assert tab.run(f"{SEEN}.querySelectorAll('td').length") > 10
            before = len([each for each in tab.requests() if each.endswith("/screen/Hall")])
            wait(lambda: len([each for each in tab.requests() if each.endswith("/screen/Hall")]) > before)
        finally:
            tab.allow_scripts(True)
            tab.go("about:blank")


def test_axe_finds_nothing(tab: Tab) -> None:
    source = axe()
    keep(cup(), *(HallScreen(each.value, tuple(ScreenContent), scheme=each) for each in Scheme), message="Lunch")
    with Hall(cup()).open() as hall:
        for address in ("/screen", *(f"/screen/{each.value}" for each in Scheme)):
            tab.open(hall.address + address)
            kinds = tab.run("[...document.querySelectorAll('main > section')].map(each => each.className)")
            for kind in dict.fromkeys(kinds or [""]):
                if kinds:
                    tab.run(f"Object.assign(document.body.dataset, {{held: {kinds.index(kind)}, seconds: 1}})")
                    wait(lambda: tab.run(f"{SEEN}.className") == kind)  # noqa: B023
                tab.run("Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => 0)")
                tab.run(source)
                # the schemes differ by their colours alone
                only = ", runOnly: ['color-contrast']" if address.endswith(Scheme.LIGHT.value) else ""
                found = tab.run(f"axe.run(document, {{resultTypes: ['violations']{only}}}).then(all => all.violations)")
                assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], (address, kind)
