"""The page Members: the people of the directory at the left, one of them at the right.

Nothing of them is kept by the page beyond what it shows, or put into a crash report.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from reports.member_files import MEMBER_COLUMNS, found_members, people_on_list, write_member, write_members
from tournament.event.problem import Problem, Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, listed, mark, mark_count, mark_in
from tournament.members.joining import DirectoryComparison, ListedPerson, compare
from tournament.members.matching import MemberIndex
from tournament.members.member import Directory, DirectoryMember
from tournament.use_cases import StoreDamaged, StoreUnavailable
from tournament.use_cases.copies import safe_name
from ui.desktop.bootstrap import look_at_book, open_members
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import ENDING, choose_new_json, choose_new_list, choose_people
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.kit.store_calls import StoreCalls
from ui.desktop.kit.table import SearchedRows, TableColumn, TableView
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.pages.members.duplicates_view import DuplicatePair, DuplicatesView, pairs_of
from ui.desktop.pages.members.form import NOBODY, MemberForm
from ui.desktop.pages.members.join_view import JoinView
from ui.desktop.pages.members.place_line import PlaceLine
from ui.desktop.preferences import members_database
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.keys import DOWN, ENTER, ESCAPE, Key, KeyText, answer_keys, keys_of
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched

_PANEL, _NARROW_PANEL = 420, 330
"""Width of the panel, in pixels."""
_DUPLICATES, _IMPORT, _EXPORT = "Ctrl+D", "Ctrl+I", "Ctrl+S"
Found = TypeVar("Found")
_WIDTHS = {"player": 64, "ema_number": 108}
_COLUMNS = tuple(TableColumn.showing(each, width=_WIDTHS.get(each.name, 0)) for each in MEMBER_COLUMNS)


class _ReadPeople(NamedTuple):
    """People who were read for an import, compared with the directory."""

    name: str
    """Of the file or the event."""
    listed: Sequence[ListedPerson]
    members: Sequence[DirectoryMember]
    comparison: DirectoryComparison


def _count_text(count: int, database: str) -> Text:
    if not database:
        return mark_count("{count} person, on this computer only", "{count} people, on this computer only", count)
    return mark_count("{count} person in {place}", "{count} people in {place}", count, place=database)


class _SearchedMembers(SearchedRows[DirectoryMember]):
    """Finds people by all their names, nickname, club and number."""

    def finds(self, row: DirectoryMember) -> bool:
        """Whether the search finds a person."""
        return not self.search or bool(self.search.finds(*row.names, row.club, row.nickname, row.ema_number))


class _MembersTable(TableView[DirectoryMember]):
    def make_search(self) -> SearchedRows[DirectoryMember]:
        """Return the proxy that also searches what the columns do not show."""
        return _SearchedMembers(self.rows_model, self)


def _read_people(path: Path, step: Step) -> Sequence[ListedPerson]:
    step(0, 0)
    if path.suffix.casefold() != ENDING:
        return people_on_list(path)
    book = look_at_book(path)
    try:
        return [ListedPerson.of(player.number, player) for player in book.view.players.values()]
    finally:
        book.close()


class MembersPage(Page):
    """Lists, enters, imports, merges, exports and erases people. It needs no event."""

    reads_ahead = False

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.members: Sequence[DirectoryMember] = ()
        self._asked: Callable[[], None] | None = None
        """What Enter does, while the notice asks a question."""
        self._coming: _ReadPeople | None = None
        self._calls = StoreCalls(self)
        self._is_read = False
        self._listing = CurrentWork(self)
        self._listing.done.connect(self._show_read)
        self._listing.failed.connect(self._failed)
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._show_import)
        self._reading.failed.connect(self._failed)
        self.bar = WorkBar()
        self.table = _MembersTable(mark("Members"), _COLUMNS, key=lambda member: member.number, searched=True)
        self.form = MemberForm()
        self.form.set_width(_PANEL)
        self.search = SearchField(mark("Find a person"), key="Ctrl+F")
        self.search.setFixedWidth(260)
        self.count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True, wrap=True)
        self.notice = Notice(NoticeKind.INFO)
        self.notice.hide()
        self.new = OutlineButton(mark("New person"), shortcut="Ins")
        self.imported = OutlineButton(mark("Import people"), shortcut=_IMPORT)
        self.twice = OutlineButton(mark("Entered twice?"), shortcut=_DUPLICATES)
        self.exported = OutlineButton(mark("Export the list"), shortcut=_EXPORT)
        self.back = LinkButton(mark_in("step", "Back"), hint="Esc", tone=Tone.TEXT2)
        self.place = PlaceLine()
        head = row(TextLabel(mark("Members"), kind=Type.PAGE_TITLE), 4, stretched(self.count), self.search, spacing=12)
        erases = KeyText(mark("{key} erase", key=Key("Shift+Del")))
        buttons = row(self.new, self.imported, self.twice, self.exported, None, erases, 4, self.back)
        content = column(head, self.bar, self.place, stretched(self.table), self.notice, buttons, spacing=12,
                         margins=Size.PAGE_MARGIN)  # fmt: skip
        self.lay_out(boxed(content), panel=self.form, sides=(mark("Members"), mark("Person")))
        self._listen()

    @cached_property
    def joining(self) -> JoinView:
        """The preview of an import; created with the first one."""
        made = JoinView()
        made.confirmed.connect(self._take)
        made.left.connect(self._leave_part)
        return made

    @cached_property
    def duplicates(self) -> DuplicatesView:
        """The pairs who may be one person; created when they are first asked for."""
        made = DuplicatesView()
        made.merge_wanted.connect(self._merge)
        made.undo_wanted.connect(self._undo)
        made.left.connect(self._leave_part)
        return made

    def _listen(self) -> None:
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.table.row_changed.connect(self._follow)
        self.table.row_chosen.connect(self._edit)
        keys_of(self.table).page = self._press
        answer_keys(self.table, {ESCAPE: self._leave})
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self.table.setFocus)
        answer_keys(self.search, {ESCAPE: self._leave_search, DOWN: self.table.setFocus})
        self.form.submitted.connect(self._save)
        self.form.left.connect(self._leave_form)
        self.new.clicked.connect(self._begin_new)
        self.imported.clicked.connect(self.choose_file)
        self.twice.clicked.connect(self.show_duplicates)
        self.exported.clicked.connect(self._export_list)
        self.back.clicked.connect(self._leave)
        self.place.changed.connect(self.refresh)
        self.place.left.connect(self.table.setFocus)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)

    # What the window asks of every page

    def refresh(self) -> None:
        """Read the directory again; what is typed stays."""

        def read(_step: Step) -> Sequence[DirectoryMember]:
            with open_members() as directory:
                return directory.members()

        self._listing.start(Work(read))

    def forget(self) -> None:
        """Keep everything: the directory belongs to no event."""

    def focus_target(self) -> QWidget | None:
        """The visible list, or the form as long as nobody is in the directory."""
        if self._instead is not None:
            return self._instead
        return self.table if self.table.rows or not self._is_read else self.form.first_line()

    def fit(self, room: Room) -> None:
        """Make the panel narrower in a small window."""
        self.form.set_width(_PANEL if room.width >= WIDE_FROM else _NARROW_PANEL)
        self.exported.setVisible(not room.compact)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current person and for the directory."""
        if self._instead is not None:
            return [entries_of(*self._instead.findChildren(OutlineButton))]
        here, view = self.table.current_row is not None, self.view
        of_person = [
            MenuEntry(mark("Change"), lambda: self._edit(self.table.current_row), "Return", here),
            MenuEntry(mark("Export this person’s data…"), self._export_person, enabled=here),
            MenuEntry(mark("Erase the person…"), self._ask_to_erase, "Shift+Del", here),
        ]
        whole = [
            *entries_of(self.new, self.imported),
            MenuEntry(mark("Take the players of the open event"), self._import_event,
                      enabled=view is not None and bool(view.players)),
            *entries_of(self.twice),
            MenuEntry(mark("Undo the last merge"), self._undo),
            MenuEntry(mark("Export the list"), self._export_list, _EXPORT, bool(self.members)),
            MenuEntry(mark("Directory in a database…"), self.place.ask),
        ]  # fmt: skip
        return [of_person, whole, table_entries(self.table)]

    # The list

    def _show_read(self, members: Sequence[DirectoryMember]) -> None:
        first, self._is_read = not self._is_read, True
        self._show(members)
        if first and not members and self.table.hasFocus():
            self.setFocus()

    def _show(self, members: Sequence[DirectoryMember]) -> None:
        self.members = members
        self.table.show_rows(members)
        self._show_count()
        for button in (self.twice, self.exported):
            button.setEnabled(bool(members))
        if members and not self.table.currentIndex().isValid():
            self.table.select_line(0)
        if self.form.unsaved:
            return
        shown = self.form.member.number
        again = next((each for each in members if each.number == shown), None) if shown else self.table.current_row
        if again is not None and again != self.form.member:
            self.form.show_member(again)
        elif again is None and shown:
            self.form.show_member(self.table.current_row or NOBODY)

    def _show_count(self) -> None:
        shown, count = self.table.model().rowCount(), len(self.members)
        if self.search.text():
            found = mark("{shown} of {count} found", shown=shown, count=count)
            self.count.set_text(found)
            self.search.show_found(found)
        else:
            self.count.set_text(_count_text(count, members_database()))

    def _find(self, typed: str) -> None:
        self.table.set_search(typed)
        self._show_count()
        if self.table.model().rowCount():
            self.table.select_line(0)

    def _leave_search(self) -> None:
        self.search.clear()
        self.table.setFocus()

    def _leave(self) -> None:
        self.controller.navigation.page_wanted.emit("players")

    def _press(self, event: QKeyEvent) -> bool:
        """Answer the question that is asked, or do what a key of the list means."""
        if self._asked is not None:
            asked, self._asked = self._asked, None
            self.notice.hide()
            if event.key() in ENTER:
                asked()
                return True
            return event.key() == ESCAPE  # any other key also does what it does in the list
        if event.key() == Qt.Key.Key_Delete and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._ask_to_erase()
            return True
        return False

    # One person

    def _follow(self, current: DirectoryMember | None) -> None:
        if current is not None and not self.form.unsaved:
            self.form.show_member(current)

    def _edit(self, chosen: DirectoryMember | None) -> None:
        if chosen is not None:
            if self.form.member.number != chosen.number:
                self.form.show_member(chosen)
            self._go_to_form()

    def _begin_new(self) -> None:
        self.form.show_member(NOBODY)
        self._go_to_form()

    def _go_to_form(self) -> None:
        self.show_side_of(self.form)
        self.form.first_line().setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_form(self) -> None:
        self.form.show_member(self.table.current_row or NOBODY)
        self.show_side_of(self.table)
        self.table.setFocus()

    def _save(self) -> None:
        after, before = self.form.read(), self.form.member
        if after is None:
            return

        def saved(found: tuple[Sequence[DirectoryMember], DirectoryMember]) -> None:
            members, written = found
            self.notice.hide()
            self.form.show_member(written)
            self._show(members)
            self.table.select(written.number)
            if before.number:
                self._leave_form()
            else:
                self._begin_new()

        def write(directory: Directory) -> tuple[Sequence[DirectoryMember], DirectoryMember]:
            (written,) = directory.write([after], [before])
            return directory.members(), written

        self._ask(write, saved, in_form=True)

    def _ask_to_erase(self) -> None:
        member = self.table.current_row
        if member is not None:
            text = mark("Erase {name} from the directory, with everything that is noted about them?", name=member.name)
            self._asked = lambda: self._erase(member.number)
            self._tell(NoticeKind.WARN, text, mark("{yes} yes   {no} no", yes=Key("Return"), no=Key("Esc")))

    def _erase(self, number: int) -> None:
        def erased(found: tuple[DirectoryMember, Sequence[DirectoryMember]]) -> None:
            member, members = found
            if self.form.member.number == member.number:
                self.form.show_member(NOBODY)
            self._show(members)
            self._tell(NoticeKind.OK, mark("{name} is erased from the directory.", name=member.name),
                       mark("Events keep their own copy of each player."))  # fmt: skip

        self._ask(lambda directory: (directory.erase(number), directory.members()), erased, in_background=True)

    def _export_person(self) -> None:
        member = self.table.current_row
        path = choose_new_json(self, documents_folder() / f"{safe_name(member.name)}.json") if member else None
        if member is not None and path is not None:
            self._write(path, lambda: write_member(member, path))

    def _export_list(self) -> None:
        """Write those whom the search finds."""
        people = found_members(self.members, self.search.text())
        path = choose_new_list(self, documents_folder() / "members.csv") if people else None
        if path is not None:
            self._write(path, lambda: write_members(people, path))

    def _write(self, path: Path, write: Callable[[], None]) -> None:
        if path.suffix.casefold() == ENDING:
            self._tell(NoticeKind.DANGER, mark("This is an event file: choose another name."))
            return
        written = mark("Written to {path}", path=str(path))
        self._calls.ask(write, lambda _none: self._tell(NoticeKind.OK, written), self._failed, in_background=True)

    # Import

    def choose_file(self) -> None:
        """Ask for a list or an event, and show who of it is in the directory."""
        path = choose_people(self, documents_folder()) if not self._reading.busy else None
        if path is not None:
            self.read(path)

    def read(self, path: Path) -> None:
        """Read the people in the file at ``path`` in another thread, and show who of them is in the directory."""
        self._compare(path.name, lambda step: _read_people(path, step))

    def _import_event(self) -> None:
        view = self.view
        if view is not None and not self._reading.busy:
            listed = [ListedPerson.of(player.number, player) for player in view.players.values()]
            self._compare(view.settings.name, lambda _step: listed)

    def _compare(self, name: str, read: Callable[[Step], Sequence[ListedPerson]]) -> None:
        def work(step: Step) -> _ReadPeople:
            listed = read(step)
            step(0, 0)
            with open_members() as directory:
                members = directory.members()
            return _ReadPeople(name, listed, members, compare(listed, members, {}))

        started = Work(work)
        self.bar.follow(started, mark("Reading {name}", name=name))
        self._reading.start(started)

    def _show_import(self, found: _ReadPeople) -> None:
        self._coming = found
        self.joining.show_comparison(found.name, found.comparison)
        self.show_instead(self.joining)
        self.joining.setFocus()

    def _take(self) -> None:
        coming, view = self._coming, self.joining
        if coming is None:
            return
        listed, answers = view.listed, view.answers

        def write(directory: Directory) -> tuple[DirectoryComparison, Sequence[DirectoryMember]]:
            joined = compare(listed, coming.members, answers)
            directory.write(joined.written, coming.members)
            return joined, directory.members()

        self._ask(write, self._taken, in_background=True)

    def _taken(self, found: tuple[DirectoryComparison, Sequence[DirectoryMember]]) -> None:
        joined, members = found
        left = len(joined.asked) + sum(each.answer is None for each in self.joining.rows)
        self._leave_part()
        self._show(members)
        changed = sum(each.is_changed for each in joined.joined)
        title = listed(
            [
                mark_count("{count} new person", "{count} new people", len(joined.new)),
                mark_count("{count} person completed", "{count} people completed", changed),
            ]
        )
        said = mark_count("{count} person was left out, because nobody said who they are.",
                          "{count} people were left out, because nobody said who they are.", left)  # fmt: skip
        self._tell(NoticeKind.WARN if left else NoticeKind.OK, title, said if left else "")

    # Who is in it twice

    def show_duplicates(self) -> None:
        """Show the pairs who may be one person."""
        if self.members:
            self._find_pairs(self._show_pairs)

    def _find_pairs(self, then: Callable[[tuple[Sequence[DirectoryMember], Sequence[DuplicatePair]]], None],
                    change: Callable[[Directory], object] = lambda _directory: None) -> None:  # fmt: skip
        """Make ``change``, then find the pairs again."""

        def find(directory: Directory) -> tuple[Sequence[DirectoryMember], Sequence[DuplicatePair]]:
            change(directory)
            members = directory.members()
            return members, pairs_of(MemberIndex(members).duplicates())

        self._ask(find, then, in_background=True)

    def _show_pairs(self, found: tuple[Sequence[DirectoryMember], Sequence[DuplicatePair]]) -> None:
        members, pairs = found
        self._show(members)
        self.duplicates.forget()
        self.duplicates.show_pairs(pairs)
        self.show_instead(self.duplicates)
        self.duplicates.setFocus()

    def _merge(self, kept: int, gone: int) -> None:
        names = {each.number: each.name for each in self.members}

        def merged(found: tuple[Sequence[DirectoryMember], Sequence[DuplicatePair]]) -> None:
            members, pairs = found
            self._show(members)
            self.duplicates.show_pairs(pairs)
            text = mark("{gone} {other} is now {kept} {name}.", gone=gone, other=names.get(gone, ""), kept=kept,
                        name=names.get(kept, ""))  # fmt: skip
            self.duplicates.tell(NoticeKind.OK, text)

        self._find_pairs(merged, lambda directory: directory.merge(kept, gone))

    def _undo(self) -> None:
        def undone(found: tuple[Sequence[DirectoryMember], Sequence[DuplicatePair]]) -> None:
            members, pairs = found
            self._show(members)
            text = mark("The last merge is undone: they are two people again.")
            if self._instead is not None:
                self.duplicates.show_pairs(pairs)
                self.duplicates.tell(NoticeKind.OK, text)
            else:
                self._tell(NoticeKind.OK, text)

        self._find_pairs(undone, lambda directory: directory.undo_merge())

    def _leave_part(self) -> None:
        self._reading.forget()
        self._coming = None
        self.show_instead(None)

    # Questions to the directory

    def _ask(self, call: Callable[[Directory], Found], then: Callable[[Found], None], *, in_form: bool = False,
             in_background: bool = False) -> None:  # fmt: skip
        def opened() -> Found:
            with open_members() as directory:
                return call(directory)

        self._calls.ask(opened, then, lambda error: self._failed(error, in_form=in_form), in_background=in_background)

    def _failed(self, error: Exception, *, in_form: bool = False) -> None:
        from reports.readers import UnreadableTable

        match error:
            case Refused() if in_form:
                self.form.refuse(error.problems[0])
            case Refused():
                self._refuse(error.problems[0])
            case StoreUnavailable() | StoreDamaged() | UnreadableTable():
                self._refuse(Problem("members-store", error.text))
            case OSError():
                text = mark("The file cannot be written: {reason}.", reason=error.strerror or str(error))
                self._refuse(Problem("members-file", text))
            case _:
                raise error

    def _refuse(self, problem: Problem) -> None:
        if self._instead is None:
            self._tell(NoticeKind.DANGER, problem.text)
        elif self._coming is not None:
            self.joining.refuse(problem.text)
        else:
            self.duplicates.tell(NoticeKind.DANGER, problem.text)

    def _tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        if kind is not NoticeKind.WARN:
            self._asked = None
        self.notice.show_notice(kind, title, body)
        self.notice.show()
