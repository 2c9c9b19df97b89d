"""The standings and the statistics of the players as frames."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from reports.column import Column, Kind
from reports.frames.hands import DISCARD, SELF_DRAW
from reports.frames.players import STATE_LABELS
from reports.frames.records import Records, make_frame, make_records
from reports.vocabulary import (
    BEST,
    COUNTRY,
    DEAL_INS,
    EVENINGS_MISSING,
    GAMES,
    GAMES_WON,
    HANDS,
    MOVED,
    NUMBER,
    PENALTIES,
    PER_GAME,
    PLAYER,
    POINTS_PER_WIN,
    POINTS_WON,
    RANK,
    RESULT,
    SCORE,
    SELF_DRAWS,
    SESSIONS,
    STATE,
    TABLE_POINTS,
    TEAM,
    WINS,
)
from tournament.event.player import Player, PlayerState
from tournament.event.seating import LETTERS
from tournament.language import mark
from tournament.standings import Standings
from tournament.standings.season import SeasonRow, SeasonStandings
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class _StandingFrameRow:
    """One player in the standings."""

    after: int
    provisional: bool
    rank: int | None
    player: Player
    state: PlayerState
    table_points: Fraction | None = None
    score: int
    moved: int | None = None
    sessions: int
    worth: Fraction | None = None
    games: int | None = None
    won: int | None = None
    average: Fraction | None = None
    missing: int | None = None
    granted: bool | None = None


STANDING_COLUMNS: tuple[Column[_StandingFrameRow], ...] = (
    RANK.of(lambda row: row.rank),
    NUMBER.within(lambda row: row.player, meaning="Number of the player."),
    PLAYER.within(lambda row: row.player),
    COUNTRY.within(lambda row: row.player, meaning="As in the players."),
    TEAM.within(lambda row: row.player, meaning="As in the players."),
    STATE.of(lambda row: row.state.value, kind=Kind.CHOICE,
             meaning="State of the player in the event after that session.", labels=STATE_LABELS),
    TABLE_POINTS.of(lambda row: row.table_points,
                    meaning="Sum of the table points that count, exact; missing in a club and a league except in "
                            "riichi."),
    SCORE.of(lambda row: row.score, meaning="Sum of the points that count; in a league, of the evenings that count."),
    MOVED.of(lambda row: row.moved),
    SESSIONS.of(lambda row: row.sessions,
                meaning="Sessions (for a club or a league: evenings) in which the player has a result."),
    RESULT.of(lambda row: row.worth, kind=Kind.AVERAGE,
              meaning="For a club or a league: the sum or the average of the evenings that count, which ranks; exact."),
    GAMES.of(lambda row: row.games, meaning="For a club or a league: games played."),
    GAMES_WON.of(lambda row: row.won, meaning="For a club or a league: games in which nobody had more."),
    PER_GAME.of(lambda row: row.average, meaning="For a club or a league: points per game, exact."),
    EVENINGS_MISSING.of(lambda row: row.missing,
                        meaning="For a club or a league: evenings still to play before being ranked."),
    Column(mark("After session"), lambda row: row.after, Kind.INTEGER, name="after",
           meaning="The last session that counts; 0 before play. The same in every row."),
    Column(mark("Provisional"), lambda row: row.provisional, Kind.YES_NO, name="provisional",
           meaning="True while a sheet up to that session is not verified. The same in every row."),
    Column(mark("Granted points"), lambda row: row.granted, Kind.YES_NO, name="granted",
           meaning="True if points are granted for sessions before the player joined, or that they sat out; missing "
                   "in a club and a league."),
)  # fmt: skip


def standings_frame(view: View, after: int | None = None) -> "DataFrame":
    """The ranking after session ``after``, by default the last that counts; players who are not ranked come last."""
    return standings_records(view, after).frame()


def standings_records(view: View, after: int | None = None) -> Records:
    """The rows of :func:`standings_frame`."""
    return records_of(view.standings(after) if view.settings.format.is_drawn else view.season(after))


def records_of(shown: Standings | SeasonStandings) -> Records:
    """The rows of :func:`standings_frame` for a ranking."""
    rows = _of_a_tournament(shown) if isinstance(shown, Standings) else _of_evenings(shown)
    return make_records(STANDING_COLUMNS, rows)


def _of_a_tournament(standings: Standings) -> Iterator[_StandingFrameRow]:
    for row in standings.rows:
        yield _StandingFrameRow(
            after=standings.after,
            provisional=standings.provisional,
            rank=row.rank,
            player=row.player,
            state=PlayerState.PLAYING,
            table_points=row.table_points,
            score=row.score,
            moved=row.moved,
            sessions=sum(not result.granted for result in row.results.values()),
            granted=row.granted,
        )
    for apart in standings.unranked:
        yield _StandingFrameRow(
            after=standings.after,
            provisional=standings.provisional,
            rank=None,
            player=apart.player,
            state=apart.status.state,
            table_points=apart.table_points,
            score=apart.score,
            sessions=len(apart.results),
            granted=False,
        )


def _of_evenings(season: SeasonStandings) -> Iterator[_StandingFrameRow]:
    for row in (*season.rows, *season.waiting, *season.unranked):
        yield _StandingFrameRow(
            after=season.after,
            provisional=season.provisional,
            rank=row.rank,
            player=row.player,
            state=row.status.state,
            table_points=row.counted_points if season.by_points else None,
            score=row.counted_score,
            moved=row.moved,
            sessions=len(row.evenings),
            worth=row.worth,
            games=row.games,
            won=row.won,
            average=_average(row),
            missing=row.missing,
        )


def _average(row: SeasonRow) -> Fraction | None:
    return row.average if row.games else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _StatisticsFrameRow:
    """One player who was at a table in a hand."""

    player: int
    name: str
    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    points_won: int
    best: int
    points_given: int
    received: int
    paid: int
    settled: int
    penalties: int
    penalty_points: int

    @property
    def average_won(self) -> Fraction | None:
        """Average value of the hands won."""
        return Fraction(self.points_won, self.wins) if self.wins else None

    @property
    def average_given(self) -> Fraction | None:
        """Average value of the hands won on the player's discards."""
        return Fraction(self.points_given, self.deal_ins) if self.deal_ins else None


STATISTICS_COLUMNS: tuple[Column[_StatisticsFrameRow], ...] = (
    NUMBER.of(lambda row: row.player, meaning="Number of the player."),
    PLAYER.of(lambda row: row.name),
    HANDS.of(lambda row: row.hands),
    WINS.of(lambda row: row.wins),
    SELF_DRAWS.of(lambda row: row.self_draws),
    DEAL_INS.of(lambda row: row.deal_ins),
    POINTS_WON.of(lambda row: row.points_won),
    BEST.of(lambda row: row.best),
    POINTS_PER_WIN.of(lambda row: row.average_won),
    Column(mark("Value given"), lambda row: row.points_given, Kind.INTEGER, name="points_given",
           meaning="Sum of the values of the hands won on the player's discards, in points."),
    Column(mark("Average value given"), lambda row: row.average_given, Kind.POINTS, name="average_given",
           meaning="Average value of the hands won on the player's discards, exact; missing without one."),
    Column(mark("Points received"), lambda row: row.received, Kind.INTEGER, name="received",
           meaning="Points received in hands, without penalties: 0 or more."),
    Column(mark("Points lost"), lambda row: row.paid, Kind.INTEGER, name="paid",
           meaning="Points paid in hands, without penalties: 0 or less."),
    Column(mark("Points of hands"), lambda row: row.settled, Kind.INTEGER, name="settled",
           meaning="Both together: the points from hands only."),
    Column(mark("Penalties given"), lambda row: row.penalties, Kind.INTEGER, name="penalties",
           meaning="Penalties for the player's own faults that count."),
    PENALTIES.of(lambda row: row.penalty_points),
)  # fmt: skip


def statistics_frame(*, seats: "DataFrame", hands: "DataFrame", penalties: "DataFrame") -> "DataFrame":
    """Everyone who was at a table in a recorded hand, by number.

    Hands and penalties together give the score, if sheets count the computed totals and no riichi sticks were left on
    the table at the end.
    """
    return make_frame(STATISTICS_COLUMNS, _rows(seats, hands, penalties))


def player_hands(hands: "DataFrame") -> "DataFrame":
    """Four rows per hand, one for each player at the table: ``session``, ``table``, ``hand``, ``letter``, ``player``,
    ``value`` of the hand if they won, ``given`` to all winners, ``won``, ``self_draw``, ``dealt_in``, ``settled``,
    ``net``; in the order of hands, then letters."""
    from pandas import DataFrame, concat

    parts = []
    given = hands[[f"won_{letter.lower()}" for letter in LETTERS]].sum(axis=1)
    for letter in LETTERS:
        player, value = hands[f"player_{letter.lower()}"], hands[f"won_{letter.lower()}"]
        won = value.notna()
        parts.append(
            DataFrame(
                {
                    "session": hands["session"],
                    "table": hands["table"],
                    "hand": hands["hand"],
                    "letter": letter,
                    "player": player,
                    "value": value,
                    "given": given,
                    "won": won,
                    "self_draw": won & (hands["outcome"] == SELF_DRAW),
                    "dealt_in": (hands["discarder"] == player).fillna(False) & (hands["outcome"] == DISCARD),
                    "settled": hands[f"settled_{letter.lower()}"],
                    "net": hands[f"net_{letter.lower()}"],
                }
            )
        )
    # Each part has the index of the hands; a stable sort keeps the letters of a hand in their order.
    return concat(parts).sort_index(kind="stable").reset_index(drop=True)


def _player_penalties(penalties: "DataFrame", seats: "DataFrame") -> "DataFrame":
    """Four rows for each penalty that counts, one for each player at the table: ``player``, ``at_fault``, ``net``."""
    from pandas import DataFrame, concat

    standing = penalties[penalties["counts"].astype(bool)]
    parts = []
    for letter in LETTERS:
        own = seats.loc[seats["letter"] == letter, ["session", "table", "player"]]
        met = standing.merge(own, on=["session", "table"], suffixes=("", "_there"))
        parts.append(
            DataFrame(
                {
                    "player": met["player_there"],
                    "at_fault": met["player"] == met["player_there"],
                    "net": met[f"net_{letter.lower()}"],
                }
            )
        )
    return concat(parts, ignore_index=True)


def _rows(seats: "DataFrame", hands: "DataFrame", penalties: "DataFrame") -> Iterator[_StatisticsFrameRow]:
    each = player_hands(hands)
    each["points_won"] = each["value"].where(each["won"], 0)
    each["points_given"] = each["given"].where(each["dealt_in"], 0)
    each["received"] = each["settled"].clip(lower=0)
    each["paid"] = each["settled"].clip(upper=0)
    counted = each.groupby("player").agg(
        hands=("won", "size"),
        wins=("won", "sum"),
        self_draws=("self_draw", "sum"),
        deal_ins=("dealt_in", "sum"),
        points_won=("points_won", "sum"),
        best=("points_won", "max"),
        points_given=("points_given", "sum"),
        received=("received", "sum"),
        paid=("paid", "sum"),
        settled=("settled", "sum"),
    )
    punished = _player_penalties(penalties, seats).groupby("player").agg(
        penalties=("at_fault", "sum"), penalty_points=("net", "sum")
    )  # fmt: skip
    names = seats.drop_duplicates("player").set_index("player")["name"]
    together = counted.join(punished).fillna({"penalties": 0, "penalty_points": 0}).join(names)
    for row in together.reset_index().to_dict("records"):
        name = str(row.pop("name"))
        yield _StatisticsFrameRow(name=name, **{str(column): int(value) for column, value in row.items()})
