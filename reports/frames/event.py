"""All frames of an event together, with its journal, made from the open event or from its file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.column import Column, Kind
from reports.frames.hands import FAN_COLUMNS, HAND_COLUMNS, fan_frame, hands_frame
from reports.frames.penalties import PENALTY_COLUMNS, penalties_frame
from reports.frames.players import PLAYER_COLUMNS, players_frame
from reports.frames.records import make_frame
from reports.frames.seats import SEAT_COLUMNS, seats_frame
from reports.frames.standings import STANDING_COLUMNS, STATISTICS_COLUMNS, standings_frame, statistics_frame
from reports.vocabulary import COUNTS, ENTRY_NUMBER, ROLE, SESSION, TABLE, TIME, WHAT, WHO
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH, Language, language_of, mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.fact import Category
from tournament.use_cases.book import Book
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

_ROLE_LABELS = {role.value: role.label for role in EventRole}
_CATEGORY_LABELS = {category.value: verbatim(category.value) for category in Category}


@dataclass(frozen=True, slots=True)
class _JournalFrameRow:
    """One entry of the journal."""

    entry: Entry
    place: tuple[int, int] | None
    """Session and table of its stream; None for the event's own."""
    what: str
    counts: bool


_JOURNAL_COLUMNS: tuple[Column[_JournalFrameRow], ...] = (
    ENTRY_NUMBER.of(lambda row: row.entry.record.position, name="position",
                    meaning="Its position in the whole journal, from 1."),
    TIME.of(lambda row: row.entry.time, kind=Kind.MOMENT, meaning="When it was entered (UTC)."),
    WHO.of(lambda row: row.entry.author, meaning="Who entered it."),
    ROLE.of(lambda row: row.entry.role and row.entry.role.value, kind=Kind.CHOICE,
            meaning="The role in which it was entered; missing in entries of earlier versions.", labels=_ROLE_LABELS),
    Column(mark("Workstation"), lambda row: harmless_line(row.entry.record.desk), Kind.CODE, name="desk",
           meaning="The computer or program at which it was entered."),
    SESSION.of(lambda row: row.place and row.place[0],
               meaning="Session of the sheet that it concerns; missing if it concerns the event."),
    TABLE.of(lambda row: row.place and row.place[1], meaning="Table of that sheet."),
    Column(mark("Kind"), lambda row: row.entry.fact.kind, Kind.CODE, name="kind",
           meaning="Its kind, by its name in the journal."),
    Column(mark("Category"), lambda row: row.entry.fact.category.value, Kind.CHOICE, name="category",
           meaning="The category by which it can be searched.", labels=_CATEGORY_LABELS),
    WHAT.of(lambda row: row.what, meaning="What it is in words, in the requested language."),
    COUNTS.of(lambda row: row.counts, kind=Kind.YES_NO, meaning="False if it was undone."),
    Column(mark("Entry"), lambda row: row.entry.id, Kind.CODE, name="entry", meaning="Its id."),
)  # fmt: skip


def _journal_frame(view: View, language: Language = ENGLISH) -> "DataFrame":
    """Every entry in the order of writing, including undone ones. ``language`` is that of ``what``."""
    return make_frame(_JOURNAL_COLUMNS, _rows(view, language))


def _rows(view: View, language: Language) -> Iterator[_JournalFrameRow]:
    for entry in view.journal:
        what = language.render(entry.fact.what)
        yield _JournalFrameRow(entry, table_of(entry.stream), what, view.journal.counts(entry))


COLUMNS: Mapping[str, tuple[Column[Any], ...]] = {
    "players": PLAYER_COLUMNS,
    "seats": SEAT_COLUMNS,
    "hands": HAND_COLUMNS,
    "penalties": PENALTY_COLUMNS,
    "standings": STANDING_COLUMNS,
    "fan": FAN_COLUMNS,
    "statistics": STATISTICS_COLUMNS,
    "journal": _JOURNAL_COLUMNS,
}
"""The columns of each frame, by its name."""


@dataclass(frozen=True, slots=True, eq=False)
class EventFrames:
    """One event, as frames."""

    name: str
    """Of the event, in the organiser's words."""
    format: str
    """``tournament``, ``club`` or ``league``."""
    rules: str
    """The id of its rule set."""
    fingerprint: str
    """Fingerprint of what was read, up to the last entry."""
    players: "DataFrame"
    """All players on the list, by number."""
    seats: "DataFrame"
    """Every player at every table drawn or game opened: who sat where, and the result there."""
    hands: "DataFrame"
    """Every hand recorded, with its current values."""
    penalties: "DataFrame"
    """Every penalty given, including cancelled ones."""
    standings: "DataFrame"
    """The current ranking; players who are not ranked come last."""
    fan: "DataFrame"
    """The fan of every winning hand whose tiles were entered, one row for each fan."""
    statistics: "DataFrame"
    """What each player did in the hands recorded."""
    journal: "DataFrame"
    """Every entry of the journal, in the order of writing."""

    @property
    def columns(self) -> "DataFrame":
        """All columns: ``frame``, ``column``, ``dtype`` and ``meaning`` of each."""
        from pandas import DataFrame

        known = ((frame, column) for frame, columns in COLUMNS.items() for column in columns)
        rows = [(frame, column.name, column.kind.dtype, column.meaning) for frame, column in known]
        return DataFrame(rows, columns=["frame", "column", "dtype", "meaning"], dtype=Kind.TEXT.dtype)


def read_event(path: str | Path, language: str = "en") -> EventFrames:
    """The event in the file at ``path``, as it is now; the file is only read.

    ``language`` (``en``, ``fr`` or ``zh``) applies to the few columns that contain words of the program. Raises Refused
    if the journal is damaged, StoreDamaged or StoreUnavailable if the file is not an event or cannot be read.
    """
    with opened_event(path) as view:
        return event_frames(view, language)


@contextmanager
def opened_event(path: str | Path) -> Iterator[View]:
    """The event in the file at ``path``, open for reading only; raises as :func:`read_event` does."""
    from tournament.storage import open_for_reading

    book = Book(open_for_reading(Path(path)))
    try:
        if book.damage:
            raise Refused(*book.damage)
        yield book.view
    finally:
        book.close()


def event_frames(view: View, language: str = "en") -> EventFrames:
    """The event that ``view`` shows; see :func:`read_event`."""
    spoken = language_of(language).with_words(view.words)
    seats, hands, penalties = seats_frame(view), hands_frame(view), penalties_frame(view, spoken)
    return EventFrames(
        name=view.settings.name,
        format=view.settings.format.value,
        rules=view.settings.rules,
        fingerprint=str(view.fingerprint),
        players=players_frame(view),
        seats=seats,
        hands=hands,
        penalties=penalties,
        standings=standings_frame(view),
        fan=fan_frame(view, spoken),
        statistics=statistics_frame(seats=seats, hands=hands, penalties=penalties),
        journal=_journal_frame(view, spoken),
    )
