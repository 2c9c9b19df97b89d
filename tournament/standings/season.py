"""The ranking of an evening or a season: the results of each player's evenings or games, of which only the best may
count.

The result of a game is the score, or the table points if the rules add those up (:attr:`Result.worth`), or what its
place is worth.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.event.format import SeasonCount, SeasonRules, SeasonUnit
from tournament.event.player import PLAYS, Player, PlayerState, PlayerStatus
from tournament.standings.ranking import Standing, Standings, Unranked
from tournament.standings.tally import GameResult, Result, Tally

GameKey = tuple[int, int]
"""The session of a game, and its index among the games that its player played in it."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player in the ranking."""

    rank: int | None
    """1 is best; equal players share the place. None: not ranked yet."""
    player: Player
    worth: Fraction
    """The value by which the player is ranked: the sum or the average of the evenings that count."""
    evenings: Mapping[int, Result]
    """Every evening played, all its games together, by session number."""
    counted: frozenset[int]
    """The evenings that count."""
    missing: int
    """How many more evenings the player needs to be ranked; 0 if they are ranked."""
    missing_games: int = 0
    """How many more games the player needs to be ranked; 0 if enough were played."""
    moved: int | None = None
    """The places won (positive) or lost since the previous evening; None if the player had no place then."""
    status: PlayerStatus = PLAYS
    """Playing, or the reason why they are not ranked."""
    counted_games: frozenset[GameKey] = frozenset()
    """The games that count."""

    @property
    def score(self) -> int:
        """The score of all games, whether or not their evening counts."""
        return sum(result.score for result in self.evenings.values())

    @property
    def counted_score(self) -> int:
        """The score of the evenings that count."""
        return sum(game.score for _, game in self._games_that_count())

    @property
    def counted_points(self) -> Fraction:
        """The table points of the evenings that count."""
        return sum((game.table_points for _, game in self._games_that_count()), Fraction(0))

    def _games_that_count(self) -> list[tuple[GameKey, GameResult]]:
        return [(key, game) for key, game in games_in(self.evenings) if key in self.counted_games]

    def shown_worth(self, session: int, rules: SeasonRules) -> Fraction:
        """Return what the evening ``session`` adds under ``rules``; what it would add if none of its games counts."""
        games = [(key, game) for key, game in games_in(self.evenings) if key[0] == session]
        those = [game for key, game in games if key in self.counted_games] or [game for _, game in games]
        return sum((_value(game, rules, 0) for game in those), Fraction(0))

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(result.games for result in self.evenings.values())

    @property
    def won(self) -> int:
        """The number of games in which no player had a higher score."""
        return sum(result.won for result in self.evenings.values())

    @property
    def average(self) -> Fraction:
        """The result per game, exact."""
        return Fraction(sum(result.worth for result in self.evenings.values()), self.games or 1)


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The ranking after an evening, and whether it can still change."""

    after: int
    """The last evening that counts; 0 when nothing was played."""
    rules: SeasonRules
    rows: tuple[SeasonRow, ...]
    """The ranked players, best first."""
    waiting: tuple[SeasonRow, ...]
    """The players who have not played enough to be ranked, those who need the fewest evenings first."""
    provisional: bool
    """Whether the sheet of a game up to that evening is not verified."""
    sheets: int
    """The number of sheets that count."""
    expected: int
    """The number of games opened up to that evening."""
    hands: int
    """The number of hands in the sheets that count."""
    unranked: tuple[SeasonRow, ...] = ()
    """The players without a place: they left, were disqualified, or play for others."""
    by_points: bool = False
    """Whether table points count instead of scores."""

    def row(self, number: int) -> SeasonRow | None:
        """Return the row of player ``number``, ranked or not; None if they have not played."""
        return next((row for row in (*self.rows, *self.waiting, *self.unranked) if row.player.number == number), None)


def rank_season(
    players: Mapping[int, Player],
    tallies: Sequence[Tally],
    rules: SeasonRules,
    statuses: Mapping[int, PlayerStatus] | None = None,
) -> SeasonStandings:
    """Rank ``players`` by the evenings of ``tallies`` under ``rules``.

    The tallies are those of a whole season in order, or a single one. Players whose state in ``statuses`` is not
    playing are listed separately and take no place from anybody.
    """
    apart = {number: each for number, each in (statuses or {}).items() if each.state is not PlayerState.PLAYING}
    every = results_by_player(tallies)
    results = {number: own for number, own in every.items() if number not in apart}
    now = worths(results, rules)
    place = places(now.values(), rules)
    earlier = _before_the_last(results, now, tallies[-1].session, rules) if len(tallies) > 1 else {}
    before = places(earlier.values(), rules)
    ranked: list[SeasonRow] = []
    waiting: list[SeasonRow] = []
    for number, own in now.items():
        rank, moved = None, None
        if own.is_ranked(rules):
            rank, known = place[own.worth], earlier.get(number)
            if known is not None and known.is_ranked(rules):
                moved = before[known.worth] - rank
        evenings, games = max(0, rules.least - len(own.evenings)), max(0, rules.least_games - own.games)
        row = SeasonRow(rank, players[number], own.worth, own.evenings, own.counted, evenings, games, moved,
                        counted_games=own.counted_games)  # fmt: skip
        (waiting if rank is None else ranked).append(row)
    ranked.sort(key=lambda row: (row.rank, _name(row)))
    waiting.sort(key=lambda row: (row.missing, row.missing_games, -row.worth, _name(row)))
    return SeasonStandings(
        after=tallies[-1].session if tallies else 0,
        rules=rules,
        rows=tuple(ranked),
        waiting=tuple(waiting),
        provisional=not all(tally.final for tally in tallies),
        sheets=sum(tally.sheets for tally in tallies),
        expected=sum(tally.expected for tally in tallies),
        hands=sum(tally.hands for tally in tallies),
        unranked=tuple(_apart(players[number], each, every.get(number, {}), rules) for number, each in apart.items()),
        by_points=any(tally.by_points for tally in tallies),
    )


def _apart(player: Player, status: PlayerStatus, results: Mapping[int, Result], rules: SeasonRules) -> SeasonRow:
    """Return the row of a player who is not ranked, with what they won unless they were disqualified."""
    if not results:
        return SeasonRow(None, player, Fraction(0), {}, frozenset(), 0, status=status)
    own = worths({player.number: results}, rules)[player.number]
    worth = Fraction(0) if status.state is PlayerState.DISQUALIFIED else own.worth
    return SeasonRow(None, player, worth, own.evenings, own.counted, 0, status=status, counted_games=own.counted_games)


def _before_the_last(
    results: Mapping[int, Mapping[int, Result]], now: "Mapping[int, Worth]", last: int, rules: SeasonRules
) -> "dict[int, Worth]":
    """Return the value of every player before evening ``last``.

    For players who missed that evening it is the value ``now``.
    """
    found = {number: own for number, own in now.items() if last not in own.evenings}
    playing = {number: results[number] for number in now.keys() - found.keys()}
    earlier = {number: {each: own[each] for each in own if each != last} for number, own in playing.items()}
    return {**found, **worths({number: own for number, own in earlier.items() if own}, rules)}


def counted_evenings(results: Mapping[int, Result], rules: SeasonRules) -> frozenset[int]:
    """Return the evenings of a player of which a game counts."""
    return frozenset(session for session, _ in _counted(results, rules, 0)[0])


def games_in(results: Mapping[int, Result]) -> Iterator[tuple[GameKey, GameResult]]:
    """Yield the games of a player. The results of an event with a draw are one game each."""
    for session, result in results.items():
        games = result.each or (GameResult(result.worth, Fraction(0), result.score, result.table_points),)
        for index, game in enumerate(games):
            yield (session, index), game


def _value(game: GameResult, rules: SeasonRules, handicap: int) -> Fraction:
    """Return what ``game`` adds; a place is worth the same with any handicap."""
    return game.place_points if rules.count is SeasonCount.PLACES else Fraction(game.worth + handicap)


def _counted(
    results: Mapping[int, Result], rules: SeasonRules, handicap: int
) -> tuple[frozenset[GameKey], int, Fraction]:
    """Return the games that count, how many evenings or games these are, and the sum of their values.

    The best ones count, and among equal ones the earlier.
    """
    units: dict[GameKey, list[GameKey]] = {}
    values: dict[GameKey, Fraction] = {}
    for key, game in games_in(results):
        unit = key if rules.per is SeasonUnit.GAME else (key[0], 0)
        units.setdefault(unit, []).append(key)
        values[unit] = values.get(unit, Fraction(0)) + _value(game, rules, handicap)
    best_first = sorted(units, key=lambda unit: (-values[unit], unit))
    counted = best_first if rules.best is None else best_first[: rules.best]
    games = frozenset(key for unit in counted for key in units[unit])
    return games, len(counted), sum((values[unit] for unit in counted), Fraction(0))


def as_standings(season: SeasonStandings) -> Standings:
    """Return the ranking as the standings of a tournament, with the scores and table points that count."""
    rows = (
        Standing(row.rank, row.player, _points(season, row), row.counted_score, row.evenings, row.moved)
        for row in season.rows
        if row.rank is not None
    )
    return Standings(
        after=season.after,
        rows=tuple(rows),
        provisional=season.provisional,
        sheets=season.sheets,
        expected=season.expected,
        hands=season.hands,
        unranked=tuple(_in_short(season, row) for row in season.unranked),
    )


def _points(season: SeasonStandings, row: SeasonRow) -> Fraction:
    return row.counted_points if season.by_points else Fraction(0)


def _in_short(season: SeasonStandings, row: SeasonRow) -> Unranked:
    out = row.status.state is PlayerState.DISQUALIFIED
    points, score = (Fraction(0), 0) if out else (_points(season, row), row.counted_score)
    return Unranked(row.player, row.status, points, score, row.evenings)


@dataclass(frozen=True, slots=True)
class Worth:
    """The value by which one player is ranked, and the evenings from which it is computed."""

    evenings: Mapping[int, Result]
    """Every evening played, by session."""
    counted: frozenset[int]
    """The evenings that count."""
    worth: Fraction
    """Their sum or average."""
    counted_games: frozenset[GameKey] = frozenset()
    """The games that count."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(result.games for result in self.evenings.values())

    def is_ranked(self, rules: SeasonRules) -> bool:
        """Return whether enough evenings and games were played."""
        return len(self.evenings) >= rules.least and self.games >= rules.least_games


def results_by_player(tallies: Iterable[Tally]) -> dict[int, dict[int, Result]]:
    """Return the results by player number, then by session."""
    found: dict[int, dict[int, Result]] = {}
    for tally in tallies:
        for number, result in tally.results.items():
            found.setdefault(number, {})[tally.session] = result
    return found


def worths(results: Mapping[int, Mapping[int, Result]], rules: SeasonRules) -> dict[int, Worth]:
    """Return the value of each player's evenings under ``rules``, whether the player is ranked or not."""
    found: dict[int, Worth] = {}
    handicaps = dict(rules.handicaps)
    for number, evenings in results.items():
        games, units, total = _counted(evenings, rules, handicaps.get(number, 0))
        shares = units if rules.count is SeasonCount.AVERAGE else 1
        found[number] = Worth(evenings, frozenset(session for session, _ in games), total / shares, games)
    return found


def places(known: Collection[Worth], rules: SeasonRules) -> dict[Fraction, int]:
    """Return the place of each value among the ranked players."""
    ranked = Counter(own.worth for own in known if own.is_ranked(rules))
    place: dict[Fraction, int] = {}
    position = 1
    for worth in sorted(ranked, reverse=True):
        place[worth] = position
        position += ranked[worth]
    return place


def _name(row: SeasonRow) -> tuple[str, str]:
    return row.player.last_name.casefold(), row.player.first_name.casefold()
