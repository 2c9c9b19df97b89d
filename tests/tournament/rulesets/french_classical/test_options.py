"""French classical: what each option changes, and what completes thirteen tiles."""

from collections import Counter

import pytest

from tournament.hand.notation import parse_player_hand
from tournament.hand.problem import HandProblems
from tournament.rules.score import NotComplete
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.scoring import count, waits
from tournament.rulesets.french_classical.situation import FrenchSituation
from tournament.tiles.tile import TILES

NORTH = FrenchSituation("N")
SEVEN_PAIRS = "1133m2299p5588sEE|-S0000"
IMPERIAL = "CCCCFFFFPPPPEE|-W0000"


def _points(text: str, options: FrenchOptions, situation: FrenchSituation = NORTH) -> int:
    return count(parse_player_hand(text), situation, options).points


def test_no_grand_jeu_is_played() -> None:
    with pytest.raises(NotComplete):
        _points(SEVEN_PAIRS, FrenchOptions(grands_jeux=False))


def test_one_grand_jeu_is_not_played() -> None:
    with pytest.raises(NotComplete):
        _points(SEVEN_PAIRS, FrenchOptions(value_main_de_paires=0))
    assert _points(IMPERIAL, FrenchOptions(value_mah_jong_imperial=0)) == 1700


def test_a_grand_jeu_has_another_value() -> None:
    assert _points(SEVEN_PAIRS, FrenchOptions(value_main_de_paires=600)) == 600
    assert _points(SEVEN_PAIRS, FrenchOptions(value_main_de_paires=600, limit=2000)) == 1200


def test_grands_jeux_without_a_limit_count_times_a_factor() -> None:
    """4.1, the author's note: no limit, and Grands Jeux times 3 or 4."""
    assert _points(SEVEN_PAIRS, FrenchOptions(limit=None, grand_jeu_factor=3)) == 1500
    with pytest.raises(NotComplete):
        _points(SEVEN_PAIRS, FrenchOptions(limit=None))


def test_a_tile_of_the_hill_counts_as_drawn_from_the_wall() -> None:
    """[2222s] 16, pung 4, Mah-Jong 20 and 2, hill and concealed: 42 x 4."""
    assert _points("[2222s]123m456m777s9p9p|-E1001", FrenchOptions(wall_points_on_hill=True)) == 168


def test_flowers_in_a_game_without_them_are_refused() -> None:
    with pytest.raises(HandProblems, match="without flowers"):
        _points("[123m,1]456p78s234sEE9s|-S0000|a", FrenchOptions(bonus_tiles=False))


@pytest.mark.parametrize(
    ("situation", "code"),
    [
        (FrenchSituation(), "dominant-missing"),
        (FrenchSituation("X"), "dominant-missing"),
        (FrenchSituation("N", void=True), "void-wins"),
        (FrenchSituation("N", drawn=True), "drawn-wins"),
        (FrenchSituation("N", ready="served"), "served-exposed"),
    ],
)
def test_a_situation_that_cannot_be_is_named(situation: FrenchSituation, code: str) -> None:
    with pytest.raises(HandProblems) as refused:
        _points("[123m,1]456p78s234sEE9s|-S0000", FrenchOptions(), situation)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_who_lost_has_not_won_at_once() -> None:
    hand = parse_player_hand("123m456p78s234sEE|-S0000", won=False)
    with pytest.raises(HandProblems) as refused:
        count(hand, FrenchSituation("N", first="deal"), FrenchOptions())
    assert [problem.code for problem in refused.value.problems] == ["first-without-win"]


def test_a_count_is_explained() -> None:
    """Example 1 of the document (4.2.2): 4 and 4 and 20, the dominant wind doubles."""
    counted = count(parse_player_hand("[SSS,1]444sEE123m45p6p|-N0000"), FrenchSituation("S"), FrenchOptions())
    assert [(each.item.slug, each.worth, len(each.groups)) for each in counted.counted] == [
        ("exposed-pung-outer", 4, 1),
        ("concealed-pung-simple", 4, 1),
        ("dominant-wind", 2, 1),
        ("mah-jong", 20, 0),
    ]
    groups = ["".join(tile.text for tile in group) for group in counted.groups]
    assert groups == ["SSS", "1m2m3m", "4s4s4s", "4p5p6p", "EE"]


def test_a_limit_is_named_where_it_held_a_hand_down() -> None:
    hand = parse_player_hand("[NNN,1][111m,2]CCC222mSS|-N0000|dh")
    counted = count(hand, FrenchSituation("S", "ready"), FrenchOptions())
    assert (counted.limit, counted.points, counted.before_limit) == (1000, 1000, 29696)


def test_a_cheaper_grand_jeu_is_replaced() -> None:
    counted = count(parse_player_hand("12344567mCCCSSS|-S0000"), NORTH, FrenchOptions())
    assert [(each.item.slug, each.by.slug) for each in counted.replaced] == [("7-lanternes-du-palais", "mah-jong")]


@pytest.mark.parametrize(
    "text",
    [
        "1133m2299p5588sE|-S0000",
        "1112345678999m|-S0000",
        "19m19p19sESWNCFP|-S0000",
        "EEESSSWWWNNN5m|-S0000",
        "[123m,1]456p78s234sEE|-S0000|b",
        "147m258s369pESWN|-S0000",
        "CCCFFFPPPPEES|-S0000",
    ],
)
def test_waits_are_the_tiles_that_complete_the_hand(text: str) -> None:
    waiting = parse_player_hand(text, won=False)
    found = {wait.tile: (wait.by_discard, wait.by_self_draw) for wait in waits(waiting, NORTH, FrenchOptions())}
    head, situation = text.split("|", maxsplit=1)[0], text.split("|")[1:]
    for tile in TILES:
        if waiting.tiles.count(tile) == 4:
            assert tile not in found
            continue
        for drawn in (False, True):
            flags = situation[0][:2] + ("1000" if drawn else "0000")
            line = "|".join((head + tile.text, flags, *situation[1:]))
            try:
                expected = count(parse_player_hand(line), NORTH, FrenchOptions())
            except NotComplete:
                expected = None
            assert found.get(tile, (None, None))[drawn] == expected


def test_every_layout_of_a_grand_jeu_is_fourteen_tiles_of_which_four_are_equal_at_most() -> None:
    for jeu in GRANDS_JEUX:
        for _, parts in jeu.layouts() if jeu.layouts is not None else ():
            tiles = [tile for part in parts for tile in part.tiles]
            assert len(tiles) == 14, jeu.item.slug
            assert max(Counter(tiles).values()) <= 4, jeu.item.slug
