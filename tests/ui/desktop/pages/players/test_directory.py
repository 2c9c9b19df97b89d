"""Players of a new event are taken from the directory by the first letters of a name."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.ui.desktop.conftest import PatientBot
from tests.ui.desktop.pressing import press, type_words
from tournament.event.player import PublicName
from tournament.members.member import DirectoryMember, FederationNumber
from ui.desktop.bootstrap import open_members
from ui.desktop.controller import EventController
from ui.desktop.long_work import idle
from ui.desktop.pages.players import table as columns
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.registration.page import RegistrationPage
from ui.desktop.widgets.player_field import PlayerField
from ui.desktop.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")  # a list that drops down
ZORA = DirectoryMember(
    0, "Zora", "Falcon", country="IT", club="Harbour", numbers=(FederationNumber("EMA", "12990004"),),
    public=PublicName.INITIALS, notes="private",
)  # fmt: skip


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of this test alone, with two people."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    with open_members() as opened:
        opened.write([ZORA, DirectoryMember(0, "Yann", "Falcon", country="FR")])


def editor(players: PlayersPage) -> PlayerField:
    found = players.list.table.indexWidget(players.list.table.currentIndex())
    assert isinstance(found, PlayerField)
    return found


def test_three_letters_find_a_person_who_is_added_with_everything_but_notes(
    players: PlayersPage, controller: EventController, qtbot: PatientBot
) -> None:
    qtbot.waitUntil(idle)
    players.list.table.select_new()
    type_words("Fa")
    assert editor(players).offered() == ()
    type_words("l")
    assert editor(players).offered() == ("1 Zora Falcon · IT · Harbour", "2 Yann Falcon · FR")
    popup = editor(players)._popup
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert players.list.table.currentIndex().column() == columns.FIRST_NAME
    assert "Zora Falcon is filled in" in players.list.text()
    press("Return")
    added = controller.book.view.players[max(controller.book.view.players)]
    assert (added.name, added.country, added.ema_number, added.club) == ("Zora Falcon", "IT", "12990004", "Harbour")
    assert added.public is PublicName.INITIALS
    type_words("Fal")
    assert editor(players).offered() == ("2 Yann Falcon · FR",), "who plays already is not offered again"


def test_a_name_that_nobody_has_is_typed_as_ever(
    players: PlayersPage, controller: EventController, qtbot: PatientBot
) -> None:
    qtbot.waitUntil(idle)
    players.list.table.select_new()
    type_words("Falk")
    press("Tab")
    type_words("Anybody")
    press("Return")
    assert controller.book.view.players[max(controller.book.view.players)].name == "Falk Anybody"


def test_enter_takes_what_is_typed_while_people_are_offered(
    players: PlayersPage, controller: EventController, qtbot: PatientBot
) -> None:
    qtbot.waitUntil(idle)
    players.list.table.select_new()
    type_words("Yan")
    QTest.keyClick(editor(players)._popup, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert controller.book.view.players[max(controller.book.view.players)].name == "Yan"


def test_the_name_of_somebody_who_plays_is_corrected_without_offers(players: PlayersPage, qtbot: PatientBot) -> None:
    qtbot.waitUntil(idle)
    players.list.table.select_cell(0, columns.FIRST_NAME)
    press("F2")
    line = players.list.table.indexWidget(players.list.table.currentIndex())
    assert isinstance(line, QLineEdit)
    assert not isinstance(line, PlayerField)


def test_a_new_registration_is_filled_in_from_the_directory(window: Window, qtbot: PatientBot) -> None:
    window.show_page("registration")
    desk = window.page("registration")
    assert isinstance(desk, RegistrationPage)
    qtbot.waitUntil(idle)
    press("Ins")
    type_words("Zor")
    line = desk.form.form.line("first_name")
    assert isinstance(line, PlayerField)
    assert line.offered() == ("1 Zora Falcon · IT · Harbour",)
    QTest.keyClick(line._popup, Qt.Key.Key_Down)
    QTest.keyClick(line._popup, Qt.Key.Key_Return)
    QApplication.processEvents()
    registration = desk.form.read()
    assert registration is not None
    assert (registration.first_name, registration.last_name, registration.country, registration.club) == (
        "Zora", "Falcon", "IT", "Harbour",
    )  # fmt: skip
    assert desk.form.unsaved
