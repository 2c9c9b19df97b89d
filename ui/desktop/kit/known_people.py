"""The people of the directory, offered as players where a new one is typed."""

from PySide6.QtCore import QObject, Signal

from tournament.event.player import Player
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop.bootstrap import members_stamp, read_known_players
from ui.desktop.long_work import CurrentWork, Work


class KnownPeople(QObject):
    """Reads the directory in another thread, again whenever its file has changed. Without a file nobody is known."""

    changed = Signal()
    """``players`` are others now."""

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self.players: tuple[Player, ...] = ()
        """With their numbers in the directory."""
        self._stamp: tuple[int, int] | None = None
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._show)
        self._reading.failed.connect(self._failed)

    def refresh(self) -> None:
        """Read the directory if it changed."""
        stamp = members_stamp()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        if stamp is None:
            self._show(())
        else:
            self._reading.start(Work(lambda _step: read_known_players()))

    def _show(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, StoreUnavailable | StoreDamaged):
            raise error
        self._show(())  # only a help while typing: the page Members says what is wrong
