"""A final while the others play on, on the page Draw: proposed, published, named, swapped."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pages.draw.conftest import published, said_in, shown
from tests.ui.desktop.pages.draw.test_draw import close_session
from tests.ui.desktop.pressing import press
from tournament.event.settings import FinalRanks
from tournament.language import language_of
from tournament.use_cases import RecordTotals, View
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.change_form import RANKING
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.draw.proposal import Seat, propose_swap
from ui.desktop.translation import translator
from ui.desktop.widgets.layouts import Scrolled


def view_of(page: DrawPage) -> View:
    return page.controller.book.view


def propose_final(drawing: DrawPage, qtbot: QtBot, size: str, others: str) -> None:
    changes = drawing.panel.changes
    changes.choose(RANKING)
    assert not changes.others.isVisible(), "nobody is left out without a final"
    changes.final.setCurrentIndex(changes.final.findData(size))
    assert changes.others.isVisible()
    changes.others.setCurrentIndex(changes.others.findData(others))
    press("Ctrl+T")
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published)


def names(drawing: DrawPage) -> list[str]:
    """What the column of tables says."""
    model = drawing.seats.by_table.rows_model
    return [model.text(row, model.columns[0]) + (f" {row.name.message}" if row.name else "")
            for row in drawing.seats.by_table.rows]  # fmt: skip


def test_the_others_play_on_beside_the_final(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    published(drawing, qtbot)
    close_session(controller)
    shown(drawing, qtbot)
    narrow = drawing.seats.by_table.columnWidth(0)
    propose_final(drawing, qtbot, "4", "swiss")
    assert drawing.panel.changes.ranks.text() == "Ranks: Finalists first, the others behind them (page Event)."
    assert names(drawing) == ["1 Final", "2", "3", "4"]
    assert drawing.seats.by_table.columnWidth(0) > narrow
    press("Ctrl+Return", "Ctrl+Return")
    shown(drawing, qtbot)
    view = view_of(drawing)
    (final,) = view.state.finals
    assert final.beside
    assert final.carried
    assert [len(view.sheets(session)) for session in (2, 3)] == [4, 0]
    assert set(view.sheet(2, 1).players) == set(final.players)
    press("Ctrl+Z")
    shown(drawing, qtbot)
    assert names(drawing) == ["1", "2", "3", "4"]
    assert drawing.seats.by_table.columnWidth(0) == narrow


def test_a_final_of_all_who_play_is_not_offered(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    published(drawing, qtbot)
    close_session(controller)
    shown(drawing, qtbot)
    changes = drawing.panel.changes
    changes.choose(RANKING)
    offered = [changes.final.itemText(index) for index in range(changes.final.count())]
    assert len(view_of(drawing).players) == 16
    assert offered == ["All players", "Final of 4", "Final of 8"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(1366, 768), (1366, 700)])
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_the_form_is_whole_on_a_small_laptop(
    language: str, size: tuple[int, int], drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_session(controller)
    shown(drawing, qtbot)
    translator.set_language(language_of(language))
    changes = drawing.panel.changes
    changes.choose(RANKING)
    changes.final.setCurrentIndex(changes.final.findData("4"))
    changes.others.setCurrentIndex(changes.others.findData("swiss"))
    (area,) = drawing.panel.findChildren(Scrolled)
    qtbot.waitUntil(lambda: not drawing.state.working)  # what is measured adds rows
    drawing.window().resize(*size)
    qtbot.waitUntil(
        lambda: area.verticalScrollBar().maximum() == 0 and not cut_texts(drawing.window(), inside=drawing.panel)
    )


def test_a_final_that_goes_on_is_offered_for_the_next_session(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_session(controller)
    shown(drawing, qtbot)
    propose_final(drawing, qtbot, "8", "lot")
    press("Ctrl+Return", "Ctrl+Return")
    shown(drawing, qtbot)
    for sheet in view_of(drawing).sheets(2):
        controller.act(RecordTotals(2, sheet.table, (40, 10, -10, -40)))
    shown(drawing, qtbot)
    changes = drawing.panel.changes
    assert changes.first == 3
    assert changes.final.currentText() == "The final goes on"
    assert changes.others.isVisibleTo(changes)
    assert changes.others.currentText() == "The others play on, as before"
    press("Ctrl+T")
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published)
    assert names(drawing) == ["1 Final {number} of {count}", "2 Final {number} of {count}", "3", "4"]


def test_from_zero_is_refused_where_everybody_ranks_by_points(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_session(controller)
    controller.act(ChangeSettings(replace(view_of(drawing).settings, final_ranks=FinalRanks.POINTS)))
    shown(drawing, qtbot)
    changes = drawing.panel.changes
    changes.choose(RANKING)
    changes.final.setCurrentIndex(changes.final.findData("4"))
    changes.others.setCurrentIndex(changes.others.findData("straight"))
    assert changes.ranks.isVisible()
    assert changes.ranks.text() == "Ranks: Everybody by points (page Event)."
    changes.carried.setChecked(False)
    press("Ctrl+T")
    qtbot.waitUntil(lambda: drawing.state.refusal is not None)
    assert "finalists cannot start from zero" in said_in(drawing.panel)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("table", [2, 4])
def test_a_swap_into_the_final_keeps_its_name(
    drawing: DrawPage, controller: EventController, qtbot: QtBot, table: int
) -> None:
    published(drawing, qtbot)
    close_session(controller)
    shown(drawing, qtbot)
    propose_final(drawing, qtbot, "4", "straight")
    press("Ctrl+Return", "Ctrl+Return")
    before = shown(drawing, qtbot)
    view = view_of(drawing)
    swapped = propose_swap(view, before, Seat(2, 1, 0), Seat(2, table, 3))
    said = {each: swapped.final_name(view, 2, each) for each in range(1, 5)}
    assert [each for each, name in said.items() if name is not None] == [1]
    assert not swapped.faults
