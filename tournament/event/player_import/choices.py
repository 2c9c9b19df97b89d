"""What somebody decided of a list in its preview: what a column holds, which lines stay out, what is mended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from tournament.event.player_import.cell import with_typed
from tournament.event.player_import.columns import FULL_NAME, FileColumn, Headings
from tournament.event.player_import.lines import PlayerLine, read_line
from tournament.event.player_import.notes import LEFT_OUT_BY_HAND, MENDED, Note
from tournament.event.player_import.table import FileRow
from tournament.event.roster import FIELDS, field_label
from tournament.language import mark

_OWN = Headings(0, tuple(FileColumn(index, field, field) for index, field in enumerate(FIELDS)))


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """Nothing chosen: the list is understood by its headings alone."""

    columns: tuple[tuple[int, str], ...] = ()
    """The field of a column (from 0) where it is not that of its heading; nothing: the column is left out."""
    left_out: frozenset[int] = frozenset()
    """Lines (from 1)."""
    mended: tuple[tuple[int, str, str], ...] = ()
    """Line, field and what is meant instead."""

    def with_column(self, index: int, field: str) -> "ImportChoices":
        """The same with a column of another meaning; whoever had this meaning before is left out."""
        others = tuple((place, meant) for place, meant in self.columns if place != index and meant != field)
        return replace(self, columns=(*others, (index, field)))

    def with_line(self, line: int, *, taken: bool) -> "ImportChoices":
        """The same with a line left out, or taken again."""
        return replace(self, left_out=self.left_out - {line} if taken else self.left_out | {line})

    def with_mended(self, line: int, values: Iterable[tuple[str, str]]) -> "ImportChoices":
        """The same with a line that means other ``values``, by field."""
        values = tuple(values)
        fields = {field for field, _ in values}
        kept = tuple(each for each in self.mended if each[0] != line or each[1] not in fields)
        return replace(self, mended=(*kept, *((line, field, text) for field, text in values)))


AS_READ = ImportChoices()


def chosen_headings(found: Headings | None, rows: Sequence[FileRow], choices: ImportChoices) -> Headings | None:
    """The headings that hold: those ``found``, with the columns that were chosen; None while names have no column.

    A list without headings has columns too once some are chosen, and begins in its first line.
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
    """The line mended, or left out, as it was chosen."""
    mended = [(field, text) for number, field, text in choices.mended if number == line.number]
    if mended:
        player = reduce(lambda player, change: with_typed(player, *change), mended, line.player)
        anew = read_line(FileRow(line.number, tuple(getattr(player, field) for field in FIELDS)), _OWN)
        notes = tuple(
            Note(MENDED, mark("{field} corrected: “{before}” → “{after}”", field=field_label(field),
                              before=getattr(line.player, field), after=getattr(player, field)), line.number, field)
            for field, _ in mended
            if getattr(line.player, field) != getattr(player, field)
        )  # fmt: skip
        line = replace(anew, notes=(*notes, *anew.notes))
    if line.number in choices.left_out:
        note = Note(LEFT_OUT_BY_HAND, mark("Left out of the import; the file does not change"), line.number)
        return replace(line, notes=(note,), taken=False)
    return line
