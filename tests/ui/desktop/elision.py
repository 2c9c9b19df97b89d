"""What of a window's words cannot be read: painted text that was cut, labels and buttons without room, parts outside.

Whatever is visible is painted once more and looked at; :func:`cut_texts` says in words what is wrong, so that a test
fails with a list to read::

    assert cut_texts(window, allowed={"player names"}) == []
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QStyle,
    QStyleOptionFrame,
    QWidget,
)

from tests.ui.desktop.words import visible
from ui.desktop.theme import Type
from ui.desktop.translation import without_key_marks
from ui.desktop.widgets import painting
from ui.desktop.widgets.choices import Switch
from ui.desktop.widgets.keys import KeyText
from ui.desktop.widgets.labels import ElidedLabel, FittingLabel

_TOLERANCE = 1.0
"""Pixels by which measures of the same words differ."""
_LINE_MARGIN = 2
"""Pixels that Qt keeps free on each side of the text of a line edit, inside what its style leaves."""


@contextmanager
def painted_too_small() -> Iterator[list[str]]:
    """Record every text that is painted into a place too narrow for it, as long as the block runs, and paint none."""
    found: list[str] = []

    def recording_words(painter: QPainter, rect: Any, text: str, **how: Any) -> None:
        kind, figures = how.get("kind", Type.BODY), how.get("figures", False)
        if (
            text.strip()
            and painting.width_of(text, kind, figures=figures) > int(rect.width() + 0.5) + 0.5
            and how.get("elide", True)
        ):
            found.append(f"{_owner(painter)}: {text}")

    def recording_write(painter: QPainter, rect: Any, text: str, **how: Any) -> None:
        if text and how.get("elide", True) and _too_wide(text, how["font"], rect.width()):
            found.append(f"{_owner(painter)}: {text}")

    def recording_paragraph(painter: QPainter, rect: Any, text: str, *, colour: str, kind: Type) -> None:
        needed = painting.height_of(text, kind, rect.width())
        if needed > rect.height() + _TOLERANCE:
            found.append(f"{_owner(painter)}: {text} ({rect.height():.0f} high, needs {needed:.0f})")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painting, "words", recording_words)
        patch.setattr(painting, "paragraph", recording_paragraph)
        patch.setattr(painting, "write", recording_write)
        yield found


def cut_texts(window: QWidget, *, allowed: Collection[str] = (), inside: QWidget | None = None) -> list[str]:
    """Everything in ``window`` (or ``inside`` of it) that cannot be read whole, without what contains an allowed text.

    What is scrolled out of view up or down is not counted: it can be reached. A window that was told not to update is
    painted for this alone.
    """
    QApplication.processEvents()
    looked_at = inside or window
    updates = window.updatesEnabled()
    window.setUpdatesEnabled(True)
    with painted_too_small() as found:
        looked_at.render(QPixmap(1, 1))  # every part paints itself, and Qt fills one point
    window.setUpdatesEnabled(updates)
    for part in visible(looked_at):
        found += [f"{type(part).__name__}: {text}" for text in _unreadable(part, window)]
    return sorted({text for text in found if not any(each in text for each in allowed)})


def inside_window(part: QWidget) -> bool:
    """Whether all of ``part`` is in view: shown, and cut by nothing around it."""
    return part.isVisible() and part.visibleRegion().boundingRect() == QRect(0, 0, part.width(), part.height())


def _unreadable(part: QWidget, window: QWidget) -> Iterator[str]:
    for kind, problems in _CHECKS:
        if isinstance(part, kind):
            text = problems(part)
            if text:
                yield text
            if not isinstance(part, KeyText) and without_key_marks(_words(part)) != _words(part):
                yield f"{_words(part)!r} has the marks of a key"
            break
    else:
        return
    shown = part.visibleRegion().boundingRect()
    if shown.height() and shown.width() < part.width() - _TOLERANCE and not _scrolls_sideways(part):
        yield f"{_words(part)} (stands outside: {shown.width()} of {part.width()})"


def _elided(label: Any) -> str:
    return label.full_text() if label.text() != label.full_text() else ""


def _fitting(label: Any) -> str:
    return "" if label.text() else label.accessibleName()  # it shows nothing where no wording fits


def _label(label: Any) -> str:
    if not label.text() or not label.pixmap().isNull():
        return ""
    if label.wordWrap():
        needed = label.heightForWidth(label.width())
        return f"{label.text()} ({label.height()} high, needs {needed})" if needed > label.height() + _TOLERANCE else ""
    return label.text() if _too_wide(label.text(), label.font(), label.contentsRect().width()) else ""


def _line(line: Any) -> str:
    if line.text() or not line.placeholderText():
        return ""  # what is typed scrolls
    frame, margins = QStyleOptionFrame(), line.textMargins()
    line.initStyleOption(frame)
    inside = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, frame, line)
    room = inside.width() - margins.left() - margins.right() - 2 * _LINE_MARGIN
    return line.placeholderText() if _too_wide(line.placeholderText(), line.font(), room) else ""


def _narrower_than_wanted(part: Any) -> str:
    return _words(part) if part.width() < part.sizeHint().width() - _TOLERANCE and _words(part) else ""


def _keys(part: Any) -> str:
    if part.hasHeightForWidth():
        needed = part.heightForWidth(part.width())
        return f"{part.text()} ({part.height()} high, needs {needed})" if needed > part.height() + _TOLERANCE else ""
    return _narrower_than_wanted(part)


_CHECKS: tuple[tuple[type[QWidget], Callable[[Any], str]], ...] = (
    (ElidedLabel, _elided),
    (FittingLabel, _fitting),
    (QLabel, _label),
    (KeyText, _keys),
    (Switch, _narrower_than_wanted),
    (QCheckBox, _narrower_than_wanted),
    (QLineEdit, _line),
)


def _words(part: QWidget) -> str:
    return str(getattr(part, "text", str)() or part.accessibleName())


def _too_wide(text: str, font: Any, room: float) -> bool:
    metrics = QFontMetricsF(font)
    return any(metrics.horizontalAdvance(line) > room + _TOLERANCE for line in text.split("\n"))


def _scrolls_sideways(part: QWidget) -> bool:
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, QAbstractScrollArea):
            bar = around.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if bar and around.horizontalScrollBar().maximum():
                return True
        around = around.parentWidget()
    return False


def _owner(painter: QPainter) -> str:
    device = painter.device()
    if not isinstance(device, QWidget):
        return type(device).__name__
    owner = device.parentWidget() if isinstance(device.parentWidget(), QAbstractScrollArea) else device
    return type(owner).__name__ if owner is not None else type(device).__name__
