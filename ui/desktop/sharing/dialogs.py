"""Sharing the open event, joining another one, and ending that: all of it waits off the GUI thread."""

import platform
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import Text, mark
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.opening_errors import open_event
from ui.desktop.sharing.following import follow_joined
from ui.desktop.sharing.found_events import keep_looks_around, looks_around
from ui.desktop.sharing.host_process import HostProcess
from ui.desktop.sharing.join_dialog import ChooseFile, JoinDialog
from ui.desktop.sharing.joined_event import PHONES_WAIT, HostedHere, OwnServer, joined_event_of
from ui.desktop.sharing.joining import JoinWish, OpenedDesk, join_event, kept_words
from ui.desktop.sharing.table_entry_address import SHOW_ON_PHONES
from ui.desktop.sharing.waiting_dialog import WaitingDialog, failure_text, words_about
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.layouts import column, row

CONFIRM_ON_TWO, ANNOUNCE, NEW_INVITATION = "--confirm-on-two", "--announce", "--new-invitation"
ON_PHONES = "--public-port=0"
"""Options of ``serve``."""


class ShareDialog(WaitingDialog):
    """Closes the event file, starts its server, and joins it as the first desk.

    With ``before``, a server of the file that runs or has ended by itself, that is stopped first. ``phones`` proposes
    to show the results on phones, as is done if they were the last time.
    """

    def __init__(
        self,
        controller: EventController,
        path: Path,
        title: Text,
        about: Text,
        *options: str,
        before: OwnServer | None = None,
        phones: bool = False,
        parent: QWidget,
    ) -> None:
        from ui.server.host_folder import HostFolder

        super().__init__(controller, title, parent=parent)
        self._path, self._before, self._options = path, before, options
        self._desk = platform.node().partition(".")[0] or "host"
        self.on_two = CheckBox(mark("Confirm an entry only when a second desk has it on its disk"))
        event = next(iter(controller.book.view.journal), None)
        last = HostFolder(event.id, path) if event is not None else None
        self.on_two.setChecked(last is not None and last.confirms_on_two)
        self.phones = CheckBox(SHOW_ON_PHONES)
        typed_there = controller.book.view.state.table_entry is not None
        self.phones.setChecked(phones or typed_there or (last is not None and bool(last.public)))
        self.announce = CheckBox(mark("Let desks in the local network find this event"))
        self.announce.setChecked(looks_around())
        self.start = PrimaryButton(title if before is not None else mark("Start sharing"), shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda _checked: self._start())
        parts = (self.title, words_about(about), self.on_two, self.announce, self.phones, self.bar, self.outcome, None)
        buttons = row(self.leave, None, self.start, spacing=10)
        column(*parts, buttons, spacing=12, margins=(16, 14), on=self)
        self.start.setFocus()

    def _start(self) -> None:
        if self._work is None:
            keep_looks_around(self.announce.isChecked())
            chosen = ((CONFIRM_ON_TWO, self.on_two), (ANNOUNCE, self.announce), (ON_PHONES, self.phones))
            options = (*self._options, *(name for name, box in chosen if box.isChecked()))
            author = self.controller.user.by.author
            self.controller.close()
            self.begin(partial(self._serve, options, author), mark("Starting to share"), self._shared)

    def _serve(self, options: tuple[str, ...], author: str) -> tuple[HostedHere, OpenedDesk]:
        """In another thread. When it fails, nobody has the file open."""
        if self._before is not None:
            self._before.stop()
        host = HostProcess(self._path, *options)
        wish = JoinWish(host.ready.invitation, self._desk, author, language=translator.language.code)
        try:
            return HostedHere(self._path, host.ready.invitation, host, host.ready.public or ""), join_event(wish)
        except BaseException:
            host.stop()
            raise

    def take_back(self, result: tuple[HostedHere, OpenedDesk]) -> None:
        """Leave the event again, and end its server."""
        hosting, joined = result
        joined.book.close()
        hosting.server.stop()

    def cancelled(self) -> None:
        """Open the event as it was."""
        refusal = open_event(self.controller, self._path)
        if refusal is not None:
            self.controller.messages.shown.emit(refusal.text)

    def _shared(self, found: tuple[HostedHere, OpenedDesk]) -> None:
        hosting, joined = found
        self.accept()
        follow_joined(self.controller, joined, hosting)
        self.controller.navigation.page_wanted.emit("desks")

    def _refuse(self, error: Exception) -> None:
        """Open the event as it was, and say why it is not shared."""
        text = failure_text(error)
        self.accept()
        refusal = open_event(self.controller, self._path)
        self.controller.messages.shown.emit(text if refusal is None else refusal.text)


class StopDialog(WaitingDialog):
    """Ends the server and opens the file as before."""

    takes_back = False

    def __init__(self, controller: EventController, hosting: HostedHere, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Stop sharing"), parent=parent)
        self._hosting = hosting
        texts = [
            mark("The other desks go on with what they have, and send what they type when the event is shared again.")
        ]
        if hosting.public:
            texts.append(PHONES_WAIT)
        self.end = PrimaryButton(mark("Stop sharing"), shortcut="Ctrl+Return")
        self.end.clicked.connect(lambda _checked: self._begin())
        buttons = row(self.leave, None, self.end, spacing=10)
        about = map(words_about, texts)
        column(self.title, *about, self.bar, self.outcome, None, buttons, spacing=12, margins=(16, 14), on=self)
        self.end.setFocus()

    def _begin(self) -> None:
        if self._work is None:
            self.controller.close()
            self.begin(self._end, mark("Stopping"), self._ended_sharing)

    def _end(self) -> object:
        self._hosting.server.stop()
        return bootstrap.open_book(self._hosting.file)

    def _ended_sharing(self, book: Any) -> None:
        self.accept()
        self.controller.replace_event(book)


def share(controller: EventController, window: QWidget) -> None:
    """Share the open event, if it is a file of this computer that can be written."""
    if controller.view is not None and controller.writes and controller.shared_book is None:
        about = mark(
            "A server on this computer owns the event file from now on, and this window becomes its first desk. "
            "Everybody in the same network who has the invitation can join."
        )
        ShareDialog(controller, Path(controller.book.place), mark("Share this event"), about, parent=window).open()


def share_anew(
    controller: EventController, window: QWidget, *, new_invitation: bool = False, phones: bool = False
) -> None:
    """Start the server again, which ended by itself, or with a new invitation, or to show the results on phones."""
    hosting = joined_event_of(controller).hosting
    if hosting is None:
        return
    options: tuple[str, ...] = ()
    if new_invitation:
        title, options = mark("New invitation"), (NEW_INVITATION,)
        about = mark(
            "Earlier invitations are not valid any more. Desks that have joined stay; sharing is started again, "
            "which takes them a few seconds."
        )
    elif phones:
        title = SHOW_ON_PHONES
        about = mark(
            "Every phone in the same network can show what is public. Sharing is started again, which takes the desks "
            "a few seconds."
        )
    else:
        title = mark("Share again")
        about = mark("The invitation stays the same. The other desks come back by themselves, with what they have.")
    dialog = ShareDialog(
        controller, hosting.file, title, about, *options, before=hosting.server, phones=phones, parent=window
    )
    dialog.open()


def stop_sharing(controller: EventController, window: QWidget) -> None:
    """End the server of this computer."""
    hosting = joined_event_of(controller).hosting
    if hosting is not None:
        StopDialog(controller, hosting, parent=window).open()


def join(controller: EventController, window: QWidget, choose: ChooseFile, file: Path | None = None) -> None:
    """Ask for an invitation, or fill in that of ``file``, and join."""
    dialog = JoinDialog(controller, choose, parent=window)
    if file is not None:
        dialog.fill_in(file)
    dialog.open()


def join_here(controller: EventController, window: QWidget, choose: ChooseFile, hosting: HostedHere) -> None:
    """Join the event that this computer shares."""
    JoinDialog(controller, choose, {"invitation": hosting.invitation}, hosting, parent=window).open()


def join_again(
    controller: EventController, window: QWidget, choose: ChooseFile, replica: Path, why: Text | None = None
) -> None:
    """Join the event of ``replica``, filled in as it was joined last; ``why`` it has to be."""
    known: dict[str, str] = {}
    try:
        known = kept_words(replica)
    except Refused as refused:
        why = why or refused.problems[0].text
    hosting = joined_event_of(controller).hosting
    dialog = JoinDialog(controller, choose, known, hosting, parent=window)
    if why is not None:
        dialog.explain(why)
    dialog.open()
