"""The part Setup: fields are found by their labels, and are wholly visible when they have the cursor."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import focused, press
from tournament.event.settings import Settings
from tournament.language import LANGUAGES, Language, folded
from tournament.use_cases import RecordTotals
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.controller import EventController
from ui.desktop.pages.event.page import SETUP, TODAY, EventPage
from ui.desktop.pages.event.setup_part import SetupPart
from ui.desktop.recent import remember
from ui.desktop.translation import translator
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def event(window: Window, controller: EventController, tmp_path: Path) -> EventPage:
    """The page of a new event, which is visible."""
    controller.create(tmp_path / "new.qv", Settings("Cup", sessions=2))
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    return page


@pytest.fixture
def setup(event: EventPage) -> SetupPart:
    return event.setup


def find(words: str) -> None:
    """Type ``words`` into the search."""
    press("Ctrl+F")
    QApplication.clipboard().setText(words)
    press("Ctrl+V")


def is_whole(widget: QWidget) -> bool:
    """Return whether all of ``widget`` is visible in its scroll area and in the window."""
    around = widget.parentWidget()
    while around is not None:
        part = around.viewport() if isinstance(around, QScrollArea) else around if around.isWindow() else None
        if part is not None and not part.rect().contains(QRect(widget.mapTo(part, QPoint()), widget.size())):
            return False
        around = around.parentWidget()
    return widget.isVisible()


def test_setup_opens_before_there_are_tables_and_today_afterwards(event: EventPage, window: Window) -> None:
    assert event.parts.current == SETUP
    assert focused() is event.setup.fields.line("name")
    press("F3")
    assert event.parts.current == TODAY
    press("Alt+2", "Alt+1")
    assert event.parts.current == TODAY, "the user’s own choice stays"
    press("F3")
    assert event.parts.current == SETUP


def test_with_a_draw_today_opens_and_a_setting_that_is_wanted_opens_setup(
    window: Window, controller: EventController
) -> None:
    page = window.page("event")
    assert isinstance(page, EventPage)
    window.show_page("event")
    assert page.parts.current == TODAY
    controller.navigation.setting_wanted.emit("city")
    assert page.parts.current == SETUP
    assert focused() is page.setup.fields.line("city")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_field_is_found_by_its_label_whatever_its_accents(
    window: Window, setup: SetupPart, language: Language
) -> None:
    translator.set_language(language)
    window.resize(1366, 768)
    QApplication.processEvents()
    wrong = []
    for name in setup.fields.fields:
        editor = setup.fields.labelled[name].editor
        if editor.isVisibleTo(setup):
            find(folded(editor.accessibleName()))
            press("Return")
            if not (editor.hasFocus() and is_whole(editor)):
                wrong.append(name)
    assert wrong == []


def test_streamed_tables_are_typed_as_numbers_and_taken_back(setup: SetupPart, controller: EventController) -> None:
    def type_in(typed: str) -> tuple[int, ...]:
        find("streamed")
        press("Return", "Ctrl+A", "Delete", *typed, "Tab")
        return controller.book.view.settings.streamed

    assert type_in("4,1") == (1, 4)
    assert setup.fields.line("streamed").text() == "1, 4"
    assert type_in("x") == (1, 4)
    assert setup.fields.line("streamed").text() == "x", "it stays, with what is wrong below it"
    assert type_in("") == ()


def test_players_required_of_countries_and_teams_are_typed_and_refused(
    setup: SetupPart, controller: EventController
) -> None:
    def type_in(label: str, typed: str) -> tuple[int, int]:
        find(label)
        press("Return", "Ctrl+A", "Delete", *typed, "Tab")
        settings = controller.book.view.settings
        return settings.country_size, settings.team_size

    assert setup.fields.line("team_size").text() == ""
    assert type_in("players of a country", "3") == (3, 0)
    assert type_in("players of a team", "4") == (3, 4)
    assert type_in("players of a country", "0") == (3, 4)
    assert setup.fields.line("country_size").text() == "0", "it stays, with what is wrong below it"
    assert setup.fields.refused("country_size")
    assert type_in("players of a team", "") == (3, 0)


def test_cards_and_headings_are_found_too_and_others_by_the_arrows(setup: SetupPart, said: Said) -> None:
    for words, found in (("new pin", setup.roles.pin), ("prizes curr", setup.prizes.currency), ("write", setup.site)):
        find(words)
        press("Return")
        assert found is focused() or found.isAncestorOf(focused()), words
        assert is_whole(focused())
    find("second reading")
    press("Return")
    assert focused() is setup.fields.choice("second_reading"), "it is one of its choices"
    find("day")
    first = said(setup.search)
    press("Down")
    assert said(setup.search) != first
    press("Up")
    assert said(setup.search) == first
    assert "Name and place: First day (1 of" in first
    press("Esc")
    assert setup.search.line.text() == ""
    find("umbrella")
    assert "No field has these words" in said(setup.search)


def test_a_hidden_option_of_the_rules_is_found(setup: SetupPart, controller: EventController) -> None:
    controller.act(ChangeSettings(replace(controller.book.view.settings, rules="hong-kong")))
    find("minimum")
    press("Return")
    assert setup.options.is_open
    assert focused() is setup.options.rows["minimum"].editor
    QApplication.processEvents()
    assert is_whole(focused())


def test_what_cannot_be_changed_is_shown_and_the_cursor_stays(window: Window, controller: EventController) -> None:
    controller.act(RecordTotals(1, 1, (30, -10, -10, -10)))
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.go_to_part(SETUP)
    find("sessions")
    press("Return")
    assert focused() is page.setup.search.line
    assert is_whole(page.setup.fields.line("sessions"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1366, 768), (960, 600)])
def test_the_field_with_the_cursor_is_wholly_in_view(window: Window, setup: SetupPart, size: tuple[int, int]) -> None:
    window.resize(*size)
    QApplication.processEvents()
    setup.fields.line("name").setFocus()
    seen, cut = set(), []
    while focused() not in seen and setup.isAncestorOf(focused()):
        seen.add(focused())
        if not is_whole(focused()):
            cut.append(focused().accessibleName())
        press("Tab")
    assert len(seen) > 30
    assert cut == []


def test_the_number_of_open_points_is_the_same_everywhere(
    event: EventPage, window: Window, controller: EventController, said: Said
) -> None:
    event.show_part(TODAY)
    assert "3 points open" in said(event.today.checklist)
    assert "3 points open" in window.status.open.label()
    assert "Event, 3 points open" in said(window.rail)
    press("Alt+4", "F8")
    assert (window.current, event.parts.current) == ("event", TODAY)


def test_the_overview_and_a_table_that_differs_speak_of_the_same_number(
    window: Window, controller: EventController, said: Said
) -> None:
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    assert "1 point open" in said(page.today.overview)
    assert "1 point open" in said(page.today.checklist)
    assert "1 point open" in window.status.open.label()
    assert "Event, 1 point open" in said(window.rail)


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu without a screen
def test_an_event_that_was_open_before_is_opened_from_a_list(
    setup: SetupPart, controller: EventController, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    press("Ctrl+Shift+E")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [
        ("No other event was open before.", False)
    ]
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    remember(controller.book.view, tmp_path / "other.qv")
    remember(controller.book.view, Path(controller.book.place))
    press("Ctrl+Shift+E")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert len(menu.actions()) == 1
    with qtbot.waitSignal(controller.messages.event_refused) as refused:
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert refused.args[0] == (tmp_path / "other.qv").resolve()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("away", ["Alt+2", "F3"])
def test_leaving_in_the_middle_of_a_field_saves_nothing_and_loses_nothing(
    setup: SetupPart, window: Window, controller: EventController, away: str
) -> None:
    press("Home", "z", "z", away)
    assert controller.book.view.settings.name == "Cup"
    assert "was not saved in Setup (Name)" in window.messages.text()
    press("Alt+1") if away == "Alt+2" else press("F3")
    name = setup.fields.line("name")
    assert name.text() == "zzCup"
    assert "Not saved yet" in setup.fields.labelled["name"].problem()
    name.setFocus()
    press("Return")
    assert controller.book.view.settings.name == "zzCup", "who presses Enter means it"
    assert not setup.fields.labelled["name"].problem()


def test_escape_restores_a_field(setup: SetupPart, controller: EventController) -> None:
    press("z", "z", "Esc")
    assert setup.fields.line("name").text() == "Cup"
    press("Tab")
    assert controller.book.view.settings.name == "Cup"
    find("place")
    press("Return", "x", "Alt+2", "Alt+1")
    setup.fields.line("city").setFocus()
    press("y", "Esc")
    assert setup.fields.line("city").text() == ""
    assert not setup.fields.labelled["city"].problem()


def test_a_field_that_was_left_unsaved_does_not_rename_a_closed_event(
    setup: SetupPart, controller: EventController, tmp_path: Path
) -> None:
    press("z", "z", "Alt+2")
    controller.create(tmp_path / "other.qv", Settings("Other", sessions=2))
    controller.open(tmp_path / "new.qv")
    assert controller.book.view.settings.name == "Cup"


def test_what_is_chosen_in_an_open_list_is_saved_though_another_part_is_shown(
    setup: SetupPart, event: EventPage, controller: EventController
) -> None:
    """A drop-down list may stay open while a key shows the other part."""
    box = setup.fields.choice("second_reading")
    event.show_part(TODAY)
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert controller.book.view.settings.second_reading.value == box.currentData()
