"""``queue INVITATION``: commands of scripts on this computer that the host of a shared event has not received yet."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark, mark_count
from ui.cli.bootstrap import event_for_reading, invitation_in
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.shared_event import OTHER_COMMANDS, folder_of, shared_event
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.sharing.invitation import Invitation
    from tournament.sharing.shared_book import WaitingOrder


@command("queue")
@file_argument
@option(
    "--list", "lists", is_flag=True, help_text=mark("Lists what is kept, with the answer of the host; the default.")
)
@option("--send", is_flag=True, help_text=mark("Sends everything that is kept, also what was refused before."))
@option("--drop", metavar="ID", help_text=mark("Drops the kept command with this id."))
@json_option
@click.pass_obj
def queue(context: CliContext, *, file: Path, lists: bool, send: bool, drop: str | None, as_json: bool) -> int:
    """Show, send or drop the commands that wait."""
    if lists + send + (drop is not None) > 1:
        raise click.UsageError(context.translate(mark("Use one of --list, --send and --drop.")))
    invitation = invitation_in(file)
    if invitation is None:
        with event_for_reading(file, answers=False):  # a file is written at once: nothing is ever kept for it
            kept: Sequence[WaitingOrder] = ()
        if drop is not None:
            raise _unknown(drop)
    elif send:
        return _send(context, invitation, as_json=as_json)
    else:
        kept = _kept(invitation, drop)
    _print(context, kept, as_json=as_json)
    return DONE


def _kept(invitation: "Invitation", drop: str | None) -> "Sequence[WaitingOrder]":
    from tournament.sharing.shared_book import OrderState

    folder = folder_of(invitation)
    with folder.held(OTHER_COMMANDS):
        orders = folder.orders()
        try:
            kept = [each for each in orders.read() if each.state is not OrderState.SENT]
            if drop is None:
                return kept
            if all(each.id != drop for each in kept):
                raise _unknown(drop)
            orders.drop(drop)
            return [each for each in kept if each.id != drop]
        finally:
            orders.close()


def _unknown(id: str) -> Refused:
    text = mark("No command with the id “{id}” is kept: “queue” lists them.", id=id)
    return Refused(Problem("order-unknown", text, "drop"))


def _send(context: CliContext, invitation: "Invitation", *, as_json: bool) -> int:
    from tournament.sharing.shared_book import OrderState

    before = len(_kept(invitation, None))
    with shared_event(invitation, context, writes=True) as book:
        for each in book.orders:
            if each.state is not OrderState.WAITING:
                book.send_again(each.id)
        book.catch_up()
        left = book.orders
    if as_json:
        print_json({"sent": before - len(left), "queued": [_as_json(each) for each in left]})
    else:
        sent = mark_count("{count} command was sent.", "{count} commands were sent.", before - len(left))
        context.print_line(sent)
        for each in left:
            for problem in each.problems:
                context.print_error(problem.text, each.id)
    return REFUSED if left else DONE


def _print(context: CliContext, kept: "Sequence[WaitingOrder]", *, as_json: bool) -> None:
    if as_json:
        print_json({"queued": [_as_json(each) for each in kept]})
        return
    for each in kept:
        kinds = ", ".join(_kinds(each))
        context.print_line(f"{each.id}  {each.time[:19]}Z  {each.order.author}  {each.state.value}  {kinds}")
        for problem in each.problems:
            context.print_line(f"  {problem.text}")
    if not kept:
        context.print_line(mark("Nothing is kept: the host has everything."))


def _kinds(kept: "WaitingOrder") -> list[str]:
    return [str(each.__struct_config__.tag) for each in kept.order.commands]


def _as_json(kept: "WaitingOrder") -> dict[str, object]:
    return {
        "id": kept.id,
        "time": kept.time,
        "author": kept.order.author,
        "state": kept.state.value,
        "commands": _kinds(kept),
        "problems": [{"code": problem.code, "text": problem.text, "field": problem.field} for problem in kept.problems],
    }
