"""Light, dark or as the system; it can change while the program runs."""

from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from ui.desktop.listening import listen
from ui.desktop.theme.focus_ring import FocusFollower
from ui.desktop.theme.fonts import load, typeface
from ui.desktop.theme.style_sheet import palette, style_sheet
from ui.desktop.theme.tokens import DARK, LIGHT, Tokens, Type


class Appearance(Enum):
    """The user's choice. The value is what the preferences store."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_SCHEMES = {
    Appearance.SYSTEM: Qt.ColorScheme.Unknown,
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """The colours in use. Painting code asks for :attr:`tokens` each time it paints."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choice = Appearance.SYSTEM
        self._tokens = LIGHT
        self._halo: FocusFollower | None = None

    @property
    def tokens(self) -> Tokens:
        """The colours of the current theme."""
        return self._tokens

    @property
    def style_sheet(self) -> str:
        """The style sheet, which each window sets on itself.

        The application has none. A widget that is built outside a window is therefore styled once, when it is added to
        one, and not again with every layout that it is put into before.
        """
        return style_sheet(self._tokens)

    @property
    def choice(self) -> Appearance:
        """The user's choice, which may be “as the system”."""
        return self._choice

    @property
    def dark(self) -> bool:
        """Whether the dark colours are in use."""
        return self._tokens is DARK

    def install(self, app: QApplication, choice: Appearance = Appearance.SYSTEM) -> None:
        """Load the fonts and style ``app``, before the first widget is shown. A second call only sets the choice."""
        if self._halo is not None:
            self.set_choice(choice)
            return
        load()
        app.setStyle("Fusion")
        app.setFont(typeface(Type.BODY, figures=False))  # all other fonts inherit the features of this one
        self._halo = FocusFollower(self._halo_colour)
        listen(app.focusChanged, self, self._halo.follow)
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._choice = choice
        app.styleHints().setColorScheme(_SCHEMES[choice])
        self._apply(app)

    def set_choice(self, choice: Appearance) -> None:
        """Switch to light, dark or the system's appearance, at once and in all windows."""
        self._choice = choice
        QGuiApplication.styleHints().setColorScheme(_SCHEMES[choice])
        self._follow_system()

    def _halo_colour(self, control: QWidget) -> str:
        return self._tokens.danger_soft if control.property("refused") else self._tokens.accent_soft

    def _follow_system(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication) and self._wanted() is not self._tokens:
            self._apply(app)

    def _wanted(self) -> Tokens:
        if self._choice is Appearance.SYSTEM:
            return DARK if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return DARK if self._choice is Appearance.DARK else LIGHT

    def _apply(self, app: QApplication) -> None:
        self._tokens = self._wanted()
        app.setPalette(palette(self._tokens))
        self.changed.emit()


theme = Theme()
"""The theme of the process."""
