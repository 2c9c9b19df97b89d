"""Reading lists of players from a file or the clipboard."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from tournament.event.player import Player
from tournament.event.player_import import AS_READ, FileRow, ImportChoices, Roster, TableText, read_roster
from tournament.event.register import listed_players
from tournament.event.roster import FIELDS
from tournament.language import Text, mark
from ui.desktop.long_work import Step

_CLIPBOARD = Path("clipboard")


@dataclass(frozen=True)
class ReadList:
    """A list as it is in its file, with the choices that were made in the preview."""

    table: TableText
    existing: tuple[Player, ...]
    """The players already in the event."""
    choices: ImportChoices = AS_READ

    @cached_property
    def roster(self) -> Roster:
        """Return what the list would add."""
        return read_roster(self.table, self.existing, self.choices)

    def chosen(self, choices: ImportChoices) -> "ReadList":
        """Return the same list with other choices."""
        return replace(self, choices=choices)


def read_file(path: Path, existing: Sequence[Player], step: Step, encoding: str | None = None) -> ReadList:
    """Read the list at ``path``. The encoding of a text is detected unless given. Raises UnreadableTable.

    Slow for a workbook: call it off the GUI thread. If ``step`` raises, reading ends.
    """
    from reports.readers import read_table

    found = ReadList(read_table(path, encoding=encoding, step=step), tuple(existing))
    _ = found.roster  # interpret the list here, off the GUI thread
    return found


def read_register(path: Path, step: Step) -> tuple[Player, ...]:
    """Read the federation's list at ``path``. Slow for a workbook, like :func:`read_file`.

    Raises UnreadableTable, or Refused if it has no player.
    """
    return listed_players(read_file(path, (), step).roster)


def read_pasted(text: str, existing: Sequence[Player]) -> ReadList | Text:
    """Read rows that were copied from a spreadsheet, or return why that is not possible.

    Without headings the columns are those of the list of players.
    """
    from reports.readers import UnreadableTable, table_of_text

    try:
        table = table_of_text(text, path=_CLIPBOARD)
    except UnreadableTable as error:
        return error.text
    named = replace(table, name="", how=mark("Pasted"))
    found = ReadList(named, tuple(existing))
    return found if found.roster.heading_line else replace(found, table=_with_headings(named))


def _with_headings(table: TableText) -> TableText:
    how = mark("Pasted without headings. Columns: first name, last name, country, EMA number, club, team")
    return replace(table, how=how, rows=(FileRow(0, FIELDS), *table.rows))
