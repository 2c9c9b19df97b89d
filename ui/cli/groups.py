"""Which players to keep apart, from a file ``player,group`` or ``player,group,weight``."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.event.player_import import FileRow
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark

if TYPE_CHECKING:
    from tournament.draw import ApartGroup

_HEADS = (["player", "group"], ["player", "group", "weight"])
_MOST_WEIGHT = 9999


@dataclass(slots=True)
class _ReadGroups:
    """What the lines amount to so far."""

    members: dict[str, dict[int, int]] = field(default_factory=dict)
    """By group the players, each with the line that names him."""
    weights: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By group the weight, and the line that gives it."""


def read_groups(path: Path | None, *, players: int) -> "tuple[ApartGroup, ...]":
    """The groups of the CSV or Excel file ``path``, none without one; Refused with every line that cannot be used."""
    from reports.readers import read_table
    from tournament.draw import ApartGroup

    if path is None:
        return ()
    rows = [row for row in read_table(path).rows if not row.is_blank]
    if not rows or [cell.strip().casefold() for cell in rows[0].cells if cell.strip()] not in _HEADS:
        text = mark("“{path}”: the first line must be “player,group”.", path=str(path))
        raise Refused(Problem("groups-head", text, "groups"))
    if len(rows) == 1:
        text = mark("“{path}” lists no players: write a line for each player, or omit --groups.", path=str(path))
        raise Refused(Problem("groups-empty", text, "groups"))
    found = _ReadGroups()
    wrong = [each for row in rows[1:] if (each := _read(row, found, players)) is not None]
    if wrong:
        raise Refused(*(Problem("groups-line", each, "groups") for each in wrong))
    return tuple(
        ApartGroup(name, tuple(numbers), found.weights.get(name, (1, 0))[0]) for name, numbers in found.members.items()
    )


def _read(row: FileRow, found: _ReadGroups, players: int) -> Text | None:
    """Add a line to what was ``found``; what is wrong with it, or None."""
    cells = [*(cell.strip() for cell in row.cells), "", "", ""]
    written, group, weight = cells[:3]
    if not written or not group or any(cells[3:]):
        return mark("Groups, line {line}: write a player number, a comma and a group.", line=row.line)
    number = _number(written)
    if number is None:
        return mark("Groups, line {line}: “{found}” is not a player number.", line=row.line, found=written)
    if not 1 <= number <= players:
        return mark("Groups, line {line}: there is no player {number}; the players are 1 to {players}.",
                    line=row.line, number=number, players=players)  # fmt: skip
    first = found.members.setdefault(group, {}).setdefault(number, row.line)
    if first != row.line:
        return mark(
            "Groups, line {line}: player {number} is already in {group} (line {first}): remove one of the two lines.",
            line=row.line,
            number=number,
            group=group,
            first=first,
        )
    return _weigh(row.line, group, weight, found)


def _weigh(line: int, group: str, written: str, found: _ReadGroups) -> Text | None:
    if not written:
        return None
    weight = _number(written)
    if weight is None or not 1 <= weight <= _MOST_WEIGHT:
        return mark("Groups, line {line}: the weight must be a number from 1 to {most}, not “{found}”.",
                    line=line, most=_MOST_WEIGHT, found=written)  # fmt: skip
    known, first = found.weights.setdefault(group, (weight, line))
    if known != weight:
        return mark("Groups, line {line}: {group} has weight {known} in line {first}: give it a " "single weight.",
                    line=line, group=group, known=known, first=first)  # fmt: skip
    return None


def _number(written: str) -> int | None:
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 6 else None
