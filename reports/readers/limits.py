"""How large a list of players may be."""

from pathlib import Path

from reports.readers.refusal import UnreadableTable
from tournament.language import mark

MOST_BYTES = 10_000_000
MOST_UNPACKED_BYTES = 60_000_000
"""For a workbook, which is a compressed archive."""
MOST_ROWS = 5_000
"""Rows that hold something."""


def check_rows(count: int, path: Path) -> None:
    """Refuse a table with more rows than any list of players has."""
    if count > MOST_ROWS:
        text = mark("“{name}” has more than {most} rows: it is no list of players.", name=path.name, most=MOST_ROWS)
        raise UnreadableTable(text, path)


def too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    """The refusal of a file of ``size`` bytes, more than ``most``."""
    text = mark(
        "“{name}” holds {size} MB, more than {most} MB: it is no list of players. Choose the file with the list.",
        name=path.name,
        size=-(-size // 1_000_000),
        most=most // 1_000_000,
    )
    return UnreadableTable(text, path)
