"""What the page Draw answers to wishes, fixed tables and finals that are not possible."""

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pages.draw.conftest import draw, published, said_in
from tests.ui.desktop.pressing import press
from tournament.event.player import PlayerState
from tournament.use_cases import RecordTotals
from tournament.use_cases.commands import ChangePlayerState
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.change_form import ALL, RANKING, REDRAW
from ui.desktop.pages.draw.page import DrawPage


def play_first(controller: EventController, tables: int) -> None:
    for table in range(1, tables + 1):
        controller.act(RecordTotals(1, table, (60 + table, 20, -20, -60 - table)))


def answered(page: DrawPage, qtbot: QtBot, key: str, words: str) -> None:
    """Press ``key``, and wait until the panel answers ``words``."""
    press(key)
    qtbot.waitUntil(lambda: not page.state.working and words in said_in(page.panel), timeout=120_000)


@pytest.mark.parametrize("event_file", [14], indirect=True)
def test_everybody_wishes_to_sit_out(drawing: DrawPage, qtbot: QtBot) -> None:
    drawing.panel.sit_out.allowed.setChecked(True)
    drawing.panel.form.turns.setText("; ".join(f"{number}: all" for number in range(1, 15)))
    words = "only 2 players sit out in each, and more wish to. Those who sat out least came first."
    answered(drawing, qtbot, "Ctrl+R", words)
    assert said_in(drawing.panel).count("more wish to") == 1, "one remark on all sessions"


@pytest.mark.parametrize("event_file", [12], indirect=True)
def test_nobody_can_sit_out_where_the_players_fill_the_tables(drawing: DrawPage, qtbot: QtBot) -> None:
    form = drawing.panel.form
    form.turns.setText("3: 2")
    full = "12 players fill the tables, so nobody can sit out as they wish"
    advice = "Add players, or name substitutes for them."
    answered(drawing, qtbot, "Ctrl+R", f"Session 2: {full} (First 3 Last C). {advice}")
    drawing.panel.sit_out.allowed.setChecked(True)
    form.turns.setText("3: all")
    answered(drawing, qtbot, "Ctrl+R", f"Sessions 1, 2, 3, 4, 5: {full} (First 3 Last C). {advice}")


@pytest.mark.parametrize("event_file", [7], indirect=True)
def test_seven_players_can_be_filled_up_kept_in_reserve_or_sit_out(drawing: DrawPage, qtbot: QtBot) -> None:
    choices = "7 players: 1 substitute is needed to fill the last table; or keep 3 in reserve, or let 3 sit out"
    answered(drawing, qtbot, "Ctrl+R", choices)
    drawing.panel.sit_out.allowed.setChecked(True)
    found = draw(drawing, qtbot)
    assert [len(found.seating.sitting_out(session)) for session in range(1, 6)] == [3] * 5
    assert choices not in said_in(drawing.panel)


@pytest.mark.parametrize("event_file", [14], indirect=True)
def test_a_player_with_a_fixed_table_sits_out(drawing: DrawPage, qtbot: QtBot) -> None:
    drawing.panel.sit_out.allowed.setChecked(True)
    drawing.panel.form.tables.setText("1: 3")
    drawing.panel.form.turns.setText("1: all")
    words = "First 1 Last A, who keeps table 3, sits out in sessions 1, 2, 3, 4, 5: others play there."
    answered(drawing, qtbot, "Ctrl+R", words)


def test_a_session_later_has_no_such_table(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    drawing.panel.form.tables.setText("1: 4")
    published(drawing, qtbot)
    play_first(controller, 4)
    for number in range(13, 17):
        controller.act(ChangePlayerState(number, PlayerState.WITHDRAWN, 3))
    drawing.panel.changes.choose(REDRAW)
    drawing.panel.changes.session.setCurrentIndex(1)  # at once, while the page still measures the published draw
    words = "First 1 Last A keeps table 4, and session 3 has only 3 tables: choose another table for them"
    answered(drawing, qtbot, "Ctrl+Shift+R", words)


@pytest.mark.parametrize("event_file", [20], indirect=True)
def test_a_final_of_sixteen_has_fifteen_players(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    published(drawing, qtbot)
    play_first(controller, 5)
    changes = drawing.panel.changes
    changes.choose(RANKING)
    for number in range(16, 21):
        controller.act(ChangePlayerState(number, PlayerState.WITHDRAWN, 2))
    changes.final.setCurrentIndex(changes.final.findData("16"))
    answered(drawing, qtbot, "Ctrl+T", "A final of 16 is not possible with 15 players; the nearest is a final of 8.")
    assert changes.final.findData("32") == -1


@pytest.mark.parametrize("event_file", [14], indirect=True)
@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("sit_out", "1: 2, 3, 2: 4", "divide them by semicolons, such as Ada Bamboo: 2, 3; 5: 1."),
        ("tables", "1: 1, 2: 2, 1: 3", "First 1 Last A has two tables here, 1 and 3: keep one of them."),
    ],
)
def test_no_part_of_what_was_typed_is_ignored(
    drawing: DrawPage, field: str, typed: str, words: str, qtbot: QtBot
) -> None:
    drawing.panel.sit_out.allowed.setChecked(True)
    drawing.panel.form.turns.setText("1: 0")
    answered(drawing, qtbot, "Ctrl+R", "cannot sit out session 0")
    drawing.panel.form.turns.setText("")
    drawing.panel.form.form.line(field).setText(typed)
    press("Ctrl+R")
    assert words in said_in(drawing.panel)
    assert "session 0" not in said_in(drawing.panel), "what was wrong before is corrected"
    assert not drawing.state.working
    assert not any(player.table or player.sit_out for player in drawing.controller.book.view.players.values())


@pytest.mark.parametrize("event_file", [14], indirect=True)
def test_a_wish_for_a_published_draw_is_drawn_at_once(drawing: DrawPage, qtbot: QtBot) -> None:
    drawing.panel.sit_out.allowed.setChecked(True)
    published(drawing, qtbot)
    drawing.panel.changes.choose(ALL)
    drawing.panel.form.turns.setText("3: 2; 3: 4")
    press("Ctrl+R")
    qtbot.waitUntil(
        lambda: drawing.state.proposal is not None and not drawing.state.proposal.published, timeout=120_000
    )
    assert drawing.state.proposal is not None
    seating = drawing.state.proposal.seating
    assert drawing.controller.book.view.players[3].sit_out == (2, 4)
    assert 3 in seating.sitting_out(2) & seating.sitting_out(4)
