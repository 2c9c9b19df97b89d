"""What is prepared before the day: saved arrangements of the screens, and the sponsors' pictures."""

from pathlib import PurePath

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from reports.readers.refusal import UnreadableTable
from tournament.language import listed, mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_picture, folder_of
from ui.desktop.display.hall_controller import HallController
from ui.desktop.display.sponsors import StoredSponsor, delete_sponsor, missing_sponsors, store_sponsor
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.pages.display.screen_panel import NAME_LENGTH
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.hall.hall_state import ScreenArrangement, changes_text


class _ArrangementsCard(Card):
    """A choice of arrangements with what each would change, and a line for saving the current screens under a name."""

    def __init__(self, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._hall = hall
        self.saved = ChoiceBox(mark("Arrangement"))
        self.apply = PrimaryButton(mark("Apply"))
        self.delete = OutlineButton(mark("Delete"), name=mark("Delete the arrangement"))
        self.name = TextField(name=mark("Name of the arrangement"), placeholder=mark("Name, such as “Lunch”"))
        self.name.setMaxLength(NAME_LENGTH)
        self.save = OutlineButton(mark("Save current screens"), hint="Return")
        self.rename = OutlineButton(mark("Rename"), name=mark("Rename the arrangement"))
        self._changes = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        add(self.body, TextLabel(mark("Arrangements"), kind=Type.LABEL))
        add(self.body, row(stretched(self.saved), self.apply, spacing=8))
        add(self.body, self._changes)
        add(self.body, row(stretched(self.name), spacing=8))
        add(self.body, row(self.save, self.rename, self.delete, None, spacing=8))
        self.saved.activated.connect(lambda _index: self.show_hall())
        self.apply.clicked.connect(lambda _checked: self._apply())
        self.delete.clicked.connect(lambda _checked: self._delete())
        self.save.clicked.connect(lambda _checked: self._save())
        self.rename.clicked.connect(lambda _checked: self._rename())
        self.name.textChanged.connect(lambda _text: self._enable())
        answer_keys(self.name, dict.fromkeys(ENTER, self._save))

    def show_hall(self) -> None:
        """Show the saved arrangements, and what the chosen one would change."""
        self.saved.set_choices([(each.name, each.name) for each in self._hall.state.arrangements])
        chosen = self._chosen()
        screens, may = bool(self._hall.state.screens), self._hall.may_change
        for part in (self.saved, self.apply, self.delete):
            part.setVisible(chosen is not None and (may or part is self.saved))
        self.name.setVisible(may and screens)
        self.save.setVisible(may and screens)
        if chosen is not None:
            self._changes.set_text(changes_text(self._hall.state, chosen))
        elif screens:
            self._changes.set_text(mark("Enter a name to save the current screens, and apply them again later."))
        else:
            self._changes.set_text(mark("Add a screen first (“Screens”); then save how they are set up under a name."))
        self._enable()

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.name.clear()

    def changes(self) -> str:
        """The text that says what the chosen arrangement would change."""
        return self._changes.text()

    def _chosen(self) -> ScreenArrangement | None:
        return self._hall.state.arrangement(self.saved.currentData() or "")

    def _enable(self) -> None:
        """Enable the buttons that apply to the typed name: it can always be saved, but renaming must change it."""
        name = self._typed()
        self.save.setEnabled(bool(name))
        free = bool(name) and self._hall.state.arrangement(name) is None
        self.rename.setVisible(self._hall.may_change and self._chosen() is not None and free)

    def _typed(self) -> str:
        return " ".join(self.name.text().split())

    def _apply(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self._hall.change(self._hall.state.arranged(chosen))

    def _save(self) -> None:
        name = self._typed()
        if name and self._hall.may_change and self._hall.state.screens:
            self._hall.change(self._hall.state.keeping_arrangement(name))
            self._choose(name)

    def _rename(self) -> None:
        chosen, name = self._chosen(), self._typed()
        if chosen is not None and name:
            self._hall.change(self._hall.state.renaming_arrangement(chosen.name, name))
            self._choose(name)

    def _delete(self) -> None:
        """Delete the chosen arrangement without asking.

        Its name is put into the line, so that one key saves the current screens under it again.
        """
        chosen = self._chosen()
        if chosen is not None:
            self._hall.change(self._hall.state.without_arrangement(chosen.name))
            self.name.setFocus()

    def _choose(self, name: str) -> None:
        self.saved.setCurrentIndex(self.saved.findData(name))
        self.name.clear()
        self.show_hall()


class _SponsorsCard(Card):
    """The sponsors' pictures in order.

    The chosen picture can be moved or removed; a new one is read off the GUI thread.
    """

    def __init__(self, controller: EventController, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._hall = controller, hall
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._stored)
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
        """Drop a picture that is being read: it belongs to the previous event."""
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
        self._reading.start(Work(lambda _step: store_sponsor(event, path)))
        self.show_hall()

    def _stored(self, stored: StoredSponsor) -> None:
        self._hall.change(self._hall.state.with_sponsor(stored.name))
        self.show_hall()
        self.pictures.setCurrentIndex(self.pictures.findData(stored.name))
        self._enable()
        if stored.remarks:
            self.problem.show_message(listed(stored.remarks), tone=Tone.WARN)
        self.add.setFocus()

    def _refused(self, error: BaseException) -> None:
        self.show_hall()
        self.add.setFocus()
        if isinstance(error, UnreadableTable):
            self.problem.show_message(error.text)
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
            delete_sponsor(state.event, name)
        except OSError as error:
            text = mark("The picture is no longer shown, but its file could not be deleted: {reason}.",
                        reason=error.strerror or str(error))  # fmt: skip
            self.problem.show_message(text)
        self.show_hall()
        self.add.setFocus()


class PreparationView(DisplayPart):
    """Two cards, beside each other where there is room."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.arrangements = _ArrangementsCard(hall)
        self.sponsors = _SponsorsCard(controller, hall)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(12)
        margins = (Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        column(Scrolled(boxed(column(self._grid, None, margins=margins))), on=self)
        hall.changed.connect(self._hall_changed)

    def show_hall(self) -> None:
        """Show the saved arrangements and the pictures."""
        self.arrangements.show_hall()
        self.sponsors.show_hall()

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self.arrangements.forget()
        self.sponsors.forget()

    def fit(self, room: Room) -> None:
        """Put the cards below one another in a narrow window."""
        self._grid.addWidget(self.arrangements, 0, 0, Qt.AlignmentFlag.AlignTop)
        line, side = (1, 0) if room.compact else (0, 1)
        self._grid.addWidget(self.sponsors, line, side, Qt.AlignmentFlag.AlignTop)
        for each in (0, 1):
            self._grid.setColumnStretch(each, 0 if room.compact and each else 1)

    def focus_target(self) -> QWidget:
        """The saved arrangements, or the line for a new one if there are none."""
        cards = self.arrangements
        return next((part for part in (cards.saved, cards.name) if not part.isHidden()), self.sponsors.add)

    def _hall_changed(self) -> None:
        if self.isVisible():
            self.show_hall()
