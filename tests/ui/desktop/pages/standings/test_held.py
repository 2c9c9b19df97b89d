"""While a result is held for the ceremony, no single key shows it on a screen that a projector mirrors."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pages.standings.choosing import choose_list
from tests.ui.desktop.pressing import press
from tournament.use_cases import CloseSheet
from tournament.use_cases.commands import PublishResults
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def held(played: EventController, window: Window) -> Window:
    """A window with session 1 public and session 2 held for the ceremony. Another page is visible."""
    played.act(CloseSheet(2, 1), confirmed=True)
    played.act(PublishResults(2, hold_last=True))
    window.show_page("tables")
    return window


def page_of(window: Window) -> StandingsPage:
    page = window.page("standings")
    assert isinstance(page, StandingsPage)
    return page


def leader(page: StandingsPage) -> str:
    return page.lists.ranking.rows[0].player.name


def by_key(_window: Window) -> None:
    press("Alt+5")


def by_rail(window: Window) -> None:
    window.rail.chosen.emit("standings")


def by_link(window: Window) -> None:
    window.controller.navigation.page_wanted.emit("standings")


@pytest.mark.thorough
@pytest.mark.parametrize("way", [by_key, by_rail, by_link])
def test_every_way_to_the_page_shows_the_public_standings(held: Window, way: Callable[[Window], None]) -> None:
    way(held)
    page = page_of(held)
    assert held.current == "standings"
    assert leader(page) == "Emil Ejemplo", "after session 1"
    assert page.held.text().startswith("Results are public up to session 1; those of session 2 are held")
    assert page.held.isVisible()
    press("Ctrl+Shift+H")
    assert leader(page) == "Ben Beispiel", "after session 2"
    press("Alt+3")
    assert leader_as_shown(held, way) == "Emil Ejemplo"


def leader_as_shown(window: Window, way: Callable[[Window], None]) -> str:
    way(window)
    return leader(page_of(window))


def test_every_list_keeps_to_what_is_public(held: Window, said: Said) -> None:
    for kind in ("players", "teams", "countries", "hands", "counts", "charts"):
        press("Alt+5")
        page = page_of(held)
        choose_list(page.header, ListKind(kind))
        covered = said(page)
        assert "session 2" not in covered.replace("those of session 2 are held", ""), kind
        assert "After session 1 of 2" in covered, kind
        page.show_player(2)
        assert page.panel.isVisible()
        assert "30" not in said(page.panel), "the hand of 30 points is of session 2"
        press("Ctrl+Shift+H")
        assert "session 2" in said(page).replace("those of session 2 are held", ""), kind
        if kind == "hands":
            assert [row.hand.points for row in page.lists.hands.rows][:1] == [30]
        press("Alt+3")


def printed(page: StandingsPage, qtbot: QtBot) -> str:
    """Return the text of the paper that Ctrl+P opens."""
    press("Ctrl+P")
    dialog = page.findChildren(ReportDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.busy and dialog.preview.pages > 0, timeout=20_000)
    words = " ".join(dialog.preview.words().split())
    dialog.reject()
    return words


@pytest.mark.usefixtures("new_window")
def test_printing_the_page_prints_what_it_shows(held: Window, qtbot: QtBot) -> None:
    press("Alt+5")
    page = page_of(held)
    for words, shown in (("Standings after session 1", True), ("Standings after session 2", False)):
        if not shown:
            press("Ctrl+Shift+H")
        paper = printed(page, qtbot)
        assert words in paper
        assert ("Results are public up to session 1" in paper) is shown


def test_a_past_moment_shows_no_more_than_the_present(held: Window) -> None:
    view = held.controller.book.view
    held.controller.look_at(view.at(len(view.journal) - 1))
    press("Alt+5")
    page = page_of(held)
    assert page.held.isVisible()
    assert page.lists.current is page.lists.empty, "nothing was public then, and what is held now is covered"


def test_the_band_goes_when_the_results_are_published(held: Window) -> None:
    press("Alt+5")
    page = page_of(held)
    press("Ctrl+Shift+H")
    held.controller.act(PublishResults(2))
    assert not page.held.isVisible()
    assert page.held.covered
    assert leader(page) == "Ben Beispiel"
