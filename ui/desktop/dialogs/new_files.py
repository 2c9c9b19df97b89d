"""Dialogs that create an event file from another file: a new season, an import, the recovery of a damaged event.

Each says what the new file will contain, writes it in another thread, and opens it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from tournament.event.problem import Refused
from tournament.event.settings import Settings, settings_problems
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, mark_count, verbatim
from tournament.use_cases.new_event import (
    event_like,
    next_season,
    players_who_left,
    season_after,
    similar_settings,
)
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import event_form, show_settings
from ui.desktop.dialogs.files import ENDING, choose_place, event_file_name
from ui.desktop.listening import listen
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.opening_errors import refusal_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, boxed, column, row, stretched

if TYPE_CHECKING:
    from tournament.event.foreign import ForeignEvent
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.use_cases.commands import CopyEvent
    from tournament.use_cases.conversion import Conversion
    from tournament.use_cases.recovery import Recovery
    from ui.json_lines.rescued import RescuedFiles

_WIDE, _ROUND = 860, 60
"""Preferred width of the dialogs, and the margin in which the window below stays visible, in pixels."""


class NewFileDialog(Dialog):
    """The base class of the dialogs. It runs one task at a time in another thread; closing it cancels the task."""

    def __init__(
        self,
        controller: EventController,
        new: Path,
        make: Text,
        *,
        title: Text,
        list_title: Text,
        high: int,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translator.translate(title))
        self.controller, self.new = controller, new
        self._title = title
        self._work: Work | None = None
        self.place = ElidedLabel(verbatim(str(new)), kind=Type.DENSE)
        self.other = OutlineButton(mark("Other location…"), shortcut="Ctrl+D", icon="folder")
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.INFO, boxed=False)
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setTabChangesFocus(True)
        self.lines.setAccessibleName(translator.translate(list_title))
        self.list = boxed(column(TextLabel(list_title, kind=Type.LABEL), self.lines, spacing=6))
        self.list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.make = PrimaryButton(make, shortcut="Ctrl+Return")
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.other.clicked.connect(self._choose)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(high, window.height() - _ROUND))

    def lay_out(self, about: Text, source: tuple[Text, str], *parts: Part, buttons: Part) -> None:
        """Lay out the title, the explanation ``about``, the ``source`` (label and text), the new file and the rest."""
        title = TextLabel(self._title, kind=Type.PANEL_TITLE)
        explained = TextLabel(about, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        read = ElidedLabel(verbatim(source[1]), kind=Type.DENSE)
        of = row(TextLabel(source[0], kind=Type.LABEL), stretched(read), spacing=12)
        to = row(TextLabel(mark("New file"), kind=Type.LABEL), stretched(self.place), self.other, spacing=12)
        column(title, explained, of, to, self.bar, self.outcome, *parts, buttons, spacing=12, margins=(16, 14), on=self)

    @property
    def busy(self) -> bool:
        """Whether a file is being read or written."""
        return self._work is not None

    def follow(self, work: Work, words: Text, done: Callable[[Any], None]) -> None:
        """Start ``work`` with ``words`` at its progress, and call ``done`` with its result."""
        self._work = work
        self.allow(False)
        self.bar.follow(work, words)
        listen(work.done, self, done)
        work.failed.connect(self.refuse)
        work.cancelled.connect(self.cancelled)
        work.ended.connect(self._ended)
        work.start()

    def allow(self, free: bool) -> None:
        """Enable or disable the buttons that choose the path and create the new file."""
        for button in (self.make, self.other):
            button.setEnabled(free)

    def refuse(self, error: Exception) -> None:
        """Show why the work failed."""
        raise NotImplementedError

    def cancelled(self) -> None:
        """Show the result after the work was cancelled, by default that nothing was saved."""
        self.show_outcome(NoticeKind.INFO, mark("Cancelled. Nothing was saved."))

    def ended(self) -> None:
        """Enable the buttons after the work has ended."""
        self.allow(True)

    def show_new(self, new: Path) -> None:
        """Set the path of the new file."""
        self.new = new
        self.place.set_text(verbatim(str(new)))

    def show_outcome(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        """Show a result or an error in the notice."""
        self.outcome.show_notice(kind, title, body)
        self.outcome.show()

    def show_list(self, texts: Iterable[Text]) -> None:
        """Show ``texts`` in the list, one on each line."""
        self.lines.setPlainText("\n".join(translator.translate(text) for text in texts))

    def open_new(self, _made: object) -> None:
        """Close the dialog and open the new event."""
        self.accept()
        self.controller.navigation.event_wanted.emit(self.new)

    def _choose(self) -> None:
        chosen = choose_place(self, self.new)
        if chosen is not None:
            self.show_new(chosen)
        self.make.setFocus()

    def _ended(self) -> None:
        self._work = None
        self.ended()

    def _end(self) -> None:
        """Cancel the current work when the dialog is closed."""
        if self._work is not None:
            self._work.cancel()


def free_path(path: Path) -> Path:
    """``path``, or the same with “ 2”, “ 3” and so on in the name if it exists."""
    names = (f"{path.stem}{f' {number}' if number > 1 else ''}{path.suffix}" for number in count(1))
    return next(place for name in names if not (place := path.with_name(name)).exists())


_FIELDS = ("name", "starts", "ends")


class _FromEventDialog(NewFileDialog):
    """The base class of the dialogs that create an event from the open one, with a name and days of its own.

    Raises Refused if the open event is damaged, because players may be missing.
    """

    def __init__(
        self,
        controller: EventController,
        proposed: Settings,
        make: Text,
        *,
        title: Text,
        list_title: Text,
        more: Text,
        parent: QWidget,
    ) -> None:
        self._event = controller.book.view
        self._proposed = proposed
        self._folder = Path(controller.book.place).parent
        self._own_place = self._place_for(proposed.name)
        super().__init__(controller, self._own_place, make, title=title, list_title=list_title, high=560, parent=parent)
        self.fields = event_form(_FIELDS)
        show_settings(self.fields, proposed)
        self.more = CheckBox(more)
        self.outcome.hide()

    def lay_out_event(self, about: Text, source: Text) -> None:
        """Lay out the explanation, the source, the fields and the people."""
        self.lay_out(
            about,
            (source, f"{self._event.settings.name} · {self.controller.book.place}"),
            self.fields.labelled["name"],
            row(stretched(self.fields.labelled["starts"]), stretched(self.fields.labelled["ends"]), spacing=16),
            self.more,
            self.list,
            None,
            buttons=row(self.leave, None, self.make, spacing=10),
        )
        self.fields.line("name").textEdited.connect(self._name_typed)
        self.make.clicked.connect(self._begin)
        self.fields.line("name").setFocus()
        self.fields.line("name").selectAll()

    def command(self, settings: Settings) -> "CopyEvent":
        """Return the command that creates the event with ``settings``."""
        raise NotImplementedError

    def _place_for(self, name: str) -> Path:
        return free_path(self._folder / event_file_name(name))

    def _name_typed(self, name: str) -> None:
        """Name the file after the event, unless the user chose its path."""
        if self.new == self._own_place:
            self._own_place = self._place_for(name)
            self.show_new(self._own_place)

    def _begin(self) -> None:
        settings = self._typed()
        if settings is None or self.busy:
            return
        self.outcome.hide()
        new, by, command, event = self.new, self.controller.user.by, self.command(settings), self._event
        work = Work(lambda _step: bootstrap.make_from_event(new, command, by, event))
        self.follow(work, mark("Creating {name}", name=new.name), self._open_made)

    def _open_made(self, not_carried: str) -> None:
        """Open the new event, and say if its screens are not those of the other one."""
        self.open_new(None)
        if not_carried:
            text = mark("The screens were not copied to the new event: {reason}.", reason=not_carried)
            self.controller.messages.shown.emit(text)

    def _typed(self) -> Settings | None:
        """The settings with the typed values; None if there is a problem, which is then shown at its field."""
        self.fields.clear_refusals()
        settings = replace(self._proposed, **self.fields.values(_FIELDS))
        for problem in settings_problems(settings):
            if problem.field in _FIELDS and not self.fields.refused(problem.field):
                self.fields.refuse(problem.field, problem.text)
        wrong = next((field for field in _FIELDS if self.fields.refused(field)), None)
        if wrong is not None:
            self.fields.line(wrong).setFocus()
        return settings if wrong is None else None

    def refuse(self, error: Exception) -> None:
        """Show why it failed, and focus the button that chooses another path."""
        self.show_outcome(NoticeKind.DANGER, refusal_of(error, self.new).text)
        self.other.setFocus()

    def cancelled(self) -> None:
        """Show whether the event was created before the work was cancelled."""
        if self.new.exists():
            text = mark("The event has already been created in “{path}”.", path=str(self.new))
            self.show_outcome(NoticeKind.INFO, text)
        else:
            super().cancelled()


class NewSeasonDialog(_FromEventDialog):
    """Creates the event of the next season of the open league, and opens it.

    Raises Refused if the open event is not a league, or is damaged, because members may be missing.
    """

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        if controller.damaged:
            raise Refused(*controller.book.damage)
        super().__init__(
            controller,
            next_season(controller.book.view.settings),
            mark("Create the season"),
            title=mark("New season from this one"),
            list_title=mark("Withdrawn or disqualified"),
            more=mark("Also those who withdrew or were disqualified"),
            parent=parent,
        )
        left = players_who_left(self._event)
        self.show_list(verbatim(player.name) for player in left)
        for part in (self.more, self.list):
            part.setVisible(bool(left))
        about = mark(
            "The new event has the members with their numbers, the rules and their options, the rules of the "
            "season, prizes, logo and PINs. It has no evenings, games or results. This event does not change."
        )
        self.lay_out_event(about, mark("Season before"))

    def command(self, settings: Settings) -> "CopyEvent":
        """Return the command that creates the season."""
        return season_after(self._event, settings, with_left=self.more.isChecked())


class NewFromThisDialog(_FromEventDialog):
    """Creates an event like the open one, and opens it. Raises Refused if the open event is damaged."""

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        if controller.damaged:
            raise Refused(*controller.book.damage)
        super().__init__(
            controller,
            similar_settings(controller.book.view.settings),
            mark("Create the event"),
            title=mark("New from this event"),
            list_title=mark("Players"),
            more=mark("Also the players, with their numbers and wishes"),
            parent=parent,
        )
        self.list.hide()
        self.more.setVisible(bool(self._event.players))
        about = mark(
            "The new event has the rules and their options, all other settings, prizes, the logo and the times of the "
            "timetable, and the screens that are set up on this computer. It has no dates, draw, results, PINs or "
            "private data. Your print sets are for all events. This event does not change."
        )
        self.lay_out_event(about, mark("Like this event"))

    def command(self, settings: Settings) -> "CopyEvent":
        """Return the command that creates the event; its timetable begins on the first day."""
        moved = similar_settings(self._event.settings, starts=settings.starts, ends=settings.ends)
        settings = replace(settings, timetable=moved.timetable)
        return event_like(self._event, settings, with_players=self.more.isChecked())


class ConvertDialog(NewFileDialog):
    """Reads an event of another program and shows what it contains. The button creates the new event and opens it."""

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
        """Enable the buttons only if the file could be read."""
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
        self.show_outcome(NoticeKind.WARN if conversion.differing else NoticeKind.OK, title, event.program)
        self.show_list(_list_texts(event, conversion))

    def refuse(self, error: Exception) -> None:
        """Show every problem with the file."""
        from reports.readers import UnreadableTable

        if isinstance(error, Refused) and len(error.problems) > 1:
            self.show_outcome(
                NoticeKind.DANGER, mark("Nothing can be imported. Correct these problems in the other program first.")
            )
            self.show_list(problem.text for problem in error.problems)
        elif isinstance(error, Refused):
            self.show_outcome(NoticeKind.DANGER, error.problems[0].text)
        elif isinstance(error, UnreadableTable):
            self.show_outcome(NoticeKind.DANGER, error.text)
        else:
            self.show_outcome(NoticeKind.DANGER, refusal_of(error, self.new).text)


def _list_texts(event: "ForeignEvent", conversion: "Conversion") -> Iterator[Text]:
    """The lines of the list: what to check, what is unfinished, lost or adjusted; the most important first."""
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


class RecoverDialog(NewFileDialog):
    """Recovers the valid entries of a damaged event into a new file. The damaged file is only read."""

    def __init__(self, controller: EventController, damaged: Path, *, parent: QWidget) -> None:
        word = translator.translate(mark("recovered"))
        super().__init__(
            controller,
            free_path(damaged.with_stem(f"{damaged.stem} {word}")),
            mark("Recover"),
            title=mark("Recover valid entries"),
            list_title=mark("What is missing, and how entries were found"),
            high=520,
            parent=parent,
        )
        self._damaged = damaged
        self.open_made = PrimaryButton(mark("Open the new file"), shortcut="Ctrl+O")
        for later in (self.outcome, self.list, self.open_made):
            later.hide()
        self.lay_out(
            mark(
                "Every whole entry is written to a new event, or to a list beside it if what it depends on is lost. "
                "Lost entries are looked for in the copies of the event. The damaged file is not changed."
            ),
            (mark("Damaged file"), str(damaged)),
            self.list,
            None,
            buttons=row(self.leave, None, self.make, self.open_made, spacing=10),
        )
        self.make.clicked.connect(self._begin)
        self.open_made.clicked.connect(self.open_new)
        self.make.setFocus()

    def _begin(self) -> None:
        if self.busy:
            return
        self.outcome.hide()
        damaged, new, by = self._damaged, self.new, self.controller.user.by
        language = translator.language
        work = Work(lambda step: bootstrap.recover_event(damaged, new, by, language, step))
        self.follow(work, mark("Recovering {name}", name=damaged.name), self._show_recovered)

    def _show_recovered(self, done: "tuple[Recovery, Fingerprint, RescuedFiles]") -> None:
        from ui.json_lines.rescued import lines_text, rescued_text

        recovery, fingerprint, files = done
        title = mark_count(
            "{count} entry was recovered into {file}, fingerprint {fingerprint}",
            "{count} entries were recovered into {file}, fingerprint {fingerprint}",
            fingerprint.entries, file=str(self.new), fingerprint=str(fingerprint),
        )  # fmt: skip
        found = (*recovery.missing, *recovery.remarks)
        if recovery.missing:
            texts = (rescued_text(recovery), *((lines_text(files),) if files.list is not None else ()))
            self.show_outcome(NoticeKind.WARN, title, " ".join(map(translator.translate, texts)))
        else:
            self.show_outcome(NoticeKind.OK, title, mark("Nothing is missing."))
        self.show_list(found)
        self.list.setVisible(bool(found))
        self.make.hide()
        self.other.hide()
        self.open_made.show()
        self.open_made.setFocus()

    def refuse(self, error: Exception) -> None:
        """Show why it failed, and focus the button that chooses another path."""
        self.show_outcome(NoticeKind.DANGER, refusal_of(error, self._damaged).text)
        self.other.setFocus()

    def cancelled(self) -> None:
        """Show whether the event was created before the work was cancelled."""
        if self.new.exists():
            self.show_outcome(NoticeKind.INFO, mark("It has already been recovered in “{path}”.", path=str(self.new)))
        else:
            super().cancelled()
