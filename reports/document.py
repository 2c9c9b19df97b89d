"""A report as pure values: no file format, no font, no language yet.

A :class:`Document` has sections; a section holds one table, or the score sheet of one table.
A column says once how its cells are written; a cell is a plain value. Messages stay unrendered
(:class:`tournament.language.Text`), so that one document can be written in every language.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from reports.site import Site
from tournament.hand.hand import Hand
from tournament.hand.player_hand import PlayerHand
from tournament.language import Language, Text
from tournament.rules.pattern import Names
from tournament.rules.payment_matrix import PaymentMatrix
from tournament.rules.rotation import Rotation
from tournament.rules.table_state import TableState
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame


class OtherNames(Names):
    """The names in the languages that a page is not written in."""

    def besides(self, languages: Iterable[str]) -> str:
        """Those that none of ``languages`` has; beside Chinese alone the English one."""
        shown = tuple(languages)
        names = {"en": self.en} if shown == ("zh",) else {"en": self.en, "fr": self.fr, "zh": self.zh}
        return " · ".join(dict.fromkeys(name for code, name in names.items() if name and code not in shown))


Cell = str | int | Fraction | Text | Names | None
"""A string is a user's own words, a Text a message, Names those of a fan; None means that there is nothing to say."""
Row = TypeVar("Row")
"""What one row of a table is about: a player's standing, a penalty."""
Whole = TypeVar("Whole")
"""What a row of another table is about, of which this is a part."""


class Kind(Enum):
    """How the cells of a column are written."""

    TEXT = "text"
    """Words; starts at the left."""
    CODE = "code"
    """Digits that are no number, such as an EMA number: every zero stays."""
    INTEGER = "integer"
    """A whole number, ``12``."""
    SIGNED = "signed"
    """A score or a change, ``+12``, ``0``, ``−12``."""
    POINTS = "points"
    """Table points, exact: the whole part in line, the fraction in a slot of its own."""
    AVERAGE = "average"
    """A mean or a share, exact: shown with one decimal."""
    AMOUNT = "amount"
    """Money, exact: ``150``, or ``150.50`` with hundredths."""
    MOVEMENT = "movement"
    """Places won (positive) or lost since the session before, with an arrow; 0 is a dash."""


class Emphasis(Enum):
    """How much a column is meant to be seen."""

    PLAIN = "plain"
    NAME = "name"
    """Who it is about: a little stronger than plain."""
    STRONG = "strong"
    """What the page is for."""
    MUTED = "muted"
    """Detail: grey."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    heading: Text
    kind: Kind = Kind.TEXT
    emphasis: Emphasis = Emphasis.PLAIN
    flexible: bool = False
    """Takes the room that the other columns leave, and wraps when there is too little."""
    once: bool = False
    """On paper, written again only where it differs from the row above."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; every row has one cell a column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    group: int = 5
    """A darker rule stands after every so many rows."""
    together: bool = False
    """True when a group is one thing (the four players of a table) that no page break may split."""

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} has {len(row)} cells for {len(self.columns)} columns")


@dataclass(frozen=True, slots=True)
class Field(Generic[Row]):
    """A column, and how its cell is read from what a row is about."""

    heading: Text
    cell: Callable[[Row], Cell]
    kind: Kind = Kind.TEXT
    emphasis: Emphasis = Emphasis.PLAIN
    flexible: bool = False
    """As in :class:`Column`."""
    once: bool = False
    """As in :class:`Column`."""

    @property
    def column(self) -> Column:
        """The column without its cells."""
        return Column(self.heading, self.kind, self.emphasis, self.flexible, self.once)

    def within(self, part: "Callable[[Whole], Row]") -> "Field[Whole]":
        """The same field of a row that has what this one is about as its ``part``."""
        return Field(self.heading, lambda row: self.cell(part(row)), self.kind, self.emphasis, self.flexible, self.once)


def table_of(fields: Sequence[Field[Row]], rows: Iterable[Row], *, group: int = 5, together: bool = False) -> Table:
    """The table that ``fields`` make of ``rows``."""
    return Table(
        tuple(field.column for field in fields),
        tuple(tuple(field.cell(row) for field in fields) for row in rows),
        group=group,
        together=together,
    )


class ChartShape(Enum):
    """How the values of a chart are shown."""

    BARS = "bars"
    """Each name has a bar of every series, one beneath the other."""
    STACKED = "stacked"
    """Each name has one bar, series behind series."""
    LINES = "lines"
    """Each series is a line across the names, with a mark at each value."""


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """The values of one thing that a chart shows, one for each of its names."""

    name: Text | str
    values: tuple[int | Fraction | None, ...]
    """Exact; None where there is none."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What a chart shows, as exact values: drawn alike in the window, on paper and in files."""

    key: str
    """Names it among the charts of an event."""
    title: Text
    shape: ChartShape
    names: tuple[Text | Names | str, ...]
    """Whom or what the values are of: players, sessions, kinds of hands."""
    names_title: Text
    """What the names are."""
    series: tuple[ChartSeries, ...]
    values_title: Text
    """What the values are, with their unit."""
    kind: Kind = Kind.INTEGER
    """How a value is written."""
    least_on_top: bool = False
    """Of lines: the first place stands on top."""
    note: Text | None = None
    """Of whom it is, where not of all."""
    empty: Text | None = None
    """What is said in its place where there is nothing to draw."""

    def __post_init__(self) -> None:
        for series in self.series:
            if len(series.values) != len(self.names):
                raise ValueError(f"{self.key}: {len(series.values)} values for {len(self.names)} names")

    @property
    def is_empty(self) -> bool:
        """Whether there is no value at all."""
        return all(value is None for series in self.series for value in series.values)


@dataclass(frozen=True, slots=True)
class SheetChart:
    """Bars of some rows of a table, drawn by a spreadsheet from its cells; on paper there is none."""

    title: Text
    name: int
    """The column that says whose bar it is."""
    values: tuple[int, ...]
    """The columns that are drawn."""
    rows: range
    """Those that are drawn, one after another; the first of the table is 0."""
    names_title: Text
    """What the bars are."""
    values_title: Text
    """What their length is."""
    stacked: bool = False
    """The values of a row make one bar."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table under a heading of its own; those of a document may have columns of their own as well."""

    table: Table
    heading: Text | None = None
    """Stands above the table; also the name of the worksheet."""
    label: Cell = None
    """What distinguishes this section from those beside it, in the first column of a CSV file: a session number."""
    label_name: Cell = None
    """Who or what has that label, in the second column, where the document says what it is called."""
    note: Text | None = None
    """One line beneath the heading."""
    charts: tuple[SheetChart, ...] = ()
    sums: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """A column, and those of the same row that make it up: a spreadsheet adds them itself wherever they do."""
    player: int | None = None
    """The number of the player who keeps it: the code beside it leads to his own card on the web page."""


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """One of the four players in the head of a score sheet, in the order of the letters A–D."""

    first_name: str
    last_name: str
    detail: Text | str
    """For whom he plays, country, team: one short line."""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """What is filled in for one hand."""

    points: int | None
    """Value of the hand; None for a drawn or void hand."""
    won: Text
    """Who won from whom, or that nobody did."""
    winner: int | None
    """Column of the winner."""
    net: tuple[int, int, int, int]
    """Change of columns A–D by the hand and the penalties in it."""
    totals: tuple[int, int, int, int]
    """Running totals after it."""
    penalised: frozenset[int] = frozenset()
    """Columns that got a penalty in this hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableForm:
    """What every form of one table in one session has: its head and its end."""

    session: int
    sessions: int | None
    """Number of sessions of the event; None where a session is an evening, and a table a game."""
    table: int | None
    """None on a form that is not of any table yet, nor are its players, code and session."""
    rules: Text
    counted_totals: Text
    """Which totals count where paper and hands differ."""
    gong: Text | None
    """What to do at the gong; None where no time is kept."""
    points_text: Text | None
    """What table points are, in a few words; None where there are none."""
    players: tuple[SheetPlayer, SheetPlayer, SheetPlayer, SheetPlayer]
    scanned: str
    """What the QR code says."""
    code: str
    """The same for people: ``1-03-2`` is session 1, table 3, version 2 of its seats."""
    version: int = 1
    """Of the seats: which draw of the session, or which players of the game, the form was printed for."""
    table_name: str = ""
    """Where in the room a game is played, when that was said."""
    starting_points: int | None = None
    """Points that each has at the start, beside the totals; None: no chips."""
    times: str = ""
    """From – to, or empty: then a line to write on."""
    day: date | None = None
    penalties: tuple[tuple[Text, ...], ...] = ((), (), (), ())
    """One short line a penalty, by column."""
    totals: tuple[int, int, int, int] | None = None
    """Those that count."""
    table_points: tuple[Fraction, Fraction, Fraction, Fraction] | None = None
    signed: tuple[Text | None, Text | None, Text | None, Text | None] = (None, None, None, None)
    """Both totals of a column in which they differ."""
    remark: Text | None = None
    """On the signature: not compared, or why a difference stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheetForm(TableForm):
    """The form of a session whose seats no result changes: one page, blank or filled in."""

    rotation: Rotation
    hands: tuple[SheetHand | None, ...] = ()
    """Hand 1 first; None for one that was not played. Empty on a blank sheet."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A row of a form of hands whose winds follow from results."""

    number: int
    state: TableState | None = None
    """The table before it; None where only the hand before will say."""
    played: bool = False
    points: int | None = None
    values: tuple[int, int, int, int] | None = None
    """What the hands of columns A–D are worth, where all four are paid."""
    won: Text | None = None
    """Who won from whom, or that nobody did."""
    winner: int | None = None
    """Column of the winner."""
    answers: tuple[Text | str | None, ...] = ()
    """One for each column of what is asked."""
    net: tuple[int, int, int, int] | None = None
    """Change of columns A–D by the hand and the penalties in it."""
    totals: tuple[int, int, int, int] | None = None
    """Running totals after it."""
    penalised: frozenset[int] = frozenset()
    """Columns that got a penalty in this hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSheetForm(TableForm):
    """The form of a game whose winds follow from results: as many pages as its hands need, blank or filled in."""

    value: Text
    """What the value of a hand is called."""
    four_values: bool
    """Each hand has a value of each player, and none of its own."""
    round_wind: bool
    """A wind prevails in each hand."""
    asked: tuple[Text, ...]
    """What is asked of a hand besides: a column each."""
    hands: tuple[OpenHand, ...]
    """In order; those that are not played have their number, and what is known before."""
    more: bool
    """Further hands may follow: empty rows fill the page."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The card that one player keeps: the results of all four of each hand, signed by the three others."""

    form: OpenSheetForm
    column: int
    """Whose it is."""


@dataclass(frozen=True, slots=True)
class MatrixForm:
    """Who pays whom for one hand, blank or filled in; everything in the order of the winds, East first."""

    value: Text
    """What the value of a hand is called."""
    heading: Text | None = None
    """Which hand it is, and what was asked of it; None on a blank one."""
    players: tuple[str, ...] = ()
    values: tuple[int, int, int, int] | None = None
    winner: int | None = None
    matrix: PaymentMatrix | None = None


@dataclass(frozen=True, slots=True)
class SlipFan:
    """A fan or another thing that counts on a ruling slip, counted or left out."""

    number: str
    """In the rule book; empty where it has none."""
    name: Names
    times: int
    points: int | Text
    """All counts together, or the factor; 0 for one that is left out."""
    reason: Text | None = None
    """Why it does not count, where no other fan keeps it out."""
    by: Names | None = None
    """The fan that keeps it out."""


@dataclass(frozen=True, slots=True)
class RulingSlip:
    """The tiles of one player of a hand with what counts and what was decided."""

    session: int
    table: int
    hand: int
    player: str
    """Whose tiles they are: the winner's, or another's where all hands count."""
    source: Text
    """From whom the winning tile came, that it was drawn, or that the player did not win."""
    tiles: Hand | PlayerHand
    how: tuple[Text, ...]
    """Winds, then what else is known of the win."""
    counted: tuple[SlipFan, ...]
    left_out: tuple[SlipFan, ...]
    points: int
    """Counted, with flowers."""
    claimed: int
    """What the sheet says and what was settled."""
    decision: Text
    recorded: tuple[Text, ...]
    """Who entered and corrected it, and when."""
    players: tuple[str, str, str, str]
    sum: Text | None = None
    """How the points come about, where they are multiplied or held by a limit."""


ExactCell = str | int | Fraction
"""Words as they stand, or a number."""


@dataclass(frozen=True, slots=True)
class ExactTable:
    """A file that somebody else's program reads: its headings and cells, nothing more; written instead of the pages."""

    suffix: str
    """``xlsx`` or ``csv``."""
    headings: tuple[str, ...]
    rows: tuple[tuple[ExactCell, ...], ...]
    sheet: str = ""
    """Name of the worksheet."""
    separator: str = ","
    """Of a CSV file, as what follows."""
    quoted: bool = False
    byte_order_mark: bool = True
    decimal_mark: str = "."


@dataclass(frozen=True, slots=True)
class Badge:
    """What a player wears; several share a page, to be cut apart."""

    number: int
    first_name: str
    last_name: str
    detail: str
    """Country and team, on one short line."""
    code: str
    """EMA number, or nothing."""
    programme: tuple[Text, ...]
    """Where he sits, a line a session."""


@dataclass(frozen=True, slots=True)
class TableSign:
    """The number of a table, to stand on it."""

    table: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a player, a team or a country takes home: one a page."""

    name: str | Names
    place: Text
    result: Text
    """Nothing where a place says all."""
    category: Text | None = None
    """In which it is the place; None: among all players."""
    prize: Text | None = None
    """What there is to win, in the organiser's words."""


@dataclass(frozen=True, slots=True)
class RoleLine:
    """One thing that a role sheet tells: what it is about, and what is said of it."""

    about: Text | Names
    told: tuple[Text | Names, ...]
    number: str = ""
    """In the rule book, where it has one."""


@dataclass(frozen=True, slots=True)
class RoleSheet:
    """What somebody with one role needs at the desk: one page."""

    role: Text
    purpose: Text
    """What it is for, in a sentence."""
    facts: tuple[RoleLine, ...]
    """Of the event."""
    steps: tuple[Text, ...]
    """What to do, in order."""
    troubles: tuple[RoleLine, ...]
    """What goes wrong: how it shows; where to look and what to do."""
    keys: tuple[RoleLine, ...]
    tariff: tuple[RoleLine, ...] = ()
    """What faults cost, in short."""


@dataclass(frozen=True, slots=True)
class Document:
    """One report."""

    event: str
    """Name of the event, in the organiser's words."""
    title: Text
    """What it is: ``Standings after session 4``."""
    state: Text
    """What the page shows and how final it is: ``after 715 hands``; at the foot of every page."""
    printed: datetime
    """When it was made, in the time zone of the event."""
    fingerprint: str = ""
    """Of the event that it shows, up to its last entry; at the foot of every page."""
    organiser: str = ""
    """In the organiser's words; who the file says it is from."""
    details: tuple[Text, ...] = ()
    """Place, days and organiser of the event, as far as they are said: under its name on every page."""
    address: str = ""
    """Where the page of the event is read on the web, as a code on what players keep and on what hangs; or nothing."""
    logo: bytes = field(default=b"", compare=False, repr=False)
    """The event's picture for the head of every page, PNG or JPEG; with another one nothing that is said is wrong."""
    damaged: bool = False
    """It shows an event from a damaged file: marked at the head and the foot of every page."""
    rehearsal: bool = False
    """It shows an event that is played to practise: marked at the head and the foot of every page."""
    sections: tuple[Section, ...] = ()
    charts: tuple[Chart, ...] = ()
    """After the sections; in a picture file they are all there is."""
    score_sheets: tuple[ScoreSheetForm | OpenSheetForm, ...] = ()
    """Forms, each on a page of its own or several; a document has sections or forms."""
    slips: tuple[RulingSlip, ...] = ()
    """Rulings, as many a page as have room, to be cut apart."""
    cards: tuple[PlayerCard, ...] = ()
    """Cards of players, two a page, to be cut apart."""
    badges: tuple[Badge, ...] = ()
    """Badges, eight a page, to be cut apart."""
    signs: tuple[TableSign, ...] = ()
    """Signs of tables, two a page."""
    certificates: tuple[Certificate, ...] = ()
    """Certificates, one a page."""
    poster: bool = False
    """For the wall: twice the paper and more than twice the type, each section on pages of its own."""
    matrices: tuple[MatrixForm, ...] = ()
    """Settlement matrices, several a page."""
    role_sheets: tuple[RoleSheet, ...] = ()
    """Sheets of roles, one a page."""
    one_page: bool = False
    """Its tables stand on one page, in smaller type where they need it."""
    aside: tuple[Text, ...] = ()
    """Up to two short lines at the right of the title."""
    note: Text | None = None
    """How to read it: one line beneath the title."""
    section_name: Text | None = None
    """What the labels of the sections are: ``Session``."""
    label_names: Text | None = None
    """What the names beside them are: ``Player``; None where a label says all."""
    provisional: bool | None = None
    """What it shows can still change, and every page says so; None: it is never final."""
    final: bool = False
    """Nothing follows that could change it: the event is over and everything is signed; every page says so."""
    a_page: int = 0
    """On paper so many sections share a page in equal parts, to be cut apart, fewer where they need more room; 0:
    they follow one another."""
    exact: tuple[ExactTable, ...] = ()
    """What is written instead in these formats."""
    frame: "Callable[[Language], DataFrame] | None" = field(default=None, compare=False, repr=False)
    """The rows for programs, as data: made when a file for programs is written."""
    site: Site | None = None
    """The web page of the event, of what is public of it."""
    whole: View | None = field(default=None, compare=False, repr=False)
    """The event itself, for a file that holds all of it."""
