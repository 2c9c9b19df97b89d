"""A shared event at a desk: a replica, to which the entries of the host are appended, and the desk's own orders."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    Unconfirmed,
    WordedProblem,
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
    """It was not sent yet, or was sent and not answered."""
    REFUSED = "refused"
    """The host refused it. It is kept until somebody sends it again or discards it."""
    SENT = "sent"
    """The host has it. It is kept for a while, in case the host is lost together with its last entries."""
    LOST = "lost"
    """A host had it, but the one that took over does not. The user can send it again."""


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """An order of a desk, and how far it has come."""

    order: Order
    role: EventRole | None
    """The role in which it was given. The host uses the role that the desk signed in with."""
    time: str
    """When it was given, by the clock of the desk: UTC, ISO 8601."""
    state: OrderState = OrderState.WAITING
    problems: tuple[WordedProblem, ...] = ()
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
"""From this number of waiting orders on, they are not applied again after each answer."""
_BESIDE_OTHERS = (AddPlayers, NoteAttendance, DrawLot, SignFingerprint)
"""Commands that change the event without overwriting what another desk changes at the same time."""
_KEPT = 500
"""How many orders that the host has are kept in case it is lost."""


@dataclass(slots=True)
class _Applying:
    """The repeated application of the waiting orders to the replica, in steps.

    It starts from what the host had written when it began.
    """

    base: View
    left: deque[WaitingOrder]
    view: View
    """``base`` with the orders that are applied so far."""
    not_carried: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    stale: bool = False
    """Whether it is out of date, since the host wrote more or an order was answered."""


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
        key: EventRole = EventRole.ORGANISER,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        """``key`` is the role of the key of this desk. ``closed`` is called when the event is closed."""
        super().__init__(store, clock=clock)
        self._closed = closed
        self.desk, self.key, self.signer, self.private = desk, key, HostSigns(), None
        self.confirmed = self.view
        """The event as the host has written it."""
        self.step = inf
        """For how many seconds orders are applied to the replica in one call. `apply_waiting` does the rest."""
        self._applying: _Applying | None = None
        self._waiting = waiting
        self._orders = {each.id: each for each in waiting.read()}
        self._listed: tuple[WaitingOrder, ...] | None = None
        self._waits: tuple[WaitingOrder, ...] | None = None
        """The cached result of `orders` and `unsent`, since there may be thousands. None if it must be computed
        again."""
        self._applied_count = 0
        """Number of orders that waited when they were last applied to the replica."""
        self._applied_after = len(self.confirmed.journal)
        """Number of entries that the replica had then."""
        self.not_carried: dict[str, tuple[Problem, ...]] = {}
        """By id of a waiting order: why it cannot be carried out after the entries that the host has written since."""
        self._find_lost()
        self._apply_again()

    @property
    def written(self) -> View:
        """The event as the host has written it."""
        return self.confirmed

    @property
    def orders(self) -> tuple[WaitingOrder, ...]:
        """All orders except those that the host has, in order. The user may have to decide about some of them."""
        if self._listed is None:
            self._listed = tuple(each for each in self._orders.values() if each.state is not OrderState.SENT)
        return self._listed

    @property
    def unsent(self) -> tuple[WaitingOrder, ...]:
        """The orders that were not sent, or not answered, in order."""
        if self._waits is None:
            self._waits = tuple(each for each in self.orders if each.state is OrderState.WAITING)
        return self._waits

    def is_confirmed(self, entry: Entry) -> bool:
        """Whether the host has written ``entry`` of `view`."""
        return self.confirmed.journal.find(entry.id) is not None

    def draft(self, by: By) -> Draft:
        """Return a draft for an action of ``by`` at this desk. Raise Refused as `Book.draft` does."""
        return super().draft(replace(by, desk=self.desk, key=self.key))

    def commit(self, draft: Draft, order: Order) -> Changes:
        """Store ``order`` until the host has it.

        Its entries are shown at once. Raise StoreUnavailable if that fails.
        """
        if draft.entries:
            self._refuse_unfit(draft)
        elif not any(isinstance(each, SignFingerprint) for each in order.commands):
            # A signature is the exception: only the host signs, so its draft is empty here.
            return self._changes(())
        role = draft.acting.role if draft.acting.signed_in else None
        time = self.now.isoformat(timespec="milliseconds")
        kept = WaitingOrder(_as_meant(order, self.view, draft.view), role, time)
        self._put(kept)
        if self._applying is not None:
            self._applying.left.append(kept)
        self.view = self._marked(draft.view)
        return self._given(order, self._changes(draft.entries))

    def _given(self, order: Order, changes: Changes) -> Changes:  # noqa: ARG002  # a script waits for the host here
        """Return the changes to the person who gave ``order``, once it is stored."""
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
        """Append what the host wrote, and note the results of the orders.

        Return what changed in `view`, with the remarks of the host on the orders. While orders are left for
        `apply_waiting`, it shows those that the host has as written. Raise StoreDamaged if the entries do not continue
        the replica, StoreUnavailable if something was not written; the same news, or the same question, can then be
        tried again.
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
        if len(self.confirmed.journal) == self._applied_after and not settled:
            return self._changes(())
        shown = [entry for record in news.entries if (entry := before.journal.find(record.id)) is not None]
        self.view = self._marked(before)
        changes = self._apply_again() if self._may_apply() else self._changes(())
        self._forget_old()
        remarks = tuple(
            remark.problem
            for each in news.answers
            if isinstance(each, Done) and each.id in waited
            for remark in each.remarks
        )
        streams = changes.streams | self._changes(shown).streams
        return replace(changes, streams=streams, remarks=remarks, received=True)

    def _unconfirmed(self, view: View) -> tuple[Entry, ...]:
        """Return the entries at the end of ``view`` that the host has not written."""
        return tuple(reversed(tuple(takewhile(lambda each: not self.is_confirmed(each), reversed(view.journal)))))

    def receive(self, records: Sequence[Record]) -> Changes:
        """Append ``records`` to the replica, as `take` does."""
        end = self.confirmed.fingerprint
        return self.take(News((), tuple(records), end, "", confirm_on_two=False, desks=()))

    def send_again(self, id: str, by: By | None = None) -> Changes:
        """Send an order again that the host refused or lost, based on the event as it is now.

        What was refused is sent in the name of ``by``, who decided about it; by default of who gave it. Raise
        StoreUnavailable if that fails.
        """
        kept = self._orders[id]
        if by is not None and kept.state is OrderState.REFUSED:
            acting = acting_as(self.view, replace(by, desk=self.desk, key=self.key))
            role = acting.role if acting.signed_in else None
            kept = replace(kept, order=replace(kept.order, author=acting.author), role=role)
        order = replace(kept.order, seen=None)
        self._put(replace(kept, order=order, state=OrderState.WAITING, problems=()))
        return self._apply_again()

    def lacking(self, orders: Iterable[WaitingOrder]) -> tuple[WaitingOrder, ...]:
        """Return those of the ``orders`` of another desk that neither this desk nor the host has.

        An order that a host had before counts as lost.
        """
        new = (each for each in orders if each.id not in self._orders)
        found = (each for each in new if not all(map(self._is_written, each.order.ids)))
        return tuple(replace(each, state=OrderState.LOST) if each.state is OrderState.SENT else each for each in found)

    def adopt(self, orders: Iterable[WaitingOrder]) -> Changes:
        """Make the ``orders`` of another desk, as far as they are `lacking`, those of this desk.

        They keep their ids, so that none is written twice. Raise StoreUnavailable if that fails.
        """
        self._put(*self.lacking(orders))
        return self._apply_again()

    def drop(self, id: str) -> Changes:
        """Discard an order. Raise StoreUnavailable if it fails."""
        self._drop(id)
        return self._apply_again()

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
        """Note the results of the orders. Return whether any order changed.

        An answer may arrive after the entries themselves: if the entries of an order are in the replica, the order was
        carried out, whatever the answer says.
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
                if written and left:  # The host was lost before others had everything that it wrote.
                    yield replace(kept, order=_part(kept.order, written), state=OrderState.SENT)
                if left:
                    problems = _worded(answer, left)
                    yield replace(kept, order=_part(kept.order, left), state=OrderState.REFUSED, problems=problems)
            case _:
                assert_never(answer)

    def _as_written(self, kept: WaitingOrder) -> WaitingOrder | None:
        """Return an order that the host has, without commands that wrote nothing; None if none wrote anything."""
        order = kept.order
        written = [pair for pair in zip(order.ids, order.commands, strict=True) if self._is_written(pair[0])]
        if not written:
            return None
        ids, commands = zip(*written, strict=True)
        return replace(kept, order=replace(order, ids=ids, commands=commands))

    def _is_written(self, id: str) -> bool:
        return self.confirmed.journal.find(id) is not None

    def _find_lost(self) -> None:
        """Mark orders as lost that a host had but whose entries are missing from the journal."""
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
    def is_behind(self) -> bool:
        """Whether `view` is behind, so that `apply_waiting` has something to do."""
        return self._applying is not None

    def apply_waiting(self) -> Changes:
        """Apply waiting orders to what the host has written, for `step` seconds and at least one order.

        Return what changed in `view`, once all of them are applied.
        """
        until, applying = monotonic() + self.step, self._applying
        while applying is not None and applying.left:
            self._apply(applying, applying.left.popleft())
            if applying.left and monotonic() >= until:
                return self._changes(())
        return self._shown(applying) if applying is not None else self._changes(())

    def _may_apply(self) -> bool:
        """Whether to apply the waiting orders again now.

        While many of them are being sent, that is only done when half of them are left, since each time may take
        minutes.
        """
        count = len(self.unsent)
        return not (_MANY < count < self._applied_count and count > self._applied_count // 2)

    def _apply_again(self) -> Changes:
        """Apply the waiting orders again from the beginning, and return what changed in `view` once all are applied."""
        if self._applying is not None and self.unsent:
            # It is not started again when the host writes: with a busy host it would never end.
            self._applying.stale = True
        else:
            self._begin_applying()
        return self.apply_waiting()

    def _begin_applying(self) -> None:
        unsent = self.unsent
        self._applied_count, self._applying = len(unsent), _Applying(self.confirmed, deque(unsent), self.confirmed)

    def _apply(self, applying: _Applying, kept: WaitingOrder) -> None:
        """Apply one order after the others, unless the host has it or it was discarded."""
        now = self._orders.get(kept.id)
        if now is None or now.state in (OrderState.REFUSED, OrderState.LOST) or applying.base.journal.find(kept.id):
            return
        try:
            applying.view = self._with(applying.view, now)
        except Refused as refused:
            applying.not_carried[kept.id] = refused.problems
        except Conflict:
            text = mark("Somebody else wrote here in the meantime.")
            applying.not_carried[kept.id] = (Problem("conflict", text),)

    def _shown(self, applying: _Applying) -> Changes:
        """Make the result of ``applying`` the new `view`, and return what changed."""
        hidden, journal, begin = self._unconfirmed(self.view), applying.base.journal, self._applied_after
        self._applying, self._applied_after = None, len(journal)
        self.view, self.not_carried = self._marked(applying.view), applying.not_carried
        received = tuple(journal[position] for position in range(begin, len(journal)))
        changes = self._changes((*received, *self._unconfirmed(self.view)))
        changes = replace(changes, streams=changes.streams | self._changes(hidden).streams, received=True)
        if applying.stale and self._may_apply():
            self._begin_applying()
        return changes

    def _marked(self, view: View) -> View:
        """Return ``view`` in which the entries that the host has not written are marked."""
        if view is self.confirmed:
            return view
        return View(view.journal, self._memory, confirmed=self.confirmed.journal)

    def _with(self, view: View, kept: WaitingOrder) -> View:
        """Return ``view`` with an order applied. Raise Refused or Conflict."""
        order = kept.order
        acting = acting_as(self.confirmed, By(order.author, self.desk, kept.role, key=self.key))
        time = datetime.fromisoformat(kept.time)
        draft = Draft(view.journal.fork(), self._memory, acting, lambda: time, self.signer)
        for id, command in zip(order.ids, order.commands, strict=True):
            draft.begin_request(id)
            write(draft, command, confirmed=True, seen=order.seen)
        return draft.view


def _part(order: Order, indices: Sequence[int]) -> Order:
    """Return an order with only the commands of ``order`` at these indices."""
    ids, commands = tuple(order.ids[index] for index in indices), tuple(order.commands[index] for index in indices)
    return replace(order, ids=ids, commands=commands)


def _worded(answer: Declined | Overtaken, left: Sequence[int]) -> tuple[WordedProblem, ...]:
    """Return why the commands at the indices ``left`` were not carried out."""
    if isinstance(answer, Overtaken):
        return (WordedProblem("conflict", "", f"{answer.stream} {answer.number}"),)
    worded = tuple(replace_field(each, line=left.index(each.line)) for each in answer.problems if each.line in left)
    return worded or answer.problems


def _as_meant(order: Order, before: View, after: View) -> Order:
    """Return ``order`` with the values that it took from the view ``before``.

    The view of the host may differ when the order arrives. These values are which entry is undone or redone, and how
    many entries the event had when its settings, its people or its draw were changed. So nothing that somebody else
    changed meanwhile is overwritten silently.
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
