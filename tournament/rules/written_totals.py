"""The four totals of a game as players write them: in points, hundreds or thousands, with the starting points or not.

The sum says which it is: with the starting points of riichi, 30,000 each, four totals add up to 120,000, 1,200 or 120.
Points won and lost add up to nothing in any unit, so without hands to compare them with they are only read in points.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import eq
from typing import NamedTuple

from tournament.language import Text, integer_text, mark
from tournament.rules.payment import Net
from tournament.rules.ruleset import MOST_STICKS, RuleSet, TotalsScale

_ENOUGH = 2
"""From this number of totals that agree with the hands on, agreement is no coincidence."""
_NEAR = 10
"""A sum that differs by less than this part of what it should be was meant in that unit."""
_TOTAL = re.compile(r"([+-]?)([0-9]{1,6})(?:[.,]([0-9]))?")


class ReadTotals(NamedTuple):
    """One way to read four totals."""

    net: Net
    """The totals in points won and lost."""
    unit: int = 1
    """By what each was multiplied."""
    start: int = 0
    """What was then subtracted from each."""
    problem: Text | None = None
    """What is wrong if no reading fits."""


@lru_cache(maxsize=1024)
def read_total(text: str) -> Fraction | None:
    """Read a total with ``-``, ``−`` or ``+`` and any spaces; None if it is not a number of up to six digits.

    One decimal may follow a point or a comma.
    """
    found = _TOTAL.fullmatch("".join(text.split()).replace("−", "-").replace("–", "-"))
    if found is None:
        return None
    sign, whole, decimal = found.groups()
    return Fraction(f"{sign}{whole}.{decimal or 0}")


def read_totals(
    written: Sequence[Fraction | int], scale: TotalsScale, expected: int, computed: Net | None = None
) -> ReadTotals:
    """Read four totals by their sum, which must be ``expected`` in points won and lost.

    If ``computed`` totals of hands are known, the reading with which most totals agree is chosen, if at least two do.
    Otherwise it is the one whose sum is right, or lacks only sticks that may be left on the table. If there is none,
    it is the one whose sum is nearest to being right.
    """
    totals = tuple(map(Fraction, written))
    readings = tuple(_readings(totals, scale))
    if computed is not None and readings:
        agreeing = [sum(map(eq, each.net, computed)) for each in readings]
        if max(agreeing) >= _ENOUGH:
            return readings[agreeing.index(max(agreeing))]
    by_sum = [each for each in readings if each.start or each.unit == 1]
    adding_up = (each for each in by_sum if sum(each.net) == expected)
    left = (each for each in by_sum if sticks_lacking(each.net, scale, expected))
    raw = [each for each in by_sum if each.start and _NEAR * abs(sum(each.net) - expected) < 4 * scale.start]
    near = iter(sorted(raw, key=lambda each: abs(sum(each.net) - expected)))
    found = next(adding_up, None) or next(left, None) or next(near, None) or next(iter(by_sum), None)
    decimals = any(total.denominator > 1 for total in totals)
    if found is None or (decimals and not raw):
        return _unread(totals, scale)
    return found


def _readings(totals: tuple[Fraction, ...], scale: TotalsScale) -> Iterator[ReadTotals]:
    """Yield every way to read ``totals``. Those with a decimal are thousands; without a unit they cannot be read."""
    units: tuple[int, ...] = (1,) if scale.unit == 1 else (1, scale.unit, 10 * scale.unit)
    if any(total.denominator > 1 for total in totals):
        units = units[2:]
    for unit in units:
        for start in dict.fromkeys((0, scale.start)):
            a, b, c, d = (int(total * unit) - start for total in totals)
            yield ReadTotals((a, b, c, d), unit, start)


def _unread(totals: tuple[Fraction, ...], scale: TotalsScale) -> ReadTotals:
    a, b, c, d = map(int, totals)
    if scale.unit == 1 or not scale.start:
        return ReadTotals((a, b, c, d), problem=mark("Totals are whole numbers in this game."))
    text = mark(
        "Totals with a decimal are thousands with the starting points, which add up to {sum}. Type points won and lost "
        "in points, without decimals.",
        sum=integer_text(4 * scale.start // (10 * scale.unit)),
    )
    return ReadTotals((a, b, c, d), problem=text)


def sticks_lacking(net: Net, scale: TotalsScale, expected: int) -> int:
    """How many riichi sticks the sum of ``net`` lacks; 0 if it lacks something else."""
    lacking = expected - sum(net)
    return lacking // scale.stick if scale.stick and lacking in _sticks(scale.stick) else 0


@lru_cache(maxsize=8)
def _sticks(stick: int) -> range:
    return range(stick, (MOST_STICKS + 1) * stick, stick)


LEFT_ON_TABLE = "riichi sticks left on the table"
"""The reason for totals that lack sticks which the rules give to nobody, or not as a whole."""


def received_of_sticks(net: Net, rules: RuleSet, sticks: int) -> Net:
    """What each player receives of the riichi ``sticks`` left on the table, by the rules for the end of a game."""
    return rules.at_end(net, rules.table.start._replace(sticks=sticks))
