"""A report for a federation in the real window: what is missing is listed and corrected by keys."""

from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pages.reports.conftest import Answers, wait_for_pages, wait_for_task
from tests.ui.desktop.pressing import press, type_words
from tournament import use_cases
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, Command, RecordHand, carry_out
from tournament.use_cases.commands import ChangePlayer, ChangeSettings, Undo
from ui.desktop.controller import EventController
from ui.desktop.pages.event.page import EventPage
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.window import Window


@pytest.fixture
def ended(controller: EventController) -> EventController:
    """An event with both sessions verified."""
    commands: list[Command] = []
    for session in (1, 2):
        for table in (1, 2):
            commands += [RecordHand(session, table, 1, Outcome(table, None, 8 + session)), CloseSheet(session, table)]
    use_cases.carry_out_all(controller.book, commands, by=BY)
    return controller


@pytest.fixture
def page(ended: EventController, window_of_reports: Window, qtbot: QtBot) -> ReportsPage:
    """The page, on the report for EMA."""
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    page.catalogue.select("ema-results")
    wait_for_pages(page, qtbot)
    return page


def back(window: Window, page: ReportsPage, qtbot: QtBot) -> None:
    """Return to the reports, with the focus on their list."""
    press("Alt+7")
    wait_for_pages(page, qtbot)
    QApplication.processEvents()


def missing(page: ReportsPage) -> list[tuple[str, str, int]]:
    return [(gap.code, gap.field, gap.player) for gap in page.pages.gaps.table.rows]


def test_each_thing_is_put_right_by_keys_until_the_file_is_written(
    page: ReportsPage, ended: EventController, window_of_reports: Window, answers: Answers, tmp_path: Path, qtbot: QtBot
) -> None:
    before = missing(page)
    assert before[:2] == [("host-country-missing", "host_country", 0), ("city-missing", "city", 0)]
    assert page.pages.gaps.isVisible()
    assert not page.options.save.isEnabled()

    press("Tab", "Return")
    assert window_of_reports.current == "event"
    event = window_of_reports.page("event")
    assert isinstance(event, EventPage)
    assert QApplication.focusWidget() is event.setup.fields.line("host_country")
    type_words("Pays-Bas")
    press("Tab")
    assert ended.book.view.settings.host_country == "NL"
    back(window_of_reports, page, qtbot)
    assert missing(page) == before[1:]

    number = before[2][2]
    press("Tab", "Down", "Return")
    assert window_of_reports.current == "players"
    players = window_of_reports.page("players")
    assert isinstance(players, PlayersPage)
    assert players.list.table.number == number
    type_words("-")
    press("Return")
    assert ended.book.view.players[number].ema_number == "-"
    back(window_of_reports, page, qtbot)
    assert ("number-missing", "ema_number", number) not in missing(page)

    for player in tuple(ended.book.view.players.values()):
        carry_out(ended.book, ChangePlayer(replace(player, country="FR", ema_number="-")), by=BY)
    carry_out(ended.book, ChangeSettings(replace(ended.book.view.settings, city="Utrecht")), by=BY)
    page.refresh()
    wait_for_pages(page, qtbot)
    assert page.pages.preview.isVisible()
    answers.path = tmp_path / "ema.xlsx"
    press("Ctrl+E")
    wait_for_task(page, qtbot)
    assert len(list(load_workbook(answers.path)["MCR template"].iter_rows(min_row=2))) == 8


def test_everybody_without_a_number_is_noted_as_no_member_in_one_step(
    page: ReportsPage, ended: EventController, qtbot: QtBot
) -> None:
    without = {player for code, _field, player in missing(page) if code == "number-missing"}
    assert len(without) > 1
    button = page.pages.gaps.note_no_members
    assert button.text() == f"All {len(without)} players without a number are not members"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    wait_for_pages(page, qtbot)
    assert {number for number, player in ended.book.view.players.items() if player.ema_number == "-"} == without
    assert not any(code == "number-missing" for code, *_ in missing(page))
    ended.act(Undo())
    assert all(not ended.book.view.players[number].ema_number for number in without)


def test_a_name_in_another_script_leads_to_its_field_for_latin_letters(
    page: ReportsPage, ended: EventController, window_of_reports: Window, qtbot: QtBot
) -> None:
    player = replace(ended.book.view.players[2], first_name="明", last_name="王")
    carry_out(ended.book, ChangePlayer(player), by=BY)
    page.refresh()
    wait_for_pages(page, qtbot)
    (line,) = (at for at, each in enumerate(missing(page)) if each[0] == "latin-name-missing")
    page.pages.gaps.table.select_line(line)
    page.pages.gaps.table.setFocus()
    press("Return")
    players = window_of_reports.page("players")
    assert isinstance(players, PlayersPage)
    form = players.list.panels.state.form
    assert QApplication.focusWidget() is form.line("latin_last_name")
    type_words("Wang")
    form.line("latin_first_name").setFocus()
    type_words("Ming")
    press("Return")
    assert ended.book.view.players[2].latin_names == ("Ming", "Wang")
