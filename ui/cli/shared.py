"""``shared``: the events in a PostgreSQL database; puts a file there, lists them, fetches one, prepares the tables."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import mark, mark_count
from tournament.language.harmless import harmless_line
from ui.cli.bootstrap import database_events, get_event, prepare_database, put_event
from ui.cli.commands import command, json_option, not_taken, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json, write_answer

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.use_cases.ports import DatabaseEvent

_WORDS = {"put": "put FILE URL", "list": "list URL", "get": "get URL/EVENT FILE", "prepare": "prepare URL"}
"""What follows each action."""


@command("shared")
@click.argument("action", type=click.Choice(list(_WORDS)))
@click.argument("words", metavar="WORDS…", nargs=-1)
@option(
    "--account", metavar="NAME", help_text=mark("The account that enters results; prepare prints its rights as SQL.")
)
@json_option
@click.pass_obj
def shared(context: CliContext, *, action: str, words: tuple[str, ...], account: str | None, as_json: bool) -> None:
    """Do ``action`` with the database that ``words`` name."""
    if len(words) != _WORDS[action].count(" "):
        raise click.UsageError(context.translate(mark("Write it as “shared {usage}”.", usage=_WORDS[action])))
    if account is not None and action != "prepare":
        raise not_taken(context, ("--account",), f"shared {action}")
    match action:
        case "put":
            _put(context, Path(words[0]), words[1], as_json=as_json)
        case "list":
            _list(context, words[0], as_json=as_json)
        case "get":
            _get(context, words[0], Path(words[1]), as_json=as_json)
        case _:
            _prepare(context, words[0], account, as_json=as_json)


def _put(context: CliContext, file: Path, url: str, *, as_json: bool) -> None:
    event, added = put_event(file, url, context)
    if as_json:
        print_json({**context.record(_columns(), event), "added": added})
        return
    context.print_line(
        mark_count(
            "{count} entry of {file} was added to the database; the event is {event}, fingerprint {fingerprint}",
            "{count} entries of {file} were added to the database; the event is {event}, fingerprint {fingerprint}",
            added,
            file=str(file),
            event=harmless_line(event.id),
            fingerprint=str(event.end),
        )
    )


def _list(context: CliContext, url: str, *, as_json: bool) -> None:
    found = database_events(url)
    if found or as_json:
        context.print_listed(_columns(), found, as_json=as_json)
    else:
        context.print_line(mark("There is no event in this database: “shared put” puts one there."))


def _get(context: CliContext, address: str, file: Path, *, as_json: bool) -> None:
    event = get_event(address, file, context)
    if as_json:
        print_json({**context.record(_columns(), event), "to": str(file)})
        return
    context.print_line(
        mark_count(
            "{count} entry was written to {file}, fingerprint {fingerprint}",
            "{count} entries were written to {file}, fingerprint {fingerprint}",
            event.end.entries,
            file=str(file),
            fingerprint=str(event.end),
        )
    )


def _prepare(context: CliContext, url: str, account: str | None, *, as_json: bool) -> None:
    rights = prepare_database(url, account)
    if as_json:
        print_json({"rights": list(rights)})
    elif account is not None:
        for statement in rights:
            write_answer(statement)
    else:
        context.print_line(mark("The tables are ready. “--account NAME” prints the rights that an account needs."))


def _columns() -> "tuple[Column[DatabaseEvent], ...]":
    """What the command says of an event."""
    from reports.column import Column
    from reports.vocabulary import ENTRIES, FINGERPRINT, NO_HEADING

    return (
        Column(NO_HEADING, lambda event: event.id, name="event"),
        Column(mark("Event"), lambda event: harmless_line(event.id)),
        ENTRIES.of(lambda event: event.end.entries),
        FINGERPRINT.of(lambda event: str(event.end)),
    )
