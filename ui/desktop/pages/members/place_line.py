"""Where the directory of people is: on this computer, or in a PostgreSQL database that several offices share."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import mark
from tournament.use_cases.ports import StoreDamaged, StoreUnavailable
from ui.desktop.bootstrap import check_members_database
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.preferences import keep_members_database, members_database
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.layouts import column


class PlaceLine(QWidget):
    """A line for the address of the database; hidden until it is asked for. Without an address it is this computer.

    The address is tried in another thread, and kept only if the database answers. A password is never kept.
    """

    changed = Signal()
    """The directory is somewhere else now."""
    left = Signal()
    """The user is done, or changed their mind."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.address = TextField(placeholder="postgresql://hall@server/members")
        self.field = LabeledField(
            mark("Database of the directory; empty: on this computer. Enter uses it."), self.address
        )
        column(self.field, on=self)
        self._trying = CurrentWork(self)
        self._trying.done.connect(self._keep)
        self._trying.failed.connect(self._refuse)
        self.address.returnPressed.connect(self._use)
        answer_keys(self.address, {ESCAPE: self._leave})
        self.hide()

    def ask(self) -> None:
        """Show the line with the current address."""
        self.field.clear_problem()
        self.address.setText(members_database())
        self.show()
        self.address.setFocus()
        self.address.selectAll()

    def _use(self) -> None:
        url = self.address.text().strip()
        self.field.clear_problem()
        if not url:
            self._keep("")
        elif not self._trying.busy:
            self._trying.start(Work(lambda _step: check_members_database(url)))

    def _keep(self, url: str) -> None:
        keep_members_database(url)
        self._leave()
        self.changed.emit()

    def _refuse(self, error: Exception) -> None:
        match error:
            case Refused():
                self.field.set_problem(error.problems[0].text)
            case StoreUnavailable() | StoreDamaged():
                self.field.set_problem(error.text)
            case _:
                raise error

    def _leave(self) -> None:
        self._trying.forget()
        self.hide()
        self.left.emit()
