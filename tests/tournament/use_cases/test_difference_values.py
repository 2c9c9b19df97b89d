"""Why totals differ where all four hands are paid, and where who wins says who is East in what follows."""

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tournament.catalogue import rule_set
from tournament.language import LANGUAGES
from tournament.ledger.causes import cause_text
from tournament.ledger.difference import causes_of
from tournament.rules.payment import Net, Outcome
from tournament.use_cases import Book, RecordHand, carry_out_all

ENGLISH = next(language for language in LANGUAGES if language.code == "en")
Hand = tuple[int | None, int | None, Net]


def recorded(rules: str, *hands: Hand) -> Book:
    """An event whose first table has these hands: winner, discarder, values."""
    book = drawn(rules=rules)
    dominant = (("dominant", "S"),) if rules.startswith("french") else ()
    carry_out_all(
        book,
        [
            RecordHand(1, 1, number, Outcome(winner, discarder, 0, values, answers=dominant))
            for number, (winner, discarder, values) in enumerate(hands, start=1)
        ],
        by=BY,
    )
    return book


def asked(rules: str, hands: list[Hand], on_paper: list[Hand]) -> list[str]:
    """The likely causes of ``hands`` beside a paper whose totals are those of other hands, in English."""
    found = rule_set(rules)
    assert found is not None
    totals = recorded(rules, *on_paper).view.sheet(1, 1).computed
    sheet = recorded(rules, *hands).view.sheet(1, 1)
    return [ENGLISH.render(cause_text(cause)) for cause in causes_of(sheet, found, totals)]


HANDS: list[Hand] = [
    (0, 1, (48, 16, 4, 8)),
    (1, None, (12, 128, 6, 20)),
    (2, 0, (36, 2, 64, 10)),
    (2, 3, (8, 24, 32, 4)),
]
OTHER: list[tuple[str, Hand, str]] = [
    ("digits", (1, None, (12, 182, 6, 20)), "Hand 2: B 182 instead of 128?"),
    ("a digit behind", (1, None, (12, 128, 68, 20)), "Hand 2: C 68 instead of 6?"),
    ("a digit between", (1, None, (142, 128, 6, 20)), "Hand 2: A 142 instead of 12?"),
    ("a digit before", (1, None, (12, 128, 6, 120)), "Hand 2: D 120 instead of 20?"),
    ("a digit less", (1, None, (12, 128, 6, 2)), "Hand 2: D 2 instead of 20?"),
    ("a loser", (1, None, (12, 128, 6, 26)), "Hand 2: D 26 instead of 20?"),
    ("exchanged", (1, None, (20, 128, 6, 12)), "Hand 2: values of A and D swapped?"),
    ("nobody", (None, None, (12, 128, 6, 20)), "Hand 2: drawn hand instead of B, self-draw: A 12, B 128, C 6, D 20"),
]


@pytest.mark.parametrize("rules", ["french-classical-simple", "french-classical-advanced", "quebec-classical"])
@pytest.mark.parametrize(("other", "text"), [case[1:] for case in OTHER], ids=[case[0] for case in OTHER])
def test_another_value_or_winner_is_found(rules: str, other: Hand, text: str):
    on_paper = [HANDS[0], (None, None, (0, 0, 0, 0)) if other[0] is None else other, *HANDS[2:]]
    assert any(cause.startswith(text) for cause in asked(rules, HANDS, on_paper)[:4])


@pytest.mark.parametrize("rules", ["french-classical-advanced", "quebec-classical"])
def test_another_winner_moves_east_in_all_that_follow(rules: str):
    """East won hand 2 after all: East stays, and the hands behind it are paid by another East."""
    on_paper: list[Hand] = [HANDS[0], (0, None, (128, 20, 6, 20)), *HANDS[2:]]
    hands: list[Hand] = [HANDS[0], (1, None, (128, 20, 6, 20)), *HANDS[2:]]
    assert "Hand 2: won by A instead of B?" in asked(rules, hands, on_paper)


def test_a_hand_typed_twice_moves_east_too():
    assert "Hand 3: hand 2 typed twice?" in asked("quebec-classical", [HANDS[0], HANDS[1], HANDS[1], *HANDS[2:]], HANDS)


def test_who_pays_for_others_stays_so_where_the_points_are_others():
    book = drawn(rules="hong-kong")
    carry_out_all(book, [RecordHand(1, 1, 1, Outcome(0, None, 7, liable=1))], by=BY)
    rules = rule_set("hong-kong")
    assert rules is not None
    paper = (384, -384, 0, 0)
    found = [ENGLISH.render(cause_text(cause)) for cause in causes_of(book.view.sheet(1, 1), rules, paper)]
    assert "Hand 1: 10 points instead of 7?" in found


@pytest.mark.parametrize("rules", ["french-classical-simple", "quebec-classical"])
def test_columns_are_not_swapped_in_every_hand_where_there_is_one(rules: str):
    """Of one hand another winner with the values of both players swapped is no single slip."""
    hand, swapped = (0, 2, (48, 16, 4, 8)), (1, 2, (16, 48, 4, 8))
    assert not any("in every hand" in cause for cause in asked(rules, [hand], [swapped]))
    assert "A and B swapped in every hand?" in asked(rules, [hand, hand], [swapped, swapped])
