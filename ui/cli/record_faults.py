"""Which refused lines of ``record`` have a fault of their own, and which are only refused because an earlier one is."""

from collections.abc import Iterable
from typing import NamedTuple

from tournament.event.problem import Problem, Refused
from ui.json_lines.objects import read_object

_OF_EVENINGS = frozenset(("evening", "change_evening", "game", "change_game", "take_back_game"))
"""Types of lines on which every later line of their evening may depend."""
_ON_A_SHEET = frozenset(
    ("hand-not-recorded", "hand-missing", "not-east", "round-differs", "winds-differ", "sheet-empty",
     "totals-differ", "totals-unbalanced", "sheet-open")
)  # fmt: skip
"""Codes of what may only be wrong because an earlier line of the same sheet is missing."""
_OF_ROWS = frozenset(("hand-unknown",))
"""The same where a sheet has the hands played and the next one."""
_OF_GAMES = frozenset(("table-unknown", "session-unknown", "evening-missing", "game-number"))
"""The same where nothing is drawn and an earlier line of the same evening is missing."""


class RefusedLine(NamedTuple):
    """A line that was refused."""

    number: int
    """From 1."""
    problems: tuple[Problem, ...]
    place: "LinePlace"


class LinePlace(NamedTuple):
    """Of what a line is; None where it does not say so, or cannot be read."""

    session: int | None = None
    table: int | None = None
    whole: bool = True
    """Whether later lines of other tables may depend on it."""


def place_of(line: bytes) -> LinePlace:
    """Of what ``line`` is, as far as it can be read."""
    try:
        members = read_object(line)
    except Refused:
        return LinePlace()
    session, table = (value if type(value) is int else None for value in map(members.get, ("session", "table")))
    kind = members.get("type")
    of_evening = isinstance(kind, str) and kind in _OF_EVENINGS
    return LinePlace(session, table, whole=of_evening or None in (session, table))


def own_faults(
    refused: Iterable[RefusedLine], *, growing: bool, drawn: bool
) -> tuple[list[RefusedLine], dict[int, int]]:
    """The lines with a fault of their own, in order; and of those, how many later lines were refused because of each.

    A later line is one of them if nothing is wrong with it but what the missing line would have put right. ``growing``:
    sheets have the hands played and the next one; ``drawn``: a draw says which tables there are.
    """
    on_a_sheet = _ON_A_SHEET | _OF_ROWS if growing else _ON_A_SHEET
    elsewhere = on_a_sheet if drawn else on_a_sheet | _OF_GAMES
    own: list[RefusedLine] = []
    followers: dict[int, int] = {}
    for line in sorted(refused, key=lambda each: each.number):
        codes = {problem.code for problem in line.problems}
        causes = (each for each in own if _depends(line.place, each.place)) if codes <= elsewhere else ()
        cause = next((each for each in causes if codes <= (elsewhere if each.place.whole else on_a_sheet)), None)
        if cause is None:
            own.append(line)
        else:
            followers[cause.number] = followers.get(cause.number, 0) + 1
    return own, followers


def _depends(place: LinePlace, earlier: LinePlace) -> bool:
    """Whether a line of ``place`` may only be wrong because one of an ``earlier`` place is missing."""
    same_session = None in (place.session, earlier.session) or place.session == earlier.session
    return same_session and (earlier.whole or place.table == earlier.table)
