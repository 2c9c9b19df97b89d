"""Photographed sheets on the page Tables: pictures are read in another thread, and wait for a person in a queue.

Nothing is recorded before a person has looked at a sheet and pressed Enter. Then its hands are recorded, its totals are
typed for the user, and Enter signs the sheet as if all of it had been typed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from tournament.event.role import Act
from tournament.language import Text, mark, mark_count
from tournament.use_cases import View
from ui.desktop.dialogs.files import SHEET_ENDINGS, choose_folder, choose_pictures, folder_of
from ui.desktop.kit.actions import attempt_all
from ui.desktop.kit.page import StatePage
from ui.desktop.long_work import CurrentWork, Step, Work, in_own_thread
from ui.desktop.pages.tables.photo_review import READ_PICTURES, Group, PhotoReview, QueuedPicture
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import Key
from ui.entry import photo_sheet
from ui.entry.cursor import go_to
from ui.entry.photo_sheet import Obstacle, PhotoSheet
from ui.entry.sheet_address import sheet_at
from ui.entry.table_sheet import TableSheet, table_sheet
from ui.entry.tables_state import Focus, TablesState

_LOOK_EVERY = 3_000
"""Milliseconds between two looks into a watched folder."""
_NOBODY = ("", "", "", "")
Stamp = tuple[int, int]
"""Size and time of change of a file: once they are the same in two looks, the file is complete."""


class PhotoQueue(QObject):
    """Reads pictures for the page Tables, and shows the queue instead of the sheet."""

    _found = Signal(int, object)
    """From the other thread: the number of the event, and what was found."""

    def __init__(self, page: StatePage[TablesState, Focus]) -> None:
        super().__init__(page)
        self._page = page
        self._pictures: list[QueuedPicture] = []
        self._current = 0
        """The number of the picture that is looked at; 0 for none."""
        self._count = self._event = 0
        self._waiting: list[Path] = []
        self._to_sign: tuple[int, int] | None = None
        """The sheet whose hands were recorded last from a picture, until it is signed."""
        self._folder: Path | None = None
        self._seen: dict[Path, Stamp] = {}
        self._unfinished: dict[Path, Stamp] = {}
        self._reading, self._looking = CurrentWork(self), CurrentWork(self)
        self._reading.done.connect(self._read_rest)
        self._reading.failed.connect(self._fail)
        self._looking.done.connect(self._take_folder)
        self._looking.failed.connect(self._lose_folder)
        self._found.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self, interval=_LOOK_EVERY)
        self._timer.timeout.connect(self._look)

    @cached_property
    def view(self) -> PhotoReview:
        """The queue on the screen; created with the first picture."""
        made = PhotoReview(parent=self._page)
        made.more_wanted.connect(self.choose_files)
        made.folder_wanted.connect(self._choose_folder)
        made.removed.connect(self._remove)
        made.left.connect(self.leave)
        made.chosen.connect(self._go_to)
        made.rows.typed.connect(self._type)
        made.rows.erased.connect(lambda: self._change(photo_sheet.erased))
        made.rows.moved.connect(lambda across, down: self._change(lambda sheet: photo_sheet.moved(sheet, across, down)))
        made.rows.chosen.connect(lambda cell: self._change(lambda sheet: photo_sheet.at_cell(sheet, cell)))
        made.rows.confirmed.connect(self._confirm)
        return made

    @property
    def is_shown(self) -> bool:
        """Whether the queue is shown instead of the sheet."""
        return "view" in self.__dict__ and not self.view.isHidden()

    def open(self) -> None:
        """Show the queue; with an empty one, ask for pictures."""
        if self._refuses():
            return
        self._show()
        if not self._pictures and not self._reading.busy:
            self.choose_files()

    def choose_files(self) -> None:
        """Ask for pictures, and read them."""
        if not self._refuses():
            self.read(choose_pictures(self._page, folder_of(self._page.controller.book.place)))

    def read(self, paths: Sequence[Path]) -> None:
        """Read the pictures in these files in another thread; each is shown as soon as it is read."""
        self._waiting += paths
        if self._waiting and not self._reading.busy:
            self._read_rest()

    def leave(self) -> None:
        """Show the sheet again; the pictures wait."""
        self._page.show_instead(None)

    def forget(self) -> None:
        """Another event is open: drop everything."""
        self._reading.forget()
        self._looking.forget()
        self._event += 1
        self._pictures, self._waiting, self._to_sign, self._current = [], [], None, 0
        self._watch(None)
        self.leave()

    def signed(self, place: tuple[int, int]) -> None:
        """A sheet was signed: if its hands came from a picture, show the next one that was read."""
        if place == self._to_sign:
            self._to_sign = None
            if any(each.sheet is not None for each in self._pictures):
                QTimer.singleShot(0, self, self._show)

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Read pictures that were dropped on the page."""
        if not self._refuses():
            self._show()
            self.read(paths)

    def _refuses(self) -> bool:
        """Whether nothing can be recorded here; then it is said why."""
        page = self._page
        if page.is_empty or page.view is None:
            page.controller.messages.noted.emit(mark("There are no tables until a draw is published."))
            return True
        if not page.controller.may(Act.HANDS):
            page.controller.messages.noted.emit(mark("Only those who may enter hands can read score sheets."))
            return True
        return False

    def _read_rest(self, _result: object = None) -> None:
        view, paths = self._page.view, tuple(self._waiting)
        if view is None or not paths:
            return
        self._waiting.clear()
        # a copy: the view of the page grows while the other thread reads
        work = Work(_reading_task(paths, view.copy(), self._event, self._found.emit))
        if self.is_shown:
            self.view.bar.follow(work, mark_count("Reading {count} file", "Reading {count} files", len(paths)))
        self._reading.start(work)

    def _take(self, event: int, found: QueuedPicture) -> None:
        if event != self._event:
            return
        self._count += 1
        self._pictures.append(replace(found, number=self._count))
        self._pictures.sort(key=lambda each: (list(Group).index(each.group), each.number))
        if self._current == 0:
            self._current = self._count
        self._say_waiting()
        if self.is_shown:
            self._render()

    def _say_waiting(self) -> None:
        if not self.is_shown:
            text = mark_count(
                "{count} picture of a score sheet waits: {key}",
                "{count} pictures of score sheets wait: {key}",
                len(self._pictures),
                key=Key(READ_PICTURES),
            )
            self._page.controller.messages.noted.emit(text)

    def _fail(self, error: Exception) -> None:
        raise error

    def _choose_folder(self) -> None:
        if self._folder is not None:
            self._watch(None)
            return
        begin = folder_of(self._page.controller.book.place) or Path.home()
        self._watch(choose_folder(self._page, mark("Folder with photographs of score sheets"), begin))

    def _watch(self, folder: Path | None) -> None:
        """Read what comes into ``folder`` from now on; None watches nothing."""
        self._looking.forget()
        self._folder, self._unfinished = folder, {}
        self._seen = {}
        self._timer.stop()
        if folder is not None:
            self._look()
        if "view" in self.__dict__:
            self.view.show_watched(folder.name if folder is not None else "")

    def _look(self) -> None:
        folder = self._folder
        if folder is not None and not self._looking.busy:
            self._looking.start(Work(lambda step: in_own_thread(lambda: _stamps(folder), step)))

    def _take_folder(self, stamps: dict[Path, Stamp]) -> None:
        """Read the files that are new and complete. The first look only notes what is there."""
        first = not self._timer.isActive()
        new = {} if first else {path: stamp for path, stamp in stamps.items() if self._seen.get(path) != stamp}
        complete = [path for path, stamp in new.items() if self._unfinished.get(path) == stamp]
        self._unfinished = new
        self._seen = {path: stamp for path, stamp in stamps.items() if path not in new or path in complete}
        if first:
            self._timer.start()
        self.read(complete)

    def _lose_folder(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            raise error
        folder, self._folder = self._folder, None
        self._watch(None)
        text = mark("The folder “{folder}” cannot be read any more: {why}.", why=error.strerror or str(error),
                    folder="" if folder is None else folder.name)  # fmt: skip
        self._page.controller.messages.shown.emit(text)

    @property
    def _picture(self) -> QueuedPicture | None:
        return next((each for each in self._pictures if each.number == self._current), None)

    def _show(self) -> None:
        if self._picture is None:
            self._current = self._pictures[0].number if self._pictures else 0
        self.view.show_watched(self._folder.name if self._folder is not None else "")
        self._render()
        self._page.show_instead(self.view)
        self.view.setFocus()

    def _render(self) -> None:
        picture = self._picture
        table = self._table(picture.sheet) if picture is not None and picture.sheet is not None else None
        wrong: tuple[int, ...] = ()
        if picture is not None and picture.sheet is not None and table is not None:
            wrong = photo_sheet.differences(picture.sheet, table.rules)
        names = _NOBODY if table is None else (table.names[0], table.names[1], table.names[2], table.names[3])
        self.view.show_queue(self._pictures, picture)
        self.view.show_picture(picture, names, wrong)

    def _table(self, sheet: PhotoSheet) -> TableSheet | None:
        """The table of the sheet; None if it is not its sheet any more."""
        view = self._page.view
        if view is None or isinstance(sheet_at(view, sheet.code), Text):
            return None
        return table_sheet(view, *sheet.place)

    def _go_to(self, number: int) -> None:
        if number != self._current:
            self._current = number
            self._render()

    def _change(self, key: Callable[[PhotoSheet], PhotoSheet | None]) -> None:
        """Apply a key to the sheet; None means that it does nothing there."""
        picture = self._picture
        if picture is None or picture.sheet is None:
            return
        changed = key(picture.sheet)
        if changed is None:
            self._page.controller.messages.shown.emit(mark("This key does nothing in this box."))
            return
        self._pictures = [replace(each, sheet=changed) if each is picture else each for each in self._pictures]
        self._render()

    def _type(self, text: str) -> None:
        picture = self._picture
        table = self._table(picture.sheet) if picture is not None and picture.sheet is not None else None
        if table is not None:
            self._change(lambda sheet: photo_sheet.typed(sheet, text, table, translator.language))

    def _confirm(self) -> None:
        """Enter: keep the box, or record the sheet if nothing is left to look at."""
        picture = self._picture
        if picture is None or picture.sheet is None or self.view.unread:
            return
        if picture.sheet.at is not None:
            self._change(photo_sheet.confirmed)
        else:
            self._record(picture, picture.sheet)

    def _record(self, picture: QueuedPicture, sheet: PhotoSheet) -> None:
        page, view = self._page, self._page.view
        if view is None:
            return
        commands = photo_sheet.to_record(sheet, view)
        if isinstance(commands, Obstacle):
            self._change(partial(photo_sheet.refused, obstacle=commands))
            return
        problems = attempt_all(page.controller, commands) if commands else ()
        if problems:
            self._change(partial(photo_sheet.refused, obstacle=Obstacle(None, problems[0].text)))
            return
        self._drop(picture)
        self._to_sign = sheet.place
        self.leave()
        after = page.view
        if after is not None:
            state = go_to(page.state, after, *sheet.place).state
            page.apply(photo_sheet.totals_taken(state, sheet))

    def _remove(self) -> None:
        picture = self._picture
        if picture is not None:
            self._drop(picture)
            self._render()

    def _drop(self, picture: QueuedPicture) -> None:
        """Take the picture out of the queue, and go to the one after it."""
        place = self._pictures.index(picture)
        del self._pictures[place]
        following = self._pictures[place : place + 1] or self._pictures[-1:]
        self._current = following[0].number if following else 0


def _stamps(folder: Path) -> dict[Path, Stamp]:
    """The pictures and PDFs in a folder. Raise OSError if it cannot be read."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in SHEET_ENDINGS and path.is_file():
            state = path.stat()
            found[path] = (state.st_size, state.st_mtime_ns)
    return found


def _reading_task(
    paths: Sequence[Path], view: View, event: int, found: Callable[[int, QueuedPicture], object]
) -> Callable[[Step], None]:
    """What the other thread does: read the files, and hand over each sheet."""

    def read(step: Step) -> None:
        from reports.photos.reading import SheetInPicture, sheets_in

        for done, path in enumerate(paths):
            step(done, len(paths))
            for each in sheets_in(path, lambda code: photo_sheet.readable_sheet(view, code), pages=True):
                if isinstance(each, SheetInPicture):
                    sheet = photo_sheet.begun(each.picture, each.code, each.reading)
                    found(event, QueuedPicture(0, each.picture, sheet, None, each.layout, each.page))
                else:
                    found(event, QueuedPicture(0, each.picture, why=each.why))
                step(done, len(paths))

    return read
