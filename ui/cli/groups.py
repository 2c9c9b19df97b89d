"""Which players to keep apart, from a CSV file ``player,group``."""

import csv
from pathlib import Path

from tournament.draw import Group, Wishes
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark


def read_groups(path: Path | None) -> Wishes:
    """The wishes of ``path``, none without one; Refused with every line that cannot be read."""
    if path is None:
        return Wishes()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        said = mark("“{path}” is not text in UTF-8: save it as CSV in UTF-8.", path=str(path))
        raise Refused(Problem("groups-encoding", said, "groups")) from error
    lines = csv.reader(text.splitlines())
    head = [name.strip().casefold() for name in next(lines, [])]
    if head != ["player", "group"]:
        said = mark("“{path}”: the first line must be “player,group”.", path=str(path))
        raise Refused(Problem("groups-head", said, "groups"))
    members: dict[str, list[int]] = {}
    problems: list[Problem] = []
    for number, line in enumerate(lines, start=2):
        if not any(cell.strip() for cell in line):
            continue
        wrong = _wrong(line, number)
        if wrong is not None:
            problems.append(Problem("groups-line", wrong, "groups"))
        else:
            members.setdefault(line[1].strip(), []).append(int(line[0]))
    if problems:
        raise Refused(*problems)
    return Wishes(groups=tuple(Group(name, tuple(numbers)) for name, numbers in members.items()))


def _wrong(line: list[str], number: int) -> Text | None:
    if len(line) != 2 or not line[1].strip():
        return mark("Groups, line {line}: write a player number, a comma and a group.", line=number)
    digits = line[0].strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        return mark("Groups, line {line}: “{found}” is not a player number.", line=number, found=line[0])
    return None
