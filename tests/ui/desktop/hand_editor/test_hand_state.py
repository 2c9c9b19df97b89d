"""The state of the hand editor: each change gives the next one, and the line holds the hand."""

from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind
from ui.desktop.hand_editor.hand_state import WINNING, HandState, RackItem, RackPart
from ui.desktop.hand_editor.verdict_text import ListedFan, counted_rows
from ui.entry.verdict import HandContext

PICTURE = "[234p,1]234m23456s88p7s|NE0000|a"


def rows_of(state: HandState) -> list[ListedFan]:
    assert state.verdict.explanation is not None
    return counted_rows(state.verdict.explanation)


def test_tiles_arranged_by_hand_are_written_into_the_line() -> None:
    state = HandState.begin(HandContext(), "123456789m1234s")
    won = state.with_arrangement(state.arrangement.with_tile(Tile.S4))
    assert won.typed == "123456789m1234s4s"
    assert won.verdict.points is not None
    assert won.with_typed(won.typed) == won


def test_the_situation_of_the_context_is_not_written() -> None:
    north = Situation(Wind.NORTH, Wind.WEST)
    state = HandState.begin(HandContext(north), "11m")
    assert state.arrangement.situation == north
    assert state.with_arrangement(state.arrangement).typed == "11m"
    assert HandState.begin(HandContext(EAST_BY_DISCARD), "").with_arrangement(state.arrangement).typed == "11m|NW0000"


def test_a_fan_that_is_looked_at_stands_out_until_the_hand_changes() -> None:
    state = HandState.begin(HandContext(), PICTURE)
    assert state.highlighted == frozenset()
    looking = state.looking_at(rows_of(state)[0])
    tiles = {
        looking.arrangement.tiles[item.index].text for item in looking.highlighted if item != RackItem(RackPart.MELD)
    }
    assert tiles == {"2m", "3m", "4m", "2s", "3s", "4s"}
    assert RackItem(RackPart.MELD, 0) in looking.highlighted
    assert WINNING not in looking.highlighted
    assert not looking.flowers_highlighted
    assert looking.with_typed(PICTURE).highlighted == frozenset()
    assert looking.looking_at(None) == state


def test_flowers_stand_out_alone() -> None:
    state = HandState.begin(HandContext(), PICTURE)
    flowers = state.looking_at(rows_of(state)[-1])
    assert flowers.flowers_highlighted
    assert flowers.highlighted == frozenset()


def test_nothing_stands_out_in_tiles_that_win_nothing() -> None:
    row = rows_of(HandState.begin(HandContext(), PICTURE))[0]
    assert HandState.begin(HandContext(), "123m").looking_at(row).highlighted == frozenset()


def test_the_rack_goes_from_concealed_tiles_over_the_winning_one_to_the_sets() -> None:
    state = HandState.begin(HandContext(), PICTURE)
    parts = [item.part for item in state.items]
    assert parts == [RackPart.CONCEALED] * 10 + [RackPart.WINNING, RackPart.MELD]
    assert [item.part for item in HandState.begin(HandContext(), "[EEE,1]1m").items] == [
        RackPart.CONCEALED, RackPart.MELD,
    ]  # fmt: skip
