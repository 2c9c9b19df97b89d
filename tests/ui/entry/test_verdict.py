"""What typed tiles are worth: every gold hand has its gold value, in any rules; and what the next tile brings."""

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
from tournament.tiles.tile import TILES, Tile
from ui.entry.arrangement import PlayerContext, completion, line_of, parse_line
from ui.entry.verdict import (
    HandContext,
    NextTile,
    Verdict,
    judge,
    most_promising,
    next_kinds,
    warm_up_player,
    with_next,
)

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
def test_an_impossible_tile_is_refused_at_its_place(typed: str, words: str, column: int) -> None:
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


def test_tiles_that_do_not_form_a_hand_are_reported() -> None:
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


RIICHI = [json.loads(line) for line in (ROOT / "riichi" / "gold.jsonl").read_text("utf-8").splitlines()]


def context_of(given: dict[str, Any]) -> HandContext:
    options = tuple(sorted(given.get("options", {}).items()))
    return HandContext(player=PlayerContext(rules_of(given.get("rules", "riichi-ema-2025"), options)))


@pytest.mark.parametrize("case", RIICHI, ids=lambda case: case["name"])
def test_a_gold_hand_that_is_typed_has_its_gold_value(case: dict[str, Any]) -> None:
    given = case["in"]
    context = context_of(given)
    assert context.player is not None
    asked = {question.name for question in context.player.questions}
    answers = tuple((name, value) for name, value in given.items() if name in asked)
    verdict = judge(f"{given['hand']}||{answers_text(answers)}", context)
    assert not verdict.faults
    assert verdict.count is not None
    assert (verdict.points, verdict.count.base or None, verdict.count.paid) == (
        case["out"]["han"], case["out"]["fu"], case["out"]["points"])  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("234456m678p23s55s4s|SW0000||riichi=riichi,dora=7p", "4 han, 30 fu: mangan, 8000"),
        ("234456m678p23s55s4s|SW0000", "2 han, 30 fu: 2000"),
        ("19m19s19pESWNCFPP|SW0000", "1 yakuman: 32000"),
        ("[234m,1]456s678p23pEE1p|SW0000", "No yaku: this hand may not win"),
        ("234456m678p23s55s4s|SW0000||first", "5 han: mangan, 8000"),
    ],
)
def test_one_line_says_how_the_value_comes_about(typed: str, said: str) -> None:
    verdict = judge(typed, context_of({}))
    assert verdict.player is not None
    assert verdict.count is not None
    assert ENGLISH.render(verdict.player.counter.sum_text(verdict.count)) == said


def test_an_impossible_value_is_reported_where_it_is_typed() -> None:
    typed = "[234m,1]456s678p23p55s4p|SW0000||riichi=riichi"
    (fault,) = judge(typed, context_of({})).faults
    assert (fault.code, fault.column) == ("riichi-open", 1)
    (fault,) = judge("234456m678p23s55s4s|SW0000||dora=5x", context_of({})).faults
    assert fault.column == 29


CONTEXT = HandContext()
READY_SOON = ("234m234p2345s88p", "112233m445566p", "[1111m,1]234p234s88s2m")
FAR = "147m258p36sEESW"


def found(typed: str) -> tuple[NextTile, ...]:
    arrangement = parse_line(typed, CONTEXT.situation, fixed=False).arrangement
    return tuple(with_next(arrangement, tile, CONTEXT.scorer) for tile in next_kinds(arrangement))


@pytest.mark.parametrize("typed", READY_SOON)
def test_each_next_tile_waits_for_what_the_thirteen_wait_for(typed: str) -> None:
    for each in found(typed):
        waits = judge(f"{typed}{each.tile.text}", CONTEXT).waits
        assert each.waits == tuple(wait for wait in waits if not wait.all_held)
        assert each.points == max((wait.by_discard.points for wait in waits if wait.by_discard), default=0)


def test_the_dearest_comes_first_with_what_it_is_counted_for() -> None:
    best = most_promising(found("234m234p2345s88p"))[0]
    assert (best.tile.text, best.points) == ("7s", 16)
    assert best.best is not None
    assert best.best == judge("234m234p23457s88p6s", CONTEXT).explanation


def test_where_no_tile_makes_it_ready_those_are_named_that_bring_it_nearest() -> None:
    near = most_promising(found(FAR))
    least = min(distance.shanten for tile in TILES for distance in judge(f"{FAR}{tile.text}", CONTEXT).distances)
    assert {each.nearest.shanten for each in near if each.nearest is not None} == {least}
    assert all(not each.waits for each in near)


@pytest.mark.parametrize("typed", ["", "1m", "234m234p2345s8p", "234m234p23456s88p", "234m234p23456s88p7s"])
def test_only_the_thirteenth_tile_is_asked_for(typed: str) -> None:
    assert next_kinds(parse_line(typed, CONTEXT.situation, fixed=False).arrangement) == ()


def test_a_kind_of_which_all_are_held_does_not_come() -> None:
    arrangement = parse_line("1111m234p234s88s", CONTEXT.situation, fixed=False).arrangement
    assert "1m" not in {tile.text for tile in next_kinds(arrangement)}
    assert len(next_kinds(arrangement)) == 33
