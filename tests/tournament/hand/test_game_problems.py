"""What cannot be in some games: wins before play had begun, and bonus tiles."""

import pytest

from tournament.hand.game_problems import dealt_problems, first_discard_problems, no_bonus_problems
from tournament.hand.notation import parse_player_hand

HAND = "123m456p78s234sSS9s"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"{HAND}|-E1000", []),
        (f"{HAND}|-E1000|ae", []),
        (f"{HAND}|-S1000", ["dealt-not-east"]),
        (f"{HAND}|-E0000", ["dealt-by-discard"]),
        ("[1111m]456p78s234sSS9s|-E1000", ["first-win-declared"]),
        (f"{HAND}|-E1010", ["first-win-last-of-wall"]),
        ("19m19p19sESWNCFPE|-E1000", []),
    ],
)
def test_dealt(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in dealt_problems(parse_player_hand(text))] == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"{HAND}|-S0000", []),
        (f"{HAND}|-E0000", ["first-discard-of-east"]),
        (f"{HAND}|-S1000", ["first-discard-drawn"]),
        ("[123m,1]456p78s234sSS9s|-S0000", ["first-win-declared"]),
        (f"{HAND}|-S0010", ["first-win-last-of-wall"]),
        (f"{HAND}|-S0001", ["first-win-robbed"]),
    ],
)
def test_first_discard(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in first_discard_problems(parse_player_hand(text))] == codes


def test_bonus_tiles() -> None:
    assert [problem.code for problem in no_bonus_problems(parse_player_hand(f"{HAND}|-S0000|a"))] == ["no-bonus-tiles"]
    assert not list(no_bonus_problems(parse_player_hand(f"{HAND}|-S0000")))
