"""The ordered list of all reports, and the function that writes one."""

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol, cast

from reports.document import Document
from reports.federations.definition import Federation
from reports.federations.known import known_federations
from reports.federations.report import federation_report, report_title
from reports.report import (
    FORMATS,
    HEADINGS,
    Audience,
    Format,
    Report,
    ReportGroup,
    is_for_walls,
    prizes_wait,
    shown_view,
    standing_of,
    with_notes,
    withheld_sessions,
    withheld_text,
)
from reports.sheets.arrival import check_in, timetable
from reports.sheets.cross_table import cross_table
from reports.sheets.data import penalties, players, whole_event
from reports.sheets.details import event_details
from reports.sheets.event_reports import observer_report, referee_report
from reports.sheets.fans import fans
from reports.sheets.fouls import fouls_record
from reports.sheets.groups import standings_countries, standings_teams
from reports.sheets.hands import hands
from reports.sheets.journal import journal
from reports.sheets.journeys import journeys
from reports.sheets.matrices import blank_matrices, filled_matrices
from reports.sheets.money import evening_money, season_money
from reports.sheets.options import ReportOptions
from reports.sheets.placards import badges, certificates, posters, table_signs
from reports.sheets.prizes import prizes
from reports.sheets.prospects import prospects
from reports.sheets.role_sheets import role_sheets
from reports.sheets.rotation_form import rotation_forms
from reports.sheets.rule_sheet import rule_sheet
from reports.sheets.ruling_slip import ruling_slips
from reports.sheets.score_sheets import blank_sheets, filled_sheets, player_cards, score_sheets
from reports.sheets.season import attendance, courses, evening
from reports.sheets.seating import schedules, seating_by_player, seating_by_table, seating_file
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
from tournament.event.money import money_off_problem
from tournament.event.problem import Problem, Refused
from tournament.files.packed import is_packed
from tournament.language import Language, Text, mark
from tournament.ledger.signature import short_key
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.view import View

__all__ = [
    "FORMATS",
    "HEADINGS",
    "PARTS",
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
    "prizes_wait",
    "report_called",
    "reports_under",
    "withheld_sessions",
    "withheld_text",
    "write",
    "write_together",
]


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


def _of_a_draw(format: EventFormat) -> Problem | None:
    if format.is_drawn:
        return None
    text = mark("There is no draw: games are opened as players sit down. The results by game show who played where.")
    return Problem("format-not-drawn", text, "what")


def _of_evenings(format: EventFormat) -> Problem | None:
    if not format.is_drawn:
        return None
    return Problem("format-drawn", mark("A tournament has no evenings: use the standings."), "what")


def _of_an_evening(other: str, format: EventFormat) -> Problem | None:
    """Why there is no report of one evening; in a club it would be the report ``other``."""
    if format is not EventFormat.CLUB:
        return _of_evenings(format)
    text = mark("A club meets for a single evening: use the report “{report}”.", report=other)
    return Problem("format-single-evening", text, "what")


def _of_table_points(format: EventFormat) -> Problem | None:
    if format.is_drawn:
        return None
    text = mark("Teams and countries are ranked by table points. Club evenings and leagues have none.")
    return Problem("format-no-table-points", text, "what")


def _of_a_league(format: EventFormat) -> Problem | None:
    if format is EventFormat.LEAGUE:
        return None
    text = mark("Only a league has courses and attendance: use the ranking of the evening.")
    return Problem("format-no-season", text, "what")


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
        without=partial(_of_an_evening, "standings"),
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
    Report(
        "attendance",
        mark("Attendance"),
        ReportGroup.RESULTS,
        attendance,
        counts_earlier=True,
        without=_of_a_league,
        audience=Audience.WALL,
    ),
    Report(
        "money",
        mark("Money"),
        ReportGroup.RESULTS,
        season_money,
        counts_earlier=True,
        without=_of_evenings,
        of_money=True,
    ),
    Report(
        "money-evening",
        mark("Money of the evening"),
        ReportGroup.RESULTS,
        evening_money,
        without=partial(_of_an_evening, "money"),
        of_money=True,
    ),
    Report("prospects", mark("What it takes"), ReportGroup.RESULTS, prospects, by_session=False, without=_of_a_draw),
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

PARTS = {"best-hands": "statistics"}
"""Reports of earlier versions that are now a part of another one, by name."""


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
            tuple(Format(kind.value) for kind in report.kinds),
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


def offered_reports(rules: RuleSet, format: EventFormat, *, money: bool = False) -> tuple[Report, ...]:
    """Those of :func:`reports_under`, then those of the federations, which are refused while data is missing; with
    ``money`` also those about money."""
    return _those_of(all_reports(), rules, format, money=money)


def _those_of(
    reports: Sequence[Report], rules: RuleSet, format: EventFormat, *, money: bool = False
) -> tuple[Report, ...]:
    found = (report for report in reports if (report.missing(rules) or report.without(format)) is None)
    return tuple(report for report in found if money or not report.of_money)


def report_called(name: str) -> Report | None:
    """The report of this name, or None."""
    return next((report for report in all_reports() if report.name == name), None)


def build(report: Report, view: View, options: ReportOptions) -> Document:
    """Build ``report``. Raise Refused if the draw, session or table is missing, or the rules do not have the report."""
    problem = report.missing(view.rules) or report.without(view.settings.format)
    if problem is None and report.of_money and not view.settings.counts_money:
        problem = money_off_problem()
    if problem is not None:
        raise Refused(problem)
    view = shown_view(report, view, options)
    if not view.settings.format.is_drawn:
        _refuse_unknown_evening(view, options)
    elif report.needs_draw or options.session is not None:
        session = min(view.drawn_sessions, default=1) if options.session is None else options.session
        if options.table is not None or not view.sheets(session):
            view.sheet(session, options.table or 1)  # says which is missing
    document = with_notes(report, view, options, report.build(view, options))
    details = event_details(view, replace(options, session=None) if report.counts_earlier else options)
    shown = replace(
        document,
        details=details,
        organiser=view.settings.organiser.strip(),
        standing=standing_of(report, view, options, document),
        address=view.settings.web_address if report.for_players else "",
        logo=view.state.logo,
    )
    key = view.state.signing_key
    return replace(
        shown,
        fingerprint=str(view.fingerprint),
        signing_key=short_key(key.key) if key is not None else "",
        damaged=view.damaged,
        rehearsal=view.settings.rehearsal,
        words=view.words,
    )


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
    needed = ("pandas", "pyarrow") if format is Format.PARQUET else ()
    library = next((name for name in needed if importlib.util.find_spec(name) is None), None)
    if library is None:
        return None
    if is_packed():
        return mark(
            "This package of the program writes no Parquet: choose CSV or Excel, or install {package} with uv or pipx.",
            package="quatre-vents[parquet]",
        )
    return mark(
        "Parquet needs the library {library}, which is not installed: install {package}, or choose CSV or Excel.",
        library=library, package="quatre-vents[parquet]",
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
    """Write ``document`` to ``path``, in ``language`` and the words of its game; the libraries of the format are loaded
    here. ``csv_for`` only concerns CSV.

    ``progress`` may raise to cancel: nothing is left behind. Raises ExportFailed if the file cannot be written, and if
    its format cannot state that the event is from a damaged file.
    """
    language = language.with_words(document.words)
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


def write_together(
    papers: Sequence[tuple[Text, Document]],
    title: Text,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    double_sided: bool = False,
    progress: Progress | None = None,
) -> None:
    """Write ``papers`` of one event, each with its title, to one PDF file, one after the other; see :func:`write`.

    With ``double_sided`` each of them begins on an odd page, after an empty one if necessary.
    """
    from reports.writers.pdf import write_together as write_pdf

    language = language.with_words(papers[0][1].words)
    write_pdf(papers, title, path, language, page_size=page_size, double_sided=double_sided, progress=progress)
