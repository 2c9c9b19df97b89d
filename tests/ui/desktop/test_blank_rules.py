"""The window under the smallest rule set, from a new event to its standings: no word of another game is on screen."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from reports.catalogue import REPORTS, Format, offered_reports
from tests.examples.words_of_mcr import WORDS_OF_MCR
from tests.ui.desktop.conftest import FIRST, LAST, shown
from tests.ui.desktop.pages.draw.conftest import published
from tests.ui.desktop.pressing import press, type_words
from tests.ui.desktop.words import words_on
from tournament.language import language_of
from tournament.ledger.sheet import SheetState
from ui.desktop import bootstrap
from ui.desktop.dialogs import new_event as page_module
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough


@pytest.fixture
def window(dressed: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """The window without an event; events lie in a folder of this test."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(page_module, "documents_folder", lambda: tmp_path)
    with shown(Window(bootstrap.make_controller("Referee")), dressed) as made:
        yield made


IN_ALL, IN_FRENCH, IN_CHINESE = ("en", "fr", "zh"), ("en", "fr"), ("en", "zh")
"""The languages in which foreign words are looked for: each page in all, its states in French and Chinese in turn."""


def is_of_its_own(window: Window, languages: Sequence[str]) -> None:
    """Look for foreign words in these languages, without painting each."""
    window.setUpdatesEnabled(False)
    for language in languages:
        translator.set_language(language_of(language))
        words = words_on(window)
        assert len(words) > 10, "the words of the window are not found"
        assert [each for each in words if WORDS_OF_MCR.search(each)] == []
    translator.set_language(language_of("en"))
    window.setUpdatesEnabled(True)


def make_event(window: Window, *, blank: bool = True) -> None:
    """Type an event by blank rules, or by those offered first, and its eight players."""
    press("Ctrl+N")
    type_words("Open of Nowhere")
    press("Tab", "Tab", "Ctrl+A")
    type_words("2")
    press("Return")
    if blank:
        press("End")
    press("Return", "Return", "Ctrl+Return")
    assert window.current == "players"
    assert window.controller.book.view.rules.id == ("blank" if blank else "mcr")
    for first, last in zip(FIRST, LAST, strict=True):
        type_words(first)
        press("Tab")
        type_words(last)
        press("Return")
    assert len(window.controller.book.view.players) == 8


def draw(window: Window, qtbot: QtBot) -> None:
    """Draw both sessions and publish them."""
    press("Alt+3")
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    published(page, qtbot)


def go_to(window: Window, keys: str) -> QWidget:
    """Go to a page by ``keys`` and look over it."""
    press(keys)
    is_of_its_own(window, IN_ALL)
    return window.page(window.current)


def type_sheet(window: Window) -> None:
    """Type sixteen hands: 1 wins 20 from 2, 3 draws 5, nobody wins, four times, and four more are drawn."""
    type_words("12T")
    assert "The rules of this event cannot count tiles." in words_on(window)
    type_words("0")
    press("Return")
    assert any("0 is below 1, the least needed to win" in each for each in words_on(window))
    is_of_its_own(window, IN_FRENCH)
    press("Backspace")
    type_words("20")
    assert any("20 from" in each for each in words_on(window))
    is_of_its_own(window, IN_CHINESE)
    press("Return")
    for index in range(15):
        type_words(("3D5", "X", "X", "12 20")[index % 4].replace(" ", ""))
        if index < 2:
            is_of_its_own(window, (IN_FRENCH, IN_CHINESE)[index])
        press("Return")


def give_a_penalty(window: Window) -> None:
    """Give a penalty at table 2 in the referee's own words: the rules list none."""
    type_words("G2")
    press("Return")
    type_words("P1")
    is_of_its_own(window, IN_FRENCH)
    press("Return")
    type_words("10")
    press("Return")
    press("Return")
    type_words("late")
    is_of_its_own(window, IN_CHINESE)
    press("Return")
    assert window.controller.book.view.sheet(1, 2).penalties != ()


def look_at_the_standings(window: Window) -> None:
    """Every list that is offered; that of the fan is not."""
    page = go_to(window, "Alt+5")
    assert isinstance(page, StandingsPage)
    page.header.lists.setFocus()
    for index in range(4):
        press("Right")
        is_of_its_own(window, (IN_FRENCH, IN_CHINESE)[index % 2])
    assert page.header.kind.value == "counts"
    page.header.figures.setFocus()
    press("End")
    is_of_its_own(window, IN_FRENCH)
    assert page.header.kind.value == "charts"


def look_at_the_fouls(window: Window) -> None:
    """Give one more penalty there, by the only way that there is."""
    go_to(window, "Alt+6")
    type_words("2")
    press("Return", "Return")
    type_words("3")
    is_of_its_own(window, IN_FRENCH)
    press("Down", "Return")
    type_words("10")
    press("Return", "Return")
    type_words("late")
    is_of_its_own(window, IN_CHINESE)
    press("Return")
    given = [penalty.given for penalty in window.controller.book.view.sheet(1, 2).penalties]
    assert [(each.player, each.points, each.fault) for each in given] == [(0, 10, ""), (2, 10, "")]


def look_at_the_reports(window: Window, qtbot: QtBot) -> None:
    """Every report that is offered, with its pages made, in English; every second one in French or Chinese too."""
    page = go_to(window, "Alt+7")
    assert isinstance(page, ReportsPage)
    names: set[str] = set()
    view = window.controller.book.view
    offered = offered_reports(view.rules, view.settings.format)
    press(*["Up"] * len(offered))
    for index in range(len(offered)):
        while page.report is None:  # a print set, or the results package
            press("Down")
        qtbot.waitUntil(lambda: not page.pages.busy and not page._settle.isActive(), timeout=20000)
        assert page.report is not None
        assert bool(page.report_view.preview.pages) is (Format.PDF in page.report.formats)
        is_of_its_own(window, (("en",), IN_FRENCH, ("en",), IN_CHINESE)[index % 4])
        names.add(page.report.name)
        press("Down")
    assert names == {report.name for report in offered}
    assert {report.name for report in REPORTS} - names == {
        "fans", "ruling-slips", "player-cards", "settlement-matrix", "settlement-matrices", "evening", "courses",
            "attendance", "money", "money-evening",
    }  # fmt: skip


def test_an_event_from_start_to_standings(window: Window, qtbot: QtBot) -> None:
    make_event(window)
    is_of_its_own(window, IN_ALL)
    go_to(window, "Alt+1")
    draw(window, qtbot)
    is_of_its_own(window, IN_ALL)
    go_to(window, "Alt+4")
    assert any("1 or more" in each for each in words_on(window))
    type_sheet(window)
    sheet = window.controller.book.view.sheet(1, 1)
    assert sheet.scores == (80 - 4 * 5, -80 - 4 * 5, 4 * 15, -4 * 5)
    for total in sheet.scores:
        type_words(str(total))
        press("Return")
    press("Ctrl+Return")
    assert window.controller.book.view.sheet(1, 1).state is SheetState.VERIFIED
    is_of_its_own(window, IN_ALL)
    give_a_penalty(window)
    look_at_the_standings(window)
    look_at_the_fouls(window)
    look_at_the_reports(window, qtbot)
    go_to(window, "Ctrl+H")
    go_to(window, "Alt+9")


def test_the_words_looked_for_are_those_of_mcr(window: Window, qtbot: QtBot) -> None:
    make_event(window, blank=False)
    draw(window, qtbot)
    press("Alt+4")
    assert any(WORDS_OF_MCR.search(each) and "8 or more" in each for each in words_on(window))
    page = go_to(window, "Alt+5")
    assert isinstance(page, StandingsPage)
    page.header.lists.setFocus()
    press("End")  # the statistics, which the list of fan is one of
    assert any(WORDS_OF_MCR.search(each) for each in words_on(window))
    press("Alt+6")
    assert any(WORDS_OF_MCR.search(each) and "No Hu" in each for each in words_on(window))
