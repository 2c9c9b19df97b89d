"""``players FILE import LIST``: adds players from a CSV file or an Excel workbook, all or none."""

from pathlib import Path

import click

from tournament.event.player_import import Note, NoteEffect, Roster, read_roster
from tournament.event.problem import Refused
from tournament.language import mark, mark_count
from tournament.use_cases import Book, add_players, numbered_players
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.context import CliContext
from ui.cli.output import print_columns, print_json
from ui.cli.translated_commands import command, file_argument, json_option, option


@command(
    "players",
    mark("“players FILE import LIST” adds the players of a CSV or Excel file; “players FILE list” shows them."),
)
@file_argument
@click.argument("action", type=click.Choice(["import", "list"]))
@click.argument("list", required=False, type=click.Path(path_type=Path))
@option("--sheet", metavar="NAME", help_text=mark("Sheet of the workbook; by default the first with players."))
@option("--dry-run", is_flag=True, help_text=mark("Tells what would be added and adjusted, and adds nothing."))
@json_option
@click.pass_obj
def players(
    context: CliContext, *, file: Path, action: str, list: Path | None, sheet: str | None, dry_run: bool, as_json: bool
) -> None:
    """Import players, or list those of the event."""
    if action == "list":
        if list is not None:
            raise click.UsageError(context.translate(mark("“players FILE list” takes no other file.")))
        _show(file, as_json=as_json)
        return
    if list is None:
        raise click.UsageError(context.translate(mark("Name the CSV or Excel file with the players.")))
    with event_for_reading(file) if dry_run else event_for_writing(file) as book:
        roster = _import(book, list, context, sheet=sheet, dry_run=dry_run)
    if as_json:
        print_json(_as_json(context, roster, dry_run=dry_run))
    else:
        _print_roster(context, roster, dry_run=dry_run)


def _import(book: Book, path: Path, context: CliContext, *, sheet: str | None, dry_run: bool) -> Roster:
    from reports.readers import read_table

    roster = read_roster(read_table(path, sheet=sheet), book.view.players.values())
    if roster.problems:
        raise Refused(*roster.problems)
    if dry_run:
        numbered_players(book.view, roster.players)
    else:
        add_players(book, roster.players, by=author_of(context), source=roster.source)
    return roster


def _notes(roster: Roster) -> tuple[Note, ...]:
    return tuple(note for note in roster.every_note if note.kind.effect is not NoteEffect.BLOCKS)


def _print_roster(context: CliContext, roster: Roster, *, dry_run: bool) -> None:
    context.print_line(roster.how)
    for note in _notes(roster):
        context.print_line(note.text_with_line)
    count = len(roster.players)
    if dry_run:
        context.print_line(
            mark_count(
                "{count} player would be added; nothing was.", "{count} players would be added; none was.", count
            )
        )
    else:
        context.print_line(mark_count("{count} player added.", "{count} players added.", count))


def _as_json(context: CliContext, roster: Roster, *, dry_run: bool) -> dict[str, object]:
    notes = [
        {"line": note.line, "code": note.kind.code, "sign": note.kind.effect.value, "field": note.field,
         "text": context.translate(note.text)}
        for note in _notes(roster)
    ]  # fmt: skip
    return {"players": len(roster.players), "written": not dry_run, "notes": notes}


def _show(file: Path, *, as_json: bool) -> None:
    with event_for_reading(file) as book:
        listed = book.view.players.values()
    if as_json:
        print_json(
            [
                {"player": one.number, "first_name": one.first_name, "last_name": one.last_name,
                 "country": one.country, "ema_number": one.ema_number, "club": one.club, "team": one.team}
                for one in listed
            ]
        )  # fmt: skip
        return
    print_columns(
        [[str(one.number), one.name, one.country, one.ema_number, one.club, one.team] for one in listed],
        right=frozenset((0,)),
    )
