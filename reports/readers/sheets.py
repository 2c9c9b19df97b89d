"""What the readers of workbooks share: merged cells, hidden rows, and which sheet is the list."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from reports.readers.refusal import UnreadableTable
from reports.readers.workbook_guard import SheetFacts, place_of
from tournament.event.player_import import (
    CELLS_MERGED,
    NOT_COMPUTED,
    SHEET_CHOSEN,
    FileRow,
    Note,
    find_headings,
    recognised,
)
from tournament.language import Text, mark

_NEEDED = 2
"""The number of known headings in one row that show a list of players."""
_SHOWN = 60
_MOST_REPORTED = 200
"""The most merged cells, and formulas, of one sheet that are reported; a list has fewer."""
Heads = Mapping[str, Sequence[FileRow]]
"""By title of a sheet: the first rows that are not empty."""


def chosen_sheet(heads: Heads, wanted: str | None, path: Path) -> str:
    """The title of the sheet to read: the ``wanted`` one, or the one that looks most like a list of players.

    Raises UnreadableTable if there is none.
    """
    if wanted is not None:
        if wanted not in heads:
            names = tuple(f"“{title}”" for title in heads)
            text = mark("“{name}” has no sheet “{sheet}”; it has: {names}.", name=path.name, sheet=wanted, names=names)
            raise UnreadableTable(text, path)
        return wanted
    filled = [title for title, rows in heads.items() if rows]
    if not filled:
        raise UnreadableTable(mark("The workbook “{name}” is empty.", name=path.name), path)
    return max(filled, key=lambda title: _merit(heads[title]))


def _merit(rows: Sequence[FileRow]) -> tuple[bool, int]:
    """How much the sheet with these first rows looks like a list of players: columns for names, then known headings.

    A dashboard may have the words country and players, and no names below them.
    """
    headings = find_headings(rows)
    known = max((recognised(row.cells) for row in rows), default=0)
    return headings is not None and not headings.of_buyers, known if known >= _NEEDED else 0


def sheet_notes(heads: Heads, chosen: str) -> tuple[Note, ...]:
    """A note that names the sheets that were not read."""
    others = [title for title, rows in heads.items() if rows and title != chosen]
    if not others:
        return ()
    names = tuple(f"“{title}”" for title in others)
    return (Note(SHEET_CHOSEN, mark("Sheet “{sheet}” read; not read: {others}", sheet=chosen, others=names)),)


def with_facts(rows: tuple[FileRow, ...], facts: SheetFacts) -> tuple[tuple[FileRow, ...], tuple[Note, ...]]:
    """The ``rows`` as a reader sees them: the value of cells merged over several lines is in each line; and notes about
    it.

    Cells merged within a line, such as a title's, are left as they are.
    """
    merged = _merged(rows, facts)
    notes = [Note(CELLS_MERGED, _merged_text(each), each.first) for each in merged]
    by_line = {row.line: row for row in rows}
    for each in merged:
        for line in range(each.first + 1, each.last + 1):
            row = by_line.get(line)
            if row is not None and not row.is_blank:
                cells = (*row.cells, *[""] * (each.column - len(row.cells)))
                if not cells[each.column - 1].strip():
                    cells = (*cells[: each.column - 1], each.value, *cells[each.column :])
                by_line[line] = replace(row, cells=cells)
    formulas: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for cell in facts.uncomputed:
        line, column = place_of(cell)
        formulas[line] += (column - 1,)
    shown = facts.uncomputed[:_MOST_REPORTED]
    remarks = [
        Note(
            NOT_COMPUTED,
            mark("Cell {cell} contains a formula without its result: open the file in a spreadsheet " "and save it",
                 cell=cell),
            place_of(cell)[0],
        )
        for cell in shown
    ]  # fmt: skip
    return tuple(_with_row_facts(by_line[row.line], facts, formulas) for row in rows), (*notes, *remarks)


def _with_row_facts(row: FileRow, facts: SheetFacts, formulas: Mapping[int, tuple[int, ...]]) -> FileRow:
    """``row``, and whether the sheet hides it or has ``formulas`` without results in it, by line."""
    hidden, uncomputed = row.line in facts.hidden, formulas.get(row.line, ())
    return replace(row, hidden=hidden, uncomputed=uncomputed) if hidden or uncomputed else row


class _Merged(NamedTuple):
    """Cells merged over several lines, the first of which has a value."""

    cells: str
    column: int
    first: int
    last: int
    value: str


def _merged_text(merged: _Merged) -> Text:
    return mark("Merged cells {cells}: “{value}” read in each line", cells=merged.cells, value=merged.value[:_SHOWN])


def _merged(rows: Sequence[FileRow], facts: SheetFacts) -> list[_Merged]:
    values = {row.line: row.cells for row in rows}
    found = []
    for cells in facts.merged:
        begin, _, end = cells.partition(":")
        (first, column), (last, _) = place_of(begin), place_of(end)
        held = values.get(first, ())
        value = held[column - 1] if 1 <= column <= len(held) else ""
        if last > first and value.strip():
            found.append(_Merged(cells, column, first, min(last, rows[-1].line), value))
    return found[:_MOST_REPORTED]
