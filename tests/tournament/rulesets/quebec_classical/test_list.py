"""Québec classical in lists: the points, doubles and special hands of the document, and what an event may choose."""

import pytest

from tournament.catalogue import rule_set
from tournament.hand.notation import parse_player_hand
from tournament.language import ENGLISH, Text
from tournament.rules.question import answer_problem
from tournament.rules.reference import ReferenceTable
from tournament.rulesets.quebec_classical.options import OPTIONS
from tournament.rulesets.quebec_classical.scoring import count


def tables(**chosen: int | str | bool | None) -> dict[str, ReferenceTable]:
    rules = rule_set("quebec-classical", tuple(sorted(chosen.items())))
    assert rules is not None
    return {ENGLISH.render(table.heading): table for table in rules.reference()}


def worths(table: ReferenceTable) -> dict[str, list[object]]:
    """The values of each row by its English name, as they are shown."""
    return {
        row.name.en: [ENGLISH.render(each) if isinstance(each, Text) else each for each in row.worth]
        for row in table.rows
    }


def test_points_of_every_hand() -> None:
    """Exposed and concealed; the document prints “–” for an exposed pair."""
    usual = {
        "Chow": [0, 0],
        "Minor pung": [2, 4],
        "Major pung": [4, 8],
        "Minor quong": [8, 16],
        "Major quong": [16, 32],
        "Pair of dragons": [None, 2],
        "Pair of own wind": [None, 2],
    }
    assert worths(tables()["Points of every hand"]) == usual
    with_round = worths(tables(round_wind_pair=True)["Points of every hand"])
    assert with_round == {**usual, "Pair of the round wind": [None, 2]}


def test_points_of_the_winner() -> None:
    points = {"Mah-Jong": [20], "Tile from the wall": [2], "Only possible tile": [2]}
    assert worths(tables()["Points of the winner"]) == points


def test_the_ten_special_hands_are_worth_the_limit() -> None:
    found = tables()["Special hands"]
    assert [row.number for row in found.rows] == [str(number) for number in range(1, 11)]
    assert {tuple(worth) for worth in worths(found).values()} == {(500,)}
    other = tables(limit=None, special_value=300, small_serpent=False, own_hands="Mouse")["Special hands"]
    assert len(other.rows) == 10
    assert other.rows[-1].number == "11", "a hand of the event follows those of the document"
    assert {tuple(worth) for worth in worths(other).values()} == {(300,)}
    assert "Special hands" not in tables(limit=None), "they need a limit or a value"


def test_the_list_follows_the_options() -> None:
    doubles = {name: len(table.rows) for name, table in tables(traditional_doubles=True).items()}
    assert doubles["Doubles of every hand"] == 7
    assert len(tables()["Doubles of every hand"].rows) == 5


@pytest.mark.parametrize(
    ("name", "possible", "impossible"),
    [
        ("limit", (None, 20, 500, 1_000_000), (19, 0, -1, 1_000_001)),  # a Mah-Jong alone is worth 20
        ("special_value", (None, 20, 1_000_000), (19, 0, 1_000_001)),
        ("rounds", (1, 2, 4), (0, 5)),
    ],
)
def test_what_an_event_may_choose(
    name: str, possible: tuple[int | None, ...], impossible: tuple[int | None, ...]
) -> None:
    (asked,) = (option.question for option in OPTIONS if option.question.name == name)
    assert [answer for answer in possible if answer_problem(asked, answer) is not None] == []
    assert [answer for answer in impossible if answer_problem(asked, answer) is None] == []


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("111222333m999pEE|ES1000", {"1m1m1m", "2m2m2m", "3m3m3m", "9p9p9p", "EE"}),
        ("111222333m999p5s5s|ES1000", {"1m1m1m", "2m2m2m", "3m3m3m", "9p9p9p", "5s5s"}),
    ],
)
def test_a_hidden_hand_is_shown_as_its_four_pungs(text: str, groups: set[str]) -> None:
    """The same tiles are also three equal chows."""
    found = count(parse_player_hand(text))
    assert [each.item.slug for each in found.counted] == ["hidden-hand"]
    assert {"".join(tile.text for tile in group) for group in found.groups} == groups
