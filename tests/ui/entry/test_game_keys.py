"""The keys of a hand by rules that ask for more: a game of another shape, and every system by chance."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournament.ledger.test_open_table import OPEN
from tests.tournament.use_cases.events import drawn
from tests.ui.entry.test_table_keys import Typist
from tournament import catalogue
from tournament.language import ENGLISH, verbatim
from tournament.rules.payment import Outcome
from tournament.rules.question import Choice, QuestionKind, RuleQuestion, Turn
from ui.entry import hand_keys
from ui.entry.half_typed import half_typed, read, with_half_typed, written
from ui.entry.hand_draft import DRAWN_OVER, enter_acts, questions_of
from ui.entry.page_keys import PageKey
from ui.entry.typing_order import AnswerField, HandField, Marked, TypedField, TypingOrder, ValueField

QUESTIONS = (
    RuleQuestion("sticks", verbatim("Sticks"), QuestionKind.NUMBER, 0, most=9, key="K",
                 asked=lambda outcome, _dealer: not outcome.drawn),
    RuleQuestion("robbed", verbatim("Robbed kong"), key="H", asked=lambda outcome, _dealer: not outcome.drawn),
    RuleQuestion("ready", verbatim("Ready"), QuestionKind.PLAYERS, None, key="Y"),
    RuleQuestion("colour", verbatim("Colour"), QuestionKind.CHOICE, None,
                 (Choice("red", verbatim("red"), "U"), Choice("blue", verbatim("blue"), "B")), key="C"),
)  # fmt: skip
TOY = replace(OPEN, questions=QUESTIONS, draws_paid=True,
              liable=RuleQuestion("fed", verbatim("Fed"), QuestionKind.PLAYER, None, key="L",
                                  asked=lambda outcome, _dealer: not outcome.drawn))  # fmt: skip
RED = ("colour", "red")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Typist:
    """A game with every kind of question, known to the catalogue."""
    monkeypatch.setattr(catalogue, "NAMES", {**catalogue.NAMES, TOY.id: TOY.name})
    monkeypatch.setitem(catalogue._AT_HAND, TOY.id, TOY)
    return Typist(drawn(rules=TOY.id))


def recorded(typist: Typist, hand: int = 1) -> Outcome | None:
    return typist.book.view.sheet(1, 1).hands[hand - 1].outcome


def problem(typist: Typist) -> str:
    assert typist.state.refusal is not None
    return str(typist.state.refusal.problem.text)


def test_the_usual_hand_asks_four_values_and_what_its_key_leads_to(toy: Typist) -> None:
    toy.type("2 4 C U")
    assert toy.step.focus == ValueField(0)
    toy.type("10 Enter 40 Enter Enter")
    assert toy.step.focus == ValueField(3)
    assert recorded(toy) is None
    toy.type("8 Enter")
    assert recorded(toy) == Outcome(1, 3, 0, (10, 40, 0, 8), answers=(RED,))


def test_every_kind_of_answer_is_given_by_its_key_and_taken_back(toy: Typist) -> None:
    toy.type("1 D C B 20 K 3 L 4 Y 2 3 2 H")
    hand = toy.state.hand
    assert hand is not None
    assert dict(hand.draft.answers) == {"colour": "blue", "fed": 3, "ready": (1, 2), "robbed": True, "sticks": "3"}
    toy.type("H Backspace")  # the tick was set by its key, and Backspace is of the field
    toy.type("1 Enter Enter Enter Enter Enter")
    assert recorded(toy) == Outcome(0, None, 0, (20, 0, 0, 0), 3, (("colour", "blue"), ("ready", (0,)), ("sticks", 3)))
    assert toy.step.focus is HandField.WINNER


def test_what_is_no_answer_is_refused(toy: Typist) -> None:
    toy.type("1 D C 9")
    assert toy.step.focus == AnswerField("colour")
    assert toy.state.refusal is not None
    assert toy.state.refusal.problem.code == "no-answer"
    toy.type("u 1x Enter")
    assert toy.state.refusal.problem.code == "not-a-number"
    assert recorded(toy) is None


def test_the_winners_value_is_never_nothing_typed(toy: Typist) -> None:
    toy.type("1 D C U Enter")
    assert toy.step.focus == ValueField(0)
    assert toy.state.refusal is not None
    assert toy.state.refusal.problem.code == "missing"


def test_a_drawn_hand_that_is_paid_asks_for_its_values(toy: Typist) -> None:
    toy.type("X")
    assert toy.step.focus == ValueField(0)
    toy.type("C U 4 Enter Enter Enter 6 Enter")
    assert recorded(toy) == Outcome(None, values=(4, 0, 0, 6), answers=(RED,))


def test_what_cannot_matter_is_not_gone_to(toy: Typist) -> None:
    toy.type("X L")
    assert toy.state.refusal is not None
    assert toy.state.refusal.problem.code == "not-asked"
    assert toy.step.focus == ValueField(0)


def test_a_correction_begins_with_what_is_recorded(toy: Typist) -> None:
    toy.type("2 4 C U 10 Enter 40 Enter Enter 8 Enter Up")
    hand = toy.state.hand
    assert hand is not None
    assert hand.outcome == recorded(toy)
    assert not hand.changed
    toy.type("Enter Enter 12 Enter")
    places = [toy.step.focus]
    toy.type("Enter Enter Enter")
    assert [*places, toy.step.focus] == [ValueField(1), HandField.REASON]
    toy.type("misread Enter")
    assert recorded(toy) == Outcome(1, 3, 0, (12, 40, 0, 8), answers=(RED,))


def test_a_forgotten_value_is_asked_for_at_the_end(toy: Typist) -> None:
    toy.type("2 4 C U")
    toy.step = toy.step._replace(focus=ValueField(1))  # Tab
    toy.type("40 Enter Enter Enter")
    assert toy.step.focus == ValueField(0)
    assert recorded(toy) is None
    toy.type("Enter")
    assert recorded(toy) == Outcome(1, 3, 0, (0, 40, 0, 0), answers=(RED,))


def test_counted_tiles_give_values_and_answers(toy: Typist) -> None:
    toy.type("2 4")
    hand = toy.state.hand
    assert hand is not None
    draft = hand.with_counted(2, 32, (("colour", "blue"),))
    assert (draft.values, draft.answer("colour")) == (("", "", "32", ""), "blue")


def test_points_come_first_only_where_there_are_points(toy: Typist) -> None:
    toy.step = toy.step._replace(state=replace(toy.state, order=TypingOrder.POINTS_FIRST))
    assert toy.state.typing_place is HandField.WINNER
    hong_kong = Typist(drawn(rules="hong-kong"))
    hong_kong.step = hong_kong.step._replace(
        state=replace(hong_kong.state, order=TypingOrder.POINTS_FIRST), focus=HandField.POINTS
    )
    hong_kong.type("0 Enter 1 2 Enter")  # no fan are enough on a discard
    assert recorded(hong_kong) == Outcome(0, 1, 0)


KEYS = ("1", "2", "3", "4", "E", "D", "X", "Enter", "Enter", "Enter", "Backspace", "Esc", "Up", "Down", "L", "Y", "M",
        "K", "H", "C", "20", "32", "8", "7", "1x", "S", "U")  # fmt: skip


USUAL = {"mcr": "20", "french-classical-advanced": "S 40 Enter 8 Enter 2 Enter", "zung-jung": "30", "hong-kong": "3",
         "quebec-classical": "40 Enter Enter 6 Enter", "riichi-ema-2025": "1 Enter 40 M 3 2",
         "open": "C U 20 Enter 10 Enter 4 Enter"}  # fmt: skip
"""What is typed behind the winner and the discarder."""


@pytest.mark.parametrize("order", TypingOrder)
@pytest.mark.parametrize(
    "rules",
    ["mcr", "french-classical-advanced", "zung-jung", "quebec-classical", "hong-kong", "riichi-ema-2025", "open"],
)
def test_no_key_loses_typed_text_and_enter_does_what_the_hint_says(
    rules: str, order: TypingOrder, request: pytest.FixtureRequest
) -> None:
    """Keys by chance: what is kept of a draft reads back, and Enter writes where it is said to, and nowhere else."""
    typist = request.getfixturevalue("toy") if rules == "open" else Typist(drawn(rules=rules))
    typist.step = typist.step._replace(state=replace(typist.state, order=order))
    typist.apply(typist.step._replace(focus=typist.state.typing_place))
    chance, seen = Random(rules + order.value), 0
    for _ in range(200):
        if chance.random() < 0.1:
            typist.type("Esc Esc")
            typist.apply(hand_keys.typed(typist.state, HandField.WINNER, "1", ENGLISH))
            typist.type("2 " + USUAL[rules])
        key = chance.choice(KEYS)
        if typist.step.focus is not Marked.POINTS and not isinstance(typist.step.focus, TypedField):
            typist.step = typist.step._replace(focus=HandField.WINNER)
        field = typist.field
        state, before = typist.state, len(typist.book.view.journal)
        if key == "Enter":
            acts = state.hand is not None and enter_acts(state.hand, field)
            answers = state.left_half_typed or (state.refusal is not None and state.refusal.problem.code == DRAWN_OVER)
            typist.type("Enter")
            wrote = len(typist.book.view.journal) > before
            assert not wrote or acts or field is HandField.REASON
            refusal = typist.state.refusal
            asked = refusal is not None and refusal.asks
            says_why = typist.step.focus is HandField.REASON
            assert not acts or wrote or asked or says_why or answers
            seen += wrote
        else:
            typist.type(key)
        kept = read(written(half_typed(typist.state)))
        again = with_half_typed(replace(typist.state, hands={}), kept, typist.book.view)
        assert again.hands == typist.state.hands
        hand = typist.state.hand
        if hand is not None:
            assert (hand.outcome is None) == (hand.missing is not None)
            assert {*hand.turn} <= {*hand.fields}
    assert seen


@pytest.mark.parametrize("rules", catalogue.IDS)
def test_the_keys_of_a_question_mean_nothing_else(rules: str) -> None:
    """Neither a player, nor the page, nor a scanner: in any language."""
    found = catalogue.rule_set(rules)
    assert found is not None
    asked = questions_of(found)
    keys = [str(question.key) for question in asked if question.key]
    if not found.on_table:  # where several may win, a key leads to the question of the winner at the cursor
        assert len({*keys}) == len(keys)
    assert not {*keys} & {*"ESWNOD1234", *(key.value for key in PageKey)}
    for question in asked:
        assert question.key or question.turn is Turn.FOLLOWS
        assert all(choice.typed for choice in question.choices)
