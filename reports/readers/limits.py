"""How large a list of players may be: each limit is far beyond any list, and far below what a computer notices."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from reports.readers.refusal import UnreadableTable
from tournament.event.player_import import FileRow
from tournament.language import Text, mark

MOST_BYTES = 10_000_000
MOST_TEXT_BYTES = 4_000_000
"""Of a text, every byte of which is read as a letter."""
MOST_UNPACKED_BYTES = 60_000_000
"""For a workbook, which is a compressed archive."""
MOST_SHEET_BYTES = 20_000_000
"""Of its sheets and texts, unpacked."""
MOST_PARTS = 2_000
"""Files in a workbook."""
MOST_SHEETS = 100
MOST_ELEMENTS = 400_000
"""Of the sheets and texts of a workbook."""
MOST_TEXTS = 40_000
"""Different texts in its cells, and pieces of them that look different."""
MOST_OTHER_ELEMENTS = 20_000
"""Of its styles, names, merged cells and whatever else says how it looks."""
MOST_ROWS = 5_000
"""Rows that hold something."""
MOST_COLUMNS = 200
MOST_SEAT_COLUMNS = 1 + 5 * 250
"""Of a file that may hold seats: 250 tables in a line, each with four seats and an empty column, and a heading."""
MOST_CELLS = 150_000
MOST_CHARACTERS = 2_000_000
MOST_LAST_ROW = 50_000
"""Nothing stands below this row or line, however many blank ones there are."""
MOST_LINE = 300_000
"""Characters in one line of a text."""
MOST_BLANK_ROWS = 1_000
"""So many blank rows on end are kept; the next ones are passed over."""

Step = Callable[[int, int], None]
"""Told what is done and all there is, 0 while that is not known; what it raises ends the reading."""


def no_step(_done: int, _all: int) -> None:
    """Tell nobody."""


def limited(rows: Iterable[FileRow], path: Path, step: Step, *, most_columns: int = MOST_COLUMNS) -> Iterator[FileRow]:
    """``rows`` as long as they may be a list of players; raises UnreadableTable as soon as they are none."""
    filled = blank = cells = characters = 0
    for row in rows:
        step(filled, 0)
        if len(row.cells) > most_columns:
            row = FileRow(row.line, _without_blank_end(row.cells))
        if row.is_blank:
            blank += 1
            if blank > MOST_BLANK_ROWS:
                continue
            yield FileRow(row.line, ())
            continue
        blank = 0
        filled += 1
        cells += len(row.cells)
        characters += sum(map(len, row.cells))
        if filled > MOST_ROWS:
            raise beyond(path, mark("more than {most} rows", most=MOST_ROWS))
        if len(row.cells) > most_columns:
            raise beyond(path, mark("more than {most} columns", most=most_columns))
        if cells > MOST_CELLS:
            raise beyond(path, mark("more than {most} cells", most=MOST_CELLS))
        if characters > MOST_CHARACTERS:
            raise beyond(path, mark("more than {most} characters", most=MOST_CHARACTERS))
        yield row


def beyond(path: Path, what: Text) -> UnreadableTable:
    """The refusal of a file that has ``what``."""
    text = mark(
        "“{name}” has {what}: it is not a list of players. Copy only the list into a new file and import that one.",
        name=path.name,
        what=what,
    )
    return UnreadableTable(text, path)


def too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    """The refusal of a file of ``size`` bytes, more than ``most``."""
    text = mark(
        "“{name}” has {size} MB, more than {most} MB: it is not a list of players. Choose the file with the list.",
        name=path.name,
        size=-(-size // 1_000_000),
        most=most // 1_000_000,
    )
    return UnreadableTable(text, path)


def _without_blank_end(cells: tuple[str, ...]) -> tuple[str, ...]:
    last = next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)
    return cells[:last]
