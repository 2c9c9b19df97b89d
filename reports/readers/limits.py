"""Limits for lists of players: each is far above any real list, and far below what slows a computer down."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from reports.readers.refusal import UnreadableTable
from tournament.event.player_import import FileRow
from tournament.language import Text, mark

MOST_BYTES = 10_000_000
MOST_TEXT_BYTES = 4_000_000
"""For a text, where every byte is decoded."""
MOST_UNPACKED_BYTES = 60_000_000
"""For a workbook, which is a compressed archive."""
MOST_SHEET_BYTES = 20_000_000
"""For its sheets and texts, unpacked."""
MOST_PARTS = 2_000
"""Files in a workbook."""
MOST_SHEETS = 100
MOST_ELEMENTS = 400_000
"""For the sheets and texts of a workbook."""
MOST_TEXTS = 40_000
"""Different texts in its cells, and differently formatted parts of them."""
MOST_OTHER_ELEMENTS = 20_000
"""For its styles, names, merged cells and everything else about its appearance."""
MOST_ROWS = 5_100
"""Rows that are not empty: those of 5,000 people, and headings, titles and sums."""
MOST_COLUMNS = 200
MOST_SEAT_COLUMNS = 1 + 5 * 250
"""For a file with seats: 250 tables in a line, each with four seats and an empty column, and a heading."""
MOST_CELLS = 150_000
MOST_CHARACTERS = 2_000_000
MOST_LAST_ROW = 50_000
"""Nothing may be below this row or line, however many rows are blank."""
MOST_LINE = 300_000
"""Characters in one line of a text."""
MOST_BLANK_ROWS = 1_000
"""This many consecutive blank rows are kept; further ones are skipped."""

Step = Callable[[int, int], None]
"""Called with the amount done and the total, 0 while that is unknown; an exception it raises ends the reading."""


def no_step(_done: int, _all: int) -> None:
    """Report nothing."""


def limited(rows: Iterable[FileRow], path: Path, step: Step, *, most_columns: int = MOST_COLUMNS) -> Iterator[FileRow]:
    """``rows`` within the limits of a list of players; raises UnreadableTable as soon as they exceed them."""
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
    """The refusal of a file because it has ``what``."""
    text = mark(
        "“{name}” has {what}: it is not a list of players. Copy only the list into a new file and import that one.",
        name=path.name,
        what=what,
    )
    return UnreadableTable(text, path)


def too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    """The refusal of a file because it has ``size`` bytes, more than ``most``."""
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
