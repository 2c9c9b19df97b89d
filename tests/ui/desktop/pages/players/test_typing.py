"""The list of players by keys, compared with what is shown and with the event."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.modeltest import ModelTester

from reports.federations.kept_register import keep_register
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.player import Player, PlayerState
from tournament.event.seating import Seating
from tournament.language import LANGUAGES
from tournament.use_cases.commands import AddPlayers, ChangePlayerState, PublishDraw, StartSession
from ui.desktop.controller import EventController
from ui.desktop.pages.players import table as columns
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD
from ui.desktop.window import Window


def shown(page: PlayersPage, row: int) -> list[str]:
    """Return the texts of the cells of a row."""
    model = page.list.table.model()
    return [str(model.index(row, column).data() or "") for column in range(model.columnCount())]


def names(controller: EventController) -> list[str]:
    return [player.name for player in controller.book.view.players.values()]


def shown_line(page: PlayersPage) -> str:
    """Return the text of the line edit in the current cell."""
    line = page.list.table.indexWidget(page.list.table.currentIndex())
    assert isinstance(line, QLineEdit)
    return line.text()


def draw(controller: EventController) -> None:
    controller.act(PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 1)))


def test_the_model_is_sound(players: PlayersPage, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(players.list.table.model(), force_py=True)


def test_a_player_is_typed_into_the_last_row(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(players.list.table.model().rowCount() - 1, columns.FIRST_NAME)
    type_words("Emil")
    press("Tab")
    type_words("Ejemplo")
    press("Tab")
    type_words("Spain")
    press("Tab")
    type_words("10-00 0005")
    press("Return")
    added = controller.book.view.players[5]
    assert (added.name, added.country, added.ema_number) == ("Emil Ejemplo", "ES", "10000005")
    assert shown(players, 4)[:6] == ["5", "", "Emil", "Ejemplo", "ES", "10000005"]
    assert shown(players, 5)[columns.FIRST_NAME] == "Type a name"
    assert players.list.table.currentIndex().row() == players.list.table.model().rowCount() - 1
    type_words("Fay")
    press("Tab")
    type_words("Fiktiv")
    press("Return")
    assert names(controller)[-2:] == ["Emil Ejemplo", "Fay Fiktiv"]


def test_the_key_that_begins_a_cell_is_not_said_to_be_lost(players: PlayersPage, window: Window) -> None:
    players.list.table.select_cell(1, columns.LAST_NAME)
    type_words("Z")
    assert (shown_line(players), window.messages.text()) == ("Z", "")
    type_words("oo")
    press("Return")
    assert (shown(players, 1)[columns.LAST_NAME], window.messages.text()) == ("Zoo", "")


def test_a_player_without_a_name_stays_and_says_so(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(players.list.table.model().rowCount() - 1, columns.COUNTRY)
    type_words("FR")
    press("Return")
    assert len(controller.book.view.players) == 4
    assert "First name is empty" in players.list.text()
    assert shown(players, 4)[columns.COUNTRY] == "FR"
    press("Esc")
    assert players.list.text() == ""
    assert shown(players, 4)[columns.FIRST_NAME] == "Type a name"


def test_a_single_name_is_added_with_a_remark(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(players.list.table.model().rowCount() - 1, columns.FIRST_NAME)
    type_words("Emil")
    press("Return")
    assert names(controller)[-1] == "Emil"
    assert "A single name, “Emil”: Last name is empty" in players.list.text()


def test_a_cell_is_corrected_in_place(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(0, columns.LAST_NAME)
    press("F2")
    press("Ctrl+A")
    type_words("Something")
    press("Return")
    assert controller.book.view.players[1].name == "Ada Something"
    assert shown(players, 0)[columns.LAST_NAME] == "Something"
    press("Ctrl+Z")
    assert controller.book.view.players[1].name == "Ada Anything"
    assert shown(players, 0)[columns.LAST_NAME] == "Anything"


def test_a_lost_zero_is_put_back(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(2, columns.EMA_NUMBER)
    type_words("4000003")
    press("Return")
    assert controller.book.view.players[3].ema_number == "04000003"
    assert shown(players, 2)[columns.EMA_NUMBER] == "04000003"


def test_what_cannot_be_is_refused_in_its_cell(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(1, columns.EMA_NUMBER)
    type_words("04000001")
    press("Return")
    assert controller.book.view.players[2].ema_number == "05000002"
    assert "have the same EMA number, 04000001" in players.list.text()
    assert shown(players, 1)[columns.EMA_NUMBER] == "04000001"
    press("Esc")
    assert players.list.text() == ""
    assert shown(players, 1)[columns.EMA_NUMBER] == "05000002"


def test_only_one_of_the_names_may_be_emptied(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(0, columns.FIRST_NAME)
    press("F2", "Ctrl+A", "Backspace", "Return")
    assert names(controller)[0] == "Anything"
    assert "A single name, “Anything”: First name is empty" in players.list.text()
    players.list.table.select_cell(0, columns.LAST_NAME)
    press("F2", "Ctrl+A", "Backspace", "Return")
    assert names(controller)[0] == "Anything"
    assert "First name is empty. Fill it in." in players.list.text()


def test_space_checks_in_and_takes_it_back(
    players: PlayersPage, controller: EventController, window: Window, said: Callable[[QWidget], str]
) -> None:
    players.list.table.select_cell(1, columns.FIRST_NAME)
    press("Space")
    assert controller.book.view.state.present == {2}
    here = players.list.table.model().index(1, columns.HERE)
    assert here.data(Qt.ItemDataRole.AccessibleTextRole) == "checked in"
    assert "1 of 4 checked in" in said(players.list.panels.overview)
    assert "Check-in: Ben Beispiel" in said(window.status)
    press("Space")
    assert controller.book.view.state.present == frozenset()
    press("Ctrl+Shift+Space")
    assert controller.book.view.state.present == {1, 2, 3, 4}
    assert "All players are here." in said(players.list.panels.overview)


def test_del_asks_in_place(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(2, columns.FIRST_NAME)
    press("Del")
    assert "Remove Cleo Chimera from the event?" in players.list.text()
    press("Esc")
    assert players.list.text() == ""
    assert len(controller.book.view.players) == 4
    press("Del", "Return")
    assert names(controller) == ["Ada Anything", "Ben Beispiel", "Dora Dummy"]
    assert shown(players, 2)[columns.FIRST_NAME] == "Dora"


def test_after_the_draw_names_can_be_corrected_and_players_of_the_draw_stay(
    players: PlayersPage, controller: EventController, said: Callable[[QWidget], str]
) -> None:
    draw(controller)
    assert players.list.table.model().rowCount() == 5
    assert "The draw is published. You can still correct names, and add players." in said(players.list)
    players.list.table.select_cell(0, columns.LAST_NAME)
    press("Del")
    assert "only players who joined late can be removed" in players.list.text()
    press("Return")
    press("Esc")
    assert len(controller.book.view.players) == 4
    type_words("Otherwise")
    press("Return")
    assert names(controller)[0] == "Ada Otherwise"
    controller.act(StartSession(1))
    assert players.list.table.model().rowCount() == 4
    assert "all sessions have begun" in said(players.list)
    press("Ctrl+I")
    assert "players can no longer be added" in players.list.text()


def test_find_and_back(players: PlayersPage, said: Callable[[QWidget], str]) -> None:
    press("Ctrl+F")
    assert focused() is players.list.search
    type_words("CHIM")
    assert [shown(players, row)[columns.LAST_NAME] for row in range(1)] == ["Chimera"]
    assert players.list.table.model().rowCount() == 2
    assert "1 of 4 found" in said(players.list)
    press("Return")
    assert focused() is players.list.table
    press("Ctrl+F", "Esc")
    assert players.list.table.model().rowCount() == 5


def test_sorting_by_a_column(players: PlayersPage) -> None:
    header = players.list.table.horizontalHeader()
    header.sectionClicked.emit(columns.COUNTRY)
    players.list.table.sortByColumn(columns.COUNTRY, Qt.SortOrder.AscendingOrder)
    assert [shown(players, row)[columns.NUMBER] for row in range(4)] == ["2", "1", "4", "3"]
    players.list.table.sortByColumn(columns.LAST_NAME, Qt.SortOrder.DescendingOrder)
    assert [shown(players, row)[columns.NUMBER] for row in range(4)] == ["4", "3", "2", "1"]


@pytest.mark.usefixtures("new_window")
def test_remarks_stand_beside_the_player(players: PlayersPage) -> None:
    assert shown(players, 2)[columns.REMARKS] == "No country · No EMA number"
    assert shown(players, 0)[columns.REMARKS] == ""


def test_one_word_is_pasted_into_its_cell(players: PlayersPage, controller: EventController) -> None:
    players.list.table.select_cell(2, columns.CLUB)
    QGuiApplication.clipboard().setText("Drachentor\n")
    press("Ctrl+V")
    assert controller.book.view.players[3].club == "Drachentor"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [4, 400])
def test_four_and_four_hundred_fit(players: PlayersPage, controller: EventController, number: int) -> None:
    from tournament.event.player import Player

    long = "Maximilienne-Apolline de la Très-Longue-Démonstration-Exemp"
    if number > 4:
        more = [Player(0, f"{long}", f"{at}") for at in range(number - 4)]
        controller.act(AddPlayers(tuple(more)))
    table = players.list.table
    assert players.list.table.model().rowCount() == number + 1
    assert table.horizontalScrollBar().maximum() == 0
    table.select_cell(number - 1, columns.FIRST_NAME)
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()))


@pytest.mark.thorough
def test_clubs_of_a_large_event_have_the_room_that_others_leave(
    players: PlayersPage, controller: EventController, window: Window
) -> None:
    """401 players: everything but long clubs is as wide as its longest text or its heading."""
    club = "Sample Riichi Club"
    many = [Player(0, f"Given{at}", f"Sample-Bamboo{at}", "FR", f"{4000010 + at:08}", club) for at in range(397)]
    controller.act(AddPlayers(tuple(many)))
    window.resize(1366, 768)
    QApplication.processEvents()
    table = players.list.table
    heads = [str(table.model().headerData(at, Qt.Orientation.Horizontal)) for at in range(table.model().columnCount())]
    whole = 2 * PAD + painting.width_of(club, Type.BODY)
    assert table.columnWidth(heads.index("Club")) >= whole
    for head, longest in (("EMA number", "04000010"), ("Country", "FR"), ("Present", "")):
        needed = max(painting.width_of(head, Type.CAPTION_STRONG), painting.width_of(longest, Type.BODY)) + 2 * PAD
        assert table.columnWidth(heads.index(head)) <= needed + 12, head


@pytest.mark.thorough
def test_the_state_of_a_player_is_shown_whole(players: PlayersPage, controller: EventController) -> None:
    table = players.list.table
    heads = [str(table.model().headerData(at, Qt.Orientation.Horizontal)) for at in range(table.model().columnCount())]
    place = heads.index("Present")
    before = table.columnWidth(place)
    controller.act(ChangePlayerState(2, PlayerState.DISQUALIFIED))
    QApplication.processEvents()
    assert table.columnWidth(place) > before
    assert table.columnWidth(place) >= painting.width_of("disqualified", Type.DENSE) + 2 * PAD + 22


@pytest.mark.thorough
def test_no_name_and_no_head_is_cut_in_a_narrow_window(players: PlayersPage, window: Window) -> None:
    for language, size in product(LANGUAGES, ((1280, 720), (1366, 768))):
        translator.set_language(language)
        window.resize(*size)
        QApplication.processEvents()
        table = players.list.table
        model = players.list.table.model()
        for at in range(model.columnCount()):
            head = str(model.headerData(at, Qt.Orientation.Horizontal))
            assert painting.width_of(head, Type.HEAD) + 2 * PAD <= table.columnWidth(at), (head, size)
        for name in (columns.FIRST_NAME, columns.LAST_NAME):
            for row in range(model.rowCount() - 1):
                said = str(model.index(row, name).data())
                assert painting.width_of(said, Type.NAME) + 2 * PAD <= table.columnWidth(name), (said, size)
        widths = sum(table.columnWidth(at) for at in range(model.columnCount()))
        assert widths <= table.viewport().width(), (language.code, size)


def test_who_is_half_typed_waits_while_the_draw_is_published(players: PlayersPage, controller: EventController) -> None:
    table = players.list.table
    table.select_cell(table.model().rowCount() - 1, columns.FIRST_NAME)
    type_words("Emil")
    press("Tab", "Esc")
    draw(controller)
    assert names(controller) == ["Ada Anything", "Ben Beispiel", "Cleo Chimera", "Dora Dummy"]
    assert shown(players, 4)[columns.FIRST_NAME] == "Emil"
    assert players.list.text() == ""
    press("Ctrl+Z")
    assert shown(players, 4)[columns.FIRST_NAME] == "Emil"


def test_the_row_of_the_next_player_stays_last(players: PlayersPage) -> None:
    table = players.list.table
    for order in Qt.SortOrder:
        for column in (columns.NUMBER, columns.HERE, columns.LAST_NAME, columns.REMARKS):
            table.sortByColumn(column, order)
            assert shown(players, 4)[columns.FIRST_NAME] == "Type a name"
    table.sortByColumn(columns.REMARKS, Qt.SortOrder.AscendingOrder)
    assert [shown(players, row)[columns.NUMBER] for row in range(4)] == ["3", "1", "2", "4"], "remarks first"


def test_a_corrected_cell_stays_in_its_place(players: PlayersPage, controller: EventController) -> None:
    table = players.list.table
    table.sortByColumn(columns.LAST_NAME, Qt.SortOrder.AscendingOrder)
    table.select_cell(0, columns.LAST_NAME)
    press("F2", "Ctrl+A")
    type_words("Zebra")
    press("Return")
    assert controller.book.view.players[1].name == "Ada Zebra"
    assert shown(players, 0)[columns.LAST_NAME] == "Zebra"
    assert table.currentIndex().row() == 0


def test_what_is_typed_into_a_cell_stays_when_the_language_changes(
    players: PlayersPage, controller: EventController
) -> None:
    players.list.table.select_cell(1, columns.FIRST_NAME)
    press("F2")
    type_words("Bruno")
    press("F9")
    assert translator.language.code == "fr"
    assert shown_line(players) == "Bruno"
    press("Return")
    assert controller.book.view.players[2].name == "Bruno Beispiel"


def test_a_player_of_the_federation_is_completed_while_typing(
    players: PlayersPage, controller: EventController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    keep_register([Player(0, "Emil", "Ejemplo", "ES", "10000005"), Player(0, "Fay", "Fiktiv", "GB", "11000006")])
    players.list.table.select_cell(players.list.table.model().rowCount() - 1, columns.FIRST_NAME)
    type_words("Emil")
    press("Tab")
    type_words("ejemplo")
    press("Tab")
    assert "From the federation’s list: ES, 10000005" in players.list.text()
    press("Return")
    added = controller.book.view.players[5]
    assert (added.name, added.country, added.ema_number) == ("Emil ejemplo", "ES", "10000005")
    players.list.table.select_cell(players.list.table.model().rowCount() - 1, columns.EMA_NUMBER)
    type_words("11000006")
    press("Return")
    assert controller.book.view.players[6].name == "Fay Fiktiv"


def test_a_line_that_outlives_its_cell_is_taken_once(players: PlayersPage, controller: EventController) -> None:
    """The event file was replaced while a name was typed; the line lost the focus again when the list was reset."""
    table = players.list.table
    table.select_cell(0, columns.FIRST_NAME)
    press("F2")
    line = table.indexWidget(table.currentIndex())
    assert isinstance(line, QLineEdit)
    line.setText("Adele")
    table.reset()
    after = names(controller)
    assert after[0] == "Adele Anything"
    line.setText("Nobody")
    table.itemDelegateForColumn(columns.FIRST_NAME).commitData.emit(line)
    QApplication.processEvents()
    assert names(controller) == after
