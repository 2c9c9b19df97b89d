"""Small painted signs: icons, signs of states, badges of players and winds, chips.

Each state has its own sign, because colour alone must never carry a meaning.
"""

from enum import Enum

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from tournament.language import Text
from tournament.tiles.wind import Wind
from ui.desktop.theme import Size, Tone, Type, icons, restyle, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.labels import TextLabel


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
    """A question, or a request that could not be met."""
    INFO = ("info", Tone.TEXT2)
    """A remark that prevents nothing."""
    CANCELLED = ("cross", Tone.TEXT2)
    """Cancelled: it does not count."""
    FLAG = ("flag", Tone.DANGER)
    """A penalty."""

    def __init__(self, icon: str, tone: Tone) -> None:
        self.icon = icon
        """Name of the icon."""
        self.tone = tone
        """Tone of the sign and of the text beside it."""

    def draw(self, painter: QPainter, rect: QRectF, colour: str = "") -> None:
        """Paint the sign into the square ``rect``, in ``colour``, by default that of its tone."""
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
    """The sign of a state. Without a text beside it, its accessible name gives the meaning."""

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


SIDE = 18


class PlayerBadge(QLabel):
    """The number of a player on the sheet, 1 to 4, which is also the key for this player: a square of 18 pixels."""

    def __init__(self, number: int, *, parent: QWidget | None = None) -> None:
        super().__init__(str(number), parent)
        self.setFont(typeface(Type.MARK, figures=True))
        self.setAlignment(painting.CENTRE)
        self.setFixedSize(SIDE, SIDE)

    def set_number(self, number: int) -> None:
        """Change the number."""
        self.setText(str(number))


def draw_wind(painter: QPainter, rect: QRectF, wind: Wind) -> None:
    """Paint a player's wind into a square of 18 pixels, as on the printed sheet."""
    tokens = theme.tokens
    if wind is Wind.EAST:
        painting.box(painter, rect, radius=Size.KEY_RADIUS, fill=tokens.paper_rule)
    letter = translator.translate(wind.short)
    painting.words(painter, rect, letter, colour=tokens.ink, kind=Type.MARK, align=painting.CENTRE, elide=False)


class Chip(QFrame):
    """A short text with an icon. A state (tone OK, WARN, DANGER or ACCENT) is coloured; other chips have a border."""

    def __init__(
        self, text: Text | str, *, icon: str = "", tone: Tone = Tone.TEXT2, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._words = Icon(icon, size=14, tone=tone), TextLabel(text, kind=Type.HEAD, tone=tone)
        line = QHBoxLayout(self)
        line.setContentsMargins(9, 0, 9, 0)
        line.setSpacing(5)
        line.addWidget(self._icon)
        line.addWidget(self._words)
        self._icon.setVisible(bool(icon))
        self.setProperty("tone", tone.value)
        self.setFixedHeight(22)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_chip(self, text: Text | str, *, icon: str = "", tone: Tone = Tone.TEXT2) -> None:
        """Change the state."""
        self._icon.set_icon(icon, tone)
        self._icon.setVisible(bool(icon))
        self._words.set_text(text)
        self._words.set_tone(tone)
        restyle(self, "tone", tone.value)

    def text(self) -> str:
        """The text in the current language."""
        return self._words.text()
