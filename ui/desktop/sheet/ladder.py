"""The ladder of a progressive sanction: steps already taken, the current step, steps ahead."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, integer_text, mark
from ui.desktop.theme import Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import AccessibleItem
from ui.desktop.widgets.choices import PaintedChoices

_GAP, _HIGH, _PAD, _TICK = 4, 32, 7, 16


class Ladder(PaintedChoices):
    """The step that the rules give is chosen at first."""

    chosen = Signal(int)
    """Index of the step that the referee chose."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[int, ...] = ()
        self._behind = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ring", False)
        translator.follow(self._retranslate)

    def show_steps(self, steps: Sequence[int], *, taken: int, now: int) -> None:
        """Show ``steps`` in points.

        The first ``taken`` are done, and the one at index ``now`` is chosen; -1 for none.
        """
        if (tuple(steps), taken, now) != (self._steps, self._behind, self._index):
            self._steps, self._behind, self._index = tuple(steps), taken, now
            self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of one row of chips."""
        return QSize(300, _HIGH + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips."""
        painter, tokens = painting.begin(self), theme.tokens
        for index, (rect, points) in enumerate(zip(self.choice_rects(), self._steps, strict=True)):
            here, behind = index == self._index, index < self._behind and index != self._index
            fill = tokens.accent if here else tokens.surface2 if behind else tokens.surface
            border = "" if here else tokens.line if behind else tokens.line_strong
            painting.box(painter, rect, radius=5, fill=fill, border=border)
            if here and self.hasFocus():
                painting.box(painter, rect.adjusted(2, 2, -2, -2), radius=3, border=tokens.on_accent, width=1.5)
            ink = tokens.on_accent if here else tokens.text2 if behind else tokens.text
            place = rect
            if behind:
                icons.paint(painter, "tick", QRectF(rect.left() + 5, rect.center().y() - 6, 12, 12), ink)
                place = rect.adjusted(_TICK, 0, 0, 0)
            kind = Type.DENSE_TOTAL if here else Type.DENSE
            words = translator.translate(_words(points))
            painting.words(painter, place, words, colour=ink, kind=kind, align=painting.CENTRE, figures=True)

    def choice_made(self) -> None:
        """Emit ``chosen``."""
        self._retranslate()
        self.chosen.emit(self._index)

    def accessible_items(self) -> list[AccessibleItem]:
        """The steps in points; earlier ones are marked as done."""
        done = translator.translate(mark("done"))
        return [
            AccessibleItem(translator.translate(_words(points)), rect, index == self._index,
                           description=done if index < self._behind else "")
            for index, (rect, points) in enumerate(zip(self.choice_rects(), self._steps, strict=True))
        ]  # fmt: skip

    def choice_rects(self) -> list[QRectF]:
        """The rectangles of the chips."""
        wanted = [
            painting.width_of(translator.translate(_words(points)), Type.DENSE_TOTAL, figures=True)
            + 2 * _PAD
            + (_TICK if index < self._behind and index != self._index else 0)
            for index, points in enumerate(self._steps)
        ]
        room = self.width() - _GAP * max(len(wanted) - 1, 0)
        spare = (room - sum(wanted)) / max(len(wanted), 1)
        left, rects = 0.0, []
        for wide in wanted:
            rects.append(QRectF(left, 1, wide + spare, _HIGH))
            left += wide + spare + _GAP
        return rects

    def _retranslate(self) -> None:
        steps = tuple(map(_words, self._steps))
        now = translator.translate(_words(self._steps[self._index])) if 0 <= self._index < len(self._steps) else "–"
        self.setAccessibleName(translator.translate(mark("Ladder: {now}; steps {steps}", now=now, steps=steps)))
        self.update()


def _words(points: int) -> Text | str:
    return integer_text(points) if points else mark("warn.")
