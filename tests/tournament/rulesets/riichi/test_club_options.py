"""Options that riichi clubs ask for, by examples: uma, chombo at the table, yakitori, renhou, and further winners."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournament.rulesets.riichi.hanchans import Line, record
from tests.tournament.use_cases.events import drawn
from tournament.hand.notation import parse_player_hand
from tournament.language import ENGLISH
from tournament.ledger.sheet import SheetMark
from tournament.rules.payment import Answer
from tournament.rules.question import Answers, chosen_of, defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.riichi.options import EMA_2025, OPTIONS_2025
from tournament.rulesets.riichi.ruleset import riichi_2025
from tournament.rulesets.riichi.scoring import count
from tournament.rulesets.riichi.situation import RiichiSituation
from tournament.use_cases import Book, LinesRefused

PLACE = {"session": 1, "table": 1}
JPML = {"uma_places": "8000,4000,-4000,-8000", "uma_one_above": "12000,-1000,-3000,-8000",
        "uma_three_above": "8000,3000,1000,-12000"}  # fmt: skip


def answers(**chosen: Answer) -> Answers:
    return {**defaults_of(OPTIONS_2025), **chosen}


def rules(**chosen: Answer) -> RuleSet:
    return riichi_2025(answers(**chosen))


def played(*lines: Line, **chosen: Answer) -> Book:
    book = drawn(rules="riichi-ema-2025", options=chosen_of(OPTIONS_2025, answers(**chosen)))
    record(book, [{**PLACE, "type": "hand", **line} for line in lines])
    return book


@pytest.mark.parametrize(
    ("scores", "uma"),
    [
        ((9000, -1000, -3000, -5000), (12000, -1000, -3000, -8000)),
        ((9000, 3000, 0, -12000), (8000, 3000, 1000, -12000)),  # who has just the start is above
        ((9000, 3000, -2000, -10000), (8000, 4000, -4000, -8000)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_the_uma_of_the_professional_league(scores: tuple[int, ...], uma: tuple[int, ...]) -> None:
    """The A rules of the Japanese Professional Mahjong League: the uma depends on how many are above the start."""
    points = rules(**JPML).table_points.of(scores)
    assert points == tuple(Fraction(score + worth) for score, worth in zip(scores, uma, strict=True))


def test_four_free_values_with_oka_are_named_on_paper() -> None:
    chosen = rules(uma_places="30000,0,-10000,-20000", start=25_000)
    assert list(map(int, chosen.table_points.of((1000, 500, -500, -1000)))) == [46000, -4500, -15500, -26000]
    texts = {ENGLISH.render(name): ENGLISH.render(text) for name, text in rules(**JPML).in_short}
    assert texts["Uma"] == (
        "+8000, +4000, −4000, −8000; if one ends at the start or above, +12000, −1000, −3000, −8000; if three do, "
        "+8000, +3000, +1000, −12000. Equal players share."
    )


@pytest.mark.parametrize(
    ("player", "paid"), [("B", (4000, -8000, 2000, 2000)), ("A", (-12000, 4000, 4000, 4000))], ids=["South", "East"]
)
def test_a_chombo_at_the_table_is_paid_like_a_mangan(player: str, paid: tuple[int, ...]) -> None:
    book = played(chombo_paid="table")
    record(book, [{**PLACE, "type": "penalty", "hand": 1, "player": player, "fault": "noten-riichi"}])
    sheet = book.view.sheet(1, 1)
    assert sheet.scores == paid
    assert (sheet.hands[0].state.dealer, sheet.next_hand) == (0, 1)  # the hand is played again


def test_a_chombo_at_the_table_needs_its_hand() -> None:
    with pytest.raises(LinesRefused) as error:
        record(played(chombo_paid="table"), [{**PLACE, "type": "penalty", "player": "A", "fault": "chombo"}])
    assert [problem.code for _, problems in error.value.refusals for problem in problems] == ["hand-missing"]


WON = {"hand": 1, "winners": [{"player": "A", "han": 2, "fu": 30}, {"player": "B", "han": 2, "fu": 30}],
       "discarder": "C"}  # fmt: skip


@pytest.mark.parametrize(("to", "taken"), [("nobody", (0, 0, -6000, -6000)), ("each", (12000, 12000, -12000, -12000))])
def test_who_wins_no_hand_loses_points_after_uma(to: str, taken: tuple[int, ...]) -> None:
    sheet = played(WON, yakitori=6000, yakitori_to=to).view.sheet(1, 1)
    without = played(WON).view.sheet(1, 1)
    assert sheet.scores == without.scores
    moved = tuple(ours - theirs for ours, theirs in zip(sheet.table_points, without.table_points, strict=True))
    assert moved == taken


def test_nobody_loses_points_before_the_first_hand_or_by_totals_alone() -> None:
    """Totals do not say who won a hand, so the sheet keeps its mark."""
    book = played(yakitori=6000)
    assert sum(book.view.sheet(1, 1).table_points) == 0
    record(book, [{**PLACE, "type": "totals", "totals": {"A": 1000, "B": 0, "C": 0, "D": -1000}}])
    sheet = book.view.sheet(1, 1)
    assert sum(sheet.table_points) == 0
    assert SheetMark.TOTALS_ONLY in sheet.marks


def test_renhou_is_added_by_option() -> None:
    """Tanyao and pinfu with two dora: alone they are 4 han, and beside renhou 9."""
    hand = parse_player_hand("23m345567p678s55s4m|SS0000")
    first = RiichiSituation(first=True, dora="4p")
    worth = {name: count(hand, first, replace(EMA_2025, renhou=name)) for name in ("none", "mangan", "added")}
    assert {name: each.points for name, each in worth.items()} == {"none": 4, "mangan": 5, "added": 9}
    assert {each.item.slug for each in worth["added"].counted} >= {"renhou", "pinfu", "tanyao", "dora"}


@pytest.mark.parametrize(
    ("ron", "winners", "said"), [("first", "AB", "Head bump"), ("two", "ABD", "Two may win on one discard")]
)
def test_too_many_winners_are_refused_in_the_words_of_players(ron: str, winners: str, said: str) -> None:
    line = {"hand": 1, "winners": [{"player": each, "han": 2, "fu": 30} for each in winners], "discarder": "C"}
    with pytest.raises(LinesRefused) as error:
        played(line, ron=ron)
    ((_, (problem,)),) = error.value.refusals
    assert (problem.code, problem.field) == ("winners-many", "winners")
    assert ENGLISH.render(problem.text).startswith(said)
