"""The state of a hall is kept as text, and read back equal."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.hall.hall_folder import hall_folder, sponsors_folder
from ui.hall.hall_state import LEAST_SECONDS, MOST_SECONDS, HallScreen, HallState, ScreenArrangement, ScreenContent
from ui.hall.hall_store import (
    HallFileDamaged,
    adopt_hall,
    carry_hall,
    kept_hall,
    load_hall,
    read_hall,
    save_hall,
    written_hall,
)

SCREENS = st.lists(
    st.builds(HallScreen, contents=st.lists(st.sampled_from(ScreenContent), min_size=1).map(tuple),
              seconds=st.integers(LEAST_SECONDS, MOST_SECONDS)),
    max_size=4, unique_by=lambda screen: screen.name,
).map(tuple)  # fmt: skip
STATES = st.builds(
    HallState, screens=SCREENS, arrangements=st.lists(st.builds(ScreenArrangement, screens=SCREENS)).map(tuple)
)


@given(STATES)
def test_what_is_written_is_read_back(state: HallState) -> None:
    assert read_hall(written_hall(state)) == state


def test_an_older_file_has_the_usual_values() -> None:
    state = read_hall('{"event": "e1", "screens": [{"name": "Hall"}]}')
    assert state == HallState("e1", (HallScreen("Hall", (ScreenContent.CLOCK,)),))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"event": 3}',
        '{"event": "e", "screens": [{"name": "A", "contents": ["tv"]}]}',
        '{"event": "e", "screens": [{"name": "A"}, {"name": "A"}]}',
    ],
)
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(HallFileDamaged):
        read_hall(text)


@pytest.mark.parametrize("value", ['"seconds": 0', '"seconds": 100000', '"contents": []'])
def test_what_no_screen_can_show_is_as_usual(value: str) -> None:
    (screen,) = read_hall('{"event": "e", "screens": [{"name": "A", ' + value + "}]}").screens
    assert screen.seconds == 12
    assert screen.contents


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


def test_who_takes_over_has_the_screens_of_the_lost_host_beside_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "lost"))
    theirs = (HallScreen("Hall", seconds=30, monitor="HDMI-1", open=True), HallScreen("Bar", monitor="HDMI-2"))
    save_hall(HallState("e", theirs, (ScreenArrangement("Lunch", theirs),), "Lunch", sponsors=("a.png",)))
    told = kept_hall("e")
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "successor"))
    assert kept_hall("e") == ""
    for own in ((), (HallScreen("Bar", seconds=7, monitor="DP-1", open=True),)):
        save_hall(HallState("e", own))
        for _ in range(2):
            adopt_hall("e", told)
        found = load_hall("e").state
        assert (found.message, found.sponsors, [each.name for each in found.arrangements]) == ("Lunch", (), ["Lunch"])
        hall, bar = found.screen("Hall"), found.screen("Bar")
        assert hall == HallScreen("Hall", seconds=30), "it opens no window here"
        assert bar == (own[0] if own else HallScreen("Bar"))
    for nonsense in ("", "[1", "{}"):
        before = load_hall("e").state
        adopt_hall("e", nonsense)
        assert load_hall("e").state == before


def test_a_new_event_has_the_screens_of_the_other_one_and_nothing_that_was_said_there() -> None:
    pictures = sponsors_folder("old")
    pictures.mkdir(parents=True)
    (pictures / "tiles.png").write_bytes(b"picture")
    wall = HallScreen("Wall", (ScreenContent.STANDINGS,), open=True, message="secret", turned=3, monitor="HDMI-1")
    arrangement = ScreenArrangement("Final", (HallScreen("Wall"),))
    old = HallState("old", (wall,), (arrangement,), "Lunch at 12", ("tiles.png", "gone.png"))
    save_hall(old)
    carry_hall("old", "new")
    new = load_hall("new").state
    assert new.screens == (HallScreen("Wall", (ScreenContent.STANDINGS,), monitor="HDMI-1"),)
    assert (new.arrangements, new.message, new.sponsors) == ((arrangement,), "", ("tiles.png",))
    assert (sponsors_folder("new") / "tiles.png").read_bytes() == b"picture"
    assert load_hall("old").state == old


def test_an_event_without_screens_or_with_damaged_ones_gives_none() -> None:
    carry_hall("no-screens", "without")
    folder = hall_folder("damaged")
    folder.mkdir(parents=True)
    (folder / "hall.json").write_text("{")
    carry_hall("damaged", "without")
    assert not hall_folder("without").exists()
    assert (folder / "hall.json").read_text() == "{"
