"""Statistics of the hands: how they ended, their values, each player's figures, and the best hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reports.column import Column, Emphasis, Kind
from reports.document import Chart, Document, Section, table_of
from reports.sheets.charts import EventChart, course_charts, hand_charts, ranked_players, value_band
from reports.sheets.hands import best_hands_sections
from reports.sheets.options import ReportOptions, after_hands, is_provisional
from reports.sheets.session_states import session_states
from reports.vocabulary import (
    AVERAGE_PLACE,
    BEST,
    DEAL_INS,
    GAMES,
    HANDS,
    PLAYER,
    POINTS_PER_WIN,
    POINTS_WON,
    SELF_DRAWS,
    WINS,
)
from tournament.event.player import Player, PlayerState
from tournament.language import Text, mark, mark_in
from tournament.ledger.sheet import Sheet
from tournament.rules.ruleset import RuleSet
from tournament.standings.games import Opponents, PlayerGames, ended_games, games_by_player, head_to_head
from tournament.standings.statistics import Played, Statistics, statistics
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of one player, or of all together."""

    name: str | Text
    played: Played
    place: Fraction | None = None
    """The average place at the tables; None without a game that is over."""

    @property
    def a_hand(self) -> Fraction | None:
        """Values of the hands won per hand at the table; None without a hand."""
        return Fraction(self.played.points, self.played.hands) if self.played.hands else None


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share of all hands."""

    text: Text
    count: int
    whole: int

    @property
    def percent(self) -> Fraction | None:
        """Percent of the whole; None if there is no hand."""
        return Fraction(100 * self.count, self.whole) if self.whole else None


def _counts(name: Column[PlayerFigures]) -> tuple[Column[PlayerFigures], ...]:
    return (
        name,
        HANDS.of(lambda row: row.played.hands),
        WINS.of(lambda row: row.played.wins, emphasis=Emphasis.STRONG),
        SELF_DRAWS.of(lambda row: row.played.self_draws),
        DEAL_INS.of(lambda row: row.played.deal_ins),
        POINTS_WON.of(lambda row: row.played.points),
        POINTS_PER_WIN.of(lambda row: row.played.average),
        Column(mark("Points per hand"), lambda row: row.a_hand, Kind.AVERAGE),
        BEST.of(lambda row: row.played.best or None),
    )


PLAYER_FIELDS = _counts(PLAYER.of(lambda row: row.name))
_RIICHI_FIELDS: tuple[Column[PlayerFigures], ...] = (
    Column(mark("Riichi"), lambda row: row.played.riichi, Kind.INTEGER),
    AVERAGE_PLACE.of(lambda row: row.place),
)


def player_fields(rules: RuleSet) -> tuple[Column[PlayerFigures], ...]:
    """The columns of a player under ``rules``."""
    return (*PLAYER_FIELDS, *_RIICHI_FIELDS) if rules.on_table else PLAYER_FIELDS


def _shares(heading: Text, of: Text) -> tuple[Column[ShareRow], ...]:
    return (
        Column(heading, lambda row: row.text, emphasis=Emphasis.NAME, flexible=True),
        HANDS.of(lambda row: row.count, emphasis=Emphasis.STRONG),
        Column(of, lambda row: row.percent, Kind.AVERAGE),
    )


def statistics_report(view: View, options: ReportOptions) -> Document:
    """Count the hands of the selected session, or of all: together, by value, for each player, and the dearest."""
    sessions = options.sessions_played(view)
    sheets = [sheet for session in sessions for sheet in view.sheets(session)]
    counted = statistics(sheets)
    provisional = is_provisional(sheets)
    players = table_of(player_fields(view.rules), _players(view, options, counted, sheets) if counted.hands else ())
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Statistics")),
        state=after_hands(counted.hands, provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=tuple(filter(None, (view.rules.name, session_states(view, sessions)))),
        note=_note(counted, totals_only=any(sheet.totals_only for sheet in sheets)),
        section_name=mark_in("of a page", "Part"),
        sections=(
            Section(players, mark("Players"), mark("players")),
            *_of_games(view, options, sheets),
            *(_of_hands(view, counted) if counted.hands else ()),
        ),
        charts=tuple(_charts(view, options, counted)) if counted.hands else (),
    )


def _of_hands(view: View, counted: Statistics) -> Iterator[Section]:
    """How the hands ended, their values, and the dearest of them."""
    endings = table_of(_shares(mark("How hands ended"), mark("Percent of hands")), _endings(counted))
    yield Section(endings, mark("All hands"), mark("hands"))
    values = table_of(_shares(mark("Value"), mark("Percent of hands won")), _values(view, counted))
    yield Section(values, mark("Hands won, by value"), mark("values"))
    yield from best_hands_sections(view, counted)


def _charts(view: View, options: ReportOptions, counted: Statistics) -> Iterator[Chart]:
    """Charts of the hands, and of the course of the first players if more than one session is shown."""
    players, sessions = ranked_players(view, counted, options.session), options.sessions_played(view)
    one = len(sessions) == 1
    by_session = EventChart.ENDINGS_BY_SESSION.value
    charts = hand_charts(view, sessions, players, beat=options.beat)
    yield from (chart for chart in charts if not one or chart.key != by_session)
    if not one:
        yield from course_charts(view, sessions, players)


def together(counted: Statistics) -> Played:
    """All hands as if one player had played them: the deal-ins are the hands won on a discard."""
    points = sum(hand.points for hand in counted.won)
    best = max((hand.points for hand in counted.won), default=0)
    riichi = sum(played.riichi for played in counted.players.values())
    return Played(counted.hands, len(counted.won), counted.self_draws, counted.by_discard, points, best, riichi)


def _note(counted: Statistics, *, totals_only: bool) -> Text:
    if totals_only:
        return mark("Tables entered with totals only have no hands to count.")
    if not counted.hands:
        return mark("No hand is recorded yet.")
    return mark("Points are the values of hands won. A deal-in is a hand that someone won on the player’s discard.")


def _players(
    view: View, options: ReportOptions, counted: Statistics, sheets: Sequence[Sheet]
) -> Iterator[PlayerFigures]:
    """All together, then everyone in the order of the standings, players without a place last."""
    yield PlayerFigures(mark("All players"), together(counted))
    ranked = [row.player.number for row in view.standings(options.session).rows]
    places = games_by_player(ended_games(sheets)) if view.rules.on_table else {}
    for number in (*ranked, *sorted(counted.players.keys() - set(ranked))):
        if number in counted.players:
            name = _name(view.players[number], view.status(number).state)
            own = places.get(number)
            yield PlayerFigures(name, counted.players[number], own.average_place if own is not None else None)


def _of_games(view: View, options: ReportOptions, sheets: Sequence[Sheet]) -> Iterator[Section]:
    """The places of each player in the games of a club or a league, and how any two did against one another."""
    ended = ended_games(sheets)
    if view.settings.format.is_drawn or not ended:
        return
    games = games_by_player(ended)
    ranked = [row.player.number for row in view.standings(options.session).rows]
    order = [number for number in (*ranked, *sorted(games.keys() - set(ranked))) if number in games]
    name = {number: _name(view.players[number], view.status(number).state) for number in games}
    fields: tuple[Column[PlayerGames], ...] = (
        PLAYER.of(lambda row: name[row.number]),
        GAMES.of(lambda row: row.games),
        *map(_of_place, (1, 2, 3, 4)),
        AVERAGE_PLACE.of(lambda row: row.average_place),
        Column(mark("Average score"), lambda row: row.average_score, Kind.AVERAGE),
        Column(mark("Most firsts in a row"), lambda row: row.won_in_a_row, Kind.INTEGER),
        Column(mark("Most without a last in a row"), lambda row: row.without_last, Kind.INTEGER),
    )
    yield Section(table_of(fields, [games[number] for number in order]), mark("Places"), mark("places"))
    met: tuple[Column[Opponents], ...] = (
        PLAYER.of(lambda row: name[row.one]),
        Column(mark("Against"), lambda row: name[row.other], emphasis=Emphasis.NAME),
        GAMES.of(lambda row: row.games),
        Column(mark("Ahead"), lambda row: row.ahead, Kind.INTEGER),
        Column(mark("Behind"), lambda row: row.behind, Kind.INTEGER),
        Column(mark("Balance"), lambda row: row.balance, Kind.SIGNED, Emphasis.STRONG),
    )
    yield Section(table_of(met, list(head_to_head(ended))), mark("Head to head"), mark("head to head"))


def _of_place(place: int) -> Column[PlayerGames]:
    return Column(mark("{place}.", place=place), lambda row: row.times(place), Kind.INTEGER)


def _name(player: Player, state: PlayerState) -> str | Text:
    if state is PlayerState.PLAYING:
        return player.name
    return mark("{player} ({state})", player=player.name, state=state.label)


def _endings(counted: Statistics) -> Sequence[ShareRow]:
    return (
        ShareRow(mark("Won on a discard"), counted.by_discard, counted.hands),
        ShareRow(mark("Won by self-draw"), counted.self_draws, counted.hands),
        ShareRow(mark("Drawn"), counted.drawn, counted.hands),
    )


def _values(view: View, counted: Statistics) -> Iterator[ShareRow]:
    bands = view.rules.value_bands
    for first, following, count in zip(bands, (*bands[1:], None), counted.in_bands(bands), strict=True):
        yield ShareRow(value_band(first, following), count, len(counted.won))
