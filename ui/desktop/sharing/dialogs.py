"""Sharing the open event, joining another one, and ending that: all of it waits off the GUI thread."""

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from tournament.event.problem import Refused
from tournament.language import Text, mark
from tournament.sharing.invitation import Invitation
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.listening import listen
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.sharing.host_process import HostProcess
from ui.desktop.sharing.joined_event import WayToHost, joined_event_of
from ui.desktop.sharing.joining import JoinedDesk, JoinWish, join_event
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.joining.failures import CertificateChanged, ServerAway

_WIDE, _HIGH, _ROUND = 720, 520, 60


class _WaitingDialog(QDialog):
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


class JoinDialog(_WaitingDialog):
    """The invitation, the name of this desk, who sits there, and a PIN if the event has one. Enter joins."""

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Join a shared event"), parent=parent)
        self.fields = Form(
            [
                FormField("invitation", mark("Invitation"), str.strip, placeholder="qv1-…"),
                FormField("desk", mark("Name of this desk"), str.strip),
                FormField("author", mark("Your name"), str.strip),
                FormField("pin", mark("PIN, if the event has one"), str),
            ]
        )
        self.fields.show({"desk": platform.node().partition(".")[0], "author": controller.user.by.author})
        pin = self.fields.line("pin")
        pin.setEchoMode(TextField.EchoMode.Password)
        about = TextLabel(
            mark(
                "The host shows the invitation on its page Desks. This computer gets a complete copy of the event, "
                "which stays up to date while you are joined."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self.join = PrimaryButton(mark("Join"), shortcut="Ctrl+Return")
        self.join.setDefault(True)
        self.join.clicked.connect(lambda _checked: self._join())
        labelled = (self.fields.labelled[name] for name in ("invitation", "desk", "author", "pin"))
        buttons = row(self.leave, None, self.join, spacing=10)
        parts = (self.title, about, *labelled, self.bar, self.outcome, None, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)
        self.fields.line("invitation").setFocus()

    def _join(self) -> None:
        typed = {name: self.fields.line(name).text().strip() for name in ("invitation", "desk", "author", "pin")}
        for name in ("invitation", "desk", "author"):
            if not typed[name]:
                self.fields.refuse(name, mark("This is needed."))
                self.fields.line(name).setFocus()
                return
        self.fields.clear_refusals()
        wish = JoinWish(**typed, language=translator.language.code)
        self.begin(lambda: join_event(wish), mark("Joining"), lambda joined: self._joined(joined, wish))

    def _joined(self, joined: JoinedDesk, wish: JoinWish) -> None:
        self.accept()
        follow(self.controller, joined, wish)


def follow(
    controller: EventController,
    joined: JoinedDesk,
    wish: JoinWish,
    *,
    invitation: str = "",
    file: Path | None = None,
    stop: Callable[[], None] | None = None,
) -> None:
    """Show the event that was joined, and keep it in touch."""
    controller.replace_event(joined.book)
    if joined.role is not None:
        controller.user.sign_in(joined.role, wish.author)
    way = WayToHost(joined.link, joined.connection.sign_in, _host(joined.invitation), invitation, file, stop,
                    joined.connection.gathered)  # fmt: skip
    joined_event_of(controller).follow(way)
    for notice in joined.notices:
        controller.messages.noted.emit(notice)


def _host(invitation: Invitation) -> str:
    return invitation.addresses[0]


class ShareDialog(_WaitingDialog):
    """Closes the event file, starts its server, and joins it as the first desk."""

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Share this event"), parent=parent)
        self._path = Path(controller.book.place)
        by = controller.user.by
        self._wish = JoinWish("", platform.node().partition(".")[0] or "host", by.author)
        about = TextLabel(
            mark(
                "A server on this computer owns the event file from now on, and this window becomes its first desk. "
                "Everybody in the same network who has the invitation can join."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self.start = PrimaryButton(mark("Start sharing"), shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda _checked: self._start())
        buttons = row(self.leave, None, self.start, spacing=10)
        column(self.title, about, self.bar, self.outcome, None, buttons, spacing=12, margins=(16, 14), on=self)
        self.start.setFocus()

    def _start(self) -> None:
        if self._work is None:
            self.controller.close()
            self.begin(self._serve, mark("Starting to share"), self._shared)

    def _serve(self) -> tuple[HostProcess, JoinedDesk, JoinWish]:
        """In another thread. When it fails, nobody has the file open."""
        host = HostProcess(self._path)
        wish = JoinWish(host.ready.invitation, self._wish.desk, self._wish.author, language=translator.language.code)
        try:
            return host, join_event(wish), wish
        except BaseException:
            host.stop()
            raise

    def _shared(self, found: tuple[HostProcess, JoinedDesk, JoinWish]) -> None:
        host, joined, wish = found
        self.accept()
        follow(self.controller, joined, wish, invitation=host.ready.invitation, file=self._path, stop=host.stop)
        self.controller.navigation.page_wanted.emit("desks")

    def _refuse(self, error: Exception) -> None:
        """Open the event as it was, and say why it is not shared."""
        text = failure_text(error)
        self.accept()
        self.controller.replace_event(bootstrap.open_book(self._path))
        self.controller.messages.shown.emit(text)


class StopDialog(_WaitingDialog):
    """Ends the server and opens the file as before."""

    def __init__(self, controller: EventController, stop: Callable[[], None], path: Path, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Stop sharing"), parent=parent)
        self._stop, self._path = stop, path
        about = TextLabel(
            mark("The other desks go on with what they have, and send what they type when the event is shared again."),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self.end = PrimaryButton(mark("Stop sharing"), shortcut="Ctrl+Return")
        self.end.clicked.connect(lambda _checked: self._begin())
        buttons = row(self.leave, None, self.end, spacing=10)
        column(self.title, about, self.bar, self.outcome, None, buttons, spacing=12, margins=(16, 14), on=self)
        self.end.setFocus()

    def _begin(self) -> None:
        if self._work is None:
            self.controller.close()
            self.begin(self._end, mark("Stopping"), self._ended_sharing)

    def _end(self) -> object:
        self._stop()
        return bootstrap.open_book(self._path)

    def _ended_sharing(self, book: Any) -> None:
        self.accept()
        self.controller.replace_event(book)


def join(controller: EventController, window: QWidget) -> None:
    """Ask for an invitation, and join."""
    JoinDialog(controller, parent=window).open()


def share(controller: EventController, window: QWidget) -> None:
    """Share the open event, if it is a file of this computer that can be written."""
    if controller.view is not None and controller.writes and controller.shared_book is None:
        ShareDialog(controller, parent=window).open()


def stop_sharing(controller: EventController, window: QWidget) -> None:
    """End the server that this window started."""
    way = joined_event_of(controller).way
    if way is not None and way.stop is not None and way.file is not None:
        StopDialog(controller, way.stop, way.file, parent=window).open()
