"""How long a game is, and where it stands in words. Sources: WMO 2006; EMA, riichi rules 2025, "3.1"; docs/rules.md."""

import pytest

from tournament.catalogue import rule_set
from tournament.language import ENGLISH, Text
from tournament.rules.payment import Answer, Outcome
from tournament.rules.question import QuestionKind, RuleQuestion, answer_text
from tournament.rules.rotation import fewest_hands, foreseen
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import hand_texts, passed_on, round_text
from tournament.rules.written_hand import value_text
from tournament.tiles.wind import Wind

RIICHI = "riichi-ema-2025"


def rules_called(id: str) -> RuleSet:
    rules = rule_set(id)
    assert rules is not None
    return rules


@pytest.mark.parametrize(
    ("id", "hands", "known"),
    [
        ("mcr", 16, 16),
        ("zung-jung", 16, 16),
        ("hong-kong", 16, 1),  # four rounds of four deals, if no dealer stays
        ("quebec-classical", 16, 1),
        (RIICHI, 8, 1),  # an East and a South round
        ("french-classical-simple", None, 1),  # the players stop when they like
    ],
)
def test_how_many_hands_a_game_has_if_no_dealer_stays(id: str, hands: int | None, known: int) -> None:
    table = rules_called(id).table
    assert fewest_hands(table) == hands
    states = foreseen(table)
    assert [state.hand for state in states] == list(range(1, known + 1))


def test_the_deal_passes_to_who_was_south() -> None:
    east, south, west, north = Wind
    assert passed_on((east, south, west, north)) == (north, east, south, west)


def test_where_a_game_with_counters_stands() -> None:
    start = rules_called(RIICHI).table.start
    assert [ENGLISH.render(text) for text in hand_texts(start)] == ["East 1", "E1"]
    later = start._replace(passed=5, prevalent=Wind.SOUTH, counters=1, sticks=2)
    assert [ENGLISH.render(text) for text in hand_texts(later)] == ["South 2 · 1 counter · 2 sticks", "S2·1"]
    assert ENGLISH.render(round_text(later)) == "South round"
    assert ENGLISH.render(round_text(start._replace(passed=7, prevalent=None))) == "Round 2"


def test_what_a_hand_was_worth_in_words() -> None:
    riichi = rules_called(RIICHI)
    won = Outcome(1, 2, 3, answers=(("fu", 40),))  # 1300 for 1 han, so 5200 for 3; EMA, table of scores
    told = value_text(riichi, won, 0)
    assert told is not None
    assert ENGLISH.render(told) == "3 han 40 fu, 5200"
    assert value_text(riichi, Outcome(None), 0) is None
    assert value_text(rules_called("mcr"), Outcome(1, 2, 8), 0) is None


@pytest.mark.parametrize(
    ("kind", "answer", "said"),
    [
        (QuestionKind.TICK, True, "yes"),
        (QuestionKind.TICK, False, "no"),
        (QuestionKind.NUMBER, 30, "30"),
        (QuestionKind.NUMBER, None, "none"),
        (QuestionKind.HANDS, (), "none"),
    ],
)
def test_answers_in_words(kind: QuestionKind, answer: Answer, said: str) -> None:
    text = answer_text(RuleQuestion("any", Text("Anything"), kind), answer)
    assert (text if isinstance(text, str) else ENGLISH.render(text)) == said
