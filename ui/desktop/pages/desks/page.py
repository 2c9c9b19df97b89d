"""The page Desks: how the event is shared, who has joined, and which orders the host has not written."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.language import Text, mark, mark_count, verbatim
from tournament.sharing.messages import DeskSeen
from tournament.sharing.shared_book import SharedBook, WaitingOrder
from tournament.use_cases import StoreUnavailable
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.table import TableView
from ui.desktop.pages.catalogue import page_info
from ui.desktop.pages.desks.conflict import DropQuestion
from ui.desktop.pages.desks.digits_card import DigitsCard
from ui.desktop.pages.desks.hall_test_card import HallTestCard
from ui.desktop.pages.desks.invitations_card import InvitationsCard
from ui.desktop.pages.desks.rows import OrderRow, desk_columns, listed_desks, order_columns, order_row
from ui.desktop.pages.desks.saved_copy import SavedCopy
from ui.desktop.pages.desks.waiting_card import WaitingCard
from ui.desktop.sharing.host_joining import host_joining_of
from ui.desktop.sharing.joined_event import PHONES, joined_event_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, WrappedRow, add, boxed, column, row, stretched

if TYPE_CHECKING:  # imported only when an event is shared
    pass

_SHARE = "Ctrl+Return"
_SEND_AGAIN = "Ctrl+R"
_DROP = "Ctrl+Del"
_MARGIN = 24
MAY_TAKE_OVER, MAY_NOT_TAKE_OVER = mark("May take over if this computer fails"), mark("May not take over any more")
STAY, FOLLOW = mark("Stay the host"), mark("Follow the other host")
_MOST_ROWS = 100
"""Maximum number of orders in the list, so that thousands of them do not block the window."""


class DesksPage(Page):
    """Answers whether the host has everything that this desk wrote, and who else types where."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.joined = joined_event_of(controller)
        self._asked = ""
        """Id of the order that the question is about."""
        self._columns_of = ("", 0, True)
        """The desk, the number of entries, and whether the host answered, when the columns of the desks were made."""
        self.state, self.risk = Notice(NoticeKind.INFO), Notice(NoticeKind.WARN)
        self.share = PrimaryButton(mark("Share this event"), shortcut=_SHARE)
        self.share_again = PrimaryButton(mark("Share again"), shortcut=_SHARE)
        self.join_again = PrimaryButton(mark("Join again"), shortcut=_SHARE)
        self.stop = OutlineButton(mark("Stop sharing"))
        self.take_over = OutlineButton(mark("Take over as host"))
        self.share_anew = OutlineButton(mark("Share the event anew"))
        self.search = OutlineButton(mark("Search at an address …"))
        self.stay = PrimaryButton(STAY, shortcut=_SHARE)
        self.follow = OutlineButton(FOLLOW)
        self.saved = SavedCopy(controller)
        self.test = OutlineButton(mark("Test the hall …"))
        self.hall_test = HallTestCard(controller)
        self.joining = host_joining_of(controller)
        self.waiting, self.let_join = WaitingCard(controller), DigitsCard(controller)
        self.invitation = InvitationsCard(controller)
        self.phones = LinkButton(mark("Phones"), hint=page_info(PHONES).shortcut)
        self.desks: TableView[DeskSeen] = TableView(mark("Desks"), desk_columns("", 0), key=lambda desk: desk.name)
        self.orders: TableView[OrderRow] = TableView(
            mark("What the host does not have"), order_columns(), key=lambda each: each.order.id
        )
        self.more = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.send_again = OutlineButton(mark("Send again"), shortcut=_SEND_AGAIN)
        self.drop = OutlineButton(mark("Give up"), shortcut=_DROP)
        self.question = DropQuestion()
        self.absent = CheckBox("")
        self.end = OutlineButton(mark("End this desk"))
        self.deputy = OutlineButton(MAY_TAKE_OVER)
        self.move_up = OutlineButton(mark("Move up"))
        self.hand_over = OutlineButton(mark("Hand over to this desk"))
        self.not_allowed, self.not_for_desk, self.not_sent = (
            TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True) for _ in range(3)
        )
        """Why buttons above them are disabled."""
        buttons = WrappedRow()
        buttons.set_parts((self.end, self.deputy, self.move_up, self.hand_over))
        self._desks_card = self._card(
            mark("Desks of this event"), stretched(self.desks), self.absent, buttons, self.not_for_desk
        )
        settle = row(self.send_again, self.drop, None, spacing=10)
        self._orders_card = self._card(
            mark("What the host does not have"),
            stretched(self.orders),
            self.more,
            self.question,
            settle,
            self.not_sent,
        )
        actions = WrappedRow()
        actions.set_parts(self._doing)
        doing = column(row(stretched(actions), self.phones, spacing=10), self.not_allowed, spacing=6)
        cards = (
            self.hall_test,
            self.waiting,
            self._orders_card,
            self.let_join,
            self._desks_card,
            self.invitation,
        )
        title = TextLabel(mark("Desks"), kind=Type.PAGE_TITLE)
        content = column(
            title, self.state, self.risk, doing, self.saved, *cards, None, spacing=16, margins=(_MARGIN, 20)
        )
        self.lay_out(Scrolled(boxed(content)))
        self._listen()

    @property
    def _doing(self) -> tuple[OutlineButton, ...]:
        return (
            self.share,
            self.share_again,
            self.join_again,
            self.stay,
            self.follow,
            self.stop,
            self.search,
            self.take_over,
            self.share_anew,
            self.saved.save,
            self.test,
        )

    def _card(self, title: Text, *parts: Part) -> Card:
        card = Card()
        add(card.body, TextLabel(title, kind=Type.PANEL_TITLE))
        for part in parts:
            add(card.body, part)
        return card

    def _listen(self) -> None:
        wanted = self.controller.navigation.event_wanted
        self.joined.changed.connect(self.invalidate)
        self.joining.changed.connect(self.invalidate)
        self.share.clicked.connect(partial(wanted.emit, OpenAction.SHARE))
        self.share_again.clicked.connect(partial(wanted.emit, OpenAction.SHARE_AGAIN))
        self.join_again.clicked.connect(partial(wanted.emit, OpenAction.JOIN_AGAIN))
        self.stop.clicked.connect(partial(wanted.emit, OpenAction.STOP_SHARING))
        self.phones.clicked.connect(partial(self.controller.navigation.page_wanted.emit, PHONES))
        self.take_over.clicked.connect(lambda _checked: self._take_over())
        self.share_anew.clicked.connect(lambda _checked: self._share_anew())
        self.search.clicked.connect(lambda _checked: self._search())
        self.stay.clicked.connect(lambda _checked: self._stay_or_follow(stay=True))
        self.follow.clicked.connect(lambda _checked: self._stay_or_follow(stay=False))
        self.test.clicked.connect(lambda _checked: self.hall_test.begin_test())
        self.hall_test.ended.connect(self.test.setFocus)
        self.desks.row_changed.connect(lambda _row: self._allow())
        self.absent.clicked.connect(lambda _checked: self._show_desks())
        self.end.clicked.connect(lambda _checked: self._ask_to_end())
        self.hand_over.clicked.connect(lambda _checked: self._ask_to_hand_over())
        self.move_up.clicked.connect(lambda _checked: self._move_up())
        self.deputy.clicked.connect(lambda _checked: self._change_deputy())
        self.orders.row_changed.connect(lambda _row: self._allow())
        self.orders.row_chosen.connect(self._show_order)
        self.send_again.clicked.connect(lambda _checked: self._settle(again=True))
        self.drop.clicked.connect(self._ask)
        self.question.answered.connect(self._answered)

    def refresh(self) -> None:
        """Show how the event is shared now."""
        view, joined = self.view, self.joined
        if view is None:
            return
        book = joined.book
        self._show_state()
        self._show_risk()
        hosting = joined.hosting
        self.share.setVisible(book is None)
        self.share.setEnabled(self.controller.may(Act.HOSTING))
        self.share_again.setVisible(joined.server_ended)
        self.join_again.setVisible(joined.ended)
        self.stop.setVisible(hosting is not None)
        self.search.setVisible(joined.away is not None and hosting is None)
        self.saved.offer(joined=book is not None and hosting is None)
        self.test.setVisible(self.hall_test.can_test)
        self.hall_test.show_hosting()
        self.stay.setVisible(hosting is not None and joined.waits)
        self.follow.setVisible(hosting is not None and joined.waits and joined.successor is None)
        self.stay.set_text(joined.rival.stay if joined.rival is not None else STAY)
        self.follow.set_text(joined.rival.follow if joined.rival is not None else FOLLOW)
        self.waiting.show_waiting()
        main = (self.share, self.share_again, self.join_again, self.stay)
        self.let_join.show_hosting(main=all(each.isHidden() for each in main))
        self.invitation.show_hosting()
        self.end.setVisible(hosting is not None)
        self.deputy.setVisible(hosting is not None)
        self.move_up.setVisible(hosting is not None and len(joined.deputies) > 1)
        self.hand_over.setVisible(hosting is not None)
        lost = joined.away is not None and joined.news is not None and joined.hosting is None
        self.take_over.setVisible(lost or (joined.successor is not None and joined.hosting is None))
        takes_over = joined.is_deputy if lost else joined.hands_over_here
        self.take_over.setEnabled(self.controller.may(Act.HOSTING) and takes_over)
        self.share_anew.setVisible(lost and not joined.is_deputy)
        self.share_anew.setEnabled(self.controller.may(Act.HOSTING))
        self._desks_card.setVisible(book is not None)
        self._orders_card.setVisible(bool(joined.orders))
        if book is not None:
            shown = (book.desk, len(book.written.journal), joined.away is None)
            if shown != self._columns_of:
                self._columns_of, (own, entries, known) = shown, shown
                self.desks.set_columns(desk_columns(own, entries, known=known))
            self._show_desks()
            self._show_orders(book)
        self._allow()

    def _show_desks(self) -> None:
        """Show who is connected, and since when others are away; those away for a day only if the user wants them."""
        joined = self.joined
        desks = listed_desks(joined.desks, joined.news.now if joined.news is not None else "")
        rest = len(joined.desks) - len(desks)
        text = mark_count(
            "Also {count} desk that was away for a day", "Also {count} desks that were away for a day", rest
        )
        self.absent.setVisible(rest > 0)
        self.absent.set_text(text)
        self.desks.show_rows(joined.desks if self.absent.isChecked() and rest else desks)

    def _show_orders(self, book: SharedBook) -> None:
        """Show the orders; of very many only those that were refused or lost, and the oldest."""
        orders = self.joined.orders
        rest = len(orders) - _MOST_ROWS
        if rest > 0:
            orders = (*self.joined.undecided, *book.unsent)[:_MOST_ROWS]
            self.more.set_text(mark("and {count} more", count=rest))
        self.more.setVisible(rest > 0)
        found = ((each, book.not_carried.get(each.id)) for each in orders)
        self.orders.show_rows(
            [order_row(book.written, each, problems[0].text if problems else None) for each, problems in found]
        )

    def _show_risk(self) -> None:
        """Warn while somebody shares a copy, or no desk may take over from this computer or one cannot be reached."""
        joined, unreached = self.joined, next(self.joined.unreached, None)
        at_risk = joined.hosting is not None and (unreached is not None or not joined.deputies)
        self.risk.setVisible(joined.book is not None and (at_risk or bool(joined.copy)))
        if joined.copy:
            title = mark("Another computer shares a copy of this event at {address}.", address=joined.copy)
            body = mark("What is entered at one of them is missing at the other. Stop sharing one of them.")
            self.risk.show_notice(NoticeKind.DANGER, title, body)
            return
        if unreached is not None:
            title = mark("“{name}” may take over, but cannot be reached at {address}.",
                         name=unreached.name, address=unreached.address)  # fmt: skip
            body = mark("Probably a firewall there keeps others out: let it accept connections of this program.")
            self.risk.show_notice(NoticeKind.WARN, title, body)
            return
        title = mark("If this computer fails, every desk must join again.")
        others = mark("Choose a desk below that may take over.")
        nobody = mark("Let a desk join that may take over.")
        self.risk.show_notice(NoticeKind.WARN, title, others if joined.desks[1:] else nobody)

    def _show_state(self) -> None:
        joined = self.joined
        if joined.book is None:
            body = mark("When it is, other computers can join it, type at other tables, and show every page.")
            self.state.show_notice(NoticeKind.INFO, mark("This event is not shared."), body)
        elif joined.server_ended:
            body = mark("Nothing is lost: share it again, and all desks send what was typed meanwhile.")
            self.state.show_notice(NoticeKind.DANGER, mark("Sharing has ended by itself."), body)
        elif joined.ended:
            body = mark("Nothing more is sent. What was typed here is kept, and sent when you have joined again.")
            self.state.show_notice(NoticeKind.DANGER, joined.away or "", body)
        elif joined.away is not None:
            body = mark("Go on typing: everything is kept on this computer and sent when the host is back.")
            self.state.show_notice(
                NoticeKind.WARN, joined.away, mark("{one} {other}", one=body, other=joined.who_takes_over)
            )
        elif (successor := joined.successor) is not None:
            who = mark("{author} at {desk}", author=successor.author, desk=successor.name)
            title = mark("The host hands over: {who} takes over now.", who=who)
            body = mark("Until then nothing is written. Go on typing: everything is kept on this computer.")
            self.state.show_notice(NoticeKind.WARN, title, body)
        elif joined.waits and joined.hosting is not None:
            title = mark("Another computer has taken over from this one, which writes nothing more.")
            body = mark(
                "Ask there. If the desks work with this computer, stay the host, and stop sharing there. If they work "
                "with the other one, follow it; what only this computer has can be sent again by who entered it."
            )
            if joined.rival is not None:
                body = mark("{one} {other}", one=joined.rival.figures, other=body)
            self.state.show_notice(NoticeKind.DANGER, title, body)
        elif joined.waits:
            title = mark("Another computer has replaced the host, which waits until somebody there has decided.")
            body = mark("Go on typing: everything is kept on this computer and sent then.")
            self.state.show_notice(NoticeKind.WARN, title, body)
        elif joined.hosting is not None:
            title = mark("This computer shares the event at {host}.", host=verbatim(joined.host))
            others = mark_count(
                "{count} other desk is connected.", "{count} other desks are connected.", joined.other_desks
            )
            self.state.show_notice(NoticeKind.OK, title, others)
        else:
            title = mark("This desk is joined to {host}.", host=verbatim(joined.host))
            self.state.show_notice(NoticeKind.OK, title, joined.who_hosts or "")

    def _take_over(self) -> None:
        from ui.desktop.sharing.dialogs import TakeOverDialog

        TakeOverDialog(self.controller, parent=self.window()).open()

    def _share_anew(self) -> None:
        from ui.desktop.sharing.dialogs import ShareAnewDialog

        ShareAnewDialog(self.controller, parent=self.window()).open()

    def _search(self) -> None:
        from ui.desktop.sharing.search_dialog import SearchDialog

        SearchDialog(self.controller, parent=self.window()).open()

    def _stay_or_follow(self, *, stay: bool) -> None:
        from ui.server.host_folder import HostDecision

        self.joining.decide(HostDecision.STAY if stay else HostDecision.FOLLOW)

    def _ask_to_hand_over(self) -> None:
        from ui.server.host_folder import HostDecision

        desk = self.desks.current_row
        if desk is not None:
            text = mark(
                "Hand over to “{name}”? This computer writes nothing more, and somebody there must take over.",
                name=desk.name,
            )
            act = partial(self.joining.decide, HostDecision.HAND_OVER, desk.id)
            self.controller.messages.action_offered.emit(text, mark("Hand over to this desk"), act)

    def _allow(self) -> None:
        chosen = self.orders.current_row
        self.send_again.setEnabled(chosen is not None and chosen.order not in self._unsent)
        self.drop.setEnabled(chosen is not None)
        desk, own = self.desks.current_row, self.joined.book
        may = self.controller.may(Act.HOSTING)
        other = may and desk is not None and own is not None and desk.name != own.desk
        self.end.setEnabled(other)
        is_deputy = desk is not None and desk.deputy > 0
        self.deputy.set_text(MAY_NOT_TAKE_OVER if is_deputy else MAY_TAKE_OVER)
        self.deputy.setEnabled(other and desk is not None and bool(desk.address))
        self.move_up.setEnabled(other and self._deputy_before(desk) is not None and not self.joined.waits)
        self.hand_over.setEnabled(other and is_deputy and not self.joined.waits)
        self._say_why_not(desk, chosen)

    def _say_why_not(self, desk: DeskSeen | None, chosen: OrderRow | None) -> None:
        """Say below the buttons why some of them are disabled."""
        problem = right_problem(self.controller.user.role, Act.HOSTING)
        needs_right = (self.share, self.take_over, self.share_anew)
        limited = problem is not None and not all(each.isHidden() for each in needs_right)
        _show(self.not_allowed, problem.text if problem is not None and limited else None)
        hosts = self.joined.hosting is not None
        _show(self.not_for_desk, self._why_not(desk, problem) if hosts else None)
        waits = chosen is not None and chosen.order in self._unsent
        _show(self.not_sent, mark("This is sent by itself as soon as the host answers.") if waits else None)

    def _why_not(self, desk: DeskSeen | None, problem: Problem | None) -> Text | None:
        """Why a button for ``desk`` is disabled; None if none is."""
        book = self.joined.book
        if problem is not None:
            return problem.text
        if desk is None:
            return mark("Choose a desk in the list.")
        if book is not None and desk.name == book.desk:
            return mark("This is the host itself. Choose another desk.")
        if not desk.address:
            return mark("This desk cannot take over, since it cannot serve the event to others.")
        if self.joined.waits:
            return mark("The host is changing already.")
        in_order = len(self.joined.deputies) > 1
        if not desk.deputy and in_order:
            return mark("Before you move this desk up or hand over to it, choose it as one that may take over.")
        if not desk.deputy:
            return mark("Before you hand over to this desk, choose it as one that may take over.")
        if self._deputy_before(desk) is None and in_order:
            return mark("This deputy is the first already.")
        return None

    @property
    def _unsent(self) -> Sequence[WaitingOrder]:
        return self.joined.book.unsent if self.joined.book is not None else ()

    def _settle(self, *, again: bool) -> None:
        chosen = self.orders.current_row
        if chosen is None:
            return
        try:
            (self.joined.send_again if again else self.joined.drop)(chosen.order.id)
        except StoreUnavailable as error:
            self.controller.show_failure(error)
        self.refresh()

    def _ask_to_end(self) -> None:
        desk = self.desks.current_row
        if desk is not None:
            text = mark("End the desk “{name}”? It keeps its copy, and must join again to go on.", name=desk.name)
            act = partial(self.joining.end_desk, desk.id)
            self.controller.messages.action_offered.emit(text, mark("End this desk"), act)

    def _change_deputy(self) -> None:
        """Let the chosen desk take over if this computer fails, or no more."""
        desk = self.desks.current_row
        if desk is not None:
            self.joining.choose_deputy(desk.id, chosen=not desk.deputy)

    def _move_up(self) -> None:
        """Let the chosen deputy come before the one that now precedes it."""
        desk = self.desks.current_row
        before = self._deputy_before(desk)
        if desk is not None and before is not None:
            self.joining.put_deputy_before(desk.id, before.id)

    def _deputy_before(self, desk: DeskSeen | None) -> DeskSeen | None:
        """The deputy that precedes ``desk``; None if that is the first, or no deputy."""
        place = desk.deputy if desk is not None else 0
        return next((each for each in reversed(self.joined.deputies) if each.deputy < place), None)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions of the buttons, and those that every table has."""
        table = next((each for each in (self.orders, self.invitation.list) if each is under), self.desks)
        cards = (self.hall_test, self.waiting, self.let_join, self.invitation)
        given = [entries_of(*card.buttons) for card in cards if not card.isHidden()]
        of_desk = entries_of(self.end, self.deputy, self.move_up, self.hand_over)
        rows = [] if self.joined.book is None else [entries_of(self.send_again, self.drop), of_desk]
        listed = [] if self.joined.book is None else [table_entries(table)]
        return [
            entries_of(*self._doing, self.phones),
            *given,
            *rows,
            *listed,
        ]

    def _ask(self) -> None:
        chosen = self.orders.current_row
        if chosen is not None:
            self._asked = chosen.order.id
            self.question.ask(chosen.what)

    def _answered(self, yes: bool) -> None:
        self.orders.setFocus()
        chosen = self.orders.current_row
        if yes and chosen is not None and chosen.order.id == self._asked:
            self._settle(again=False)

    def _show_order(self, chosen: OrderRow | None) -> None:
        """Show both versions of an order that was refused or lost; for one that waits, go to its sheet."""
        if chosen is None:
            return
        if chosen.order in self.joined.undecided:
            self.joined.decision_wanted.emit(chosen.order.id)
            return
        command = chosen.order.order.commands[0]
        session, table = getattr(command, "session", None), getattr(command, "table", None)
        if session is not None and table is not None:
            self.controller.navigation.table_wanted.emit(session, table)

    def focus_target(self) -> QWidget | None:
        """The desk that waits, or the orders if there are any; the test of the hall while it goes on; what lets the
        first desk join, otherwise the desks."""
        if self.waiting.waits:
            return self.waiting.rows[0].role
        if self.joined.orders:
            return self.orders
        if not self.hall_test.isHidden():
            return self.hall_test.first
        if self.joining.shares and not self.joined.desks[1:] and self.let_join.show_new.isEnabled():
            return self.let_join.show_new
        return self.desks if self.joined.book is not None else self.share


def _show(label: TextLabel, text: Text | None) -> None:
    label.set_text(text or "")
    label.setVisible(text is not None)
