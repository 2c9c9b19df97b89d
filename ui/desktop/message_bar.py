"""A line under the top bar for messages that belong to no field. It stays until something succeeds or it is closed."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import NoticeKind
from ui.desktop.widgets.keys import Key
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import StatusSign

OFFERED = "Ctrl+Shift+O"
"""The key of the action that is offered."""
OTHER = "Ctrl+Shift+L"
"""The key of the second action that is offered."""


class MessageBar(Accessible, QWidget):
    """A sign, a message, actions if there are any, and a button that closes it. Hidden without a message."""

    accessible_role = Role.AlertMessage

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = NoticeKind.DANGER
        self._act: Callable[[], None] | None = None
        self._other_act: Callable[[], None] | None = None
        self.hide()

    @cached_property
    def instead(self) -> LinkButton:
        """The button of the action that is offered."""
        button = LinkButton("", shortcut=OFFERED)
        button.clicked.connect(self._do_instead)
        return button

    @cached_property
    def other(self) -> LinkButton:
        """The button of the second action."""
        button = LinkButton("", shortcut=OTHER)
        button.clicked.connect(self._do_other)
        return button

    @cached_property
    def _message(self) -> tuple[StatusSign, TextLabel]:
        """Sign and words, and around them the whole bar: most events never need it."""
        sign, words = StatusSign(self._kind.sign), TextLabel(kind=Type.LABEL, tone=Tone.DANGER, wrap=True)
        close = LinkButton(mark("Close"), shortcut="Ctrl+.")
        close.clicked.connect(self.hide)
        parts = (sign, stretched(words), self.instead, self.other, close)
        row(*parts, margins=(16, 8, 12, 8), centred=False, on=self)
        return sign, words

    def show_message(self, text: Text | None, kind: NoticeKind = NoticeKind.DANGER) -> None:
        """Show ``text``; None hides the bar."""
        if text is not None:
            self._kind, (sign, words) = kind, self._message
            sign.set_status(kind.sign)
            words.set_tone(Tone.TEXT if kind is NoticeKind.INFO else kind.sign.tone)
            words.set_text(text)
            self.setAccessibleName(words.text())
            announce(self, text, assertive=True)
            self.instead.hide()
            self.other.hide()
            self.update()
        self.setVisible(text is not None)

    def offer(self, text: Text, words: Text, act: Callable[[], None], kind: NoticeKind = NoticeKind.DANGER) -> None:
        """Show ``text`` with a button labelled ``words`` that calls ``act``."""
        self.show_message(text, kind)
        self._act = act
        self.instead.set_text(words)
        self.instead.show()
        announce(self, mark("{key}: {what}", key=Key(OFFERED), what=words))

    def offer_other(self, words: Text, act: Callable[[], None]) -> None:
        """Add a second button, labelled ``words``, that calls ``act``."""
        self._other_act = act
        self.other.set_text(words)
        self.other.show()
        announce(self, mark("{key}: {what}", key=Key(OTHER), what=words))

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._message[1].text()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft background."""
        painting.begin(self).fillRect(self.rect(), QColor(getattr(theme.tokens, self._kind.ground)))

    def _do_other(self) -> None:
        self.hide()
        if self._other_act is not None:
            self._other_act()

    def _do_instead(self) -> None:
        self.hide()
        if self._act is not None:
            self._act()
