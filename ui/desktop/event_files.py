"""Opening and making event files, in any thread; the controller does not know how they are kept."""

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
    """Three ways to a book; each raises StoreDamaged or StoreUnavailable, and then holds no file."""

    open_for_writing: "Callable[[Path], Book]"
    """Opens an event file alone."""
    open_for_reading: "Callable[[Path], Book]"
    """Opens one to look at only: one that may not be written, or that another window writes."""
    create: "Callable[[Path], Book]"
    """Makes an empty one; never overwrites."""

    def create_event(self, path: Path, settings: "Settings", *, by: "By") -> "Book":
        """Make an event with ``settings`` at ``path``. Refused when they cannot be; then there is no file."""
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
        """Save all entries of ``book`` in a new file beside its own, else in one of ``folders``, and open that."""
        from tournament.use_cases import StoreUnavailable

        place = Path(book.place)
        name = f"{place.stem} {datetime.now().astimezone():%Y-%m-%d %H-%M-%S}{place.suffix}"
        last, *before = reversed((place.parent, *folders))
        for folder in reversed(before):
            try:
                return self._saved(book, folder / name)
            except StoreUnavailable:  # the folder went with the file, or may not be written
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

    def read_anew(self, book: "Book", folders: "Sequence[Path]" = ()) -> "tuple[Book, Path | None]":
        """Open the file of ``book`` as it is now, and close ``book``; what it has and the file has not is saved first.

        Where it was saved comes back too.
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
