"""Whatever is done to a hall, it can be stored and read back, and screens are never mixed up."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.language import ENGLISH
from ui.hall.hall_state import HallScreen, HallState, ScreenContent, changes_text
from ui.hall.hall_store import read_hall, written_hall
from ui.hall.monitors import Monitor, on_monitor, own_monitor

NAMES = st.sampled_from(["North", "South", "大厅"])
Action = Callable[[HallState], HallState]
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(lambda name: lambda hall: hall.with_screen(HallScreen(name, open=True)), NAMES),
    st.builds(lambda name: lambda hall: hall.without_screen(name), NAMES),
    st.builds(
        lambda old, new: lambda hall: hall.renaming_screen(old, new) if hall.screen(new) is None else hall, NAMES, NAMES
    ),
    st.builds(lambda name: lambda hall: hall.keeping_arrangement(name), NAMES),
    st.builds(lambda name: lambda hall: hall.without_arrangement(name), NAMES),
    st.builds(
        lambda name: lambda hall: hall.arranged(hall.arrangement(name)) if hall.arrangement(name) else hall, NAMES
    ),
    st.builds(lambda content: lambda hall: hall.showing_only(content), st.sampled_from(ScreenContent)),
    st.builds(lambda name: lambda hall: hall.with_message("Lunch", frozenset({name})), NAMES),
    st.just(HallState.without_messages),
)


@given(st.lists(ACTIONS, max_size=12))
def test_whatever_is_done_the_hall_can_be_kept_and_read_back(actions: list[Action]) -> None:
    hall = HallState("e")
    for act in actions:
        hall = act(hall)
        assert read_hall(written_hall(hall)) == hall


def test_a_name_that_an_arrangement_has_already_leaves_that_arrangement_as_it_is() -> None:
    hall = HallState("e", (HallScreen("A"), HallScreen("B"))).keeping_arrangement("Play").without_screen("B")
    renamed = hall.renaming_screen("A", "B")
    assert [each.name for each in renamed.screens] == ["B"]
    assert [each.name for each in renamed.arrangements[0].screens] == ["A", "B"]


def test_a_browser_finds_a_screen_by_its_name_its_number_or_a_name_that_it_had() -> None:
    hall = HallState("e", (HallScreen("North"), HallScreen("1"), HallScreen("East"))).renaming_screen("North", "Nord")
    found = {name: hall.screen_called(name) for name in ("Nord", "North", "1", "2", "3", "4", "0", "²", "nord", "")}
    assert {name: each.name for name, each in found.items() if each is not None} == {
        "Nord": "Nord", "North": "Nord", "1": "1", "2": "1", "3": "East",
    }  # fmt: skip
    again = hall.with_screen(HallScreen("North")).screen_called("North")
    assert again is not None
    assert again.name == "North", "one that has the name now comes before one that had it"
    assert HallState("e", (HallScreen("North"),)).screen_called("1") == HallScreen("North")
    assert HallState("e").screen_called("1") == HallScreen("1"), "where none is set up a clock"


def test_an_arrangement_closes_what_it_does_not_know_and_keeps_messages() -> None:
    hall = HallState("e", (HallScreen("A", open=True),)).keeping_arrangement("Play")
    later = hall.with_screen(HallScreen("B", open=True)).with_message("Lunch", frozenset({"A"}))
    arrangement = later.arrangement("Play")
    assert arrangement is not None
    assert ENGLISH.render(changes_text(later, arrangement)) == "It changes: B closes."
    applied = later.arranged(arrangement)
    assert [(each.name, each.open, each.message) for each in applied.screens] == [
        ("A", True, "Lunch"), ("B", False, ""),
    ]  # fmt: skip


def test_a_message_to_all_is_that_of_the_hall_and_one_to_some_is_not() -> None:
    hall = HallState("e", (HallScreen("A"), HallScreen("B")))
    assert hall.with_message("Lunch", frozenset({"A"})).message == ""
    everywhere = hall.with_message("Lunch", frozenset({"A", "B"}))
    assert everywhere.message == "Lunch"
    assert everywhere.without_messages() == hall


@given(st.integers(0, 10**6), st.integers(0, 10**5), st.integers(4, 120), st.integers(-3, 3))
def test_a_held_page_stands_and_goes_on_from_there(start: int, later: int, seconds: int, turned: int) -> None:
    now = datetime(2026, 6, 13, tzinfo=UTC) + timedelta(seconds=start)
    then = now + timedelta(seconds=later)
    screen = HallScreen("A", seconds=seconds, turned=turned)
    held = screen.held_at(now)
    assert held.page_number(then) == screen.page_number(now)
    assert held.released(then).page_number(then) == screen.page_number(now)
    assert held.turned_on(1).page_number(then) == screen.page_number(now) + 1


LEFT = Monitor("HDMI-1", "EPSON 1", 1920, 0, 1920, 1080)
RIGHT = Monitor("HDMI-2", "EPSON 2", 3840, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("plugged", "found"),
    [
        ((LEFT, RIGHT), LEFT),
        ((replace(LEFT, name="HDMI-2"), replace(RIGHT, name="HDMI-1")), replace(LEFT, name="HDMI-2")),
        ((replace(LEFT, serial="BENQ 7"), RIGHT), replace(LEFT, serial="BENQ 7")),
        ((RIGHT,), None),
        ((), None),
    ],
    ids=["there", "at the other socket", "another projector at its socket", "unplugged", "none"],
)
def test_a_monitor_is_known_by_its_number_and_then_by_its_socket(
    plugged: tuple[Monitor, ...], found: Monitor | None
) -> None:
    assert own_monitor(on_monitor(HallScreen("A"), LEFT), plugged) == found


def test_two_monitors_without_identity_are_distinguished_by_position() -> None:
    first, second = replace(LEFT, serial="", name="DP"), replace(RIGHT, serial="", name="DP")
    assert own_monitor(on_monitor(HallScreen("A"), second), (first, second)) == second
    assert own_monitor(on_monitor(HallScreen("A"), None), (first, second)) is None


def test_mirrored_monitors_overlap_and_neighbours_do_not() -> None:
    assert LEFT.overlaps(replace(RIGHT, x=LEFT.x))
    assert not LEFT.overlaps(RIGHT)


@pytest.mark.parametrize(
    ("name", "step", "order"),
    [("A", -1, "ABC"), ("A", -5, "ABC"), ("A", 1, "BAC"), ("B", 1, "ACB"), ("B", -1, "BAC"), ("C", 1, "ABC"),
     ("C", 9, "ABC"), ("A", 2, "BCA"), ("X", 1, "ABC")],
)  # fmt: skip
def test_a_sponsor_is_moved_no_further_than_to_an_end(name: str, step: int, order: str) -> None:
    hall = HallState("e", sponsors=("A", "B", "C"))
    assert "".join(hall.moving_sponsor(name, step).sponsors) == order
