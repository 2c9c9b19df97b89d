"""JSON as scripts get it, and columns of text as people do."""

import json
from collections.abc import Sequence

from tournament.language.harmless import escaped
from ui.cli.streams import write_answer


def print_json(document: object) -> None:
    """One JSON document, indented."""
    write_answer(escaped(json.dumps(document, ensure_ascii=False, indent=2)))


def json_line(document: object) -> str:
    """One JSON document in one line, without its end."""
    return escaped(json.dumps(document, ensure_ascii=False))


def print_columns(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> None:
    """Print ``rows`` in columns, two spaces apart; the columns ``right`` end in line."""
    if not rows:
        return
    widths = [max(width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = (
            " " * (width - width_of(cell)) + cell if place in right else cell + " " * (width - width_of(cell))
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        write_answer("  ".join(cells).rstrip())


def width_of(text: str) -> int:
    """Columns that ``text`` takes in a terminal: a Chinese character two, a combining mark none."""
    import unicodedata

    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
