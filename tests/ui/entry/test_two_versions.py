"""What a desk sees of an order that the host refused: what stands on the sheet now, and what it would have written."""

import pytest

from tests.tournament.use_cases.events import BY, drawn, noon, punish, win
from tournament.language import ENGLISH
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.sharing.shared_book import WaitingOrder
from tournament.use_cases import Book, CloseSheet, Command, CorrectHand, GivePenalty, RecordHand, carry_out
from tournament.use_cases.changes import Order, new_id
from tournament.use_cases.commands import SwapPlayers
from ui.entry.two_versions import TwoVersions, Version, two_versions

FIRST = Outcome(0, 1, 20)
OTHER = Outcome(2, 1, 30)
CLOCK = f"{noon().astimezone():%H:%M:%S}"


def order_of(*commands: Command, seen: int | None = None) -> WaitingOrder:
    ids = tuple(new_id() for _ in commands)
    return WaitingOrder(
        Order(ids, commands, together=False, confirmed=False, seen=seen, author="Ben"), None, noon().isoformat()
    )


def compared(book: Book, *commands: Command, seen: int | None = None) -> TwoVersions:
    return two_versions(book.view, order_of(*commands, seen=seen), "north", ENGLISH)


def words_of(version: Version) -> list[str]:
    return [ENGLISH.render(each) for each in version.words]


def scores_of(version: Version) -> list[tuple[int, int]]:
    return [change.number for change in version.changes]


@pytest.fixture
def book() -> Book:
    made = drawn()
    win(made, 1, 0, 1, 20)
    return made


def test_a_hand_that_two_desks_entered_is_corrected(book: Book) -> None:
    found = compared(book, RecordHand(1, 1, 1, OTHER))
    assert found.place == (1, 1)
    assert found.names == ("First1", "First2", "First3", "First4")
    assert ENGLISH.render(found.theirs.who) == f"Referee Sample at desk, {CLOCK}"
    assert ENGLISH.render(found.mine.who) == f"Ben at north, {CLOCK}"
    assert words_of(found.theirs) == ["hand 1: First1 from First2, 20"]
    assert words_of(found.mine) == ["Correction: hand 1: First3 from First2, 30"]
    assert found.correction == CorrectHand(1, 1, 1, OTHER, "Two desks entered this; Referee Sample at desk was first")
    assert (found.same, found.problem) == (False, None)


def test_a_correction_keeps_its_own_reason(book: Book) -> None:
    found = compared(book, CorrectHand(1, 1, 1, OTHER, "misread"))
    assert found.correction is not None
    assert found.correction.reason == "misread (Two desks entered this; Referee Sample at desk was first)"


def test_the_same_hand_is_no_conflict(book: Book) -> None:
    found = compared(book, RecordHand(1, 1, 1, FIRST))
    assert found.same
    assert found.problem is None


def test_before_and_after_are_those_of_the_four_players(book: Book) -> None:
    found = compared(book, RecordHand(1, 1, 1, OTHER))
    assert scores_of(found.theirs) == [(0, 44), (0, -28), (0, -8), (0, -8)]
    assert scores_of(found.mine) == [(44, -8), (-28, -38), (-8, 54), (-8, -8)]


def test_a_hand_that_nobody_recorded_can_only_be_sent_again(book: Book) -> None:
    punish(book, 2, "late", minutes=4)
    found = compared(book, RecordHand(1, 1, 2, OTHER))
    assert found.correction is None
    assert not found.same
    assert found.problem is None
    assert len(found.theirs.words) == 1
    assert "First3" in words_of(found.theirs)[0]
    assert words_of(found.mine) == ["hand 2: First3 from First2, 30"]


def test_of_entries_made_since_the_last_six_are_named(book: Book) -> None:
    for hand in range(2, 11):
        win(book, hand, hand % 4, None, 8 + hand)
    found = compared(book, GivePenalty(1, 1, Charge(0, "late", minutes=4)), seen=3)
    assert words_of(found.theirs) == [
        f"hand {hand}: First{1 + hand % 4}, self-draw, {8 + hand}" for hand in range(5, 11)
    ]
    later = compared(book, GivePenalty(1, 1, Charge(0, "late", minutes=4)), seen=8)
    assert [words[:7].rstrip(":") for words in words_of(later.theirs)] == ["hand 9", "hand 10"]
    assert len(words_of(compared(book, GivePenalty(1, 1, Charge(0, "late", minutes=4))).theirs)) == 1


def test_nothing_is_written_on_an_empty_sheet(book: Book) -> None:
    found = compared(book, RecordHand(1, 2, 1, FIRST))
    assert words_of(found.theirs) == ["Nothing is written here."]
    assert not found.theirs.who.message
    assert found.theirs.changes == ()


def test_what_would_be_refused_says_why(book: Book) -> None:
    carry_out(book, CloseSheet(1, 1), by=BY, confirmed=True)
    found = compared(book, RecordHand(1, 1, 2, OTHER))
    assert found.problem is not None
    assert "is verified" in ENGLISH.render(found.problem)
    assert (found.mine.words, found.mine.changes) == ((), ())
    assert ENGLISH.render(found.mine.who) == f"Ben at north, {CLOCK}"


def test_an_order_about_the_event_has_no_sheet(book: Book) -> None:
    found = compared(book, SwapPlayers(1, 5, (2,)))
    assert (found.place, found.names) == (None, ())
    assert found.correction is None
    assert found.mine.changes == found.theirs.changes == ()
    assert words_of(found.mine)


def test_several_commands_are_compared_as_they_are(book: Book) -> None:
    found = compared(book, RecordHand(1, 1, 2, OTHER), RecordHand(1, 1, 3, FIRST))
    assert found.correction is None
    assert words_of(found.mine) == ["hand 2: First3 from First2, 30", "hand 3: First1 from First2, 20"]
    assert words_of(found.theirs) == ["hand 1: First1 from First2, 20"]


def test_a_table_that_does_not_exist_has_no_sheet(book: Book) -> None:
    found = compared(book, RecordHand(1, 9, 1, OTHER))
    assert found.place is None
    assert found.problem is not None
