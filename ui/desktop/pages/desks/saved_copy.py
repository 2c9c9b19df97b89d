"""The button with which a desk saves a copy of the shared event as a file, and the notice that says what it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, mark_count
from tournament.ledger.entry import Record
from tournament.use_cases.copies import CopyName
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import ENDING, choose_place
from ui.desktop.listening import listen
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.opening_errors import refusal_of
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.layouts import column


@dataclass(frozen=True, slots=True)
class _Order:
    """What is saved, and where."""

    path: Path
    records: Sequence[Record]
    time: datetime
    unsent: int
    """Number of entries of this desk that the host has not written, which are not in the copy."""


class SavedCopy(QWidget):
    """Saves what the host has written. The notice stays until another event is opened."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._order: _Order | None = None
        """The copy that is being saved."""
        self._work = CurrentWork(self)
        self.save = OutlineButton(mark("Save a copy…"))
        self.notice = Notice(NoticeKind.OK)
        column(self.notice, on=self)
        self.hide()
        self.save.clicked.connect(lambda _checked: self._choose())
        self._work.done.connect(self._show_saved)
        self._work.failed.connect(self._refuse)
        listen(controller.leaving, self, self._leave)

    @property
    def busy(self) -> bool:
        """Whether a copy is being saved. The button stays enabled, so that it keeps the focus, but does nothing."""
        return self._order is not None

    def offer(self, *, joined: bool) -> None:
        """Show the button if this desk has ``joined`` a shared event of another computer, which has its file."""
        self.save.setVisible(joined)

    def _choose(self) -> None:
        book = self._controller.shared_book
        if book is None or self.busy:
            return
        written, now = book.written, datetime.now().astimezone()
        # With the name of a copy, the window says that it is one when it is opened.
        name = CopyName(written.settings.name, now, len(written.state.started), len(written.journal)).file_name
        chosen = choose_place(self, documents_folder() / name)
        book = self._controller.shared_book
        if chosen is None or book is None:
            return
        path = chosen if chosen.suffix == ENDING else chosen.with_name(f"{chosen.name}{ENDING}")
        records = tuple(entry.record for entry in book.written.journal)  # more may have arrived during the dialog
        self._order = _Order(path, records, datetime.now().astimezone(), len(book.orders))
        self._show(NoticeKind.INFO, mark("Saving {name}", name=path.name))
        self._work.start(Work(lambda _step: bootstrap.save_copy(path, records)))

    def _show_saved(self, _nothing: object) -> None:
        order = self._end()
        title = mark_count(
            "Copy of the shared event with {count} entry, at {time}. It is not shared, and what others type later is "
            "not in it.",
            "Copy of the shared event with {count} entries, at {time}. It is not shared, and what others type later is "
            "not in it.",
            len(order.records),
            time=f"{order.time:%H:%M}",
        )
        place = mark("Saved in “{path}”.", path=str(order.path))
        unsent = mark_count(
            "{count} entry of this desk, which the host has not written, is not in it either.",
            "{count} entries of this desk, which the host has not written, are not in it either.",
            order.unsent,
        )
        body = mark("{one} {other}", one=place, other=unsent) if order.unsent else place
        self._show(NoticeKind.WARN if order.unsent else NoticeKind.OK, title, body)

    def _refuse(self, error: Exception) -> None:
        self._show(NoticeKind.DANGER, refusal_of(error, self._end().path).text)

    def _end(self) -> _Order:
        order, self._order = self._order, None
        assert order is not None, "a result is of an order"
        return order

    def _show(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.notice.show_notice(kind, title, body)
        self.show()

    def _leave(self) -> None:
        """Say no more about the copy of an event that is closed; one that is being written is completed."""
        self._work.forget()
        self._order = None
        self.hide()
