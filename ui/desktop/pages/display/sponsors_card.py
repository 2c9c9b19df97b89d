"""The sponsors' pictures that screens show in turn: added from files, ordered, removed."""

from pathlib import PurePath

from PySide6.QtWidgets import QWidget

from reports.readers.refusal import UnreadableTable
from reports.writers.atomic_file import ExportFailed
from tournament.language import listed, mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_picture, folder_of
from ui.desktop.display.hall_controller import HallController
from ui.desktop.display.sponsors import KeptSponsor, forget_sponsor, keep_sponsor, missing_sponsors
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, row, stretched


class SponsorsCard(Card):
    """The pictures in order. The chosen one can be moved or removed; a new one is read off the GUI thread."""

    def __init__(self, controller: EventController, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._hall = controller, hall
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._kept)
        self._reading.failed.connect(self._refused)
        self.pictures = ChoiceBox(mark("Picture"))
        self.add = OutlineButton(mark("Add a picture …"))
        self.earlier = OutlineButton(mark("Earlier"), name=mark("Show the picture earlier"))
        self.later = OutlineButton(mark("Later"), name=mark("Show the picture later"))
        self.remove = OutlineButton(mark("Remove"), name=mark("Remove the picture"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.problem = MessageLabel()
        add(self.body, TextLabel(mark("Sponsors’ pictures"), kind=Type.LABEL))
        add(self.body, row(stretched(self.pictures), self.add, spacing=8))
        add(self.body, row(self.earlier, self.later, self.remove, None, spacing=8))
        add(self.body, self._state)
        add(self.body, self.problem)
        self.add.clicked.connect(lambda _checked: self._add())
        self.earlier.clicked.connect(lambda _checked: self._move(-1))
        self.later.clicked.connect(lambda _checked: self._move(1))
        self.remove.clicked.connect(lambda _checked: self._remove())
        self.pictures.activated.connect(lambda _index: self._enable())

    def show_hall(self) -> None:
        """Show the pictures in order."""
        state = self._hall.state
        missing = missing_sponsors(state)
        self.pictures.set_choices([
            (name, f"{number}. {PurePath(name).stem}")
            for number, name in enumerate(state.sponsors, 1)
        ])  # fmt: skip
        self.pictures.setVisible(bool(state.sponsors))
        if self._reading.busy:
            self._state.set_text(mark("Reading the picture …"))
        elif missing:
            names = listed(PurePath(name).stem for name in missing)
            self._state.set_text(mark("Missing on this computer and left out: {names}.", names=names))
        else:
            text = mark("Screens with “Sponsors” show them one after another, whole and as large as possible.")
            self._state.set_text(text)
        self._enable()

    def forget(self) -> None:
        """Drop a picture that is being read: it is not for the new event."""
        self._reading.forget()
        self.problem.show_message(None)

    def _enable(self) -> None:
        may, count = self._hall.may_change, len(self._hall.state.sponsors)
        index = self.pictures.currentIndex()
        self.add.setVisible(may)
        self.add.setEnabled(not self._reading.busy)
        for part in (self.earlier, self.later):
            part.setVisible(may and count > 1)
        self.earlier.setEnabled(index > 0)
        self.later.setEnabled(index < count - 1)
        self.remove.setVisible(may and bool(count))

    def _add(self) -> None:
        event = self._hall.state.event
        folder = folder_of(self._controller.book.place)
        path = choose_picture(self, folder, mark("Choose a picture of a sponsor")) if not self._reading.busy else None
        if path is None:
            return
        self.problem.show_message(None)
        self._reading.start(Work(lambda _step: keep_sponsor(event, path)))
        self.show_hall()

    def _kept(self, kept: KeptSponsor) -> None:
        self._hall.change(self._hall.state.with_sponsor(kept.name))
        self.show_hall()
        self.pictures.setCurrentIndex(self.pictures.findData(kept.name))
        self._enable()
        if kept.remarks:
            self.problem.show_message(listed(kept.remarks), tone=Tone.WARN)
        self.add.setFocus()

    def _refused(self, error: BaseException) -> None:
        self.show_hall()
        self.add.setFocus()
        if isinstance(error, UnreadableTable):
            self.problem.show_message(error.text)
        elif isinstance(error, ExportFailed):
            self.problem.show_message(error.message)
        elif isinstance(error, OSError):
            self.problem.show_message(
                mark("The picture cannot be saved: {reason}.", reason=error.strerror or str(error))
            )
        else:
            raise error

    def _move(self, step: int) -> None:
        name = self.pictures.currentData()
        self._hall.change(self._hall.state.moving_sponsor(name, step))
        self.show_hall()
        self.pictures.setCurrentIndex(self.pictures.findData(name))
        self._enable()
        if not self.earlier.isEnabled() or not self.later.isEnabled():
            self.pictures.setFocus()

    def _remove(self) -> None:
        """Remove the picture from the screens and then from the disk. The original file stays."""
        name, state = self.pictures.currentData(), self._hall.state
        self._hall.change(state.without_sponsor(name))
        try:
            forget_sponsor(state.event, name)
        except OSError as error:
            text = mark("The picture is no longer shown, but its file could not be deleted: {reason}.",
                        reason=error.strerror or str(error))  # fmt: skip
            self.problem.show_message(text)
        self.show_hall()
        self.add.setFocus()
