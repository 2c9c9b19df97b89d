"""Text with columns: any usual encoding and separator."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reports.readers.encoding import OFFERED, Decoded, decode, decode_as, encoding_called
from reports.readers.limits import (
    MOST_COLUMNS,
    MOST_LAST_ROW,
    MOST_LINE,
    MOST_TEXT_BYTES,
    Step,
    beyond,
    limited,
    no_step,
    too_large,
)
from reports.readers.refusal import UnreadableTable
from tournament.event.player_import import (
    ENCODING,
    ENCODING_UNCERTAIN,
    HEADING_ROWS,
    FileRow,
    Note,
    TableText,
    recognised,
)
from tournament.language import Text, mark

_ONE_COLUMN = "\x1f"
"""A separator that occurs in no list: each line is then one cell."""
_SEPARATORS = {
    ",": mark("columns separated by commas"),
    ";": mark("columns separated by semicolons"),
    "\t": mark("columns separated by tabs"),
    "|": mark("columns separated by vertical bars"),
    _ONE_COLUMN: mark("one column"),
}
_SAMPLE = 100
"""The number of lines by which the separator is chosen."""
_DIRECTIVE = re.compile(r"(?i)sep=(.)\s*")
"""A first line with which some spreadsheet programs name the separator."""


_ENOUGH = 4
"""A row with as many headings is the one with the headings."""
_TEXT_FORMULA = re.compile(r'="((?:[^"]|"")*)"')
_MARKED = ("=", "'")
"""A cell that begins otherwise is shown as it is."""
_GUARDED = re.compile(r"'[=+\-@\t\r]")
"""Two ways in which text is written for a spreadsheet, so that it does not become a number, a date or a formula."""


@dataclass(frozen=True, slots=True)
class _Format:
    separator: str
    spaced: bool = False
    """Each separator is followed by a space, which is not part of the cell."""


def read_text_file(
    path: Path, data: bytes, *, encoding: str | None = None, step: Step = no_step, most_columns: int = MOST_COLUMNS
) -> TableText:
    """Read ``data``, the content of ``path``, as text with columns; raises :class:`UnreadableTable`.

    ``encoding`` names its encoding; by default it is guessed from the characters.
    """
    if len(data) > MOST_TEXT_BYTES:
        raise too_large(path, len(data), most=MOST_TEXT_BYTES)
    decoded = decode(data) if encoding is None else _decoded_as(path, data, encoding)
    if decoded is None:
        text = mark(
            "“{name}” contains no text: it is not a list of players. Save the list as .xlsx or .csv.", name=path.name
        )
        raise UnreadableTable(text, path)
    return table_of_text(decoded.text, path=path, decoded=decoded, step=step, most_columns=most_columns)


def _decoded_as(path: Path, data: bytes, encoding: str) -> Decoded:
    called = encoding_called(encoding)
    if called is None:
        text = mark("The encoding “{encoding}” is not known: choose one of {names}.", encoding=encoding,
                    names=tuple(OFFERED))  # fmt: skip
        raise UnreadableTable(text, path)
    decoded = decode_as(data, called)
    if decoded is None:
        text = mark("“{name}” is not encoded in {encoding}: choose another encoding.", name=path.name, encoding=called)
        raise UnreadableTable(text, path)
    return decoded


def table_of_text(
    text: str,
    *,
    path: Path,
    decoded: Decoded | None = None,
    step: Step = no_step,
    most_columns: int = MOST_COLUMNS,
) -> TableText:
    """The rows of ``text``, for example copied from a spreadsheet; raises :class:`UnreadableTable`.

    ``path`` names the text in messages; ``decoded`` says how it was decoded, if it was bytes.
    """
    lines = list(io.StringIO(text, newline=""))
    if len(lines) > MOST_LAST_ROW:
        raise beyond(path, mark("more than {most} lines", most=MOST_LAST_ROW))
    if any(len(line) > MOST_LINE for line in lines):
        raise beyond(path, mark("a line of more than {most} characters", most=MOST_LINE))
    directive = _DIRECTIVE.fullmatch(lines[0]) if lines else None
    if directive and directive[1] in _SEPARATORS:
        form, first = _Format(directive[1]), 1
    else:
        form, first = _format_of(lines[:_SAMPLE]), 0
    rows = tuple(limited(_rows(lines[first:], form, first + 1, path), path, step, most_columns=most_columns))
    columns = _SEPARATORS[form.separator]
    if decoded is None:
        return TableText(path.name, mark("Text, {columns}", columns=columns), rows)
    how = mark("Text in {encoding}, {columns}", encoding=decoded.encoding, columns=columns)
    return TableText(path.name, how, rows, _encoding_notes(decoded), encoding=decoded.encoding)


def _encoding_notes(decoded: Decoded) -> tuple[Note, ...]:
    if decoded.others:
        text = mark(
            "Read as {encoding}, but it may be {others}: check the names, and choose the encoding if they are wrong",
            encoding=decoded.encoding,
            others=decoded.others,
        )
        return (Note(ENCODING_UNCERTAIN, text),)
    if decoded.guessed:
        text = mark("Read as {encoding}: check that the accents are right", encoding=decoded.encoding)
        return (Note(ENCODING, text),)
    if decoded.encoding != "UTF-8":
        return (Note(ENCODING, mark("Read as {encoding}: all accents kept", encoding=decoded.encoding)),)
    return ()


def _format_of(lines: list[str]) -> _Format:
    """The separator that recognises most headings, then gives most rows the same width, then gives most columns."""
    sample = "".join(lines)
    absent = next((separator for separator in _SEPARATORS if separator not in sample), None)  # all others give the same
    tried = (separator for separator in _SEPARATORS if separator == absent or separator in sample)
    best = max(tried, key=lambda separator: _merit(lines, separator))
    spaced = _is_spaced(lines, best)
    if best == "," and spaced and _merit(lines, best) == (0, 1.0, 2):
        return _Format(_ONE_COLUMN)  # full names, “Dupont, Jean”, without a heading
    return _Format(best, spaced=spaced)


def _merit(lines: list[str], separator: str) -> tuple[int, float, int]:
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator) if any(cell.strip() for cell in row)]
    except csv.Error:  # a cell beyond the limit; reading it reports the problem
        rows = []
    if not rows:
        return 0, 0.0, 0
    headings = 0
    for row in rows[:HEADING_ROWS]:
        headings = max(headings, recognised(row))
        if headings >= _ENOUGH:
            break
    width, count = Counter(len(row) for row in rows).most_common(1)[0]
    return headings, count / len(rows) if headings or width > 1 else 0.0, width


def _is_spaced(lines: list[str], separator: str) -> bool:
    """Whether a space follows every separator in the lines, as in ``Jean, Dupont``."""
    found = sum(line.count(separator) for line in lines)
    return separator != "\t" and bool(found) and sum(line.count(f"{separator} ") for line in lines) == found


def _rows(lines: list[str], form: _Format, first: int, path: Path) -> Iterator[FileRow]:
    reader = csv.reader(lines, delimiter=form.separator, skipinitialspace=form.spaced, strict=True)
    begin = first
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise UnreadableTable(_problem(error, path.name, begin), path) from error
        if cells is None:
            return
        yield FileRow(begin, tuple(map(_shown, cells)))
        begin = first + reader.line_num


def _shown(cell: str) -> str:
    """What a spreadsheet shows of ``cell``: ``="007"`` is 007, and ``'-Ada`` is -Ada, as this program writes them."""
    if not cell.startswith(_MARKED):
        return cell
    formula = _TEXT_FORMULA.fullmatch(cell)
    if formula is not None:
        return formula[1].replace('""', '"')
    return cell[1:] if _GUARDED.match(cell) else cell


def _problem(error: csv.Error, name: str, line: int) -> Text:
    if "limit" in str(error):
        return mark("“{name}”, line {line}: a cell does not end. Is a quotation mark left open?", name=name, line=line)
    return mark(
        '“{name}”, line {line}: a quotation mark (") opens a cell and is not closed at its end. '
        "Close it, or double the quotation marks inside a cell.",
        name=name,
        line=line,
    )
