"""How a command reads a list of people: the options that say it, and what they change."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from tournament.event.player_import import (
    COLUMN_FIELDS,
    ImportChoices,
    Note,
    PlayerLine,
    Roster,
    TableText,
    choices_typed,
    lines_typed,
)
from tournament.event.player_import.choices import IGNORED, is_column_typed
from tournament.event.player_import.notes import CHOSEN
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, mark_count
from ui.cli.commands import option
from ui.cli.context import CliContext

LIST_OPTIONS = ("sheet", "encoding", "columns", "heading_line", "names", "take", "keep_spellings")
"""The names of the values of :func:`list_options`. Those that are not given are None, or empty."""
_ONE_BY_ONE = 3
"""The most lines of which the same is said on a line each."""
_NAMED = 6
"""The most lines of a remark on many whose numbers are named."""
_NAME_ORDERS = ("first-last", "last-first")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def list_options(column_flag: str) -> Callable[[_Function], _Function]:
    """Add the options that say how a list is read. ``column_flag`` is the one that says what a column contains."""
    options = (
        option("--sheet", metavar="NAME", help_text=mark("Sheet of the workbook; by default the first with players.")),
        option("--encoding", metavar="NAME", help_text=mark("Encoding of a text file; detected by default.")),
        option(
            column_flag, "columns", multiple=True, metavar="HEADING=FIELD",
            help_text=mark("With import: what a column is, such as “Nom participant=last_name”; ignore leaves it out."),
        ),
        option("--heading-line", type=int, metavar="LINE",
               help_text=mark("With import: the line with the headings; 0: none.")),
        option("--names", type=click.Choice(_NAME_ORDERS), help_text=mark("With import: the order of full names.")),
        option(
            "--take", multiple=True, metavar="LINES|REASON",
            help_text=mark("With import: takes lines that are left out, such as 12, 12-15 or order-waiting."),
        ),
        option(
            "--keep-spellings", is_flag=True, default=None,
            help_text=mark("With import: keeps teams and clubs apart that differ only in case, spaces or accents."),
        ),
    )  # fmt: skip

    def add(function: _Function) -> _Function:
        for each in reversed(options):
            function = each(function)
        return function

    return add


def read_list(context: CliContext, path: Path, given: Mapping[str, Any]) -> TableText:
    """Read the list at ``path``; this happens before the event is locked. Raise UnreadableTable or a UsageError."""
    from reports.readers import ENCODINGS, encoding_called, read_table

    encoding = given.get("encoding")
    if encoding is not None and encoding_called(encoding) is None:
        text = mark("The encoding “{encoding}” is not known: choose one of {names}.", encoding=encoding,
                    names=tuple(ENCODINGS))  # fmt: skip
        raise click.UsageError(context.translate(text))
    return read_table(path, sheet=given.get("sheet"), encoding=encoding)


def list_choices(
    context: CliContext,
    table: TableText,
    given: Mapping[str, Any],
    *,
    column_flag: str = "--column",
    fields: Sequence[str] = COLUMN_FIELDS,
) -> ImportChoices:
    """Return what the options say about the list.

    ``column_flag`` takes one of ``fields``. Raise Refused if the options do not fit the list, a UsageError if they
    cannot be read.
    """
    typed = given.get("columns") or ()
    wrong = next((each for each in typed if not is_column_typed(each, fields)), None)
    if wrong is not None:
        text = mark("{option} takes a heading and a field, such as “Nom participant=last_name”, not “{typed}”; fields "
                    "are {fields}.", option=column_flag, typed=wrong, fields=(*fields, IGNORED))  # fmt: skip
        raise click.UsageError(context.translate(text))
    choices = choices_typed(table.rows, typed, given.get("heading_line"))
    try:
        lines, reasons = lines_typed(given.get("take") or ())
    except Refused as refused:
        raise click.UsageError(context.translate(refused.problems[0].text)) from refused
    last = max((row.line for row in table.rows), default=0)
    if lines and max(lines) > last:
        beyond = min(line for line in lines if line > last)
        text = mark("--take: the list has no line {line}; its last line is {last}. Nothing was written.", line=beyond,
                    last=last)  # fmt: skip
        raise Refused(Problem("take-beyond", text, "take"))
    order = None if given.get("names") is None else given["names"] == "last-first"
    return replace(
        choices, chosen=lines, reasons=reasons, last_name_first=order, one_spelling=not given.get("keep_spellings")
    )


def answers_to_take(roster: Roster, choices: ImportChoices) -> Iterator[Text]:
    """Yield a remark on each line that ``--take`` names without changing anything, and on reasons that no line has."""
    by_number = {line.number: line for line in roster.lines}
    for number in sorted(choices.chosen):
        line = by_number.get(number)
        if line is None:
            yield mark("--take changes nothing: line {line} is blank, or above the list.", line=number)
        elif not line.taken:
            yield mark("--take changes nothing: line {line} cannot be a player ({reason}).", line=number,
                       reason=line.notes[0].text)  # fmt: skip
        elif not _is_chosen(line):
            yield mark("--take changes nothing: line {line} is taken anyway.", line=number)
    if choices.reasons and not any(_is_chosen(line) and line.number not in choices.chosen for line in roster.lines):
        yield mark("--take changes nothing: no line is left out because of {reasons}.",
                   reasons=tuple(sorted(choices.reasons)))  # fmt: skip


def _is_chosen(line: PlayerLine) -> bool:
    return any(note.kind is CHOSEN for note in line.notes)


def remarks_on(lines: Iterable[PlayerLine]) -> Iterator[Text]:
    """Yield the notes on ``lines`` in their order; what is said of many lines only once, with their numbers."""
    found = [(_line_text(line, note), note) for line in lines for note in line.notes]
    alike: dict[Text, list[int]] = {}
    for _text, note in found:
        alike.setdefault(note.text, []).append(note.line)
    for text, note in found:
        numbers = alike[note.text]
        if text != note.text_with_line or len(numbers) <= _ONE_BY_ONE:
            yield text
        elif note.line == numbers[0] and len(numbers) <= _NAMED:
            yield mark("Lines {lines} · {what}", lines=tuple(numbers), what=note.text)
        elif note.line == numbers[0]:
            yield mark_count("Lines {lines} and {count} more · {what}", "Lines {lines} and {count} more · {what}",
                             len(numbers) - _NAMED, lines=tuple(numbers[:_NAMED]),
                             what=note.text)  # fmt: skip


def _line_text(line: PlayerLine, note: Note) -> Text:
    """Return a note on a line, with its number and the name of a player who is left out."""
    if line.taken or not line.is_choosable or not line.player.name:
        return note.text_with_line
    return mark("Line {line} · {name} left out: {what}", line=line.number, name=line.player.name, what=note.text)
