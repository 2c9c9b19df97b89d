"""What the hands of one table say of one another."""

from tournament.hand.notation import parse_player_hand
from tournament.hand.table_problems import shared_problems
from tournament.language import language_of

LOST = ("147m258p369sWCFP|-E0000|a", "258m369p147sWCFP|-S0000|b", "369m147p258sWCFP|-W0000")
WON = "[SSS,1]444sEE123m45p6p|-N0000|d"


def _problems(*texts: str) -> list[tuple[int, str]]:
    hands = [parse_player_hand(text, won="-N" in text) for text in texts]
    return [(place, problem.code) for place, problem in shared_problems(hands)]


def test_four_hands_that_can_be() -> None:
    assert _problems(*LOST, WON) == []


def test_five_of_a_tile_are_found_where_the_fifth_lies() -> None:
    assert _problems("147m258p369sCEEE|-E0000", *LOST[1:], WON) == [(3, "fifth-copy-at-table")]


def test_a_flower_has_one_owner() -> None:
    assert _problems(LOST[0], "258m369p147sWCFP|-S0000|ab", LOST[2], WON) == [(1, "bonus-owned-twice")]


def test_two_players_of_one_wind() -> None:
    assert _problems(LOST[0], "258m369p147sWCFP|-E0000", LOST[2], WON) == [(1, "wind-twice")]


def test_west_is_named_by_the_letter_that_is_typed() -> None:
    hands = [parse_player_hand(text, won=False) for text in ("147m258p369sCWWW|-E0000", LOST[1], LOST[2])]
    ((_, problem),) = shared_problems(hands)
    assert language_of("en").render(problem.message) == "The hands at this table hold more than four W."
    assert language_of("fr").render(problem.message) == "Les mains de cette table contiennent plus de quatre O."
