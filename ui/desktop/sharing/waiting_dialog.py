"""A dialog that waits off the GUI thread, and what an error says there."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from tournament.event.problem import Refused
from tournament.language import Text, mark
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.joining.failures import CertificateChanged, ServerAway

_WIDE, _HIGH, _ROUND = 720, 520, 60


def words_about(text: Text) -> TextLabel:
    """What a dialog does, before its fields."""
    return TextLabel(text, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)


class WaitingDialog(QDialog):
    """Does one thing at a time in another thread. Esc cancels it."""

    def __init__(self, controller: EventController, title: Text, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(translator.translate(title))
        self.controller = controller
        self._work: Work | None = None
        self.title = TextLabel(title, kind=Type.PANEL_TITLE)
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.DANGER, boxed=False)
        self.outcome.hide()
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.leave.clicked.connect(self.reject)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))

    def begin(self, task: Callable[[], object], words: Text, done: Callable[[Any], None]) -> None:
        """Do ``task``; ``done`` gets what it gives."""
        if self._work is not None:
            return
        self.outcome.hide()
        self._work = work = Work(lambda _step: task())
        self.bar.follow(work, words)
        listen(work.done, self, done)
        work.failed.connect(self._refuse)
        work.ended.connect(self._ended)
        work.start()

    def _ended(self) -> None:
        self._work = None

    def _refuse(self, error: Exception) -> None:
        self.outcome.show_notice(NoticeKind.DANGER, failure_text(error))
        self.outcome.show()


def failure_text(error: Exception) -> Text:
    """What ``error`` says about sharing or joining. An unexpected exception is raised again."""
    match error:
        case Refused():
            return error.problems[0].text
        case ServerAway() | CertificateChanged():
            return error.message
        case StoreUnavailable() | StoreDamaged():
            return error.text
        case _:
            raise error
