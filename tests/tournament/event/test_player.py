"""A player as he is looked for."""

from tournament.event.player import Player, search_text
from tournament.language import Search


def test_a_player_is_found_by_all_that_a_list_says_of_him() -> None:
    player = Player(17, "Łukasz", "Żółć", "PL", "19000010", "Cztery Wiatry", "Smoki")
    for typed in ("17", "lukasz", "zolc luk", "pl", "1900", "wiatry", "SMOKI"):
        assert Search(typed).finds_folded(search_text(player)), typed
    assert not Search("fr").finds_folded(search_text(player))
