"""A shared event at a desk: a replica that entries of the host are appended to, and the desk's own orders upon it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import assert_never

from msgspec.structs import replace as replace_field

from tournament.event.problem import Problem, Refused
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
from tournament.sharing.waiting import OrderState, WaitingOrder, WaitingOrders
from tournament.use_cases import Book, By, Changes, Conflict, Store, View
from tournament.use_cases.book import acting_as
from tournament.use_cases.carrying_out import write
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
from tournament.use_cases.request import Order
from tournament.use_cases.signer import HostSigns

_MANY = 200
"""Orders, from which on they are not laid upon the replica at each answer."""
_BESIDE_OTHERS = (AddPlayers, NoteAttendance, DrawLot, SignFingerprint)
"""Changes of the event that overwrite nothing that another desk does at the same time."""
_KEPT = 500
"""How many orders that the host has are kept, in case it is lost."""


class SharedBook(Book):
    """An event whose host is elsewhere. Pages use it like any other: what is done here shows at once.

    `view` is the replica with the orders upon it that the host has not confirmed; `confirmed` the replica alone.
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
        self._waiting = waiting
        self._orders = {each.id: each for each in waiting.read()}
        self._laid = 0
        """How many orders waited when they were laid upon the replica."""
        self._laid_upon = 0
        """How many entries the replica had then."""
        self.not_carried: dict[str, tuple[Problem, ...]] = {}
        """By id of the order: why an order that waits cannot be carried out upon what the host has written since."""
        self._find_lost()
        self._lay_upon()

    @property
    def written(self) -> View:
        """The event as the host has written it."""
        return self.confirmed

    @property
    def orders(self) -> tuple[WaitingOrder, ...]:
        """The orders that somebody may have to look at, in order: all but those that the host has."""
        return tuple(each for each in self._orders.values() if each.state is not OrderState.SENT)

    @property
    def unsent(self) -> tuple[WaitingOrder, ...]:
        """Those that wait to be sent, or to be confirmed, in order."""
        return tuple(each for each in self._orders.values() if each.state is OrderState.WAITING)

    def is_confirmed(self, entry: Entry) -> bool:
        """Whether the host has written ``entry`` of `view`."""
        return self.confirmed.journal.find(entry.id) is not None

    def commit(self, draft: Draft, order: Order) -> Changes:
        """Keep ``order`` until the host has it; its entries show already. StoreUnavailable changes nothing."""
        if draft.entries:
            self._refuse_unfit(draft)
        elif not any(isinstance(each, SignFingerprint) for each in order.commands):  # which writes at the host alone
            return self._changes(())
        role = draft.acting.role if draft.acting.signed_in else None
        time = self.now.isoformat(timespec="milliseconds")
        self._put(WaitingOrder(_as_meant(order, self.view, draft.view), role, time))
        self.view = self._marked(draft.view)
        return self._given(order, self._changes(draft.entries))

    def _given(self, order: Order, changes: Changes) -> Changes:  # noqa: ARG002  # a script waits for the host here
        """What to answer to who gave ``order``, which is kept."""
        return changes

    def question(self, sheet: tuple[int, int] | None, language: str) -> Sync:
        """What to say to the host now."""
        orders, size = list[SentOrder](), 0
        for each in self.unsent[:MOST_ORDERS]:
            order = sent(each.order)
            size += sum(len(bytes(command)) for command in order.commands)
            if orders and size > MOST_BYTES:
                break
            orders.append(order)
        return Sync(PROTOCOL, self.confirmed.fingerprint, tuple(orders), sheet, language)

    def take(self, news: News) -> Changes:
        """Append what the host wrote, and note what became of the orders. What changed of `view` is returned, with what
        the host remarked on the orders.

        Raises StoreDamaged when the entries do not continue the replica, StoreUnavailable when something was not
        written; the same news, or the same question, can then be tried again.
        """
        before, self.view = self.view, self.confirmed
        try:
            super().receive([record for record in news.entries if record.position > len(self.view.journal)])
            self.confirmed = self.view
        finally:
            self.view = before
        waited = {each.id for each in self.unsent}
        settled = self._settle(news.answers)
        waited -= {each.id for each in self.unsent}
        journal = self.confirmed.journal
        if len(journal) == self._laid_upon and not settled:
            return self._changes(())
        received = tuple(journal[position] for position in range(self._laid_upon, len(journal)))
        self._lay_upon()
        changes = self._changes((*received, *self._unconfirmed(self.view)))
        self._forget_old()
        told = (told for each in news.answers if isinstance(each, Done) and each.id in waited for told in each.remarks)
        remarks = tuple(each.problem for each in told)
        streams = changes.streams | self._changes(self._unconfirmed(before)).streams
        return replace(changes, streams=streams, remarks=remarks, received=True)

    def _unconfirmed(self, view: View) -> tuple[Entry, ...]:
        """The entries at the end of ``view`` that the host has not written."""
        return tuple(reversed(tuple(takewhile(lambda each: not self.is_confirmed(each), reversed(view.journal)))))

    def receive(self, records: Sequence[Record]) -> Changes:
        """Append ``records`` to the replica, as `take` does."""
        end = self.confirmed.fingerprint
        return self.take(News((), tuple(records), end, "", confirm_on_two=False, desks=()))

    def send_again(self, id: str) -> Changes:
        """Let the host carry out an order that it refused or lost, upon what is there now. Raises StoreUnavailable."""
        kept = self._orders[id]
        order = replace(kept.order, seen=None)
        self._put(replace(kept, order=order, state=OrderState.WAITING, problems=()))
        return self._laid_anew()

    def drop(self, id: str) -> Changes:
        """Give an order up. Raises StoreUnavailable."""
        self._drop(id)
        return self._laid_anew()

    def _laid_anew(self) -> Changes:
        before = self._unconfirmed(self.view)
        self._lay_upon()
        changes = self._changes(self._unconfirmed(self.view))
        return replace(changes, streams=changes.streams | self._changes(before).streams, received=True)

    def close(self) -> None:
        """Let go of the replica and the orders."""
        self._waiting.close()
        super().close()
        self._closed()

    def _put(self, *orders: WaitingOrder) -> None:
        self._waiting.put(*orders)
        self._orders.update((each.id, each) for each in orders)

    def _drop(self, *ids: str) -> None:
        self._waiting.drop(*ids)
        for id in ids:
            del self._orders[id]

    def _settle(self, answers: Sequence[Answer]) -> bool:
        """Note what became of the orders; whether anything did.

        An answer may come late, and be overtaken by the entries themselves: what is in the replica was not refused.
        """
        settled = [each for answer in answers if (each := self._settled(answer)) is not None]
        settled.extend(
            replace(each, state=OrderState.SENT, problems=())
            for each in self._orders.values()
            if each.state in (OrderState.REFUSED, OrderState.LOST) and self._is_written(each.id)
        )
        kept = [self._as_written(each) if each.state is OrderState.SENT else each for each in settled]
        if any(kept):
            self._put(*(each for each in kept if each is not None))
        renamed = {each.id for each in settled} - {each.id for each in kept if each is not None}
        if renamed:
            self._drop(*renamed)
        return bool(settled)

    def _settled(self, answer: Answer) -> WaitingOrder | None:
        kept = self._orders.get(answer.id)
        if kept is None or kept.state is not OrderState.WAITING:
            return None
        match answer:
            case Done():
                here = answer.position == 0 or any(map(self._is_written, kept.order.ids))
                return replace(kept, state=OrderState.SENT) if here else None
            case Unconfirmed():
                return None
            case Declined() | Overtaken() if self._is_written(kept.id):
                return None
            case Declined():
                return replace(kept, state=OrderState.REFUSED, problems=answer.problems)
            case Overtaken():
                told = Told("conflict", "", f"{answer.stream} {answer.number}")
                return replace(kept, state=OrderState.REFUSED, problems=(told,))
            case _:
                assert_never(answer)

    def _as_written(self, kept: WaitingOrder) -> WaitingOrder | None:
        """An order that the host has without the commands that wrote nothing; None when none of them did."""
        order = kept.order
        written = [pair for pair in zip(order.ids, order.commands, strict=True) if self._is_written(pair[0])]
        if not written:
            return None
        ids, commands = zip(*written, strict=True)
        return replace(kept, order=replace(order, ids=ids, commands=commands))

    def _is_written(self, id: str) -> bool:
        return self.confirmed.journal.find(id) is not None

    def _find_lost(self) -> None:
        """An order that a host had, and the journal does not, was lost with that host."""
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

    def _lay_upon(self) -> None:
        """Show the orders that wait upon what the host has written.

        While many of them are being sent they are laid anew only when half of them are left: all of them each time
        would take minutes.
        """
        unsent = self.unsent
        if _MANY < len(unsent) < self._laid and len(unsent) > self._laid // 2:
            self.view = self._marked(self.view)
            return
        self._laid, self._laid_upon = len(unsent), len(self.confirmed.journal)
        self.not_carried = {}
        view = self.confirmed
        for each in unsent:
            if not self._is_written(each.id):
                try:
                    view = self._with(view, each)
                except Refused as refused:
                    self.not_carried[each.id] = refused.problems
                except Conflict:
                    text = mark("Somebody else wrote here in the meantime.")
                    self.not_carried[each.id] = (Problem("conflict", text),)
        self.view = self._marked(view)

    def _marked(self, view: View) -> View:
        """``view`` with the entries marked that the host has not written."""
        if view is self.confirmed:
            return view
        return View(view.journal, self._memory, confirmed=self.confirmed.journal)

    def _with(self, view: View, kept: WaitingOrder) -> View:
        """``view`` with an order upon it. Raises Refused or Conflict."""
        order = kept.order
        acting = acting_as(self.confirmed, By(order.author, self.desk, kept.role))
        time = datetime.fromisoformat(kept.time)
        draft = Draft(view.journal.fork(), self._memory, acting, lambda: time, self.signer)
        for id, command in zip(order.ids, order.commands, strict=True):
            draft.begin_request(id)
            write(draft, command, confirmed=True, seen=order.seen)
        return draft.view


def _as_meant(order: Order, before: View, after: View) -> Order:
    """``order`` with what it took from the view ``before``, as the host may have another one when it arrives.

    That is which entry was undone or brought back, and how many entries the event had when its settings, its people or
    its draw were changed: what somebody else changed meanwhile is not overwritten silently.
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
