"""The tiles of a whole table as they are recorded: read, counted, written, moved with their players."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tournament.catalogue import rule_set
from tournament.event.problem import Gravity, Refused
from tournament.language import ENGLISH
from tournament.ledger.checks import claim_of
from tournament.rules.hand_value import WinContext, value_of_hand
from tournament.rules.item import HandCount
from tournament.rules.payment import Outcome
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import answers_of, moved_hands, value_of_hands, worth_of, written_hands
from tournament.rules.table_state import TableState
from tournament.tiles.wind import Wind
from tournament.use_cases import CorrectHand, ExchangeColumns, MoveHand, RecordHand, carry_out, problems_of

FRENCH = "258m369p147sWCFP|-S0000|b|ready=ready [SSS,1]123m456p444sEE|-N0000"
ENDED = Outcome(3, 0, 0, (0, 8, 0, 56), answers=(("dominant", "S"),))


def french() -> RuleSet:
    rules = rule_set("french-classical-advanced")
    assert rules is not None
    return rules


def state(rules: RuleSet):
    return rules.table.start


def test_hands_are_counted_with_their_answers_and_written_in_their_usual_form() -> None:
    rules = french()
    typed = FRENCH.replace("[SSS,1]123m456p444sEE", "[SSS,1]444sEE123m45p6p")
    found = value_of_hands(rules, typed, state(rules), ENDED)
    assert [(column, count.points) for column, count in found.counts] == [(1, 8), (3, 56)]
    again = value_of_hands(rules, found.tiles, state(rules), ENDED)
    assert again.tiles == found.tiles
    assert written_hands(found.tiles, state(rules)).keys() == {1, 3}


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("147m258p369sWCFP|-E0000|b 258m369p147sWCFP|-S0000|b",
         "Another hand at this table also holds Flower 2, orchid."),
        ("147m258p369sWCFPP|-N0000", "North: These tiles are not a winning hand."),
        ("147m258p 369s", "A player’s tiles include the winds under which they were held: 147m258p"),
        ("11111m|-E0000", "East: There are only four 1m."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(tiles: str, words: str) -> None:
    rules = french()
    assert ENGLISH.render(value_of_hands(rules, tiles, state(rules), ENDED).faults[0]) == words


def test_by_rules_that_pay_the_winner_alone_no_other_tiles_are_taken() -> None:
    rules = rule_set("zung-jung")
    assert rules is not None
    ended = Outcome(1, 0, 5)
    found = value_of_hands(rules, "[123m,1]456p78s234sEE9s", rules.table.start, ended)
    assert [(column, count.points) for column, count in found.counts] == [(1, 5)]
    assert found.tiles.endswith("|-S0000")
    other = value_of_hands(rules, "[123m,1]456p78s234sEE9s|-W0000", rules.table.start, ended)
    assert ENGLISH.render(other.faults[0]) == "West: By these rules only the winner's tiles count."


def test_tiles_go_with_their_players_to_other_winds() -> None:
    rules = french()
    before = state(rules)
    after = before._replace(winds=(*before.winds[1:], before.winds[0]))
    moved = moved_hands("11m|-E0000|b 22m|-N0000", before, after, lambda column: column)
    assert moved == "11m|-S0000|b 22m|-E0000"
    exchanged = moved_hands("11m|-E0000|b 22m|-N0000", before, before, {0: 3, 3: 0, 1: 1, 2: 2}.__getitem__)
    assert exchanged == "11m|-N0000|b 22m|-E0000"


def test_a_hand_keeps_its_tiles_and_what_differs_is_asked() -> None:
    book = drawn(rules="french-classical-advanced")
    tiles = FRENCH.replace("123m456p444s", "123m444s456p")
    carry_out(book, RecordHand(1, 1, 1, ENDED, tiles), by=BY)
    kept = book.view.sheet(1, 1).hands[0].tiles
    assert value_of_hands(book.view.rules, kept, state(book.view.rules), ENDED).tiles == kept
    more = replace(ENDED, values=(0, 8, 0, 60))
    found = [p for p in problems_of(book.view, CorrectHand(1, 1, 1, more, "misread", kept)) if p.field == "values.D"]
    assert [(p.code, p.gravity) for p in found] == [("tiles-worth-less", Gravity.ASKS)]
    with pytest.raises(Refused):
        carry_out(book, CorrectHand(1, 1, 1, more, "misread", kept), by=BY)


def test_an_exchange_of_columns_takes_the_tiles_along() -> None:
    book = drawn(rules="zung-jung")
    carry_out(book, RecordHand(1, 1, 1, Outcome(1, 0, 5), "[123m,1]456p78s234sEE9s"), by=BY)
    carry_out(book, ExchangeColumns(1, 1, (1, 2), None, "read in the wrong column"), by=BY, confirmed=True)
    line = book.view.sheet(1, 1).hands[0]
    assert line.outcome == Outcome(2, 0, 5)
    assert line.tiles.endswith("|-W0000")


def test_a_hand_that_moves_has_the_winds_of_its_new_place() -> None:
    book = drawn(rules="zung-jung")
    carry_out(book, RecordHand(1, 1, 1, Outcome(1, 0, 5), "[123m,1]456p78s234sEE9s"), by=BY)
    carry_out(book, RecordHand(1, 1, 2, Outcome(None)), by=BY)
    carry_out(book, MoveHand(1, 1, 1, 2, "written in the wrong row"), by=BY, confirmed=True)
    assert book.view.sheet(1, 1).hands[1].tiles.endswith("|-E0000")


@pytest.mark.parametrize(
    ("points", "answers", "problems"),
    [
        (2, (("fu", 30),), []),
        (2, (("fu", 40),), [("tiles-answer-otherwise", "fu")]),
        (3, (("fu", 30),), [("tiles-worth-less", "points")]),
        (2, (), [("tiles-answer-otherwise", "fu")]),
    ],
)
def test_the_fu_that_were_recorded_are_held_against_the_tiles_too(
    points: int, answers: tuple[tuple[str, int], ...], problems: list[tuple[str, str]]
) -> None:
    rules = rule_set("riichi-ema-2025")
    assert rules is not None
    outcome = Outcome(1, 2, points, answers=answers)
    found = claim_of(rules, TableState(), outcome, tiles="234456m678p23s55s4s|ES0000", overrule="").problems
    assert [(each.code, each.field) for each in found] == problems


def test_players_whom_the_tiles_name_are_columns_of_the_sheet() -> None:
    """Losers to whom the others pay the limit (Québec): by their seats for the rules, by their columns on the sheet."""
    rules = rule_set("quebec-classical")
    assert rules is not None
    later = rules.table.start._replace(winds=(Wind.NORTH, Wind.EAST, Wind.SOUTH, Wind.WEST))
    won, limit = HandCount(40, 40, 1, ()), HandCount(500, 500, 1, (), limit_loser=True)
    named = answers_of(rules, later, (1,), {1: won, 0: limit, 2: limit})
    assert list(named) == [(1, "limit_losers", (0, 2))]
    assert list(answers_of(rules, later, (1,), {1: won, 0: limit})) == [(1, "limit_losers", (0,))]
    assert list(answers_of(rules, later, (1,), {1: won})) == []
    assert list(answers_of(rules, later, (), {0: limit})) == [], "nobody won"


def test_a_player_whose_tiles_are_not_known_answers_nothing() -> None:
    rules = rule_set("riichi-ema-2025")
    assert rules is not None
    count = HandCount(3, 30, 1, ())
    assert list(answers_of(rules, rules.table.start, (2,), {2: count})) == [(2, "fu", 30), (2, "yakuman", 0)]
    assert list(answers_of(rules, rules.table.start, (2,), {})) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [("123m", "The hand has 3 tiles"), ("1x", "is not a tile"), ("147m258p369mESWNC", "not a winning hand")],
)
def test_tiles_with_a_fault_have_no_points(text: str, said: str) -> None:
    rules = rule_set("mcr")
    assert rules is not None
    assert rules.scorer is not None
    found = value_of_hand(rules.scorer, text, WinContext(Wind.EAST, Wind.SOUTH, self_drawn=False))
    assert (found.tiles, found.points, found.minimum_met, found.restated) == (text, 0, False, False)
    assert said in " ".join(ENGLISH.render(fault) for fault in found.faults)


def test_the_sheet_knows_the_winds_and_the_way_to_win_better_than_the_tiles() -> None:
    rules = rule_set("mcr")
    assert rules is not None
    assert rules.scorer is not None
    win = WinContext(Wind.EAST, Wind.SOUTH, self_drawn=True)
    tiles = "123m123p123s789sEE"
    silent = value_of_hand(rules.scorer, tiles, win)
    assert not silent.restated
    assert not value_of_hand(rules.scorer, f"{tiles}|ES1000", win).restated
    for otherwise in ("EE1000", "SS1000", "ES0000"):
        found = value_of_hand(rules.scorer, f"{tiles}|{otherwise}", win)
        assert found.restated
        assert (found.tiles, found.points) == (silent.tiles, silent.points)


def test_the_value_of_each_hand() -> None:
    assert [worth_of(ENDED, column) for column in range(4)] == [0, 8, 0, 56]
    assert [worth_of(Outcome(1, 0, 3), column) for column in range(4)] == [0, 3, 0, 0]
