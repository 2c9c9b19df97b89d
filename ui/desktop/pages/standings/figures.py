"""Words and figures of the panel: large figures, and sentences whose scores are bold."""

import re
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, fraction_text
from ui.desktop.theme import Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting

_DIGITS = re.compile(r"^[+−]?\d+")
_PIECES = re.compile(r"\s+|[^\s]+")
_SCORE = re.compile(r"^([+−]\d+)(\W*)$")


class Figure(QWidget):
    """A figure that matters: large digits, a small ending or a fraction, what it is below."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said: Text | str | Fraction = ""
        self._caption: Text | str = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_figure(self, said: Text | str | Fraction, caption: Text) -> None:
        """Show a place (``6th``), an exact number, or a number as it is written."""
        self._said, self._caption = said, caption
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Room for the figure or for what it is."""
        figure, ending, fraction = self._parts()
        wide = painting.width_of(figure, Type.FIGURE, figures=True) + (4 if ending else 0)
        wide += painting.width_of(ending, Type.PANEL_TITLE) + self._fraction_width(fraction)
        return QSize(int(max(wide, painting.width_of(translator.translate(self._caption), Type.CAPTION))) + 3, 58)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write figure and caption."""
        painter, tokens = painting.begin(self), theme.tokens
        figure, ending, fraction = self._parts()
        top = QRectF(0, 0, self.width(), Type.FIGURE.line)
        painting.words(painter, top, figure, colour=tokens.text, kind=Type.FIGURE, figures=True, elide=False)
        left = painting.width_of(figure, Type.FIGURE, figures=True) + 2
        if ending:
            rest = top.adjusted(left, 6, 0, 4)
            painting.words(painter, rest, ending, colour=tokens.text, kind=Type.PANEL_TITLE, elide=False)
        if fraction:
            face = typeface(Type.FIGURE, figures=False, fractions=True)
            painting.write(painter, top.adjusted(left, 0, 0, 0), fraction, colour=tokens.text, font=face, elide=False)
        below = QRectF(0, Type.FIGURE.line, self.width(), 20)
        painting.words(painter, below, translator.translate(self._caption), colour=tokens.text2, kind=Type.CAPTION)

    def text(self) -> str:
        """What is read: figure, then caption."""
        said = fraction_text(self._said) if isinstance(self._said, Fraction) else translator.translate(self._said)
        return f"{said} {translator.translate(self._caption)}"

    def _parts(self) -> tuple[str, str, str]:
        if isinstance(self._said, Fraction):
            whole, rest = divmod(self._said, 1)
            return (str(whole) if whole or not rest else ""), "", f"{rest.numerator}/{rest.denominator}" if rest else ""
        said = translator.translate(self._said)
        found = _DIGITS.match(said)
        digits = found.group() if found else said
        return digits, said[len(digits) :], ""

    @staticmethod
    def _fraction_width(fraction: str) -> float:
        return Type.FIGURE.size * 1.05 if fraction else 0.0

    def _retranslate(self) -> None:
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()


class Reasons(QWidget):
    """Sentences in one paragraph; scores in them are bold. Wraps."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentences: tuple[Text, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        translator.follow(self._retranslate)

    def show_sentences(self, sentences: tuple[Text, ...]) -> None:
        """Say something else."""
        if sentences != self._sentences:
            self._sentences = sentences
            self._retranslate()

    def text(self) -> str:
        """What is said."""
        return " ".join(translator.translate(sentence) for sentence in self._sentences)

    def hasHeightForWidth(self) -> bool:
        """It wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Measure the lines."""
        flow = self._flow(width)
        return (flow[-1][0] + 1 if flow else 1) * Type.DENSE.line

    def sizeHint(self) -> QSize:
        """As high as its width asks."""
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Never cut a line."""
        return QSize(80, self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write word after word."""
        painter, high = painting.begin(self), Type.DENSE.line
        for row, left, piece, kind in self._flow(self.width()):
            rect = QRectF(left, row * high, self.width() - left, high)
            painting.words(painter, rect, piece, colour=theme.tokens.text, kind=kind, figures=True)

    def _flow(self, width: int) -> list[tuple[int, float, str, Type]]:
        placed: list[tuple[int, float, str, Type]] = []
        row, left = 0, 0.0
        for word in _PIECES.findall(self.text()):
            parts = self._parts(word)
            wide = sum(painting.width_of(part, kind, figures=True) for part, kind in parts)
            if word.isspace() and not left:
                continue
            if left and not word.isspace() and left + wide > width:
                row, left = row + 1, 0.0
            for part, kind in parts:
                placed.append((row, left, part, kind))
                left += painting.width_of(part, kind, figures=True)
        return placed

    @staticmethod
    def _parts(word: str) -> list[tuple[str, Type]]:
        found = _SCORE.match(word)
        if found is None:
            return [(word, Type.DENSE)]
        return [(found.group(1), Type.DENSE_TOTAL), (found.group(2), Type.DENSE)]

    def _retranslate(self) -> None:
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()
