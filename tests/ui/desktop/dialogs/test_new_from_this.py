"""New from this event: its settings in a new file, which opens."""

from datetime import date

from pytestqt.qtbot import QtBot

from tests.ui.desktop.pressing import press, type_words
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.dialogs.new_files import NewFromThisDialog
from ui.desktop.window import Window


def opened(window: Window) -> NewFromThisDialog:
    press(OpenAction.SEASON.value)
    found = window.findChild(NewFromThisDialog)
    assert isinstance(found, NewFromThisDialog)
    return found


def test_a_new_event_from_this_one(window: Window, controller: EventController, qtbot: QtBot) -> None:
    before = controller.book.view
    dialog = opened(window)
    assert dialog.more.isVisible()
    dialog.fields.line("name").selectAll()
    type_words("Again")
    dialog.fields.line("starts").setText("2027-05-01")
    press("Ctrl+Return")
    qtbot.waitUntil(lambda: controller.view is not None and controller.book.view.settings.name == "Again")
    view = controller.book.view
    assert (view.settings.rules, view.settings.sessions) == (before.settings.rules, before.settings.sessions)
    assert view.settings.starts == date(2027, 5, 1)
    assert not view.players
    assert view.seating is None


def test_the_players_may_come_too(window: Window, controller: EventController, qtbot: QtBot) -> None:
    players = dict(controller.book.view.players)
    dialog = opened(window)
    dialog.more.setChecked(True)
    dialog.fields.line("name").selectAll()
    type_words("With players")
    press("Ctrl+Return")
    qtbot.waitUntil(lambda: controller.view is not None and controller.book.view.settings.name == "With players")
    assert dict(controller.book.view.players) == players
