"""An event by riichi in the window: every page can be seen, a hand is typed, and nothing breaks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from tests.tournament.rulesets.riichi.hanchans import record
from tests.ui.desktop.conftest import BY, FIRST, LAST, SEATING, Keyboard
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Text, mark
from tournament.ledger.description import describe
from tournament.rules.payment import Outcome, add
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from tournament.use_cases.progress import session_progress
from ui.desktop import bootstrap
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.entry.penalty_draft import listed_faults, matching
from ui.entry.sheet_lines import HandInProgress, effect_of, lines_of, without_marks
from ui.entry.table_sheet import RowKey

HANDS: list[dict[str, Any]] = [
    {"winners": [{"player": "A", "han": 3, "fu": 40}], "discarder": "C", "riichi": ["A", "D"]},
    {"winners": [{"player": "D", "han": 5}, {"player": "B", "han": 2, "fu": 30}], "discarder": "A"},
    {"winners": [], "tenpai": ["A", "B"], "riichi": ["C"]},
]


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    """Three hands are recorded, and a chombo."""
    path = tmp_path / "riichi.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Riichi of Nowhere", rules="riichi-ema-2025", sessions=2)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    place = {"session": 1, "table": 1}
    record(book, [{"type": "hand", **place, "hand": number, **hand} for number, hand in enumerate(HANDS, 1)])
    record(book, [{"type": "penalty", **place, "player": "B", "fault": "chombo"}])
    book.close()
    return path


@pytest.mark.thorough
def test_every_page_can_be_seen(window: Window) -> None:
    for each in PAGES:
        window.show_page(each.id)
    assert window.page("tables") is not None


def test_a_hand_is_typed(page: TablesPage, keyboard: Keyboard) -> None:
    """East with one counter and one stick on the table: a mangan from the discarder."""
    keyboard.type("2 1 5 Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.played == 4
    assert sheet.hands[3].net == (-12300, 13300, 0, 0)


def test_a_riichi_that_was_not_written_is_named_and_gone_to(page: TablesPage, keyboard: Keyboard) -> None:
    """B declared riichi in the drawn hand: 1,000 more are on the table, which the leader gets at the end."""
    a, b, c, d = page.controller.book.view.sheet(1, 1).computed
    keyboard.type("F6")
    *first, last = [30000 + each for each in (a, b - 1000, c, d + 1000)]
    type_totals(keyboard, first)
    difference = page.panel.signing.difference
    assert difference.text() == ""  # nobody can say yet
    type_totals(keyboard, [last])
    told = [difference.text().splitlines()[0], page.state.row]
    keyboard.type("F5")
    assert [*told, page.state.row] == ["Hand 3: riichi of Ben not written?", RowKey(4), RowKey(3)]


def test_a_chombo_stands_on_the_sheet_without_moving_a_score(page: TablesPage) -> None:
    model = page.score_sheet.model
    cells = [str(model.index(model.rowCount() - 1, column).data()) for column in range(sheet_table.COUNT)]
    assert cells[sheet_table.RESULT].endswith(" · 20000 after uma")
    assert cells[sheet_table.FIRST_PLAYER :] == [""] * 4


def test_what_a_hand_would_change_counts_the_sticks_once(page: TablesPage, keyboard: Keyboard) -> None:
    """One lies on the table: now the leader has it, after the hand its winner."""
    keyboard.type("2 1 5")
    book, table = page.controller.book, page.state.table
    assert table is not None
    before = book.view.sheet(1, 1)
    assert (before.after.sticks, sum(before.computed)) == (1, 0)
    in_progress = HandInProgress(4, mark("Winner"), Outcome(1, 0, 5))
    effect = effect_of(table, in_progress)
    keyboard.type("Enter")
    assert add(before.computed, effect) == book.view.sheet(1, 1).computed


def test_a_chombo_says_that_it_comes_from_the_final_points(
    page: TablesPage, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    """In the form, where it is shown, and in the history."""
    keyboard.type("P 3 chombo Enter")
    form = page.panel.penalty
    assert form.result.text() == "20000 from the final points."
    assert not form.effect.isVisible()
    keyboard.type("Esc Down")
    shown = said(page.panel.penalty_shown)
    assert "Ben: 20000 from the final points" in shown
    assert "Returned" not in shown
    book = page.controller.book
    (penalty,) = book.view.sheet(1, 1).penalties
    assert ENGLISH.render(describe(book.view.journal, penalty.entry).new) == "B: 20000 from the final points"


def test_what_a_hand_pays_is_not_shown_while_it_is_refused(page: TablesPage, keyboard: Keyboard) -> None:
    """20 fu on a discard cannot be; 30 fu can."""
    keyboard.type("2 1 2 20")
    assert page.panel.hand.points._aside() == ""
    keyboard.type("Backspace Backspace 30")
    assert page.panel.hand.points._aside() == "2900 points"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("typed", "question", "recorded"),
    [
        ("463 317 240 180", "", (16300, 1700, -6000, -12000)),
        ("46300 31700 24000 18000", "", (16300, 1700, -6000, -12000)),
        ("46.3 31.7 24 18.0", "", (16300, 1700, -6000, -12000)),
        ("46,3 31,7 24,0 18", "", (16300, 1700, -6000, -12000)),
        ("16300 1700 -6000 -12000", "", (16300, 1700, -6000, -12000)),
        ("463 317 230 180", "A riichi stick left on the table?", (17300, 1700, -7000, -12000)),
        ("46.3 31.7 23 18", "A riichi stick left on the table?", (17300, 1700, -7000, -12000)),
        ("463 317 230 170", "2 riichi sticks left on the table?", (18300, 1700, -7000, -13000)),
    ],
)
def test_totals_alone_are_converted_once_and_raise_nothing(
    typed: str, question: str, recorded: tuple[int, ...], page: TablesPage, keyboard: Keyboard
) -> None:
    """Only sticks left on the table are asked about; nothing marks the sheet, its card or the session."""
    keyboard.type("G 2 Enter F6")
    signing = page.panel.signing
    said: list[str] = []
    keys = 1
    for total in typed.split():
        keyboard.type(total)
        keys += len(total) + 1
        said += [signing.notice.text() if signing.notice.isVisible() else "", signing.difference.text()]
        said += [str(each) for each in page.state.totals.problems((0, 0, 0, 0)) if each]
        keyboard.type("Enter")
    said.append(signing.notice.text() if signing.notice.isVisible() else "")
    assert not any(said)
    if question:
        assert signing.question.text().startswith(question)
        assert "Totals differ" not in page.cards.cards[1].state()
        keyboard.type("Enter")
        keys += 1
    sheet = page.controller.book.view.sheet(1, 2)
    assert sheet.totals_only
    assert sheet.scores == recorded
    assert sheet.marks == ()
    assert page.cards.cards[1].state().startswith("Verified")
    assert session_progress(page.controller.book.view, 1).marked == ()
    assert keys <= 18 or len(typed) > len("463 317 230 180")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("12.3 -2.3 -4 -6", "Totals with a decimal are thousands with the starting points, which add up to 120."),
        ("46.3 31.7 2.4 8", "Totals with a decimal are thousands with the starting points, which add up to 120."),
    ],
)
def test_totals_with_decimals_that_are_not_thousands_are_refused(
    typed: str, said: str, page: TablesPage, keyboard: Keyboard
) -> None:
    told: list[Text] = []
    page.controller.messages.shown.connect(told.append)
    keyboard.type("G 2 Enter F6")
    for total in typed.split():
        keyboard.type(f"{total} Enter")
    assert said in ENGLISH.render(told[-1])
    assert page.controller.book.view.sheet(1, 2).closed is None


def test_points_won_in_hundreds_need_a_reason(page: TablesPage, keyboard: Keyboard) -> None:
    """Without the starting points nothing says in what totals are."""
    keyboard.type("G 2 Enter F6")
    type_totals(keyboard, [123, -23, -40, -60])
    assert page.panel.signing.question.text().startswith("No hand is recorded")
    keyboard.type("Enter")
    assert "123 is not a multiple of 100" in page.panel.signing.reason.problem()
    assert page.controller.book.view.sheet(1, 2).closed is None


def test_totals_alone_whose_sum_is_wrong_name_the_signs(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 2 Enter F6")
    type_totals(keyboard, [16300, 1700, 7000, 11000])
    notice = page.panel.signing.notice.text()
    assert "36000 instead of 0" in notice
    assert "Minus signs missing: Emil, Fay, or Gil, Hana?" in notice


def test_current_is_what_lies_before_each_player_and_the_sticks_apart(page: TablesPage, keyboard: Keyboard) -> None:
    totals = page.score_sheet.totals
    heads = [label.text() for label in totals._heads]
    assert [each for each in heads if each.startswith("Current")] == ["Current, of 30000; 1000 on the table"]
    before = [int(column.stack.text()) for column in totals._columns]
    assert sum(before) == 120_000 - 1_000
    assert before == [30_000 + total for total in page.controller.book.view.sheet(1, 1).hands[2].totals]
    keyboard.type("1 2 5")
    assert sum(int(column.stack.text()) for column in totals._columns) == 120_000


def test_a_row_with_several_winners_shows_each_value(page: TablesPage) -> None:
    assert page.state.table is not None
    line = next(line for line in lines_of(page.state.table, row=None) if line.hand == 2)
    assert without_marks(ENGLISH.render(line.result)) == "Ben (2/30), Dora (5) from Ada"
    assert line.points == ""
    assert not line.notes


def test_the_keys_that_may_follow_are_named_before_a_hand_is_begun(page: TablesPage, keyboard: Keyboard) -> None:
    form = page.panel.hand
    assert all(f"{key} " in form._empty.text() for key in "IML")
    keyboard.type("1")
    assert form._empty.isHidden()


def test_chombo_finds_every_fault_that_costs_one(page: TablesPage) -> None:
    rules = page.controller.book.view.rules
    found = matching(listed_faults(rules.faults), "chombo", ENGLISH)
    assert {each.slug for each in found} == {fault.slug for fault in rules.faults if fault.after_places}
    assert len(found) == 7
