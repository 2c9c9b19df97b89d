"""``record FILE``: records what referees wrote, all lines or none.

Where lines are refused, it reports those with a fault of their own, and counts those that only follow from one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, mark_count
from tournament.rules.ruleset import RuleSet
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing, restore_draft
from ui.cli.commands import (
    NO_LINES,
    REASON_NOT_STORED,
    changed_file_argument,
    command,
    json_option,
    lines_argument,
    option,
)
from ui.cli.context import REFUSED, CliContext
from ui.cli.streams import input_lines, print_json
from ui.json_lines.objects import read_object

if TYPE_CHECKING:
    from tournament.ledger.causes import Cause
    from tournament.ledger.journal import Journal
    from tournament.use_cases import Book, Changes, Command, CommandMaker, View


_CORRECTIONS = (
    "hand-corrected",
    "penalty-cancelled",
    "hand-inserted",
    "hand-deleted",
    "hand-moved",
    "columns-exchanged",
    "sheet-moved",
)


@command("record")
@changed_file_argument
@lines_argument
@option("--jsonl", is_flag=True, help_text=mark("Reads JSON lines from standard input if LINES is not given."))
@option("--dry-run", is_flag=True, help_text=mark("Checks everything and writes nothing."))
@json_option
@click.pass_obj
def record(context: CliContext, *, file: Path, source: Path | None, jsonl: bool, dry_run: bool, as_json: bool) -> int:
    """Carry out every line of a file or of standard input, or none."""
    if not jsonl and source is None:
        raise click.UsageError(context.translate(NO_LINES))
    return record_lines(context, file, lambda _view: list(input_lines(source)), dry_run=dry_run, as_json=as_json)


def record_lines(
    context: CliContext,
    file: Path,
    lines_of: "Callable[[View], list[bytes]]",
    *,
    dry_run: bool,
    as_json: bool,
    typed: bool = True,
) -> int:
    """Carry out every line that ``lines_of`` returns for the event in ``file``, or none, and print what was done.

    Only lines that somebody ``typed`` are asked whether an improbable value is correct.
    """
    from tournament.use_cases import Changes, LinesRefused
    from tournament.use_cases.commands import SubstitutePlayer

    with event_for_reading(file) if dry_run else event_for_writing(file) as book:
        written = lines_of(book.view)
        lines, ids, commands, refused = _read_lines(written, book.view.rules)
        before = book.view.journal
        restore_draft(book)
        seated = book.view
        causes: dict[int, tuple[Cause, ...]] = {}
        try:
            changes = _carried_out(book, commands, ids, context, dry_run=dry_run or bool(refused))
        except LinesRefused as error:
            refused.extend((lines[index], problems) for index, problems in error.refusals)
            causes = {lines[index]: found for index, found in error.causes.items()}
            changes = Changes(())
    if refused:
        found = [(number, problems, written[number - 1]) for number, problems in refused]
        _print_refused(context, found, causes, book.view)
        return REFUSED
    _print_repeats(context, before, dict(zip(lines, ids, strict=True)))
    for index, remark in zip(changes.remarked, changes.remarks, strict=True) if typed else ():
        context.print_remark(remark.text, mark("line {line}", line=str(lines[index])))
    for number, made in zip(lines, commands, strict=True):
        if isinstance(made, SubstitutePlayer) and read_object(written[number - 1].strip()).get("reason"):
            context.print_remark(REASON_NOT_STORED, mark("line {line}", line=str(number)))
    draft = _draft_text(seated, changes)
    if draft is not None:
        context.print_remark(draft)
    _print_changes(context, changes, lines=len(commands), dry_run=dry_run, as_json=as_json)
    return 0


def _draft_text(seated: "View", changes: "Changes") -> Text | None:
    """A remark that a session in ``changes`` has a draft of a draw, so that lines were recorded for the seats of
    ``seated``; None if no draft could have been published."""
    draft = seated.unpublished_draw
    if draft is None:
        return None
    from tournament.ledger.entry import table_of
    from tournament.use_cases.draft_fit import draft_title, unfit_text

    sessions = {place[0] for stream in changes.streams if (place := table_of(stream)) is not None}
    if sessions.isdisjoint(draft.tables) or unfit_text(seated, draft) is not None:
        return None
    return mark("{draft}: the published seats were used.", draft=draft_title(seated, draft))


def _print_refused(
    context: CliContext,
    refused: Sequence[tuple[int, tuple[Problem, ...], bytes]],
    causes: "Mapping[int, tuple[Cause, ...]]",
    view: "View",
) -> None:
    """Print the problems of each line with a fault of its own, and how many other lines follow from it."""

    found = [_RefusedLine(number, problems, _place_of(line.strip())) for number, problems, line in refused]
    own, followers = _own_faults(found, growing=view.rules.table.rotation is None, drawn=view.settings.format.is_drawn)
    for line in own:
        where = mark("line {line}", line=str(line.number))
        for problem in line.problems:
            context.print_error(problem.text, where)
        if line.number in causes:
            _print_causes(context, line.number, causes[line.number], view.rules)
        if line.number in followers:
            text = mark_count(
                "{count} later line was refused only because of this one.",
                "{count} later lines were refused only because of this one.",
                followers[line.number],
            )
            context.print_remark(text, where)
    context.print_to_stderr(_nothing_written(len(own)))


def _print_repeats(context: CliContext, before: "Journal", ids: Mapping[int, str]) -> None:
    """Print what each repeated line wrote the first time, since its id may have been used by mistake."""
    repeats = {number: id for number, id in ids.items() if id and before.find(id) is not None}
    if not repeats:
        return
    from tournament.ledger.description import name_of
    from tournament.ledger.facts import HeadsChained
    from tournament.use_cases.changes import written_by

    for number, id in repeats.items():
        first, *later = written_by(before, id)
        entry = later[0] if later and isinstance(first.fact, HeadsChained) else first  # it began the session
        text = mark("This line was recorded before and is not repeated: {entry}.", entry=name_of(before, entry))
        context.print_remark(text, mark("line {line}", line=str(number)))


def _print_causes(context: CliContext, line: int, causes: "Sequence[Cause]", rules: RuleSet) -> None:
    from tournament.ledger.causes import cause_text

    where = mark("line {line}", line=str(line))
    if causes:
        context.print_remark(mark("Possible reasons why the totals on the paper differ:"), where)
    for cause in causes:
        context.print_remark(cause_text(cause, rules=rules), where)


def _read_lines(
    source: Iterable[bytes],
    rules: RuleSet,
) -> "tuple[list[int], list[str], list[Command | CommandMaker], list[tuple[int, tuple[Problem, ...]]]]":
    """Read every line that is not empty; return line numbers, ids and commands, and the lines that cannot be read."""
    from ui.json_lines.objects import read_object
    from ui.json_lines.record import read_request_by

    lines: list[int] = []
    ids: list[str] = []
    first: dict[str, tuple[int, bytes]] = {}
    commands: list[Command | CommandMaker] = []
    refused: list[tuple[int, tuple[Problem, ...]]] = []
    for number, line in enumerate(source, start=1):
        if not line.strip():
            continue
        try:
            id, command = read_request_by(rules, line.strip())
            earlier, content = first.setdefault(id, (number, line)) if id else (number, line)
            if content is not line and read_object(content.strip()) != read_object(line.strip()):
                text = mark("Line {line} has the same “id” and says something else.", line=str(earlier))
                raise Refused(Problem("id-twice", text, "id"))
            ids.append(id)
            commands.append(command)
            lines.append(number)
        except Refused as error:
            refused.append((number, error.problems))
    return lines, ids, commands, refused


def _carried_out(
    book: "Book", commands: "list[Command | CommandMaker]", ids: list[str], context: CliContext, *, dry_run: bool
) -> "Changes":
    from tournament.use_cases import carry_out_all

    return carry_out_all(book, commands, by=author_of(context), dry_run=dry_run, ids=ids)


def _nothing_written(refused: int) -> Text:
    return mark_count(
        "Nothing was written: {count} line has problems.", "Nothing was written: {count} lines have problems.", refused
    )


def _print_changes(context: CliContext, changes: "Changes", *, lines: int, dry_run: bool, as_json: bool) -> None:
    kinds = Counter(entry.record.kind for entry in changes.entries)
    if as_json:
        entries = [
            {"id": entry.id, "stream": entry.stream, "number": entry.number, "kind": entry.record.kind}
            for entry in changes.entries
        ]
        print_json({"lines": lines, "written": not dry_run, "entries": [] if dry_run else entries})
        return
    values = {
        "hands": kinds["hand-recorded"],
        "penalties": kinds["penalty-given"],
        "corrections": sum(kinds[kind] for kind in _CORRECTIONS),
        "sheets": kinds["sheet-closed"] + kinds["totals-recorded"],
    }
    if dry_run:
        text = mark_count(
            "{count} line is valid; nothing was written. Hands: {hands}, penalties: {penalties}, "
            "corrections: {corrections}, sheets closed: {sheets}.",
            "{count} lines are valid; nothing was written. Hands: {hands}, penalties: {penalties}, "
            "corrections: {corrections}, sheets closed: {sheets}.",
            lines,
            **values,
        )
    else:
        text = mark_count(
            "{count} line was recorded. Hands: {hands}, penalties: {penalties}, corrections: "
            "{corrections}, sheets closed: {sheets}.",
            "{count} lines were recorded. Hands: {hands}, penalties: {penalties}, corrections: "
            "{corrections}, sheets closed: {sheets}.",
            lines,
            **values,
        )
    context.print_line(text)


_OF_EVENINGS = frozenset(("evening", "change_evening", "game", "change_game", "take_back_game"))
"""Types of lines on which all later lines of the same evening may depend."""
_ON_A_SHEET = frozenset(
    ("hand-not-recorded", "hand-missing", "not-east", "round-differs", "winds-differ", "sheet-empty",
     "totals-differ", "totals-unbalanced", "sheet-open")
)  # fmt: skip
"""Codes of problems that may only exist because an earlier line of the same sheet was refused."""
_OF_ROWS = frozenset(("hand-unknown",))
"""The same for a sheet that grows row by row."""
_OF_GAMES = frozenset(("table-unknown", "session-unknown", "evening-missing", "game-number"))
"""The same for an evening without a draw."""


class _RefusedLine(NamedTuple):
    """A line that was refused."""

    number: int
    """From 1."""
    problems: tuple[Problem, ...]
    place: "_LinePlace"


class _LinePlace(NamedTuple):
    """The sheet of a line; None values if the line does not state them or cannot be read."""

    session: int | None = None
    table: int | None = None
    whole: bool = True
    """Whether later lines of other tables may depend on this line."""


def _place_of(line: bytes) -> _LinePlace:
    """The sheet of ``line``, as far as it can be read."""
    try:
        members = read_object(line)
    except Refused:
        return _LinePlace()
    session, table = (value if type(value) is int else None for value in map(members.get, ("session", "table")))
    kind = members.get("type")
    of_evening = isinstance(kind, str) and kind in _OF_EVENINGS
    return _LinePlace(session, table, whole=of_evening or None in (session, table))


def _own_faults(
    refused: Iterable[_RefusedLine], *, growing: bool, drawn: bool
) -> tuple[list[_RefusedLine], dict[int, int]]:
    """The lines with a fault of their own, in order; and for each of them, how many later lines were refused because of
    it.

    A later line counts if all its problems would disappear with the missing line. ``growing``: sheets grow row by row;
    ``drawn``: a draw determines the tables.
    """
    on_a_sheet = _ON_A_SHEET | _OF_ROWS if growing else _ON_A_SHEET
    elsewhere = on_a_sheet if drawn else on_a_sheet | _OF_GAMES
    own: list[_RefusedLine] = []
    followers: dict[int, int] = {}
    for line in sorted(refused, key=lambda each: each.number):
        codes = {problem.code for problem in line.problems}
        causes = (each for each in own if _depends(line.place, each.place)) if codes <= elsewhere else ()
        cause = next((each for each in causes if codes <= (elsewhere if each.place.whole else on_a_sheet)), None)
        if cause is None:
            own.append(line)
        else:
            followers[cause.number] = followers.get(cause.number, 0) + 1
    return own, followers


def _depends(place: _LinePlace, earlier: _LinePlace) -> bool:
    """Whether a line of ``place`` may be refused only because a line of an ``earlier`` place is missing."""
    same_session = None in (place.session, earlier.session) or place.session == earlier.session
    return same_session and (earlier.whole or place.table == earlier.table)
