"""A line under the top bar while nothing can be entered: what is looked at, and the way back to entering."""

from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.dates import weekday_text
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.signs import Icon

BACK = "F7"
"""The key that goes back: to now, or to writing."""


class ReadOnlyBar(QWidget):
    """Shows itself while the desk looks at the past, or at an event that was opened to look at only."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._words = TextLabel(kind=Type.DENSE_TOTAL, tone=Tone.WARN, figures=True)
        self._aside = ElidedLabel(mark("To look at only: nothing can be entered."), kind=Type.DENSE)
        self._back = LinkButton("", shortcut=BACK)
        self._back.clicked.connect(self._return)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 12, 8)
        line.setSpacing(8)
        line.addWidget(Icon("history", size=18, tone=Tone.WARN))
        line.addWidget(self._words)
        line.addWidget(self._aside, 1)
        line.addWidget(self._back)
        controller.opened.connect(self._follow)
        translator.follow(self._follow)

    def text(self) -> str:
        """What it says now, empty if nothing."""
        return "" if self.isHidden() else self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft ground and the line below."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        painter.fillRect(rect, QColor(tokens.warn_soft))
        painter.fillRect(QRectF(0, rect.bottom() - 1, rect.width(), 1), QColor(tokens.warn))

    def _follow(self) -> None:
        past, view = self._controller.past, self._controller.view
        self.setVisible(past is not None or self._controller.read_only)
        if view is None or not len(view.journal):
            return
        last = view.journal[len(view.journal) - 1].time.astimezone()
        day, time = weekday_text(last.date()), f"{last:%H:%M:%S}"
        if past is not None:
            self._words.set_text(mark("The event as it stood on {day} at {time}", day=day, time=time))
        else:
            self._words.set_text(mark("Open to look; last entry {day} at {time}", day=day, time=time))
        self._back.set_text(mark("Back to now") if past is not None else mark("Open to write"))

    def _return(self) -> None:
        if self._controller.past is not None:
            self._controller.look_at(None)
            self._controller.navigation.page_wanted.emit("history")
        else:
            self._controller.navigation.event_wanted.emit(Path(self._controller.book.place))
