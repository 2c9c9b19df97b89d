"""The start page: four choices at the left, the files opened last at the right."""

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from assets.tiles import WINDS
from tournament.language import Text, mark
from ui.desktop.appearance_switches import LanguageSwitch
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction, OpenSample
from ui.desktop.pages.start.files import RecentFiles
from ui.desktop.theme import Size, Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import draw_key, key_name, key_width
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, WrappedRow, add, boxed, column, row, stretched
from ui.desktop.widgets.tiles import TileRow

_TILE = 48
_PAD = 22


# painted, unlike other cards with text: labels in a layout would cost 13 ms of the first paint of the program
class _StartChoice(QAbstractButton):
    """A large button with an icon, a title, a line about what happens, and the key. Enter and Space click it."""

    def __init__(
        self, icon: str, title: Text, line: Text, key: str, *, first: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._title, self._line, self._key, self._first = icon, title, line, key, first
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def sizeHint(self) -> QSize:
        """As wide as possible, 90 pixels high."""
        return QSize(548, 90)

    def minimumSizeHint(self) -> QSize:
        """Allow it to shrink in a narrow window."""
        return QSize(320, 76)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        border, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        if self.underMouse() and not self.hasFocus():
            border = tokens.line_strong
        fill = tokens.surface2 if self.isDown() else tokens.surface
        painting.box(painter, rect, radius=Size.CARD_RADIUS, fill=fill, border=border, width=width)
        middle = rect.center().y()
        tile = QRectF(_PAD, middle - _TILE / 2, _TILE, _TILE)
        ground, ink = (tokens.accent, tokens.on_accent) if self._first else (tokens.surface2, tokens.accent)
        painting.box(painter, tile, radius=8, fill=ground, border="" if self._first else tokens.line)
        icons.paint(painter, self._icon, tile.adjusted(13, 13, -13, -13), ink)
        name = key_name(self._key)
        wide = key_width(name)
        draw_key(painter, QRectF(rect.right() - _PAD - wide, 0, wide, rect.height()), name)
        left = tile.right() + 20
        words, text = QRectF(left, 0, rect.right() - _PAD - wide - 12 - left, 24), translator.translate(self._line)
        lines = 1 if painting.width_of(text, Type.DENSE) <= words.width() else 2
        words.moveTop(middle - 14 - 9 * lines)
        painting.words(painter, words, translator.translate(self._title), colour=tokens.text, kind=Type.PANEL_TITLE)
        below = QRectF(left, words.bottom(), words.width(), 18 * lines)
        painting.paragraph(painter, below, text, colour=tokens.text2, kind=Type.DENSE)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._title))
        self.setAccessibleDescription(translator.translate(self._line))
        self.setToolTip("")
        self.update()


_TILE_WIDTH, _TILE_GAP = 51, 5


_MARGIN, _ROOMY = 72, 1240
_HIGH = 560
"""Below this height the tiles are hidden and the margins smaller."""


class StartPage(QWidget):
    """The choices and the recent files. Up and Down go from choice to choice and on to the files."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        three = mark("Name, format, rules and file, in three short steps.")
        self.choices = (
            _StartChoice("plus", mark("New event"), three, OpenAction.NEW.value, first=True),
            _StartChoice(
                "folder",
                mark("Open an event"),
                mark("Choose a file on this computer, or drag it onto this window."),
                OpenAction.OPEN.value,
            ),
            _StartChoice(
                "players",
                mark("Join a shared event"),
                mark("Work with others on an event that another computer shares."),
                OpenAction.JOIN.value,
            ),
            _StartChoice(
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
        self._tiles = TileRow(_TILE_WIDTH, gap=_TILE_GAP)
        """The four winds, the only ornament of the page. Screen readers ignore them."""
        self._tiles.show_tiles(WINDS)
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
            self._link(mark("Members"), "Ctrl+Shift+F", "members"),
            self._link(mark("Rankings"), "Ctrl+Shift+V", "rankings"),
            self._link(mark("Count a hand"), "Ctrl+J", "scorer"),
            self._link(mark("Settings"), "Alt+9", "settings"),
            self._link(mark("Help"), "F1", ""),
        )
        beside = WrappedRow()
        beside.set_parts(links)
        surface = EdgedSurface(Qt.Edge.LeftEdge)
        right = column(stretched(Scrolled(self.files)), beside, spacing=0, on=surface)
        self._sides = (left, right)
        row(stretched(boxed(left), 515), stretched(surface, 485), spacing=0, centred=False, on=self)

    def _link(self, text: Text, key: str, page: str) -> LinkButton:
        """Return a link to ``page``, or to the help if it is empty."""
        link, navigation = LinkButton(text, hint=key, tone=Tone.TEXT2), self._controller.navigation
        signal = partial(navigation.page_wanted.emit, page) if page else navigation.help_wanted.emit
        link.clicked.connect(lambda _checked: signal())
        return link

    def _offer_samples(self) -> None:
        from tournament.catalogue import NAMES
        from ui.desktop.kit.menu import MenuEntry, drop_menu
        from ui.sample import GAME_SAMPLES

        wanted = self._controller.navigation.event_wanted
        drop_menu(self.samples, [MenuEntry(NAMES[id], partial(wanted.emit, OpenSample(id))) for id in GAME_SAMPLES])

    def showEvent(self, event: QShowEvent) -> None:
        """Read the list of files again, because an event may have been opened since."""
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
        # The layout places the tiles after this event.
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
