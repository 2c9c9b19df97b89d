"""A shared event at a desk: a replica, which the host's entries are appended to, and the desk's own orders."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from itertools import takewhile
from math import inf
from time import monotonic
from typing import Protocol, assert_never

from msgspec.structs import replace as replace_field

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM, Entry, Record
from tournament.ledger.facts import Redone, Undone
from tournament.sharing.messages import (
    MOST_BYTES,
    MOST_ORDERS,
    PROTOCOL,
    Answer,
    Declined,
    Done,
    News,
    Overtaken,
    SentOrder,
    Sync,
    Told,
    Unconfirmed,
    sent,
)
from tournament.use_cases import Book, By, Changes, Conflict, Store, View
from tournament.use_cases.book import acting_as
from tournament.use_cases.carrying_out import write
from tournament.use_cases.changes import Order
from tournament.use_cases.commands import (
    AddPlayers,
    ArrangementCommand,
    DrawLot,
    NoteAttendance,
    Redo,
    SignFingerprint,
    Undo,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.ports import HostSigns


class OrderState(Enum):
    """How far an order has come."""

    WAITING = "waiting"
    """Not sent yet, or sent and not answered."""
    REFUSED = "refused"
    """The host refused it. It is kept until somebody sends it again or discards it."""
    SENT = "sent"
    """The host has it. It is kept for a while, in case this host is lost with what it wrote last."""
    LOST = "lost"
    """A host had it, and the one that took over does not. It can be sent again."""


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """An order of a desk, and how far it has come."""

    order: Order
    role: EventRole | None
    """The role in which it was given. The host uses the role that the desk signed in with."""
    time: str
    """When it was given, by the clock of the desk: UTC, ISO 8601."""
    state: OrderState = OrderState.WAITING
    problems: tuple[Told, ...] = ()
    """Why the host refused it."""

    @property
    def id(self) -> str:
        """The id of the order."""
        return self.order.id


class WaitingOrders(Protocol):
    """Stores the orders of a desk on disk, in the order in which they were given."""

    def read(self) -> list[WaitingOrder]:
        """Return all orders, oldest first. Raise StoreDamaged or StoreUnavailable if they cannot be read."""

    def put(self, *orders: WaitingOrder) -> None:
        """Add all ``orders`` or none, and return when they are safe; those with known ids are replaced in place.

        Raise StoreUnavailable if nothing was written.
        """

    def drop(self, *ids: str) -> None:
        """Remove the orders of these ids. Raise StoreUnavailable if it fails."""

    def close(self) -> None:
        """Close the file. May be called again."""


_MANY = 200
"""From this many waiting orders on, they are not applied to the replica again at each answer."""
_BESIDE_OTHERS = (AddPlayers, NoteAttendance, DrawLot, SignFingerprint)
"""Commands that change the event without overwriting what another desk does at the same time."""
_KEPT = 500
"""How many orders that the host has are kept in case it is lost."""


@dataclass(slots=True)
class _Laying:
    """The work of applying orders again to what the host had written when it began."""

    base: View
    left: deque[WaitingOrder]
    view: View
    """``base`` with the orders applied so far."""
    not_carried: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    stale: bool = False
    """Whether the host wrote more in the meantime, or an order was settled."""


class SharedBook(Book):
    """An event whose host is another computer. Pages use it like any other: what is done here shows at once.

    `view` is the replica with the orders applied that the host has not confirmed; `confirmed` is the replica alone.
    """

    shared = True

    def __init__(
        self,
        store: Store,
        waiting: WaitingOrders,
        desk: str,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        """``closed`` is called when the event is closed."""
        super().__init__(store, clock=clock)
        self._closed = closed
        self.desk, self.signer = desk, HostSigns()
        self.confirmed = self.view
        """The event as the host has written it."""
        self.step = inf
        """Seconds for which orders are applied to the replica in one call; `lay_on` does the rest."""
        self._laying: _Laying | None = None
        self._waiting = waiting
        self._orders = {each.id: each for each in waiting.read()}
        self._listed: tuple[WaitingOrder, ...] | None = None
        self._waits: tuple[WaitingOrder, ...] | None = None
        """`orders` and `unsent` once they were computed: there may be thousands."""
        self._laid = 0
        """How many orders waited when they were applied to the replica."""
        self._laid_upon = len(self.confirmed.journal)
        """How many entries the replica had then."""
        self.not_carried: dict[str, tuple[Problem, ...]] = {}
        """By id of the order: why a waiting order cannot be carried out after what the host has written since."""
        self._find_lost()
        self._laid_anew()

    @property
    def written(self) -> View:
        """The event as the host has written it."""
        return self.confirmed

    @property
    def orders(self) -> tuple[WaitingOrder, ...]:
        """The orders that somebody may have to look at, in order: all except those that the host has."""
        if self._listed is None:
            self._listed = tuple(each for each in self._orders.values() if each.state is not OrderState.SENT)
        return self._listed

    @property
    def unsent(self) -> tuple[WaitingOrder, ...]:
        """The orders that are not sent or not confirmed, in order."""
        if self._waits is None:
            self._waits = tuple(each for each in self.orders if each.state is OrderState.WAITING)
        return self._waits

    def is_confirmed(self, entry: Entry) -> bool:
        """Return whether the host has written ``entry`` of `view`."""
        return self.confirmed.journal.find(entry.id) is not None

    def commit(self, draft: Draft, order: Order) -> Changes:
        """Keep ``order`` until the host has it. Its entries show at once. On StoreUnavailable nothing has changed."""
        if draft.entries:
            self._refuse_unfit(draft)
        elif not any(isinstance(each, SignFingerprint) for each in order.commands):  # which writes at the host alone
            return self._changes(())
        role = draft.acting.role if draft.acting.signed_in else None
        time = self.now.isoformat(timespec="milliseconds")
        kept = WaitingOrder(_as_meant(order, self.view, draft.view), role, time)
        self._put(kept)
        if self._laying is not None:
            self._laying.left.append(kept)
        self.view = self._marked(draft.view)
        return self._given(order, self._changes(draft.entries))

    def _given(self, order: Order, changes: Changes) -> Changes:  # noqa: ARG002  # a script waits for the host here
        """Return what is answered to whoever gave ``order``, once it is stored."""
        return changes

    def question(self, sheet: tuple[int, int] | None, language: str) -> Sync:
        """Return the next message to the host."""
        orders, size = list[SentOrder](), 0
        for each in self.unsent[:MOST_ORDERS]:
            order = sent(each.order)
            size += sum(len(bytes(command)) for command in order.commands)
            if orders and size > MOST_BYTES:
                break
            orders.append(order)
        return Sync(PROTOCOL, self.confirmed.fingerprint, tuple(orders), sheet, language)

    def take(self, news: News) -> Changes:
        """Append what the host wrote, and note what happened to the orders.

        Return what changed in `view`, with the remarks of the host on the orders. While orders are left to `lay_on`, it
        shows those that the host has as written. Raise StoreDamaged if the entries do not continue the replica,
        StoreUnavailable if something was not written; the same news, or the same question, can then be tried again.
        """
        before, self.view = self.view, self.confirmed
        try:
            super().receive([record for record in news.entries if record.position > len(self.view.journal)])
            self.confirmed = self.view
        finally:
            self.view = before
        waited = self._waiting_of(news.answers)
        settled = self._settle(news.answers)
        waited -= self._waiting_of(news.answers)
        if len(self.confirmed.journal) == self._laid_upon and not settled:
            return self._changes(())
        shown = [entry for record in news.entries if (entry := before.journal.find(record.id)) is not None]
        self.view = self._marked(before)
        changes = self._laid_anew() if self._may_lay() else self._changes(())
        self._forget_old()
        told = (told for each in news.answers if isinstance(each, Done) and each.id in waited for told in each.remarks)
        remarks = tuple(each.problem for each in told)
        streams = changes.streams | self._changes(shown).streams
        return replace(changes, streams=streams, remarks=remarks, received=True)

    def _unconfirmed(self, view: View) -> tuple[Entry, ...]:
        """Return the entries at the end of ``view`` that the host has not written."""
        return tuple(reversed(tuple(takewhile(lambda each: not self.is_confirmed(each), reversed(view.journal)))))

    def receive(self, records: Sequence[Record]) -> Changes:
        """Append ``records`` to the replica, as `take` does."""
        end = self.confirmed.fingerprint
        return self.take(News((), tuple(records), end, "", confirm_on_two=False, desks=()))

    def send_again(self, id: str) -> Changes:
        """Send an order that the host refused or lost again, on the basis of the event as it is now. Raise
        StoreUnavailable if it fails."""
        kept = self._orders[id]
        order = replace(kept.order, seen=None)
        self._put(replace(kept, order=order, state=OrderState.WAITING, problems=()))
        return self._laid_anew()

    def drop(self, id: str) -> Changes:
        """Discard an order. Raise StoreUnavailable if it fails."""
        self._drop(id)
        return self._laid_anew()

    def close(self) -> None:
        """Close the replica and the orders."""
        self._waiting.close()
        super().close()
        self._closed()

    def _put(self, *orders: WaitingOrder) -> None:
        self._waiting.put(*orders)
        self._orders.update((each.id, each) for each in orders)
        self._listed = self._waits = None

    def _drop(self, *ids: str) -> None:
        self._waiting.drop(*ids)
        for id in ids:
            del self._orders[id]
        self._listed = self._waits = None

    def _waiting_of(self, answers: Sequence[Answer]) -> set[str]:
        """Return the ids of the waiting orders that are answered."""
        found = (self._orders.get(each.id) for each in answers)
        return {each.id for each in found if each is not None and each.state is OrderState.WAITING}

    def _settle(self, answers: Sequence[Answer]) -> bool:
        """Note what happened to the orders, and return whether anything changed.

        An answer may arrive after the entries themselves: an order whose entries are in the replica was not refused.
        """
        settled = {each.id: each for answer in answers for each in self._settled(answer)}
        settled.update(
            (each.id, replace(each, state=OrderState.SENT, problems=()))
            for each in self._orders.values()
            if each.state in (OrderState.REFUSED, OrderState.LOST) and self._is_written(each.id)
        )
        kept = [self._as_written(each) if each.state is OrderState.SENT else each for each in settled.values()]
        if any(kept):
            self._put(*(each for each in kept if each is not None))
        renamed = (settled.keys() & self._orders.keys()) - {each.id for each in kept if each is not None}
        if renamed:
            self._drop(*renamed)
        return bool(settled)

    def _settled(self, answer: Answer) -> Iterator[WaitingOrder]:
        kept = self._orders.get(answer.id)
        if kept is None or kept.state is not OrderState.WAITING:
            return
        written = [index for index, id in enumerate(kept.order.ids) if self._is_written(id)]
        match answer:
            case Done():
                if answer.position == 0 or written:
                    yield replace(kept, state=OrderState.SENT)
            case Unconfirmed():
                pass
            case Declined() | Overtaken():
                left = [index for index in range(len(kept.order.ids)) if index not in written]
                if written and left:  # the host was lost before others had all that it wrote
                    yield replace(kept, order=_part(kept.order, written), state=OrderState.SENT)
                if left:
                    problems = _told(answer, left)
                    yield replace(kept, order=_part(kept.order, left), state=OrderState.REFUSED, problems=problems)
            case _:
                assert_never(answer)

    def _as_written(self, kept: WaitingOrder) -> WaitingOrder | None:
        """Return an order that the host has, without commands that wrote nothing. None: none wrote anything."""
        order = kept.order
        written = [pair for pair in zip(order.ids, order.commands, strict=True) if self._is_written(pair[0])]
        if not written:
            return None
        ids, commands = zip(*written, strict=True)
        return replace(kept, order=replace(order, ids=ids, commands=commands))

    def _is_written(self, id: str) -> bool:
        return self.confirmed.journal.find(id) is not None

    def _find_lost(self) -> None:
        """Mark the orders as lost that a host had and the journal does not have."""
        lost = [
            replace(each, state=OrderState.LOST)
            for each in self._orders.values()
            if each.state is OrderState.SENT and not all(map(self._is_written, each.order.ids))
        ]
        if lost:
            self._put(*lost)

    def _forget_old(self) -> None:
        old = [each.id for each in self._orders.values() if each.state is OrderState.SENT][:-_KEPT]
        if old:
            self._drop(*old)

    @property
    def lays(self) -> bool:
        """Whether `view` is behind, so that `lay_on` has something to do."""
        return self._laying is not None

    def lay_on(self) -> Changes:
        """Apply waiting orders to what the host has written, for `step` seconds and at least one order.

        Return what changed in `view`, once all of them are applied.
        """
        until, laying = monotonic() + self.step, self._laying
        while laying is not None and laying.left:
            self._lay(laying, laying.left.popleft())
            if laying.left and monotonic() >= until:
                return self._changes(())
        return self._shown(laying) if laying is not None else self._changes(())

    def _may_lay(self) -> bool:
        """Return whether the waiting orders are applied again now.

        While many of them are being sent, that happens only when half of them are left: each time would take minutes.
        """
        count = len(self.unsent)
        return not (_MANY < count < self._laid and count > self._laid // 2)

    def _laid_anew(self) -> Changes:
        """Return what changed in `view`, if all waiting orders are applied to what the host has written by now."""
        if self._laying is not None and self.unsent:
            self._laying.stale = True  # a busy host would begin it again and again
        else:
            self._begin_laying()
        return self.lay_on()

    def _begin_laying(self) -> None:
        unsent = self.unsent
        self._laid, self._laying = len(unsent), _Laying(self.confirmed, deque(unsent), self.confirmed)

    def _lay(self, laying: _Laying, kept: WaitingOrder) -> None:
        """Apply one order on top of the others, unless the host has it or it was discarded."""
        now = self._orders.get(kept.id)
        if now is None or now.state in (OrderState.REFUSED, OrderState.LOST) or laying.base.journal.find(kept.id):
            return
        try:
            laying.view = self._with(laying.view, now)
        except Refused as refused:
            laying.not_carried[kept.id] = refused.problems
        except Conflict:
            text = mark("Somebody else wrote here in the meantime.")
            laying.not_carried[kept.id] = (Problem("conflict", text),)

    def _shown(self, laying: _Laying) -> Changes:
        """Make the result of ``laying`` the new `view`, and return what changed."""
        hidden, journal, begin = self._unconfirmed(self.view), laying.base.journal, self._laid_upon
        self._laying, self._laid_upon = None, len(journal)
        self.view, self.not_carried = self._marked(laying.view), laying.not_carried
        received = tuple(journal[position] for position in range(begin, len(journal)))
        changes = self._changes((*received, *self._unconfirmed(self.view)))
        changes = replace(changes, streams=changes.streams | self._changes(hidden).streams, received=True)
        if laying.stale and self._may_lay():
            self._begin_laying()
        return changes

    def _marked(self, view: View) -> View:
        """Return ``view`` with the entries marked that the host has not written."""
        if view is self.confirmed:
            return view
        return View(view.journal, self._memory, confirmed=self.confirmed.journal)

    def _with(self, view: View, kept: WaitingOrder) -> View:
        """Return ``view`` with an order applied. Raise Refused or Conflict."""
        order = kept.order
        acting = acting_as(self.confirmed, By(order.author, self.desk, kept.role))
        time = datetime.fromisoformat(kept.time)
        draft = Draft(view.journal.fork(), self._memory, acting, lambda: time, self.signer)
        for id, command in zip(order.ids, order.commands, strict=True):
            draft.begin_request(id)
            write(draft, command, confirmed=True, seen=order.seen)
        return draft.view


def _part(order: Order, indices: Sequence[int]) -> Order:
    """Return the commands of ``order`` with these indices."""
    ids, commands = tuple(order.ids[index] for index in indices), tuple(order.commands[index] for index in indices)
    return replace(order, ids=ids, commands=commands)


def _told(answer: Declined | Overtaken, left: Sequence[int]) -> tuple[Told, ...]:
    """Return why the commands with the indices ``left`` were not carried out."""
    if isinstance(answer, Overtaken):
        return (Told("conflict", "", f"{answer.stream} {answer.number}"),)
    told = tuple(replace_field(each, line=left.index(each.line)) for each in answer.problems if each.line in left)
    return told or answer.problems


def _as_meant(order: Order, before: View, after: View) -> Order:
    """Return ``order`` with what it took from the view ``before``, which may differ at the host when it arrives.

    That is which entry was undone or brought back, and how many entries the event had when its settings, its people or
    its draw were changed, so that nothing that somebody else changed meanwhile is overwritten silently.
    """
    commands = tuple(
        replace_field(command, entry=entry.fact.entry)
        if isinstance(command, Undo | Redo)
        and (entry := after.journal.find(id)) is not None
        and isinstance(entry.fact, Undone | Redone)
        else command
        for id, command in zip(order.ids, order.commands, strict=True)
    )
    seen = order.seen
    if seen is None and not order.together and isinstance(commands[0], ArrangementCommand):
        seen = None if isinstance(commands[0], _BESIDE_OTHERS) else before.journal.number(EVENT_STREAM)
    return replace(order, commands=commands, seen=seen)
