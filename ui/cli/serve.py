"""``serve FILE``: shares the event with other computers until it is stopped."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import mark
from ui.cli.bootstrap import event_for_writing, refuse_invitation
from ui.cli.context import CliContext
from ui.cli.crash import report_crash
from ui.cli.output import json_line
from ui.cli.streams import write_answer
from ui.cli.translated_commands import command, file_argument, json_option, option

if TYPE_CHECKING:
    from tournament.event.problem import Problem
    from tournament.sharing.invitation import Invitation
    from ui.server.taking_over import TakingOver


@command("serve")
@file_argument
@option(
    "--host",
    metavar="ADDRESS",
    help_text=mark("The address at which desks join; by default only from this computer. 0.0.0.0: all it has."),
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help_text=mark("The port for desks; by default the last one of this event if it is free, else any."),
)
@option(
    "--confirm-on-two", is_flag=True, help_text=mark("Confirms an entry only when a second desk has it on its disk.")
)
@option("--announce", is_flag=True, help_text=mark("Announces the event in the local network, so that desks find it."))
@option(
    "--new-invitation", is_flag=True, help_text=mark("Makes a new invitation; earlier ones are not valid any more.")
)
@option(
    "--take-over",
    is_flag=True,
    help_text=mark("Takes over as the host, with what all desks have; FILE is an invitation or the replica of a desk."),
)
@option(
    "--gather",
    type=click.FloatRange(0, 3600),
    default=10.0,
    metavar="SECONDS",
    help_text=mark("With --take-over: how long other desks are waited for; 10 by default."),
)
@option("--anyway", is_flag=True, help_text=mark("Shares the event also if another computer hosts it by now."))
@json_option
@click.pass_obj
def serve(
    context: CliContext,
    *,
    file: Path,
    host: str | None,
    port: int,
    confirm_on_two: bool,
    announce: bool,
    new_invitation: bool,
    take_over: bool,
    gather: float,
    anyway: bool,
    as_json: bool,
) -> None:
    """Share the event until SIGTERM or Ctrl+C, and say how to join it when desks can."""
    from dataclasses import replace

    from tournament.use_cases.rights import Act
    from ui.cli.taking_over import taking_over
    from ui.server.serving import LOOPBACK, EventServer, Sharing

    def fault(error: Exception) -> None:
        report_crash(context.language, type(error), error, error.__traceback__)

    def remark(problem: "Problem") -> None:
        context.print_remark(problem.text)

    over: TakingOver | None = None
    sharing = Sharing(host or LOOPBACK, port, confirm_on_two, announce, new_invitation, anyway)
    if take_over:
        file, sharing, over = taking_over(context, file, replace(sharing, host=host or ""), gather)
    refuse_invitation(file)
    with event_for_writing(file, *([Act.HOSTING] if take_over else ()), answers=True) as book:
        server = EventServer(book, sharing, taking_over=over, fault=fault, remark=remark)
        server.run(lambda: _tell(context, server.invitation, as_json=as_json))


def _tell(context: CliContext, invitation: "Invitation", *, as_json: bool) -> None:
    from tournament.sharing.invitation import encode

    desks, code, fingerprint = f"https://{invitation.addresses[0]}", encode(invitation), invitation.fingerprint.hex()
    if as_json:
        write_answer(json_line({"desks": desks, "public": None, "invitation": code, "fingerprint": fingerprint}))
        return
    context.print_line(mark("Desks join at {address} with this invitation:", address=desks))
    context.print_line(code)
    context.print_line(mark("Fingerprint of the certificate: {fingerprint}", fingerprint=fingerprint))
    context.print_line(mark("Press Ctrl+C to stop sharing."))
