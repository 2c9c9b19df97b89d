"""Writes docs/draw-sizes.md, this program's draws beside the published seatings, and its summary in docs/draw.md.

python -m tests.docs.draw_sizes docs
"""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.tournament.draw.published import FEWEST_SESSIONS, Figures, published, stored
from tournament.draw.bounds import fewest_strangers

PAGE, SUMMARY = "draw-sizes.md", "draw.md"
_HEAD = """\
# Sizes of draws

This page compares the draws of this program with the best published seatings: those of the World
Riichi app ([10.5281/zenodo.13971404](https://doi.org/10.5281/zenodo.13971404)), for 16 to 172
players and 2 to 15 sessions, which were made for few strangers. Only their figures are in this
repository. `make proof ONLY=draw` draws each size with seed 1, counts the figures of both in the
same way from the seats, and stores them; `make generated` writes this page from what was stored.

* **repeats**: how often players meet again.
* **visits**: the visits of players to a table above ⌈R/T⌉ for R sessions and T tables.
* **uneven winds**: players whose start winds differ by more than one; in our draws there are none.
* **strangers**: pairs of players who neither meet nor have an opponent in common. *At least* is the
  bound ½ · N · (N − 1 − 3R − 9R(R − 1)), which no draw of N players can beat, however many repeats
  or returns to a table it has.
* **seconds** of processor time for our draw.

A single number is the figure of both. Of two, the first is ours, and bold if it is the better one.
In this table, visits and strangers are sums over the sizes, ours and the published ones.
"""
_SUMMARY_BEGINS = "<!-- The table is written by tests/docs/draw_sizes.py. -->\n"
_Size = tuple[int, int]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page, and the summary into the page that has it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    (folder / PAGE).write_text(text(), encoding="utf-8", newline="\n")
    page = (folder / SUMMARY).read_text(encoding="utf-8")
    (folder / SUMMARY).write_text(with_summary(page), encoding="utf-8", newline="\n")


def text() -> str:
    """Return the page."""
    theirs, ours = published(), stored()
    sections = (line for sessions in sorted({size[1] for size in theirs}) for line in _section(sessions, theirs, ours))
    return "\n".join((_HEAD, *_summary(theirs, ours), "", *sections))


def with_summary(page: str) -> str:
    """Return the page that has the summary, with the summary as it must be."""
    table = "\n".join(_summary(published(), stored()))
    return re.sub(f"(?<={re.escape(_SUMMARY_BEGINS)})(\\|.*\n)*", lambda _: f"{table}\n", page)


def _summary(theirs: Mapping[_Size, Figures], ours: Mapping[_Size, tuple[Figures, float]]) -> Iterator[str]:
    """A line for each number of sessions: how many sizes are better, and the sums of their figures."""
    yield "| sessions | sizes | better | equal | worse | visits | strangers | at least | slowest |"
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for sessions in sorted({size[1] for size in theirs}):
        sizes = [size for size in theirs if size[1] == sessions]
        equal = sum(ours[size][0] == theirs[size] for size in sizes)
        worse = sum(not ours[size][0].is_as_good_as(theirs[size], sessions=FEWEST_SESSIONS) for size in sizes)
        visits = [sum(figures.visits for figures in each) for each in _pairs(sizes, ours, theirs)]
        strangers = [sum(figures.strangers for figures in each) for each in _pairs(sizes, ours, theirs)]
        cells = (
            *(sessions, len(sizes), len(sizes) - equal - worse, equal, worse),
            *(f"{visits[0]} / {visits[1]}", f"{strangers[0]} / {strangers[1]}"),
            *(sum(map(_bound, sizes)), f"{max(ours[size][1] for size in sizes):.1f} s"),
        )
        yield f"| {' | '.join(map(str, cells))} |"


def _pairs(
    sizes: Sequence[_Size], ours: Mapping[_Size, tuple[Figures, float]], theirs: Mapping[_Size, Figures]
) -> tuple[list[Figures], list[Figures]]:
    return [ours[size][0] for size in sizes], [theirs[size] for size in sizes]


def _section(
    sessions: int, theirs: Mapping[_Size, Figures], ours: Mapping[_Size, tuple[Figures, float]]
) -> Iterator[str]:
    yield f"## {sessions} sessions\n"
    yield "| players | repeats | visits | uneven winds | strangers | at least | seconds |"
    yield "|--:|--:|--:|--:|--:|--:|--:|"
    for size in theirs:
        if size[1] == sessions:
            (own, seconds), other = ours[size], theirs[size]
            cells = (
                *(size[0], _both(own.repeats, other.repeats), _both(own.visits, other.visits)),
                *(_both(own.winds, other.winds), _both(own.strangers, other.strangers)),
                *(_bound(size), f"{seconds:.1f}"),
            )
            yield f"| {' | '.join(map(str, cells))} |"
    yield ""


def _both(own: int, other: int) -> str:
    """Return our figure and the published one, or a single number if they are equal."""
    if own == other:
        return str(own)
    return f"**{own}** / {other}" if own < other else f"{own} / {other}"


def _bound(size: _Size) -> int:
    players, sessions = size
    return fewest_strangers(players, [frozenset(range(players))] * sessions)


if __name__ == "__main__":
    main()
