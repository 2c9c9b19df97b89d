"""The sheet of games of another shape as lines: values, East who stays, rounds without a wind, the end of a game."""

from datetime import date
from random import Random

import pytest

from tests.second_count import riichi_lines
from tests.tournament.ledger.test_open_table import OPEN
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.entry.test_table_keys import BY, NAMES, SEATING
from tournament import catalogue, use_cases
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.rules.payment import Answer, Outcome
from tournament.rules.question import Chosen
from tournament.use_cases import Book, CloseSheet, RecordHand, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.entry.sheet_lines import (
    HandInProgress,
    LineKind,
    SheetLine,
    accessible_text,
    effect_of,
    hand_matrix,
    lines_of,
    without_marks,
)
from ui.entry.table_sheet import RowKey, TableSheet, table_sheet
from ui.json_lines.game import GameLine


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of the tests can be played: the catalogue is the only place that knows it."""
    monkeypatch.setitem(vars(catalogue)["_AT_HAND"], OPEN.id, OPEN)
    monkeypatch.setattr(catalogue, "NAMES", {**catalogue.NAMES, OPEN.id: OPEN.name})


def table_of(rules: str, *outcomes: Outcome, options: Chosen = (), signed: bool = False) -> TableSheet:
    """Table 1 of an event by ``rules`` with these hands."""
    book = Book(FakeStore())
    settings = Settings("Open", rules=rules, sessions=2, starts=date(2026, 6, 12), options=options)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, name, "Anybody") for name in NAMES)), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    for hand, outcome in enumerate(outcomes, start=1):
        use_cases.carry_out(book, RecordHand(1, 1, hand, outcome), by=BY, confirmed=True)
    if signed:
        use_cases.carry_out(book, CloseSheet(1, 1, book.view.sheet(1, 1).computed), by=BY, confirmed=True)
    return table_sheet(book.view, 1, 1)


def paid(winner: int | None, *values: int, **answers: Answer) -> Outcome:
    """A hand of which all four are paid."""
    a, b, c, d = values or (0, 0, 0, 0)
    return Outcome(winner, values=(a, b, c, d), answers=tuple(sorted(answers.items())))


def words(line: SheetLine) -> str:
    """What the line says."""
    return without_marks(ENGLISH.render(line.result))


def test_a_player_s_cell_holds_the_value_what_it_moved_and_the_total() -> None:
    line = lines_of(table_of("open", paid(1, 4, 20, 0, 6)))[1]
    assert [(cell.value, cell.change, cell.total) for cell in line.cells] == [
        ("4", "−2", "−2"),
        ("20", "+46", "46"),
        ("0", "−34", "−34"),
        ("6", "−10", "−10"),
    ]
    assert (line.points, [cell.winner for cell in line.cells]) == ("20", [False, True, False, False])
    heard = accessible_text(line, NAMES[:4], ENGLISH.render)
    assert "Ben 20, +46, total 46" in heard
    assert "20 points" in heard


def test_a_drawn_hand_that_pays_nothing_shows_no_values() -> None:
    line = lines_of(table_of("open", paid(None)))[1]
    assert ([cell.value for cell in line.cells], line.points, words(line)) == ([""] * 4, "–", "Drawn hand")


def test_rows_played_and_the_next_one_and_east_who_stays() -> None:
    table = table_of("open", paid(0, 8, 0, 0, 0), paid(0, 8, 0, 0, 0), paid(2, 0, 0, 8, 0))
    hands = [line for line in lines_of(table) if line.kind is LineKind.HAND]
    assert [line.hand for line in hands] == [1, 2, 3, 4]
    assert [[cell.times for cell in line.cells] for line in hands] == [
        [0, 0, 0, 0],
        [2, 0, 0, 0],
        [3, 0, 0, 0],
        [0, 0, 0, 0],
    ]


def test_a_round_has_a_band_by_its_number_where_no_wind_prevails_and_seats_are_said_once() -> None:
    table = table_of("french-classical-simple", *(paid(None, dominant="E") for _ in range(4)))
    first, second = [line for line in lines_of(table) if line.kind is LineKind.BAND]
    assert (words(first), words(second)) == ("Round 1", "Round 2")
    assert seats_of(first) == "East South West North"
    assert all(cell.wind is None for cell in second.cells)
    assert accessible_text(second, NAMES[:4], ENGLISH.render) == "Round 2"


def seats_of(line: SheetLine) -> str:
    return " ".join(ENGLISH.render(cell.wind.label) for cell in line.cells if cell.wind is not None)


def test_a_hand_typed_over_another_moves_those_behind_it_before_it_is_recorded() -> None:
    """East now wins hand 1, so the same player deals hand 2, which they had won, and is paid twice for it."""
    table = table_of("open", paid(1, 0, 10, 0, 0), paid(0, 20, 0, 0, 0))
    typed = HandInProgress(1, OPEN.name, paid(0, 10, 0, 0, 0))
    assert table.sheet.computed == (50, 10, -30, -30)
    assert effect_of(table, typed) == (130, -70, -30, -30)
    hands = [line for line in lines_of(table, in_progress=typed) if line.kind is LineKind.HAND]
    assert [cell.total for cell in hands[1].cells] == ["180", "−60", "−60", "−60"]
    assert [cell.times for cell in hands[1].cells] == [2, 0, 0, 0]


def test_the_end_of_a_game_is_a_line_of_its_own_and_no_hand_follows() -> None:
    lines = lines_of(table_of("open", *(paid(None) for _ in range(4))))
    assert [line.hand for line in lines if line.kind is LineKind.HAND] == [1, 2, 3, 4]
    assert (words(lines[-1]), lines[-1].key) == ("The game is over", None)


def test_who_has_no_points_left_ends_the_game() -> None:
    table = table_of("hong-kong", Outcome(1, 0, 10), Outcome(1, 0, 10), Outcome(1, 0, 10))
    lines = lines_of(table)
    assert words(lines[-1]) == "The game is over: no points left for Ada"
    assert (table.sheet.played, table.sheet.next_hand, table.sheet.computed[0]) == (3, None, -384)


def test_a_hand_after_the_end_of_a_game_is_shown_below_the_end() -> None:
    """The game was over after the third hand once the third was corrected; what was played then is not hidden."""
    table = table_of("hong-kong", Outcome(1, 0, 10), Outcome(1, 0, 10), Outcome(None), Outcome(None))
    book_lines = lines_of(table, in_progress=HandInProgress(3, OPEN.name, Outcome(1, 0, 10)))
    assert [words(line) if line.kind is LineKind.BAND else line.hand for line in book_lines] == [
        "East round", 1, 2, 3, "The game is over: no points left for Ada", 4, 5
    ]  # fmt: skip


def test_a_signed_sheet_has_no_row_for_a_hand_to_come() -> None:
    table = table_of("open", paid(0, 8, 0, 0, 0), signed=True)
    assert [line.hand for line in lines_of(table) if line.kind is LineKind.HAND] == [1]
    assert table.rows() == (RowKey(1),)


def test_a_game_that_was_signed_before_its_end_says_so() -> None:
    hands = (Outcome(1, 0, 5), Outcome(None))
    said = "Ended with hand 2, before the game was over"
    assert words(lines_of(table_of("riichi-ema-2025", *hands, signed=True))[-1]) == said
    assert words(lines_of(table_of("riichi-ema-2025", *hands))[-1]) != said
    drawn = [Outcome(None)] * 8
    assert words(lines_of(table_of("riichi-ema-2025", *drawn, signed=True))[-1]) == "The game is over"


def test_other_answers_of_a_hand_are_shown_beside_its_result() -> None:
    table = table_of("french-classical-advanced", paid(1, 30, 100, 50, 10, dominant="S"))
    line = lines_of(table)[1]
    assert [ENGLISH.render(note.short) for note in line.notes] == ["South"]
    assert "Dominant wind: South" in accessible_text(line, NAMES[:4], ENGLISH.render)


def test_who_pays_for_all_is_named() -> None:
    table = table_of("hong-kong", Outcome(1, 0, 7, liable=0, answers=(("liability", "nine-pieces"),)))
    heard = accessible_text(lines_of(table)[1], NAMES[:4], ENGLISH.render)
    assert "Pays for all: Ada" in heard
    assert "Nine pieces" in heard


def test_the_square_of_the_document_is_read_from_east_on() -> None:
    """Hand 2 of the table: Ben is East, and has what East has in the document."""
    table = table_of(
        "french-classical-advanced",
        paid(2, 0, 0, 20, 0, dominant="E"),
        paid(1, 10, 100, 250, 40, dominant="E"),
    )
    shown = hand_matrix(table, RowKey(2), None)
    assert shown is not None
    assert shown.matrix is not None
    assert (shown.hand, shown.names, shown.values, shown.winner) == (
        2,
        ("Ben", "Cleo", "Dora", "Ada"),
        (100, 250, 40, 10),
        0,
    )
    assert shown.matrix.rows == ((0, 600, 0, 0), (200, 0, 0, 0), (200, 210, 0, 0), (200, 240, 30, 0))
    assert shown.matrix.net == (0, 850, -380, -470)


def test_while_the_next_hand_is_typed_the_square_is_that_of_the_last() -> None:
    table = table_of("quebec-classical", paid(0, 100, 250, 40, 10))
    shown = hand_matrix(table, RowKey(2), None)
    assert shown is not None
    assert shown.matrix is not None
    assert (shown.hand, shown.matrix.net) == (1, (600, 250, -380, -470))


def test_a_sheet_without_a_hand_has_an_empty_square_and_others_have_none() -> None:
    empty = hand_matrix(table_of("quebec-classical"), RowKey(1), None)
    assert empty is not None
    assert empty.matrix is None
    assert hand_matrix(table_of("mcr"), RowKey(1), None) is None


@pytest.mark.parametrize("seed", range(12))
def test_the_end_of_a_game_says_who_gets_what_is_left_on_the_table(seed: int) -> None:
    """The sticks that nobody won go to whoever has most after the last hand."""
    rules = catalogue.rule_set("riichi-ema-2025")
    assert rules is not None
    lines = riichi_lines.hanchan(Random(seed), rules.id, {}, most=30, bold=0.8)
    table = table_of(rules.id, *(GameLine(dict(line), rules).outcome() for line in lines))
    totals, left = table.sheet.hands[-1].totals, table.sheet.after.sticks * 1000
    said = [accessible_text(line, NAMES[:4], ENGLISH.render) for line in lines_of(table) if line.kind is LineKind.BAND][
        -1
    ]
    leaders = [name for name, total in zip(table.names, totals, strict=True) if total == max(totals)]
    assert ("left on the table" in said) is (left > 0)
    if left:
        assert said.endswith(f"{left // len(leaders) // 100 * 100} left on the table go to {', '.join(leaders)}")
