"""What a screen shows: frozen values with texts but without sizes. Texts are translated when they are painted."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any, assert_never

from reports.column import Column, Emphasis
from tournament.language import Text, listed, mark, verbatim


class CountdownState(StrEnum):
    """The states that a countdown distinguishes."""

    NOT_STARTED = "not-started"
    RUNNING = "running"
    WARNING = "warning"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ListCell:
    """One cell of a list."""

    text: str | Text | Fraction
    """Fractions are aligned at their whole parts."""
    strong: bool = False
    second: bool = False
    """In the secondary colour."""
    accent: bool = False
    small: bool = False
    """In the smallest type."""


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One column of a list. Those of ``name`` share the remaining width; a longer name is made to fit, never cut."""

    heading: Text | None = None
    right: bool = False
    name: bool = False

    @staticmethod
    def of(column: Column[Any]) -> "ListColumn":
        """The column of a table, under its heading."""
        return ListColumn(column.heading, column.kind.is_number, column.emphasis is Emphasis.NAME)


@dataclass(frozen=True, slots=True)
class ListSlide:
    """One page of a list: standings, teams, seats, figures."""

    title: Text
    subtitle: Text | None
    columns: tuple[ListColumn, ...]
    rows: tuple[tuple[ListCell, ...], ...]
    """At most ``lines`` times ``blocks``."""
    range_text: Text | None
    """“1 to 10 of 48”."""
    page: int = 1
    pages: int = 1
    note: Text | None = None
    """Below the list, on every page."""
    lines: int = 10
    """The lines for which each block has room, the same on every page, so that all have one type size."""
    blocks: int = 1
    """Columns of lines side by side: the first is filled before the second."""


@dataclass(frozen=True, slots=True)
class TableMinutes:
    """A table with extra minutes, and the time that it has left."""

    table: int
    remaining: str


@dataclass(frozen=True, slots=True)
class RunningTime:
    """What a browser needs to continue a running countdown by itself."""

    gong: datetime
    end: timedelta
    """The length of the session, with added minutes."""
    tables: tuple[datetime, ...]
    """When the gongs of the tables with extra minutes are due, in the order of `CountdownSlide.tables`."""


@dataclass(frozen=True, slots=True)
class CountdownSlide:
    """The countdown of a session, and the list beside it."""

    title: Text
    """“Session 5”."""
    of: Text | None
    """“of 6”."""
    state: CountdownState
    remaining: str
    """“02:43”, “1:02:43”."""
    state_text: Text | None
    """“Last 15 minutes”, “Paused”, “Stop”."""
    elapsed: Fraction
    """The part of the session that is over, 0 to 1."""
    warning_at: Fraction | None
    """The position of the warning on the bar, 0 to 1; None if the session is too short for one."""
    begins: str
    warns: Text | None
    ends: str
    rule: Text
    """The rule for the hand in play at the gong."""
    next: Text | None
    resting: tuple[Text, ...] = ()
    """Who sits out: with names, and by number for where the names do not fit. Empty if nobody does."""
    tables: tuple[TableMinutes, ...] = ()
    beside: ListSlide | None = None
    running: RunningTime | None = None
    """None while the clock does not run."""


@dataclass(frozen=True, slots=True)
class MessageSlide:
    """A text in large type."""

    title: Text | None
    text: str | Text


@dataclass(frozen=True, slots=True)
class PictureSlide:
    """A sponsor's picture, complete and as large as possible."""

    path: str
    name: str


@dataclass(frozen=True, slots=True)
class RevealedPlace:
    """A place of the ceremony: announced, or still covered."""

    rank: str
    name: str | Text = ""
    """Empty if it is covered."""
    points: Fraction | None = None
    """Table points, or whatever else the category ranks by; None if it is covered."""
    score: str = ""
    note: str | Text = ""
    """The country or club of a player, or the players of a team."""


@dataclass(frozen=True, slots=True)
class RevealSlide:
    """The ceremony: places from the last shown to the first, the newest in large type."""

    title: Text
    newest: tuple[RevealedPlace, ...]
    """The places announced last: several if they are shared, none at the beginning."""
    places: tuple[RevealedPlace, ...]
    """Best first, at most ten."""


@dataclass(frozen=True, slots=True)
class FigureSlide:
    """A figure of the event shown between places: its label, such as “Biggest hand”, its value, and the names."""

    title: Text
    figure: str
    names: str | Text


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A lot, and whom it was drawn for."""

    lot: str | Text
    """A number, a team, or a table."""
    names: tuple[str | Text, ...]
    """One name, or the four of a table."""
    named: bool = False
    """Whether the lot is a name, not a number."""


@dataclass(frozen=True, slots=True)
class DrawSlide:
    """The live draw: the last lot in large type, and a list of the last ten."""

    title: Text
    subtitle: Text
    """“5 of 16 drawn”."""
    newest: DrawnLot | None
    """None before the first lot."""
    lots: tuple[DrawnLot, ...] = ()
    """The newest first."""


@dataclass(frozen=True, slots=True)
class BlankSlide:
    """An empty screen in its background colour."""


Slide = CountdownSlide | ListSlide | MessageSlide | PictureSlide | RevealSlide | FigureSlide | DrawSlide | BlankSlide


@dataclass(frozen=True, slots=True)
class Frame:
    """What is shown around every slide."""

    event: str
    time: str
    """“14:02”, in local time."""
    rehearsal: bool = False
    old_news: Text | None = None
    """Why what is shown may be out of date, and since when; None if it is current."""
    address: str = ""
    """Public address of the event's page, shown as a QR code; empty for none."""
    hint: Text | None = None
    """Shown briefly to the person at the keyboard."""


def slide_text(slide: Slide) -> Text:
    """“Session 5: 02:43, Last 15 minutes” or “Standings, page 1 of 5”."""
    match slide:
        case CountdownSlide() if slide.state_text is not None:
            return mark("{name}: {left}, {state}", name=slide.title, left=slide.remaining, state=slide.state_text)
        case CountdownSlide():
            return mark("{name}: {left}", name=slide.title, left=slide.remaining)
        case ListSlide() if slide.pages > 1:
            return mark("{list}, page {page} of {pages}", list=slide.title, page=slide.page, pages=slide.pages)
        case DrawSlide() if slide.newest is not None:
            names = listed(slide.newest.names)
            return mark("{draw}: {lot}, {names}", draw=slide.title, lot=slide.newest.lot, names=names)
        case ListSlide() | RevealSlide() | FigureSlide() | DrawSlide():
            return slide.title
        case MessageSlide():
            text = " ".join(slide.text.split()) if isinstance(slide.text, str) else slide.text
            return verbatim(text) if isinstance(text, str) else text
        case PictureSlide():
            return mark("Picture “{name}”", name=slide.name)
        case BlankSlide():
            return mark("Nothing shown")
        case _:
            assert_never(slide)


MOST_NAMES = 4
"""The most names shown in large type for a shared place; the list has all of them."""
_PLACES = (ListColumn(right=True), ListColumn(name=True), ListColumn(right=True), ListColumn(right=True))


def places_list(slide: RevealSlide) -> ListSlide:
    """The list beside a ceremony: its places; those still covered have no name."""
    return ListSlide(slide.title, None, _PLACES, tuple(map(_row, slide.places)), None)


def drawn_list(slide: DrawSlide) -> ListSlide | None:
    """The list beside a live draw: the last lots; None for tables, whose lots have four names each."""
    if not slide.lots or len(slide.lots[0].names) > 1:
        return None
    named = slide.lots[0].named
    columns = (ListColumn(name=True), ListColumn(right=not named, name=named))
    rows = tuple(
        (ListCell(lot.names[0], strong=number == 0), ListCell(lot.lot, strong=True))
        for number, lot in enumerate(slide.lots)
    )
    return ListSlide(mark("Drawn last"), None, columns, rows, None)


def _row(place: RevealedPlace) -> tuple[ListCell, ...]:
    points = ListCell(place.points, strong=True) if place.points is not None else ListCell("")
    covered = not place.name
    name = ListCell("· · ·", second=True) if covered else ListCell(place.name)
    return ListCell(place.rank, strong=not covered, second=covered), name, points, ListCell(place.score, second=True)
