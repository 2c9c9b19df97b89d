"""The desk: the one object between the screens and the office."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from tournament import office
from tournament.event.settings import Settings
from tournament.office import Book, By, Changes, Command, View


class Desk(QObject):
    """Holds the open event, calls the office, and tells the screens what changed.

    Its actions raise what the office raises (Refused, Conflict, StoreUnavailable); then nothing has
    changed, and the screen that asked shows why.
    """

    opened = Signal()
    """Another event is open, or none: ask everything again."""
    changed = Signal(object)
    """Something was written: :class:`tournament.office.Changes`."""

    def __init__(self, open_book: Callable[[Path], Book], new_book: Callable[[Path], Book], by: By) -> None:
        super().__init__()
        self._open_book = open_book
        self._new_book = new_book
        self._by = by
        self._book: Book | None = None

    @property
    def view(self) -> View | None:
        """The open event, to read; None when none is open."""
        return self._book.view if self._book is not None else None

    @property
    def book(self) -> Book:
        """The open event; to be asked for only by screens that stand in an open event."""
        assert self._book is not None, "no event is open"
        return self._book

    @property
    def by(self) -> By:
        """Who acts at this desk."""
        return self._by

    def sign_as(self, author: str) -> None:
        """From now on ``author`` acts at this desk."""
        self._by = By(author, self._by.desk)

    def open(self, path: Path) -> None:
        """Open the event file ``path``; the one that was open is closed only when that worked."""
        self._become(self._open_book(path))

    def create(self, path: Path, settings: Settings) -> None:
        """Make an event file at ``path`` and open it."""
        problems = office.settings_refusals(settings)
        if problems:
            raise office.Refused(*problems)
        book = self._new_book(path)
        office.create_event(book, settings, by=self._by)
        self._become(book)

    def close(self) -> None:
        """Close the open event."""
        self._become(None)

    def carry_out(self, command: Command, *, confirmed: bool = False, seen: int | None = None) -> Changes:
        """Carry out what a referee does at a table."""
        return self._told(office.carry_out(self.book, command, by=self._by, confirmed=confirmed, seen=seen))

    def undo(self) -> Changes:
        """Take the last entry back."""
        return self._told(office.undo(self.book, by=self._by))

    def redo(self) -> Changes:
        """Bring the entry back that was undone last."""
        return self._told(office.redo(self.book, by=self._by))

    def act(self, action: Callable[[Book, By], Changes]) -> Changes:
        """Call another function of the office on the open event."""
        return self._told(action(self.book, self._by))

    def _told(self, changes: Changes) -> Changes:
        self.changed.emit(changes)
        return changes

    def _become(self, book: Book | None) -> None:
        before, self._book = self._book, book
        if before is not None:
            before.close()
        self.opened.emit()
