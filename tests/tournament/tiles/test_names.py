"""Tiles have names that can be read aloud."""

import pytest

from tournament.language import ENGLISH, language_of
from tournament.tiles.names import face_of, flower_name, tile_name
from tournament.tiles.tile import Tile

NAMES = {
    Tile.M1: "1 of characters",
    Tile.S3: "3 of bamboos",
    Tile.P9: "9 of dots",
    Tile.EAST: "East wind",
    Tile.SOUTH: "South wind",
    Tile.WEST: "West wind",
    Tile.NORTH: "North wind",
    Tile.RED: "Red dragon",
    Tile.GREEN: "Green dragon",
    Tile.WHITE: "White dragon",
}


@pytest.mark.parametrize("tile", NAMES)
def test_a_tile_in_words(tile: Tile) -> None:
    assert ENGLISH.render(tile_name(tile)) == NAMES[tile]


def test_every_tile_and_flower_has_a_name_of_its_own() -> None:
    names = [tile_name(tile) for tile in Tile] + [flower_name(letter) for letter in "abcdefgh"]
    assert len({ENGLISH.render(name) for name in names}) == 34 + 8


def test_flowers_come_before_seasons() -> None:
    assert ENGLISH.render(flower_name("a")) == "Flower 1, plum"
    assert ENGLISH.render(flower_name("h")) == "Season 4, winter"
    with pytest.raises(ValueError, match="not in tuple"):
        flower_name("i")


def test_west_has_an_o_in_french() -> None:
    assert face_of(Tile.WEST, ENGLISH) == "W"
    assert face_of(Tile.WEST, language_of("fr")) == "W-fr"
    assert face_of(Tile.EAST, language_of("fr")) == "E"
    assert face_of(Tile.S5, language_of("fr")) == "5s"
