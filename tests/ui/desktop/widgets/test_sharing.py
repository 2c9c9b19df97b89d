"""Columns share a width: all that they want, or names first, and never less than the least."""

import pytest

from ui.desktop.widgets.sharing import Wish, room_for, shared

NAME, CLUB, TEAM = Wish(100, 200, first=True), Wish(60, 160), Wish(60, 110)


@pytest.mark.parametrize(
    ("room", "widths"),
    [
        (940, [400, 320, 220]),  # twice what they want: twice as wide each
        (470, [200, 160, 110]),  # just what they want
        (395, [200, 110, 85]),  # the name whole; half of what the others lack
        (270, [150, 60, 60]),  # half of what the name lacks
        (220, [100, 60, 60]),
        (100, [100, 60, 60]),  # less than the least: it scrolls
    ],
)
def test_names_first(room: int, widths: list[int]) -> None:
    assert shared(room, [NAME, CLUB, TEAM]) == widths


def test_columns_that_want_nothing_get_nothing() -> None:
    assert shared(300, [Wish(0, 0), Wish(0, 0)]) == [0, 0]


def test_a_long_text_takes_what_the_others_leave() -> None:
    long, empty = Wish(100, 700, first=True), Wish(60, 60)
    assert shared(1000, [long, empty, empty]) == [853, 73, 73]  # the text is whole
    assert shared(700, [long, empty, empty]) == [580, 60, 60]
    assert shared(500, [long, Wish(60, 200), empty]) == [300, 140, 60]  # every other column has its own first
    assert shared(700, [long, Wish(60, 200), empty]) == [440, 200, 60]


def test_room_is_for_the_longest() -> None:
    short, long = room_for(["Ada"]), room_for(["Ada", "Maximilienne-Apolline"])
    assert 24 < short < long < room_for(["x" * 200]) < room_for(["x" * 400])
    assert room_for([], least=60) == 60
    assert room_for(["Ada"], least=99) == 99
