"""Every action of the hall in any order, in the real window: windows, list and stored state agree."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.monitors import DESK, NORTH, SOUTH, Plugged, plug_in, plugged_in
from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pages.display.open_window import (
    hall_of,
    page_of,
    preparation_of,
    view_of,
    windows,
    write_event,
)
from tests.ui.desktop.pressing import compose_words, press
from ui.desktop import bootstrap
from ui.desktop.display.hall_controller import HallController, ScreenCondition
from ui.desktop.window import Window
from ui.hall.hall_state import HallState
from ui.hall.hall_store import load_hall
from ui.hall.slide_builder import HallSlides
from ui.hall.slides import slide_text

NAMES = st.sampled_from(["North", "Große Halle zur Très-Longue-Démonstration, am Fenster links", "大厅", "Gallery"])


class HallMachine(RuleBasedStateMachine):
    """Presses keys in the window, connects and disconnects projectors, and restarts the program."""

    window: Window
    other: Path

    @initialize()
    def begin(self) -> None:
        """Open an event without screens, with every projector connected."""
        plug_in(DESK, NORTH, SOUTH)
        self.plugged = {NORTH, SOUTH}
        self.hall.change(HallState(self.hall.state.event))
        self.window.show_page("event")
        self.press_here("Alt+8")

    @property
    def hall(self) -> HallController:
        return hall_of(self.window)

    def has_screens(self) -> bool:
        return bool(self.hall.state.screens)

    def press_here(self, *keys: str) -> None:
        """Press ``keys`` in the referee's window, because a screen of the hall may have become the active window."""
        for key in keys:
            self.window.activateWindow()
            QApplication.processEvents()
            assert QApplication.activeWindow() is self.window
            press(key)

    def at_cards(self, *keys: str) -> None:
        """Press ``keys`` with the cursor on the cards."""
        self.window.activateWindow()
        view_of(self.window).cards.setFocus()
        self.press_here(*keys)

    @precondition(lambda self: len(self.hall.state.screens) < 4)
    @rule()
    def add(self) -> None:
        self.press_here("Ins")

    @precondition(has_screens)
    @rule(keys=st.sampled_from(["Up", "Down", "Return", "Return", "PgDown", "PgUp", "Space"]))
    def press_on_a_card(self, keys: str) -> None:
        self.at_cards(keys)

    @precondition(has_screens)
    @rule(name=NAMES)
    def rename(self, name: str) -> None:
        self.at_cards("F2", "Ctrl+A")
        focused = QApplication.focusWidget()
        assert focused is view_of(self.window).panel.name
        compose_words(name)
        self.press_here("Return")
        self.at_cards()

    @precondition(has_screens)
    @rule(sure=st.booleans())
    def remove(self, sure: bool) -> None:
        self.at_cards("Del", "Return" if sure else "Esc")

    @rule(keys=st.sampled_from(["Ctrl+0", "Ctrl+T", "Ctrl+R", "Ctrl+I"]))
    def press_for_all(self, keys: str) -> None:
        self.press_here(keys)

    @precondition(has_screens)
    @rule(text=st.sampled_from(["Lunch", "Table 3, please"]))
    def send_message(self, text: str) -> None:
        self.at_cards("Ctrl+M", "Ctrl+A")
        QTest.keyClicks(view_of(self.window).message.line, text)
        self.press_here("Return")

    @precondition(has_screens)
    @rule(name=st.sampled_from(["Play", "Lunch"]))
    def keep_arrangement(self, name: str) -> None:
        line = preparation_of(self.window).arrangements.name
        line.setFocus()
        QTest.keyClicks(line, name)
        self.press_here("Return")
        page_of(self.window).show_part("screens")

    @precondition(has_screens)
    @rule(keys=st.sampled_from(["take_away", "apply"]))
    def press_button(self, keys: str) -> None:
        """Remove all messages, or apply the arrangement that is shown."""
        button = view_of(self.window).message.take_away if keys == "take_away" else None
        button = button or preparation_of(self.window).arrangements.apply
        if button.isVisible():
            button.setFocus()
            self.press_here("Space")
        page_of(self.window).show_part("screens")

    @precondition(has_screens)
    @rule(data=st.data())
    def choose_monitor(self, data: st.DataObject) -> None:
        box = view_of(self.window).panel.monitor
        box.setFocus()
        self.press_here(data.draw(st.sampled_from(["Up", "Down", "Home", "End"])))

    @rule(projector=st.sampled_from([NORTH, SOUTH]))
    def plug_or_unplug(self, projector: Plugged) -> None:
        self.plugged ^= {projector}
        plug_in(DESK, *(each for each in (NORTH, SOUTH) if each in self.plugged))

    @precondition(lambda _self: bool(windows()))
    @rule()
    def close_where_it_stands(self) -> None:
        window = windows()[0]
        window.close()
        assert self.hall.condition(window.screen_name) is ScreenCondition.LOST

    @rule()
    def end_and_start_again(self) -> None:
        """Open another event with its own hall, and then this one again: nothing is lost."""
        before, controller = self.hall.state, self.window.controller
        path = Path(controller.book.place)
        controller.open(self.other)
        assert windows() == []
        assert self.hall.state.screens == ()
        controller.open(path)
        assert self.hall.state == before
        self.window.show_page("display")

    @invariant()
    def what_is_seen_is_listed(self) -> None:
        """Every open screen is listed as open, and every screen that is said to be shown is shown."""
        seen = {each.screen_name for each in windows()}
        on_show = {each.name for each in self.hall.state.screens
                   if self.hall.condition(each.name) is ScreenCondition.ON_SHOW}  # fmt: skip
        assert seen == on_show
        assert on_show <= {each.name for each in self.hall.state.screens if each.open}
        assert {row.name: row.condition for row in view_of(self.window).cards.rows} == {
            each.name: self.hall.condition(each.name) for each in self.hall.state.screens
        }

    @invariant()
    def nothing_hinders_and_it_is_not_on_show(self) -> None:
        """A screen that should be shown and has a monitor of its own is shown, unless it was closed there."""
        for screen in self.hall.state.screens:
            condition = self.hall.condition(screen.name)
            if not screen.open:
                assert condition is ScreenCondition.CLOSED
            elif condition is ScreenCondition.WAITS:
                assert screen.monitor not in {each.name for each in (DESK, *self.plugged)}

    @invariant()
    def the_window_of_the_referee_is_free(self) -> None:
        filled = [each.screen().name() for each in windows() if each.isFullScreen()]
        assert DESK.name not in filled
        assert len(set(filled)) == len(filled)

    @invariant()
    def each_shows_its_content(self) -> None:
        slides = HallSlides(self.window.controller.book.view)
        now = self.window.controller.book.now
        for window in windows():
            screen = self.hall.state.screen(window.screen_name)
            assert screen is not None
            held = replace(screen, held=int(now.timestamp())) if screen.held is None else screen
            texts = [slide_text(each) for each in slides.slides(held, self.hall.state, now)]
            named = window.shown_text().values == () and window.screen_name in str(window.slide)
            assert named or window.shown_text().message in {text.message for text in texts}

    @invariant()
    def what_is_laid_out_is_kept(self) -> None:
        """Whenever the program is killed, the stored state has the arrangement."""
        event = self.hall.state.event
        if self.hall.state != HallState(event):
            assert load_hall(event).state == self.hall.state

    def teardown(self) -> None:
        self.hall.change(HallState(self.hall.state.event))


@pytest.mark.thorough
def test_every_order_of_actions(dressed: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    with plugged_in(DESK, NORTH, SOUTH):
        controller = bootstrap.make_controller("Referee")
        HallMachine.other = write_event(tmp_path / "Other.qv")
        controller.open(write_event(tmp_path / "Open.qv"))
        with shown(Window(controller), dressed) as HallMachine.window:
            run_state_machine_as_test(
                HallMachine, settings=settings(max_examples=5, stateful_step_count=25, deadline=None)
            )
