"""The page Registration desk: who registered, what they paid and eat. Only the organiser sees it.

The data of people are read from the private store of the event, which on a shared event is at its host. Nothing of them
is kept by the page beyond what it shows, or put into a crash report.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from reports.sheets.door import at_the_door, link_cards, links_to_send
from tournament.event.problem import Refused
from tournament.event.registration import Registration, RegistrationState
from tournament.event.role import Act
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.use_cases import Changes, StoreDamaged, StoreUnavailable
from tournament.use_cases.commands import AddPlayers, NoteAttendance, SetPhoneCheckIn
from tournament.use_cases.erasure import Erasure, erase, letter
from tournament.use_cases.phone_check_in import link_address
from tournament.use_cases.ports import CopyErasure
from tournament.use_cases.private_data import (
    Person,
    RegistrationChanged,
    add_people,
    cancelling_command,
    link_players,
    note_cancelled,
    players_to_add,
    read_people,
    save_person,
    sums_of,
    to_confirm,
)
from tournament.use_cases.progress import asks_for_federation
from ui.desktop.controller import EventController
from ui.desktop.copying import copying_of
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.kit.table import TableView
from ui.desktop.pages.registration.list_import import RegistrationImport
from ui.desktop.pages.registration.papers import DeskPapers, person_export
from ui.desktop.pages.registration.person_form import PersonForm, own_headings
from ui.desktop.pages.registration.rows import COLUMNS, PersonRow, Shown, currency_of, rows_of, sums_text
from ui.desktop.pages.registration.store_calls import StoreCalls
from ui.desktop.pages.report_dialogs import show_table
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import EmptyState, Notice, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
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
        self._confirming: tuple[Person, ...] = ()
        """Who was added to the list of players and is linked with it when that is written."""
        self._asked: Callable[[], None] | None = None
        """What Enter does, while the notice asks a question."""
        self._calls = StoreCalls(self)
        self.list_import = RegistrationImport(self, self._note_list)
        self._papers = DeskPapers(self, lambda: self.people)
        self.table = TableView(mark("People"), COLUMNS, key=lambda row: row.key, searched=True)
        self.form = PersonForm()
        self.form.set_width(_PANEL)
        self.shown = ChoiceBox(mark("Show"))
        self.shown.set_choices([(each.value, each.label) for each in Shown])
        self.search = SearchField(mark("Find a person"), key="Ctrl+F")
        self.search.setFixedWidth(240)
        self.new = OutlineButton(mark("New registration"), shortcut="Ins")
        self.copy_letter = OutlineButton(mark("Copy the letter to the person"))
        self.copy_letter.hide()
        self._letter = ""
        self.sums = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True, wrap=True)
        self.notice = Notice(NoticeKind.INFO)
        self.notice.hide()
        head = row(
            TextLabel(mark("Registration desk"), kind=Type.PAGE_TITLE), None, self.shown, self.search, spacing=12
        )
        below = row(stretched(self.notice), self.copy_letter, spacing=12)
        keys = row(*(KeyText(text) for text in _KEYS), None, spacing=18)
        margins = (Size.PAGE_MARGIN, Size.PAGE_MARGIN, Size.PAGE_MARGIN, 12)
        sums = row(stretched(self.sums), self.new)
        parts = head, self.list_import.bar, sums, stretched(self.table), below, keys
        content = column(*parts, spacing=12, margins=margins)
        empty = EmptyState(_NOT_ALLOWED, mark("Back to the players"), shortcut="Return")
        empty.activated.connect(lambda: controller.navigation.page_wanted.emit("players"))
        self.lay_out(boxed(content), panel=self.form, sides=(mark("Registration desk"), mark("Person")), empty=empty)
        self._listen()

    def _listen(self) -> None:
        self._acts: dict[tuple[Qt.Key, bool], Callable[[], None]] = {
            (Qt.Key.Key_Space, False): self._toggle,
            (Qt.Key.Key_P, False): self._pay,
            (Qt.Key.Key_C, False): self._confirm_current,
            (Qt.Key.Key_N, False): self._confirm_next,
            (Qt.Key.Key_W, False): self._let_wait,
            (Qt.Key.Key_Delete, False): self._ask_to_cancel,
            (Qt.Key.Key_Delete, True): self._ask_to_erase,
            (Qt.Key.Key_F2, False): lambda: self._edit(self.table.current_row),
        }
        self.table.installEventFilter(self)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.shown.currentIndexChanged.connect(lambda _index: self._show_rows())
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._check_in_found)
        self.new.clicked.connect(self._begin_new)
        self.copy_letter.clicked.connect(self._copy)
        self.table.row_chosen.connect(self._edit)
        self.table.row_changed.connect(self._follow)
        self.form.submitted.connect(self._save)
        self.form.left.connect(self._leave_form)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)
        self.list_import.refused.connect(lambda text: self._tell(NoticeKind.DANGER, text))
        QShortcut(QKeySequence("Ctrl+I"), self).activated.connect(self._import)
        QShortcut(QKeySequence("Ins"), self).activated.connect(self._begin_new)

    # What the window asks of every page

    def refresh(self) -> None:
        """Read the people again; what is typed stays."""
        if self.view is None or not self.controller.may(Act.REGISTRATION) or self.controller.book.private is None:
            self._drop()
            self.show_empty(_NOT_ALLOWED)
            return
        self.show_empty(None)
        self.form.show_ema_number(asks_for_federation(self.view))
        book, by = self.controller.book, self.controller.user.by
        confirming, self._confirming = self._confirming, ()

        def read() -> tuple[tuple[Person, ...], tuple[Person, ...]]:
            linked = {each.id for each in link_players(book, confirming, by)}
            return read_people(book, by), tuple(each for each in confirming if each.id not in linked)

        self._ask(read, self._show_read)

    def concerns(self, changes: Changes) -> bool:
        """Return whether the list of players, or who is here, may have changed."""
        return EVENT_STREAM in changes.streams

    def forget(self) -> None:
        """Drop everything that belonged to the previous event."""
        self.list_import.leave()
        self._confirming = ()
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
        person = self._current
        here, noted = person is not None, person is not None and bool(person.id)
        plays = person is not None and bool(person.number)
        state = person.registration.state if person is not None else None
        check_in = self.controller.book.view.state.phone_check_in
        links = check_in is not None and check_in.allowed
        of_person = [
            MenuEntry(mark("Change"), lambda: self._edit(self.table.current_row), "Return", here),
            MenuEntry(mark("Check in or undo check-in"), self._toggle, "Space", plays),
            MenuEntry(mark("Paid in full"), self._pay, "P", here),
            MenuEntry(mark("Confirm"), self._confirm_current, "C", state not in (None, RegistrationState.CONFIRMED)),
            MenuEntry(mark("Put on the waiting list"), self._let_wait, "W", here and not plays),
            MenuEntry(mark("Cancel the registration"), self._ask_to_cancel, "Del",
                      state not in (None, RegistrationState.CANCELLED)),
            MenuEntry(mark("Copy the personal link"), self._copy_link, enabled=links and plays),
            MenuEntry(mark("New personal link…"), self._ask_for_new_link, enabled=links and plays),
            MenuEntry(mark("Export this person’s data…"), self._ask_to_export, enabled=here),
            MenuEntry(mark("Erase the person…"), self._ask_to_erase, "Shift+Del", noted),
        ]  # fmt: skip
        waiting = any(each.registration.state is RegistrationState.WAITING for each in self.people)
        whole = [
            MenuEntry(mark("New registration"), self._begin_new, "Ins"),
            MenuEntry(mark("Import a file"), self._import, "Ctrl+I"),
            MenuEntry(mark("Confirm the first of the waiting list"), self._confirm_next, "N", waiting),
            MenuEntry(mark("Confirm everybody who is registered"), self._confirm_registered),
            MenuEntry(mark("Paper “At the door”…"), partial(self._papers.show, mark("At the door"), at_the_door)),
            MenuEntry(
                mark("Cards with personal links…"),
                partial(self._papers.show, mark("Cards with personal links"), link_cards),
                enabled=links,
            ),
            MenuEntry(
                mark("Personal links to send…"),
                partial(self._papers.show, mark("Personal links"), links_to_send),
                enabled=links,
            ),
        ]
        return [of_person, whole, table_entries(self.table)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the list, and the answer to a question."""
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
        act = self._acts.get((Qt.Key(event.key()), modifiers == Qt.KeyboardModifier.ShiftModifier))
        if act is None:
            return False
        act()
        return True

    # The list

    @property
    def _chosen(self) -> Shown:
        return Shown(self.shown.currentData() or Shown.EVERYBODY.value)

    @property
    def _current(self) -> Person | None:
        current = self.table.current_row
        return current.person if current is not None else None

    def _drop(self) -> None:
        self.people, self._asked, self._letter = (), None, ""
        self._calls.forget()
        self.table.show_rows(())
        self.form.show_person(Person(Registration()))
        for part in (self.notice, self.copy_letter):
            part.hide()
        self.search.clear()

    def _show_read(self, found: tuple[tuple[Person, ...], tuple[Person, ...]]) -> None:
        """Show everybody; the others were added to the list of players, but not yet at the host."""
        people, waiting = found
        self._confirming = (*waiting, *self._confirming)
        self._show(people)

    def _show(self, people: tuple[Person, ...]) -> None:
        self.people = people
        self.form.show_headings(own_headings(people))
        self._show_rows()
        if self.form.unsaved:
            return
        shown = self.form.person
        again = next((each for each in people if each.id == shown.id and each.number == shown.number), None)
        if again is not None and again != shown and (again.id or again.number):
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
        if self.table.model().rowCount():
            self.table.select_line(0)

    def _check_in_found(self) -> None:
        """Check in whom the code of a badge or a number names, as a scanner types it; else move to the list."""
        typed, view = self.search.text().strip(), self.controller.book.view
        number = badge_number(typed, view)
        if isinstance(number, Text):
            self._tell(NoticeKind.WARN, number)
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
        text = mark("{number} {name} is here.", number=person.number, name=person.registration.name)
        self._tell(NoticeKind.OK, text, self._open_points(person))

    def _open_points(self, person: Person) -> Text | str:
        from tournament.use_cases.private_data import owed, price_text

        return mark("Still owes {amount}.", amount=price_text(owed(person))) if owed(person) else ""

    def _toggle(self) -> None:
        person = self._current
        if person is None or not self.controller.may(Act.ATTENDANCE):
            return
        if not person.number:
            self._tell(NoticeKind.WARN, mark("{name} has no place yet: confirm them first.",
                                             name=person.registration.name))  # fmt: skip
            return
        present = person.number not in self.controller.book.view.state.present
        attempt(self.controller, NoteAttendance((person.number,), present))

    # Changes

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
        current = self._current
        self.form.show_person(current if current is not None else Person(Registration()))
        self.show_side_of(self.table)
        self.table.setFocus()

    def _save(self) -> None:
        after, before = self.form.read(), self.form.person
        if after is None:
            return
        book, by = self.controller.book, self.controller.user.by

        def saved(person: Person) -> None:
            self._show_saved(person)
            if before.id or before.number:
                self._leave_form()
            else:
                self._begin_new()

        self._ask(lambda: save_person(book, before, after, by), saved, in_form=True)

    def _import(self) -> None:
        if not self.is_empty:
            self.list_import.choose_file()

    def _note_list(self, coming: tuple[Registration, ...]) -> None:
        book, by = self.controller.book, self.controller.user.by
        self._ask(lambda: add_people(book, coming, by), self._noted_list, in_background=True)

    def _noted_list(self, found: tuple[tuple[Person, ...], tuple[str, ...]]) -> None:
        people, known = found
        self.list_import.leave()
        copying_of(self.controller).note_change()
        title = mark_count("{count} registration added.", "{count} registrations added.", len(people))
        already = mark_count("{count} person was registered already: {names}",
                             "{count} people were registered already: {names}", len(known),
                             names=known[:20]) if known else ""  # fmt: skip
        self.invalidate()
        self._tell(NoticeKind.OK, title, already)

    def _note(self, person: Person, after: Registration) -> None:
        book, by = self.controller.book, self.controller.user.by
        self._ask(lambda: save_person(book, person, after, by), self._show_saved)

    def _pay(self) -> None:
        person = self._current
        if person is None:
            return
        noted = person.registration
        if not noted.due:
            self._tell(NoticeKind.WARN, mark("No fee is noted for {name}.", name=noted.name))
        elif noted.paid < noted.due:
            self._note(person, replace(noted, paid=noted.due, paid_on=datetime.now().astimezone().date()))

    def _let_wait(self) -> None:
        person = self._current
        if person is not None and not person.number:
            self._note(person, replace(person.registration, state=RegistrationState.WAITING))

    def _confirm_current(self) -> None:
        person = self._current
        if person is not None and not person.number:
            self._confirm((person,))

    def _confirm_next(self) -> None:
        waiting = (each for each in self.people if each.registration.state is RegistrationState.WAITING)
        first = next(waiting, None)
        if first is not None:
            self._confirm((first,))

    def _confirm_registered(self) -> None:
        coming = [each for each in self.people if each.registration.state is RegistrationState.REGISTERED]
        if coming:
            self._confirm(tuple(coming))

    def _confirm(self, coming: tuple[Person, ...]) -> None:
        """Confirm people as they are stored now, which another desk may have changed since they were shown."""
        book, by = self.controller.book, self.controller.user.by
        self._ask(lambda: read_people(book, by), lambda everybody: self._add(everybody, coming))

    def _add(self, everybody: tuple[Person, ...], shown: tuple[Person, ...]) -> None:
        try:
            coming = to_confirm(everybody, shown)
        except RegistrationChanged as changed:
            self._failed(changed, in_form=False)
            return
        if not coming:  # another desk has confirmed them
            self.invalidate()
            return
        new = players_to_add(self.controller.book.view, everybody, coming)
        before, self._confirming = self._confirming, (*self._confirming, *coming)
        problems = attempt(self.controller, AddPlayers(new, "")) if new else ()
        if problems:
            self._confirming = before
            self._tell(NoticeKind.DANGER, problems[0].text)
            return
        names = listed(each.registration.name for each in coming[:4])
        self._tell(NoticeKind.OK, mark_count("{count} person confirmed: {names}", "{count} people confirmed: {names}",
                                             len(coming), names=names))  # fmt: skip
        if self._confirming:  # else the page was read again with the new players
            self.invalidate()

    def _ask_to_cancel(self) -> None:
        person = self._current
        if person is not None and person.registration.state is not RegistrationState.CANCELLED:
            text = mark("Cancel the registration of {name}?", name=person.registration.name)
            self._question(text, lambda: self._cancel(person))

    def _cancel(self, person: Person) -> None:
        command = cancelling_command(self.controller.book.view, person)
        problems = attempt(self.controller, command) if command is not None else ()
        if problems:
            self._tell(NoticeKind.DANGER, problems[0].text)
            return
        book, by = self.controller.book, self.controller.user.by
        self._ask(lambda: note_cancelled(book, person, by), self._show_saved)

    def _copy_link(self) -> None:
        person = self._current
        if person is not None and person.number:
            QGuiApplication.clipboard().setText(link_address(self.controller.book.view, person.number))
            text = mark("The personal link of {name} is on the clipboard.", name=person.registration.name)
            self.controller.messages.noted.emit(text)

    def _ask_for_new_link(self) -> None:
        person = self._current
        if person is not None and person.number:
            text = mark("Make a new personal link for {name}? The earlier one checks nobody in any more.",
                        name=person.registration.name)  # fmt: skip
            self._question(text, lambda: self._renew_link(person))

    def _renew_link(self, person: Person) -> None:
        now = self.controller.book.view.state.phone_check_in
        if now is None:
            return
        problems = attempt(self.controller, SetPhoneCheckIn(now.allowed, now.address, now.key, (person.number,)))
        if problems:
            self._tell(NoticeKind.DANGER, problems[0].text)
            return
        QGuiApplication.clipboard().setText(link_address(self.controller.book.view, person.number))
        text = mark("The new personal link of {name} is on the clipboard.", name=person.registration.name)
        self._tell(NoticeKind.OK, text)

    def _ask_to_export(self) -> None:
        person, view = self._current, self.view
        path = self._papers.path_of_data(person) if person is not None else None
        if person is not None and view is not None and path is not None:
            self._ask(person_export(view, person, path), self._exported, in_background=True)

    def _exported(self, path: Path) -> None:
        self._tell(NoticeKind.OK, mark("Written to {path}", path=str(path)))

    def _ask_to_erase(self) -> None:
        person = self._current
        if person is not None and person.id:
            text = mark("Erase everything that is noted about {name}, in the event and its copies?",
                        name=person.registration.name)  # fmt: skip
            self._question(text, lambda: self._erase(person))

    def _erase(self, person: Person) -> None:
        book, by = self.controller.book, self.controller.user.by
        self._ask(lambda: erase(book, person, by), self._erased, in_background=True)

    def _erased(self, found: tuple[Erasure, tuple[CopyErasure, ...]]) -> None:
        erasure, copies = found
        day, view = datetime.now().astimezone().date(), self.controller.book.view
        self._letter = "\n\n".join(map(translator.translate, letter(erasure, copies, view.settings.name, day)))
        left = [mark("{path}: {fate}", path=str(each.path), fate=each.fate.label) for each in copies if each.is_open]
        title = mark("{name} is erased. Copies written again or deleted: {count}.",
                     name=erasure.person.registration.name, count=len(copies) - len(left))  # fmt: skip
        self._tell(NoticeKind.WARN if left else NoticeKind.OK, title, listed(left) if left else "")
        self.copy_letter.show()
        self.form.show_person(Person(Registration()))
        self.invalidate()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._letter)
        self.controller.messages.noted.emit(mark("The letter is on the clipboard."))

    def _show_saved(self, person: Person) -> None:
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

    # Questions to the store

    def _ask(self, call: Callable[[], Found], then: Callable[[Found], None], *, in_form: bool = False,
             in_background: bool = False) -> None:  # fmt: skip
        """Call the store, then ``then`` with its answer. A host that is asked, and copies, may take a while."""
        in_background = in_background or self.controller.book.shared
        self._calls.ask(call, then, lambda error: self._failed(error, in_form=in_form), in_background=in_background)

    def _failed(self, error: Exception, *, in_form: bool) -> None:
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
                self._tell(NoticeKind.WARN, error.text)
                self.invalidate()
            case Refused() if in_form:
                self.form.refuse(error.problems[0])
            case Refused() if self.list_import.is_shown:
                self.list_import.refuse(error.problems[0].text)
            case Refused():
                self._tell(NoticeKind.DANGER, error.problems[0].text)
            case StoreUnavailable() | StoreDamaged() if self.list_import.is_shown:
                self.list_import.refuse(error.text)
            case StoreUnavailable() | StoreDamaged():
                self._tell(NoticeKind.DANGER, error.text)
            case OSError():
                text = mark("The file cannot be written: {reason}.", reason=error.strerror or str(error))
                self._tell(NoticeKind.DANGER, text)
            case _:
                raise error

    def _question(self, text: Text, act: Callable[[], None]) -> None:
        self._asked = act
        self._tell(NoticeKind.WARN, text, mark("{yes} yes   {no} no", yes=Key("Return"), no=Key("Esc")))

    def _tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.copy_letter.hide()
        self.notice.show_notice(kind, title, body)
        self.notice.show()
