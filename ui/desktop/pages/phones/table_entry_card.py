"""The card for phones at the tables: whether players may type there, new codes, and calls of a referee."""

from functools import partial
from secrets import token_bytes

from PySide6.QtWidgets import QWidget

from reports.column import Emphasis
from reports.vocabulary import WHO
from tournament.event.role import Act
from tournament.language import Text, mark, verbatim
from tournament.ledger.table_phones import RefereeCall
from tournament.use_cases import Command, View
from tournament.use_cases.commands import AllowTableEntry, EndTableEntry, FreeSeats, RevokeTableLink
from tournament.use_cases.table_entry import open_calls
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.sharing.joined_event import codes_lead_elsewhere, joined_event_of, public_addresses
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, boxed, row, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.proposal_keys import answered_calls, caller_of

_KEY = 32
"""Number of random bytes in a key."""
_MOST = 100
"""Maximum number of calls in the list."""


class TableEntryCard(Card):
    """Lets the head referee allow or forbid phones at the tables, and shows the calls of a referee."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joined = controller, joined_event_of(controller)
        self.state = Notice(NoticeKind.INFO, boxed=False)
        self.allow = OutlineButton(mark("Allow typing at the table"))
        self.renew = OutlineButton(mark("New codes for all tables"))
        self.end = OutlineButton(mark("End typing at the table"))
        self.table = ChoiceBox(mark("Table"))
        self.revoke = OutlineButton(mark("New code for this table"))
        self.free = OutlineButton(mark("Free the seats for other phones"))
        self._one = boxed(row(self.table, self.revoke, self.free, None, spacing=10))
        self.calls: TableView[RefereeCall] = TableView(mark("Calls of a referee"), (), key=lambda each: each.id)
        for part in (
            TextLabel(mark("Typing at the table"), kind=Type.PANEL_TITLE),
            self.state,
            row(self.allow, self.renew, self.end, None, spacing=10),
            self._one,
            stretched(self.calls),
        ):
            add(self.body, part)
        self.allow.clicked.connect(lambda _checked: self._allow())
        self.renew.clicked.connect(lambda _checked: self._ask_for_new_codes())
        self.end.clicked.connect(lambda _checked: self._ask_to_end())
        self.revoke.clicked.connect(lambda _checked: self._revoke())
        self.free.clicked.connect(lambda _checked: self._free())
        self.calls.row_chosen.connect(self._go_to)

    @property
    def buttons(self) -> tuple[OutlineButton, ...]:
        """The buttons, for the menu of the page."""
        return (self.allow, self.renew, self.end, self.revoke, self.free)

    def show_event(self, view: View) -> None:
        """Show what is allowed in the event now."""
        entry, may = view.state.table_entry, self._controller.may(Act.TABLE_ENTRY)
        hosting = self._joined.hosting
        addresses = public_addresses(hosting) if hosting is not None else ()
        focused = next((each for each in self.buttons if each.hasFocus()), None)
        moved = entry is not None and codes_lead_elsewhere(entry.address, addresses)
        self._show_state(view, addresses, moved=moved)
        self.allow.set_text(mark("Use this address") if moved else mark("Allow typing at the table"))
        self.allow.setVisible(entry is None or moved)
        self.allow.setEnabled(may and bool(addresses))
        self.renew.setVisible(entry is not None)
        self.end.setVisible(entry is not None)
        self.renew.setEnabled(may)
        self.end.setEnabled(may)
        self._one.setVisible(entry is not None)
        if focused is not None and not focused.isVisibleTo(self):
            # Qt would go on to the status bar, where Space copies the event
            (self.allow if entry is None else self.table).setFocus()
        self._show_tables(view)
        self._show_calls(view)

    def _show_state(self, view: View, addresses: tuple[str, ...], *, moved: bool) -> None:
        entry = view.state.table_entry
        if entry is not None and moved:
            title = mark("Phones are served at {address} now.", address=addresses[0])
            body = mark("The codes of the score sheets lead to {address}.", address=entry.address)
            self.state.show_notice(NoticeKind.WARN, title, body)
        elif entry is not None and not addresses and (self._joined.book is None or self._joined.hosting is not None):
            title = mark("No phone finds this event now.")
            body = mark("Players may type at the table when the event is shared and shows the results on phones.")
            self.state.show_notice(NoticeKind.WARN, title, body)
        elif entry is not None:
            title = mark("Players may type at the table, at {address}.", address=entry.address)
            body = mark("The score sheets have a code for each table. What players propose waits until it is accepted.")
            self.state.show_notice(NoticeKind.OK, title, body)
        else:
            body = mark(
                "A code on the score sheet opens the sheet on the phones of the four players. They propose hands, "
                "confirm them and call a referee; only a referee records anything."
            )
            if not addresses:
                body = mark("{text} The desk that shares the event and shows the results on phones can allow it.",
                            text=body)  # fmt: skip
            self.state.show_notice(NoticeKind.INFO, mark("Only referees type in this event."), body)

    def _show_tables(self, view: View) -> None:
        session = self._controller.session
        tables = [n for n, _ in view.seating.played(session)] if view.seating is not None and session else []
        self.table.set_choices([(str(n), mark("Table {table}", table=n)) for n in tables])
        for button in (self.revoke, self.free):
            button.setEnabled(self._controller.may(Act.HANDS) and bool(tables))

    def _show_calls(self, view: View) -> None:
        calls = (*open_calls(view), *reversed(answered_calls(view)))[:_MOST]
        self.calls.setVisible(bool(calls))
        if calls:
            self.calls.set_columns(_columns(view))
            self.calls.show_rows(calls)

    def _allow(self) -> None:
        view, hosting = self._controller.view, self._joined.hosting
        addresses = public_addresses(hosting) if hosting is not None else ()
        if view is not None and addresses:
            entry = view.state.table_entry
            self._do(AllowTableEntry(addresses[0], entry.key if entry is not None else token_bytes(_KEY)))

    def _ask_for_new_codes(self) -> None:
        view = self._controller.view
        entry = view.state.table_entry if view is not None else None
        if entry is not None:
            text = mark("Make new codes? All codes on paper open nothing any more: print the score sheets again.")
            act = partial(self._do, AllowTableEntry(entry.address, token_bytes(_KEY)))
            self._controller.messages.action_offered.emit(text, mark("New codes for all tables"), act)

    def _ask_to_end(self) -> None:
        text = mark("End typing at the table? No code opens anything any more. What was proposed stays at the desks.")
        act = partial(self._do, EndTableEntry())
        self._controller.messages.action_offered.emit(text, mark("End typing at the table"), act)

    def _revoke(self) -> None:
        chosen = self.table.currentData()
        if chosen:
            session, table = self._controller.session, int(chosen)
            if self._do(RevokeTableLink(session, table)):
                text = mark(
                    "The code of table {table} opens nothing any more: print its score sheet again.", table=table
                )
                self._controller.messages.noted.emit(text)

    def _free(self) -> None:
        chosen = self.table.currentData()
        if chosen and self._do(FreeSeats(self._controller.session, int(chosen))):
            text = mark("Other phones can take the seats of table {table}.", table=int(chosen))
            self._controller.messages.noted.emit(text)

    def _do(self, command: Command) -> bool:
        """Carry out ``command``, or show why it was refused. Return whether it was carried out."""
        problems = attempt(self._controller, command)
        if problems:
            self._controller.messages.shown.emit(problems[0].text)
        return not problems

    def _go_to(self, call: RefereeCall | None) -> None:
        if call is not None:
            self._controller.navigation.table_wanted.emit(call.session, call.table)


def _columns(view: View) -> list[TableColumn[RefereeCall]]:
    def place(call: RefereeCall) -> Text:
        return mark("session {session}, table {table}", session=call.session, table=call.table)

    def waited(call: RefereeCall) -> Text:
        if call.answered is None:
            return mark("waits")
        return mark("{minutes} min", minutes=int((call.answered.time - call.entry.time).total_seconds() // 60))

    return [
        TableColumn(mark("Called from"), place),
        TableColumn.showing(WHO, lambda call: caller_of(view, call), emphasis=Emphasis.PLAIN),
        TableColumn(mark("When"), lambda call: verbatim(f"{call.entry.time.astimezone():%H:%M}"), width=90),
        TableColumn(mark("Waited"), waited, style=_style),
        TableColumn(mark("Who went"), lambda call: verbatim(call.answered.author if call.answered else "–")),
    ]


def _style(call: RefereeCall) -> CellStyle:
    if call.answered is None:
        return CellStyle(sign=StatusIcon.ASKS, tone=Tone.WARN)
    return CellStyle(sign=StatusIcon.DONE)
