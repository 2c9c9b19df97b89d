"""The hand editor (rack, typed line, how the hand was won, tiles left), and a page of the editor with its verdict."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from tournament.hand.situation import Situation
from tournament.hand.typed_notation import format_typed
from tournament.language import Text, mark
from tournament.rules.payment import Answer
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.hand_editor.picker import FlowerTiles, Picker
from ui.desktop.hand_editor.rack import Rack
from ui.desktop.hand_editor.situation_form import GivenFacts, SituationForm
from ui.desktop.hand_editor.verdict_panel import VerdictPanel
from ui.desktop.hand_editor.verdict_text import ListedFan, tile_count
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.theme import Density, Room, Tone, Type, font, room_of, theme
from ui.desktop.theme.tokens import COMPACT_BELOW
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.cards import Card, Rule
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import Key, KeyText, key_name
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import (
    Part,
    Scrolled,
    add,
    boxed,
    column,
    lay_out_now,
    row,
    set_margins,
    stretched,
)
from ui.desktop.widgets.signs import StatusIcon, StatusSign
from ui.entry.arrangement import Arrangement, completion
from ui.entry.verdict import HandContext

_LONGEST = 200
"""Maximum length: a hand with all its answers, and any number of spaces."""
_GAP = 10
"""Gap before the text after the cursor."""


class _NotationField(TextField):
    """The line with the typed hand. Tab, or Right at the end, accepts the completion; the page handles Enter."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(name=mark("Type the hand"), parent=parent)
        self._completion = ""
        self._winds: tuple[Text | str, Text | str] = ("", "")
        self._remark: Text | str = ""
        self.setFont(font(17, 400, figures=False))
        self.setMinimumHeight(40)
        self.setMaxLength(_LONGEST)
        self.textChanged.connect(lambda _text: self.update())

    def show_beside(self, completion: str, remark: Text | str, *, winds: tuple[Text | str, Text | str]) -> None:
        """Show a completion after the cursor, and a remark at the right.

        The situation is described by its ``winds``, prevalent and own, because its code means nothing to a reader.
        """
        self._completion, self._remark, self._winds = completion, remark, winds
        self.update()

    @property
    def completion(self) -> str:
        """The text that Tab would insert now; empty if none."""
        at_end = self.cursorPosition() == len(self.text()) and not self.hasSelectedText()
        return self._completion if at_end and self.text() else ""

    def completion_words(self) -> str:
        """Return in words what Tab would insert if that is the whole situation; otherwise an empty string."""
        if not self.completion.startswith("|"):
            return ""
        prevalent, own = self._winds
        if not prevalent:
            return translator.translate(mark("{key} also adds the own wind: {own}", key=key_name("Tab"), own=own))
        return translator.translate(
            mark("{key} also adds the winds: {prevalent}, {own}", key=key_name("Tab"), prevalent=prevalent, own=own)
        )

    def event(self, event: QEvent) -> bool:
        """Handle Tab while there is a completion. Qt would otherwise move the focus before ``keyPressEvent``."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            forward = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Right) and not event.modifiers()
            if forward and self.completion:
                self.insert(self.completion)
                self.textEdited.emit(self.text())
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, its completion, and the remark if it fits."""
        super().paintEvent(event)
        painter, tokens, metrics = painting.begin(self), theme.tokens, QFontMetricsF(self.font())
        left, right = 13 + metrics.horizontalAdvance(self.text()), self.width() - 12.0
        rect = QRectF(left, 0, max(right - left, 0), self.height())
        words = self.completion_words()
        if words and self.hasFocus():
            rect = rect.adjusted(_GAP, 0, 0, 0)
            painting.words(painter, rect, words, colour=tokens.text3, kind=Type.CAPTION)
            left += _GAP + painting.width_of(words, Type.CAPTION)
        elif self.completion and self.hasFocus():
            painting.write(painter, rect, self.completion, colour=tokens.text3, font=self.font())
            left += metrics.horizontalAdvance(self.completion)
        remark = translator.translate(self._remark)
        if remark and painting.width_of(remark, Type.CAPTION) < right - left - 24:
            rect = QRectF(left, 0, right - left, self.height())
            painting.words(painter, rect, remark, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT)


_UNDER_LINE = 22
"""Height of the area below the line, for help on the notation or a problem."""
_NOTATION = mark(
    "m characters · p dots · s bamboos · E S W N · C F P · [ ] claimed, which tile · last tile wins · | winds | flowers"
)
_SHORT_NOTATION = mark("m p s · E S W N · C F P · [ ] claimed · last tile wins · | winds | flowers")
_WITH_ANSWERS = mark(
    "m characters · p dots · s bamboos · E S W N · C F P · [ ] claimed, which tile · last tile wins · | winds "
    "| flowers | answers"
)
_SHORT_WITH_ANSWERS = mark("m p s · E S W N · C F P · [ ] claimed · last tile wins · | winds | flowers | answers")
_RACK_KEYS = mark(
    "{space} wins, or next source   {c} claim   {k} kong   {back} remove",
    space=Key("Space"), c=Key("C"), k=Key("K"), back=Key("Del"),
)  # fmt: skip
_PICKING = (
    mark("Click to add · drag a tile of a set to the right to claim it · Backspace removes the last tile"),
    mark("Click to add · drag to the right to claim"),
    mark("Click to add"),
)
"""The longest that fits is shown."""


_ALL_FROM, _ALL_WITH_QUESTIONS_FROM = 860, 940
"""Minimum height of a window in which rack, line and tiles fit in their usual sizes, and in which questions do too."""
_NARROW_TILES = ((740, 30.0), (790, 40.0))
"""Heights of a window with questions, and the width that tiles to choose from have at most below them."""
_USUAL = Room(1440, 900)


class HandEditor(QWidget):
    """Shows one :class:`HandState`. Every input produces the next state."""

    judged = Signal(object)
    """The hand changed; carries its :class:`ui.entry.verdict.Verdict`."""
    confirmed = Signal()
    """Enter was pressed in the line."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = HandState.begin(HandContext())
        """The current state."""
        self.rack, self.picker, self.situation, self.line = Rack(), Picker(), SituationForm(), _NotationField()
        self.given = GivenFacts()
        """It replaces the situation while the hand is read-only."""
        self.given.hide()
        self._flowers = FlowerTiles()
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._legal = StatusSign(StatusIcon.DONE)
        self._rack_keys = KeyText(_RACK_KEYS, kind=Type.CAPTION, tone=Tone.TEXT2)
        self._rack_keys.hide()
        self._field = LabeledField(mark("Type the hand"), self.line)
        self._notation = FittingLabel(_NOTATION, _SHORT_NOTATION, kind=Type.CAPTION, tone=Tone.TEXT3)
        self._notation.setFixedHeight(_UNDER_LINE)
        self._card = Card(margins=(20, 14))
        self._lay_out()
        self.line.textEdited.connect(self.set_typed)
        self.line.returnPressed.connect(self.confirmed)
        for tiles in (self.rack, self.picker):
            tiles.changed.connect(self._arrange_tiles)
            tiles.refused.connect(self.refuse)
        self.situation.changed.connect(self._choose_situation)
        self.situation.answered.connect(self._answer)
        set_focus_target(self, self.line)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)

    def _lay_out(self) -> None:
        ground = QFrame()
        ground.setProperty("ground", "felt")
        below = row(self._flowers, 12, self._rack_keys, None, self._count, self._legal)
        self._inside_ground = column(self.rack, Rule(), below, on=ground)
        hint = FittingLabel(*_PICKING, kind=Type.CAPTION, tone=Tone.TEXT3)
        add(self._card.body, row(TextLabel(mark("Tiles left"), kind=Type.LABEL), stretched(hint)))
        self._card.body.addWidget(self.picker)
        field = column(self._field, self._notation, spacing=4, margins=(3, 0))
        hint.setAlignment(painting.RIGHT)
        self._rows = column(ground, field, self.given, self.situation, self._card, None, spacing=12, on=self)
        self._room = _USUAL
        self._asks = False
        """Whether the rules ask questions about the hand, which take up to two lines."""
        self.fit(self._room)

    def fit(self, room: Room) -> None:
        """Reduce the height in a low window, so that rack, line and tiles are all visible."""
        self._room = room
        low = room.height < (_ALL_WITH_QUESTIONS_FROM if self._asks else _ALL_FROM)
        density = Density.DENSE if low else room.density
        dense = density is Density.DENSE
        self.rack.fit(density)
        narrow = (width for below, width in _NARROW_TILES if self._asks and room.height < below)
        self.picker.fit(density, most=next(narrow, _USUAL.width))
        self._flowers.fit(density)
        self.situation.fit(density)
        self._rows.setSpacing(6 if dense else 12)
        set_margins(self._inside_ground, (11, 3, 11, 1) if dense else (19, 11, 19, 5))
        self._inside_ground.setSpacing(2 if dense else 8)
        set_margins(self._card.body, (12, 5) if dense else (20, 14))
        self._card.body.setSpacing(3 if dense else 8)

    def _make_room(self, *, asks: bool) -> None:
        if asks is not self._asks:
            self._asks = asks
            self.fit(self._room)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Show the keys of the rack while it has the focus."""
        self._rack_keys.setVisible(new is self.rack)

    def problem(self) -> str:
        """Return the problem with the line in the current language; an empty string if there is none."""
        return self._field.problem()

    def begin(self, context: HandContext, typed: str = "") -> None:
        """Show another hand."""
        self._change(HandState.begin(context, typed))

    def begin_unread(self, context: HandContext, typed: str) -> None:
        """Show another hand with its tiles sorted by kind. :meth:`show_as_read` shows their groups."""
        self._change(replace(HandState.begin(context, typed), as_read=False))

    def show_as_read(self) -> None:
        """Show the tiles of the hand in the groups into which they were read."""
        self.state = replace(self.state, as_read=True)
        self._render()

    def set_typed(self, typed: str) -> None:
        """Set the text of the line."""
        self._change(self.state.with_typed(typed))

    def look_at(self, row: ListedFan | None) -> None:
        """Highlight the tiles of a fan; None for no fan."""
        self.state = self.state.looking_at(row)
        self._render()

    def set_read_only(self, read_only: bool) -> None:
        """Show the hand without letting the user change it, for example while the user counts it in a quiz."""
        for part in (self._field, self._notation, self.situation, self._card):
            part.setDisabled(read_only)
            part.setVisible(not read_only)
        self.given.setVisible(read_only)
        self.rack.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, read_only)
        self.rack.setFocusPolicy(Qt.FocusPolicy.NoFocus if read_only else Qt.FocusPolicy.TabFocus)

    def _arrange(self, arrangement: Arrangement) -> None:
        self._change(self.state.with_arrangement(arrangement))

    def _arrange_tiles(self, arrangement: Arrangement) -> None:
        self._arrange(arrangement)
        self._type_on()

    def _type_on(self) -> None:
        """Move the focus to the line after a click on tiles, which do not take it."""
        if not (self.rack.hasFocus() or self.picker.hasFocus()):
            self.line.setFocus()

    def refuse(self, why: Text) -> None:
        """Show why a key or a click does nothing, until the hand changes."""
        self._notation.hide()
        self._field.set_problem(why)
        self._type_on()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type in the line what no other part of the editor takes."""
        text = event.text()
        if (
            self.line.isEnabled()
            and not self.line.hasFocus()
            and text.isprintable()
            and text.strip()
            and (not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier)
        ):
            self.line.setFocus()
            self.line.setCursorPosition(len(self.line.text()))
            QApplication.sendEvent(self.line, event)
        else:
            super().keyPressEvent(event)

    def _choose_situation(self, situation: Situation) -> None:
        self._arrange(replace(self.state.arrangement, situation=situation))

    def _answer(self, name: str, answer: Answer) -> None:
        player = self.state.context.player
        default = next(each.default for each in player.questions if each.name == name) if player is not None else None
        self._arrange(self.state.arrangement.with_answer(name, answer, default))

    def ask_next(self) -> None:
        """Move the focus to the questions of the rules, one after another; without any, to how the hand was won."""
        if not self.situation.questions.focus_next():
            self.situation.way.setFocus()

    def _change(self, state: HandState) -> None:
        self.state = state
        self._render()
        self.judged.emit(state.verdict)

    def _render(self) -> None:
        state, verdict = self.state, self.state.verdict
        if self.line.text() != state.typed:
            self.line.setText(state.typed)
        hand = verdict.hand
        read_as = mark("can also be read as: {hand}", hand=format_typed(hand)) if hand is not None else ""
        given, given_round = state.context.situation, state.context.round_wind
        winds = given.prevalent.label if given_round else "", given.seat.label
        proposed = completion(state.typed, state.arrangement, given, given_round=given_round)
        self.line.show_beside(proposed, read_as, winds=winds)
        self.rack.show_state(state)
        player = state.context.player
        bonus_tiles = player is None or player.counter.bonus_tiles
        self._make_room(asks=player is not None and bool(player.questions))
        self.picker.set_bonus_tiles(bonus_tiles)
        self.picker.show_arrangement(state.arrangement)
        self._flowers.setVisible(bonus_tiles or bool(state.arrangement.flowers))
        self.situation.show_state(state)
        if self.given.isVisibleTo(self):
            self.given.show_state(state)
        self._flowers.show_state(state)
        self._count.set_text(tile_count(state.arrangement))
        self._legal.setVisible(hand is not None or verdict.player_hand is not None)
        texts = (_NOTATION, _SHORT_NOTATION) if player is None else (_WITH_ANSWERS, _SHORT_WITH_ANSWERS)
        self._notation.set_texts(*texts)
        self._notation.setVisible(not verdict.faults and self._field.isVisibleTo(self))
        if verdict.faults:  # it replaces the help on the notation, so that nothing below moves while the user types
            fault = verdict.faults[0]
            text = mark("{problem} Column {column}.", problem=fault.message, column=fault.column)
            self._field.set_problem(text if fault.column else fault.message)
        else:
            self._field.clear_problem()


_WIDTHS = ((2200, 480), (1500, 430), (WIDE_FROM, 404), (COMPACT_BELOW, 340), (0, 320))
"""Pairs of the minimum width of the window and the width of the verdict from there on."""
_MOST = 1180
"""Maximum width of the editor, so that the eyes need not travel far."""


class HandPage(QWidget):
    """A page with the editor and its verdict. A subclass adds what is above the editor, and handles the verdict."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor, self.panel = HandEditor(), VerdictPanel(width=_WIDTHS[2][1])
        self._body = column()
        self._inside = boxed(self._body)
        around = boxed(row(None, stretched(self._inside, _MOST), None, spacing=0, centred=False))
        self._scroll = Scrolled(around)
        row(stretched(self._scroll), self.panel, spacing=0, centred=False, on=self)
        self.panel.looked_at.connect(self.editor.look_at)
        set_focus_target(self, self.editor)

    def fill(self, *above: Part) -> None:
        """Lay out the parts ``above``, and the editor below them."""
        for part in (*above, stretched(self.editor)):
            add(self._body, part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the verdict narrower, and everything lower in a low window."""
        super().resizeEvent(event)
        room = room_of(self)
        self.panel.setFixedWidth(next(width for least, width in _WIDTHS if room.width >= least))
        # Beside a scroll bar too: narrower tiles are lower, so that the bar would come and go without end.
        beside = self.panel.width() + self._scroll.verticalScrollBar().sizeHint().width()
        self._inside.setMaximumWidth(min(max(self.width() - beside, 1), _MOST))
        density = Density.DENSE if room.height < _ALL_FROM else room.density
        self._body.setSpacing(6 if density is Density.DENSE else 12)
        set_margins(self._body, density.page_margin)
        self.editor.fit(room)
        self.panel.fit(density)
        lay_out_now()  # or the tiles would be seen at two heights, one after the other
