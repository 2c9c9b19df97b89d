"""Files of other programs as events, recognised by their content."""

import zlib
from collections.abc import Sequence
from pathlib import Path

from reports.readers.file import read_tables
from reports.readers.limits import Step, no_step
from reports.readers.refusal import UnreadableTable
from reports.readers.sql_script import looks_like_script, read_scripts
from tournament.event.foreign import (
    ForeignEvent,
    is_organizer,
    is_suite,
    organizer_event,
    suite_event,
    suite_tournaments,
)
from tournament.event.problem import Problem, Refused
from tournament.language import mark

_SCRIPT = ".sql"
_START = 4_096
"""The number of bytes by which a backup is recognised."""
_BACKUP_MEMBERS = (b'"subdomain"', b'"models"')


def read_foreign(sources: Sequence[Path], *, tournament: int | None = None, step: Step = no_step) -> ForeignEvent:
    """The event in ``sources``: one workbook, scripts, or a folder of scripts.

    Raises UnreadableTable if a file is not from a known program, and Refused with everything that is wrong in it, or if
    scripts contain several tournaments and none is selected.
    """
    files = _files(sources)
    if all(_is_script(path) for path in files):
        tables = read_scripts(files, step)
        if not is_suite(tables):
            text = mark("There is no table DBTournaments in “{name}”: add the scripts of all tables.",
                        name=files[0].name)  # fmt: skip
            raise UnreadableTable(text, files[0])
        return suite_event(tables, _chosen(tables, tournament))
    if len(files) > 1:
        text = mark("“{name}” is not a database script: give one workbook, or only scripts.",
                    name=next(path for path in files if not _is_script(path)).name)  # fmt: skip
        raise UnreadableTable(text, files[0])
    if _is_organizer_backup(files[0]):
        text = mark(
            "“{name}” is a backup of mahjong-organizer, which only that program can read. Export the "
            "workbook (.xlsx) of the event there, and import that file.",
            name=files[0].name,
        )
        raise UnreadableTable(text, files[0])
    sheets = read_tables(files[0], step=step)
    if is_organizer(sheets):
        return organizer_event(sheets)
    text = mark(
        "“{name}” is not an event of a program known here: it is neither a workbook with the sheets "
        "Options, Players and “48 players”, nor a database script. Import a list of players on the "
        "page Players, and seats on the page Draw.",
        name=files[0].name,
    )
    raise UnreadableTable(text, files[0])


def _chosen(tables: dict[str, list[dict[str, str]]], tournament: int | None) -> int:
    known = suite_tournaments(tables)
    if tournament is not None or len(known) == 1:
        return tournament if tournament is not None else known[0].id
    listed = tuple(f"{each.id} {each.name}".strip() for each in known)
    text = mark("The scripts contain several tournaments: give the number of one. {listed}", listed=listed)
    raise Refused(Problem("tournament-missing", text, "event"))


def _files(sources: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for source in sources:
        if source.is_dir():
            inside = sorted(path for path in source.iterdir() if path.suffix.lower() == _SCRIPT)
            if not inside:
                raise UnreadableTable(
                    mark("There is no script (.sql) in the folder “{path}”.", path=str(source)), source
                )
            found += inside
        else:
            found.append(source)
    return found


def _is_organizer_backup(path: Path) -> bool:
    """Whether it is a compressed JSON object that begins like the backups of that program; only its beginning is
    unpacked."""
    try:
        with path.open("rb") as file:
            start = file.read(_START)
        text = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(start, _START).lstrip()
    except (OSError, zlib.error):
        return False  # reading it reports what is wrong
    return text.startswith(b"{") and any(member in text for member in _BACKUP_MEMBERS)


def _is_script(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return path.suffix.lower() == _SCRIPT or looks_like_script(file.read(200_000))
    except OSError:
        return False  # reading it reports what is wrong
