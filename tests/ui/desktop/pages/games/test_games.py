"""Games are opened by keys when players sit down, changed while they play, and cancelled before they begin."""

from datetime import date, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import FIRST, LAST
from tests.ui.desktop.pages.games.conftest import FIRST_EVENING
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.format import EventFormat
from tournament.language import ENGLISH, language_of
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.games.page import GamesPage
from ui.desktop.pages.players import table as columns
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
"""Without a screen, a drop-down list writes this to the log."""
NAMED = {str(number): f"{number} {FIRST[number - 1]} {LAST[number - 1]}" for number in range(1, 9)}
"""A typed number, and the text that it becomes."""
LEAGUE = pytest.mark.parametrize("event_file", [EventFormat.LEAGUE], indirect=True)


def listed(page: GamesPage) -> list[tuple[int, str, tuple[int, ...]]]:
    """Return number, table in the room and players of each game in the list."""
    QApplication.processEvents()
    return [(row.sheet.table, row.table_name, tuple(each.number for each in row.players)) for row in page.games.rows]


def free(page: GamesPage) -> list[int]:
    """Return the numbers of the free players, from the top of the list."""
    QApplication.processEvents()
    return [row.player.number for row in page.free.rows]


def open_game(*written: str, table: str = "") -> None:
    """Type four seats and a table, each followed by Enter."""
    for line in written:
        type_words(line)
        press("Return")
    type_words(table)
    press("Return")


def record(controller: EventController, game: int) -> None:
    controller.act(RecordHand(1, game, 1, Outcome(0, 1, 10)))


def test_a_typed_number_becomes_the_player_when_the_seat_is_left(games: GamesPage) -> None:
    for number, key, seat in (
        ("3", "Return", "3 Cleo Chimera"),
        ("1", "Tab", "1 Ada Anything"),
        ("99", "Tab", "99"),
    ):
        line = focused()
        type_words(number)
        press(key)
        assert line in games.form.seats
        assert games.form.seats[games.form.seats.index(line)].text() == seat
        assert focused() is not line


def test_a_game_is_opened_by_number_and_by_name(games: GamesPage) -> None:
    assert focused() is games.form.seats[0]
    open_game("3", "1", "dora", "2", table="Window")
    assert listed(games) == [(1, "Window", (3, 1, 4, 2))]
    assert free(games) == [5, 6, 7, 8]
    assert focused() is games.form.seats[0]
    assert games.form.empty


def test_who_waited_longest_is_seated_by_one_key(games: GamesPage, controller: EventController) -> None:
    open_game("1", "2", "3", "4")
    press("Ctrl+R", "Return")
    assert listed(games)[1:] == [(2, "", (5, 6, 7, 8))]
    press("Ctrl+R")
    assert games.form.empty, "nobody is free"


def test_a_free_player_is_seated_from_the_list(games: GamesPage) -> None:
    games.free.setFocus()
    press("Return", "Down", "Return")
    assert [line.text() for line in games.form.seats] == ["1 Ada Anything", "2 Ben Beispiel", "", ""]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("written", "seat", "problem"),
    [
        (("1", "2", "1", "4"), 2, "Ada Anything is already seated here."),
        (("1", "99", "3", "4"), 1, "There is no player 99."),
        (
            ("Zoe Nowhere", "2", "3", "4"),
            0,
            "“Zoe Nowhere” is not on the list. Add the player on the Players page first.",
        ),
        (("1", "2", "3", ""), 3, "This seat has no player."),
    ],
)  # fmt: skip
def test_a_seat_that_cannot_be_read_is_refused_there_and_nothing_typed_is_lost(
    games: GamesPage, written: tuple[str, ...], seat: int, problem: str
) -> None:
    open_game(*written)
    assert games.form._labelled[seat].problem() == problem
    assert focused() is games.form.seats[seat]
    assert [line.text() for line in games.form.seats] == [NAMED.get(each, each) for each in written]
    assert listed(games) == []


def test_a_player_of_an_open_game_is_refused_at_another_seat(games: GamesPage) -> None:
    open_game("1", "2", "3", "4")
    open_game("5", "6 Fay Fiktiv", "2 Ben Beispiel", "7")
    assert games.form._labelled[2].problem() == (
        "Ben Beispiel is in game 1, which has not ended: sign its sheet first, or change its players."
    )
    assert len(listed(games)) == 1


def test_another_game_at_the_same_table_asks_once(games: GamesPage) -> None:
    open_game("1", "2", "3", "4", table="A")
    open_game("5", "6", "7", "8", table="A")
    assert games.form.asks
    assert len(listed(games)) == 1
    press("Return")
    assert listed(games)[1:] == [(2, "A", (5, 6, 7, 8))]


def test_a_game_that_has_not_begun_is_taken_back_and_one_that_has_stays(
    games: GamesPage, controller: EventController
) -> None:
    open_game("1", "2", "3", "4")
    open_game("5", "6", "7", "8")
    record(controller, 2)
    games.games.setFocus()
    press("Home", "Del")
    assert [number for number, _name, _players in listed(games)] == [2]
    games.games.selectRow(0)
    press("Del")
    assert games.notice.isVisible()
    assert "has begun" in games.notice.text()
    assert [number for number, _name, _players in listed(games)] == [2]


def test_players_of_a_game_are_changed_with_a_reason_once_it_has_begun(
    games: GamesPage, controller: EventController
) -> None:
    open_game("1", "2", "3", "4", table="A")
    record(controller, 1)
    games.games.setFocus()
    games.games.selectRow(0)
    press("F2")
    assert focused() is games.form.seats[0]
    open_game("8", "", "", "")
    assert focused() is games.form.reason.line
    type_words("G3")
    press("Return")
    assert games.form.reason.problem() == "A reason has at least three letters."
    press("Ctrl+A")
    type_words("sat down for her")
    press("Return")
    assert listed(games) == [(1, "A", (8, 2, 3, 4))]
    assert games.form.changed_game is None


def test_enter_on_a_game_goes_to_its_sheet_also_behind_one_that_was_taken_back(
    games: GamesPage, window: Window
) -> None:
    open_game("1", "2", "3", "4")
    open_game("5", "6", "7", "8")
    games.games.setFocus()
    press("Home", "Del", "Home", "Return")
    assert window.current == "tables"
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.state.table is not None
    assert tables.state.table.place == (1, 2)
    assert [card.number for card in tables.cards.cards if not card.isHidden()] == [2]


def test_the_sheet_of_a_game_counts_no_table_points(
    games: GamesPage, window: Window, controller: EventController
) -> None:
    open_game("1", "2", "3", "4")
    record(controller, 1)
    games.games.setFocus()
    press("Home", "Return")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    foot = tables.score_sheet.totals._shown
    assert (foot.computed, foot.points, foot.ranked) == ((30, -10, -10, -10), (), False)


def test_a_game_played_to_its_end_gives_its_players_free(games: GamesPage, controller: EventController) -> None:
    open_game("1", "2", "3", "4")
    for hand in range(1, 17):
        controller.act(RecordHand(1, 1, hand, Outcome(hand % 4, None, 10)))
    assert free(games) == [5, 6, 7, 8, 1, 2, 3, 4]
    assert [row.games for row in games.free.rows] == [0, 0, 0, 0, 1, 1, 1, 1]


@LEAGUE
def test_an_evening_of_a_league_is_opened_by_key(games: GamesPage, controller: EventController) -> None:
    open_game("1", "2", "3", "4")
    press("Ctrl+E")
    assert focused() is games.evening_form.form.line("day")
    type_words("2026-09-11")
    press("Return")
    type_words("Cellar")
    press("Return")
    view = controller.view
    assert view is not None
    assert (view.state.evening(2).day, view.state.evening(2).place) == (date(2026, 9, 11), "Cellar")
    assert listed(games) == []
    open_game("5", "6", "7", "8")
    assert listed(games) == [(1, "", (5, 6, 7, 8))]
    view = controller.view
    assert view is not None
    assert view.seating is not None
    assert view.seating.sessions == (((1, 2, 3, 4),), ((5, 6, 7, 8),))


@LEAGUE
@pytest.mark.usefixtures("first_evening")
def test_the_first_evening_is_asked_for_with_today_and_back_again_after_an_undo(
    games: GamesPage, controller: EventController
) -> None:
    form = games.evening_form
    assert focused() is form.form.line("day")
    assert form.form.value("day") == datetime.now().astimezone().date()
    assert not form.leave.isVisible()
    press("Return", "Return")
    assert focused() is games.form.seats[0]
    press("Ctrl+Z")
    assert form.isVisible()
    assert form.is_first
    press("Ctrl+Y")
    assert games.form.isVisible()
    assert controller.view is not None
    assert controller.view.state.evening(1).day == datetime.now().astimezone().date()


@LEAGUE
def test_the_evening_in_view_may_be_taken_back(games: GamesPage, controller: EventController) -> None:
    press("Ctrl+E")
    press("Return", "Return")
    if games.evening_form.isVisible():  # the fixture's evening may be today's: then the form asks once
        press("Return")
    games.evening.setCurrentIndex(1)
    assert controller.session == 2
    press("Ctrl+Z")
    assert controller.session == 1
    assert games.evening.currentIndex() == 0
    assert games.evening.count() == 1


@LEAGUE
def test_the_same_day_asks_once(games: GamesPage, controller: EventController) -> None:
    press("Ctrl+E")
    type_words(f"{FIRST_EVENING}")
    press("Return", "Return")
    assert games.evening_form.asks
    press("Return")
    view = controller.view
    assert view is not None
    assert len(view.drawn_sessions) == 2


def test_a_tournament_has_its_draw_in_place_of_games(window: Window, controller: EventController) -> None:
    press("Alt+3")
    assert window.current == "games"
    items = {key for key, item in window.rail._items.items() if not item.isHidden()}
    assert "games" in items
    assert "draw" not in items
    controller.navigation.page_wanted.emit("draw")
    assert window.current == "games"


def test_what_is_half_typed_stays_over_other_pages(games: GamesPage) -> None:
    type_words("3")
    press("Return", "Alt+5", "Alt+3")
    assert games.form.seats[0].text() == "3 Cleo Chimera"
    assert focused() is games.form.seats[1]
    QTest.keyClick(focused(), Qt.Key.Key_Escape)
    assert games.form.empty


def test_players_come_while_games_are_played(games: GamesPage, window: Window) -> None:
    open_game("1", "2", "3", "4")
    press("Alt+2")
    page = window.page("players")
    assert isinstance(page, PlayersPage)
    assert not page.list.joining.isVisible()
    page.list.table.select_cell(page.list.table.model().rowCount() - 1, columns.FIRST_NAME)
    type_words("Zoe")
    press("Tab")
    type_words("Nowhere")
    press("Return")
    view = window.controller.view
    assert view is not None
    assert view.players[9].name == "Zoe Nowhere"


def test_a_sheet_says_which_game_it_is_and_has_no_table_points(games: GamesPage, window: Window) -> None:
    open_game("1", "2", "3", "4", table="Window")
    games.games.setFocus()
    press("Home", "Return")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.score_sheet.totals._shown.points == ()
    assert len(tables.score_sheet.totals._labels()[: tables.score_sheet.totals._size.lines]) == 2
    assert "Game 1" in tables.score_sheet.title.accessibleName()
    assert "Evening 1, at Window" in tables.score_sheet.title.accessibleName()


def test_an_evening_without_a_game_says_where_games_are_opened(window: Window) -> None:
    press("Alt+4")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.is_empty
    press("Return")
    assert window.current == "games"


@LEAGUE
def test_the_day_of_an_evening_is_said_in_the_language_of_the_window(games: GamesPage) -> None:
    day = FIRST_EVENING
    assert games.evening.currentText().endswith(ENGLISH.date(day))
    translator.set_language(language_of("fr"))
    assert games.evening.currentText().endswith(language_of("fr").date(day))


def test_undo_clears_the_form_before_it_undoes_an_entry(games: GamesPage, window: Window) -> None:
    open_game("1", "2", "3", "4")
    type_words("5")
    press("Return")
    type_words("6")
    press("Tab")
    assert games.form.named()
    for _ in range(6):  # the line with the focus may undo its own steps first
        if not games.form.named():
            break
        press("Ctrl+Z")
        assert len(listed(games)) == 1, "the entry stays while something is typed"
    assert games.form.named() == frozenset()
    assert "What was typed is cleared. Ctrl Z again undoes an entry." in window.messages.text()
    press("Ctrl+Z")
    assert listed(games) == []
