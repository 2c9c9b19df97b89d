"""The questions of rule sets: what is an answer to each kind, how it is read from text, and what is kept of it."""

import pytest

from tournament.language import ENGLISH, Text, verbatim
from tournament.rules.hand_answers import read_answers
from tournament.rules.own_hands import own_hand_problems, own_hand_questions, own_items
from tournament.rules.payment import Answer, Outcome
from tournament.rules.question import (
    Choice,
    Option,
    QuestionKind,
    RuleQuestion,
    Turn,
    answer_problem,
    begins_throw,
    chosen_of,
    read_answer,
    thrown,
)
from tournament.rules.wall_break import WallBreak
from tournament.tiles.wind import Wind

SEATS = (Choice("E", verbatim("East"), numbers=(5, 9)), Choice("S", verbatim("South"), numbers=(2, 6, 10)))


def question(kind: QuestionKind, default: Answer = None, **more: int) -> RuleQuestion:
    choices = SEATS if kind is QuestionKind.CHOICE else ()
    return RuleQuestion("any", verbatim("Anything"), kind, default, choices, **more)  # type: ignore[arg-type]


TICK = question(QuestionKind.TICK, default=False)
NUMBER = question(QuestionKind.NUMBER, 20, least=20, most=110)
TENS = question(QuestionKind.NUMBER, 20, least=20, most=50, step=10)
CHOICE = question(QuestionKind.CHOICE, "E")
PLAYER = question(QuestionKind.PLAYER)
PLAYERS = question(QuestionKind.PLAYERS)
PLACES = question(QuestionKind.PLACES, "4-2-1-0", most=10)
SIGNED = question(QuestionKind.PLACES, None, least=-50_000, most=50_000)
LIMIT_HANDS = question(QuestionKind.HANDS, "")
HANDS = question(QuestionKind.HANDS, "", most=500)
KINDS = {asked.kind: asked for asked in (TICK, NUMBER, CHOICE, PLAYER, PLAYERS, PLACES, HANDS)}


@pytest.mark.parametrize(
    ("asked", "answers"),
    [
        (TICK, [True, False]),
        (NUMBER, [20, 21, 110]),
        (TENS, [20, 30, 50]),
        (CHOICE, ["E", "S"]),
        (PLAYER, [0, 1, 2, 3, None]),
        (PLAYERS, [(0,), (3,), (1, 2), (0, 1, 2, 3), None]),
        (PLACES, ["4-2-1-0", "10-0-0-0", "1-1-1-1"]),
        (SIGNED, ["15000,5000,-5000,-15000", "0,0,0,-50000", None]),
        (HANDS, ["", "Mouse=500", "Mouse=0; Nine Candles=30"]),
        (LIMIT_HANDS, ["", "Mouse", "Mouse; Nine Candles"]),
    ],
)
def test_what_is_an_answer(asked: RuleQuestion, answers: list[Answer]) -> None:
    assert [answer for answer in answers if answer_problem(asked, answer) is not None] == []


@pytest.mark.parametrize(
    ("asked", "answers", "said"),
    [
        (TICK, [None, 1, "true"], "“any” must be true or false."),
        (NUMBER, [None, 19, 111, True, "20", 20.0], "“any” must be a whole number from 20 to 110."),
        (TENS, [10, 25, 60], "“any” must be one of 20, 30, 40, 50."),
        (CHOICE, [None, "W", 5, ""], "“any” must be one of E, S."),
        (PLAYER, [-1, 4, True, False, "A", 1.0, (1,)], "“any” must be one of the four players."),
        (
            PLAYERS,
            [(), (4,), (-1,), (1, 0), (1, 1), [0], 0, "0"],
            "“any” must list some of the four players, each once.",
        ),
        (
            PLACES,
            ["4-2-1", "4-2-1-0-0", "0-1-2-4", "11-2-1-0", "4,2,1,0", "4-2-1-x", 4, (4, 2, 1, 0)],
            "“any” must be four whole numbers from 0 to 10, best place first, in descending order: 4-2-1-0.",
        ),
        (
            SIGNED,
            ["4-2-1-0", "5000,-5000", "0,5000,-5000,0", "50001,0,0,0", "5000, 0, 0, -5000", "−1,-2,-3,-4", ""],
            "“any” must be four whole numbers from −50000 to 50000 with commas between them, best place first, in "
            "descending order: 15000,5000,-5000,-15000.",
        ),
        (HANDS, ["Mouse=501", "Mouse"], "“Mouse” must be worth a whole number from 0 to 500."),
        (HANDS, [1, ("Mouse",)], "“any” must be the names of hands as text."),
        (LIMIT_HANDS, ["Mouse=1", "Mouse=0"], "“Mouse” is worth the limit: leave out its value."),
    ],
)
def test_what_is_no_answer_and_why(asked: RuleQuestion, answers: list[object], said: str) -> None:
    for answer in answers:
        problem = answer_problem(asked, answer)
        assert problem is not None, answer
        assert ENGLISH.render(problem) == said


def test_a_number_may_be_left_open_where_the_rules_say_so() -> None:
    open_number = NUMBER._replace(optional=True)
    assert answer_problem(open_number, None) is None
    assert answer_problem(open_number, 19) is not None
    assert read_answer(open_number, "none") is None
    assert read_answer(open_number, "") is None
    with pytest.raises(ValueError, match="none"):
        read_answer(NUMBER, "none")


def test_a_problem_names_the_question_as_the_reader_knows_it() -> None:
    problem = answer_problem(TICK, "perhaps", called=Text("Kans show a dora"))
    assert problem is not None
    assert ENGLISH.render(problem) == "“Kans show a dora” must be true or false."


@pytest.mark.parametrize(
    ("asked", "text", "answer"),
    [
        (TICK, "true", True),
        (TICK, "false", False),
        (NUMBER, "40", 40),
        (PLAYER, "3", 3),
        (PLAYER, "none", None),
        (PLAYERS, "0,2", (0, 2)),
        (CHOICE, "S", "S"),
        (CHOICE, "5", "E"),
        (CHOICE, "10", "S"),
        (CHOICE, "7", "7"),
        (PLACES, "4, 2 1-0", "4-2-1-0"),
        (SIGNED, "+15000; 5000 / −5000 -15000", "15000,5000,-5000,-15000"),
        (SIGNED, "", None),
        (HANDS, " Mouse = 30 ;Nine  Candles=5", "Mouse=30; Nine Candles=5"),
    ],
)
def test_answers_are_read_as_they_are_kept(asked: RuleQuestion, text: str, answer: Answer) -> None:
    assert read_answer(asked, text) == answer


@pytest.mark.parametrize(
    ("asked", "text"),
    [(TICK, "yes"), (NUMBER, "x"), (PLAYERS, "A"), (PLACES, "4-2-1-²"), (PLACES, "4--2-1"), (SIGNED, "4-2-1-0")],
)
def test_text_that_writes_no_answer_is_refused(asked: RuleQuestion, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_answer(asked, text)


def test_only_answers_that_differ_from_the_default_are_kept_in_order_of_names() -> None:
    options = [
        Option(asked._replace(name=name), verbatim("our proposal"))
        for name, asked in (("second", NUMBER), ("first", CHOICE), ("third", TICK))
    ]
    assert chosen_of(options, {"third": True, "second": 20, "first": "S"}) == (("first", "S"), ("third", True))
    assert chosen_of(options, {"third": False, "second": 20, "first": "E"}) == ()


def test_dice_choose_and_a_second_throw_says_where_the_wall_breaks() -> None:
    dice = CHOICE._replace(wall_break=lambda first, second: WallBreak(Wind(first % 4), second))
    once = thrown(dice, "5")
    assert once is not None
    assert once == ("E", None)
    twice = thrown(dice, "6+9")
    assert twice is not None
    assert twice.key == "S"
    assert twice.wall_break == WallBreak(Wind.WEST, 9)
    assert thrown(CHOICE, "6+9") is None, "these dice break no wall"
    for wrong in ("7", "6+7", "x", "", "+9"):
        assert thrown(dice, wrong) is None
    for begun in ("", "1", "10", "5+", "5+1", "5+10"):
        assert begins_throw(dice, begun)
    for wrong in ("7", "1+", "5+7", "10+11"):
        assert not begins_throw(dice, wrong)
    assert not begins_throw(CHOICE, "5+")


def test_a_question_has_a_short_name_and_waits_for_its_key_unless_it_says_otherwise() -> None:
    assert TICK.short == TICK.text
    assert TICK._replace(label=verbatim("Any")).short == verbatim("Any")
    assert TICK.turn is Turn.ASIDE
    assert TICK.asked(Outcome(None), 0)


@pytest.mark.parametrize("text", ["anyb", "any=x", "other=1"])
def test_an_answer_that_cannot_become_right_is_wrong_at_once(text: str) -> None:
    (fault,) = read_answers(text, [CHOICE]).faults
    assert not fault.unfinished
    assert fault.offset == 0


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not QuestionKind.TICK])
def test_an_answer_that_is_begun_may_become_right(kind: QuestionKind) -> None:
    (fault,) = read_answers("an", [KINDS[kind]]).faults
    assert fault.unfinished


def test_a_digit_begins_tiles_only_where_tiles_are_asked_for() -> None:
    """“any=5” could become 5m; as a number it is whole, and its value is wrong."""
    (number,) = read_answers("any=5", [NUMBER]).faults
    assert not number.unfinished
    tiles = question(QuestionKind.TILES, least=1, most=3)
    (other,) = read_answers("any=5", [NUMBER, tiles._replace(name="dora")]).faults
    assert not other.unfinished
    (begun,) = read_answers("any=5", [tiles]).faults
    assert begun.unfinished


def test_only_the_last_answer_may_be_unfinished() -> None:
    first, last = read_answers("an,an", [NUMBER]).faults
    assert not first.unfinished
    assert last.unfinished
    assert (first.offset, last.offset) == (0, 3)
    written = read_answers(" any=40 , ,", [NUMBER])
    assert written.answers == (("any", 40),)
    assert written.faults == ()


def test_hands_of_an_event_are_numbered_after_those_of_the_rules() -> None:
    """The advanced French rules list 34 grands jeux (Poilbarbe 3.2.2)."""
    worth = {"Mouse": 500, "Nine Candles": 0}
    (asked,) = own_hand_questions(worth, 34)
    assert [(choice.key, choice.numbers, choice.worth) for choice in asked.choices] == [
        ("Mouse", (35,), 500), ("Nine Candles", (36,), 0),
    ]  # fmt: skip
    assert [(item.slug, item.number, item.value) for item in own_items(worth, 34)] == [
        ("Mouse", "35", 500), ("Nine Candles", "36", 0),
    ]  # fmt: skip
    assert own_hand_questions({}, 34) == ()
    assert asked.asked(Outcome(0), 1)
    assert not asked.asked(Outcome(None), 1)


@pytest.mark.parametrize(
    ("outcome", "codes"),
    [
        (Outcome(1, values=(0, 500, 0, 0), answers=(("own_hand", "Mouse"),)), []),
        (Outcome(1, answers=(("own_hand", "Mouse"),)), []),
        (Outcome(1, values=(0, 400, 0, 0)), []),
        (Outcome(1, values=(0, 400, 0, 0), answers=(("own_hand", "Mouse"),)), ["own-hand-differs"]),
        (Outcome(1, values=(0, 500, 0, 0), answers=(("own_hand", "Cat"),)), ["own-hand-unknown"]),
        (Outcome(None, answers=(("own_hand", "Mouse"),)), ["own-hand-drawn"]),
    ],
)
def test_a_hand_of_an_event_is_held_against_how_the_hand_ended(outcome: Outcome, codes: list[str]) -> None:
    assert [problem.code for problem in own_hand_problems(outcome, {"Mouse": 500})] == codes
