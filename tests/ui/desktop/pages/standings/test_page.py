"""The standings as they are read: rank order, what moved, why, live. Scores are recounted in the comments.

MCR pays the value from the discarder plus 8 from each (WMO 2006): 20 from 3 is +44 −8 −28 −8, 10 self-drawn +54 −18 ×3.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.standings.choosing import choose_list
from tournament.language import language_of, mark
from tournament.rules.payment import Outcome
from tournament.use_cases import Changes, CloseSheet, RecordHand
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.controller import EventController
from ui.desktop.pages.standings.columns import PLAYER
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.pages.standings.journey_widgets import LargeNumber
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.theme import Appearance, Size, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window


def cells(page: StandingsPage) -> list[list[str]]:
    """Return the texts of the rows of players in the visible columns."""
    table = page.lists.ranking
    shown = [at for at in range(table.rows_model.columnCount()) if not table.isColumnHidden(at)]
    return [[str(table.rows_model.index(row, at).data()) for at in shown] for row in range(table.rows_model.rowCount())]


def names(page: StandingsPage) -> list[str]:
    return [row.player.name for row in page.lists.ranking.rows]


def choose(page: StandingsPage, kind: str) -> None:
    choose_list(page.header, ListKind(kind))


def test_now_in_rank_order_with_movement(standings: StandingsPage) -> None:
    # Session 1, table 1: 1 has 4; 2 and 4 (−8) share 2 and 1; 3 has 0. Table 2: 5 has 4; 6, 7, 8 share 3.
    # Session 2, table 1: 2 has 4 (+54), 5 and 6 (−8) share 2 and 1, 1 has 0 (−38). So 5 and 2 are level on both counts.
    # After session 1 the places were 5, 1, then 2 and 4 third, 6, 7, 8 fifth, 3 eighth.
    assert cells(standings) == [
        ["1", "+2", "Ben Beispiel", "DK", "1½", "4", "5½", "+46"],
        ["1", "0", "Emil Ejemplo", "FR", "4", "1½", "5½", "+46"],
        ["3", "−1", "Ada Anything", "FR", "4", "0", "4", "+6"],
        ["4", "+1", "Fay Fiktiv", "DK", "1", "1½", "2½", "−26"],
        ["5", "−2", "Dora Dummy", "", "1½", "", "1½", "−8"],
        ["6", "−1", "Gil Greekless", "", "1", "", "1", "−18"],
        ["6", "−1", "Hana Hypothese", "", "1", "", "1", "−18"],
        ["8", "0", "Cleo Chimera", "", "0", "", "0", "−28"],
    ]


def test_provisional_is_said_in_words(standings: StandingsPage, said) -> None:
    assert "Provisional" in said(standings.header)
    assert "0 of 2 sheets of session 2 are verified. Unverified sheets also count." in said(standings.header)


def test_after_an_earlier_session(standings: StandingsPage, said, keyboard: Keyboard) -> None:
    standings.header.after.setFocus()
    keyboard.type("Down")
    assert standings.header.after.currentText() == "After session 1"
    assert [row[0] for row in cells(standings)] == ["1", "2", "3", "3", "5", "5", "5", "8"]
    assert names(standings)[:2] == ["Emil Ejemplo", "Ada Anything"]
    assert "Provisional" not in said(standings.header)
    assert standings.lists.rule_line.full_text() == "Ties in table points are decided by score."


def test_enter_opens_the_journey_and_esc_closes_it(standings: StandingsPage, keyboard: Keyboard, said) -> None:
    standings.lists.ranking.setFocus()
    standings.lists.ranking.select_player(1)
    keyboard.type("Enter")
    panel = standings.panel
    assert panel.isVisible()
    shown = said(panel)
    assert "Ada Anything" in shown
    assert "France · Red · player 1" in shown
    assert panel.rank.text() == "3rd of 8"
    assert panel.points.text() == "4 table points"
    assert panel.score.text() == "+6 score"
    assert panel.rank_chart.accessibleName() == "Rank after each session: S1 2; S2 3"
    assert panel.why.text() == "1½ table points behind Emil Ejemplo, 1st."
    rows = panel.steps.rows_model
    assert [rows.index(at, 1).data() for at in range(2)] == ["Table 1", "Table 1"]
    assert rows.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == "Table 1 · Ben, Cleo, Dora"
    assert "now playing, 1 hand in" in str(rows.index(1, 1).data(Qt.ItemDataRole.ToolTipRole))
    keyboard.type("Esc")
    assert not panel.isVisible()
    assert standings.lists.ranking.hasFocus()


def test_score_chart_in_the_same_place(standings: StandingsPage, said) -> None:
    standings.show_player(1)
    standings.panel.chart_switch.setFocus()
    QTest.keyClick(standings.panel.chart_switch, Qt.Key.Key_End)
    assert not standings.panel.rank_chart.isVisible()
    assert standings.panel.score_chart.accessibleName() == "Score of each session: S1 +44; S2 −38"


def test_find_filters_and_keeps_places(standings: StandingsPage, keyboard: Keyboard) -> None:
    keyboard.type("Ctrl+F")
    assert standings.header.search.hasFocus()
    keyboard.words("fik")
    assert [row[0:3:2] for row in cells(standings)] == [["4", "Fay Fiktiv"]]
    assert standings.lists.count_line.full_text() == "1 of 8 players found"
    keyboard.type("Esc")
    assert len(cells(standings)) == 8
    assert standings.lists.count_line.full_text() == "Players 1–8 of 8"


def test_a_letter_on_the_list_begins_a_search(standings: StandingsPage, keyboard: Keyboard) -> None:
    standings.lists.ranking.setFocus()
    keyboard.words("hana")
    assert names(standings) == ["Hana Hypothese"]


def test_only_changed_rows_are_repainted_and_the_selection_stays_with_its_player(
    standings: StandingsPage, played: EventController
) -> None:
    standings.lists.ranking.select_player(8)
    spy = QSignalSpy(standings.lists.ranking.rows_model.dataChanged)
    reset = QSignalSpy(standings.lists.ranking.rows_model.modelReset)
    # 8 wins 100 by self-draw at table 2 of session 2 (3, 7, 4, 8): +324, the others −108.
    played.act(RecordHand(2, 2, 1, Outcome(3, None, 100)), confirmed=True)
    assert reset.count() == 0
    repainted = {spy.at(at)[0].row() for at in range(spy.count())}
    assert 0 < len(repainted) < 8
    assert standings.lists.ranking.player == 8
    row = cells(standings)[standings.lists.ranking.currentIndex().row()]
    assert row[2] == "Hana Hypothese"
    assert row[-1] == "+306"


def test_an_entry_without_consequence_repaints_nothing(standings: StandingsPage, played: EventController) -> None:
    spy = QSignalSpy(standings.lists.ranking.rows_model.dataChanged)
    played.changed.emit(Changes(()))
    assert spy.count() == 0


def test_nothing_is_computed_while_another_page_is_in_view(
    standings: StandingsPage, played: EventController, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.show_page("tables")
    asked: list[int] = []
    real = standings.refresh

    def refresh() -> None:
        asked.append(1)
        real()

    monkeypatch.setattr(standings, "refresh", refresh)
    played.act(RecordHand(2, 2, 1, Outcome(3, None, 100)), confirmed=True)
    assert asked == []
    window.show_page("standings")
    assert asked == [1]
    assert "+306" in {row[-1] for row in cells(standings)}


def test_teams_and_their_rule(standings: StandingsPage, keyboard: Keyboard) -> None:
    choose(standings, "teams")
    rows = standings.lists.teams.rows_model
    # Red: 1 (4, +6) and 5 (5½, +46); Blue: 2 (5½, +46) and 6 (2½, −26).
    shown = [[str(rows.index(at, column).data()) for column in range(5)] for at in range(2)]
    assert shown == [["1", "Red", "2", "9½", "+52"], ["2", "Blue", "2", "8", "+20"]]
    assert "table points are those of all its players" in standings.lists.rule_line.full_text()


def test_countries_by_the_exact_average(standings: StandingsPage, keyboard: Keyboard) -> None:
    choose(standings, "countries")
    rows = standings.lists.countries.rows_model
    shown = [[str(rows.index(at, column).data()) for column in (0, 1, 4)] for at in range(2)]
    assert shown == [["1", "France", "4.8"], ["2", "Denmark", "4.0"]]
    assert rows.index(0, 4).data(Qt.ItemDataRole.ToolTipRole) == "4¾"  # what decides is exact
    translator.set_language(language_of("fr"))
    assert (rows.index(1, 1).data(), rows.index(0, 4).data()) == ("Danemark", "4,8")


def test_best_hands_open_their_sheet(standings: StandingsPage, keyboard: Keyboard, played: EventController) -> None:
    choose(standings, "hands")
    rows = standings.lists.hands.rows_model
    shown = [[str(rows.index(at, column).data()) for column in (1, 2, 6)] for at in range(3)]
    assert shown == [
        ["Ben Beispiel", "from Ada Anything", "30"],
        ["Ada Anything", "from Cleo Chimera", "20"],
        ["Emil Ejemplo", "self-draw", "10"],
    ]
    spy = QSignalSpy(played.navigation.table_wanted)
    standings.lists.hands.setFocus()
    keyboard.type("Enter")
    assert spy.at(0) == [2, 1]


def test_statistics_count_and_chart(standings: StandingsPage, keyboard: Keyboard) -> None:
    choose(standings, "counts")
    counts = standings.lists.statistics
    assert counts.ends.accessibleName() == "Results of hands: Won on a discard 2; Won by self-draw 1; Drawn 0"
    assert "8 to 11 1" in counts.values.accessibleName()
    rows = counts.table.rows_model
    by_name = {
        rows.index(at, 0).data(): [str(rows.index(at, column).data()) for column in range(1, 7)] for at in range(8)
    }
    assert by_name["Ada Anything"] == ["2", "1", "0", "1", "20.0", "20"]
    assert by_name["Emil Ejemplo"] == ["2", "1", "1", "0", "10.0", "10"]


@pytest.mark.usefixtures("new_window")
def test_nothing_played_and_no_teams(window: Window, controller: EventController, said, keyboard: Keyboard) -> None:
    window.show_page("standings")
    page = window.page("standings")
    assert isinstance(page, StandingsPage)
    assert "No hand is recorded yet. The standings start with the first hand." in said(page.lists)
    controller.act(RecordHand(1, 1, 1, Outcome(0, 2, 20)))
    assert len(cells(page)) == 8
    choose(page, "teams")
    assert "No player has a team." in said(page.lists)


def test_final_when_every_sheet_is_verified(standings: StandingsPage, played: EventController, said) -> None:
    played.act(CloseSheet(2, 1), confirmed=True)
    played.act(RecordHand(2, 2, 1, Outcome(3, None, 100)), confirmed=True)
    played.act(CloseSheet(2, 2), confirmed=True)
    assert standings.header.after.currentText() == "Now, after session 2"
    assert "Provisional" not in said(standings.header)


def test_below_1120_the_panel_is_the_page(standings: StandingsPage, window: Window) -> None:
    standings.show_player(1)
    window.resize(1100, 700)
    QApplication.processEvents()
    assert not standings.lists.isVisible()
    assert standings.panel.width() == standings.width()
    window.resize(1440, 900)
    QApplication.processEvents()
    assert standings.lists.isVisible()
    assert standings.panel.width() == 404


@pytest.mark.sampled(1)
@pytest.mark.parametrize("journey", [False, True])
def test_french_fits_and_names_keep_their_room(standings: StandingsPage, window: Window, *, journey: bool) -> None:
    translator.set_language(language_of("fr"))
    if journey:
        standings.show_player(1)
    for width in (1000, 1280, 1366, 1440):
        window.resize(width, 768)
        QApplication.processEvents()
        assert standings.minimumSizeHint().width() <= width - Size.RAIL
        table = standings.lists.ranking
        if table.isVisible():
            assert table.columnWidth(PLAYER) >= 170, width
            assert table.horizontalScrollBar().maximum() == 0, width


def test_the_models_keep_the_rules_of_qt(standings: StandingsPage, played: EventController, keyboard: Keyboard) -> None:
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    lists = standings.lists
    models = [
        table.rows_model for table in (lists.ranking, lists.teams, lists.countries, lists.hands, lists.statistics.table)
    ]
    testers = [QAbstractItemModelTester(model, mode) for model in models]
    for kind in ("teams", "countries", "hands", "counts", "players"):
        choose(standings, kind)
        played.undo()
    assert len(testers) == 5


def test_both_themes_paint_without_a_word_from_qt(standings: StandingsPage, window: Window) -> None:
    standings.show_player(5)
    pictures = []
    for look in (Appearance.LIGHT, Appearance.DARK):
        theme.set_choice(look)
        QApplication.processEvents()
        pictures.append(window.grab().toImage())
    assert pictures[0] != pictures[1]


def test_a_large_number_below_zero_keeps_its_digits(qtbot: QtBot) -> None:
    number = LargeNumber()
    qtbot.addWidget(number)
    for exact, digits, fraction in (
        (Fraction(-93_601, 3), "−31200", "1/3"), (Fraction(-1, 2), "−", "1/2"), (Fraction(-7), "−7", "")
    ):  # fmt: skip
        number.show_number(exact, mark("table points"))
        assert (number._parts().digits, number._parts().fraction) == (digits, fraction)


def test_groups_with_too_few_players_follow_without_a_rank_and_with_the_reason(
    standings: StandingsPage, played: EventController
) -> None:
    settings = played.book.view.settings
    played.act(ChangeSettings(replace(settings, country_size=3, team_size=2)))
    choose(standings, "countries")
    rows = standings.lists.countries.rows_model
    shown = [[rows.index(at, column).data() for column in (0, 1)] for at in range(rows.rowCount())]
    assert shown == [["", "France (fewer than 3 players)"], ["", "Denmark (fewer than 3 players)"]]
    choose(standings, "teams")
    teams = standings.lists.teams.rows_model
    assert [teams.index(at, 1).data() for at in range(teams.rowCount())] == ["Red", "Blue"]
    played.act(ChangeSettings(replace(settings, country_size=2)))
    choose(standings, "countries")
    assert [str(rows.index(at, 0).data()) for at in range(rows.rowCount())] == ["1", "2"]
