"""Who uses the window: by the name in the settings, or by the PIN of a role of the open event."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # imported with the first event, so that the window opens sooner
    from tournament.event.role import EventRole
    from tournament.use_cases import Book, By


class CurrentUser(QObject):
    """The current user, and the role in which they act. ``book`` returns the open event, or None."""

    role_changed = Signal()
    """Somebody signed in or out, so other actions are allowed. Nothing in the event changed."""

    def __init__(self, author: str, place: str, book: "Callable[[], Book | None]", parent: QObject) -> None:
        super().__init__(parent)
        self._author, self._place, self._book = author, place, book
        self._signed_in: tuple[EventRole, str] | None = None
        self._joined_as = ""

    @property
    def signed_in(self) -> bool:
        """Whether somebody has entered the PIN of a role."""
        return self._signed_in is not None

    def sign_in(self, role: "EventRole", author: str) -> None:
        """Let ``author`` act in ``role``, whose PIN was entered. Unfinished entries stay."""
        self._signed_in = role, author
        self.role_changed.emit()

    def lock(self) -> None:
        """Sign out, so that nobody acts until the PIN of a role is entered."""
        if self._signed_in is not None:
            self._signed_in = None
            self.role_changed.emit()

    def sign_as(self, author: str) -> None:
        """Let ``author`` act from now on whenever nobody is signed in."""
        self._author, self._joined_as = author, ""

    def join_as(self, author: str) -> None:
        """Let ``author``, who joined the open event, act in it whenever nobody is signed in."""
        self._joined_as = author

    def leave(self) -> None:
        """The open event is closed: nobody is signed in to the next one."""
        self._joined_as = ""
        self.lock()

    @property
    def by(self) -> "By":
        """Who acts, and at which workstation: whoever is signed in, else who joined, else the name in the settings."""
        from tournament.use_cases import By

        book, (role, author) = self._book(), self._signed_in or (None, self._joined_as or self._author)
        return By(author, (book.desk if book is not None else "") or self._place, role)

    @property
    def role(self) -> "EventRole":
        """The role of the current user: the one they signed in to, or the one that everybody has. An event is open."""
        from tournament.use_cases.book import acting_as

        book = self._book()
        assert book is not None, "no event is open"
        return acting_as(book.view, self.by).role

    @property
    def acts(self) -> bool:
        """Whether the current user may do more than look."""
        book = self._book()
        return book is None or not book.view.state.pins or self.role.rank > 0
