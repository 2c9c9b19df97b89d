"""Keeps the codes on score sheets at the address where this computer serves phones, when that changes."""

from PySide6.QtCore import QObject

from tournament.event.role import Act
from tournament.language import mark
from tournament.sharing.invitation import decode, joined_address, split_address
from tournament.use_cases.commands import AllowTableEntry
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.sharing.joined_event import HostedHere, joined_event_of

SHOW_ON_PHONES = mark("Show the results on phones")


def public_addresses(hosting: HostedHere) -> tuple[str, ...]:
    """Where phones find what this computer shares, at each of its networks, the most likely first; none: nowhere."""
    if not hosting.public:
        return ()
    _, port = split_address(hosting.public.removeprefix("http://"))
    hosts = (split_address(each)[0] for each in decode(hosting.invitation).addresses)
    return tuple(dict.fromkeys((hosting.public, *(f"http://{joined_address(host, port)}" for host in hosts))))


class TableEntryAddress(QObject):
    """Writes the new address once, if who is here may, and says so. The codes stay valid, but their paper is wrong."""

    def __init__(self, controller: EventController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller, self._joined = controller, joined_event_of(controller)
        self._tried = ""
        listen(self._joined.changed, self, self._look)
        listen(controller.user.role_changed, self, self._look)

    def _look(self) -> None:
        view, hosting = self._controller.view, self._joined.hosting
        entry = view.state.table_entry if view is not None else None
        if entry is None or hosting is None or self._joined.away is not None:
            return
        addresses = public_addresses(hosting)
        moved = bool(addresses) and entry.address not in addresses
        if not moved or self._tried == addresses[0] or not self._controller.may(Act.TABLE_ENTRY):
            return
        self._tried = addresses[0]
        if not attempt(self._controller, AllowTableEntry(addresses[0], entry.key)):
            text = mark(
                "The codes on score sheets lead to {address} from now on: print the sheets of the tables that play "
                "again. Those on paper lead to {before}, where nothing is any more.",
                address=addresses[0],
                before=entry.address,
            )
            self._controller.messages.shown.emit(text)
