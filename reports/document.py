"""A report as pure values: no file format, no font, no language yet.

A :class:`Document` has sections; a section contains one table, or the score sheet of one table. Its columns
(:mod:`reports.column`) say how its cells are written; a cell is a plain value. Messages stay unrendered
(:class:`tournament.language.Text`), so that one document can be written in every language.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from reports.column import Cell, Column, Kind, Row
from reports.design import PaperDesign
from reports.site import Site
from tournament.hand.hand import Hand
from tournament.hand.player_hand import PlayerHand
from tournament.language import Language, Text
from tournament.rules.pattern import Names
from tournament.rules.payment_matrix import PaymentMatrix
from tournament.rules.rotation import Rotation
from tournament.rules.table_state import TableState
from tournament.tiles.wind import Wind
from tournament.use_cases.results_state import ResultsState
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; every row has one cell per column."""

    columns: tuple[Column[Any], ...]
    rows: tuple[tuple[Cell, ...], ...]
    group: int = 5
    """A darker rule follows after this many rows."""
    together: bool = False
    """True if a group is one unit (the four players of a table) that no page break may split."""

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} has {len(row)} cells for {len(self.columns)} columns")


def table_of(columns: Sequence[Column[Row]], rows: Iterable[Row], *, group: int = 5, together: bool = False) -> Table:
    """The table of ``rows`` with ``columns``."""
    return Table(
        tuple(columns),
        tuple(tuple(column.cell(row) for column in columns) for row in rows),
        group=group,
        together=together,
    )


class ChartShape(Enum):
    """How the values of a chart are shown."""

    BARS = "bars"
    """Each name has a bar for every series, one below the other."""
    STACKED = "stacked"
    """Each name has one bar, with the series one after the other."""
    LINES = "lines"
    """Each series is a line across the names, with a mark at each value."""


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """The values of one thing that a chart shows, one for each name."""

    name: Text | str
    values: tuple[int | Fraction | None, ...]
    """Exact; None if there is no value."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What a chart shows, as exact values: drawn alike in the window, on paper and in files."""

    key: str
    """Identifies it among the charts of an event."""
    title: Text
    shape: ChartShape
    names: tuple[Text | Names | str, ...]
    """The subjects of the values: players, sessions, kinds of hands."""
    names_title: Text
    """The word for the names: “Player”, “Session”."""
    series: tuple[ChartSeries, ...]
    values_title: Text
    """What the values are, with their unit."""
    kind: Kind = Kind.INTEGER
    """How the values are written."""
    least_on_top: bool = False
    """For lines: the first place is at the top."""
    note: Text | None = None
    """Who is shown, if not everyone."""
    empty: Text | None = None
    """Shown instead if there is nothing to draw."""

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
    """A bar chart of some rows of a table, drawn by a spreadsheet program from the cells; not on paper."""

    title: Text
    name: int
    """The column with the names of the bars."""
    values: tuple[int, ...]
    """The columns that are charted."""
    rows: range
    """The rows that are charted, in order; the first row of the table is 0."""
    names_title: Text
    """The word for the names of the bars."""
    values_title: Text
    """What the length of a bar means."""
    stacked: bool = False
    """The values of a row form one bar."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table under its own heading; sections of a document may have different columns."""

    table: Table
    heading: Text | None = None
    """Above the table; also the name of the worksheet."""
    label: Cell = None
    """Distinguishes this section from the others in the first column of a CSV file, such as a session number."""
    label_name: Cell = None
    """Who or what has that label, for the second column, if the document names that column."""
    note: Text | None = None
    """One line below the heading."""
    charts: tuple[SheetChart, ...] = ()
    sums: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """A column, and the columns that it is the sum of: a spreadsheet adds them itself if they do add up."""
    player: int | None = None
    """Number of the player who keeps it: the code beside it leads to their card on the web page."""


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """One of the four players in the head of a score sheet, in the order of the letters A–D."""

    first_name: str
    last_name: str
    detail: Text | str
    """For whom they play, country, team: one short line."""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """What is filled in for one hand."""

    points: int | None
    """Value of the hand; None for a drawn or void hand."""
    won: Text
    """Who won from whom, or a note that nobody won."""
    winner: int | None
    """Column of the winner."""
    net: tuple[int, int, int, int]
    """Change of columns A–D by the hand and the penalties in it."""
    totals: tuple[int, int, int, int]
    """Running totals after this hand."""
    penalised: frozenset[int] = frozenset()
    """Columns that got a penalty in this hand."""


class SumRow(NamedTuple):
    """A row of sums under the hands of a form."""

    label: Text
    detail: Text | None = None
    """What it is, in a few words."""
    values: Sequence[int | Fraction] | None = None
    """Of columns A–D; None on a blank form."""
    signed: bool = True
    """Whether positive values have a plus sign."""
    strong: bool = False
    exact: bool = False
    """There may be fractions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableForm:
    """What every form of one table in one session has: its head and its foot."""

    session: int
    sessions: int | None
    """Number of sessions of the event; None if a session is an evening and a table is a game."""
    table: int | None
    """None on a form that does not belong to a table yet; then it has no players, code and session either."""
    rules: Text
    counted_totals: Text
    """A sentence that states which totals count if paper and hands differ."""
    gong: Text | None
    """What to do at the gong; None without a clock."""
    points_text: Text | None
    """What table points are, in a few words; None if there are none."""
    players: tuple[SheetPlayer, SheetPlayer, SheetPlayer, SheetPlayer]
    scanned: str
    """What the QR code says."""
    code: str
    """The same for people: ``1-03-2`` is session 1, table 3, version 2 of its seats."""
    version: int = 1
    """Version of the seats: the draw of the session, or the players of the game, that the form was printed for."""
    phones: str = ""
    """The address at which players type the sheet on their phones; empty: nowhere."""
    table_name: Text | str = ""
    """Where in the room a game is played, if entered; or “Final”."""
    starting_points: int | None = None
    """Points that each player has at the start, beside the totals; None: no chips."""
    times: str = ""
    """From – to, or empty: then there is a line to write on."""
    day: date | None = None
    penalties: tuple[tuple[Text, ...], ...] = ((), (), (), ())
    """One short line per penalty, by column."""
    left: SumRow | None = None
    """Who gets the sticks left on the table at the end; None under rules without sticks."""
    totals: tuple[int, int, int, int] | None = None
    """The totals that count."""
    steps: tuple[SumRow, ...] = ()
    """The rows from the totals to the table points, such as uma; empty if nothing is added."""
    table_points: tuple[Fraction, Fraction, Fraction, Fraction] | None = None
    signed: tuple[Text | None, Text | None, Text | None, Text | None] = (None, None, None, None)
    """Both totals, for columns in which they differ."""
    remark: Text | None = None
    """About the signature: not compared, or why a difference was accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheetForm(TableForm):
    """The form for rules under which results do not change seats: one page, blank or filled in."""

    rotation: Rotation
    hands: tuple[SheetHand | None, ...] = ()
    """Hand 1 first; None for a hand that was not played. Empty on a blank sheet."""


class FormWin(NamedTuple):
    """A further winner in a row of a form."""

    winner: int
    won: Text
    value: Text | str


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A row of a form for hands whose winds depend on results."""

    number: int
    state: TableState | None = None
    """The table before the hand; None if it depends on the previous hand, which is not known."""
    played: bool = False
    points: int | Text | str | None = None
    """What the winner's hand is worth."""
    values: tuple[int, int, int, int] | None = None
    """Values of the hands of columns A–D, if all four are paid."""
    won: Text | None = None
    """Who won from whom, or a note that nobody won."""
    winner: int | None = None
    """Column of the winner."""
    further: tuple[FormWin, ...] = ()
    """Who else won."""
    answers: tuple[Text | str | None, ...] = ()
    """One for each column of questions."""
    signs: tuple[tuple[Text, ...], ...] = ((), (), (), ())
    """The signs printed at columns A–D besides their points."""
    net: tuple[int, int, int, int] | None = None
    """Change of columns A–D by the hand and the penalties in it."""
    totals: tuple[int, int, int, int] | None = None
    """Running totals after this hand."""
    penalised: frozenset[int] = frozenset()
    """Columns that got a penalty in this hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSheetForm(TableForm):
    """The form of a game whose winds depend on results: as many pages as its hands need, blank or filled in."""

    value: Text
    """The heading of the column with the value of a hand."""
    four_values: bool
    """Each hand has a value for each player instead of one value."""
    round_wind: bool
    """A wind prevails in each hand."""
    asked: tuple[Text, ...]
    """Further questions about a hand: one column each."""
    signs: tuple[tuple[Text, Text], ...] = ()
    """The signs that may be printed at a player in a hand, with their meanings; empty: there is no room for signs."""
    on_table: bool = False
    """Counters and riichi sticks lie on the table: a column of each, and totals begin with the points at the start."""
    unit: int = 1
    """The rows are written in multiples of this: 100 if they are in hundreds of points, otherwise 1."""
    hands: tuple[OpenHand, ...]
    """In order; a hand that was not played has its number and whatever is known before it."""
    more: bool
    """Further hands may follow: empty rows fill the page."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The card that one player keeps: the results of all four in each hand, initialled by the three others."""

    form: OpenSheetForm
    column: int
    """The player's column."""


@dataclass(frozen=True, slots=True)
class MatrixForm:
    """Who pays whom for one hand, blank or filled in; everything in the order of the winds, East first."""

    value: Text
    """The heading of the column with the value of a hand."""
    heading: Text | None = None
    """Which hand it is, and the answers to the questions of the rules; None on a blank form."""
    players: tuple[str, ...] = ()
    values: tuple[int, int, int, int] | None = None
    winner: int | None = None
    matrix: PaymentMatrix | None = None


@dataclass(frozen=True, slots=True)
class SlipFan:
    """A fan or another item on a ruling slip, counted or not."""

    number: str
    """In the rule book; empty if it has none."""
    name: Names
    times: int
    points: int | Text
    """All counts together, or the factor; 0 for an item that is not counted."""
    reason: Text | None = None
    """Why it does not count, if no other fan excludes it."""
    by: Names | None = None
    """The fan that excludes it."""


@dataclass(frozen=True, slots=True)
class RulingSlip:
    """The tiles of one player in a hand, with what counts and what was decided."""

    session: int
    table: int
    hand: int
    player: str
    """Whose tiles they are: the winner's, or another player's if all hands count."""
    source: Text
    """Who discarded the winning tile, or a note that it was drawn, or that the player did not win."""
    tiles: Hand | PlayerHand
    how: tuple[Text, ...]
    """Winds, then what else is known about the win."""
    counted: tuple[SlipFan, ...]
    left_out: tuple[SlipFan, ...]
    points: int
    """As counted, with flowers."""
    claimed: int
    """As recorded on the sheet and settled."""
    decision: Text
    recorded: tuple[Text, ...]
    """Who entered and corrected it, and when."""
    players: tuple[str, str, str, str]
    sum: Text | None = None
    """How the points are computed, if they are multiplied or limited."""


ExactCell = str | int | Fraction | date
"""Words as they are, a number, or a day."""


@dataclass(frozen=True, slots=True)
class ExactTable:
    """A file for another organisation's program: only headings and cells, written instead of the pages."""

    suffix: str
    """``xlsx`` or ``csv``."""
    headings: tuple[str, ...]
    rows: tuple[tuple[ExactCell, ...], ...]
    sheet: str = ""
    """Name of the worksheet."""
    separator: str = ","
    """For a CSV file, like the fields below."""
    quoted: bool = False
    byte_order_mark: bool = True
    decimal_mark: str = "."
    day_format: str = "yyyy-mm-dd"
    """How a workbook shows days."""
    further: tuple["ExactTable", ...] = ()
    """The other worksheets of a workbook."""


@dataclass(frozen=True, slots=True)
class BadgeSeat:
    """Where a player sits in one session, or that they sit out."""

    session: int
    table: int | None
    """None if they sit out."""
    wind: Wind | None
    """The seat at the start; None if they sit out."""
    name: Text | None = None
    """“Final” if it is one."""
    when: Text | None = None
    """Day and times, if entered."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's badge; several share a page, to be cut apart."""

    number: int
    name_lines: tuple[str, ...]
    """First name and last name, or the whole name."""
    group: str
    """Team or club, or nothing."""
    country: Names | None
    code: str
    """EMA number, or nothing."""
    seats: tuple[BadgeSeat, ...]
    """One for each session in which the player has a seat."""
    scanned: str = ""
    """What the QR code for the desk says; empty for none. With a web address the code of that is printed instead, by
    which a desk knows the player too."""
    role: Text | None = None
    """What the player is, if not a player like the others: “Substitute”."""
    link: str = ""
    """The personal link by which the player checks in on their phone: printed as the code, instead of the others."""


@dataclass(frozen=True, slots=True)
class TableSign:
    """The number of a table, to be put on it."""

    table: int
    name: Text | None = None
    """“Final” if the final is played at the table."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate for a player, a team or a country: one per page."""

    name: str | Names
    place: Text
    result: Text
    """Empty if the place says everything."""
    category: Text | None = None
    """The category of the place; None: among all players."""
    prize: Text | None = None
    """The prize, in the organiser's words."""


@dataclass(frozen=True, slots=True)
class RoleLine:
    """One item of a role sheet: its subject, and what is said about it."""

    about: Text | Names
    texts: tuple[Text | Names, ...]
    number: str = ""
    """In the rule book, if it has one."""


@dataclass(frozen=True, slots=True)
class RoleSheet:
    """What a person with one role needs at the desk: one page."""

    role: Text
    purpose: Text
    """What the role is for, in a sentence."""
    facts: tuple[RoleLine, ...]
    """Facts of the event."""
    steps: tuple[Text, ...]
    """What to do, in order."""
    troubles: tuple[RoleLine, ...]
    """What can go wrong: how it shows; where to look and what to do."""
    keys: tuple[RoleLine, ...]
    tariff: tuple[RoleLine, ...] = ()
    """What faults cost, in short."""


class RowsForPrograms(Protocol):
    """The rows of a report as data."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""

    @property
    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The values of each row, None where one is missing."""

    def frame(self) -> "DataFrame":
        """The same as a frame."""


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
    """Fingerprint of the event shown, up to its last entry; at the foot of every page."""
    signing_key: str = ""
    """The short form of the key that signs the fingerprints of the event; beside the fingerprint, or empty."""
    organiser: str = ""
    """In the organiser's words; the author of the file."""
    details: tuple[Text, ...] = ()
    """Place, dates and organiser of the event, if entered: under its name on every page."""
    address: str = ""
    """Web address of the event's page, printed as a code on papers that players keep and on posters; or empty."""
    logo: bytes = field(default=b"", compare=False, repr=False)
    """The event's logo for the head of every page, PNG or JPEG; not compared, since another logo changes no content."""
    damaged: bool = False
    """It shows an event from a damaged file: marked at the head and the foot of every page."""
    rehearsal: bool = False
    """It shows a rehearsal: marked at the head and the foot of every page."""
    words: tuple[str, ...] = ()
    """The vocabularies of its game (`Language.with_words`)."""
    sections: tuple[Section, ...] = ()
    charts: tuple[Chart, ...] = ()
    """After the sections; a picture file contains only the charts."""
    score_sheets: tuple[ScoreSheetForm | OpenSheetForm, ...] = ()
    """Forms, each on one or several pages; a document has sections or forms."""
    slips: tuple[RulingSlip, ...] = ()
    """Rulings, as many on a page as fit, to be cut apart."""
    cards: tuple[PlayerCard, ...] = ()
    """Cards of players, two to a page, to be cut apart."""
    badges: tuple[Badge, ...] = ()
    """Badges, as many on a page as fit, to be cut apart."""
    signs: tuple[TableSign, ...] = ()
    """Table signs, two to a page."""
    certificates: tuple[Certificate, ...] = ()
    """Certificates, one to a page."""
    design: PaperDesign | None = None
    """How its badges or certificates look; None on other papers."""
    poster: bool = False
    """For the wall: the largest type that its tables allow, and new pages for each section."""
    matrices: tuple[MatrixForm, ...] = ()
    """Settlement matrices, several to a page."""
    role_sheets: tuple[RoleSheet, ...] = ()
    """Role sheets, one to a page."""
    paragraphs: bool = False
    """On paper its rows are paragraphs in two columns, under headings from their first cell."""
    aside: tuple[Text, ...] = ()
    """Up to two short lines to the right of the title."""
    note: Text | None = None
    """How to read it: one line below the title."""
    remarks: tuple[Text, ...] = ()
    """What to know before it is sent; on the command line beside the file, which does not contain it."""
    section_name: Text | None = None
    """The word for the labels of sections: ``Session``."""
    label_names: Text | None = None
    """The word for the names beside the labels: ``Player``; None if the sections have no such names."""
    provisional: bool | None = None
    """What it shows can still change, and every page says so; None: it is never final."""
    standing: ResultsState | None = None
    """Up to where its results go, and how final they are, which every page says; None: it is not about results."""
    a_page: int = 0
    """This many sections share a page in equal parts, to be cut apart, or fewer if they need more room; 0: they follow
    one another."""
    exact: tuple[ExactTable, ...] = ()
    """Written instead of the pages in these formats."""
    records: Callable[[Language], RowsForPrograms] | None = field(default=None, compare=False, repr=False)
    """The rows for programs: made only when such a file is written."""
    site: Site | None = None
    """The public web page of the event."""
    whole: View | None = field(default=None, compare=False, repr=False)
    """The event itself, for files that contain all of it."""

    @property
    def is_empty(self) -> bool:
        """Whether its pages would show nothing but their head: no rows, forms or charts."""
        forms = (self.score_sheets, self.slips, self.cards, self.badges, self.signs, self.certificates, self.matrices,
                 self.role_sheets, self.charts)  # fmt: skip
        return not any(forms) and not any(section.table.rows for section in self.sections)

    @property
    def final(self) -> bool:
        """Whether nothing can follow that changes it: the event is over and everything is signed."""
        return self.standing is not None and self.standing.final
