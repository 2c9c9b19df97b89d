"""Opening and creating event files in any thread. The controller does not know how they are stored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.event.problem import Refused

if TYPE_CHECKING:
    from tournament.event.settings import Settings
    from tournament.use_cases import Book, By


@dataclass(frozen=True, slots=True)
class EventFiles:
    """Three functions that return a book. Each raises StoreDamaged or StoreUnavailable, and then keeps no file open."""

    open_for_writing: "Callable[[Path], Book]"
    """Opens an event file exclusively."""
    open_for_reading: "Callable[[Path], Book]"
    """Opens an event file read-only, even if it is not writable or another window writes to it."""
    create: "Callable[[Path], Book]"
    """Creates an empty event file; never overwrites."""

    def create_event(self, path: Path, settings: "Settings", *, by: "By") -> "Book":
        """Create an event with ``settings`` at ``path``. Raises Refused for invalid settings, without a file."""
        from tournament.use_cases import carry_out, settings_refusals
        from tournament.use_cases.commands import CreateEvent

        problems = settings_refusals(settings)
        if problems:
            raise Refused(*problems)
        book = self.create(path)
        try:
            carry_out(book, CreateEvent(settings), by=by)
        except BaseException:
            book.close()
            raise
        return book

    def save_beside(self, book: "Book", folders: "Sequence[Path]" = ()) -> "Book":
        """Save all entries of ``book`` in a new file in its folder, or the first writable of ``folders``; return it."""
        from tournament.use_cases import StoreUnavailable

        place = Path(book.place)
        name = f"{place.stem} {datetime.now().astimezone():%Y-%m-%d %H-%M-%S}{place.suffix}"
        last, *before = reversed((place.parent, *folders))
        for folder in reversed(before):
            try:
                return self._saved(book, folder / name)
            except StoreUnavailable:  # the folder was removed with the file, or is not writable
                continue
        return self._saved(book, last / name)

    def _saved(self, book: "Book", path: Path) -> "Book":
        saved = self.create(path)
        try:
            saved.begin_with(book)
        except BaseException:
            saved.close()
            raise
        return saved

    def read_again(self, book: "Book", folders: "Sequence[Path]" = ()) -> "tuple[Book, Path | None]":
        """Close ``book`` and open its file as it is now. Entries that only ``book`` has are first saved in a new file.

        Return the book, and the path of that new file, or None.
        """
        path, saved = Path(book.place), None
        there = self.open_for_reading(path)
        there.close()
        if not there.has_all_of(book):
            beside = self.save_beside(book, folders)
            saved = Path(beside.place)
            beside.close()
        book.close()
        return self.open_for_writing(path), saved
