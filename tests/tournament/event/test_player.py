"""A player as they are looked for, and called at a table."""

import pytest

from tournament.event.player import Player, PlayerState, SubstituteCase, search_text, short_names
from tournament.language import Search


def test_a_player_is_found_by_every_detail_on_a_list() -> None:
    player = Player(17, "Łukasz", "Żółć", "PL", "19000010", "Cztery Wiatry", "Smoki")
    for typed in ("17", "lukasz", "zolc luk", "pl", "1900", "wiatry", "SMOKI"):
        assert Search(typed).finds_folded(search_text(player)), typed
    assert not Search("fr").finds_folded(search_text(player))


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ([("Ada", "Sample"), ("Ben", "Sample")], ("Ada", "Ben")),
        ([("Ada", "Sample"), ("Ada", "Other"), ("Ben", "X")], ("Ada S.", "Ada O.", "Ben")),
        ([("Ada", "Sample"), ("Ada", "Simple"), ("Ada", "Other")], ("Ada Sample", "Ada Simple", "Ada O.")),
        ([("", "Sample"), ("Ben", "")], ("Sample", "Ben")),
        ([("Ada", ""), ("Ada", "Other")], ("Ada", "Ada O.")),
    ],
)
def test_players_get_the_shortest_names_that_distinguish_them(
    names: list[tuple[str, str]], short: tuple[str, ...]
) -> None:
    players = [Player(number, first, last) for number, (first, last) in enumerate(names, start=1)]
    assert short_names(players) == short


def test_a_name_has_no_space_around_it() -> None:
    assert [Player(1, "Ada", "Sample").name, Player(1, "", "Sample").name, Player(1, "Ada", "").name] == [
        "Ada Sample",
        "Sample",
        "Ada",
    ]


def test_that_somebody_was_ill_is_not_shown() -> None:
    assert [case.shown for case in SubstituteCase] == [
        SubstituteCase.ABSENT,
        SubstituteCase.ABSENT,
        SubstituteCase.DISQUALIFIED,
    ]
    assert PlayerState("withdrawn") is PlayerState.WITHDRAWN
