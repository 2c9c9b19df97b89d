"""A table of text as it stood in a file, before anybody has understood it."""

from dataclasses import dataclass

from tournament.event.player_import.notes import Note
from tournament.language import Text


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row of cells."""

    line: int
    """1-based line of the file, or row of the sheet, on which it begins."""
    cells: tuple[str, ...]
    """As written, nothing trimmed; rows may differ in length."""

    @property
    def is_blank(self) -> bool:
        """Whether no cell holds anything."""
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class TableText:
    """The rows of a file and how they were read."""

    name: str
    """Name of the file, for a reader."""
    how: Text
    """How it was read: ``Text in UTF-16, columns apart by tab``."""
    rows: tuple[FileRow, ...]
    """Rows in the order of the file, blank ones included."""
    notes: tuple[Note, ...] = ()
    """What reading the file had to decide."""
    encoding: str = ""
    """The name of the encoding of a text; empty where there is nothing to choose."""
