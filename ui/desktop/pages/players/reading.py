"""Reading lists of players from a file or the clipboard."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from heapq import nlargest
from pathlib import Path
from unicodedata import east_asian_width

from tournament.event.player import Player
from tournament.event.player_import import (
    AS_READ,
    COLUMN_FIELDS,
    FileRow,
    ImportChoices,
    Note,
    NoteEffect,
    PlayerLine,
    Roster,
    TableText,
    read_roster,
)
from tournament.event.player_import.registrations import REGISTRATION_COLUMN_FIELDS, not_read, registrations_of
from tournament.event.register import listed_players, with_earlier_wishes
from tournament.event.registration import Registration
from tournament.event.roster import FIELDS, LISTED_FIELDS
from tournament.language import Text, mark
from ui.desktop.bootstrap import look_at_book
from ui.desktop.long_work import Step
from ui.desktop.preferences import keep_value, value
from ui.desktop.translation import translator


def _no_step(_done: int, _all: int) -> None:
    pass


_CLIPBOARD = Path("clipboard")
_MOST_AT_ONCE = 80
"""Rows that are read within a moment, about half a millisecond each."""
_MOST_MEASURED = 12
"""The number of lines with the longest texts of a column, by which its width is measured in a long list."""


class LinesShown(Enum):
    """Which lines of the import are shown. The value is the key of the segment."""

    ALL = "all"
    CHANGED = "changed"
    REMARKS = "remarks"
    BLOCKED = "blocked"


def notes_of(line: PlayerLine) -> list[Note]:
    """Return the notes of a line; those that prevent the import come first."""
    return sorted(line.notes, key=lambda note: note.kind.effect is not NoteEffect.BLOCKS)


def notes_text(line: PlayerLine) -> str:
    """Return the notes of a line in the language of the window."""
    return " · ".join(translator.translate(note.text) for note in notes_of(line))


@dataclass(frozen=True, slots=True)
class PreviewLines:
    """The lines of a list as its preview shows them: what is slow to find in thousands of lines."""

    of: Mapping[LinesShown, Sequence[PlayerLine]]
    filled: frozenset[str]
    """The names of the fields that any line has."""
    measured: Sequence[PlayerLine]
    """Those by whose texts the columns are sized: all of a short list, the longest of a long one."""

    @staticmethod
    def made_of(lines: Sequence[PlayerLine]) -> "PreviewLines":
        """Sort ``lines`` by what is shown of them."""
        found: dict[LinesShown, list[PlayerLine]] = {each: [] for each in LinesShown}
        for line in lines:
            effects = {note.kind.effect for note in line.notes}
            found[LinesShown.ALL].append(line)
            if NoteEffect.ADJUSTED in effects or NoteEffect.LEFT_OUT in effects:
                found[LinesShown.CHANGED].append(line)
            if NoteEffect.REMARK in effects:
                found[LinesShown.REMARKS].append(line)
            if line.blocked:
                found[LinesShown.BLOCKED].append(line)
        filled = frozenset(field for field in LISTED_FIELDS if any(getattr(line.player, field) for line in lines))
        return PreviewLines(found, filled, lines if len(lines) <= _MOST_AT_ONCE else tuple(_longest(lines)))


def _longest(lines: Sequence[PlayerLine]) -> Iterable[PlayerLine]:
    """Return the lines with the longest texts of each column, each once."""
    found: dict[int, PlayerLine] = {}
    for field in LISTED_FIELDS:
        longest = nlargest(_MOST_MEASURED, lines, key=lambda line: _letters(getattr(line.player, field)))
        found |= {line.number: line for line in longest}
    found |= {
        line.number: line for line in nlargest(_MOST_MEASURED, lines, key=lambda line: _letters(notes_text(line)))
    }
    return found.values()


def _letters(text: str) -> int:
    """Return the length of ``text``; a Chinese character counts two."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(letter) in "WF") for letter in text)


@dataclass(frozen=True)
class ReadList:
    """A list as it is in its file, with the choices that were made in the preview."""

    table: TableText
    existing: tuple[Player, ...]
    """The players already in the event."""
    choices: ImportChoices = AS_READ
    single_names: bool = False
    """Whether a player with one name is usual, as in a club."""
    registers: bool = False
    """Whether it is read for the registration desk, with what it says beside the names."""
    earlier: tuple[Player, ...] = ()
    """The players of an earlier event, whose wishes they have again."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the players that it would add, with their wishes of the earlier event."""
        return self._wishing[0]

    @property
    def wishing(self) -> int:
        """How many have wishes of the earlier event."""
        return self._wishing[1]

    @cached_property
    def _wishing(self) -> tuple[tuple[Player, ...], int]:
        return with_earlier_wishes(self.roster.players, self.earlier)

    @cached_property
    def roster(self) -> Roster:
        """Return what the list would add."""
        return read_roster(self.table, self.existing, self.choices, single_names=self.single_names)

    def interpreted(self, step: Step) -> "ReadList":
        """Return the same list once everything that its preview shows is found, with a ``step`` for each line.

        Slow for thousands of lines: call it off the GUI thread.
        """
        if "roster" not in self.__dict__:
            self.__dict__["roster"] = read_roster(
                self.table, self.existing, self.choices, single_names=self.single_names, step=step
            )
        _ = self.lines, self.players, self.roster.problems, self.roster.notes_by_kind
        if self.registers:
            _ = self.registrations, self.not_read
        return self

    @cached_property
    def lines(self) -> PreviewLines:
        """The lines as the preview shows them."""
        return PreviewLines.made_of(self.roster.lines)

    @cached_property
    def registrations(self) -> tuple[Registration, ...]:
        """Return what it would note at the registration desk."""
        return registrations_of(self.table, self.roster)

    @cached_property
    def not_read(self) -> tuple[Text, ...]:
        """Return the remarks on what cannot be read as a fee, a payment or an address, each with its line."""
        remarks = not_read(self.table, self.roster)
        return tuple(mark("Line {line} · {what}", line=line, what=text) for line, text in remarks)

    @property
    def is_long(self) -> bool:
        """Whether reading it takes longer than a moment."""
        return len(self.table.rows) > _MOST_AT_ONCE

    def chosen(self, choices: ImportChoices) -> "ReadList":
        """Return the same list with other choices."""
        return replace(self, choices=choices)


def read_file(
    path: Path, existing: Sequence[Player], step: Step, *, encoding: str | None = None, sheet: str | None = None,
    single_names: bool = False, registers: bool = False,
) -> ReadList:  # fmt: skip
    """Read the list at ``path``. The encoding of a text, and the sheet of a workbook, are found unless given.

    The columns are those that were chosen last time for the same headings. Raises UnreadableTable.

    Slow for a workbook: call it off the GUI thread. If ``step`` raises, reading ends.
    """
    from reports.readers import read_table

    table = read_table(path, sheet=sheet, encoding=encoding, step=step)
    read = ReadList(table, tuple(existing), single_names=single_names, registers=registers).interpreted(step)
    return remembered_columns(read).interpreted(step)


_MOST_REMEMBERED = 40
"""The number of lists whose columns are remembered."""


def remember_columns(found: ReadList) -> None:
    """Store the columns that the user chose, for the next list with the same headings."""
    chosen, roster = dict(found.choices.columns), found.roster
    if not chosen or not roster.heading_line:
        return
    kept = _kept_columns()
    kept.pop(_headings_key(roster), None)
    kept[_headings_key(roster)] = {
        column.heading: chosen[column.index] for column in roster.columns if column.index in chosen
    }
    keep_value(_KEPT, json.dumps(dict(list(kept.items())[-_MOST_REMEMBERED:]), ensure_ascii=False))


def remembered_columns(found: ReadList) -> ReadList:
    """Return ``found`` with the columns that were chosen last time for the same headings, if there are any."""
    kept = _kept_columns().get(_headings_key(found.roster), {})
    fields = {"", *(REGISTRATION_COLUMN_FIELDS if found.registers else COLUMN_FIELDS)}
    columns = tuple(
        (column.index, kept[column.heading])
        for column in found.roster.columns
        if kept.get(column.heading) in fields and column.heading
    )
    return found.chosen(replace(found.choices, columns=columns, remembered=True)) if columns else found


_KEPT = "list-columns"


def _kept_columns() -> dict[str, dict[str, str]]:
    """The chosen fields of columns by heading, by :func:`_headings_key`; empty if they cannot be read."""
    try:
        kept = json.loads(value(_KEPT) or "{}")
    except ValueError:  # only a help: the columns can be chosen again
        return {}
    return kept if isinstance(kept, dict) and all(isinstance(each, dict) for each in kept.values()) else {}


def _headings_key(roster: Roster) -> str:
    """What identifies lists with the same headings, in any order."""
    return hashlib.sha256("\n".join(sorted(column.heading for column in roster.columns)).encode()).hexdigest()[:16]


def read_register(path: Path, step: Step) -> tuple[Player, ...]:
    """Read the federation's list at ``path``. Slow for a workbook, like :func:`read_file`.

    Raises UnreadableTable, or Refused if it has no player.
    """
    return listed_players(read_file(path, (), step).roster)


def read_earlier_players(path: Path) -> tuple[Player, ...]:
    """Read the players of the event at ``path``, which is not changed.

    Raises Refused, StoreUnavailable or StoreDamaged. Slow, like :func:`read_file`.
    """
    book = look_at_book(path)
    try:
        return tuple(book.view.players.values())
    finally:
        book.close()


def read_pasted(
    text: str, existing: Sequence[Player], step: Step = _no_step, *, single_names: bool = False
) -> ReadList | Text:
    """Read rows that were copied from a spreadsheet, or return why that is not possible.

    Without headings the columns are those of the list of players. Slow for thousands of rows, like :func:`read_file`.
    """
    from reports.readers import UnreadableTable, table_of_text

    try:
        table = table_of_text(text, path=_CLIPBOARD)
    except UnreadableTable as error:
        return error.text
    named = replace(table, name="", how=mark("Pasted"))
    read = ReadList(named, tuple(existing), single_names=single_names).interpreted(step)
    found = remembered_columns(read).interpreted(step)
    if found.roster.heading_line or found.roster.lines:
        return found
    return replace(found, table=_with_headings(named)).interpreted(step)


def is_long(text: str) -> bool:
    """Whether reading pasted rows takes longer than a moment."""
    return text.count("\n") > _MOST_AT_ONCE


def _with_headings(table: TableText) -> TableText:
    how = mark("Pasted without headings. Columns: first name, last name, country, EMA number, club, team")
    return replace(table, how=how, rows=(FileRow(0, FIELDS), *table.rows))
