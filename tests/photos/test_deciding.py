"""A sheet is decided as a whole: what is called sure is right, and nothing is called sure that should not be."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from reports.photos.deciding import (
    LETTERS,
    STRUCK,
    Certainty,
    Doubt,
    ReadHand,
    ReadHandBoxes,
    ReadNumber,
    decide,
    decide_totals,
)
from tests.photos.random_sheets import net_of, simulated
from tournament.catalogue import rule_set
from tournament.rules.payment import Outcome, Stakes
from tournament.rules.payment import net_of as net_of_transfers

NOT_TICKED = (1e-5,) * 4


def digit(value: int, sure: float = 0.99999, other: int | None = None) -> tuple[float, ...]:
    chances = [1e-9] * 11
    chances[value] = sure
    chances[(value + 1) % 10 if other is None else other] = 1 - sure
    return tuple(chances)


def number(value: int, boxes: int = 3, **how: object) -> ReadNumber:
    text = str(abs(value))
    seen = tuple(digit(int(each)) for each in text)
    return ReadNumber((None,) * (boxes - len(text)) + seen, 0.999 if value < 0 else 0.001)


def ticked(column: int | None) -> tuple[float, float, float, float]:
    a, b, c, d = (1 - 1e-5 if place == column else 1e-5 for place in range(4))
    return a, b, c, d


def boxes(hand: ReadHand | None) -> ReadHandBoxes:
    if hand is None:
        return ReadHandBoxes(ReadNumber((None,) * 3), ticked(None), ticked(None))
    return ReadHandBoxes(number(hand.points), ticked(hand.winner), ticked(hand.discarder))


HANDS = (ReadHand(0, 2, 12), ReadHand(None, None, 0), ReadHand(3, None, 27), None)
"""+36 −8 −20 −8, then −35 −35 −35 +105."""
TOTALS = (1, -43, -55, 97)


def test_the_payments_of_the_tests_are_those_of_the_rules() -> None:
    rules = rule_set("mcr")
    assert rules is not None
    for hand in ((0, 2, 12), (3, None, 27), (1, 0, 88), (2, None, 8)):
        assert net_of(*hand) == net_of_transfers(rules.settle(Outcome(*hand), Stakes(0)))


def test_a_clear_sheet_is_sure() -> None:
    found = decide([boxes(hand) for hand in HANDS], [number(total) for total in TOTALS], net_of)
    assert found.certainty is Certainty.SURE
    assert found.hands == HANDS
    assert found.totals == TOTALS
    assert found.agrees
    assert found.doubts == ()


def test_a_doubtful_digit_is_changed_so_that_the_totals_agree_and_shown() -> None:
    read = [boxes(hand) for hand in HANDS]
    seen = ReadNumber((None, digit(1), digit(7, 0.8, other=2)))
    read[0] = replace(read[0], points=seen)
    found = decide(read, [number(total) for total in TOTALS], net_of)
    assert found.certainty is Certainty.ONE_LOOK
    assert found.hands == HANDS
    assert [(doubt.hand, doubt.field, doubt.read) for doubt in found.doubts] == [(1, "points", "12")]


def test_a_clear_digit_is_not_changed_to_make_the_totals_agree() -> None:
    """Then it was the players who added wrongly."""
    wrong = (TOTALS[0] + 10, *TOTALS[1:])
    found = decide([boxes(hand) for hand in HANDS], [number(total) for total in wrong], net_of)
    assert found.certainty is Certainty.IN_DOUBT
    assert found.hands == HANDS
    assert found.totals == wrong
    assert not found.agrees
    assert [doubt.field for doubt in found.doubts] == ["A"]


def test_without_a_total_nothing_is_sure() -> None:
    totals = [number(total) for total in TOTALS]
    totals[1] = ReadNumber((None,) * 3)
    found = decide([boxes(hand) for hand in HANDS], totals, net_of)
    assert found.certainty is Certainty.IN_DOUBT
    assert Doubt(None, "B", "", 0.0) in found.doubts
    assert found.totals[1] is None


def test_what_is_struck_out_is_not_read() -> None:
    read = [boxes(hand) for hand in HANDS]
    seen = tuple(0.9 if place == STRUCK else 0.01 for place in range(11))
    read[2] = replace(read[2], points=ReadNumber((None, digit(2), seen)))
    found = decide(read, [number(total) for total in TOTALS], net_of)
    assert found.certainty is Certainty.IN_DOUBT
    assert Doubt(3, "points", "", 0.0) in found.doubts


@pytest.mark.parametrize(
    ("won", "discarder"),
    [((1 - 1e-5, 1 - 1e-5, 1e-5, 1e-5), NOT_TICKED), (NOT_TICKED, (1e-5, 1 - 1e-5, 1e-5, 1e-5))],
    ids=["two winners", "no winner"],
)
def test_ticks_that_make_no_hand_are_doubted(
    won: tuple[float, float, float, float], discarder: tuple[float, float, float, float]
) -> None:
    read = [boxes(hand) for hand in HANDS]
    read[0] = replace(read[0], won=won, discarder=discarder)
    found = decide(read, [number(total) for total in TOTALS], net_of)
    assert found.certainty is Certainty.IN_DOUBT
    assert Doubt(1, "winner", "", 0.0) in found.doubts


def test_a_discarder_who_is_the_winner_is_a_self_draw() -> None:
    read = [boxes(hand) for hand in HANDS]
    read[2] = replace(read[2], discarder=ticked(3))
    assert decide(read, [number(total) for total in TOTALS], net_of).hands == HANDS


def test_the_two_ways_to_tick_a_self_draw_are_one_reading() -> None:
    """Boxes that are a little dirty do not make a sheet doubtful."""
    read = [boxes(hand) for hand in HANDS]
    read[2] = replace(read[2], discarder=(2e-3,) * 4)
    assert decide(read, [number(total) for total in TOTALS], net_of).certainty is Certainty.SURE


def test_penalties_are_left_to_a_person() -> None:
    read = [boxes(hand) for hand in HANDS]
    found = decide(read, [number(total) for total in TOTALS], net_of, penalties=(False, True, False, False))
    assert found.certainty is Certainty.IN_DOUBT
    assert found.doubts == (Doubt(None, "penalties", "B", 0.0),)


def test_an_empty_row_above_a_hand_is_looked_at() -> None:
    hands = (HANDS[0], None, *HANDS[2:])
    found = decide([boxes(hand) for hand in hands], [number(total) for total in TOTALS], net_of)
    assert found.certainty is Certainty.ONE_LOOK
    assert found.doubts == (Doubt(2, "winner", "", 0.0),)


def test_a_number_with_an_empty_box_in_it_is_none() -> None:
    read = [boxes(hand) for hand in HANDS]
    read[0] = replace(read[0], points=ReadNumber((digit(1), None, digit(2))))
    found = decide(read, [number(total) for total in TOTALS], net_of)
    assert Doubt(1, "points", "", 0.0) in found.doubts


def test_totals_alone_have_to_add_up() -> None:
    right = [ReadNumber(number(each).digits, unit=100) for each in (239, 198, 298, 465)]
    found = decide_totals(right, 120_000)
    assert found.certainty is Certainty.SURE
    assert found.totals == (23_900, 19_800, 29_800, 46_500)
    wrong = decide_totals([*right[:3], ReadNumber(number(466).digits, unit=100)], 120_000)
    assert wrong.certainty is Certainty.IN_DOUBT
    assert not wrong.agrees


@pytest.mark.sampled(1)
@pytest.mark.parametrize("accuracy", [0.98, 0.974, 0.99])
def test_what_is_sure_is_right(accuracy: float) -> None:
    """A few sheets; the proof takes thirty thousand."""
    random, kinds = Random(58), Counter[Certainty]()
    for _ in range(150):
        sheet = simulated(random, accuracy)
        found = decide(sheet.boxes, sheet.totals, net_of)
        kinds[found.certainty] += 1
        if found.certainty is not Certainty.IN_DOUBT:
            assert found.hands == sheet.hands
            assert found.totals == sheet.written
        assert all(doubt.field in ("points", "winner", "discarder", *LETTERS) for doubt in found.doubts)
    assert kinds[Certainty.SURE] >= 15
    assert kinds[Certainty.ONE_LOOK] >= 5
