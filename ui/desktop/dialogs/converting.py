"""Bringing in an event of another program: what comes in, what was adjusted, what is lost; then the new file."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QSizePolicy, QWidget

from tournament.event.problem import Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import ENDING, choose_place
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.opening_errors import refusal_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.notice import Notice, NoticeKind

if TYPE_CHECKING:
    from tournament.event.foreign import ForeignEvent
    from tournament.use_cases.conversion import Conversion

_WIDE, _HIGH, _ROUND = 860, 560, 60
"""Its size where there is room, and what stays in view of the window around it."""
_TITLE = mark("Bring in an event of another program")


class ConvertDialog(QDialog):
    """Reads at once and writes nothing; Enter makes the new event and opens it, Esc leaves everything as it was."""

    def __init__(self, controller: EventController, sources: Sequence[Path], *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller, self._sources = controller, tuple(sources)
        self._new = _free(documents_folder() / f"{self._sources[0].stem}{ENDING}")
        self._work: Work | None = None
        self._found: tuple[ForeignEvent, Conversion] | None = None
        self.place = ElidedLabel(kind=Type.DENSE)
        self.other = OutlineButton(mark("Another place…"), shortcut="Ctrl+D", icon="folder")
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.INFO, boxed=False)
        self.told = QPlainTextEdit(readOnly=True)
        self.told.setTabChangesFocus(True)
        self.make = PrimaryButton(mark("Make the event"), shortcut="Ctrl+Return")
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self._lay_out()
        self.other.clicked.connect(self._choose)
        self.make.clicked.connect(self._write)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self.setWindowTitle(translator.translate(_TITLE))
        self.told.setAccessibleName(translator.translate(mark("What comes in, and what does not")))
        self._show_place()
        self._allow(False)
        self._read()

    def _lay_out(self) -> None:
        source = ElidedLabel(verbatim(", ".join(map(str, self._sources))), kind=Type.DENSE)
        of = row(TextLabel(mark("Read from"), kind=Type.LABEL), stretched(source), spacing=12)
        to = row(TextLabel(mark("New file"), kind=Type.LABEL), stretched(self.place), self.other, spacing=12)
        listed = boxed(
            column(TextLabel(mark("What comes in, and what does not"), kind=Type.LABEL), self.told, spacing=6)
        )
        listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        title = TextLabel(_TITLE, kind=Type.PANEL_TITLE)
        about = TextLabel(
            mark("All of it comes in, or nothing: hands, penalties, totals and seats are tried by the rules first. "
                 "The file itself is only read."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        buttons = row(self.leave, None, self.make, spacing=10)
        column(
            title,
            about,
            of,
            to,
            self.bar,
            self.outcome,
            stretched(listed),
            buttons,
            spacing=12,
            margins=(16, 14),
            on=self,
        )

    @property
    def busy(self) -> bool:
        """The file is being read, or the new one written."""
        return self._work is not None

    def _show_place(self) -> None:
        self.place.set_text(verbatim(str(self._new)))

    def _choose(self) -> None:
        chosen = choose_place(self, self._new)
        if chosen is not None:
            self._new = chosen
            self._show_place()
        self.make.setFocus()

    def _read(self) -> None:
        sources, by = self._sources, self._controller.by
        self._follow(
            Work(lambda step: bootstrap.read_foreign_event(sources, by, step)),
            mark("Reading {name}", name=sources[0].name),
        ).done.connect(self._show_found)

    def _write(self) -> None:
        if self._found is None or self._work is not None:
            return
        _, conversion = self._found
        new = self._new
        self._follow(
            Work(lambda _step: bootstrap.write_converted(new, conversion)), mark("Making {name}", name=new.name)
        ).done.connect(self._open_new)

    def _follow(self, work: Work, words: Text) -> Work:
        self._work = work
        self._allow(False)
        self.bar.follow(work, words)
        work.failed.connect(self._refuse)
        work.cancelled.connect(self._cancelled)
        work.ended.connect(self._ended)
        work.start()
        return work

    def _allow(self, free: bool) -> None:
        for button in (self.make, self.other):
            button.setEnabled(free)

    def _cancelled(self) -> None:
        self._tell(NoticeKind.INFO, mark("Cancelled: nothing was written."))

    def _ended(self) -> None:
        self._work = None
        self._allow(self._found is not None)
        (self.make if self._found is not None else self.leave).setFocus()

    def _show_found(self, found: "tuple[ForeignEvent, Conversion]") -> None:
        self._found = event, conversion = found
        self._new = _free(self._new.with_name(f"{self._sources[0].stem}{ENDING}"))
        self._show_place()
        drawn = len(event.seating.sessions) if event.seating is not None else 0
        title = mark(
            "{name}: {players} players, {sessions} sessions drawn, {tables} tables with results, {hands} hands",
            name=event.settings.name,
            players=len(event.players),
            sessions=drawn,
            tables=len(event.tables),
            hands=event.hands,
        )
        self._tell(NoticeKind.WARN if conversion.differing else NoticeKind.OK, title, event.program)
        self.told.setPlainText("\n".join(translator.translate(text) for text in _told(event, conversion)))

    def _refuse(self, error: Exception) -> None:
        from reports.readers import UnreadableTable

        if isinstance(error, Refused) and len(error.problems) > 1:
            self._tell(NoticeKind.DANGER, mark("Nothing can be brought in: put these right there first."))
            self.told.setPlainText("\n".join(translator.translate(problem.text) for problem in error.problems))
        elif isinstance(error, Refused):
            self._tell(NoticeKind.DANGER, error.problems[0].text)
        elif isinstance(error, UnreadableTable):
            self._tell(NoticeKind.DANGER, error.text)
        else:
            self._tell(NoticeKind.DANGER, refusal_of(error, self._new).text)

    def _tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.outcome.show_notice(kind, title, body)

    def _open_new(self) -> None:
        self.accept()
        self._controller.navigation.event_wanted.emit(self._new)

    def _end(self) -> None:
        """Give up what is under way."""
        if self._work is not None:
            self._work.cancel()


def _told(event: "ForeignEvent", conversion: "Conversion") -> Iterator[Text]:
    """What a reader has to know, the worst first."""
    for session, table in conversion.differing:
        yield mark(
            "Session {session}, table {table}: the scores there are not those of its hands, or do not balance. "
            "Look at its sheet.",
            session=session,
            table=table,
        )
    if conversion.open:
        yield mark_count(
            "{count} table is not finished there", "{count} tables are not finished there", len(conversion.open)
        )
    for text in event.lost:
        yield mark("Not brought in: {what}", what=text)
    yield from event.adjusted


def _free(path: Path) -> Path:
    """The path, or one like it that is not taken."""
    names = (f"{path.stem}{f' {number}' if number > 1 else ''}{path.suffix}" for number in count(1))
    return next(place for name in names if not (place := path.with_name(name)).exists())
