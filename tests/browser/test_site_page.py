"""The web page in Chromium, as somebody with a phone in the hall has it, and at a desk: what is seen is measured."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.chromium import Tab, axe
from tests.browser.sites import LONG, cup, four, large, page_of, season
from tournament.event.format import EventFormat
from tournament.language import ENGLISH, Language, fraction_text, language_of, signed_text
from tournament.standings import Standings
from tournament.use_cases.view import View

WIDTHS = (390, 768, 1280)
FRENCH = language_of("fr")
NAMES = "small bdi, th > a > bdi, th > bdi, h3 bdi, h1"
MEASURES = Path(__file__).with_name("measures.js").read_text(encoding="utf-8")
EVENTS: dict[str, Callable[[], View]] = {
    "cup": cup,
    "four": four,
    "league": lambda: season(EventFormat.LEAGUE),
    "club": lambda: season(EventFormat.CLUB),
    "large": large,
}

Opened = Callable[..., Tab]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Language], Path]:
    """The page of an event in a language, written once."""
    folder, views = tmp_path_factory.mktemp("pages"), dict[str, View]()

    def page(name: str, language: Language) -> Path:
        path = folder / f"{name}-{language.code}.html"
        if not path.exists():
            if name not in views:
                views[name] = EVENTS[name]()
            page_of(views[name], path, language)
        return path

    return page


@pytest.fixture
def opened(tab: Tab, pages: Callable[[str, Language], Path]) -> Opened:
    """Open the page of an event as for the first time, with what measures it."""

    def open_page(
        name: str, language: Language = ENGLISH, *, width: int = 390, dark: bool = False, scripts: bool = True,
        fragment: str = "",
    ) -> Tab:  # fmt: skip
        tab.look(width=width, dark=dark)
        tab.allow_scripts(scripts)
        tab.open(pages(name, language), fragment)
        tab.allow_scripts(True)
        tab.run(MEASURES)
        return tab

    return open_page


@pytest.mark.parametrize(
    ("name", "language", "scripts"),
    [
        *(("cup", language, scripts) for language in (ENGLISH, FRENCH) for scripts in (True, False)),
        ("four", FRENCH, False),
        ("league", FRENCH, True),
        ("club", ENGLISH, True),
    ],
    ids=lambda value: value.code if isinstance(value, Language) else str(value),
)
def test_all_is_in_view_and_no_name_is_broken(opened: Opened, name: str, language: Language, scripts: bool) -> None:
    tab = opened(name, language, scripts=scripts)
    for place, width in enumerate(WIDTHS):
        dark = bool(place % 2) is scripts  # each width in both themes, one with scripts and one without
        tab.look(width=width, dark=dark)
        background = tab.run("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, background[4:-1].split(","))) < 200) is dark
        assert tab.run("measures.beyond()") == []
        assert tab.run("measures.hidden()") == []
        for word, letters in tab.run(f"measures.broken({NAMES!r})"):
            assert len(word) == 60  # no screen holds it; else no word of a name is broken
            assert letters >= 15
    assert tab.complaints() == []
    assert [address.partition(":")[0] for address in tab.requests()] == ["file"]


def test_measuring_finds_what_is_broken_and_out_of_view(opened: Opened) -> None:
    tab = opened("cup")
    assert len(tab.run(f"measures.broken({NAMES!r})")) <= 2
    tab.run("document.querySelectorAll('th > a').forEach(it => { it.style = 'display: block; width: 3em' })")
    assert len(tab.run(f"measures.broken({NAMES!r})")) > 5
    tab.run("document.querySelector('#standings table').style.width = '150vw'")
    assert tab.run("measures.beyond()")
    assert tab.run("measures.hidden()")


def test_the_numbers_are_those_of_the_standings(opened: Opened) -> None:
    assert numbers(opened("cup")) == numbers_of(cup().standings(2))


def numbers(tab: Tab) -> list[list[str]]:
    """Rank, name, points and score of each row, as they are seen."""
    return [[each.replace(" ", "") for each in row] for row in tab.run("measures.rows('#standings')")]


def numbers_of(standings: Standings) -> list[list[str]]:
    """The same, as they are computed."""
    return [
        [
            str(row.rank),
            row.player.name.replace(" ", ""),
            fraction_text(row.table_points).replace(" ", ""),
            signed_text(row.score),
        ]
        for row in standings.rows
    ]


def test_it_has_no_fault_of_accessibility(opened: Opened) -> None:
    tab = opened("cup")
    tab.run(axe())
    assert _faults(tab, "document, {resultTypes: ['violations']}") == []
    tab.look(width=390, dark=True)
    parts = ["header", ".tools", "#standings", "#teams", "#records", "#s4", "#p5"]
    assert _faults(tab, f"{{include: {json.dumps(parts)}}}, {{runOnly: ['color-contrast']}}") == []
    tab.run("document.querySelector('h1').style.color = '#333'")
    assert [fault for fault, _ in _faults(tab, "'header', {runOnly: ['color-contrast']}")] == ["color-contrast"]


def _faults(tab: Tab, what: str) -> list[tuple[str, str]]:
    """What axe-core finds, of any gravity, with where."""
    found = tab.run(f"axe.run({what}).then(all => all.violations)")
    return [(each["id"], str([node["html"] for node in each["nodes"]])) for each in found]


def test_typing_a_name_shows_the_card_of_that_player(opened: Opened) -> None:
    tab = opened("cup")
    tab.click("#find")
    tab.type("παραδειγματοπουλου")  # without the accents
    assert [row[1] for row in tab.run("measures.rows('#standings')")] == ["Ευτυχία Παραδειγματοπούλου"]
    card = tab.run("measures.place('article:not([hidden])')")
    assert 0 < card["top"] < card["bottom"] < 844
    assert tab.run("document.querySelectorAll('article:not([hidden])').length") == 1
    tab.press("Escape", 27)
    assert len(tab.run("measures.rows('#standings')")) == 16
    tab.press("/", 191, text="/")
    tab.type("nobody at all")
    assert tab.run("document.getElementById('nobody').innerText") == "Nobody by that name."
    assert tab.run("measures.rows('#standings')") == []


def test_a_touch_on_a_heading_sorts_by_it_and_another_turns_it_round(opened: Opened) -> None:
    tab = opened("cup")
    whole = cup().standings(2).rows
    for column, key in ((3, lambda row: row.table_points), (4, lambda row: row.score), (1, lambda row: -row.rank)):
        for _ in range(2):
            tab.click(f"#standings thead th:nth-child({column}) button")
            falls = tab.run(f"document.querySelector('#standings th:nth-child({column})').ariaSort") == "descending"
            ranked = sorted(whole, key=key, reverse=falls if column > 1 else not falls)
            shown = [row[1] for row in tab.run("measures.rows('#standings')")]
            assert shown == [row.player.name for row in ranked]
    tab.click("#standings thead th:nth-child(2) button")
    shown = [row[1] for row in tab.run("measures.rows('#standings')")]
    latin = [name for name in shown if name[0].isascii() and name[0].isalpha()]
    assert latin == sorted(latin, key=str.casefold)
    assert tab.run("document.querySelectorAll('#standings [aria-sort]').length") == 1


def test_an_address_with_a_player_or_a_table_opens_it(opened: Opened) -> None:
    tab = opened("cup", fragment="#p5")
    card, bar = tab.run("measures.place('#p5')"), tab.run("measures.place('.tools')")
    assert bar["top"] == 0
    assert bar["bottom"] <= card["top"] < 300
    tab.click("#p5 tr:nth-child(2) td:nth-child(2) a")
    tab.settle()
    table = tab.run("measures.place(location.hash)")
    assert tab.run("location.hash").startswith("#s2t")
    assert bar["bottom"] <= table["top"] < 844


def test_a_followed_player_stays_at_the_top(opened: Opened) -> None:
    tab = opened("cup")
    assert tab.run("measures.place('#me')") is None
    tab.click("#p9 .follow")
    tab.click(".tools")
    told = tab.run("document.getElementById('me').innerText")
    row = next(row for row in cup().standings(2).rows if row.player.number == 9)
    assert row.player.name in told
    assert f"Rank {row.rank}" in told
    assert "Session 4" in told.replace("\N{NO-BREAK SPACE}", " ")
    tab.reload()
    tab.run(MEASURES)
    assert tab.run("document.getElementById('me').innerText") == told
    tab.click("#me .follow")
    assert tab.run("measures.place('#me')") is None


def test_the_theme_turns_at_a_touch_and_stays(opened: Opened) -> None:
    tab = opened("four")
    light = tab.run("getComputedStyle(document.body).backgroundColor")
    tab.click("#theme")
    dark = tab.run("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    tab.reload()
    assert tab.run("getComputedStyle(document.body).backgroundColor") == dark
    tab.look(width=700, media="print")
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_every_session_is_on_paper(opened: Opened) -> None:
    tab = opened("cup", width=768)
    tab.look(width=768, media="print")
    tab.run("dispatchEvent(new Event('beforeprint'))")
    assert tab.run("measures.place('#s1t1')") is not None
    assert tab.run("measures.place('.tools')") is None
    tab.run("dispatchEvent(new Event('afterprint'))")
    assert tab.run("document.querySelectorAll('details[open]').length") == 1


def test_the_largest_event_is_under_two_megabytes_and_soon_there(
    opened: Opened, pages: Callable[[str, Language], Path]
) -> None:
    assert pages("large", FRENCH).stat().st_size < 2_000_000
    tab = opened("large", FRENCH)
    assert numbers(tab) == numbers_of(large().standings())
    assert tab.run("document.querySelectorAll('article').length") == 400
    assert tab.run("document.documentElement.scrollWidth") == 390
    tab.click("#find")
    tab.type("pat 400 ")
    assert tab.run("document.querySelectorAll('article:not([hidden])').length") == 1


def test_the_browser_would_refuse_what_is_not_of_the_page(opened: Opened) -> None:
    """The page says so itself: a script or a picture put into it by anybody does nothing."""
    tab = opened("four")
    picture = '<img src="https://example.invalid/a.png" onerror="window.hit = 1">'
    tab.run(f"document.body.insertAdjacentHTML('beforeend', {json.dumps(picture)})")
    tab.run("(() => { const it = document.createElement('script'); it.textContent = 'window.hit = 1'; "
            "document.body.append(it); })()")  # fmt: skip
    tab.settle()
    assert tab.run("window.hit ?? 0") == 0
    assert any("Content Security Policy" in each for each in tab.complaints())
    assert len(LONG) == 60
