"""Opening and making event files, in any thread; the controller does not know how they are kept."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.event.problem import Refused

if TYPE_CHECKING:
    from tournament.event.settings import Settings
    from tournament.use_cases import Book, By


@dataclass(frozen=True, slots=True)
class EventFiles:
    """Three ways to a book; each raises StoreDamaged or StoreUnavailable, and then holds no file."""

    open_for_writing: "Callable[[Path], Book]"
    """Opens an event file alone."""
    open_for_reading: "Callable[[Path], Book]"
    """Opens one to look at only: one that may not be written, or that another window writes."""
    create: "Callable[[Path], Book]"
    """Makes an empty one; never overwrites."""

    def create_event(self, path: Path, settings: "Settings", *, by: "By") -> "Book":
        """Make an event with ``settings`` at ``path``. Refused when they cannot be; then there is no file."""
        from tournament.use_cases import create_event, settings_refusals

        problems = settings_refusals(settings)
        if problems:
            raise Refused(*problems)
        book = self.create(path)
        try:
            create_event(book, settings, by=by)
        except BaseException:
            book.close()
            raise
        return book
