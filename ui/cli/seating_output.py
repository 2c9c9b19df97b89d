"""A seating as JSON and as text: the same for a published draw and for one that belongs to no event."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tournament.language import mark, mark_count
from ui.cli.context import CliContext

if TYPE_CHECKING:
    from tournament.draw import Quality, Table
    from tournament.use_cases import UnmetWish

MOST_PRINTED = 10
"""Wishes not met that are printed one by one."""


def seating_json(
    *,
    players: int,
    sessions: "Sequence[Sequence[Table]]",
    quality: "Quality",
    seed: int,
    method: str,
    unmet: "Sequence[UnmetWish]",
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


def quality_json(quality: "Quality") -> dict[str, object]:
    """Every measure, with the best that any draw could reach beside it."""
    return {
        "repeats": quality.repeats,
        "fewest_repeats": quality.fewest_repeats,
        "table_revisits": quality.table_revisits,
        "fewest_table_revisits": quality.fewest_table_revisits,
        "table_revisits_aimed_at": quality.table_revisits_aimed_at,
        "most_visits": quality.most_visits,
        "wind_imbalance": quality.wind_imbalance,
        "strangers": quality.strangers,
        "fewest_strangers": quality.fewest_strangers,
        "groups": [
            {"name": group.name, "meetings": group.meetings, "fewest": group.fewest} for group in quality.groups
        ],
    }


def print_quality(context: CliContext, quality: "Quality") -> None:
    """Print the figures, each beside the best that any draw could reach."""
    repeats, revisits = quality.repeats, quality.table_revisits
    context.print_line(
        mark("Repeated meetings: {found} (at least {fewest}).", found=repeats, fewest=quality.fewest_repeats)
    )
    fewest, aimed = quality.fewest_table_revisits, quality.table_revisits_aimed_at
    if fewest == aimed:
        context.print_line(mark("Returns to a table: {found} (at least {fewest}).", found=revisits, fewest=fewest))
    else:
        text = mark(
            "Returns to a table: {found} (at least {fewest}; target when nobody meets twice: {aimed}).",
            found=revisits,
            fewest=fewest,
            aimed=aimed,
        )
        context.print_line(text)
    for group in quality.groups:
        text = mark(
            "{group}: {found} meetings inside it (at least {fewest}).",
            group=group.name,
            found=group.meetings,
            fewest=group.fewest,
        )
        context.print_line(text)


def print_unmet(context: CliContext, unmet: "Sequence[UnmetWish]", names: Callable[[int], str]) -> None:
    """Print who meets against a wish, and where; of very many the first."""
    for each in unmet[:MOST_PRINTED]:
        one, other = (names(number) for number in each.players)
        text = mark(
            "Wish not met: {one} and {other} meet in session {session}, table {table}.",
            one=one,
            other=other,
            session=each.session,
            table=each.table,
        )
        context.print_line(text)
    left = len(unmet) - MOST_PRINTED
    if left > 0:
        context.print_line(mark_count("… and {count} more.", "… and {count} more.", left))
