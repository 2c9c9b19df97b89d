"""The dialog that deletes an event with its copies: it lists every file, and asks for the name of the event."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop import bootstrap, recent
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.opening_errors import refusal_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

if TYPE_CHECKING:
    from tournament.use_cases.copies import Deletion, FilesToDelete

_WIDE, _HIGH, _ROUND = 900, 620, 60
"""Preferred size of the dialog, and the margin in which the window below stays visible, in pixels."""


class DeleteDialog(Dialog):
    """Deletes the event at ``place``, which is open in the window or missing, with its copies.

    Nothing is deleted before the user has typed its name. An open event is closed first.
    """

    def __init__(self, controller: EventController, place: Path, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller, self._place = controller, place
        self._is_open = controller.view is not None and Path(controller.book.place) == place
        self._event, self._name = _id_and_name(controller, place, is_open=self._is_open)
        self._work: Work | None = None
        self._files: FilesToDelete | None = None
        """What is to be deleted, once it was found."""
        self.title = TextLabel(mark("Delete the event with its copies"), kind=Type.PANEL_TITLE)
        about = mark(
            "This deletes the event file, every copy that the program made of it, and what this computer keeps about "
            "it. Nothing can bring it back. Papers and files that you exported stay."
        )
        self.about = TextLabel(about, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setTabChangesFocus(True)
        self.lines.setAccessibleName(translator.translate(mark("Files")))
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.WARN, boxed=False)
        self.outcome.hide()
        asked = mark("To delete it, type its name: {name}", name=self._name)
        self.asked = TextLabel(asked, kind=Type.LABEL, wrap=True)
        self.name = TextField(name=asked)
        self.delete = PrimaryButton(mark("Delete"), shortcut="Ctrl+Return")
        self.delete.setEnabled(False)
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        buttons = row(self.leave, None, self.delete, spacing=10)
        parts = (self.title, self.about, stretched(self.lines), self.bar, self.outcome, self.asked, self.name, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)
        self.name.textChanged.connect(self._offer)
        self.delete.clicked.connect(self._delete)
        self.leave.clicked.connect(self.reject)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self.setWindowTitle(translator.translate(mark("Delete the event with its copies")))
        self.name.setFocus()
        self._start(lambda: bootstrap.files_of_event(place, self._event), mark("Looking for copies"), self._show_files)

    @property
    def busy(self) -> bool:
        """Whether files are being searched or deleted."""
        return self._work is not None

    def reject(self) -> None:
        """Close the dialog, unless files are being deleted."""
        if not self.busy:
            super().reject()

    def _start(self, task: Callable[[], object], words: Text, done: Callable[[Any], None]) -> None:
        self._work = work = Work(lambda _step: task())
        self.bar.follow(work, words)
        self.bar.cancel_button.hide()  # half of the files is no result
        listen(work.done, self, done)
        listen(work.failed, self, self._refuse)
        listen(work.ended, self, self._ended)
        work.start()

    def _ended(self) -> None:
        self._work = None
        self._offer()

    def _offer(self) -> None:
        """Enable the button while the name is typed in the field."""
        typed = " ".join(self.name.text().split())
        files = self._files
        some = files is not None and (files.place.exists() or bool(files.copies) or bool(files.left))
        self.delete.setEnabled(
            some and self._work is None and typed.casefold() == " ".join(self._name.split()).casefold()
        )

    def _show_files(self, files: "FilesToDelete") -> None:
        self._files = files
        self.lines.setPlainText("\n".join(translator.translate(text) for text in _lines(files)))

    def _delete(self) -> None:
        place, event = self._place, self._event
        if self._is_open:
            self._controller.close()
        self._start(lambda: bootstrap.delete_event(place, event), mark("Deleting the event"), self._show_deleted)

    def _show_deleted(self, deletion: "Deletion") -> None:
        self._files = None
        self.asked.hide()
        self.name.hide()
        self.delete.hide()
        self.leave.setFocus()
        if deletion.failed:
            texts = [translator.translate(reason) for _path, reason in deletion.failed]
            self.lines.setPlainText("\n".join(texts))
            title = mark("Not everything was deleted. The event file is still there.")
            if not self._place.exists():
                title = mark("Not everything was deleted.")
            self._report(NoticeKind.DANGER, title)
            return
        recent.forget(self._place)
        count = len(deletion.files.copies)
        title = mark_count(
            "The event and {count} copy are deleted.", "The event and {count} copies are deleted.", count
        )
        rest = (*deletion.files.absent, *deletion.files.others)
        if rest:
            self.lines.setPlainText("\n".join(map(str, rest)))
        body = mark(
            "Copies at these places are not deleted. Connect the second place, and delete the copies there, too."
        )
        if not deletion.files.absent:
            body = mark("These files with the same event are not deleted, because the program did not make them.")
        self._report(NoticeKind.OK, title, body if rest else "")

    def _refuse(self, error: Exception) -> None:
        self._report(NoticeKind.DANGER, refusal_of(error, self._place).text)

    def _report(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.outcome.show_notice(kind, title, body)
        self.outcome.show()


def _id_and_name(controller: EventController, place: Path, *, is_open: bool) -> tuple[str, str]:
    """The id of the first entry, empty if it is not known, and the name to type: that of the file if it is missing."""
    if not is_open:
        return "", place.stem
    view = controller.book.written
    return (view.journal[0].id if len(view.journal) else ""), view.settings.name or place.stem


def _lines(files: "FilesToDelete") -> Iterator[Text]:
    """The list of files, in groups."""
    if files.place.exists():
        yield from (mark("The event:"), _line(files.place), verbatim(""))
    groups = (
        (mark_count("{count} copy:", "{count} copies:", len(files.copies)), files.copies),
        (mark("What else the program made for it:"), files.left),
        (mark("Not connected now, so the copies there stay:"), files.absent),
        (mark("Not deleted, because the program did not make these files with the same event:"), files.others),
    )
    for title, paths in groups:
        if paths:
            yield from (title, *map(_line, paths), verbatim(""))
    if not (files.place.exists() or files.copies or files.left):
        yield mark("There is nothing to delete on this computer.")


def _line(path: Path) -> Text:
    return verbatim(f"    {path}")
