"""The Settings page in the real window: everything takes effect at once."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.pressing import focused, press, type_words
from tournament.use_cases.commands import NoteAttendance
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.pages.settings.page import SettingsPage
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use settings that belong to this test alone."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


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
