"""A page around one frozen state: each key makes the next one, which is rendered once."""

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
from ui.entry.key_step import KeyStep, Place, State


class StatePage(Page, Generic[State, Place]):
    """Applies what keys make of its state: carries out the command, renders once, puts the cursor where typing goes on.

    A page says how it renders a state, where its places are, and what follows when the event changed
    (:meth:`look_again`) and when a command was carried out or refused.
    """

    def __init__(self, controller: EventController, state: State) -> None:
        super().__init__(controller, follows_session=True)
        self.state = state
        self._acting = False
        translator.changed.connect(self._render_again)

    def show_state(self, state: State) -> None:
        """Show ``state``; rendering it again changes nothing."""
        raise NotImplementedError

    def put_cursor(self, place: Place) -> None:
        """Go on typing at ``place``."""
        raise NotImplementedError

    def look_again(self, state: State) -> KeyStep[State, Place]:
        """What follows when something was written, or another session is looked at."""
        raise NotImplementedError

    def last_seen(self, state: State, command: TableCommand) -> int | None:
        """Number of the last entry that was seen of the sheet on which ``command`` writes."""
        raise NotImplementedError

    def carried_out(self, state: State, command: TableCommand) -> KeyStep[State, Place]:
        """What follows when ``command`` is done; ``state`` has looked again."""
        raise NotImplementedError

    def refused(self, state: State, command: TableCommand, problem: Problem) -> KeyStep[State, Place]:
        """What follows when it was refused."""
        raise NotImplementedError

    def on(self, signal: SignalInstance, key: Callable[..., KeyStep[State, Place]]) -> None:
        """Apply what ``key`` makes of the state and of what the signal carries."""
        listen(signal, self, lambda *carried: self.apply(key(self.state, *carried)))

    def apply(self, step: KeyStep[State, Place]) -> None:
        """Carry out what ``step`` asks for, show its state once, and go on typing where it says."""
        if step.command is not None:
            problems, state = self.attempt(step.state, step.command, confirmed=step.confirmed)
            step = self.refused(state, step.command, problems[0]) if problems else self.carried_out(state, step.command)
        if step.message is not None:
            self.controller.messages.shown.emit(step.message)
        self.state = step.state
        self.show_state(step.state)
        if step.focus is not None:
            self.put_cursor(step.focus)
        elif self.isVisible() and self.isActiveWindow() and QApplication.focusWidget() is None:
            self.setFocus()  # what had it is gone: the page passes it on
        lay_out_now()

    def attempt(self, state: State, command: TableCommand, *, confirmed: bool) -> tuple[tuple[Problem, ...], State]:
        """What stands against ``command``, nothing when it is done; and the state as the event is then."""
        self._acting = True
        try:
            seen = self.last_seen(state, command)
            problems = attempt(self.controller, command, confirmed=confirmed, seen=seen)
        finally:
            self._acting = False
        return problems, self.look_again(state).state

    def refresh(self) -> None:
        """Look again; what this page writes itself it shows when that is done."""
        if not self._acting:
            self.apply(self.look_again(self.state))

    def _render_again(self) -> None:
        self.show_state(self.state)
