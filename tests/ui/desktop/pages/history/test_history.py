"""The History page in the real window: entries in words, filters, earlier states, all by keyboard."""

from collections.abc import Callable

import pytest
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.tournament.use_cases.events import BY, drawn
from tests.ui.desktop.conftest import typed_hand
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.player import Player, SubstituteCase
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import language_of
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    By,
    CloseSheet,
    CorrectHand,
    GivePenalty,
    RecordHand,
    carry_out,
    plan_by_ranking,
    plan_rest,
)
from tournament.use_cases.commands import RedrawSessions, ReplacePlayer, SetPin, SwapPlayers
from tournament.use_cases.entry_effect import effect_of
from tournament.use_cases.pins import planned_pin
from ui.desktop.controller import EventController
from ui.desktop.pages.history.entry_filter import KindFilter
from ui.desktop.pages.history.entry_table import DayRow, EntryRow
from ui.desktop.pages.history.page import HistoryPage
from ui.desktop.pages.history.panel import HistoryPanel
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.window import Window

Say = Callable[[QWidget], str]


@pytest.fixture
def history(controller: EventController, window: Window, dressed: QApplication, qtbot: QtBot) -> HistoryPage:
    """The page, in view: two hands, a correction of the first, a penalty, an undo."""
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 21)))
    controller.act(RecordHand(1, 1, 2, Outcome(1, 2, 8)))
    controller.act(CorrectHand(1, 1, 1, Outcome(0, 1, 12), "the paper says 12"))
    controller.act(GivePenalty(1, 1, Charge(2, "false-hu-short", 2)))
    controller.undo()
    press("Ctrl+H")
    page = window.page("history")
    assert isinstance(page, HistoryPage)
    qtbot.waitUntil(lambda: not page._stale and not page.filter.running)
    return page


def lines(page: HistoryPage) -> list[str]:
    """What, where, change and reason of every row, once all are there; the day of a band."""
    while page.isVisible() and (page._stale or page.filter.running):
        QTest.qWait(1)
    found = []
    for row in range(page.table.model().rowCount()):
        if isinstance(page.table.rows[row], DayRow):
            found.append(str(page.table.model().index(row, 0).data()))
            continue
        what = page.table.model().index(row, 2)
        second = str(what.data(261) or "")
        found.append(
            " | ".join([str(what.data()), second, *(str(page.table.model().index(row, at).data()) for at in (3, 4))])
        )
    return found


def stand_at(page: HistoryPage, what: str) -> None:
    row = next(row for row, line in enumerate(lines(page)) if line.startswith(what))
    page.table.setCurrentIndex(page.table.model().index(row, 0))


def test_entries_are_told_by_name_newest_first(history: HistoryPage) -> None:
    told = lines(history)
    assert told[1:5] == [
        "Undo: Penalty | session 1, table 1, hand 2 | Cleo −30: 10 to each of Ada, Ben, Dora → – | –",
        "Penalty | session 1, table 1, hand 2 · undone | – → Cleo −30: 10 to each of Ada, Ben, Dora | –",
        "Correction | session 1, table 1, hand 1 | Ada from Ben, 21 → Ada from Ben, 12 | the paper says 12",
        "Session 1 started |  | – | –",
    ]
    assert told[-1].startswith("Event created")
    assert history.foot.text().startswith("7 entries, 2 hands hidden by the filter")


def test_the_foot_names_the_event_as_papers_do(
    history: HistoryPage, controller: EventController, qtbot: QtBot, said: Say
) -> None:
    before = controller.book.view.fingerprint
    assert said(history.fingerprint).endswith(f"fingerprint {before}")
    controller.act(SwapPlayers(1, 5, (2,)))
    qtbot.waitUntil(lambda: not history.filter.running)
    after = controller.book.view.fingerprint
    assert after.entries == before.entries + 1
    assert said(history.fingerprint).endswith(f"fingerprint {after}")


def test_what_was_taken_back_says_so_in_french(history: HistoryPage) -> None:
    translator.set_language(language_of("fr"))
    assert lines(history)[2].startswith("Pénalité | partie 1, table 1, tour 2 · annulé |")


def test_changes_to_the_draw_are_listed(history: HistoryPage, controller: EventController, qtbot: QtBot) -> None:
    controller.act(SwapPlayers(1, 5, (2,)))
    controller.act(ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2))
    controller.act(RedrawSessions(plan_rest(controller.book.view, 2, seed=1), 2))
    controller.act(plan_by_ranking(controller.book.view, 2).command)
    qtbot.waitUntil(lambda: not history.filter.running)
    assert [line.split(" | ")[0] for line in lines(history)[1:5]] == [
        "Session seated by the standings",
        "Sessions drawn again",
        "Player replaced",
        "Players swapped",
    ]


def test_a_band_says_the_day_and_cannot_be_chosen(history: HistoryPage) -> None:
    assert isinstance(history.table.rows[0], DayRow)
    assert history.table.columnSpan(0, 0) == 5
    history.table.setFocus()
    press("Home")
    for _ in range(12):
        press("Up")
    assert isinstance(history.table.current_row, EntryRow)


def test_hands_are_shown_on_request(history: HistoryPage, qtbot: QtBot) -> None:
    history.filters.kinds.setFocus()
    press("Down")
    qtbot.waitUntil(lambda: not history.filter.running)
    assert history.filters.kinds.currentData() == KindFilter.ALL.value
    assert sum(line.startswith("Hand |") for line in lines(history)) == 2
    assert "hidden" not in history.foot.text()
    press("Ctrl+L")
    qtbot.waitUntil(lambda: not history.filter.running)
    assert not any(line.startswith("Hand |") for line in lines(history))


def test_filters_part_the_entries(history: HistoryPage, qtbot: QtBot) -> None:
    """Player 1 sits at table 1: its three entries and the list with which they were imported; player 5 has only the
    list."""
    for box, key, expected in (
        ("session", "2", 0),
        ("table", "2", 0),
        ("table", "1", 3),
        ("author", "", 7),
        ("player", "1", 4),
        ("player", "5", 1),
    ):
        chosen = getattr(history.filters, box)
        at = chosen.findData(key)
        assert at >= 0
        chosen.setCurrentIndex(at)
        history.filters.changed.emit()
        qtbot.waitUntil(lambda: not history.filter.running)
        assert sum(not isinstance(row, DayRow) for row in history.table.rows) == expected, (box, key)
        chosen.setCurrentIndex(0)


def test_words_are_found_whatever_their_case_and_accents(history: HistoryPage, qtbot: QtBot) -> None:
    press("Ctrl+F")
    assert focused() is history.search
    type_words("PÀPER says")
    qtbot.waitUntil(lambda: history.filter.found == 1)
    history.search.clear()
    type_words("chimera cleo")  # short names are shown, not last names
    qtbot.waitUntil(lambda: history.filter.found == 0)
    history.search.clear()
    type_words("paper")
    qtbot.waitUntil(lambda: history.filter.found == 1)
    assert lines(history)[1].startswith("Correction")


def test_a_correction_shows_what_it_did(history: HistoryPage, said: Say, qtbot: QtBot) -> None:
    stand_at(history, "Correction")
    qtbot.waitUntil(history.panel.sheet.isVisible)
    assert (history.panel.figures.old.text(), history.panel.figures.new.text()) == ("21", "12")
    shown = said(history.panel)
    # 21 from Ben give Ada 21 + 3 · 8, Ben −29, the others −8; 12 give Ada 36 and Ben −20. Hand 2 was in: 8 by Ben from
    # Cleo give Ben 32, Cleo −16, Ada and Dora −8.
    assert "Ada Anything: Score 37 → 28, table points 4 → 4" in shown
    assert "Ben Beispiel: Score 3 → 12, table points 2 → 2" in shown
    assert "Cleo Chimera: Score −24 → −24" in shown
    assert "Reason: “the paper says 12”" in shown


def test_standings_that_moved_are_shown(controller: EventController) -> None:
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 20)))
    controller.act(CorrectHand(1, 1, 1, Outcome(2, 1, 20), "wrong column"))
    view = controller.book.view
    effect = effect_of(view, len(view.journal))
    assert effect is not None
    moved = {each.player.first_name: (each.number, each.points) for each in effect.standings}
    assert moved["Ada"][0][0] == 1
    assert moved["Cleo"][0][1] == 1
    assert [int(moved["Cleo"][1][1]), int(moved["Ada"][1][0])] == [4, 4]
    assert effect.moved == 2
    assert effect_of(view, 1) is None


def test_enter_shows_the_whole_window_at_that_moment_and_back(
    history: HistoryPage, window: Window, controller: EventController, qtbot: QtBot, said: Say
) -> None:
    stand_at(history, "Session 1 started")  # nothing was recorded yet
    history.table.setFocus()
    press("Return")
    qtbot.waitUntil(lambda: controller.past is not None)
    assert "Event at " in said(window)
    shown = controller.view
    assert shown is not None
    assert shown is not controller.book.view
    assert shown.sheet(1, 1).played == 0
    assert controller.book.view.sheet(1, 1).played == 2
    press("Alt+4")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert "Nothing to undo" in said(window.status)
    type_words("129")
    press("Return")
    assert controller.book.view.sheet(1, 1).number == len(controller.book.view.journal.everything("session-1/table-1"))
    assert controller.book.view.sheet(1, 1).played == 2
    assert "return to the current version" in said(tables)
    press("Ctrl+H")
    assert len(lines(history)) == 8  # the whole ledger, whatever moment is looked at
    press("F7")
    assert controller.view is controller.book.view
    assert window.current == "history"
    assert "Return to the current version" not in said(window)


def test_actions_are_refused_in_words_while_the_past_is_looked_at(controller: EventController) -> None:
    controller.look_at(controller.book.view.at(2))
    assert controller.view is not None
    assert controller.view.seating is None
    assert controller.session == 0
    for action in (
        controller.undo,
        controller.redo,
        lambda: controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8))),
    ):
        with pytest.raises(Refused) as refused:
            action()
        assert "return to the current version" in refused.value.problems[0].text.message
    controller.look_at(None)
    assert controller.session == 1
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))


def test_what_is_half_typed_survives_a_look_at_the_past(
    page: TablesPage, controller: EventController, window: Window
) -> None:
    window.show_page("tables")
    type_words("12")
    controller.look_at(controller.book.view.at(3))
    controller.look_at(None)
    assert (typed_hand(page).winner, typed_hand(page).discarder) == (0, 1)


def test_a_draw_taken_back_leaves_the_tables_page_empty(
    page: TablesPage, controller: EventController, window: Window
) -> None:
    window.show_page("tables")
    controller.undo()
    assert not page.score_sheet.isVisible()
    controller.redo()
    assert page.score_sheet.isVisible()


def test_new_entries_come_on_top(history: HistoryPage, controller: EventController, qtbot: QtBot) -> None:
    controller.act(CloseSheet(1, 1))
    qtbot.waitUntil(lambda: not history.filter.running)
    assert lines(history)[1].startswith("Sheet verified | session 1, table 1")


def test_the_list_keeps_the_contract_of_models(history: HistoryPage, controller: EventController, qtbot: QtBot) -> None:
    QAbstractItemModelTester(history.table.rows_model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    history.filters.kinds.setCurrentIndex(1)
    history.filters.changed.emit()
    qtbot.waitUntil(lambda: not history.filter.running)
    assert history.filter.found == 9


PICTURE = "[234p,1]234m23456s88p7s"
"""13 by discard, whatever the winds."""


def test_a_hand_with_tiles_has_its_slip(history: HistoryPage, controller: EventController, qtbot: QtBot) -> None:
    controller.act(RecordHand(1, 1, 3, Outcome(1, 3, 13), PICTURE))
    controller.act(CorrectHand(1, 1, 3, Outcome(1, 3, 12), "Dora claimed 12", PICTURE[:-2] + "4s"))
    history.filters.kinds.setCurrentIndex(history.filters.kinds.findData(KindFilter.ALL.value))
    history.filters._choose()
    qtbot.waitUntil(lambda: not history._stale and not history.filter.running)
    stand_at(history, "Correction")
    assert history.panel.slip.isVisible()
    change = next(line for line in lines(history) if "Dora claimed 12" in line)
    assert change.count("234m") == 2  # the tiles before and after
    assert history.panel.old_tiles.accessibleName() == "[234p,1]234m23456s88p7s|EN0000"
    assert history.panel.tiles.accessibleName() == "[234p,1]234m23456s88p4s|EN0000"
    press("Ctrl+Shift+P")
    (dialog,) = history.findChildren(ReportDialog)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    words = dialog.preview.words()
    assert "session 1, table 1, hand 3" in words
    assert "Dora claimed 12" in words
    press("Esc")
    assert not history.findChildren(ReportDialog)


def test_a_hand_without_tiles_has_no_slip(history: HistoryPage) -> None:
    stand_at(history, "Correction")
    assert not history.panel.slip.isVisible()


@pytest.mark.thorough
def test_no_filter_is_cut_in_french_at_1280(history: HistoryPage, window: Window, dressed: QApplication) -> None:
    translator.set_language(language_of("fr"))
    window.resize(1280, 720)
    dressed.processEvents()
    for box in history.filters.boxes:
        room = box.width() - 46
        assert painting.width_of(box.currentText(), Type.BODY) <= room, box.currentText()


@pytest.mark.usefixtures("dressed")
def test_where_several_desks_wrote_the_panel_names_that_of_an_entry() -> None:
    book, panel = drawn(), HistoryPanel(width=320)
    desks = (BY, "Referee Sample, "), (By("Ben Sample", "north"), "Ben Sample, at north, ")
    for hand, (by, said) in enumerate(desks, start=1):
        carry_out(book, RecordHand(1, 1, hand, Outcome(0, 1, 8 + hand)), by=by)
        panel.show_entry(book.view, book.view.journal[-1], None)
        assert f"· {said}13 June 2026" in panel.where.text()
    panel.show_entry(book.view, book.view.journal[0], None)
    assert "Referee Sample, at desk, " in panel.where.text()


def test_only_the_organiser_reads_who_was_ill_and_nobody_why(
    history: HistoryPage, controller: EventController, said: Say, dressed: QApplication
) -> None:
    book = controller.book
    controller.act(ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2, 2, SubstituteCase.ILL))
    stand_at(history, "Player replaced")
    assert history.panel.case.isVisible()
    assert "Shown only to the organiser: ill during the session" in said(history.panel)
    assert "substitute Nova Newcomer, session 2: absent" in said(history.panel)
    assert not any("ill during" in line for line in lines(history))
    by = By("Ada", "test desk")
    pin = planned_pin(book.view.state.pins, EventRole.ORGANISER, "13062026")
    controller.changed.emit(carry_out(book, SetPin(EventRole.ORGANISER, pin), by=by))
    stand_at(history, "Player replaced")
    assert controller.user.role is not EventRole.ORGANISER
    assert not history.panel.case.isVisible()
    assert "ill during" not in said(history.panel)
    controller.user.sign_in(EventRole.ORGANISER, "Ada")
    assert lines(history)
    assert "ill during" in said(history.panel)
    controller.user.lock()
    assert lines(history)
    assert "ill during" not in said(history.panel)
