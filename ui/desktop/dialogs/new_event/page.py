"""A new event in five short steps: Enter goes on, Alt Left goes back, Esc leaves; what was typed stays."""

from dataclasses import replace
from pathlib import Path

from platformdirs import user_documents_path
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

from tournament import use_cases
from tournament.event.settings import Settings
from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import event_form, show_settings
from ui.desktop.dialogs.files import ENDING, choose_list, choose_place
from ui.desktop.dialogs.new_event.frame import Frame
from ui.desktop.dialogs.new_event.steps import PLACE, PLAYERS, STEPS, Players
from ui.desktop.dialogs.path_field import PathField
from ui.desktop.opening_errors import refusal_of
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.switch import Segment, Switch

_EMPTY = Settings(name="", sessions=4)
_NARROW = ("starts", "ends", "sessions", "minutes")
"""Fields of which two stand in one line."""


class NewEventPage(Frame):
    """Nothing is written before the last step; then the file is made and opened."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._own_place = False
        self.fields = event_form()
        self.players = Switch(
            mark("Players"),
            [
                Segment(Players.LATER.value, mark("Later")),
                Segment(Players.LIST.value, mark("From a list")),
                Segment(Players.TYPED.value, mark("I type them now")),
            ],
        )
        placeholder = mark("CSV file or Excel workbook")
        self.list = PathField(mark("List of players"), lambda at, _path: choose_list(at), placeholder=placeholder)
        self.place = PathField(mark("File"), choose_place)
        for at in range(len(STEPS)):
            self.add_page(self._step(at))
        self.on.clicked.connect(self.go_on)
        self.back.clicked.connect(self.go_back)
        self.leave.clicked.connect(self._cancel)
        self.players.chosen.connect(self._show_list)
        self.place.edited.connect(self._place_edited)
        self._begin()

    def _step(self, at: int) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(4, 4, 4, 16)
        grid.setSpacing(16)
        place = 0
        for field in STEPS[at].fields:
            wide = field not in _NARROW
            place += place % 2 if wide else 0
            across = 2 if wide else 1
            grid.addWidget(self.fields.labelled[field], place // 2, place % 2, 1, across, Qt.AlignmentFlag.AlignTop)
            place += 2 if wide else 1
        if at == PLAYERS:
            grid.addLayout(row(self.players, None), 0, 0, 1, 2)
            grid.addWidget(self.list, 1, 0, 1, 2)
        if at == PLACE:
            grid.addWidget(self.place, 0, 0, 1, 2)
        grid.setRowStretch(9, 1)
        return page

    def showEvent(self, event: QShowEvent) -> None:
        """Stand in the first field."""
        super().showEvent(event)
        self._stand()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on from every field."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = QApplication.focusWidget()
        if isinstance(focused, QPushButton) and focused is not self.on:
            focused.click()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Check the step in view; go to the next one, or make the event."""
        if not self._checked():
            self._stand()
        elif self.step == PLACE:
            self._create()
        else:
            self._show(self.step + 1)

    def go_back(self) -> None:
        """Show the step before."""
        if self.step:
            self._show(self.step - 1)

    def settings(self) -> Settings:
        """What is typed so far; what cannot be read is refused at its field."""
        return replace(_EMPTY, **self.fields.values([field for step in STEPS for field in step.fields]))

    def _begin(self) -> None:
        self.fields.clear_refusals()
        show_settings(self.fields, replace(_EMPTY, language=translator.language.code))
        self._own_place = False
        self.players.set_current(Players.LATER.value)
        self.list.set_path(None)
        self._show_list()
        self._show(0)

    def _checked(self) -> bool:
        """Whether nothing is wrong in the step in view; what is, is said at its field."""
        fields = STEPS[self.step].fields
        if fields:
            self.fields.clear_refusals(*fields)
            settings = replace(Settings(name="–"), **self.fields.values(fields))
            for problem in use_cases.settings_refusals(settings):
                if problem.field in fields and not self.fields.refused(problem.field):
                    self.fields.refuse(problem.field, problem.text)
            return not any(self.fields.refused(field) for field in fields)
        if self.step == PLAYERS and self.players.current == Players.LIST.value:
            path = self.list.path
            if path is None or not path.is_file():
                self.list.field.set_problem(mark("There is no such file: choose the list, or take “Later”."))
                return False
        return True

    def _create(self) -> None:
        path = self._file()
        refusal = self._attempt(path)
        if refusal is not None:
            self.place.field.set_problem(refusal)
            self._stand()
            return
        chosen, listed = Players(self.players.current), self.list.path
        self._begin()
        self._controller.navigation.page_wanted.emit("event" if chosen is Players.LATER else "players")
        if chosen is Players.LIST:
            self._controller.navigation.players_import_wanted.emit(listed)

    def _attempt(self, path: Path) -> Text | None:
        try:
            self._controller.create(path, self.settings())
        except Exception as error:  # noqa: BLE001  # what is not known there is raised again
            return refusal_of(error, path).text
        return None

    def _file(self) -> Path:
        path = self.place.path or _default_path("")
        return path if path.suffix else path.with_name(path.name + ENDING)

    def _show(self, at: int) -> None:
        if at == PLACE and not self._own_place:
            self.place.set_path(_default_path(self.fields.line("name").text()))
        self.show_step(at)
        if self.isVisible():
            self._stand()

    def _stand(self) -> None:
        """Put the cursor where something is wrong, else in the first field."""
        fields = STEPS[self.step].fields
        if fields:
            wrong = next((field for field in fields if self.fields.refused(field)), fields[0])
            target: QWidget = self.fields.labelled[wrong].editor
        elif self.step == PLAYERS:
            target = self.list.line if self.list.field.problem() else self.players
        else:
            target = self.place.line
        target.setFocus()
        self.setFocusProxy(target)
        if isinstance(target, TextField):
            target.selectAll()

    def _show_list(self) -> None:
        self.list.setVisible(self.players.current == Players.LIST.value)

    def _place_edited(self) -> None:
        self._own_place = True

    def _cancel(self) -> None:
        self._controller.navigation.page_wanted.emit("event" if self._controller.view is not None else "start")


def _default_path(name: str) -> Path:
    documents = user_documents_path()
    folder = documents if documents.is_dir() else Path.home()
    kept = "".join(character if character.isalnum() or character in "-_.,()’'" else " " for character in name)
    return folder / f"{' '.join(kept.split()).strip('. ') or translator.translate(mark('Event'))}{ENDING}"
