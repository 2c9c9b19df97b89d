"""The Fouls page in the real window: penalties typed by keyboard, read back from what is shown."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY, Keyboard
from tests.ui.desktop.pressing import focused, press, type_words
from tournament import use_cases
from tournament.catalogue import rule_set
from tournament.language import LANGUAGES
from tournament.ledger.facts import PenaltyCancelled, PenaltyGiven
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    CancelPenalty,
    CloseSheet,
    GivePenalty,
    RecordHand,
    RecordTotals,
    ReopenSheet,
    TypeTotals,
)
from ui.desktop.controller import EventController
from ui.desktop.pages.fouls.lists import FAULT, POINTS, SANCTION, TO, FaultsColumn
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, Role
from ui.desktop.window import Window

Say = Callable[[QWidget], str]


@pytest.fixture
def fouls(window: Window, dressed: QApplication) -> FoulsPage:
    """The page, in view; nothing given."""
    press("Alt+6")
    page = window.page("fouls")
    assert isinstance(page, FoulsPage)
    assert window.current == "fouls"
    return page


def given(controller: EventController, session: int = 1, table: int = 1) -> list[PenaltyGiven]:
    return [penalty.given for penalty in controller.book.view.sheet(session, table).penalties]


def rows(page: FoulsPage) -> list[list[str]]:
    model = page.given.list.rows_model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_a_false_hu_is_given_with_the_four_totals_before_enter(
    fouls: FoulsPage, controller: EventController, said: Say
) -> None:
    type_words("2")
    press("Return", "Return")  # the hand that waits is offered
    type_words("1")
    assert focused() is fouls.faults.search
    type_words("P10")
    press("Return")
    shown = said(fouls.entry)
    assert "−60" in shown
    assert "Emil 0, −60, −60; Fay 0, +20, 20; Gil 0, +20, 20; Hana 0, +20, 20" in shown
    assert given(controller, 1, 2) == []
    press("Return")
    assert given(controller, 1, 2) == [PenaltyGiven(0, 1, "false-hu-invalid", 20, (1, 2, 3), no_hu=True)]
    assert [row[2:] for row in rows(fouls)] == [["2", "1", "Emil Ejemplo", "−60", "20 to each"]]
    assert focused() is fouls.entry.table.line


def test_the_ladder_shows_the_steps_behind_and_the_next(
    fouls: FoulsPage, controller: EventController, said: Say
) -> None:
    for hand in ("2", "3"):
        type_words("1")
        press("Return")
        type_words(hand)
        press("Return")
        type_words("3")
        type_words("P6")
        press("Return", "Return")
    # docs/rules.md, M3: warning, 5, 10, 20 … for one fault of one player in one session
    assert [(each.points, each.fault) for each in given(controller)] == [(0, "claim-changed"), (5, "claim-changed")]
    type_words("1")
    press("Return", "Return")
    type_words("3")
    type_words("changed")
    press("Return")
    shown = said(fouls.entry)
    assert "Occurrence 3 in this session: 10 points" in shown
    assert "to nobody · 20 next time" in shown
    assert "Ladder: 10; steps warn., 5, 10, 20, 30, 40, 50, 60" in shown
    assert "session 1, table 1, hand 2" in shown
    assert "Sum −15" in shown


def test_a_penalty_half_typed_waits_behind_another_page_and_is_in_a_crash_report(
    fouls: FoulsPage, window: Window
) -> None:
    assert window.area.half_typed() == ""
    type_words("2")
    press("Return", "Return")
    type_words("3")
    type_words("cha")
    press("Alt+2", "Alt+6")
    assert window.current == "fouls"
    assert fouls.entry.table.text() == "2"
    assert "table=2" in window.area.half_typed()
    assert "player=2" in window.area.half_typed()


def test_escape_asks_before_a_penalty_is_thrown_away(
    fouls: FoulsPage, controller: EventController, keyboard: Keyboard
) -> None:
    keyboard.type("2 Enter Enter 3 P6 Enter Esc")
    assert fouls.entry.question.isVisible()
    keyboard.type("Enter")
    assert not fouls.entry.question.isVisible()
    assert fouls.state.draft.typed.player == 2
    keyboard.type("Esc Esc")
    assert not fouls.entry.question.isVisible()
    assert fouls.entry.table.text() == ""
    assert focused() is fouls.entry.table.line
    assert not fouls.state.draft.typed.started
    assert given(controller, 1, 2) == []


def test_a_table_typed_at_the_question_begins_another_penalty(fouls: FoulsPage, keyboard: Keyboard) -> None:
    keyboard.type("2 Enter Enter 3 Esc Esc")  # out of the search, then the question
    assert fouls.entry.question.isVisible()
    keyboard.type("x")
    assert (fouls.entry.table.text(), fouls.state.draft.typed.player) == ("2", 2)
    keyboard.type("1")
    assert not fouls.entry.question.isVisible()
    assert (fouls.entry.table.text(), fouls.state.draft.typed.player) == ("1", None)


def test_another_step_can_be_chosen(fouls: FoulsPage, controller: EventController) -> None:
    type_words("1")
    press("Return", "Return")
    type_words("2")
    type_words("P6")
    press("Return")
    fouls.entry.ladder.setFocus()
    press("Right", "Right", "Return")
    assert [each.points for each in given(controller)] == [10]


def test_a_fault_of_the_referees_choice_asks_for_its_step(fouls: FoulsPage, controller: EventController) -> None:
    type_words("1")
    press("Return", "Return")
    type_words("2")
    type_words("P1")
    press("Return")
    assert focused() is fouls.entry.ladder
    assert not fouls.entry.give.isEnabled()
    press("Right", "Right", "Return")
    assert [each.points for each in given(controller)] == [5]


def test_a_penalty_of_the_session_has_no_hand(fouls: FoulsPage, controller: EventController) -> None:
    type_words("1")
    press("Return", "Del", "Return")
    type_words("4")
    type_words("P2")
    press("Return")
    type_words("4")
    press("Return")
    # docs/rules.md, M4: less than ten minutes late cost ten points
    assert given(controller) == [PenaltyGiven(3, None, "late", 10, minutes=4)]
    assert rows(fouls)[0][3:] == ["–", "Dora Dummy", "−10", "to nobody"]


def test_being_late_is_of_the_session_though_the_hand_in_play_is_filled_in(
    fouls: FoulsPage, controller: EventController
) -> None:
    type_words("1")
    press("Return", "Return")
    assert fouls.entry.hand.text() == "1"
    type_words("4")
    type_words("P2")
    press("Return")
    assert not fouls.entry.hand.isVisible()
    type_words("12")
    press("Return")
    assert given(controller) == [PenaltyGiven(3, None, "late", 20, minutes=12)]
    assert rows(fouls)[0][3:] == ["–", "Dora Dummy", "−20", "to nobody"]


def test_the_victim_and_the_points_are_asked_for(fouls: FoulsPage, controller: EventController) -> None:
    type_words("1")
    press("Return", "Return")
    type_words("1")
    type_words("P17")
    press("Return")
    type_words("20")
    press("Return")
    assert focused() is fouls.entry.to.line
    type_words("2")
    press("Return")
    assert given(controller) == [PenaltyGiven(0, 1, "tile-knocked", 20, (1,))]
    assert controller.book.view.sheet(1, 1).scores == (-20, 20, 0, 0)


def test_own_words_need_points_and_a_reason(fouls: FoulsPage, controller: EventController) -> None:
    type_words("1")
    press("Return", "Return")
    type_words("2")
    type_words("own words")
    press("Return")
    type_words("15")
    press("Return", "Return")
    assert focused() is fouls.entry.reason.line
    type_words("left the table")
    press("Return")
    assert given(controller) == [PenaltyGiven(1, 1, "", 15, reason="left the table")]


@pytest.mark.parametrize("typed", ["9", "x"])
def test_an_unknown_table_is_refused_at_its_field(fouls: FoulsPage, typed: str) -> None:
    type_words(typed)
    press("Return")
    assert fouls.entry.table.problem() == f"There is no table “{typed}”: session 1 has tables 1 to 2."
    assert focused() is fouls.entry.table.line


def test_an_unknown_hand_is_refused_at_its_field(fouls: FoulsPage) -> None:
    type_words("1")
    press("Return")
    type_words("17")
    press("Return")
    assert fouls.entry.hand.problem() == "There is no hand “17”: the sheet has hands 1 to 16."


def test_a_verified_sheet_takes_no_penalty_and_says_what_to_do(fouls: FoulsPage, controller: EventController) -> None:
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    controller.act(use_cases.CloseSheet(1, 1))
    type_words("1")
    press("Return", "Return")
    type_words("2")
    type_words("P9")
    press("Return")
    assert "is verified" in fouls.entry.missing_words.text()
    assert not fouls.entry.give.isEnabled()


def test_del_and_a_reason_cancel_a_penalty_that_stays_in_the_list(
    fouls: FoulsPage, controller: EventController
) -> None:
    controller.act(GivePenalty(1, 1, Charge(0, "false-hu-short", 1)))
    fouls.given.list.setFocus()
    press("Down", "Del")
    press("Return")
    assert "reason" in fouls.shown.reason.problem()
    type_words("the hand was worth 9")
    press("Return")
    sheet = controller.book.view.sheet(1, 1)
    assert sheet.penalties == ()
    cancelled = sheet.cancelled[0].cancelled
    assert cancelled is not None
    assert isinstance(cancelled.fact, PenaltyCancelled)
    row = rows(fouls)[0]
    assert row[4:6] == ["Ada Anything", "−30"]
    assert row[6].startswith("Referee, ")
    index = fouls.given.list.rows_model.index(0, 4)
    assert fouls.given.list.rows_model.data(index, 262) is True  # struck through
    assert "the hand was worth 9" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert fouls.entry.isVisible()


def test_sums_count_what_stands_and_agree_with_the_tables(
    fouls: FoulsPage, controller: EventController, said: Say
) -> None:
    controller.act(GivePenalty(1, 1, Charge(0, "false-hu-invalid", 1)))  # 60 taken, all to players
    controller.act(GivePenalty(1, 2, Charge(1, "late", None, minutes=11)))  # 20 to nobody
    taken_back = controller.act(GivePenalty(1, 2, Charge(2, "late", None, minutes=2)))
    controller.act(CancelPenalty(taken_back.entries[-1].id, "was there"))
    shown = said(fouls.given.sums)
    assert "80 | points taken | 60 | given to players | 20 | to nobody" in shown
    assert "Scores balance: 2 tables, sum −20." in shown
    assert fouls.given.count.text() == "3 penalties, 1 cancelled"


def test_totals_that_cannot_be_are_named(fouls: FoulsPage, controller: EventController, said: Say) -> None:
    controller.act(RecordHand(1, 2, 1, Outcome(0, 1, 8)))
    controller.act(TypeTotals(1, 2, (32, -16, -8, -9)))
    assert "The totals of table 2 do not match" in said(fouls.given.sums)


def test_the_whole_event_and_by_player(fouls: FoulsPage, controller: EventController) -> None:
    use_cases.carry_out_all(
        controller.book,
        [
            GivePenalty(1, 2, Charge(0, "tile-count", 1)),
            GivePenalty(2, 1, Charge(0, "claim-changed", 1)),
            GivePenalty(2, 1, Charge(1, "claim-changed", 1)),
        ],
        by=BY,
    )
    controller.look_at(None)
    press("Alt+6")
    fouls.given.range.setFocus()
    press("Right")
    assert [(row[0], row[4]) for row in rows(fouls)] == [
        ("2", "Emil Ejemplo"), ("2", "Ada Anything"), ("1", "Emil Ejemplo"),
    ]  # fmt: skip
    press("Right")
    assert [row[4] for row in rows(fouls)] == ["Ada Anything", "Emil Ejemplo", "Emil Ejemplo"]


def test_while_the_past_is_looked_at_nothing_is_given(fouls: FoulsPage, controller: EventController) -> None:
    controller.look_at(controller.book.view.at(len(controller.book.view.journal)))
    press("Alt+6")
    type_words("1")
    press("Return", "Return")
    type_words("2")
    type_words("P9")
    press("Return", "Return")
    assert given(controller) == []
    assert "return to the current version" in fouls.entry.table.problem()


def test_the_lists_keep_the_contract_of_models(fouls: FoulsPage, controller: EventController) -> None:
    for model in (fouls.faults.list.rows_model, fouls.given.list.rows_model):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    controller.act(GivePenalty(1, 1, Charge(0, "false-hu-short", 1)))
    fouls.faults.search.setText("hu")
    assert fouls.faults.list.rows_model.rowCount() > 3


def test_without_a_draw_it_says_where_to_go(window: Window, controller: EventController) -> None:
    controller.undo()
    press("Alt+6")
    page = window.page("fouls")
    assert isinstance(page, FoulsPage)
    press("Return")
    assert window.current == "draw"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("size", "brief"), [((1280, 720), True), ((1366, 768), True), ((2200, 1200), False)])
def test_no_sanction_is_cut_at_any_width(window: Window, size: tuple[int, int], brief: bool) -> None:
    translator.set_language(LANGUAGES[1])
    window.resize(*size)
    window.show_page("fouls")
    QApplication.processEvents()
    fouls = window.page("fouls")
    assert isinstance(fouls, FoulsPage)
    table, model = fouls.faults.list, fouls.faults.list.rows_model
    assert table.isColumnHidden(SANCTION) is brief
    room = table.columnWidth(FAULT if brief else SANCTION) - 2 * PAD
    for row in range(model.rowCount()):
        sanction = str(model.index(row, SANCTION).data())
        assert model.index(row, FAULT).data(Role.SECOND) == (sanction if brief else None)
        assert painting.width_of(sanction, Type.DENSE if brief else Type.CAPTION) <= room, sanction


def test_no_sanction_is_cut_where_the_column_gets_its_faults_late(qtbot: QtBot) -> None:
    """Chinese sanctions stay beside their faults where others are below them."""
    rules = rule_set("mcr")
    assert rules is not None
    translator.set_language(LANGUAGES[2])
    made = FaultsColumn()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    QApplication.processEvents()
    made.offer(rules.faults)
    QApplication.processEvents()
    assert not made.list.isColumnHidden(SANCTION)
    room = made.list.columnWidth(SANCTION) - 2 * PAD
    for each in made.list.rows:
        assert painting.width_of(translator.translate(each.sanction), Type.CAPTION) <= room


def test_long_names_and_sanctions_take_several_lines(qtbot: QtBot) -> None:
    rules = rule_set("zung-jung")
    assert rules is not None
    translator.set_language(LANGUAGES[1])
    made = FaultsColumn()
    qtbot.addWidget(made)
    made.resize(340, 600)
    made.offer(rules.faults)
    made.show()
    width = made.list.columnWidth(FAULT) - 2 * PAD
    heights = [made.list.rowHeight(row) for row in range(made.list.model().rowCount())]
    for row, height in enumerate(heights):
        index = made.list.model().index(row, FAULT)
        lines = ((str(index.data()), Type.DENSE), (str(index.data(Role.SECOND)), Type.DENSE))
        assert height > sum(painting.height_of(text, kind, width) for text, kind in lines)
    assert len(set(heights)) > 1


@pytest.mark.thorough
def test_a_penalty_says_in_a_narrow_window_too_whom_it_pays(
    fouls: FoulsPage, controller: EventController, window: Window
) -> None:
    controller.act(GivePenalty(1, 1, Charge(0, "false-hu-invalid", 1)))
    model = fouls.given.list.rows_model
    window.resize(1280, 720)
    QApplication.processEvents()
    assert model.index(0, POINTS).data(Role.SECOND) == model.index(0, TO).data()
    window.resize(2200, 1200)
    QApplication.processEvents()
    assert model.index(0, POINTS).data(Role.SECOND) is None
    assert not fouls.given.list.isColumnHidden(TO)


def test_no_time_of_day_is_cut(fouls: FoulsPage) -> None:
    """Figures are not equally wide here: 06:04 takes more than 11:11."""
    times = [f"{hour:02}:{minute:02}" for hour in range(24) for minute in range(60)]
    widest = max(painting.width_of(time, Type.DENSE) for time in times)
    assert widest + 2 * PAD <= fouls.given.list.columnWidth(1)


def test_what_a_penalty_changes_is_told_where_its_sheet_was_signed(
    fouls: FoulsPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(RecordTotals(1, 1, (30, 20, 10, -60)))
    controller.act(RecordHand(1, 2, 1, Outcome(0, None, 8)))
    keyboard.type("2 Enter Enter 2")
    keyboard.words("P10")
    keyboard.type("Enter")
    assert fouls.entry.change.isHidden(), "nothing of this sheet is signed"
    keyboard.type("Enter")
    controller.act(CloseSheet(1, 2))
    controller.act(ReopenSheet(1, 2, "a fault was told later"))
    keyboard.type("2 Enter Enter 1")
    keyboard.words("P10")
    keyboard.type("Enter")
    announced = fouls.entry.change.text()
    assert fouls.entry.change.isVisible()
    assert "Out of date" not in announced, "nothing is printed"
    before = {row.player.number: row.rank for row in controller.book.view.standings(1).rows}
    keyboard.type("Enter")
    after = {row.player.number: row.rank for row in controller.book.view.standings(1).rows}
    moved = sum(before[number] != after[number] for number in before)
    assert moved
    assert f"{moved} of 8 players change rank after session 1." in announced
