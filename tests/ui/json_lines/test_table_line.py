"""Lines of ``record`` by rules that ask more: the members that ``settle`` takes, by letter or by wind, and tiles."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tournament.catalogue import rule_set
from tournament.event.seating import LETTERS
from tournament.hand.notation import HandProblems
from tournament.use_cases import Book, LinesRefused, carry_out_all
from ui.json_lines.record import read_command_by
from ui.json_lines.table_hands import read_hand

GOLD = Path(__file__).parents[2] / "tournament" / "rulesets"
WINDS = "ESWN"
Line = dict[str, Any]


def gold() -> list[Any]:
    """Every settlement of the gold that an event can have."""
    found = []
    for package in ("french_classical", "zung_jung", "quebec_classical", "hong_kong"):
        for line in (GOLD / package / "settle.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["in"]["rules"] != "hong-kong" or case["in"]["winner"] != "E":  # a wind names a player here
                found.append(pytest.param(case, id=f"{package}: {case['name']}"))
    return found


def record(book: Book, *lines: Line, **members: Any) -> None:
    rules = book.view.rules
    full = [{"type": "hand", "session": 1, "table": 1} | members | line for line in lines]
    carry_out_all(book, [read_command_by(rules, json.dumps(line).encode()) for line in full], by=BY)


def refused(book: Book, line: Line) -> list[tuple[str, str]]:
    with pytest.raises(LinesRefused) as error:
        record(book, line)
    [(_, problems)] = error.value.refusals
    return [(problem.code, problem.field) for problem in problems]


@pytest.mark.parametrize("case", gold())
def test_a_hand_takes_the_members_that_settle_takes(case: Line):
    """South of a line of settle is column B in the first hand, where A is East."""
    given = {**case.get("options", {}), **case["in"]}
    rules = rule_set(given["rules"])
    assert rules is not None
    names = {option.question.name for option in rules.options}
    options = tuple(sorted((name, given[name]) for name in names & set(given) if name != "hands"))
    defaults = {option.question.name: option.question.default for option in rules.options}
    book = drawn(rules=rules.id, options=tuple(each for each in options if each[1] != defaults[each[0]]))
    given.setdefault("round", "-" if rules.table.start.prevalent is None else "E")
    if given["round"] == "S":  # hands of another round: not the first of a game
        return
    if "error" in case["out"]:
        assert refused(book, {"hand": 1, **given})
        return
    record(book, {"hand": 1, **given})
    net = case["out"]["net"]
    letters = WINDS if set(net) == set(WINDS) else LETTERS
    assert book.view.sheet(1, 1).hands[0].net == tuple(net[letter] for letter in letters)


def test_players_are_named_by_letter_or_by_the_wind_of_the_hand():
    book = drawn(rules="quebec-classical")
    record(book, {"hand": 1, "winner": "B", "values": {"A": 20, "B": 100, "C": 40, "D": 10}})
    record(book, {"hand": 2, "winner": "S", "values": {"E": 20, "S": 100, "W": 40, "N": 10}})
    second = book.view.sheet(1, 1).hands[1]
    assert second.state.dealer == 1
    assert second.outcome is not None
    assert (second.outcome.winner, second.outcome.values) == (2, (10, 20, 100, 40))


def test_losers_who_are_paid_the_limit_go_along_with_their_columns():
    book = drawn(rules="quebec-classical")
    values = {"E": 200, "S": 100, "W": 40, "N": 10}
    record(book, {"hand": 1, "winner": "E", "values": values, "limit_losers": ["W", "S"]})
    record(book, {"type": "exchange", "players": ["B", "D"], "hands": [1, 1], "reason": "Columns"})
    outcome = book.view.sheet(1, 1).hands[0].outcome
    assert outcome is not None
    assert outcome.answers == (("limit_losers", (2, 3)),)


TILES = {
    "E": {"hand": "[111m,1]333p568sCC9p2s"},
    "S": {"hand": "EEESSSWWWNN8m2p"},
    "W": {"hand": "234m579m147p258sF"},
    "N": {"hand": "123m456p789s99p23s4s|EN1000"},
}


def test_tiles_are_counted_into_values_and_answers():
    book = drawn(rules="quebec-classical")
    record(book, {"hand": 1, "winner": "D", "hands": TILES})
    outcome = book.view.sheet(1, 1).hands[0].outcome
    assert outcome is not None
    assert outcome.values is not None
    assert outcome.winner == 3
    assert dict(zip(WINDS, outcome.values, strict=True))["S"] == 96
    assert outcome.answers == (("limit_losers", (1,)),)


def test_tiles_are_kept_as_a_sheet_keeps_them():
    book = drawn(rules="quebec-classical")
    ready = TILES | {"N": TILES["N"] | {"ready": True}}
    record(book, {"hand": 1, "winner": "D", "hands": ready})
    assert book.view.sheet(1, 1).hands[0].tiles.split() == [
        "[111m,1]2568s3339pCC|EE0000", "8m2pEEESSSWWWNN|ES0000", "234579m258s147pF|EW0000",
        "123m23789s45699p4s|EN1000||ready",
    ]  # fmt: skip
    record(book, {"type": "correct", "hand": 1, "winner": "D", "hands": TILES, "reason": "Not declared"})
    assert book.view.sheet(1, 1).hands[0].tiles.endswith("4s|EN1000")


@pytest.mark.parametrize(
    ("rules", "line", "found"),
    [
        ("quebec-classical", {"winner": "D", "hands": {**TILES, "E": {"hand": "1111m1m33p568sCC9p"}}}, "hands.E"),
        ("quebec-classical", {"winner": "D", "hands": {**TILES, "W": {"hand": "111m579m147p258sF"}}}, "hands"),
        ("quebec-classical", {"winner": "E", "hands": TILES}, "hands.E"),
        ("quebec-classical", {"winner": "D", "hands": {"N": TILES["N"]}}, "hands"),
        ("quebec-classical", {"winner": "D", "discarder": "A", "hands": TILES}, "discarder"),
        ("quebec-classical", {"winner": "A", "values": {"A": 100, "B": 7, "C": 0, "D": 0}}, "values.B"),
        ("quebec-classical", {"winner": "A", "values": {"A": 10, "B": 8, "C": 0, "D": 0}}, "values.A"),
        ("quebec-classical", {"winner": "A"}, "values"),
        ("french-classical-simple", {"winner": "A", "values": {"A": 100, "B": 7, "C": 0, "D": 0}}, "values.B"),
        ("french-classical-simple", {"winner": None, "discarder": "A"}, "discarder"),
        ("french-classical-simple", {"winner": "A", "values": {"A": 100, "B": 8}}, "values"),
        ("french-classical-simple", {"winner": "A", "values": {"E": 100, "S": 8, "W": 8, "N": 8}, "limit": 500},
         "limit"),
        ("hong-kong", {"winner": "A", "points": 11}, "points"),
        ("hong-kong", {"winner": "A", "points": 3, "values": {"A": 1, "B": 1, "C": 1, "D": 1}}, "values"),
        ("hong-kong", {"winner": "A", "points": 7, "liable": "A"}, "liable"),
        ("hong-kong", {"winner": "A", "points": 7, "liability": "no-such"}, "liability"),
        ("hong-kong", {"winner": "A", "points": 3, "east": "B"}, "east"),
        ("hong-kong", {"winner": "A", "points": 3, "round": "S"}, "round"),
        ("zung-jung", {"winner": "A"}, "points"),
        ("zung-jung", {"winner": "A", "points": True}, "points"),
        ("zung-jung", {"winner": "A", "points": 5, "overrule": 4}, "overrule"),
        ("zung-jung", {"winner": "A", "discarder": "B", "hands": {"E": {"hand": "123m456p789s234sEE|-E1000"}}},
         "discarder"),
        ("zung-jung", {"winner": "A", "hands": {"E": {"hand": "123m456p789s234sEE|-E0000"}}}, "discarder"),
        ("zung-jung", {"winner": "A", "hands": {"E": {"hand": "123m456p789s234sEE|-S1000"}}}, "hands.E"),
        ("zung-jung", {"winner": "A", "hands": {"E": {"hand": "123m456p789s23sEE4m"}}}, "hands.E"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_member(rules: str, line: Line, found: str):
    assert {field for _, field in refused(drawn(rules=rules), {"hand": 1, **line})} == {found}


def test_tiles_are_not_counted_before_the_dominant_wind_is_known():
    book = drawn(rules="french-classical-advanced")
    hands = {
        "E": {"hand": "123m456p789s99p23s4s|-E1000"},
        "S": {"hand": "EEESSSWWWNN8m2p"},
        "W": {"hand": "234m579m147p258sF"},
        "N": {"hand": "[111m,1]333p568sCC9p2s"},
    }
    assert refused(book, {"hand": 1, "winner": "A", "hands": hands}) == [("dominant-missing", "dominant")]
    record(book, {"hand": 1, "winner": "A", "hands": hands, "dominant": "S"})
    outcome = book.view.sheet(1, 1).hands[0].outcome
    assert outcome is not None
    assert outcome.answers == (("dominant", "S"),)


@pytest.mark.parametrize(
    ("rules", "hands", "beyond", "code"),
    [
        ("hong-kong", [("A", 3)] * 2, 4, "hand-unknown"),
        ("hong-kong", [("A", 10)] * 3, 4, "hand-unknown"),  # 3 × 128 from each: more than the 300 of the start
        ("zung-jung", [("A", 5)] * 16, 17, "hand-unknown"),
    ],
)
def test_there_is_no_hand_behind_the_end_or_after_the_next(
    rules: str, hands: list[tuple[str, int]], beyond: int, code: str
):
    book = drawn(rules=rules)
    for number, (winner, points) in enumerate(hands, start=1):
        record(book, {"hand": number, "winner": winner, "points": points})
    assert refused(book, {"hand": beyond, "winner": "A", "points": 5}) == [(code, "hand")]


def test_rows_behind_a_correction_follow_who_is_east_then():
    """Hand 1 was won by East and not by South: East stays, and pays double in hand 2."""
    book = drawn(rules="french-classical-simple")
    values = {"A": 20, "B": 20, "C": 20, "D": 20}
    line = {"values": values, "dominant": "E"}
    record(book, {"hand": 1, "winner": "B", **line}, {"hand": 2, "winner": "C", **line})
    record(book, {"type": "penalty", "hand": 2, "player": "D", "fault": "tile-said"})
    before = book.view.sheet(1, 1).hands[1]
    assert (before.state.dealer, before.settlement) == (1, (-20, 60, -20, -20))
    assert before.penalties[0].net == (10, 20, 10, -40)
    record(book, {"type": "correct", "hand": 1, "winner": "A", **line, "reason": "East won"})
    after = book.view.sheet(1, 1).hands[1]
    assert (after.state.dealer, after.settlement) == (0, (60, -20, -20, -20))
    assert after.penalties[0].net == (20, 10, 10, -40)
    assert sum(after.totals) == 0


def test_a_repair_that_puts_hands_behind_the_end_is_asked_for():
    """Three are bankrupt after hand 3, once hand 1 is worth ten fan."""
    book = drawn(rules="hong-kong")
    record(book, *({"hand": hand, "winner": "A", "points": points} for hand, points in enumerate((3, 10, 10, 3), 1)))
    changed = {"type": "correct", "hand": 1, "winner": "A", "points": 10, "reason": "Read again"}
    lines = [json.dumps({"session": 1, "table": 1, **changed}).encode()]
    done = carry_out_all(book, [read_command_by(book.view.rules, line) for line in lines], by=BY)
    assert [remark.code for remark in done.remarks] == ["behind-the-end"]
    assert len(book.view.sheet(1, 1).hands) == 4


@pytest.mark.parametrize(("rules", "situation"), [("hong-kong", "ES0000"), ("zung-jung", "-S0000")])
def test_by_rules_that_pay_the_winner_alone_only_their_tiles_count(rules: str, situation: str):
    book = drawn(rules=rules)
    record(
        book, {"hand": 1, "winner": "B", "discarder": "A", "hands": {"S": {"hand": f"111222333444s5p5p|{situation}"}}}
    )
    outcome = book.view.sheet(1, 1).hands[0].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.discarder, outcome.values) == (1, 0, None)
    assert outcome.points > 0
    record(book, {"hand": 2, "winner": None, "hands": {}})
    outcome = book.view.sheet(1, 1).hands[1].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points, outcome.values) == (None, 0, None)


@pytest.mark.parametrize(
    ("rules", "lost", "read"),
    [
        ("french-classical-simple", True, True),
        ("french-classical-simple", False, False),
        ("quebec-classical", True, False),
        ("hong-kong", True, False),
    ],
)
def test_a_hand_that_did_not_win_may_have_any_number_of_tiles_by_rules_that_say_so(rules: str, lost: bool, read: bool):
    found = rule_set(rules)
    assert found is not None
    assert found.counter is not None
    if read:
        assert read_hand(found.counter, "123m", lost=lost) is not None
        return
    with pytest.raises(HandProblems):
        read_hand(found.counter, "123m", lost=lost)
