"""The charts of an event: how hands ended, what they were worth, the players' results, and their ranks over time.

Pure functions of the view: a public view only gives public results.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import assert_never

from reports.column import Kind
from reports.document import Chart, ChartSeries, ChartShape
from tournament.event.format import SeasonCount
from tournament.event.player import Player
from tournament.language import Text, mark, mark_in, verbatim
from tournament.ledger.sheet import Sheet
from tournament.rules.ruleset import RuleSet
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import FanStatistics, fan_statistics
from tournament.standings.statistics import Played, Statistics, statistics
from tournament.use_cases.view import View

MOST_BARS, MOST_LINES, MOST_FANS = 10, 8, 15
"""The most players with bars or lines, and the most fan with a bar."""
_NO_HAND = mark("No hand is recorded yet.")
NUMBER, POINTS = mark_in("unit of a chart", "number"), mark_in("unit of a chart", "points")
SCORE_POINTS = mark_in("unit of a chart", "score")


@dataclass(frozen=True, slots=True)
class ChartPlayers:
    """The players that the charts show, in order."""

    numbers: tuple[int, ...]
    chosen: bool = False
    """True if someone chose them; otherwise they are all players, in the order of the standings."""

    def first(self, most: int) -> tuple[int, ...]:
        """As many players as a chart has room for."""
        return self.numbers[:most]

    def note(self, most: int) -> Text | None:
        """A note on how many players are shown; None if all are."""
        count, everybody = min(most, len(self.numbers)), len(self.numbers)
        if count == everybody:
            return None
        if self.chosen:
            return mark("The first {count} of the {all} chosen players.", count=count, all=everybody)
        return mark("The first {count} of {all} players, in the order of the standings.", count=count, all=everybody)


class EventChart(Enum):
    """The charts of an event; the value is the key of the chart."""

    ENDINGS = "endings"
    ENDINGS_BY_SESSION = "endings-by-session"
    VALUES = "values"
    WINS = "wins"
    POINTS_A_HAND = "points-a-hand"
    FANS = "fans"
    RANKS = "ranks"
    RESULTS = "results"


def offered_charts(view: View) -> tuple[EventChart, ...]:
    """The charts available under the rules of the event."""
    return tuple(kind for kind in EventChart if kind is not EventChart.FANS or view.rules.scorer is not None)


def chart_title(kind: EventChart, *, drawn: bool) -> Text:
    """What a chart shows; ``drawn``: by sessions, otherwise by evenings."""
    match kind:
        case EventChart.ENDINGS:
            return mark("How hands ended")
        case EventChart.ENDINGS_BY_SESSION:
            return mark("How hands ended in each session")
        case EventChart.VALUES:
            return mark("Hands won, by value")
        case EventChart.WINS:
            return mark("Wins, self-draws and deal-ins")
        case EventChart.POINTS_A_HAND:
            return mark("Points per hand")
        case EventChart.FANS:
            return mark("Fan made most often")
        case EventChart.RANKS:
            return mark("Rank after each session")
        case EventChart.RESULTS:
            return mark("Table points after each session") if drawn else mark("Result after each evening")
        case _:
            assert_never(kind)


def chart_of(
    kind: EventChart, view: View, after: int, players: ChartPlayers, *, beat: Callable[[], None] = lambda: None
) -> Chart:
    """One chart of the sessions up to ``after``. ``beat`` is called often, and may raise to cancel."""
    sessions = view.sessions_until(after)
    if kind is EventChart.FANS:
        return fans_chart(fan_statistics(_watched(view, sessions, beat), counting_by(view.rules.id)))
    if kind in (EventChart.RANKS, EventChart.RESULTS):
        charts = course_charts(view, sessions, players)
    else:
        charts = hand_charts(view, sessions, players, beat=beat)
    return next(chart for chart in charts if chart.key == kind.value)


def _watched(view: View, sessions: Iterable[int], beat: Callable[[], None]) -> Iterator[Sheet]:
    for session in sessions:
        for sheet in view.sheets(session):
            beat()
            yield sheet


def ranked_players(view: View, counted: Statistics, after: int | None = None) -> ChartPlayers:
    """All players in the order of the standings, then those without a place who played."""
    ranked = [row.player.number for row in view.standings(after).rows]
    return ChartPlayers((*ranked, *sorted(counted.players.keys() - set(ranked))))


def hand_charts(
    view: View, sessions: Iterable[int], players: ChartPlayers, *, beat: Callable[[], None] = lambda: None
) -> tuple[Chart, ...]:
    """The charts of the hands of ``sessions``. ``beat`` is called often, and may raise to cancel."""
    by_session = {number: statistics(_watched(view, (number,), beat)) for number in sessions}
    counted = sum(by_session.values(), Statistics())
    drawn = view.settings.format.is_drawn
    return (
        endings_chart(counted),
        endings_by_session_chart(by_session, drawn=drawn),
        values_chart(view.rules, counted),
        wins_chart(view.players, players, counted),
        points_a_hand_chart(view.rules, view.players, players, counted),
    )


def endings_chart(counted: Statistics) -> Chart:
    """How many hands were won on a discard, by self-draw, or by nobody."""
    values = (counted.by_discard, counted.self_draws, counted.drawn)
    return Chart(
        EventChart.ENDINGS.value,
        chart_title(EventChart.ENDINGS, drawn=True),
        ChartShape.BARS,
        names=(mark("Won on a discard"), mark("Won by self-draw"), mark("Drawn")),
        names_title=mark("How a hand ended"),
        series=(ChartSeries(mark("Hands"), values if counted.hands else (None,) * 3),),
        values_title=in_unit(mark("Hands"), NUMBER),
        empty=_NO_HAND,
    )


def endings_by_session_chart(by_session: Mapping[int, Statistics], *, drawn: bool) -> Chart:
    """The same by session, including drawn hands."""
    sessions = tuple(by_session)
    played = any(counted.hands for counted in by_session.values())

    def values(count: Callable[[Statistics], int]) -> tuple[int | None, ...]:
        return tuple(count(by_session[number]) if played else None for number in sessions)

    return Chart(
        EventChart.ENDINGS_BY_SESSION.value,
        chart_title(EventChart.ENDINGS_BY_SESSION, drawn=drawn),
        ChartShape.STACKED,
        names=tuple(mark("S{session}", session=number) for number in sessions),
        names_title=mark("Session"),
        series=(
            ChartSeries(mark("Won on a discard"), values(lambda counted: counted.by_discard)),
            ChartSeries(mark("Won by self-draw"), values(lambda counted: counted.self_draws)),
            ChartSeries(mark("Drawn"), values(lambda counted: counted.drawn)),
        ),
        values_title=in_unit(mark("Hands"), NUMBER),
        empty=_NO_HAND,
    )


def values_chart(rules: RuleSet, counted: Statistics) -> Chart:
    """How many winning hands there are of each value."""
    bands = rules.value_bands
    values = counted.in_bands(bands)
    return Chart(
        EventChart.VALUES.value,
        chart_title(EventChart.VALUES, drawn=True),
        ChartShape.BARS,
        names=tuple(value_band(first, following) for first, following in zip(bands, (*bands[1:], None), strict=True)),
        names_title=in_unit(mark("Value of the hand"), rules.value_name),
        series=(ChartSeries(mark("Hands won"), values if counted.won else (None,) * len(values)),),
        values_title=in_unit(mark("Hands won"), NUMBER),
        empty=mark("No hand has been won yet.") if counted.hands else _NO_HAND,
    )


def value_band(first: int, following: int | None) -> Text:
    """The values from ``first`` up to, but not including, ``following``; None: no upper limit."""
    if following is None:
        return mark("{first} or more", first=first)
    last = following - 1
    return verbatim(str(first)) if first == last else mark("{first} to {last}", first=first, last=last)


def wins_chart(players: Mapping[int, Player], shown: ChartPlayers, counted: Statistics) -> Chart:
    """Each player's wins, self-draws and deal-ins."""
    played = _played_by(shown, counted)
    return Chart(
        EventChart.WINS.value,
        chart_title(EventChart.WINS, drawn=True),
        ChartShape.BARS,
        names=tuple(players[number].name for number in played),
        names_title=mark("Player"),
        series=(
            ChartSeries(mark("Wins"), tuple(each.wins for each in played.values())),
            ChartSeries(mark("Self-draws"), tuple(each.self_draws for each in played.values())),
            ChartSeries(mark("Deal-ins"), tuple(each.deal_ins for each in played.values())),
        ),
        values_title=in_unit(mark("Hands"), NUMBER),
        note=shown.note(MOST_BARS),
        empty=_NO_HAND,
    )


def points_a_hand_chart(
    rules: RuleSet, players: Mapping[int, Player], shown: ChartPlayers, counted: Statistics
) -> Chart:
    """Each player's points won per hand at the table."""
    played = {number: each for number, each in _played_by(shown, counted).items() if each.hands}
    values = tuple(Fraction(each.points, each.hands) for each in played.values())
    return Chart(
        EventChart.POINTS_A_HAND.value,
        chart_title(EventChart.POINTS_A_HAND, drawn=True),
        ChartShape.BARS,
        names=tuple(players[number].name for number in played),
        names_title=mark("Player"),
        series=(ChartSeries(mark("Points per hand"), values),),
        values_title=in_unit(mark("Won for each hand at the table"), rules.value_name),
        kind=Kind.AVERAGE,
        note=shown.note(MOST_BARS),
        empty=_NO_HAND,
    )


def _played_by(shown: ChartPlayers, counted: Statistics) -> dict[int, Played]:
    if not counted.hands:
        return {}
    return {number: counted.players.get(number, Played()) for number in shown.first(MOST_BARS)}


def fans_chart(made: FanStatistics) -> Chart:
    """The fan that were made most often."""
    first = made.made[:MOST_FANS]
    left_out = len(made.made) - len(first)
    return Chart(
        EventChart.FANS.value,
        chart_title(EventChart.FANS, drawn=True),
        ChartShape.BARS,
        names=tuple(each.pattern.name for each in first),
        names_title=mark("Fan"),
        series=(ChartSeries(mark("Hands"), tuple(each.hands for each in first)),),
        values_title=in_unit(mark("Hands in which it counts"), NUMBER),
        note=mark("The first {count} of {all} fan.", count=len(first), all=len(made.made)) if left_out else None,
        empty=mark("No hand has recorded tiles. To enter them, press T on the Tables page."),
    )


def course_charts(view: View, sessions: Sequence[int], players: ChartPlayers) -> tuple[Chart, ...]:
    """The rank of players after each of ``sessions``, and the value that ranks them; this needs two sessions."""
    drawn, shown = view.settings.format.is_drawn, sessions if len(sessions) > 1 else ()
    places = {session: dict(_places_after(view, session)) for session in shown}
    numbers = players.first(MOST_LINES) if shown else ()
    average = not drawn and view.settings.season.count is SeasonCount.AVERAGE

    def chart(key: EventChart, values_title: Text, kind: Kind, *, ranks: bool) -> Chart:
        return Chart(
            key.value,
            chart_title(key, drawn=drawn),
            ChartShape.LINES,
            names=tuple(mark("S{session}", session=number) for number in shown),
            names_title=mark("Session"),
            series=tuple(
                ChartSeries(
                    view.players[number].name,
                    tuple(places[session].get(number, _NO_PLACE)[0 if ranks else 1] for session in shown),
                )
                for number in numbers
            ),
            values_title=values_title,
            kind=kind,
            least_on_top=ranks,
            note=players.note(MOST_LINES) if shown else None,
            empty=mark("A course begins with the second session."),
        )

    placed = not drawn and view.settings.season.count is SeasonCount.PLACES
    exact = Kind.POINTS if drawn or average or placed else Kind.SIGNED
    return (
        chart(EventChart.RANKS, mark("Rank (1 is best)"), Kind.INTEGER, ranks=True),
        chart(EventChart.RESULTS, _results_title(drawn=drawn, average=average), exact, ranks=False),
    )


_NO_PLACE = (None, None)


def _places_after(view: View, session: int) -> Iterator[tuple[int, tuple[int | None, int | Fraction]]]:
    """Yield for each player the number, the rank after ``session``, and the value that ranks."""
    if view.settings.format.is_drawn:
        for row in view.standings(session).rows:
            yield row.player.number, (row.rank, row.table_points)
        return
    season = view.season(session)
    for each in (*season.rows, *season.waiting):
        if each.evenings:
            yield each.player.number, (each.rank, _whole(each.worth))


def _whole(worth: Fraction) -> int | Fraction:
    """A sum as a whole number, so that it is shown with its sign."""
    return worth.numerator if worth.denominator == 1 else worth


def _results_title(*, drawn: bool, average: bool) -> Text:
    if drawn:
        return in_unit(mark("Table points so far"), POINTS)
    what = mark("Average of what counts") if average else mark("Sum of what counts")
    return in_unit(what, SCORE_POINTS)


def in_unit(what: Text, unit: Text) -> Text:
    """The title of an axis: ``what``, with its unit in brackets."""
    return mark("{what} ({unit})", what=what, unit=unit)
