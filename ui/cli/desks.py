"""``desks FILE_OR_INVITATION``: lists the desks that have joined a shared event, and ends one."""

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import database_event, event_for_reading, invitation_in
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_columns, print_json

if TYPE_CHECKING:
    from tournament.event.role import EventRole
    from ui.server.admitted import AdmittedDesk
    from ui.server.host_folder import HostFolder


@dataclass(frozen=True, slots=True)
class _Desk:
    """A row of the list of desks."""

    name: str
    author: str
    role: "EventRole | None"
    joined: datetime | None
    """None: the host does not reveal it to desks."""
    last_word: datetime | None
    """When it was last seen; None: not since the host was started."""
    address: str
    """The address from which it was last seen; empty: the host does not reveal it to desks."""
    serves_at: str
    """Where it would serve the event after a takeover; empty: it cannot."""
    deputy: int = 0
    """Its place among those that may take over, from 1; 0: it may not."""


@command("desks")
@file_argument
@option("--end", "ended", metavar="NAME", help_text=mark("Ends the desk of this name: it must join again."))
@option(
    "--deputy",
    metavar="NAME",
    help_text=mark("The desk of this name may take over if the host fails, after the other deputies."),
)
@option("--before", metavar="NAME", help_text=mark("With --deputy: before this deputy."))
@option("--no-deputy", "unnamed", metavar="NAME", help_text=mark("The desk of this name may not take over any more."))
@json_option
@click.pass_obj
def desks(
    context: CliContext,
    *,
    file: Path,
    ended: str | None,
    deputy: str | None,
    before: str | None,
    unnamed: str | None,
    as_json: bool,
) -> None:
    """List the desks that have joined, after changing what is requested."""
    if before is not None and deputy is None:
        raise click.UsageError(context.translate(mark("--before needs --deputy.")))
    if deputy is not None or unnamed is not None:
        _change_deputies(context, file, deputy, before, unnamed)
    found = _at_host(context, file, ended)
    if found is None:
        found = _in_database(file, ended)
    if found is None:
        found = _of_file(context, file, ended)
    if as_json:
        print_json([_as_json(desk) for desk in found])
    elif found:
        print_columns([_columns(context, desk) for desk in found])
    else:
        context.print_line(mark("No desk has joined this event."))


def _change_deputies(
    context: CliContext, file: Path, deputy: str | None, before: str | None, unnamed: str | None
) -> None:
    """Choose which desks may take over. The host, which must be this computer, names them within a second."""
    from ui.server.admitted import desk_named
    from ui.server.deputies import with_deputy, without_deputy
    from ui.server.host_folder import HostFolder

    if invitation_in(file) is not None or database_event(file) is not None:
        text = mark("Deputies are named at the host: give the event file there.")
        raise Refused(Problem("deputies-elsewhere", text, "file"))
    with event_for_reading(file, answers=False) as book:
        event = book.view.journal[0].id if len(book.view.journal) else ""
        folder = HostFolder(event, file)
    desks = _joined(context, folder)
    if unnamed is not None:
        without_deputy(folder, event, desk_named(desks, unnamed))
    if deputy is not None:
        next_one = desk_named(desks, before) if before is not None else None
        with_deputy(folder, event, desk_named(desks, deputy), next_one)


def _at_host(context: CliContext, file: Path, ended: str | None) -> "list[_Desk] | None":
    """The desks that the host of an invitation reports; None if ``file`` is not an invitation."""
    invitation = invitation_in(file)
    if invitation is None:
        return None
    from ui.cli.shared_event import shared_event

    with shared_event(invitation, context, writes=False) as book:
        if ended is not None:
            book.end_desk(ended)
        return [
            _Desk(each.name, each.author, each.role, None, _time(each.last_word), "", each.address, each.deputy)
            for each in book.desks()
        ]


def _in_database(address: Path, ended: str | None) -> "list[_Desk] | None":
    """The desks of an event in a database, as its workers know them; None if ``address`` is a file."""
    event = database_event(address)
    if event is None:
        return None
    from ui.server.admitted import desk_named
    from ui.server.database import DatabaseDesks

    with closing(event[0]):
        admitted = DatabaseDesks(*event)
        if ended is not None:
            admitted.end(desk_named(admitted.latest(datetime.now(UTC)), ended).name)
        return [_shown(desk) for desk in admitted.latest(datetime.now(UTC))]


def _of_file(context: CliContext, file: Path, ended: str | None) -> "list[_Desk]":
    from ui.server.admitted import desk_named
    from ui.server.deputies import deputies_of
    from ui.server.host_folder import HostFolder

    with event_for_reading(file, answers=False) as book:
        event = book.view.journal[0].id if len(book.view.journal) else ""
        folder = HostFolder(event, file)
    if ended is not None:
        folder.ask_to_end(desk_named(_joined(context, folder), ended).id)
    named = deputies_of(folder, event)
    return [_shown(desk, named.index(desk.id) + 1 if desk.id in named else 0) for desk in _joined(context, folder)]


def _joined(context: CliContext, folder: "HostFolder") -> "list[AdmittedDesk]":
    """The desks that have joined, without those that the server will end within a second."""
    admitted, ended = folder.admitted(), folder.asked_to_end()
    for remark in admitted.remarks:
        context.print_remark(remark.text)
    return [desk for desk in admitted.all(datetime.now(UTC)) if desk.id not in ended]


def _shown(desk: "AdmittedDesk", deputy: int = 0) -> _Desk:
    return _Desk(desk.name, desk.author, desk.role, desk.joined, desk.last_word, desk.address, desk.serves_at, deputy)


def _time(written: str) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _as_json(desk: _Desk) -> dict[str, object]:
    return {
        "desk": desk.name,
        "author": desk.author,
        "role": desk.role,
        "joined": desk.joined.isoformat(timespec="seconds") if desk.joined else None,
        "last_word": desk.last_word.isoformat(timespec="seconds") if desk.last_word else None,
        "address": desk.address or None,
        "serves_at": desk.serves_at or None,
        "deputy": desk.deputy or None,
    }


def _columns(context: CliContext, desk: _Desk) -> list[str]:
    role = context.translate(desk.role.label) if desk.role is not None else "–"
    heard = desk.last_word
    last_word = context.translate(mark("last word: {time}", time=heard.astimezone())) if heard else "–"
    deputy = context.translate(mark("deputy {number}", number=desk.deputy)) if desk.deputy else ""
    return [desk.name, desk.author, role, desk.address or desk.serves_at or "–", last_word, deputy]
