"""A whole file, read as a list of players to add."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from tournament.event.player import Player
from tournament.event.player_import.columns import FULL_NAME, HEADING_ROWS, FileColumn, Headings, find_headings
from tournament.event.player_import.lines import PlayerLine, read_line, with_typed
from tournament.event.player_import.notes import (
    ABOVE_HEADINGS,
    COLUMN_LEFT_OUT,
    DUPLICATE,
    FILE_EMPTY,
    LEFT_OUT_BY_HAND,
    MENDED,
    NICKNAMES,
    NO_COLUMN,
    NO_NAME_COLUMNS,
    NO_PLAYER,
    NO_PLAYERS,
    NUMBER_TWICE,
    PLAYER_TWICE,
    FileRow,
    Note,
    NoteEffect,
    NoteKind,
    TableText,
)
from tournament.event.problem import Problem
from tournament.event.roster import LISTED_FIELDS, Clash, clashes, field_label, same_name
from tournament.language import Text, mark

_OWN = Headings(0, tuple(FileColumn(index, field, field) for index, field in enumerate(LISTED_FIELDS)))


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """The choices made in the preview. Without any, the headings alone decide."""

    columns: tuple[tuple[int, str], ...] = ()
    """The column (from 0) and its field, if it is not that of its heading; an empty field ignores the column."""
    left_out: frozenset[int] = frozenset()
    """Lines to leave out, from 1."""
    corrected: tuple[tuple[int, str, str], ...] = ()
    """Line, field and the value to use instead."""

    def with_column(self, index: int, field: str) -> "ImportChoices":
        """Return the choices with another field for a column. A column that had this field before is ignored."""
        others = tuple((place, meant) for place, meant in self.columns if place != index and meant != field)
        return replace(self, columns=(*others, (index, field)))

    def with_line(self, line: int, *, taken: bool) -> "ImportChoices":
        """Return the choices with a line left out, or taken again."""
        return replace(self, left_out=self.left_out - {line} if taken else self.left_out | {line})

    def with_corrected(self, line: int, values: Iterable[tuple[str, str]]) -> "ImportChoices":
        """Return the choices with other ``values``, by field, for a line."""
        values = tuple(values)
        fields = {field for field, _ in values}
        kept = tuple(each for each in self.corrected if each[0] != line or each[1] not in fields)
        return replace(self, corrected=(*kept, *((line, field, text) for field, text in values)))


AS_READ = ImportChoices()


def chosen_headings(found: Headings | None, rows: Sequence[FileRow], choices: ImportChoices) -> Headings | None:
    """Return the headings to use: those ``found``, with the chosen columns; None if there are no columns for names.

    A list without headings has columns once some are chosen. It then begins in its first line.
    """
    if not choices.columns:
        return found
    chosen = dict(choices.columns)
    if found is None:
        width = max((len(row.cells) for row in rows), default=0)
        found = Headings(0, tuple(FileColumn(index, "", "") for index in range(width)))
    taken = {field for field in chosen.values() if field}
    if FULL_NAME in taken:
        taken |= {"first_name", "last_name"}
    elif taken & {"first_name", "last_name"}:
        taken |= {FULL_NAME}
    columns = tuple(
        replace(column, field=chosen.get(column.index, "" if column.field in taken else column.field))
        for column in found.columns
    )
    headings = Headings(found.line, columns)
    return headings if FULL_NAME in headings.fields or {"first_name", "last_name"} <= headings.fields else None


def as_chosen(line: PlayerLine, choices: ImportChoices) -> PlayerLine:
    """Return the line as it was corrected or left out in the preview."""
    corrected = [(field, text) for number, field, text in choices.corrected if number == line.number]
    if corrected:
        player = reduce(lambda player, change: with_typed(player, *change), corrected, line.player)
        anew = read_line(FileRow(line.number, tuple(getattr(player, field) for field in LISTED_FIELDS)), _OWN)
        notes = tuple(
            Note(MENDED, mark("{field} corrected: “{before}” → “{after}”", field=field_label(field),
                              before=getattr(line.player, field), after=getattr(player, field)), line.number, field)
            for field, _ in corrected
            if getattr(line.player, field) != getattr(player, field)
        )  # fmt: skip
        line = replace(anew, notes=(*notes, *anew.notes))
    if line.number in choices.left_out:
        note = Note(LEFT_OUT_BY_HAND, mark("Left out of the import; the file does not change"), line.number)
        return replace(line, notes=(note,), taken=False)
    return line


_SHOWN = 60


@dataclass(frozen=True, slots=True)
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

    @property
    def players(self) -> tuple[Player, ...]:
        """The players to add, in the order of the file; they get their numbers when they are added."""
        return tuple(line.player for line in self.lines if line.taken)

    @property
    def every_note(self) -> tuple[Note, ...]:
        """All notes: on the file, then line by line."""
        return (*self.notes, *(note for line in self.lines for note in line.notes))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that must be corrected before anything can be added."""
        return tuple(note.problem for note in self.every_note if note.kind.effect is NoteEffect.BLOCKS)

    def counts(self, *effects: NoteEffect) -> tuple[tuple[NoteKind, int], ...]:
        """Return how often each kind of note of ``effects`` occurs, in the order of first occurrence."""
        return tuple(Counter(note.kind for note in self.every_note if note.kind.effect in effects).items())


def preview_texts(roster: Roster) -> tuple[Text, ...]:
    """Return the notes on everything changed, left out or noticed, in the order of the file, each with its line."""
    return tuple(note.text_with_line for note in roster.every_note if note.kind.effect is not NoteEffect.BLOCKS)


def read_roster(table: TableText, existing: Iterable[Player] = (), choices: ImportChoices = AS_READ) -> Roster:
    """Read ``table`` as players to add to an event with the ``existing`` ones; nothing is added.

    ``choices`` were made in the preview: the fields of columns, lines left out, corrected cells.
    """
    found = find_headings(table.rows)
    headings = chosen_headings(found, table.rows, choices)
    if headings is None:
        notes = (*table.notes, _no_headings(table.rows))
        columns = _columns_offered(table.rows, choices)
        return Roster(table.name, table.how, columns=columns, notes=notes, encoding=table.encoding)
    below = [row for row in table.rows if row.line > headings.line]
    lines = [
        as_chosen(_left_out_without_player(read_line(row, headings), row, headings), choices)
        for row in below
        if not row.is_blank
    ]
    lines = _block_clashes(_take_once(lines), tuple(existing))
    notes = (*table.notes, *_above(table.rows, headings), *_columns_left_out(below, headings), *_missing(headings))
    if not any(line.taken or line.blocked for line in lines):
        notes = (*notes, Note(NO_PLAYERS, mark("There are no players below the headings."), headings.line))
    if any(line.taken and line.player.nickname for line in lines):
        notes = (
            *notes,
            Note(NICKNAMES, mark("Nicknames are kept; the full name stays the name in public"), field="nickname"),
        )
    return Roster(
        source=table.name,
        how=table.how,
        heading_line=headings.line,
        columns=tuple(column for column in headings.columns if column.heading or _filled(below, column)),
        lines=tuple(lines),
        blank_lines=sum(row.is_blank for row in below),
        notes=notes,
        encoding=table.encoding,
    )


def _columns_offered(rows: Sequence[FileRow], choices: ImportChoices) -> tuple[FileColumn, ...]:
    """Return the columns of a list without headings, with the content of the first line that has several cells."""
    filled = [row for row in rows if sum(bool(cell.strip()) for cell in row.cells) > 1]
    chosen = dict(choices.columns)
    cells = filled[0].cells if filled else ()
    return tuple(
        FileColumn(index, " ".join(cell.split())[:_SHOWN], chosen.get(index, "")) for index, cell in enumerate(cells)
    )


def _no_headings(rows: Sequence[FileRow]) -> Note:
    filled = [row for row in rows if not row.is_blank]
    if not filled:
        return Note(FILE_EMPTY, mark("The file is empty."))
    found = next((row for row in filled[:HEADING_ROWS] if sum(bool(cell.strip()) for cell in row.cells) > 1), filled[0])
    cells = [" ".join(cell.split())[:_SHOWN] for cell in found.cells if cell.strip()]
    text = mark(
        "No columns for first and last name in the first {most} lines. Line {line} reads: {found}. "
        "Name the columns “first_name” and “last_name” (or “Prénom” and “Nom”, “Vorname” and "
        "“Nachname”, or “Name” for both together).",
        most=HEADING_ROWS,
        line=found.line,
        found=tuple(f"“{cell}”" for cell in cells[:12]),
    )
    return Note(NO_NAME_COLUMNS, text)


def _above(rows: Sequence[FileRow], headings: Headings) -> Iterator[Note]:
    for row in rows:
        if row.line < headings.line and not row.is_blank:
            cells = " ".join(" ".join(cell.split()) for cell in row.cells if cell.strip())
            yield Note(ABOVE_HEADINGS, mark("Above the headings; ignored: “{cells}”", cells=cells[:_SHOWN]), row.line)


def _filled(rows: Sequence[FileRow], column: FileColumn) -> bool:
    return any(column.index < len(row.cells) and row.cells[column.index].strip() for row in rows)


def _columns_left_out(rows: Sequence[FileRow], headings: Headings) -> Iterator[Note]:
    for column in headings.columns:
        if column.field:
            continue
        if column.heading:
            yield Note(COLUMN_LEFT_OUT, mark("Column “{heading}” ignored", heading=column.heading[:_SHOWN]))
        elif _filled(rows, column):
            yield Note(COLUMN_LEFT_OUT, mark("Column {place} has no heading; ignored", place=column.index + 1))


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


def _take_once(lines: Sequence[PlayerLine]) -> list[PlayerLine]:
    """Leave out each line that repeats an earlier one."""
    kept: list[PlayerLine] = []
    by_number: dict[str, list[PlayerLine]] = {}
    for line in lines:
        if line.taken and not line.blocked:
            alike = by_number.setdefault(line.player.ema_number, [])
            earlier = next((other for other in alike if _repeats(line.player, other.player)), None)
            if earlier is not None:
                line = replace(line, notes=(_repeated(line, earlier),), taken=False)
            else:
                alike.append(line)
        kept.append(line)
    return kept


def _repeats(player: Player, earlier: Player) -> bool:
    """Whether both are the same player: the same name and number or, without a number, the same whole line."""
    if player.ema_number:
        return same_name(player, earlier)
    return player == earlier


def _repeated(line: PlayerLine, earlier: PlayerLine) -> Note:
    other = [
        value
        for field in LISTED_FIELDS
        if (value := getattr(line.player, field)) and value != getattr(earlier.player, field)
    ]
    if other:
        text = mark(
            "Same name and number as line {line}: imported once. These differ: {values}",
            line=earlier.number,
            values=tuple(f"“{value}”" for value in other),
        )
    elif line.player.ema_number:
        text = mark("Same name and number as line {line}: imported once", line=earlier.number)
    else:
        text = mark("Same as line {line}: imported once", line=earlier.number)
    return Note(DUPLICATE, text, line.number)


def _block_clashes(lines: Sequence[PlayerLine], existing: Sequence[Player]) -> list[PlayerLine]:
    """Add a note to each line that clashes with an earlier line or with a player of the event."""
    first = 1 + max((player.number for player in existing), default=0)
    named = [
        replace(line.player, number=first + index)
        for index, line in enumerate(lines)
        if line.taken and not line.blocked
    ]
    found: dict[int, Note] = {}
    for clash in clashes((*existing, *named)):
        index = clash.later.number - first
        if index >= 0:
            earlier = clash.earlier.number - first
            text = _with_line(clash, lines[earlier].number) if earlier >= 0 else _with_event(clash)
            kind = NUMBER_TWICE if clash.field == "ema_number" else PLAYER_TWICE
            found[index] = Note(kind, text, lines[index].number, clash.field)
    return [line.with_note(found[index]) if index in found else line for index, line in enumerate(lines)]


def _with_line(clash: Clash, line: int) -> Text:
    if clash.field == "ema_number":
        return mark(
            "{name} has the EMA number of {other} on line {line}, {number}: correct one of the two",
            name=clash.later.name,
            other=clash.earlier.name,
            line=line,
            number=clash.later.ema_number,
        )
    return mark(
        "{name} is on line {line} as well: remove one of the two, or give both their EMA numbers to tell them apart",
        name=clash.later.name,
        line=line,
    )


def _with_event(clash: Clash) -> Text:
    values = {"name": clash.later.name, "player": clash.earlier.number, "ema": clash.later.ema_number}
    if clash.field == "ema_number" and not same_name(clash.later, clash.earlier):
        return mark(
            "{name} has the EMA number of player {player}, {other}, {ema}: correct one of the two",
            other=clash.earlier.name,
            **values,
        )
    if clash.field == "ema_number" or clash.later.ema_number == clash.earlier.ema_number:
        return mark("{name} is already in the event as player {player}: remove the line", **values)
    return mark(
        "{name} is already in the event as player {player}: remove the line, or give both their EMA "
        "numbers to tell them apart",
        **values,
    )
