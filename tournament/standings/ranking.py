"""The ranking of the event after some session."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.event.player import Player, PlayerState, PlayerStatus
from tournament.event.seating import Final
from tournament.event.settings import FinalRanks
from tournament.standings.finals import Merit, merits, ranking_finals
from tournament.standings.tally import Result, Tally, Total, points_of

MARK = "*"
"""The mark after the name of a player who is ranked with granted points."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings."""

    rank: int
    """1 is best; players with equal table points and score share the place."""
    player: Player
    table_points: Fraction
    score: int
    results: Mapping[int, Result]
    """The results by session; sessions without a recorded sheet are missing."""
    moved: int | None
    """The places won (positive) or lost since the previous session; None if the player had no place then."""

    @property
    def granted(self) -> bool:
        """Whether the player has granted points for sessions that they could not play."""
        return any(result.granted for result in self.results.values())


@dataclass(frozen=True, slots=True)
class Unranked:
    """A player of the event who has no place in the ranking."""

    player: Player
    status: PlayerStatus
    """The reason: substitute, withdrawn or disqualified."""
    table_points: Fraction
    """The table points that they won nevertheless; 0 if disqualified."""
    score: int
    results: Mapping[int, Result]
    """The results by session."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking after a session, and whether it can still change."""

    after: int
    """The last session that counts; 0 when nothing was played."""
    rows: tuple[Standing, ...]
    provisional: bool
    """Whether the ranking can still change: a sheet up to that session is missing or not verified, or an average is not
    final."""
    sheets: int
    """The number of sheets that count."""
    expected: int
    """The number of sheets up to that session."""
    hands: int
    """The number of hands in the sheets that count."""
    finals: tuple[Final, ...] = ()
    """The cuts made up to that session."""
    unranked: tuple[Unranked, ...] = ()
    """The players without a place: those who left, by what they won, then the disqualified, then the substitutes."""
    final_ranks: FinalRanks = FinalRanks.FINALISTS
    """The rule of the event for finals beside which the others play on."""

    @property
    def ranking_finals(self) -> tuple[Final, ...]:
        """The finals whose players rank above all others."""
        return ranking_finals(self.finals, self.final_ranks)


def rank(
    *,
    players: Collection[Player],
    tallies: Sequence[Tally],
    now: Mapping[int, Total],
    before: Mapping[int, Total] | None = None,
    finals: Sequence[Final] = (),
    unranked: Sequence[tuple[Player, PlayerStatus]] = (),
    earlier: Sequence[Tally] | None = None,
    open_means: bool = False,
    final_ranks: FinalRanks = FinalRanks.FINALISTS,
) -> Standings:
    """Rank ``players`` after the sessions of ``tallies``, which are all sessions from the first on.

    ``now`` are the running totals after the last of them and ``before`` those one session earlier, both by player
    number. ``earlier`` are the tallies that belong to ``before``, if other points were granted at that time.
    ``open_means`` says whether a granted average can still change.

    The total of table points decides, then the total score; players who are equal in both share the place (FFMJ,
    "Points de table"; docs/rules.md, G2). Players who reached one of the ``finals`` rank above those who did not,
    unless the others play on and ``final_ranks`` ranks everybody by points. The table points and score of a finalist
    are those that count for their place. The ``unranked`` are listed separately and take no place from anybody.
    """
    numbers = [player.number for player in players]
    above = ranking_finals(finals, final_ranks)
    merit = merits(numbers, now, tallies=tallies, finals=above)
    places = _places(merit)
    then = tallies[:-1] if earlier is None else earlier
    places_then = _places(merits(numbers, before, tallies=then, finals=above)) if before else None
    rows: list[Standing] = []
    for player in players:
        number = player.number
        _, parts, score = merit[number]
        results = {session: each for session, each in _results(number, tallies).items() if not each.substitute}
        moved = places_then[number] - places[number] if places_then else None
        rows.append(Standing(places[number], player, points_of(parts, results.values()), score, results, moved))
    rows.sort(key=lambda row: (row.rank, row.player.last_name.casefold(), row.player.first_name.casefold()))
    return Standings(
        after=len(tallies),
        rows=tuple(rows),
        provisional=open_means or not all(tally.final for tally in tallies),
        sheets=sum(tally.sheets for tally in tallies),
        expected=sum(tally.expected for tally in tallies),
        hands=sum(tally.hands for tally in tallies),
        finals=tuple(final for final in finals if final.session <= len(tallies)),
        unranked=apart(unranked, tallies),
        final_ranks=final_ranks,
    )


def listed_name(row: Standing | Unranked) -> str:
    """Return the name of a player as a ranking shows it, with a mark if they are ranked with granted points."""
    return f"{row.player.name} {MARK}" if isinstance(row, Standing) and row.granted else row.player.name


def apart(unranked: Iterable[tuple[Player, PlayerStatus]], tallies: Sequence[Tally]) -> tuple[Unranked, ...]:
    """Return the rows of the ``unranked`` players, in the order in which they are listed below the ranking."""
    rows = [_apart(player, status, _results(player.number, tallies)) for player, status in unranked]
    order = (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED, PlayerState.SUBSTITUTE, PlayerState.PLAYING)
    rows.sort(
        key=lambda row: (
            order.index(row.status.state), -row.table_points, -row.score,
            row.player.last_name.casefold(), row.player.first_name.casefold(), row.player.number,
        )
    )  # fmt: skip
    return tuple(rows)


def _apart(player: Player, status: PlayerStatus, results: Mapping[int, Result]) -> Unranked:
    counted = [result for result in results.values() if not result.substitute]
    # All results of a substitute were won for others, so their row shows those.
    if status.state is PlayerState.SUBSTITUTE:
        counted = list(results.values())
    if status.state is PlayerState.DISQUALIFIED:
        counted = []
    points = points_of(sum(result.parts for result in counted), counted)
    return Unranked(player, status, points, sum(result.score for result in counted), results)


def _results(number: int, tallies: Iterable[Tally]) -> dict[int, Result]:
    """Return the results of one player, by session."""
    return {tally.session: tally.results[number] for tally in tallies if number in tally.results}


def _places(merit: Mapping[int, Merit]) -> dict[int, int]:
    place: dict[Merit, int] = {}
    for position, each in enumerate(sorted(merit.values(), reverse=True), start=1):
        place.setdefault(each, position)
    return {number: place[each] for number, each in merit.items()}
