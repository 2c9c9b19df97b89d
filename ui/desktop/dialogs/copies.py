"""The dialog of the copies of an event: viewing one, restoring one as a new file, and choosing the second place."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from reports.column import Emphasis, Kind
from reports.vocabulary import STATE
from tournament.event.role import Act
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.copying import copying_of
from ui.desktop.dialogs.event_requests import DeleteEvent, ListCopies, OpenReadOnly, RecoverEvent
from ui.desktop.dialogs.files import choose_folder, choose_place, show_folder
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.listening import listen
from ui.desktop.long_work import Step, Work, WorkBar
from ui.desktop.opening_errors import refusal_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon

if TYPE_CHECKING:
    from tournament.use_cases.copies import Examined, Restored

_WIDE, _HIGH, _ROUND = 1080, 700, 60
"""Preferred size of the dialog, and the margin in which the window below stays visible, in pixels."""
ChooseFolder = Callable[[QWidget, Path], Path | None]
ChoosePlace = Callable[[QWidget, Path], Path | None]


def choose_second_place(parent: QWidget, folder: Path) -> Path | None:
    """Ask for the second place. Return None if the user cancels."""
    return choose_folder(parent, mark("Second place for copies"), folder)


def copy_columns() -> "list[TableColumn[Examined]]":
    """The columns of the list of copies."""
    return [
        TableColumn(mark("Made"), lambda copy: f"{copy.time.astimezone():%Y-%m-%d %H:%M:%S}", width=178,
                    emphasis=Emphasis.NAME),
        TableColumn.showing(STATE, lambda copy: mark("good") if copy.good else mark("damaged"), width=122,
                            style=_state_style),
        TableColumn(mark("Entries written"), lambda copy: _content(copy, "entries"), Kind.INTEGER, width=92),
        TableColumn(mark("Sessions begun"), lambda copy: _content(copy, "sessions"), Kind.INTEGER, width=92),
        TableColumn(mark("Tables verified"), lambda copy: _content(copy, "verified"), Kind.INTEGER, width=92),
        TableColumn(mark("Fingerprint"), lambda copy: str(_content(copy, "fingerprint")), width=152),
        TableColumn(mark("Place"), _place),
    ]  # fmt: skip


def _content(copy: "Examined", member: str) -> int | str:
    value: int | str = getattr(copy.content, member) if copy.content is not None else "–"
    return value


def _place(copy: "Examined") -> Text:
    return mark("this computer") if bootstrap.is_of_this_computer(copy.path) else mark("second place")


def _state_style(copy: "Examined") -> CellStyle:
    if copy.good:
        return CellStyle(sign=StatusIcon.DONE)
    return CellStyle(sign=StatusIcon.DIFFERS, tone=Tone.DANGER, tooltip=copy.problem or "")


class CopiesDialog(Dialog):
    """Lists the copies of the open event. It never overwrites the event.

    With ``closed`` it lists those of a file that cannot be opened. No copy can be made then, but the valid
    entries of the file can be recovered.
    """

    def __init__(
        self,
        controller: EventController,
        closed: ListCopies | None = None,
        *,
        ask_folder: ChooseFolder = choose_second_place,
        ask_place: ChoosePlace = choose_place,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller, self._copying = controller, copying_of(controller)
        self._ask_folder, self._ask_place = ask_folder, ask_place
        self._event = closed.path if closed is not None else Path(controller.book.place)
        self._is_open = closed is None
        self._recoverable = closed is not None and closed.recoverable
        self._work: Work | None = None
        self._restored: Path | None = None
        self._shows_row_problem = False
        """Whether the shown message says why the copy in the current row is damaged."""
        self.title = TextLabel(mark("Copies of the event"), kind=Type.PANEL_TITLE)
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.table: TableView[Examined] = TableView(mark("Copies"), copy_columns(), key=lambda copy: copy.path)
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.OK, boxed=False)
        self.outcome.hide()
        self.second = ElidedLabel(kind=Type.DENSE)
        self.second_state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.choose = OutlineButton(
            mark("Choose…"), shortcut="Ctrl+D", icon="folder", name=mark("Choose the second place")
        )
        self.none = LinkButton(mark("No second place"), tone=Tone.TEXT2)
        self.now = OutlineButton(mark("Copy now"), shortcut="Ctrl+S")
        self.look = OutlineButton(mark("Open read-only"), hint="Return")
        self.restore = OutlineButton(mark("Restore to…"), shortcut="Ctrl+R")
        self.open_restored = PrimaryButton(mark("Open the restored event"), shortcut="Ctrl+O")
        self.open_restored.hide()
        self.recover = OutlineButton(mark("Recover valid entries…"), shortcut="Ctrl+L")
        self.folder = LinkButton(mark("Show in folder"), icon="folder", tone=Tone.TEXT2)
        self.delete = LinkButton(mark("Delete event with its copies…"), tone=Tone.DANGER)
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self._lay_out()
        self._listen()
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self.setWindowTitle(translator.translate(mark("Copies of the event")))
        self._show_state()
        self.read()

    def _lay_out(self) -> None:
        about = TextLabel(
            mark(
                "Copies are made at each session change and after every ten minutes of changes. All "
                "copies of today are kept, and one per session from earlier days. A copy is listed "
                "as good only after it has been read back completely."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        label = TextLabel(mark("Second place"), kind=Type.LABEL)
        second = boxed(row(label, stretched(self.second), self.second_state, self.choose, self.none, spacing=12))
        buttons = row(self.leave, None, self.now, self.recover, self.look, self.restore, self.open_restored, spacing=10)
        links = row(self.folder, None, self.delete, spacing=10)
        self.now.setVisible(self._is_open)
        self.delete.setVisible(self._may_delete())
        self.recover.setVisible(self._recoverable)
        second.setVisible(self._is_open)
        head = row(self.title, None, self.state)
        parts = (head, about, self.bar, stretched(self.table), links, second, self.outcome, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)

    def _listen(self) -> None:
        self._copying.changed.connect(self._follow)
        self.table.row_chosen.connect(self._look_at)
        self.table.row_changed.connect(self._offer)
        self.now.clicked.connect(partial(self._copying.copy_now, quietly=False))
        self.look.clicked.connect(lambda: self._look_at(self.table.current_row))
        self.restore.clicked.connect(self._restore)
        self.open_restored.clicked.connect(self._open_restored)
        self.choose.clicked.connect(self._choose)
        self.none.clicked.connect(lambda: self._keep(None))
        self.recover.clicked.connect(self._recover)
        self.folder.clicked.connect(self._show_folder)
        self.delete.clicked.connect(self._delete)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)

    @property
    def busy(self) -> bool:
        """Whether copies are being read, made or restored."""
        return self._work is not None or self._copying.busy

    def read(self) -> None:
        """Read all copies again."""
        if self._work is None:
            place, event = self._event, self._event_id()
            self._start(
                lambda step: bootstrap.examined_copies(place, event, step),
                mark("Reading the copies"),
                self._show_copies,
            )

    def _may_delete(self) -> bool:
        """Whether the event can be deleted: the user may replace it, and it is not shared; or only copies are left."""
        if self._is_open:
            return self._controller.may(Act.COPIES) and self._controller.shared_book is None
        return not self._event.exists()

    def _event_id(self) -> str:
        """The id of the first entry, or an empty string if the event cannot be opened."""
        if not self._is_open:
            return ""
        if self._copying.event_id:
            return self._copying.event_id
        journal = self._controller.book.view.journal
        return journal[0].id if len(journal) else ""

    def _start(self, task: "Callable[[Step], object]", words: Text, done: Callable[[object], None]) -> None:
        self._work = work = Work(task)
        self.bar.follow(work, words)
        listen(work.done, self, done)
        work.failed.connect(self._refuse)
        work.ended.connect(self._ended)
        work.start()

    def _ended(self) -> None:
        self._work = None
        self._offer(self.table.current_row)

    def _show_copies(self, found: object) -> None:
        assert isinstance(found, tuple)
        self.table.show_rows(found)
        if found and self.table.current_row is None:
            self.table.select_line(0)
        if self.isActiveWindow() and found:
            self.table.setFocus()
        if not found:
            (self.now if self._is_open else self.recover if self._recoverable else self.leave).setFocus()
        if not found and not self._is_open:
            self._report(NoticeKind.INFO, mark("There is no copy of “{path}” on this computer or in the second place.",
                                             path=str(self._event)))  # fmt: skip

    def _offer(self, copy: "Examined | None") -> None:
        """Enable the actions that are possible with ``copy``, and show why it is damaged if it is."""
        free = self._work is None and copy is not None
        self.look.setEnabled(free and copy is not None and copy.content is not None)
        self.restore.setEnabled(free and copy is not None and copy.good)
        if copy is not None and copy.problem is not None:
            self._report(NoticeKind.DANGER, copy.problem)
            self._shows_row_problem = True
        elif self._shows_row_problem:
            self.outcome.hide()

    def _follow(self) -> None:
        """Update the state, and read the copies again if a new one was made."""
        if not self._is_open:
            return
        newest = max((copy.time for copy in self.table.rows), default=None)
        last = self._copying.state.last
        self._show_state()
        if not self._copying.busy and last is not None and (newest is None or last > newest):
            self.read()

    def _show_state(self) -> None:
        if not self._is_open:
            self.state.set_text(verbatim(self._event.name))
            return
        copying, state = self._copying, self._copying.state
        self.now.setEnabled(bool(copying.event_id) and not copying.busy)
        self.choose.setEnabled(bool(copying.event_id))
        self.none.setVisible(state.second is not None)
        self.second.set_text(
            verbatim(str(state.second)) if state.second is not None else mark("none (for example, a USB stick)")
        )
        if state.second is None:
            self.second_state.set_text("")
        elif state.second_away:
            self.second_state.set_text(mark("not available; copying resumes when it is back"))
        else:
            self.second_state.set_text(state.second_failed or mark("available"))
        self.second_state.set_tone(Tone.DANGER if state.second_failed else Tone.TEXT2)
        lacks = state.last is None and copying.of_finished_event
        self.state.set_tone(Tone.WARN if lacks else Tone.TEXT2)
        if copying.busy:
            self.state.set_text(mark("Copying…"))
        elif state.failed is not None:
            self.state.set_text(mark("The last attempt failed"))
            self._report(NoticeKind.DANGER, state.failed)
        elif state.last is not None:
            entries = mark_count("{count} entry", "{count} entries", state.entries)
            self.state.set_text(
                mark("Last copy {time}, {entries}", time=f"{state.last.astimezone():%H:%M}", entries=entries)
            )
        else:
            none = mark("No copy yet, although the event is over") if lacks else mark("No copy yet")
            self.state.set_text(none if copying.event_id else mark("Opened read-only: no copies are made"))
        if state.removed:
            self._report(NoticeKind.INFO, mark_count(
                "{count} copy of today was removed to stay within 500 MB.",
                "{count} copies of today were removed to stay within 500 MB.", state.removed,
            ))  # fmt: skip

    def _look_at(self, copy: "Examined | None") -> None:
        if copy is None or copy.content is None or self._work is not None:
            return
        self._copying.look_from(self._event)
        self.accept()
        self._controller.navigation.event_wanted.emit(OpenReadOnly(copy.path))

    def _restore(self) -> None:
        copy = self.table.current_row
        if copy is None or not copy.good or self._work is not None:
            return
        name = f"{self._event.stem} {copy.time.astimezone():%Y-%m-%d %H-%M}{self._event.suffix}"
        target = self._ask_place(self, self._event.with_name(name))
        if target is not None:
            path = copy.path
            task = lambda _step: bootstrap.restore_beside(path, target)  # noqa: E731 – one line
            self._start(task, mark("Restoring {name}", name=target.name), self._show_restored)

    def _show_restored(self, done: object) -> None:
        restored: Restored = done  # type: ignore[assignment]
        content = restored.restored.content
        assert content is not None, "what was restored was read back"
        self._restored = restored.restored.path
        since = max(len(self._controller.book.view.journal) - content.entries, 0) if self._is_open else 0
        body = mark_count(
            "{count} later entry is only in the event.",
            "{count} later entries are only in the event.",
            since,
        )  # fmt: skip
        what = mark_count("{count} entry, fingerprint {fingerprint}", "{count} entries, fingerprint {fingerprint}",
                          content.entries, fingerprint=content.fingerprint)  # fmt: skip
        title = mark("Restored: “{path}”, {content}.", path=str(self._restored), content=what)
        if not self._is_open:
            body = mark("This copy does not contain entries made after it.")
        self._report(NoticeKind.OK, title, body if since or not self._is_open else "")
        self.open_restored.show()
        self.open_restored.setFocus()

    def _recover(self) -> None:
        if self._work is None:
            self.accept()
            self._controller.navigation.event_wanted.emit(RecoverEvent(self._event))

    def _show_folder(self) -> None:
        copy = self.table.current_row
        show_folder(copy.path.parent if copy is not None else bootstrap.copies_folder())

    def _delete(self) -> None:
        if self._work is None:
            self.accept()
            self._controller.navigation.event_wanted.emit(DeleteEvent(self._event))

    def _open_restored(self) -> None:
        if self._restored is not None:
            self.accept()
            self._controller.navigation.event_wanted.emit(self._restored)

    def _choose(self) -> None:
        chosen = self._ask_folder(self, self._copying.state.second or Path.home())
        if chosen is not None:
            self._keep(chosen)

    def _keep(self, second: Path | None) -> None:
        try:
            self._copying.choose_second(second)
        except Exception as error:  # noqa: BLE001  # refusal_of raises an unexpected error again
            self._report(NoticeKind.DANGER, refusal_of(error, second).text)
        if second is None:
            self.choose.setFocus()

    def _refuse(self, error: Exception) -> None:
        self._report(NoticeKind.DANGER, refusal_of(error, self._event).text)

    def _report(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self._shows_row_problem = False
        self.outcome.show_notice(kind, title, body)
        self.outcome.show()

    def _end(self) -> None:
        """Cancel the current work when the dialog is closed."""
        if self._work is not None:
            self._work.cancel()
        self._copying.changed.disconnect(self._follow)
