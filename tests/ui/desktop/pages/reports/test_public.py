"""Papers for the public on the page Reports: made from the public results by default once results are published."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import press
from tournament.event.prizes import Prize
from tournament.use_cases.commands import PublishResults, SetPrize
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def reports(window_of_reports: Window, played: EventController) -> ReportsPage:
    """The page, visible, with session 1 verified and session 2 begun."""
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    return page


def shown(page: ReportsPage, name: str, qtbot: QtBot) -> str:
    """Return the text of the report of this name once its pages are written, or why there are none."""
    page.catalogue.setFocus()
    press("Home")
    for _ in range(60):
        if page.report is not None and page.report.name == name:
            break
        press("Down")
    return written(page, qtbot)


def written(page: ReportsPage, qtbot: QtBot) -> str:
    """Return the text of the report that is chosen once its pages are written, or why there are none."""
    qtbot.waitUntil(lambda: not page._settle.isActive() and not page.pages.busy, timeout=20_000)
    return " ".join(str(page.report_view.preview.words()).split())


def test_who_never_publishes_sees_no_difference(reports: ReportsPage, qtbot: QtBot, said: Said) -> None:
    words = shown(reports, "standings", qtbot)
    assert reports.options.public.isVisible()
    assert not reports.options.public.isChecked()
    assert "Public:" not in words
    assert "not public" not in said(reports.options)


def test_standings_are_made_for_the_public_once_results_are_published(
    reports: ReportsPage, played: EventController, qtbot: QtBot, said: Said
) -> None:
    played.act(PublishResults(1))
    words = shown(reports, "standings", qtbot)
    assert reports.options.public.isChecked()
    assert "Results are public up to session 1." in words
    assert "not public" not in said(reports.options)
    reports.options.public.setFocus()
    press("Space")
    assert not reports.options.public.isChecked()
    reports.options.now.setFocus()
    press("Space")
    words = shown(reports, "standings", qtbot)
    assert "Public:" not in words
    assert "It shows results of session 2, which are not public: do not post it on a wall." in said(reports.options)
    assert reports.options.print.isEnabled(), "it is said and stops nothing"


def test_held_results_are_covered_until_they_are_asked_for(
    reports: ReportsPage, played: EventController, window_of_reports: Window, qtbot: QtBot, said: Said
) -> None:
    """The preview may be mirrored by a projector; certificates are still made before the ceremony."""
    played.act(PublishResults(2, hold_last=True))
    assert "After session 1 of 2" in shown(reports, "certificates", qtbot)
    assert reports.options.public.isChecked()
    assert not reports.options.public.isEnabled()
    shown(reports, "observer-report", qtbot)
    assert not reports.options.public.isVisible()
    assert reports.report_view.preview.pages == 0
    assert "held for the ceremony" in said(reports.pages)
    assert not reports.options.print.isEnabled()
    press("Ctrl+Shift+H")
    qtbot.waitUntil(lambda: not reports._settle.isActive() and reports.report_view.preview.pages > 0, timeout=20_000)
    reports.catalogue.select("certificates")
    reports.options.session.setCurrentIndex(reports.options.session.findData("2"))
    assert "Provisional, after session 2 of 2" in written(reports, qtbot)
    assert not reports.options.public.isChecked()
    window_of_reports.show_page("tables")
    window_of_reports.show_page("reports")
    assert "After session 1 of 2" in shown(reports, "certificates", qtbot)


def test_prizes_so_far_are_shown_when_they_are_ticked(
    reports: ReportsPage, played: EventController, qtbot: QtBot
) -> None:
    shown(reports, "certificates", qtbot)
    assert not reports.options.prizes_so_far.isVisible(), "there is no prize"
    played.act(SetPrize(Prize(what="Cup"), None))
    assert "Cup" not in shown(reports, "certificates", qtbot)
    assert reports.options.prizes_so_far.isVisible()
    reports.options.prizes_so_far.setFocus()
    press("Space")
    assert "Prize so far: Cup" in shown(reports, "certificates", qtbot)
