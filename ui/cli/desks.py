"""``desks FILE``: the desks that have joined a shared event, and the end of one."""

from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import database_event, event_for_reading, refuse_invitation
from ui.cli.context import CliContext
from ui.cli.output import print_columns, print_json
from ui.cli.translated_commands import command, file_argument, json_option, option

if TYPE_CHECKING:
    from ui.server.host_folder import HostFolder
    from ui.server.tokens import JoinedDesk


@command("desks")
@file_argument
@option("--end", "ended", metavar="NAME", help_text=mark("Ends the desk of this name: it must join again."))
@json_option
@click.pass_obj
def desks(context: CliContext, *, file: Path, ended: str | None, as_json: bool) -> None:
    """List the desks that have joined, after one of them was ended if that is asked for."""
    refuse_invitation(file)
    found = _in_database(file, ended)
    if found is None:
        found = _of_file(context, file, ended)
    if as_json:
        print_json([_as_json(desk) for desk in found])
    elif found:
        print_columns([_columns(context, desk) for desk in found])
    else:
        context.print_line(mark("No desk has joined this event."))


def _in_database(address: Path, ended: str | None) -> "list[JoinedDesk] | None":
    """Those of an event in a database, where the workers that share it look; None: ``address`` is a file."""
    event = database_event(address)
    if event is None:
        return None
    from ui.server.database import DatabaseTokens

    with closing(event[0]):
        tokens = DatabaseTokens(*event)
        if ended is not None:
            tokens.end(_named(tokens.latest(datetime.now(UTC)), ended).name)
        return list(tokens.latest(datetime.now(UTC)))


def _of_file(context: CliContext, file: Path, ended: str | None) -> "list[JoinedDesk]":
    from ui.server.host_folder import HostFolder

    with event_for_reading(file, answers=False) as book:
        folder = HostFolder(book.view.journal[0].id if len(book.view.journal) else "", file)
    if ended is not None:
        folder.ask_to_end(_named(_joined(context, folder), ended).token_hash)
    return _joined(context, folder)


def _named(desks: "Iterable[JoinedDesk]", name: str) -> "JoinedDesk":
    """The one of this name. Raises Refused."""
    for desk in desks:
        if desk.name.casefold() == name.casefold():
            return desk
    text = mark("There is no desk “{name}”: “desks FILE” lists those that have joined.", name=name)
    raise Refused(Problem("desk-unknown", text, "end"))


def _joined(context: CliContext, folder: "HostFolder") -> "list[JoinedDesk]":
    """Those that have joined, without those that are to be ended: the server does that within a second."""
    tokens, ended = folder.tokens(), folder.asked_to_end()
    for remark in tokens.remarks:
        context.print_remark(remark.text)
    return [desk for desk in tokens.all(datetime.now(UTC)) if desk.token_hash not in ended]


def _as_json(desk: "JoinedDesk") -> dict[str, object]:
    return {
        "desk": desk.name,
        "author": desk.author,
        "role": desk.role,
        "joined": desk.joined.isoformat(timespec="seconds"),
        "last_word": desk.last_word.isoformat(timespec="seconds"),
        "address": desk.address,
        "serves_at": desk.serves_at or None,
    }


def _columns(context: CliContext, desk: "JoinedDesk") -> list[str]:
    role = context.translate(desk.role.label) if desk.role is not None else "–"
    last_word = context.translate(mark("last word: {time}", time=desk.last_word.astimezone()))
    return [desk.name, desk.author, role, desk.address, last_word]
