"""What is half typed survives the window: written a moment after the last key, taken up when its event is opened."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.pages.tables import half_typed_files
from ui.entry.half_typed import HalfTyped, HalfTypedDamaged, half_typed, where_text, with_half_typed
from ui.entry.tables_state import TablesState

KEPT_AFTER = 1000
"""Milliseconds without a key after which it is written."""


class HalfTypedKeeper(QObject):
    """Nothing half typed is dropped without a word. Nothing is written of an event that is only looked at."""

    def __init__(self, controller: EventController, state: Callable[[], TablesState], parent: QObject) -> None:
        """``state`` gives what is typed at that moment."""
        super().__init__(parent)
        self._controller, self._state = controller, state
        self._written = HalfTyped("")
        """As it was written last."""
        self._taken_up = ""
        """The event of which it was taken up."""
        self._later = QTimer(self, singleShot=True, interval=KEPT_AFTER)
        self._later.timeout.connect(self._keep)
        controller.leaving.connect(self._keep)

    def keep_later(self) -> None:
        """Something is typed: write it when no key follows."""
        self._later.start()

    def followed(self, before: TablesState, state: TablesState) -> TablesState:
        """``state`` of the event that is open now, with what waits for it; say what of ``before`` waits."""
        left = half_typed(before)
        if state.event != before.event and not left.empty:
            self._say_what_waits(left)
        return state if state.event == self._taken_up else self.with_kept(state)

    def with_kept(self, state: TablesState) -> TablesState:
        """``state`` with what was half typed of its event when that was left."""
        controller = self._controller
        self._written, self._taken_up = HalfTyped(state.event), ""
        if controller.view is None or not state.event or controller.read_only:
            return state
        self._taken_up = state.event
        try:
            kept = half_typed_files.kept_of(state.event)
        except HalfTypedDamaged as damaged:
            text = mark("What was half typed could not be read again. It lies in {path}.", path=damaged)
            controller.messages.shown.emit(text)
            return state
        except OSError as error:
            text = mark("What was half typed cannot be read: {reason}.", reason=error.strerror or error)
            controller.messages.shown.emit(text)
            return state
        self._written = kept
        state = with_half_typed(state, kept, controller.view)
        taken_up = half_typed(state)
        if not taken_up.empty:
            text = mark("Something is half typed since last time: {where}.", where=where_text(taken_up))
            controller.messages.noted.emit(text)
        return state

    def _say_what_waits(self, left: HalfTyped) -> None:
        text = mark("What is half typed waits until that event is opened again: {where}.", where=where_text(left))
        self._controller.messages.noted.emit(text)

    def _keep(self) -> None:
        self._later.stop()
        now = half_typed(self._state())
        only_seen = self._controller.read_only or self._controller.past is not None
        if not now.event or now == self._written or only_seen:
            return
        try:
            half_typed_files.keep(now)
        except OSError as error:
            text = mark("What is half typed cannot be kept: {reason}.", reason=error.strerror or error)
            self._controller.messages.shown.emit(text)
            return
        self._written = now
