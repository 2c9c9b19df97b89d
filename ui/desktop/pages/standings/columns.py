"""The columns of each list of the page, and how the cells of the ranking are painted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from reports import vocabulary
from reports.column import Emphasis, Kind
from reports.sheets import fans, standings
from reports.sheets.standings import StandingsRow
from reports.vocabulary import (
    BEST,
    DEAL_INS,
    HAND,
    HAND_POINTS,
    HANDS,
    PER_PLAYER,
    PLAYERS,
    POINTS_PER_WIN,
    SCORE,
    SELF_DRAWS,
    SESSION,
    TABLE,
    TABLE_POINTS,
    TEAM,
    WINNER,
    WINS,
)
from tournament.event.country import country_name
from tournament.event.player import Player
from tournament.language import Text, fraction_text, listed, mark, mark_count
from tournament.standings import Result, Standing
from tournament.standings.fan_statistics import FanCount
from tournament.standings.journey import JourneyStep
from tournament.standings.ranking import listed_name
from tournament.standings.state_words import unranked_text
from tournament.standings.statistics import Played, Statistics, WonHand
from tournament.standings.teams import TeamStanding
from ui.desktop.kit.table import CellStyle, TableColumn
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import BarDelegate, DrawnCell, FractionDelegate, Index, TextDelegate

AIR = 8
"""Padding in pixels at both sides of a number, omitted in a narrow column."""


class SessionPointsDelegate(FractionDelegate):
    """Draws the table points of one session. The column may be as narrow as the numbers."""

    def __init__(self) -> None:
        super().__init__(kind=Type.BODY)
        self._narrow = False

    def set_narrow(self, narrow: bool) -> None:
        """Omit the padding at both sides, or restore it."""
        self._narrow = narrow

    def head_inset(self, head: float) -> float:
        """Return the space that aligns the heading with the numbers, which are further right in a narrow column."""
        return super().head_inset(head) - (AIR if self._narrow else 0)

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the whole number and the fraction, with less padding in a narrow column."""
        super().contents(painter, rect.adjusted(-AIR, 0, AIR, 0) if self._narrow else rect, cell)


class _NameDelegate(TextDelegate):
    """Draws a name, in bold if its row is selected."""

    _selected = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the name in the weight of the row."""
        self._selected = bool(option.state & QStyle.StateFlag.State_Selected)
        super().paint(painter, option, index)

    def type_of(self, cell: DrawnCell) -> Type:
        """Return the type of a name: bold only if it is selected, because the list consists of names."""
        return Type.TOTAL if self._selected else Type.BODY


RANK, MOVED, PLAYER, COUNTRY, FIRST_SESSION = range(5)
"""Columns of the ranking."""
SESSION_WIDTH = 62
STEP_RANK = 2
"""Column with the rank after the session in a player's course, which the chart may show too."""
FIRST_MADE, MOST_OFTEN = 6, 7
"""Columns of the list of fan that are hidden in a narrow window."""


def ranking_columns(sessions: Iterable[int]) -> list[TableColumn[StandingsRow]]:
    """Return the columns: rank, movement, player with state, country, each session, table points, score."""
    return [
        TableColumn.showing(standings.RANK, width=58),
        TableColumn.showing(standings.MOVED, width=72),
        TableColumn(
            standings.PLAYER.heading, _name, emphasis=Emphasis.NAME, style=_state_style, delegate=_NameDelegate
        ),
        TableColumn.showing(
            standings.COUNTRY, width=52, style=lambda _row: CellStyle(type=Type.DENSE), heading_hidden=True
        ),
        *(
            TableColumn.showing(standings.session_points(number), width=SESSION_WIDTH, delegate=SessionPointsDelegate)
            for number in sessions
        ),
        TableColumn.showing(standings.TABLE_POINTS, width=112),
        TableColumn.showing(standings.SCORE, width=80),
    ]


def _name(row: StandingsRow) -> Text | str:
    """Return the name, with the state of a player who is not ranked."""
    if isinstance(row, Standing):
        return listed_name(row)
    return mark("{player} ({state})", player=row.player.name, state=row.status.state.label)


def _state_style(row: StandingsRow) -> CellStyle:
    return CellStyle() if isinstance(row, Standing) else CellStyle(tone=Tone.TEXT3, tooltip=unranked_text(row))


def team_columns() -> list[TableColumn[TeamStanding]]:
    """Return the columns: rank, team with its members, number of members, table points, score."""
    return [
        TableColumn.showing(vocabulary.RANK, lambda row: row.rank, width=64),
        TableColumn.showing(TEAM, lambda row: _group_name(row, row.name), emphasis=Emphasis.NAME, style=_members),
        TableColumn.showing(PLAYERS, lambda row: len(row.members), width=90),
        TableColumn.showing(TABLE_POINTS, lambda row: row.table_points, width=130),
        TableColumn.showing(SCORE, lambda row: row.score, width=100),
    ]


def country_columns() -> list[TableColumn[TeamStanding]]:
    """Return the columns: rank, country with its players, their number, table points, the deciding average, score."""
    return [
        TableColumn.showing(vocabulary.RANK, lambda row: row.rank, width=64),
        TableColumn.showing(vocabulary.COUNTRY, _country, emphasis=Emphasis.NAME, style=_members),
        TableColumn.showing(PLAYERS, lambda row: len(row.members), width=84),
        TableColumn.showing(TABLE_POINTS, lambda row: row.table_points, emphasis=Emphasis.MUTED, width=118),
        TableColumn.showing(PER_PLAYER, lambda row: row.average, width=96, style=lambda row: _exact(row.average)),
        TableColumn.showing(SCORE, lambda row: row.score, width=84),
    ]  # fmt: skip


def _country(group: TeamStanding) -> Text | str:
    return _group_name(group, country_name(group.name, translator.language.code))


def _group_name(group: TeamStanding, name: str) -> Text | str:
    """Return the name, with the reason if the group is not ranked."""
    reason = group.unranked_text
    return name if reason is None else mark("{name} ({reason})", name=name, reason=reason)


def _members(group: TeamStanding) -> CellStyle:
    """Return the members with their table points below the name, best first: ``Ada Sample 14, Ben Beispiel 9½``.

    The name of a group that is not ranked is fainter.
    """
    points = (f"{listed_name(row)} {fraction_text(row.table_points)}" for row in group.members)
    return CellStyle(second=listed(points), tone=None if group.rank is not None else Tone.TEXT3)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand that was won, with the names of its players."""

    place: int
    hand: WonHand
    winner: str
    discarder: str
    """Empty after a self-draw."""


def hand_rows(best: Sequence[WonHand], players: Mapping[int, Player]) -> list[HandRow]:
    """Return a row for each hand of ``best``, the most valuable first. Equal values share their rank."""
    points = [hand.points for hand in best]
    return [
        HandRow(
            1 + points.index(hand.points),
            hand,
            players[hand.winner].name,
            players[hand.discarder].name if hand.discarder is not None else "",
        )
        for hand in best
    ]


def hand_columns() -> list[TableColumn[HandRow]]:
    """Return the columns: rank, winner, how it was won, where, points."""
    return [
        TableColumn.showing(vocabulary.RANK, lambda row: row.place, width=60),
        TableColumn.showing(WINNER, lambda row: row.winner),
        TableColumn(mark("Won"), _how_won, emphasis=Emphasis.MUTED),
        TableColumn.showing(SESSION, lambda row: row.hand.session, emphasis=Emphasis.PLAIN, width=84),
        TableColumn.showing(TABLE, lambda row: row.hand.table, width=74),
        TableColumn.showing(HAND, lambda row: row.hand.hand, width=74),
        TableColumn.showing(HAND_POINTS, lambda row: row.hand.points, emphasis=Emphasis.STRONG, width=84),
    ]


def _how_won(row: HandRow) -> Text:
    return mark("from {name}", name=row.discarder) if row.discarder else mark("self-draw")


@dataclass(frozen=True, slots=True)
class CountRow:
    """The counts of one player, and the highest counts of any player, to which the bars are scaled."""

    name: str
    number: int
    played: Played
    most: Played
    """The highest number of wins, self-draws and deal-ins of any player."""


def count_rows(players: Sequence[Player], counted: Statistics) -> list[CountRow]:
    """Return a row for each of ``players``, in their order."""
    played = counted.players.values()
    most = Played(
        wins=max((each.wins for each in played), default=0),
        self_draws=max((each.self_draws for each in played), default=0),
        deal_ins=max((each.deal_ins for each in played), default=0),
    )
    return [CountRow(each.name, each.number, counted.players.get(each.number, Played()), most) for each in players]


def count_columns() -> list[TableColumn[CountRow]]:
    """Return the columns: player, hands, bars of wins, self-draws and deal-ins, average win, most valuable win."""
    return [
        TableColumn.showing(vocabulary.PLAYER, lambda row: row.name),
        TableColumn.showing(HANDS, lambda row: row.played.hands, width=78),
        TableColumn.showing(WINS, lambda row: row.played.wins, width=150, delegate=BarDelegate,
                            style=lambda row: _share(row.played.wins, row.most.wins)),
        TableColumn.showing(SELF_DRAWS, lambda row: row.played.self_draws, width=130, delegate=BarDelegate,
                            style=lambda row: _share(row.played.self_draws, row.most.self_draws)),
        TableColumn.showing(DEAL_INS, lambda row: row.played.deal_ins, width=130, delegate=BarDelegate,
                            style=lambda row: _share(row.played.deal_ins, row.most.deal_ins)),
        TableColumn.showing(POINTS_PER_WIN, lambda row: row.played.average, width=116,
                            style=lambda row: _exact(row.played.average)),
        TableColumn.showing(BEST, lambda row: row.played.best or None, width=70),
    ]  # fmt: skip


def _exact(value: Fraction | None) -> CellStyle:
    return CellStyle(tooltip=fraction_text(value) if value is not None else "")


def _share(count: int, most: int) -> CellStyle:
    return CellStyle(share=count / most if most else 0.0)


@dataclass(frozen=True, slots=True)
class FanMadeRow:
    """A fan and how often it was made."""

    made: FanCount
    known: int
    """Number of hands whose tiles are known, of the event or of the player."""
    top: int
    """Number of hands with the most frequent fan."""
    first: str
    """The player who made it first; empty in the list of one player."""
    most: tuple[str, ...]
    """Who made it most often; empty in the list of one player."""


def fan_rows(made: Sequence[FanCount], known: int, players: Mapping[int, Player], *, of_one: bool) -> list[FanMadeRow]:
    """Return a row for each fan, in their order. With ``of_one`` all are of one player, whom the rows then omit."""
    top = max((each.hands for each in made), default=1)
    return [
        FanMadeRow(
            each,
            known,
            top,
            "" if of_one else players[each.first_winner].name,
            () if of_one else tuple(players[number].name for number in each.most),
        )
        for each in made
    ]


def fan_columns() -> list[TableColumn[FanMadeRow]]:
    """Return the columns: number, fan, points, hands, share of hands, points won, first player, most frequent player.

    On paper the Chinese name has a column of its own, which here is a second line, and counts replace the bars.
    """
    return [
        TableColumn.showing(fans.NUMBER.within(_made), width=60),
        TableColumn.showing(fans.FAN.within(_made), style=_chinese_name),
        TableColumn.showing(fans.POINTS.within(_made), width=76),
        TableColumn.showing(fans.HANDS.within(_made), width=140, delegate=BarDelegate,
                            style=lambda row: _share(row.made.hands, row.top)),
        TableColumn(mark("Share"), lambda row: share_text(row.made.hands, row.known), width=72),
        TableColumn.showing(fans.POINTS_BROUGHT.within(_made), width=132,
                            style=lambda _row: CellStyle(type=Type.TOTAL)),
        TableColumn(mark("First made"), lambda row: row.first or _place(row), width=230, style=_where_first),
        TableColumn(mark("Made most often"), lambda row: row.most[0] if row.most else None, width=230,
                    style=_how_often),
    ]  # fmt: skip


def share_text(hands: int, known: int) -> Text:
    """A share like ``12%``. A share that rounds to zero is not written as zero."""
    percent = (200 * hands + known) // (2 * known) if known else 0
    return mark("{share}%", share=percent) if percent or not hands else mark("under 1%")


def _made(row: FanMadeRow) -> FanCount:
    return row.made


def _chinese_name(row: FanMadeRow) -> CellStyle:
    return CellStyle(second=row.made.pattern.name.zh if translator.language.code != "zh" else "")


def _place(row: FanMadeRow) -> Text:
    first = row.made.first
    return mark(
        "session {session}, table {table}, hand {hand}", session=first.session, table=first.table, hand=first.hand
    )


def _where_first(row: FanMadeRow) -> CellStyle:
    return CellStyle(second=_place(row)) if row.first else CellStyle(tone=Tone.TEXT2)


def _how_often(row: FanMadeRow) -> CellStyle:
    if not row.most:
        return CellStyle()
    times = mark_count("{count} hand", "{count} hands", row.made.most_hands)
    others = len(row.most) - 1
    if others:
        times = mark_count("{times}, as {count} other", "{times}, as {count} others", others, times=times)
    return CellStyle(second=times)


@dataclass(frozen=True, slots=True)
class StepRow:
    """One session of a player's course, ready to be shown."""

    step: JourneyStep
    played: int
    """Number of hands recorded at the table."""
    counts: bool
    """Whether the shown standings include this session."""

    @property
    def counted(self) -> Result | None:
        """The result, if the shown standings include it."""
        return self.step.result if self.counts else None


def step_columns() -> list[TableColumn[StepRow]]:
    """Return the columns: session, table and opponents, rank afterwards, table points, score."""
    return [
        TableColumn.showing(SESSION, lambda row: mark("S{session}", session=row.step.session), kind=Kind.TEXT,
                            emphasis=Emphasis.PLAIN, width=64, style=_step_session, heading_hidden=True),
        TableColumn(mark("Table and opponents"), lambda row: mark("Table {table}", table=row.step.table),
                    style=_opponents),
        TableColumn.showing(vocabulary.RANK, lambda row: row.step.rank, emphasis=Emphasis.MUTED, width=54),
        TableColumn(mark("TP"), lambda row: row.counted.table_points if row.counted else None, Kind.POINTS,
                    Emphasis.STRONG, width=56, style=lambda row: _final(row.counted, Tone.TEXT)),
        TableColumn.showing(SCORE, lambda row: row.step.result.score if row.step.result else None, width=70,
                            style=lambda row: _final(row.step.result, Tone.TEXT2)),
    ]  # fmt: skip


def _step_session(row: StepRow) -> CellStyle:
    return CellStyle(type=Type.DENSE_TOTAL, tone=Tone.TEXT if row.counts else Tone.TEXT3)


def _opponents(row: StepRow) -> CellStyle:
    result = row.step.result
    if result is not None and not result.final:
        second = mark_count("now playing, {count} hand in", "now playing, {count} hands in", row.played)
    else:
        second = listed(player.first_name or player.last_name for player in row.step.opponents)
    return CellStyle(second=second, type=Type.LABEL)


def _final(result: Result | None, tone: Tone) -> CellStyle:
    """A style in ``tone`` once the sheet is verified, and fainter before."""
    return CellStyle(tone=tone if result is not None and result.final else Tone.TEXT3)
