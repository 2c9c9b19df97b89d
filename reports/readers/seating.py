"""A seating from a file: our own format, or that of another program."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from reports.readers.file import read_table, read_tables
from tournament.draw.winds import with_winds
from tournament.event.foreign import ForeignSeating, seating_from, seating_in
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.seating_file import NO_WISHES, read_seating
from tournament.language import mark


class ReadSeating(NamedTuple):
    """A seating, and remarks about how it was read."""

    seating: Seating
    remarks: tuple[Problem, ...] = ()


def read_seating_file(
    path: Path, *, players: Mapping[int, Player], sessions: int, wishes: SeatingWishes = NO_WISHES
) -> ReadSeating:
    """The seating of ``players`` (by number) in ``sessions`` sessions from the file at ``path``.

    Raises UnreadableTable, or Refused with everything that is wrong. If a file states who meets but not who sits where,
    the winds are distributed here.
    """
    needed = {number: player for number, player in players.items() if number not in wishes.reserves}
    found = seating_in(read_tables(path), needed, sessions)
    if found is None:
        return ReadSeating(read_seating(read_table(path), players=players, sessions=sessions, wishes=wishes))
    seating = seating_from(found, players=players, sessions=sessions, wishes=wishes)
    if not found.winds_known:
        seating = replace(seating, sessions=with_winds(seating.sessions))
    return ReadSeating(seating, tuple(_remarks(found, sessions)))


def _remarks(found: ForeignSeating, sessions: int) -> list[Problem]:
    remarks = [Problem("seating-program", found.program, "file", Gravity.REMARK)]
    if not found.winds_known:
        text = mark("The file does not say who sits where: the starting winds are distributed evenly.")
        remarks.append(Problem("seating-winds", text, "file", Gravity.REMARK))
    if len(found.sessions) > sessions:
        text = mark("The file has {found} sessions: the first {taken} are used.", found=len(found.sessions),
                    taken=sessions)  # fmt: skip
        remarks.append(Problem("seating-sessions", text, "file", Gravity.REMARK))
    return remarks
