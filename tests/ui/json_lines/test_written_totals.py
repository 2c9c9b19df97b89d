"""Lines with the four totals of a game of riichi, as players write them; and a league that only has such lines."""

from typing import Any

import pytest

from tests.tournament.rulesets.riichi.hanchans import record
from tests.tournament.use_cases.events import drawn
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Net
from tournament.use_cases import Book, LinesRefused

Line = dict[str, Any]
NET = (16_300, 1_700, -6_000, -12_000)
WIN: Line = {"winners": [{"player": "A", "han": 5}]}


def totals(a: float, b: float, c: float, d: float, **more: object) -> Line:
    return {"type": "totals", "session": 1, "table": 1, "totals": {"A": a, "B": b, "C": c, "D": d}, **more}


def sheet_after(*lines: Line) -> Sheet:
    book = drawn(rules="riichi-ema-2025")
    record(book, list(lines))
    return book.view.sheet(1, 1)


@pytest.mark.parametrize(
    "line",
    [
        totals(46_300, 31_700, 24_000, 18_000),
        totals(463, 317, 240, 180),
        totals(46.3, 31.7, 24, 18.0),
        totals(*NET),
    ],
)
def test_every_way_to_write_them_is_the_same_sheet(line: Line) -> None:
    sheet = sheet_after(line)
    assert (sheet.scores, sheet.marks, sheet.accepted) == (NET, (), "")


@pytest.mark.parametrize(
    ("line", "scores", "accepted"),
    [
        (totals(46.3, 31.7, 23, 18, sticks=1), (17_300, 1_700, -7_000, -12_000), ""),
        (totals(463, 317, 230, 170, sticks=2), (18_300, 1_700, -7_000, -13_000), ""),
        (totals(0, 0, 0, -1_000, sticks=1), (300, 300, 300, -1_000), "riichi sticks left on the table"),
    ],
)
def test_sticks_left_on_the_table_go_to_the_first(line: Line, scores: Net, accepted: str) -> None:
    sheet = sheet_after(line)
    assert (sheet.scores, sheet.marks, sheet.accepted) == (scores, (), accepted)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (totals(463, 317, 230, 180), "sticks-left"),
        (totals(463, 317, 240, 180, sticks=1), "sticks-differ"),
        (totals(463, 317, 230, 180, sticks=2), "sticks-differ"),
        (totals(463, 317, 240, 190), "totals-unbalanced"),
        (totals(123, -23, -40, -60), "totals-uneven"),
        (totals(12.3, -2.3, -4, -6), "totals-unread"),
        (totals(46.35, 31.65, 24, 18), "not-a-total"),
        (totals(1e9, 31.65, 24, 18), "not-a-total"),
        (totals(True, 31.7, 24, 18), "not-an-integer"),
        (totals(463, 317, 240, 180, stick=1), "member-unknown"),
    ],
)
def test_what_cannot_be_meant_is_refused(line: Line, code: str) -> None:
    book: Book = drawn(rules="riichi-ema-2025")
    with pytest.raises(LinesRefused) as error:
        record(book, [line])
    [(_, problems)] = error.value.refusals
    assert problems[0].code == code


def test_a_reason_accepts_totals_that_lack_something() -> None:
    sheet = sheet_after(totals(463, 317, 230, 180, accept_difference="nobody knows"))
    assert (sum(sheet.scores), sheet.accepted) == (-1_000, "nobody knows")


def test_the_totals_that_close_a_sheet_are_read_in_the_same_way() -> None:
    hand = {"type": "hand", "session": 1, "table": 1, "hand": 1, **WIN}
    close = {"type": "close", "session": 1, "table": 1, "totals": {"A": 42, "B": 26, "C": 26, "D": 26}}
    sheet = sheet_after(hand, close)
    assert sheet.paper == (12_000, -4_000, -4_000, -4_000)
    assert sheet.compared
