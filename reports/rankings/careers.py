"""The career of a player over many events: places, games, hands, opponents and fan, and the paper that shows it.

What counts is what counts in a rating (:mod:`reports.rankings.games`): every game that is final, under the player who
sat at the table.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import partial, reduce
from operator import add

from reports.column import Column, Kind
from reports.document import Chart, ChartSeries, ChartShape, Document, Section, table_of
from reports.frames.records import Records, make_records
from reports.frames.sheets import every_sheet
from reports.rankings.events import game_name, person_of, under_numbers
from reports.rankings.games import counts, games_of_event
from reports.sheets.fans import FAN
from reports.vocabulary import (
    AVERAGE_PLACE,
    DATE,
    DEAL_INS,
    EVENT,
    GAMES,
    HAND,
    HAND_POINTS,
    HANDS,
    PLAYER,
    PLAYERS,
    POINTS_BROUGHT,
    POINTS_PER_WIN,
    RANK,
    RATING,
    SCORE,
    SELF_DRAWS,
    SESSION,
    TABLE,
    TABLE_POINTS,
    TIMES,
    WINS,
)
from tournament.language import ENGLISH, Language, Text, listed, mark, mark_count, verbatim
from tournament.rankings import RankedPerson
from tournament.rankings.rating import EventGames, RatedGame, Rating, RatingStep
from tournament.rules.pattern import Names
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import fan_statistics
from tournament.standings.statistics import Played, WonHand, statistics
from tournament.use_cases.view import View

MOST_HANDS = 20
"""The most hands that a paper lists."""


@dataclass(frozen=True, slots=True)
class FanMade:
    """A fan that a player made, over any number of hands."""

    slug: str
    """Its name in files."""
    name: Names
    points: int
    """If it counts once."""
    times: int


@dataclass(frozen=True, slots=True)
class Participation:
    """One player in one event."""

    event: EventGames
    person: RankedPerson
    rank: int | None
    """In the final standings; None if the event is not over, or if they have no place in it."""
    players: int
    """Who have a place."""
    table_points: Fraction | None
    """Of the games below; None if the event has none."""
    games: tuple[RatedGame, ...]
    played: Played
    given: int
    """The values of the hands that others won on their discards, together."""
    hands: tuple[WonHand, ...]
    """Those that they won."""
    fan: tuple[FanMade, ...]

    @property
    def columns(self) -> tuple[int, ...]:
        """Their column in each of the games."""
        return tuple([each.id for each in game.people].index(self.person.id) for game in self.games)

    @property
    def places(self) -> tuple[int, ...]:
        """Their place in each of the games."""
        return tuple(game.place(column) for game, column in zip(self.games, self.columns, strict=True))

    @property
    def score(self) -> int:
        """Of the games."""
        return sum(game.scores[column] for game, column in zip(self.games, self.columns, strict=True))


@dataclass(frozen=True, slots=True)
class EventCareers:
    """An event with everybody who played in it."""

    id: str
    """What identifies it: two files with the same id have the same event."""
    game: str
    games: EventGames
    participations: tuple[Participation, ...]


def participations_in(view: View, file: str) -> EventCareers:
    """Return who played in an event. Raise Refused as :func:`~reports.rankings.games.games_of_event` does."""
    games = games_of_event(view, file)
    standings = view.standings()
    over = not standings.provisional and standings.after == max(view.session_numbers, default=0)
    ranks = {row.player.number: row.rank for row in standings.rows} if over or not view.settings.format.is_drawn else {}
    sheets = [sheet for sheet in every_sheet(view) if counts(view, sheet)]
    counted, fans = statistics(sheets), fan_statistics(sheets, counting_by(view.rules.id))
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    given: Counter[int] = Counter()
    for sheet in sheets:
        for number, worth in zip(sheet.players, sheet.table_points, strict=True):
            points[number] += worth
    for hand in counted.won:
        if hand.discarder is not None:
            given[hand.discarder] += hand.points
    played: defaultdict[RankedPerson, list[RatedGame]] = defaultdict(list)
    for game in games.games:
        for person in game.people:
            played[person].append(game)
    won: defaultdict[int, list[WonHand]] = defaultdict(list)
    for hand in counted.won:
        won[hand.winner].append(hand)
    found = []
    for number in sorted({number for sheet in sheets for number in sheet.players}):
        person = person_of(view.players[number])
        found.append(
            Participation(
                games, person, ranks.get(number), len(standings.rows),
                points[number] if view.counts_points else None,
                tuple(played[person]),
                counted.players.get(number, Played()), given[number],
                tuple(won[number]),
                tuple(FanMade(each.pattern.slug, each.pattern.name, each.pattern.points, each.times)
                      for each in fans.of(number)),
            )
        )  # fmt: skip
    return EventCareers(games.id, games.game, games, tuple(found))


@dataclass(frozen=True, slots=True)
class Career:
    """What one person did in one game over many events."""

    game: str
    """Such as ``mcr`` or ``riichi``."""
    participations: tuple[Participation, ...]
    """In the order of their first games."""
    steps: tuple[RatingStep, ...]
    """What each game did to their rating."""

    @property
    def person(self) -> RankedPerson:
        """As they are called in the last event."""
        return self.participations[-1].person

    @property
    def places(self) -> Counter[int]:
        """How often they had each place at a table."""
        return Counter(place for each in self.participations for place in each.places)

    @property
    def games(self) -> int:
        """Of all events."""
        return self.places.total()

    @property
    def average_place(self) -> Fraction:
        """At the tables."""
        return Fraction(sum(place * times for place, times in self.places.items()), self.games)

    @property
    def table_points(self) -> Fraction | None:
        """Of all events that have them; None without one."""
        found = [each.table_points for each in self.participations if each.table_points is not None]
        return sum(found, Fraction(0)) if found else None

    @property
    def score(self) -> int:
        """Of all games."""
        return sum(each.score for each in self.participations)

    @property
    def played(self) -> Played:
        """The counts of all hands."""
        return reduce(add, (each.played for each in self.participations), Played())

    @property
    def given(self) -> Fraction | None:
        """What a hand that somebody won on their discard was worth on average; None without one."""
        deal_ins = self.played.deal_ins
        return Fraction(sum(each.given for each in self.participations), deal_ins) if deal_ins else None

    def share(self, hands: int) -> Fraction | None:
        """What share of their hands ``hands`` are, in percent; None if no hands are known."""
        return Fraction(100 * hands, self.played.hands) if self.played.hands else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """How often somebody met another player, and who was ahead."""

    other: RankedPerson
    games: int
    ahead: int
    level: int
    behind: int
    margin: int
    """Their points less those of the other, over all these games."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that somebody won, with the event in which they did."""

    event: str
    hand: WonHand


def same_in_all(events: Sequence[EventCareers]) -> tuple[EventCareers, ...]:
    """Return ``events`` with everybody who has no number in one, but in another, under that number."""
    known = under_numbers(each.person for event in events for each in event.participations)

    def of_event(event: EventCareers) -> EventCareers:
        own = {each.person.id for each in event.participations}
        named = {
            each.person.id: other if (other := known(each.person)).id not in own else each.person
            for each in event.participations
        }

        def renamed(game: RatedGame) -> RatedGame:
            a, b, c, d = (named[person.id] for person in game.people)
            return replace(game, people=(a, b, c, d))

        games = replace(event.games, games=tuple(map(renamed, event.games.games)))
        participations = tuple(
            replace(each, event=games, person=named[each.person.id], games=tuple(map(renamed, each.games)))
            for each in event.participations
        )
        return EventCareers(event.id, event.game, games, participations)

    return tuple(map(of_event, events))


def careers_of(events: Iterable[EventCareers], game: str, rating: Rating) -> tuple[Career, ...]:
    """Return the career of everybody in ``game``, by name; ``rating`` is that of the same events."""
    found: defaultdict[str, list[Participation]] = defaultdict(list)
    for event in events:
        if event.game == game:
            for each in event.participations:
                found[each.person.id].append(each)
    steps = {row.person.id: row.steps for row in rating.rows}
    careers = (
        Career(game, tuple(sorted(own, key=lambda each: (each.games[0].day, each.event.name))), steps.get(id, ()))
        for id, own in found.items()
    )
    return tuple(sorted(careers, key=lambda each: (each.person.name, each.person.id)))


def meetings(career: Career) -> tuple[Meeting, ...]:
    """Return whom they met, the most frequent opponents first."""
    people: dict[str, RankedPerson] = {}
    met: defaultdict[str, list[int]] = defaultdict(list)
    for each in career.participations:
        for game, column in zip(each.games, each.columns, strict=True):
            for other, person in enumerate(game.people):
                if other != column:
                    people[person.id] = person
                    met[person.id].append(game.scores[column] - game.scores[other])
    found = (
        Meeting(
            people[id], len(apart), sum(each > 0 for each in apart), apart.count(0), sum(each < 0 for each in apart),
            sum(apart),
        )
        for id, apart in met.items()
    )  # fmt: skip
    return tuple(sorted(found, key=lambda each: (-each.games, each.other.name, each.other.id)))


def best_of(career: Career) -> tuple[BestHand, ...]:
    """Return all hands that they won, the dearest first; equal ones in the order of play."""
    found = (BestHand(each.event.name, hand) for each in career.participations for hand in each.hands)
    return tuple(sorted(found, key=lambda each: -each.hand.points))


def fan_of(career: Career) -> tuple[FanMade, ...]:
    """Return the fan that they made, the most frequent first."""
    known: dict[str, FanMade] = {}
    for each in career.participations:
        for fan in each.fan:
            before = known.get(fan.slug)
            known[fan.slug] = fan if before is None else replace(before, times=before.times + fan.times)
    return tuple(sorted(known.values(), key=lambda fan: (-fan.times, -fan.points, fan.slug)))


def _of_place(place: int) -> Column[Career]:
    return Column(
        mark("{place}.", place=place), lambda row: row.places[place], Kind.INTEGER, name=f"places_{place}",
        meaning=f"Games in which they had place {place} at the table.",
    )  # fmt: skip


def _value(career: Career) -> Fraction | None:
    return career.steps[-1].after if career.steps else None


CAREER_COLUMNS: tuple[Column[Career], ...] = (
    PLAYER.of(lambda row: row.person.name),
    Column(mark("Rules"), lambda row: row.game, Kind.CODE, name="game", meaning="What is played, such as mcr."),
    Column(mark("Events"), lambda row: len(row.participations), Kind.INTEGER, name="events",
           meaning="Events in which they have a game that counts."),
    GAMES.of(lambda row: row.games, meaning="Games that count."),
    *map(_of_place, (1, 2, 3, 4)),
    AVERAGE_PLACE.of(lambda row: row.average_place, meaning="At the tables, exact."),
    TABLE_POINTS.of(lambda row: row.table_points),
    SCORE.of(lambda row: row.score, meaning="Points of all games."),
    HANDS.of(lambda row: row.played.hands),
    WINS.of(lambda row: row.played.wins),
    Column(mark("Wins, %"), lambda row: row.share(row.played.wins), Kind.AVERAGE, name="win_rate",
           meaning="Share of the hands, in percent, exact; missing without a recorded hand."),
    SELF_DRAWS.of(lambda row: row.played.self_draws),
    DEAL_INS.of(lambda row: row.played.deal_ins),
    Column(mark("Deal-ins, %"), lambda row: row.share(row.played.deal_ins), Kind.AVERAGE, name="deal_in_rate",
           meaning="Share of the hands, in percent, exact; missing without a recorded hand."),
    POINTS_PER_WIN.of(lambda row: row.played.average),
    Column(mark("Points per deal-in"), lambda row: row.given, Kind.AVERAGE, name="average_given",
           meaning="Average value of the hands that others won on their discards, exact; missing without one."),
    RATING.of(_value, meaning="After the last game, exact."),
)  # fmt: skip
PARTICIPATION_COLUMNS: tuple[Column[Participation], ...] = (
    EVENT.of(lambda row: row.event.name),
    DATE.of(lambda row: row.games[0].day.isoformat()),
    RANK.of(lambda row: row.rank),
    PLAYERS.of(lambda row: row.players, name="players"),
    GAMES.of(lambda row: len(row.games)),
    TABLE_POINTS.of(lambda row: row.table_points),
    SCORE.of(lambda row: row.score),
    HANDS.of(lambda row: row.played.hands),
    WINS.of(lambda row: row.played.wins),
    SELF_DRAWS.of(lambda row: row.played.self_draws),
    DEAL_INS.of(lambda row: row.played.deal_ins),
)
MEETING_COLUMNS: tuple[Column[Meeting], ...] = (
    PLAYER.of(lambda row: row.other.name),
    GAMES.of(lambda row: row.games),
    Column(mark("Ahead"), lambda row: row.ahead, Kind.INTEGER, name="ahead"),
    Column(mark("Level"), lambda row: row.level, Kind.INTEGER, name="level"),
    Column(mark("Behind"), lambda row: row.behind, Kind.INTEGER, name="behind"),
    Column(mark("Difference"), lambda row: row.margin, Kind.SIGNED, name="difference"),
)
HAND_COLUMNS: tuple[Column[BestHand], ...] = (
    HAND_POINTS.of(lambda row: row.hand.points),
    EVENT.of(lambda row: row.event),
    SESSION.of(lambda row: row.hand.session),
    TABLE.of(lambda row: row.hand.table),
    HAND.of(lambda row: row.hand.hand),
    Column(mark("Self-draw"), lambda row: row.hand.discarder is None, Kind.YES_NO, name="self_draw"),
)


def _fan_columns(language: Language) -> tuple[Column[FanMade], ...]:
    return (
        FAN.of(lambda row: row.name.of(language.code), name="fan"),
        HAND_POINTS.of(lambda row: row.points),
        TIMES.of(lambda row: row.times),
        POINTS_BROUGHT.of(lambda row: row.times * row.points),
    )


def careers_records(careers: Iterable[Career]) -> Records:
    """Return a row for each of ``careers``; ``.frame()`` makes a data frame of them."""
    return make_records(CAREER_COLUMNS, careers)


def career_records(career: Career, language: Language = ENGLISH) -> Mapping[str, Records]:
    """Return the parts of one career as data, by name; ``language`` is that of the fan."""
    return {
        "career": careers_records([career]),
        "events": make_records(PARTICIPATION_COLUMNS, career.participations),
        "opponents": make_records(MEETING_COLUMNS, meetings(career)),
        "hands": make_records(HAND_COLUMNS, best_of(career)),
        "fan": make_records(_fan_columns(language), fan_of(career)),
    }


def career_document(careers: Sequence[Career], rating: str, printed: datetime, language: Language) -> Document:
    """Show the career of one person in each of their games; ``rating`` is the name of the rules of the ratings."""
    person = careers[-1].person
    return Document(
        event=person.name,
        title=mark("Career"),
        state=listed(
            (
                *(game_name(each.game) for each in careers),
                mark_count("{count} event", "{count} events", sum(len(each.participations) for each in careers)),
            )
        ),
        printed=printed,
        note=mark(
            "All final games at which they sat count, also as a substitute. Rating: {rules}; it ranks in no event.",
            rules=verbatim(rating),
        ),
        section_name=mark("Part"),
        sections=tuple(section for each in careers for section in _sections(each, language, named=len(careers) > 1)),
        charts=tuple(_curve(each, named=len(careers) > 1) for each in careers),
    )


_NARROW = (
    (mark("Points"), mark("points"), {"table_points", "score", "rating"}),
    (mark("Wins"), mark("hands"), {"hands", "wins", "win_rate", "self_draws", "average_won"}),
    (mark("Deal-ins"), mark("hands"), {"deal_ins", "deal_in_rate", "average_given"}),
)
"""Parts of a career on paper, narrow enough for a phone: title, label, and the names of their columns."""


def _sections(career: Career, language: Language, *, named: bool) -> Iterator[Section]:
    made, hands = fan_of(career), best_of(career)
    heading = partial(_heading, career, named=named)
    yield Section(table_of(CAREER_COLUMNS[2:9], [career]), heading(mark("Games")), mark("games"))
    for title, label, names in _NARROW:
        columns = [column for column in CAREER_COLUMNS if column.name in names]
        yield Section(table_of(columns, [career]), heading(title), label)
    yield Section(table_of(PARTICIPATION_COLUMNS, career.participations), heading(mark("Events")), mark("events"))
    yield Section(table_of(MEETING_COLUMNS, meetings(career)), heading(mark("Opponents")), mark("opponents"))
    if hands:
        yield Section(table_of(HAND_COLUMNS, hands[:MOST_HANDS]), heading(mark("Best hands")), mark("best hands"))
    if made:
        yield Section(table_of(_fan_columns(language), made), heading(mark("Fan")), mark("fan"))


def _heading(career: Career, title: Text, *, named: bool) -> Text:
    """The heading of a part; it names the game if the paper has several."""
    return mark("{title} ({game})", title=title, game=game_name(career.game)) if named else title


def _curve(career: Career, *, named: bool) -> Chart:
    """The rating after each event."""
    last = {step.event.id: step for step in career.steps}
    names = tuple(step.event.name for step in last.values())
    return Chart(
        f"rating-{career.game}",
        _heading(career, mark("Rating"), named=named),
        ChartShape.LINES,
        names=names,
        names_title=mark("Event"),
        series=(ChartSeries(career.person.name, tuple(step.after for step in last.values())),),
        values_title=mark("Rating"),
        kind=Kind.AVERAGE,
    )
