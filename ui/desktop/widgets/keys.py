"""Keys: their names on the user's keyboard, drawing them in a sentence, and calling functions when they are pressed.

``Ctrl+Return`` is ``Ctrl Enter`` or ``Ctrl Entrée``.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from tournament.language import Language, Text
from tournament.language.key_names import key_text
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.translation import KEY_END, KEY_START, translator, without_key_marks
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role

KEYS_SHOWN = "Ctrl+?"
"""The shortcut that shows the list of all keys."""
ABOUT = "Ctrl+F1"
"""The shortcut that shows version, updates and licences of the program."""
FIND = "Ctrl+K"
"""The shortcut that finds anything by words."""
LOCK = "Ctrl+Shift+K"
"""The shortcut that signs out and asks the next user to sign in."""
QUIT = "Ctrl+Q"
"""The shortcut that closes the window."""


def key_name(sequence: str) -> str:
    """The name of a shortcut in Qt's portable form (``Ctrl+Return``, ``Alt+4``, ``G``), in the current language."""
    if sys.platform == "darwin" and "+" in sequence:
        return QKeySequence(sequence).toString(QKeySequence.SequenceFormat.NativeText)
    return _in_words(sequence, translator.language)


@lru_cache(maxsize=512)
def _in_words(sequence: str, language: Language) -> str:
    return language.render(key_text(sequence))


@dataclass(frozen=True, slots=True)
class Key:
    """A key in a message: ``mark("Press {key}.", key=Key("X"))``. A :class:`KeyText` draws it as a key."""

    sequence: str
    """The shortcut in Qt's portable form."""

    def __str__(self) -> str:
        return f"{KEY_START}{key_name(self.sequence)}{KEY_END}"


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ESCAPE = Qt.Key.Key_Escape
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down


_ALONE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


def typed_character(event: QKeyEvent) -> str:
    """The letter, digit or sign that the key types; an empty string for other keys and those with Ctrl, Alt or Meta."""
    text = event.text()
    return text if text.strip() and text.isprintable() and not event.modifiers() & ~_ALONE else ""


DigitMeaning = Callable[[str, str | None, QLineEdit], str]
"""What a key types into a line for digits, given its character, the digit at its place, and the line."""


class KeyMeanings(QObject):
    """What keys mean in one widget, whose child it is. `key_router` acts upon it while the widget has the focus."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.digits: DigitMeaning | None = None
        """Reads keys as digits; None in a widget for other text."""
        self.page: Callable[[QKeyEvent], bool] | None = None
        """Does what a key means on the page. Returns whether it took the key."""
        self.answers: dict[Qt.Key, Callable[[], object]] = {}
        """The functions of keys of the form, such as Esc."""
        self.erased: Callable[[], object] | None = None
        """Called for Backspace in an empty line."""


def known_keys(widget: QWidget) -> KeyMeanings | None:
    """What keys mean in ``widget``; None if it has no keys of its own."""
    return widget.findChild(KeyMeanings, options=Qt.FindChildOption.FindDirectChildrenOnly)


def keys_of(widget: QWidget) -> KeyMeanings:
    """What keys mean in ``widget``, to be added to."""
    return known_keys(widget) or KeyMeanings(widget)


def answer_keys(widget: QWidget, answers: Mapping[Qt.Key, Callable[[], object]]) -> None:
    """Call the function of a key in ``answers`` when the key is pressed in ``widget``; for a held Esc only once."""
    keys_of(widget).answers.update(answers)


_PIECES = re.compile(f"{KEY_START}[^{KEY_END}]*{KEY_END}|[^ \\n{KEY_START}]+|[ \\n]+")
_NO_BREAK = re.compile("(?<=«) | (?=[:;?!»])")
"""Spaces at which a French line never breaks."""
_NEVER_FIRST = "，。：；？！）”、"
# These are strings, which re compiles when a text is first wrapped: compiling them here would delay the first paint.
_CHINESE_FIRST = "[\u3400-\u9fff（“]"
_CHINESE_LAST = f"[\u3400-\u9fff{_NEVER_FIRST}]"
_CHINESE = f"[\u3400-\u9fff][{_NEVER_FIRST}]*|[（“][\u3400-\u9fff]?[{_NEVER_FIRST}]*|[^\u3400-\u9fff（“]+"
"""Matches a Chinese character with the punctuation after it or the bracket before it, or a run of other characters."""
_PAD = 6
_HIGH = 20


class KeyText(Accessible, QWidget):
    """A message in which every :class:`Key` is drawn in a small box. It can wrap, or stay on one line."""

    accessible_role = Role.StaticText

    def __init__(
        self,
        text: Text | str = "",
        *,
        kind: Type = Type.DENSE,
        tone: Tone = Tone.TEXT2,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text, self._kind, self._tone, self._wrap = text, kind, tone, wrap
        self._pieces: list[str] = []
        self._in_words = ""
        self._flows: dict[int, list[tuple[int, float, str]]] = {}
        """The pieces with line and left edge, cached by width, because layouts need them many times."""
        vertical = QSizePolicy.Policy.Preferred if wrap else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, vertical)
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)
        translator.follow(self._retranslate)

    def set_text(self, text: Text | str) -> None:
        """Change the message."""
        if text != self._text:
            self._text = text
            self._retranslate()

    def set_tone(self, tone: Tone) -> None:
        """Change the colour of the text."""
        self._tone = tone
        self.update()

    def text(self) -> str:
        """The message in the current language, with the keys as text."""
        return self._in_words

    def hasHeightForWidth(self) -> bool:
        """Whether it wraps."""
        return self._wrap

    def heightForWidth(self, width: int) -> int:
        """The height of the lines at this width."""
        return (1 + (self._flow(width)[-1][0] if self._pieces else 0)) * self._line()

    def sizeHint(self) -> QSize:
        """The size of one line, or of a paragraph at most 280 pixels wide if it wraps."""
        whole = int(sum(self._width(piece) for piece in self._pieces)) + 2
        if not self._wrap:
            return QSize(whole, self._line())
        width = min(whole, 280)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """The size of one line, or of a few words if it wraps."""
        return QSize(80, self._line()) if self._wrap else self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the words, with a box around each key."""
        painter = painting.begin(self)
        high = self._line()
        for row, left, piece in self._flow(self.width() if self._wrap else 1 << 20):
            self._draw(painter, QRectF(left, row * high, self._width(piece), high), piece)

    def _draw(self, painter: QPainter, rect: QRectF, piece: str) -> None:
        if piece[0] == KEY_START:
            draw_key(painter, rect, piece.strip(KEY_START + KEY_END), enabled=self.isEnabled())
        else:
            colour = self._tone.of(theme.tokens)
            painting.words(painter, rect, piece, colour=colour, kind=self._kind, elide=False)

    def _flow(self, width: int) -> list[tuple[int, float, str]]:
        if width not in self._flows:
            self._flows[width] = self._flowed(width)
        return self._flows[width]

    def _flowed(self, width: int) -> list[tuple[int, float, str]]:
        placed: list[tuple[int, float, str]] = []
        row, left = 0, 0.0
        for spaces, run in groupby(self._pieces, key=_is_break):  # a key stays on one line with the full stop after it
            for pieces in [list(run)] if spaces else _unbroken(run):
                if left and not spaces and left + sum(map(self._width, pieces)) > width:
                    row, left = row + 1, 0.0
                for piece in pieces if left or not spaces else ():
                    placed.append((row, left, piece))
                    left += self._width(piece)
        return placed or [(0, 0.0, " ")]

    def _width(self, piece: str) -> float:
        if piece[0] == KEY_START:
            return key_width(piece.strip(KEY_START + KEY_END))
        return painting.width_of(piece, self._kind)

    def _line(self) -> int:
        keyed = any(piece[0] == KEY_START for piece in self._pieces)
        return max(self._kind.line, _HIGH + (2 if self._wrap else 0)) if keyed else self._kind.line

    def _retranslate(self) -> None:
        self._pieces = _PIECES.findall(without_breaks(translator.translate(self._text)))
        self._in_words = without_key_marks("".join(self._pieces))
        self._flows.clear()
        self.setAccessibleName(self._in_words)
        self.updateGeometry()
        self.update()


def without_breaks(text: str) -> str:
    """``text`` with no-break spaces where a line in French must not break."""
    return _NO_BREAK.sub("\u00a0", text)


def _is_break(piece: str) -> bool:
    return not piece.strip(" \n")


def _unbroken(pieces: Iterable[str]) -> list[list[str]]:
    """Groups of pieces that stay on one line: whole words, or single Chinese characters with their punctuation."""
    found: list[list[str]] = []
    for piece in pieces:
        parts = [piece] if piece[0] == KEY_START else re.findall(_CHINESE, piece)
        for part in parts:
            joined = found and not (re.match(_CHINESE_FIRST, part) or re.match(_CHINESE_LAST, found[-1][-1][-1]))
            if joined or (found and part[0] in _NEVER_FIRST):
                found[-1].append(part)
            else:
                found.append([part])
    return found


class KeyHint(KeyText):
    """One key in its box, such as ``KeyHint("Ctrl+Z")``."""

    def __init__(self, sequence: str, *, parent: QWidget | None = None) -> None:
        super().__init__(key_alone(sequence), parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)


def key_alone(sequence: str) -> Text:
    """A message that consists only of a key."""
    return Text("{key}", (("key", Key(sequence)),))


def key_width(name: str) -> float:
    """The width of the box of a key with this ``name``, in pixels."""
    return max(painting.width_of(name, Type.HEAD) + 2 * _PAD + 2, _HIGH)


def draw_key(painter: QPainter, rect: QRectF, name: str, *, enabled: bool = True) -> None:
    """Paint the key called ``name`` in its box, vertically centred in ``rect``."""
    tokens = theme.tokens
    height = _HIGH - 2
    outer = QRectF(rect.left() + 1, rect.center().y() - height / 2, rect.width() - 2, height)
    painting.box(painter, outer, radius=Size.KEY_RADIUS, fill=tokens.surface2, border=tokens.line)
    colour = tokens.text2 if enabled else tokens.text3
    painting.words(painter, outer, name, colour=colour, kind=Type.HEAD, align=Qt.AlignmentFlag.AlignCenter, elide=False)
