"""Labels in the current language. They never interpret their text as HTML."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Tone, Type, restyle, typeface
from ui.desktop.translation import translator, without_key_marks


class PlainLabel(QLabel):
    """A label with a text that is the same in all languages, such as a number.

    It has a step of the type scale and a tone. ``figures`` makes its digits equally wide.
    """

    def __init__(
        self,
        text: str = "",
        *,
        kind: Type = Type.BODY,
        tone: Tone = Tone.TEXT,
        figures: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._kind, self._figures = kind, figures
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(typeface(kind, figures=figures))
        self.setProperty("tone", tone.value)

    def set_tone(self, tone: Tone) -> None:
        """Change the colour."""
        if tone.value != self.property("tone"):  # checked here for speed: most calls change nothing
            restyle(self, "tone", tone.value)

    def set_kind(self, kind: Type) -> None:
        """Change the step of the type scale."""
        if kind is not self._kind:
            self._kind = kind
            self.setFont(typeface(kind, figures=self._figures))


class TextLabel(PlainLabel):
    """A label in the current language."""

    def __init__(
        self,
        text: Text | str = "",
        *,
        kind: Type = Type.BODY,
        tone: Tone = Tone.TEXT,
        wrap: bool = False,
        figures: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(kind=kind, tone=tone, figures=figures, parent=parent)
        self._text = text
        self.setWordWrap(wrap)
        if wrap:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        translator.follow(self._retranslate)

    def set_text(self, text: Text | str) -> None:
        """Change the message. A plain string is text that somebody entered, and is not translated."""
        if text != self._text:
            self._text = text
            self._retranslate()

    def _retranslate(self) -> None:
        self._show(without_key_marks(translator.translate(self._text)))

    def _show(self, text: str) -> None:
        self.setText(text)


class MessageLabel(TextLabel):
    """A problem or a remark, wrapped; hidden while there is none."""

    def __init__(self, tone: Tone = Tone.DANGER) -> None:
        super().__init__(kind=Type.DENSE, tone=tone, wrap=True)
        self._usual = tone
        self.hide()

    def show_message(self, text: Text | None, *, tone: Tone | None = None) -> None:
        """Show ``text`` in ``tone``, by default that of the label; None hides the label."""
        if text is not None:
            self.set_tone(tone or self._usual)
            self.set_text(text)
        self.setVisible(text is not None)

    def message(self) -> str:
        """The message that is shown, or an empty string."""
        return "" if self.isHidden() else self.text()


class ElidedLabel(TextLabel):
    """One line, elided if it does not fit. The tooltip and screen readers have the whole text."""

    def sizeHint(self) -> QSize:
        """The width of the whole text."""
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self.full_text()) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """The width of a few letters."""
        return QSize(min(self.sizeHint().width(), 40), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text to the new width."""
        super().resizeEvent(event)
        self._show(self.full_text())

    def full_text(self) -> str:
        """The whole message in the current language."""
        return translator.translate(self._text)

    def _show(self, text: str) -> None:
        shown = QFontMetrics(self.font()).elidedText(text, Qt.TextElideMode.ElideRight, max(self.width(), 1))
        self.setText(shown)
        self.setToolTip(plain_tooltip(text) if shown != text else "")
        self.setAccessibleName(text)
        self.updateGeometry()


class FittingLabel(TextLabel):
    """One line with several wordings: it shows the longest that fits, or nothing. The tooltip has the whole text."""

    def __init__(
        self, *texts: Text, kind: Type = Type.BODY, tone: Tone = Tone.TEXT, parent: QWidget | None = None
    ) -> None:
        self._texts = texts
        super().__init__(texts[0] if texts else "", kind=kind, tone=tone, parent=parent)
        self.setFixedHeight(kind.line)

    def set_texts(self, *texts: Text) -> None:
        """Change the message. The longest wording comes first."""
        if texts != self._texts:
            self._texts = texts
            self._retranslate()

    def set_kind(self, kind: Type) -> None:
        """Change the step of the type scale, and choose the wording that then fits."""
        if kind is not self._kind:
            super().set_kind(kind)
            self.setFixedHeight(kind.line)
            self._retranslate()

    def sizeHint(self) -> QSize:
        """Width of the longest wording."""
        longest, metrics = translator.translate(self._texts[0]) if self._texts else "", QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(longest) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """The width of one pixel, because the label may show nothing."""
        return QSize(1, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the wording that fits."""
        super().resizeEvent(event)
        self._retranslate()

    def _retranslate(self) -> None:
        wordings = [translator.translate(text) for text in self._texts]
        metrics = QFontMetrics(self.font())
        shown = next((each for each in wordings if metrics.horizontalAdvance(each) <= self.width()), "")
        whole = wordings[0] if wordings else ""
        self.setText(shown)
        self.setToolTip(plain_tooltip(whole) if shown != whole else "")
        self.setAccessibleName(whole)
        self.updateGeometry()


def place_label(label: QLabel, left: float, top: float, right: float, bottom: float) -> None:
    """Place ``label`` in a cell, without a layout. One of a fixed height is centred vertically."""
    high = min(round(bottom) - round(top), label.maximumHeight())
    above = (round(bottom) - round(top) - high) // 2
    label.setGeometry(round(left), round(top) + above, max(round(right) - round(left), 0), high)


def plain_tooltip(text: str) -> str:
    """``text`` in a form that Qt does not interpret as HTML in a tooltip."""
    if "<" not in text:
        return text
    from html import escape

    return f"<span>{escape(text)}</span>"
