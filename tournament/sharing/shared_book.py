"""A shared event at a desk: a replica that entries of the host are appended to, and the desk's own orders upon it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import assert_never

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import Entry, Record
from tournament.sharing.messages import (
    MOST_ORDERS,
    PROTOCOL,
    Answer,
    Declined,
    Done,
    News,
    Overtaken,
    Sync,
    Told,
    Unconfirmed,
    sent,
)
from tournament.sharing.waiting import OrderState, WaitingOrder, WaitingOrders
from tournament.use_cases import Book, By, Changes, Conflict, Store, View
from tournament.use_cases.book import acting_as
from tournament.use_cases.carrying_out import write
from tournament.use_cases.draft import Draft
from tournament.use_cases.request import Order

_MANY = 200
"""Orders, from which on they are not laid upon the replica at each answer."""
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
    ) -> None:
        super().__init__(store, clock=clock)
        self.desk = desk
        """The name by which the host knows this desk."""
        self.confirmed = self.view
        """The event as the host has written it."""
        self._waiting = waiting
        self._orders = {each.id: each for each in waiting.read()}
        self._laid = 0
        """How many orders waited when they were laid upon the replica."""
        self.not_carried: dict[str, tuple[Problem, ...]] = {}
        """By id of the order: why an order that waits cannot be carried out upon what the host has written since."""
        self._settle_sent()
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
        if not draft.entries:
            return self._changes(())
        self._refuse_unfit(draft)
        acting = draft.acting
        kept = WaitingOrder(
            order, acting.role if acting.signed_in else None, self.now.isoformat(timespec="milliseconds")
        )
        self._put(kept)
        self.view = self._marked(draft.view)
        return self._changes(draft.entries)

    def question(self, sheet: tuple[int, int] | None, language: str) -> Sync:
        """What to say to the host now."""
        orders = tuple(sent(each.order) for each in self.unsent[:MOST_ORDERS])
        return Sync(PROTOCOL, self.confirmed.fingerprint, orders, sheet, language)

    def take(self, news: News) -> Changes:
        """Append what the host wrote, and note what became of the orders. What changed of `view` is returned.

        Raises StoreDamaged when the entries do not continue the replica, StoreUnavailable when they were not written;
        the same news, or the same question, can then be tried again.
        """
        new = [record for record in news.entries if record.position > len(self.confirmed.journal)]
        before, self.view = self.view, self.confirmed
        try:
            received = super().receive(new)
            self.confirmed = self.view
        finally:
            self.view = before
        settled = [each for answer in news.answers if (each := self._settled(answer)) is not None]
        if settled:
            self._put(*settled)
            self._forget_old()
        if not new and not settled:
            return self._changes(())
        shown = self._unconfirmed(before)
        self._lay_upon()
        changes = self._changes((*received.entries, *self._unconfirmed(self.view)))
        return replace(changes, streams=changes.streams | self._changes(shown).streams, received=True)

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
        self._waiting.drop(id)
        del self._orders[id]
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

    def _put(self, *orders: WaitingOrder) -> None:
        self._waiting.put(*orders)
        self._orders.update((each.id, each) for each in orders)

    def _settled(self, answer: Answer) -> WaitingOrder | None:
        kept = self._orders.get(answer.id)
        if kept is None or kept.state is not OrderState.WAITING:
            return None
        match answer:
            case Done() if answer.position <= len(self.confirmed.journal):
                return replace(kept, state=OrderState.SENT)
            case Done() | Unconfirmed():
                return None
            case Declined():
                return replace(kept, state=OrderState.REFUSED, problems=answer.problems)
            case Overtaken():
                told = Told("conflict", "", f"{answer.stream} {answer.number}")
                return replace(kept, state=OrderState.REFUSED, problems=(told,))
            case _:
                assert_never(answer)

    def _settle_sent(self) -> None:
        """An order that a host had, and the journal does not, was lost with that host."""
        find = self.confirmed.journal.find
        lost = [
            replace(each, state=OrderState.LOST)
            for each in self._orders.values()
            if each.state is OrderState.SENT and all(find(id) is None for id in each.order.ids)
        ]
        if lost:
            self._put(*lost)

    def _forget_old(self) -> None:
        old = [each.id for each in self._orders.values() if each.state is OrderState.SENT][:-_KEPT]
        if old:
            self._waiting.drop(*old)
            for id in old:
                del self._orders[id]

    def _lay_upon(self) -> None:
        """Show the orders that wait upon what the host has written.

        While many of them are being sent they are laid anew only when half of them are left: all of them each time
        would take minutes.
        """
        unsent = self.unsent
        if _MANY < len(unsent) < self._laid and len(unsent) > self._laid // 2:
            return
        self._laid = len(unsent)
        self.not_carried = {}
        view = self.confirmed
        for each in unsent:
            if self.confirmed.journal.find(each.id) is None:
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
        ids = frozenset(entry.id for entry in self._unconfirmed(view))
        return View(view.journal, self._memory, unconfirmed=ids)

    def _with(self, view: View, kept: WaitingOrder) -> View:
        """``view`` with an order upon it. Raises Refused or Conflict."""
        order = kept.order
        acting = acting_as(self.confirmed, By(order.author, self.desk, kept.role))
        draft = Draft(view.journal.fork(), self._memory, acting, lambda: datetime.fromisoformat(kept.time))
        for id, command in zip(order.ids, order.commands, strict=True):
            draft.begin_request(id)
            write(draft, command, confirmed=True, seen=order.seen)
        return draft.view
