"""Opening events from every page: a new one, a file, the sample, a shared one; and closing the open one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from tournament.event.format import EventFormat
from tournament.event.problem import Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark
from ui.desktop.bootstrap import begin_rehearsal_beside, is_replica, play_sample_event, was_shared_here
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import (
    NEW_PAGE,
    BeginRehearsal,
    ConvertEvent,
    DeleteEvent,
    ListCopies,
    OpenAction,
    OpenFromOutside,
    OpenReadOnly,
    OpenSample,
    OtherFile,
    RecoverEvent,
)
from ui.desktop.dialogs.files import FOREIGN_ENDINGS, INVITATION, choose_event, choose_invitation
from ui.desktop.listening import listen
from ui.desktop.long_work import Step, Work, WorkBar
from ui.desktop.opening_errors import refusal_of, show_refusal
from ui.desktop.translation import translator

if TYPE_CHECKING:
    from tournament.use_cases import Book
    from ui.desktop.sharing.joined_event import HostedHere
    from ui.joining.hosts import FoundHost


class EventOpener(QObject):
    """Opens events, and reads their files in another thread. The open event is closed only when the other was read.

    Errors are shown in the message bar. A file that cannot be written, or that another window has open for writing,
    can then be opened read-only.
    """

    def __init__(self, controller: EventController, window: QWidget, at_start: Callable[[], bool]) -> None:
        """``at_start`` returns whether the start page is shown, so that opening an event interrupts no work."""
        super().__init__(window)
        self._controller, self._window, self._at_start = controller, window, at_start
        self._work: Work | None = None
        self._waiting: OpenFromOutside | None = None
        """The last request from outside the window that came while an event was being opened, or None."""
        self.bar = WorkBar()
        """The progress and a button to cancel. The window places it."""
        self.bar.setContentsMargins(16, 8, 12, 8)
        controller.navigation.event_wanted.connect(self.go)
        listen(controller.opened, self, self._look_for_host)
        for action in (OpenAction.OPEN, OpenAction.CLOSE, OpenAction.REHEARSE, OpenAction.SEASON, OpenAction.JOIN):
            shortcut = QShortcut(QKeySequence(action.value), window)
            shortcut.activated.connect(partial(self.go, action))

    def go(self, wanted: object) -> None:
        """Carry out ``wanted``: a Path, an :class:`OpenAction` or another request of :mod:`.event_requests`.

        Does nothing while an event is being opened, except that a request from outside is carried out afterwards.
        """
        if self._work is not None:
            if isinstance(wanted, OpenFromOutside):
                self._waiting = wanted
            return
        match wanted:
            case Path():
                self._open(wanted, read_only=False)
            case OpenReadOnly(path):
                self._open(path, read_only=True)
            case ListCopies() | RecoverEvent() | DeleteEvent():
                self._ask(wanted)
            case OpenFromOutside(what):
                self._open_or_ask(what)
            case OpenSample(rules):
                self._begin(partial(self._play, rules=rules), mark("Preparing the sample event"), None, read_only=False)
            case OpenAction():
                self._act(wanted)
            case BeginRehearsal():
                self._begin_rehearsal(self._controller.book)
            case OtherFile.SAVED_BESIDE:
                self._save_beside(self._controller.book)
            case OtherFile.READ_AGAIN:
                self._read_again(self._controller.book)

    def _act(self, action: OpenAction) -> None:
        match action:
            case OpenAction.NEW:
                self._controller.navigation.page_wanted.emit(NEW_PAGE)
            case OpenAction.OPEN:
                self.go(choose_event(self._window, self._folder()))
            case OpenAction.SAMPLE:
                self._begin(self._play, mark("Preparing the sample event"), None, read_only=False)
            case OpenAction.CLOSE:
                self._controller.close()
            case OpenAction.REHEARSE:
                self._rehearse()
            case OpenAction.SEASON:
                self._begin_season()
            case (
                OpenAction.JOIN
                | OpenAction.SHARE
                | OpenAction.STOP_SHARING
                | OpenAction.SHARE_AGAIN
                | OpenAction.SHOW_ON_PHONES
                | OpenAction.JOIN_AGAIN
            ):
                self._share(action)
            case _:
                assert_never(action)

    def _open_or_ask(self, wanted: Path | OpenAction) -> None:
        """Carry out a request from outside the window if the start page is shown; otherwise ask first."""
        if isinstance(wanted, Path) and self._shows(wanted):
            return
        if self._at_start() and QApplication.activeModalWidget() is None:
            self.go(wanted)
        else:
            self._controller.messages.opening_offered.emit(wanted)

    def _shows(self, path: Path) -> bool:
        return self._controller.view is not None and Path(self._controller.book.place).absolute() == path.absolute()

    def _open(self, path: Path, *, read_only: bool) -> None:
        if path.suffix.lower() in FOREIGN_ENDINGS:
            self._ask(ConvertEvent(path))
            return
        controller = self._controller
        if path.suffix.lower() == INVITATION or (is_replica(path) and not read_only):
            self._join(path)
            return
        here = controller.book.place if controller.view is not None else ""
        if here and path.resolve() == Path(here).resolve() and controller.read_only == read_only:
            # This window already has the file, and its lock: show the event again.
            controller.opened.emit()
            return
        read = controller.event_files.open_for_reading if read_only else controller.event_files.open_for_writing
        self._begin(lambda _step: read(path), mark("Opening {name}", name=path.name), path, read_only=read_only)

    def _ask(self, wanted: ListCopies | RecoverEvent | ConvertEvent | DeleteEvent) -> None:
        match wanted:
            case ListCopies():
                from ui.desktop.dialogs.copies import CopiesDialog

                CopiesDialog(self._controller, wanted, parent=self._window).open()
            case DeleteEvent(path):
                from ui.desktop.dialogs.deleting import DeleteDialog

                DeleteDialog(self._controller, path, parent=self._window).open()
            case RecoverEvent(path):
                from ui.desktop.dialogs.new_files import RecoverDialog

                RecoverDialog(self._controller, path, parent=self._window).open()
            case ConvertEvent(path):
                from ui.desktop.dialogs.new_files import ConvertDialog

                ConvertDialog(self._controller, (path,), parent=self._window).open()
            case _:
                assert_never(wanted)

    def _rehearse(self) -> None:
        view = self._controller.view
        if view is None or not len(view.journal):
            return
        from ui.desktop.dialogs.rehearsing import RehearsalDialog

        RehearsalDialog(self._controller, parent=self._window).open()

    def _share(self, action: OpenAction) -> None:
        from ui.desktop.sharing.dialogs import join, join_again, share, share_again, stop_sharing

        controller, window = self._controller, self._window
        match action:
            case OpenAction.JOIN:
                join(controller, window, choose_invitation)
            case OpenAction.SHARE:
                share(controller, window)
            case OpenAction.STOP_SHARING:
                stop_sharing(controller, window)
            case OpenAction.SHOW_ON_PHONES if controller.shared_book is None:
                share(controller, window, phones=True)
            case OpenAction.SHARE_AGAIN | OpenAction.SHOW_ON_PHONES:
                share_again(controller, window, phones=action is OpenAction.SHOW_ON_PHONES)
            case _:
                join_again(controller, window, choose_invitation, Path(controller.book.place))

    def _join(self, path: Path) -> None:
        """Join with the invitation in ``path``, or continue with the replica ``path``."""
        from ui.desktop.sharing.dialogs import join, join_again
        from ui.desktop.sharing.joining import follow_joined, reopen_event
        from ui.desktop.sharing.waiting_dialog import failure_text

        controller, window, language = self._controller, self._window, translator.language.code
        if path.suffix.lower() == INVITATION:
            join(controller, window, choose_invitation, path)
            return
        self._work = work = Work(lambda _step: reopen_event(path, language))
        self.bar.follow(work, mark("Joining"))
        listen(work.done, self, partial(follow_joined, controller))
        listen(
            work.failed,
            self,
            lambda error: join_again(controller, window, choose_invitation, path, failure_text(error)),
        )
        work.ended.connect(self._end)
        work.start()

    def _begin_season(self) -> None:
        if self._controller.view is None:
            return
        from ui.desktop.dialogs.new_files import NewFromThisDialog, NewSeasonDialog

        league = self._controller.view.settings.format is EventFormat.LEAGUE
        try:
            (NewSeasonDialog if league else NewFromThisDialog)(self._controller, parent=self._window).open()
        except Refused as refused:
            self._controller.messages.shown.emit(refused.problems[0].text)

    def _begin_rehearsal(self, book: "Book") -> None:
        by, folders = self._controller.user.by, [Path(book.place).parent, documents_folder()]
        text = mark("Starting the rehearsal")
        self._follow(Work(lambda _step: begin_rehearsal_beside(book, folders, by)), text, self._open_rehearsal)

    def _open_rehearsal(self, book: "Book") -> None:
        before = self._controller.book
        emptied = before.view.settings.rehearsal
        kept = Path(before.place).name
        self._controller.replace_event(book)
        name = Path(book.place).name
        text = (
            mark("The rehearsal is empty again in “{name}”. The earlier one is kept as “{kept}”.", name=name, kept=kept)
            if (emptied)
            else mark(
                "This is the rehearsal “{name}”. Press F11 to fill it with hands or to practise problems.", name=name
            )
        )
        self._controller.messages.noted.emit(text)

    def _save_beside(self, book: "Book") -> None:
        files = self._controller.event_files
        text = mark("Saving {name} as a new file", name=Path(book.place).name)
        self._follow(Work(lambda _step: files.save_beside(book, [documents_folder()])), text, self._open_saved)

    def _open_saved(self, book: "Book") -> None:
        self._controller.replace_event(book)
        text = mark("All entries of this window are saved in “{path}”. The window now uses that file.", path=book.place)
        self._controller.messages.noted.emit(text)

    def _read_again(self, book: "Book") -> None:
        files = self._controller.event_files
        text = mark("Opening {name}", name=Path(book.place).name)
        self._follow(Work(lambda _step: files.read_again(book, [documents_folder()])), text, self._open_read_again)

    def _open_read_again(self, found: "tuple[Book, Path | None]") -> None:
        book, saved = found
        self._controller.replace_event(book)
        if saved is not None:
            text = mark("Entries of this window that were missing in the file are saved in “{path}”.", path=str(saved))
            self._controller.messages.noted.emit(text)

    def _follow(self, work: Work, words: Text, done: "Callable[[Any], None]") -> None:
        self._work = work
        self.bar.follow(work, words)
        listen(work.done, self, done)
        listen(work.failed, self, partial(self._refuse, None, False))
        work.ended.connect(self._end)
        work.start()

    def _play(self, step: Step, rules: str = "") -> "Book":
        return self._controller.event_files.open_for_writing(play_sample_event(step, rules))

    def _begin(self, read: "Callable[[Step], Book]", words: Text, path: Path | None, *, read_only: bool) -> None:
        self._work = work = Work(read)
        self.bar.follow(work, words)
        listen(work.done, self, partial(self._controller.replace_event, read_only=read_only))
        listen(work.failed, self, partial(self._refuse, path, read_only))
        work.ended.connect(self._end)
        work.start()

    def _refuse(self, path: Path | None, read_only: bool, error: Exception) -> None:
        refusal = refusal_of(error, path)
        if path is not None and refusal.may_read and not read_only:
            self._find_own_server(path)
        show_refusal(self._controller, path if not read_only else None, refusal)
        if path is not None:
            self._controller.messages.event_refused.emit(path, refusal.text)

    def _find_own_server(self, path: Path) -> None:
        """Offer to join the event at ``path`` if this computer shares it, which is checked in another thread."""
        from ui.desktop.sharing.dialogs import join_here
        from ui.desktop.sharing.host_process import shared_here

        controller, window, language = self._controller, self._window, translator.language.code

        def offer(hosting: "HostedHere | None") -> None:
            if hosting is not None:
                text = mark("“{name}” is shared by this computer. Join it to work on it.", name=path.name)
                act = partial(join_here, controller, window, choose_invitation, hosting)
                controller.messages.action_offered.emit(text, mark("Join"), act)

        work = Work(lambda _step: shared_here(path, language))
        listen(work.done, self, offer)
        work.start()

    def _look_for_host(self) -> None:
        """Warn if this computer shared the open event earlier, and another desk has taken over meanwhile."""
        controller, window = self._controller, self._window
        if controller.view is None or controller.read_only or controller.shared_book is not None:
            return
        book, path = controller.book, Path(controller.book.place)
        event = book.view.journal[0].id if len(book.view.journal) else ""
        if not event or not was_shared_here(path, event):
            return
        from ui.desktop.sharing.dialogs import join
        from ui.desktop.sharing.host_process import host_elsewhere

        def warn(host: "FoundHost | None") -> None:
            if host is not None and controller.view is not None and controller.book is book:
                text = mark("This event is hosted by {host} now: what is entered here reaches nobody. Join it with the "
                            "six digits that are shown there.", host=host.shown)  # fmt: skip
                act = partial(join, controller, window, choose_invitation, address=host.address)
                controller.messages.action_offered.emit(text, mark("Join"), act)

        work = Work(lambda _step: host_elsewhere(path, event))
        listen(work.done, self, warn)
        work.start()

    def _end(self) -> None:
        self._work = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.go(waiting)

    def _folder(self) -> Path:
        return Path(self._controller.book.place).parent if self._controller.view is not None else documents_folder()
