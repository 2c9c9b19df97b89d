"""The web page of the open event, written in another thread, on request or automatically.

After each change that may affect the page, a thread computes the public state and compares it with what was written
last. While the page is older than the public results, the program says so.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from reports.writers.atomic_file import ExportFailed
from tournament.language import Text, language_of, mark
from tournament.ledger.entry import table_of
from tournament.use_cases import Changes, View
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import Step, Work
from ui.web_host.failures import LoginRefused, SiteNotWritten
from ui.web_host.passwords import forget_password, given_password, keep_password, kept_password
from ui.web_host.place import Login, SftpPlace, SitePlace, read_place
from ui.web_host.publishing import WrittenSite, public_state, write_site
from ui.web_host.site_setting import SiteSetting, load_setting, save_setting

_SOON = 800
"""Milliseconds from a change to the comparison, because changes often come in groups."""


_NO_EVENT = SiteSetting("")


@dataclass(frozen=True, slots=True)
class SiteState:
    """The state of the web page of the open event."""

    setting: SiteSetting = _NO_EVENT
    public: str = ""
    """The public state as last computed, as a hash; empty if it was not computed yet."""
    failed: SiteNotWritten | ExportFailed | None = None
    """Why the page could not be written the last time, or None."""
    problem: Text | None = None
    """Why the settings differ from those that were saved, or could not be saved; or None."""
    not_kept: bool = False
    """Whether the password could not be saved because this computer has no keyring."""

    @property
    def older(self) -> bool:
        """Whether the published page differs from the public state."""
        return bool(self.public) and self.public != self.setting.written


@dataclass(frozen=True, slots=True)
class _Outcome:
    written: WrittenSite
    kept: bool


class SitePublisher(QObject):
    """Publishes the open event. It writes nothing for a read-only event."""

    changed = Signal()
    """The state or the progress changed."""
    begun = Signal(object)
    """The Work that writes the page, emitted before it starts."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.state = SiteState()
        self._controller = controller
        self._work: Work | None = None
        self._look: Work | None = None
        self._password = ""
        """The last password that worked, until the event is closed: without a keyring it is asked for only once."""
        self._again = False
        """Whether something changed while the page was being compared or written."""
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self.look)
        controller.opened.connect(self.follow_event)
        controller.leaving.connect(self._leave)
        controller.changed.connect(self._follow)

    @property
    def writing(self) -> bool:
        """Whether the page is being written."""
        return self._work is not None

    @property
    def place(self) -> SitePlace | None:
        """The place where the page is published, or None."""
        return read_place(self.state.setting.to) if self.state.setting.to else None

    def follow_event(self) -> None:
        """Load the settings of the event that is open now, if it is another one; stop publishing the one before."""
        controller = self._controller
        writes = controller.view is not None and not controller.read_only and len(controller.book.written.journal)
        event = controller.book.written.journal[0].id if writes else ""
        if event == self.state.setting.event:
            return
        self._leave()
        read = load_setting(event) if event else None
        self.state = SiteState() if read is None else SiteState(read.setting, problem=read.problem)
        if self.state.setting.to:
            self._soon.start()
        self.changed.emit()

    def choose(self, typed: str) -> None:
        """Publish to the ``typed`` place from now on; empty stops publishing. Raises Refused for an invalid place."""
        to = typed.strip()
        if to:
            read_place(to)
        if to != self.state.setting.to:
            automatic = self.state.setting.automatic and bool(to)
            self._leave()
            self.state = SiteState(SiteSetting(self.state.setting.event, to, automatic))
            self._keep()
            self.look()

    def set_automatic(self, automatic: bool) -> None:
        """Write the page whenever the public state changes, starting now, or only on request."""
        setting = replace(self.state.setting, automatic=automatic)
        self.state = replace(self.state, setting=setting, public="")  # compare again, and write the page if it is older
        self._keep()
        self.look()

    def cancel(self) -> None:
        """Cancel writing; the old page stays."""
        if self._work is not None:
            self._work.cancel()

    def write_now(self, *, password: str = "", accepted: str = "") -> None:
        """Write the page. A ``password`` that works is saved; ``accepted`` is the fingerprint of the server."""
        place, view = self.place, self._view()
        if place is None or view is None or self._work is not None:
            return
        event, setting = self.state.setting.event, self.state.setting
        login = Login(password or self._password, accepted=accepted)
        self._soon.stop()
        work = Work(lambda step: _write_page(view, place, login, keep=bool(password), step=step))
        self._work = work
        listen(work.done, self, lambda outcome: self._written(event, setting.to, outcome, password))
        listen(work.failed, self, lambda error: self._failed(event, error))
        work.ended.connect(self._ended)
        self.begun.emit(work)
        work.start()
        self.changed.emit()

    def look(self) -> None:
        """Compare the published page with the public state; if it is older, write it automatically or offer to."""
        view = self._view()
        if view is None or not self.state.setting.to:
            return
        if self._look is not None or self._work is not None:
            self._again = True
            return
        event = self.state.setting.event
        self._look = work = Work(lambda _step: public_state(view))
        listen(work.done, self, lambda public: self._looked(event, public))
        work.ended.connect(self._look_ended)
        work.start()

    def _view(self) -> View | None:
        """A view of the event as it is now, for another thread; None if no event is open for writing."""
        if not self.state.setting.event:
            return None
        return self._controller.book.written.copy()

    def _follow(self, changes: Changes) -> None:
        if not self.state.setting.event:
            self.follow_event()  # a new event has an id only after its first entry
            return
        if self.state.setting.to and self._touches_the_public(changes):
            self._soon.start()

    def _touches_the_public(self, changes: Changes) -> bool:
        """Whether ``changes`` may change the page: entries about the event itself, or on sheets of public sessions."""
        public = self._controller.book.written.state.publication.session
        tables = map(table_of, {*(entry.record.stream for entry in changes.entries), *changes.streams})
        return any(table is None or table[0] <= public for table in tables)

    def _looked(self, event: str, public: str) -> None:
        if event != self.state.setting.event:
            return
        news = public != self.state.public
        self.state = replace(self.state, public=public)
        if not self.state.older:  # the page is up to date, even if a later attempt failed
            self.state = replace(self.state, failed=None)
        self.changed.emit()
        if not news or not self.state.older:
            return
        if self.state.setting.automatic:
            self.write_now()
        elif self.state.setting.written:
            text = mark("The public results have changed. Update the web page.")
            self._controller.messages.action_offered.emit(text, mark("Update now"), self.write_now)

    def _look_ended(self) -> None:
        self._look = None
        self._go_on()

    def _written(self, event: str, to: str, outcome: _Outcome, password: str) -> None:
        if (event, to) != (self.state.setting.event, self.state.setting.to):
            return
        moment = datetime.now().astimezone().isoformat(timespec="seconds")
        setting = replace(self.state.setting, written=outcome.written.state, moment=moment)
        self.state = SiteState(setting, outcome.written.state, not_kept=bool(password) and not outcome.kept)
        self._password = password or self._password
        self._keep()
        self._again = True  # something may have changed meanwhile

    def _failed(self, event: str, error: BaseException) -> None:
        if not isinstance(error, SiteNotWritten | ExportFailed):
            raise error
        if event != self.state.setting.event:
            return
        self.state = replace(self.state, failed=error)
        if isinstance(error, LoginRefused):
            self._password = ""
        self.changed.emit()
        text = mark("The web page could not be updated: {reason}", reason=error.message)
        self._controller.messages.action_offered.emit(text, mark("Try again"), self.write_now)

    def _ended(self) -> None:
        self._work = None
        self.changed.emit()
        self._go_on()

    def _go_on(self) -> None:
        if self._again and self._work is None and self._look is None:
            self._again = False
            self._soon.start()

    def _keep(self) -> None:
        try:
            save_setting(self.state.setting)
        except OSError as error:
            text = mark(
                "The location of the web page could not be saved on this computer "
                "({reason}). It will be lost when the window closes.",
                reason=error.strerror or str(error),
            )
            self.state = replace(self.state, problem=text)
        self.changed.emit()

    def _leave(self) -> None:
        """Cancel the work for the event that is being closed."""
        self._soon.stop()
        self._again, self._password = False, ""
        self.cancel()


def _write_page(view: View, place: SitePlace, login: Login, *, keep: bool, step: Step) -> _Outcome:
    """Write the page with the given password, else with that of the environment, else with the saved one.

    With ``keep``, save a password that worked. A saved one that is refused is forgotten.

    Raises SiteNotWritten and ExportFailed.
    """
    kept, given = "", login.password
    if isinstance(place, SftpPlace) and not given:
        given = given_password()
        kept = "" if given else kept_password(place)
        login = replace(login, password=given or kept)
    language, printed = language_of(view.settings.language), datetime.now().astimezone()
    try:
        written = write_site(view, place, language, printed=printed, login=login, progress=step)
    except LoginRefused:
        if kept and isinstance(place, SftpPlace):
            forget_password(place)
        raise
    return _Outcome(written, isinstance(place, SftpPlace) and keep and keep_password(place, login.password))


def publisher_of(controller: EventController) -> SitePublisher:
    """The instance that publishes the event of ``controller``."""
    return controller.findChild(SitePublisher) or SitePublisher(controller)
