"""Lines of riichi in an event: winners, what may be repeated of the table, and what is refused."""

import json
from typing import Any

import pytest

from tests.tournament.rulesets.riichi.hanchans import record
from tests.tournament.use_cases.events import drawn
from tournament.use_cases import Book, LinesRefused, RecordHand, problems_of
from tournament.use_cases.carrying_out import command_from
from ui.json_lines.record import read_command_by

Line = dict[str, Any]
DRAWN: Line = {"winners": [], "tenpai": ["A", "B"], "riichi": ["C"]}


def hand(number: int, line: Line) -> Line:
    return {"type": "hand", "session": 1, "table": 1, "hand": number, **line}


@pytest.fixture
def book() -> Book:
    """After a drawn hand: A deals again, a counter and a stick lie on the table."""
    book = drawn(rules="riichi-ema-2025")
    record(book, [hand(1, DRAWN)])
    return book


def refused(book: Book, line: Line) -> list[tuple[str, str]]:
    with pytest.raises(LinesRefused) as error:
        record(book, [hand(2, line)])
    [(_, problems)] = error.value.refusals
    return [(problem.code, problem.field) for problem in problems]


def test_the_table_may_be_repeated(book: Book) -> None:
    line = {"winners": [{"player": "B", "han": 5}], "dealer": "A", "counters": 1, "sticks": 1, "round": "E"}
    record(book, [hand(2, line)])
    assert book.view.sheet(1, 1).hands[1].settlement == (-4100, 9300, -2100, -2100)


def test_players_may_be_named_by_their_winds(book: Book) -> None:
    record(book, [hand(2, {"winners": [{"player": "S", "han": 5}], "discarder": "W", "riichi": ["N"]})])
    outcome = book.view.sheet(1, 1).hands[1].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.discarder, dict(outcome.answers)) == (1, 2, {"riichi": (3,)})


def told(book: Book, line: Line) -> list[tuple[str, str]]:
    command = command_from(read_command_by(book.view.rules, json.dumps(hand(2, line)).encode()), book.view)
    return [(problem.code, problem.field) for problem in problems_of(book.view, command)]


WIN: Line = {"winners": [{"player": "B", "han": 5}]}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({**WIN, "dealer": "B"}, ("not-east", "dealer")),
        ({**WIN, "counters": 0}, ("stakes-differ", "counters")),
        ({**WIN, "sticks": 2}, ("stakes-differ", "sticks")),
        ({"discarder": "A"}, ("member-missing", "winners")),
        ({"winners": 5}, ("member-kind", "winners")),
        ({"winners": [{"han": 5}]}, ("member-missing", "winners.player")),
        ({"winners": [{"player": "B"}]}, ("member-missing", "winners.han")),
        ({"winners": [{"player": "B", "han": 5, "fan": 3}]}, ("member-unknown", "winners.fan")),
        ({"winners": [{"player": "X", "han": 5}]}, ("letter-unknown", "winner")),
        ({**WIN, "riichi": ["B", "X"]}, ("answer-wrong", "riichi")),
        ({**WIN, "tenpai": ["A"]}, ("won-drawn", "tenpai")),
        ({**WIN, "kiriage": False}, ("option-differs", "kiriage")),
    ],
    ids=json.dumps,
)
def test_what_is_refused(book: Book, line: Line, problem: tuple[str, str]) -> None:
    assert problem in refused(book, line)


def test_a_riichi_of_somebody_without_points_is_refused_by_option() -> None:
    book = drawn(rules="riichi-ema-2025", options=(("riichi_needs_1000", True),))
    yakuman = {"winners": [{"player": "B", "yakuman": 1}], "discarder": "A"}
    record(book, [hand(1, yakuman)])
    with pytest.raises(LinesRefused) as error:
        record(book, [hand(2, {"winners": [], "riichi": ["A"]})])
    assert [problem.code for _, problems in error.value.refusals for problem in problems] == ["riichi-too-poor"]


def test_a_correction_says_the_winners_again(book: Book) -> None:
    correct = {**hand(1, {"winners": [{"player": "C", "han": 2, "fu": 40}], "discarder": "A"}), "type": "correct"}
    record(book, [{**correct, "reason": "misread"}])
    assert book.view.sheet(1, 1).hands[0].settlement == (-2600, 0, 2600, 0)
    assert book.view.sheet(1, 1).hands[1].state.stakes == (1, 0, 0)


TANYAO, CHUN = "234456m678p4455s4s|ES0000||riichi=riichi", "[CCC,1]56s123m789pEE4s|EW0000"
BOTH = [{"player": "C", "han": 1, "fu": 30}, {"player": "B", "han": 2, "fu": 40}]
DOUBLE_RON: Line = {"winners": BOTH, "discarder": "A", "riichi": ["B"], "hand_tiles": f"{TANYAO} {CHUN}"}


def test_the_tiles_of_each_winner_are_kept(book: Book) -> None:
    record(book, [hand(2, DOUBLE_RON)])
    line = book.view.sheet(1, 1).hands[1]
    assert line.tiles == "234456m4455s678p4s|ES0000||riichi=riichi [CCC,1]123m56s789pEE4s|EW0000"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"winners": [{"player": "B", "han": 2, "fu": 40}, {"player": "C", "han": 2, "fu": 30}]},
         ("tiles-worth-less", "second_han")),
        ({"winners": [{"player": "B", "han": 2, "fu": 40}, {"player": "C", "han": 1, "fu": 40}]},
         ("tiles-answer-otherwise", "second_fu")),
        ({"winners": [{"player": "B", "han": 2, "fu": 30}, {"player": "C", "han": 1, "fu": 30}]},
         ("tiles-answer-otherwise", "fu")),
        ({"winners": [{"player": "B", "han": 2, "fu": 40}, {"player": "C", "yakuman": 1}]},
         ("tiles-worth-less", "second_han")),
        ({"riichi": []}, ("riichi-otherwise", "riichi")),
        ({"riichi": ["B", "C"]}, ("riichi-otherwise", "riichi")),
        ({"winners": [{"player": "B", "han": 2, "fu": 40}]}, ("tiles-faulty", "hand_tiles")),
        ({"winners": [{"player": "C", "han": 11}, {"player": "B", "han": 12}], "hand_tiles": ""},
         ("points-improbable", "second_han")),
        ({"winners": [{"player": "B", "han": 2, "fu": 40}, {"player": "C", "han": 3, "fu": 30},
                      {"player": "D", "yakuman": 1}], "hand_tiles": ""}, ("points-improbable", "third_han")),
    ],
    ids=lambda case: case[0] if isinstance(case, tuple) else json.dumps(case),
)  # fmt: skip
def test_what_the_tiles_say_otherwise_is_named_at_its_winner(
    book: Book, change: Line, problem: tuple[str, str]
) -> None:
    assert problem in told(book, {**DOUBLE_RON, **change})


@pytest.mark.parametrize(("discarder", "first"), [("C", "D"), ("D", "A"), ("B", "D")])
def test_of_several_winners_the_first_in_turn_after_the_discarder_comes_first(
    book: Book, discarder: str, first: str
) -> None:
    """What lies on the table goes to the first, in whatever order the line names them."""
    winners = [{"player": each, "han": 3, "fu": 40} for each in "AD" if each != discarder]
    if len(winners) == 1:
        winners.append({"player": "B", "han": 3, "fu": 40})
    for order in (winners, winners[::-1]):
        command = command_from(
            read_command_by(book.view.rules, json.dumps(hand(2, {"winners": order, "discarder": discarder})).encode()),
            book.view,
        )
        assert isinstance(command, RecordHand)
        assert command.outcome.winner == "ABCD".index(first)


def test_a_number_that_is_out_of_range_counts_as_zero(book: Book) -> None:
    assert refused(book, WIN | {"sticks": 10**7}) == [("out-of-range", "sticks"), ("stakes-differ", "sticks")]
    assert refused(book, WIN | {"sticks": "1"}) == [("not-an-integer", "sticks"), ("stakes-differ", "sticks")]


def test_a_winner_with_an_unknown_letter_keeps_their_place_in_the_list(book: Book) -> None:
    winners = [{"player": each, "han": 3, "fu": 40} for each in ("A", "X")]
    assert ("answer-wrong", "second") in refused(book, {"winners": winners, "discarder": "B"})
    assert ("letter-unknown", "winner") in refused(book, {"winners": winners[::-1], "discarder": "B"})
