"""The dialog that joins a shared event: with an invitation, by six digits, or by digits that people compare.

Everything that waits for another computer or for a person runs in another thread.
"""

import platform
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any
from uuid import UUID

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem, Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, verbatim
from tournament.sharing.invitation import NO_TICKET, Invitation, decode, encode, is_invitation, read
from tournament.sharing.joining import DIGITS, shown_digits, typed_digits
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.long_work import in_own_thread
from ui.desktop.sharing.found_events import FoundEvents
from ui.desktop.sharing.joined_event import HostedHere, joined_event_of
from ui.desktop.sharing.joining import JoinDetails, OpenedDesk, follow_joined, join_event
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, aligned, boxed, column, row, stretched
from ui.joining.connection import Connection
from ui.joining.entering import GivenUp
from ui.joining.hosts import Hosts
from ui.joining.places import likely_ports, typed_places

if TYPE_CHECKING:
    from ui.joining.discovery import FoundEvent
    from ui.joining.looking import SeenHost

ChooseFile = Callable[[QWidget, Path], Path | None]
"""Asks for a file, starting in a folder. Returns None if the user cancels."""
_NAMES = ("place", "desk", "author", "pin", "digits")
_HIGH, _ROUND = 640, 60
_LOOK = 0.05
"""Seconds between two looks whether the user has answered, or given up."""
_LET_GO = 2000
"""Milliseconds after which connections are closed on which the user does not want to wait any more."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the host of an event may be."""

    addresses: tuple[str, ...]
    event: UUID | None = None
    """The id of the event, if it is known."""


class DigitsQuestion(Card):
    """Shows six digits and asks whether the host shows the same; then that the host must decide."""

    answered = Signal(bool)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(quiet=True, margins=(14, 12), parent=parent)
        self.words = TextLabel(kind=Type.BODY, wrap=True)
        self.digits = TextLabel(kind=Type.FIGURE)
        self.same, self.differ = OutlineButton(mark("They are the same")), OutlineButton(mark("They differ"))
        self.same.clicked.connect(lambda _checked: self.answered.emit(True))
        self.differ.clicked.connect(lambda _checked: self.answered.emit(False))
        self._buttons = boxed(row(self.same, self.differ, spacing=10))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        add(self.body, self.words)
        add(self.body, row(self.digits, 16, self._buttons, None))
        self.hide()

    def ask(self, digits: str) -> None:
        """Ask whether the host shows these ``digits``. No button has the focus, so that Enter alone answers nothing."""
        self._show(digits, mark("Does the host show the same digits? Compare all six with the person there."))
        self._buttons.show()
        self.setFocus()

    def wait(self, digits: str) -> None:
        """Show that the person at the host must decide, who sees these ``digits`` as well."""
        self._show(digits, mark("Waiting until the person at the host lets this desk join."))
        self._buttons.hide()

    def _show(self, digits: str, words: Text) -> None:
        self.words.set_text(words)
        self.digits.set_text(verbatim(shown_digits(digits)))
        self.show()
        name = f"{self.words.text()} {self.digits.text()}"
        if name != self.accessibleName():
            self.setAccessibleName(name)
            announce(self, verbatim(name), assertive=True)


class JoinDialog(WaitingDialog):
    """Asks where the event is and for the name of the desk, and joins it. An invitation can be dropped as a file."""

    _compared = Signal(str)
    """Emitted from another thread: six digits, which the user is asked about."""
    _awaited = Signal(str)
    """Emitted from another thread: six digits, while somebody at the host must approve this desk."""

    def __init__(
        self,
        controller: EventController,
        choose: ChooseFile,
        known: Mapping[str, str] | None = None,
        hosting: HostedHere | None = None,
        *,
        parent: QWidget,
    ) -> None:
        """Create the dialog. ``choose`` asks for a file with an invitation. ``known`` fills in the ``invitation``, the
        ``desk`` and the ``author``. ``hosting`` is given if this computer is the host.
        """
        super().__init__(controller, mark("Join a shared event"), parent=parent)
        self._hosting, self._choose_file = hosting, choose
        self._given_up, self._answered = Event(), Event()
        self._are_same = False
        """What the user answered about the digits."""
        self._connections = list[Connection | Hosts]()
        """Those that are used to join, and what searches for a host."""
        self._chosen: FoundEvent | None = None
        """The event that the user chose in the list."""
        self._seen: tuple[_Places, SeenHost] | None = None
        """The host that was seen last, and the places where it was looked for."""
        self._compared.connect(self._ask)
        self._awaited.connect(self._show_waiting)
        self._make_fields(known or {})
        self.file = OutlineButton(mark("Open a file …"), shortcut="Ctrl+O")
        self.file.clicked.connect(lambda _checked: self._choose())
        self.about = Notice(NoticeKind.INFO)
        self.found = FoundEvents()
        self.question = DigitsQuestion()
        self.question.answered.connect(self._answer)
        self.approval = OutlineButton(mark("Ask for approval"), shortcut="Ctrl+Shift+Return")
        self.approval.clicked.connect(lambda _checked: self._join(approval=True))
        self.join = PrimaryButton(mark("Join"), shortcut="Ctrl+Return")
        self.join.setDefault(True)
        self.join.clicked.connect(lambda _checked: self._join())
        self._lay_out()
        self.resize(self.width(), min(_HIGH, parent.window().height() - _ROUND))
        self.bar.cancel_button.clicked.connect(self.reject)
        self.found.chosen.connect(self._take_found)
        self.found.changed.connect(self._show_target)
        self.finished.connect(self.found.end)
        self._show_target()
        target = self._target
        self.fields.line("place" if not known else "pin" if isinstance(target, Invitation) else "digits").setFocus()
        self.found.look()

    def _make_fields(self, known: Mapping[str, str]) -> None:
        self.fields = Form(
            [
                FormField(
                    "place", mark("Address of the host, or invitation"), str.strip, placeholder="192.168.1.20, qv2-…"
                ),
                FormField("desk", mark("Name of this desk"), str.strip),
                FormField("author", mark("Your name"), str.strip),
                FormField("pin", mark("PIN, if the event has one"), str),
                FormField("digits", mark("Six digits of the host"), str.strip, placeholder="123 456"),
            ]
        )
        usual = {"desk": platform.node().partition(".")[0], "author": self.controller.user.by.author}
        place = {"place": _place(known["invitation"])} if "invitation" in known else {}
        self.fields.show(usual | place | {name: known[name] for name in usual if name in known})
        self.fields.line("pin").setEchoMode(TextField.EchoMode.Password)
        line = self.fields.line("place")
        line.setAcceptDrops(False)  # the dialog takes what is dropped
        self.setAcceptDrops(True)
        line.textChanged.connect(lambda _text: self._show_target())
        for name in _NAMES:
            self.fields.line(name).textEdited.connect(partial(self._edited, name))

    def _lay_out(self) -> None:
        text = mark(
            "Choose the event in the list, or type the address of its host. Somebody there lets this desk join: the "
            "host then shows six digits. This computer gets a complete copy of the event, which stays up to date while "
            "you are joined."
        )
        labelled = self.fields.labelled
        place = row(stretched(labelled["place"]), aligned(self.file, Qt.AlignmentFlag.AlignBottom), spacing=10)
        top = Qt.AlignmentFlag.AlignTop
        who = row(*(aligned(labelled[name], top, share=1) for name in _NAMES[1:]), spacing=10, centred=False)
        content = column(words_about(text), stretched(self.found), place, self.about, who, spacing=12)
        buttons = row(self.leave, None, self.approval, self.join, spacing=10)
        parts = (self.title, stretched(Scrolled(boxed(content))), self.question, self.bar, self.outcome, buttons)
        column(*parts, spacing=12, margins=(16, 14), on=self)

    def fill_in(self, file: Path) -> None:
        """Fill in the invitation in ``file``, or show why it cannot be read."""
        try:
            self.fields.line("place").setText(encode(read(file)))
        except Refused as refused:
            self.fields.refuse("place", refused.problems[0].text)
        except OSError as error:
            reason = error.strerror or str(error)
            self.fields.refuse("place", mark("“{path}” cannot be used: {reason}", path=str(file), reason=reason))

    def explain(self, why: Text) -> None:
        """Show ``why`` the event must be joined and cannot just be opened."""
        self.outcome.show_notice(NoticeKind.WARN, why)
        self.outcome.show()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file, or text."""
        data = event.mimeData()
        if data.hasText() or (len(data.urls()) == 1 and data.urls()[0].isLocalFile()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Fill in the invitation that was dropped."""
        data = event.mimeData()
        if data.urls():
            self.fill_in(Path(data.urls()[0].toLocalFile()))
        else:
            self.fields.line("place").setText(data.text())

    def _choose(self) -> None:
        path = self._choose_file(self, documents_folder())
        if path is not None:
            self.fill_in(path)

    # Where the event is

    @property
    def _target(self) -> Invitation | _Places | None:
        """The invitation or the places in the field; without any, those of the event in the list."""
        text = self.fields.line("place").text().strip()
        found = self._chosen or (self.found.found[0] if len(self.found.found) == 1 else None)
        with suppress(Refused):
            if text:
                return decode(text) if is_invitation(text) else _Places(typed_places(text, likely_ports(())))
        return _Places(found.addresses, found.event) if found is not None and not text else None

    def _show_target(self) -> None:
        """Show which event will be joined. If an invitation names other addresses than were found, put those first."""
        target = self._target
        self._moved_to_found(target)
        by_invitation = is_invitation(self.fields.line("place").text())
        self.fields.labelled["pin"].setVisible(by_invitation)
        self.fields.labelled["digits"].setVisible(not by_invitation)
        self.approval.setVisible(not by_invitation)
        what = self._words_of(target)
        self.about.setVisible(what is not None)
        if what is not None:
            self.fields.clear_refusals("place")
            self.about.show_notice(NoticeKind.INFO, *what)

    def _words_of(self, target: Invitation | _Places | None) -> tuple[Text, Text] | None:
        if isinstance(target, Invitation):
            title = mark("Invitation to “{event}”", event=target.name)
            return title, mark("at {addresses}", addresses=target.addresses)
        if target is not None and self._seen is not None and self._seen[0] == target:
            seen = self._seen[1]
            return _where(seen.name, seen.computer, (seen.address,))
        found = next((each for each in self.found.found if target == _Places(each.addresses, each.event)), None)
        return _where(found.name, found.computer, found.addresses) if found is not None else None

    def _moved_to_found(self, target: Invitation | _Places | None) -> None:
        if not isinstance(target, Invitation):
            return
        begin = target.first_host[:4].hex()
        for each in self.found.found:
            known = target.addresses
            if each.event == target.event and each.fingerprint_begin == begin and each.addresses[0] not in known:
                changed = replace(target, addresses=(each.addresses[0], *known[:3]))
                self.fields.line("place").setText(encode(changed))
                return

    def _take_found(self, event: "FoundEvent | None") -> None:
        target = self._target
        if event is None or (isinstance(target, Invitation) and target.event == event.event):
            return
        self._chosen = event
        self.outcome.hide()
        self.fields.line("place").clear()
        self._show_target()
        self._go_to_empty()

    def _edited(self, name: str, _text: str) -> None:
        self.outcome.hide()
        self.fields.clear_refusals(name)

    def _go_to_empty(self) -> None:
        empty = next((name for name in _NAMES[1:] if name != "pin" and not self._typed(name)), "digits")
        self.fields.line(empty).setFocus()

    # Joining

    def _typed(self, name: str) -> str:
        return self.fields.line(name).text().strip()

    def _join(self, *, approval: bool = False) -> None:
        if self._work is not None:
            return
        self.fields.clear_refusals()
        self._move_digits()
        try:
            target, digits = self._read(approval=approval)
        except Refused as refused:
            self._refuse(refused)
            return
        self._given_up.clear()
        self._answered.clear()
        self._connections.clear()
        if isinstance(target, _Places) and not digits and not approval:
            self.begin(partial(self._look, target), mark("Asking for the event"), partial(self._saw, target))
            return
        is_invitation = isinstance(target, Invitation)
        request = JoinDetails(
            self._typed("place") if is_invitation else "",
            self._typed("desk"),
            self._typed("author"),
            self._typed("pin") if is_invitation else "",
            translator.language.code,
            digits=digits,
            same=self._same,
            waits=self._wait,
            connects=self._connects,
        )
        if self.controller.shared_book is not None:
            self.controller.close()  # it may be the same desk, whose folder only one program can use
        self.begin(partial(self._enter, target, request), mark("Joining"), self._joined)

    def _move_digits(self) -> None:
        """Move six digits that were typed where an address belongs, which has the focus first, to their field."""
        text = self._typed("place")
        digits = text.replace(" ", "")
        if digits.isascii() and digits.isdecimal() and len(digits) == DIGITS:
            self.fields.line("digits").setText(text)
            self.fields.line("place").clear()

    def _read(self, *, approval: bool) -> tuple[Invitation | _Places, str]:
        """Where to join, and the digits that were typed. Raises Refused, with the name of the field."""
        text, needed = self._typed("place"), mark("This is needed.")
        target = self._target
        if target is None:
            if is_invitation(text):
                decode(text)
            elif text:
                typed_places(text, likely_ports(()))
            raise Refused(
                Problem("place", mark("Choose an event in the list, or type the address of its host."), "place")
            )
        for name in ("desk", "author"):
            if not self._typed(name):
                raise Refused(Problem(name, needed, name))
        if isinstance(target, Invitation) or approval:
            return target, ""
        if not self._typed("digits") and (self._seen is None or self._seen[0] != target):
            return target, ""
        return target, typed_digits(self._typed("digits"))

    def begin(self, task: Callable[[], object], words: Text, done: Callable[[Any], None]) -> None:
        """Run ``task`` as every dialog does; nothing else can be begun meanwhile."""
        super().begin(task, words, done)
        self._allow(False)

    def _allow(self, allowed: bool) -> None:
        for button in (self.join, self.approval):
            button.setEnabled(allowed)

    def _look(self, target: _Places) -> "SeenHost":
        """The host at one of the places of ``target``; called in another thread."""
        from ui.joining.looking import seen_host

        def step(_done: int, _all: int) -> None:
            if self._given_up.is_set():
                raise GivenUp

        return in_own_thread(partial(seen_host, target.addresses, target.event), step)

    def _saw(self, target: _Places, seen: "SeenHost") -> None:
        """Show the host that was asked for its event, and ask for the digits."""
        self._seen = (target, seen)
        self._show_target()
        self._go_to_empty()

    def _enter(self, target: Invitation | _Places, request: JoinDetails) -> OpenedDesk:
        """Join as ``request`` says; called in another thread."""
        if isinstance(target, Invitation):
            return join_event(request)
        return join_event(replace(request, host=self._look(target)))

    def _connects(self, connection: Connection | Hosts) -> None:
        """Note a connection, which `reject` closes. Called in another thread."""
        self._connections.append(connection)
        if self._given_up.is_set():
            raise GivenUp

    def _same(self, digits: str) -> bool:
        """Ask the user whether the host shows the same ``digits``. Called in another thread; raises GivenUp."""
        self._compared.emit(digits)
        while not self._answered.wait(_LOOK):
            if self._given_up.is_set():
                raise GivenUp
        return self._are_same

    def _wait(self, digits: str) -> None:
        """Show that the host must approve this desk. Called in another thread; raises GivenUp."""
        if self._given_up.is_set():
            raise GivenUp
        self._awaited.emit(digits)

    def _ask(self, digits: str) -> None:
        if not self._given_up.is_set():
            self.question.ask(digits)

    def _answer(self, same: bool) -> None:
        self._are_same = same
        self._answered.set()
        self.leave.setFocus()

    def _show_waiting(self, digits: str) -> None:
        if not self._given_up.is_set():
            self.question.wait(digits)

    def reject(self) -> None:
        """Close the dialog, and wait for nobody any more."""
        self._given_up.set()
        if self._work is not None:
            QTimer.singleShot(_LET_GO, self, self._hang_up)
        super().reject()

    def _hang_up(self) -> None:
        for each in tuple(self._connections):
            each.close()

    def take_back(self, result: "OpenedDesk | SeenHost") -> None:
        """Close the event that was joined before the user cancelled."""
        if isinstance(result, OpenedDesk):
            result.book.close()

    def _joined(self, joined: OpenedDesk) -> None:
        self.accept()
        follow_joined(self.controller, joined, self._hosting)
        joined_event_of(self.controller).entered.emit()

    def _ended(self) -> None:
        super()._ended()
        self.question.hide()
        self._allow(True)

    def _refuse(self, error: Exception) -> None:
        """Show why the event was not joined, at the field that is wrong if there is one. Of several events, the user
        chooses one."""
        from ui.joining.discovery import FoundEvent
        from ui.joining.looking import SeveralEvents

        if isinstance(error, SeveralEvents):
            self.found.add_typed(tuple(
                FoundEvent(each.event, each.name, (each.address,), each.id[:4].hex(), each.computer)
                for each in error.hosts
            ))  # fmt: skip
        problem = error.problems[0] if isinstance(error, Refused) else None
        name = {"invitation": "place"}.get(problem.field, problem.field) if problem is not None else ""
        if problem is None or name not in _NAMES or self.fields.labelled[name].isHidden():
            super()._refuse(error)
            return
        self.fields.refuse(name, problem.text)
        line = self.fields.line(name)
        line.setFocus()
        line.selectAll()


def _place(code: str) -> str:
    """What leads to the event of the invitation ``code``: itself, or an address if it has no ticket."""
    with suppress(Refused):
        invitation = decode(code)
        if invitation.ticket == NO_TICKET:
            return invitation.addresses[0]
    return code


def _where(event: str, computer: str, addresses: tuple[str, ...]) -> tuple[Text, Text]:
    if not computer:
        return verbatim(event), mark("at {addresses}", addresses=addresses)
    return verbatim(event), mark("{computer}, at {addresses}", computer=computer, addresses=addresses)
