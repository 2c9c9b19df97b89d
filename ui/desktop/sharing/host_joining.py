"""Who may join the event that this computer shares, and what the user decides about its desks, in other threads.

The server, which is another process, keeps it in files. Whatever is decided here it finds there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.long_work import Work
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sharing.waiting_dialog import failure_text

if TYPE_CHECKING:  # imported only when an event is shared
    from tournament.sharing.approval import WaitingDesk
    from tournament.sharing.six_digits import JoinCode
    from tournament.sharing.tickets import InvitationTicket
    from ui.server.host_folder import HostDecision, HostFolder

_LOOK = 1000
"""Milliseconds between two looks at what the server keeps."""


@dataclass(frozen=True, slots=True)
class JoiningSeen:
    """What was last read of who may join, and who is about to."""

    invitation: str = ""
    """The invitation that the host shows wherever it shares the event; empty: not read yet."""
    until: datetime | None = None
    """When it expires."""
    code: "JoinCode | None" = None
    """The six digits that are shown, or have ended."""
    waiting: "tuple[WaitingDesk, ...]" = ()
    """The desks about which somebody here must decide."""
    tickets: "tuple[InvitationTicket, ...]" = ()
    """Those of other invitations that are valid."""
    public: tuple[str, ...] = ()
    """The addresses of the public as ``host:port``, the likeliest first; empty if nothing is public."""


@dataclass(frozen=True, slots=True)
class _Shared:
    """The event that this computer shares: the id of its first entry, and its file."""

    event: str
    file: Path


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The result of one piece of work."""

    shared: _Shared
    number: int
    seen: JoiningSeen
    found: Any
    done: Callable[[Any], None]


class HostJoining(QObject):
    """Follows who may join the event that this computer shares, and lets the user decide. Idle while it shares none.

    A decision that is refused, or that cannot be stored, is shown in the window's bar.
    """

    changed = Signal()
    """Something else was read than before."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller, self._joined = controller, joined_event_of(controller)
        self._shared: _Shared | None = None
        self._begun = self._shown = 0
        """The numbers of the work that was started last, and of that whose result is shown: a later one has read
        later."""
        self._reading = False
        self._failure: Text | None = None
        """Why it could not be read the last time, which was shown once."""
        self.seen = JoiningSeen()
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self.look)
        self._joined.changed.connect(self._follow)
        self._follow()

    @property
    def shares(self) -> bool:
        """Whether this computer shares the open event."""
        return self._shared is not None

    def look(self) -> None:
        """Read again, unless that is being done."""
        if not self._reading:
            self._reading = self._begin(lambda _folder: None, lambda _nothing: None, reads=True)

    def show_digits(self, role: EventRole, *, may_take_over: bool) -> None:
        """Show new six digits, with which one desk can join in this ``role``."""
        maker = self._controller.user.role

        def show(folder: "HostFolder") -> None:
            from ui.joining.key_file import kept_key
            from ui.server.joining_decisions import show_code

            now = datetime.now(UTC)
            host = kept_key(folder.path, now).key.id
            show_code(folder.joining(), event, host, role, maker, now, may_take_over=may_take_over)

        if self._shared is not None:
            event = UUID(self._shared.event)
            self._begin(show, lambda _nothing: None)

    def end_digits(self) -> None:
        """Let no desk join with the six digits any more."""
        from ui.server.joining_decisions import end_code

        self._begin(lambda folder: end_code(folder.joining()), lambda _nothing: None)

    def let_in(self, desk: "WaitingDesk", role: EventRole, *, may_take_over: bool) -> None:
        """Let a desk that waits join in this ``role``, once somebody there has confirmed the digits too."""
        maker = self._controller.user.role

        def let(folder: "HostFolder") -> None:
            from ui.server.joining_decisions import approve

            name, id, now = desk.desk.name, desk.desk.id.hex(), datetime.now(UTC)
            approve(folder.joining(), name, id, maker, now, role=role, may_take_over=may_take_over)

        name = desk.desk.name
        text = (
            mark("“{name}” joins now.", name=name)
            if desk.desk_word
            else mark("“{name}” joins as soon as somebody there has confirmed the digits too.", name=name)
        )
        self._begin(let, lambda _nothing: self._controller.messages.noted.emit(text))

    def refuse(self, desk: "WaitingDesk") -> None:
        """Do not let a desk that waits join."""

        def refuse(folder: "HostFolder") -> None:
            from ui.server.joining_decisions import refuse

            refuse(folder.joining(), desk.desk.name, datetime.now(UTC), id=desk.desk.id.hex())

        self._begin(refuse, lambda _nothing: None)

    def invite(
        self, role: EventRole, *, uses: int | None, until: datetime, approval: bool, made: Callable[[str], None]
    ) -> None:
        """Make an invitation, and call ``made`` with its code."""
        maker = self._controller.user.role

        def invite(folder: "HostFolder") -> str:
            from tournament.sharing.invitation import decode, encode
            from ui.server.joining_decisions import invite

            if not folder.invitation:
                text = mark("The event is not shared yet: wait a moment, and try again.")
                raise Refused(Problem("invitation-nowhere", text))
            ticket = invite(folder.joining(), role, maker, uses=uses, until=until, approval=approval)
            return encode(replace(decode(folder.invitation), ticket=ticket))

        self._begin(invite, made)

    def end_invitation(self, ticket: "InvitationTicket") -> None:
        """Let no desk join with an invitation any more."""
        from ui.server.joining_decisions import end_invitation

        self._begin(lambda folder: end_invitation(folder.joining(), ticket.hash), lambda _nothing: None)

    def renew(self) -> None:
        """Let the server replace the invitation that it shows, now or when it starts."""
        self._begin(lambda folder: folder.ask_for_new_ticket(), lambda _nothing: None)

    def end_desk(self, id: str) -> None:
        """Let the server end the desk with this id."""
        self._begin(lambda folder: folder.ask_to_end(id), lambda _nothing: None)

    def choose_deputy(self, id: str, *, chosen: bool) -> None:
        """Let the desk with this id take over if this computer fails, or no more."""

        def choose(folder: "HostFolder") -> None:
            from ui.server.deputies import with_deputy, without_deputy

            desk = next((each for each in folder.admitted().all(datetime.now(UTC)) if each.id == id), None)
            if desk is not None:
                (with_deputy if chosen else without_deputy)(folder, event, desk)

        event = self._shared.event if self._shared is not None else ""
        self._begin(choose, lambda _nothing: None)

    def put_deputy_before(self, id: str, other: str) -> None:
        """Let the deputy with this id come before the ``other`` one."""

        def put(folder: "HostFolder") -> None:
            from ui.server.deputies import with_deputy

            desks = {each.id: each for each in folder.admitted().all(datetime.now(UTC))}
            if id in desks and other in desks:
                with_deputy(folder, event, desks[id], before=desks[other])

        event = self._shared.event if self._shared is not None else ""
        self._begin(put, lambda _nothing: None)

    def decide(self, decision: "HostDecision", deputy: str = "") -> None:
        """Let the server remain the host, follow the one that took over from it, or hand over to ``deputy``."""
        self._begin(lambda folder: folder.ask_to_decide(decision, deputy), lambda _nothing: None)

    def _follow(self) -> None:
        hosting = self._joined.hosting
        shared = _Shared(self._controller.book.view.journal[0].id, hosting.file) if hosting is not None else None
        if shared == self._shared:
            return
        self._shared, self._reading, self._failure = shared, False, None
        self.seen = JoiningSeen()
        if shared is None:
            self._timer.stop()
        else:
            self._timer.start()
            self.look()
        self.changed.emit()

    def _begin(
        self, task: "Callable[[HostFolder], object]", done: Callable[[Any], None], *, reads: bool = False
    ) -> bool:
        """Run ``task`` in another thread, read what is kept afterwards, and call ``done`` with the result.

        Return whether it was started, which it is only while the event is shared.
        """
        shared = self._shared
        if shared is None:
            return False
        self._begun += 1
        number = self._begun

        def run(_step: object) -> _Outcome:
            from ui.server.host_folder import HostFolder

            folder = HostFolder(shared.event, shared.file)
            found = task(folder)
            return _Outcome(shared, number, _read(folder), found, done)

        work = Work(run)
        work.done.connect(self._take)
        if reads:
            work.failed.connect(self._not_read)
        else:
            work.failed.connect(self._refuse)
        work.start()
        return True

    def _take(self, outcome: _Outcome) -> None:
        if outcome.shared != self._shared:
            return
        self._reading, self._failure = False, None
        if outcome.number > self._shown:
            self._shown, before = outcome.number, self.seen
            self.seen = outcome.seen
            if before != self.seen:
                self._joined.note_addresses(self.seen.invitation, self.seen.public)
                self.changed.emit()
        outcome.done(outcome.found)

    def _not_read(self, error: Exception) -> None:
        self._reading = False
        text = _failure_text(error)
        if self._shared is not None and text != self._failure:
            self._failure = text
            self._controller.messages.shown.emit(text)

    def _refuse(self, error: Exception) -> None:
        self._controller.messages.shown.emit(_failure_text(error))
        self.look()


def host_joining_of(controller: EventController) -> HostJoining:
    """The instance that follows who may join the event of ``controller``."""
    return controller.findChild(HostJoining) or HostJoining(controller)


def _read(folder: "HostFolder") -> JoiningSeen:
    from ui.server.joining_decisions import waiting_desks

    kept, now = folder.joining(), datetime.now(UTC)
    state = kept.read()
    tickets = tuple(each for each in state.tickets if each.ended(now) is None)
    return JoiningSeen(folder.invitation, folder.expires, state.code, waiting_desks(kept, now), tickets, folder.public)


def _failure_text(error: Exception) -> Text:
    if isinstance(error, OSError):
        return mark("What is decided about desks cannot be read or stored: {reason}.",
                    reason=error.strerror or str(error))  # fmt: skip
    return failure_text(error)
