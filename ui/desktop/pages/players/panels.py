"""Beside the list of players: the overview, or in its place a question about one player."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.use_cases import View
from tournament.use_cases.commands import MergePlayers
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.pages.players.merge_panel import MergePanel
from ui.desktop.pages.players.overview import Overview
from ui.desktop.pages.players.state_panel import STATE, StatePanel, TypedState, state_command
from ui.desktop.theme import Room, Size
from ui.desktop.widgets.layouts import row

_WHOLE_PANEL_FROM = 1360
_NARROW_PANEL = 320
"""Width of the panel if the names need the space."""


class PlayerPanels(QWidget):
    """Asks for the state of a player, or who is the same person, and carries out the answer."""

    changed = Signal()
    """A question is shown, or the overview again."""
    left = Signal()
    """The question was answered, or left."""
    merged = Signal(int)
    """Two players became the one of this number."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.overview = Overview()
        self.state = StatePanel()
        self.merger = MergePanel()
        row(self.overview, self.state, self.merger, spacing=0, centred=False, on=self)
        for panel in (self.state, self.merger):
            panel.hide()
            panel.left.connect(self._leave)
        self.state.submitted.connect(self._change_state)
        self.merger.submitted.connect(self._merge)

    @property
    def asks(self) -> bool:
        """Whether a question is shown."""
        return not (self.state.isHidden() and self.merger.isHidden())

    def show_view(self, view: View) -> None:
        """Show the event, and the player of the question as they are now."""
        self.overview.show_view(view)
        for panel in (self.state, self.merger):
            if panel.isVisible() and panel.number in view.players:
                panel.show_player(view, panel.number)

    def ask_state(self, number: int) -> None:
        """Ask for the state of a player."""
        if self._ask(self.state, number):
            self.state.form.choice(STATE).setFocus()

    def ask_merger(self, number: int) -> None:
        """Ask which player is the same person as player ``number``."""
        if self._ask(self.merger, number):
            self.merger.other.setFocus()

    def close_question(self) -> None:
        """Show the overview."""
        self._show(None)

    def fit(self, room: Room) -> None:
        """Hide the overview first if the window is narrow."""
        self.overview.setVisible(not room.compact and not self.asks)
        self.setVisible(not room.compact or self.asks)
        for part in (self, self.overview, self.state, self.merger):  # itself too, so that the list is laid out once
            part.setFixedWidth(Size.PANEL if room.width >= _WHOLE_PANEL_FROM else _NARROW_PANEL)

    def _ask(self, panel: StatePanel | MergePanel, number: int) -> bool:
        view = self._controller.view
        if view is None or number not in view.players or not self._controller.writes:
            return False
        panel.show_player(view, number)
        self._show(panel)
        return True

    def _show(self, shown: QWidget | None) -> None:
        for panel in (self.state, self.merger):
            panel.setVisible(panel is shown)
            if panel is not shown:
                panel.forget()
        self.changed.emit()

    def _leave(self) -> None:
        self._show(None)
        self.left.emit()

    def _merge(self, command: MergePlayers) -> None:
        problems = attempt(self._controller, command)
        if problems:
            self.merger.refuse(problems[0].text)
        else:
            self._leave()
            self.merged.emit(command.number)

    def _change_state(self, typed: TypedState) -> None:
        try:
            problems = attempt(self._controller, state_command(self._controller.book.view, typed))
        except Refused as refused:
            problems = refused.problems
        if problems:
            self.state.refuse(problems[0].text)
        else:
            self._leave()
