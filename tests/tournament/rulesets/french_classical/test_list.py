"""French classical in lists: Annexe 1 and Annexe 2 of Poilbarbe's rules, as the reference of an event shows them."""

from collections import Counter
from dataclasses import replace
from math import comb

import pytest

from tests.second_count import french_classical as second_count
from tournament.catalogue import rule_set
from tournament.hand.notation import parse_player_hand
from tournament.language import ENGLISH, Text
from tournament.rules.question import answer_problem
from tournament.rules.reference import ReferenceTable
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX, GrandJeu, PartKind
from tournament.rulesets.french_classical.options import OPTIONS, FrenchOptions
from tournament.rulesets.french_classical.scoring import count
from tournament.rulesets.french_classical.situation import FrenchSituation

SIMPLE, ADVANCED = "french-classical-simple", "french-classical-advanced"


def rules(id: str, **chosen: int | str | bool | None) -> RuleSet:
    found = rule_set(id, tuple(sorted(chosen.items())))
    assert found is not None
    return found


def tables(found: RuleSet) -> dict[str, ReferenceTable]:
    return {ENGLISH.render(table.heading): table for table in found.reference()}


def worths(table: ReferenceTable) -> dict[str, list[object]]:
    """The values of each row by its English name, as they are shown."""
    return {
        row.name.en: [ENGLISH.render(each) if isinstance(each, Text) else each for each in row.worth]
        for row in table.rows
    }


def test_the_two_settlements_have_their_names() -> None:
    names = {id: ENGLISH.render(rules(id).name) for id in (SIMPLE, ADVANCED)}
    assert names == {SIMPLE: "French classical, simple", ADVANCED: "French classical, advanced"}


def test_points_of_every_hand() -> None:
    """Annexe 2, exposed and concealed."""
    assert worths(tables(rules(SIMPLE, round_wind=True))["Points of every hand"]) == {
        "Pair of the own wind": [2, 2],
        "Pair of the dominant wind": [2, 2],
        "Pair of dragons": [0, 2],
        "Pair of the round wind": [0, 2],
        "Chow": [0, 0],
        "Pung (2 to 8)": [2, 4],
        "Pung (1, 9 or winds)": [4, 8],
        "Pung (dragons)": [8, 16],
        "Kong (2 to 8)": [8, 16],
        "Kong (1, 9 or winds)": [16, 32],
        "Kong (dragons)": [32, 64],
        "Flower or season": [4, None],
    }


def test_points_and_doubles_of_the_winner() -> None:
    found = tables(rules(SIMPLE))
    points = {"Mah-Jong": 20, "Mah-Jong with 4 chows and a pair": 10, "Mah-Jong drawn from the wall": 2, "Served": 100,
              "Plum blossom on the roof": 100}  # fmt: skip
    assert worths(found["Points of the winner"]) == {name: [worth] for name, worth in points.items()}
    assert worths(found["Instead of everything else"]) == {"Graces of Paradise": [900], "Blessing of the Earth": [800]}
    halved = tables(rules(SIMPLE, limit=500))
    assert worths(halved["Instead of everything else"]) == {"Graces of Paradise": [450], "Blessing of the Earth": [400]}
    doubles = worths(found["Doubles of the winner"])
    assert {name for name, (worth,) in doubles.items() if worth != "× 2"} == {"Pure hand"}
    assert doubles["Pure hand"] == ["× 8"]


def test_the_list_follows_the_options() -> None:
    usual = tables(rules(SIMPLE))
    assert "Pair of the round wind" not in worths(usual["Points of every hand"])
    assert list(worths(usual["Doubles of every hand"]))[-4:] == ["Own flower", "Own season", "4 flowers", "4 seasons"]
    plain = tables(rules(SIMPLE, bonus_tiles=False))
    assert "Flower or season" not in worths(plain["Points of every hand"])
    assert list(worths(plain["Doubles of every hand"])) == ["Set of the own wind", "Set of the dominant wind",
                                                            "Set of dragons"]  # fmt: skip
    assert "Grands Jeux" not in tables(rules(SIMPLE, grands_jeux=False))


def test_the_grands_jeux_are_numbered_from_the_cheapest() -> None:
    """Annexe 1 lists 34 from 500 to 5000; those of an event follow."""
    table = tables(rules(SIMPLE, own_hands="Mouse=300"))["Grands Jeux"]
    assert [row.number for row in table.rows] == [str(number) for number in range(1, 36)]
    assert [jeu.item.number for jeu in GRANDS_JEUX] == [str(number) for number in range(1, 35)]
    values = [jeu.item.value for jeu in GRANDS_JEUX]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (500, 5000)
    shown = worths(table)
    assert [shown[name] for name in ("Seven Pairs", "Royal Chow", "Pairs of Shozum", "Imperial Mah-Jong", "Mouse")] == [
        [500], [600], [1300], [5000], [300],
    ]  # fmt: skip
    fewer = tables(rules(SIMPLE, value_chow_royal=0, value_main_de_paires=700))["Grands Jeux"]
    assert "Royal Chow" not in worths(fewer)
    assert worths(fewer)["Seven Pairs"] == [700]
    assert fewer.rows[3].number == "5", "a Grand Jeu keeps its number"


@pytest.mark.parametrize("jeu", [jeu for jeu in GRANDS_JEUX if jeu.layouts is not None], ids=lambda jeu: jeu.item.slug)
def test_a_run_is_of_one_suit(jeu) -> None:
    assert jeu.layouts is not None
    runs = {part.tiles for _, parts in jeu.layouts() for part in parts if part.kind is PartKind.RUN}
    for tiles in runs:
        assert len({tile.suit for tile in tiles}) == 1
        ranks = [tile.rank for tile in tiles]
        assert ranks == sorted(ranks)


@pytest.mark.parametrize("text", ["89m1s345s678pESWNN|-S0000", "89m1s345s678pCFPSS|-S0000"])
def test_a_chow_ends_with_nine(text: str) -> None:
    """Les Chow Venteux and Le Chow Royal have a chow of each suit: 8 and 9 of one and 1 of the next are none."""
    with pytest.raises(NotComplete):
        count(parse_player_hand(text), FrenchSituation("N"), FrenchOptions())
    assert count(parse_player_hand(text.replace("89m1s", "789m")), FrenchSituation("N"), FrenchOptions()).points >= 500


def test_a_hand_that_lost_shows_its_pungs_and_pairs() -> None:
    lost = parse_player_hand("[777p,1]222mCCC55s9sE|-S0000", won=False, any_size=True)
    found = count(lost, FrenchSituation("N"), FrenchOptions())
    shown = {each.item.slug: ["".join(tile.text for tile in group) for group in each.groups] for each in found.counted}
    assert shown["exposed-pung-simple"] == ["7p7p7p"]
    assert shown["concealed-pung-simple"] == ["2m2m2m"]
    assert shown["concealed-pung-dragons"] == ["CCC"]
    assert (found.base, found.times, found.points) == (2 + 4 + 16, 2, 44)


def test_four_equal_tiles_of_a_loser_are_a_pung() -> None:
    lost = parse_player_hand("2222m1p|-S0000", won=False, any_size=True)
    assert count(lost, FrenchSituation("N"), FrenchOptions()).points == 4


def test_a_loser_with_thirteen_tiles_is_counted_and_with_fourteen_is_not() -> None:
    """F15: with too many tiles, in a void hand, and ready when another wins, only flowers and seasons count."""
    thirteen = parse_player_hand("222mCCC1379s13pE|-S0000", won=False, any_size=True)
    fourteen = parse_player_hand("222mCCC1379s137pE|-S0000", won=False, any_size=True)
    usual, options = FrenchSituation("N"), FrenchOptions()
    assert count(thirteen, usual, options).points == (4 + 16) * 2
    assert count(fourteen, usual, options).points == 0
    assert count(thirteen, replace(usual, void=True), options).points == 0
    assert count(thirteen, replace(usual, ready="ready"), options).points == 0
    assert count(thirteen, replace(usual, ready="ready", drawn=True), options).points == 40


@pytest.mark.parametrize(
    ("name", "possible", "impossible"),
    [
        ("limit", (None, 1, 1000, 1_000_000), (0, -1, 1_000_001)),
        ("hands", (0, 16, 64), (-1, 65)),
        ("false_mah_jong_fine", (0, 500, 100_000), (-1, 100_001)),
        ("grand_jeu_factor", (0, 3, 4, 10), (-1, 11)),
        ("value_main_de_paires", (0, 500, 100_000), (-1, 100_001, None)),
    ],
)
def test_what_an_event_may_choose(
    name: str, possible: tuple[int | None, ...], impossible: tuple[int | None, ...]
) -> None:
    (asked,) = (option.question for option in OPTIONS if option.question.name == name)
    assert [answer for answer in possible if answer_problem(asked, answer) is not None] == []
    assert [answer for answer in impossible if answer_problem(asked, answer) is None] == []


LAYOUTS = {
    "7-lanternes-du-palais": 3 * 7 * 3 * 4,  # suits, twins, dragons, own winds
    "chow-venteux": 7**3 * 4,  # chows of each suit, fifth winds
    "chow-royal": 7**3 * 4,  # chows of each suit, own winds
    "main-chinoise": 3 * 7,  # suits, twins
    "joueur-maladroit": 3 * 3,  # suits, dragons
    "main-pleine-de-9-pieces": 3 * 7,
    "pung-venteux": 9**3 * 4,
    "petit-serpent": 3 * 3,
    "paires-venteuses": 9**3,
    "jardin-de-gretos": 3,
    "grands-freres": 3 * 4 * 6,  # suits, own winds, other honours
    "main-d-opaline": comb(9, 3) * 6,  # pungs, pairs
    "main-de-jade": comb(9, 3) * 6,
    "main-de-corail": comb(9, 3) * 6,
    "paires-de-shozum": 3 * comb(9, 6),
    "main-de-diamant": 6,  # other honours
    "main-d-emeraude": 6,
    "main-de-rubis": 6,
    "serpentin-des-4-vents": 6 * 7,  # orders of the suits, honours
    "triangle-venteux": 9 * 4,
    "serpentin-royal": 6 * 4,
    "treize-lanternes-merveilleuses": 13,
    "pung-royal": 9 * 4,
    "quatre-bonheurs-domestiques": 30,  # kinds that are no winds
    "3-grands-apotres": 3 * 7 * 9,  # suits, chows, pairs
    "3-fils-adoptifs-du-dragon": 9 * 4,
    "triangle-eternel": 1,
    "ennemis": 2 * 3,  # opposite winds, suits
    "tempete": 3,
    "grande-main-verte": 4,
    "souffle-du-dragon": 4,
    "mah-jong-imperial": 4,
}
"""In how many ways the tiles of each Grand Jeu can be chosen, with the own wind where it matters."""


@pytest.mark.parametrize("jeu", [jeu for jeu in GRANDS_JEUX if jeu.layouts is not None], ids=lambda jeu: jeu.item.slug)
def test_a_grand_jeu_is_known_in_all_its_forms(jeu: GrandJeu) -> None:
    assert jeu.layouts is not None
    layouts = [
        ("" if wind is None else wind.letter, "".join(sorted(tile.text for part in parts for tile in part.tiles)))
        for wind, parts in jeu.layouts()
    ]
    assert len(layouts) == len(set(layouts)) == LAYOUTS[jeu.item.slug]


@pytest.mark.parametrize("jeu", [jeu for jeu in GRANDS_JEUX if jeu.layouts is not None], ids=lambda jeu: jeu.item.slug)
def test_a_grand_jeu_in_its_forms_is_one_for_the_second_count(jeu: GrandJeu) -> None:
    """The first, the last and some between them."""
    assert jeu.layouts is not None
    if jeu.item.slug == "main-pleine-de-9-pieces":
        return  # its 1s and 9s are kongs; the gold has it
    layouts = list(jeu.layouts())
    for wind, parts in (*layouts[:: max(1, len(layouts) // 7)], layouts[-1]):
        text = "".join(tile.text for part in parts for tile in part.tiles)
        line = {"hand": f"{text}|-{'E' if wind is None else wind.letter}0000", "dominant": "N"}
        assert jeu.item.slug in second_count.count(line)["grands_jeux"], text
        found = count(parse_player_hand(line["hand"]), FrenchSituation("N"), FrenchOptions())
        named = {each.item.slug for each in found.counted} | {each.item.slug for each in found.replaced}
        assert jeu.item.slug in named, text


@pytest.mark.parametrize(
    ("text", "slug"),
    [("1133m2299p5588sEE|-S0000", "main-de-paires"), ("EESSCC11m99m11p99s|-S0000", "7-muses-du-poete-chinois")],
)
def test_seven_pairs_are_shown_as_pairs(text: str, slug: str) -> None:
    found = count(parse_player_hand(text), FrenchSituation("N"), FrenchOptions())
    assert found.counted[0].item.slug == slug
    assert len(found.groups) == 7
    assert all(len(group) == 2 and group[0] is group[1] for group in found.groups)
    assert Counter(tile for group in found.groups for tile in group) == Counter(parse_player_hand(text).tiles)
