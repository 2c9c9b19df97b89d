"""The window in Chinese: no page has a word of another language, and a sheet is typed by the keys of any keyboard."""

import re
from datetime import date
from getpass import getuser

import pytest

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import compose_words, focused, press
from tests.ui.desktop.words import words_on
from tournament.language import language_of
from tournament.rules.payment import Outcome
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.pages.event.page import SETUP, EventPage
from ui.desktop.pages.settings.page import PREVIEW_LINES
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

_WORD = re.compile(r"[A-Za-zÀ-ÿ]{4,}")
_PATH = re.compile(r"(/\S+)+|\d+-[0-9a-f]{10}")
"""Where files lie, and fingerprints."""
_SAME_IN_CHINESE = {
    "English",
    "Français",
    "Excel",
    "HTML",
    "JSON",
    "JPEG",
    "WebP",
    "TIFF",
    "Parquet",
    "FFMJ",
    "Ctrl",
    "Shift",
    "Quatre",
    "Vents",
    "Letter",
    "https",
    "sftp",
}
"""Languages and formats by their own names, keys as they are printed, and how addresses begin."""


@pytest.fixture(autouse=True)
def chinese(dressed: object) -> None:
    translator.set_language(language_of("zh"))


@pytest.mark.thorough
@pytest.mark.usefixtures("own_preferences")  # the start page lists what was opened before
def test_no_page_has_a_word_of_another_language(window: Window, keyboard: Keyboard) -> None:
    window.show_page("tables")
    keyboard.type("S N 2 4 Enter")
    view = window.controller.book.view
    assert view.seating is not None
    data = (view.settings.name, view.settings.place, view.seating.method, "Referee", getuser())
    previewed = (name for _, name, *_ in PREVIEW_LINES)
    own = " ".join((*data, *previewed, *(player.name for player in view.players.values())))
    known = _SAME_IN_CHINESE | set(_WORD.findall(own))
    for page in (START, *PAGES):
        window.show_page(page.id)
        words = words_on(window)
        assert len(words) > 20, page.id
        assert [each for each in words if set(_WORD.findall(_PATH.sub("", each))) - known] == [], page.id


def test_a_hand_is_typed_by_the_letters_of_the_winds(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("S E 2 4 Enter N D 1 2 Enter X Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert [line.outcome for line in sheet.hands[:3]] == [
        Outcome(1, 0, 24),
        Outcome(0, None, 12),
        Outcome(None, None, 0),
    ]


def test_a_day_is_typed_in_chinese(window: Window) -> None:
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(SETUP)
    page.setup.fields.line("starts").setFocus()
    page.setup.fields.line("starts").selectAll()
    compose_words("2026年6月10日")
    press("Tab")
    assert window.controller.book.view.settings.starts == date(2026, 6, 10)
    assert page.setup.fields.line("starts").text() == "2026年6月10日"
    assert focused() is not page.setup.fields.line("starts")
