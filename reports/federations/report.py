"""A federation's report as a document: the pages to look at, and the files cell by cell as the federation requires."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from reports import vocabulary
from reports.column import Column
from reports.document import Document, ExactTable, Section, table_of
from reports.federations.definition import ColumnValue, Federation, FederationFile, FederationReport, WholePoints
from reports.federations.gate import gaps, granted_remark
from reports.federations.values import EventResults, event_results, file_rows
from reports.sheets.options import ReportOptions, after_hands, players_of
from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, language_of, listed, mark, mark_count, verbatim
from tournament.use_cases.view import View

_LIKE: Mapping[ColumnValue, Column[Any]] = {
    ColumnValue.PLACE: vocabulary.RANK,
    ColumnValue.FIRST_NAME: vocabulary.FIRST_NAME,
    ColumnValue.LAST_NAME: vocabulary.LAST_NAME,
    ColumnValue.NUMBER: vocabulary.EMA_NUMBER,
    ColumnValue.COUNTRY: vocabulary.COUNTRY,
    ColumnValue.CLUB: vocabulary.CLUB,
    ColumnValue.TEAM: vocabulary.TEAM,
    ColumnValue.TABLE_POINTS: vocabulary.TABLE_POINTS,
    ColumnValue.SCORE: vocabulary.SCORE,
    ColumnValue.BASE_RANK: vocabulary.PLAYERS,
}
"""The columns of other tables that have the same values; here they have the federation's heading."""
_PLAIN: Column[Any] = Column(vocabulary.NO_HEADING, itemgetter(0))


def report_title(federation: Federation, report: FederationReport) -> Text:
    """The title of ``report``."""
    if report.title:
        return verbatim(report.title)
    if report.name == "ranking":
        return mark("Base rank and weight for {federation}", federation=federation.name)
    return mark("Results for {federation}", federation=federation.name)


def federation_report(federation: Federation, report: FederationReport, view: View, options: ReportOptions) -> Document:
    """``report`` of the event; raises Refused with every :class:`reports.federations.gate.Gap` while data is
    missing."""
    report, results = _chosen(report.under(view.settings.rules), options), event_results(view)
    found = gaps(view, federation, report, results)
    missing = [each for each in found if each.gravity is not Gravity.REMARK]
    if missing:
        raise Refused(*missing)
    granted = granted_remark(results)
    said = (*found, *([granted] if granted is not None else []))
    remarks = tuple(each.text for each in said)
    shown = view.standings()
    return Document(
        event=view.settings.name,
        title=report_title(federation, report),
        state=after_hands(shown.hands, provisional=False),
        printed=options.printed,
        provisional=False,
        aside=(players_of(len(results.rows)), *([_weight(results)] if _weighs(report) else [])),
        note=_note(view, remarks),
        remarks=remarks,
        sections=(_preview(federation, report.files[0], results),),
        exact=tuple(_exact(federation, file, results, said) for file in report.files),
    )


def _chosen(report: FederationReport, options: ReportOptions) -> FederationReport:
    """Return ``report`` with the codes and points of the options in place of those of its files."""
    files = (
        replace(
            file,
            country_codes=options.country_codes or file.country_codes,
            points=WholePoints.ROUNDED if options.whole_points else file.points,
        )
        for file in report.files
    )
    return replace(report, files=tuple(files))


_OFFICIALS = ("Role", "Name", "Contact")
"""The headings of the worksheet with the officials."""


_REMARKS = ("Remark",)
"""The heading of the worksheet with the remarks."""
_FOR_THE_FEDERATION = frozenset(("too-few-players", "too-few-sessions", "substitutes-counted", "granted-points"))
"""Codes of the remarks on which the federation decides, or that explain a number to it."""


def _further(
    federation: Federation, file: FederationFile, results: EventResults, remarks: Sequence[Problem]
) -> Iterator[ExactTable]:
    """The other worksheets that the file asks for, if they have rows: officials, and remarks for the federation."""
    officials = tuple((each.role, each.name, each.contact) for each in results.settings.officials)
    if file.officials_sheet and officials:
        yield ExactTable(file.kind.value, _OFFICIALS, officials, sheet=file.officials_sheet)
    language = language_of(federation.language)
    said = tuple((language.render(each.text),) for each in remarks if each.code in _FOR_THE_FEDERATION)
    if file.remarks_sheet and said:
        yield ExactTable(file.kind.value, _REMARKS, said, sheet=file.remarks_sheet)


def _exact(
    federation: Federation, file: FederationFile, results: EventResults, remarks: Sequence[Problem]
) -> ExactTable:
    return ExactTable(
        file.kind.value,
        tuple(column.heading for column in file.columns),
        file_rows(federation, file, results),
        sheet=file.sheet,
        separator=file.separator,
        quoted=file.quoted,
        byte_order_mark=file.byte_order_mark,
        decimal_mark=file.decimal_mark,
        day_format=federation.date.lower(),
        further=tuple(_further(federation, file, results, remarks)),
    )


def _preview(federation: Federation, file: FederationFile, results: EventResults) -> Section:
    """The columns that differ from player to player."""
    shown = [index for index, column in enumerate(file.columns) if column.value.of_player]
    columns: tuple[Column[Any], ...] = tuple(
        _LIKE.get(file.columns[index].value, _PLAIN).of(
            itemgetter(index),
            heading=verbatim(file.columns[index].heading),
            flexible=file.columns[index].value is ColumnValue.LAST_NAME,
            name="",
        )
        for index in shown
    )
    return Section(table_of(columns, file_rows(federation, file, results)))


def _weighs(report: FederationReport) -> bool:
    return ColumnValue.WEIGHT in report.values


def _weight(results: EventResults) -> Text:
    """The weight with its parts."""
    parts = [
        mark_count("{count} day", "{count} days", results.days),
        players_of(results.counted_players),
        mark_count("{count} country", "{count} countries", len(results.countries)),
        *([mark("European championship")] if results.championship else []),
    ]
    return mark("weight {weight}: {parts}", weight=results.weight, parts=listed(parts))


def _note(view: View, remarks: Sequence[Text]) -> Text:
    """The note: who is left out, then each remark as a sentence."""
    note = _left_out(view)
    for remark in remarks:
        note = Text("{note} {remark}", (("note", note), ("remark", remark)))
    return note


def _left_out(view: View) -> Text:
    """Players without a place, who are not in the report."""
    names = [row.player.name for row in view.standings().unranked]
    if not names:
        return mark("Taken from the final standings.")
    return mark("Taken from the final standings. Excluded because they have no place: {names}.", names=listed(names))
