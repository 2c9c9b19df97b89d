"""The import of a list at the registration desk: a file or a dropped one, previewed before anything is noted."""

from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from tournament.event.registration import Registration
from tournament.language import Text, listed, mark, mark_count
from tournament.use_cases.private_data import Person, add_people
from ui.desktop.copying import copying_of
from ui.desktop.dialogs.files import choose_table, folder_of
from ui.desktop.kit.page import Page
from ui.desktop.long_work import CurrentWork, Work, WorkBar
from ui.desktop.pages.players.import_panel import REGISTRATIONS
from ui.desktop.pages.players.import_preview import ImportPreview
from ui.desktop.pages.players.reading import ReadList, read_file
from ui.desktop.pages.registration.acts import Desk
from ui.desktop.widgets.cards import NoticeKind

_MOST_REMARKS = 4
"""The number of values that could not be read of which the notice after an import says each."""


class RegistrationImport(QObject):
    """Reads lists for a page, and shows the preview instead of its content."""

    refused = Signal(object)
    """Why a list cannot be read, a Text; only while no preview is shown."""

    def __init__(self, page: Page, desk: Desk) -> None:
        """``desk`` is the same page, as the actions know it."""
        super().__init__(page)
        self._page, self._desk = page, desk
        self._path = Path()
        self.bar = WorkBar()
        self.reading = CurrentWork(self)
        self.reading.done.connect(self._show)
        self.reading.failed.connect(self._refuse)

    @cached_property
    def preview(self) -> ImportPreview:
        """The preview; created with the first list."""
        made = ImportPreview(REGISTRATIONS)
        made.panel.another.connect(self.choose_file)
        made.panel.confirmed.connect(self._confirm)
        made.panel.encoding_chosen.connect(lambda encoding: self.read(self._path, encoding))
        made.panel.sheet_chosen.connect(lambda sheet: self.read(self._path, sheet=sheet))
        made.panel.cancelled.connect(self.leave)
        return made

    @property
    def is_shown(self) -> bool:
        """Whether the preview is shown."""
        return "preview" in self.__dict__ and not self.preview.isHidden()

    def choose_file(self) -> None:
        """Ask for a list, and show what it would note."""
        if self._page.is_empty:
            return
        folder = folder_of(self._page.controller.book.place)
        path = choose_table(self._page, folder, mark("Import registrations"), mark("Lists of registrations"))
        if path is not None:
            self.read(path)

    def read(self, path: Path, encoding: str | None = None, *, sheet: str | None = None) -> None:
        """Read the list at ``path`` in another thread, and show what it would note."""
        self._path = path
        work = Work(
            lambda step: read_file(path, (), step, encoding=encoding, sheet=sheet, single_names=True, registers=True)
        )
        self.bar.follow(work, mark("Reading {name}", name=path.name))
        self.reading.start(work)

    def refuse(self, text: Text) -> None:
        """Show why nothing was noted."""
        self.preview.panel.refuse(text)

    def leave(self) -> None:
        """Show the page again."""
        self.reading.forget()
        self._page.show_instead(None)

    def _show(self, found: ReadList) -> None:
        self.preview.show_list(found, asks=False)
        self._page.show_instead(self.preview)
        self.preview.setFocus()

    def _refuse(self, error: Exception) -> None:
        from reports.readers import UnreadableTable

        if not isinstance(error, UnreadableTable):
            raise error
        if self.is_shown:
            self.preview.panel.refuse(error.text)
        else:
            self.refused.emit(error.text)

    def _confirm(self) -> None:
        found = self.preview.found
        if found is not None:
            self.preview.remember()
            self._note_list(found.registrations, found.not_read)

    def _note_list(self, coming: tuple[Registration, ...], unread: tuple[Text, ...]) -> None:
        book, by = self._page.controller.book, self._page.controller.user.by
        self._desk.ask(lambda: add_people(book, coming, by), lambda found: self._noted_list(found, unread),
                       in_background=True)  # fmt: skip

    def _noted_list(self, found: tuple[tuple[Person, ...], tuple[str, ...]], unread: tuple[Text, ...]) -> None:
        people, known = found
        self.leave()
        self._desk.table.setFocus()  # also if it is empty until everybody is read
        copying_of(self._page.controller).note_change()
        title = mark_count("{count} registration added.", "{count} registrations added.", len(people))
        said = list(unread[:_MOST_REMARKS])
        if len(unread) > _MOST_REMARKS:
            said.append(mark("and {count} more", count=len(unread) - _MOST_REMARKS))
        if known:
            said.append(mark_count("{count} person was registered already: {names}",
                                   "{count} people were registered already: {names}", len(known),
                                   names=known[:20]))  # fmt: skip
        self._desk.invalidate()
        self._desk.tell(NoticeKind.WARN if unread else NoticeKind.OK, title, listed(said) if said else "")
