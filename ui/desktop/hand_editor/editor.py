"""The left side of the hand editor: rack, line, how it was won, tiles left. The line holds the truth."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from tournament.catalogue import DEFAULT_SCORER
from tournament.hand.loose import format_loose
from tournament.hand.problem import HandProblem
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import Text, mark
from tournament.rules.hand_scorer import HandScorer
from tournament.tiles.tile import Tile
from ui.desktop.hand_editor import said
from ui.desktop.hand_editor.completion import completion
from ui.desktop.hand_editor.fan_list import FanRow
from ui.desktop.hand_editor.flowers import FlowersShown
from ui.desktop.hand_editor.how import HowWon
from ui.desktop.hand_editor.laid import Laid, text_of
from ui.desktop.hand_editor.line import HandLine
from ui.desktop.hand_editor.lit import lit_pieces
from ui.desktop.hand_editor.picker import Picker
from ui.desktop.hand_editor.rack import Rack
from ui.desktop.hand_editor.spoken import PLACES, Sources
from ui.desktop.hand_editor.verdict import Verdict, judge, warm_up
from ui.desktop.keys import Key
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.card import Card, Rule
from ui.desktop.widgets.fields import LabeledField
from ui.desktop.widgets.key_text import KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.signs import Icon, StatusIcon

_UNDER_LINE = 22
"""Height of what stands under the line: the notation, or in its place what is wrong."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is known before the first tile."""

    situation: Situation = EAST_BY_DISCARD
    fixed: bool = False
    """Winds and self-draw are a sheet's."""
    scorer: HandScorer = DEFAULT_SCORER
    sources: Sources = PLACES
    """The previous player, the one opposite, the next one."""


class HandEditor(QWidget):
    """Rack and line always say the same; every change of either is judged at once."""

    judged = Signal(object)
    """The tiles changed: their :class:`ui.desktop.hand_editor.verdict.Verdict`."""
    confirmed = Signal()
    """Enter in the line."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._given = Given()
        self.rack, self.picker, self.how, self.line = Rack(), Picker(), HowWon(), HandLine()
        self._flowers = FlowersShown()
        self._held = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._held_sign = Icon(StatusIcon.DONE.icon, size=16, tone=StatusIcon.DONE.tone)
        self._rack_keys = KeyText(_RACK_KEYS, kind=Type.CAPTION, tone=Tone.TEXT2)
        self._rack_keys.hide()
        self._field = LabeledField(mark("Type the hand"), self.line)
        self._notation = ElidedLabel(_NOTATION, kind=Type.CAPTION, tone=Tone.TEXT3)
        self.verdict: Verdict = judge("", EAST_BY_DISCARD, self._given.scorer)
        """Of what is typed now."""
        self._lay_out()
        self.line.textEdited.connect(lambda _text: self._judge())
        self.line.returnPressed.connect(self.confirmed)
        self.rack.changed.connect(self._lay)
        self.picker.added.connect(self._add)
        self.picker.erased.connect(lambda: self._lay(self.verdict.laid.without_last()))
        self.how.changed.connect(lambda now: self._lay(replace(self.verdict.laid, situation=now)))
        self.setFocusProxy(self.line)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Show the rack's keys while it has the focus."""
        self._rack_keys.setVisible(new is self.rack)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        felt = _Felt()
        inside = QVBoxLayout(felt)
        inside.setContentsMargins(20, 14, 20, 6)
        inside.setSpacing(8)
        inside.addWidget(self.rack)
        inside.addWidget(Rule())
        inside.addLayout(row(self._flowers, 12, self._rack_keys, None, self._held, self._held_sign))
        column.addWidget(felt)
        field = QVBoxLayout()
        field.setContentsMargins(3, 0, 3, 0)
        field.setSpacing(4)
        field.addWidget(self._field)
        self._notation.setFixedHeight(_UNDER_LINE)
        field.addWidget(self._notation)
        column.addLayout(field)
        column.addWidget(self.how)
        self._card = card = Card(margins=(20, 14))
        hint = ElidedLabel(_PICKING, kind=Type.CAPTION, tone=Tone.TEXT3)
        card.body.addLayout(row(TextLabel(mark("Tiles left"), kind=Type.LABEL), None, hint))
        card.body.addWidget(self.picker)
        column.addWidget(card)
        column.addStretch(1)

    def begin(self, given: Given, typed: str = "") -> None:
        """Lay out another hand."""
        warm_up(given.scorer)
        self._given = given
        self.how.set_fixed(given.fixed)
        self.rack.set_sources(given.sources)
        self.set_typed(typed)

    @property
    def given(self) -> Given:
        """What was known before the first tile."""
        return self._given

    @property
    def typed(self) -> str:
        """What stands in the line."""
        return self.line.text()

    def set_typed(self, typed: str) -> None:
        """Put a hand into the line."""
        self.line.setText(typed)
        self._judge()

    def set_quiet(self, quiet: bool) -> None:
        """Only show the hand: it is somebody's turn to count it."""
        for part in (self._field, self.how, self._card):
            part.setDisabled(quiet)
        self._card.setVisible(not quiet)
        self.rack.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, quiet)
        self.rack.setFocusPolicy(Qt.FocusPolicy.NoFocus if quiet else Qt.FocusPolicy.StrongFocus)

    def look_at(self, row: FanRow | None) -> None:
        """Light the sets of a fan, or none."""
        verdict = self.verdict
        if row is None or verdict.hand is None or verdict.explanation is None:
            self.rack.light(frozenset())
            self._flowers.light(lit=None)
            return
        self.rack.light(lit_pieces(verdict.laid, verdict.hand, verdict.explanation, row.instances))
        self._flowers.light(lit=True if row.flowers else None)

    def _add(self, what: Tile | str) -> None:
        laid = self.verdict.laid
        self._lay(laid.with_tile(what) if isinstance(what, Tile) else laid.with_flower(what))

    def _lay(self, laid: Laid) -> None:
        """Write tiles laid by hand into the line."""
        self.set_typed(text_of(laid, self._given.situation))

    def _judge(self) -> None:
        given = self._given
        verdict = self.verdict = judge(self.typed, given.situation, given.scorer, fixed=given.fixed)
        self.rack.show_verdict(verdict)
        self.picker.show_laid(verdict.laid)
        self.how.show_laid(verdict.laid, restated=verdict.restated)
        self._flowers.show_flowers(verdict.laid.flowers)
        self._held.set_text(said.held_words(verdict.laid))
        self._held_sign.setVisible(verdict.hand is not None)
        self.line.propose(completion(self.typed, verdict.laid, given.situation))
        self.line.set_aside(_read_as(verdict))
        self._show_fault(verdict.faults[0] if verdict.faults else None)
        self.judged.emit(verdict)

    def _show_fault(self, fault: HandProblem | None) -> None:
        """Say what is wrong where the notation stands otherwise, so that nothing below moves while one types."""
        self._notation.setVisible(fault is None)
        if fault is None:
            self._field.clear_problem()
        else:
            words = mark("{problem} Column {column}.", problem=fault.message, column=fault.column)
            self._field.set_problem(words)

    def problem(self) -> str:
        """What is wrong with the line, as said now."""
        return self._field.problem()


_NOTATION = mark(
    "m characters · p dots · s bamboos · E S W N · C F P · [ ] claimed, which tile · last tile wins · | winds | flowers"
)
_RACK_KEYS = mark(
    "{space} wins, or next source   {c} claim   {k} kong   {back} take back",
    space=Key("Space"), c=Key("C"), k=Key("K"), back=Key("Del"),
)  # fmt: skip
_PICKING = mark("Click to add · drag a tile of a set to the right to claim it · Backspace takes the last one back")


def _read_as(verdict: Verdict) -> Text | str:
    return mark("also read: {hand}", hand=format_loose(verdict.hand)) if verdict.hand is not None else ""


class _Felt(QFrame):
    """The ground under the rack."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        tokens = theme.tokens
        painting.box(painting.begin(self), QRectF(self.rect()), radius=Size.CARD_RADIUS, fill=tokens.felt,
                     border=tokens.line)  # fmt: skip
