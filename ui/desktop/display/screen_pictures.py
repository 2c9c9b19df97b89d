"""What a screen shows and has to be read or made off the GUI thread: sponsors' pictures, and QR codes."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from reports.code_matrix import matrix_of
from ui.desktop.display.sponsors import missing_sponsors
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.hall.hall_folder import sponsors_folder
from ui.hall.hall_state import HallState


class ScreenPictures(QObject):
    """Pictures are read before their page comes. One that cannot be read is left out from then on."""

    missing = Signal(object)
    """File names of sponsors' pictures that cannot be read (tuple)."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._state = HallState("")
        self._pictures: dict[str, QImage | None] = {}
        self._gone: frozenset[str] = frozenset()
        """Those that cannot be read."""
        self._codes: set[str] = set()
        """Addresses whose QR codes are made. Importing the library for it would block the window for too long."""

    @property
    def readable(self) -> tuple[str, ...]:
        """The names of the sponsors' pictures that can be shown, in order."""
        return tuple(name for name in self._state.sponsors if name not in self._gone)

    def read(self, state: HallState) -> None:
        """Read the pictures of ``state``."""
        self._state, self._gone = state, frozenset()
        self._pictures.clear()
        self._leave_out(frozenset(missing_sponsors(state)))
        names, folder = self.readable, sponsors_folder(state.event)
        if names:
            work = Work(lambda _step: {name: QImage(str(folder / name)) for name in names})
            work.done.connect(self._read)
            work.start()

    def picture(self, name: str) -> QImage | None:
        """A sponsor's picture, read once. None if it is missing: it is then skipped from the next page on."""
        if name not in self._pictures:
            image = QImage(str(sponsors_folder(self._state.event) / name))
            self._pictures[name] = None if image.isNull() else image
            if image.isNull():
                self._leave_out(frozenset((name,)))
        return self._pictures[name]

    def make_code(self, address: str) -> None:
        """Make the QR code of ``address``. It appears when it is ready."""
        if not address or address in self._codes:
            return
        work = Work(lambda _step: matrix_of(address))
        listen(work.done, self, lambda _matrix: self._codes.add(address))
        work.start()

    def has_code(self, address: str) -> bool:
        """Whether the QR code of ``address`` is ready."""
        return address in self._codes

    def _read(self, found: dict[str, QImage]) -> None:
        for name, image in found.items():
            if name in self._state.sponsors and not image.isNull():
                self._pictures.setdefault(name, image)

    def _leave_out(self, names: frozenset[str]) -> None:
        if not names <= self._gone:
            self._gone |= names
            self.missing.emit(tuple(sorted(self._gone)))
