"""Opening the screens of the open event, keeping them on their monitors, watching them and reporting problems."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from enum import Enum
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from tournament.event.role import Act, may
from tournament.language import Text, listed, mark, mark_in
from ui.desktop.controller import EventController
from ui.desktop.display.connected_monitors import ConnectedMonitors, connected_monitors, monitor_of, screen_of
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.listening import listen
from ui.entry.tables_state import event_of
from ui.hall.hall_state import USUAL_SOUNDS, HallScreen, HallState
from ui.hall.hall_store import keep_hall_aside, load_hall, save_hall
from ui.hall.monitors import Monitor, own_monitor

if TYPE_CHECKING:  # imported with the first screen, so that an event opens sooner
    from ui.desktop.display.screen_window import ScreenWindow

_SILENT_AFTER = 3
"""Number of consecutive checks without painting after which a window is reported. Checks are counted, not seconds,
because while the program is busy it neither checks nor paints."""
_ASLEEP_AFTER = 20.0
"""If more seconds are between two checks, the computer slept, and windows that did not paint are not counted."""


class _PaintWatch:
    """Asks each window to paint, and checks at the next call whether it did."""

    def __init__(self) -> None:
        self.silent: set[str] = set()
        """The screens whose windows do not paint."""
        self._looked = monotonic()
        self._asked: dict[str, float] = {}
        """When each window was last asked to paint, on the monotonic clock."""
        self._missed: dict[str, int] = {}
        """The number of consecutive checks at which each window had not painted."""

    def begin(self) -> None:
        """Start watching: the next check is the first."""
        self._looked = monotonic()

    def look(self, windows: Mapping[str, "ScreenWindow"]) -> None:
        """Check the windows of the screens with these names, and ask them to paint again."""
        now = monotonic()
        slept, self._looked = now - self._looked > _ASLEEP_AFTER, now
        if slept:
            self._asked.clear()
            for window in windows.values():
                window.show_now()
        for name, window in windows.items():
            answered = name not in self._asked or window.painted_at >= self._asked[name]
            self._missed[name] = 0 if answered else self._missed.get(name, 0) + 1
            if answered:
                self.silent.discard(name)
            elif self._missed[name] >= _SILENT_AFTER:
                self.silent.add(name)
            self._asked[name] = now
            window.view.update()

    def rename(self, name: str, new: str) -> None:
        """Continue to watch the screen ``name`` under the name ``new``."""
        if name in self._asked:
            self._asked[new] = self._asked.pop(name)
        if name in self.silent:
            self.silent.remove(name)
            self.silent.add(new)

    def forget(self, name: str) -> None:
        """Stop watching a screen whose window was closed."""
        self._asked.pop(name, None)
        self._missed.pop(name, None)
        self.silent.discard(name)

    def clear(self) -> None:
        """Forget all windows."""
        self.silent.clear()
        self._asked.clear()
        self.begin()


_LOOKED_AFTER = 2000
"""Milliseconds between two checks whether every screen still paints."""


class ScreenCondition(Enum):
    """The condition of a screen of the hall."""

    CLOSED = mark_in("screen", "Closed")
    ON_SHOW = mark("On show")
    WAITS = mark("Waiting for its monitor")
    COVERS_DESK = mark("Waiting: its monitor is the one of this window")
    TAKEN = mark("Waiting: its monitor shows another screen")
    LOST = mark("Closed, although it should be on show")
    NOT_PAINTED = mark("Not visible: it is covered or not responding")

    @property
    def text(self) -> Text:
        """The condition in words."""
        return self.value

    @property
    def can_be_brought_back(self) -> bool:
        """Whether opening its window again may help."""
        return self in (ScreenCondition.LOST, ScreenCondition.NOT_PAINTED)

    @property
    def is_trouble(self) -> bool:
        """Whether the screen should be shown and is not."""
        return self not in (ScreenCondition.CLOSED, ScreenCondition.ON_SHOW)


class HallController(QObject):
    """Owns the :class:`HallState` of the open event, and the windows of its screens.

    The windows follow the state and the monitors (:meth:`_arrange`). They close with the event. The state still says
    that they are open, so they open again with the event. Changes in a read-only event are not saved.
    """

    changed = Signal()
    """The state or the condition of a screen changed."""

    def __init__(self, controller: EventController, desk: QWidget | None = None) -> None:
        """``desk`` is the main window, which no screen may cover; None if there is none."""
        super().__init__(controller)
        self._controller, self._desk = controller, desk
        self._state = HallState("")
        self._windows: dict[str, ScreenWindow] = {}
        self._places: dict[str, Monitor | None] = {}
        """The monitor of each window."""
        self._conditions: dict[str, ScreenCondition] = {}
        self._lost: set[str] = set()
        """The screens whose windows were closed in the hall or by the system, not at the desk."""
        self._unreadable = False
        """Whether the stored state could not be read and its file is still there. It is renamed before anything is
        written."""
        self._painting = _PaintWatch()
        self._watch = QTimer(self, interval=_LOOKED_AFTER)
        self._watch.timeout.connect(self.check_windows)
        self._monitors = ConnectedMonitors(self)
        self._monitors.changed.connect(self._arrange)
        self._monitors.removed.connect(self._arrange)  # immediately: Qt would move it over the desk
        controller.opened.connect(self._opened)
        listen(hall_sounds().choice_changed, self, self._take_sounds)
        if desk is not None:
            desk.destroyed.connect(self._desk_gone)
        self._opened()

    def _desk_gone(self) -> None:
        """Close the screens when the main window is deleted."""
        self._desk = None
        self.close_windows()
        self.deleteLater()

    @property
    def state(self) -> HallState:
        """The current state of the hall."""
        return self._state

    @property
    def now(self) -> datetime:
        """The time by the clock of the open event."""
        return self._controller.book.now

    @property
    def may_change(self) -> bool:
        """Whether the current user may change the screens. The right is the same as for the clock."""
        controller = self._controller
        return controller.view is not None and controller.user.acts and may(controller.user.role, Act.CLOCK)

    def change(self, state: HallState) -> None:
        """Apply ``state`` and save it."""
        if state == self._state or not self._state.event:
            return
        closed = {each.name for each in state.screens if not each.open}
        self._lost &= {each.name for each in state.screens} - closed
        self._state = state
        self._save()
        for window in self._windows.values():
            window.show_state(state)
        self._arrange()
        self.changed.emit()

    def change_screen(self, screen: HallScreen) -> None:
        """Change the screen with this name, or add it."""
        self.change(self._state.with_screen(screen))

    def rename_screen(self, name: str, new: str) -> None:
        """Rename the screen ``name`` to ``new``; its window stays open."""
        if name in self._windows:
            self._windows[new] = self._windows.pop(name)
            self._places[new] = self._places.pop(name)
            self._windows[new].rename(new)
        if name in self._conditions:
            self._conditions[new] = self._conditions.pop(name)
        self._painting.rename(name, new)
        if name in self._lost:
            self._lost.remove(name)
            self._lost.add(new)
        self.change(self._state.renaming_screen(name, new))

    def condition(self, name: str) -> ScreenCondition:
        """The current condition of the screen with this name."""
        return self._conditions.get(name, ScreenCondition.CLOSED)

    @property
    def troubles(self) -> tuple[str, ...]:
        """The screens that should be shown and are not."""
        return tuple(each.name for each in self._state.screens if self.condition(each.name).is_trouble)

    @property
    def trouble_text(self) -> Text | None:
        """Which screens are not shown although they should be, in words; None if there are none."""
        found = self.troubles
        return mark("not on show: {screens}", screens=listed(found)) if found else None

    def window_of(self, name: str) -> "ScreenWindow | None":
        """The window of a screen, or None if it is closed."""
        return self._windows.get(name)

    def picture(self, name: str, width: int = 0) -> QImage | None:
        """A picture ``width`` pixels wide of what the screen with this name shows; None if it is closed."""
        window = self._windows.get(name)
        return window.picture(width) if window is not None else None

    def bring_back(self, *names: str) -> None:
        """Open the windows of the screens ``names`` again, by default of all that were lost or do not paint."""
        again = set(names) or {*self._lost, *self._painting.silent}
        for each in again:
            self._close_window(each)
        self._lost -= again
        self._arrange()
        self.changed.emit()

    def identify(self) -> None:
        """Make each screen, in windows and in browsers, show its name in large type for some seconds."""
        self.change(replace(self._state, named=int(self.now.timestamp())))

    @property
    def desk_monitor(self) -> Monitor | None:
        """The monitor of the referee's window."""
        return monitor_of(self._desk)

    def free_monitor(self) -> Monitor | None:
        """The first monitor without the main window and without a screen of the hall; None if there is none."""
        desk, monitors = self.desk_monitor, connected_monitors()
        own = [own_monitor(each, monitors) for each in self._state.screens]
        return next((each for each in monitors
                     if each not in own and (desk is None or not each.overlaps(desk))), None)  # fmt: skip

    def close_windows(self) -> None:
        """Close all windows without changing the state, so that they open again with the event."""
        for name in tuple(self._windows):
            self._close_window(name)
        self._watch.stop()

    def check_windows(self) -> None:
        """Check whether each window painted after it was asked to, and report windows that did not."""
        self._painting.look(self._windows)
        self._arrange()

    def _opened(self) -> None:
        """Load the state of the event that was opened, if it is another one, and open its screens."""
        controller = self._controller
        event = event_of(controller.book.view) if controller.view is not None else ""
        if event == self._state.event:
            return
        self.close_windows()
        self._conditions.clear()
        self._lost.clear()
        self._painting.clear()
        self._unreadable = False
        self._state = HallState(event)
        if event:
            kept = load_hall(event)
            self._state, self._unreadable = kept.state, kept.still_there
            if kept.problem is not None:
                controller.messages.shown.emit(kept.problem)
            if controller.read_only:  # the program that has the event open for writing shows them
                self._state = kept.state.all_closed()
        self._arrange()
        self._take_sounds()
        self.changed.emit()

    def _take_sounds(self) -> None:
        """Store the sounds chosen on this computer in the state, because screens in browsers play them too."""
        chosen = hall_sounds().choice.sounds.items()
        sounds = tuple((kind, name) for kind, name in chosen if name != USUAL_SOUNDS[kind])
        if not self._controller.read_only and not self._unreadable:
            self.change(replace(self._state, sounds=sounds))

    def _save(self) -> None:
        if self._controller.read_only:
            return
        try:
            if self._unreadable:
                keep_hall_aside(self._state.event)
                self._unreadable = False
            save_hall(self._state)
        except OSError as error:
            reason = error.strerror or str(error)
            text = mark("The screens cannot be saved for next time: {reason}.", reason=reason)
            self._controller.messages.shown.emit(text)

    def _arrange(self, gone: Monitor | None = None) -> None:
        """Open, move and close windows to match the state and the monitors without ``gone``, and report changes."""
        monitors = tuple(each for each in connected_monitors() if each != gone)
        before, taken = dict(self._conditions), set[Monitor]()
        self._conditions = {
            screen.name: self._arranged(screen, own_monitor(screen, monitors), taken) for screen in self._state.screens
        }
        for name in self._windows.keys() - self._conditions.keys():
            self._close_window(name)
        if self._windows and not self._watch.isActive():
            self._painting.begin()
            self._watch.start()
        elif not self._windows:
            self._watch.stop()
        if before != self._conditions:
            self._report(before)
            self.changed.emit()

    def _arranged(self, screen: HallScreen, monitor: Monitor | None, taken: set[Monitor]) -> ScreenCondition:
        """Open, move or close the window of ``screen``, and return its condition. ``taken`` are monitors in use."""
        name, desk = screen.name, self.desk_monitor
        hindrance = None
        if not screen.open:
            hindrance = ScreenCondition.CLOSED
        elif name in self._lost:
            hindrance = ScreenCondition.LOST
        elif screen.monitor and monitor is None:
            hindrance = ScreenCondition.WAITS
        elif monitor is not None and desk is not None and monitor.overlaps(desk):
            hindrance = ScreenCondition.COVERS_DESK
        elif monitor is not None and any(monitor.overlaps(other) for other in taken):
            hindrance = ScreenCondition.TAKEN
        if hindrance is not None:
            self._close_window(name)
            return hindrance
        if monitor is not None:
            taken.add(monitor)
        self._show_window(screen, monitor)
        return ScreenCondition.NOT_PAINTED if name in self._painting.silent else ScreenCondition.ON_SHOW

    def _show_window(self, screen: HallScreen, monitor: Monitor | None) -> None:
        name = screen.name
        if name in self._windows and self._places[name] == monitor:
            return
        window = self._windows.get(name)
        if window is None:
            from ui.desktop.display.screen_window import ScreenWindow

            window = self._windows[name] = ScreenWindow(self._controller, screen, self._state)
            window.closed.connect(lambda: self._window_closed(window))
            window.sponsors_missing.connect(self._sponsors_missing)
        self._places[name] = monitor
        window.place_on(screen_of(monitor) if monitor is not None else None)
        # The new window took the focus. Give it back, so that the user can continue typing.
        if self._desk is not None and self._desk.isVisible():
            self._desk.activateWindow()

    def _close_window(self, name: str) -> None:
        # Removed before it closes, so that `_window_closed` does not report it as lost.
        window = self._windows.pop(name, None)
        self._places.pop(name, None)
        self._painting.forget(name)
        if window is not None:
            window.close()
            window.deleteLater()

    def _window_closed(self, window: "ScreenWindow") -> None:
        """Note that a window was closed in the hall or by the system, although it should be shown."""
        name = next((name for name, each in self._windows.items() if each is window), None)
        if name is not None:
            self._lost.add(name)
            self._arrange()

    def _sponsors_missing(self, names: tuple[str, ...]) -> None:
        text = mark("Sponsors’ pictures that cannot be read and are left out: {names}.", names=listed(names))
        self._controller.messages.shown.emit(text)

    def _report(self, before: dict[str, ScreenCondition]) -> None:
        """Report changes of screens that the user did not make."""
        fresh = {
            condition: [
                name for name, now in self._conditions.items() if now is condition and before.get(name) is not now
            ]
            for condition in ScreenCondition
        }
        back = [name for name in fresh[ScreenCondition.ON_SHOW]
                if name in before and before[name].is_trouble]  # fmt: skip
        messages = self._controller.messages
        if back:
            messages.noted.emit(mark("On show again: {screens}.", screens=listed(back)))
        for condition, names in fresh.items():
            if not names or not condition.is_trouble:
                continue
            text = _problem_text(condition, listed(names))
            if condition.can_be_brought_back:
                messages.action_offered.emit(text, mark("Show it again"), partial(self.bring_back, *names))
            else:
                messages.shown.emit(text)


def hall_of(controller: EventController) -> HallController:
    """The hall of the event of ``controller``."""
    return controller.findChild(HallController) or HallController(controller)


def _problem_text(condition: ScreenCondition, screens: Text) -> Text:
    match condition:
        case ScreenCondition.WAITS:
            return mark(
                "Monitor disconnected: {screens}. The screen waits and comes back when the monitor is plugged in.",
                screens=screens,
            )
        case ScreenCondition.COVERS_DESK:
            return mark(
                "Waiting, because it would cover this window: {screens}. Choose another monitor on the page Display.",
                screens=screens,
            )
        case ScreenCondition.TAKEN:
            return mark("Waiting, because another screen uses the same monitor: {screens}.", screens=screens)
        case ScreenCondition.LOST:
            return mark("Closed in the hall, not at the desk: {screens}.", screens=screens)
        case ScreenCondition.NOT_PAINTED:
            return mark("Not visible: {screens}. It is covered or not responding.", screens=screens)
        case ScreenCondition.CLOSED | ScreenCondition.ON_SHOW:
            return condition.text
        case _:
            assert_never(condition)
