"""Special hands that an event names: read, written, refused; their names among the answers behind tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.language import ENGLISH
from tournament.rules.hand_answers import answers_text, read_answers
from tournament.rules.named_hands import (
    LONGEST_NAME,
    MOST_HANDS,
    NamedHand,
    hands_problem,
    hands_text,
    read_hands,
    tidied,
)
from tournament.rules.own_hands import own_hand_questions

MOST = 100_000
NAMES = st.text("abÉß中- 'ʼ&<.0", min_size=1, max_size=LONGEST_NAME).map(lambda text: " ".join(text.split())).filter(
    lambda text: any(each.isalpha() for each in text)
)  # fmt: skip
HANDS = st.lists(
    st.builds(NamedHand, NAMES, st.integers(0, MOST)), max_size=MOST_HANDS, unique_by=lambda hand: hand.name.casefold()
)


@given(HANDS)
def test_hands_are_read_back_as_they_are_kept(hands: list[NamedHand]) -> None:
    text = hands_text(hands)
    assert read_hands(text) == tuple(hands)
    assert hands_problem(text, MOST, ()) is None
    names = hands_text(hand._replace(value=None) for hand in hands)
    assert hands_problem(names, 0, ()) is None


@given(st.text("ab;=,|_ 0123é\n", max_size=30))
def test_any_text_is_either_read_or_refused_with_words(text: str) -> None:
    problem = hands_problem(tidied(text), MOST, ())
    if problem is None:
        hands = read_hands(text)
        assert all(hand.value is not None and 0 <= hand.value <= MOST for hand in hands)
        assert tidied(text) == hands_text(hands) == tidied(tidied(text))
    else:
        assert ENGLISH.render(problem)


@given(HANDS.filter(bool))
def test_a_name_with_spaces_stands_behind_tiles_without_them(hands: list[NamedHand]) -> None:
    questions = own_hand_questions({hand.name: 500 for hand in hands}, 34)
    answers = ((questions[0].name, hands[-1].name),)
    written = answers_text(answers)
    assert " " not in written
    assert read_answers(written, questions).answers == answers


@pytest.mark.parametrize(
    ("text", "most", "said"),
    [
        ("Grand Chat=6000; grand  chat=500", MOST, "There is already a special hand “grand chat”."),
        ("les ennemis=500", MOST, "There is already a special hand “les ennemis”."),
        ("Chat=100001", MOST, "“Chat” must be worth a whole number from 0 to 100000."),
        ("Chat", MOST, "“Chat” must be worth a whole number"),
        ("Chat=-5", MOST, "“Chat” must be worth a whole number"),
        ("Chat=1e3", MOST, "“Chat” must be worth a whole number"),
        ("Chat=500", 0, "“Chat” is worth the limit: leave out its value."),
        ("=500", MOST, "“” cannot be the name of a special hand"),
        ("35=500", MOST, "it needs a letter"),
        ("none=500", MOST, "cannot be the name"),
        (f"{'x' * (LONGEST_NAME + 1)}=500", MOST, "at most 40 characters"),
        ("a,b=500", MOST, "none of , ; = _ |"),
        ("a\u202eb=500", MOST, "cannot be the name"),
        ("; ".join(f"n{number}=2" for number in range(MOST_HANDS + 1)), MOST, "at most 20 special hands"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(text: str, most: int, said: str) -> None:
    problem = hands_problem(tidied(text), most, ("Les Ennemis",))
    assert problem is not None
    assert said in ENGLISH.render(problem)
