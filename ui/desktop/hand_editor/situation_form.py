"""How a hand was won, and the questions of its rules: as a form, or as facts that can only be read."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, assert_never

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from tournament.hand.notation import parse_tiles
from tournament.hand.situation import Situation
from tournament.language import Text, listed, mark
from tournament.rules.payment import Answer
from tournament.rules.player_counter import Circumstance
from tournament.rules.question import QuestionKind, RuleQuestion, answer_problem, answer_text, read_answer
from tournament.tiles.names import tile_name
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.theme import Density, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, TextField, take_digits
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, boxed, column, row, stretched
from ui.desktop.widgets.tiles import TileRow
from ui.entry.verdict import why_impossible

_NOTHING = ""
"""The key of a choice that stands for no answer."""
_NUMBER = 72
"""Width of a line for a number."""
_TILES = 112
"""Width of a line for tiles."""
NEXT_QUESTION = "F2"
_KEY = Text("{key}", (("key", Key(NEXT_QUESTION)),))
_Control = CheckBox | Switch | ChoiceBox | TextField


class _QuestionForm(WrappedRow):
    """The questions of the rules. Short choices are a switch, others a list; the rest is a check box or a line edit."""

    changed = Signal(str, object)
    """The user answered; carries the name of the question, and the answer."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._questions: tuple[RuleQuestion, ...] = ()
        self.controls: dict[str, _Control] = {}
        """The controls by the name of the question."""

    def show_answers(self, questions: Sequence[RuleQuestion], answers: Mapping[str, Answer]) -> None:
        """Show ``questions`` with their ``answers``."""
        if tuple(questions) != self._questions:
            self._questions = tuple(questions)
            self.controls = {question.name: self._control(question) for question in questions}
            parts = [_labelled(question, self.controls[question.name]) for question in questions]
            self.set_parts([KeyText(_KEY, kind=Type.CAPTION, tone=Tone.TEXT2), *parts])
        for question in questions:
            control, answer = self.controls[question.name], answers.get(question.name, question.default)
            if question.kind is QuestionKind.TILES and control.hasFocus():
                continue  # the stored answer is sorted, and would replace what the user is typing
            _show(control, answer)

    def focus_next(self) -> bool:
        """Focus the next question, or the first. Return False if there is none."""
        controls = list(self.controls.values())
        if not controls:
            return False
        here = next((index for index, control in enumerate(controls) if control.hasFocus()), -1)
        controls[(here + 1) % len(controls)].setFocus()
        return True

    def _control(self, question: RuleQuestion) -> _Control:
        match question.kind:
            case QuestionKind.TICK:
                box = CheckBox(question.short)
                box.clicked.connect(lambda: self.changed.emit(question.name, box.isChecked()))
                return box
            case QuestionKind.NUMBER:
                line = TextField(name=question.short)
                line.setFixedWidth(_NUMBER)
                take_digits(line)
                line.textEdited.connect(lambda typed: self.changed.emit(question.name, int(typed) if typed else None))
                return line
            case QuestionKind.TILES:
                tiles = TextField(name=question.short)
                tiles.setFixedWidth(_TILES)
                tiles.textEdited.connect(lambda typed: self._take_tiles(question, tiles, typed))
                return tiles
            case QuestionKind.CHOICE if all(len(choice.key) == 1 for choice in question.choices):
                nothing = [Segment(_NOTHING, "–")] if question.may_be_none else []
                switch = Switch(question.short, [*nothing, *(Segment(*choice[:2]) for choice in question.choices)])
                switch.chosen.connect(lambda key: self.changed.emit(question.name, key or None))
                return switch
            case QuestionKind.CHOICE:
                choice = ChoiceBox(question.short)
                none: list[tuple[str, Text | str]] = [(_NOTHING, mark("no"))] if question.may_be_none else []
                choice.set_choices([*none, *((each.key, each.text) for each in question.choices)])
                choice.activated.connect(lambda _index: self.changed.emit(question.name, choice.currentData() or None))
                return choice
            case QuestionKind.PLAYER | QuestionKind.PLAYERS | QuestionKind.PLACES | QuestionKind.HANDS:
                raise ValueError(f"“{question.name}” is asked of the hand as a whole")
            case _:
                assert_never(question.kind)

    def _take_tiles(self, question: RuleQuestion, line: TextField, typed: str) -> None:
        """Emit the ``typed`` tiles as the answer. A text that is not (yet) an answer is marked, and emits None."""
        answer = _tiles_of(question, typed)
        line.set_refused(answer is None and bool(typed.strip()))
        self.changed.emit(question.name, answer)


def _labelled(question: RuleQuestion, control: _Control) -> QWidget:
    if isinstance(control, CheckBox):
        return control
    return boxed(row(TextLabel(question.short, kind=Type.DENSE, tone=Tone.TEXT2), control, spacing=6))


def _tiles_of(question: RuleQuestion, typed: str) -> Answer:
    """Return the ``typed`` tiles as an answer; None if they are not a valid one."""
    try:
        answer = read_answer(question, typed.replace("O", "W"))  # French writes O for West (*Ouest*)
    except ValueError:
        return None
    return answer if answer_problem(question, answer) is None else None


def _show(control: _Control, answer: Answer) -> None:
    match control:
        case CheckBox():
            control.setChecked(answer is True)
        case Switch():
            control.set_current(_NOTHING if answer is None else str(answer))
        case ChoiceBox():
            control.setCurrentIndex(max(control.findData(_NOTHING if answer is None else answer), 0))
        case TextField():
            typed = "" if answer is None else str(answer)
            if control.text() != typed:
                control.setText(typed)
        case _:
            assert_never(control)


_WAYS: dict[str, tuple[Text, bool, bool]] = {
    "discard": (mark("Discard"), False, False),
    "drawn": (mark("Self-draw"), True, False),
    "replacement": (mark("After a kong"), True, True),
    "robbed": (mark("Robbed kong"), False, True),
}
"""By key: label, whether self-drawn, whether with a kong."""
_PREVALENT, _OF_ROUND, OWN = mark("Prevalent wind"), mark("Wind of the round"), mark("Own wind")
"""Labels of the winds. The second is for rules in which a wind other than that of the round may prevail."""
_REPLACEMENT = mark("Replacement tile")
"""Replaces “After a kong” in rules in which flowers are replaced too."""
_NOT_REPLACED = mark("It needs a kong, a flower or a season.")
_CIRCUMSTANCES = {"replacement": Circumstance.REPLACEMENT, "robbed": Circumstance.ROBBED_KONG}
"""The ways that count only under some rules."""
LAST_OF_WALL, LAST_OF_KIND = mark("Last tile of the wall"), mark("Last tile of its kind")
_SHEET = {
    True: mark("The sheet says self-draw."),
    False: mark("The sheet names the discarder."),
}
_RESTATED = mark("The winds or the way of winning in this line differ from the sheet. The sheet counts.")


class SituationForm(QWidget):
    """How the hand was won: a switch with four ways, two check boxes, the winds, and the questions of the rules.

    The winds are a text if they come from the sheet, otherwise two switches.
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
        self.prevalent = Switch(_PREVALENT, winds)
        self._prevalent_label = TextLabel(_PREVALENT, kind=Type.DENSE, tone=Tone.TEXT2)
        self.own = Switch(OWN, winds)
        self.questions = _QuestionForm()
        self._low = False
        self._sheet_winds = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._reasons = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._restated: list[Text] = []
        self._ruled_out: list[Text] = []
        """Why choices are disabled. It is shown only while the pointer or the focus is here."""
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
        """Return the width of the wider switch: the form uses two lines if one is too short."""
        parts = (self.way, self.own)
        wide = max(part.sizeHint().width() for part in parts if not part.isHidden())
        return QSize(wide + 8, super().minimumSizeHint().height())

    def show_state(self, state: HandState) -> None:
        """Show how the hand was won. Disable what its tiles or the sheet rule out, and show why."""
        arrangement, fixed, player = state.arrangement, state.context.fixed, state.context.player
        now = arrangement.situation
        reasons: dict[Text, list[Text]] = {}

        def is_off(choice: Text, chosen: Situation, *, shown: bool = True) -> bool:
            """Return whether ``chosen`` is impossible, and note why. Choices with one reason are shown together."""
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
        """Return whether ``circumstance`` counts for this hand under these rules, and so is asked."""
        player = state.context.player
        return state.arrangement.won and (player is None or circumstance in player.counter.circumstances)

    def _show_parts(self, state: HandState) -> None:
        """Show only what these rules ask about the hand of a winner or of another player."""
        player, won = state.context.player, state.arrangement.won
        self.way.setVisible(won)
        self.last_of_wall.setVisible(self._counts(state, Circumstance.LAST_OF_WALL))
        self.last_of_kind.setVisible(self._counts(state, Circumstance.LAST_OF_KIND))
        self._prevalent_label.set_text(_PREVALENT if player is None else _OF_ROUND)
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
    """Return the ways to win that count under these rules, and always the current one."""
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


def _way_of(state: HandState) -> Text:
    """Return how the hand was won, in the words of its rules."""
    now = state.arrangement.situation
    return next(text for _, text, drawn, kong in _ways(state) if (drawn, kong) == (now.self_drawn, now.kong))


def _winds_text(state: HandState) -> Text:
    """Return the text with the winds of the sheet."""
    now = state.arrangement.situation
    if not state.arrangement.round_wind:
        return mark("Own wind {own}", own=now.seat.label)
    if state.context.player is not None:
        return mark("Round {prevalent} · own {own}", prevalent=now.prevalent.label, own=now.seat.label)
    return mark("Prevalent {prevalent} · own {own}", prevalent=now.prevalent.label, own=now.seat.label)


def _direction(*, short: bool) -> QBoxLayout.Direction:
    return QBoxLayout.Direction.TopToBottom if short else QBoxLayout.Direction.LeftToRight


def _joined(texts: Sequence[Text], between: str) -> Text | str:
    """Return the texts joined by ``between``; an empty string if there are none."""
    pattern = f"{{one}}{between}{{other}}"
    return reduce(lambda one, other: Text(pattern, (("one", one), ("other", other))), texts) if texts else ""


_TILE = 30
"""Width of a tile."""


class Fact(NamedTuple):
    """One thing that is known of a hand besides its tiles."""

    name: Text | None
    """Its label; None if the value is enough."""
    value: Text | str = ""
    tiles: tuple[Tile, ...] = ()
    """Tiles that are shown instead of the value."""


class GivenFacts(WrappedRow):
    """Shows what is known of a hand besides its tiles."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.facts: tuple[Fact, ...] = ()
        """What is shown."""

    def show_state(self, state: HandState) -> None:
        """Show how the hand of ``state`` was won."""
        facts = tuple(facts_of(state))
        if facts != self.facts:
            self.facts = facts
            self.set_parts(list(map(_part, facts)))


def facts_of(state: HandState) -> Iterator[Fact]:
    """Yield the known facts about a won hand: winds, way of winning and answers; not what follows from others."""
    player, situation = state.context.player, state.arrangement.situation
    if state.arrangement.round_wind:
        yield Fact(_PREVALENT if player is None else _OF_ROUND, situation.prevalent.label)
    yield Fact(OWN, situation.seat.label)
    yield Fact(None, _way_of(state))
    if situation.last_of_wall:
        yield Fact(None, LAST_OF_WALL)
    if situation.last_of_kind:
        yield Fact(None, LAST_OF_KIND)
    answers = dict(state.arrangement.answers)
    for question in player.questions if player is not None else ():
        if question.name in answers:
            yield _answered(question, answers[question.name])


def _answered(question: RuleQuestion, answer: Answer) -> Fact:
    match question.kind:
        case QuestionKind.TICK:
            return Fact(None, question.short)
        case QuestionKind.TILES:
            return Fact(question.short, tiles=parse_tiles(str(answer)))
        case QuestionKind.CHOICE if question.may_be_none:
            return Fact(None, answer_text(question, answer))
        case _:
            return Fact(question.short, answer_text(question, answer))


def _part(fact: Fact) -> QWidget:
    value: QWidget = TextLabel(fact.value, kind=Type.TOTAL)
    if fact.tiles:
        value = tiles = TileRow(_TILE)
        tiles.show_tiles([tile.text for tile in fact.tiles], name=listed(map(tile_name, fact.tiles)))
    if fact.name is None:
        return value
    return boxed(row(TextLabel(fact.name, kind=Type.DENSE, tone=Tone.TEXT2), value, spacing=6))
