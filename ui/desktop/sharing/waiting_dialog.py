"""The base class of dialogs that work in another thread, and the texts of their errors."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import Text, mark
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.labels import TextLabel
from ui.joining.failures import CertificateChanged, ServerAway

_WIDE, _HIGH, _ROUND = 720, 520, 60


def words_about(text: Text) -> TextLabel:
    """Return the paragraph above the fields that says what the dialog does."""
    return TextLabel(text, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)


class WaitingDialog(Dialog):
    """A dialog that runs one task at a time in another thread.

    Esc cancels a task that can be undone, and the dialog closes when it is undone. Otherwise the user must wait.
    """

    takes_back = True
    """Whether the result of a task can be undone (`take_back`)."""

    def __init__(self, controller: EventController, title: Text, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(translator.translate(title))
        self.controller = controller
        self._work: Work | None = None
        self.title = TextLabel(title, kind=Type.PANEL_TITLE)
        self.bar = WorkBar()
        self.bar.cancel_button.setVisible(self.takes_back)
        self.outcome = Notice(NoticeKind.DANGER, boxed=False)
        self.outcome.hide()
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.leave.clicked.connect(self.reject)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))

    def begin(self, task: Callable[[], object], words: Text, done: Callable[[Any], None]) -> None:
        """Run ``task`` in another thread with ``words`` at its progress, and call ``done`` with its result."""
        if self._work is not None:
            return
        self.outcome.hide()
        # A cancelled work drops its result, which must then be undone. So the task keeps the result here too.
        got: list[Any] = []

        def do(_step: object) -> object:
            got.append(task())
            return got[0]

        self._work = work = Work(do)
        self.bar.follow(work, words)
        listen(work.done, self, done)
        listen(work.cancelled, self, lambda: self._cancelled(got))
        work.failed.connect(self._refuse)
        listen(work.ended, self, lambda: self._over(work))
        work.start()

    def take_back(self, result: Any) -> None:
        """Undo the result of a task that was cancelled before its end; called in another thread."""

    def cancelled(self) -> None:
        """Called when a task was cancelled and, if necessary, undone."""

    def reject(self) -> None:
        """Close the dialog. While a task runs, cancel it instead if it can be undone."""
        if self._work is None:
            super().reject()
        elif self.takes_back:
            self._work.cancel()

    def _cancelled(self, got: Sequence[Any]) -> None:
        def undo(_step: object) -> None:
            for result in got:
                self.take_back(result)

        self._work = back = Work(undo)
        listen(back.ended, self, self._taken_back)
        back.start()

    def _taken_back(self) -> None:
        self._work = None
        super().reject()
        self.cancelled()

    def _over(self, work: Work) -> None:
        if self._work is work:  # otherwise its result is being undone
            self._ended()

    def _ended(self) -> None:
        self._work = None

    def _refuse(self, error: Exception) -> None:
        self.outcome.show_notice(NoticeKind.DANGER, failure_text(error))
        self.outcome.show()


def failure_text(error: Exception) -> Text:
    """The message of ``error``. An unexpected exception is raised again."""
    match error:
        case Refused():
            return error.problems[0].text
        case ServerAway() | CertificateChanged():
            return error.message
        case StoreUnavailable() | StoreDamaged():
            return error.text
        case _:
            raise error
