"""Widgets of the player's panel only: large numbers with a caption, and sentences with bold scores."""

import re
from fractions import Fraction
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, fraction_parts, fraction_text
from ui.desktop.theme import Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role

_DIGITS = re.compile(r"^[+−]?\d+")
_WORDS_AND_SPACES = re.compile(r"\s+|[^\s]+")
_SCORE = re.compile(r"^([+−]\d+[½⅓⅔¼¾⅙⅚]?)(\W*)$")
_MANY_DIGITS = 5
_FRACTION_WIDTH = Type.FIGURE.size * 1.05


class _Parts(NamedTuple):
    digits: str
    ending: str = ""
    """As in ``6th``."""
    fraction: str = ""

    @property
    def kind(self) -> Type:
        """The type of the digits: smaller for many, as riichi has them."""
        return Type.FIGURE if len(self.digits) <= _MANY_DIGITS else Type.PAGE_TITLE


class LargeNumber(Accessible, QWidget):
    """An important number: large digits, a small ending or a fraction, and a caption below."""

    accessible_role = Role.StaticText

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number: Text | str | Fraction = ""
        self._caption: Text | str = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_number(self, number: Text | str | Fraction, caption: Text) -> None:
        """Show a place (``6th``), an exact number, or a number that is already text."""
        self._number, self._caption = number, caption
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Width of the number or the caption."""
        parts = self._parts()
        width = painting.width_of(parts.digits, parts.kind, figures=True) + (4 if parts.ending else 0)
        width += painting.width_of(parts.ending, Type.PANEL_TITLE) + (_FRACTION_WIDTH if parts.fraction else 0)
        return QSize(int(max(width, painting.width_of(translator.translate(self._caption), Type.CAPTION))) + 3, 58)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the number and the caption."""
        painter, tokens, parts = painting.begin(self), theme.tokens, self._parts()
        top = QRectF(0, (Type.FIGURE.line - parts.kind.line) / 2, self.width(), parts.kind.line)
        painting.words(painter, top, parts.digits, colour=tokens.text, kind=parts.kind, figures=True, elide=False)
        rest = top.adjusted(painting.width_of(parts.digits, parts.kind, figures=True) + 2, 0, 0, 0)
        if parts.ending:
            rest = rest.adjusted(0, 6, 0, 4)
            painting.words(painter, rest, parts.ending, colour=tokens.text, kind=Type.PANEL_TITLE, elide=False)
        if parts.fraction:
            face = typeface(parts.kind, figures=False, fractions=True)
            painting.write(painter, rest, parts.fraction, colour=tokens.text, font=face, elide=False)
        below = QRectF(0, Type.FIGURE.line, self.width(), 20)
        painting.words(painter, below, translator.translate(self._caption), colour=tokens.text2, kind=Type.CAPTION)

    def text(self) -> str:
        """The text for screen readers: the number, then the caption."""
        number = self._number
        written = fraction_text(number) if isinstance(number, Fraction) else translator.translate(number)
        return f"{written} {translator.translate(self._caption)}"

    def _parts(self) -> _Parts:
        if isinstance(self._number, Fraction):
            whole, rest = fraction_parts(Fraction(self._number))[0], abs(self._number) % 1
            return _Parts(whole, fraction=f"{rest.numerator}/{rest.denominator}" if rest else "")
        written = translator.translate(self._number)
        found = _DIGITS.match(written)
        digits = found.group() if found else written
        return _Parts(digits, written[len(digits) :])

    def _retranslate(self) -> None:
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()


class _Piece(NamedTuple):
    line: int
    left: float
    text: str
    type: Type


class ScoreParagraph(Accessible, QWidget):
    """Sentences in one paragraph that wraps, with bold scores."""

    accessible_role = Role.StaticText

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentences: tuple[Text, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        translator.follow(self._retranslate)

    def show_sentences(self, sentences: tuple[Text, ...]) -> None:
        """Replace the sentences."""
        if sentences != self._sentences:
            self._sentences = sentences
            self._retranslate()

    def text(self) -> str:
        """All sentences."""
        return " ".join(translator.translate(sentence) for sentence in self._sentences)

    def heightForWidth(self, width: int) -> int:
        """The height of the lines at this width."""
        pieces = self._pieces(width)
        return (pieces[-1].line + 1 if pieces else 1) * Type.DENSE.line

    def sizeHint(self) -> QSize:
        """The height for its width."""
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Never cut a line."""
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the words."""
        painter, height = painting.begin(self), Type.DENSE.line
        for piece in self._pieces(self.width()):
            rect = QRectF(piece.left, piece.line * height, self.width() - piece.left, height)
            painting.words(painter, rect, piece.text, colour=theme.tokens.text, kind=piece.type, figures=True)

    def _pieces(self, width: int) -> list[_Piece]:
        pieces: list[_Piece] = []
        line, left = 0, 0.0
        for word in _WORDS_AND_SPACES.findall(self.text()):
            if word.isspace() and not left:
                continue
            score = _SCORE.match(word)
            parts = [(word, Type.DENSE)] if score is None else [(score[1], Type.DENSE_TOTAL), (score[2], Type.DENSE)]
            widths = [painting.width_of(text, kind, figures=True) for text, kind in parts]
            if left and not word.isspace() and left + sum(widths) > width:
                line, left = line + 1, 0.0
            for (text, kind), part_width in zip(parts, widths, strict=True):
                pieces.append(_Piece(line, left, text, kind))
                left += part_width
        return pieces

    def _retranslate(self) -> None:
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()
