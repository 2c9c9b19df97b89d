"""Files of other programs as events, recognised by their content."""

import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from reports.readers.encoding import decode
from reports.readers.file import read_tables
from reports.readers.limits import Step, no_step
from reports.readers.refusal import UnreadableTable
from tournament.event.foreign import (
    ForeignEvent,
    is_organizer,
    is_suite,
    organizer_event,
    suite_event,
    suite_tournaments,
)
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark

_MOST_SCRIPT_BYTES = 40_000_000
"""For all scripts of one call."""
_MOST_SCRIPT_ROWS = 400_000
_LOOKED_AT = 200_000
"""The number of bytes by which a script is recognised."""
_INSERT = re.compile(
    r"\bINSERT\s+(?:INTO\s+)?(?:\[?dbo\]?\s*\.\s*)?\[?(\w+)\]?\s*\(([^()]*)\)\s*VALUES\s*", re.IGNORECASE
)
_VALUE = re.compile(
    r"\s*(?:(?P<cast>CAST\s*\(\s*)?(?:N?'(?P<text>(?:[^']|'')*)'|(?P<plain>[-+]?[0-9.]+|NULL|0x[0-9A-Fa-f]*))"
    r"(?(cast)\s*AS\s+\w+\s*(?:\([^)]*\))?\s*\)))\s*(?P<end>[,)])",
    re.IGNORECASE,
)
_STEP = 500


def _looks_like_script(data: bytes) -> bool:
    """Whether ``data`` (a file's first bytes) is a script that inserts rows, in UTF-8 or UTF-16."""
    head = data.replace(b"\0", b"").upper()
    return b"INSERT" in head and b"VALUES" in head and b"[DBO]" in head


def _read_scripts(paths: Sequence[Path], step: Step = no_step) -> dict[str, list[dict[str, str]]]:
    """The rows by table, each by column name; NULL becomes empty. Raises :class:`UnreadableTable`."""
    found: dict[str, list[dict[str, str]]] = {}
    left = _MOST_SCRIPT_BYTES
    count = 0
    for path in paths:
        data = _content(path, left)
        left -= len(data)
        decoded = decode(data)
        if decoded is None:
            raise UnreadableTable(mark("“{name}” contains no text: it is not a script.", name=path.name), path)
        for table, row in _rows_of(decoded.text, path):
            found.setdefault(table, []).append(row)
            count += 1
            if count > _MOST_SCRIPT_ROWS:
                text = mark("“{name}” has more than {most} rows: make scripts of a single tournament.",
                            name=path.name, most=_MOST_SCRIPT_ROWS)  # fmt: skip
                raise UnreadableTable(text, path)
            if count % _STEP == 0:
                step(count, 0)
    return found


def _content(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        text = mark("“{path}” cannot be read: {reason}", path=str(path), reason=error.strerror or str(error))
        raise UnreadableTable(text, path, environment=True) from error
    if len(data) > most:
        raise UnreadableTable(mark("The scripts have more than {most} MB: make scripts of a single " "tournament.",
                                   most=_MOST_SCRIPT_BYTES // 1_000_000), path)  # fmt: skip
    return data


def _rows_of(text: str, path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row that ``text`` inserts, with the name of its table; raises :class:`UnreadableTable`."""
    place = 0
    while found := _INSERT.search(text, place):
        columns = [name.strip().strip("[]") for name in found[2].split(",")]
        place = found.end()
        more = True
        while more:
            values, place = _row(text, place, path)
            if len(values) != len(columns):
                problem = mark("there are {values} values for {columns} columns.", values=len(values),
                               columns=len(columns))  # fmt: skip
                raise _problem(text, place, path, problem)
            yield found[1], dict(zip(columns, values, strict=True))
            comma = re.compile(r"\s*,\s*(?=\()").match(text, place)
            more = comma is not None
            place = comma.end() if comma is not None else place


def _row(text: str, place: int, path: Path) -> tuple[list[str], int]:
    """The values in the parentheses at ``place``, and the position after them."""
    if text[place : place + 1] != "(":
        raise _problem(text, place, path, mark("values in parentheses are missing."))
    place += 1
    values: list[str] = []
    while True:
        value = _VALUE.match(text, place)
        if value is None:
            raise _problem(text, place, path, mark("a value cannot be read."))
        place = value.end()
        written, plain = value["text"], value["plain"]
        values.append(written.replace("''", "'") if written is not None else "" if plain.upper() == "NULL" else plain)
        if value["end"] == ")":
            return values, place


def _problem(text: str, place: int, path: Path, what: Text) -> UnreadableTable:
    line = text.count("\n", 0, place) + 1
    return UnreadableTable(mark("“{name}”, line {line}: {what}", name=path.name, line=line, what=what), path)


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
        tables = _read_scripts(files, step)
        if not is_suite(tables):
            text = mark("There is no table DBTournaments in “{name}”: add the scripts of all tables.",
                        name=files[0].name)  # fmt: skip
            raise UnreadableTable(text, files[0])
        return suite_event(tables, _chosen(tables, tournament))
    if len(files) > 1:
        text = mark("“{name}” is not a database script: give one workbook, or only scripts.",
                    name=next(path for path in files if not _is_script(path)).name)  # fmt: skip
        raise UnreadableTable(text, files[0])
    (file,) = files
    if _is_organizer_backup(file):
        text = mark(
            "“{name}” is a backup of mahjong-organizer, which only that program can read. Export the "
            "workbook (.xlsx) of the event there, and import that file.",
            name=file.name,
        )
        raise UnreadableTable(text, file)
    sheets = read_tables(file, step=step)
    if is_organizer(sheets):
        return organizer_event(sheets)
    text = mark(
        "“{name}” is not an event of a program known here: it is neither a workbook with the sheets "
        "Options, Players and “48 players”, nor a database script. Import a list of players on the "
        "page Players, and seats on the page Draw.",
        name=file.name,
    )
    raise UnreadableTable(text, file)


def _chosen(tables: dict[str, list[dict[str, str]]], tournament: int | None) -> int:
    if tournament is not None:
        return tournament
    known = suite_tournaments(tables)
    if len(known) == 1:
        (only,) = known
        return only.id
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
            return path.suffix.lower() == _SCRIPT or _looks_like_script(file.read(_LOOKED_AT))
    except OSError:
        return False  # reading it reports what is wrong
