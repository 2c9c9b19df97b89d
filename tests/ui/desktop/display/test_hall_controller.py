"""Screens of the hall on their monitors: opened, unplugged, plugged in again, closed elsewhere, restarted."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.monitors import DESK, NORTH, SOUTH, plug_in, plugged_in
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.display import hall_controller
from ui.desktop.display.hall_controller import HallController, ScreenCondition
from ui.desktop.display.screen_window import ScreenWindow
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.translation import translator
from ui.hall.hall_folder import hall_folder
from ui.hall.hall_state import HallScreen, ScreenContent, SoundKind
from ui.hall.hall_store import load_hall
from ui.hall.monitors import on_monitor

pytestmark = pytest.mark.usefixtures("own_preferences")


@pytest.fixture(autouse=True)
def monitors(dressed: QApplication) -> Iterator[None]:
    """The referee's monitor and two projectors."""
    with plugged_in(DESK, NORTH, SOUTH):
        yield
        for window in windows(dressed):
            window.close()


def windows(app: QApplication) -> list[ScreenWindow]:
    return [each for each in app.topLevelWidgets() if isinstance(each, ScreenWindow) and each.isVisible()]


class Told:
    """The messages that the bar of the window received."""

    def __init__(self, controller: EventController) -> None:
        self.texts: list[str] = []
        self.offers: list[Callable[[], None]] = []
        controller.messages.shown.connect(self.tell)
        controller.messages.noted.connect(self.tell)
        controller.messages.action_offered.connect(self.offer)

    def tell(self, text: object) -> None:
        self.texts.append(translator.translate(text))  # type: ignore[arg-type] # carried by a signal

    def offer(self, text: object, _words: object, act: Callable[[], None]) -> None:
        self.tell(text)
        self.offers.append(act)


@pytest.fixture
def told(controller: EventController) -> Told:
    return Told(controller)


@pytest.fixture
def hall(controller: EventController, told: Told) -> HallController:
    return HallController(controller)


def open_screen(hall: HallController, name: str, *, on: object = NORTH) -> None:
    screen = HallScreen(name, open=True)
    hall.change_screen(on_monitor(screen, on.monitor) if on is not None else screen)  # type: ignore[attr-defined]


def test_a_screen_fills_its_monitor(hall: HallController, dressed: QApplication) -> None:
    open_screen(hall, "North")
    (window,) = windows(dressed)
    assert window.screen().name() == NORTH.name
    assert window.geometry() == window.screen().geometry()
    assert hall.condition("North") is ScreenCondition.ON_SHOW
    hall.change_screen(replace(hall.state.screens[0], open=False))
    assert windows(dressed) == []
    assert hall.condition("North") is ScreenCondition.CLOSED


def test_unplugged_it_waits_and_comes_back_by_itself(hall: HallController, dressed: QApplication, told: Told) -> None:
    open_screen(hall, "North")
    open_screen(hall, "South", on=SOUTH)
    plug_in(DESK, NORTH)
    assert [window.screen_name for window in windows(dressed)] == ["North"]
    assert hall.condition("South") is ScreenCondition.WAITS
    assert told.texts[-1].startswith("Monitor disconnected: South.")
    plug_in(DESK, NORTH, SOUTH)
    assert {window.screen_name: window.screen().name() for window in windows(dressed)} == {
        "North": NORTH.name, "South": SOUTH.name,
    }  # fmt: skip
    assert told.texts[-1] == "On show again: South."


def test_no_screen_comes_over_the_window_of_the_referee(
    hall: HallController, dressed: QApplication, told: Told
) -> None:
    open_screen(hall, "Wrong", on=DESK)
    assert windows(dressed) == []
    assert hall.condition("Wrong") is ScreenCondition.COVERS_DESK
    assert "would cover this window" in told.texts[-1]


def test_two_screens_of_one_monitor_the_second_waits(hall: HallController, told: Told) -> None:
    open_screen(hall, "First")
    open_screen(hall, "Second")
    assert [hall.condition(name) for name in ("First", "Second")] == [ScreenCondition.ON_SHOW, ScreenCondition.TAKEN]
    assert "uses the same monitor" in told.texts[-1]
    hall.change(hall.state.without_screen("First"))
    assert hall.condition("Second") is ScreenCondition.ON_SHOW


def test_closed_where_it_stands_it_is_told_and_brought_back(
    hall: HallController, dressed: QApplication, told: Told
) -> None:
    open_screen(hall, "North")
    QTest.keyClick(windows(dressed)[0], Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert hall.condition("North") is ScreenCondition.LOST
    assert told.texts[-1] == "Closed in the hall, not at the desk: North."
    told.offers[-1]()
    assert hall.condition("North") is ScreenCondition.ON_SHOW
    assert len(windows(dressed)) == 1


def test_what_does_not_paint_is_told(
    hall: HallController, told: Told, monkeypatch: pytest.MonkeyPatch, dressed: QApplication
) -> None:
    now = 1000.0
    monkeypatch.setattr(hall_controller, "monotonic", lambda: now)
    open_screen(hall, "North")
    (window,) = windows(dressed)
    for _ in range(6):
        window.view.painted_at = now  # as a paint does
        now += 3
        hall.check_windows()
        assert hall.condition("North") is ScreenCondition.ON_SHOW
    for _ in range(4):
        now += 3
        hall.check_windows()
    assert hall.condition("North") is ScreenCondition.NOT_PAINTED
    assert told.texts[-1].startswith("Not visible: North.")
    told.offers[-1]()
    assert hall.condition("North") is ScreenCondition.ON_SHOW


def test_a_computer_that_slept_is_no_screen_that_hangs(
    hall: HallController, monkeypatch: pytest.MonkeyPatch, dressed: QApplication
) -> None:
    now = 1000.0
    monkeypatch.setattr(hall_controller, "monotonic", lambda: now)
    open_screen(hall, "North")
    windows(dressed)[0].view.painted_at = now
    hall.check_windows()
    now += 3600
    hall.check_windows()
    now += 3
    hall.check_windows()
    assert hall.condition("North") is ScreenCondition.ON_SHOW


def test_a_restart_opens_what_was_open(
    hall: HallController, controller: EventController, event_file: Path, dressed: QApplication
) -> None:
    open_screen(hall, "North")
    open_screen(hall, "South", on=SOUTH)
    hall.change_screen(replace(hall.state.screens[1], open=False))
    controller.close()
    assert windows(dressed) == []
    again = bootstrap.make_controller("Referee")
    again.open(event_file)
    restarted = HallController(again)
    assert [(each.name, each.open) for each in restarted.state.screens] == [("North", True), ("South", False)]
    assert [window.screen_name for window in windows(dressed)] == ["North"]
    again.close()


def test_an_event_that_is_only_looked_at_opens_nothing_and_keeps_nothing(
    hall: HallController, controller: EventController, event_file: Path, dressed: QApplication
) -> None:
    open_screen(hall, "North")
    kept = (hall_folder(hall.state.event) / "hall.json").read_bytes()
    controller.replace_event(bootstrap.look_at_book(event_file), read_only=True)
    controller.close()
    controller.replace_event(bootstrap.look_at_book(event_file), read_only=True)
    assert windows(dressed) == []
    hall.change(hall.state.showing_only(ScreenContent.BLANK))
    assert (hall_folder(hall.state.event) / "hall.json").read_bytes() == kept


def test_another_name_keeps_the_window(hall: HallController, dressed: QApplication) -> None:
    open_screen(hall, "North")
    (window,) = windows(dressed)
    hall.rename_screen("North", "Nord")
    assert windows(dressed) == [window]
    assert window.windowTitle() == "Nord"
    hall.change(hall.state.showing_only(ScreenContent.BLANK))
    assert translator.translate(window.shown_text()) == "Nothing shown"


def test_each_screen_says_its_name(hall: HallController, dressed: QApplication) -> None:
    open_screen(hall, "North")
    open_screen(hall, "Window", on=None)
    hall.identify()
    assert sorted(translator.translate(window.shown_text()) for window in windows(dressed)) == ["North", "Window"]


def test_screens_in_browsers_sound_what_is_chosen_here(hall: HallController) -> None:
    usual = hall_sounds().choice
    hall_sounds().choose(usual.with_sound(SoundKind.GONG, "tower-bell"))
    assert hall.state.sounds == load_hall(hall.state.event).state.sounds == ((SoundKind.GONG, "tower-bell"),)
    hall_sounds().choose(usual)
    assert not hall.state.sounds
