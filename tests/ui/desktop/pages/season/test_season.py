"""The ranking of a league and of its evenings, with a player's course beside it, by keys."""

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.cli.conftest import call_program
from tests.ui.desktop.conftest import FIRST, LAST
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.format import EventFormat
from tournament.event.money import ClubMoney, Stake
from tournament.standings.money import CLUB
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.pages.season.figures import parts
from ui.desktop.pages.season.page import SeasonPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("new_window")

_SELF_DRAW, _PAYS = 3 * 10, -10
"""By the blank rules, a self-draw of 10 brings the winner 30 and costs each of the others 10."""


def listed(page: SeasonPage) -> list[tuple[int | None, int]]:
    """Return rank and number of each player in the list."""
    QApplication.processEvents()
    return [(row.rank, row.player.number) for row in page.ranking.rows]


def cells(page: SeasonPage, row: int) -> list[str]:
    """Return the texts in the visible columns of a row."""
    model = page.ranking.model()
    shown = [place for place in range(model.columnCount()) if not page.ranking.isColumnHidden(place)]
    return [str(model.data(model.index(row, place), Qt.ItemDataRole.DisplayRole) or "") for place in shown]


def test_who_played_too_few_evenings_stands_below(season: SeasonPage) -> None:
    ranks = listed(season)
    assert ranks[0] == (1, 1)
    assert {number for rank, number in ranks if rank is None} == {8}
    assert season.ranking.rows[0].counted == {1}
    assert season.ranking.rows[0].worth == 2 * _SELF_DRAW


def test_the_evening_alone_is_ranked_by_a_key(season: SeasonPage) -> None:
    season.shown.setFocus()
    press("Right")
    assert listed(season) == [(1, 1), (2, 5), (2, 6), (2, 7)]
    assert season.ranking.evenings == (0, 0, 0), "no evening has a column, before it neither"
    assert [int(row.worth) for row in season.ranking.rows] == [_SELF_DRAW, _PAYS, _PAYS, _PAYS]


def test_an_earlier_moment_is_shown(season: SeasonPage) -> None:
    season.after.setFocus()
    press("Down", "Down")
    assert season.after.currentData() == "1"
    assert [rank for rank, _number in listed(season)] == [None] * 8


def test_the_names_stay_when_the_first_evening_has_fewer_columns(season: SeasonPage, window: Window) -> None:
    window.resize(1024, 700)
    press("Return")
    assert season.ranking.isColumnHidden(1), "the movement makes room"
    season.after.setFocus()
    press("End")
    QApplication.processEvents()
    assert "Ada Anything" in cells(season, 0)


def test_enter_opens_the_course_and_esc_closes_it(season: SeasonPage, window: Window) -> None:
    assert focused() is season.ranking
    press("Return")
    panel = season.panel
    assert panel.isVisible()
    assert panel._name.text() == "Ada Anything"
    assert [(step.session, step.counted) for step in panel.course.rows] == [(1, True), (2, False), (3, False)]
    assert [(each.sheet.session, each.sheet.table, each.result) for each in panel.played.rows] == [
        (3, 1, _SELF_DRAW),
        (2, 1, _SELF_DRAW),
        (1, 3, _SELF_DRAW),
        (1, 1, _SELF_DRAW),
    ]
    panel.played.setFocus()
    press("Down", "Return")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.state.table is not None
    assert tables.state.table.place == (2, 1)
    press("Alt+5", "Esc")
    assert not panel.isVisible()


def test_a_player_is_found_and_the_search_left(season: SeasonPage) -> None:
    press("Ctrl+F")
    type_words("hypo")
    assert [number for _rank, number in listed(season)] == [8]
    press("Return", "Return")
    assert "Not ranked yet" in season.panel._why_title.text()
    press("Esc")
    assert len(listed(season)) == 8


def test_what_does_not_count_is_in_brackets(season: SeasonPage, window: Window) -> None:
    window.resize(1366, 700)
    assert season.ranking.rows[0].counted == {1}
    assert [cell for cell in cells(season, 0) if cell.startswith("(")] == [f"(+{_SELF_DRAW})"] * 2


def test_every_evening_is_reached_by_a_key(season: SeasonPage, window: Window) -> None:
    window.resize(1024, 700)
    press("Return")
    season.ranking.setFocus()
    seen: set[int] = set()
    for _ in range(4):
        first, last, count = season.ranking.evenings
        assert count == 3
        seen.update(range(first, last + 1))
        assert season.evenings.isHidden() == (last - first + 1 == count)
        press("Left")
    assert seen == {1, 2, 3}
    assert season.ranking.evenings[0] == 1
    for _ in range(4):
        press("Right")
    assert season.ranking.evenings[1] == 3


@pytest.mark.parametrize("event_file", [EventFormat.CLUB], indirect=True)
def test_a_club_evening_has_one_ranking_without_table_points(season: SeasonPage, window: Window) -> None:
    assert not season.shown.isVisible()
    assert not season.after.isVisible()
    assert [number for _rank, number in listed(season)][:2] == [1, 5]
    window.resize(1000, 640)
    QApplication.processEvents()
    assert cells(season, 0)[:2] == ["1", "Ada Anything"]


def money(page: SeasonPage) -> tuple[list[tuple[int, int, int]], dict[int, int]]:
    """Return the payments and balances that are shown, in hundredths."""
    QApplication.processEvents()
    paid = [(each.payer, each.payee, each.amount) for each in page.money.payments.rows]
    return paid, {each.player: each.amount for each in page.money.balances.rows}


def test_who_owes_whom_is_shown_by_a_key_for_the_season_and_the_evening(season: SeasonPage, window: Window) -> None:
    press("Ctrl+M")
    assert not season.money.isVisible()
    assert not season.money_link.isVisible(), "a club that does not count money sees nothing of it"
    controller = season.controller
    chosen = ClubMoney(Stake(100, 10), fee=200, currency="EUR")
    controller.act(ChangeSettings(replace(controller.book.view.settings, money=chosen)))
    press("Return", "Ctrl+M")
    assert season.money.isVisible()
    assert not season.panel.isVisible(), "one panel at a time"
    assert focused() is season.money.payments
    paid, balances = money(season)
    out = capture(season, "season")
    assert balances == out
    assert balances[CLUB] == 200 * (8 + 4 + 4)
    assert balances[1] == 4 * 300 - 3 * 200
    assert len(paid) == 7, "eight players and the club, of whom two settle between themselves"
    season.shown.setFocus()
    press("Right")
    assert money(season)[1] == {1: 100, 5: -300, 6: -300, 7: -300, CLUB: 800} == capture(season, "evening")
    press("Ctrl+P")
    assert season.money.isVisible()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ReportDialog)
    assert (dialog._report.name, dialog._options.session) == ("money-evening", 3)
    press("Esc")
    season.ranking.setFocus()
    press("Esc")
    assert not season.money.isVisible()
    press("Ctrl+M", "Ctrl+M")
    assert not season.money.isVisible()


def capture(page: SeasonPage, of: str) -> dict[int, int]:
    """Return the balances that the command line prints, in hundredths."""
    answer = call_program("standings", page.controller.book.place, "--money", of, "--json")
    return {each["player"] or CLUB: round(100 * Fraction(each["balance"])) for each in answer.json["balances"]}


def _chosen(page: SeasonPage, part: str) -> None:
    """Choose a part by keys, as far as its name."""
    page.part.setFocus()
    names = [page.part.itemText(place) for place in range(page.part.count())]
    press("Home", *["Down"] * names.index(part))
    QApplication.processEvents()


def figures(page: SeasonPage) -> list[list[str]]:
    """The visible rows of the figures."""
    model, role = page.figures.table.model(), Qt.ItemDataRole.DisplayRole
    places = range(model.columnCount())
    return [[str(model.data(model.index(line, place), role) or "") for place in places]
            for line in range(model.rowCount())]  # fmt: skip


def test_places_and_encounters_are_shown_in_place_of_the_ranking(season: SeasonPage) -> None:
    _chosen(season, "Places")
    assert not season.ranking.isVisible()
    assert season.figures.table.isVisible()
    (first, *_) = figures(season)
    assert first[:3] == [f"{FIRST[0]} {LAST[0]}", "1", "1"]  # one game is over, and it was won
    _chosen(season, "Head to head")
    assert {row[0] for row in figures(season)} > {first[0]}
    press("Esc")
    assert season.ranking.isVisible()
    assert season.part.currentIndex() == 0


def test_the_figures_of_an_evening_alone(season: SeasonPage) -> None:
    _chosen(season, "All hands")
    together = figures(season)
    season.shown.setFocus()
    press("Right")
    QApplication.processEvents()
    alone = figures(season)
    assert sum(int(row[1]) for row in alone) == 1  # the last evening has one hand
    assert sum(int(row[1]) for row in together) > 1


def test_best_hands_are_searched_and_printed_as_the_statistics(season: SeasonPage) -> None:
    _chosen(season, "Best hands")
    whole = figures(season)
    press("Ctrl+F")
    type_words(LAST[4])
    QApplication.processEvents()
    assert 0 < len(figures(season)) < len(whole)
    press("Esc")
    assert figures(season) == whole
    press("Ctrl+P")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ReportDialog)
    assert (dialog._report.name, dialog._options.session) == ("statistics", None)
    press("Esc")


def test_charts_are_shown(season: SeasonPage) -> None:
    _chosen(season, "Chart: How hands ended")
    assert season.figures.chart.isVisible()
    assert season.figures.chart.chart is not None
    assert season.focus_target() is season.figures.chart
    assert season.part.count() == len(parts())


def test_every_part_can_be_shown(season: SeasonPage) -> None:
    for place in range(season.part.count()):
        season.part.setCurrentIndex(place)
        season.part.activated.emit(place)
        QApplication.processEvents()
        assert (season.ranking if place == 0 else season.figures).isVisible()
