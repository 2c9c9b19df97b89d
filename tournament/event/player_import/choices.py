"""The choices made in the preview of a list, and the columns and lines that follow from them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from tournament.event.player_import import not_meant
from tournament.event.player_import.columns import (
    COLUMN_FIELDS,
    SEVERAL,
    FileColumn,
    Headings,
    find_headings,
    guess_headings,
    headings_in,
    without_headings,
)
from tournament.event.player_import.heading_words import FULL_NAME, heading_key
from tournament.event.player_import.lines import PlayerLine, read_line, with_typed
from tournament.event.player_import.notes import CHOOSABLE, LEFT_OUT_BY_HAND, MENDED, FileRow, Note
from tournament.event.problem import Problem, Refused
from tournament.event.roster import LISTED_FIELDS, field_label
from tournament.language import mark

_OWN = Headings(0, tuple(FileColumn(index, field, field) for index, field in enumerate(LISTED_FIELDS)))


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """The choices made in the preview. Without any, the list alone decides."""

    columns: tuple[tuple[int, str], ...] = ()
    """The column (from 0) and its field, if it is not that of its heading; an empty field ignores the column.

    A field of a registration, such as ``due``, is one that a list of players does not read.
    """
    heading_line: int | None = None
    """The line with the headings, from 1; 0 if the list has none; None if it is to be found."""
    last_name_first: bool | None = None
    """Whether full names begin with the last name; None if the list decides."""
    left_out: frozenset[int] = frozenset()
    """Lines to leave out, from 1."""
    chosen: frozenset[int] = frozenset()
    """Lines to take although something says that they are not players of the event."""
    reasons: frozenset[str] = frozenset()
    """The codes of reasons for which no line is left out."""
    apart: frozenset[tuple[str, str]] = frozenset()
    """The :attr:`Spelling.key` of names whose spellings are different teams or clubs."""
    one_spelling: bool = True
    """Whether names that differ only in case, spaces or accents are one team or club."""
    corrected: tuple[tuple[int, str, str], ...] = ()
    """Line, field and the value to use instead."""
    remembered: bool = False
    """Whether the columns are those of an earlier list with the same headings."""

    def with_column(self, index: int, field: str) -> "ImportChoices":
        """Return the choices with another field for a column. A column that had this field before is ignored, except
        that several can say what was ordered."""
        others = tuple(
            (place, meant)
            for place, meant in self.columns
            if place != index and (meant != field or not field or field in SEVERAL)
        )
        return replace(self, columns=(*others, (index, field)), remembered=False)

    def with_line(self, line: int, *, taken: bool) -> "ImportChoices":
        """Return the choices with a line left out, or taken."""
        if taken:
            return replace(self, left_out=self.left_out - {line}, chosen=self.chosen | {line})
        return replace(self, left_out=self.left_out | {line}, chosen=self.chosen - {line})

    def with_spelling(self, key: tuple[str, str], *, apart: bool) -> "ImportChoices":
        """Return the choices with the spellings of a name kept apart, or made one."""
        return replace(self, apart=self.apart | {key} if apart else self.apart - {key})

    def with_corrected(self, line: int, values: Iterable[tuple[str, str]]) -> "ImportChoices":
        """Return the choices with other ``values``, by field, for a line."""
        values = tuple(values)
        fields = {field for field, _ in values}
        kept = tuple(each for each in self.corrected if each[0] != line or each[1] not in fields)
        return replace(self, corrected=(*kept, *((line, field, text) for field, text in values)))


AS_READ = ImportChoices()


IGNORED = "ignore"
"""The name of a column that is not read, where names are typed."""


def is_column_typed(typed: str, fields: Sequence[str] = COLUMN_FIELDS) -> bool:
    """Whether ``typed`` is a heading and one of ``fields``, such as ``Nom participant=last_name``."""
    heading, field = _pair_typed(typed)
    return bool(heading) and field in (*fields, IGNORED)


def _pair_typed(typed: str) -> tuple[str, str]:
    heading, _, field = typed.rpartition("=")
    return heading.strip(), field.strip()


def choices_typed(rows: Sequence[FileRow], typed: Sequence[str], heading_line: int | None = None) -> ImportChoices:
    """Return the columns typed as ``Nom participant=last_name``: a heading, or the number of a column, and its field.

    Each is one for which :func:`is_column_typed` is true. The line with these headings is the heading line. Raise
    Refused if the list has no such heading.
    """
    pairs = list(map(_pair_typed, typed))
    found = AS_READ if heading_line is None else replace(AS_READ, heading_line=heading_line)
    headings = _headings_typed(rows, [heading for heading, _ in pairs], heading_line)
    for heading, field in pairs:
        index = _column_typed(headings, heading)
        if index is None:
            named = tuple(f"“{column.heading}”" for column in headings.columns if column.heading)
            text = mark("The list has no column “{heading}”. It has: {named}.", heading=heading, named=named)
            raise Refused(Problem("column-unknown", text, "column"))
        found = found.with_column(index, "" if field == IGNORED else field)
    return replace(found, heading_line=headings.line) if pairs else found


def _headings_typed(rows: Sequence[FileRow], typed: Sequence[str], heading_line: int | None) -> Headings:
    """Return the chosen heading line, the one with most of the ``typed`` headings, or else the one found."""
    if heading_line is not None:
        row = next((row for row in rows if row.line == heading_line), None)
        return without_headings(rows) if row is None else headings_in(row, rows)
    wanted = {heading_key(heading) for heading in typed}
    counted = [(len(wanted & set(map(heading_key, row.cells))), row) for row in rows[:_LOOKED_AT]]
    most, row = max(counted, key=lambda each: each[0], default=(0, None))
    if most and row is not None:
        return headings_in(row, rows)
    return find_headings(rows) or guess_headings(rows) or without_headings(rows)


def _column_typed(headings: Headings, typed: str) -> int | None:
    alike = [column.index for column in headings.columns if column.heading == " ".join(typed.split())]
    alike += [column.index for column in headings.columns if heading_key(column.heading) == heading_key(typed) != ""]
    if not alike and typed.isdecimal() and 1 <= int(typed) <= len(headings.columns):
        return int(typed) - 1
    return alike[0] if alike else None


def lines_typed(typed: Sequence[str]) -> tuple[frozenset[int], frozenset[str]]:
    """Return the lines and the reasons of ``--take``: ``12``, ``12-15`` or ``order-waiting``.

    Raise Refused for anything else, also for a range that ends before it begins.
    """
    lines: set[int] = set()
    reasons: set[str] = set()
    known = {kind.code for kind in CHOOSABLE}
    for part in (part.strip() for each in typed for part in each.split(",")):
        numbers = re.fullmatch(r"(\d{1,5})(?:[-–](\d{1,5}))?", part)
        first, last = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (1, 0)
        if first <= last:
            lines.update(range(first, last + 1))
        elif part in known:
            reasons.add(part)
        else:
            text = mark("--take takes lines such as 12 or 12-15, or a reason: {reasons}.", reasons=tuple(sorted(known)))
            raise Refused(Problem("take-form", text, "take"))
    return frozenset(lines), frozenset(reasons)


def chosen_headings(rows: Sequence[FileRow], choices: ImportChoices, *, single_names: bool) -> Headings | None:
    """Return the headings to use, with the chosen columns; None if there are no columns for names.

    A row that has no names is still a heading if it looks like one. A list without headings has columns once some are
    chosen. With ``single_names`` a column for one of the names is enough.
    """
    if not choices.columns and _headings_found(rows, choices, single_names=single_names) is None:
        return _one_name_a_line(rows, single_names=single_names)
    headings = offered_headings(rows, choices, single_names=single_names)
    enough = headings.has_names or (single_names and bool(headings.fields & {"first_name", "last_name"}))
    return headings if enough else None


def offered_headings(rows: Sequence[FileRow], choices: ImportChoices, *, single_names: bool) -> Headings:
    """Return the headings, with or without columns for names, from which the user can choose."""
    found = _headings_found(rows, choices, single_names=single_names)
    return _with_columns(found or guess_headings(rows) or without_headings(rows), choices)


def _headings_found(rows: Sequence[FileRow], choices: ImportChoices, *, single_names: bool) -> Headings | None:
    if choices.heading_line is None:
        return find_headings(rows, one_name=single_names)
    row = next((row for row in rows if row.line == choices.heading_line), None)
    return without_headings(rows) if row is None else headings_in(row, rows)


def _with_columns(found: Headings, choices: ImportChoices) -> Headings:
    """Return the headings with the chosen fields of columns."""
    if not choices.columns:
        return found
    chosen = dict(choices.columns)
    taken = {field for field in chosen.values() if field and field not in SEVERAL}
    if FULL_NAME in taken:
        taken |= {"first_name", "last_name"}
    elif taken & {"first_name", "last_name"}:
        taken |= {FULL_NAME}
    columns = tuple(
        replace(
            column,
            field=_field_of_player(chosen.get(column.index, "" if column.field in taken else column.field)),
            noted_as=_field_of_registration(chosen.get(column.index, "")),
            ignored=chosen.get(column.index) == "",
            also=() if column.index in chosen or column.field in taken else column.also,
        )
        for column in found.columns
    )
    return Headings(found.line, columns, found.of_buyers and not taken & {FULL_NAME, "first_name", "last_name"})


def _field_of_player(field: str) -> str:
    return field if field in COLUMN_FIELDS else ""


def _field_of_registration(field: str) -> str:
    return "" if field in COLUMN_FIELDS else field


_ENUMERATION = re.compile(r"\s*(?:\d{1,4}\s*[.):\t-]*\s+|[-–—*•·]\s*)(?=\S)")
"""A number or a sign before a name in a list without columns."""
_MOST_WORDS = 6
_LOOKED_AT = 200
"""Number of rows in which headings that were typed are looked for."""


def _one_name_a_line(rows: Sequence[FileRow], *, single_names: bool) -> Headings | None:
    """Return the one column of a list that is nothing but names; None if it is something else.

    Lines before the first blank one that are no names, and titles within the list, are not counted.
    """
    filled = [row for row in rows if not row.is_blank]
    if any(row.uncomputed for row in filled):
        return None
    places = {tuple(index for index, cell in enumerate(row.cells) if cell.strip()) for row in filled}
    if len(places) != 1 or len(next(iter(places))) != 1:
        return None
    ((index,),) = places
    first = _first_name_line(rows, index)
    names = [row.cells[index] for row in filled if row.line >= first and not not_meant.is_title_or_total(row)]
    if len(names) < 2 or not all(_is_name(name) for name in names):
        return None
    several = sum(len(without_enumeration(name).split()) > 1 for name in names)
    if not single_names and several <= len(names) / 2:
        return None
    columns = without_headings(rows).columns
    return Headings(
        0, tuple(replace(each, field=FULL_NAME if each.index == index else "") for each in columns), first=first
    )


def _first_name_line(rows: Sequence[FileRow], index: int) -> int:
    """Return the line on which the names begin: the first, or the one after a title and a blank line."""
    blank = next((row.line for row in rows if row.is_blank), 0)
    above = [row for row in rows if row.line < blank and not row.is_blank]
    return blank + 1 if above and not any(_is_name(row.cells[index]) for row in above) else 0


def _is_name(cell: str) -> bool:
    text = without_enumeration(cell)
    letters = any(character.isalpha() for character in text)
    return letters and len(text.split()) <= _MOST_WORDS and not re.search(r"[\d@:;!?/\\<>{}=_|]", text)


def without_enumeration(cell: str) -> str:
    """Return a line of a list of names without the number or sign before the name."""
    found = _ENUMERATION.match(cell)
    return cell[found.end() :] if found else cell


def as_chosen(line: PlayerLine, choices: ImportChoices, *, single_names: bool = False) -> PlayerLine:
    """Return the line as it was corrected or left out in the preview."""
    corrected = [(field, text) for number, field, text in choices.corrected if number == line.number]
    if corrected:
        player = reduce(lambda player, change: with_typed(player, *change), corrected, line.player)
        row = FileRow(line.number, tuple(getattr(player, field) for field in LISTED_FIELDS))
        again = read_line(row, _OWN, single_names=single_names)
        notes = tuple(
            Note(MENDED, mark("{field} corrected: “{before}” → “{after}”", field=field_label(field),
                              before=getattr(line.player, field), after=getattr(player, field)), line.number, field)
            for field, _ in corrected
            if getattr(line.player, field) != getattr(player, field)
        )  # fmt: skip
        line = replace(again, notes=(*notes, *again.notes))
    if line.number in choices.left_out:
        note = Note(LEFT_OUT_BY_HAND, mark("Left out of the import; the file does not change"), line.number)
        return replace(line, notes=(note,), taken=False)
    return line
