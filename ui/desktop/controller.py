"""The controller, the only object between the pages and the use cases: the open event, and who uses the window."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.desktop.event_files import EventFiles
from ui.desktop.translation import translator

if TYPE_CHECKING:  # imported with the first event, so that the window opens sooner
    from tournament.event.role import Act, EventRole
    from tournament.event.settings import Settings
    from tournament.ledger.entry import Entry
    from tournament.sharing.shared_book import SharedBook
    from tournament.use_cases import Book, By, Changes, Command, StoreUnavailable, View
    from tournament.use_cases.history import UndoChoice
    from tournament.use_cases.unpublished_draw import UnpublishedDraw


class CurrentUser(QObject):
    """The current user, and the role in which they act. ``book`` returns the open event, or None."""

    role_changed = Signal()
    """Somebody signed in or out, so other actions are allowed. Nothing in the event changed."""

    def __init__(self, author: str, place: str, book: "Callable[[], Book | None]", parent: QObject) -> None:
        super().__init__(parent)
        self._author, self._place, self._book = author, place, book
        self._signed_in: tuple[EventRole, str] | None = None
        self._joined_as, self._pin = "", ""

    @property
    def pin(self) -> str:
        """The PIN with which the current user signed in, for the server of an event that they share; else empty."""
        return self._pin

    @property
    def signed_in(self) -> bool:
        """Whether somebody has entered the PIN of a role."""
        return self._signed_in is not None

    def sign_in(self, role: "EventRole", author: str, pin: str = "") -> None:
        """Let ``author`` act in ``role``, whose ``pin`` was entered. Unfinished entries stay."""
        self._signed_in, self._pin = (role, author), pin
        self.role_changed.emit()

    def lock(self) -> None:
        """Sign out, so that nobody acts until the PIN of a role is entered."""
        self._pin = ""
        if self._signed_in is not None:
            self._signed_in = None
            self.role_changed.emit()

    def sign_as(self, author: str) -> None:
        """Let ``author`` act from now on whenever nobody is signed in."""
        self._author, self._joined_as = author, ""

    def join_as(self, author: str) -> None:
        """Let ``author``, who joined the open event, act in it whenever nobody is signed in."""
        self._joined_as = author

    def leave(self) -> None:
        """The open event is closed: nobody is signed in to the next one."""
        self._joined_as = ""
        self.lock()

    @property
    def by(self) -> "By":
        """The current user and workstation: the user who signed in, else who joined, else the name in the settings."""
        from tournament.use_cases import By

        book, (role, author) = self._book(), self._signed_in or (None, self._joined_as or self._author)
        if book is None:
            return By(author, self._place, role)
        return By(author, book.desk or self._place, role, key=book.key)

    @property
    def role(self) -> "EventRole":
        """The role of the current user: the one they signed in to, or the one that everybody has. An event is open."""
        from tournament.use_cases.book import acting_as

        book = self._book()
        assert book is not None, "no event is open"
        return acting_as(book.view, self.by).role

    @property
    def acts(self) -> bool:
        """Whether the current user may do more than look."""
        book = self._book()
        return book is None or not book.view.state.pins or self.role.rank > 0


class Navigation(QObject):
    """Requests from pages to the window, to show another page, table or event."""

    page_wanted = Signal(str)
    """Show the page with this id."""
    table_wanted = Signal(int, int)
    """Show the sheet of this session and table."""
    player_wanted = Signal(int, str)
    """Move the cursor to this field of the player with this number. The page of players is shown already."""
    report_wanted = Signal(str)
    """Choose the report with this name, a print set or the results package. The page of reports is shown already."""
    clock_start_wanted = Signal(int)
    """Start the clock of this session, after any question that comes first. The page of the event is shown already."""
    replacement_wanted = Signal(int, int)
    """In this session, ask who replaces the player with this number. The page of the draw is shown already."""
    redraw_wanted = Signal(int)
    """Draw the sessions from this one on again, letting players sit out. The page of the draw is shown already."""
    setting_wanted = Signal(str)
    """Move the cursor to this field of the event. The page of the event is shown already."""
    checklist_wanted = Signal()
    """Show the checklist of open points. The page of the event is shown already."""
    ceremony_wanted = Signal()
    """Show the controls of the ceremony. The page of the hall's screens is shown already."""
    event_wanted = Signal(object)
    """Go to another event: a Path, or a request from :mod:`ui.desktop.dialogs.event_requests`."""
    help_wanted = Signal()
    """Show the help for the current page."""
    about_wanted = Signal()
    """Show the version of the program, its updates and licences."""
    clock_wanted = Signal()
    """Move the cursor to the controls of the clock. The page Display is shown already."""
    copies_wanted = Signal()
    """Show the copies of the open event."""


class Messages(QObject):
    """Messages that belong to no field, for the bar of the window."""

    shown = Signal(object)
    """An error (Text): why something was not done."""
    noted = Signal(object)
    """Information (Text); nothing failed."""
    reading_offered = Signal(object, object)
    """An event file (Path) cannot be opened for writing for a reason (Text), but can be opened read-only."""
    rescue_offered = Signal(object, object, bool)
    """An event file (Path) is missing or damaged for a reason (Text). Its copies can be listed. If the bool is true,
    its valid entries can be recovered."""
    opening_offered = Signal(object)
    """A later start of the program asks for a file (Path) or an OpenAction, while this window shows something else."""
    action_offered = Signal(object, object, object)
    """A message (Text), the label of an action (Text), and the callable that does it."""
    next_offered = Signal(object, object, object)
    """The same for information: nothing failed, and the action is what usually follows."""
    file_changed = Signal(object)
    """Another file replaced that of the open event (Text says how), so that nothing can be written to it."""
    event_refused = Signal(object, object)
    """An event file (Path) could not be opened for a reason (Text). A message was shown as well."""


class EventController(QObject):
    """Holds the open event, calls the use cases, and signals changes.

    Its actions raise what the use cases raise (Refused, Conflict, StoreUnavailable). Then nothing has changed, and the
    page that called the action shows why.
    """

    opened = Signal()
    """Another event is open, or none, or the event is shown at another moment: read everything again."""
    leaving = Signal()
    """The open event is about to be closed."""
    changed = Signal(object)
    """Something was written; carries :class:`tournament.use_cases.Changes`."""
    draft_changed = Signal()
    """The draft of the draw was replaced or discarded."""
    session_changed = Signal(int)
    """The user chose another session."""
    sheet_changed = Signal()
    """Another sheet is shown, or none. Undo begins with that sheet."""

    def __init__(self, event_files: EventFiles, author: str, place: str) -> None:
        super().__init__()
        self.event_files = event_files
        self.navigation = Navigation(self)
        self.messages = Messages(self)
        self.user = CurrentUser(author, place, lambda: self._book, self)
        self._book: Book | None = None
        self._read_only = False
        self._past: View | None = None
        self._session = 0
        self._sheet: tuple[int, int] | None = None
        self._counted_in: tuple[str, ...] | None = None
        """The terms of other rules than the event's while the user counts a hand by them or chooses them, or None."""

    @property
    def view(self) -> "View | None":
        """The state of the open event, or None. While the user looks at an earlier moment, the state at that moment."""
        if self._past is not None:
            return self._past
        return self._book.view if self._book is not None else None

    @property
    def past(self) -> "View | None":
        """The state of the event at the earlier moment that the user looks at, or None."""
        return self._past

    @property
    def book(self) -> "Book":
        """The open event. Only screens that exist while an event is open may ask for it."""
        assert self._book is not None, "no event is open"
        return self._book

    @property
    def read_only(self) -> bool:
        """Whether the open event can only be read, because it was opened so or its file is damaged."""
        return self._read_only or self.damaged

    @property
    def damaged(self) -> bool:
        """Whether the file of the open event is damaged. Every page then says so."""
        return self._book is not None and bool(self._book.damage)

    @property
    def writes(self) -> bool:
        """Whether entries can be made: an event is open for writing and shown as it is now, and the user may act."""
        return self._book is not None and self._past is None and not self.read_only and self.user.acts

    def may(self, act: "Act") -> bool:
        """Whether the current user may carry out ``act`` now."""
        from tournament.event.role import may

        return self.writes and may(self.user.role, act)

    @property
    def session(self) -> int:
        """The current session; 0 if none was drawn."""
        return self._session

    def choose_session(self, session: int) -> None:
        """Show another session on every page."""
        if session != self._session:
            self._session = session
            self.session_changed.emit(session)

    def open(self, path: Path) -> None:
        """Open the event file ``path``. The event that was open is closed only if this succeeds."""
        self.replace_event(self.event_files.open_for_writing(path))

    def create(self, path: Path, settings: "Settings") -> None:
        """Create an event file at ``path`` and open it."""
        self.replace_event(self.event_files.create_event(path, settings, by=self.user.by))

    def close(self) -> None:
        """Close the open event."""
        self.replace_event(None)

    def replace_event(self, book: "Book | None", *, read_only: bool = False) -> None:
        """Close the open event, if there is one, and open ``book`` in its place; None opens nothing."""
        if self._book is not None:
            self.leaving.emit()
        # The listeners of ``leaving`` above still need the old book; those of ``opened`` below get the new one.
        before, self._book = self._book, book
        self._read_only, self._past = read_only, None
        self.user.leave()
        if before is not None:
            before.close()
        self._session = _session_in_play(self.view)
        self._emit_opened()
        # After ``opened``, at which the window clears its message bar.
        for notice in book.notices if book is not None else ():
            self.messages.noted.emit(notice)

    def look_at(self, past: "View | None") -> None:
        """Show the open event, read-only, as it was at an earlier moment (``View.at``); None shows it as it is now."""
        self._past = past
        self._keep_session()
        self._emit_opened()

    @property
    def next_undo(self) -> "UndoChoice | None":
        """The entry that undo would undo; in a shared event those of this desk come first, then those of the current
        sheet."""
        if not self.writes:
            return None
        from tournament.use_cases.history import next_undo

        return next_undo(self.book.view, self.user.by, self._sheet, shared=bool(self.book.desk))

    def may_undo(self, entry: "Entry") -> bool:
        """Whether the current user may undo ``entry``, or redo it."""
        from tournament.event.role import may
        from tournament.use_cases.book import acting_as
        from tournament.use_cases.rights import acts_of_undo

        view = self.book.view
        acting = acting_as(view, self.user.by)
        return self.writes and all(may(acting.role, act) for act in acts_of_undo(view.journal, entry, acting))

    @property
    def sheet(self) -> tuple[int, int] | None:
        """Session and table of the sheet that is shown now."""
        return self._sheet

    def look_at_sheet(self, sheet: tuple[int, int] | None) -> None:
        """Note the session and table of the sheet that is shown now; None if no sheet is shown."""
        if sheet != self._sheet:
            self._sheet = sheet
            self.sheet_changed.emit()

    def undo(self, entry: "Entry | None" = None) -> "Changes":
        """Undo ``entry``, by default the last of all."""
        from tournament.use_cases.commands import Undo

        return self.act(Undo("" if entry is None else entry.id))

    def redo(self) -> "Changes":
        """Redo the entry that was undone last."""
        from tournament.use_cases.commands import Redo

        entry = self.book.view.journal.undo_order.to_redo
        return self.act(Redo("" if entry is None else entry.id))

    def act(self, command: "Command", *, confirmed: bool = False, seen: int | None = None) -> "Changes":
        """Run ``command`` in the open event. Raises Refused if no entries can be made."""
        from tournament.use_cases import carry_out

        self._refuse_read_only()
        changes = carry_out(self.book, command, by=self.user.by, confirmed=confirmed, seen=seen)
        self._drop_published(command)
        return self._done(changes)

    def act_all(self, commands: "Sequence[Command]", *, author: str = "") -> "Changes":
        """Run ``commands`` together, all or none, as ``author`` if one is given.

        Raises LinesRefused with the problems of each command.
        """
        from tournament.use_cases import carry_out_all

        self._refuse_read_only()
        by = replace(self.user.by, author=author) if author else self.user.by
        changes = carry_out_all(self.book, commands, by=by)
        self._drop_published(*commands)
        return self._done(changes)

    def keep_draft(self, draft: "UnpublishedDraw | None") -> None:
        """Keep ``draft`` as the draft of the draw of the open event; None discards it."""
        from tournament.use_cases import Changes

        if draft != self.book.unpublished_draw:
            self.restore_draft(draft)
            self.draft_changed.emit()
            self.changed.emit(Changes(()))

    def restore_draft(self, draft: "UnpublishedDraw | None") -> None:
        """Set the draft of the draw of the open event without signalling a change; None removes it."""
        self.book.unpublished_draw = draft

    def _drop_published(self, *commands: "Command") -> None:
        """Drop the draft of the draw if one of ``commands`` has published it."""
        draft = self.book.unpublished_draw
        if draft is not None and draft.publish in commands:
            self.restore_draft(None)
            self.draft_changed.emit()

    def _refuse_read_only(self) -> None:
        """Raise Refused if the event can only be read, or is shown at an earlier moment."""
        if self._past is not None:
            text = mark("This is an earlier version of the event. To enter anything, return to the current version.")
            raise Refused(Problem("past", text))
        if self.damaged:
            raise Refused(*self.book.damage)
        if self._read_only:
            text = mark("This event is open read-only. Nothing was saved.")
            raise Refused(Problem("looking", text))

    def _done(self, changes: "Changes") -> "Changes":
        before = self._session
        # Before the signal, because pages read the current session when they get it.
        self._keep_session()
        if changes.received and self._session != before:
            self._say_which_session(before)
        self.changed.emit(changes)
        self._use_words()
        return changes

    def _say_which_session(self, before: int) -> None:
        """Say that another desk cancelled the session that was shown ``before``, and which one is shown now."""
        if self.view is None or before not in self.view.state.cancelled:
            return
        text = mark("Session {session} is cancelled: nothing can be entered in it.", session=before)
        if self._session:
            text = mark("{text} Session {session} is shown now.", text=text, session=self._session)
        self.messages.noted.emit(text)

    def _emit_opened(self) -> None:
        self.opened.emit()
        self._use_words()

    def count_in_words(self, words: tuple[str, ...] | None) -> None:
        """Use the terms ``words`` of other rules than the event's while those are shown; None ends this."""
        self._counted_in = words
        self._use_words()

    def _use_words(self) -> None:
        """Switch the window to the terms of the event that is shown, or of the rules by which a hand is counted."""
        if self.view is None:
            translator.set_words(self._counted_in or ())
        else:
            counted = self._counted_in
            translator.set_words(self.view.words if counted is None else self.view.words_beside(counted))

    @property
    def shared_book(self) -> "SharedBook | None":
        """The open event, if its host is elsewhere; otherwise None."""
        book = self._book
        if book is None or not book.shared:
            return None
        from tournament.sharing.shared_book import SharedBook

        return book if isinstance(book, SharedBook) else None

    def show_received(self, changes: "Changes") -> None:
        """Show what the host of the shared event wrote, or what became of this desk's orders."""
        self._done(changes)

    def show_failure(self, error: "StoreUnavailable") -> None:
        """Show in the window's bar why the file could not be written."""
        from tournament.use_cases import StoreChanged

        signal = self.messages.file_changed if isinstance(error, StoreChanged) else self.messages.shown
        signal.emit(error.text)

    def _keep_session(self) -> None:
        """Choose another session if there is no current one: at an earlier moment, or after its draw was undone."""
        if self.view is None or self._session not in self.view.drawn_sessions:
            self._session = _session_in_play(self.view)


def _session_in_play(view: "View | None") -> int:
    """The session in play, or the next; 0 if there is none."""
    if view is None:
        return 0
    from tournament.use_cases.progress import session_in_play

    return session_in_play(view)
