"""Read a federation's data file (TOML) and report everything that is wrong with it, field by field."""

import re
from collections.abc import Iterator

from reports.data_file import DataFileUnreadable, FieldFault, Fields, parsed
from reports.federations.definition import (
    ColumnValue,
    DateForm,
    Federation,
    FederationColumn,
    FederationFile,
    FederationReport,
    FileKind,
    WholePoints,
)
from tournament.event.country import CountryCodes
from tournament.language import LANGUAGES, mark

MOST_COLUMNS = 200
MOST_DIGITS = 20
_MOST_PLAYERS = 10_000
_NAMED = ("results", "ranking")
"""Reports that have a title here in every language."""
_NOT_IN_SHEET = re.compile(r"[\[\]:*?/\\]")
_MOST_IN_SHEET = 31


def read_federation(content: bytes) -> Federation:
    """The federation that ``content`` describes. Raises :class:`DataFileUnreadable`."""
    faults: list[FieldFault] = []
    fields = Fields(parsed(content), "", faults)
    id = fields.name("id")
    name = fields.text("name", required=True)
    rules = fields.texts("rules")
    for known in rules:
        fields.check_rules(known, f"rules.{known}")
    codes = fields.choice("country_codes", CountryCodes, CountryCodes.ALPHA2)
    digits = fields.whole("number_digits", most=MOST_DIGITS)
    yes, no = fields.text("yes") or "YES", fields.text("no") or "NO"
    date = fields.choice("date", DateForm, DateForm.ISO)
    language = fields.text("language") or LANGUAGES[0].code
    if language not in {each.code for each in LANGUAGES}:
        known = ", ".join(each.code for each in LANGUAGES)
        fields.fault("language", mark("“{written}” is not one of {known}", written=language, known=known))
    least, minima = fields.whole("least_players", most=_MOST_PLAYERS), fields.ids("minima")
    latin = fields.flag("latin_names", usual=False)
    reports = tuple(_reports(fields))
    fields.refuse_unknown()
    if faults:
        raise DataFileUnreadable(tuple(faults))
    return Federation(
        id,
        name,
        reports,
        rules=tuple(rules.items()),
        country_codes=codes,
        number_digits=digits,
        yes=yes,
        no=no,
        date=date,
        language=language,
        least_players=least,
        latin_names=latin,
        minima=minima,
    )


def _reports(fields: "Fields") -> Iterator[FederationReport]:
    """The reports in the order of the data file, with the files of one report together."""
    found: dict[str, list[FederationFile]] = {}
    titles: dict[str, str] = {}
    for table in fields.tables("files", required=True):
        report = table.name("report")
        title = table.text("title")
        if report and report not in _NAMED and not title and not titles.get(report):
            known = ", ".join(_NAMED)
            table.fault("title", mark("is missing; only {known} can omit it", known=known))
        titles[report] = titles.get(report) or title
        file = _file(table)
        if any(_clash(other, file) for other in found.get(report, ())):
            table.fault("format", mark("this report already has a file of this format"))
        found.setdefault(report, []).append(file)
        table.refuse_unknown()
    for report, files in found.items():
        yield FederationReport(report, titles[report], tuple(files))


def _clash(one: FederationFile, other: FederationFile) -> bool:
    """Whether both are of one kind and for the same rules."""
    same = {*one.rules} & {*other.rules} or not (one.rules or other.rules)
    return one.kind is other.kind and bool(same)


def _file(table: "Fields") -> FederationFile:
    kind = table.choice("format", FileKind, FileKind.XLSX, required=True)
    sheet = _sheet(table, "sheet")
    officials, remarks = _sheet(table, "officials_sheet"), _sheet(table, "remarks_sheet")
    separator, decimal_mark = table.text("separator") or ",", table.text("decimal") or "."
    taken = {sheet.casefold()}
    for field, name in (("officials_sheet", officials), ("remarks_sheet", remarks)):
        if name and (kind is not FileKind.XLSX or name.casefold() in taken):
            table.fault(field, mark("is only for a workbook, and has a name of its own"))
        taken.add(name.casefold())
    if separator not in (",", ";", "\t"):
        table.fault("separator", mark("must be a comma, a semicolon or a tab"))
    if decimal_mark not in (".", ","):
        table.fault("decimal", mark("must be a point or a comma"))
    quoted, byte_order_mark = table.flag("quoted", usual=False), table.flag("byte_order_mark", usual=True)
    columns = tuple(_column(each) for each in table.tables("columns", required=True))
    if len(columns) > MOST_COLUMNS:
        table.fault("columns", mark("{count} columns, more than {most}", count=len(columns), most=MOST_COLUMNS))
    rules = table.ids("rules")
    codes = table.choice("country_codes", CountryCodes, CountryCodes.ALPHA2) if table.has("country_codes") else None
    points = table.choice("points", WholePoints, WholePoints.EXACT)
    return FederationFile(
        kind, columns, sheet, separator, quoted, byte_order_mark, decimal_mark, rules, officials, remarks, codes, points
    )


def _sheet(table: "Fields", field: str) -> str:
    """The name of a worksheet; empty for none."""
    name = table.text(field)
    if len(name) > _MOST_IN_SHEET or _NOT_IN_SHEET.search(name):
        table.fault(
            field, mark("a sheet name has at most {most} characters and none of [ ] : * ? / \\", most=_MOST_IN_SHEET)
        )
    return name


def _column(table: "Fields") -> FederationColumn:
    column = FederationColumn(
        table.text("heading", required=True),
        table.choice("value", ColumnValue, ColumnValue.TEXT, required=True),
        table.text("text"),
        table.flag("capitals", usual=False),
    )
    if column.text and column.value is not ColumnValue.TEXT:
        table.fault("text", mark("is only for a column whose value is “text”"))
    table.refuse_unknown()
    return column
