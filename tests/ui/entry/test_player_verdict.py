"""The line of a hand by rules that count anybody's tiles: every gold hand, typed, has its gold value."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tournament.catalogue import rule_set
from tournament.hand.player_hand import COMPLETE
from tournament.hand.situation import EAST_BY_DISCARD
from tournament.language import ENGLISH
from tournament.rules.hand_answers import answers_text, read_answers
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.french_classical import grands_jeux
from tournament.tiles.tile import Tile
from ui.entry.hand_line import completion, line_of
from ui.entry.player_context import PlayerContext
from ui.entry.verdict import HandContext, Verdict, judge, warm_up_player

GOLD = {
    "french-classical-simple": "french_classical",
    "zung-jung": "zung_jung",
    "quebec-classical": "quebec_classical",
    "hong-kong": "hong_kong",
}
ROOT = Path(__file__).parents[2] / "tournament" / "rulesets"


def rules_of(id: str, options: tuple[tuple[str, Any], ...] = ()) -> RuleSet:
    rules = rule_set(id, options)
    assert rules is not None
    return rules


def gold_lines(id: str) -> Iterator[tuple[str, str, HandContext, int]]:
    """The name of each gold hand, the line that types it, its context, and its points."""
    names = {option.question.name for option in rules_of(id).options}
    for text in (ROOT / GOLD[id] / "gold.jsonl").read_text("utf-8").splitlines():
        row = json.loads(text)
        given = row["in"]
        if "hand" in given and "points" in row.get("out", {}):
            options = tuple(sorted((name, value) for name, value in given.items() if name in names))
            player = PlayerContext(rules_of(id, options), won=not given.get("lost", False))
            known = tuple((name, value) for name, value in given.items() if name == player.counter.nobody_won)
            player = PlayerContext(player.rules, player.won, known=known)
            asked = {question.name for question in player.questions}
            answers = tuple((name, value) for name, value in given.items() if name in asked and value)
            bars = "|" * (3 - given["hand"].count("|"))
            yield (
                row["name"],
                f"{given['hand']}{bars}{answers_text(answers)}",
                HandContext(player=player),
                row["out"]["points"],
            )


@pytest.mark.parametrize("id", GOLD)
def test_every_gold_hand_that_is_typed_has_its_gold_value(id: str) -> None:
    lines = tuple(gold_lines(id))
    wrong = [(name, judge(typed, context).points, points) for name, typed, context, points in lines]
    assert [row for row in wrong if row[1] != row[2]] == []
    assert len(lines) > 100


@pytest.mark.parametrize("id", GOLD)
def test_what_is_typed_is_laid_out_and_written_back(id: str) -> None:
    for name, typed, context, points in tuple(gold_lines(id))[::7]:
        verdict = judge(typed, context)
        again = judge(line_of(verdict.arrangement, EAST_BY_DISCARD, given_round=context.round_wind), context)
        assert (again.arrangement, again.points) == (verdict.arrangement, points), name


def french(typed: str, *, won: bool = True, known: tuple[tuple[str, Any], ...] = ()) -> Verdict:
    rules = rules_of("french-classical-advanced")
    return judge(typed, HandContext(player=PlayerContext(rules, won, round_wind=False, known=known)))


def messages(verdict: Verdict) -> list[tuple[str, int]]:
    return [(ENGLISH.render(fault.message), fault.column) for fault in verdict.faults]


def test_a_hand_that_did_not_win_is_counted_with_too_few_tiles_and_as_it_grows() -> None:
    known = (("dominant", "N"),)
    assert french("", won=False, known=known).points is None
    assert french("[111m,1]", won=False, known=known).points == 4
    few = french("[111m,1]13m2s44s59pCC|-W0000", won=False, known=known)
    assert (few.points, few.arrangement.winning, few.arrangement.count) == (6, None, 12)


def test_a_dominant_wind_that_is_missing_is_asked_for() -> None:
    missing = french("[SSS,1]444sEE123m45p6p|-N0000")
    assert messages(missing) == [("The dominant wind is missing: East's dice choose it.", 0)]
    assert french("[SSS,1]444sEE123m45p6p|-N0000||dominant=S").points == 56
    assert french("[SSS,1]444sEE123m45p6p|-N0000", known=(("dominant", "S"),)).points == 56


@pytest.mark.parametrize(
    ("typed", "words", "column"),
    [
        ("44s|-N0000||dominant=X", "“dominant” must be one of E, S, W, N.", 13),
        ("44s|-N0000||void", "This hand does not ask for “void”; it asks for: dominant, ready, first.", 13),
        ("44s|-N0000|2", "Enter flowers by their letters, a to h: each flower belongs to a player.", 12),
        ("11111m", "There are only four 1m.", 5),
        ("123456789m12345p1p", "The hand has 15 tiles, counting a kong as three; it needs 14.", 17),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(typed: str, words: str, column: int) -> None:
    assert messages(french(typed)) == [(words, column)]


@pytest.mark.parametrize("typed", ["44s|-N0000||d", "44s|-N0000||dominant=", "44s|-N0000||dominant=S,rea"])
def test_an_answer_half_typed_is_no_fault(typed: str) -> None:
    assert messages(french(typed)) == []


def test_a_wind_of_the_round_is_proposed_where_there_is_one() -> None:
    found = french("123456789m11122p").arrangement
    assert completion("123456789m11122p", found, EAST_BY_DISCARD, given_round=False) == "|-E0000"
    assert found.complete
    assert not found.round_wind


def test_the_thirteen_before_the_win_wait_for_their_tiles() -> None:
    waits = french("123456789m1122p", known=(("dominant", "S"),)).counted_waits
    assert [wait.tile for wait in waits] == [Tile.P1, Tile.P2]
    assert french("123456789m1122p", won=False, known=(("dominant", "S"),)).counted_waits == ()


def test_tiles_that_make_no_hand_are_told() -> None:
    nothing = french("1479m258p369sESWE", known=(("dominant", "S"),))
    assert nothing.points is None
    assert nothing.player_hand is not None
    assert nothing.player_hand.size == COMPLETE


def test_no_key_waits_for_the_tables_of_the_grands_jeux() -> None:
    grands_jeux._layouts.cache_clear()
    warm_up_player.cache_clear()
    warm_up_player(PlayerContext(rules_of("french-classical-advanced"), round_wind=False))
    assert grands_jeux._layouts.cache_info().currsize == 1


def test_answers_are_written_as_they_are_read() -> None:
    questions = rules_of("french-classical-simple").counter
    assert questions is not None
    read = read_answers("ready=Served, VOID,dominant=s", questions.questions)
    assert read.faults == ()
    assert answers_text(read.answers) == "dominant=S,ready=served,void"
