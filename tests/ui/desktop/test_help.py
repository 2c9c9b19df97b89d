"""The help: there for every page in every language, and every key that it names exists."""

import re

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTextBrowser, QWidget

import assets
from tests.ui.desktop.conftest import typed_hand
from tests.ui.desktop.help_keys import keys_in
from tests.ui.desktop.pressing import compose_words, focused, press, type_words
from tests.ui.desktop.whole import make_whole
from tournament.language import ENGLISH, LANGUAGES, Language, language_of, mark
from tournament.language.help_pages import EVERYWHERE as ON_ALL_PAGES
from tournament.language.help_pages import help_text, listed_keys, opening_of
from ui.desktop.help import HelpPanel, with_key_names
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.pages.display.page import PARTS, DisplayPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.keys import KEYS_SHOWN, KeyText, key_name
from ui.desktop.window import HOME, Window

IDS = [page.id for page in (START, *PAGES)]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
EVERYWHERE = {"Up", "Down", "Left", "Right", "Return", "Esc", "Tab", "Space", "F2", "Del"}
"""What lists, fields and buttons answer without being told."""


def help_of(window: Window) -> HelpPanel:
    (found,) = window.findChildren(HelpPanel)
    return found


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("page", IDS)
def test_every_page_has_help_in_every_language(page: str, language: Language) -> None:
    text = help_text(page, language)
    assert text.startswith("# ")
    opening = opening_of(page, language).partition("\n| ")[0]
    least, most = (55, 250) if language.code == "zh" else (180, 480)  # Chinese says it in half the characters
    assert least < len(opening) < most, "five lines beside the page"
    assert len(text) < 3000
    assert "|---|---|" in text
    assert text != help_text(page, ENGLISH) or language == ENGLISH


def test_the_help_has_the_name_that_a_page_has_in_a_club() -> None:
    french = language_of("fr")
    assert help_text("tables", french).startswith("# Tables\n")
    assert help_text("tables", french.with_words(("club",))).startswith("# Feuilles\n")


@pytest.mark.parametrize("page", [*IDS, ON_ALL_PAGES])
def test_every_language_names_the_same_keys(page: str) -> None:
    named = [keys_in(help_text(page, language)) for language in LANGUAGES]
    assert all(keys == named[0] for keys in named)
    assert all(
        QKeySequence(key).count() == 1 and (key == KEYS_SHOWN or not QKeySequence(key).toString().endswith("?"))
        for key in named[0]
    )


def keys_of(window: Window, page: QWidget) -> set[str]:
    """Every key that works or is shown on a page and in the frame around it, or on the page Tables, where keys lead."""
    pages = (each for id, each in window.area.made.items() if id != HOME and each is not page)
    others = {shortcut for each in pages for shortcut in each.findChildren(QShortcut)}
    shortcuts = (QShortcut.keys(shortcut) for shortcut in window.findChildren(QShortcut) if shortcut not in others)
    found = {sequence.toString() for sequences in shortcuts for sequence in sequences}
    for part in (*page.findChildren(QWidget), *window.status.findChildren(QWidget)):
        if isinstance(part, KeyText):
            found |= set(re.findall(r"\ue000([^\ue001]*)\ue001", "".join(part._pieces)))
        elif isinstance(part, QPushButton | SearchField):
            found.add(str(getattr(part, "_key", "")))
    return found


@pytest.fixture
def whole(window: Window) -> Window:
    """The window with everything that is made when it is first needed."""
    make_whole(window)
    return window


@pytest.mark.thorough
def test_every_key_that_it_names_exists(whole: Window) -> None:
    for page in IDS:
        built = whole.page(page)
        if isinstance(built, DisplayPage):  # a part is made when it is first shown
            for part in PARTS:
                built.show_part(part.key)
        there = keys_of(whole, built) | EVERYWHERE
        there |= {key_name(key) for key in there}
        missing = [key for key in keys_in(help_text(page, ENGLISH)) if not {key, key_name(key)} & there]
        assert not missing, page


OTHER_PRESSES = {"Ctrl+Shift+?", "Ctrl+Shift+/"}
"""What a keyboard makes of a key that is listed under another name."""


def bound_on(page: QWidget) -> set[str]:
    """Every key that a shortcut or a button of ``page`` answers, in Qt's portable form."""
    shortcuts = (QShortcut.keys(shortcut) for shortcut in page.findChildren(QShortcut))
    found = {sequence.toString() for sequences in shortcuts for sequence in sequences}
    found |= {part._key for part in page.findChildren(QWidget) if isinstance(part, OutlineButton | SearchField)}
    return {re.sub(r"\bEnter$", "Return", key) for key in found if key}


@pytest.mark.usefixtures("new_window")
@pytest.mark.thorough
def test_every_key_that_works_on_a_page_is_listed(whole: Window) -> None:
    for page in IDS:
        listed = {key for each in (page, ON_ALL_PAGES) for row in listed_keys(each, ENGLISH) for key in row.keys}
        assert bound_on(whole.page(page)) - listed == set(), page


def test_every_key_of_the_frame_is_listed_and_works(whole: Window) -> None:
    window = whole
    listed = {key for row in listed_keys(ON_ALL_PAGES, ENGLISH) for key in row.keys}
    pages = {shortcut for page in window.area.made.values() for shortcut in page.findChildren(QShortcut)}
    own = [shortcut for shortcut in window.findChildren(QShortcut) if shortcut not in pages]
    bound = {sequence.toString() for shortcut in own for sequence in QShortcut.keys(shortcut)}
    french = {f"Alt+{key}" for key in "&É\"'(-È_ÇÀ"}
    offered = {"Ctrl+Shift+O", "Ctrl+Shift+L"}  # said by the message that offers them
    assert bound - french - offered - OTHER_PRESSES | {"Esc", "Return", "Tab", "Ctrl+A", "Ctrl+C"} == listed


def test_f1_opens_it_and_esc_gives_the_focus_back(window: Window) -> None:
    window.show_page("tables")
    before = focused()
    press("F1")
    panel = help_of(window)
    assert panel.isVisible()
    assert isinstance(focused(), QTextBrowser), "arrows scroll it"
    assert panel.browser.toPlainText().startswith("Tables\nEnter the paper sheets here.")
    assert "Ctrl Enter" in panel.browser.toPlainText()
    press("Esc")
    assert not panel.isVisible()
    assert focused() is before


def test_the_rest_of_the_help_is_one_step_away(window: Window) -> None:
    window.show_page("tables")
    press("F1")
    panel = help_of(window)
    assert "French keyboard" not in panel.browser.toPlainText()
    panel.more.setFocus()
    press("Space")
    assert "French keyboard" in panel.browser.toPlainText()
    assert panel.more.label() == "Less"
    press("Alt+5")
    assert "Charts" not in panel.browser.toPlainText(), "another page begins with its first lines"
    panel.show_trouble()
    panel.more.setFocus()
    press("Space")
    assert panel.browser.toPlainText().startswith("Standings\nWho leads")
    panel.show_keys()
    assert not panel.more.isVisible()


def test_the_card_of_what_goes_wrong_is_one_step_away(window: Window) -> None:
    press("F1")
    panel = help_of(window)
    assert panel.trouble.isVisible()
    panel.trouble.setFocus()
    press("Space")
    told = panel.browser.toPlainText()
    assert told.startswith("If something goes wrong\n")
    assert "The file does not open." in told
    assert "F5 goes through the likely causes" in told
    press("Alt+5")
    assert panel.browser.toPlainText().startswith("Standings\n"), "another page has its own help"


def test_the_chapter_of_the_guide_is_one_step_away(window: Window) -> None:
    window.show_page("draw")
    press("F1")
    panel = help_of(window)
    assert panel.guide.label() == "Guide: The draw"
    panel.guide.setFocus()
    press("Space")
    assert panel.browser.toPlainText().startswith("The draw\nDraw when the list is final.")
    assert panel.guide.label() == "Guide: The organiser's guide"
    assert panel.more.label() == "This page"
    press("Tab", "Return")  # the first link in the chapter, by keys alone
    assert panel.browser.toPlainText().startswith("Somebody comes late\n")
    translator.set_language(LANGUAGES[1])
    assert panel.browser.toPlainText().startswith("Quelqu’un arrive en retard\n")
    panel.more.setFocus()
    press("Space")
    assert panel.browser.toPlainText().startswith("Tirage\n")
    press("Alt+5")
    assert panel.guide.label() == "Guide\u00a0: Le classement"


def test_a_link_in_a_chapter_has_the_colour_of_links(window: Window) -> None:
    press("F1")
    panel = help_of(window)
    panel.show_chapter("organiser")
    panel.show_chapter("organiser#nothing")
    assert panel.browser.toPlainText().startswith("The organiser's guide\n"), "an unknown chapter changes nothing"
    found = panel.browser.document().find("The rehearsal")
    assert found.charFormat().isAnchor()
    assert found.charFormat().foreground().color().name().upper() == theme.tokens.accent.upper()


def test_a_guide_that_is_not_translated_is_named_in_the_language_of_the_reader(window: Window) -> None:
    translator.set_language(LANGUAGES[2])
    window.show_page("tables")
    press("F1")
    assert help_of(window).guide.label() == "指南：裁判指南（英文）"


def test_a_guide_opens_the_folder_of_the_files_to_try(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    press("F1")
    panel = help_of(window)
    panel.show_chapter("sixteen")
    (address,) = {found.charFormat().anchorHref() for found in [panel.browser.document().find("docs/samples")]}
    panel.browser.anchorClicked.emit(QUrl(address))
    assert opened == [str(assets.samples())]


def test_f1_again_closes_it(window: Window) -> None:
    press("F1", "F1")
    assert not help_of(window).isVisible()


def test_it_follows_the_page_and_the_language(window: Window) -> None:
    press("F1", "Alt+5")
    panel = help_of(window)
    assert panel.browser.toPlainText().startswith("Standings\n")
    translator.set_language(LANGUAGES[1])
    assert panel.browser.toPlainText().startswith("Classement\n")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1366, 768), (960, 540)])
def test_it_lies_over_the_page_and_leaves_where_one_types_in_view(
    window: Window, dressed: QApplication, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.show_page("tables")
    dressed.processEvents()
    page = window.page("tables")
    before, typing = page.geometry(), focused()
    press("F1")
    panel = help_of(window)
    assert page.geometry() == before, "it squeezes nothing"
    covered = QRect(panel.mapTo(window, QPoint(0, 0)), panel.size())
    assert not covered.intersects(QRect(typing.mapTo(window, QPoint(0, 0)), typing.size()))
    press("Esc")
    assert not panel.isVisible()
    assert focused() is typing


def test_it_does_not_cover_where_somebody_types_on_after_the_page_changed_its_size(
    window: Window, page: TablesPage
) -> None:
    """A message that came or went laid it over the form, where nobody saw what was refused or asked."""
    window.resize(1366, 768)
    press("F1")
    type_words("1")
    window.messages.show_message(mark("Players"))
    QApplication.processEvents()
    window.messages.show_message(None)
    QApplication.processEvents()
    help = help_of(window)
    assert help.isVisible()
    for keys, part in (((), page.panel), (("G",), page.cards), (("Esc",), page.panel)):
        press(*keys)
        QApplication.processEvents()
        assert part.isAncestorOf(focused())
        covered = QRect(help.mapTo(window, QPoint(0, 0)), help.size())
        assert not covered.intersects(QRect(focused().mapTo(window, QPoint(0, 0)), focused().size())), keys


def test_typing_goes_on_beside_it(window: Window, page: TablesPage) -> None:
    press("F1", "Down", "2")
    assert typed_hand(page).winner == 1
    press("D", "8", "Return")
    assert page.view is not None
    assert page.view.sheet(1, 1).played == 1
    assert help_of(window).isVisible()
    press("F1")
    assert not help_of(window).isVisible()


def test_its_key_opens_and_closes_the_list_of_keys(window: Window, page: TablesPage) -> None:
    before = focused()
    for key, held in (
        (Qt.Key.Key_Question, CONTROL),
        (Qt.Key.Key_Question, CONTROL | SHIFT),
        (Qt.Key.Key_Slash, CONTROL | SHIFT),
    ):
        QTest.keyClick(before, key, held)
        panel = help_of(window)
        assert panel.isVisible()
        assert panel.lists_keys
        assert focused() is panel.search
        QTest.keyClick(focused(), key, held)
        assert not panel.isVisible()
        assert focused() is before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_list_has_every_key_of_every_page_in_the_language(window: Window, language: Language) -> None:
    translator.set_language(language)
    press("Ctrl+?")
    text = help_of(window).browser.toPlainText()
    for page in (*IDS, ON_ALL_PAGES):
        for row in listed_keys(page, language):
            assert re.sub(r"[`*]", "", with_key_names(row.action)) in text
            assert all(key_name(key) in text for key in row.keys)
    first, second = (
        help_text(each, language).partition("\n")[0].removeprefix("# ") for each in ("tables", ON_ALL_PAGES)
    )
    assert text.startswith(f"{first}\n")
    assert text.index(f"\n{second}\n") < text.index(f"\n{help_text('draw', language).partition(chr(10))[0][2:]}\n")


def test_the_list_is_searched_by_words_and_keys(window: Window) -> None:
    press("Ctrl+?")
    panel = help_of(window)
    type_words("self-dr")
    assert panel.browser.toPlainText().split("\n")[0] == "Tables"
    assert "self-draw" in panel.browser.toPlainText()
    assert "publish" not in panel.browser.toPlainText()
    panel.search.selectAll()
    type_words("ctrl return")
    shown = panel.browser.toPlainText()
    assert "publish" in shown
    assert "verify the sheet" in shown
    assert "self-draw" not in shown
    panel.search.selectAll()
    type_words("xyzzy")
    assert panel.browser.toPlainText() == "No matching key."
    press("F1")
    assert panel.browser.toPlainText().startswith("Tables\nEnter the paper")


def test_the_list_is_searched_in_chinese(window: Window) -> None:
    translator.set_language(LANGUAGES[2])
    press("Ctrl+?")
    panel = help_of(window)
    searches = (("自摸", "自摸", "公布"), ("回车 公布", "公布", "自摸"), ("核签", "核签记分表", "自摸"))
    for words, found, missing in searches:
        panel.search.selectAll()
        compose_words(words)
        shown = panel.browser.toPlainText()
        assert found in shown
        assert missing not in shown


def test_it_wears_the_colours_of_the_window(window: Window) -> None:
    press("F1")
    panel = help_of(window)
    theme.set_choice(Appearance.DARK)
    block = panel.browser.document().begin()
    assert block.begin().fragment().charFormat().foreground().color().name().upper() == theme.tokens.text.upper()
