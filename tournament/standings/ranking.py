"""The ranking of the event after some session."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournament.event.player import Player
from tournament.ledger.sheet import Sheet, SheetState


@dataclass(frozen=True, slots=True)
class Result:
    """What a player got at one table."""

    session: int
    table: int
    column: int
    """0–3: the seat at the start."""
    table_points: Fraction
    score: int
    final: bool
    """False while the sheet is not verified."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings."""

    rank: int
    """1 is best; players level on table points and score share the place."""
    player: Player
    table_points: Fraction
    score: int
    results: Mapping[int, Result]
    """By session; a session without a recorded sheet has none."""
    moved: int | None
    """Places won (positive) or lost since the session before; None when there is nothing to compare."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking after a session, and whether it can still change."""

    after: int
    """The last session that counts; 0 when nothing was played."""
    rows: tuple[Standing, ...]
    provisional: bool
    """True when a sheet up to that session is missing or not verified."""
    sheets: int
    """Sheets that count."""
    expected: int
    """Sheets up to that session."""
    hands: int
    """Hands in the sheets that count."""


def rank(*, players: Collection[Player], sheets: Iterable[Sheet], after: int) -> Standings:
    """Rank ``players`` by the ``sheets`` of sessions 1…``after``.

    Total table points decide, then the total score; a further tie shares the place (FFMJ, "Points
    de table"; docs/rules.md, G2). Every recorded sheet counts, verified or not.
    """
    wanted = [sheet for sheet in sheets if sheet.session <= after]
    counted = [sheet for sheet in wanted if sheet.counts]
    results: dict[int, dict[int, Result]] = {player.number: {} for player in players}
    for sheet in counted:
        final = sheet.state is SheetState.VERIFIED
        for column, number in enumerate(sheet.players):
            if number in results:
                results[number][sheet.session] = Result(
                    sheet.session, sheet.table, column, sheet.place_points[column], sheet.scores[column], final
                )
    totals = {number: _totals(by_session.values()) for number, by_session in results.items()}
    places = _places(totals)
    earlier = _places_before(results, after)
    rows = [
        Standing(
            rank=places[player.number],
            player=player,
            table_points=totals[player.number][0],
            score=totals[player.number][1],
            results=results[player.number],
            moved=earlier[player.number] - places[player.number] if earlier else None,
        )
        for player in players
    ]
    rows.sort(key=lambda row: (row.rank, row.player.last_name.casefold(), row.player.first_name.casefold()))
    return Standings(
        after=after,
        rows=tuple(rows),
        provisional=len(counted) < len(wanted) or any(s.state is not SheetState.VERIFIED for s in counted),
        sheets=len(counted),
        expected=len(wanted),
        hands=sum(sheet.played for sheet in counted),
    )


def _totals(results: Iterable[Result]) -> tuple[Fraction, int]:
    points, score = Fraction(0), 0
    for result in results:
        points += result.table_points
        score += result.score
    return points, score


def _places(totals: Mapping[int, tuple[Fraction, int]]) -> dict[int, int]:
    place: dict[tuple[Fraction, int], int] = {}
    for position, value in enumerate(sorted(totals.values(), reverse=True), start=1):
        place.setdefault(value, position)
    return {number: place[value] for number, value in totals.items()}


def _places_before(results: Mapping[int, Mapping[int, Result]], after: int) -> dict[int, int]:
    before = {
        number: _totals(result for session, result in by_session.items() if session < after)
        for number, by_session in results.items()
    }
    played = any(session < after for by_session in results.values() for session in by_session)
    return _places(before) if played else {}
