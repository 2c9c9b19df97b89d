"""The help: there for every page in both languages, and every key that it names exists."""

import re

import pytest
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QPushButton, QTextBrowser, QWidget

from tests.ui.desktop.help_keys import keys_in
from tests.ui.desktop.pressing import focused, press
from tournament.language import ENGLISH, LANGUAGES, Language
from ui.desktop.help import HelpPanel, help_text
from ui.desktop.keys import key_name
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.key_text import KeyText
from ui.desktop.window import Window

IDS = [page.id for page in (START, *PAGES)]
EVERYWHERE = {"Up", "Down", "Left", "Right", "Return", "Esc", "Tab", "Space", "F2", "Del"}
"""What lists, fields and buttons answer without being told."""


def help_of(window: Window) -> HelpPanel:
    (found,) = window.findChildren(HelpPanel)
    return found


@pytest.mark.parametrize("language", LANGUAGES[:2], ids=lambda language: language.code)
@pytest.mark.parametrize("page", IDS)
def test_every_page_has_help_in_both_languages(page: str, language: Language) -> None:
    text = help_text(page, language)
    assert text.startswith("# ")
    assert 200 < len(text) < 2500
    assert "|---|---|" in text
    assert text != help_text(page, ENGLISH) or language == ENGLISH


@pytest.mark.parametrize("page", IDS)
def test_both_languages_name_the_same_keys(page: str) -> None:
    named = [keys_in(help_text(page, language)) for language in LANGUAGES[:2]]
    assert named[0] == named[1]
    assert all(QKeySequence(key).count() == 1 and not QKeySequence(key).toString().endswith("?") for key in named[0])


def keys_of(window: Window, page: QWidget) -> set[str]:
    """Every key that works or is shown on a page and in the frame around it."""
    shortcuts = (QShortcut.keys(shortcut) for shortcut in window.findChildren(QShortcut))
    found = {sequence.toString() for sequences in shortcuts for sequence in sequences}
    for part in (*page.findChildren(QWidget), *window.status.findChildren(QWidget)):
        if isinstance(part, KeyText):
            found |= set(re.findall(r"\ue000([^\ue001]*)\ue001", "".join(part._pieces)))
        elif isinstance(part, QPushButton | SearchField):
            found.add(str(getattr(part, "_key", "")))
    return found


@pytest.mark.parametrize("page", IDS)
def test_every_key_that_it_names_exists(window: Window, page: str) -> None:
    built = window.page(page)
    there = keys_of(window, built) | EVERYWHERE
    there |= {key_name(key) for key in there}
    missing = [key for key in keys_in(help_text(page, ENGLISH)) if not {key, key_name(key)} & there]
    assert not missing


def test_f1_opens_it_and_esc_gives_the_focus_back(window: Window) -> None:
    window.show_page("tables")
    before = focused()
    press("F1")
    panel = help_of(window)
    assert panel.isVisible()
    assert isinstance(focused(), QTextBrowser)
    assert panel.browser.toPlainText().startswith("Tables\nHere the paper sheets are typed.")
    assert "Ctrl Enter" in panel.browser.toPlainText()
    press("Esc")
    assert not panel.isVisible()
    assert focused() is before


def test_f1_again_closes_it(window: Window) -> None:
    press("F1", "F1")
    assert not help_of(window).isVisible()


def test_it_follows_the_page_and_the_language(window: Window) -> None:
    press("F1", "Alt+5")
    panel = help_of(window)
    assert panel.browser.toPlainText().startswith("Standings\n")
    translator.set_language(LANGUAGES[1])
    assert panel.browser.toPlainText().startswith("Classement\n")


def test_it_keeps_to_the_window_and_its_colours(window: Window, dressed: QApplication) -> None:
    press("F1")
    panel = help_of(window)
    window.resize(1366, 768)
    dressed.processEvents()
    assert panel.geometry().right() == window.width() - 1
    theme.set_choice(Appearance.DARK)
    block = panel.browser.document().begin()
    assert block.begin().fragment().charFormat().foreground().color().name().upper() == theme.tokens.text.upper()
