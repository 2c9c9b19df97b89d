"""Any file as a table of text."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from reports.readers.csv import read_text_file
from reports.readers.limits import MOST_BYTES, MOST_SEAT_COLUMNS, Step, no_step, too_large
from reports.readers.magic import Content, content_of
from reports.readers.refusal import UnreadableTable
from reports.readers.xlsx import read_sheets, read_workbook
from tournament.event.player_import import TableText
from tournament.language import Text, mark

_WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm")
_TEXT_ENDINGS = (".csv", ".txt", ".tsv", ".tab")


def read_table(path: Path, *, sheet: str | None = None, encoding: str | None = None, step: Step = no_step) -> TableText:
    """Read the CSV or Excel file at ``path``; ``sheet`` selects one of a workbook, ``encoding`` that of a text.

    The content decides what kind of file it is; if the name contradicts it, the file is refused with its true kind.
    Raises :class:`UnreadableTable` if it is not a list: too large, a picture, protected, damaged, missing.
    """
    data, content = _recognised(path)
    ending = path.suffix.lower()
    if content is Content.WORKBOOK:
        if ending in _TEXT_ENDINGS:
            text = mark("“{name}” is an Excel workbook: rename it to .xlsx and import it again.", name=path.name)
            raise UnreadableTable(text, path)
        return read_workbook(path, data, sheet=sheet, step=step)
    if ending in _WORKBOOK_ENDINGS:
        text = mark(
            "“{name}” is not an Excel workbook but text: rename it to .csv and import it again.", name=path.name
        )
        raise UnreadableTable(text if data.strip() else _empty(path).text, path)
    if not data.strip():
        raise _empty(path)
    return read_text_file(path, data, encoding=encoding, step=step)


def read_tables(path: Path, *, encoding: str | None = None, step: Step = no_step) -> dict[str, TableText]:
    """Every sheet of the workbook at ``path`` by title, or a text as one table; raises :class:`UnreadableTable`.

    It may contain seats, whose lines are longer than those of a list of players.
    """
    data, content = _recognised(path)
    if content is Content.WORKBOOK:
        return read_sheets(path, data, step=step, most_columns=MOST_SEAT_COLUMNS)
    if not data.strip():
        raise _empty(path)
    table = read_text_file(path, data, encoding=encoding, step=step, most_columns=MOST_SEAT_COLUMNS)
    return {path.name: table}


def _recognised(path: Path) -> tuple[bytes, Content]:
    data = file_content(path, MOST_BYTES, too_large)
    content = content_of(data)
    if isinstance(content, Text):
        raise UnreadableTable(mark("“{name}” cannot be imported. {reason}", name=path.name, reason=content), path)
    return data, content


def file_content(path: Path, most: int, refusal: Callable[..., UnreadableTable]) -> bytes:
    """The content of the ordinary file at ``path``; ``refusal`` is raised above ``most`` bytes. Raises
    UnreadableTable."""
    with opened(path, most, refusal) as file:
        return file.read(most)


@contextmanager
def opened(path: Path, most: int, refusal: Callable[..., UnreadableTable]) -> Iterator[BinaryIO]:
    """The ordinary file at ``path``, to read from; ``refusal`` is raised above ``most`` bytes. Raises
    UnreadableTable."""
    try:
        status = _status(path)
        if stat.S_ISDIR(status.st_mode):
            raise UnreadableTable(mark("“{name}” is a folder: choose a file.", name=path.name), path)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableTable(mark("“{name}” is not an ordinary file: choose a file.", name=path.name), path)
        if status.st_size > most:
            raise refusal(path, status.st_size, most=most)
        with path.open("rb") as file:
            yield file
    except FileNotFoundError as error:
        text = mark("There is no file “{path}”. Check its name and place.", path=str(path))
        raise UnreadableTable(text, path) from error
    except PermissionError as error:
        text = mark(
            "“{path}” cannot be read: permission denied. Ask for permission, or copy the file elsewhere.",
            path=str(path),
        )
        raise UnreadableTable(text, path, environment=True) from error
    except OSError as error:
        raise _unread(path, error.strerror or str(error)) from error


def _status(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except ValueError as error:  # no name of a file
        raise _unread(path, str(error)) from error


def _unread(path: Path, reason: str) -> UnreadableTable:
    text = mark("“{path}” cannot be read: {reason}", path=str(path), reason=reason)
    return UnreadableTable(text, path, environment=True)


def _empty(path: Path) -> UnreadableTable:
    return UnreadableTable(mark("“{name}” is empty: choose the file with the list.", name=path.name), path)
