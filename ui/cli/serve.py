"""``serve``: shares an event, or the events of a database, with the desks of other computers."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.language.harmless import harmless_line
from ui.cli.bootstrap import (
    author_of,
    copying_of,
    event_for_writing,
    invitation_in,
    refuse_invitation,
    shared_database,
)
from ui.cli.commands import ANY_PATH, command, json_option, not_taken, option
from ui.cli.context import CliContext
from ui.cli.crash import report_crash
from ui.cli.streams import json_line, write_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournament.use_cases import View
    from ui.server.database import DatabaseSharing, ServedDatabase
    from ui.server.hosting import Hosting
    from ui.server.serving import ServedFile, Sharing
    from ui.server.takeover import LostHost
    from ui.server.two_ports import EventsServedToAll, ServedToAll


_ON_TWO = mark(
    "Omit --confirm-on-two: the server of the database has every entry on its disk before it is confirmed. For a "
    "second copy, let PostgreSQL wait for a standby (synchronous_standby_names)."
)
"""The message for --confirm-on-two with a database, which takes the place of a second desk."""


_AT_ONCE = mark(
    "Whoever has this invitation joins at once, as organiser if the event has no PINs. “desks FILE --invite” makes "
    "invitations for fewer people."
)
"""What the invitation that is printed is good for."""


@command("serve")
@click.argument("file", type=ANY_PATH, required=False)
@option("--database", metavar="URL", help_text=mark("Shares all events of this PostgreSQL database instead of a file."))
@option(
    "--behind-proxy",
    "proxy",
    metavar="HOST:PORT",
    help_text=mark("With --database: a proxy passes the connections of desks through, unchanged, at this address."),
)
@option(
    "--host",
    metavar="ADDRESS",
    help_text=mark("The address at which desks join; by default only from this computer. 0.0.0.0: all it has."),
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help_text=mark(
        "The port for desks; by default the last one of this event, else 8470 or the next; 0: any free one."
    ),
)
@option(
    "--public-port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help_text=mark(
        "Shows what is public in browsers as well, over plain HTTP at this port; 0: the last one, else 8480 "
        "or the next."
    ),
)
@option(
    "--overlay-css",
    "styles",
    multiple=True,
    type=ANY_PATH,
    metavar="FILE",
    help_text=mark("With --public-port: a theme for the overlays of streamed tables, called as the file; repeatable."),
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
    "--deputy",
    "deputies",
    multiple=True,
    metavar="NAME",
    help_text=mark(
        "The desk of this name may take over if this computer fails, once it has joined; repeatable, in order."
    ),
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
    file: Path | None,
    database: str | None,
    proxy: str | None,
    host: str | None,
    port: int | None,
    public_port: int | None,
    styles: tuple[Path, ...],
    confirm_on_two: bool,
    announce: bool,
    new_invitation: bool,
    take_over: bool,
    deputies: tuple[str, ...],
    gather: float,
    anyway: bool,
    as_json: bool,
) -> None:
    """Share the event until SIGTERM or Ctrl+C; print how to join it when desks can connect."""

    def fault(error: Exception) -> None:
        report_crash(context.language, type(error), error, error.__traceback__)

    def remark(problem: "Problem") -> None:
        context.print_remark(problem.text)

    if (file is None) == (database is None):
        raise click.UsageError(context.translate(mark("Give a file or --database: one of them.")))
    if file is None:
        assert database is not None, "one of them is given"
        for flag, given in (
            ("--overlay-css", bool(styles)),
            ("--announce", announce),
            ("--take-over", take_over),
            ("--deputy", bool(deputies)),
            ("--anyway", anyway),
        ):
            if given:
                raise not_taken(context, (flag,), "serve --database")
        if confirm_on_two:
            raise click.UsageError(context.translate(_ON_TWO))
        from ui.server.database import DatabaseSharing

        wish = DatabaseSharing(host or "127.0.0.1", port, proxy or "", new_invitation, public_port)
        _refuse_unfit_proxy(context, wish)
        _serve_database(context, database, wish, fault, remark, as_json=as_json)
        return
    if proxy is not None:
        raise not_taken(context, ("--behind-proxy",), "serve FILE")
    from tournament.event.role import Act
    from ui.server.ports import LOOPBACK
    from ui.server.serving import ServedFile, Sharing

    over: LostHost | None = None
    sharing = Sharing(
        host or LOOPBACK,
        port,
        confirm_on_two,
        announce,
        new_invitation,
        anyway=anyway,
        deputies=deputies,
        public_port=public_port,
    )
    public: Callable[[Callable[[], View], Hosting], ServedToAll] | None = None
    server: ServedFile
    if take_over:
        file, sharing, over = _as_new_host(context, file, replace(sharing, host=host or ""), gather)
    if sharing.public_port is not None:
        public = _public(context, fault, _themes(context, styles), lambda: server)
    elif styles:
        raise click.UsageError(context.translate(mark("--overlay-css needs --public-port: overlays are served there.")))
    refuse_invitation(file)
    with event_for_writing(file, Act.HOSTING, answers=True) as book:
        copy = copying_of(file, len(book.view.journal))
        server = ServedFile(book, sharing, lost_host=over, public=public, copy=copy, fault=fault, remark=remark)
        _remark_on_codes(context, book.view, server)
        server.run(
            lambda: _print_invitation(context, server, as_json=as_json),
            lambda: _print_moved(context, server, as_json=as_json),
        )


def _public(
    context: CliContext,
    fault: "Callable[[Exception], None]",
    themes: dict[str, Path],
    server: "Callable[[], ServedFile]",
) -> "Callable[[Callable[[], View], Hosting], ServedToAll]":
    """A function that makes the public server of an event; ``server`` returns what serves it."""
    from ui.public.event import PublicEvent

    return lambda view, hosting: PublicEvent(
        view,
        _local_time,
        fault,
        hosting,
        themes=themes,
        addresses=lambda: server().public_addresses,
        hosts=lambda: server().public_hosts,
        language=context.language,
    )


def _local_time() -> datetime:
    return datetime.now().astimezone()


def _serve_database(
    context: CliContext,
    database: str,
    wish: "DatabaseSharing",
    fault: "Callable[[Exception], None]",
    remark: "Callable[[Problem], None]",
    *,
    as_json: bool,
) -> None:
    from ui.server.database import ServedDatabase

    events: EventsServedToAll | None = None
    if wish.public_port is not None:
        from ui.public.events import PublicEvents

        events = PublicEvents(_local_time, fault)
    shared = ServedDatabase(shared_database(database), wish, public=events, fault=fault, remark=remark)
    shared.run(lambda: _print_invitations(context, shared, as_json=as_json))


def _themes(context: CliContext, styles: tuple[Path, ...]) -> dict[str, Path]:
    """The organiser's themes by name. Their files are read each time an overlay asks for them."""
    from ui.public.overlays import THEME_NAME

    for path in styles:
        if path.suffix.lower() != ".css" or not THEME_NAME.fullmatch(path.stem) or not path.is_file():
            text = mark("“{file}” is not a theme: name an existing file such as club.css, with a name of letters "
                        "without accents, digits, - and _.", file=str(path))  # fmt: skip
            raise click.UsageError(context.translate(text))
    return {path.stem: path.absolute() for path in styles}


def _refuse_unfit_proxy(context: CliContext, wish: "DatabaseSharing") -> None:
    """Refuse a proxy without the port at which it finds this process."""
    if not wish.proxy:
        return
    from tournament.sharing.invitation import split_address

    split_address(wish.proxy)
    if not wish.port:
        text = mark("Behind a proxy, give the --port to which it passes connections.")
        raise click.UsageError(context.translate(text))


def _print_moved(context: CliContext, server: "ServedFile", *, as_json: bool) -> None:
    """Print how to join at the addresses that this computer has now."""
    text = mark("This computer has another address now. Desks that have joined find it by themselves, and earlier "
                "invitations stay valid.")  # fmt: skip
    context.print_remark(text)
    _print_addresses(context, server, as_json=as_json)


def _print_invitation(context: CliContext, server: "ServedFile", *, as_json: bool) -> None:
    context.print_remark(_AT_ONCE)
    _print_addresses(context, server, as_json=as_json)


def _print_addresses(context: CliContext, server: "ServedFile", *, as_json: bool) -> None:
    from tournament.sharing.invitation import encode

    invitation, public = server.invitation, next((f"http://{each}" for each in server.public_addresses), None)
    desks, code, fingerprint = f"https://{invitation.addresses[0]}", encode(invitation), server.fingerprint.hex()
    if as_json:
        until = server.expires.isoformat(timespec="seconds")
        members = {"desks": desks, "public": public, "invitation": code, "until": until, "fingerprint": fingerprint}
        write_answer(json_line(members))
        return
    if public is not None:
        context.print_line(mark("Everybody can look at {address}", address=public))
    context.print_line(mark("Desks join at {address} with this invitation:", address=desks))
    context.print_line(code)
    _print_fingerprint(context, fingerprint)


def _remark_on_codes(context: CliContext, view: "View", server: "ServedFile") -> None:
    """Print a remark if the codes of the tables lead to another address."""
    entry, served = view.state.table_entry, [f"http://{each}" for each in server.public_addresses]
    if entry is not None and not served:
        text = mark("Players may type at the table, but no phone finds this event: add --public-port.")
        context.print_remark(text)
    elif entry is not None and entry.address not in served:
        text = mark(
            "The codes on score sheets lead to {before}: “phones FILE --allow {address}” changes them.",
            before=entry.address,
            address=served[0],
        )
        context.print_remark(text)


def _print_invitations(context: CliContext, server: "ServedDatabase", *, as_json: bool) -> None:
    from tournament.sharing.invitation import encode

    context.print_remark(_AT_ONCE)
    invitations, fingerprint = server.invitations, server.fingerprint.hex()
    codes = {event: encode(invitation) for event, invitation in invitations.items()}
    public = next((f"http://{each}" for each in server.public_addresses), None)
    if as_json:
        members = {"invitation": next(iter(codes.values()))} if len(codes) == 1 else {"invitations": codes}
        desks = f"https://{server.address}"
        write_answer(json_line({"desks": desks, "public": public, **members, "fingerprint": fingerprint}))
        return
    if public is not None:
        context.print_line(mark("Everybody can look at {address}", address=public))
    for event, code in codes.items():
        name = harmless_line(invitations[event].name)
        context.print_line(mark("Desks join “{event}” ({id}) at {address} with this invitation:", event=name, id=event,
                                address=f"https://{server.address}"))  # fmt: skip
        context.print_line(code)
    _print_fingerprint(context, fingerprint)


def _print_fingerprint(context: CliContext, fingerprint: str) -> None:
    context.print_line(mark("Fingerprint of the certificate: {fingerprint}", fingerprint=fingerprint))
    context.print_line(mark("Press Ctrl+C to stop sharing."))


def _as_new_host(
    context: CliContext, file: Path, sharing: "Sharing", seconds: float
) -> "tuple[Path, Sharing, LostHost]":
    """Prepare the takeover by a desk: return the event file, how it is shared, and what that desk knows of the others.

    ``file`` is the desk's replica of the event or its invitation; ``seconds`` the time to wait for the other desks. The
    event is served at the address that this desk announced to the others, unless ``sharing`` names another. The desk
    signs that it replaces the host, which must have named it as a deputy; with ``anyway`` in ``sharing`` it becomes a
    new first host instead. Raises Refused, StoreDamaged, and StoreUnavailable, also if another computer is the host.
    """
    from tournament.sharing.invitation import split_address
    from tournament.sharing.messages import HandedOn
    from ui.cli.shared_event import folder_of
    from ui.hall.event_time import follow_time_of_host
    from ui.hall.hall_store import adopt_hall
    from ui.joining.desk_folder import event_to_host, kept_desk
    from ui.joining.hosts import kept_end_of, kept_host
    from ui.server.host_folder import HostFolder
    from ui.server.takeover import EVERYWHERE, LostHost, is_here, take_over_signed

    invitation = invitation_in(file)
    folder = file.absolute().parent if invitation is None else folder_of(invitation).path
    kept, known = kept_desk(folder), kept_host(folder)
    news = known.news if known is not None else None
    own = next((each for each in news.desks if kept and each.name == kept.desk), None) if news is not None else None
    if known is None or news is None or own is None:
        text = mark("Only a desk that has joined can take over: give the replica in its folder, or its invitation.")
        raise Refused(Problem("take-over-unjoined", text, "file"))
    if not own.address:
        text = mark("This desk told the others no address for serving the event: another one has to take over.")
        raise Refused(Problem("take-over-address", text, "file"))
    event = event_to_host(folder)
    if not sharing.anyway:
        take_over_signed(HostFolder(known.event, event), known)
    host, port = split_address(own.address)
    if not is_here(host):  # this computer has another address since it joined: desks find it by its certificate
        host = EVERYWHERE
    sharing = replace(
        sharing,
        host=sharing.host or host,
        told_port=port,
        confirm_on_two=sharing.confirm_on_two or news.confirm_on_two,
        anew=sharing.anyway,
    )
    by, end = replace(author_of(context), desk=own.name), kept_end_of(folder, known.event)
    told = news.handed_on or HandedOn()
    if sharing.public_port is None and told.public_port:
        sharing = replace(sharing, public_port=0)
    sharing = replace(sharing, announce=sharing.announce or told.announced, told_public_port=told.public_port)
    adopt_hall(known.event, told.hall)
    follow_time_of_host(known.event, timedelta(seconds=known.host_ahead))
    return event, sharing, LostHost(own.name, by, news.desks, news.end.entries, seconds, end, news.tickets, told)
