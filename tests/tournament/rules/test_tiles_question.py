"""Questions that are answered with tiles: what an answer is, how it is read and kept, and how it is typed."""

import pytest

from tournament.hand.notation import parse_tiles
from tournament.hand.problem import HandProblems
from tournament.language import verbatim
from tournament.rules.hand_answers import answers_text, read_answers
from tournament.rules.question import QuestionKind, RuleQuestion, answer_problem, answer_text, read_answer
from tournament.tiles.tile import Tile

DORA = RuleQuestion("dora", verbatim("Dora"), QuestionKind.TILES, None, least=1, most=3)


def test_tiles_are_read_in_any_order_and_kept_in_tile_order() -> None:
    assert parse_tiles("7p5mE 5m") == (Tile.P7, Tile.M5, Tile.EAST, Tile.M5)
    assert read_answer(DORA, "7p 5mE") == "5m7pE"
    assert read_answer(DORA, "none") is None


@pytest.mark.parametrize("text", ["[555m,1]", "5m|EE0000", "5", "5x", "0m", "dora"])
def test_what_writes_no_tiles_is_refused(text: str) -> None:
    with pytest.raises(HandProblems):
        parse_tiles(text)
    with pytest.raises(ValueError, match=r"."):
        read_answer(DORA, text)


@pytest.mark.parametrize("answer", ["5m7pE", "E", "555m", None])
def test_as_many_tiles_as_allowed_are_an_answer(answer: str | None) -> None:
    assert answer_problem(DORA, answer) is None


@pytest.mark.parametrize("answer", ["", "7p5m", "5m 7p", "1234m", "5", 5, True, ("5m",)])
def test_everything_else_is_none_with_what_it_may_be(answer: object) -> None:
    problem = answer_problem(DORA, answer)
    assert problem is not None
    assert dict(problem.values) == {"name": "dora", "least": 1, "most": 3}


def test_behind_the_tiles_of_a_hand_they_are_written_as_they_are_kept() -> None:
    assert answers_text((("dora", "5m7pE"),)) == "dora=5m7pE"
    assert read_answers("dora=7p5mE", [DORA]).answers == (("dora", "5m7pE"),)
    assert answer_text(DORA, "5m7pE") == "5m7pE"


def test_a_number_whose_suit_comes_yet_is_not_wrong_yet() -> None:
    (begun,) = read_answers("dora=5m7", [DORA]).faults
    (wrong,) = read_answers("dora=5x", [DORA]).faults
    assert begun.unfinished
    assert not wrong.unfinished
