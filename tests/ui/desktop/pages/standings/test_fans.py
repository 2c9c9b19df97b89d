"""The list of fan made on the Standings page: in the event, by one player, and printed."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pages.standings.choosing import choose_list
from tournament import use_cases
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import CorrectHand, RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.pages.standings.columns import FIRST_MADE, MOST_OFTEN, share_text
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.pages.standings.lists import FanView
from ui.desktop.pages.standings.page import StandingsPage

CHOWS = "[234p,1]234m23456s88p7s"
"""41, 63, 68, 71 by discard: 13."""
PUNGS = "111222333s456pEE|SS0000"
"""24, 33, 62, 73, 75, 79 where South is the own and East not the prevalent wind."""


@pytest.fixture
def fans(standings: StandingsPage, controller: EventController, qtbot: QtBot) -> FanView:
    """The list of fan in an event with two hands of player 2 with their tiles, one of player 5, and three without."""
    use_cases.carry_out_all(
        controller.book,
        [
            RecordHand(2, 1, 2, Outcome(1, 0, 13), CHOWS),
            RecordHand(2, 2, 1, Outcome(0, 1, 13), CHOWS),
            RecordHand(2, 1, 3, Outcome(2, 0, 13), CHOWS),
        ],
        by=BY,
    )
    choose_list(standings.header, ListKind.FANS)
    view = standings.lists.fans
    standings.refresh()
    qtbot.waitUntil(lambda: not view.busy, timeout=20000)
    return view


def column(view: FanView, at: int) -> list[str]:
    model = view.table.rows_model
    return [str(model.index(row, at).data()) for row in range(model.rowCount())]


def test_it_says_how_many_hands_have_their_tiles(fans: FanView) -> None:
    assert fans.summary.full_text() == "3 hands with their tiles, of 6 won"
    assert set(column(fans, 1)) == {"Mixed Triple Chow", "All Chows", "All Simples", "Short Straight"}
    assert set(column(fans, 3)) == {"3"}
    assert set(column(fans, 4)) == {"100%"}
    points = dict(zip(column(fans, 1), column(fans, 5), strict=True))
    assert points["Mixed Triple Chow"] == "24"


def test_it_says_who_made_a_fan_first_and_who_most_often(fans: FanView, controller: EventController) -> None:
    seats = controller.book.view.seating
    assert seats is not None
    first = controller.book.view.players[seats.sessions[1][1][0]].name  # session 2, table 2, hand 1
    assert set(column(fans, FIRST_MADE)) == {first}
    place = fans.table.rows[0].made.first
    assert (place.session, place.table, place.hand) == (2, 2, 1)
    assert fans.table.rows[0].made.most_hands == 1


def test_the_fan_of_one_player(fans: FanView, standings: StandingsPage) -> None:
    standings.header.search.setText("Emil")
    assert fans.player.currentText().startswith("Emil")
    assert fans.summary.full_text() == "1 hand with its tiles, won by Emil Ejemplo"
    assert set(column(fans, 3)) == {"1"}
    assert fans.table.isColumnHidden(MOST_OFTEN)
    assert set(column(fans, FIRST_MADE)) == {"session 2, table 1, hand 2"}
    standings.header.search.clear()
    assert fans.player.currentIndex() == 0


def test_a_player_without_a_known_hand(fans: FanView) -> None:
    at = next(at for at in range(fans.player.count()) if fans.player.itemText(at).startswith("Gil"))
    fans.player.setCurrentIndex(at)
    fans.player.activated.emit(at)
    assert fans.summary.full_text() == "0 hands with their tiles, won by Gil Greekless"
    assert column(fans, 1) == []


def test_a_correction_counts_at_once(fans: FanView, controller: EventController, qtbot: QtBot) -> None:
    controller.act(CorrectHand(2, 1, 3, Outcome(2, 0, 13), "wrong tiles", ""))
    qtbot.waitUntil(lambda: not fans.busy, timeout=20000)
    assert fans.summary.full_text() == "2 hands with their tiles, of 6 won"


def test_enter_opens_the_sheet_where_it_was_made_first(
    fans: FanView, controller: EventController, qtbot: QtBot
) -> None:
    fans.table.setFocus()
    with qtbot.waitSignal(controller.navigation.table_wanted) as asked:
        QTest.keyClick(fans.table, Qt.Key.Key_Return)
    assert asked.args == [2, 2]


def test_ctrl_p_opens_the_report(fans: FanView, standings: StandingsPage, qtbot: QtBot) -> None:
    fans.table.setFocus()
    QTest.keyClick(fans.table, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    (dialog,) = standings.findChildren(ReportDialog)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    assert "Mixed Triple Chow" in dialog.preview.words()
    assert {format.value for format in dialog.save} == {"pdf", "xlsx", "html", "csv", "svg", "png"}
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_without_tiles_it_says_where_they_are_entered(standings: StandingsPage, said: Callable[[QWidget], str]) -> None:
    choose_list(standings.header, ListKind.FANS)
    assert "press T on the Tables page" in said(standings.lists.empty)


@pytest.mark.parametrize(("hands", "of", "said"), [(1, 3, "33%"), (1, 8, "13%"), (1, 500, "under 1%"), (0, 9, "0%")])
def test_shares_are_rounded_and_never_hide_a_hand(hands: int, of: int, said: str) -> None:
    assert ENGLISH.render(share_text(hands, of)) == said
