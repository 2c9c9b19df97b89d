"""Declared sets lie as on the table (WMO 2006: the claimed tile tells from whom)."""

import pytest

from tournament.hand.meld_tiles import meld_tiles
from tournament.hand.notation import parse_waiting


@pytest.mark.parametrize(
    ("meld", "told"),
    [
        ("[234p,1]", "2p< 3p 4p"),
        ("[234p,2]", "3p< 2p 4p"),
        ("[234p,3]", "4p< 2p 3p"),
        ("[EEE,1]", "E< E E"),
        ("[EEE,2]", "E E< E"),
        ("[EEE,3]", "E E E<"),
        ("[EEEE,1]", "E< E E E"),
        ("[EEEE,2]", "E E< E E"),
        ("[EEEE,3]", "E E E E<"),
        ("[EEEE,5]", "E<2 E E"),
        ("[EEEE,6]", "E E<2 E"),
        ("[EEEE,7]", "E E E<2"),
        ("[EEEE]", "? E E ?"),
    ],
)
def test_the_claimed_tile_lies_where_it_came_from(meld: str, told: str) -> None:
    (found,) = parse_waiting(f"{meld}123456789mC").melds
    signs = [
        "?" if each.hidden else each.tile.text + "<" * each.lies + "2" * each.doubled for each in meld_tiles(found)
    ]
    assert " ".join(signs) == told
