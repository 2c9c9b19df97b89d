"""The list of winners in a line by rules under which several players may win one hand."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.rules.payment import SECOND, SECOND_LIABLE, THIRD, THIRD_LIABLE
from ui.json_lines.objects import as_json, clipped

_NAMES = (
    {"player": "winner", "han": "points", "fu": "fu", "yakuman": "yakuman", "liable": "liable"},
    {"player": SECOND, "han": "second_han", "fu": "second_fu", "yakuman": "second_yakuman", "liable": SECOND_LIABLE},
    {"player": THIRD, "han": "third_han", "fu": "third_fu", "yakuman": "third_yakuman", "liable": THIRD_LIABLE},
)
"""The members of each winner, with those by which the rules ask the same."""
_YAKUMAN_HAN = 13
"""What stands for the han of a yakuman."""


class Winners(NamedTuple):
    """The list, read."""

    members: Mapping[str, object]
    """What it says as members that the rules ask for."""
    problems: tuple[Problem, ...]


def members_of(listed: object, columns: Mapping[str, int], discarder: object) -> Winners:
    """Read ``listed``, the first in turn after ``discarder`` first; ``columns`` by the letters that name players."""
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed) or len(listed) > len(_NAMES):
        text = mark("“{name}” must be a list of at most {most} objects, one a winner: {example}.", name="winners",
                    most=len(_NAMES), example='[{"player": "A", "han": 3, "fu": 40}]')  # fmt: skip
        return Winners({"winner": None}, (Problem("member-kind", text, "winners"),))
    if not listed:
        return Winners({"winner": None}, ())
    from_column = columns.get(discarder, 0) if isinstance(discarder, str) else 0
    ordered = sorted(listed, key=lambda each: (_column(each, columns) - from_column) % 4)
    members: dict[str, object] = {}
    problems: list[Problem] = []
    for winner, names in zip(ordered, _NAMES, strict=False):
        problems += _problems(winner)
        members |= {names[name]: value for name, value in winner.items() if name in names}
        if winner.get("yakuman"):
            members.setdefault(names["han"], _YAKUMAN_HAN)
    return Winners(members, tuple(problems))


def _column(winner: Mapping[str, object], columns: Mapping[str, int]) -> int:
    player = winner.get("player")
    return columns.get(player, 0) if isinstance(player, str) else 0


def _problems(winner: Mapping[str, object]) -> Iterator[Problem]:
    for name in winner:
        if name not in _NAMES[0]:
            text = mark("“{name}” is not known here: omit it.", name=clipped(name))
            yield Problem("member-unknown", text, f"winners.{name}")
    if not isinstance(winner.get("player"), str):
        text = mark("“{name}” is missing in {winner}.", name="player", winner=as_json(winner))
        yield Problem("member-missing", text, "winners.player")
    if "han" not in winner and not winner.get("yakuman"):
        text = mark("“{name}” is missing in {winner}.", name="han", winner=as_json(winner))
        yield Problem("member-missing", text, "winners.han")
