"""The next season of a league, begun by keys in the real window."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.format import EventFormat
from tournament.event.player import PlayerState
from tournament.use_cases.commands import ChangePlayerState
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.dialogs.new_files import NewSeasonDialog
from ui.desktop.long_work import idle
from ui.desktop.pages.event.page import EventPage
from ui.desktop.window import Window


def opened(window: Window) -> NewSeasonDialog:
    """The dialog, opened with its key."""
    press(OpenAction.SEASON.value)
    found = window.findChild(NewSeasonDialog)
    assert found is not None
    return found


def test_a_season_from_the_first_key_to_its_first_page(window: Window, event_file: Path, qtbot: QtBot) -> None:
    window.controller.act(ChangePlayerState(8, PlayerState.WITHDRAWN))
    members = sorted(window.controller.book.view.players)
    dialog = opened(window)
    assert focused() is dialog.fields.line("name")
    assert (dialog.fields.value("name"), dialog.new.name) == ("Club of Nowhere", "Club of Nowhere.qv")
    type_words("Club 2027/28")
    assert dialog.new == event_file.with_name("Club 2027 28.qv")
    press("Tab")
    type_words("2027-09-01")
    assert dialog.lines.toPlainText() == window.controller.book.view.players[8].name
    press("Ctrl+Return")
    qtbot.waitUntil(lambda: idle() and Path(window.controller.book.place) == dialog.new)
    view = window.controller.book.view
    assert (view.settings.name, f"{view.settings.starts}") == ("Club 2027/28", "2027-09-01")
    assert sorted(view.players) == [number for number in members if number != 8]
    assert view.last_session == 0
    assert event_file.exists()


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_overwritten(
    window: Window, event_file: Path, qtbot: QtBot
) -> None:
    dialog, before = opened(window), event_file.read_bytes()
    press("Ctrl+A", "Delete", "Ctrl+Return")
    assert (dialog.fields.refused("name"), focused()) == (True, dialog.fields.line("name"))
    type_words("Club 2027")
    dialog.show_new(event_file)
    press("Ctrl+Return")
    qtbot.waitUntil(lambda: idle() and dialog.outcome.isVisible())
    assert event_file.read_bytes() == before
    press("Esc")
    assert Path(window.controller.book.place) == event_file


@pytest.mark.sampled(1)
@pytest.mark.parametrize("event_file", [EventFormat.LEAGUE, EventFormat.CLUB], indirect=True)
def test_only_a_league_has_one(window: Window) -> None:
    league = window.controller.book.view.settings.format is EventFormat.LEAGUE
    press("Alt+1")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part("setup")
    said = "New season" if league else "New from this event"
    assert said in page.setup.season.text()
    press(OpenAction.SEASON.value)
    assert (window.findChild(NewSeasonDialog) is not None) is league
