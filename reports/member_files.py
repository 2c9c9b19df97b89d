"""The directory of people as files: the people on a list, and what is exported of them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from reports.column import Column
from reports.document import ExactTable
from reports.readers import read_table
from reports.vocabulary import CLUB, COUNTRY, EMA_NUMBER, NUMBER, PLAYER
from reports.writers.exact_table import write_csv
from tournament.event.player_import import read_roster
from tournament.event.problem import Refused
from tournament.event.roster import LISTED_FIELDS
from tournament.files.writing import write_whole
from tournament.language import Search
from tournament.members.joining import ListedPerson
from tournament.members.member import DirectoryMember

MEMBER_COLUMNS: tuple[Column[DirectoryMember], ...] = (
    NUMBER.of(lambda member: member.number),
    PLAYER.of(lambda member: member.name),
    COUNTRY.of(lambda member: member.country),
    EMA_NUMBER.of(lambda member: member.ema_number),
    CLUB.of(lambda member: member.club),
)
"""What a list of people shows of each."""


def found_members(members: Iterable[DirectoryMember], typed: str) -> tuple[DirectoryMember, ...]:
    """Return those whose names, club, nickname or number have all the words of ``typed``; all if it is empty."""
    search = Search(typed)
    return tuple(each for each in members if search.finds(*each.names, each.club, each.nickname, each.ema_number))


def people_on_list(path: Path) -> tuple[ListedPerson, ...]:
    """Return the people on a list of players, by their lines.

    Raise UnreadableTable if the file cannot be read, and Refused if it is no list of players.
    """
    roster = read_roster(read_table(path), ())
    if roster.problems:
        raise Refused(*roster.problems)
    return tuple(ListedPerson.of(line.number, line.player) for line in roster.lines if line.taken)


def member_record(member: DirectoryMember) -> dict[str, object]:
    """Return everything that the directory knows of a person, as JSON has it."""
    return {
        "number": member.number,
        "first_name": member.first_name,
        "last_name": member.last_name,
        "latin_first_name": member.latin_first_name,
        "latin_last_name": member.latin_last_name,
        "country": member.country,
        "club": member.club,
        "numbers": {each.federation: each.number for each in member.numbers},
        "former_names": list(member.former_names),
        "nickname": member.nickname,
        "public": member.public.value,
        "notes": member.notes,
    }


def write_member(member: DirectoryMember, path: Path) -> None:
    """Write everything that the directory knows of one person, as JSON. Raise OSError."""
    _write_json(member_record(member), path)


def write_members(members: Sequence[DirectoryMember], path: Path) -> None:
    """Write several people: as a list that events import if ``path`` ends in ``.csv``, else as JSON. Raise OSError.

    Notes and former names are not for events.
    """
    if path.suffix.casefold() != ".csv":
        _write_json([member_record(each) for each in members], path)
        return
    fields = [field for field in LISTED_FIELDS if field != "team"]
    rows = tuple(tuple(getattr(each.player, field) for field in fields) for each in members)
    write_csv(ExactTable("csv", tuple(fields), rows), path)


def _write_json(content: object, path: Path) -> None:
    write_whole(path, json.dumps(content, ensure_ascii=False, indent=2) + "\n")
