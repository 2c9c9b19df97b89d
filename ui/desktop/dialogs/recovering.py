"""Saving what is valid in a damaged event as a new one: where to, how far it is, and what is missing."""

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QSizePolicy, QWidget

from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_place
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.opening_errors import refusal_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.notice import Notice, NoticeKind

if TYPE_CHECKING:
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.use_cases.recovery import Recovery

_WIDE, _HIGH, _ROUND = 860, 520, 60
"""Its size where there is room, and what stays in view of the window around it."""
_TITLE = mark("Recover what is valid")


class RecoverDialog(QDialog):
    """Enter recovers, then opens the new event; Esc leaves everything as it was. The damaged file is only read."""

    def __init__(self, controller: EventController, damaged: Path, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller, self._damaged = controller, damaged
        self._new = _free(damaged)
        self._work: Work | None = None
        self.place = ElidedLabel(kind=Type.DENSE)
        self.other = OutlineButton(mark("Another place…"), shortcut="Ctrl+D", icon="folder")
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.OK, boxed=False)
        self.outcome.hide()
        self.missing = QPlainTextEdit(readOnly=True)
        self.missing.setTabChangesFocus(True)
        self._list = boxed(column(TextLabel(mark("What is missing"), kind=Type.LABEL), self.missing, spacing=6))
        self._list.hide()
        self.recover = PrimaryButton(mark("Recover"), shortcut="Ctrl+Return")
        self.open_new = PrimaryButton(mark("Open the new file"), shortcut="Ctrl+O")
        self.open_new.hide()
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self._lay_out()
        self.other.clicked.connect(self._choose)
        self.recover.clicked.connect(self._begin)
        self.open_new.clicked.connect(self._open_new)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self.setWindowTitle(translator.translate(_TITLE))
        self.missing.setAccessibleName(translator.translate(mark("What is missing")))
        self._show_place()
        self.recover.setFocus()

    def _lay_out(self) -> None:
        about = TextLabel(
            mark("Every entry of the file that is whole and hangs on nothing that is lost is written to a new event, "
                 "which says at its end what is missing. The damaged file stays as it is. A copy of the event, where "
                 "there is one, has lost nothing up to the time when it was made."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        damaged = ElidedLabel(verbatim(str(self._damaged)), kind=Type.DENSE)
        of = row(TextLabel(mark("Damaged file"), kind=Type.LABEL), stretched(damaged), spacing=12)
        to = row(TextLabel(mark("New file"), kind=Type.LABEL), stretched(self.place), self.other, spacing=12)
        buttons = row(self.leave, None, self.recover, self.open_new, spacing=10)
        title = TextLabel(_TITLE, kind=Type.PANEL_TITLE)
        self._list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        parts = (title, about, of, to, self.bar, self.outcome, self._list, None, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)

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
        self.recover.setFocus()

    def _begin(self) -> None:
        if self._work is not None:
            return
        self._allow(False)
        self.outcome.hide()
        damaged, new, by = self._damaged, self._new, self._controller.by
        self._work = work = Work(lambda step: bootstrap.recover_event(damaged, new, by, step))
        self.bar.follow(work, mark("Recovering {name}", name=damaged.name))
        work.done.connect(self._show_recovered)
        work.failed.connect(self._refuse)
        work.cancelled.connect(self._cancelled)
        work.ended.connect(self._ended)
        work.start()

    def _allow(self, free: bool) -> None:
        for button in (self.recover, self.other):
            button.setEnabled(free)

    def _ended(self) -> None:
        self._work = None
        self._allow(True)

    def _show_recovered(self, done: "tuple[Recovery, Fingerprint]") -> None:
        recovery, fingerprint = done
        title = mark_count(
            "{count} entry is recovered in {file}, fingerprint {fingerprint}",
            "{count} entries are recovered in {file}, fingerprint {fingerprint}",
            fingerprint.entries, file=str(self._new), fingerprint=str(fingerprint),
        )  # fmt: skip
        if recovery.missing:
            self._tell(NoticeKind.WARN, title)
            self.missing.setPlainText("\n".join(translator.translate(text) for text in recovery.missing))
        else:
            self._tell(NoticeKind.OK, title, mark("Nothing is missing."))
        self._list.setVisible(bool(recovery.missing))
        self.recover.hide()
        self.other.hide()
        self.open_new.show()
        self.open_new.setFocus()

    def _refuse(self, error: Exception) -> None:
        self._tell(NoticeKind.DANGER, refusal_of(error, self._damaged).text)
        self.other.setFocus()

    def _cancelled(self) -> None:
        if self._new.exists():  # it was made before the key was pressed
            self._tell(NoticeKind.INFO, mark("It was recovered already, in “{path}”.", path=str(self._new)))
        else:
            self._tell(NoticeKind.INFO, mark("Cancelled: nothing was written."))

    def _tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.outcome.show_notice(kind, title, body)
        self.outcome.show()

    def _open_new(self) -> None:
        self.accept()
        self._controller.navigation.event_wanted.emit(self._new)

    def _end(self) -> None:
        """Give up what is under way."""
        if self._work is not None:
            self._work.cancel()


def _free(damaged: Path) -> Path:
    """A name beside the damaged file that is not taken."""
    word = translator.translate(mark("recovered"))
    names = (f"{damaged.stem} {word}{f' {number}' if number > 1 else ''}{damaged.suffix}" for number in count(1))
    return next(path for name in names if not (path := damaged.with_name(name)).exists())
