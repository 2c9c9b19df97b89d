"""One line of the file, understood as a player."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tournament.event.country import country_code
from tournament.event.ema import NO_MEMBER, EmaReading, is_no_member, read_ema_number
from tournament.event.player import Player
from tournament.event.player_import.cells import CellNote, CleanCell, clean_cell
from tournament.event.player_import.columns import FULL_NAME, FileColumn, Headings
from tournament.event.player_import.names import SplitName, split_name
from tournament.event.player_import.notes import (
    COUNTRY_RECOGNISED,
    DIGITS_LOST,
    EXTRA_CELLS,
    NAME_EMPTY,
    NAME_ONE_WORD,
    NAME_SPLIT,
    NAME_TOO_LONG,
    NUMBER_CLEANED,
    NUMBER_DROPPED,
    REMARKS,
    SHORTENED,
    ZERO_RESTORED,
    Note,
    NoteEffect,
)
from tournament.event.player_import.table import FileRow
from tournament.event.remarks import player_remarks
from tournament.event.roster import FIELDS, field_label, most_characters
from tournament.language import mark

_SHOWN = 200
"""So many characters of a text that is too long are repeated in its note."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line that holds something, with the player it was read as."""

    number: int
    """1-based line of the file."""
    player: Player
    """As it will be added; its number is 0, the use case that adds it gives it one."""
    notes: tuple[Note, ...] = ()
    taken: bool = True
    """False for a line that is left out."""

    @property
    def blocked(self) -> bool:
        """Whether the line must be put right before anything is added."""
        return any(note.kind.effect is NoteEffect.BLOCKS for note in self.notes)

    def with_note(self, note: Note, *, taken: bool = True) -> "PlayerLine":
        """The line with one more note."""
        return replace(self, notes=(*self.notes, note), taken=taken)


def read_line(row: FileRow, headings: Headings) -> PlayerLine:
    """Understand ``row`` by its ``headings``; every change and every doubt is a note."""
    notes: list[Note] = []
    values = dict.fromkeys(FIELDS, "")
    for column in headings.columns:
        written = row.cells[column.index] if column.index < len(row.cells) else ""
        if column.field == FULL_NAME:
            names, cell_notes = _read_full_name(written, column)
            values |= {"first_name": names.first, "last_name": names.last}
        elif column.field:
            values[column.field], cell_notes = _READERS.get(column.field, _read_text(column.field))(written)
        else:
            continue
        notes += (Note(kind, text, row.line, column.field) for kind, text in cell_notes)
    player = Player(0, **values)
    notes += _on_names(player, row.line, notes)
    notes += _on_extra_cells(row, headings)
    notes += _remarks(player, row.line, headings.fields, notes)
    return PlayerLine(row.line, player, tuple(notes))


def _read_text(field: str) -> Callable[[str], CleanCell]:
    def read(written: str) -> CleanCell:
        text, cell_notes = clean_cell(written, field)
        most = most_characters(field)
        if len(text) <= most:
            return CleanCell(text, cell_notes)
        message = mark(
            "{field} shortened to {most} characters: “{text}”", field=field_label(field), most=most, text=text[:_SHOWN]
        )
        return CleanCell(text[:most].rstrip(), (*cell_notes, CellNote(SHORTENED, message)))

    return read


def _read_name(field: str) -> Callable[[str], CleanCell]:
    return lambda written: clean_cell(written, field)


def _read_country(written: str) -> CleanCell:
    text, cell_notes = _read_text("country")(written)
    code = country_code(text)
    if not code or code == text:
        return CleanCell(text, cell_notes)
    message = mark("Country recognised: {written} → {code}", written=text, code=code)
    return CleanCell(code, (*cell_notes, CellNote(COUNTRY_RECOGNISED, message)))


def _read_number(written: str) -> CleanCell:
    if is_no_member(written.strip()):
        return CleanCell(NO_MEMBER)
    text, cell_notes = clean_cell(written, "ema_number")
    number, reading = read_ema_number(text)
    match reading:
        case EmaReading.ZERO_RESTORED:
            message = mark("Zero restored: {written} → {number}", written=text, number=number)
            return CleanCell(number, (CellNote(ZERO_RESTORED, message),))
        case EmaReading.CLEANED:
            message = mark("EMA number cleaned: {written} → {number}", written=text, number=number)
            return CleanCell(number, (CellNote(NUMBER_CLEANED, message),))
    if len(number) > most_characters("ema_number"):
        message = mark("“{text}” is too long for an EMA number (eight digits); ignored", text=number[:_SHOWN])
        return CleanCell("", (*cell_notes, CellNote(NUMBER_DROPPED, message)))
    if reading is EmaReading.DIGITS_LOST:
        message = mark("A spreadsheet rounded {written}: type the eight digits again", written=number)
        return CleanCell(number, (*cell_notes, CellNote(DIGITS_LOST, message)))
    return CleanCell(number, cell_notes)


_READERS = {
    "first_name": _read_name("first_name"),
    "last_name": _read_name("last_name"),
    "country": _read_country,
    "ema_number": _read_number,
}


def _read_full_name(written: str, column: FileColumn) -> tuple[SplitName, tuple[CellNote, ...]]:
    full, cell_notes = clean_cell(written, "last_name", label=mark("Full name"))
    if not full:
        return SplitName("", ""), cell_notes
    names = split_name(full, last_name_first=column.last_name_first)
    if names is None:
        message = mark("“{name}” is one word: put the first and the last name in two columns", name=full[:_SHOWN])
        return SplitName("", full), (*cell_notes, CellNote(NAME_ONE_WORD, message))
    message = mark(
        "“{name}” split: first name {first}, last name {last}", name=full, first=names.first, last=names.last
    )
    return names, (*cell_notes, CellNote(NAME_SPLIT, message))


def _on_names(player: Player, line: int, notes: Iterable[Note]) -> list[Note]:
    if any(note.kind is NAME_ONE_WORD for note in notes):
        return []
    found = []
    for field in ("first_name", "last_name"):
        name, most = getattr(player, field), most_characters(field)
        if not name:
            found.append(Note(NAME_EMPTY, mark("{field} is empty: fill it in", field=field_label(field)), line, field))
        elif len(name) > most:
            text = mark(
                "{field} “{name}” has {count} characters; the limit is {most}. Shorten it",
                field=field_label(field),
                name=name[:_SHOWN],
                count=len(name),
                most=most,
            )
            found.append(Note(NAME_TOO_LONG, text, line, field))
    return found


def _on_extra_cells(row: FileRow, headings: Headings) -> list[Note]:
    extra = [" ".join(cell.split()) for cell in row.cells[len(headings.columns) :] if cell.strip()]
    if not extra:
        return []
    text = mark("More cells than headings; ignored: “{cells}”", cells="”, “".join(extra)[:_SHOWN])
    return [Note(EXTRA_CELLS, text, row.line)]


def _remarks(player: Player, line: int, fields: frozenset[str], notes: Iterable[Note]) -> list[Note]:
    """Remarks on the player, but for what the file has no column for and what is remarked already."""
    noted = {note.field for note in notes if note.kind in (DIGITS_LOST, NUMBER_DROPPED)}
    return [
        Note(REMARKS[remark.code], remark.text, line, remark.field)
        for remark in player_remarks(player)
        if remark.field in fields and remark.field not in noted
    ]
