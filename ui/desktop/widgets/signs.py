"""Signs of a state, because colour alone must never carry a meaning."""

from enum import Enum

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Tone, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role


class StatusIcon(Enum):
    """A state as an icon and a tone."""

    EMPTY = ("ring", Tone.TEXT2)
    """No hands yet, or open."""
    PLAYING = ("half", Tone.TEXT2)
    """In play."""
    DIFFERS = ("triangle", Tone.DANGER)
    """Totals differ, or refused."""
    TO_VERIFY = ("pen", Tone.ACCENT)
    """To verify, or adjusted."""
    HALF_TYPED = ("pen", Tone.TEXT2)
    """Something was typed and not recorded."""
    DONE = ("tick", Tone.OK)
    """Verified, saved, or in agreement."""
    ASKS = ("triangle", Tone.WARN)
    """Asks once, or a wish that was not met."""
    INFO = ("info", Tone.TEXT2)
    """A remark that stops nothing."""
    CANCELLED = ("cross", Tone.TEXT2)
    """Counts nowhere."""
    FLAG = ("flag", Tone.DANGER)
    """A penalty."""

    def __init__(self, icon: str, tone: Tone) -> None:
        self.icon = icon
        """Name of the icon."""
        self.tone = tone
        """Tone of the sign and of the text beside it."""

    def draw(self, painter: QPainter, rect: QRectF, colour: str = "") -> None:
        """Paint the sign into a square, in its own tone or in ``colour``."""
        icons.paint(painter, self.icon, rect, colour or self.tone.of(theme.tokens))


class Icon(Accessible, QWidget):
    """A line icon in one tone. Screen readers ignore it unless it has a name."""

    accessible_role = Role.Graphic

    def __init__(self, name: str, *, size: int = 20, tone: Tone = Tone.TEXT2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._size, self._tone = name, size, tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, name: str, tone: Tone) -> None:
        """Change the icon."""
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:
        """The square of the icon."""
        return QSize(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon in the theme's colour."""
        painter = painting.begin(self)
        rect = QRectF(0, 0, self._size, self._size)
        rect.moveCenter(QRectF(self.rect()).center())
        icons.paint(painter, self._name, rect, self._tone.of(theme.tokens))


class StatusSign(Icon):
    """The sign of a state. If no text stands beside it, its accessible name gives the meaning."""

    def __init__(
        self, status: StatusIcon, meaning: Text | str = "", *, size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(status.icon, size=size, tone=status.tone, parent=parent)
        self._meaning = meaning
        translator.follow(self._retranslate)

    def set_status(self, status: StatusIcon, meaning: Text | str = "") -> None:
        """Change the state."""
        self._meaning = meaning
        self.set_icon(status.icon, status.tone)
        self._retranslate()

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._meaning))
