"""The figures of quality, each beside the best possible; no Qt in here."""

from dataclasses import dataclass

from tournament.draw import Quality
from tournament.language import Text, mark, mark_count, verbatim


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the quality report."""

    name: Text
    aside: Text
    found: Text
    best: Text
    reached: bool
    """As good as can be."""
    cost: int
    """How far from the best, to tell a swap that gains from one that costs; 0 at the best."""


def figures_of(quality: Quality, *, players: int, sessions: int) -> tuple[Figure, ...]:
    """All figures, the most important first."""
    return (
        _repeats(quality, players, sessions),
        _counted(
            mark("Returns to a table"),
            mark("most at one table: {count}", count=quality.most_visits),
            quality.table_revisits,
            quality.fewest_table_revisits,
        ),
        _winds(quality, sessions),
        _counted(
            mark("Strangers"),
            mark("never met, no opponent in common"),
            quality.strangers,
            quality.fewest_strangers,
        ),
    )


def _repeats(quality: Quality, players: int, sessions: int) -> Figure:
    meetings = players * 3 * sessions // 2
    once = meetings - quality.repeats - len(quality.repeated_pairs)
    aside = mark_count("{count} pair meets once", "{count} pairs meet once", once)
    return _counted(mark("Meetings repeated"), aside, quality.repeats, quality.fewest_repeats)


def _winds(quality: Quality, sessions: int) -> Figure:
    counts = [count for row in quality.winds for count in row] or [0]
    few, many = sessions // 4, -(-sessions // 4)
    return Figure(
        mark("Start winds"),
        mark("fewest and most of one wind"),
        _span(min(counts), max(counts)),
        _span(few, many),
        not quality.wind_imbalance,
        quality.wind_imbalance,
    )


def _counted(name: Text, aside: Text, found: int, best: int) -> Figure:
    return Figure(name, aside, verbatim(str(found)), verbatim(str(best)), found <= best, found - best)


def _span(few: int, many: int) -> Text:
    return verbatim(str(few) if few == many else f"{few}–{many}")
