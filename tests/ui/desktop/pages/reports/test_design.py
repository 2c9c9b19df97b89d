"""The look of badges and certificates in the window: chosen by keys, on the pages, in print sets, and kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from reports.design import USUAL_DESIGN, BadgeSize, PaperDesign
from tests.ui.desktop.pages.reports.conftest import wait_for_pages
from ui.desktop.pages.reports.design_fields import kept_design
from ui.desktop.pages.reports.page import ReportsPage


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without settings."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path_factory.mktemp("home")))


def choose(page: ReportsPage, name: str, qtbot) -> None:
    page.catalogue.select(name)
    wait_for_pages(page, qtbot)


def page_size(page: ReportsPage) -> tuple[int, int]:
    found = page.report_view.preview._document.pagePointSize(0)
    return round(found.width()), round(found.height())


def test_certificates_show_the_words_signatures_and_way_that_were_chosen(reports: ReportsPage, qtbot) -> None:
    fields = reports.options.design
    choose(reports, "standings", qtbot)
    assert not fields.isVisible()
    choose(reports, "certificates", qtbot)
    assert fields.words.isVisible()
    assert not fields.size_of_badge.isVisible()
    assert page_size(reports) == (842, 595)
    QTest.keyClick(fields.way, Qt.Key.Key_Right)
    QTest.keyClicks(fields.words, "Well played")
    QTest.keyClicks(fields.signatures, "Ada Bamboo; Bert Dots ;")
    qtbot.waitUntil(lambda: not fields._typing.isActive(), timeout=20000)
    wait_for_pages(reports, qtbot)
    words = reports.report_view.preview.words()
    assert page_size(reports) == (595, 842)
    assert "Well played" in words
    assert "Bert Dots" in words
    assert "Head referee" not in words


def test_a_print_set_has_the_chosen_look_and_it_is_kept_for_this_event(reports: ReportsPage, qtbot) -> None:
    fields, view = reports.options.design, reports.view
    assert view is not None
    assert kept_design() == USUAL_DESIGN
    choose(reports, "badges", qtbot)
    QTest.keyClick(fields.size_of_badge, Qt.Key.Key_Right)
    QTest.keyClick(fields.back, Qt.Key.Key_Space)
    chosen = PaperDesign(BadgeSize.CARD, schedule_on_back=True)
    assert fields.design() == kept_design() == chosen
    reports.catalogue.select_set("before-play")
    qtbot.waitUntil(lambda: not reports.sets.busy, timeout=20000)
    prepared = reports.sets._prepared
    assert prepared is not None
    assert next(each for each in prepared.papers if each.report.name == "badges").document.design == chosen
    reports.forget()
    assert fields.design() == chosen
