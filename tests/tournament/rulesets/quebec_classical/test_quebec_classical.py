"""The engine of Québec classical: the gold, the second count, and what holds for every hand."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import all_cases
from tests.second_count import quebec_classical as second_count
from tests.second_count.quebec_classical_lines import difficult_lines, gold, random_lines, settle_lines, table_lines
from tests.tournament.rulesets.quebec_classical.engine import (
    Refused,
    compared,
    counted_again,
    options_of,
    score_line,
    settle_line,
    situation_of,
    table_line,
)
from tournament.hand.notation import parse_player_hand
from tournament.hand.problem import HandProblems
from tournament.rules.fault import Measure
from tournament.rules.item import Unit
from tournament.rules.payment import NO_NET, Outcome, net_of
from tournament.rules.question import QuestionKind
from tournament.rules.score import NotComplete
from tournament.rulesets.quebec_classical.items import ITEMS
from tournament.rulesets.quebec_classical.options import NORTH, OPTIONS, Options
from tournament.rulesets.quebec_classical.ruleset import QUEBEC_CLASSICAL, advance, faults, start
from tournament.rulesets.quebec_classical.scoring import count, waits
from tournament.rulesets.quebec_classical.settlement import LIMIT_LOSERS, outcome_problems, settle
from tournament.rulesets.quebec_classical.situation import FIRST_DISCARD, Situation
from tournament.tiles.tile import TILES
from tournament.tiles.wind import Wind

HANDS, TABLES = gold("gold.jsonl"), gold("settle.jsonl")


def _shown(case: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    return {member: answer[member] for member in case["out"]}


@all_cases(HANDS, lambda case: case["name"])
def test_gold_hand(case: dict[str, Any]) -> None:
    if "error" in case["out"]:
        with pytest.raises((HandProblems, NotComplete, Refused)):
            score_line(case["in"])
    else:
        assert _shown(case, score_line(case["in"])) == case["out"]


@pytest.mark.parametrize("case", TABLES, ids=lambda case: str(case["name"]))
def test_gold_settlement(case: dict[str, Any]) -> None:
    line = case["in"]
    if "error" in case["out"]:
        with pytest.raises((HandProblems, Refused)):
            table_line(line) if "hands" in line else settle_line(line)
    else:
        answer = table_line(line) if "hands" in line else {"net": settle_line(line)}
        assert _shown(case, answer) == case["out"]


def test_every_row_of_the_table_is_met_by_a_gold_hand() -> None:
    met = set()
    for case in HANDS:
        if "error" not in case["out"]:
            found = _count(case["in"])
            met |= {each.item.slug for each in found.counted} | {each.item.slug for each in found.replaced}
    met |= {
        each.item.slug
        for each in count(*_read({"hand": "123m456p789s23sEE4s|ES0000"}), Options(round_wind_pair=True)).counted
    }
    assert met == {item.slug for item in ITEMS}


def test_agrees_with_the_second_count() -> None:
    for line in [*random_lines(3, 300), *difficult_lines(3, 100)]:
        assert compared(line) == counted_again(line), line


def test_settles_as_the_second_count() -> None:
    for line in settle_lines(3, 300):
        assert settle_line(line) == second_count.settle(line)["net"], line
    for line in table_lines(3, 50):
        assert table_line(line)["net"] == second_count.settle(line)["net"], line


def _read(line: dict[str, Any]) -> tuple[Any, Situation]:
    return parse_player_hand(line["hand"], won=not line.get("lost", False)), situation_of(line)


def _count(line: dict[str, Any]) -> Any:
    return count(*_read(line), options_of(line))


@pytest.mark.parametrize("line", list(random_lines(5, 60)), ids=lambda line: str(line["hand"]))
def test_the_explanation_adds_up(line: dict[str, Any]) -> None:
    found = _count(line)
    by_unit = {unit: [each for each in found.counted if each.item.unit is unit] for unit in Unit}
    if by_unit[Unit.FLAT]:
        assert [each.worth for each in found.counted] == [found.points]
        return
    product = 1
    for each in by_unit[Unit.TIMES]:
        product *= each.worth
    assert sum(each.worth for each in by_unit[Unit.POINTS]) == found.base
    assert product == found.times
    assert found.points == (found.limit if found.limit is not None else found.before_limit)
    for each in found.counted:
        assert len(each.groups) in {0, each.repeated}
        assert set(each.groups) <= set(found.groups)


def test_an_explanation_names_what_counts_and_of_which_sets() -> None:
    found = _count({"hand": "[WWWW][222m,1]789s99p23s4s|WS1001", "ready": True})
    counted = [
        (each.item.slug, each.worth, ["".join(tile.text for tile in group) for group in each.groups])
        for each in found.counted
    ]
    assert counted == [
        ("minor-pung-exposed", 2, ["2m2m2m"]),
        ("major-quong-concealed", 32, ["WWWW"]),
        ("mah-jong", 20, []),
        ("tile-from-the-wall", 2, []),
        ("round-wind", 2, ["WWWW"]),
        ("loose-tile", 2, []),
        ("main-fixe", 2, []),
    ]
    assert (found.base, found.times, found.points, found.limit) == (56, 8, 448, None)


def test_a_special_hand_stands_for_the_others_and_for_the_ordinary_count() -> None:
    found = _count({"hand": "EEESSSWWWNNCCC|ES1000"})
    assert [each.item.slug for each in found.counted] == ["winds-and-dragons"]
    assert {each.by.slug for each in found.replaced} == {"winds-and-dragons"}
    assert [each.item.slug for each in found.replaced] == [
        "four-winds",
        "hidden-hand",
        "major-pung-concealed",
        "mah-jong",
        "tile-from-the-wall",
        "no-chow",
        "round-wind",
    ]


@given(
    st.sampled_from([None, 0, 1, 2, 3]),
    st.tuples(*[st.integers(20, 500)] * 4),
    st.integers(0, 3),
    st.none() | st.sets(st.integers(0, 3), min_size=1, max_size=3).map(sorted).map(tuple),
    st.data(),
)
def test_every_settlement_sums_to_zero(
    winner: int | None, values: Any, dealer: int, losers: tuple[int, ...] | None, data: Any
) -> None:
    outcome = Outcome(winner, values=values, answers=((LIMIT_LOSERS, losers),) if losers else ())
    chosen: dict[str, Any] = {}
    for option in OPTIONS:
        question = option.question
        if question.kind is QuestionKind.TICK:
            chosen[question.name] = data.draw(st.booleans())
        elif question.kind is QuestionKind.CHOICE:
            chosen[question.name] = data.draw(st.sampled_from([choice.key for choice in question.choices]))
        else:
            chosen[question.name] = data.draw(st.none() | st.integers(question.least, question.most))
    options = Options(**{**chosen, "rounds": 4})
    net = net_of(settle(outcome, dealer, options))
    assert sum(net) == 0
    assert winner is None or net[winner] >= 3 * values[winner]
    assert winner is not None or net == NO_NET


def test_options_are_those_of_the_form() -> None:
    """Each has its row, with the default of the rules."""
    rows = {option.question.name: option.question.default for option in OPTIONS}
    assert rows == {name: getattr(Options(), name) for name in Options.__dataclass_fields__}


@pytest.mark.parametrize(
    ("outcome", "options", "codes"),
    [
        (Outcome(0, values=(100, 250, 40, 10)), Options(), []),
        (Outcome(0), Options(), ["values-missing"]),
        (Outcome(0, 0, values=(100, 0, 0, 0)), Options(), ["discarder-is-winner"]),
        (Outcome(0, values=(502, 0, 0, 0)), Options(), ["value-above-limit"]),
        (Outcome(0, values=(502, 0, 0, 0)), Options(limit=None), []),
        (Outcome(0, values=(100, 0, 502, -2)), Options(), ["value-above-limit", "value-negative"]),
        (Outcome(0, values=(100, 0, 502, 0)), Options(losers_capped=False), []),
        (Outcome(0, values=(18, 0, 0, 0)), Options(), ["winner-below-mah-jong"]),
        (Outcome(0, values=(100, 37, 0, 0)), Options(), ["odd-value"]),
        (Outcome(0, values=(333, 0, 0, 0)), Options(limit=333), []),
        (Outcome(0, values=(100, 0, 0, 0), answers=((LIMIT_LOSERS, (0, 1)),)), Options(), ["limit-loser-won"]),
        (Outcome(0, values=(100, 0, 0, 0), answers=((LIMIT_LOSERS, (1,)),)), Options(limit=None), ["limit-losers-off"]),
        (
            Outcome(0, values=(100, 0, 0, 0), answers=((LIMIT_LOSERS, (1,)),)),
            Options(losers_receive_limit=False),
            ["limit-losers-off"],
        ),
        (Outcome(None, 2), Options(), ["discarder-without-winner"]),
        (Outcome(None, answers=((LIMIT_LOSERS, (1,)),)), Options(), ["limit-losers-drawn"]),
        (Outcome(0, 1, 8, values=(100, 0, 0, 0), liable=2), Options(), ["points-not-asked", "liable-unknown"]),
    ],
)
def test_what_cannot_be_is_named(outcome: Outcome, options: Options, codes: list[str]) -> None:
    assert [problem.code for problem in outcome_problems(outcome, 0, options)] == codes


def test_east_is_the_column_that_deals() -> None:
    """South wins 100 and East has 30: South is column C, and their neighbour D is South."""
    outcome = Outcome(3, values=(50, 10, 30, 100))
    assert net_of(settle(outcome, 2)) == (-20, -180, -200, 400)


def test_the_limit_paid_once_by_east_where_the_event_says_so() -> None:
    outcome = Outcome(1, values=(0, 500, 0, 0))
    assert net_of(settle(outcome, 0, Options(east_doubles_limit=False))) == (-500, 1500, -500, -500)
    below = Outcome(1, values=(0, 498, 0, 0))
    assert net_of(settle(below, 0, Options(east_doubles_limit=False))) == (-996, 1992, -498, -498)


def test_fines_are_double_for_east_where_the_event_says_so() -> None:
    """«Les gains et les pénalités du Vent d’Est sont toujours doublés»; the amount is the players' own."""
    for twice in (True, False):
        found = faults(Options(east_fines_doubled=twice))
        assert [fault.east_twice for fault in found] == [twice, twice]
        assert {fault.measure for fault in found} == {Measure.FREE}


@pytest.mark.parametrize(
    ("line", "options", "points"),
    [
        ({"hand": "123m456p789s23sEE4s|ES0000"}, {"round_wind_pair": True}, 22),
        ({"hand": "EESSWWNNCCFFP|SE0000", "lost": True}, {"round_wind_pair": True}, 16),
        ({"hand": "[1111m][9999m]444m6822m|ES0000", "lost": True}, {"losers_capped": False}, 1088),
        ({"hand": "[EEE,1][SSS,1]CCCFFPPP|WN0000"}, {"winds_and_dragons": False}, 84),
        ({"hand": "[EEE,1][SSS,1]CCCFFPPP|WN0000"}, {"limit": None, "special_value": 1000}, 1000),
        ({"hand": "[EEE,1][SSS,1]CCCFFPPP|WN0000"}, {"limit": None, "special_value": 60}, 84),
        ({"hand": "123m456p789s99p23s4s|ES0000", "first": "discard"}, {"earthly_blessing": False}, 40),
    ],
)
def test_an_option_changes_the_count(line: dict[str, Any], options: dict[str, Any], points: int) -> None:
    assert score_line(line | options)["points"] == points


def test_a_special_hand_that_is_not_played_is_no_hand() -> None:
    with pytest.raises(NotComplete):
        score_line({"hand": "19m19s19pESWNCFPP|ES0000", "thirteen_lanterns": False})


def test_a_loser_is_paid_the_limit_only_for_hands_that_are_played() -> None:
    line = {"hand": "EEESSSWWWNN1m2p|ES0000", "lost": True}
    assert score_line(line)["limit_loser"] is True
    assert score_line(line | {"four_winds": False})["limit_loser"] is False
    assert score_line(line | {"losers_receive_limit": False})["limit_loser"] is False


@pytest.mark.parametrize(
    "hand",
    [
        "1112345678999m|ES0000",
        "[1111m]456p789s99p23m|ES0000",
        "19m19s19pESWNCFP|ES0000",
        "123456789mESWN|ES0000",
        "[123m,1]456p88p33345s|ES0000",
        "22m44p66p888sEEE1s|SE0000",
    ],
)
def test_waits_are_the_tiles_that_complete(hand: str) -> None:
    """Every one of the 34 is tried by the second count; one of which four are held has no worth."""
    held = parse_player_hand(hand, won=False)
    found = {wait.tile: wait for wait in waits(held)}
    body, situation = hand.split("|")
    for tile in TILES:
        wait = found.get(tile)
        if held.tiles.count(tile) == 4:
            assert wait is None or wait.by_discard is None is wait.by_self_draw
            continue
        answers = []
        for flags in ("0000", "1000"):
            answer = second_count.count({"hand": f"{body}{tile.text}|{situation[:2]}{flags}"})
            answers.append(answer["points"] if answer["base"] or answer["specials"] else None)
        shown = (
            [None, None] if wait is None else [each and each.points for each in (wait.by_discard, wait.by_self_draw)]
        )
        assert shown == answers


def test_a_tile_of_which_all_four_are_held_is_waited_for_in_form() -> None:
    found = waits(parse_player_hand("[1111m]456p789s99p23m|ES0000", won=False))
    assert [(wait.tile.text, wait.by_discard is None) for wait in found] == [("1m", True), ("4m", False)]


def test_nobody_draws_the_first_discard() -> None:
    held = parse_player_hand("123m456p789s99p23s|ES0000", won=False)
    found = waits(held, Situation(first=FIRST_DISCARD))
    assert [(wait.by_discard is not None, wait.by_self_draw) for wait in found] == [(True, None), (True, None)]


def _played(winners: list[int | None], options: Options | None = None) -> Any:
    """The state after hands won by the player who then had this place from East, or drawn."""
    rules = options or Options()
    state = start(rules)
    for place in winners:
        outcome = None if place is None else Outcome((state.dealer + place) % 4, values=(20, 20, 20, 20))
        state = advance(state, outcome, NO_NET, rules)
    return state


def test_east_stays_after_winning_and_after_a_drawn_hand() -> None:
    assert [_played([0]).dealer, _played([None]).dealer, _played([0, None, 0]).dealer] == [0, 0, 0]
    drawn = advance(start(), Outcome(None), NO_NET)
    assert (drawn.dealer, drawn.hand, drawn.opens) == (0, 2, False)


def test_the_deal_goes_to_the_next_in_turn_when_another_wins() -> None:
    state = _played([2])
    assert state.dealer == 1
    assert state.winds == (Wind.NORTH, Wind.EAST, Wind.SOUTH, Wind.WEST)


def test_the_round_turns_when_everybody_has_been_east() -> None:
    assert _played([1, None, 1, 1]).prevalent is Wind.EAST
    turned = _played([1, None, 1, 1, 1])
    assert (turned.prevalent, turned.opens, turned.dealer, turned.hand) == (Wind.SOUTH, True, 0, 6)


def test_the_game_is_over_after_four_rounds_however_many_hands() -> None:
    hands = [0, 1, None, 1] * 8
    before, after = _played(hands[:-1]), _played(hands)
    assert (before.over, before.prevalent, before.hand) == (False, Wind.NORTH, 32)
    assert after.over


def test_a_game_of_one_round() -> None:
    assert _played([1, 1, 1, 1], Options(rounds=1)).over


def test_the_deal_may_pass_the_other_way() -> None:
    state = _played([1], replace(Options(), next_east=NORTH))
    assert state.dealer == 3
    assert _played([1, 1, 1, 1], replace(Options(), next_east=NORTH)).prevalent is Wind.SOUTH


def test_the_losers_whom_the_others_pay_the_limit_are_known_by_their_hands() -> None:
    """Only losers, and only of a hand that somebody won."""
    plain = count(parse_player_hand("123m456p789s99p23s|ES0000", won=False))
    scholars = plain._replace(limit_loser=True)
    answers = QUEBEC_CLASSICAL.counter.answers if QUEBEC_CLASSICAL.counter is not None else None
    assert answers is not None
    assert answers((plain, scholars, plain, scholars), 0) == ((LIMIT_LOSERS, (1, 3)),)
    assert answers((plain, scholars, plain, plain), 1) == ()
    assert answers((scholars, scholars, plain, plain), 1) == ((LIMIT_LOSERS, (0,)),)
    assert answers((plain,) * 4, 0) == ()
    assert answers((plain, scholars, plain, plain), None) == ()
