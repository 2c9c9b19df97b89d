"""Shared events on the command line: an invitation can be given wherever a command takes a file."""

import os
import platform
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Refused
from tournament.language import mark, mark_count
from ui.cli.context import PIN_VARIABLE, CliContext

if TYPE_CHECKING:
    from tournament.sharing.invitation import Invitation
    from tournament.sharing.keys import ComputerKey
    from tournament.use_cases import Store
    from ui.joining.blocking_book import BlockingBook
    from ui.joining.connection import Connection
    from ui.joining.desk_folder import DeskFolder, Kept
    from ui.joining.hosts import Hosts

OTHER_COMMANDS = 10.0
"""Seconds to wait for another command of this computer to end."""
_ANSWERED_WITHIN = 60.0
"""Seconds in which the host must answer; a script may send thousands of lines at once."""
_SEARCHED_FOR = 10.0
"""Seconds for which a host that is away is searched at other addresses."""


class Queued(Exception):
    """The host did not answer, and with ``--queue`` the commands are kept."""

    def __init__(self, count: int, *, as_json: bool) -> None:
        super().__init__(str(count))
        self.count = count
        self.as_json = as_json


def folder_of(invitation: "Invitation") -> "DeskFolder":
    """The folder of the scripts of this computer for the event."""
    from ui.joining.desk_folder import DeskFolder

    return DeskFolder(invitation.event, _desk())


def _desk() -> str:
    return f"{platform.node()[:40]} script".strip()


def synced_replica(invitation: "Invitation", context: CliContext) -> Path:
    """The path of the replica, after fetching all entries of the host."""
    with shared_event(invitation, context, writes=False):
        return folder_of(invitation).replica


@contextmanager
def shared_event(invitation: "Invitation", context: CliContext, *, writes: bool) -> "Iterator[BlockingBook]":
    """The event of ``invitation``, as its host has it now. Commands that were kept earlier are sent first.

    Raises Queued at the end if the host is away and ``--queue`` was given.
    """
    from ui.joining.blocking_book import BlockingBook
    from ui.joining.connection import Connection
    from ui.joining.hosts import Hosts

    folder, language = folder_of(invitation), context.spoken.code
    with ExitStack() as stack:
        stack.enter_context(folder.held(OTHER_COMMANDS))
        kept = folder.key()
        for remark in kept.remarks:
            context.print_remark(remark.text)
        hosts = Hosts(
            folder.path, invitation, kept.file, _ANSWERED_WITHIN, searched_for=_SEARCHED_FOR, in_a_command=True
        )
        stack.enter_context(closing(hosts))
        connection = stack.enter_context(closing(Connection(hosts.reach, language, kept.key.id, hosts)))
        desk = _ScriptDesk(folder, kept.key, connection, hosts, invitation, context)
        store, away = desk.replica(offline=writes and context.queue)
        book: BlockingBook | None = None
        try:
            for notice in store.notices:
                context.print_remark(notice)
            book = BlockingBook(
                store,
                folder.orders(),
                desk.kept.desk,
                desk.kept.key,
                connection=None if away else connection,
                sign_in=desk.sign_in,
                language=language,
            )
            context.opened.append(book)
            if not away:
                _catch_up(book, context, writes=writes)
            yield book
            if book.queued:
                raise Queued(book.queued, as_json=_asks_for_json())
        finally:
            if book is not None and book.saved:
                context.saved.append(book.view.settings.name)
            (store if book is None else book).close()


def _catch_up(book: "BlockingBook", context: CliContext, *, writes: bool) -> None:
    try:
        book.catch_up()
    except Refused:
        if writes or not book.unsent:
            raise
        book.catch_up(send=False)  # who only reads needs no PIN; the orders stay
    left = len(book.orders)
    if left:
        text = mark_count(
            "{count} kept command has not been carried out by the host: “queue” shows why.",
            "{count} kept commands have not been carried out by the host: “queue” shows why.",
            left,
        )
        context.print_remark(text)


def _asks_for_json() -> bool:
    call = click.get_current_context(silent=True)
    return call is not None and bool(call.params.get("as_json"))


class _ScriptDesk:
    """The desk that all scripts of this computer share."""

    def __init__(
        self,
        folder: "DeskFolder",
        key: "ComputerKey",
        connection: "Connection",
        hosts: "Hosts",
        invitation: "Invitation",
        context: CliContext,
    ) -> None:
        self._folder, self._key, self._connection, self._hosts = folder, key, connection, hosts
        self._invitation, self._context = invitation, context
        self.kept: Kept

    def replica(self, *, offline: bool) -> "tuple[Store, bool]":
        """Open the replica; return whether the host did not answer, in which case ``offline`` allows an existing
        replica."""
        from ui.joining.connection import NotJoined
        from ui.joining.failures import ServerAway

        language = self._context.spoken.code
        kept = self._folder.kept()
        try:
            self._take(kept or self._join())
            try:
                store, aside = self._folder.open(self._connection, language)
            except NotJoined:
                self._take(self._join())
                store, aside = self._folder.open(self._connection, language)
        except ServerAway:
            if kept is None or not offline or not self._folder.replica.exists():
                raise
            return self._folder.open(None, language)[0], True
        if aside is not None:
            self._context.print_remark(aside.text)
        return store, False

    def sign_in(self, authors: "Iterable[str]") -> None:
        """Act in the role of the PIN of this call; so do the ``authors`` of commands that were kept."""
        from msgspec.structs import replace

        pin = os.environ.get(PIN_VARIABLE, "").encode(errors="replace").decode()  # what is not UTF-8 opens nothing
        own = self._context.author
        others = [author for author in dict.fromkeys(authors) if author != own]
        if pin or self.kept.signed_in or self.kept.author != own or others:
            for author in (*others, own):
                self._connection.sign_in(author, pin)
            self._take(replace(self.kept, signed_in=bool(pin), author=own))

    def _join(self) -> "Kept":
        from tournament.sharing.joining import joining_desk, shown_digits
        from ui.joining.desk_folder import Kept
        from ui.joining.entering import join_with
        from ui.server.takeover import own_address

        serves_at = own_address(self._invitation.addresses[0])
        desk = joining_desk(self._key.certificate, _desk(), self._context.author, serves_at)
        shown = set[str]()

        def waits(digits: str) -> None:
            if digits in shown:
                return
            shown.add(digits)
            text = mark(
                "Waiting for approval at the host: “{name}”, digits {digits}, id {id}.",
                name=desk.name,
                digits=shown_digits(digits),
                id=desk.first_digits,
            )
            self._context.print_remark(text)

        welcome = join_with(self._invitation, desk, self._key, self._connection, self._hosts, waits=waits)
        # Approval signs a person in; a script acts by the PIN of its call, as `sign_in` then says.
        return Kept(welcome.desk, signed_in=bool(shown), author=self._context.author, key=welcome.role)

    def _take(self, kept: "Kept") -> None:
        if kept != self._folder.kept():
            self._folder.keep(kept)
        self.kept = kept
