"""Read a federation's data file (TOML) and report everything that is wrong with it, field by field."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

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
from tournament.catalogue import IDS
from tournament.event.country import CountryCodes
from tournament.language import LANGUAGES, Text, mark
from tournament.language.harmless import steers_a_line

MOST_BYTES = 200_000
"""A data file is a page or two."""
MOST_COLUMNS = 200
MOST_DIGITS = 20
_LONGEST = 200
_MOST_PLAYERS = 10_000
_PLACE = re.compile(r"line (\d+), column (\d+)")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NAMED = ("results", "ranking")
"""Reports that have a title here in every language."""
_NOT_IN_SHEET = re.compile(r"[\[\]:*?/\\]")
_MOST_IN_SHEET = 31
Choice = TypeVar("Choice", bound=Enum)


@dataclass(frozen=True, slots=True)
class FieldFault:
    """One error in a data file."""

    field: str
    """Where: ``files[1].columns[3].value``; empty for the whole file."""
    text: Text

    @property
    def located(self) -> Text:
        """With its field in front."""
        return mark("{field}: {text}", field=self.field, text=self.text) if self.field else self.text


class FederationUnreadable(Exception):
    """A data file that cannot be used, with all its faults."""

    def __init__(self, faults: tuple[FieldFault, ...]) -> None:
        super().__init__("; ".join(f"{fault.field}: {fault.text.message}" for fault in faults))
        self.faults = faults


def read_federation(content: bytes) -> Federation:
    """The federation that ``content`` describes. Raises :class:`FederationUnreadable`."""
    faults: list[FieldFault] = []
    fields = _Fields(_parsed(content), "", faults)
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
        raise FederationUnreadable(tuple(faults))
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


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > MOST_BYTES:
        text = mark("the file has {count} bytes, more than {most}", count=len(content), most=MOST_BYTES)
        raise FederationUnreadable((FieldFault("", text),))
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FederationUnreadable((FieldFault("", mark("the file is not UTF-8: save it as UTF-8")),)) from error
    except (ValueError, RecursionError) as error:  # also of a number with thousands of digits
        place = _PLACE.search(str(error))
        text = mark("the file is not TOML at its end")
        if not isinstance(error, tomllib.TOMLDecodeError):
            text = mark("a number has too many digits")
        if isinstance(error, RecursionError):
            text = mark("the file is nested too deeply")
        elif place is not None:
            text = mark("the file is not TOML: see line {line}, column {column}", line=place[1], column=place[2])
        raise FederationUnreadable((FieldFault("", text),)) from error


def _reports(fields: "_Fields") -> Iterator[FederationReport]:
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


def _file(table: "_Fields") -> FederationFile:
    kind = table.choice("format", FileKind, FileKind.XLSX, required=True)
    sheet, officials = _sheet(table, "sheet"), _sheet(table, "officials_sheet")
    separator, decimal_mark = table.text("separator") or ",", table.text("decimal") or "."
    if officials and (kind is not FileKind.XLSX or officials.casefold() == sheet.casefold()):
        table.fault("officials_sheet", mark("is only for a workbook, and has a name of its own"))
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
        kind, columns, sheet, separator, quoted, byte_order_mark, decimal_mark, rules, officials, codes, points
    )


def _sheet(table: "_Fields", field: str) -> str:
    """The name of a worksheet; empty for none."""
    name = table.text(field)
    if len(name) > _MOST_IN_SHEET or _NOT_IN_SHEET.search(name):
        table.fault(
            field, mark("a sheet name has at most {most} characters and none of [ ] : * ? / \\", most=_MOST_IN_SHEET)
        )
    return name


def _column(table: "_Fields") -> FederationColumn:
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


class _Fields:
    """One table of the file: fields are read by name and type; wrong and unknown fields are faults."""

    def __init__(self, table: Mapping[str, Any], where: str, faults: list[FieldFault]) -> None:
        self._table, self._where, self._faults = table, where, faults
        self._taken: set[str] = set()

    def fault(self, field: str, text: Text) -> None:
        """Record what is wrong with ``field``."""
        self._faults.append(FieldFault(f"{self._where}{field}", text))

    def refuse_unknown(self) -> None:
        """Report each field that was not read: it is unknown, perhaps misspelt."""
        for field in self._table:
            if field not in self._taken:
                known = ", ".join(sorted(self._taken))
                self.fault(field, mark("is not known here; these are: {known}", known=known))

    def has(self, field: str) -> bool:
        """Whether the table has ``field``."""
        return field in self._table

    def text(self, field: str, *, required: bool = False) -> str:
        """One line of words, or empty."""
        value = self._take(field, str, required=required)
        if value is None:
            return ""
        if required and not value.strip():
            self.fault(field, mark("is empty"))
        elif len(value) > _LONGEST:
            self.fault(field, mark("has {count} characters, more than {most}", count=len(value), most=_LONGEST))
        elif steers_a_line(value) and value != "\t":
            self.fault(field, mark("contains control characters"))
        return str(value)

    def name(self, field: str) -> str:
        """A name for the command line."""
        value = self.text(field, required=True)
        if value.strip() and not _NAME.fullmatch(value):
            self.fault(
                field, mark("“{written}” is not a name of lower-case letters, digits and single hyphens", written=value)
            )
        return value

    def whole(self, field: str, *, most: int) -> int:
        """A whole number from 0 to ``most``."""
        value = self._take(field, int)
        if value is None:
            return 0
        if isinstance(value, bool) or not 0 <= value <= most:
            self.fault(field, mark("must be a whole number from 0 to {most}", most=most))
            return 0
        return int(value)

    def flag(self, field: str, *, usual: bool) -> bool:
        """True or false."""
        value = self._take(field, bool)
        return usual if value is None else bool(value)

    def choice(self, field: str, kind: type[Choice], usual: Choice, *, required: bool = False) -> Choice:
        """A value of a closed set."""
        value = self._take(field, str, required=required)
        if value is None:
            return usual
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(str(each.value) for each in kind)
            self.fault(field, mark("“{written}” is not one of {known}", written=value[:_LONGEST], known=known))
            return usual

    def texts(self, field: str) -> dict[str, str]:
        """A table of words by name."""
        value = self._take(field, dict)
        inner = _Fields(value or {}, f"{self._where}{field}.", self._faults)
        return {name: inner.text(name, required=True) for name in value or {}}

    def ids(self, field: str) -> tuple[str, ...]:
        """A list of ids of rule sets."""
        found = tuple(self._take(field, list, wanted=mark("must be a list of ids")) or ())
        for number, each in enumerate(found):
            self.check_rules(each, f"{field}[{number}]")
        return found

    def check_rules(self, id: object, field: str) -> None:
        """Record a fault at ``field`` unless a rule set has ``id``."""
        if id not in IDS:
            self.fault(field, mark("no rule set has this id; the ids are: {known}", known=", ".join(IDS)))

    def tables(self, field: str, *, required: bool = False) -> list["_Fields"]:
        """A list of tables."""
        value = self._take(field, list, required=required)
        found = []
        if value is not None and not value and required:
            self.fault(field, mark("is empty"))
        for number, each in enumerate(value or ()):
            if isinstance(each, dict):
                found.append(_Fields(each, f"{self._where}{field}[{number}].", self._faults))
            else:
                self.fault(f"{field}[{number}]", mark("must be a table"))
        return found

    def _take(self, field: str, kind: type, *, required: bool = False, wanted: Text | None = None) -> Any:
        self._taken.add(field)
        value = self._table.get(field)
        if value is None:
            if required:
                self.fault(field, mark("is missing"))
            return None
        if not isinstance(value, kind):
            self.fault(field, wanted or _WANTED[kind])
            return None
        return value


_WANTED = {
    str: mark("must be a text in quotes"),
    int: mark("must be a whole number"),
    bool: mark("must be true or false"),
    list: mark("must be a list of tables"),
    dict: mark("must be a table"),
}
