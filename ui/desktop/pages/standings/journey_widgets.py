"""Widgets of the panel of a player: large numbers with a caption, and sentences with bold scores."""

import re
from fractions import Fraction
from html import escape
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, fraction_parts, fraction_text
from ui.desktop.theme import Tone, Type, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row

_DIGITS = re.compile(r"^[+−]?\d+")
_SCORE = re.compile(r"(?<!\S)[+−]\d+[½⅓⅔¼¾⅙⅚]?(?=\W*(?:\s|$))")
_MANY_DIGITS = 5
_LOWER = 10
"""Pixels by which an ending is lowered, to put it on the baseline of the digits."""
_CAPTION_HEIGHT = 22
_BOLD = Type.DENSE_TOTAL.weight


class _Parts(NamedTuple):
    digits: str
    ending: str = ""
    """As in ``6th``."""
    fraction: str = ""

    @property
    def kind(self) -> Type:
        """The type of the digits: smaller for many, as riichi has them."""
        return Type.FIGURE if len(self.digits) <= _MANY_DIGITS else Type.PAGE_TITLE


class LargeNumber(QWidget):
    """An important number: large digits, a small ending or a fraction, and a caption below."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number: Text | str | Fraction = ""
        self._digits, self._fraction = TextLabel(kind=Type.FIGURE, figures=True), TextLabel(kind=Type.FIGURE)
        self._ending = TextLabel(kind=Type.PANEL_TITLE)
        self._ending.setContentsMargins(0, _LOWER, 0, 0)
        self._caption = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        for label in (self._digits, self._ending, self._fraction):
            label.setFixedHeight(Type.FIGURE.line)
        self._caption.setFixedHeight(_CAPTION_HEIGHT)
        number = row(self._digits, self._ending, self._fraction, None, spacing=2)
        column(number, self._caption, spacing=0, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_number(self, number: Text | str | Fraction, caption: Text) -> None:
        """Show a place (``6th``), an exact number, or a number that is already text."""
        self._number = number
        self._caption.set_text(caption)
        self._retranslate()

    def text(self) -> str:
        """The text for screen readers: the number, then the caption."""
        number = self._number
        written = fraction_text(number) if isinstance(number, Fraction) else translator.translate(number)
        return f"{written} {self._caption.text()}"

    def _parts(self) -> _Parts:
        if isinstance(self._number, Fraction):
            whole, rest = fraction_parts(Fraction(self._number))[0], abs(self._number) % 1
            return _Parts(whole, fraction=f"{rest.numerator}/{rest.denominator}" if rest else "")
        written = translator.translate(self._number)
        found = _DIGITS.match(written)
        digits = found.group() if found else written
        return _Parts(digits, written[len(digits) :])

    def _retranslate(self) -> None:
        parts = self._parts()
        self._digits.setFont(typeface(parts.kind))
        self._fraction.setFont(typeface(parts.kind, figures=False, fractions=True))
        for label, text in (
            (self._digits, parts.digits), (self._ending, parts.ending), (self._fraction, parts.fraction)
        ):  # fmt: skip
            label.set_text(text)
            label.setVisible(bool(text))
        self.setAccessibleName(self.text())


class ScoreParagraph(TextLabel):
    """Sentences in one paragraph that wraps, with bold scores."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        self._sentences: tuple[Text, ...] = ()
        super().__init__(kind=Type.DENSE, wrap=True, figures=True, parent=parent)
        self.setTextFormat(Qt.TextFormat.RichText)

    def show_sentences(self, sentences: tuple[Text, ...]) -> None:
        """Replace the sentences."""
        if sentences != self._sentences:
            self._sentences = sentences
            self._retranslate()

    def text(self) -> str:
        """All sentences, without markup."""
        return self.accessibleName()

    def _retranslate(self) -> None:
        plain = " ".join(map(translator.translate, self._sentences))
        self.setAccessibleName(plain)
        names_escaped = escape(plain, quote=False)
        marked = _SCORE.sub(lambda score: f'<span style="font-weight:{_BOLD}">{score[0]}</span>', names_escaped)
        self.setText(f'<p style="line-height:{Type.DENSE.line}px">{marked}</p>')
