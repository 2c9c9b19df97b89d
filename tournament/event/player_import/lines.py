"""One line of the file, read as a player."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tournament.event.country import country_code
from tournament.event.ema import NO_MEMBER, EmaReading, is_no_member, player_remarks, read_ema_number
from tournament.event.player import Player
from tournament.event.player_import.columns import FileColumn, Headings
from tournament.event.player_import.heading_words import FULL_NAME
from tournament.event.player_import.names import SplitName, split_name
from tournament.event.player_import.notes import (
    CHOOSABLE,
    COUNTRY_RECOGNISED,
    DAMAGED,
    DIGITS_LOST,
    EXTRA_CELLS,
    INVISIBLE_REMOVED,
    NAME_EMPTY,
    NAME_SINGLE,
    NAME_SPLIT,
    NAME_TOO_LONG,
    NUMBER_CLEANED,
    NUMBER_DROPPED,
    READ_AS_NOTHING,
    REMARKS,
    SHORTENED,
    SPACES_ORDINARY,
    SPACES_REMOVED,
    SPLIT_UNCERTAIN,
    WIDTH_ORDINARY,
    ZERO_RESTORED,
    FileRow,
    Note,
    NoteEffect,
    NoteKind,
)
from tournament.event.roster import LISTED_FIELDS, field_label, most_characters, single_name_text
from tournament.language import Text, mark, mark_count

_NOTHING = frozenset(("n/a", "#n/a", "none", "null", "nan", "aucun", "aucune", "néant", "keine", "keiner"))
_NO_NUMBER = frozenset(("na", "no", "non", "nein", "x", "0", "00000000"))
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_INVISIBLE = ("Cc", "Cf", "Cs")


class CellNote(NamedTuple):
    """What was done to a cell: a note without its line."""

    kind: NoteKind
    text: Text


class CleanCell(NamedTuple):
    """A cell as it is stored, with notes on what was changed."""

    text: str
    notes: tuple[CellNote, ...] = ()


def clean_cell(written: str, field: str, *, label: Text | None = None) -> CleanCell:
    """Return ``written`` as it is stored in ``field``, with notes on all visible changes.

    Accents are composed with their letters (NFC).
    """
    label = label or field_label(field)
    notes: list[CellNote] = []
    seen = "".join(
        character for character in written if character.isspace() or unicodedata.category(character) not in _INVISIBLE
    )
    if len(seen) < len(written):
        message = mark_count(
            "{field}: one invisible character removed",
            "{field}: {count} invisible characters removed",
            len(written) - len(seen),
            field=label,
        )
        notes.append(CellNote(INVISIBLE_REMOVED, message))
    ordinary = unicodedata.normalize("NFC", seen.translate(_WIDE))
    if ordinary != unicodedata.normalize("NFC", seen):
        notes.append(
            CellNote(WIDTH_ORDINARY, mark("{field}: full-width characters replaced by ordinary ones", field=label))
        )
    text = " ".join(ordinary.split())
    notes += _on_spaces(ordinary, text, label)
    if field not in ("first_name", "last_name") and _means_nothing(text, field):
        return CleanCell(
            "", (CellNote(READ_AS_NOTHING, mark("{field}: “{text}” read as empty", field=label, text=text)),)
        )
    return CleanCell(text, (*notes, *_on_damage(text, label)))


def _on_spaces(before: str, after: str, label: Text) -> list[CellNote]:
    count = len(before) - len(after)
    if not after or before == after:
        return []
    if count:
        text = mark_count("{field}: one space removed", "{field}: {count} spaces removed", count, field=label)
        return [CellNote(SPACES_REMOVED, text)]
    return [CellNote(SPACES_ORDINARY, mark("{field}: special spaces replaced by ordinary ones", field=label))]


def _means_nothing(text: str, field: str) -> bool:
    word = text.casefold()
    if word in _NOTHING or (field == "ema_number" and word in _NO_NUMBER):
        return True
    return bool(text) and not any(character.isalnum() for character in text)


def _on_damage(text: str, label: Text) -> list[CellNote]:
    if "\N{REPLACEMENT CHARACTER}" in text:
        return [
            CellNote(
                DAMAGED,
                mark("{field}: letters are missing from “{text}”: compare it with the list", field=label, text=text),
            )
        ]
    try:
        meant = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return []
    if meant == text or not meant.isprintable():
        return []
    message = mark("{field}: “{text}” may be a spelling of “{meant}”", field=label, text=text, meant=meant)
    return [CellNote(DAMAGED, message)]


_SHOWN = 200
"""How many characters a note repeats of a text that is too long."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line that is not blank, with the player read from it."""

    number: int
    """Line of the file, from 1."""
    player: Player
    """The player as they will be added. Their number is 0 until then."""
    notes: tuple[Note, ...] = ()
    taken: bool = True
    """Whether the player will be added; False if the line is left out."""

    @property
    def blocked(self) -> bool:
        """Whether the line must be corrected before any player is added."""
        return any(note.kind.effect is NoteEffect.BLOCKS for note in self.notes)

    @property
    def is_choosable(self) -> bool:
        """Whether the line may be a player although it is left out for a reason that the list gives."""
        return any(note.kind in CHOOSABLE for note in self.notes)

    def with_note(self, note: Note, *, taken: bool = True) -> "PlayerLine":
        """Return the line with one more note."""
        return replace(self, notes=(*self.notes, note), taken=taken)


def read_line(
    row: FileRow, headings: Headings, *, last_name_first: bool = False, single_names: bool = False
) -> PlayerLine:
    """Read ``row`` by its ``headings``; every change and every doubt is a note.

    Full names begin with the last name with ``last_name_first``. A single name is a remark unless ``single_names``.
    """
    notes: list[Note] = []
    values: dict[str, Any] = dict.fromkeys(LISTED_FIELDS, "")
    for column in headings.columns:
        written = row.cells[column.index] if column.index < len(row.cells) else ""
        if column.field == FULL_NAME:
            names, cell_notes = _read_full_name(written, last_name_first=last_name_first)
            values |= {"first_name": names.first, "last_name": names.last}
        elif column.field in LISTED_FIELDS:
            values[column.field], cell_notes = _READERS.get(column.field, _read_text(column.field))(written)
        else:
            continue
        notes += (Note(kind, text, row.line, column.field) for kind, text in cell_notes)
    player = Player(0, **values)
    notes += _on_names(player, row.line, single_names=single_names)
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


def _read_full_name(written: str, *, last_name_first: bool) -> tuple[SplitName, tuple[CellNote, ...]]:
    full, cell_notes = clean_cell(written, "last_name", label=mark("Full name"))
    names = split_name(full, last_name_first=last_name_first)
    if names is None:
        return SplitName("", full.strip(" ,")), cell_notes
    values = {"name": full, "first": names.first, "last": names.last}
    if names.certain:
        note = CellNote(NAME_SPLIT, mark("“{name}” split: first name {first}, last name {last}", **values))
    else:
        text = mark("“{name}” split: first name {first}, last name {last}. Is this correct?", **values)
        note = CellNote(SPLIT_UNCERTAIN, text)
    return names, (*cell_notes, note)


def _on_names(player: Player, line: int, *, single_names: bool) -> list[Note]:
    found = []
    alone = single_name_text(player)
    if alone is not None and not single_names:
        found.append(Note(NAME_SINGLE, alone, line, "last_name" if player.first_name else "first_name"))
    for field in ("first_name", "last_name"):
        name, most = getattr(player, field), most_characters(field)
        if not name and alone is None:
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
    """Return remarks on the player.

    Fields without a column, and fields about which there is already a remark, are left out.
    """
    noted = {note.field for note in notes if note.kind in (DIGITS_LOST, NUMBER_DROPPED)}
    return [
        Note(REMARKS[remark.code], remark.text, line, remark.field)
        for remark in player_remarks(player)
        if remark.field in fields and remark.field not in noted
    ]


_HEADINGS = Headings(0, tuple(FileColumn(index, field, field) for index, field in enumerate(LISTED_FIELDS)))


def with_typed(player: Player, field: str, typed: str) -> Player:
    """Return ``player`` with what was ``typed`` into ``field``."""
    cells = tuple(typed if each == field else "" for each in LISTED_FIELDS)
    understood = getattr(read_line(FileRow(1, cells), _HEADINGS).player, field)
    return replace(player, **{field: understood})
