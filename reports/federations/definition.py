"""What a federation asks for: its files with their columns and codes, as plain values."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from tournament.event.country import CountryCodes


class ColumnValue(StrEnum):
    """What a column contains; the value is its name in a data file."""

    TEXT = "text"
    """The same words in each row."""
    TOURNAMENT_NAME = "tournament-name"
    SHORT_NAME = "short-name"
    PARTICIPANTS = "participants"
    """The number of players with a place."""
    DATE = "date"
    """The first day."""
    DATES = "dates"
    """All days, in words."""
    DAYS = "days"
    HOST_COUNTRY = "host-country"
    CITY = "city"
    ORGANISER = "organiser"
    OFFICIALS = "officials"
    """The officials with their roles and contacts, in one cell."""
    RULES = "rules"
    """The federation's name for them."""
    SESSIONS = "sessions"
    CHAMPIONSHIP = "championship"
    """Yes or no."""
    COUNTRIES = "countries"
    """The number of the players' countries."""
    WEIGHT_PLAYERS = "weight-players"
    """The number of players that count for the weight, including at most three substitutes."""
    WEIGHT = "weight"
    PLACE = "place"
    FIRST_NAME = "first-name"
    LAST_NAME = "last-name"
    NUMBER = "number"
    MEMBER = "member"
    """Yes or no: has a number that is not a guest number."""
    COUNTRY = "country"
    CLUB = "club"
    TEAM = "team"
    TABLE_POINTS = "table-points"
    SCORE = "score"
    BASE_RANK = "base-rank"

    @property
    def of_player(self) -> bool:
        """Whether the value differs from row to row."""
        return self in _OF_PLAYER


_OF_PLAYER = frozenset(
    (
        ColumnValue.PLACE,
        ColumnValue.FIRST_NAME,
        ColumnValue.LAST_NAME,
        ColumnValue.NUMBER,
        ColumnValue.MEMBER,
        ColumnValue.COUNTRY,
        ColumnValue.CLUB,
        ColumnValue.TEAM,
        ColumnValue.TABLE_POINTS,
        ColumnValue.SCORE,
        ColumnValue.BASE_RANK,
    )
)


class DateForm(StrEnum):
    """How a day is written."""

    PLAIN = "D/M/YYYY"
    PADDED = "DD/MM/YYYY"
    DOTS = "DD.MM.YYYY"
    ISO = "YYYY-MM-DD"


class WholePoints(StrEnum):
    """What a file has for points that are not whole."""

    EXACT = "exact"
    """Decimals."""
    UNSURE = "unsure"
    """Decimals, with a remark that some programs read whole points only."""
    ROUNDED = "rounded"
    """Whole points, with halves rounded up, for a program that reads no others."""


class FileKind(Enum):
    """The kinds of file that a federation may ask for; the value is the name in a data file, and the suffix."""

    XLSX = "xlsx"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class FederationColumn:
    """One column of a file."""

    heading: str
    value: ColumnValue
    text: str = ""
    """The words of a text column."""
    capitals: bool = False
    """Written in capitals."""


@dataclass(frozen=True, slots=True)
class FederationFile:
    """One file: one row per player, best first."""

    kind: FileKind
    columns: tuple[FederationColumn, ...]
    sheet: str
    """Name of the worksheet."""
    separator: str
    """Between the values of a CSV file."""
    quoted: bool
    """Every value of a CSV file is in quotes."""
    byte_order_mark: bool
    """A CSV file begins with a byte order mark."""
    decimal_mark: str
    """In a CSV file."""
    rules: tuple[str, ...] = ()
    """Ids of the rule sets that it is for; empty: for all that no other file of its kind names."""
    officials_sheet: str = ""
    """Name of another worksheet with the officials; empty: none."""
    remarks_sheet: str = ""
    """Name of another worksheet with what explains a number or leaves a decision to the federation; empty: none."""
    country_codes: CountryCodes | None = None
    """The codes in this file; None: those of the federation."""
    points: WholePoints = WholePoints.EXACT


@dataclass(frozen=True, slots=True)
class FederationReport:
    """One report in one or several kinds of file."""

    name: str
    """``results``; on the command line with the federation's id in front: ``ema-results``."""
    title: str
    """In the federation's words; empty for a report that has a title here in every language."""
    files: tuple[FederationFile, ...]

    @property
    def values(self) -> frozenset[ColumnValue]:
        """All values that its files contain; ask the report :meth:`under` the rules of an event."""
        return frozenset(column.value for file in self.files for column in file.columns)

    @property
    def kinds(self) -> tuple[FileKind, ...]:
        """The kinds of its files, each once."""
        return tuple(dict.fromkeys(file.kind for file in self.files))

    def under(self, rules: str) -> "FederationReport":
        """The same with the files for these rules alone."""
        named = tuple(file for file in self.files if rules in file.rules)
        kinds = {file.kind for file in named}
        others = tuple(file for file in self.files if not file.rules and file.kind not in kinds)
        return replace(self, files=(*named, *others))

    def file(self, kind: FileKind) -> FederationFile | None:
        """Its file of ``kind``."""
        return next((file for file in self.files if file.kind is kind), None)


@dataclass(frozen=True, slots=True)
class Federation:
    """A federation and its reports."""

    id: str
    name: str
    reports: tuple[FederationReport, ...]
    rules: tuple[tuple[str, str], ...] = ()
    """Its names for the rule sets it accepts, by id; empty: it accepts any."""
    country_codes: CountryCodes = CountryCodes.ALPHA2
    number_digits: int = 0
    """The number of digits in its numbers; 0: any text."""
    yes: str = "YES"
    no: str = "NO"
    date: DateForm = DateForm.ISO
    language: str = "en"
    """For the months in a period, and for rule sets that it has no name for."""
    least_players: int = 0
    """With fewer players it decides whether it accepts an event; 0: it does not say."""
    latin_names: bool = False
    """It reads Latin letters only: names in another script are written as :attr:`Player.latin_names` are."""
    minima: tuple[str, ...] = ()
    """Ids of the rule sets of which it asks for the sessions and minutes of ``tournament.event.timetable.MINIMA``."""

    def report_name(self, report: FederationReport) -> str:
        """The name of ``report`` on the command line."""
        return f"{self.id}-{report.name}"
