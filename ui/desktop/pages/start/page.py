"""The first start: three choices at the left, the files opened last at the right."""

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPaintEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import LANGUAGES, language_of, mark
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_opening import OpenAction
from ui.desktop.pages.start.choice import Choice
from ui.desktop.pages.start.files import Files
from ui.desktop.pages.start.tiles import WindTiles
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.switch import Segment, Switch

_MARGIN, _ROOMY = 72, 1240
SPOKEN = LANGUAGES[:2]
"""Those in which every word is translated; Chinese names the fan alone."""


class StartPage(QWidget):
    """Up and Down go from choice to choice, and on to the files."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        five = mark("Name, place, dates, rules, sessions: five short steps.")
        self.choices = (
            Choice("plus", mark("New event"), five, OpenAction.NEW.value, first=True),
            Choice(
                "folder",
                mark("Open an event"),
                mark("A file of this computer, or drag it onto this window."),
                OpenAction.OPEN.value,
            ),
            Choice(
                "half",
                mark("Try the sample event"),
                mark("A whole tournament, with invented players."),
                OpenAction.SAMPLE.value,
            ),
        )
        self.files = Files(controller)
        self.language = Switch(mark("Language"), [Segment(each.code, each.name) for each in SPOKEN])
        self._sides: list[QVBoxLayout] = []
        self._lay_out()
        for choice, door in zip(self.choices, (OpenAction.NEW, OpenAction.OPEN, OpenAction.SAMPLE), strict=True):
            choice.clicked.connect(partial(controller.navigation.event_wanted.emit, door))
        QShortcut(QKeySequence(OpenAction.SAMPLE.value), self).activated.connect(
            partial(controller.navigation.event_wanted.emit, OpenAction.SAMPLE)
        )
        self.language.chosen.connect(self._speak_in)
        self.setFocusProxy(self.choices[0])
        translator.follow(self._follow_language)

    def _lay_out(self) -> None:
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._left(), 515)
        whole.addWidget(self._right(), 485)

    def _left(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        self._sides.append(column)
        column.setContentsMargins(_MARGIN, 32, _MARGIN, 24)
        column.setSpacing(14)
        column.addStretch(3)
        self._tiles = WindTiles()
        column.addWidget(self._tiles)
        column.addSpacing(8)
        column.addWidget(TextLabel("Quatre Vents", kind=Type.FIGURE))
        subtitle = mark("Mahjong tournaments, from the draw to the printed standing.")
        column.addWidget(TextLabel(subtitle, kind=Type.BODY, tone=Tone.TEXT2, wrap=True))
        column.addSpacing(20)
        for choice in self.choices:
            column.addWidget(choice)
        column.addStretch(5)
        column.addLayout(row(self.language, None))
        return left

    def _right(self) -> QWidget:
        right = _Surface()
        column = QVBoxLayout(right)
        self._sides.append(column)
        column.setContentsMargins(_MARGIN - 10, 32, _MARGIN - 10, 24)
        column.setSpacing(0)
        column.addWidget(Scrolled(self.files), 1)
        settings = LinkButton(mark("Settings"), hint="Alt+9", tone=Tone.TEXT2)
        settings.clicked.connect(lambda: self._controller.navigation.page_wanted.emit("settings"))
        helped = LinkButton(mark("Help"), hint="F1", tone=Tone.TEXT2)
        helped.clicked.connect(lambda _checked: self._controller.navigation.help_wanted.emit())
        scorer = LinkButton(mark("Count a hand"), hint="Ctrl+J", tone=Tone.TEXT2)
        scorer.clicked.connect(lambda: self._controller.navigation.page_wanted.emit("scorer"))
        column.addLayout(row(None, scorer, 8, settings, 8, helped))
        return right

    def showEvent(self, event: QShowEvent) -> None:
        """Read the list anew: an event may have been open meanwhile."""
        super().showEvent(event)
        self.files.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Begin both halves at one height."""
        super().resizeEvent(event)
        margin = _MARGIN if self.width() >= _ROOMY else _MARGIN // 3
        for side in self._sides:
            side.setContentsMargins(margin, 32, margin, 24)
        QTimer.singleShot(0, self._align)

    def _align(self) -> None:
        self.files.set_top(max(self._tiles.y() - 32, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down move the focus, Enter presses what has it."""
        focused = QApplication.focusWidget()
        match event.key():
            case Qt.Key.Key_Down:
                self.focusNextChild()
            case Qt.Key.Key_Up:
                self.focusPreviousChild()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if isinstance(focused, QAbstractButton):
                focused.click()
            case _:
                super().keyPressEvent(event)

    def _speak_in(self, code: str) -> None:
        preferences.keep_language(language_of(code))
        translator.set_language(language_of(code))

    def _follow_language(self) -> None:
        if translator.language in SPOKEN:
            self.language.set_current(translator.language.code)


class _Surface(QFrame):
    """The right half."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line at its left."""
        painter = painting.begin(self)
        painter.fillRect(self.rect(), QColor(theme.tokens.surface))
        painter.fillRect(0, 0, 1, self.height(), QColor(theme.tokens.line))
