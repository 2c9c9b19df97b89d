"""Who is signed in: shown in the top bar, and asked for with the line where an event has PINs."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from tournament.language import listed, mark
from ui.desktop.controller import EventController
from ui.desktop.message_bar import MessageBar
from ui.desktop.widgets.bars import TopBar
from ui.desktop.widgets.cards import NoticeKind

if TYPE_CHECKING:  # imported with the first event that has PINs
    from ui.desktop.sign_in_line import SignInLine

LOCK = "Ctrl+Shift+K"
"""Signs out, and asks who comes next."""


class SignIn(QObject):
    """Shows the role in the top bar. Events without PINs need neither line nor lock, so these are created late."""

    line_made = Signal(object)
    """The line to sign in was created, and needs its place in the window."""
    left = Signal()
    """The line was closed, and the widget that had the focus before is gone."""

    def __init__(self, controller: EventController, top: TopBar, messages: MessageBar) -> None:
        super().__init__(top)
        self._controller, self._top, self._messages = controller, top, messages
        self.line: SignInLine | None = None
        """Created when first needed."""
        top.role_asked.connect(self.lock_or_ask)
        controller.user.role_changed.connect(self.show_role)

    def show_role(self) -> None:
        """Show in the top bar who is signed in, or nothing if the event has no PIN."""
        controller = self._controller
        if not self._has_pins:
            self._top.set_role(None)
            if self.line is not None:
                self.line.hide()
        elif controller.user.signed_in:
            self._top.set_role(listed((controller.user.by.author, controller.user.role.label)), LOCK)
        else:
            self._top.set_role(mark("Sign in ({role})", role=controller.user.role.label), LOCK)

    def lock_or_ask(self) -> None:
        """Sign out, and ask who comes next."""
        if not self._has_pins:
            self._messages.show_message(mark("This event has no PINs: everybody has all rights."), NoticeKind.INFO)
            return
        self._controller.user.lock()
        self.ask()

    def ask(self) -> None:
        """Ask who comes next."""
        if self.line is None:
            from ui.desktop.idle_lock import IdleLock
            from ui.desktop.sign_in_line import SignInLine

            self.line = SignInLine(self._controller)
            self.line_made.emit(self.line)
            self.line.left.connect(self.left)
            self._idle_lock = IdleLock(self._controller, self)
        self.line.ask()

    @property
    def _has_pins(self) -> bool:
        return self._controller.view is not None and bool(self._controller.book.view.state.pins)
