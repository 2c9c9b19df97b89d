"""A photographed sheet before it is recorded: what its boxes say, and what keys make of them."""

from dataclasses import replace
from random import Random

import pytest

from reports.photos.deciding import Certainty, Doubt, ReadHand, SheetReading
from reports.sheets.code import Scanned, event_key
from tests.photos.random_sheets import simulated
from tests.tournament.use_cases.events import BY, drawn
from tournament.event.seating import LETTERS
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, CloseSheet, RecordHand, carry_out
from ui.entry import photo_sheet
from ui.entry.photo_sheet import Obstacle, Origin, PhotoCell, PhotoSheet
from ui.entry.table_sheet import table_sheet


def sheet_with(book: Book, *hands: ReadHand | None, doubts: tuple[Doubt, ...] = ()) -> PhotoSheet:
    """Table 1 of session 1 as it was read, with the sums as totals."""
    whole = (*hands, *(None,) * (16 - len(hands)))
    reading = SheetReading(Certainty.SURE, whole, (0, 0, 0, 0), doubts, True)
    sheet = photo_sheet.begun("a.jpg", Scanned(event_key(book.view), 1, 1, 1, 1, "A4"), reading)
    sums = photo_sheet.computed(sheet, book.view.rules)
    assert sums is not None
    return photo_sheet.begun("a.jpg", sheet.code, replace(reading, totals=sums))


@pytest.mark.parametrize("seed", range(20))
def test_what_was_read_is_what_is_recorded(seed: int) -> None:
    """Random hands, recorded from their boxes: the sheet has them, and its sums are the totals that were read."""
    book = drawn()
    read = simulated(Random(seed), 1.0, wrongly_added=0).hands
    sheet = sheet_with(book, *read)
    commands = photo_sheet.to_record(sheet, book.view)
    assert not isinstance(commands, Obstacle)
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    recorded = book.view.sheet(1, 1)
    expected = [None if hand is None else Outcome(hand.winner, hand.discarder, hand.points) for hand in read]
    assert [line.outcome for line in recorded.hands] == expected
    assert sheet.total_texts == tuple(str(total) for total in recorded.computed)
    assert photo_sheet.to_record(sheet, book.view) == ()
    assert photo_sheet.differences(sheet, book.view.rules) == ()


def test_confirming_visits_every_doubtful_box_once() -> None:
    doubts = (Doubt(None, "B", "-20", 0.9), Doubt(2, "winner", "B", 0.9), Doubt(1, "points", "12", 0.8))
    sheet = sheet_with(drawn(), ReadHand(0, 1, 12), ReadHand(1, 2, 20), doubts=doubts)
    visited = []
    while sheet.at is not None:
        visited.append(sheet.at)
        sheet = photo_sheet.confirmed(sheet)
    assert visited == [PhotoCell(1, "points"), PhotoCell(2, "winner"), PhotoCell(None, "B")]
    assert sheet.origins == dict.fromkeys(visited, Origin.CONFIRMED)
    assert sheet.open == ()


def test_keys_mean_what_they_mean_in_the_entry() -> None:
    book = drawn()
    table, sheet = table_sheet(book.view, 1, 1), sheet_with(book, ReadHand(0, 1, 12))

    def typed(cell: PhotoCell, keys: str) -> PhotoSheet | None:
        made: PhotoSheet | None = photo_sheet.at_cell(sheet, cell)
        for key in keys:
            assert made is not None
            made = photo_sheet.typed(made, key, table, ENGLISH)
        return made

    def outcome(cell: PhotoCell, keys: str) -> Outcome | None:
        made = typed(cell, keys)
        assert made is not None
        return made.outcome(1)

    assert outcome(PhotoCell(1, "points"), "88") == Outcome(0, 1, 88)
    assert outcome(PhotoCell(1, "winner"), "3") == Outcome(2, 1, 12)
    assert outcome(PhotoCell(1, "winner"), "N") == Outcome(3, 1, 12)
    assert outcome(PhotoCell(1, "discarder"), "d") == Outcome(0, None, 12)
    assert outcome(PhotoCell(1, "discarder"), "x") == Outcome(None, None, 0)
    assert typed(PhotoCell(1, "winner"), "5") is None
    assert typed(PhotoCell(1, "points"), "k") is None
    total = typed(PhotoCell(None, "A"), "-31")
    assert total is not None
    assert total.total_texts[0] == "-31"
    assert photo_sheet.erased(total).total_texts[0] == "-3"
    assert total.origins == {PhotoCell(None, "A"): Origin.TYPED}


def test_points_without_a_winner_are_no_hand() -> None:
    book = drawn()
    sheet = sheet_with(book, ReadHand(0, 1, 12))
    cleared = photo_sheet.erased(photo_sheet.at_cell(sheet, PhotoCell(1, "winner")))
    assert cleared.is_unclear(1)
    found = photo_sheet.to_record(cleared, book.view)
    assert isinstance(found, Obstacle)
    assert found.cell == PhotoCell(1, "winner")


def test_a_wrong_total_names_its_player_and_a_right_one_does_not() -> None:
    book = drawn()
    sheet = sheet_with(book, ReadHand(0, 1, 12))
    for column, letter in enumerate(LETTERS):
        wrong = replace(sheet, texts={**sheet.texts, PhotoCell(None, letter): "999"})
        assert photo_sheet.differences(wrong, book.view.rules) == (column,)


def test_a_verified_sheet_is_left_alone() -> None:
    book = drawn()
    sheet = sheet_with(book, ReadHand(0, 1, 12))
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 12)), by=BY, confirmed=True)
    carry_out(book, CloseSheet(1, 1), by=BY, confirmed=True)
    found = photo_sheet.to_record(sheet, book.view)
    assert isinstance(found, Obstacle)
    assert ENGLISH.render(found.text) == "The sheet of table 1, session 1 is already verified."
