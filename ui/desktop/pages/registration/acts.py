"""What is done to a person at the registration desk: check-in, payment, confirming, cancelling, links, erasure."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem, Refused
from tournament.event.registration import Registration, RegistrationState, changed_fields, registration_label
from tournament.event.role import Act
from tournament.files.user_folders import documents_folder
from tournament.files.writing import write_whole
from tournament.language import Text, listed, listed_first, mark, mark_count
from tournament.use_cases import View
from tournament.use_cases.commands import AddPlayers, NoteAttendance, SetPhoneCheckIn
from tournament.use_cases.copies import safe_name
from tournament.use_cases.erasure import Erasure, erase, letter
from tournament.use_cases.event_setup import NOBODY_CAN_JOIN, late_remarks, sessions_to_join
from tournament.use_cases.person_export import person_json
from tournament.use_cases.phone_check_in import link_address
from tournament.use_cases.ports import CopyErasure
from tournament.use_cases.private_data import (
    NOBODY_WAITS,
    PeopleReader,
    Person,
    RegistrationChanged,
    cancelling_command,
    note_cancelled,
    owed,
    players_to_add,
    save_person,
    to_confirm,
    waiting_list,
)
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_new_json, folder_of
from ui.desktop.kit.actions import attempt
from ui.desktop.pages.registration.rows import PeopleTable, amount_written
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import NoticeKind

Found = TypeVar("Found")
_NAMED = 4
"""The most people named in a notice."""
_Erased = tuple[Erasure, tuple[CopyErasure, ...]]
"""What was erased, and what became of each copy."""


class Desk(Protocol):
    """The page of the registration desk, as far as the actions need it."""

    table: PeopleTable
    """The list of people."""
    people: tuple[Person, ...]
    """Everybody, as they were read."""
    read_people: PeopleReader
    """Reads them again."""

    @property
    def current(self) -> Person | None:
        """The person at the cursor."""

    def ask(self, call: Callable[[], Found], then: Callable[[Found], None], *, in_form: bool = ...,
            in_background: bool = ...) -> None:  # fmt: skip
        """Call the store, then ``then`` with its answer, or :meth:`failed` with what it raised."""

    def failed(self, error: Exception, *, in_form: bool) -> None:
        """Show why nothing was done."""

    def question(self, text: Text, act: Callable[[], None]) -> None:
        """Ask ``text``; Enter then calls ``act``."""

    def tell(self, kind: NoticeKind, title: Text, body: Text | str = ...) -> None:
        """Show a notice below the list."""

    def show_saved(self, person: Person) -> None:
        """Show ``person`` as they were saved."""

    def show_erased(self) -> None:
        """Show that somebody was erased, and offer the letter to them."""

    def invalidate(self) -> None:
        """Read the people again."""


class DeskActs:
    """The actions of the registration desk, most of them on the person at its cursor."""

    def __init__(self, desk: Desk, controller: EventController, window: QWidget) -> None:
        """``window`` is the parent of dialogs."""
        self._desk, self._controller, self._window = desk, controller, window
        self.confirming: tuple[Person, ...] = ()
        """Who was added to the list of players and is linked with it when that is written."""
        self._letter = ""

    def forget(self) -> None:
        """Drop everything that belonged to the previous event."""
        self.confirming, self._letter = (), ""

    @staticmethod
    def open_points(person: Person) -> Text | str:
        """Return what ``person`` still owes; empty for nothing."""
        return mark("Still owes {amount}.", amount=amount_written(owed(person))) if owed(person) else ""

    def toggle_presence(self) -> None:
        """Check the current person in, or undo that."""
        person = self._desk.current
        if person is None or not self._controller.may(Act.ATTENDANCE):
            return
        if not person.number:
            self._desk.tell(NoticeKind.WARN, mark("{name} has no place yet: confirm them first.",
                                             name=person.registration.name))  # fmt: skip
            return
        present = person.number not in self._controller.book.view.state.present
        attempt(self._controller, NoteAttendance((person.number,), present))

    def pay(self) -> None:
        """Note that the current person paid the whole fee today."""
        person = self._desk.current
        if person is None:
            return
        noted = person.registration
        if noted.state is RegistrationState.CANCELLED and noted.paid < noted.due:
            self._desk.tell(NoticeKind.WARN, mark("{name} cancelled, and owes nothing.", name=noted.name))
        elif not noted.due:
            self._desk.tell(NoticeKind.WARN, mark("No fee is noted for {name}.", name=noted.name))
        elif noted.paid < noted.due:
            self._note(person, replace(noted, paid=noted.due, paid_on=datetime.now().astimezone().date()))

    def let_wait(self) -> None:
        """Put the current person on the waiting list."""
        person = self._desk.current
        if person is not None and self._has_no_place(person):
            self._note(person, replace(person.registration, state=RegistrationState.WAITING))

    def _note(self, person: Person, after: Registration) -> None:
        book, by, read_people = self._controller.book, self._controller.user.by, self._desk.read_people
        self._desk.ask(lambda: save_person(book, person, after, by, read_people), self._desk.show_saved)

    def confirm_current(self) -> None:
        """Confirm the current person."""
        person = self._desk.current
        if person is not None and self._has_no_place(person):
            self._confirm((person,))

    def _has_no_place(self, person: Person) -> bool:
        """Return whether ``person`` is not on the list of players; say so if they are."""
        if person.number:
            self._desk.tell(NoticeKind.WARN, mark("{name} has a place already.", name=person.registration.name))
        return not person.number

    def confirm_next(self) -> None:
        """Confirm the first of the waiting list."""
        first = next(waiting_list(self._desk.people), None)
        if first is not None:
            self._confirm((first,))
        else:
            self._desk.tell(NoticeKind.WARN, NOBODY_WAITS)

    def confirm_registered(self) -> None:
        """Confirm everybody who is registered."""
        coming = [each for each in self._desk.people if each.registration.state is RegistrationState.REGISTERED]
        if coming:
            self._confirm(tuple(coming))
        else:
            self._desk.tell(NoticeKind.WARN, mark("Nobody is registered without a place."))

    def _confirm(self, coming: tuple[Person, ...], first: int | None = None) -> None:
        """Confirm people as they are stored now, which another desk may have changed since they were shown.

        Once the draw is published, they take part from session ``first`` on.
        """
        book, by, read_people = self._controller.book, self._controller.user.by, self._desk.read_people
        self._desk.ask(lambda: read_people(book, by), lambda everybody: self._add(everybody, coming, first))

    def _add(self, everybody: tuple[Person, ...], shown: tuple[Person, ...], first: int | None) -> None:
        try:
            coming = to_confirm(everybody, shown)
        except RegistrationChanged as changed:
            self._desk.failed(changed, in_form=False)
            return
        if not coming:  # another desk has confirmed them
            self._desk.invalidate()
            return
        view = self._controller.book.view
        new = players_to_add(view, everybody, coming)
        names = listed_first([each.registration.name for each in coming], _NAMED)
        if new and view.list_closed and first is None:
            self._ask_from(view, coming, names)
            return
        before, self.confirming = self.confirming, (*self.confirming, *coming)
        problems = attempt(self._controller, AddPlayers(new, "", first)) if new else ()
        if problems:
            self.confirming = before
            self._desk.tell(NoticeKind.DANGER, problems[0].text)
            return
        text = mark_count(
            "{count} person confirmed: {names}", "{count} people confirmed: {names}", len(coming), names=names
        )
        self._desk.tell(NoticeKind.OK, text, listed(each.text for each in late_remarks(view, new, first)))
        if self.confirming:  # else the page was read again with the new players
            self._desk.invalidate()

    def _ask_from(self, view: View, coming: tuple[Person, ...], names: Text) -> None:
        """Ask whether ``coming`` take part from the next session on, now that the draw is published."""
        sessions = sessions_to_join(view)
        if not sessions:
            self._desk.tell(NoticeKind.WARN, NOBODY_CAN_JOIN)
            return
        text = mark(
            "The draw is published. Confirm from session {session} on: {names}?", session=sessions[0], names=names
        )
        self._desk.question(text, lambda: self._confirm(coming, sessions[0]))

    def ask_to_cancel(self) -> None:
        """Ask whether the current person cancels."""
        person = self._desk.current
        if person is not None and person.registration.state is not RegistrationState.CANCELLED:
            text = mark("Cancel the registration of {name}?", name=person.registration.name)
            self._desk.question(text, lambda: self._cancel(person))

    def _cancel(self, person: Person) -> None:
        command = cancelling_command(self._controller.book.view, person)
        problems = attempt(self._controller, command) if command is not None else ()
        if problems:
            self._desk.tell(NoticeKind.DANGER, problems[0].text)
            return
        book, by = self._controller.book, self._controller.user.by
        self._desk.ask(lambda: note_cancelled(book, person, by), self._desk.show_saved)

    def copy_link(self) -> None:
        """Copy the personal link of the current person."""
        person = self._desk.current
        if person is not None and person.number:
            QGuiApplication.clipboard().setText(link_address(self._controller.book.view, person.number))
            text = mark("The personal link of {name} is on the clipboard.", name=person.registration.name)
            self._controller.messages.noted.emit(text)

    def ask_for_new_link(self) -> None:
        """Ask whether the current person gets a new personal link."""
        person = self._desk.current
        if person is not None and person.number:
            text = mark("Make a new personal link for {name}? The earlier one checks nobody in any more.",
                        name=person.registration.name)  # fmt: skip
            self._desk.question(text, lambda: self._renew_link(person))

    def _renew_link(self, person: Person) -> None:
        now = self._controller.book.view.state.phone_check_in
        if now is None:
            return
        problems = attempt(self._controller, SetPhoneCheckIn(now.allowed, now.address, now.key, (person.number,)))
        if problems:
            self._desk.tell(NoticeKind.DANGER, problems[0].text)
            return
        QGuiApplication.clipboard().setText(link_address(self._controller.book.view, person.number))
        text = mark("The new personal link of {name} is on the clipboard.", name=person.registration.name)
        self._desk.tell(NoticeKind.OK, text)

    def ask_to_export(self) -> None:
        """Ask for a file, and write what the event has about the current person."""
        person, view = self._desk.current, self._controller.view
        if person is None or view is None:
            return
        folder = folder_of(self._controller.book.place) or documents_folder()
        path = choose_new_json(self._window, folder / f"{safe_name(person.registration.name)}.json")
        if path is not None:
            self._desk.ask(_person_export(view, person, path), self._exported, in_background=True)

    def _exported(self, path: Path) -> None:
        self._desk.tell(NoticeKind.OK, mark("Written to {path}", path=str(path)))

    def ask_to_erase(self) -> None:
        """Ask whether everything that is noted about the current person is erased."""
        person = self._desk.current
        if person is not None and person.id:
            text = mark("Erase everything that is noted about {name}, in the event and its copies?",
                        name=person.registration.name)  # fmt: skip
            self._desk.question(text, lambda: self._erase(person))

    def _erase(self, person: Person) -> None:
        book, by = self._controller.book, self._controller.user.by

        def erased() -> _Erased | RegistrationChanged:
            try:
                return erase(book, person, by)
            except RegistrationChanged as changed:
                if changed.theirs is None:
                    raise
                return changed

        self._desk.ask(erased, self._erased, in_background=True)

    def _erased(self, found: _Erased | RegistrationChanged) -> None:
        if isinstance(found, RegistrationChanged):
            self._ask_to_erase_changed(found)
            return
        erasure, copies = found
        day, view = datetime.now().astimezone().date(), self._controller.book.view
        self._letter = "\n\n".join(map(translator.translate, letter(erasure, copies, view.settings.name, day)))
        left = [mark("{path}: {fate}", path=str(each.path), fate=each.fate.label) for each in copies if each.is_open]
        title = mark("{name} is erased. Copies written again or deleted: {count}.",
                     name=erasure.person.registration.name, count=len(copies) - len(left))  # fmt: skip
        said = (*left, *erasure.found_texts)
        self._desk.tell(NoticeKind.WARN if said else NoticeKind.OK, title, listed(said) if said else "")
        self._desk.show_erased()

    def _ask_to_erase_changed(self, changed: RegistrationChanged) -> None:
        """Ask whether what another desk noted meanwhile is erased, too."""
        theirs = changed.theirs
        assert theirs is not None
        fields = changed_fields(changed.mine, theirs.registration)
        text = mark("Another desk changed {name} meanwhile: {fields}. Erase everything, with this?",
                    name=theirs.registration.name, fields=listed(map(registration_label, fields)))  # fmt: skip
        self._desk.question(text, lambda: self._erase(theirs))

    def copy_letter(self) -> None:
        """Copy the letter to the person who was erased."""
        QGuiApplication.clipboard().setText(self._letter)
        self._controller.messages.noted.emit(mark("The letter is on the clipboard."))


def _person_export(view: View, person: Person, path: Path) -> Callable[[], Path]:
    """Return what writes the data of ``person`` to ``path`` in another thread, and returns the path.

    It raises Refused if there is such a file, OSError if it cannot be written.
    """
    own, translate = View(view.journal, view.memory.copy(), damaged=view.damaged), translator.translate

    def export() -> Path:
        if path.exists():
            text = mark("“{path}” already exists: choose another name. Nothing was changed.", path=str(path))
            raise Refused(Problem("file-exists", text, "out"))
        write_whole(path, person_json(own, person, translate))
        return path

    return export
