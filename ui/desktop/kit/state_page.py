"""A page around one frozen state: each key produces the next state, which is rendered once."""

from collections.abc import Callable
from typing import Generic

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QApplication

from tournament.event.problem import Problem
from tournament.use_cases import TableCommand
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.page import Page
from ui.desktop.listening import listen
from ui.desktop.translation import translator
from ui.desktop.widgets.layouts import lay_out_now
from ui.entry.form import KeyStep, Place, State, said


class StatePage(Page, Generic[State, Place]):
    """Applies the steps that keys produce: runs the command, renders the new state once and moves the cursor.

    A subclass says how to render a state, where its places are, and what follows when the event changed
    (:meth:`look_again`) and when a command was carried out or refused.
    """

    def __init__(self, controller: EventController, state: State) -> None:
        super().__init__(controller, follows_session=True)
        self.state = state
        self._acting = False
        translator.changed.connect(self._render_again)

    def show_state(self, state: State) -> None:
        """Render ``state``. Rendering the same state again changes nothing."""
        raise NotImplementedError

    def put_cursor(self, place: Place) -> None:
        """Move the cursor to ``place``."""
        raise NotImplementedError

    def look_again(self, state: State) -> KeyStep[State, Place]:
        """The step that follows when something was written or the user chose another session."""
        raise NotImplementedError

    def last_seen(self, state: State, command: TableCommand) -> int | None:
        """Number of the last entry that the user has seen of the sheet that ``command`` changes."""
        raise NotImplementedError

    def carried_out(self, state: State, command: TableCommand) -> KeyStep[State, Place]:
        """The step that follows when ``command`` succeeded. ``state`` already shows the changed event."""
        raise NotImplementedError

    def refused(self, state: State, command: TableCommand, problem: Problem) -> KeyStep[State, Place]:
        """The step that follows when ``command`` was refused."""
        raise NotImplementedError

    def on(self, signal: SignalInstance, key: Callable[..., KeyStep[State, Place]]) -> None:
        """Connect ``signal``: ``key`` gets the state and the arguments of the signal, and its step is applied."""
        listen(signal, self, lambda *carried: self.apply(key(self.state, *carried)))

    def apply(self, step: KeyStep[State, Place]) -> None:
        """Run the command of ``step``, show its state once, and move the cursor to the place it names."""
        if step.command is not None:
            problems, state = self.attempt(step.state, step.command, confirmed=step.confirmed)
            step = self.refused(state, step.command, problems[0]) if problems else self.carried_out(state, step.command)
        if step.message is not None:
            messages = self.controller.messages
            (messages.noted if step.quiet else messages.shown).emit(step.message)
        self.state = step.state
        self.show_state(step.state)
        if step.focus is not None:
            self.put_cursor(step.focus)
        elif self.isVisible() and self.isActiveWindow() and QApplication.focusWidget() is None:
            self.setFocus()  # the widget that had the focus is gone; the page passes the focus on
        lay_out_now()

    def attempt(self, state: State, command: TableCommand, *, confirmed: bool) -> tuple[tuple[Problem, ...], State]:
        """Run ``command``. Return its problems, none if it succeeded, and the state read from the event afterwards."""
        self._acting = True
        try:
            seen, command = self.last_seen(state, command), said(command, translator.language)
            problems = attempt(self.controller, command, confirmed=confirmed, seen=seen)
        finally:
            self._acting = False
        return problems, self.look_again(state).state

    def refresh(self) -> None:
        """Show the changed event. Changes that this page is making itself are shown after they are complete."""
        if not self._acting:
            self.apply(self.look_again(self.state))

    def _render_again(self) -> None:
        self.show_state(self.state)
