"""A seating as JSON: the same shape for a published draw and for one that belongs to no event."""

from collections.abc import Sequence

from tournament.draw import Quality, Table


def seating_json(
    *, players: int, sessions: Sequence[Sequence[Table]], quality: Quality, seed: int, method: str
) -> dict[str, object]:
    """Tables list their players by starting seat, East first."""
    return {
        "players": players,
        "sessions": [[list(table) for table in tables] for tables in sessions],
        "quality": quality_json(quality),
        "seed": seed,
        "method": method,
    }


def quality_json(quality: Quality) -> dict[str, object]:
    """Every measure, with the best that any draw could reach beside it."""
    return {
        "repeats": quality.repeats,
        "fewest_repeats": quality.fewest_repeats,
        "table_revisits": quality.table_revisits,
        "fewest_table_revisits": quality.fewest_table_revisits,
        "most_visits": quality.most_visits,
        "wind_imbalance": quality.wind_imbalance,
        "strangers": quality.strangers,
        "fewest_strangers": quality.fewest_strangers,
        "groups": [
            {"name": group.name, "meetings": group.meetings, "fewest": group.fewest} for group in quality.groups
        ],
    }
