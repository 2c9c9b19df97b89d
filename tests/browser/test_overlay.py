"""The overlay of a streamed table in Chromium, as OBS lays it over a video."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.browser.chromium import Browser, Tab, axe
from tests.browser.test_live_page import Hall, wait
from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.streams import HANDS, streamed, win_with_tiles
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import ChangeSettings

EVERYTHING = "?show=scores,hand,standings&seconds=0"
SEEN = "getComputedStyle(document.querySelector('.hand')).visibility === 'visible'"


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    tab = Tab(browser, width=1920, height=1080)
    tab.lie_on((0, 0, 0, 0))
    yield tab
    tab.close()


@pytest.fixture
def book() -> Book:
    return streamed()


@pytest.fixture
def hall(book: Book) -> Iterator[Hall]:
    with Hall(book.view, lambda: book.view).open() as hall:
        yield hall


def text(tab: Tab, selector: str) -> str:
    found: str = tab.run(f"(document.querySelector('{selector}') || {{innerText: ''}}).innerText")
    return found


def test_nothing_but_its_panels_covers_the_video(tab: Tab, hall: Hall, book: Book, tmp_path: Path) -> None:
    win_with_tiles(book)
    tab.open(f"{hall.address}/overlay/1")
    wait(lambda: text(tab, ".scores tbody").count("48") == 3)

    def opacity(query: str) -> Callable[[int, int], int]:
        tab.open(f"{hall.address}/overlay/1{query}")
        tab.settle()
        tab.picture(tmp_path / "taken.png")
        image = QImage(str(tmp_path / "taken.png"))
        assert (image.width(), image.height()) == (1920, 1080)
        return lambda x, y: image.pixelColor(x, y).alpha()

    found = opacity(EVERYTHING)
    for x, y in ((5, 5), (960, 600), (1915, 1075), (1000, 700)):
        assert found(x, y) == 0
    for x, y in ((110, 75), (800, 75), (110, 1010)):
        assert found(x, y) > 200
    assert opacity(f"{EVERYTHING}&theme=plain")(110, 62) == 0
    for query in ("?show=", f"2{EVERYTHING}"):  # the other is table 12, which is not streamed
        found = opacity(query)
        assert {found(x, y) for x in range(0, 1920, 97) for y in range(0, 1080, 97)} == {0}


def test_a_hand_is_there_within_a_second_and_goes_again(tab: Tab, hall: Hall, book: Book) -> None:
    tab.speak("en")
    tab.open(f"{hall.address}/overlay/1?seconds=1")
    assert tab.run("document.querySelector('.hand')") is None
    tab.run("window.same = true")
    win_with_tiles(book)
    assert wait(lambda: "+144" in text(tab, ".scores")) < 5, "usually 0.2 s; tests share the machine"
    assert wait(lambda: tab.run(SEEN)) < 5
    assert "Three Concealed Pungs" in text(tab, ".hand")
    assert "Hand 2 of 16" in text(tab, ".scores")
    assert wait(lambda: not tab.run(SEEN)) < 5
    carry_out(book, RecordHand(2, 2, 1, Outcome(0, 1, 8)), by=BY)
    carry_out(book, RecordHand(2, 1, 2, Outcome(0, 1, 8)), by=BY)
    assert wait(lambda: tab.run(SEEN)) < 5
    tab.go(f"{hall.address}/overlay/1?seconds=0")
    assert tab.run(SEEN)
    assert tab.run("document.querySelectorAll('.scores tbody tr').length") == 4


def test_a_table_appears_once_it_is_streamed_and_goes_when_it_is_not(tab: Tab, hall: Hall, book: Book) -> None:
    tab.open(f"{hall.address}/overlay/2")
    assert tab.run("document.querySelector('main').children.length") == 0
    tables: tuple[int, ...]
    for tables in ((1, 2), (1,)):
        carry_out(book, ChangeSettings(replace(book.view.settings, streamed=tables)), by=BY)
        seen = f"document.querySelectorAll('.scores').length === {tables.count(2)}"
        wait(partial(tab.run, seen))


@pytest.mark.parametrize("rules", HANDS)
def test_everything_fits_and_asks_for_nothing_elsewhere(tab: Tab, rules: str) -> None:
    book = streamed(rules)
    win_with_tiles(book)
    with Hall(book.view).open() as hall:
        for language, theme in (("en", "dark"), ("fr", "light"), ("zh", "plain")):
            tab.open(f"{hall.address}/overlay/1{EVERYTHING}&lang={language}&theme={theme}")
            assert tab.run("document.documentElement.lang") == language
            boxes = tab.run(
                "[...document.querySelectorAll('section')].map(each => each.getBoundingClientRect().toJSON())"
            )
            assert len(boxes) == 3
            for box in boxes:
                assert box["left"] >= 0 <= box["top"]
                assert box["right"] <= 1920
                assert box["bottom"] <= 1080
                others = [other for other in boxes if other is not box]
                assert all(_apart(box, other) for other in others)
            cut = tab.run("[...document.querySelectorAll('section *')].filter(each => each.clientWidth "
                          "&& each.scrollWidth > each.clientWidth + 1 "
                          "&& getComputedStyle(each).overflow !== 'hidden').map(each => each.outerHTML)")  # fmt: skip
            assert cut == []
            assert tab.run("[...document.images].every(each => each.complete && each.naturalWidth)")
            assert tab.complaints() == []
            assert all(each.startswith((hall.address, "data:")) for each in tab.requests())


def _apart(one: dict[str, float], other: dict[str, float]) -> bool:
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_names_are_shown_as_they_are(tab: Tab, hall: Hall) -> None:
    tab.open(f"{hall.address}/overlay/1?show=scores,standings")
    names = tab.run("[...document.querySelectorAll('.scores .name')].map(each => each.textContent)")
    assert names[0].startswith("Wolfeschlegelsteinhausenbergerdorff")
    assert names[1:3] == ["<b>Bold</b> & Ampère", "示例小姐麻将"]
    heights = tab.run("[...document.querySelectorAll('.scores tbody tr')].map(each => each.offsetHeight)")
    assert max(heights) - min(heights) <= 1, "a long name takes one line, too"


def test_without_scripts_everything_is_there_and_comes_again(tab: Tab, hall: Hall, book: Book) -> None:
    tab.allow_scripts(False)
    try:
        tab.open(f"{hall.address}/overlay/1")
        win_with_tiles(book)
        time.sleep(0.3)
        wait(lambda: "+144" in text(tab, ".scores"))
        assert tab.run(SEEN)
    finally:
        tab.allow_scripts(True)


def test_it_has_no_fault_of_accessibility(tab: Tab, hall: Hall, book: Book) -> None:
    source = axe()
    win_with_tiles(book)
    tab.lie_on((255, 255, 255, 1))
    for theme in ("dark", "light"):
        tab.open(f"{hall.address}/overlay/1{EVERYTHING}&theme={theme}")
        wait(lambda: text(tab, ".hand"))
        tab.run(source)
        found = tab.run("axe.run(document, {resultTypes: ['violations']}).then(all => all.violations)")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    tab.lie_on((0, 0, 0, 0))
