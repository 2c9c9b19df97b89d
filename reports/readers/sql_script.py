"""Database scripts: the rows of their INSERT statements, and nothing else.

No statement is executed. A statement looks like ``INSERT [INTO] [dbo].[Table] ([a], [b]) VALUES (1, N'it''s', NULL)``,
optionally with more rows in parentheses, and optionally with ``CAST(N'2019-05-04' AS DateTime)`` around a value.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from reports.readers.encoding import decode
from reports.readers.limits import Step, no_step
from reports.readers.refusal import UnreadableTable
from tournament.language import Text, mark

MOST_SCRIPT_BYTES = 40_000_000
"""For all scripts of one call."""
MOST_SCRIPT_ROWS = 400_000
_INSERT = re.compile(
    r"\bINSERT\s+(?:INTO\s+)?(?:\[?dbo\]?\s*\.\s*)?\[?(\w+)\]?\s*\(([^()]*)\)\s*VALUES\s*", re.IGNORECASE
)
_VALUE = re.compile(
    r"\s*(?:(?P<cast>CAST\s*\(\s*)?(?:N?'(?P<text>(?:[^']|'')*)'|(?P<plain>[-+]?[0-9.]+|NULL|0x[0-9A-Fa-f]*))"
    r"(?(cast)\s*AS\s+\w+\s*(?:\([^)]*\))?\s*\)))\s*(?P<end>[,)])",
    re.IGNORECASE,
)
_STEP = 500


def looks_like_script(data: bytes) -> bool:
    """Whether ``data`` (a file's first bytes) is a script that inserts rows, in UTF-8 or UTF-16."""
    head = data[:200_000].replace(b"\0", b"").upper()
    return b"INSERT" in head and b"VALUES" in head and b"[DBO]" in head


def read_scripts(paths: Sequence[Path], step: Step = no_step) -> dict[str, list[dict[str, str]]]:
    """The rows by table, each by column name; NULL becomes empty. Raises :class:`UnreadableTable`."""
    found: dict[str, list[dict[str, str]]] = {}
    left = MOST_SCRIPT_BYTES
    count = 0
    for path in paths:
        data = _content(path, left)
        left -= len(data)
        decoded = decode(data)
        if decoded is None:
            raise UnreadableTable(mark("“{name}” contains no text: it is not a script.", name=path.name), path)
        for table, row in rows_of(decoded.text, path):
            found.setdefault(table, []).append(row)
            count += 1
            if count > MOST_SCRIPT_ROWS:
                text = mark("“{name}” has more than {most} rows: make scripts of a single tournament.",
                            name=path.name, most=MOST_SCRIPT_ROWS)  # fmt: skip
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
                                   most=MOST_SCRIPT_BYTES // 1_000_000), path)  # fmt: skip
    return data


def rows_of(text: str, path: Path) -> Iterator[tuple[str, dict[str, str]]]:
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
