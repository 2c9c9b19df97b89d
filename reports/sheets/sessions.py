"""The results of a session, table by table."""

from dataclasses import dataclass
from fractions import Fraction

from reports import vocabulary
from reports.column import Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.people import marked_name, people_sections
from reports.vocabulary import COUNTRY, PENALTIES, PLACE, PLAYER, SCORE, SHEET, TABLE
from tournament.event.player import Player
from tournament.language import Text, mark, mark_count, mark_in
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A player's result in one session, and its sheet."""

    player: Player
    sheet: Sheet
    column: int
    """Column of the sheet, which is also the seat in the first hand."""
    name: str
    """The name, with a star if the footnote mentions the player."""

    @property
    def place(self) -> int | None:
        """Among the four, as far as the sheet counts."""
        scores = self.sheet.scores
        return 1 + sum(score > scores[self.column] for score in scores) if self.sheet.counts else None

    @property
    def penalties(self) -> int | None:
        """Points taken or given by penalties; None for none."""
        return sum(penalty.given.net[self.column] for penalty in self.sheet.penalties) or None

    @property
    def score(self) -> int | None:
        """As far as the sheet counts."""
        return self.sheet.scores[self.column] if self.sheet.counts else None

    @property
    def table_points(self) -> Fraction | None:
        """As far as the sheet counts."""
        return self.sheet.table_points[self.column] if self.sheet.counts else None


TABLE_POINTS: Column[SeatResult] = vocabulary.TABLE_POINTS.of(lambda row: row.table_points)
FIELDS: tuple[Column[SeatResult], ...] = (
    TABLE.of(lambda row: row.sheet.table, emphasis=Emphasis.STRONG, once=True),
    PLACE.of(lambda row: row.place),
    Column(mark_in("seat", "Start"), lambda row: Wind(row.column).short, emphasis=Emphasis.MUTED),
    PLAYER.of(lambda row: row.name),
    COUNTRY.within(lambda row: row.player),
    PENALTIES.of(lambda row: row.penalties),
    SCORE.of(lambda row: row.score),
    TABLE_POINTS,
    SHEET.of(lambda row: _state(row.sheet), emphasis=Emphasis.MUTED, once=True),
)


def sessions(view: View, options: ReportOptions) -> Document:
    """Show every table of the selected session, by default of all sessions played, players in order of place."""
    wanted = options.sessions_played(view)
    sheets = {session: tuple(view.sheets(session)) for session in wanted}
    every = [sheet for of_session in sheets.values() for sheet in of_session]
    provisional = any(sheet.state is not SheetState.VERIFIED for sheet in every)
    drawn = view.settings.format.is_drawn
    fields = [field for field in FIELDS if view.counts_points or field is not TABLE_POINTS]
    return Document(
        event=view.settings.name,
        title=_title(options.session, drawn=drawn),
        state=after_hands(sum(sheet.played for sheet in every), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=(view.rules.name, view.settings.counted_totals.label),
        note=_note(view.rules) if every else mark("No hand is recorded yet."),
        section_name=mark("Session"),
        sections=tuple(
            Section(
                table_of(
                    fields,
                    (result for sheet in sheets[session] for result in _results(view, sheet)),
                    group=4,
                    together=True,
                ),
                heading=None if options.session is not None else mark("Session {session}", session=session),
                label=session,
            )
            for session in wanted
        )
        + people_sections(view, wanted, late=True),
    )


def _title(session: int | None, *, drawn: bool) -> Text:
    if session is None:
        return mark("Session results") if drawn else mark("Results by game")
    return mark("Results of session {session}", session=session)


def _note(rules: RuleSet) -> Text:
    if rules.on_table:
        return mark("Start is the seat in the first hand. A chombo is part of the final points, not of the score.")
    return mark("Start is the seat in the first hand. Penalties are part of the score.")


def _results(view: View, sheet: Sheet) -> list[SeatResult]:
    """The players of a sheet in order of place."""
    order = sorted(range(4), key=lambda column: (-sheet.scores[column] if sheet.counts else 0, column))
    return [
        SeatResult(
            view.player_at(sheet, column), sheet, column, marked_name(view, sheet.players[column], sheet.session)
        )
        for column in order
    ]


def _state(sheet: Sheet) -> Text:
    """The state of the sheet, in a few words."""
    if sheet.state is SheetState.VERIFIED:
        if sheet.totals_only:
            return SheetMark.TOTALS_ONLY.label
        verified = _verified(sheet)
        for each in sheet.marks:
            verified = mark("{verified}, {mark}", verified=verified, mark=each.label)
        return verified
    if sheet.state is SheetState.TOTALS_DIFFER:
        return mark("totals differ")
    if sheet.state is SheetState.TO_READ_AGAIN:
        return mark("second reading due")
    if sheet.state is SheetState.REJECTED:
        return mark("rejected")
    if sheet.state is SheetState.TO_VERIFY:
        return mark("to verify")
    if sheet.state is SheetState.IN_PLAY:
        return mark_count("{count} hand so far", "{count} hands so far", sheet.played)
    return mark("not started")


def _verified(sheet: Sheet) -> Text:
    if sheet.played < len(sheet.hands):
        return mark_count("ended after {count} hand", "ended after {count} hands", sheet.played)
    return mark("verified")
