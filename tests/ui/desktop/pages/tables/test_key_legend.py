"""The keys of the sheet stand in words where there is room, and nothing gives way to them."""

from itertools import product

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.systems import IS_WINDOWS
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.recount import totals
from tests.ui.desktop.pages.tables.test_entry import SHEET
from tests.ui.desktop.pages.tables.test_sheet import play, type_totals
from tournament.language import ENGLISH, LANGUAGES
from tournament.language.help_pages import EVERYWHERE, listed_keys
from ui.desktop import preferences
from ui.desktop.pages.tables.entry_panel import _WORDS, KeyLegend
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.window import Window

COUNT = preferences.count_signed_sheet
"""As the program counts; tests keep the keys listed."""


def words(legend: KeyLegend) -> list[str]:
    """What it says now."""
    return [label.text() for label in labels(legend)]


def labels(legend: KeyLegend) -> list[TextLabel]:
    """Those in view."""
    return [label for label in legend.findChildren(TextLabel) if label.isVisible()]


def test_it_is_there_on_the_commonest_screen(
    window: Window, page: TablesPage, keyboard: Keyboard, qtbot: QtBot
) -> None:
    keyboard.type("2 4 8 Enter")
    window.resize(1366, 768)
    legend = page.panel.legend
    for language in LANGUAGES:
        translator.set_language(language)
        QApplication.processEvents()
        qtbot.waitUntil(lambda: len(words(legend)) == 9)
        qtbot.waitUntil(lambda: all(each.width() >= each.sizeHint().width() for each in labels(legend)))
        last = max(label.mapTo(page.panel, label.rect().bottomLeft()).y() for label in labels(legend))
        assert last < page.panel.signing.y(), language.code


@pytest.mark.skipif(IS_WINDOWS, reason="letters are wider there off screen, and keys are shown where they fit")
def test_it_is_there_for_the_first_hand(window: Window, page: TablesPage, qtbot: QtBot) -> None:
    legend, record = page.panel.legend, page.panel.hand.record
    for language, size in product(LANGUAGES, ((1280, 720), (1366, 768), (1440, 900))):
        translator.set_language(language)
        window.resize(*size)
        QApplication.processEvents()
        qtbot.waitUntil(lambda: len(words(legend)) == 9)
        last = max(label.mapTo(page.panel, label.rect().bottomLeft()).y() for label in labels(legend))
        first = min(label.mapTo(page.panel, label.rect().topLeft()).y() for label in labels(legend))
        assert record.mapTo(page.panel, record.rect().bottomLeft()).y() < first, (language.code, size)
        assert last < page.panel.signing.y(), (language.code, size)


def test_it_goes_on_when_all_hands_are_in(window: Window, page: TablesPage, keyboard: Keyboard, qtbot: QtBot) -> None:
    window.resize(1366, 768)
    play(keyboard, SHEET)
    qtbot.waitUntil(lambda: set(words(page.panel.legend)) == {
        "Correct a hand", "Repair", "Totals on paper", "Penalty", "Go to a table", "All keys",
    })  # fmt: skip
    type_totals(keyboard, totals(SHEET))
    qtbot.waitUntil(lambda: set(words(page.panel.legend)) == {"Correct a hand", "Repair", "Go to a table", "All keys"})


def test_it_goes_where_there_is_no_room(window: Window, page: TablesPage, dressed: QApplication) -> None:
    translator.set_language(LANGUAGES[1])
    window.resize(1024, 600)
    for _ in range(5):
        dressed.processEvents()
    assert words(page.panel.legend) == []
    assert page.panel.hand.record.isVisible()


def test_it_is_about_hands(page: TablesPage, keyboard: Keyboard, qtbot: QtBot) -> None:
    keyboard.type("2 4 8 Enter")
    qtbot.waitUntil(lambda: "Drawn hand" in words(page.panel.legend))
    keyboard.type("P")
    assert words(page.panel.legend) == []


@pytest.mark.thorough
@pytest.mark.usefixtures("own_preferences")
def test_it_goes_with_the_tenth_sheet_that_is_signed(
    page: TablesPage, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "count_signed_sheet", COUNT)
    for _ in range(8):
        COUNT()
    for table in (1, 2):
        assert words(page.panel.legend) != []
        play(keyboard, SHEET)
        type_totals(keyboard, totals(SHEET))
        assert page.view is not None
        assert page.view.sheet(1, table).closed is not None
        keyboard.type("Enter")
    assert words(page.panel.legend) == []
    assert not preferences.lists_keys()


def test_every_key_of_it_is_in_the_list_of_keys() -> None:
    listed = {key for each in ("tables", EVERYWHERE) for row in listed_keys(each, ENGLISH) for key in row.keys}
    assert set(_WORDS) <= listed


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(853, 401), (780, 360)], ids=["1280 × 720 at 150 %", "1366 × 768 at 175 %"])
def test_a_hand_is_typed_on_a_very_low_screen(
    size: tuple[int, int], window: Window, page: TablesPage, keyboard: Keyboard
) -> None:
    """Without its task bar and title. The form scrolls to the field that has the focus, and its button stays."""
    window.resize(*size)
    for keys in ("1", "2", "8"):
        keyboard.type(keys)
        QApplication.processEvents()
        field = QApplication.focusWidget()
        assert field is not None
        assert field.visibleRegion().boundingRect() == field.rect(), keys
        record = page.panel.hand.record
        assert record.visibleRegion().boundingRect() == record.rect(), keys
