"""``serve --take-over``: what a desk goes by that becomes the host."""

from dataclasses import replace
from pathlib import Path

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.sharing.invitation import split_address
from ui.cli.bootstrap import author_of, invitation_in
from ui.cli.context import CliContext
from ui.cli.shared_event import folder_of
from ui.joining.desk_folder import event_to_host, kept_desk
from ui.joining.hosts import kept_host, refuse_hosted_elsewhere
from ui.server.serving import Sharing
from ui.server.taking_over import TakingOver


def taking_over(context: CliContext, file: Path, sharing: Sharing, seconds: float) -> tuple[Path, Sharing, TakingOver]:
    """The event file to host, how it is shared, and what the desk knows whose replica or invitation ``file`` is.

    Unless ``sharing`` names another address, the event is served where this desk told the others that it would be.
    Raises Refused, StoreDamaged and StoreUnavailable; also when another computer hosts the event.
    """
    invitation = invitation_in(file)
    folder = file.absolute().parent if invitation is None else folder_of(invitation).path
    kept, known = kept_desk(folder), kept_host(folder)
    own = next((each for each in known.news.desks if kept and each.name == kept.desk), None) if known else None
    if known is None or own is None:
        text = mark("Only a desk that has joined can take over: give the replica in its folder, or its invitation.")
        raise Refused(Problem("take-over-unjoined", text, "file"))
    if not own.address:
        text = mark("This desk told the others no address for serving the event: another one has to take over.")
        raise Refused(Problem("take-over-address", text, "file"))
    if not sharing.anyway:
        desks = ((each.address, each.fingerprint) for each in known.news.desks)
        refuse_hosted_elsewhere(known.event, ((known.address, known.fingerprint), *desks), known.take_over)
    host, port = split_address(own.address)
    sharing = replace(
        sharing,
        host=sharing.host or host,
        port=sharing.port or port,
        confirm_on_two=sharing.confirm_on_two or known.news.confirm_on_two,
    )
    by, news = replace(author_of(context), desk=own.name), known.news
    return event_to_host(folder), sharing, TakingOver(own.name, by, news.desks, news.end.entries, seconds)
