"""The dialogs of a shared event: sharing, stopping, taking over, choosing the host, closing the window.

All of them do their work in another thread.
"""

import platform
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.sharing.host import TakeOverLoss, what_take_over_loses
from tournament.sharing.messages import DeskSeen
from tournament.sharing.succession import is_probably_cut_off
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.desktop.opening_errors import open_event
from ui.desktop.sharing.found_events import keep_looks_around, looks_around
from ui.desktop.sharing.host_process import HostProcess, hosted_here, with_newest_invitation
from ui.desktop.sharing.join_dialog import ChooseFile, JoinDialog
from ui.desktop.sharing.joined_event import (
    DESKS,
    PHONES,
    PHONES_WAIT,
    SHOW_ON_PHONES,
    HostedHere,
    JoinedEvent,
    SharingProcess,
    joined_event_of,
)
from ui.desktop.sharing.joining import JoinDetails, OpenedDesk, follow_joined, join_event, kept_words
from ui.desktop.sharing.waiting_dialog import WaitingDialog, failure_text, words_about
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import CheckBox, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row
from ui.joining.desk_folder import HOSTED

CONFIRM_ON_TWO, ANNOUNCE = "--confirm-on-two", "--announce"
ON_PHONES = "--public-port=0"
"""Options of the command ``serve``."""
_GATHER = 10_000
"""Milliseconds for which a desk that takes over waits for the others, unless it is probably cut off from them."""
_MOST_SECONDS = 3600
"""Seconds after which it waits no longer, whoever answers."""


class ShareDialog(WaitingDialog):
    """Closes the event file, starts its server, and joins the event as the first desk.

    ``before`` is an earlier server of the file, which is stopped first if it still runs. ``phones`` proposes
    to show the results on phones, which is also proposed if they were shown there the last time.
    """

    def __init__(
        self,
        controller: EventController,
        path: Path,
        title: Text,
        about: Text,
        *,
        before: SharingProcess | None = None,
        phones: bool = False,
        parent: QWidget,
    ) -> None:
        from ui.server.host_folder import HostFolder

        super().__init__(controller, title, parent=parent)
        self._path, self._before = path, before
        self._desk = platform.node().partition(".")[0] or "host"
        self.on_two = CheckBox(mark("Confirm an entry only when a second desk has it on its disk"))
        event = next(iter(controller.book.view.journal), None)
        last = HostFolder(event.id, path) if event is not None else None
        self.on_two.setChecked(last is not None and last.confirms_on_two)
        self.phones = CheckBox(SHOW_ON_PHONES)
        typed_there = controller.book.view.state.table_entry is not None
        self.phones.setChecked(phones or typed_there or (last is not None and bool(last.public)))
        self._page = PHONES if phones else DESKS
        """The page that is shown afterwards."""
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
            options = tuple(name for name, box in chosen if box.isChecked())
            author, pin = self.controller.user.by.author, self.controller.user.pin
            self.controller.close()
            self.begin(partial(self._serve, options, author, pin), mark("Starting to share"), self._shared)

    def _serve(self, options: tuple[str, ...], author: str, pin: str) -> tuple[HostedHere, OpenedDesk]:
        """Start the server and join the event; called in another thread. If it fails, the file is not open anywhere."""
        if self._before is not None:
            self._before.stop()
        host = HostProcess(self._path, *options, pin=pin)
        request = JoinDetails(host.ready.invitation, self._desk, author, pin, translator.language.code)
        try:
            return hosted_here(self._path, host), join_event(request)
        except BaseException:
            host.stop()
            raise

    def take_back(self, result: tuple[HostedHere, OpenedDesk]) -> None:
        """Leave the event and stop its server, because the user cancelled."""
        hosting, joined = result
        joined.book.close()
        hosting.server.stop()

    def cancelled(self) -> None:
        """Open the event file again without sharing it."""
        refusal = open_event(self.controller, self._path)
        if refusal is not None:
            self.controller.messages.shown.emit(refusal.text)

    def _shared(self, found: tuple[HostedHere, OpenedDesk]) -> None:
        hosting, joined = found
        self.accept()
        follow_joined(self.controller, joined, hosting)
        self.controller.navigation.page_wanted.emit(self._page)

    def _refuse(self, error: Exception) -> None:
        """Open the event file again, and show why it is not shared."""
        text = failure_text(error)
        self.accept()
        refusal = open_event(self.controller, self._path)
        self.controller.messages.shown.emit(text if refusal is None else refusal.text)


class StopDialog(WaitingDialog):
    """Stops the server and opens the event file in this window."""

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


def share(controller: EventController, window: QWidget, *, phones: bool = False) -> None:
    """Show the dialog that shares the open event, if it is open for writing and not shared yet.

    With ``phones`` it proposes to show the results on phones.
    """
    if controller.view is not None and controller.writes and controller.shared_book is None:
        about = mark(
            "A server on this computer owns the event file from now on, and this window becomes its first desk. "
            "Everybody in the same network who has the invitation can join."
        )
        file, title = Path(controller.book.place), mark("Share this event")
        ShareDialog(controller, file, title, about, phones=phones, parent=window).open()


def share_again(controller: EventController, window: QWidget, *, phones: bool = False) -> None:
    """Show the dialog that restarts the server: after it ended, or to show results on phones."""
    hosting = joined_event_of(controller).hosting
    if hosting is None:
        return
    if phones:
        title = SHOW_ON_PHONES
        about = mark(
            "Every phone in the same network can show what is public. Sharing is started again, which takes the desks "
            "a few seconds."
        )
    else:
        title = mark("Share again")
        about = mark("The invitation stays the same. The other desks come back by themselves, with what they have.")
    ShareDialog(controller, hosting.file, title, about, before=hosting.server, phones=phones, parent=window).open()


def stop_sharing(controller: EventController, window: QWidget) -> None:
    """Show the dialog that stops the server of this computer, if there is one."""
    hosting = joined_event_of(controller).hosting
    if hosting is not None:
        StopDialog(controller, hosting, parent=window).open()


def join(
    controller: EventController, window: QWidget, choose: ChooseFile, file: Path | None = None, *, address: str = ""
) -> None:
    """Show the dialog that joins an event: with the ``address`` of its host, or the invitation in ``file``."""
    dialog = JoinDialog(controller, choose, {"invitation": address} if address else None, parent=window)
    if file is not None:
        dialog.fill_in(file)
    dialog.open()


def join_here(controller: EventController, window: QWidget, choose: ChooseFile, hosting: HostedHere) -> None:
    """Show the dialog that joins the event that this computer shares."""
    JoinDialog(controller, choose, {"invitation": hosting.invitation}, hosting, parent=window).open()


def join_again(
    controller: EventController, window: QWidget, choose: ChooseFile, replica: Path, why: Text | None = None
) -> None:
    """Show the dialog that joins the event of ``replica``, filled in as it was joined last, and ``why`` it is shown."""
    known: dict[str, str] = {}
    try:
        known = kept_words(replica)
    except Refused as refused:
        why = why or refused.problems[0].text
    hosting = joined_event_of(controller).hosting
    if hosting is not None and controller.view is not None:
        hosting = with_newest_invitation(hosting, controller.view.journal[0].id)
        known["invitation"] = hosting.invitation
    dialog = JoinDialog(controller, choose, known, hosting, parent=window)
    if why is not None:
        dialog.explain(why)
    dialog.open()


class ClosingDialog(WaitingDialog):
    """Shows how many desks work on the event and what was not sent. Esc returns to the window."""

    def __init__(self, controller: EventController, joined: JoinedEvent, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Close the window"), parent=parent)
        self._hosting = joined.hosting
        self.close_window = PrimaryButton(
            mark("Close the window") if joined.hosting is None else mark("Stop sharing and close"),
            shortcut="Ctrl+Return",
        )
        self.go_on = OutlineButton(mark("Close, and go on sharing"))
        self.go_on.setVisible(joined.hosting is not None and not joined.server_ended)
        self.close_window.clicked.connect(lambda _checked: self._stop())
        self.go_on.clicked.connect(lambda _checked: self._close())
        buttons = row(self.leave, None, self.go_on, self.close_window, spacing=10)
        texts = map(words_about, _texts(joined))
        column(self.title, *texts, self.bar, self.outcome, None, buttons, spacing=12, margins=(16, 14), on=self)
        self.close_window.setFocus()

    def _stop(self) -> None:
        hosting = self._hosting
        if hosting is None:
            self._close()
        else:
            self.begin(hosting.server.stop, mark("Stopping"), lambda _nothing: self._close())

    def _close(self) -> None:
        self.accept()
        self.controller.close()
        cast(QWidget, self.parentWidget()).close()


def asks_before_closing(controller: EventController, window: QWidget) -> bool:
    """Ask if this computer shares the event or has entries that were not sent. Return whether it asks."""
    joined = joined_event_of(controller)
    if not _texts(joined):
        return False
    if window.findChild(ClosingDialog) is None:
        ClosingDialog(controller, joined, parent=window).open()
    return True


def _texts(joined: JoinedEvent) -> list[Text]:
    """The warnings before the window is closed; empty if there is nothing to warn about."""
    texts = list[Text]()
    if joined.hosting is not None:
        texts.append(
            mark_count(
                "{count} other desk works on this event. If you go on sharing, open the event file on this computer "
                "to come back.",
                "{count} other desks work on this event. If you go on sharing, open the event file on this computer "
                "to come back.",
                joined.other_desks,
            )
        )
        if joined.hosting.public:
            texts.append(PHONES_WAIT)
    if joined.orders:
        texts.append(
            mark_count(
                "{count} entry of this desk was not sent. It is kept on this computer, and sent when you open the "
                "event again.",
                "{count} entries of this desk were not sent. They are kept on this computer, and sent when you open "
                "the event again.",
                len(joined.orders),
            )
        )
    return texts


class TakeOverDialog(WaitingDialog):
    """Starts a server with the replica of this desk. It collects what other desks have and then becomes the host."""

    takes_back = False

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Take over as host"), parent=parent)
        self.joined, view = joined_event_of(controller), controller.view
        about = TextLabel(
            mark(
                "Do this if the host will not come back soon. This computer asks the other desks for entries that it "
                "lacks and becomes the host, and they find it by themselves. Do not share the event at the old host "
                "again."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self.loss = TextLabel(kind=Type.DENSE, wrap=True)
        self.pin = Form([FormField("pin", mark("Your PIN"), str)])
        self.pin.line("pin").setEchoMode(TextField.EchoMode.Password)
        self._asks_for_pin = view is not None and bool(view.state.pins)
        self.pin.labelled["pin"].setVisible(self._asks_for_pin)
        self.start = PrimaryButton(mark("Take over as host"), shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda _checked: self._start())
        self.enough = OutlineButton(mark("Do not wait for the others"))
        self.enough.hide()
        self.enough.clicked.connect(lambda _checked: self._go_on())
        self._news = self.joined.news
        told = self._news.handed_on if self._news is not None else None
        self.phones = CheckBox(SHOW_ON_PHONES)
        self.phones.setChecked(view is not None and view.state.table_entry is not None)
        self.phones.setVisible(told is None or not told.public_port)
        self.goes_on = words_about(
            mark("Phones and screens in browsers go on here by themselves, if this computer is in the same network.")
        )
        self.goes_on.setVisible(self.phones.isHidden())
        self.cut_off = Notice(NoticeKind.WARN)
        self.cut_off.show_notice(
            NoticeKind.WARN,
            mark("Probably this computer is cut off from the others."),
            mark(
                "At most half of the desks have answered. Wait until more do, and look for the cause. If you take over "
                "all the same, two computers may host the event, and what one of them writes is missing at the other."
            ),
        )
        self.cut_off.hide()
        self._waited = False
        """Whether the desks have had enough time to answer."""
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(self._end_waiting)
        parts = (
            self.title,
            about,
            self.loss,
            self.cut_off,
            self.phones,
            self.goes_on,
            self.pin.labelled["pin"],
            self.bar,
            self.outcome,
            None,
        )
        buttons = row(self.leave, None, self.enough, self.start, spacing=10)
        column(*parts, buttons, spacing=12, margins=(16, 14), on=self)
        listen(self.joined.changed, self, self._show_loss)
        self._show_loss()
        (self.pin.line("pin") if self._asks_for_pin else self.start).setFocus()

    def _show_loss(self) -> None:
        book, news = self.joined.book, self._news
        if book is None or news is None:
            return
        asked = {book.desk}
        if self._work is not None and self.joined.away is None:  # a desk that reached the new host has sent all it has
            asked |= {each.name for each in self.joined.desks if each.have}
        self.loss.set_text(_words(what_take_over_loses(news, len(book.written.journal), asked)))
        cut_off = is_probably_cut_off(len(news.desks), len(asked))
        self.cut_off.setVisible(self._waited and cut_off)
        if self._waited and not cut_off:
            self._go_on()

    def _start(self) -> None:
        book = self.joined.book
        if book is None or self._work is not None:
            return
        replica, author, pin = Path(book.place), self.controller.user.by.author, self.pin.line("pin").text().strip()
        options = (
            "--gather",
            str(_MOST_SECONDS),
            *((ON_PHONES,) if self.phones.isChecked() and not self.phones.isHidden() else ()),
        )
        port_released = self.joined.port_released

        def serve() -> HostProcess:
            with port_released():
                return HostProcess(replica, "--take-over", "--as", author, *options, pin=pin)

        self.begin(
            serve,
            mark("Asking the other desks what they have"),
            lambda host: self._taken_over(host, replica.with_name(HOSTED)),
        )
        self._waiting.start(_GATHER)
        self.start.hide()
        self.enough.show()

    def _end_waiting(self) -> None:
        """Take over with what the desks have that answered, unless this computer is probably cut off from them."""
        self._waited = True
        self._show_loss()

    def _ended(self) -> None:
        super()._ended()
        self._waiting.stop()
        self._waited = False
        self.cut_off.hide()
        self.start.show()
        self.enough.hide()

    def _go_on(self) -> None:
        self._waited = False
        self.cut_off.hide()
        gathered = self.joined.gathered
        if gathered is not None:
            work = Work(lambda _step: gathered())
            listen(work.failed, self, self._refuse)
            work.start()

    def _taken_over(self, host: HostProcess, file: Path) -> None:
        self.joined.host_here(hosted_here(file, host))
        self.accept()


class ShareAnewDialog(WaitingDialog):
    """Shares the event of a lost host with the replica of this desk, as a new first host whom every desk joins."""

    takes_back = False

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Share the event anew"), parent=parent)
        joined, view = joined_event_of(controller), controller.view
        about = words_about(
            mark(
                "Do this only if the host is lost and no desk that may take over is left. This computer becomes a new "
                "host with a new invitation. Every other desk must join again with it, and then sends what it has not "
                "sent. What the host wrote and this desk has not received is missing."
            )
        )
        self.pin = Form([FormField("pin", mark("Your PIN"), str)])
        self.pin.line("pin").setEchoMode(TextField.EchoMode.Password)
        asks_for_pin = view is not None and bool(view.state.pins)
        self.pin.labelled["pin"].setVisible(asks_for_pin)
        self.start = PrimaryButton(mark("Share the event anew"), shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda _checked: self._start())
        self._desk = joined.book.desk if joined.book is not None else ""
        self._replica = Path(controller.book.place)
        parts = (self.title, about, self.pin.labelled["pin"], self.bar, self.outcome, None)
        buttons = row(self.leave, None, self.start, spacing=10)
        column(*parts, buttons, spacing=12, margins=(16, 14), on=self)
        (self.pin.line("pin") if asks_for_pin else self.start).setFocus()

    def _start(self) -> None:
        if self._work is None:
            author, pin = self.controller.user.by.author, self.pin.line("pin").text().strip()
            self.controller.close()  # its replica is what is shared
            self.begin(partial(self._serve, author, pin), mark("Starting to share"), self._shared)

    def _serve(self, author: str, pin: str) -> tuple[HostedHere, OpenedDesk]:
        """Start the server and join it; called in another thread. If it fails, nothing is shared."""
        options = ("--take-over", "--anyway", "--gather", "0", "--as", author)
        host = HostProcess(self._replica, *options, pin=pin)
        language = translator.language.code
        request = JoinDetails(host.ready.invitation, self._desk, author, pin, language)
        try:
            return hosted_here(self._replica.with_name(HOSTED), host), join_event(request)
        except BaseException:
            host.stop()
            raise

    def _shared(self, found: tuple[HostedHere, OpenedDesk]) -> None:
        hosting, joined = found
        self.accept()
        follow_joined(self.controller, joined, hosting)
        self.controller.navigation.page_wanted.emit(DESKS)

    def _refuse(self, error: Exception) -> None:
        """Open the event again as it was joined, and show why it is not shared."""
        text = failure_text(error)
        self.accept()
        self.controller.navigation.event_wanted.emit(self._replica)
        self.controller.messages.shown.emit(text)


def _words(loss: TakeOverLoss) -> Text:
    """A text that says which entries the take-over may lose, for the user who decides."""
    lost, unknown = _lost(loss.entries), _unknown(loss.not_asked)
    if loss.entries and loss.not_asked:
        return mark("{one} {other}", one=lost, other=unknown)
    if loss.entries or loss.not_asked:
        return lost if loss.entries else unknown
    if loss.acknowledged:
        return mark("Every desk was asked. What the host wrote last, and sent to no desk, may be missing.")
    return mark("Every desk was asked: nothing that was confirmed is lost.")


def _lost(entries: int) -> Text:
    return mark_count(
        "At least {count} entry of the host is at no desk that was asked.",
        "At least {count} entries of the host are at no desk that was asked.",
        entries,
    )


def _unknown(desks: Sequence[DeskSeen]) -> Text:
    return mark(
        "These desks have not said yet what they have, and may have entries that no other desk has: {desks}.",
        desks=listed(verbatim(each.name) for each in desks),
    )
