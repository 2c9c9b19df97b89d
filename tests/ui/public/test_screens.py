"""The screens of the hall in browsers: the slides of the projectors, who shows them, and no more than is public."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assets
from tests.slide_words import words_of
from tests.tournament.use_cases.events import BY, drawn, noon
from tests.ui.server.running import plain_client, running
from tests.waiting import PATIENCE
from tournament.event.player import PlayerState
from tournament.event.problem import Problem, Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH, LANGUAGES, verbatim
from tournament.use_cases import Book, RecordTotals, carry_out, plan_rest
from tournament.use_cases.commands import (
    ChangePlayerState,
    ChangeSettings,
    PauseClock,
    PublishResults,
    RedrawSessions,
    StartClock,
)
from ui.hall.browsers import LOST_AFTER, SeenBrowser, ServedScreens, browsers_text, kept_browsers
from ui.hall.ceremony import begin_ceremony, forward
from ui.hall.hall_folder import sponsors_folder
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, Scheme, ScreenContent, screen_address
from ui.hall.hall_store import save_hall
from ui.hall.slide_builder import HallSlides
from ui.public import screens
from ui.public.event import PublicEvent
from ui.public.resources import stamp
from ui.public.screens import browser_screen, message_size, screen_page, standing
from ui.server.serving import ServedFile, Sharing

NAMES = ("Hall", "Salle 1/2", '<b>& "x"</b>', "大厅", "100 %?", "a#b", "..", "é è")
SECOND = timedelta(seconds=1)
_UNSEEN = re.compile(r"Été(\.png)?|[\d/]+|running|not-started")
"""What a page does not say in words, such as a fraction of a bar."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(screens, "_LOOK", 0.02)
    monkeypatch.setattr(screens, "KEPT_EVERY", 0.05)


def play(book: Book, session: int = 1) -> None:
    for table in (1, 2):
        carry_out(book, RecordTotals(session, table, (40, 10, -10, -40)), by=BY)


def text_of(book: Book, screen: HallScreen, state: HallState, now: datetime | None = None) -> str:
    now = now or noon()
    shown = browser_screen(HallSlides(book.view), screen, state, now)
    return screen_page(shown, now, 1, ENGLISH, {}).decode()


@contextmanager
def served(book: Book, state: HallState) -> Iterator[httpx.Client]:
    """A browser in the hall of ``book``."""
    save_hall(replace(state, event=book.view.journal[0].id))
    with (
        running(
            lambda fault, remark: ServedFile(
                book,
                Sharing(public_port=0),
                public=lambda view, _hosting: PublicEvent(view, noon, fault, addresses=lambda: ("here:80",)),
                fault=fault,
                remark=remark,
            )
        ) as server,
        plain_client(server.public_addresses[0]) as client,
    ):
        yield client


def test_a_page_says_what_its_slides_say() -> None:
    book = drawn()
    play(book)
    carry_out(book, PublishResults(1), by=BY)
    ceremony = forward(book.view, forward(book.view, begin_ceremony(book.view, CeremonyPlan())))
    state = HallState("e", message="Lunch", sponsors=("Été.png",), ceremony=ceremony)
    for content in ScreenContent:
        screen = HallScreen("Hall", (content,))
        slides = HallSlides(book.view).slides(screen, state, noon())
        text = re.sub(r"<[^>]+>", "", text_of(book, screen, state))
        for words in words_of(slides, ENGLISH):
            assert words in text or words in ("Été.png", "Été") or re.fullmatch(r"[\d/]+|running|not-started", words), (
                words
            )
        assert text_of(book, screen, state).count("<section") == len(slides)


def test_a_note_is_below_a_list_of_one_page() -> None:
    book = drawn()
    for number in (5, 6, 7, 8):
        carry_out(book, ChangePlayerState(number, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, RedrawSessions(plan_rest(book.view, 2, seed=1), 2), by=BY)
    carry_out(book, StartClock(1), by=BY)
    text = text_of(book, HallScreen("Hall", (ScreenContent.NEXT_SESSION,)), HallState("e"))
    assert '<p class="pages"><span>Table 2 is not used in session 2.</span>' in text
    assert 'class="dots"' not in text


def test_browsers_are_not_notified_of_passing_seconds() -> None:
    book, now = drawn(), noon()
    carry_out(book, StartClock(1), by=BY)
    gong = book.view.state.clocks[1].gong()
    assert gong is not None
    slides, screen, state = HallSlides(book.view), HallScreen("Hall"), HallState("e")
    first = browser_screen(slides, screen, state, now + SECOND)
    assert standing(browser_screen(slides, screen, state, now + 300 * SECOND)) == standing(first)
    assert standing(browser_screen(slides, screen, state, gong - 60 * SECOND)) != standing(first), "last minutes"
    assert f'data-gong="{gong.timestamp():.3f}"' in text_of(book, screen, state, now)
    assert [sound for _, sound in first.signals] == ["gong", "two-tones"]
    carry_out(book, PauseClock(1), by=BY)
    assert "data-gong" not in text_of(book, screen, state, now)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_an_address_and_is_text(name: str) -> None:
    named = HallScreen(name, (ScreenContent.MESSAGE,), language="fr")
    state = HallState("e", (HallScreen("1st"), named), message="Midi")
    with served(drawn(), state) as client:
        assert (screen_address(state, named) == "/screen/2") == (name == "..")
        for address in (screen_address(state, named), "/screen/2"):
            found = client.get(address)
            assert (found.status_code, "Midi" in found.text) == (200, True)
            assert '<html lang="fr" class="dark">' in found.text
            assert "<b>&" not in found.text
        links = client.get("/screen").text
        assert f'href="{screen_address(state, named)}"' in links
        assert "<b>&" not in links
        for path in ("screen/99", "screen/Nobody", "sponsors/..%2fhall.json", "fonts/README.md", "sounds/build.py"):
            missing = client.get(f"/{path}")
            assert missing.status_code == 404, path
            assert "1st" not in missing.text, "it lists nothing"


def test_browsers_are_notified_of_changes_at_the_desk_at_once() -> None:
    book = drawn()
    screen = HallScreen("Hall", (ScreenContent.MESSAGE, ScreenContent.STANDINGS))
    state = HallState(book.view.journal[0].id, (screen,))
    with served(book, state) as client, client.stream("GET", "/screen-events", timeout=PATIENCE) as stream:
        versions = (line for line in stream.iter_lines() if line.startswith("data:"))
        next(versions)
        play(book)
        changes = (
            (lambda: save_hall(state.with_screen(replace(screen, message="Table 3"))), "Table 3"),
            (lambda: save_hall(state.with_screen(replace(screen, scheme=Scheme.LIGHT))), 'class="light"'),
            (lambda: carry_out(book, PublishResults(1), by=BY), "+40"),
            (lambda: carry_out(book, ChangeSettings(Settings("Cup & Co", sessions=2)), by=BY), "Cup &amp; Co"),
        )  # fmt: skip
        for change, words in changes:
            assert words not in client.get("/screen/Hall").text
            change()
            next(versions)
            assert words in client.get("/screen/Hall").text


def test_withheld_results_are_on_no_screen() -> None:
    book = drawn()
    state = HallState("e", tuple(HallScreen(each.value, (each,)) for each in ScreenContent))
    with served(book, state) as client:

        def shown() -> list[str]:
            return [
                re.sub(r'data-version="\d+"', "", client.get(f"/screen/{each.name}").text) for each in state.screens
            ]

        before = shown()
        play(book)
        assert shown() == before


@pytest.mark.thorough
def test_pictures_of_sponsors_fonts_and_sounds_are_served() -> None:
    book = drawn()
    event = book.view.journal[0].id
    sponsors_folder(event).mkdir(parents=True)
    (sponsors_folder(event) / "Été & co.png").write_bytes(b"picture")
    (sponsors_folder(event) / "other.png").write_bytes(b"not in the hall")
    screen = HallScreen("Hall", (ScreenContent.SPONSORS,))
    with served(book, HallState(event, (screen,), sponsors=("Été & co.png", "gone.png"))) as client:
        page = client.get("/screen/Hall").text
        (address,) = re.findall(r'<img src="([^"]+)"', page)
        picture = client.get(address)
        assert (picture.content, picture.headers["content-type"]) == (b"picture", "image/png")
        assert client.get("/sponsors/other.png").status_code == 404
        assert client.get("/sounds/gong.wav").content.startswith(b"RIFF")
        fonts = re.findall(r'url\("([^"]+)"\)', client.get("/screen.css").text)
        for font in fonts:
            assert client.get(f"/{font}").headers["content-type"] == "font/ttf"
        assert {"fonts/NotoSansSC-Regular.ttf", "fonts/NotoSansSC-Bold.ttf"} <= {*fonts}


@pytest.mark.parametrize("name", ["page.css", "table.css", "live.css", "test.css"])
def test_phones_draw_with_the_fonts_they_have(name: str) -> None:
    assert "@font-face" not in assets.path("site", name).read_text(encoding="utf-8")


def test_the_desk_knows_which_browsers_show_a_screen() -> None:
    book = drawn()
    event = book.view.journal[0].id

    def kept(numbers: list[int]) -> ServedScreens:
        until = time.monotonic() + PATIENCE
        while (found := kept_browsers(event)) is None or [each.number for each in found.browsers] != numbers:
            assert time.monotonic() < until
            time.sleep(0.02)
        return found

    with served(book, HallState(event, (HallScreen("Hall"),))) as client:
        for browser in ("aaaaaaaa", "bbbbbbbb"):
            answer = client.post("/screen-beat", params={"screen": "Hall", "browser": browser, "sound": "1"}).json()
            assert abs(answer["now"] - time.time()) < 5
        found = kept([1, 2])
        assert (found.address, [each.sound for each in found.browsers]) == ("http://here:80", [True, True])
        for wrong in ({"screen": "Nobody", "browser": "aaaaaaaa"}, {"screen": "Hall", "browser": "<b>"}, {}):
            assert client.post("/screen-beat", params=wrong).status_code == 404
        client.post("/screen-beat", params={"screen": "Hall", "browser": "aaaaaaaa", "gone": "1"})
        kept([2])
    assert kept_browsers(event) is None, "nobody serves them any more"


def test_what_the_desk_says_of_browsers() -> None:
    def said(*seen: float, now: float = 1000.0) -> str:
        browsers = tuple(SeenBrowser("Hall", number, when) for number, when in enumerate(seen, start=1))
        text = browsers_text(ServedScreens("e", "", now, browsers), "Hall", now)
        return ENGLISH.render(text) if text is not None else ""

    lost = datetime.fromtimestamp(960, UTC).astimezone().strftime("%H:%M:%S")
    assert said() == ""
    assert said(998.0) == "In 1 browser, seen 2 s ago"
    assert said(999.0, 997.0) == "In 2 browsers, seen 3 s ago"
    assert said(960.0) == f"Browser lost at {lost} (40 s ago)"
    assert said(999.0, 960.0) == f"In 1 browser, seen 1 s ago, browser 2 lost at {lost}"
    assert said(1000 - LOST_AFTER, 100.0).startswith("browsers 2, 1 lost")


def test_all_links_of_an_event_among_others_begin_with_its_path() -> None:
    state = HallState("e", sponsors=("a.png",))
    shown = browser_screen(HallSlides(drawn().view), HallScreen("Hall", (ScreenContent.SPONSORS,)), state, noon())
    page = screen_page(shown, noon(), 1, ENGLISH, {}, base="/e/some").decode()
    links = re.findall(r'(?:href|src)="(/[^"]+)"', page)
    files = [f"/e/some/{name}?{stamp(name)}" for name in ("screen.css", "hosts.js", "screen.js")]
    assert links == [*files, "/e/some/sponsors/a.png"]


@given(st.text(st.sampled_from("abcdefghij 大厅\n"), max_size=400), st.booleans())
def test_a_message_fits(words: str, beside_code: bool) -> None:
    """Each line as a browser breaks it, with letters as wide as the widest of its kind on average."""
    size = message_size(words, beside_code=beside_code)
    assert size in (28, 32, 36, 42, 48, 56, 64, 72, 84, 96, 112, 128)
    assert message_size(words + "x", beside_code=beside_code) <= size
    assert message_size("Lunch", beside_code=beside_code) == 128


def test_every_language_and_the_choice_of_screens() -> None:
    with served(drawn(), HallState("e")) as client:
        assert client.get("/screen/1").status_code == 200, "without screens a clock, as on a projector"
        for language in LANGUAGES:
            found = client.get("/screen", headers={"Accept-Language": language.code})
            assert f'<html lang="{language.code}"' in found.text


def test_while_the_event_cannot_be_computed_a_screen_keeps_what_it_shows_and_says_since_when(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book, state = drawn(), HallState("", (HallScreen("Hall", (ScreenContent.MESSAGE,)),), message="Lunch at noon")
    compute, fails = screens.browser_screen, False

    def computed(*words: object, **named: object) -> object:
        if fails:
            raise Refused(Problem("wrong", verbatim("wrong")))
        return compute(*words, **named)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(screens, "browser_screen", computed)
    with served(book, state) as client:
        assert "Lunch at noon" in client.get("/screen/Hall").text
        fails = True
        carry_out(book, ChangeSettings(Settings("Other", sessions=2)), by=BY)
        text = client.get("/screen/Hall").text
        assert "Lunch at noon" in text
        assert "the event cannot be computed, see the desk" in text
        fails = False
        carry_out(book, ChangeSettings(Settings("Another", sessions=2)), by=BY)
        assert "cannot be computed" not in client.get("/screen/Hall").text


def test_a_screen_that_never_could_be_computed_is_dark_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_words: object, **_named: object) -> object:
        raise Refused(Problem("wrong", verbatim("wrong")))

    monkeypatch.setattr(screens, "browser_screen", refused)
    with served(drawn(), HallState("", (HallScreen("Hall"),), message="Lunch at noon")) as client:
        text = client.get("/screen/Hall").text
        assert "the event cannot be computed, see the desk" in text
        assert 'class="blank' in text
