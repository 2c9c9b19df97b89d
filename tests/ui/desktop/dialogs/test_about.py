"""About the program: versions, licences, and their texts in a window that wraps lines itself."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assets.licences import works
from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.language import mark
from ui.desktop import bootstrap
from ui.desktop.dialogs import about
from ui.desktop.dialogs.about import AboutDialog, unwrapped
from ui.desktop.help import HelpPanel
from ui.desktop.long_work import idle
from ui.desktop.window import Window
from ui.updates import Release, UpdatesUnknown


@pytest.fixture
def window_at_start(dressed: QApplication) -> Iterator[Window]:
    """The window on its start page."""
    with shown(Window(bootstrap.make_controller("Organiser")), dressed) as made:
        yield made


def opened(window: Window, qtbot: QtBot) -> AboutDialog:
    press("Ctrl+F1")
    found = window.findChild(AboutDialog)
    assert found is not None
    qtbot.waitUntil(lambda: found.isActiveWindow() and idle())
    return found


def test_every_work_is_found_with_its_licence(
    window_at_start: Window, qtbot: QtBot, said: Callable[[QWidget], str]
) -> None:
    dialog = opened(window_at_start, qtbot)
    assert focused() is dialog.search
    assert "MIT License" in dialog.licence.toPlainText()
    assert not dialog.check.isVisible(), "this build names no place of releases"
    type_words("pyside6")
    assert [work.name for work in dialog.table.rows] == ["pyside6-addons", "pyside6-essentials"]
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in dialog.licence.toPlainText()
    words = said(dialog)
    assert "You may change this library and replace it with your own version." in words
    assert "code.qt.io" in words
    press("Down", "Down")
    assert focused() is dialog.table
    press("Esc")
    qtbot.waitUntil(lambda: window_at_start.findChild(AboutDialog) is None)


def test_it_leads_to_the_guides(window_at_start: Window, qtbot: QtBot) -> None:
    opened(window_at_start, qtbot)
    press("Ctrl+G")
    qtbot.waitUntil(lambda: window_at_start.findChild(AboutDialog) is None)
    (panel,) = window_at_start.findChildren(HelpPanel)
    assert panel.isVisible()
    assert panel.browser.toPlainText().startswith("The organiser's guide\n")


def test_it_opens_the_website_of_a_build_that_has_one(
    window_at_start: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_pages: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda address: opened_pages.append(address.toString()))
    assert not opened(window_at_start, qtbot).website.isVisible(), "this build names no website"
    press("Esc")
    qtbot.waitUntil(lambda: window_at_start.findChild(AboutDialog) is None)
    monkeypatch.setattr(about, "WEBSITE", "https://nowhere.example/page")
    opened(window_at_start, qtbot)
    press("Ctrl+B")
    assert opened_pages == ["https://nowhere.example/page"]


def test_each_work_has_a_text_and_each_of_the_lgpl_its_source() -> None:
    found = works()
    assert found[0].name == "Quatre Vents itself"
    assert {"Inter", "Noto", "Sounds", "Mahjong tiles", "paramiko"} < {work.name for work in found}
    for work in found:
        assert work.licence, work.name
        assert len(work.text) > 250, work.name
        assert "without the text of its licence" not in work.text
        assert bool(work.source) is ("LGPL" in work.licence), work.name


@pytest.fixture
def offering(window_at_start: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Iterator[AboutDialog]:
    """The dialog of a build that names a place of releases."""
    monkeypatch.setattr(about, "RELEASES", "https://api.nowhere.example/latest")
    dialog = opened(window_at_start, qtbot)
    yield dialog
    qtbot.waitUntil(idle)


def test_a_newer_version_is_told_as_plain_text_and_its_page_opened(
    offering: AboutDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, said: Callable[[QWidget], str]
) -> None:
    pages: list[str] = []
    release = Release("0.2.0", "<b>Faster</b>", "https://nowhere.example/0.2.0", newer=True)
    monkeypatch.setattr(about, "last_release", lambda _address: release)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: pages.append(url.toString()))
    assert not offering.outcome.isVisible(), "nobody has asked"
    press("Ctrl+U")
    qtbot.waitUntil(offering.show_page.isVisible)
    assert "Version 0.2.0 is available." in said(offering)
    assert offering.news.toPlainText() == "<b>Faster</b>"
    press("Ctrl+Return")
    assert pages == ["https://nowhere.example/0.2.0"]


def test_no_newer_version_and_no_answer_are_told(
    offering: AboutDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, said: Callable[[QWidget], str]
) -> None:
    monkeypatch.setattr(about, "last_release", lambda _address: Release("0.1.0", "", "", newer=False))
    press("Ctrl+U")
    qtbot.waitUntil(lambda: "This is the latest version." in said(offering))
    assert not offering.show_page.isVisible()

    def offline(_address: str) -> Release:
        raise UpdatesUnknown(mark("The answer takes too long. Try again later."))

    monkeypatch.setattr(about, "last_release", offline)
    press("Ctrl+U")
    qtbot.waitUntil(lambda: "It is not known whether there is a newer version." in said(offering))
    assert "The answer takes too long." in said(offering)


def test_a_server_that_does_not_answer_is_left_by_closing(
    offering: AboutDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = Event()
    monkeypatch.setattr(about, "last_release", lambda _address: never.wait(60))
    press("Ctrl+U")
    assert not idle()
    press("Esc")
    qtbot.waitUntil(idle)
    never.set()


WRAPPED = """\
The Licence of Nowhere
Version 1

                       A HEADING IN THE MIDDLE OF ITS PAGE, ON
                       TWO LINES
Copyright (c) 2020 The Authors of this Work and of the Works beside it
Copyright (c) 2021 Ada Nowhere and whoever else is named in the list of
  Authors

 Everybody may copy this text, which somebody wrapped as terminals want
 it,
 and may show it.
   a) The first entry of a list, which is so long that a second line is
      wanted for it;
   b) the second entry
- a third

  name of a column     and another, which are far apart, as tables are
  the cell below it    and what is in it
"""
SHOWN = """\
The Licence of Nowhere
Version 1

                       A HEADING IN THE MIDDLE OF ITS PAGE, ON
                       TWO LINES
Copyright (c) 2020 The Authors of this Work and of the Works beside it
Copyright (c) 2021 Ada Nowhere and whoever else is named in the list of
  Authors

 Everybody may copy this text, which somebody wrapped as terminals want it,
 and may show it.
   a) The first entry of a list, which is so long that a second line is wanted for it;
   b) the second entry
- a third

  name of a column     and another, which are far apart, as tables are
  the cell below it    and what is in it
"""


def test_paragraphs_become_lines_and_what_has_lines_of_its_own_keeps_them() -> None:
    assert unwrapped(WRAPPED) == SHOWN
    assert unwrapped("") == ""


def test_every_text_that_travels_keeps_its_words() -> None:
    for work in works():
        shown = unwrapped(work.text)
        assert shown.split() == work.text.split(), work.name
