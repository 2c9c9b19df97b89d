"""From which session players take part who are added after the draw, and what the sessions before count for them."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from tournament.event.player import Player
from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.event.settings import (
    LATE_POINTS,
    GrantedPoints,
    granted_problem,
    late_text,
    read_fixed_points,
    typed_fixed_points,
)
from tournament.language import Text, mark
from tournament.use_cases import Command, View
from tournament.use_cases.commands import AddPlayers, ChangeSettings
from tournament.use_cases.event_setup import sessions_to_join
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt_all
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, boxed, row, stretched


class JoiningCard(Card):
    """Shown once the draw is published. The rule is asked until somebody has joined late; then it is only said."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(quiet=True, margins=(14, 12), parent=parent)
        self._controller = controller
        self._about = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.session = ChoiceBox(mark("New players join"))
        self.rule = ChoiceBox(LATE_POINTS)
        self.rule.set_choices([(each.value, each.label) for each in GrantedPoints])
        self.rule.currentIndexChanged.connect(lambda _index: self._show_fixed())
        self.fixed = TextField()
        self.fixed.setPlaceholderText("3/2, 0")
        self._session = LabeledField(mark("New players join"), self.session)
        self._rule = LabeledField(LATE_POINTS, self.rule)
        self._fixed = LabeledField(mark("Table points, score"), self.fixed)
        self._choices = boxed(row(self._session, self._rule, self._fixed, None, spacing=14))
        add(self.body, stretched(self._about))
        add(self.body, self._choices)
        self._follows: str | None = None
        """The rule of the event as it was shown last."""
        self._show_fixed()

    @property
    def first(self) -> int | None:
        """The chosen session; None if nobody can join any more, or there is no draw yet."""
        chosen = self.session.currentData()
        return int(chosen) if chosen else None

    def show_view(self, view: View) -> None:
        """Show the sessions that have not begun, and the rule."""
        self.setVisible(view.list_closed)
        sessions = sessions_to_join(view) if view.list_closed else ()
        choices: list[tuple[str, Text | str]] = [
            (str(each), mark("from session {session}", session=each)) for each in sessions
        ]
        self.session.set_choices(choices or [("", "–")])
        asks = view.settings.late_points is GrantedPoints.NOTHING or not view.state.joined
        asks = asks and bool(sessions) and sessions[-1] > 1 and self._controller.may(Act.SETTINGS)
        self._choices.setVisible(bool(sessions))
        self._rule.setVisible(asks)
        if self._follows != view.settings.late_points.value:
            self._follows = view.settings.late_points.value
            self.rule.setCurrentIndex(self.rule.findData(self._follows))
            self.fixed.setText(typed_fixed_points(view.settings.late_fixed))
        self._show_fixed()
        if not sessions:
            self._about.set_text(mark("The draw is published and all sessions have begun: nobody can join any more."))
        elif asks:
            self._about.set_text(mark("The draw is published. You can still correct names, and add players."))
        else:
            rule = mark("{option}: {answer}", option=LATE_POINTS, answer=late_text(view.settings))
            text = mark("The draw is published. You can still correct names, and add players. {rule}.", rule=rule)
            self._about.set_text(text)

    def forget(self) -> None:
        """Drop what was chosen for the previous event."""
        self.session.set_choices([])
        self._fixed.clear_problem()
        self._follows = None

    def add_players(self, players: Sequence[Player], source: str = "") -> tuple[Problem, ...]:
        """Add ``players``, after the draw from the chosen session on and with the chosen rule. Return the problems that
        prevent it."""
        view = self._controller.book.view
        commands: list[Command] = [AddPlayers(tuple(players), source, self.first)]
        if self._rule.isVisibleTo(self) and self.first is not None:
            rule = GrantedPoints(self.rule.currentData())
            fixed = read_fixed_points(self.fixed.text()) if rule is GrantedPoints.FIXED else view.settings.late_fixed
            if fixed is None:
                problem = granted_problem(self.fixed.text().strip())
                self._fixed.set_problem(problem.text)
                return (problem,)
            self._fixed.clear_problem()
            settings = replace(view.settings, late_points=rule, late_fixed=fixed)
            commands = [*([ChangeSettings(settings)] if settings != view.settings else []), *commands]
        return attempt_all(self._controller, commands)

    def _show_fixed(self) -> None:
        fixed = self.rule.currentData() == GrantedPoints.FIXED.value
        self._fixed.setVisible(fixed and not self._rule.isHidden())
