"""What twelve tiles can become agrees with what is judged once the thirteenth and the fourteenth are typed."""

import pytest

from tournament.tiles.tile import TILES
from ui.entry.hand_line import parse_line
from ui.entry.next_tile import NextTile, most_promising, next_kinds, with_next
from ui.entry.verdict import HandContext, judge

CONTEXT = HandContext()
READY_SOON = ("234m234p2345s88p", "112233m445566p", "[1111m,1]234p234s88s2m")
FAR = "147m258p36sEESW"


def found(typed: str) -> tuple[NextTile, ...]:
    arrangement = parse_line(typed, CONTEXT.situation, fixed=False).arrangement
    return tuple(with_next(arrangement, tile, CONTEXT.scorer) for tile in next_kinds(arrangement))


@pytest.mark.parametrize("typed", READY_SOON)
def test_each_next_tile_waits_for_what_the_thirteen_wait_for(typed: str) -> None:
    for each in found(typed):
        waits = judge(f"{typed}{each.tile.text}", CONTEXT).waits
        assert each.waits == tuple(wait for wait in waits if not wait.all_held)
        assert each.points == max((wait.by_discard.points for wait in waits if wait.by_discard), default=0)


def test_the_dearest_comes_first_with_what_it_is_counted_for() -> None:
    best = most_promising(found("234m234p2345s88p"))[0]
    assert (best.tile.text, best.points) == ("7s", 16)
    assert best.best is not None
    assert best.best == judge("234m234p23457s88p6s", CONTEXT).explanation


def test_where_no_tile_makes_it_ready_those_are_named_that_bring_it_nearest() -> None:
    near = most_promising(found(FAR))
    least = min(distance.shanten for tile in TILES for distance in judge(f"{FAR}{tile.text}", CONTEXT).distances)
    assert {each.nearest.shanten for each in near if each.nearest is not None} == {least}
    assert all(not each.waits for each in near)


@pytest.mark.parametrize("typed", ["", "1m", "234m234p2345s8p", "234m234p23456s88p", "234m234p23456s88p7s"])
def test_only_the_thirteenth_tile_is_asked_for(typed: str) -> None:
    assert next_kinds(parse_line(typed, CONTEXT.situation, fixed=False).arrangement) == ()


def test_a_kind_of_which_all_are_held_does_not_come() -> None:
    arrangement = parse_line("1111m234p234s88s", CONTEXT.situation, fixed=False).arrangement
    assert "1m" not in {tile.text for tile in next_kinds(arrangement)}
    assert len(next_kinds(arrangement)) == 33
