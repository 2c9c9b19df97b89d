"""What it takes: who can still win in the last session or be on the podium, and with what results at which tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions
from reports.vocabulary import NUMBER, PLACE, PLAYER, RANK, SCORE, TABLE, TABLE_POINTS
from tournament.event.player import Player
from tournament.event.settings import GrantedPoints
from tournament.language import Average, Text, listed, mark, mark_count, mark_in
from tournament.ledger.sheet import Sheet, SheetState
from tournament.ledger.state import missed_sessions, ranked_players, sat_out, session_people, sitting_out
from tournament.rules.table_points import TablePointsKind
from tournament.standings import Standing
from tournament.standings.finals import Merit, merits, ranking_finals
from tournament.standings.granted import grants_of, with_granted
from tournament.standings.prospects import (
    PODIUM,
    Chance,
    OpenTable,
    OwnResult,
    Prospect,
    Threat,
    counted,
    simulated,
    simulation_error,
)
from tournament.standings.tally import running_totals, tally
from tournament.use_cases.view import View

_MOST_TOTALS = 1_000_000
"""The most totals that a simulation computes: fewer sessions are simulated with more players."""
_TIMES = range(1_000, 10_001)
_MOST_RIVALS = 5
"""The most rivals that are named."""
_LAST_PLACE = 4
"""At a table."""


@dataclass(frozen=True, slots=True)
class LastSession:
    """The prospects of all who can still be on the podium."""

    session: int
    prospects: tuple[Prospect, ...]
    """The best in the standings first."""
    times: int = 0
    """How often the session was simulated; 0 if all cases were counted."""


def last_session(view: View) -> LastSession | Text:
    """Return what can still happen in the last session of ``view``, or why that cannot be said now."""
    session = max(view.session_numbers, default=0)
    if not view.settings.format.is_drawn:
        return mark("A club evening and a league have no last session that is drawn.")
    if session not in view.drawn_sessions:
        return mark("The last session is not drawn yet.")
    if not all(view.tally(each).final for each in view.sessions_until(view.session_before(session))):
        return mark("This can be said as soon as every sheet before the last session is verified.")
    sheets = view.sheets(session)
    tables = [
        OpenTable(each.table, each.players, each.unplaced) for each in sheets if each.state is not SheetState.VERIFIED
    ]
    late = missed_sessions(view.state, session)
    if view.settings.late_points is GrantedPoints.AVERAGE and any(late.values()):
        return mark("This cannot be said: the last session changes the averages that are granted to late players.")
    found = _merits(view, session, sheets)
    points = view.rules.table_points
    if points.kind is TablePointsKind.PLACES:
        prospects, times = counted(found, tables, points), 0
    else:
        known = [sheet.scores for each in view.drawn_sessions for sheet in view.sheets(each)
                 if sheet.state is SheetState.VERIFIED]  # fmt: skip
        if not known:
            return mark("No sheet is verified yet, from whose scores the last session could be simulated.")
        times = min(max(_MOST_TOTALS // max(len(found), 1), _TIMES[0]), _TIMES[-1])
        prospects = simulated(found, tables, points, known, times=times)
    order = sorted(prospects, key=lambda each: found[each.number], reverse=True)
    return LastSession(session, tuple(order), times)


def _merits(view: View, session: int, sheets: Sequence[Sheet]) -> Mapping[int, Merit]:
    """What ranks everybody, with the results of the last session that are final."""
    settings, state = view.settings, view.state
    final = [sheet for sheet in sheets if sheet.state is SheetState.VERIFIED]
    last = tally(session, final, session_people(state, session).substitutes)
    tallies = [*(view.tally(each) for each in range(1, session)), last]
    out = dict(sat_out(state, session))
    for number in sitting_out(state, session):  # also before the session has begun
        out[number] = tuple(dict.fromkeys((*out.get(number, ()), session)))
    granted = with_granted(tallies, grants_of(settings, missed_sessions(state, session), out))
    finals = ranking_finals(state.finals, settings.final_ranks)
    numbers = [player.number for player in ranked_players(state, session)]
    return merits(numbers, running_totals(granted)[-1], tallies=granted, finals=finals)


@dataclass(frozen=True, slots=True)
class ProspectRow:
    """What a player can reach with one place at their table; for somebody without one, what they can reach at all."""

    player: Player
    rank: int | None
    """Now; None if nothing counts yet."""
    table_points: Fraction
    score: int
    prospect: Prospect
    result: OwnResult | None
    names: Mapping[int, str]
    """Of all players, by number."""

    @property
    def place(self) -> int | None:
        """The place at their table."""
        return None if self.result is None else self.result.place

    @property
    def first(self) -> Chance:
        """Whether they can win with it."""
        return self.prospect.first if self.result is None else self.result.first

    @property
    def podium(self) -> Chance:
        """Whether they can be on the podium with it."""
        return self.prospect.podium if self.result is None else self.result.podium

    @property
    def needed(self) -> Text | None:
        """What the others must do so that the player wins, or comes on the podium if they cannot win."""
        own = self.result
        if own is None or own.first.certain or (own.podium.certain and not own.first.possible):
            return None
        if own.first.possible:
            named = [_rival_text(each, self.names[each.number]) for each in own.rivals[:_MOST_RIVALS]]
            more = len(own.rivals) - len(named)
            return listed([*named, mark_count("{count} more", "{count} more", more)] if more else named)
        return mark_count(
            "of {rivals} rivals at most {count} ahead", "of {rivals} rivals at most {count} ahead",
            PODIUM - 1 - own.ahead, rivals=len(own.rivals),
        )  # fmt: skip


def _rival_text(rival: Threat, name: str) -> Text:
    theirs = mark("own score at least theirs {margin}", margin=_signed(rival.margin))
    if rival.table is None:
        return mark("{name}: {score}", name=name, score=theirs)
    values = {"name": name, "table": rival.table, "place": rival.ahead + 1, "score": theirs}
    if not rival.ahead:
        return mark("{name} (table {table}): with place {level} {score}", **values, level=rival.level)
    if rival.level is None:
        return mark("{name} (table {table}) at best place {place}", **values)
    return mark(
        "{name} (table {table}) at best place {place}, and with place {level} {score}", level=rival.level, **values
    )


def _signed(margin: int) -> str:
    return f"{'−' if margin < 0 else '+'} {abs(margin)}"


def prospect_text(found: LastSession, number: int) -> Text:
    """Return what a player can still reach, and with which places at their table, in a few words."""
    prospect = next((each for each in found.prospects if each.number == number), None)
    if prospect is None and found.times:
        return mark("hardly a chance of the podium")
    if prospect is None:
        return mark("cannot reach the podium")
    if prospect.first.certain:
        return mark("wins in any case")
    if found.times:
        first, podium = (Average(_percent(each.least), 0) for each in (prospect.first, prospect.podium))
        return mark("of 100 simulations: wins {first}, podium {podium}", first=first, podium=podium)
    texts = list(_reached(prospect.results))
    if texts:
        return listed(texts)
    return mark("can still win") if prospect.first.possible else mark("can reach the podium")


def _reached(results: Sequence[OwnResult]) -> Iterator[Text]:
    """What is certain with the best places at their table, and what is possible: of winning, or else of the podium."""

    def lowest(holds: Callable[[OwnResult], bool]) -> int:
        return max((each.place for each in results if holds(each)), default=0)

    sure, able = lowest(lambda each: each.first.certain), lowest(lambda each: each.first.possible)
    if able:
        if sure:
            yield mark("wins with {places}", places=_places(sure))
        if able > sure:
            yield mark("can win with {places}", places=_places(able))
        return
    sure, able = lowest(lambda each: each.podium.certain), lowest(lambda each: each.podium.possible)
    if sure:
        yield mark("on the podium with {places}", places=_places(sure))
    if able > sure:
        yield mark("can be on the podium with {places}", places=_places(able))


def _places(last: int) -> Text:
    if last == _LAST_PLACE:
        return mark("any place")
    return mark("place 1") if last == 1 else mark("place {place} or better", place=last)


def _word(chance: Chance) -> Text | None:
    if chance.certain:
        return mark_in("prospect", "certain")
    return mark_in("prospect", "possible") if chance.possible else None


def _percent(share: Fraction) -> Fraction:
    return share * 100


PROSPECT_COLUMNS: tuple[Column[ProspectRow], ...] = (
    RANK.of(lambda row: row.rank),
    NUMBER.within(lambda row: row.player),
    PLAYER.within(lambda row: row.player),
    TABLE_POINTS.of(lambda row: row.table_points),
    SCORE.of(lambda row: row.score),
    TABLE.of(lambda row: row.prospect.table),
    PLACE.of(lambda row: row.place),
    Column(mark("Wins"), lambda row: _word(row.first), emphasis=Emphasis.STRONG),
    Column(mark("Podium"), lambda row: _word(row.podium)),
    Column(mark("If"), lambda row: row.needed, flexible=True),
    Column(mark("Wins, %"), lambda row: _percent(row.first.least), Kind.AVERAGE),
    Column(mark("at most, %"), lambda row: _percent(row.first.most), Kind.AVERAGE, Emphasis.MUTED),
    Column(mark("Podium, %"), lambda row: _percent(row.podium.least), Kind.AVERAGE),
    Column(mark("at most, %"), lambda row: _percent(row.podium.most), Kind.AVERAGE, Emphasis.MUTED),
)


def prospects(view: View, options: ReportOptions) -> Document:
    """Show what it takes in the last session of the event."""
    found = last_session(view)
    if isinstance(found, Text):
        rows: list[ProspectRow] = []
        note: Text | None
        state, note = found, None
    else:
        rows = list(_rows(view, found))
        winners = sum(each.first.possible for each in found.prospects)
        state = listed(
            (
                mark_count("{count} player can still win", "{count} players can still win", winners),
                mark_count("{count} can be on the podium", "{count} can be on the podium", len(found.prospects)),
            )
        )
        note = _note(found)
    return Document(
        event=view.settings.name,
        title=mark("What it takes"),
        state=state,
        printed=options.printed,
        note=note,
        sections=(Section(table_of(PROSPECT_COLUMNS, rows)),),
    )


def _rows(view: View, found: LastSession) -> Iterator[ProspectRow]:
    standings: Mapping[int, Standing] = {row.player.number: row for row in view.standings().rows}
    names = {number: player.name for number, player in view.players.items()}
    for prospect in found.prospects:
        own = standings.get(prospect.number)
        rank, points, score = (own.rank, own.table_points, own.score) if own is not None else (None, Fraction(0), 0)
        player = view.players[prospect.number]
        results: list[OwnResult | None] = [each for each in prospect.results if each.podium.possible]
        for result in results or [None]:
            yield ProspectRow(player, rank, points, score, prospect, result, names)


def _note(found: LastSession) -> Text:
    if found.times:
        return mark(
            "The last session was simulated {times} times with the scores of this event. A share is off by at most "
            "{error} percentage points in 95 of 100 simulations. What did not happen may still be possible.",
            times=found.times, error=Average(simulation_error(found.times) * 100),
        )  # fmt: skip
    return mark(
        "A line for each place at the player's own table. All orders at all tables are counted, ties included. Shares "
        "are of the orders without ties: by table points alone, and at most, if scores decide for the player. A share "
        "is not a probability."
    )
