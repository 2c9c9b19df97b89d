"""The journal as a frame: who entered what, and when."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.frames.column import ColumnType, FrameColumn, make_frame
from tournament.event.role import EventRole
from tournament.language import ENGLISH, Language, mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.fact import Category
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

ROLE_LABELS = {role.value: role.label for role in EventRole}
CATEGORY_LABELS = {category.value: verbatim(category.value) for category in Category}


@dataclass(frozen=True, slots=True)
class JournalFrameRow:
    """One entry of the journal."""

    entry: Entry
    place: tuple[int, int] | None
    """Session and table of its stream; None for the event's own."""
    what: str
    counts: bool


JOURNAL_COLUMNS: tuple[FrameColumn[JournalFrameRow], ...] = (
    FrameColumn("position", mark("No."), ColumnType.WHOLE, lambda row: row.entry.record.position,
                "Its position in the whole journal, from 1."),
    FrameColumn("time", mark("Time"), ColumnType.MOMENT, lambda row: row.entry.time, "When it was entered (UTC)."),
    FrameColumn("author", mark("Author"), ColumnType.TEXT, lambda row: row.entry.author, "Who entered it."),
    FrameColumn("role", mark("Role"), ColumnType.CHOICE, lambda row: row.entry.role and row.entry.role.value,
                "The role in which it was entered; missing in entries of earlier versions.", ROLE_LABELS),
    FrameColumn("desk", mark("Workstation"), ColumnType.TEXT, lambda row: harmless_line(row.entry.record.desk),
                "The computer or program at which it was entered."),
    FrameColumn("session", mark("Session"), ColumnType.WHOLE, lambda row: row.place and row.place[0],
                "Session of the sheet that it concerns; missing if it concerns the event."),
    FrameColumn("table", mark("Table"), ColumnType.WHOLE, lambda row: row.place and row.place[1],
                "Table of that sheet."),
    FrameColumn("kind", mark("Kind"), ColumnType.TEXT, lambda row: row.entry.fact.kind,
                "Its kind, by its name in the journal."),
    FrameColumn("category", mark("Category"), ColumnType.CHOICE, lambda row: row.entry.fact.category.value,
                "The category by which it can be searched.", CATEGORY_LABELS),
    FrameColumn("what", mark("What"), ColumnType.TEXT, lambda row: row.what,
                "What it is in words, in the requested language."),
    FrameColumn("counts", mark("Counts"), ColumnType.YES_NO, lambda row: row.counts, "False if it was undone."),
    FrameColumn("entry", mark("Entry"), ColumnType.TEXT, lambda row: row.entry.id, "Its id."),
)  # fmt: skip


def journal_frame(view: View, language: Language = ENGLISH) -> "DataFrame":
    """Every entry in the order of writing, including undone ones. ``language`` is that of ``what``."""
    return make_frame(JOURNAL_COLUMNS, _rows(view, language))


def _rows(view: View, language: Language) -> Iterator[JournalFrameRow]:
    for entry in view.journal:
        what = language.render(entry.fact.what)
        yield JournalFrameRow(entry, table_of(entry.stream), what, view.journal.counts(entry))
