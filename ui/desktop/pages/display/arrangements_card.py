"""Arrangements of the screens: saved under a name, applied, renamed, deleted."""

from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.display.hall_controller import HallController
from ui.desktop.pages.display.screen_panel import NAME_LENGTH
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row, stretched
from ui.hall.hall_state import ScreenArrangement, changes_text


class ArrangementsCard(Card):
    """The chosen arrangement with what it would change, and a line for saving the current screens under a name."""

    def __init__(self, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._hall = hall
        self.kept = ChoiceBox(mark("Arrangement"))
        self.apply = PrimaryButton(mark("Apply"))
        self.delete = OutlineButton(mark("Delete"), name=mark("Delete the arrangement"))
        self.name = TextField(name=mark("Name of the arrangement"), placeholder=mark("Name, such as “Lunch”"))
        self.name.setMaxLength(NAME_LENGTH)
        self.keep = OutlineButton(mark("Save current screens"), hint="Return")
        self.rename = OutlineButton(mark("Rename"), name=mark("Rename the arrangement"))
        self._changes = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        add(self.body, TextLabel(mark("Arrangements"), kind=Type.LABEL))
        add(self.body, row(stretched(self.kept), self.apply, spacing=8))
        add(self.body, self._changes)
        add(self.body, row(stretched(self.name), spacing=8))
        add(self.body, row(self.keep, self.rename, self.delete, None, spacing=8))
        self.kept.activated.connect(lambda _index: self.show_hall())
        self.apply.clicked.connect(lambda _checked: self._apply())
        self.delete.clicked.connect(lambda _checked: self._delete())
        self.keep.clicked.connect(lambda _checked: self._keep())
        self.rename.clicked.connect(lambda _checked: self._rename())
        self.name.textChanged.connect(lambda _text: self._enable())
        answer_keys(self.name, dict.fromkeys(ENTER, self._keep))

    def show_hall(self) -> None:
        """Show the saved arrangements, and what the chosen one would change."""
        self.kept.set_choices([(each.name, each.name) for each in self._hall.state.arrangements])
        chosen = self._chosen()
        screens, may = bool(self._hall.state.screens), self._hall.may_change
        for part in (self.kept, self.apply, self.delete):
            part.setVisible(chosen is not None and (may or part is self.kept))
        self.name.setVisible(may and screens)
        self.keep.setVisible(may and screens)
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
        return self._hall.state.arrangement(self.kept.currentData() or "")

    def _enable(self) -> None:
        """What needs a name that was typed: saving always shows, renaming only where it can be done."""
        name = self._typed()
        self.keep.setEnabled(bool(name))
        free = bool(name) and self._hall.state.arrangement(name) is None
        self.rename.setVisible(self._hall.may_change and self._chosen() is not None and free)

    def _typed(self) -> str:
        return " ".join(self.name.text().split())

    def _apply(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self._hall.change(self._hall.state.arranged(chosen))

    def _keep(self) -> None:
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
        """Delete without asking.

        The name is put into the line, so that one key saves the current screens under it again.
        """
        chosen = self._chosen()
        if chosen is not None:
            self._hall.change(self._hall.state.without_arrangement(chosen.name))
            self.name.setFocus()

    def _choose(self, name: str) -> None:
        self.kept.setCurrentIndex(self.kept.findData(name))
        self.name.clear()
        self.show_hall()
