"""French classical: payments, what contradicts itself, and how a table goes on."""

from dataclasses import fields
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.second_count import french_classical as second
from tournament.rules.own_hands import own_hand_questions
from tournament.rules.payment import NO_NET, Net, Outcome, net_of
from tournament.rules.question import Choice, QuestionKind, begins_throw, thrown
from tournament.rules.table_state import TableState
from tournament.rules.wall_break import WallBreak
from tournament.rulesets.french_classical.options import (
    ADVANCED,
    ADVANCED_OPTIONS,
    OPTIONS,
    SIMPLE,
    SIMPLE_OPTIONS,
    FrenchOptions,
)
from tournament.rulesets.french_classical.ruleset import TILE_SAID, advance, faults, fine, hands_of, start
from tournament.rulesets.french_classical.settlement import (
    outcome_problems,
    payments,
    questions,
    settle,
    sheet_problems,
)
from tournament.rulesets.french_classical.situation import FrenchSituation, situation, sums_to
from tournament.tiles.wind import Wind

VALUES = st.one_of(st.integers(0, 500).map(lambda half: 2 * half), st.sampled_from((1000, 5000)))
FOUR = st.tuples(VALUES, VALUES, VALUES, VALUES)
CHOSEN = st.builds(
    FrenchOptions,
    advanced=st.booleans(),
    limit=st.sampled_from((None, 500, 1000)),
    winner_pays_dearer=st.booleans(),
    limit_before_east=st.booleans(),
    pay_draws=st.booleans(),
)


@given(FOUR, st.sampled_from((None, 0, 1, 2, 3)), st.integers(0, 3), CHOSEN)
def test_every_payment_is_received(values: Net, winner: int | None, dealer: int, options: FrenchOptions) -> None:
    outcome = Outcome(winner, values=values)
    transfers = settle(outcome, dealer, options)
    assert sum(net_of(transfers)) == 0
    assert all(transfer.points > 0 for transfer in transfers)
    matrix = payments(outcome, dealer, options)
    paid = [[0] * 4 for _ in range(4)]
    for each in transfers:
        assert each.payer is not None
        assert each.receiver is not None
        paid[each.payer][each.receiver] += each.points
    assert tuple(map(tuple, paid)) == matrix


@given(FOUR, st.sampled_from((None, *"ESWN")), st.booleans(), st.booleans(), st.booleans())
def test_pays_as_the_second_count(values: Net, winner: str | None, advanced: bool, dearer: bool, draws: bool) -> None:
    rules = "french-classical-advanced" if advanced else "french-classical-simple"
    line = {"rules": rules, "values": dict(zip("ESWN", values, strict=True)), "winner": winner,
            "winner_pays_dearer": dearer, "pay_draws": draws}  # fmt: skip
    options = FrenchOptions(advanced=advanced, winner_pays_dearer=dearer, pay_draws=draws)
    outcome = Outcome(None if winner is None else "ESWN".index(winner), values=values)
    net = net_of(settle(outcome, 0, options))
    assert second.settle(line) == {"net": dict(zip("ESWN", net, strict=True))}


def test_the_matrix_of_the_document() -> None:
    """4.3.2: East wins 100 against 250, 40 and 10."""
    matrix = payments(Outcome(0, values=(100, 250, 40, 10)), 0, ADVANCED)
    assert matrix == ((0, 600, 0, 0), (200, 0, 0, 0), (200, 210, 0, 0), (200, 240, 30, 0))


def test_east_is_the_dealer_in_any_seat() -> None:
    assert net_of(settle(Outcome(2, values=(40, 10, 100, 250)), 2, ADVANCED)) == (-380, -470, 0, 850)


@pytest.mark.parametrize(
    ("value", "before", "received"),
    [(400, False, 800), (600, False, 1000), (1000, False, 1000), (1000, True, 2000), (1800, False, 3600)],
)
def test_the_limit_holds_before_or_after_east_is_doubled(value: int, before: bool, received: int) -> None:
    """A value above the limit is a Grand Jeu, which no limit holds."""
    options = FrenchOptions(limit_before_east=before)
    assert net_of(settle(Outcome(1, values=(0, value, 0, 0)), 1, options))[1] == 3 * received


@pytest.mark.parametrize(
    ("outcome", "options", "codes"),
    [
        (Outcome(1, values=(0, 20, 0, 0)), SIMPLE, []),
        (Outcome(1, discarder=0, values=(30, 100, 50, 10)), ADVANCED, []),
        (Outcome(1, values=(0, 5000, 0, 0)), SIMPLE, []),
        (Outcome(None, values=(30, 100, 50, 10)), SIMPLE, []),
        (Outcome(1, values=(0, 299, 0, 0)), FrenchOptions(limit=333), []),
        (Outcome(1, values=(0, 333, 333, 0)), FrenchOptions(limit=333), []),
        (Outcome(1, values=(0, 18, 0, 0)), SIMPLE, ["winner-below-mah-jong"]),
        (Outcome(1, values=(0, 0, 0, 0)), SIMPLE, ["winner-below-mah-jong"]),
        (Outcome(1, values=(1002, 30, 0, 0)), SIMPLE, ["loser-above-limit"]),
        (Outcome(1, values=(0, 1002, 0, 0)), SIMPLE, ["winner-above-limit"]),
        (Outcome(1, values=(0, 5000, 0, 0)), FrenchOptions(grands_jeux=False), ["winner-above-limit"]),
        (Outcome(1, values=(0, 5000, 0, 0)), FrenchOptions(value_mah_jong_imperial=0), ["winner-above-limit"]),
        (Outcome(1, values=(0, 29696, 1002, 0)), FrenchOptions(limit=None), []),
        (Outcome(1, values=(-2, 30, 0, 0)), SIMPLE, ["value-below-nothing"]),
        (Outcome(1), SIMPLE, ["values-missing"]),
        (Outcome(1, points=30, values=(0, 30, 0, 0)), SIMPLE, ["points-beside-values"]),
        (Outcome(None, discarder=2, values=(0, 0, 0, 0)), SIMPLE, ["discarder-of-draw"]),
        (Outcome(1, discarder=1, values=(0, 30, 0, 0)), SIMPLE, ["own-discard"]),
        (Outcome(1, liable=2, values=(0, 30, 0, 0)), SIMPLE, ["liable-unknown"]),
        (Outcome(1, values=(0, 30, 0, 0), answers=(("dominant", "X"),)), SIMPLE, ["dominant-unknown"]),
        (Outcome(1, values=(0, 30, 0, 0), answers=(("mixed", True),)), SIMPLE, ["unknown-answer"]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(outcome: Outcome, options: FrenchOptions, codes: list[str]) -> None:
    assert [problem.code for problem in outcome_problems(outcome, 0, options)] == codes


DOMINANT = (("dominant", "W"),)


@pytest.mark.parametrize(
    ("outcome", "options", "fields"),
    [
        (Outcome(1, values=(0, 30, 0, 0), answers=DOMINANT), SIMPLE, []),
        (Outcome(1, values=(0, 31, 0, 0), answers=DOMINANT), SIMPLE, ["values"]),
        (Outcome(1, values=(3, 30, 0, 0), answers=DOMINANT), SIMPLE, ["values"]),
        (Outcome(1, values=(299, 30, 0, 0), answers=DOMINANT), FrenchOptions(limit=333), ["values"]),
        (Outcome(1, values=(333, 299, 166, 0), answers=DOMINANT), FrenchOptions(limit=333), []),
    ],
)
def test_a_sheet_refuses_what_no_hand_has(outcome: Outcome, options: FrenchOptions, fields: list[str]) -> None:
    """All points and doubles are even; odd are an odd limit and a winner's Grand Jeu in proportion to it."""
    assert [problem.field for problem in sheet_problems(outcome, options)] == fields


@pytest.mark.parametrize(
    ("outcome", "options", "asked"),
    [
        (Outcome(1, values=(0, 30, 0, 0)), SIMPLE, True),
        (Outcome(None, values=(0, 0, 0, 0)), SIMPLE, False),
        (Outcome(None, values=(0, 0, 0, 0)), FrenchOptions(pay_draws=True), True),
    ],
)
def test_the_dominant_wind_is_asked_where_hands_are_paid(outcome: Outcome, options: FrenchOptions, asked: bool) -> None:
    assert [question.asked(outcome, 0) for question in questions(options)] == [asked]


def test_the_dice_lead_to_the_wall_of_the_hand() -> None:
    """Poilbarbe 2.3, but for 1, which two dice never show."""
    sums = {wind.letter: sums_to(wind) for wind in Wind}
    assert sums == {"E": (5, 9), "S": (2, 6, 10), "W": (3, 7, 11), "N": (4, 8, 12)}


@pytest.mark.parametrize("stacks", [18, 17])
def test_the_break_is_counted_along_the_walls(stacks: int) -> None:
    """Poilbarbe 2.3: both sums from the left of the wall of the hand, to the right, and on to the next wall (2.2: 17
    stacks without flowers). Every pair of throws, counted stack by stack.
    """
    (question,) = questions(FrenchOptions(bonus_tiles=stacks == 18))
    walls = [WallBreak(wind, stack) for wind in (*Wind, Wind.EAST) for stack in range(1, stacks + 1)]
    for east, other in product(range(2, 13), repeat=2):
        dice = thrown(question, f"{east}+{other}")
        assert dice is not None
        (wall,) = (wind for wind in Wind if east in sums_to(wind))
        assert dice == (wall.letter, walls[stacks * wall + east + other - 1])
        assert thrown(question, str(east)) == (wall.letter, None)


@given(st.text("0123456789+ ", max_size=6))
def test_dice_are_two_throws_of_two_dice_or_one(typed: str) -> None:
    (question,) = questions(ADVANCED)
    first, plus, behind = typed.partition("+")
    sums = {str(each) for each in range(2, 13)}
    assert (thrown(question, typed) is not None) == (first in sums and (behind in sums if plus else True))
    whole = {*sums, *(f"{one}+{other}" for one in sums for other in sums)}
    assert begins_throw(question, typed) == any(each.startswith(typed) for each in whole)


def _play(options: FrenchOptions, winners: str) -> list[TableState]:
    """The states of a table; winners by their column, ``-`` a drawn hand, ``?`` a hand not known."""
    states = [start(options)]
    for winner in winners:
        outcome = None if winner == "?" else Outcome(None if winner == "-" else int(winner))
        states.append(advance(states[-1], outcome, NO_NET, options))
    return states


def test_east_stays_after_winning_and_passes_else() -> None:
    states = _play(SIMPLE, "001-2?")
    assert [state.dealer for state in states] == [0, 0, 0, 1, 2, 2, 3]
    assert [state.passed for state in states] == [0, 0, 0, 1, 2, 2, 3]
    assert {state.prevalent for state in states} == {None}
    assert not any(state.over for state in states)


def test_east_stays_after_a_drawn_hand_by_option() -> None:
    assert [state.dealer for state in _play(FrenchOptions(east_stays_after_draw=True), "-?1")] == [0, 0, 0, 1]


def test_a_new_turn_of_the_table_opens_a_round() -> None:
    assert [state.opens for state in _play(SIMPLE, "11110"[:4] + "0")] == [True, False, False, False, False, False]
    assert [state.opens for state in _play(SIMPLE, "----0")] == [True, False, False, False, True, False]


def test_the_round_wind_goes_by_hands_and_ends_the_game() -> None:
    """5.8: East for the first four hands, also when East repeats."""
    options = FrenchOptions(round_wind=True)
    states = _play(options, "0" * 16)
    assert "".join(state.prevalent.letter for state in states[:16] if state.prevalent is not None) == "EEEESSSSWWWWNNNN"
    assert [state.hand for state in states if state.over] == [17]
    assert [state.hand for state in states if state.opens] == [1, 5, 9, 13]
    assert hands_of(options) == 16


def test_an_event_may_set_the_number_of_hands() -> None:
    options = FrenchOptions(hands=8)
    assert [state.over for state in _play(options, "1" * 8)] == [False] * 8 + [True]
    assert hands_of(SIMPLE) is None


def test_options_are_described_as_they_are() -> None:
    defaults = FrenchOptions()
    names = [option.question.name for option in OPTIONS]
    assert {*names, "advanced"} == {field.name for field in fields(FrenchOptions)}
    assert len(names) == len(set(names))
    for option in OPTIONS:
        assert option.question.default == getattr(defaults, option.question.name)
        if option.question.kind is QuestionKind.NUMBER:
            default = option.question.default
            assert isinstance(default, int)
            assert option.question.least <= default <= option.question.most
    assert {row.question.name for row in ADVANCED_OPTIONS} - {row.question.name for row in SIMPLE_OPTIONS} == {
        "winner_pays_dearer"
    }


def test_the_situation_is_described_as_it_is() -> None:
    asked = [*situation(18), *own_hand_questions({"Grand Chat": 6000}, 34)]
    assert [question.name for question in asked] == [field.name for field in fields(FrenchSituation)]
    assert all(isinstance(choice, Choice) for question in asked for choice in question.choices)
    assert FrenchSituation(dominant="N").dominant_wind is Wind.NORTH


def test_fines_are_double_where_east_pays_or_receives() -> None:
    """6: 10 to each for saying the drawn tile aloud."""
    assert net_of(fine(TILE_SAID.points, offender=0, dealer=0)) == (-60, 20, 20, 20)
    assert net_of(fine(TILE_SAID.points, offender=2, dealer=0)) == (20, 10, -40, 10)


def test_the_fine_of_a_false_mah_jong_is_that_of_the_event() -> None:
    by_slug = {fault.slug: fault for fault in faults(FrenchOptions(false_mah_jong_fine=300))}
    assert by_slug["false-mah-jong"].points == 300
    assert {slug for slug, fault in by_slug.items() if fault.no_hu} == {"short-hand", "too-many-tiles", "ready-changed"}
