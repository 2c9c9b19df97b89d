"""The Settings page in the real window: everything takes effect at once."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import focused, press, type_words
from tournament.use_cases.commands import NoteAttendance
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.menus import offer_entry
from ui.desktop.pages.settings.page import SettingsPage
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")


@pytest.fixture
def settings(window: Window) -> SettingsPage:
    """The page, which is visible."""
    press("Alt+9")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    return page


def test_the_language_by_arrow_at_once_and_next_time(settings: SettingsPage) -> None:
    assert focused() is settings.language
    press("Right")
    assert translator.language.code == preferences.language().code == "fr"


def test_the_theme_at_once_and_next_time(settings: SettingsPage) -> None:
    settings.look.setFocus()
    press("End")
    assert theme.dark
    assert preferences.appearance() is Appearance.DARK
    press("Home")
    assert theme.choice is preferences.appearance() is Appearance.SYSTEM


def test_a_change_elsewhere_is_shown_here(settings: SettingsPage) -> None:
    press("F10")
    assert settings.look.current == "dark"


def test_the_name_signs_what_is_entered_from_now_on(settings: SettingsPage, controller: EventController) -> None:
    settings.author.setFocus()
    type_words("Renee Staal")
    press("Return")
    assert preferences.author() == "Renee Staal"
    changes = controller.act(NoteAttendance((1,)))
    assert changes.entries[0].author == "Renee Staal"


def test_places_are_told(settings: SettingsPage, said: Callable[[QWidget], str]) -> None:
    words = said(settings)
    assert str(preferences.path().parent) in words
    assert "Crash reports" in words


def test_without_an_event_esc_leads_back(window: Window, controller: EventController) -> None:
    press("Ctrl+W", "Alt+9")
    assert window.current == "settings"
    press("Esc")
    assert window.current == "start"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1000, 640), (1366, 768), (3840, 2160)])
def test_it_fits(settings: SettingsPage, window: Window, size: tuple[int, int]) -> None:
    window.resize(*size)
    QApplication.processEvents()
    assert window.size().toTuple() == size


def test_the_text_size_next_time(
    settings: SettingsPage, said: Callable[[QWidget], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt reads its scale factor once, and multiplies it by that of the screen."""
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    preferences.ask_qt_for_text_size()
    assert "QT_SCALE_FACTOR" not in os.environ
    assert "start the program again" not in said(settings)
    settings.text_size.setFocus()
    press("Right", "Right")
    assert preferences.text_size() == 125
    assert "start the program again" in said(settings)
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    preferences.ask_qt_for_text_size()
    assert os.environ["QT_SCALE_FACTOR"] == "2.5"
    preferences.keep_value("text-size", "3000")
    assert preferences.text_size() == 100


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about desktops of Linux")
def test_the_program_is_added_to_the_menus_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: SettingsPage, qtbot: QtBot
) -> None:
    monkeypatch.setattr("ui.menu_entry.menu_folder", lambda: tmp_path / "share")
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    line = settings.menus
    assert line is not None
    line.show_state()
    assert line.remove.isHidden()
    line.add.click()
    qtbot.waitUntil(lambda: line.add.isHidden() and not line.remove.isHidden())
    assert (tmp_path / "share" / "applications" / "quatre-vents.desktop").exists()
    line.remove.click()
    qtbot.waitUntil(lambda: line.remove.isHidden() and not line.add.isHidden())
    assert not (tmp_path / "share" / "applications" / "quatre-vents.desktop").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about desktops of Linux")
def test_it_is_offered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: Window) -> None:
    controller, bar = window.controller, window.messages
    offer_entry(controller, bar)
    assert not bar.isVisible(), "with a folder of its own for all files it belongs to no desktop"
    monkeypatch.setattr("ui.desktop.menus.user_home", lambda: None)
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    offer_entry(controller, bar)
    assert bar.instead.label() == "Add to the menus"
    bar.hide()
    offer_entry(controller, bar)
    assert not bar.isVisible()
