"""Lists of players from a file or the clipboard, understood."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tournament.event.player import Player
from tournament.event.player_import import FileRow, Roster, TableText, read_roster
from tournament.event.roster import FIELDS
from tournament.language import Text, mark
from ui.desktop.long_work import Step

_CLIPBOARD = Path("clipboard")


def read_file(path: Path, existing: Sequence[Player], step: Step, encoding: str | None = None) -> Roster:
    """Read the list at ``path``; a text by its letters, or in the ``encoding`` of this name. Raises UnreadableTable.

    Slow for a workbook: call it off the GUI thread; what ``step`` raises ends it.
    """
    from reports.readers import read_table

    return read_roster(read_table(path, encoding=encoding, step=step), existing)


def read_pasted(text: str, existing: Sequence[Player]) -> Roster | Text:
    """Understand rows copied from a spreadsheet, or say why not. Without headings their order is that of the list."""
    from reports.readers import UnreadableTable, table_of_text

    try:
        table = table_of_text(text, path=_CLIPBOARD)
    except UnreadableTable as error:
        return error.text
    named = replace(table, name="", how=mark("Pasted"))
    roster = read_roster(named, existing)
    return roster if roster.heading_line else read_roster(_with_headings(named), existing)


def _with_headings(table: TableText) -> TableText:
    how = mark("Pasted without headings: read as first name, last name, country, EMA number, club, team")
    return replace(table, how=how, rows=(FileRow(0, FIELDS), *table.rows))
