"""The start page: four choices at the left, the files opened last at the right."""

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tournament.language import Text, mark
from ui.desktop.appearance_switches import LanguageSwitch
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction, OpenSample
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.pages.start.choice import StartChoice
from ui.desktop.pages.start.files import RecentFiles
from ui.desktop.pages.start.tiles import WindTiles
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched

_MARGIN, _ROOMY = 72, 1240
_HIGH = 560
"""Below this height the tiles are hidden and the margins smaller."""


class StartPage(QWidget):
    """Up and Down go from choice to choice and on to the files."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        three = mark("Name, format, rules and file, in three short steps.")
        self.choices = (
            StartChoice("plus", mark("New event"), three, OpenAction.NEW.value, first=True),
            StartChoice(
                "folder",
                mark("Open an event"),
                mark("Choose a file on this computer, or drag it onto this window."),
                OpenAction.OPEN.value,
            ),
            StartChoice(
                "players",
                mark("Join a shared event"),
                mark("Work with others on an event that another computer shares."),
                OpenAction.JOIN.value,
            ),
            StartChoice(
                "half",
                mark("Try the sample event"),
                mark("A complete tournament with fictional players."),
                OpenAction.SAMPLE.value,
            ),
        )
        self.samples = LinkButton(
            mark("Samples of other rules"), shortcut="Ctrl+Shift+T", icon="chevron-down", tone=Tone.TEXT2
        )
        self.samples.clicked.connect(self._offer_samples)
        self.files = RecentFiles(controller)
        self.language = LanguageSwitch()
        self._lay_out()
        doors = (OpenAction.NEW, OpenAction.OPEN, OpenAction.JOIN, OpenAction.SAMPLE)
        for choice, door in zip(self.choices, doors, strict=True):
            choice.clicked.connect(partial(controller.navigation.event_wanted.emit, door))
        QShortcut(QKeySequence(OpenAction.SAMPLE.value), self).activated.connect(
            partial(controller.navigation.event_wanted.emit, OpenAction.SAMPLE)
        )
        set_focus_target(self, self.choices[0])

    def _lay_out(self) -> None:
        self._tiles = WindTiles()
        subtitle = mark("Mahjong tournaments and club evenings, to the printed standings.")
        left = column(
            self._tiles,
            8,
            TextLabel("Quatre Vents", kind=Type.FIGURE),
            TextLabel(subtitle, kind=Type.BODY, tone=Tone.TEXT2, wrap=True),
            20,
            *self.choices,
            row(self.samples, None),
            spacing=14,
        )
        left.insertStretch(0, 3)
        left.addStretch(5)
        add(left, row(self.language, None))
        links = (
            self._link(mark("Count a hand"), "Ctrl+J", "scorer"),
            8,
            self._link(mark("Settings"), "Alt+9", "settings"),
            8,
            self._link(mark("Help"), "F1", ""),
        )
        surface = EdgedSurface(Qt.Edge.LeftEdge)
        right = column(stretched(Scrolled(self.files)), row(None, *links), spacing=0, on=surface)
        self._sides = (left, right)
        row(stretched(boxed(left), 515), stretched(surface, 485), spacing=0, centred=False, on=self)

    def _link(self, text: Text, key: str, page: str) -> LinkButton:
        """A link to ``page``, or to the help if it is empty."""
        link, navigation = LinkButton(text, hint=key, tone=Tone.TEXT2), self._controller.navigation
        signal = partial(navigation.page_wanted.emit, page) if page else navigation.help_wanted.emit
        link.clicked.connect(lambda _checked: signal())
        return link

    def _offer_samples(self) -> None:
        from tournament.catalogue import NAMES
        from ui.sample import GAME_SAMPLES

        wanted = self._controller.navigation.event_wanted
        drop_menu(self.samples, [MenuEntry(NAMES[id], partial(wanted.emit, OpenSample(id))) for id in GAME_SAMPLES])

    def showEvent(self, event: QShowEvent) -> None:
        """Read the list of files again, because an event may have been open in between."""
        super().showEvent(event)
        self.files.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Align the tops of both halves, and hide the tiles if the choices need their space."""
        super().resizeEvent(event)
        margin = _MARGIN if self.width() >= _ROOMY else _MARGIN // 3
        for side in self._sides:
            top, bottom = (32, 24) if self.height() >= _HIGH else (12, 8)
            side.setContentsMargins(margin, top, margin, bottom)
        self._tiles.setVisible(self.height() >= _HIGH)
        QTimer.singleShot(0, self, self._align)

    def _align(self) -> None:
        top = self._tiles.y() - 32 if self.height() >= _HIGH else 0
        self.files.set_top(max(top, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down move the focus; Enter clicks what has it."""
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
