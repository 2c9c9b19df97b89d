"""The journal: every entry in the words of the page History, in the order in which they were written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions
from reports.sheets.session_states import session_states
from reports.vocabulary import ENTRY_NUMBER, REASON, TIME, WHAT, WHO
from tournament.language import Days, Text, listed, mark, mark_count, verbatim
from tournament.ledger.description import Description
from tournament.ledger.entry import Entry
from tournament.use_cases.entry_words import described, place_of
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One entry in words."""

    position: int
    """Position in the whole journal, from 1: the count of a fingerprint."""
    entry: Entry
    time: datetime
    """When it was written, in the time zone of the event."""
    words: Description
    counts: bool
    """False: undone later."""

    @property
    def change(self) -> Text | None:
        """The values before and after."""
        old, new = self.words.old, self.words.new
        if not old.message:
            return new if new.message else None
        return mark("{old} → {new}", old=old, new=new if new.message else verbatim("–"))

    @property
    def remarks(self) -> Text | None:
        """The reason, and that it was undone."""
        parts: list[Text] = [] if self.counts else [mark("undone later")]
        if self.words.reason:
            parts.append(verbatim(self.words.reason))
        return listed(parts) if parts else None


FIELDS: tuple[Column[JournalRow], ...] = (
    ENTRY_NUMBER.of(lambda row: row.position),
    TIME.of(lambda row: f"{row.time:%H:%M:%S}", kind=Kind.CODE, emphasis=Emphasis.PLAIN),
    WHO.of(lambda row: row.entry.author),
    WHAT.of(lambda row: row.words.what),
    Column(mark("Where"), lambda row: row.words.where if row.words.where.message else None),
    Column(mark("Old and new"), lambda row: row.change, flexible=True),
    REASON.of(lambda row: row.remarks, emphasis=Emphasis.MUTED),
)


def journal(view: View, options: ReportOptions) -> Document:
    """List every entry, or those on the sheets of the selected session, day by day."""
    rows = list(journal_rows(view, options))
    days = [(day, list(of_day)) for day, of_day in groupby(rows, key=lambda row: row.time.date())]
    sessions = view.drawn_sessions if options.session is None else (options.session,)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Journal")),
        state=mark_count("with {count} entry", "with {count} entries", len(rows)),
        printed=options.printed,
        aside=tuple(filter(None, (_span(days), session_states(view, sessions)))),
        note=mark("Nothing is ever changed or deleted: a correction is a new entry, and so is an undo."),
        section_name=mark("Day"),
        sections=tuple(
            Section(table_of(FIELDS, of_day), heading=listed((day,)), label=day.isoformat()) for day, of_day in days
        ),
    )


def journal_rows(view: View, options: ReportOptions) -> Iterator[JournalRow]:
    """Every entry, or those on the sheets of the selected session."""
    entries: Iterable[Entry] = view.journal
    for position, entry in enumerate(options.watched(entries), start=1):
        place = place_of(entry.stream)
        if options.session is None or (place is not None and place[0] == options.session):
            time = entry.time.astimezone(options.printed.tzinfo)
            yield JournalRow(position, entry, time, described(view, entry), view.journal.counts(entry))


def _span(days: list[tuple[date, list[JournalRow]]]) -> Text | None:
    if not days:
        return None
    first, last = days[0][0], days[-1][0]
    return listed((Days(first, last),))
