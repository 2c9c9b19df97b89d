"""The state of a hall is kept as text, and read back equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.hall.hall_file import HallFileDamaged, read, written
from ui.hall.hall_state import HallScreen, HallState, ScreenArrangement, ScreenContent


@given(st.from_type(HallState))
def test_what_is_written_is_read_back(state: HallState) -> None:
    assert read(written(state)) == state


def test_an_older_file_has_the_usual_values() -> None:
    state = read('{"event": "e1", "screens": [{"name": "Hall"}]}')
    assert state == HallState("e1", (HallScreen("Hall", (ScreenContent.CLOCK,)),))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"event": 3}', '{"event": "e", "screens": [{"name": "A", "contents": ["tv"]}]}']
)
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(HallFileDamaged):
        read(text)


def test_a_screen_takes_the_place_of_the_one_of_its_name() -> None:
    state = HallState("e", (HallScreen("A"), HallScreen("B")))
    changed = state.with_screen(HallScreen("A", seconds=20)).with_screen(HallScreen("C"))
    assert [(each.name, each.seconds) for each in changed.screens] == [("A", 20), ("B", 12), ("C", 12)]
    assert [each.name for each in changed.without_screen("B").screens] == ["A", "C"]


def test_an_arrangement_saved_again_takes_the_place_of_the_old() -> None:
    state = HallState("e", (HallScreen("A"),)).keeping_arrangement("Day").keeping_arrangement("Evening")
    again = state.without_screen("A").with_screen(HallScreen("B")).keeping_arrangement("Day")
    assert again.arrangements == (
        ScreenArrangement("Evening", (HallScreen("A"),)),
        ScreenArrangement("Day", (HallScreen("B"),)),
    )
