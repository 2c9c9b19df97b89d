"""One thing that can be printed or exported, as a value: what builds it, for whom it is, and what can be selected."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from reports.document import Document
from reports.sheets.corrections import corrections_text
from reports.sheets.options import ReportOptions
from tournament.event.format import EventFormat
from tournament.event.problem import Problem, Refused
from tournament.language import Text, listed, mark, mark_count
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.public_view import PublicView, with_public_names
from tournament.use_cases.publication import public_text
from tournament.use_cases.results_state import ResultsState, results_state, results_view, session_results_state
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
    DATA = mark("Data for programs")


_SEATS, _TABLES = mark("Seats"), mark("Sheets for the tables")
_CEREMONY, _FIGURES = mark("Ceremony"), mark("Statistics")
_PARTS = (
    (_SEATS, "posters table-signs seating-by-table seating-by-player schedules table-rotation"),
    (_TABLES, "score-sheets blank-sheets player-cards settlement-matrix"),
    (_CEREMONY, "prizes certificates"),
    (_FIGURES, "journeys cross-table statistics fans"),
    (ReportGroup.DATA.value, "hands seating-file"),
)
"""Names of reports that are listed under a heading of their own, apart from the rest of their group."""
_HEADINGS = {name: heading for heading, names in _PARTS for name in names.split()}
HEADINGS = (
    *(ReportGroup.BEFORE.value, _SEATS, _TABLES, ReportGroup.RESULTS.value, _CEREMONY, _FIGURES),
    *(ReportGroup.REFEREES.value, ReportGroup.FEDERATIONS.value, ReportGroup.DATA.value),
)
"""The headings under which reports are listed, in their order."""


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
    def heading(self) -> Text:
        """The heading under which it is listed, one of :data:`HEADINGS`."""
        return _HEADINGS.get(self.name, self.group.value)

    @property
    def has_pages(self) -> bool:
        """Whether there are pages to preview before saving: only data for other programs has none."""
        return Format.PDF in self.formats or self.group is ReportGroup.FEDERATIONS


def shown_view(report: Report, view: View, options: ReportOptions) -> View:
    """The part of ``view`` that ``report`` may use, with public names if it is for walls or for players.

    Raise Refused if the options ask for more than is public.
    """
    match report.audience:
        case Audience.PUBLIC:
            return PublicView(view) if report.group is ReportGroup.RESULTS else with_public_names(view)
        case Audience.DESK if options.public:
            text = mark("“{report}” is for the desk: it is not available to the public.", report=report.title)
            raise Refused(Problem("report-not-public", text, "public"))
        case Audience.DESK:
            return with_public_names(view) if report.for_players else view
        case Audience.ASKED | Audience.WALL if report.group is ReportGroup.BEFORE:
            return with_public_names(view)  # seats of all sessions; its builder uses the public standings
        case Audience.ASKED | Audience.WALL:
            shown = results_view(view, options.session, public=options.public)
            if options.public and not view.state.publication.session:
                raise Refused(Problem("results-withheld", public_text(view), "public"))
            return with_public_names(shown) if report.audience is Audience.WALL else shown
        case _:
            assert_never(report.audience)


def standing_of(report: Report, view: View, options: ReportOptions, document: Document) -> ResultsState | None:
    """How final the results in ``document``, made of ``view``, are; None if ``report`` is not about results."""
    if document.provisional is None or not _is_of_results(report):
        return None
    if report.name in ("evening", "money-evening"):
        state = session_results_state(view, options.session or len(view.drawn_sessions))
    elif options.session is None or report.counts_earlier:
        state = results_state(view, options.session if report.by_session else None)
    else:
        state = session_results_state(view, options.session)
    return replace(state, provisional=document.provisional, final=state.final and not document.provisional)


def with_notes(report: Report, view: View, options: ReportOptions, document: Document) -> Document:
    """Add notes to a document: up to which session a public report goes, and which of its sessions were reopened."""
    if isinstance(view, PublicView) and report.audience is not Audience.PUBLIC:
        document = _with_note(document, public_text(view))
    if document.provisional is None or not view.state.reopened:
        return document
    corrections = corrections_text(view, _sessions_shown(report, view, options), options.printed)
    return document if corrections is None else _with_note(document, corrections)


def is_for_walls(report: Report, view: View) -> bool:
    """Whether ``report`` uses only public results by default: it is for walls, and the event publishes results."""
    return report.audience is Audience.WALL and view.state.publication.used


def withheld_sessions(report: Report, view: View, options: ReportOptions) -> list[int]:
    """The sessions whose results ``report`` shows although they are not public, in an event that publishes results."""
    publication = view.state.publication
    if options.public or not publication.used or report.audience is Audience.PUBLIC:
        return []
    if report.audience is Audience.DESK and report.group is ReportGroup.BEFORE:
        return []
    shown = _sessions_shown(report, view, options)
    return [each for each in shown if each > publication.session and view.tally(each).sheets]


def withheld_text(report: Report, view: View, options: ReportOptions) -> Text | None:
    """A warning that ``report`` shows results that are not public; None if it does not, or if it is always for the
    desk."""
    withheld = [] if report.audience is Audience.DESK else withheld_sessions(report, view, options)
    if not withheld:
        return None
    return mark_count(
        "It shows results of session {sessions}, which are not public: do not post it on a wall.",
        "It shows results of sessions {sessions}, which are not public: do not post it on a wall.",
        len(withheld),
        sessions=listed(withheld),
    )


def prizes_wait(report: Report, view: View, options: ReportOptions) -> bool:
    """Whether ``report`` leaves out the prizes of the event because its results are not final yet."""
    if not report.by_category or options.prizes_so_far or not view.settings.prizes.lines:
        return False
    return not results_state(PublicView(view) if options.public else view, options.session).final


def _is_of_results(report: Report) -> bool:
    """Whether ``report`` is about the results so far: also the workbook, but not the referees' papers."""
    return report.group is ReportGroup.RESULTS or report.name == "workbook"


def _sessions_shown(report: Report, view: View, options: ReportOptions) -> Sequence[int]:
    """The sessions whose results ``report`` shows: those up to the selected one, or only that one."""
    if report.group is ReportGroup.BEFORE:
        return replace(options, session=None).sessions_so_far(view)
    return options.sessions_so_far(view) if report.counts_earlier else options.sessions_played(view)


def _with_note(document: Document, added: Text) -> Document:
    note = added if document.note is None else mark("{corrections} {note}", corrections=added, note=document.note)
    return replace(document, note=note)
