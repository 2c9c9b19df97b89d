"""The Draw page in the real window: drawn, judged, swapped and published by keyboard."""

from dataclasses import replace
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.tournament.use_cases.events import drawn as eight_drawn
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pages.draw.conftest import draw, published, said_in, shown
from tests.ui.desktop.pressing import focused, press, type_words
from tournament import use_cases
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.language import ENGLISH, mark, verbatim
from tournament.ledger.facts import PRINTED, PaperNoted
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand, RecordTotals, View
from tournament.use_cases.commands import AddPlayers, NotePaper, SwapPlayers
from tournament.use_cases.seating_quality import QualityMeasure
from ui.desktop.controller import EventController
from ui.desktop.long_work import Work, idle
from ui.desktop.pages.draw import page as draw_page
from ui.desktop.pages.draw.change_form import RANKING, REDRAW, REPLACE
from ui.desktop.pages.draw.lots import LotsWindow
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.draw.proposal import BY_HAND, Progress, Seat, SeatingProposal, measure, propose, propose_swap
from ui.desktop.widgets.cards import READING, Question
from ui.desktop.widgets.choices import Switch
from ui.desktop.window import Window


def test_a_draw_is_made_judged_and_published(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    assert not drawing.panel.publish.isEnabled()
    drawn = draw(drawing, qtbot)
    # 16 players can play five sessions without meeting twice, the most that there are: 5 · 3 = 15 opponents
    report = drawing.panel.quality.accessibleName()
    assert "Meetings repeated: 0, target 0, reached" in report
    assert "Start winds: 1–2, target 1–2, reached" in report
    assert "Checked by a separate program" in drawing.panel.checked.text()
    assert not any(entry.record.kind == "draw-published" for entry in controller.book.view.journal)
    assert drawing.seats.origin.text() == "Draw number 7: the same number gives the same draw"
    press("Ctrl+Return")
    published = controller.book.view.seating
    assert published == drawn.seating
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and drawing.state.proposal.published)
    assert "This draw is published" in drawing.panel.notice.text()
    assert not drawing.panel.publish.isEnabled()


def test_the_same_number_gives_the_same_draw(drawing: DrawPage, qtbot: QtBot) -> None:
    first = draw(drawing, qtbot, "42").seating
    assert draw(drawing, qtbot, "43").seating != first
    assert draw(drawing, qtbot, "42").seating == first


def test_a_word_is_no_draw_number(drawing: DrawPage) -> None:
    drawing.panel.form.seed.setText("seven")
    press("Ctrl+R")
    assert "“seven” is not a draw number" in drawing.panel.form.form.labelled["seed"].problem()
    assert focused() is drawing.panel.form.seed


def test_the_grid_by_table_names_everybody_once(drawing: DrawPage, qtbot: QtBot) -> None:
    drawn = draw(drawing, qtbot)
    model = drawing.seats.by_table.rows_model
    names = [str(model.index(row, column).data()) for row in range(model.rowCount()) for column in range(1, 5)]
    assert sorted(names) == sorted(player.name for player in drawing.controller.book.view.players.values())
    east = drawn.seating.tables(1)[0][0]
    assert names[0] == drawing.controller.book.view.players[east].name


def test_the_grid_by_player_says_table_and_wind(drawing: DrawPage, qtbot: QtBot) -> None:
    drawn = draw(drawing, qtbot)
    drawing.seats.arrangement.setFocus()
    press("Right")
    assert drawing.seats.by_player.isVisible()
    place = drawn.seating.place_of(1, 3)
    assert place is not None
    assert drawing.seats.by_player.rows_model.index(0, 4).data() == f"{place[0]} {'ESWN'[place[1]]}"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("width", "height"), [(960, 540), (1366, 768), (1920, 1080)])
def test_names_are_whole_by_player(
    width: int, height: int, window: Window, drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    long = [Player(0, "Maximilienne-Apolline", f"de la Très-Longue-Démonstration {number}") for number in range(4)]
    controller.act(AddPlayers(tuple(long)))
    drawn = draw(drawing, qtbot)
    window.resize(width, height)
    drawing.seats.arrangement.setFocus()
    press("Right")
    table = drawing.seats.by_player
    assert [row.player.name for row in table.rows][-1] == long[-1].name
    assert cut_texts(window, inside=table) == []
    last = table.visualRect(table.rows_model.index(0, 1 + len(drawn.seating.sessions)))
    assert last.right() <= table.viewport().width(), "all sessions are in view"


def test_a_swap_is_weighed_before_it_is_made(drawing: DrawPage, qtbot: QtBot) -> None:
    before = draw(drawing, qtbot)
    assert focused() is drawing.seats.by_table
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    assert drawing.state.proposal is before
    said = drawing.seats.swap.text()
    one, other = before.seating.tables(1)[0][0], before.seating.tables(1)[1][0]
    view = drawing.controller.book.view
    assert f"{view.players[one].name}, table 1 with {view.players[other].name}, table 2" in said
    # nobody had met twice, so both now meet three players of the other table whom they meet again elsewhere
    assert "Meetings repeated 0 → 6" in said
    press("Return")
    after = drawing.state.proposal
    assert after is not None
    assert after.seating.tables(1)[0] == (other, *before.seating.tables(1)[0][1:])
    assert after.seating.tables(1)[1] == (one, *before.seating.tables(1)[1][1:])
    assert drawing.seats.origin.text().endswith("then swapped players")
    press("Ctrl+Return")
    assert view is not drawing.controller.book.view
    assert drawing.controller.book.view.seating == after.seating


def test_the_cursor_stands_on_seats_alone(drawing: DrawPage, qtbot: QtBot) -> None:
    drawn = draw(drawing, qtbot)
    drawing.seats.by_table.setCurrentIndex(drawing.seats.by_table.rows_model.index(0, 1))
    press("Left", "Home", "Up")
    assert drawing.seats.by_table.currentIndex().column() == 1
    press("Down", "Left", "Return")
    assert drawing.state.player == drawn.seating.tables(1)[1][0]
    drawing.seats.by_table.clearFocus()
    drawing.seats.by_table.set_columns(drawing.seats.by_table.rows_model.columns)  # which takes the cursor away
    drawing.seats.by_table.setFocus()  # which takes the first cell for the cursor if it can
    assert drawing.seats.by_table.currentIndex().column() == 1


def test_esc_leaves_a_swap(drawing: DrawPage, qtbot: QtBot) -> None:
    before = draw(drawing, qtbot)
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    press("Esc")
    assert not drawing.seats.swap.swap.isVisible()
    assert "Select two players" in drawing.seats.swap.text()
    press("Return", "Return")
    assert drawing.state.proposal is before


def test_who_meets_twice_is_marked_where_it_could_be_avoided(drawing: DrawPage, qtbot: QtBot) -> None:
    draw(drawing, qtbot)
    assert all(drawing.seats.by_table.rows_model.index(0, column).data(260) is None for column in range(1, 5))
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    press("Return")
    said = str(drawing.seats.by_table.rows_model.index(0, 1).data(11))
    assert "also meets" in said
    assert drawing.seats.by_table.rows_model.index(0, 1).data(260) is not None


def test_a_published_draw_is_drawn_again_before_play(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    first = draw(drawing, qtbot).seating
    press("Ctrl+Return")
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and drawing.state.proposal.published)
    second = draw(drawing, qtbot, "8").seating
    press("Ctrl+Return")
    assert controller.book.view.seating == first, "it is asked first"
    press("Ctrl+Return")
    assert second != first
    assert controller.book.view.seating == second


def test_after_play_began_the_draw_stands_and_says_so(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    draw(drawing, qtbot)
    press("Ctrl+Return")
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert "Play has begun" in drawing.panel.notice.text()
    assert not drawing.panel.draw.isEnabled()
    assert not drawing.panel.publish.isEnabled()


def test_the_draw_as_it_stood_before_play_does_not_say_that_play_has_begun(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    before = len(controller.book.view.journal)
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert "Play has begun" in drawing.panel.notice.text()
    controller.look_at(controller.book.view.at(before))
    press("Alt+3")
    shown(drawing, qtbot)
    assert "This draw is published" in drawing.panel.notice.text()
    controller.look_at(None)
    press("Alt+3")
    shown(drawing, qtbot)
    assert "Play has begun" in drawing.panel.notice.text()


@pytest.mark.parametrize("event_file", [15], indirect=True)
def test_a_player_too_few_is_said_with_the_number_of_substitutes(drawing: DrawPage, qtbot: QtBot) -> None:
    press("Ctrl+R")
    qtbot.waitUntil(lambda: bool(drawing.panel.notice.text()) and drawing.panel.notice.isVisible())
    assert "15 players: 1 substitute is needed" in drawing.panel.notice.text()
    assert drawing.state.proposal is None


def test_a_draw_is_cancelled(drawing: DrawPage, qtbot: QtBot) -> None:
    def endless(step: object) -> None:
        while True:
            step(1, 10)  # type: ignore[operator]

    drawing.searches.start(Work(endless))
    qtbot.waitUntil(drawing.panel.bar.isVisible)
    assert not drawing.panel.draw.isEnabled()
    drawing.panel.bar.cancel_button.click()
    qtbot.waitUntil(lambda: not drawing.state.working)
    assert drawing.state.proposal is None
    qtbot.waitUntil(drawing.panel.draw.isEnabled)


def test_players_added_meanwhile_discard_a_draw_without_them(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    draw(drawing, qtbot)
    controller.act(AddPlayers((Player(0, "Zoe", "Zebra"),)))
    assert drawing.state.proposal is None
    assert "17 players are on the list" in drawing.seats.empty._sentence.text()


def test_typing_reaches_the_seed(drawing: DrawPage) -> None:
    drawing.panel.form.seed.setFocus()
    type_words("123")
    assert drawing.panel.form.read_seed() == 123


def test_the_grids_keep_the_contract_of_models(drawing: DrawPage, qtbot: QtBot) -> None:
    for model in (drawing.seats.by_table.rows_model, drawing.seats.by_player.rows_model):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    draw(drawing, qtbot)
    drawing.seats.arrangement.setFocus()
    press("Right")
    assert drawing.seats.by_player.rows_model.columnCount() == 2 + 5


def test_a_swap_within_a_table_moves_winds_alone() -> None:
    view = eight_drawn().view
    before = propose(view, Seating((((1, 2, 3, 4), (5, 6, 7, 8)),), "perfect", 3))
    after = propose_swap(view, before, Seat(1, 1, 0), Seat(1, 1, 3))
    assert after.seating == Seating((((4, 2, 3, 1), (5, 6, 7, 8)),), "perfect" + BY_HAND, 3)
    assert (after.quality.repeats, after.quality.table_revisits) == (0, 0)


def test_figures_stand_beside_their_target() -> None:
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    repeats, revisits, winds, _ = measure(eight_drawn().view, Seating((tables, tables), "by hand", 1)).measures
    # both tables sit down again: 2 · 6 pairs meet twice, 8 players return; two sessions on two tables could avoid it
    assert (repeats.found.message, repeats.reached) == ("12", target(repeats) == "12")
    assert (revisits.found.message, target(revisits), revisits.reached) == ("8", "0", False)
    assert (winds.found.message, target(winds), winds.reached) == ("0–2", "0–1", False)


def target(measure: QualityMeasure) -> str | None:
    return None if measure.target is None else measure.target.message


def test_a_measure_without_a_target_says_none(drawing: DrawPage) -> None:
    """Players who sit out a session that is seated by the standings: no target is known."""
    table = drawing.panel.quality
    sat_out = QualityMeasure(mark("Sessions sat out"), mark("fewest and most of one player"), verbatim("0–1"), None,
                             True, 0)  # fmt: skip
    table.show_measures([sat_out, replace(sat_out, reached=None), replace(sat_out, target=verbatim("1"))])
    assert table.accessibleName() == (
        "Sessions sat out: 0–1, reached; Sessions sat out: 0–1; Sessions sat out: 0–1, target 1, reached"
    )


def test_wishes_are_asked_measured_and_marked_at_the_players(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    """All sixteen meet in five sessions, so a pair to keep apart meets once, and is marked there."""
    drawing.panel.form.pairs.setText("3-12")
    drawn = draw(drawing, qtbot)
    (unmet,) = drawn.measured.unmet
    assert unmet.players == (3, 12)
    assert "1 wish is not met" in drawing.panel.notice.text()
    report = drawing.panel.quality.accessibleName()
    assert "Pairs to keep apart: 1, target 0, not reached" in report
    drawing.show_session(unmet.session)
    places = [drawn.seating.place_of(number, unmet.session) for number in (3, 12)]
    for place, other in zip(places, ("Last L", "Last C"), strict=True):
        assert place is not None
        said = str(drawing.seats.by_table.rows_model.index(place[0] - 1, 1 + place[1]).data(11))
        assert f"should not have met First {12 if other == 'Last L' else 3} {other}" in said
    press("Ctrl+Return")
    assert controller.book.view.seating is not None
    assert controller.book.view.seating.wishes.pairs == ((3, 12, 5),)


def test_what_is_no_pair_is_said_at_the_field(drawing: DrawPage) -> None:
    drawing.panel.form.pairs.setText("3-12, seven")
    press("Ctrl+R")
    assert "Pairs are two numbers or names" in said_in(drawing.panel.form)
    assert focused() is drawing.panel.form.pairs


def test_a_published_draw_is_swapped_with_its_consequences_shown(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    before = published(drawing, qtbot)
    drawing.seats.by_table.setFocus()
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    assert "Meetings repeated 0 → 6" in drawing.seats.swap.text()
    assert drawing.seats.swap.reach.isVisible()
    assert controller.book.view.seating == before.seating
    press("Return")
    one, other = before.seating.tables(1)[0][0], before.seating.tables(1)[1][0]
    assert controller.book.view.seating == before.seating.renamed({one: other, other: one}, (1,))
    assert controller.book.view.journal[len(controller.book.view.journal) - 1].fact.kind == "players-swapped"
    shown(drawing, qtbot)
    controller.undo()
    assert shown(drawing, qtbot).seating == before.seating


def test_who_already_plays_is_not_swapped(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    published(drawing, qtbot)
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    shown(drawing, qtbot)
    drawing.seats.by_table.setFocus()
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.refusal.isVisible)
    assert "is already playing" in drawing.seats.swap.refusal.text()
    assert not drawing.seats.swap.swap.isEnabled()


def test_who_sat_in_each_others_seat_is_swapped_with_a_reason(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    """The hands stay in their columns: each player has what they played."""
    published(drawing, qtbot)
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    before = shown(drawing, qtbot).seating
    drawing.seats.by_table.setFocus()
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.refusal.isVisible)
    press("Tab")
    while focused() is not drawing.seats.swap.reason.line:
        press("Tab")
    type_words("G3")
    press("Return")
    assert drawing.seats.swap.refusal.text() == "A reason has at least three letters."
    assert not drawing.seats.swap.swap.isEnabled()
    press("Ctrl+A")
    type_words("sat at the wrong table")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    assert controller.book.view.seating == before
    press("Return")
    one, other = before.tables(1)[0][0], before.tables(1)[1][0]
    assert controller.book.view.sheet(1, 1).players[0] == other
    assert controller.book.view.sheet(1, 1).scores[0] == 32
    fact = controller.book.view.journal[len(controller.book.view.journal) - 1].fact
    assert (fact.kind, fact.reasons, set(fact.concerned)) == (
        "players-swapped", ("sat at the wrong table",), {one, other},
    )  # fmt: skip
    assert not drawing.seats.swap.reason.text()


def test_a_reason_for_swapping_that_just_appeared_takes_no_enter(
    drawing: DrawPage, controller: EventController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(drawing, qtbot)
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    before = shown(drawing, qtbot).seating
    monkeypatch.setattr(Question, "clock", lambda: 7.0)
    drawing.seats.by_table.setFocus()
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.refusal.isVisible)
    drawing.seats.swap.reason.setFocus()
    type_words("sat at the wrong table")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    press("Return")
    assert controller.book.view.seating == before
    assert drawing.seats.swap.reason.text() == "sat at the wrong table", "the key is ignored, not the words"
    monkeypatch.setattr(Question, "clock", lambda: 7.0 + READING)
    press("Return")
    assert controller.book.view.seating != before


def close_session(controller: EventController) -> None:
    """Close session 1, in which at all tables East wins by 60, then 20, −20, −60."""
    for table in range(1, 5):
        controller.act(RecordTotals(1, table, (60 + table, 20, -20, -60 - table)))


def test_a_final_is_shown_first_and_published_then(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_session(controller)
    before = shown(drawing, qtbot)
    changes = drawing.panel.changes
    changes.final.setCurrentIndex(changes.final.findData("8"))
    press("Ctrl+T")
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published)
    assert drawing.state.session == 2
    assert drawing.seats.by_table.rows_model.rowCount() == 2
    assert controller.book.view.seating == before.seating
    press("Ctrl+Return", "Ctrl+Return")
    seating = controller.book.view.seating
    assert seating is not None
    assert [len(tables) for tables in seating.sessions] == [4, 2, 0, 0, 0]
    assert controller.book.view.state.finals[0].carried


def test_sessions_not_played_are_drawn_again_or_left(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_session(controller)
    before = shown(drawing, qtbot)
    drawing.panel.changes.redraw.click()
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published, timeout=60000)
    drawing.panel.leave.click()
    assert shown(drawing, qtbot).seating == before.seating == controller.book.view.seating
    drawing.panel.changes.redraw.click()
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published, timeout=60000)
    press("Ctrl+Return", "Ctrl+Return")
    after = controller.book.view.seating
    assert after is not None
    assert after.sessions[0] == before.seating.sessions[0]
    assert after.sessions[1:] != before.seating.sessions[1:]


def test_the_key_of_a_published_draw_works_while_it_is_measured(
    drawing: DrawPage, controller: EventController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The measuring lasts until the key was pressed; then the rest is drawn again."""
    published(drawing, qtbot)
    pressed = Event()

    def measure_slowly(*what: Any, **how: Any) -> SeatingProposal:
        assert pressed.wait(60)
        return measure(*what, **how)

    monkeypatch.setattr(draw_page, "measure", measure_slowly)
    close_session(controller)
    drawing.panel.changes.choose(REDRAW)
    press("Ctrl+Shift+R")
    assert drawing.state.proposal is None
    pressed.set()
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published)


def test_cancel_keeps_the_best_found(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    def find(_view: View, progress: Progress) -> SeatingProposal:
        while progress(0.5):
            sleep(0.01)
        return propose(controller.book.view, use_cases.plan_seating(controller.book.view, seed=1))

    drawing.search(find)
    qtbot.waitUntil(drawing.panel.bar.isVisible)
    drawing.panel.bar.cancel_button.click()
    qtbot.waitUntil(lambda: drawing.state.proposal is not None, timeout=20000)
    assert "stopped early" in drawing.panel.notice.text()
    assert drawing.panel.publish.isEnabled()


def keys(screen: LotsWindow, *pressed: Qt.Key) -> None:
    for key in pressed:
        QTest.keyClick(screen, key)


def test_players_draw_lots_typed_and_thrown_and_fill_the_plan(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    press("Ctrl+L")
    screen = drawing.lots.window
    assert screen.isVisible()
    assert "First 1 Last A" in screen.text()
    QTest.keyClicks(screen, "16")
    keys(screen, Qt.Key.Key_Return)
    assert dict(controller.book.view.state.lots) == {1: 16}
    assert "First 1 Last A | 16" in screen.text()
    keys(screen, Qt.Key.Key_Return)
    assert "First 2 Last B" in screen.text()
    QTest.keyClicks(screen, "16")
    keys(screen, Qt.Key.Key_Return)
    assert "First 1 Last A has already drawn number 16." in screen.text()
    for _ in range(15):
        keys(screen, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert sorted(controller.book.view.state.lots.values()) == list(range(1, 17))
    assert "Every player has a number" in screen.text()
    lots = dict(controller.book.view.state.lots)
    drawing.panel.form.seed.setText("7")
    keys(screen, Qt.Key.Key_Return)
    assert not screen.isVisible()
    qtbot.waitUntil(lambda: drawing.state.proposal is not None, timeout=20000)
    assert drawing.state.proposal is not None
    plan = use_cases.plan_seating(controller.book.view, seed=7)
    sessions = drawing.state.proposal.seating.sessions
    numbers = tuple(tuple(tuple(lots[n] for n in seats) for seats in tables) for tables in sessions)
    assert numbers == plan.sessions
    press("Ctrl+Return")
    assert controller.book.view.seating is not None
    assert controller.book.view.seating.method == "lots"


def test_a_number_is_given_back_and_drawn_anew(drawing: DrawPage, controller: EventController) -> None:
    drawing.lots.window.begin()
    QTest.keyClicks(drawing.lots.window, "5")
    keys(drawing.lots.window, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert dict(controller.book.view.state.lots) == {}
    QTest.keyClicks(drawing.lots.window, "9")
    keys(drawing.lots.window, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Up)
    assert dict(controller.book.view.state.lots) == {1: 9}
    assert "First 1 Last A | 9" in drawing.lots.window.text()
    keys(drawing.lots.window, Qt.Key.Key_Escape)
    assert not drawing.lots.window.isVisible()


def test_a_seating_is_read_from_a_file(
    drawing: DrawPage, controller: EventController, qtbot: QtBot, tmp_path: Path
) -> None:
    head = "session,table,east,south,west,north"
    turns = [[(seat * 4 + (table + session * seat) % 4) + 1 for seat in range(4)] for session in range(5)
             for table in range(4)]  # fmt: skip
    rows = [f"{at // 4 + 1},{at % 4 + 1},{','.join(map(str, seats))}" for at, seats in enumerate(turns)]
    file = tmp_path / "seats.csv"
    file.write_text("\n".join([head, *rows]), encoding="utf-8")
    drawing.read(file)
    qtbot.waitUntil(lambda: drawing.state.proposal is not None, timeout=20000)
    press("Ctrl+Return")
    seating = controller.book.view.seating
    assert seating is not None
    assert [list(seats) for tables in seating.sessions for seats in tables] == turns


def test_a_file_with_a_player_twice_is_refused_with_line_and_way_out(
    drawing: DrawPage, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "seats.csv"
    file.write_text("table,east,south,west,north\n1,1,2,3,3\n", encoding="utf-8")
    drawing.read(file)
    qtbot.waitUntil(lambda: "Line 2" in drawing.panel.notice.text(), timeout=20000)
    assert "3 First 3 Last C already sits at table 1 in session 1" in drawing.panel.notice.text()
    assert drawing.state.proposal is None


@pytest.mark.thorough
def test_seats_and_session_stay_in_view_when_the_published_draw_changes(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    seating = published(drawing, qtbot).seating
    drawing.show_session(3)
    one, other = seating.tables(3)[0][0], seating.tables(3)[1][0]
    controller.act(SwapPlayers(one, other, (3,)))
    assert drawing.seats.by_table.isVisible()
    assert len(drawing.seats.by_table.rows) == 4
    shown(drawing, qtbot)
    assert drawing.state.session == 3
    assert drawing.seats.by_table.rows[0].seats[0].player.number == other


def test_a_published_draw_and_all_pages_show_one_session(
    drawing: DrawPage, controller: EventController, window: Window, qtbot: QtBot
) -> None:
    draw(drawing, qtbot)
    assert drawing.seats.session.isVisible()  # nothing is published: the bar of the window has no sessions
    drawing.show_session(4)
    press("Ctrl+Return")
    shown(drawing, qtbot)
    assert not drawing.seats.session.isVisible()
    for page, key, session in (("draw", "Left", 3), ("standings", "Home", 1), ("draw", "End", 5)):
        window.show_page(page)
        window.top.findChildren(Switch)[0].setFocus()
        press(key)
        window.show_page("draw")
        shown(drawing, qtbot)
        assert (controller.session, drawing.state.session) == (session, session)


def test_the_cursor_stays_at_the_seat_when_two_are_swapped(drawing: DrawPage, qtbot: QtBot) -> None:
    draw(drawing, qtbot)
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    press("Return")
    assert (drawing.seats.by_table.currentIndex().row(), drawing.seats.by_table.currentIndex().column()) == (1, 1)
    assert focused() is drawing.seats.by_table


def test_a_search_for_an_event_that_was_closed_is_not_shown(
    drawing: DrawPage, controller: EventController, event_file: Path, qtbot: QtBot
) -> None:
    view = controller.book.view

    def find(_view: View, progress: Progress) -> SeatingProposal:
        while progress(0.5):
            sleep(0.01)
        return propose(view, use_cases.plan_seating(view, seed=1))

    drawing.search(find)
    controller.close()
    controller.open(event_file)
    press("Alt+3")
    qtbot.waitUntil(idle, timeout=20000)
    assert drawing.state.proposal is None
    assert not drawing.state.working
    assert drawing.seats.empty.button.isEnabled()


def note_score_sheets(controller: EventController, title: str, session: int | None) -> None:
    paper = PaperNoted("score-sheets", title, PRINTED, len(controller.book.view.journal), session)
    controller.act(NotePaper(paper))


def test_publishing_again_asks_and_names_the_papers_out_of_date(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    note_score_sheets(controller, "Score sheets of the morning", 1)
    shown(drawing, qtbot)
    noted: list[str] = []
    controller.messages.noted.connect(lambda text: noted.append(ENGLISH.render(text)))
    first = controller.book.view.seating
    draw(drawing, qtbot, "8")
    assert not drawing.panel.again.isVisible()
    press("Ctrl+Return")
    assert "Publish again?" in drawing.panel.again.text()
    assert "Out of date: Score sheets of the morning (" in drawing.panel.again.text()
    assert controller.book.view.seating == first
    press("Ctrl+Return")
    assert controller.book.view.seating != first
    assert not drawing.panel.again.isVisible()
    assert len(noted) == 1
    assert noted[0].startswith("Out of date: Score sheets of the morning (")
    assert controller.book.view.seat_versions.of(1, 1) == 2


def test_a_swap_names_the_papers_of_its_own_session_alone(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    note_score_sheets(controller, "Sheets one", 1)
    note_score_sheets(controller, "Sheets two", 2)
    shown(drawing, qtbot)
    noted: list[str] = []
    controller.messages.noted.connect(lambda text: noted.append(ENGLISH.render(text)))
    drawing.seats.by_table.setFocus()
    press("Return", "Down", "Return")
    qtbot.waitUntil(drawing.seats.swap.swap.isEnabled)
    press("Return")
    assert [text.split(" (")[0] for text in noted] == ["Out of date: Sheets one"]


def test_nothing_moves_when_a_seat_is_taken(drawing: DrawPage, qtbot: QtBot) -> None:
    published(drawing, qtbot)
    drawing.seats.by_table.setFocus()
    QApplication.processEvents()
    parts = (drawing.seats.by_table, drawing.seats.swap, drawing.seats.position, drawing.panel.publish)
    before = [part.geometry() for part in parts]
    assert drawing.seats.swap.isVisible()
    for keys in (("Return",), ("Down", "Return"), ("Esc",)):
        press(*keys)
        QApplication.processEvents()
        assert [part.geometry() for part in parts] == before, keys


def test_lots_of_a_published_draw_are_refused_with_the_reason(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    noted: list[str] = []
    controller.messages.noted.connect(lambda text: noted.append(ENGLISH.render(text)))
    press("Ctrl+L")
    assert not drawing.lots.window.isVisible()
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    press("Ctrl+L")
    assert [text[:23] for text in noted] == ["The draw is already pub", "Play has begun: lots ca"]


def test_a_number_typed_for_a_lot_is_asked_and_confirmed(drawing: DrawPage, controller: EventController) -> None:
    press("Ctrl+L")
    screen = drawing.lots.window
    QTest.keyClicks(screen, "12")
    assert "12 for First 1 Last A? Enter saves it" in screen.text()
    assert controller.book.view.state.lots == {}
    keys(screen, Qt.Key.Key_Return)
    assert "First 1 Last A has number 12." in screen.text()
    assert controller.book.view.state.lots == {1: 12}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("change", [REPLACE, REDRAW, RANKING])
def test_quality_the_change_and_its_button_are_in_view_in_a_low_window(
    change: str, window: Window, drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    window.resize(1366, 720)
    published(drawing, qtbot)
    close_session(controller)
    shown(drawing, qtbot)
    drawing.show_session(2)
    drawing.seats.by_table.setFocus()
    press("Return")
    drawing.panel.changes.choose(change)
    changes = drawing.panel.changes
    button = {REPLACE: changes.replacement.replace, REDRAW: changes.redraw, RANKING: changes.seat}[change]
    QApplication.processEvents()
    for part in (drawing.panel.quality, button, changes.change):
        assert part.visibleRegion().boundingRect() == part.rect(), part


def test_the_switch_of_the_page_and_of_the_window_never_disagree(
    window: Window, drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    draw(drawing, qtbot)
    assert drawing.seats.session.isVisible()
    drawing.show_session(3)
    press("Ctrl+Return")
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and drawing.state.proposal.published)
    assert not drawing.seats.session.isVisible(), "the window has it from now on"
    assert (drawing.state.session, controller.session) == (3, 3)
    controller.choose_session(2)
    assert drawing.state.session == 2
