"""Penalties: the table of faults (FFMJ, "Fautes", after WMO 2006), the ladder, lateness, penalties in words."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, A, B, C, D, codes, drawn, punish, win
from tournament.catalogue import IDS, rule_set
from tournament.event.problem import Gravity
from tournament.language import verbatim
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sanctions import Charge, penalty_of
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CancelPenalty,
    Changes,
    GivePenalty,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    carry_out,
)
from tournament.use_cases.check import check_records

NOBODY = (0, 0, 0, 0)
WARNED = (0, 0, 0, 0)
KNOWING_LATENESS = [id for id in IDS if (rules := rule_set(id)) is not None and rules.fault("late") is not None]


def test_the_rules_that_name_lateness():
    assert KNOWING_LATENESS == ["mcr", "guobiao", "riichi-ema-2025", "riichi-ema-2016"]


@pytest.mark.parametrize("rules", KNOWING_LATENESS)
def test_being_late_is_written_without_a_hand_under_all_rules_that_know_it(rules: str):
    book = drawn(rules=rules)
    late = book.view.rules.fault("late")
    assert late is not None
    minutes = 9 if late.measure is Measure.MINUTES else None
    changes = carry_out(book, GivePenalty(1, 1, Charge(B, "late", 5, minutes=minutes)), by=BY)
    given = changes.entries[-1].fact
    assert isinstance(given, PenaltyGiven)
    assert (given.fault, given.hand, given.minutes) == ("late", None, minutes)
    assert [(remark.code, remark.gravity) for remark in changes.remarks] == [("penalty-of-session", Gravity.REMARK)]
    (penalty,) = book.view.sheet(1, 1).penalties
    assert penalty.given.hand is None


@pytest.mark.parametrize(
    ("fault", "said", "net", "no_hu"),
    [
        ("infraction", {"points": 0}, WARNED, False),
        ("infraction", {"points": 40}, (0, -40, 0, 0), False),
        ("claim-error", {}, NOBODY, True),
        ("claim-changed", {}, WARNED, False),
        ("wall-touched", {}, WARNED, False),
        ("wall-tile-seen", {}, WARNED, True),
        ("tile-count", {}, NOBODY, True),
        ("false-hu-short", {}, (10, -30, 10, 10), True),
        ("false-hu-invalid", {}, (20, -60, 20, 20), True),
        ("winning-tile-not-taken", {}, NOBODY, False),
        ("claim-then-hu", {}, NOBODY, False),
        ("claim-then-hu-shown", {}, NOBODY, True),
        ("hand-shown-before-hu", {}, NOBODY, True),
        ("tile-revealed", {}, NOBODY, False),
        ("hand-shown-after-valid-hu", {}, WARNED, False),
        ("hand-shown-after-invalid-hu", {}, NOBODY, True),
        ("tile-knocked", {"points": 30, "to": (D,)}, (0, -30, 0, 30), False),
        ("wall-broken", {}, (30, -90, 30, 30), False),
        ("helping", {}, NOBODY, True),
        ("claimed-tile-not-taken", {}, NOBODY, True),
        ("wall-then-discard", {}, NOBODY, False),
        ("tiles-mixed", {}, NOBODY, True),
        ("late-question", {}, NOBODY, False),
    ],
)
def test_the_sanction_follows_from_the_fault(fault, said, net, no_hu):
    book = drawn()
    punish(book, B, fault, hand=5, **said)
    sheet = book.view.sheet(1, 1)
    assert sheet.scores == net
    assert sheet.hands[4].net == net
    assert (sheet.no_hu(B, 5) is not None) is no_hu
    assert sheet.lost == -sum(net)


def test_the_ladder_climbs_and_stays_at_sixty():
    book = drawn()
    for hand, total in enumerate((0, 5, 15, 35, 65, 105, 155, 215, 275), start=1):
        punish(book, B, "claim-changed", hand=hand)
        assert book.view.sheet(1, 1).scores == (0, -total, 0, 0)


def test_the_ladder_is_climbed_by_player_and_kind_of_fault():
    book = drawn()
    punish(book, B, "claim-changed", hand=1)
    punish(book, C, "claim-changed", hand=1)
    punish(book, B, "wall-touched", hand=2)
    punish(book, B, "wall-tile-seen", hand=3)  # the same fault, P7: its second step
    assert book.view.sheet(1, 1).scores == (0, -5, 0, 0)


def test_a_cancelled_penalty_gives_its_step_back():
    book = drawn()
    punish(book, B, "claim-changed", hand=1)
    second = punish(book, B, "claim-changed", hand=2).entries[-1]
    carry_out(book, CancelPenalty(second.id, "it was C"), by=BY)
    assert book.view.sheet(1, 1).scores == (0, 0, 0, 0)
    punish(book, B, "claim-changed", hand=3)
    assert book.view.sheet(1, 1).scores == (0, -5, 0, 0)
    assert [penalty.entry for penalty in book.view.sheet(1, 1).cancelled] == [second]


def test_a_referee_may_choose_another_step():
    book = drawn()
    punish(book, B, "claim-changed", hand=1, points=30)
    assert book.view.sheet(1, 1).scores == (0, -30, 0, 0)


@pytest.mark.parametrize(("minutes", "points"), [(1, 10), (9, 10), (10, 20), (15, 20)])
def test_late_costs_ten_below_ten_minutes_and_twenty_up_to_fifteen(minutes, points):
    book = drawn()
    punish(book, C, "late", minutes=minutes)
    sheet = book.view.sheet(1, 1)
    assert sheet.scores == (0, 0, -points, 0)
    assert len(sheet.session_penalties) == 1


@pytest.mark.parametrize(
    ("fault", "said", "expected"),
    [
        ("late", {"minutes": 16}, ["late-substitute"]),
        ("late", {"minutes": 0}, ["minutes-range"]),
        ("late", {}, ["minutes-missing"]),
        ("tile-knocked", {"points": 4, "to": (D,)}, ["penalty-points-range"]),
        ("tile-knocked", {"points": 61, "to": (D,)}, ["penalty-points-range"]),
        ("tile-knocked", {"to": (D,)}, ["penalty-points-range"]),
        ("tile-knocked", {"points": 10}, ["to-missing"]),
        ("tile-knocked", {"points": 10, "to": (C, D)}, ["to-missing"]),
        ("tile-knocked", {"points": 10, "to": (B,)}, ["to-offender"]),
        ("infraction", {}, ["penalty-points-step"]),
        ("infraction", {"points": 15}, ["penalty-points-step"]),
        ("claim-changed", {"points": 7}, ["penalty-points-step"]),
        ("false-hu-short", {"points": 20}, ["penalty-points-fixed"]),
        ("false-hu-short", {"to": (A,)}, ["to-fixed"]),
        ("no-such-fault", {}, ["fault-unknown"]),
        ("", {}, ["points-missing", "reason-missing"]),
        ("", {"points": 10}, ["reason-missing"]),
        ("", {"points": -1, "reason": "rude"}, ["penalty-points-range"]),
        ("", {"points": 501, "reason": "rude"}, ["penalty-points-range"]),
        ("", {"points": 10, "reason": "rude", "to": (A, A)}, ["to-twice"]),
        ("", {"points": 10, "reason": "rude", "hand": 17}, ["hand-unknown"]),
        ("", {"points": 10, "reason": "rude", "no_hu": True}, ["hand-missing"]),
    ],
)
def test_penalties_that_are_refused(fault, said, expected):
    book = drawn()
    with pytest.raises(Refused) as error:
        punish(book, B, fault, **said)
    assert codes(error) == expected
    assert len(book.view.journal) == 3


def written(changes: Changes) -> PenaltyGiven:
    fact = changes.entries[-1].fact
    assert isinstance(fact, PenaltyGiven)
    return fact


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("", {"points": 0, "reason": "a warning"}),
        ("", {"points": 500, "reason": "rude"}),
        ("", {"points": 1, "reason": "rude", "hand": 1}),
        ("", {"points": 1, "reason": "rude", "hand": 16, "no_hu": True}),
        ("tile-knocked", {"points": 5, "to": (D,)}),
        ("tile-knocked", {"points": 60, "to": (D,)}),
        ("late", {"minutes": 15, "points": 20}),
    ],
)
def test_what_is_just_possible_is_written_as_it_was_said(fault, said):
    book = drawn()
    given = written(punish(book, B, fault, **said))
    expected = {"hand": None, "to": (), "no_hu": False, "minutes": None, "reason": "", **said}
    assert {name: getattr(given, name) for name in expected} == expected
    assert (given.player, given.fault, given.closes_hand) == (B, fault, False)


def test_minutes_belong_to_being_late_alone():
    book = drawn()
    assert written(punish(book, B, "claim-changed", hand=1, minutes=9)).minutes is None
    assert written(punish(book, B, "late", minutes=9)).minutes == 9


def test_who_may_not_win_a_hand_may_see_another_win_it():
    book = drawn()
    win(book, 5, A, C, 12)
    punish(book, B, "false-hu-short", hand=5)
    win(book, 6, B, C, 12)
    punish(book, B, "claim-changed", hand=6)
    assert book.view.sheet(1, 1).hands[4].outcome == Outcome(A, C, 12)


@pytest.mark.parametrize(
    ("to", "net"), [((), (0, -10, 0, 0)), ((A, C), (10, -20, 10, 0)), ((A, C, D), (10, -30, 10, 10))]
)
def test_a_penalty_in_words_pays_each_receiver(to, net):
    book = drawn()
    punish(book, B, points=10, to=to, reason="rude")
    assert book.view.sheet(1, 1).scores == net


def test_several_penalties_stand_beside_a_normal_result():
    book = drawn()
    punish(book, B, "false-hu-short", hand=1)
    punish(book, C, "claim-changed", hand=1, points=5)
    win(book, 1, A, D, 20)
    assert book.view.sheet(1, 1).scores == (44 + 10, -8 - 30, -8 - 5 + 10, -28 + 10)


def test_penalties_count_before_table_points():
    """docs/rules.md, M2."""
    book = drawn()
    win(book, 1, A, B, 8)  # 32 −16 −8 −8
    punish(book, A, points=50, reason="rude")
    points = [str(share) for share in book.view.sheet(1, 1).table_points]
    assert points == ["0", "1", "3", "3"]


@pytest.mark.parametrize(
    ("fault", "expected"), [("false-hu-short", ["offender-won"]), ("wall-broken", ["hand-has-winner"])]
)
def test_a_penalty_that_contradicts_the_recorded_hand_is_refused(fault, expected):
    book = drawn()
    win(book, 5, B, A, 12)
    with pytest.raises(Refused) as error:
        punish(book, B, fault, hand=5)
    assert codes(error) == expected


def test_cancelling_needs_a_reason_and_a_penalty_that_stands():
    book = drawn()
    given = punish(book, B, points=10, reason="rude").entries[-1]
    hand = win(book, 1, A, B, 8).entries[-1]
    for entry, reason, expected in (
        (given.id, " ", "reason-missing"),
        (hand.id, "why", "penalty-unknown"),
        ("nothing", "why", "penalty-unknown"),
    ):
        with pytest.raises(Refused) as error:
            carry_out(book, CancelPenalty(entry, reason), by=BY)
        assert codes(error) == [expected]
    carry_out(book, CancelPenalty(given.id, "wrong player"), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, CancelPenalty(given.id, "wrong player"), by=BY)
    assert codes(error) == ["penalty-unknown"]


def test_a_penalty_of_a_table_known_by_its_totals_is_in_them_and_is_cancelled_once_it_is_open():
    book = drawn()
    given = punish(book, C, points=20, reason="rude").entries[-1]
    carry_out(book, RecordTotals(1, 1, (0, 0, -20, 0)), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, CancelPenalty(given.id, "was somebody else"), by=BY)
    assert codes(error) == ["totals-only"]
    assert check_records([entry.record for entry in book.view.journal]).problems == ()
    carry_out(book, ReopenSheet(1, 1, "a penalty was wrong"), by=BY)
    carry_out(book, CancelPenalty(given.id, "was somebody else"), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, RecordTotals(1, 1, (0, 0, -20, 0)), by=BY)
    assert codes(error) == ["totals-unbalanced"]


@pytest.mark.parametrize(
    ("measure", "points", "wanted"),
    [(Measure.FREE, 40, 40), (Measure.CHOSEN, 40, 40), (Measure.LADDER, None, 0), (Measure.FREE, 501, None),
     (Measure.CHOSEN, None, None), (Measure.FREE, None, None)],
)  # fmt: skip
def test_a_fault_to_be_measured_by_rules_without_a_ladder(measure: Measure, points: int | None, wanted: int | None):
    """Any number up to the most in words, or no points where it would climb."""
    book = drawn(rules="blank")
    fault = Fault("noise", "X1", verbatim("Noise"), verbatim("As the referee says"), measure, Receiver.OPPONENTS)
    rules = replace(book.view.rules, faults=(fault,))
    charge = Charge(0, "noise", 1, points)
    if wanted is None:
        with pytest.raises(Refused) as error:
            penalty_of(book.view.sheet(1, 1), rules, charge)
        assert codes(error) == ["penalty-points-range"]
    else:
        assert penalty_of(book.view.sheet(1, 1), rules, charge).points == wanted


def test_a_fine_that_east_pays_twice_belongs_to_a_hand():
    book = drawn(rules="french-classical-simple")
    with pytest.raises(Refused) as error:
        punish(book, A, "tile-said")
    assert codes(error) == ["hand-missing"]
    punish(book, A, "tile-said", hand=1)
    assert book.view.sheet(1, 1).hands[0].net == (-60, 20, 20, 20)


def fined(book: Book, table: int, player: int, minutes: int | None) -> list[str]:
    """The codes of the remarks on a fine in session 1: for being late by so many minutes, or in words."""
    charge = Charge(player, "late", minutes=minutes) if minutes else Charge(player, "", points=10, reason="talks")
    return [each.code for each in carry_out(book, GivePenalty(1, table, charge), by=BY, confirmed=True).remarks]


def test_only_the_second_fine_of_a_player_for_being_late_is_asked_about():
    book = drawn()
    assert fined(book, 1, A, None) == []
    assert fined(book, 1, A, 9) == []
    assert fined(book, 1, B, 9) == []
    assert fined(book, 2, A, 9) == []
    assert fined(book, 1, A, None) == ["penalty-twice"]
    with pytest.raises(Refused) as refused:
        carry_out(book, GivePenalty(1, 1, Charge(A, "late", minutes=12)), by=BY)
    (problem,) = refused.value.problems
    assert (problem.code, problem.gravity, dict(problem.text.values)["minutes"]) == ("late-twice", Gravity.ASKS, 9)
    assert fined(book, 1, A, 12) == ["late-twice"]
    assert fined(book, 1, A, 14) == [], "whoever gave the second one was asked"
    second_session = GivePenalty(2, 2, Charge(B, "late", minutes=9))
    assert carry_out(book, second_session, by=BY).remarks == ()


def asked_of(book: Book, player: int, fault: str = "", **charge) -> list[str]:
    """The codes of the questions about a penalty, which is then given."""
    command = GivePenalty(1, 1, Charge(player, fault, **charge))
    changes = carry_out(book, command, by=BY, confirmed=True)
    return [each.code for each in changes.remarks]


@pytest.mark.parametrize("rules", IDS)
def test_every_penalty_for_the_same_player_and_hand_is_asked_about(rules: str):
    book = drawn(rules=rules)
    faults = [each for each in book.view.rules.faults if not each.of_session and each.measure is Measure.FIXED]
    for fault in faults:
        assert asked_of(book, B, fault.slug, hand=1) == []
        with pytest.raises(Refused) as refused:
            punish(book, B, fault.slug, hand=1)
        (problem,) = refused.value.problems
        assert problem.code == ("false-win-again" if fault.no_hu else "penalty-twice")
        assert problem.gravity is Gravity.ASKS
        assert asked_of(book, C, fault.slug, hand=1) == [], "another player"
        if not book.view.sheet(1, 1).growing:
            assert asked_of(book, B, fault.slug, hand=2) == [], "another hand"
        book = drawn(rules=rules)


@pytest.mark.parametrize("rules", ["riichi-ema-2025", "riichi-ema-2016"])
def test_a_chombo_that_no_total_shows_is_asked_about_in_another_hand_too(rules: str):
    book = drawn(rules=rules)
    for hand in (1, 2):
        carry_out(book, RecordHand(1, 1, hand, Outcome(None)), by=BY)
    assert asked_of(book, B, "chombo", hand=1) == []
    with pytest.raises(Refused) as refused:
        punish(book, B, "chombo", hand=2)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.text.values)["before"]) == ("penalty-twice", 1)
    assert asked_of(book, C, "chombo", hand=2) == [], "another player"
    assert asked_of(book, B, "tile-count", hand=2) == [], "another fault"


def test_a_penalty_that_was_cancelled_is_given_without_a_question():
    book = drawn()
    given = punish(book, B, "wall-broken", hand=1).entries[-1]
    carry_out(book, CancelPenalty(given.id, "wrong table"), by=BY)
    assert asked_of(book, B, "wall-broken", hand=1) == []


def test_a_false_win_after_the_right_to_win_is_explained():
    book = drawn()
    punish(book, A, "tile-count", hand=3)
    with pytest.raises(Refused) as refused:
        punish(book, A, "false-hu-short", hand=3)
    (problem,) = refused.value.problems
    assert (problem.code, problem.gravity) == ("false-win-again", Gravity.ASKS)
    assert dict(problem.text.values)["hand"] == 3
    assert asked_of(book, A, "claim-error", hand=3) == [], "another fault without points may follow"


def test_penalties_of_the_session_are_asked_about_unless_they_climb_the_ladder():
    book = drawn()
    assert asked_of(book, A, "claim-changed") == asked_of(book, A, "claim-changed") == []
    assert asked_of(book, A, "claim-changed", hand=1) == []
    assert asked_of(book, A, "claim-changed", hand=1) == ["penalty-twice"]
    assert asked_of(book, A, points=10, reason="talks") == []
    assert asked_of(book, A, points=10, reason="talks") == ["penalty-twice"]
    assert asked_of(book, A, points=10, reason="drinks") == []
