"""The keys of riichi: how many a hand takes, where they lead, and what is refused at which field."""

from dataclasses import replace
from random import Random

import pytest

from tests.examples.hanchan import LINES, SCORES
from tests.tournament.use_cases.events import drawn
from tests.ui.entry.test_table_keys import Typist
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from ui.entry import end_keys
from ui.entry.hand_draft import HandOnSheet
from ui.entry.sheet_lines import without_marks
from ui.entry.typing_order import AnswerField, HandField, TypedField, TypingOrder

RULES = "riichi-ema-2025"


@pytest.fixture
def typist() -> Typist:
    """A table of riichi with nothing played."""
    return Typist(drawn(rules=RULES))


def recorded(typist: Typist, hand: int = 1) -> Outcome | None:
    return typist.book.view.sheet(1, 1).hands[hand - 1].outcome


def keys_of(line: dict[str, object]) -> str:
    """How a referee types a hand of the lines of scripts."""
    number = {letter: str(index) for index, letter in enumerate("ABCD", start=1)}
    winners, riichi = line["winners"], line.get("riichi", [])
    assert isinstance(winners, list)
    assert isinstance(riichi, list)
    if not winners:
        tenpai = line.get("tenpai", [])
        assert isinstance(tenpai, list)
        keys = ["X", *(number[each] for each in tenpai if each not in riichi)]
    else:
        discarder = line.get("discarder")
        keys = []
        for place, each in enumerate(winners):
            keys += ["M"] if place else []
            keys += [number[each["player"]]]
            keys += [number.get(str(discarder), "D")] if not place else []
            if "yakuman" in each:
                keys += ["Y", *(["L", number[each["liable"]]] if "liable" in each else [])]
                continue
            han = each["han"]
            keys += [str(han)]
            keys += ["Enter"] if han == 1 else []
            keys += [str(each["fu"] // 10 if each["fu"] % 10 == 0 else each["fu"])] if han <= 4 else []
    keys += ["I", *(number[each] for each in riichi)] if riichi else []
    return " ".join([*keys, "Enter"])


def at(typist: Typist) -> object:
    """The field that has the cursor."""
    return typist.step.focus


def pressed(keys: str) -> int:
    return sum(1 if key == "Enter" else len(key) for key in keys.split())


@pytest.mark.parametrize("nagashi", [False, True])
def test_the_key_of_a_second_winner_says_why_head_bump_has_none(nagashi: bool) -> None:
    typist = Typist(drawn(rules=RULES, options=(*((("nagashi", True),) if nagashi else ()), ("ron", "first"))))
    typist.type("2 1 3 4 M")
    refusal = typist.state.refusal
    assert refusal is not None
    said = "Head bump: only the first in turn after the discarder wins. Leave the others out."
    assert ENGLISH.render(refusal.problem.text) == said
    typist.type("Enter Enter")
    assert typist.state.hand is not None
    assert typist.state.hand.draft.hand == 2


def test_a_whole_hanchan(typist: Typist) -> None:
    counts = []
    for line in LINES:
        keys = keys_of(line)
        counts.append(pressed(keys))
        typist.type(keys)
        assert typist.state.refusal is None
    sheet = typist.book.view.sheet(1, 1)
    assert sheet.computed == SCORES
    assert sheet.after.over
    assert counts == [7, 5, 5, 12, 2, 6, 8, 4, 6, 4, 4]
    assert sum(counts) / len(counts) < 6


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("1 4 3 40 Enter", Outcome(0, 3, 3, answers=(("fu", 40),))),
        ("1 4 1 Enter 3 Enter", Outcome(0, 3, 1, answers=(("fu", 30),))),
        ("2 D 3 25 Enter", Outcome(1, None, 3, answers=(("fu", 25),))),
        ("2 D 1 Enter 11 Backspace 11 Enter", None),
        ("1 4 5 Enter", Outcome(0, 3, 5)),
        ("1 4 3 4 Backspace Backspace 5 Enter", Outcome(0, 3, 5)),
        ("1 4 Y Enter Enter", Outcome(0, 3, 13, answers=(("yakuman", 1),))),
        ("1 4 3 3 Y L 2 Enter Enter", Outcome(0, 3, 13, None, 1, (("yakuman", 1),))),
        ("1 4 5 M 2 3 3 Enter", Outcome(0, 3, 5, answers=(("second", 1), ("second_fu", 30), ("second_han", 3)))),
        ("1 4 5 M 2 5 M 3 Y I 1 Enter Enter",
         Outcome(0, 3, 5, answers=(("riichi", (0,)), ("second", 1), ("second_han", 5), ("third", 2),
                                   ("third_han", 13), ("third_yakuman", 1)))),
        ("4 3 5 M 1 Y L 4 M 2 8 Enter Enter",  # who is liable leads on to the third winner, where M stays
         Outcome(3, 2, 5, answers=(("second", 0), ("second_han", 13), ("second_liable", 3), ("second_yakuman", 1),
                                   ("third", 1), ("third_han", 8)))),
        ("X Enter", Outcome(None)),
        ("X 1 2 Enter", Outcome(None, answers=(("tenpai", (0, 1)),))),
        ("X I 1 H 2 Enter", Outcome(None, answers=(("riichi", (0,)), ("tenpai", (1,))))),
    ],
)  # fmt: skip
def test_hands_and_their_keys(typist: Typist, typed: str, outcome: Outcome | None) -> None:
    typist.type(typed)
    assert recorded(typist) == outcome
    assert (typist.state.refusal is None) == (outcome is not None)


def test_fu_are_asked_for_by_the_han_alone(typist: Typist) -> None:
    typist.type("1 4 4")
    assert at(typist) == AnswerField("fu")
    typist.type("Enter")
    assert at(typist) == AnswerField("fu")
    assert recorded(typist) is None
    typist.type("Backspace")
    assert at(typist) is HandField.POINTS
    typist.type("6")
    hand = typist.state.hand
    assert hand is not None
    assert hand.last is HandField.POINTS


@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        ("1 4 2 2 Enter", AnswerField("fu"), "fu-20-discard"),
        ("1 D 1 Enter 25 Enter", AnswerField("fu"), "fu-few-han"),
        ("1 4 1 Enter 110 Enter", AnswerField("fu"), "fu-most"),
        ("1 4 3 35 Enter", AnswerField("fu"), "fu-steps"),
        ("1 4 3 33 Enter", AnswerField("fu"), "not-a-number"),
        ("1 D 5 M", HandField.POINTS, "not-asked"),
        ("1 4 3 3 M 4 5 Enter", AnswerField("second"), "own-discard"),
        ("1 4 3 3 M 1 5 Enter", AnswerField("second"), "winner-twice"),
        ("1 4 Y Y Enter", AnswerField("yakuman"), "yakuman-most"),
        ("1 4 12 Enter", HandField.POINTS, "points-improbable"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(typist: Typist, typed: str, field: TypedField, code: str) -> None:
    typist.type(typed)
    assert typist.state.refusal is not None
    assert (typist.state.refusal.field, typist.state.refusal.problem.code) == (field, code)
    assert recorded(typist) is None


def test_a_riichi_of_somebody_with_too_few_points() -> None:
    typist = Typist(drawn(rules=RULES, options=(("riichi_needs_1000", True),)))
    typist.type("1 4 Y Enter Enter 1 4 3 3 I 4 Enter")  # D has less than nothing after a yakuman
    assert typist.state.refusal is not None
    assert typist.state.refusal.field == AnswerField("riichi")
    assert typist.state.refusal.problem.code == "riichi-too-poor"


def test_a_correction_passes_by_the_fu(typist: Typist) -> None:
    typist.type("1 4 3 40 Enter Up Enter Enter 4")
    assert typist.step.focus == AnswerField("fu")
    typist.type("Enter misread Enter")
    assert recorded(typist) == Outcome(0, 3, 4, answers=(("fu", 40),))
    typist.type("Up Enter Enter 5 Enter misread Enter")
    assert recorded(typist) == Outcome(0, 3, 5)


@pytest.mark.parametrize("keys", ["2 D 2 3 I 2 4", "2 3 4 40 I 4", "1 4 1 Enter 3 I 1 2"])
def test_a_hand_typed_over_itself_is_the_same_hand(typist: Typist, keys: str) -> None:
    typist.type(f"{keys} Enter")
    before = recorded(typist)
    typist.type(f"Up {keys} Enter misread Enter")
    assert recorded(typist) == before


def test_a_player_named_twice_stays_named_until_backspace(typist: Typist) -> None:
    typist.type("1 4 5 I 2 2 3 Enter")
    assert recorded(typist) == Outcome(0, 3, 5, answers=(("riichi", (1, 2)),))
    typist.type("X 1 1 Enter")
    assert recorded(typist, 2) == Outcome(None, answers=(("tenpai", (0,)),))
    typist.type("1 4 5 I 2 Backspace 3 Enter")
    assert recorded(typist, 3) == Outcome(0, 3, 5, answers=(("riichi", (2,)),))


def test_points_first(typist: Typist) -> None:
    typist.step = typist.step._replace(
        state=replace(typist.state, order=TypingOrder.POINTS_FIRST), focus=HandField.POINTS
    )
    typist.type("3 40 Enter 1 4 Enter 3 30 S D I 2 Enter X 1 Enter")
    assert [recorded(typist, hand) for hand in (1, 2, 3)] == [
        Outcome(0, 3, 3, answers=(("fu", 40),)),
        Outcome(1, None, 3, answers=(("fu", 30), ("riichi", (1,)))),
        Outcome(None, answers=(("tenpai", (0,)),)),
    ]


def test_the_usual_mix_of_hands_takes_few_keys(typist: Typist) -> None:
    """Hands in the shares of riichi statistics: 84 of 100 are won, a third of these on a self-draw, most after riichi.

    Nothing but the keys is looked at.
    """
    chance, pressed_in_all, hands = Random(31), 0, 0
    while not typist.book.view.sheet(1, 1).after.over and hands < 60:
        typist.type(keys := _by_chance(chance))
        hands += 1
        pressed_in_all += pressed(keys)
        assert recorded(typist, hands) is not None
    assert hands > 6
    assert pressed_in_all / hands < 7


def _by_chance(chance: Random) -> str:
    riichi = sorted(chance.sample("ABCD", chance.choices((0, 1, 2), (45, 45, 10))[0]))
    if chance.random() < 0.16:
        tenpai = sorted({*riichi, *chance.sample("ABCD", chance.randrange(3))})
        return keys_of({"winners": [], "tenpai": tenpai, "riichi": riichi})
    winner, discarder = chance.sample("ABCD", 2)
    han = chance.choices((1, 2, 3, 4, 5, 6, 8), (20, 25, 22, 14, 10, 7, 2))[0] + (winner in riichi)
    hand: dict[str, object] = {"player": winner, "han": han, "fu": chance.choice((30, 30, 40))}
    line: dict[str, object] = {"winners": [hand], "riichi": riichi}
    return keys_of(line if chance.random() < 0.35 else line | {"discarder": discarder})


def test_what_is_half_typed_shows_no_effect_before_it_is_whole(typist: Typist) -> None:
    typist.type("1 4 3")
    hand = typist.state.hand
    assert isinstance(hand, HandOnSheet)
    assert hand.outcome is None
    typist.type("3")
    hand = typist.state.hand
    assert hand is not None
    assert hand.in_progress is not None
    assert hand.in_progress.outcome == Outcome(0, 3, 3, answers=(("fu", 30),))
    typist.type("M 2")
    hand = typist.state.hand
    assert hand is not None
    assert without_marks(ENGLISH.render(hand.result)).count(",") == 1


@pytest.mark.parametrize(
    "totals",
    ["288 536 238 138", "28800 53600 23800 13800", "-12 236 -62 -162", "-1200 23600 -6200 -16200"],
)
def test_totals_are_typed_in_full_or_in_hundreds(typist: Typist, totals: str) -> None:
    for line in LINES:
        typist.type(keys_of(line))
    type_totals(typist, totals)
    sheet = typist.book.view.sheet(1, 1)
    assert sheet.closed is not None
    assert sheet.paper == SCORES


@pytest.mark.parametrize("totals", ["0 39 0 -39", "300 339 300 261", "0 3900 0 -3900"])
def test_two_players_with_nothing_do_not_say_in_what_totals_are(typist: Typist, totals: str) -> None:
    """Zero is zero in hundreds too: the reading in which most totals agree is the one that was meant."""
    typist.type("2 4 3 3 Enter")
    type_totals(typist, totals)
    assert typist.book.view.sheet(1, 1).typed == (0, 3_900, 0, -3_900)


def type_totals(typist: Typist, totals: str) -> None:
    """Type what the paper says at the foot, with Enter after the last."""
    typist.apply(end_keys.total_entered(replace(typist.state, total=None), 0))
    for column, text in enumerate(totals.split()):
        typist.apply(end_keys.total_typed(typist.state, column, text))
    typist.apply(end_keys.total_confirmed(typist.state, 3))
