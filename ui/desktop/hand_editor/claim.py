"""Points claimed beside points counted, in words: equal, too many, too few and what was forgotten."""

from itertools import combinations
from typing import NamedTuple

from tournament.language import Text, mark, verbatim
from tournament.rules.explanation import Explanation
from tournament.rules.pattern import Names
from ui.desktop.widgets.notice import NoticeKind

_MOST_FORGOTTEN = 2
"""Fan that are looked for at once among those not claimed."""


class Standing(NamedTuple):
    """How a claim stands."""

    kind: NoticeKind
    title: Text
    body: Text | str = ""

    @property
    def stops(self) -> bool:
        """A referee has to decide before it is recorded."""
        return self.kind is NoticeKind.DANGER


def standing_of(found: Explanation, claimed: int, language: str) -> Standing:
    """Hold ``claimed`` against what was counted; names of fan in ``language``."""
    counted = found.score.points
    if claimed == counted:
        return Standing(NoticeKind.OK, mark("Claimed as counted"))
    if claimed > counted:
        return Standing(
            NoticeKind.DANGER,
            mark("{points} more than counted", points=claimed - counted),
            _wrongly_claimed(found, claimed - counted, language),
        )
    return Standing(
        NoticeKind.WARN,
        mark("{points} less than counted: allowed", points=counted - claimed),
        _forgotten(found, counted - claimed, language),
    )


def _wrongly_claimed(found: Explanation, points: int, language: str) -> Text:
    """What may have been counted against the rules: fan left out whose points fit the difference."""
    units = [(left.pattern.name, left.pattern.points) for left in found.left_out]
    fitting = _fitting(units, points)
    if not fitting:
        return mark("Correct the points or the tiles, or overrule with a reason.")
    return mark("Perhaps counted: {fan}. Correct the points or the tiles, or overrule with a reason.",
                fan=_listed(fitting, language))  # fmt: skip


def _forgotten(found: Explanation, points: int, language: str) -> Text:
    units = [(present.pattern.name, present.pattern.points) for present in found.counted for _ in present.instances]
    fitting = _fitting(units, points)
    if not fitting:
        return mark("The winner counts the own hand.")
    return mark("The winner counts the own hand. Not claimed: {fan}.", fan=_listed(fitting, language))


Unit = tuple[Names, int]


def _fitting(units: list[Unit], points: int) -> tuple[Unit, ...]:
    """The fewest fan that make up exactly ``points``; the last listed first, as the small ones are forgotten."""
    for size in range(1, _MOST_FORGOTTEN + 1):
        for chosen in combinations(reversed(units), size):
            if sum(value for _, value in chosen) == points:
                return chosen
    return ()


def _listed(units: tuple[Unit, ...], language: str) -> Text:
    return verbatim("; ".join(f"{name.of(language)}, {value}" for name, value in units))
