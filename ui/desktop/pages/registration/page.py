"""The page Registration desk: who registered, what they paid and eat. Only the organiser sees it.

The data of people are read from the private store of the event, which on a shared event is at its host. Nothing of them
is kept by the page beyond what it shows, or put into a crash report.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from reports.document import Document
from reports.sheets.door import at_the_door, link_cards, links_to_send
from tournament.event.problem import Refused
from tournament.event.registration import Registration, RegistrationState
from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import AttendanceNoted
from tournament.use_cases import Changes, StoreDamaged, StoreUnavailable, View
from tournament.use_cases.commands import NoteAttendance
from tournament.use_cases.private_data import (
    PeopleReader,
    Person,
    RegistrationChanged,
    read_linked,
    save_person,
    sums_of,
)
from tournament.use_cases.progress import asks_for_federation
from ui.desktop.controller import EventController
from ui.desktop.copying import copying_of
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.known_people import KnownPeople
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.kit.store_calls import StoreCalls
from ui.desktop.pages.registration.acts import DeskActs
from ui.desktop.pages.registration.list_import import RegistrationImport
from ui.desktop.pages.registration.person_form import PersonForm, own_headings
from ui.desktop.pages.registration.rows import (
    COLUMNS,
    PeopleTable,
    PersonRow,
    Shown,
    currency_of,
    left_text,
    rows_of,
    sums_text,
)
from ui.desktop.pages.report_dialogs import show_built, show_table
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import EmptyState, Notice, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.keys import DOWN, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, boxed, column, row, stretched
from ui.entry.badge_code import badge_number

_NOT_ALLOWED = mark("Only the organiser sees the registration desk. Sign in with the PIN of this role.")
_KEYS = (
    mark("{key} here", key=Key("Space")),
    mark("{key} paid in full", key=Key("P")),
    mark("{key} confirm", key=Key("C")),
    mark("{key} confirm the first who waits", key=Key("N")),
    mark("{key} waiting list", key=Key("W")),
    mark("{key} cancel", key=Key("Del")),
    mark("{key} erase", key=Key("Shift+Del")),
)
_PANEL, _NARROW_PANEL = 420, 330
"""Width of the panel, in pixels."""
Found = TypeVar("Found")


class RegistrationPage(Page):
    """Notes who registered, confirms and cancels, checks in, and erases people."""

    reads_ahead = False

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.people: tuple[Person, ...] = ()
        self.read_people = PeopleReader()
        self._asked: Callable[[], None] | None = None
        """What Enter does, while the notice asks a question."""
        self._calls = StoreCalls(self)
        self._acts = DeskActs(self, controller, self)
        self.list_import = RegistrationImport(self, self)
        self.table = PeopleTable(mark("People"), COLUMNS, key=lambda row: row.key, searched=True)
        self.form = PersonForm(lambda person: left_text(self.view, person) if self.view is not None else "")
        self.form.set_width(_PANEL)
        self._known = KnownPeople(self)
        self._known.changed.connect(lambda: self.form.offer(self._known.players))
        self.shown = ChoiceBox(mark("Show"))
        self.shown.set_choices([(each.value, each.label) for each in Shown])
        self.search = SearchField(mark("Find a person"), key="Ctrl+F")
        self.search.setFixedWidth(280)
        self.new = OutlineButton(mark("New registration"), shortcut="Ins")
        self.copy_letter = OutlineButton(mark("Copy the letter to the person"))
        self.copy_letter.hide()
        self.sums = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True, wrap=True)
        self.notice = Notice(NoticeKind.INFO)
        self.notice.hide()
        head = row(
            TextLabel(mark("Registration desk"), kind=Type.PAGE_TITLE), None, self.shown, self.search, spacing=12
        )
        below = row(stretched(self.notice), self.copy_letter, spacing=12)
        keys = WrappedRow()
        keys.set_parts([KeyText(text) for text in _KEYS])
        margins = (Size.PAGE_MARGIN, Size.PAGE_MARGIN, Size.PAGE_MARGIN, 12)
        sums = row(stretched(self.sums), self.new)
        parts = head, self.list_import.bar, sums, stretched(self.table), below, keys
        content = column(*parts, spacing=12, margins=margins)
        empty = EmptyState(_NOT_ALLOWED, mark("Back to the players"), shortcut="Return")
        empty.activated.connect(lambda: controller.navigation.page_wanted.emit("players"))
        self.lay_out(boxed(content), panel=self.form, sides=(mark("Registration desk"), mark("Person")), empty=empty)
        self._listen()

    def _listen(self) -> None:
        acts = self._acts
        self._of_keys: dict[tuple[Qt.Key, bool], Callable[[], None]] = {
            (Qt.Key.Key_Space, False): acts.toggle_presence,
            (Qt.Key.Key_P, False): acts.pay,
            (Qt.Key.Key_C, False): acts.confirm_current,
            (Qt.Key.Key_N, False): acts.confirm_next,
            (Qt.Key.Key_W, False): acts.let_wait,
            (Qt.Key.Key_Delete, False): acts.ask_to_cancel,
            (Qt.Key.Key_Delete, True): acts.ask_to_erase,
            (Qt.Key.Key_F2, False): lambda: self._edit(self.table.current_row),
        }
        self.table.installEventFilter(self)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.shown.currentIndexChanged.connect(lambda _index: self._show_rows())
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._check_in_found)
        answer_keys(self.search, {ESCAPE: self._leave_search, DOWN: self.table.setFocus})
        self.new.clicked.connect(self._begin_new)
        self.copy_letter.clicked.connect(self._acts.copy_letter)
        self.table.row_chosen.connect(self._edit)
        self.table.row_changed.connect(self._follow)
        self.form.submitted.connect(self._save)
        self.form.left.connect(self._leave_form)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)
        self.list_import.refused.connect(lambda text: self.tell(NoticeKind.DANGER, text))
        QShortcut(QKeySequence("Ctrl+I"), self).activated.connect(self.list_import.choose_file)

    # What the window asks of every page

    def refresh(self) -> None:
        """Read the people again; what is typed stays."""
        if self.view is None or not self.controller.may(Act.REGISTRATION) or self.controller.book.private is None:
            self._drop()
            self.show_empty(_NOT_ALLOWED)
            return
        self.show_empty(None)
        self._known.refresh()
        self.form.show_ema_number(asks_for_federation(self.view))
        book, by = self.controller.book, self.controller.user.by
        confirming, self._acts.confirming = self._acts.confirming, ()
        read_people = self.read_people

        def read() -> tuple[tuple[Person, ...], tuple[Person, ...]]:
            people, linked = read_linked(book, confirming, by, read_people)
            ids = {each.id for each in linked}
            return people, tuple(each for each in confirming if each.id not in ids)

        self.ask(read, self._show_read)

    def concerns(self, changes: Changes) -> bool:
        """Return whether the list of players, or who is here, may have changed."""
        return EVENT_STREAM in changes.streams

    def _changed(self, changes: Changes) -> None:
        facts = [entry.fact for entry in changes.entries]
        if facts and not self._stale and self.isVisible() and all(isinstance(each, AttendanceNoted) for each in facts):
            self._show_rows()  # nothing else has changed: reading everybody again takes long
        else:
            super()._changed(changes)

    def forget(self) -> None:
        """Drop everything that belonged to the previous event."""
        self.list_import.leave()
        self.shown.setCurrentIndex(0)
        self._drop()

    def focus_target(self) -> QWidget | None:
        """The list, or the form of a new person as long as nobody has registered."""
        if self.is_empty:
            return super().focus_target()
        if self.list_import.is_shown:
            return self.list_import.preview
        return self.table if self.table.rows else self.form.first_line()

    def fit(self, room: Room) -> None:
        """Make the panel narrower in a small window, so that names are whole beside it."""
        self.form.set_width(_PANEL if room.width >= WIDE_FROM else _NARROW_PANEL)

    def print_view(self) -> None:
        """Print the people who are shown."""
        if self.view is None or self.is_empty or not self.table.rows:
            self.controller.messages.noted.emit(mark("Nobody is shown."))
        else:
            show_table(self.controller, self.view, self._chosen.label, self.table, self)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current person and for the list."""
        if self.is_empty:
            return ()
        if self.list_import.is_shown:
            return [entries_of(self.list_import.preview.panel.add)]
        person = self.current
        here, noted = person is not None, person is not None and bool(person.id)
        plays = person is not None and bool(person.number)
        state = person.registration.state if person is not None else None
        check_in = self.controller.book.view.state.phone_check_in
        links = check_in is not None and check_in.allowed
        of_person = [
            MenuEntry(mark("Change"), lambda: self._edit(self.table.current_row), "Return", here),
            MenuEntry(mark("Check in or undo check-in"), self._acts.toggle_presence, "Space", plays),
            MenuEntry(mark("Paid in full"), self._acts.pay, "P", here),
            MenuEntry(mark("Confirm"), self._acts.confirm_current, "C",
                      state not in (None, RegistrationState.CONFIRMED)),
            MenuEntry(mark("Put on the waiting list"), self._acts.let_wait, "W", here and not plays),
            MenuEntry(mark("Cancel the registration"), self._acts.ask_to_cancel, "Del",
                      state not in (None, RegistrationState.CANCELLED)),
            MenuEntry(mark("Copy the personal link"), self._acts.copy_link, enabled=links and plays),
            MenuEntry(mark("New personal link…"), self._acts.ask_for_new_link, enabled=links and plays),
            MenuEntry(mark("Export this person’s data…"), self._acts.ask_to_export, enabled=here),
            MenuEntry(mark("Erase the person…"), self._acts.ask_to_erase, "Shift+Del", noted),
        ]  # fmt: skip
        waiting = any(each.registration.state is RegistrationState.WAITING for each in self.people)
        whole = [
            MenuEntry(mark("New registration"), self._begin_new, "Ins"),
            MenuEntry(mark("Import a file"), self.list_import.choose_file, "Ctrl+I"),
            MenuEntry(mark("Confirm the first of the waiting list"), self._acts.confirm_next, "N", waiting),
            MenuEntry(mark("Confirm everybody who is registered"), self._acts.confirm_registered),
            MenuEntry(mark("Paper “At the door”…"), partial(self._show_paper, mark("At the door"), at_the_door)),
            MenuEntry(
                mark("Cards with personal links…"),
                partial(self._show_paper, mark("Cards with personal links"), link_cards),
                enabled=links,
            ),
            MenuEntry(
                mark("Personal links to send…"),
                partial(self._show_paper, mark("Personal links"), links_to_send),
                enabled=links,
            ),
        ]
        return [of_person, whole, table_entries(self.table)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the list, and the answer to a question."""
        if watched is self.table and event.type() is QEvent.Type.FocusIn:
            self._follow(self.table.current_row)
        if watched is not self.table or not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        if self._asked is not None:
            asked, self._asked = self._asked, None
            self.notice.hide()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                asked()
                return True
            return event.key() == Qt.Key.Key_Escape  # any other key also does what it does in the list
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
            return False
        act = self._of_keys.get((Qt.Key(event.key()), modifiers == Qt.KeyboardModifier.ShiftModifier))
        if act is None:
            return False
        act()
        return True

    def _show_paper(self, title: Text, make: Callable[[View, Sequence[Person], datetime], Document]) -> None:
        """Show a paper about everybody."""
        view, people = self.view, self.people
        if view is not None:
            show_built(self.controller, view, title, lambda view, options: make(view, people, options.printed), self)

    # The list

    @property
    def _chosen(self) -> Shown:
        return Shown(self.shown.currentData() or Shown.EVERYBODY.value)

    @property
    def current(self) -> Person | None:
        current = self.table.current_row
        return current.person if current is not None else None

    def _drop(self) -> None:
        self.people, self._asked, self.read_people = (), None, PeopleReader()
        self._acts.forget()
        self._calls.forget()
        self.table.show_rows(())
        self.form.show_person(Person(Registration()))
        for part in (self.notice, self.copy_letter):
            part.hide()
        self.search.clear()

    def _show_read(self, found: tuple[tuple[Person, ...], tuple[Person, ...]]) -> None:
        """Show everybody; the others were added to the list of players, but not yet at the host."""
        people, waiting = found
        self._acts.confirming = (*waiting, *self._acts.confirming)
        self._show(people)

    def _show(self, people: tuple[Person, ...]) -> None:
        self.people = people
        self.form.show_headings(own_headings(people))
        self._show_rows()
        if self.form.unsaved:
            return
        shown = self.form.person
        again = next((each for each in people if each.id == shown.id and each.number == shown.number), None)
        if again is None or not (again.id or again.number):
            self._follow(self.table.current_row)
        elif again != shown:
            self.form.show_person(again)

    def _show_rows(self) -> None:
        view = self.view
        if view is None or self.is_empty:
            return
        self.table.show_rows(rows_of(view, self.people, self._chosen))
        self.sums.set_text(sums_text(sums_of(self.people), currency_of(view)))
        if self.table.rows and not self.table.currentIndex().isValid():
            self.table.select_line(0)

    def _find(self, typed: str) -> None:
        self.table.set_search(typed)
        count = self.table.model().rowCount()
        self.search.show_found(count)
        if count:
            self.table.select_line(0)

    def _leave_search(self) -> None:
        self.search.clear()
        self.table.setFocus()

    # Changes

    def _check_in_found(self) -> None:
        """Check in whom the code of a badge or a number names, as a scanner types it; else move to the list."""
        typed, view = self.search.text().strip(), self.controller.book.view
        number = badge_number(typed, view)
        if isinstance(number, Text):
            self.tell(NoticeKind.WARN, number)
            self.search.selectAll()
            return
        codes = [each for each in self.people if each.number
                 and (each.number == number or typed in (str(each.number), each.registration.ema_number))]  # fmt: skip
        if len(codes) != 1 or not self.controller.may(Act.ATTENDANCE):
            self.table.setFocus()
            return
        person = codes[0]
        if person.number not in view.state.present:
            attempt(self.controller, NoteAttendance((person.number,)))
        self.search.clear()
        self.table.select(PersonRow(person, present=True).key)
        if not self.form.unsaved:
            self.form.show_person(person)
        text = mark("{number} {name} is here.", number=person.number, name=person.registration.name)
        self.tell(NoticeKind.OK, text, self._acts.open_points(person))

    def _edit(self, chosen: PersonRow | None) -> None:
        if chosen is not None and not self.is_empty:
            self.form.show_person(chosen.person)
            self._go_to_form()

    def _follow(self, current: PersonRow | None) -> None:
        if current is not None and not self.form.unsaved and self.table.hasFocus():
            self.form.show_person(current.person)

    def _begin_new(self) -> None:
        if not self.is_empty:
            due = max((each for each in self.people if each.registration.due and not each.number),
                      key=lambda each: each.registration.order, default=None)  # fmt: skip
            noted = Registration(due=due.registration.due if due is not None else 0)
            self.form.show_person(Person(noted))
            self._go_to_form()

    def _go_to_form(self) -> None:
        self.show_side_of(self.form)
        line = self.form.first_line()
        line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_form(self) -> None:
        current = self.current
        self.form.show_person(current if current is not None else Person(Registration()))
        self.show_side_of(self.table)
        self.table.setFocus()

    def _save(self) -> None:
        after, before = self.form.read(), self.form.person
        if after is None:
            return
        book, by, read_people = self.controller.book, self.controller.user.by, self.read_people

        def saved(person: Person) -> None:
            self.show_saved(person)
            if before.id or before.number:
                self._leave_form()
            else:
                self._begin_new()

        self.ask(lambda: save_person(book, before, after, by, read_people), saved, in_form=True)

    def show_saved(self, person: Person) -> None:
        """Show ``person`` as they were saved; on a shared event read the others again too."""
        copying_of(self.controller).note_change()
        self.notice.hide()
        if self.controller.book.shared:
            self.invalidate()
            return
        before = self.people
        noted = [each for each in before if each.id]
        at = next((place for place, each in enumerate(noted) if each.id == person.id), len(noted))
        others = [each for each in before if not each.id and (not person.number or each.number != person.number)]
        self._show((*noted[:at], person, *noted[at + 1 :], *others))

    def show_erased(self) -> None:
        """Show nothing of somebody who was erased, and offer the letter to them."""
        self.copy_letter.show()
        self.form.show_person(Person(Registration()))
        self.invalidate()

    # Questions to the store

    def ask(self, call: Callable[[], Found], then: Callable[[Found], None], *, in_form: bool = False,
             in_background: bool = False) -> None:  # fmt: skip
        """Call the store, then ``then`` with its answer. A host that is asked, and copies, may take a while."""
        in_background = in_background or self.controller.book.shared
        self._calls.ask(call, then, lambda error: self.failed(error, in_form=in_form), in_background=in_background)

    def failed(self, error: Exception, *, in_form: bool) -> None:
        match error:
            case RegistrationChanged() if in_form and error.theirs is not None:
                self.form.stand_on(error.theirs)
                keys = mark(
                    "{yes} save what is typed here   {no} show what is stored", yes=Key("Return"), no=Key("Esc")
                )
                self.form.tell(NoticeKind.WARN, error.text, keys)
            case RegistrationChanged():
                if in_form:  # the person was erased: nothing of them stays in view
                    self.form.show_person(Person(Registration()))
                self.tell(NoticeKind.WARN, error.text)
                self.invalidate()
            case Refused() if in_form:
                self.form.refuse(error.problems[0])
            case Refused() if self.list_import.is_shown:
                self.list_import.refuse(error.problems[0].text)
            case Refused():
                self.tell(NoticeKind.DANGER, error.problems[0].text)
            case StoreUnavailable() | StoreDamaged() if self.list_import.is_shown:
                self.list_import.refuse(error.text)
            case StoreUnavailable() | StoreDamaged():
                self.tell(NoticeKind.DANGER, error.text)
            case OSError():
                text = mark("The file cannot be written: {reason}.", reason=error.strerror or str(error))
                self.tell(NoticeKind.DANGER, text)
            case _:
                raise error

    def question(self, text: Text, act: Callable[[], None]) -> None:
        self._asked = act
        self.tell(NoticeKind.WARN, text, mark("{yes} yes   {no} no", yes=Key("Return"), no=Key("Esc")))

    def tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.copy_letter.hide()
        self.notice.show_notice(kind, title, body)
        self.notice.show()
