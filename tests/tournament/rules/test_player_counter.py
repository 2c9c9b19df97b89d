"""What a rule set says of the way in which it counts anybody's tiles."""

from dataclasses import replace

import pytest

from tournament.catalogue import rule_set
from tournament.hand.notation import parse_player_hand
from tournament.language import ENGLISH
from tournament.rules.payment import Answer
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers


def counter_of(id: str) -> PlayerCounter:
    rules = rule_set(id)
    assert rules is not None
    assert rules.counter is not None
    return rules.counter


def answers_of(counter: PlayerCounter, **given: Answer) -> Answers:
    return {question.name: question.default for question in counter.questions} | given


READY = [
    ("french-classical-simple", "123456789m1122p|-N0000", {"dominant": "S"}, ["1p", "2p"]),
    ("quebec-classical", "[123m,1]456p789s23sCC|ES0000", {}, ["1s", "4s"]),
    ("hong-kong", "[123m,1]456p78s234sEE|ES0000", {}, ["6s", "9s"]),
    ("zung-jung", "[123m,1]456p78s234sEE|-S0000", {}, ["6s", "9s"]),
]


@pytest.mark.parametrize(("id", "tiles", "given", "waits"), READY, ids=[row[0] for row in READY])
def test_what_is_waited_for_is_counted_as_if_it_had_come(
    id: str, tiles: str, given: dict[str, Answer], waits: list[str]
) -> None:
    counter = counter_of(id)
    answers, hand = answers_of(counter, **given), parse_player_hand(tiles, won=False)
    found = counter.waits(hand, answers)
    assert [wait.tile.text for wait in found] == waits
    for wait in found:
        assert wait.by_discard == counter.count(replace(hand, winning=wait.tile), answers)
        assert wait.by_self_draw == counter.count(replace(hand, winning=wait.tile, self_drawn=True), answers)


VALUES = [
    ("french-classical-simple", "[SSS,1]444sEE123m45p6p|-N0000", {"dominant": "S"}, "28 points × 2 = 56"),
    ("french-classical-simple", "[NNN,1][111m,2]CCC222mSS|-N0000|dh", {"dominant": "S", "ready": "ready"},
     "58 points × 512 = 29696, limit 1000"),
    ("french-classical-simple", "1122m3344p5566sEE|-N0000", {"dominant": "S"},
     "500 points instead of everything else"),
    ("quebec-classical", "123m456p789s99p23s4s|ES1000", {}, "22 points × 2 = 44"),
    ("hong-kong", "[123m,1]456p78s234sEE9s|ES0000|b", {}, "1 fan = 2 base points"),
    ("zung-jung", "[123m,1]456p78s234sEE9s|-S0000", {}, "5 points"),
    ("zung-jung", "[111m,1]456p78s234sEE9s|-S0000", {}, "No pattern: 1 point"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "tiles", "given", "words"), VALUES)
def test_the_computation_of_a_value_is_shown_in_one_line(
    id: str, tiles: str, given: dict[str, Answer], words: str
) -> None:
    counter = counter_of(id)
    count = counter.count(parse_player_hand(tiles), answers_of(counter, **given))
    assert ENGLISH.render(counter.sum_text(count)) == words


def test_of_a_hand_only_what_concerns_it_is_asked() -> None:
    counter = counter_of("french-classical-advanced")
    assert [question.name for question in counter.asked_of(won=True)] == ["dominant", "ready", "first"]
    assert [question.name for question in counter.asked_of(won=False)] == ["dominant", "ready", "void", "drawn"]
