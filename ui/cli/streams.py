"""The standard streams, which may be closed, full, or without a reader: answers, messages, JSON and columns of text."""

import codecs
import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from tournament.event.problem import Problem, Refused
from tournament.files.encoding import is_utf_16
from tournament.files.writing import ON_WINDOWS
from tournament.language import Text, mark, verbatim
from tournament.language.harmless import escaped, harmless
from ui.json_lines.objects import MOST_BYTES


class OutputFailed(Exception):
    """The answer could not be written to standard output."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.left = isinstance(error, BrokenPipeError) or (ON_WINDOWS and error.errno == errno.EINVAL)
        """Whether the reader of a pipe has ended, as with ``| head``. Windows reports that as EINVAL."""
        self.reason = error.strerror or str(error)


class InputFailed(Exception):
    """Standard input cannot be read."""


def write_answer(text: str) -> None:
    """Write ``text`` and a line end to standard output, and flush it. Raises OutputFailed."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.write(harmless(text) + "\n")
        sys.stdout.flush()
    except OSError as error:
        raise OutputFailed(error) from error


def write_message(text: str, *, end: str = "\n") -> None:
    """Write ``text`` to standard error. If that is impossible, nothing happens: the exit code still reports the
    failure."""
    if sys.stderr is None:
        from ui.final_message import show_final_message

        show_final_message(harmless(text))  # on Windows a program without a console shows a box
        return
    try:
        sys.stderr.write(harmless(text) + end)
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr.fileno())


def input_lines(source: Path | None) -> Iterator[bytes]:
    """The lines of the file ``source``, or of standard input for ``-`` and None.

    A line above the limit is cut to a beginning that is itself too long. Raises OSError (InputFailed for standard
    input), and Refused if the lines are encoded in UTF-16.
    """
    if source is None or str(source) == "-":
        yield from _in_utf_8(_standard_input(), mark("standard input"))
        return
    with source.open("rb") as file:
        yield from _in_utf_8(_clipped_lines(file), verbatim(f"“{source}”"))


def _clipped_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of ``file``; each is cut a little above the limit, so that a line cannot fill the memory."""
    while line := file.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):  # the rest of a line that is too long
            line = file.readline(MOST_BYTES + 1)


def _standard_input() -> Iterator[bytes]:
    if sys.stdin is None:
        raise InputFailed(os.strerror(errno.EBADF))
    try:
        yield from _clipped_lines(sys.stdin.buffer)
    except OSError as error:
        raise InputFailed(error.strerror or str(error)) from error


def _in_utf_8(lines: Iterable[bytes], source: Text) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if number == 0 and is_utf_16(line):
            text = mark(
                "The lines are encoded in UTF-16 ({source}): save them as UTF-8, in "
                "PowerShell with “Set-Content -Encoding utf8”.",
                source=source,
            )
            raise Refused(Problem("encoding-utf-16", text))
        yield line if number else line.removeprefix(codecs.BOM_UTF8)


def finish() -> None:
    """Flush standard output. Raises OutputFailed."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise OutputFailed(error) from error


def finish_or_drop() -> None:
    """Flush standard output; drop what cannot be written, or Python would fail on it again when it ends."""
    try:
        finish()
    except OutputFailed:
        _drop(sys.stdout.fileno())


def hold_closed_streams() -> None:
    """Open closed standard streams on the null device: otherwise an event file could get their numbers and be written
    to."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one


def _drop(number: int) -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, number)
    os.close(nothing)


def print_json(document: object) -> None:
    """Print one JSON document, indented."""
    write_answer(escaped(json.dumps(document, ensure_ascii=False, indent=2)))


def json_line(document: object) -> str:
    """One JSON document in one line, without its end."""
    return escaped(json.dumps(document, ensure_ascii=False))


def print_columns(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> None:
    """Print ``rows`` in columns, two spaces apart; the columns ``right`` are right-aligned."""
    if not rows:
        return
    widths = [max(_width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = (
            " " * (width - _width_of(cell)) + cell if place in right else cell + " " * (width - _width_of(cell))
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        write_answer("  ".join(cells).rstrip())


def _width_of(text: str) -> int:
    """The columns of ``text`` in a terminal: two for a Chinese character, none for a combining mark."""
    import unicodedata

    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
