"""Where the event files of a desk come from; in any thread, and without a desk knowing how they are kept."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.event.problem import Refused

if TYPE_CHECKING:
    from tournament.event.settings import Settings
    from tournament.office import Book, By


@dataclass(frozen=True, slots=True)
class Cabinet:
    """Three ways to a book; each raises StoreDamaged or StoreUnavailable, and then holds no file."""

    write: "Callable[[Path], Book]"
    """Opens an event file alone."""
    look: "Callable[[Path], Book]"
    """Opens one to look at only: one that may not be written, or that another window writes."""
    new: "Callable[[Path], Book]"
    """Makes an empty one; never overwrites."""

    def make(self, path: Path, settings: "Settings", *, by: "By") -> "Book":
        """Make an event with ``settings`` at ``path``. Refused when they cannot be; then there is no file."""
        from tournament.office import create_event, settings_refusals

        problems = settings_refusals(settings)
        if problems:
            raise Refused(*problems)
        book = self.new(path)
        try:
            create_event(book, settings, by=by)
        except BaseException:
            book.close()
            path.unlink(missing_ok=True)  # made a moment ago, and nothing is in it
            raise
        return book
