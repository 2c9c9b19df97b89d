"""Lists of players from a file or the clipboard, understood."""

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
    """A list as it stands in its file, and what was decided of it in the preview."""

    table: TableText
    existing: tuple[Player, ...]
    """The players of the event."""
    choices: ImportChoices = AS_READ

    @cached_property
    def roster(self) -> Roster:
        """What it would add."""
        return read_roster(self.table, self.existing, self.choices)

    def chosen(self, choices: ImportChoices) -> "ReadList":
        """The same list, decided otherwise."""
        return replace(self, choices=choices)


def read_file(path: Path, existing: Sequence[Player], step: Step, encoding: str | None = None) -> ReadList:
    """Read the list at ``path``; a text by its letters, or in the ``encoding`` of this name. Raises UnreadableTable.

    Slow for a workbook: call it off the GUI thread; what ``step`` raises ends it.
    """
    from reports.readers import read_table

    found = ReadList(read_table(path, encoding=encoding, step=step), tuple(existing))
    _ = found.roster  # understood here, off the GUI thread
    return found


def read_register(path: Path, step: Step) -> tuple[Player, ...]:
    """The federation's list at ``path``. Raises UnreadableTable, and Refused when nobody is on it. Slow, as above."""
    return listed_players(read_file(path, (), step).roster)


def read_pasted(text: str, existing: Sequence[Player]) -> ReadList | Text:
    """Understand rows copied from a spreadsheet, or say why not. Without headings their order is that of the list."""
    from reports.readers import UnreadableTable, table_of_text

    try:
        table = table_of_text(text, path=_CLIPBOARD)
    except UnreadableTable as error:
        return error.text
    named = replace(table, name="", how=mark("Pasted"))
    found = ReadList(named, tuple(existing))
    return found if found.roster.heading_line else replace(found, table=_with_headings(named))


def _with_headings(table: TableText) -> TableText:
    how = mark("Pasted without headings: read as first name, last name, country, EMA number, club, team")
    return replace(table, how=how, rows=(FileRow(0, FIELDS), *table.rows))
