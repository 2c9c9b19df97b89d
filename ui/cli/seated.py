"""A seating as JSON: the same shape for a published draw and for one that belongs to no event."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from tournament.draw import Quality, Table, Wishes
from tournament.language import mark, mark_count
from ui.cli.context import CliContext

MOST_TOLD = 10
"""Wishes not met that are told one by one."""


class Met(NamedTuple):
    """Two players at one table who were to be kept apart."""

    session: int
    table: int
    players: tuple[int, int]
    """The smaller number first."""


def meetings_against(sessions: Sequence[Sequence[Table]], wishes: Wishes) -> tuple[Met, ...]:
    """Where a seating of the players 1 … N goes against ``wishes``."""
    apart = {frozenset(pair) for group in wishes.groups for pair in combinations(group.members, 2)}
    apart |= {frozenset((pair.one, pair.other)) for pair in wishes.pairs}
    return tuple(
        Met(session, table, (one, other))
        for session, tables in enumerate(sessions, start=1)
        for table, seats in enumerate(tables, start=1)
        for one, other in combinations(sorted(seats), 2)
        if frozenset((one, other)) in apart
    )


def seating_json(
    *, players: int, sessions: Sequence[Sequence[Table]], quality: Quality, seed: int, method: str, unmet: Sequence[Met]
) -> dict[str, object]:
    """Tables list their players by starting seat, East first."""
    return {
        "players": players,
        "sessions": [[list(table) for table in tables] for tables in sessions],
        "quality": quality_json(quality),
        "wishes_not_met": [
            {"session": each.session, "table": each.table, "players": list(each.players)} for each in unmet
        ],
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


def say_quality(context: CliContext, quality: Quality) -> None:
    """Print the figures, each beside the best that any draw could reach."""
    repeats, revisits = quality.repeats, quality.table_revisits
    context.say(mark("Repeated meetings: {found} (at least {fewest}).", found=repeats, fewest=quality.fewest_repeats))
    context.say(mark("Returns to a table: {found} (at least {fewest}).", found=revisits,
                  fewest=quality.fewest_table_revisits))  # fmt: skip
    for group in quality.groups:
        said = mark(
            "{group}: {found} meetings inside it (at least {fewest}).",
            group=group.name,
            found=group.meetings,
            fewest=group.fewest,
        )
        context.say(said)


def say_unmet(context: CliContext, unmet: Sequence[Met], names: Callable[[int], str]) -> None:
    """Print who meets against a wish, and where; of very many the first."""
    for each in unmet[:MOST_TOLD]:
        one, other = (names(number) for number in each.players)
        context.say(mark("Not met: {one} and {other} meet in session {session}, table {table}.", one=one, other=other,
                      session=each.session, table=each.table))  # fmt: skip
    left = len(unmet) - MOST_TOLD
    if left > 0:
        context.say(mark_count("… and {count} more.", "… and {count} more.", left))
