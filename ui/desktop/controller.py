"""The controller: the one object between the pages and the use cases."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.desktop.event_files import EventFiles

if TYPE_CHECKING:  # loaded with the first event: without one the window opens sooner
    from tournament.event.role import EventRole
    from tournament.event.settings import Settings
    from tournament.ledger.entry import Entry
    from tournament.use_cases import Book, By, Changes, Command, StoreUnavailable, View
    from tournament.use_cases.history import UndoChoice
    from tournament.use_cases.rights import Act


class Navigation(QObject):
    """What a page asks of the window: to show another page, table or event."""

    page_wanted = Signal(str)
    """Show the page of this id."""
    table_wanted = Signal(int, int)
    """Show the sheet of this session and table."""
    player_wanted = Signal(int, str)
    """Put the cursor on the player of this number and this field of him; the page of players is in view."""
    setting_wanted = Signal(str)
    """Put the cursor into this field of the event; the page of the event is in view."""
    event_wanted = Signal(object)
    """Go to another event: a Path, or what stands in :mod:`ui.desktop.dialogs.event_requests`."""
    help_wanted = Signal()
    """Show the help on the page in view."""
    copies_wanted = Signal()
    """Show the copies of the open event."""
    players_import_wanted = Signal(object)
    """Show what the list of players at this Path would add; the page of players is in view."""


class Messages(QObject):
    """What belongs to no field, for the bar of the window."""

    shown = Signal(object)
    """Why something was not done (Text)."""
    noted = Signal(object)
    """Something to know (Text): nothing failed."""
    reading_offered = Signal(object, object)
    """The event file at this Path cannot be opened for writing, and why (Text); it may be opened for reading."""
    rescue_offered = Signal(object, object, bool)
    """The event file at this Path is gone or damaged (Text); its copies can be listed, and, if that is true, what is
    valid in it be recovered."""
    action_offered = Signal(object, object, object)
    """A message (Text), and what may be done: in words (Text), and what does it (a callable)."""
    file_changed = Signal(object)
    """The open event's file is not the one any more that was opened, and why (Text); nothing can be written there."""
    event_refused = Signal(object, object)
    """The event file at this Path could not be opened, and why (Text); a message was shown too."""


class EventController(QObject):
    """Holds the open event, calls the use cases, and signals what changed.

    Its actions raise what the use cases raise (Refused, Conflict, StoreUnavailable); then nothing has
    changed, and the page that asked shows why.
    """

    opened = Signal()
    """Another event is open, or none, or the event as it stood at another moment: ask everything again."""
    leaving = Signal()
    """The open event is about to be let go."""
    changed = Signal(object)
    """Something was written: :class:`tournament.use_cases.Changes`."""
    session_changed = Signal(int)
    """Another session is looked at."""
    role_changed = Signal()
    """Somebody else acts, or nobody: what may be done is another thing; nothing of the event changed."""
    sheet_changed = Signal()
    """Another sheet is in view, or none: undo begins there."""

    def __init__(self, event_files: EventFiles, author: str, place: str) -> None:
        super().__init__()
        self.event_files = event_files
        self.navigation = Navigation(self)
        self.messages = Messages(self)
        self._author, self._place = author, place
        self._role: EventRole | None = None
        self._book: Book | None = None
        self._read_only = False
        self._past: View | None = None
        self._session = 0
        self._sheet: tuple[int, int] | None = None

    @property
    def view(self) -> "View | None":
        """The open event, to read, while the past is looked at as it stood then; None when none is open."""
        if self._past is not None:
            return self._past
        return self._book.view if self._book is not None else None

    @property
    def past(self) -> "View | None":
        """The event as it once stood, while that is looked at; None for now."""
        return self._past

    @property
    def book(self) -> "Book":
        """The open event; to be asked for only by screens that stand in an open event."""
        assert self._book is not None, "no event is open"
        return self._book

    @property
    def read_only(self) -> bool:
        """Whether the open event is to look at only: opened so, or from a damaged file."""
        return self._read_only or self.damaged

    @property
    def damaged(self) -> bool:
        """Whether the open event is from a damaged file: every page says so."""
        return self._book is not None and bool(self._book.damage)

    @property
    def writes(self) -> bool:
        """Whether something can be entered: an event is open to write in, and seen as it stands now."""
        return self._book is not None and self._past is None and not self.read_only and self.acts

    def may(self, act: "Act") -> bool:
        """Whether who acts may do this in the open event, as it stands now."""
        from tournament.use_cases.rights import may

        return self.writes and may(self.role, act)

    @property
    def acts(self) -> bool:
        """Whether who is there may do more than look."""
        view = self._book.view if self._book is not None else None
        return view is None or not view.state.pins or self.role.rank > 0

    @property
    def signed_in(self) -> bool:
        """Whether somebody gave the PIN of a role."""
        return self._role is not None

    def sign_in(self, role: "EventRole", author: str) -> None:
        """From now on ``author`` acts in ``role``, whose PIN was given; what is half typed stays."""
        self._role, self._author = role, author
        self.role_changed.emit()

    def lock(self) -> None:
        """From now on nobody acts until the PIN of a role is given."""
        if self._role is not None:
            self._role = None
            self.role_changed.emit()

    @property
    def role(self) -> "EventRole":
        """As what somebody acts in the open event: what he signed in as, or what everybody is."""
        from tournament.use_cases.book import acting_role

        return acting_role(self.book.view, self.by)

    @property
    def by(self) -> "By":
        """Who acts, and at which workstation."""
        from tournament.use_cases import By

        return By(self._author, self._place, self._role)

    @property
    def session(self) -> int:
        """The session that is looked at; 0 while none is drawn."""
        return self._session

    def choose_session(self, session: int) -> None:
        """Look at another session on every page."""
        if session != self._session:
            self._session = session
            self.session_changed.emit(session)

    def sign_as(self, author: str) -> None:
        """From now on ``author`` acts."""
        self._author = author

    def open(self, path: Path) -> None:
        """Open the event file ``path``; the one that was open is closed only when that worked."""
        self.replace_event(self.event_files.open_for_writing(path))

    def create(self, path: Path, settings: "Settings") -> None:
        """Make an event file at ``path`` and open it."""
        self.replace_event(self.event_files.create_event(path, settings, by=self.by))

    def close(self) -> None:
        """Close the open event."""
        self.replace_event(None)

    def replace_event(self, book: "Book | None", *, read_only: bool = False) -> None:
        """Make ``book`` the open event; the one that was open is closed."""
        if self._book is not None:
            self.leaving.emit()
        before, self._book = self._book, book
        self._read_only, self._past = read_only, None
        self.lock()
        if before is not None:
            before.close()
        self._session = _session_in_play(self.view)
        self.opened.emit()
        for notice in book.notices if book is not None else ():
            self.messages.noted.emit(notice)

    def look_at(self, past: "View | None") -> None:
        """Show the open event as it once stood (``View.at``), to read only; None: as it stands now."""
        self._past = past
        self._keep_session()
        self.opened.emit()

    @property
    def next_undo(self) -> "UndoChoice | None":
        """What undo would take back: on the sheet in view first."""
        if not self.writes:
            return None
        from tournament.use_cases.history import next_undo

        return next_undo(self.book.view, self.by, self._sheet)

    def look_at_sheet(self, sheet: tuple[int, int] | None) -> None:
        """The sheet of this session and table is in view now, or none."""
        if sheet != self._sheet:
            self._sheet = sheet
            self.sheet_changed.emit()

    def undo(self, entry: "Entry | None" = None) -> "Changes":
        """Take ``entry`` back, by default the last of all."""
        from tournament.use_cases.commands import Undo

        return self.act(Undo("" if entry is None else entry.id))

    def redo(self) -> "Changes":
        """Bring the entry back that was undone last."""
        from tournament.use_cases.commands import Redo

        entry = self.book.view.journal.to_redo
        return self.act(Redo("" if entry is None else entry.id))

    def act(self, command: "Command", *, confirmed: bool = False, seen: int | None = None) -> "Changes":
        """Carry out ``command`` in the open event; Refused while nothing can be entered."""
        from tournament.use_cases import carry_out

        self._refuse_looking()
        return self._done(carry_out(self.book, command, by=self.by, confirmed=confirmed, seen=seen))

    def act_all(self, commands: "Sequence[Command]", *, author: str = "") -> "Changes":
        """Carry out ``commands`` together, all or none, as ``author`` where one is named.

        LinesRefused with what is wrong with each.
        """
        from tournament.use_cases import carry_out_all

        self._refuse_looking()
        by = replace(self.by, author=author) if author else self.by
        return self._done(carry_out_all(self.book, commands, by=by))

    def _refuse_looking(self) -> None:
        """Refused while the event is only looked at."""
        if self._past is not None:
            text = mark("This is the event as it stood earlier: go back to now to enter anything.")
            raise Refused(Problem("past", text))
        if self.damaged:
            raise Refused(*self.book.damage)
        if self._read_only:
            text = mark("This event is open to look at only: nothing was entered.")
            raise Refused(Problem("looking", text))

    def _done(self, changes: "Changes") -> "Changes":
        self._keep_session()
        self.changed.emit(changes)
        return changes

    def show_failure(self, error: "StoreUnavailable") -> None:
        """Show in the window's bar why the surroundings let nothing be written."""
        from tournament.use_cases import StoreChanged

        signal = self.messages.file_changed if isinstance(error, StoreChanged) else self.messages.shown
        signal.emit(error.text)

    def _keep_session(self) -> None:
        """Look at another session if the one looked at is gone: not drawn yet, or its evening taken back."""
        if self.view is None or self._session not in self.view.drawn_sessions:
            self._session = _session_in_play(self.view)


def _session_in_play(view: "View | None") -> int:
    """The first session not all verified, else the last with tables, else the last evening; 0 without a draw."""
    if view is None or view.seating is None:
        return 0
    from tournament.ledger.sheet import SheetState

    sessions = view.drawn_sessions
    open_ones = (s for s in sessions if any(sheet.state is not SheetState.VERIFIED for sheet in view.sheets(s)))
    return next(open_ones, max((s for s in sessions if view.seating.tables(s)), default=len(sessions)))
