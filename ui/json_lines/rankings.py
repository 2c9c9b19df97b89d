"""Rankings and seats as JSON, for scripts and for who reads them over HTTP."""

from typing import TYPE_CHECKING

from tournament.event.player import PlayerState
from tournament.language import exact_text
from tournament.standings import Standing, Standings, Unranked
from tournament.standings.season import SeasonStandings
from tournament.tiles.wind import Wind

if TYPE_CHECKING:
    from reports.site import Site, SiteSeat, SiteTable


def standings_json(shown: "Standings") -> list[dict[str, object]]:
    """One member a player, best first, then who is not ranked; table points are exact text."""
    rows: tuple[Standing | Unranked, ...] = (*shown.rows, *shown.unranked)
    return [
        {
            "rank": row.rank if isinstance(row, Standing) else None,
            "player": row.player.number,
            "name": row.player.name,
            "table_points": exact_text(row.table_points),
            "score": row.score,
            "moved": row.moved if isinstance(row, Standing) else None,
            "after": shown.after,
            "provisional": shown.provisional,
            "state": (PlayerState.PLAYING if isinstance(row, Standing) else row.status.state).value,
        }
        for row in rows
    ]


def season_json(season: SeasonStandings) -> list[dict[str, object]]:
    """One member a player, best first, then who is not ranked yet, then who is not ranked at all; exact fractions."""
    return [
        {
            "rank": row.rank,
            "player": row.player.number,
            "name": row.player.name,
            "table_points": None,
            "score": row.counted_score,
            "worth": exact_text(row.worth),
            "games": row.games,
            "won": row.won,
            "average": exact_text(row.average),
            "evenings": [
                {"session": session, "score": result.score, "games": result.games, "counted": session in row.counted}
                for session, result in sorted(row.evenings.items())
            ],
            "missing": row.missing,
            "missing_games": row.missing_games,
            "moved": row.moved,
            "after": season.after,
            "provisional": season.provisional,
            "state": row.status.state.value,
        }
        for row in (*season.rows, *season.waiting, *season.unranked)
    ]


def sessions_json(site: "Site") -> list[dict[str, object]]:
    """One member a session whose seats are public, with its tables; without public results scores are null."""

    def seat(wind: Wind, taken: "SiteSeat") -> dict[str, object]:
        points = None if taken.points is None else exact_text(taken.points)
        name = site.players[taken.number].name
        return {"seat": wind.letter, "player": taken.number, "name": name, "table_points": points, "score": taken.score}

    def table(found: "SiteTable") -> dict[str, object]:
        return {"table": found.table, "seats": [seat(*each) for each in zip(Wind, found.seats, strict=True)]}

    return [
        {
            "session": each.session,
            "results": each.has_results,
            "held": each.held,
            "tables": [table(found) for found in each.tables],
        }
        for each in site.sessions
    ]
