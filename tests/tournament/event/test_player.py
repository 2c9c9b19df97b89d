"""A player as they are looked for, and called at a table."""

from dataclasses import replace

import pytest

from tournament.event.player import (
    Player,
    PlayerState,
    PublicName,
    SubstituteCase,
    nickname_clashes,
    search_text,
    short_names,
)
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


@pytest.mark.parametrize(("first", "last", "name", "lines"), [
    ("Ada", "Bamboo", "Ada Bamboo", ("Ada", "Bamboo")),
    ("麻将", "示例", "示例麻将", ("示例麻将",)),
    ("수한무", "김", "김수한무", ("김수한무",)),
    ("𠮷", "示", "示𠮷", ("示𠮷",)),
    ("Ada", "示例", "Ada 示例", ("Ada", "示例")),
    ("麻将", "", "麻将", ("麻将",)),
    ("", "示例", "示例", ("示例",)),
    ("しょうたろう", "たかはし", "しょうたろう たかはし", ("しょうたろう", "たかはし")),
])  # fmt: skip
def test_chinese_and_korean_names_have_the_family_name_first(
    first: str, last: str, name: str, lines: tuple[str, ...]
) -> None:
    player = Player(1, first, last)
    assert (player.name, player.name_lines) == (name, lines)
    assert {f"{first} {last}".strip(), f"{last} {first}".strip()} <= set(player.names)


def test_a_chinese_name_is_recognised_in_either_order() -> None:
    player = Player(1, "麻将", "示例")
    nicknamed = Player(2, "Ada", "Bamboo", public=PublicName.NICKNAME, nickname="麻将 示例")
    assert nickname_clashes((player, nicknamed)) == ((nicknamed, player),)
    nicknamed = replace(nicknamed, nickname="示例麻将")
    assert nickname_clashes((player, nicknamed)) == ((nicknamed, player),)
