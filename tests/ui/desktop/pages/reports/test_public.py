"""Papers for the public on the page Reports: made so by themselves once results are published, and said if not."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import press
from tournament.use_cases.commands import PublishResults
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def reports(window_of_reports: Window, played: EventController) -> ReportsPage:
    """The page in view; session 1 is verified, session 2 begun."""
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    return page


def shown(page: ReportsPage, name: str, qtbot: QtBot) -> str:
    """The words of the report of this name, once its pages are made; why not, where they are not."""
    page.catalogue.setFocus()
    press("Home")
    for _ in range(60):
        if page.report is not None and page.report.name == name:
            break
        press("Down")
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


def test_certificates_are_made_before_the_ceremony(
    reports: ReportsPage, played: EventController, qtbot: QtBot, said: Said
) -> None:
    played.act(PublishResults(2, hold_last=True))
    shown(reports, "certificates", qtbot)
    assert not reports.options.public.isChecked()
    assert reports.options.public.isVisible()
    shown(reports, "journal", qtbot)
    assert not reports.options.public.isVisible()
