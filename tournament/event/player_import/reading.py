"""A whole file, read as a list of players to add."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tournament.event.player import Player
from tournament.event.player_import import not_meant
from tournament.event.player_import.choices import (
    AS_READ,
    ImportChoices,
    as_chosen,
    chosen_headings,
    offered_headings,
    without_enumeration,
)
from tournament.event.player_import.columns import (
    HEADING_ROWS,
    FileColumn,
    Headings,
)
from tournament.event.player_import.heading_words import FULL_NAME, STATUS, TICKET
from tournament.event.player_import.lines import PlayerLine, read_line
from tournament.event.player_import.names import begins_with_last_name
from tournament.event.player_import.notes import (
    ABOVE_HEADINGS,
    BUYERS,
    CHOOSABLE,
    CHOSEN,
    COLUMN_LEFT_OUT,
    COLUMN_UNCERTAIN,
    COLUMNS_REMEMBERED,
    FILE_EMPTY,
    NAME_NOT_COMPUTED,
    NICKNAMES,
    NO_COLUMN,
    NO_NAME_COLUMNS,
    NO_PLAYER,
    NO_PLAYERS,
    ORDER_UNCERTAIN,
    SPELLING,
    FileRow,
    Note,
    NoteEffect,
    NoteKind,
    TableText,
)
from tournament.event.player_import.repeats import block_clashes, take_once
from tournament.event.player_import.spellings import SPELLED, Spelling, spellings_of
from tournament.event.problem import Problem
from tournament.event.roster import LISTED_FIELDS, field_label
from tournament.language import Text, mark, mark_count

_SHOWN = 60


@dataclass(frozen=True)
class Roster:
    """The players that a file would add to an event.

    It says what was changed, left out, noticed or must be corrected.
    """

    source: str
    """Name of the file."""
    how: Text
    """How it was read."""
    heading_line: int = 0
    """Line of the headings, from 1; 0 if there are none."""
    columns: tuple[FileColumn, ...] = ()
    """All columns with a heading or with content, read or not."""
    lines: tuple[PlayerLine, ...] = ()
    """All lines below the headings that are not blank."""
    blank_lines: int = 0
    notes: tuple[Note, ...] = ()
    """Notes on the file as a whole."""
    encoding: str = ""
    """The name of the encoding of a text file; empty if there is nothing to choose."""
    spellings: tuple[Spelling, ...] = ()
    """Teams and clubs that differ only in case, spaces or accents."""
    last_name_first: bool | None = None
    """Whether the full names of the list begin with the last name; None if it has a column for each name."""

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The players to add, in the order of the file; they get their numbers when they are added."""
        return tuple(line.player for line in self.lines if line.taken)

    @cached_property
    def every_note(self) -> tuple[Note, ...]:
        """All notes: on the file, then line by line."""
        return (*self.notes, *(note for line in self.lines for note in line.notes))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that must be corrected before anything can be added."""
        return tuple(note.problem for note in self.every_note if note.kind.effect is NoteEffect.BLOCKS)

    def counts(self, *effects: NoteEffect) -> tuple[tuple[NoteKind, int], ...]:
        """Return how often each kind of note of ``effects`` occurs, in the order of first occurrence."""
        return tuple((kind, count) for kind, count in self.notes_by_kind.items() if kind.effect in effects)

    @cached_property
    def notes_by_kind(self) -> Mapping[NoteKind, int]:
        """How often each kind of note occurs, in the order of first occurrence."""
        return Counter(note.kind for note in self.every_note)


def preview_texts(roster: Roster) -> tuple[Text, ...]:
    """Return the notes on everything changed, left out or noticed, in the order of the file, each with its line."""
    return tuple(note.text_with_line for note in roster.every_note if note.kind.effect is not NoteEffect.BLOCKS)


Step = Callable[[int, int], None]
"""Reports how many lines are read, and how many there are. It may raise to end the reading."""


def _no_step(_done: int, _all: int) -> None:
    pass


def read_roster(
    table: TableText,
    existing: Iterable[Player] = (),
    choices: ImportChoices = AS_READ,
    *,
    single_names: bool = False,
    step: Step = _no_step,
) -> Roster:
    """Read ``table`` as players to add to an event with the ``existing`` ones; nothing is added.

    ``choices`` were made in the preview: the fields of columns, lines left out, corrected cells. With ``single_names``,
    as in a club, a player with one name is nothing to remark on. Thousands of lines take seconds, with a ``step`` for
    each.
    """
    existing = tuple(existing)
    headings = chosen_headings(table.rows, choices, single_names=single_names)
    if headings is None:
        found = offered_headings(table.rows, choices, single_names=single_names)
        notes = (*table.notes, _no_headings(table.rows))
        return Roster(
            table.name, table.how, found.line, _shown(found, table.rows), notes=notes, encoding=table.encoding
        )
    below = [row for row in table.rows if row.line > headings.line and row.line >= headings.first]
    if not headings.line and not choices.columns:
        below = [replace(row, cells=tuple(map(without_enumeration, row.cells))) for row in below]
    below, uncomputed = _computed(below, headings)
    last_first, order_notes = _order_of_names(below, headings, choices)
    lines: list[PlayerLine] = []
    for line in _lines(below, headings, choices, last_name_first=bool(last_first), single_names=single_names):
        step(len(lines), len(below))
        lines.append(as_chosen(line, choices, single_names=single_names))
    taken = [line.player for line in lines if line.taken and choices.one_spelling]
    spellings = spellings_of(taken, existing, choices.apart)
    lines = block_clashes(take_once(_spelled(lines, spellings)), existing)
    notes = (
        *table.notes, *_remembered(choices), *_above(table.rows, headings), *_columns_left_out(below, headings),
        *_missing(headings), *_doubts(headings), *order_notes, *uncomputed,
    )  # fmt: skip
    if any(line.taken and line.player.nickname for line in lines):
        text = mark("Nicknames are kept; the full name stays the name in public")
        notes = (*notes, Note(NICKNAMES, text, field="nickname"))
    if not any(line.taken or line.blocked for line in lines) and not uncomputed:
        notes = (*notes, _no_players(lines, headings))
    return Roster(
        source=table.name,
        how=table.how,
        heading_line=headings.line,
        columns=_shown(headings, below),
        lines=tuple(lines),
        blank_lines=sum(row.is_blank for row in below),
        notes=notes,
        encoding=table.encoding,
        spellings=spellings,
        last_name_first=last_first,
    )


def _lines(
    rows: Sequence[FileRow], headings: Headings, choices: ImportChoices, *, last_name_first: bool, single_names: bool
) -> Iterator[PlayerLine]:
    """Yield the lines that are not blank; those that are not meant say why."""
    reasons = not_meant.lines_not_meant(rows, headings)
    remarks = not_meant.remarks_on_orders(rows, headings)
    for row in rows:
        if row.is_blank:
            continue
        line = read_line(row, headings, last_name_first=last_name_first, single_names=single_names)
        reason = reasons.get(row.line)
        if reason is None:
            line = _left_out_without_player(line, row, headings)
            yield line.with_note(remarks[row.line]) if row.line in remarks and line.taken else line
        elif reason.kind in CHOOSABLE and (row.line in choices.chosen or reason.kind.code in choices.reasons):
            yield line.with_note(Note(CHOSEN, mark("Chosen, although: {reason}", reason=reason.text), row.line))
        else:
            yield replace(line, notes=(reason,), taken=False)


def _computed(rows: Sequence[FileRow], headings: Headings) -> tuple[list[FileRow], tuple[Note, ...]]:
    """Return ``rows`` without those whose names are formulas without results, and a problem that names these."""
    names = {column.index for column in headings.columns if column.field in _NAME_FIELDS}
    without = [row for row in rows if names.intersection(row.uncomputed)]
    if not without:
        return list(rows), ()
    kept = [row for row in rows if not names.intersection(row.uncomputed)]
    return kept, (_not_computed(without),)


def _not_computed(rows: Sequence[FileRow]) -> Note:
    text = mark_count(
        "The name on line {first} is a formula whose result is not in the file: open it in Excel or LibreOffice, save "
        "it, and import it again.",
        "The names on {count} lines, {first} to {last}, are formulas whose results are not in the file: open it in "
        "Excel or LibreOffice, save it, and import it again.",
        len(rows),
        first=rows[0].line,
        last=rows[-1].line,
    )
    return Note(NAME_NOT_COMPUTED, text)


def _order_of_names(
    rows: Sequence[FileRow], headings: Headings, choices: ImportChoices
) -> tuple[bool | None, tuple[Note, ...]]:
    """Return whether full names begin with the last name, by choice, heading, or the names; None without such a column.

    If nothing shows it, a note says so.
    """
    column = headings.of_field(FULL_NAME)
    if column is None:
        return None, ()
    if choices.last_name_first is not None:
        return choices.last_name_first, ()
    if column.last_name_first is not None:
        return column.last_name_first, ()
    names = [" ".join(row.cells[column.index].split()) for row in rows if column.index < len(row.cells)]
    names = [name for name in names if " " in name and "," not in name]
    found = begins_with_last_name(names)
    if found is not None or not names:
        return bool(found), ()
    text = mark(
        "Nothing in the list shows whether “{name}” begins with the first or the last name: read with the first name "
        "first. Check the split, and choose the other order if it is wrong.",
        name=names[0][:_SHOWN],
    )
    return False, (Note(ORDER_UNCERTAIN, text),)


def _spelled(lines: Sequence[PlayerLine], spellings: Sequence[Spelling]) -> list[PlayerLine]:
    """Return the lines with one spelling of each team and club that has several."""
    by_text = {(each.field, text): each for each in spellings if not each.apart for text in each.others}
    found = []
    for line in lines:
        for field in SPELLED:
            spelling = by_text.get((field, getattr(line.player, field)))
            if spelling is not None and line.taken:
                text = mark("{field}: “{other}” is “{chosen}”, spelled differently", field=field_label(field),
                            other=getattr(line.player, field), chosen=spelling.chosen)  # fmt: skip
                values: dict[str, Any] = {field: spelling.chosen}
                player = replace(line.player, **values)
                line = replace(line, player=player).with_note(Note(SPELLING, text, line.number, field))
        found.append(line)
    return found


def _remembered(choices: ImportChoices) -> Iterator[Note]:
    if choices.remembered:
        yield Note(COLUMNS_REMEMBERED, mark("Columns as you chose them for the last list with these headings"))


def _doubts(headings: Headings) -> Iterator[Note]:
    """Yield notes on columns of names that may be the wrong ones."""
    if headings.of_buyers:
        text = mark("No column has the names of the players: the names are those of the buyers.")
        yield Note(BUYERS, text)
    for column in headings.columns:
        if column.also:
            names = tuple(_place(headings, index) for index in column.also)
            text = mark("{field}: “{heading}” is read; {others} could be it as well",
                        field=column_label(column.field), heading=column.heading[:_SHOWN], others=names)  # fmt: skip
            yield Note(COLUMN_UNCERTAIN, text, field=column.field if column.field in LISTED_FIELDS else "")


def _place(headings: Headings, index: int) -> Text | str:
    """Return the heading of a column, with the number of the column if another one has the same."""
    heading = headings.columns[index].heading
    if sum(column.heading == heading for column in headings.columns) == 1:
        return f"“{heading[:_SHOWN]}”"
    return mark("“{heading}” in column {number}", heading=heading[:_SHOWN], number=index + 1)


def column_label(field: str) -> Text:
    """Return what a column can be read as, in words: one of :data:`COLUMN_FIELDS`, or empty for an ignored one."""
    return _COLUMN_LABELS.get(field) or field_label(field)


_COLUMN_LABELS = {
    "": mark("skipped"),
    FULL_NAME: mark("Full name"),
    STATUS: mark("Order status"),
    TICKET: mark("Ticket"),
}
_NAME_FIELDS = frozenset((FULL_NAME, "first_name", "last_name"))


def _no_players(lines: Sequence[PlayerLine], headings: Headings) -> Note:
    if not lines:
        return Note(NO_PLAYERS, mark("There are no players below the headings."), headings.line)
    text = mark("None of the {count} lines is a player to add: choose those that are.", count=len(lines))
    return Note(NO_PLAYERS, text, headings.line)


def _shown(headings: Headings, rows: Sequence[FileRow]) -> tuple[FileColumn, ...]:
    """Return the columns with a heading or with content."""
    return tuple(column for column in headings.columns if column.heading or _filled(rows, column))


def _no_headings(rows: Sequence[FileRow]) -> Note:
    filled = [row for row in rows if not row.is_blank]
    if not filled:
        return Note(FILE_EMPTY, mark("The file is empty."))
    if uncomputed := [row for row in filled if row.uncomputed]:
        return _not_computed(uncomputed)
    found = next((row for row in filled[:HEADING_ROWS] if sum(bool(cell.strip()) for cell in row.cells) > 1), filled[0])
    cells = [" ".join(cell.split())[:_SHOWN] for cell in found.cells if cell.strip()]
    text = mark(
        "No columns for first and last name in the first {most} lines. Line {line} reads: {found}. "
        "Name the columns “first_name” and “last_name” (or “Prénom” and “Nom”, “Vorname” and "
        "“Nachname”, or “Name” for both together), or say which columns they are.",
        most=HEADING_ROWS,
        line=found.line,
        found=tuple(f"“{cell}”" for cell in cells[:12]),
    )
    return Note(NO_NAME_COLUMNS, text)


def _above(rows: Sequence[FileRow], headings: Headings) -> Iterator[Note]:
    for row in rows:
        if (row.line < headings.line or row.line < headings.first) and not row.is_blank:
            cells = " ".join(" ".join(cell.split()) for cell in row.cells if cell.strip())
            yield Note(ABOVE_HEADINGS, mark("Above the headings; ignored: “{cells}”", cells=cells[:_SHOWN]), row.line)


def _filled(rows: Sequence[FileRow], column: FileColumn) -> bool:
    return any(column.index < len(row.cells) and row.cells[column.index].strip() for row in rows)


def _columns_left_out(rows: Sequence[FileRow], headings: Headings) -> Iterator[Note]:
    """Yield one note that names all columns that are not read."""
    used = not_meant.columns_of_orders(rows, headings)
    unread = [column for column in headings.columns if not column.field and column.index not in used]
    ignored = [column for column in unread if column.heading or _filled(rows, column)]
    if not ignored:
        return
    names = tuple(
        f"“{column.heading[:_SHOWN]}”" if column.heading else mark("column {place}", place=column.index + 1)
        for column in ignored
    )
    text = mark_count("Column {columns} ignored", "{count} columns ignored: {columns}", len(ignored), columns=names)
    yield Note(COLUMN_LEFT_OUT, text)


def _missing(headings: Headings) -> Iterator[Note]:
    for field in ("country", "ema_number"):
        if field not in headings.fields:
            yield Note(NO_COLUMN, mark("No column for: {field}", field=field_label(field)), field=field)


def _left_out_without_player(line: PlayerLine, row: FileRow, headings: Headings) -> PlayerLine:
    """Leave out a line that is empty in the columns that are read, such as a total at the bottom."""
    taken = [column.index for column in headings.columns if column.field]
    if any(index < len(row.cells) and row.cells[index].strip() for index in taken):
        return line
    cells = " ".join(" ".join(cell.split()) for cell in row.cells if cell.strip())
    text = mark("No player on this line; ignored: “{cells}”", cells=cells[:_SHOWN])
    return PlayerLine(line.number, line.player, (Note(NO_PLAYER, text, line.number),), taken=False)
