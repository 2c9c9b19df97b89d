"""Importing an event of another program: what is imported, what was adjusted, what is lost; then the new file."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, mark_count
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import ENDING
from ui.desktop.dialogs.new_file import NewFileDialog, free_path
from ui.desktop.long_work import Work
from ui.desktop.opening_errors import refusal_of
from ui.desktop.widgets.cards import NoticeKind
from ui.desktop.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from tournament.event.foreign import ForeignEvent
    from tournament.use_cases.conversion import Conversion


class ConvertDialog(NewFileDialog):
    """Reads the file at once and writes nothing. Enter creates the new event and opens it; Esc changes nothing."""

    def __init__(self, controller: EventController, sources: Sequence[Path], *, parent: QWidget) -> None:
        super().__init__(
            controller,
            free_path(documents_folder() / f"{sources[0].stem}{ENDING}"),
            mark("Create the event"),
            title=mark("Import an event from another program"),
            list_title=mark("Imported and not imported"),
            high=560,
            parent=parent,
        )
        self._sources = tuple(sources)
        self._found: tuple[ForeignEvent, Conversion] | None = None
        self.lay_out(
            mark(
                "Everything is imported, or nothing: the rules first check hands, penalties, totals "
                "and seats. The original file is not changed."
            ),
            (mark("Read from"), ", ".join(map(str, self._sources))),
            stretched(self.list),
            buttons=row(self.leave, None, self.make, spacing=10),
        )
        self.make.clicked.connect(self._write)
        self._read()

    def _read(self) -> None:
        sources, by = self._sources, self.controller.user.by
        work = Work(lambda step: bootstrap.read_foreign_event(sources, by, step))
        self.follow(work, mark("Reading {name}", name=sources[0].name), self._show_found)

    def _write(self) -> None:
        if self._found is None or self.busy:
            return
        _, conversion = self._found
        new = self.new
        work = Work(lambda _step: bootstrap.write_converted(new, conversion))
        self.follow(work, mark("Creating {name}", name=new.name), self.open_new)

    def ended(self) -> None:
        """Enable the button only if the file could be read."""
        self.allow(self._found is not None)
        (self.make if self._found is not None else self.leave).setFocus()

    def _show_found(self, found: "tuple[ForeignEvent, Conversion]") -> None:
        self._found = event, conversion = found
        self.show_new(free_path(self.new.with_name(f"{self._sources[0].stem}{ENDING}")))
        drawn = len(event.seating.sessions) if event.seating is not None else 0
        title = mark(
            "{name}: {players} players, {sessions} sessions drawn, {tables} tables with results, {hands} hands",
            name=event.settings.name,
            players=len(event.players),
            sessions=drawn,
            tables=len(event.tables),
            hands=event.hands,
        )
        self.tell(NoticeKind.WARN if conversion.differing else NoticeKind.OK, title, event.program)
        self.tell_list(_told(event, conversion))

    def refuse(self, error: Exception) -> None:
        """Show all that is wrong with the file."""
        from reports.readers import UnreadableTable

        if isinstance(error, Refused) and len(error.problems) > 1:
            self.tell(
                NoticeKind.DANGER, mark("Nothing can be imported. Correct these problems in the other program first.")
            )
            self.tell_list(problem.text for problem in error.problems)
        elif isinstance(error, Refused):
            self.tell(NoticeKind.DANGER, error.problems[0].text)
        elif isinstance(error, UnreadableTable):
            self.tell(NoticeKind.DANGER, error.text)
        else:
            self.tell(NoticeKind.DANGER, refusal_of(error, self.new).text)


def _told(event: "ForeignEvent", conversion: "Conversion") -> Iterator[Text]:
    """What the user should know, most important first."""
    for session, table in conversion.differing:
        yield mark(
            "Session {session}, table {table}: the scores do not match the hands, or do not balance. Check the sheet.",
            session=session,
            table=table,
        )
    if conversion.open:
        yield mark_count(
            "{count} table is unfinished in the other program",
            "{count} tables are unfinished in the other program",
            len(conversion.open),
        )
    for text in event.lost:
        yield mark("Not imported: {what}", what=text)
    yield from event.adjusted
