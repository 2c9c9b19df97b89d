"""How the hand was won, and the winds. Choices that the tiles rule out are disabled, with the reason beside them."""

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from tournament.hand.situation import Situation
from tournament.language import Text, mark
from tournament.rules.player_counter import Circumstance
from tournament.tiles.wind import Wind
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.hand_editor.question_form import QuestionForm
from ui.desktop.theme import Density, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row, stretched
from ui.entry.verdict import why_impossible

_WAYS: dict[str, tuple[Text, bool, bool]] = {
    "discard": (mark("Discard"), False, False),
    "drawn": (mark("Self-draw"), True, False),
    "replacement": (mark("After a kong"), True, True),
    "robbed": (mark("Robbed kong"), False, True),
}
"""By key: label, whether self-drawn, whether with a kong."""
PREVALENT, OF_ROUND, OWN = mark("Prevalent wind"), mark("Wind of the round"), mark("Own wind")
"""The second label is for rules by which other winds may prevail too."""
_REPLACEMENT = mark("Replacement tile")
"""Replaces “After a kong” in rules in which flowers are replaced too."""
_NOT_REPLACED = mark("It needs a kong, a flower or a season.")
_CIRCUMSTANCES = {"replacement": Circumstance.REPLACEMENT, "robbed": Circumstance.ROBBED_KONG}
"""The ways that only some rules know."""
LAST_OF_WALL, LAST_OF_KIND = mark("Last tile of the wall"), mark("Last tile of its kind")
_SHEET = {
    True: mark("The sheet says self-draw."),
    False: mark("The sheet names the discarder."),
}
_RESTATED = mark("The winds or the way of winning in this line differ from the sheet. The sheet counts.")


class SituationForm(QWidget):
    """How the hand was won: a switch of four ways, two check boxes, the winds, and the rules' questions.

    The winds are those of the sheet, or two switches.
    """

    changed = Signal(object)
    """The user changed the choice; carries a :class:`tournament.hand.situation.Situation`."""
    answered = Signal(str, object)
    """The user answered a question of the rules; carries its name and the answer."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.way = Switch(mark("How it was won"), [Segment(key, text) for key, (text, _, _) in _WAYS.items()])
        self.last_of_wall, self.last_of_kind = CheckBox(LAST_OF_WALL), CheckBox(LAST_OF_KIND)
        winds = [Segment(wind.letter, wind.short) for wind in Wind]
        self.prevalent = Switch(PREVALENT, winds)
        self._prevalent_label = TextLabel(PREVALENT, kind=Type.DENSE, tone=Tone.TEXT2)
        self.own = Switch(OWN, winds)
        self.questions = QuestionForm()
        self._low = False
        self._sheet_winds = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._reasons = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._restated: list[Text] = []
        self._ruled_out: list[Text] = []
        """Why choices are struck out, shown only while the mouse or the focus is here."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._show_reasons)
        self._reasons.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(8)
        self._line.addWidget(self.way)
        add(self._line, stretched(row(self.last_of_wall, 4, self.last_of_kind, None, self._sheet_winds)))
        self._wind_parts = [
            row(label, switch, None, spacing=6)
            for label, switch in (
                (self._prevalent_label, self.prevalent),
                (TextLabel(OWN, kind=Type.DENSE, tone=Tone.TEXT2), self.own),
            )
        ]
        self._wind_line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._wind_line.setSpacing(16)
        self._wind_line.setContentsMargins(0, 0, 0, 0)
        for part in self._wind_parts:
            add(self._wind_line, part)
        self._wind_line.addStretch(1)
        self._winds = boxed(self._wind_line)
        column(self._line, self._winds, self.questions, self._reasons, spacing=6, margins=(3, 3, 3, 0), on=self)
        self.fit(Density.NORMAL)
        for signal in (self.way.chosen, self.prevalent.chosen, self.own.chosen):
            signal.connect(self._emit)
        for box in (self.last_of_wall, self.last_of_kind):
            box.clicked.connect(self._emit)
        self.questions.changed.connect(self.answered)

    def fit(self, density: Density) -> None:
        """Reserve space for one line of reasons in a low window, otherwise for two."""
        self._low = density is Density.DENSE
        self._keep_room(asks_more=self.questions.isVisible())

    def _keep_room(self, *, asks_more: bool) -> None:
        self._reasons.setMinimumHeight((1 if self._low or asks_more else 2) * Type.CAPTION.line)

    def event(self, event: QEvent) -> bool:
        """Arrange the line again when its texts change."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the reasons."""
        super().enterEvent(event)
        self._show_reasons()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the reasons."""
        super().leaveEvent(event)
        self._show_reasons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two lines if one is too short."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        winds = [] if self._sheet_winds.isHidden() else [self._sheet_winds]
        line = (self.way, self.last_of_wall, self.last_of_kind)
        parts = (*(part for part in line if not part.isHidden()), *winds)
        short = sum(part.sizeHint().width() + 16 for part in parts) > self.width()
        self._line.setDirection(_direction(short=short))
        winds_short = sum(part.sizeHint().width() + 16 for part in self._wind_parts) > self.width()
        self._wind_line.setDirection(_direction(short=winds_short))
        self._wind_line.setSpacing(4 if winds_short else 16)

    def minimumSizeHint(self) -> QSize:
        """Two lines need less width than one."""
        parts = (self.way, self.own)
        wide = max(part.sizeHint().width() for part in parts if not part.isHidden())
        return QSize(wide + 8, super().minimumSizeHint().height())

    def show_state(self, state: HandState) -> None:
        """Show how the hand was won. Disable what its tiles or the sheet rule out, and show why."""
        arrangement, fixed, player = state.arrangement, state.context.fixed, state.context.player
        now = arrangement.situation
        reasons: dict[Text, list[Text]] = {}

        def is_off(choice: Text, chosen: Situation, *, shown: bool = True) -> bool:
            """Whether it cannot be chosen. Choices with the same reason are named together, those that are shown."""
            if chosen == now or not shown:
                return False
            why = why_impossible(arrangement, chosen)
            if why is not None and chosen.replacement and player is not None and player.counter.bonus_tiles:
                why = None if arrangement.flowers else _NOT_REPLACED
            if fixed and chosen.self_drawn != now.self_drawn:
                why = _SHEET[now.self_drawn]
            if why is not None:
                reasons.setdefault(why, []).append(choice)
            return why is not None

        self.way.set_segments([
            Segment(key, text, off=is_off(text, now._replace(self_drawn=drawn, kong=kong)))
            for key, text, drawn, kong in _ways(state)
        ])  # fmt: skip
        self.way.set_current(next(key for key, (_, *way) in _WAYS.items() if way == [now.self_drawn, now.kong]))
        of_wall, of_kind = (
            self._counts(state, each) for each in (Circumstance.LAST_OF_WALL, Circumstance.LAST_OF_KIND)
        )
        self.last_of_wall.setChecked(now.last_of_wall)
        self.last_of_wall.setEnabled(not is_off(LAST_OF_WALL, now._replace(last_of_wall=True), shown=of_wall))
        self.last_of_kind.setChecked(now.last_of_kind)
        self.last_of_kind.setEnabled(not is_off(LAST_OF_KIND, now._replace(last_of_kind=True), shown=of_kind))
        self.prevalent.set_current(now.prevalent.letter)
        self.own.set_current(now.seat.letter)
        self._winds.setVisible(not fixed)
        self._sheet_winds.setVisible(fixed and arrangement.won)
        self._sheet_winds.set_text(_winds_text(state))
        self._show_parts(state)
        self._fit()
        self._restated = [_RESTATED] if state.verdict.restated else []
        self._ruled_out = [
            mark("{choice}: {reason}", choice=_joined(choices, ", "), reason=why) for why, choices in reasons.items()
        ]
        self._show_reasons()

    @staticmethod
    def _counts(state: HandState, circumstance: Circumstance) -> bool:
        """Whether it counts for this hand by these rules, and so is asked."""
        player = state.context.player
        return state.arrangement.won and (player is None or circumstance in player.counter.circumstances)

    def _show_parts(self, state: HandState) -> None:
        """Show only what these rules ask about the hand of a winner or of another player."""
        player, won = state.context.player, state.arrangement.won
        self.way.setVisible(won)
        self.last_of_wall.setVisible(self._counts(state, Circumstance.LAST_OF_WALL))
        self.last_of_kind.setVisible(self._counts(state, Circumstance.LAST_OF_KIND))
        self._prevalent_label.set_text(PREVALENT if player is None else OF_ROUND)
        for part in (self._prevalent_label, self.prevalent):
            part.setVisible(state.context.round_wind)
        questions = player.questions if player is not None else ()
        self.questions.show_answers(questions, dict(state.arrangement.answers))
        self.questions.setVisible(bool(questions))
        self._reasons.setVisible(won)
        self._keep_room(asks_more=bool(questions))

    @property
    def reasons(self) -> str:
        """Why choices are disabled, in the current language; shown while the mouse or the focus is here."""
        return translator.translate(_joined([*self._restated, *self._ruled_out], "  ·  "))

    def _show_reasons(self) -> None:
        focused = QApplication.focusWidget()
        asked = self.underMouse() or (focused is not None and self.isAncestorOf(focused))
        self._reasons.set_text(_joined([*self._restated, *(self._ruled_out if asked else ())], "  ·  "))
        self.setAccessibleDescription(self.reasons)

    def _emit(self) -> None:
        _, drawn, kong = _WAYS[self.way.current]
        prevalent, own = (Wind("ESWN".index(switch.current)) for switch in (self.prevalent, self.own))
        of_kind, of_wall = self.last_of_kind.isChecked(), self.last_of_wall.isChecked()
        self.changed.emit(Situation(prevalent, own, drawn, of_kind, of_wall, kong))


def _ways(state: HandState) -> list[tuple[str, Text, bool, bool]]:
    """The ways to win that count by these rules, and always the current one."""
    player, situation = state.context.player, state.arrangement.situation
    if player is None:
        return [(key, *way) for key, way in _WAYS.items()]
    counter = player.counter
    texts = {"replacement": _REPLACEMENT} if counter.bonus_tiles else {}
    return [
        (key, texts.get(key, text), drawn, kong)
        for key, (text, drawn, kong) in _WAYS.items()
        if key not in _CIRCUMSTANCES
        or _CIRCUMSTANCES[key] in counter.circumstances
        or (drawn, kong) == (situation.self_drawn, situation.kong)
    ]


def way_of(state: HandState) -> Text:
    """How the hand was won, in the words of its rules."""
    now = state.arrangement.situation
    return next(text for _, text, drawn, kong in _ways(state) if (drawn, kong) == (now.self_drawn, now.kong))


def _winds_text(state: HandState) -> Text:
    """The winds of the sheet."""
    now = state.arrangement.situation
    if not state.arrangement.round_wind:
        return mark("Own wind {own}", own=now.seat.label)
    if state.context.player is not None:
        return mark("Round {prevalent} · own {own}", prevalent=now.prevalent.label, own=now.seat.label)
    return mark("Prevalent {prevalent} · own {own}", prevalent=now.prevalent.label, own=now.seat.label)


def _direction(*, short: bool) -> QBoxLayout.Direction:
    return QBoxLayout.Direction.TopToBottom if short else QBoxLayout.Direction.LeftToRight


def _joined(texts: Sequence[Text], between: str) -> Text | str:
    """The texts joined by ``between``."""
    pattern = f"{{one}}{between}{{other}}"
    return reduce(lambda one, other: Text(pattern, (("one", one), ("other", other))), texts) if texts else ""
