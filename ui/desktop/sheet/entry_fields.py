"""Parts that the forms of the entry share: keys that name players, the field for a reason, the keys of the page."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from tournament.tiles.wind import Wind
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import READING, Question
from ui.desktop.widgets.fields import EntryField, LineField
from ui.desktop.widgets.flash import flash
from ui.desktop.widgets.keys import Key, KeyText
from ui.entry.form import USUAL_REASONS, reason_problem
from ui.entry.page_keys import PageKey
from ui.entry.table_sheet import TableSheet


class _WindKey:
    """The key of a seat wind. It is translated when it is rendered, because the letter depends on the language."""

    def __init__(self, wind: Wind) -> None:
        self._wind = wind

    def __str__(self) -> str:
        return str(Key(translator.translate(self._wind.key)))


def player_keys() -> Text:
    """Return the text with all keys that name a player."""
    e, s, w, n = (_WindKey(wind) for wind in Wind)
    return mark("{a}–{b} or {e} {s} {w} {n}", a=Key("1"), b=Key("4"), e=e, s=s, w=w, n=n)


def show_player(field: EntryField, table: TableSheet, player: int | None, *, hand: int | None) -> None:
    """Show ``player`` (a column, 0–3, or None for no answer yet) in ``field``, with their wind in ``hand``, if any."""
    if player is None:
        field.set_answer("")
        field.set_aside("")
    else:
        field.set_answer(table.players[player].name, number=player + 1)
        field.set_aside(table.winds(hand)[player].label if hand is not None else "")


_ROOMY_FROM = 740
"""Minimum height of a window in which the usual reasons are shown."""


class ReasonField(LineField):
    """A line edit for a reason. If it has ``usual`` reasons, a single digit stands for one of them."""

    def __init__(self, label: Text | str, *, usual: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(label, parent=parent)
        self._has_usual, self._low, self._window_height = usual, False, 0
        one, two, three = USUAL_REASONS.values()
        words = mark("{a} {one}   {b} {two}   {c} {three}", a=Key("1"), one=one, b=Key("2"), two=two, c=Key("3"),
                     three=three)  # fmt: skip
        self._usual = KeyText(words, kind=Type.CAPTION, tone=Tone.TEXT3, wrap=True)
        self._rows.addWidget(self._usual)
        self._painted: float | None = None

    @property
    def unread(self) -> bool:
        """Whether it appeared so recently that a press of Enter was not meant for it."""
        return self._painted is None or Question.clock() - self._painted < READING

    def paintEvent(self, event: QPaintEvent) -> None:
        """Note when it became readable."""
        super().paintEvent(event)
        if self._painted is None:
            self._painted = Question.clock()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the usual reasons if the window is high enough."""
        super().showEvent(event)
        self._painted = None
        self.fit(self.window().height())

    def fit(self, height: int) -> None:
        """Show the usual reasons if a window of this height has space for them, otherwise hide them."""
        self._window_height = height
        self._usual.setVisible(self._has_usual and not self._low and height >= _ROOMY_FROM)

    def set_low(self, low: bool) -> None:
        """Hide the usual reasons too."""
        super().set_low(low)
        self._low = low
        self.fit(self._window_height)

    def refuses(self) -> bool:
        """Show what is wrong with the reason, and return whether anything is."""
        wrong = reason_problem(self.text(), usual=self._has_usual)
        self.show_problem(wrong or "")
        if wrong is not None:
            self.line.setFocus()
            flash(self.line)
        return wrong is not None


_ARROWS = {Qt.Key.Key_Up: PageKey.UP, Qt.Key.Key_Down: PageKey.DOWN}
_LETTERS = {key.value: key for key in PageKey if len(key.value) == 1}
_WITH = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


def is_alone(event: QKeyEvent) -> bool:
    """Return whether the key was pressed without Ctrl, Alt or Meta."""
    return not event.modifiers() & ~_WITH


def page_key(event: QKeyEvent) -> PageKey | None:
    """Return the key of the page that was pressed; None if it is another key."""
    if not is_alone(event):
        return None
    return _ARROWS.get(Qt.Key(event.key())) or _LETTERS.get(event.text().upper())
