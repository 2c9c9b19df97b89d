"""All frames of an event together, made from the open event or from its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.frames.column import ColumnType, FrameColumn
from reports.frames.fan import FAN_COLUMNS, fan_frame
from reports.frames.hands import HAND_COLUMNS, hands_frame
from reports.frames.journal import JOURNAL_COLUMNS, journal_frame
from reports.frames.penalties import PENALTY_COLUMNS, penalties_frame
from reports.frames.players import PLAYER_COLUMNS, players_frame
from reports.frames.seats import SEAT_COLUMNS, seats_frame
from reports.frames.standings import STANDING_COLUMNS, standings_frame
from reports.frames.statistics import STATISTICS_COLUMNS, statistics_frame
from tournament.event.problem import Refused
from tournament.language import language_of
from tournament.use_cases.book import Book
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS: Mapping[str, tuple[FrameColumn[Any], ...]] = {
    "players": PLAYER_COLUMNS,
    "seats": SEAT_COLUMNS,
    "hands": HAND_COLUMNS,
    "penalties": PENALTY_COLUMNS,
    "standings": STANDING_COLUMNS,
    "fan": FAN_COLUMNS,
    "statistics": STATISTICS_COLUMNS,
    "journal": JOURNAL_COLUMNS,
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
        rows = [(frame, column.name, column.type.value, column.meaning) for frame, column in known]
        return DataFrame(rows, columns=["frame", "column", "dtype", "meaning"], dtype=ColumnType.TEXT.value)


def read_event(path: str | Path, language: str = "en") -> EventFrames:
    """The event in the file at ``path``, as it is now; the file is only read.

    ``language`` (``en``, ``fr`` or ``zh``) applies to the few columns that contain words of the program. Raises Refused
    if the journal is damaged, StoreDamaged or StoreUnavailable if the file is not an event or cannot be read.
    """
    from tournament.storage import open_for_reading

    book = Book(open_for_reading(Path(path)))
    try:
        if book.damage:
            raise Refused(*book.damage)
        return event_frames(book.view, language)
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
        journal=journal_frame(view, spoken),
    )
