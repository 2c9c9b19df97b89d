"""The ordered list of all reports, and the function that writes one."""

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol, assert_never, cast

from reports.document import Document
from reports.federations.definition import Federation
from reports.federations.known import known_federations
from reports.federations.report import federation_report, report_title
from reports.sheets.arrival import check_in, timetable
from reports.sheets.best_hands import dearest_hands
from reports.sheets.corrections import corrections_text
from reports.sheets.cross_table import cross_table
from reports.sheets.data import penalties, players, whole_event
from reports.sheets.details import event_details
from reports.sheets.event_reports import observer_report, referee_report
from reports.sheets.fans import fans
from reports.sheets.fouls import fouls, fouls_record
from reports.sheets.groups import standings_countries, standings_teams
from reports.sheets.hands import hands
from reports.sheets.journal import journal
from reports.sheets.journeys import journeys
from reports.sheets.matrices import blank_matrices, filled_matrices
from reports.sheets.options import ReportOptions, evening_is_over, event_is_over
from reports.sheets.placards import badges, certificates, posters, table_signs
from reports.sheets.prizes import prizes
from reports.sheets.role_sheets import role_sheets
from reports.sheets.rotation_form import rotation_forms
from reports.sheets.rule_sheet import rule_sheet
from reports.sheets.ruling_slip import ruling_slips
from reports.sheets.schedule import schedules
from reports.sheets.score_sheets import blank_sheets, filled_sheets, player_cards, score_sheets
from reports.sheets.season import courses, evening
from reports.sheets.seating import seating_by_player, seating_by_table
from reports.sheets.seating_file import seating_file
from reports.sheets.sessions import sessions
from reports.sheets.signed_totals import signed_totals
from reports.sheets.site import public_site
from reports.sheets.standings import standings
from reports.sheets.statistics import statistics_report
from reports.sheets.symptoms import symptom_card
from reports.sheets.tabulation import tabulation
from reports.sheets.workbook import workbook
from reports.writers.atomic_file import ExportFailed, Progress
from reports.writers.csv import CsvFor
from reports.writers.csv import write as write_csv
from reports.writers.paper import PageSize
from tournament.event.format import EventFormat
from tournament.event.problem import Problem, Refused
from tournament.language import Language, Text, listed, mark, mark_count
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.publication import public_text
from tournament.use_cases.view import View

__all__ = [
    "FORMATS",
    "REPORTS",
    "Audience",
    "CsvFor",
    "ExportFailed",
    "Format",
    "PageSize",
    "Progress",
    "Report",
    "ReportGroup",
    "ReportOptions",
    "all_reports",
    "build",
    "is_for_walls",
    "offered_reports",
    "report_called",
    "reports_under",
    "withheld_text",
    "write",
]


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


def _without_tiles(rules: RuleSet) -> Problem | None:
    if rules.scorer is not None or rules.counter is not None:
        return None
    return Problem("tiles-not-counted", mark("The rules of this event cannot count tiles."), "what")


def _without_scorer(rules: RuleSet) -> Problem | None:
    if rules.scorer is None and rules.counter is not None:
        text = mark("Under the rules of this event the combinations made are not listed.")
        return Problem("combinations-not-listed", text, "what")
    return _without_tiles(rules)


def _without_cards(rules: RuleSet) -> Problem | None:
    if rules.player_cards:
        return None
    text = mark("Under the rules of this event players keep no cards: the table has one score sheet.")
    return Problem("no-cards", text, "what")


def _without_four_values(rules: RuleSet) -> Problem | None:
    if rules.four_values:
        return None
    text = mark("Under the rules of this event only the winner is paid: there is no matrix of the four hands.")
    return Problem("no-matrix", text, "what")


def _without_rotation(rules: RuleSet) -> Problem | None:
    if rules.table.rotation is not None:
        return None
    text = mark("Under the rules of this event nobody changes seats: there is no table rotation.")
    return Problem("no-rotation", text, "what")


def _of_every_format(_format: EventFormat) -> Problem | None:
    return None


def _of_a_draw(format: EventFormat) -> Problem | None:
    if format.is_drawn:
        return None
    text = mark("There is no draw: games are opened as players sit down. The results by game show who played where.")
    return Problem("format-not-drawn", text, "what")


def _of_evenings(format: EventFormat) -> Problem | None:
    if not format.is_drawn:
        return None
    return Problem("format-drawn", mark("A tournament has no evenings: use the standings."), "what")


def _of_table_points(format: EventFormat) -> Problem | None:
    if format.is_drawn:
        return None
    text = mark("Teams and countries are ranked by table points. Club evenings and leagues have none.")
    return Problem("format-no-table-points", text, "what")


def _of_a_league(format: EventFormat) -> Problem | None:
    if format is EventFormat.LEAGUE:
        return None
    return Problem("format-no-season", mark("Only a league has courses: use the ranking of the evening."), "what")


def _of_a_tournament(format: EventFormat) -> Problem | None:
    if format.is_drawn:
        return None
    return Problem("format-not-drawn", mark("Only a tournament is reported to a federation."), "what")


def _without_rules(federation: Federation, rules: RuleSet) -> Problem | None:
    if not federation.rules or rules.id in dict(federation.rules):
        return None
    text = mark(
        "{federation} accepts no results under these rules, only under {known}.",
        federation=federation.name,
        known=", ".join(id for id, _ in federation.rules),
    )
    return Problem("rules-not-reported", text, "what")


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
    audience: Audience = Audience.DESK
    """Whether it uses only public results."""

    @property
    def has_pages(self) -> bool:
        """Whether there are pages to preview before saving: only data for other programs has none."""
        return Format.PDF in self.formats or self.group is ReportGroup.FEDERATIONS


_FORMS = (Format.PDF,)
_DATA = (Format.EXCEL, Format.CSV, Format.PARQUET)
_CHARTED = (*FORMATS, Format.SVG, Format.PNG)
_SHOWN = (Format.PDF, Format.HTML)
"""For reading, not for calculating."""
_SLIPS = (Format.PDF, Format.HTML, Format.CSV)
"""Reports that are cut apart: one worksheet for each piece would be hundreds."""
REPORTS = (
    Report("score-sheets", mark("Score sheets"), ReportGroup.BEFORE, score_sheets, _FORMS),
    Report(
        "blank-sheets",
        mark("Blank score sheets"),
        ReportGroup.BEFORE,
        blank_sheets,
        _FORMS,
        needs_draw=False,
        by_session=False,
    ),
    Report("check-in", mark("Check-in list"), ReportGroup.BEFORE, check_in, needs_draw=False, by_session=False),
    Report(
        "timetable",
        mark("Timetable"),
        ReportGroup.BEFORE,
        timetable,
        for_players=True,
        needs_draw=False,
        by_session=False,
        audience=Audience.PUBLIC,
    ),
    Report(
        "badges",
        mark("Badges"),
        ReportGroup.BEFORE,
        badges,
        _FORMS,
        for_players=True,
        one_language=True,
        needs_draw=False,
        by_session=False,
    ),
    Report(
        "table-signs", mark("Table signs"), ReportGroup.BEFORE, table_signs, _FORMS, one_language=True, by_session=False
    ),
    Report(
        "posters",
        mark("Wall posters"),
        ReportGroup.BEFORE,
        posters,
        _FORMS,
        for_players=True,
        without=_of_a_draw,
        audience=Audience.WALL,
    ),
    Report(
        "player-cards",
        mark("Players' cards"),
        ReportGroup.BEFORE,
        player_cards,
        _FORMS,
        one_language=True,
        missing=_without_cards,
    ),
    Report(
        "settlement-matrix",
        mark("Settlement matrix"),
        ReportGroup.BEFORE,
        blank_matrices,
        _FORMS,
        one_language=True,
        needs_draw=False,
        by_session=False,
        missing=_without_four_values,
    ),
    Report(
        "seating-by-table",
        mark("Seating by table"),
        ReportGroup.BEFORE,
        seating_by_table,
        for_players=True,
        without=_of_a_draw,
        audience=Audience.PUBLIC,
    ),
    Report(
        "seating-by-player",
        mark("Seating by player"),
        ReportGroup.BEFORE,
        seating_by_player,
        for_players=True,
        without=_of_a_draw,
        audience=Audience.PUBLIC,
    ),
    Report(
        "schedules",
        mark("Personal schedules"),
        ReportGroup.BEFORE,
        schedules,
        _SLIPS,
        for_players=True,
        without=_of_a_draw,
        audience=Audience.PUBLIC,
    ),
    Report(
        "table-rotation",
        mark("Table rotation"),
        ReportGroup.BEFORE,
        rotation_forms,
        _SLIPS,
        missing=_without_rotation,
        without=_of_a_draw,
    ),
    Report("rules", mark("Rules in short"), ReportGroup.BEFORE, rule_sheet, needs_draw=False, by_session=False),
    Report(
        "role-sheets",
        mark("Role sheets"),
        ReportGroup.BEFORE,
        role_sheets,
        _FORMS,
        needs_draw=False,
        by_session=False,
    ),
    Report(
        "symptom-card",
        mark("If something goes wrong"),
        ReportGroup.BEFORE,
        symptom_card,
        _SHOWN,
        needs_draw=False,
        by_session=False,
    ),
    Report("seating-file", mark("Seating, for import"), ReportGroup.BEFORE, seating_file, without=_of_a_draw),
    Report(
        "standings",
        mark("Standings"),
        ReportGroup.RESULTS,
        standings,
        for_players=True,
        needs_draw=False,
        counts_earlier=True,
        audience=Audience.WALL,
    ),
    Report(
        "standings-teams",
        mark("Standings of teams"),
        ReportGroup.RESULTS,
        standings_teams,
        for_players=True,
        needs_draw=False,
        counts_earlier=True,
        without=_of_table_points,
        audience=Audience.WALL,
    ),
    Report(
        "standings-countries",
        mark("Standings of countries"),
        ReportGroup.RESULTS,
        standings_countries,
        for_players=True,
        needs_draw=False,
        counts_earlier=True,
        without=_of_table_points,
        audience=Audience.WALL,
    ),
    Report(
        "prizes",
        mark("Prize list"),
        ReportGroup.RESULTS,
        prizes,
        needs_draw=False,
        by_category=True,
        counts_earlier=True,
        audience=Audience.ASKED,
    ),
    Report(
        "certificates",
        mark("Certificates"),
        ReportGroup.RESULTS,
        certificates,
        _FORMS,
        one_language=True,
        needs_draw=False,
        by_category=True,
        counts_earlier=True,
        audience=Audience.ASKED,
    ),
    Report(
        "evening",
        mark("Ranking of the evening"),
        ReportGroup.RESULTS,
        evening,
        without=_of_evenings,
        audience=Audience.WALL,
    ),
    Report(
        "courses",
        mark("Courses of the players"),
        ReportGroup.RESULTS,
        courses,
        counts_earlier=True,
        without=_of_a_league,
        audience=Audience.WALL,
    ),
    Report("sessions", mark("Session results"), ReportGroup.RESULTS, sessions, audience=Audience.WALL),
    Report(
        "tabulation", mark("Tabulation"), ReportGroup.RESULTS, tabulation, counts_earlier=True, audience=Audience.ASKED
    ),
    Report(
        "journeys",
        mark("Journeys of the players"),
        ReportGroup.RESULTS,
        journeys,
        _SLIPS,
        counts_earlier=True,
        audience=Audience.WALL,
    ),
    Report(
        "cross-table",
        mark("Who met whom"),
        ReportGroup.RESULTS,
        cross_table,
        counts_earlier=True,
        audience=Audience.WALL,
    ),
    Report(
        "statistics",
        mark("Statistics"),
        ReportGroup.RESULTS,
        statistics_report,
        _CHARTED,
        audience=Audience.WALL,
    ),
    Report("best-hands", mark("Best hands"), ReportGroup.RESULTS, dearest_hands, audience=Audience.WALL),
    Report(
        "fans",
        mark("Recorded fan"),
        ReportGroup.RESULTS,
        fans,
        _CHARTED,
        missing=_without_scorer,
        audience=Audience.WALL,
    ),
    Report("hands", mark("Hands"), ReportGroup.RESULTS, hands, (*FORMATS, Format.PARQUET), audience=Audience.ASKED),
    Report(
        "site",
        mark("Web page of the event"),
        ReportGroup.RESULTS,
        public_site,
        (Format.HTML,),
        one_language=True,
        needs_draw=False,
        by_session=False,
        counts_earlier=True,
        audience=Audience.PUBLIC,
    ),
    Report("fouls-record", mark("Record of fouls"), ReportGroup.REFEREES, fouls_record),
    Report("fouls", mark("Fouls by player"), ReportGroup.REFEREES, fouls),
    Report("journal", mark("Journal"), ReportGroup.REFEREES, journal, needs_draw=False, grows=True),
    Report("signed-totals", mark("Signed totals"), ReportGroup.REFEREES, signed_totals),
    Report(
        "ruling-slips",
        mark("Ruling slips"),
        ReportGroup.REFEREES,
        ruling_slips,
        _FORMS,
        one_language=True,
        missing=_without_tiles,
    ),
    Report("filled-sheets", mark("Filled-in sheets"), ReportGroup.REFEREES, filled_sheets, _FORMS),
    Report(
        "observer-report",
        mark("Observer’s report"),
        ReportGroup.REFEREES,
        observer_report,
        needs_draw=False,
        by_session=False,
        without=_of_a_tournament,
    ),
    Report("referee-report", mark("Referee’s report"), ReportGroup.REFEREES, referee_report, needs_draw=False),
    Report(
        "settlement-matrices",
        mark("Settlement matrices"),
        ReportGroup.REFEREES,
        filled_matrices,
        _FORMS,
        one_language=True,
        missing=_without_four_values,
    ),
    Report(
        "workbook",
        mark("Workbook"),
        ReportGroup.DATA,
        workbook,
        (Format.EXCEL,),
        needs_draw=False,
        by_session=False,
        counts_earlier=True,
    ),
    Report("players", mark("List of players"), ReportGroup.DATA, players, _DATA, needs_draw=False, by_session=False),
    Report("penalties", mark("Penalties"), ReportGroup.DATA, penalties, _DATA),
    Report(
        "event",
        mark("The whole event"),
        ReportGroup.DATA,
        whole_event,
        (Format.JSON,),
        needs_draw=False,
        by_session=False,
        grows=True,
        one_language=True,
    ),
)


def all_reports() -> tuple[Report, ...]:
    """The reports of the program, then those of the federations known on this computer."""
    taken = {report.name for report in REPORTS}
    found = _federation_reports(known_federations().federations)
    return (*REPORTS, *(report for report in found if report.name not in taken))


@lru_cache(maxsize=2)
def _federation_reports(federations: tuple[Federation, ...]) -> tuple[Report, ...]:
    return tuple(
        Report(
            federation.report_name(report),
            report_title(federation, report),
            ReportGroup.FEDERATIONS,
            partial(federation_report, federation, report),
            tuple(Format(file.kind.value) for file in report.files),
            needs_draw=False,  # without a draw it also lists what else is missing
            by_session=False,
            missing=partial(_without_rules, federation),
            without=_of_a_tournament,
        )
        for federation in federations
        for report in federation.reports
    )


def reports_under(rules: RuleSet, format: EventFormat = EventFormat.TOURNAMENT) -> tuple[Report, ...]:
    """The reports of the program that exist for an event of ``format`` under ``rules``."""
    return _those_of(REPORTS, rules, format)


def offered_reports(rules: RuleSet, format: EventFormat) -> tuple[Report, ...]:
    """The same, then those of the federations, which are refused while data is missing."""
    return _those_of(all_reports(), rules, format)


def _those_of(reports: Sequence[Report], rules: RuleSet, format: EventFormat) -> tuple[Report, ...]:
    return tuple(report for report in reports if (report.missing(rules) or report.without(format)) is None)


def report_called(name: str) -> Report | None:
    """The report of this name, or None."""
    return next((report for report in all_reports() if report.name == name), None)


def build(report: Report, view: View, options: ReportOptions) -> Document:
    """Build ``report``. Raise Refused if the draw, session or table is missing, or the rules do not have the report."""
    problem = report.missing(view.rules) or report.without(view.settings.format)
    if problem is not None:
        raise Refused(problem)
    if options.public or report.audience is Audience.PUBLIC:
        view = _public_view(report, view, options)
    if not view.settings.format.is_drawn:
        _refuse_unknown_evening(view, options)
    elif report.needs_draw or options.session is not None:
        view.sheet(1 if options.session is None else options.session, options.table or 1)
    document = _with_notes(report, view, options, report.build(view, options))
    details = event_details(view, replace(options, session=None) if report.counts_earlier else options)
    shown = replace(
        document,
        details=details,
        organiser=view.settings.organiser.strip(),
        final=_is_final(report, view, options, document),
        address=view.settings.web_address if report.for_players else "",
        logo=view.state.logo,
    )
    return replace(shown, fingerprint=str(view.fingerprint), damaged=view.damaged, rehearsal=view.settings.rehearsal)


def is_for_walls(report: Report, view: View) -> bool:
    """Whether ``report`` uses only public results by default: it is for walls, and the event publishes results."""
    return report.audience is Audience.WALL and view.state.publication.used


def withheld_text(report: Report, view: View, options: ReportOptions) -> Text | None:
    """What ``report`` shows that is not public, in an event that publishes results; None if it shows nothing of the
    kind."""
    publication = view.state.publication
    if options.public or not publication.used or report.audience not in (Audience.ASKED, Audience.WALL):
        return None
    if report.group is ReportGroup.BEFORE:
        shown = replace(options, session=None).sessions_so_far(view)
    else:
        shown = options.sessions_so_far(view) if report.counts_earlier else options.sessions_played(view)
    withheld = [each for each in shown if each > publication.session and view.tally(each).sheets]
    if not withheld:
        return None
    if view.settings.format.is_drawn:
        return mark_count(
            "It shows results of session {sessions}, which are not public: do not post it on a wall.",
            "It shows results of sessions {sessions}, which are not public: do not post it on a wall.",
            len(withheld),
            sessions=listed(withheld),
        )
    return mark_count(
        "It shows results of evening {evenings}, which are not public: do not post it on a wall.",
        "It shows results of evenings {evenings}, which are not public: do not post it on a wall.",
        len(withheld),
        evenings=listed(withheld),
    )


def _public_view(report: Report, view: View, options: ReportOptions) -> View:
    """The public part of ``view``. Raise Refused if ``report`` would show more, or nothing."""
    match report.audience:
        case Audience.PUBLIC:
            return PublicView(view) if report.group is ReportGroup.RESULTS else view
        case Audience.DESK:
            text = mark("“{report}” is for the desk: it is not available to the public.", report=report.title)
            raise Refused(Problem("report-not-public", text, "public"))
        case Audience.ASKED | Audience.WALL if report.group is ReportGroup.BEFORE:
            return view  # its seats are those of all sessions; its builder uses the public standings
        case Audience.ASKED | Audience.WALL:
            public = PublicView(view)
            public.refuse_withheld(options.session)
            if not public.public_session:
                raise Refused(Problem("results-withheld", public_text(view), "public"))
            return public
        case _:
            assert_never(report.audience)


def _is_final(report: Report, view: View, options: ReportOptions, document: Document) -> bool:
    """Whether ``document`` shows results up to the end of an event that is over."""
    if document.provisional is not False or report.group is not ReportGroup.RESULTS:
        return False
    if document.site is not None and document.site.after < view.last_session:
        return False
    if report.name == "evening" or view.settings.format is EventFormat.CLUB:
        return evening_is_over(view, options.session or len(view.drawn_sessions))
    whole = options.session is None or (report.counts_earlier and options.session == view.last_session)
    return whole and event_is_over(view)


def _with_notes(report: Report, view: View, options: ReportOptions, document: Document) -> Document:
    """Add notes: up to where a public report goes, and which of the sessions counted were reopened."""
    if isinstance(view, PublicView) and report.audience is not Audience.PUBLIC:
        document = _with_note(document, public_text(view))
    if document.provisional is None or not view.state.reopened:
        return document
    sessions: Sequence[int] = options.sessions_of(view)
    if report.counts_earlier:
        sessions = range(1, (view.last_session if options.session is None else options.session) + 1)
    if isinstance(view, PublicView):
        sessions = [each for each in sessions if each <= view.public_session]
    told = corrections_text(view, sessions, options.printed)
    return document if told is None else _with_note(document, told)


def _with_note(document: Document, told: Text) -> Document:
    note = told if document.note is None else mark("{corrections} {note}", corrections=told, note=document.note)
    return replace(document, note=note)


def _refuse_unknown_evening(view: View, options: ReportOptions) -> None:
    """Raise Refused if the requested evening or game does not exist."""
    if options.table is not None:
        view.sheet(options.session or 1, options.table)
    elif options.session is not None and options.session not in view.drawn_sessions:
        view.sheet(options.session, 1)


class _Writer(Protocol):
    def __call__(
        self, document: Document, path: Path, language: Language, *, page_size: PageSize, progress: Progress | None
    ) -> None: ...


_WRITERS = {
    Format.PDF: "pdf", Format.EXCEL: "excel", Format.HTML: "html", Format.PARQUET: "parquet",
    Format.JSON: "event_json", Format.SVG: "svg", Format.PNG: "png",
}  # fmt: skip


def missing_library(format: Format) -> Text | None:
    """Why no report can be written in ``format`` on this computer; None if it can."""
    if format is not Format.PARQUET or importlib.util.find_spec("pyarrow") is not None:
        return None
    return mark(
        "Parquet needs the library {library}, which is not installed: install {package}, or choose CSV or Excel.",
        library="pyarrow", package="quatre-vents[parquet]",
    )  # fmt: skip


def write(
    document: Document,
    path: Path,
    format: Format,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    progress: Progress | None = None,
    csv_for: CsvFor = CsvFor.SCRIPTS,
) -> None:
    """Write ``document`` to ``path``; the libraries of the format are loaded here. ``csv_for`` only concerns CSV.

    ``progress`` may raise to cancel: nothing is left behind. Raises ExportFailed if the file cannot be written, and if
    its format cannot state that the event is from a damaged file.
    """
    if document.damaged and format is Format.CSV:
        text = mark("CSV cannot state that the data comes from a damaged file: choose PDF, Excel or HTML.")
        raise ExportFailed(text, path)
    if document.damaged and format in (Format.PARQUET, Format.JSON):
        text = mark("{format} cannot state that the data comes from a damaged file: choose PDF, " "Excel or HTML.",
                    format=format.value)  # fmt: skip
        raise ExportFailed(text, path)
    missing = missing_library(format)
    if missing is not None:
        raise ExportFailed(missing, path)
    exact = next((table for table in document.exact if table.suffix == format.value), None)
    if exact is not None:
        exact_table = importlib.import_module("reports.writers.exact_table")
        exact_table.write(document, exact, path, language, progress=progress)
        return
    if format is Format.CSV:
        write_csv(document, path, language, progress=progress, csv_for=csv_for)
        return
    module = importlib.import_module(f"reports.writers.{_WRITERS[format]}")
    writer = cast(_Writer, module.write)
    writer(document, path, language, page_size=page_size, progress=progress)
