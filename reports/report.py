"""One thing that can be printed or exported, as a value: what builds it, for whom it is, and what can be selected."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from reports.document import Document
from reports.sheets.options import ReportOptions
from tournament.event.format import EventFormat
from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.view import View


class Format(Enum):
    """A kind of file; the value is its name on the command line and its suffix."""

    PDF = "pdf"
    EXCEL = "xlsx"
    HTML = "html"
    CSV = "csv"
    PARQUET = "parquet"
    """Rows as data, with their types."""
    JSON = "json"
    """The whole event."""
    SVG = "svg"
    """Only the charts, as one picture made of shapes and text."""
    PNG = "png"
    """The same picture in pixels."""


FORMATS = (Format.PDF, Format.EXCEL, Format.HTML, Format.CSV)
"""The formats of a report that is a document."""


class ReportGroup(Enum):
    """When a report is needed; the value is its heading."""

    BEFORE = mark("Before play")
    RESULTS = mark("Results")
    REFEREES = mark("Referees")
    FEDERATIONS = mark("Federations")
    DATA = mark("Data")
    """For other programs."""


class Audience(Enum):
    """Whether a report uses only public results."""

    DESK = "desk"
    """Never."""
    ASKED = "asked"
    """On request: its readers usually have to see everything."""
    WALL = "wall"
    """For walls: automatically once the event has published results, unless the complete report is requested."""
    PUBLIC = "public"
    """Always: it shows no results, or only public ones."""


def _never_missing(_rules: RuleSet) -> Problem | None:
    return None


def _of_every_format(_format: EventFormat) -> Problem | None:
    return None


@dataclass(frozen=True, slots=True)
class Report:
    """One thing that can be printed or exported."""

    name: str
    """Its name on the command line."""
    title: Text
    group: ReportGroup
    build: Callable[[View, ReportOptions], Document]
    """Pure: the same event and options give the same document."""
    formats: tuple[Format, ...] = FORMATS
    needs_draw: bool = True
    """It is empty without a published draw."""
    by_session: bool = True
    """One session can be selected, or the state after it."""
    by_category: bool = False
    """One category can be selected, and only its first places."""
    counts_earlier: bool = False
    """What it shows about a session includes every earlier one."""
    grows: bool = False
    """A printed copy stays correct: later versions only contain more."""
    for_players: bool = False
    """Players keep it or read it on the wall: it has the code of the event's web page."""
    one_language: bool = False
    """A form without room for two languages: it uses the first one."""
    missing: Callable[[RuleSet], Problem | None] = _never_missing
    """Why this report does not exist under some rules."""
    without: Callable[[EventFormat], Problem | None] = _of_every_format
    """Why this report does not exist for some formats of event."""
    of_money: bool = False
    """Only a club that counts money has it."""
    audience: Audience = Audience.DESK
    """Whether it uses only public results."""

    @property
    def has_pages(self) -> bool:
        """Whether there are pages to preview before saving: only data for other programs has none."""
        return Format.PDF in self.formats or self.group is ReportGroup.FEDERATIONS
