"""Mistakes that explain a difference of totals: which are named, in which words, and which are not."""

from itertools import combinations

import pytest

from tests.tournament.ledger.writing import Writing
from tournament.catalogue import rule_set
from tournament.language import ENGLISH
from tournament.ledger.causes import CausePlace, NumberSlip, SeatsExchanged, cause_text, number_slip, place_of
from tournament.ledger.difference import causes_of
from tournament.ledger.facts import HandCorrected, HandRecorded, PenaltyGiven, SheetClosed, TotalsRecorded
from tournament.rules.payment import Net, Outcome, add, subtract
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import MCR

HANDS = (
    HandRecorded(1, 0, 1, 13),
    HandRecorded(2, 1, None, 24),
    HandRecorded(3, None),
    HandRecorded(4, 2, 3, 45),
    HandRecorded(5, 3, 0, 16),
    HandRecorded(6, 1, 2, 9),
    HandRecorded(7, 0, None, 11),
    HandRecorded(8, 2, 0, 30),
    HandRecorded(9, 3, 1, 17),
    HandRecorded(10, 0, 2, 50),
    HandRecorded(11, 1, 3, 21),
    HandRecorded(12, None),
    HandRecorded(13, 2, 1, 33),
    HandRecorded(14, 3, 2, 28),
    HandRecorded(15, 0, 3, 19),
    HandRecorded(16, 1, 0, 40),
)
OTHER = HandRecorded(2, 1, 3, 24)


def sheet_of(*facts, rules=MCR):
    writing = Writing()
    for fact in facts:
        writing.write(fact)
    return writing.sheet(rules)


def asked(paper, *facts, rules=MCR):
    """Return the questions, most likely first, if the totals of the paper are those of ``facts`` moved by ``paper``."""
    sheet = sheet_of(*facts, rules=rules)
    return [ENGLISH.render(cause_text(cause)) for cause in causes_of(sheet, rules, add(sheet.scores, paper))]


@pytest.mark.parametrize(
    ("meant", "written", "slip"),
    [
        (45, 54, NumberSlip.TRANSPOSED),
        (321, 123, NumberSlip.TRANSPOSED),
        (-18, 18, NumberSlip.SIGN),
        (116, 16, NumberSlip.MISSING),
        (105, 5, NumberSlip.MISSING),  # "05"
        (16, 116, NumberSlip.EXTRA),
        (5, 55, NumberSlip.EXTRA),
        (-72, -12, NumberSlip.DIGIT),
        (12, 34, None),
        (-18, 81, None),
        (7, 7, None),
    ],
)
def test_one_slip_in_a_number(meant, written, slip):
    assert number_slip(meant, written) is slip


def slips(meant: int) -> dict[int, NumberSlip]:
    """Every other number that one slip makes of ``meant``, by what a slip is; the first kind that makes it counts."""
    sign, digits = (-1 if meant < 0 else 1), str(abs(meant))
    places = range(len(digits))
    made: list[tuple[int, NumberSlip]] = [(-meant, NumberSlip.SIGN)]
    for place in places:
        others = [digits[:place] + other + digits[place + 1 :] for other in "0123456789"]
        made += [(sign * int(each), NumberSlip.DIGIT) for each in others if len(str(int(each))) == len(digits)]
    for one, other in combinations(places, 2):
        swapped = list(digits)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        if swapped[0] != "0":
            made.append((sign * int("".join(swapped)), NumberSlip.TRANSPOSED))
    for place in places if len(digits) > 1 else ():
        made.append((sign * int(digits[:place] + digits[place + 1 :]), NumberSlip.MISSING))
    for padded in (digits, f"0{digits}", f"00{digits}"):  # 105 is 5 with a digit before its zero
        for place in range(len(padded) + 1):
            longer = (padded[:place] + other + padded[place:] for other in "0123456789")
            made += [(sign * int(each), NumberSlip.EXTRA) for each in longer if each[0] != "0"]
    found: dict[int, NumberSlip] = {}
    for number, slip in made:
        if number != meant:
            found.setdefault(number, slip)
    return found


@pytest.mark.parametrize("meant", [*range(-13, 14), 45, -45, 99, 100, 101, 105, -110, 116, 321, -1001, 1010, 2024])
def test_every_slip_in_a_number_is_known_and_nothing_else_is_one(meant):
    expected = slips(meant)
    for written in {*range(-130, 131), *expected, *(each + 1 for each in expected), *(-each for each in expected)}:
        same_sign = meant == 0 or written == 0 or (meant < 0) == (written < 0)
        slip = expected.get(written) if same_sign or meant == -written else None
        if meant != 0:  # both of its signs are written alike
            assert number_slip(meant, written) is slip, written


@pytest.mark.parametrize(
    ("written", "slip"), [(0, None), (7, NumberSlip.DIGIT), (-7, NumberSlip.DIGIT), (12, None), (10, NumberSlip.EXTRA)]
)
def test_a_slip_in_zero(written, slip):
    assert number_slip(0, written) is slip


def test_totals_that_agree_need_no_cause():
    assert asked((0, 0, 0, 0), *HANDS) == []


def test_what_no_single_slip_makes_has_no_cause():
    assert asked((1, 2, 3, 401), *HANDS) == []


def test_points_with_transposed_digits_come_first():
    assert asked((0, -9, 9, 0), *HANDS[:1], HandRecorded(2, 1, 2, 54))[0] == "Hand 2: 45 points instead of 54?"


def test_points_below_the_minimum_are_not_thought_of():
    moved: Net = (-6, 6, 0, 0)
    assert "Hand 1: 7 points instead of 13?" not in asked(moved, *HANDS)


def test_another_discarder():
    assert asked((0, 13, -13, 0), HandRecorded(1, 0, 1, 13), OTHER)[0] == "Hand 1: discarded by C instead of B?"


def test_another_winner():
    assert asked((-61, 0, 0, 61), HandRecorded(1, 0, 1, 29), OTHER)[0] == "Hand 1: won by D instead of A?"


def test_winner_and_discarder_exchanged():
    assert asked((-74, 74, 0, 0), HandRecorded(1, 0, 1, 21), OTHER)[0] == "Hand 1: winner and discarder swapped?"


def test_a_self_draw_for_a_discard():
    assert asked((42, 0, -21, -21), HandRecorded(1, 0, 1, 21))[0] == "Hand 1: self-draw instead of a discard?"


def test_a_hand_typed_twice():
    twice = (HandRecorded(1, 0, 1, 21), HandRecorded(2, 0, 1, 21))
    assert asked((-45, 29, 8, 8), *twice)[0] == "Hand 2: hand 1 typed twice?"


def test_a_hand_that_is_missing():
    assert asked((-8, -8, 37, -21), *HANDS[:9])[0] == "A missing hand: C from D, 13?"


def test_columns_exchanged_from_a_hand_on():
    asks = asked((58, 0, -58, 0), HandRecorded(1, 0, 1, 13), HandRecorded(2, 1, 0, 10), HandRecorded(3, 2, 3, 16))
    assert "A and C swapped from hand 2 on?" in asks


def test_a_penalty_that_only_its_player_pays():
    assert "A missing penalty: B −20, to nobody?" in asked((0, -20, 0, 0), *HANDS)


def test_a_penalty_that_went_to_the_others():
    given = PenaltyGiven(1, None, "", 10)
    assert asked((10, -20, 10, 10), *HANDS, given)[0] == (
        "Penalty B −30: 10 to each of A, C, D instead of B −10, to nobody?"
    )


def test_a_penalty_given_twice():
    given = PenaltyGiven(1, 3, "", 10)
    assert asked((0, 10, 0, 0), *HANDS, given, given)[0] == "Typed twice: penalty B −10, to nobody?"


def test_two_totals_exchanged():
    sheet = sheet_of(*HANDS)
    a, b, c, d = sheet.scores
    assert ENGLISH.render(cause_text(causes_of(sheet, MCR, (c, b, a, d))[0])) == "Totals of A and C swapped?"


def test_signs_of_several_totals_are_one_cause():
    sheet = sheet_of(HANDS[1])
    below = [column for column, total in enumerate(sheet.scores) if total < 0]
    assert len(below) == 3

    def first(columns):
        typed = tuple(-total if column in columns else total for column, total in enumerate(sheet.scores))
        return ENGLISH.render(cause_text(causes_of(sheet, MCR, typed)[0]))

    letters = ["ABCD"[column] for column in below]
    assert first(below) == f"All minus signs missing: {letters[0]}, {letters[1]}, {letters[2]}?"
    assert first(below[:2]) == f"Minus signs missing: {letters[0]}, {letters[1]}?"
    assert first(range(4)) == "All signs reversed?"
    (above,) = set(range(4)) - set(below)
    assert first([above, below[0]]).startswith("Wrong signs: ")


def test_a_sheet_without_hands_has_no_rows_to_blame():
    assert asked((10, -10, 0, 0), PenaltyGiven(1, 3, "", 10)) == []


def test_a_correction_of_a_signed_sheet_explains_itself():
    signed = sheet_of(*HANDS).computed
    corrected = HandCorrected(1, 0, 1, 31, reason="misread")
    sheet = sheet_of(*HANDS, SheetClosed(signed), corrected)
    assert any(sheet.difference)
    assert causes_of(sheet, MCR, signed) == ()
    a, b, c, d = sheet.computed
    typed = (b, a, c, d)  # from the paper again, and wrong
    assert ENGLISH.render(cause_text(causes_of(sheet, MCR, typed)[0])) == "Totals of A and B swapped?"


def test_one_known_total_is_enough_to_ask():
    sheet = sheet_of(*HANDS[:2])
    asks = [
        ENGLISH.render(cause_text(cause)) for cause in causes_of(sheet, MCR, (sheet.scores[0] + 18, None, None, None))
    ]
    assert "Hand 1: 31 points instead of 13?" in asks


def test_no_more_than_twelve_causes_are_named():
    sheet = sheet_of(*HANDS)
    counts = {len(causes_of(sheet, MCR, (sheet.scores[0] + more, None, None, None))) for more in range(1, 40)}
    assert max(counts) == 12


def test_a_penalty_takes_the_hand_that_it_makes_impossible():
    given = PenaltyGiven(3, 1, "", 0, no_hu=True)
    assert "Hand 1: won by D instead of A?" not in asked((-61, 0, 0, 61), HandRecorded(1, 0, 1, 29), given)


def test_a_table_known_by_its_totals_alone_has_no_rows_to_blame():
    assert asked((0, 1, 0, 0), TotalsRecorded((10, 20, -20, -10))) == []


def test_other_rules_pay_otherwise():
    asks = asked((-3, 3, 0, 0), HandRecorded(1, 0, 1, 5), rules=BLANK)
    assert asks[0] == "Hand 1: 2 points instead of 5?"


def test_each_cause_has_its_place():
    sheet = sheet_of(*HANDS, PenaltyGiven(1, 3, "", 10))
    totals = add(sheet.scores, (0, 10, 0, 0))
    places = {place_of(cause) for cause in causes_of(sheet, MCR, totals)}
    assert CausePlace(hand=3, penalty=sheet.penalties[0].entry.id) in places
    totals = add(sheet.scores, (18, -18, 0, 0))
    assert CausePlace(hand=1) in {place_of(cause) for cause in causes_of(sheet, MCR, totals)}


@pytest.mark.parametrize(
    ("start", "end", "hand", "text"),
    [
        (1, 5, 5, "A and C swapped up to hand 5?"),
        (4, 16, 4, "A and C swapped from hand 4 on?"),
        (2, 16, 2, "A and C swapped from hand 2 on?"),
    ],
)
def test_columns_that_are_swapped_are_looked_at_where_the_swap_begins_or_ends(start, end, hand, text):
    cause = SeatsExchanged(0, 2, start, end, 16)
    assert place_of(cause) == CausePlace(hand=hand)
    assert ENGLISH.render(cause_text(cause)) == text


def test_columns_that_are_swapped_on_the_whole_sheet_are_so_in_every_hand():
    assert ENGLISH.render(cause_text(SeatsExchanged(0, 2, 1, 16, 16))) == "A and C swapped in every hand?"


@pytest.mark.parametrize("recorded", [8, 10, 21, 45, 88])
def test_all_other_points_of_a_discard_are_thought_of(recorded):
    """The discarder pays the points to the winner, so the least and the most are found alike."""
    for meant in (*range(8, 60), 87, 88, 99, 100, 164, 200, MCR.most - 1, MCR.most):
        asks = asked((meant - recorded, recorded - meant, 0, 0), HandRecorded(1, 0, 1, recorded))
        assert (f"Hand 1: {meant} points instead of {recorded}?" in asks) is (meant != recorded)


@pytest.mark.parametrize("recorded", [8, 30])
def test_all_other_points_of_a_self_draw_are_thought_of(recorded):
    for meant in (*range(8, 60), 88, 99, 100, MCR.most):
        more = meant - recorded
        asks = asked((-more, 3 * more, -more, -more), HandRecorded(1, 1, None, recorded))
        assert (f"Hand 1: {meant} points instead of {recorded}?" in asks) is (meant != recorded)


@pytest.mark.parametrize(
    ("id", "chosen", "discarder"),
    [
        ("hong-kong", (), 1),
        ("hong-kong", (), None),
        ("zung-jung", (), 1),
        ("zung-jung", (("threshold", 100),), None),
    ],
)
def test_of_points_that_pay_the_same_the_least_is_named(id, chosen, discarder):
    """There tables of limits pay many numbers of points alike."""
    rules = rule_set(id, chosen)
    assert rules is not None
    paid: dict[Net, int] = {}
    possible = (
        each
        for each in range(rules.minimum, rules.most + 1)
        if not rules.contradictions(Outcome(0, discarder, each), 0)
    )
    for points in possible:
        paid.setdefault(sheet_of(HandRecorded(1, 0, discarder, points), rules=rules).scores, points)
    recorded = rules.minimum
    first = sheet_of(HandRecorded(1, 0, discarder, recorded), rules=rules).scores
    for scores, points in paid.items():
        asks = asked(subtract(scores, first), HandRecorded(1, 0, discarder, recorded), rules=rules)
        assert (f"Hand 1: {points} points instead of {recorded}?" in asks) is (points != recorded)
