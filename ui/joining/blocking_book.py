"""A shared event for scripts: each command is sent at once, and the call waits for the answer of the host."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import NoReturn, assert_never

from msgspec.structs import replace

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.sharing.messages import MOST_ENTRIES, Behind, DeskSeen, Done, Forked, News, Offer, Unconfirmed
from tournament.sharing.shared_book import OrderState, SharedBook, WaitingOrder, WaitingOrders
from tournament.use_cases import Changes, Conflict, LinesRefused, Store, StoreUnavailable
from tournament.use_cases.changes import Order, written_by
from ui.joining.connection import Connection, HostBusy, may_be_done
from ui.joining.failures import OutcomeUnknown, ServerAway
from ui.joining.remote_private import RemotePrivate

_PAUSE = 0.2
"""Seconds between two requests about the same order."""


class BlockingBook(SharedBook):
    """The event of a remote host. A commit returns only after the host has written or refused it.

    Without a ``connection``, orders are only stored. ``sign_in`` is called once, before the first order is sent, with
    the names of who gave those that wait.
    """

    def __init__(
        self,
        store: Store,
        waiting: WaitingOrders,
        desk: str,
        key: EventRole = EventRole.ORGANISER,
        *,
        connection: Connection | None,
        sign_in: Callable[[Iterable[str]], None],
        language: str,
        patience: float = 15.0,
    ) -> None:
        self._ahead = timedelta()
        super().__init__(store, waiting, desk, key, clock=lambda: datetime.now(UTC) + self._ahead)
        self._connection, self._sign_in, self._language = connection, sign_in, language
        if connection is not None:
            self.private = remote = RemotePrivate(connection, lambda: sign_in(()))
            self.eraser = remote.erase_copies
        self._patience = patience
        """Seconds to wait for an answer."""
        self._signed_in = False
        self._carried_out: set[str] = set()
        """Ids of the orders that the host has written since this object was made."""
        self.queued = 0
        """How many commands were stored without being sent, because the host is away."""

    @property
    def saved(self) -> bool:
        """Whether the host has written something since this object was made."""
        return bool(self._carried_out)

    def catch_up(self, *, send: bool = True) -> None:
        """Send waiting orders, and fetch all entries of the host. Raises what `Connection.sync` raises."""
        while True:
            before = len(self.unsent)
            if self._sync_once(send=send) and not (send and self.unsent and len(self.unsent) < before):
                return

    def desks(self) -> tuple[DeskSeen, ...]:
        """The desks that have joined, as the host sees them now. Raises what `Connection.sync` raises."""
        assert self._connection is not None, "there is a host"
        reply = self._connection.sync(replace(self.question(None, self._language), orders=()))
        if isinstance(reply, News):
            return reply.desks
        raise StoreUnavailable(mark("The host of the event changed in the meantime: try again."))

    def end_desk(self, name: str) -> None:
        """Remove the desk with this name from the event. Raises what `Connection.end_desk` raises."""
        assert self._connection is not None, "there is a host"
        self._sign_in(())
        self._connection.end_desk(name)

    def _given(self, order: Order, changes: Changes) -> Changes:
        """Send ``order`` and wait until the host has written it.

        After OutcomeUnknown the order is kept and sent again later; after any other error it is neither written nor
        kept.
        """
        if self._connection is None:
            self.queued += len(order.commands)
            return changes
        self._await(order)
        journal = self.confirmed.journal
        return self._changes([entry for id in order.ids for entry in written_by(journal, id)])

    def _await(self, order: Order) -> None:
        id, deadline, lost = order.id, time.monotonic() + self._patience, False
        while True:
            try:
                caught_up = self._sync_once()
            except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  # it is raised, or waits for an answer
                lost = lost or may_be_done(error)
                # A lost answer is asked for again, since the host may have written the order; so is a busy host that
                # names a delay. Every other failure ends the wait at once.
                waits = (lost and isinstance(error, ServerAway | HostBusy)) or (
                    isinstance(error, HostBusy) and error.seconds > 0
                )
                if not waits or time.monotonic() > deadline:
                    self._give_up(id, error, lost=lost)
                caught_up = True
            parts = [kept for each in order.ids if (kept := self._orders.get(each)) is not None]
            refused = next((kept for kept in parts if kept.state is OrderState.REFUSED), None)
            if refused is not None:
                self.drop(refused.id)
                raise _refusal(refused)
            if all(kept.state is OrderState.SENT for kept in parts):
                return
            if time.monotonic() > deadline:
                text = mark("The host is taking the event over, and writes nothing yet: try again in a moment.")
                self._give_up(id, StoreUnavailable(text), lost=lost)
            time.sleep(_PAUSE if caught_up else 0)

    def _give_up(self, id: str, error: BaseException, *, lost: bool) -> NoReturn:
        """Drop the order ``id`` and raise ``error``; but keep it and raise OutcomeUnknown if the host may have it."""
        if id in self._carried_out:
            text = mark("The host has written this, but it is not confirmed by a second desk, or not kept on this "
                        "computer: do not repeat the command.")  # fmt: skip
            raise OutcomeUnknown(text) from error
        if lost or isinstance(error, KeyboardInterrupt):
            text = mark("The connection was lost before the host answered, so it may have written this or not. It is "
                        "kept, and the next command sends it: do not repeat it. “queue” shows it.")  # fmt: skip
            raise OutcomeUnknown(text) from error
        self.drop(id)
        raise error

    def _sync_once(self, *, send: bool = True) -> bool:
        """Exchange messages with the host once; return whether its newest entry has arrived."""
        assert self._connection is not None, "there is a host"
        if send and self.unsent and not self._signed_in:
            self._sign_in([each.order.author for each in self.unsent])
            self._signed_in = True
        question = self.question(None, self._language)
        reply = self._connection.sync(question if send else replace(question, orders=()))
        match reply:
            case News():
                self._ahead = datetime.fromisoformat(reply.now) - datetime.now(UTC)
                self._carried_out |= {each.id for each in reply.answers if isinstance(each, Done | Unconfirmed)}
                self.take(reply)
                return self.confirmed.fingerprint == reply.end
            case Behind(end):
                records = [entry.record for entry in self.confirmed.journal][end.entries :]
                self._connection.offer(Offer(tuple(records[:MOST_ENTRIES])))
                return False
            case Forked():
                raise StoreUnavailable(mark("The host of the event changed in the meantime: try again."))
            case _:
                assert_never(reply)


def _refusal(kept: WaitingOrder) -> Refused | LinesRefused | Conflict:
    """The error that the order would have raised at the host itself."""
    if kept.problems and kept.problems[0].code == "conflict":
        stream, _, number = kept.problems[0].field.partition(" ")
        return Conflict(stream, int(number) if number.isdecimal() else 0)
    if not kept.order.together:
        return Refused(*(told.problem for told in kept.problems))
    by_line: dict[int, list[Problem]] = defaultdict(list)
    for told in kept.problems:
        by_line[told.line].append(told.problem)
    return LinesRefused(tuple((line, tuple(problems)) for line, problems in sorted(by_line.items())))
