"""What the status bar counts, after each action the same as counted anew."""

from tests.tournament.use_cases.events import BY, A, B, drawn, win
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    CloseSheet,
    RecordHand,
    TypeTotals,
    carry_out,
)
from tournament.use_cases.commands import ChangeSettings, PublishDraw, Undo
from tournament.use_cases.event_counts import EventCounts
from tournament.use_cases.view import View


def figures(counts: EventCounts) -> tuple[int, frozenset[int], tuple[tuple[int, int], ...]]:
    return counts.hands, counts.verified, counts.differing


def anew(view: View) -> tuple[int, frozenset[int], tuple[tuple[int, int], ...]]:
    counts = EventCounts()
    counts.count(view)
    return figures(counts)


def test_counts_follow_hands_signatures_undo_other_rules_and_another_draw() -> None:
    book, counts = drawn(), EventCounts()

    def counted() -> tuple[int, frozenset[int], tuple[tuple[int, int], ...]]:
        counts.count(book.view)
        assert figures(counts) == anew(book.view)
        return figures(counts)

    assert counted() == (0, frozenset(), ())
    win(book, 1, A, B, 8)
    assert counted() == (1, frozenset(), ())
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    carry_out(book, RecordHand(1, 2, 1, Outcome(None)), by=BY)
    carry_out(book, CloseSheet(1, 2, (0, 0, 0, 0)), by=BY)
    assert counted() == (2, frozenset({1}), ())
    carry_out(book, ChangeSettings(Settings("Cup", sessions=2, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    assert counted() == (2, frozenset(), ())
    carry_out(book, Undo(), by=BY)
    assert counted() == (2, frozenset({1}), ())
    for _ in range(4):
        carry_out(book, Undo(), by=BY)
    assert counted() == (0, frozenset(), ())
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4), (5, 6, 7, 8)),), "by hand", 0)), by=BY)
    assert counted() == (0, frozenset(), ())


def test_a_table_that_differs_is_counted_until_its_totals_are_right() -> None:
    book, counts = drawn(), EventCounts()
    win(book, 1, A, B, 8)
    for totals, differing in (((32, -8, -16, -8), ((1, 1),)), ((32, -16, -8, -8), ())):
        carry_out(book, TypeTotals(1, 1, totals), by=BY)
        counts.count(book.view)
        assert counts.differing == differing
        assert figures(counts) == anew(book.view)
