"""Showing an event that was joined, and keeping it in touch."""

from pathlib import Path

from ui.desktop.controller import EventController
from ui.desktop.recent import remember
from ui.desktop.sharing.joined_event import HostedHere, WayToHost, joined_event_of
from ui.desktop.sharing.joining import OpenedDesk


def follow_joined(controller: EventController, joined: OpenedDesk, hosting: HostedHere | None = None) -> None:
    """Show it. With ``hosting`` this computer is its host."""
    controller.replace_event(joined.book)
    controller.user.join_as(joined.wish.author)
    if joined.role is not None:
        controller.user.sign_in(joined.role, joined.wish.author)
    way = WayToHost(joined.link, joined.connection.sign_in, joined.invitation.addresses[0], hosting,
                    joined.connection.gathered, joined.hosts)  # fmt: skip
    joined_event_of(controller).follow(way)
    if hosting is None:  # otherwise its file is in the list
        remember(controller.book.view, Path(controller.book.place))
    for notice in joined.notices:
        controller.messages.noted.emit(notice)
