"""The tabulation (WMO 2006, appendix 7): each table of a session, from the hands to the sums and the rank after it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands, is_provisional
from reports.sheets.people import marked_name, people_sections
from reports.sheets.session_states import session_states
from reports.vocabulary import NUMBER, PENALTIES, PLACE, PLAYER, RANK, SCORE, TABLE_POINTS
from tournament.event.format import EventFormat
from tournament.language import Text, mark, mark_in
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import NO_NET, Net, add
from tournament.standings import Standing
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class TabulatedRow:
    """A player at a table, or the four together."""

    table: int
    seat: Text | None
    """None: a row for the four together."""
    number: int | None
    name: str | Text
    hands: int | None
    """Points of the hands, and of what the end of the game moved, without penalties; None if only the totals of the
    table are known, or nothing counts."""
    penalties: int | None
    signed: int | None
    """Difference of the signed total, if it counts."""
    score: int | None
    table_points: Fraction | None
    uma: Fraction | None = None
    """What the place adds to the score, under rules with uma; otherwise None."""
    taken: Fraction | None = None
    """What these rules take off or add only after that: chombo, yakitori."""
    place: int | None = None
    """Among the four."""
    standing: Standing | None = None
    """The standing after the session; None for players who are not ranked."""


_TABLE: tuple[Column[TabulatedRow], ...] = (
    Column(mark_in("seat", "Start"), lambda row: row.seat, emphasis=Emphasis.MUTED),
    NUMBER.of(lambda row: row.number),
    PLAYER.of(lambda row: row.name),
    Column(mark("Hands"), lambda row: row.hands, Kind.SIGNED),
    PENALTIES.of(lambda row: row.penalties, emphasis=Emphasis.PLAIN),
)
_SIGNED: Column[TabulatedRow] = Column(mark("As signed"), lambda row: row.signed, Kind.SIGNED)
_SCORE: Column[TabulatedRow] = SCORE.of(lambda row: row.score, emphasis=Emphasis.STRONG)
_POINTS: Column[TabulatedRow] = TABLE_POINTS.of(lambda row: row.table_points)
_UMA: Column[TabulatedRow] = Column(mark("Uma"), lambda row: row.uma, Kind.POINTS)
_TAKEN: Column[TabulatedRow] = Column(mark("Chombo"), lambda row: row.taken, Kind.POINTS)
_AFTER_UMA: Column[TabulatedRow] = Column(mark("After uma"), _TAKEN.value, Kind.POINTS)
_PLACE: Column[TabulatedRow] = PLACE.of(lambda row: row.place, emphasis=Emphasis.MUTED)
_POINTS_SO_FAR: Column[TabulatedRow] = Column(
    mark("TP sum"), lambda row: row.standing.table_points if row.standing else None, Kind.POINTS
)
_SCORE_SO_FAR: Column[TabulatedRow] = Column(
    mark("Score sum"), lambda row: row.standing.score if row.standing else None, Kind.SIGNED
)
_RANK: Column[TabulatedRow] = RANK.of(lambda row: row.standing.rank if row.standing else None)


def tabulation(view: View, options: ReportOptions) -> Document:
    """Tabulate the selected session, by default every session played."""
    sessions = options.sessions_played(view)
    sheets = {session: view.sheets(session) for session in sessions}
    every = [sheet for of_session in sheets.values() for sheet in of_session]
    provisional = is_provisional(every)
    signed = any(sheet.counts and any(_signed(sheet)) for sheet in every)
    fields = _fields(view, signed=signed)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Tabulation")),
        state=after_hands(sum(sheet.played for sheet in every), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=tuple(filter(None, (view.rules.name, session_states(view, sessions)))),
        note=_note(signed=signed) if every else mark("No hand is recorded yet."),
        section_name=mark("Session"),
        sections=tuple(
            Section(
                table_of(fields, _rows(view, session, sheets[session]), group=5, together=True),
                heading=mark("Session {session}", session=session),
                label=session,
            )
            for session in sessions
        )
        + people_sections(view, sessions, late=True),
    )


def _note(*, signed: bool) -> Text:
    text = mark(
        "Hands and penalties make the score; what the four lack together went to nobody. Sums: after the session."
    )
    if not signed:
        return text
    return mark("{text} As signed: how much the signed total differs, where signed totals count.", text=text)


def _fields(view: View, *, signed: bool) -> list[Column[TabulatedRow]]:
    """The columns: table points only where they rank, and no sums in a league, where not every evening counts."""
    format, counts = view.settings.format, view.counts_points
    table = mark("Table")
    taken = _TAKEN if view.rules.for_wins is None else _AFTER_UMA
    points = [*([_UMA, taken] if view.rules.on_table else []), _POINTS] if counts else []
    sums = [] if format is EventFormat.LEAGUE else [*([_POINTS_SO_FAR] if counts else []), _SCORE_SO_FAR]
    return [
        Column(table, lambda row: row.table, Kind.INTEGER, Emphasis.STRONG, once=True),
        *_TABLE,
        *([_SIGNED] if signed else []),
        _SCORE,
        *points,
        _PLACE,
        *sums,
        _RANK,
    ]


def _rows(view: View, session: int, sheets: Iterable[Sheet]) -> Iterator[TabulatedRow]:
    standings = {row.player.number: row for row in view.standings(session).rows}
    for sheet in sheets:
        yield from _of_sheet(view, sheet, standings)


def _of_sheet(view: View, sheet: Sheet, standings: Mapping[int, Standing]) -> Iterator[TabulatedRow]:
    counts = sheet.counts
    penalties = reduce(add, (penalty.net for penalty in sheet.penalties), NO_NET)
    hands = [computed - taken for computed, taken in zip(sheet.computed, penalties, strict=True)]
    placed = view.rules.table_points.of(sheet.scores, sheet.unplaced)
    signed = _signed(sheet)
    known = counts and not sheet.totals_only
    for column, number in enumerate(sheet.players):
        score = sheet.scores[column]
        yield TabulatedRow(
            table=sheet.table,
            seat=Wind(column).short,
            number=number,
            name=marked_name(view, number, sheet.session),
            hands=hands[column] if known else None,
            penalties=penalties[column] or None,
            signed=signed[column] or None,
            score=score if counts else None,
            table_points=sheet.table_points[column] if counts else None,
            uma=placed[column] - score if counts else None,
            taken=(sheet.table_points[column] - placed[column]) or None,
            place=1 + sum(other > score for other in sheet.scores) if counts else None,
            standing=standings.get(number),
        )
    yield TabulatedRow(
        table=sheet.table,
        seat=None,
        number=None,
        name=mark("together"),
        hands=sum(hands) if known else None,
        penalties=sum(penalties) or None,
        signed=sum(signed) or None,
        score=sum(sheet.scores) if counts else None,
        table_points=sum(sheet.table_points, start=Fraction(0)) if counts else None,
    )


def _signed(sheet: Sheet) -> Net:
    """How much the totals that count differ from the computed ones."""
    a, b, c, d = (counted - computed for counted, computed in zip(sheet.scores, sheet.computed, strict=True))
    return a, b, c, d
