"""The card that tests the hall: a code for phones, what came from each, and the likely cause of what did not."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from reports.code_matrix import matrix_of
from tournament.event.role import Act
from tournament.language import Text, mark, verbatim
from tournament.sharing.invitation import joined_address, split_address
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.listening import listen
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.sharing.joined_event import SHOW_ON_PHONES, joined_event_of, public_addresses
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.code_picture import CodePicture
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.hall.network_causes import (
    GOOD,
    PATIENCE,
    UNDECIDED,
    BrowserSays,
    Cause,
    HostSeen,
    Observed,
    likely_cause,
)
from ui.hall.phones_seen import HallTest, PhoneSeen, end_hall_test, keep_hall_test, kept_phones, new_hall_test

if TYPE_CHECKING:
    from tournament.sharing.messages import DeskSeen

_LOOK = 1000
"""Milliseconds between two looks at what came."""
_NOT_YET = verbatim("–")


@dataclass(frozen=True, slots=True)
class _PhoneRow:
    phone: PhoneSeen
    cause: Cause
    missing: bool
    """Whether what has not come from it counts as missing."""


class HallTestCard(Card):
    """A code that a phone opens, what the desk sees of each phone, and what it says of one that does not come."""

    ended = Signal()
    """The test has ended, and the card is hidden."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joined = controller, joined_event_of(controller)
        self._wanted = False
        self._event = ""
        """The id of the event that is tested."""
        self._test: HallTest | None = None
        self._shown_since = 0.0
        """When the code was shown, in seconds since 1970."""
        self._phones: tuple[PhoneSeen, ...] = ()
        self._host: HostSeen | None = None
        """What this computer sees of itself; None until it has looked."""
        self._tried = set[str]()
        """The addresses that were shown."""
        self._reading, self._looking = CurrentWork(self), CurrentWork(self)
        self.picture = CodePicture(mark("QR code of the test"))
        self.address = TextField(name=mark("Address of the test"))
        self.address.setReadOnly(True)
        self.addresses = ChoiceBox(mark("Address of this computer"))
        self.copy = OutlineButton(mark("Copy"), name=mark("Copy the address of the test"))
        self.again = OutlineButton(mark("Look at this computer again"))
        self.end = OutlineButton(mark("End the test"))
        self.begin = OutlineButton(SHOW_ON_PHONES)
        self._about = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.not_allowed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        """Why the button is disabled."""
        self.phones: TableView[_PhoneRow] = TableView(mark("Phones"), _columns(), key=lambda each: each.phone.number)
        self.verdict, self.way = Notice(NoticeKind.INFO), Notice(NoticeKind.INFO)
        """About the phone that is chosen in the list, or the last one; and about one from which nothing came."""
        self.says = ChoiceBox(mark("Its browser says"))
        self.says.set_choices([(each.value, each.label) for each in BrowserSays])
        self.phone_address = TextField(placeholder="192.168.1.23")
        self.phone_address.setMaximumWidth(190)
        buttons = WrappedRow()
        buttons.set_parts((self.copy, self.again, self.begin, self.end))
        title = TextLabel(mark("Test the hall"), kind=Type.PANEL_TITLE)
        self._which = LabeledField(mark("Address of this computer"), self.addresses)
        words = column(title, self._about, self.address, self._which, buttons, self.not_allowed, None, spacing=12)
        picture = aligned(self.picture, Qt.AlignmentFlag.AlignTop)
        missing = WrappedRow()
        missing.set_parts((LabeledField(mark("Its browser says"), self.says),
                           LabeledField(mark("Its own address, if you know it"), self.phone_address)))  # fmt: skip
        self._missing = boxed(column(
            TextLabel(mark("A phone does not show the page?"), kind=Type.LABEL), missing, self.way, spacing=8,
        ))  # fmt: skip
        add(self.body, column(row(picture, stretched(words), spacing=16, centred=False), self.phones, self.verdict,
                              self._missing, spacing=16))  # fmt: skip
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self._look)
        self._listen()
        self.hide()

    def _listen(self) -> None:
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.address.text()))
        self.again.clicked.connect(lambda _checked: self._look_at_host())
        self.end.clicked.connect(lambda _checked: self.end_test())
        self.begin.clicked.connect(partial(self._controller.navigation.event_wanted.emit, OpenAction.SHOW_ON_PHONES))
        self.addresses.currentIndexChanged.connect(self._choose_address)
        self.says.currentIndexChanged.connect(self._say)
        self.phone_address.textEdited.connect(lambda _text: self._show_causes())
        self.phones.row_changed.connect(lambda _row: self._show_causes())
        self._reading.done.connect(self._take_phones)
        self._reading.failed.connect(self._not_read)
        self._looking.done.connect(self._take_host)
        self._looking.failed.connect(self._not_read)
        listen(self._controller.leaving, self, self._leave)

    @property
    def buttons(self) -> Sequence[OutlineButton]:
        """The buttons, for the menu of the page."""
        return tuple(each for each in (self.copy, self.again, self.begin, self.end) if not each.isHidden())

    @property
    def can_test(self) -> bool:
        """Whether this computer shares the event, or can share it."""
        return self._joined.book is None or self._joined.hosting is not None

    @property
    def first(self) -> OutlineButton:
        """The button that gets the focus first."""
        return self.copy if self._test is not None else self.begin

    def begin_test(self) -> None:
        """Show a code, or first how phones can open one."""
        self._wanted, self._event = True, self._open_event
        self.show_hosting()
        self.first.setFocus()

    def end_test(self) -> None:
        """Let phones open the code no more, and hide the card."""
        self._wanted = False
        if self._test is not None:
            event = self._event
            work = Work(lambda _step: end_hall_test(event))
            work.failed.connect(self._not_read)
            work.start()
        self._test, self._phones, self._host = None, (), None
        self._tried.clear()
        self._timer.stop()
        self._reading.forget()
        self._looking.forget()
        self.says.setCurrentIndex(0)
        self.phone_address.clear()
        if not self.isHidden():
            self.hide()
            self.ended.emit()

    @property
    def _open_event(self) -> str:
        """The id of the open event."""
        return self._controller.book.view.journal[0].id

    def _leave(self) -> None:
        """End the test with the event. Without one, the event is perhaps opened again to be shown on phones."""
        if self._test is not None:
            self.end_test()

    def show_hosting(self) -> None:
        """Follow how this computer shares the event."""
        if not self._wanted or not self.can_test or self._open_event != self._event:
            self.hide()
            return
        hosting = self._joined.hosting
        addresses = public_addresses(hosting) if hosting is not None else ()
        for each in (self.picture, self.address, self.copy, self.again, self.end, self._missing):
            each.setVisible(bool(addresses))
        choices = _choices(addresses, self._host)
        self._which.setVisible(len(choices) > 1)
        self.begin.setVisible(not addresses)
        self.begin.setEnabled(self._controller.may(Act.HOSTING))
        problem = right_problem(self._controller.user.role, Act.HOSTING)
        self.not_allowed.set_text(problem.text if problem is not None else "")
        self.not_allowed.setVisible(problem is not None and not addresses)
        self._about.set_text(_ABOUT if addresses else _NOT_SERVED)
        if addresses and self._test is None:
            self._start()
        self.addresses.set_choices([(each, verbatim(each)) for each in choices])
        self._choose_address()
        self._show_causes()
        self.show()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at what came from now on."""
        super().showEvent(event)
        if self._test is not None:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Look no more; the test goes on."""
        super().hideEvent(event)
        self._timer.stop()

    def _start(self) -> None:
        event = self._event
        self._test = test = new_hall_test(time.time())
        work = Work(lambda _step: keep_hall_test(event, test))
        work.failed.connect(self._not_read)
        work.start()
        self._timer.start()

    def _choose_address(self, _index: int = 0) -> None:
        """Show the code with the address that is chosen, and look at this computer if it is another one."""
        address = self.addresses.currentData()
        if self._test is None or not address:
            return
        whole = f"http://{address}{self._test.path}"
        if whole == self.address.text():
            return
        self.address.setText(whole)
        # QR codes have a shorter encoding for capitals
        self.picture.show_code(matrix_of(whole.upper()))
        self._shown_since = time.time()
        self._tried.add(address)
        self.says.setCurrentIndex(0)
        self._look_at_host()

    def _look_at_host(self) -> None:
        address = str(self.addresses.currentData() or "")
        if not address:
            return

        def look(_step: object) -> HostSeen:
            from ui.joining.own_network import look_at_host

            return look_at_host(address)

        self._looking.start(Work(look))

    def _look(self) -> None:
        test, event = self._test, self._event
        if test is None:
            return
        if time.time() >= test.until:
            self.end_test()
            self._controller.messages.noted.emit(mark("The test of the hall has ended: half an hour is over."))
            return
        if not self._reading.busy:
            self._reading.start(Work(lambda _step: kept_phones(event, test)))
        self._show_causes()

    def _take_phones(self, phones: tuple[PhoneSeen, ...]) -> None:
        self._phones = phones
        self._show_causes()

    def _take_host(self, host: HostSeen) -> None:
        self._host = host
        self.show_hosting()  # it may have other addresses to choose from

    def _not_read(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            raise error
        reason = error.strerror or str(error)
        text = mark("The test of the hall cannot be read or stored: {reason}.", reason=reason)
        self._controller.messages.shown.emit(text)

    def _say(self, _index: int = 0) -> None:
        """Look at this computer again: it may have changed since the code was shown."""
        if self.says.currentData() != BrowserSays.NOTHING.value:
            self._look_at_host()
        self._show_causes()

    def _show_causes(self) -> None:
        """Show what came from each phone, and what is probably wrong."""
        host, now = self._host, time.time()
        rows = [self._row(host, each, now) for each in self._phones] if host is not None else []
        self.phones.show_rows(rows)
        self.phones.setVisible(bool(rows))
        chosen = self.phones.current_row or (rows[-1] if rows else None)
        self.verdict.setVisible(chosen is not None)
        if host is None:
            self.way.hide()
            return
        if chosen is not None:
            _show(self.verdict, chosen.cause, host)
        cause = likely_cause(self._observed(host, now))
        _show(self.way, cause, host)
        self.way.setVisible(not rows or cause not in UNDECIDED)

    def _row(self, host: HostSeen, phone: PhoneSeen, now: float) -> _PhoneRow:
        seconds = now - phone.page
        return _PhoneRow(phone, likely_cause(Observed(host, seconds, phone)), seconds >= PATIENCE)

    def _observed(self, host: HostSeen, now: float) -> Observed:
        """What is known of a phone from which nothing came."""
        choices = {self.addresses.itemData(index) for index in range(self.addresses.count())}
        return Observed(
            host,
            now - self._shown_since,
            None,
            BrowserSays(self.says.currentData()),
            self.phone_address.text().strip(),
            any(not host.is_own(each.address) and each.page >= self._shown_since for each in self._phones),
            sum(self._is_elsewhere(host, each) for each in self._joined.desks),
            bool(choices - self._tried),
        )

    def _is_elsewhere(self, host: HostSeen, desk: "DeskSeen") -> bool:
        """Whether ``desk`` is connected from another computer than this one."""
        own = self._joined.book
        here = desk.at_host or (own is not None and desk.name == own.desk)
        return desk.here and not here and not host.is_own(desk.address.rpartition(":")[0])


def _choices(addresses: tuple[str, ...], host: HostSeen | None) -> list[str]:
    """The addresses at which phones may find this computer, as ``host:port``: those that the server names as
    ``addresses``, then others of its networks."""
    named = [each.removeprefix("http://") for each in addresses]
    if not named or host is None or split_address(named[0])[0] == "127.0.0.1":
        return named
    port = split_address(named[0])[1]
    others = (each.partition("/")[0] for each in host.networks)
    own = (joined_address(each, port) for each in others if not IPv4Address(each).is_link_local)
    return list(dict.fromkeys((*named, *own)))


def _show(notice: Notice, cause: Cause, host: HostSeen) -> None:
    kind = NoticeKind.OK if cause in GOOD else NoticeKind.INFO if cause in UNDECIDED else NoticeKind.WARN
    notice.show_notice(kind, *cause.texts(host))


_ABOUT = mark(
    "Scan this code with a phone in the network of the hall, or type the address there. The page says what reaches the "
    "phone, and the list shows what came here."
)
_NOT_SERVED = mark("Phones can open the test while this computer shows the results on phones.")


def _columns() -> list[TableColumn[_PhoneRow]]:
    def came(when: float | None) -> Text:
        return verbatim(f"{datetime.fromtimestamp(when, UTC).astimezone():%H:%M:%S}") if when is not None else _NOT_YET

    def style(when: float | None, *, missing: bool) -> CellStyle:
        if when is not None:
            return CellStyle(sign=StatusIcon.DONE)
        return CellStyle(sign=StatusIcon.ASKS, tone=Tone.WARN) if missing else CellStyle()

    def updated(row: _PhoneRow) -> float | None:
        return row.phone.again if not row.phone.late else None

    return [
        TableColumn(mark("Phone"), lambda row: row.phone.name),
        TableColumn(mark("Address"), lambda row: verbatim(row.phone.address)),
        TableColumn(mark("Page"), lambda row: came(row.phone.page), width=110,
                    style=lambda row: style(row.phone.page, missing=False)),
        TableColumn(mark("Updates"), lambda row: came(updated(row)), width=110,
                    style=lambda row: style(updated(row), missing=row.missing or row.phone.late)),
        TableColumn(mark("Typing"), lambda row: came(row.phone.typed), width=110,
                    style=lambda row: style(row.phone.typed, missing=row.missing)),
    ]  # fmt: skip
