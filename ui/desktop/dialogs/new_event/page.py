"""A new event in five short steps. Enter goes on, Alt+Left goes back, Esc leaves; what was typed stays."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

from tournament.catalogue import DEFAULT, OFFERED, SUMMARIES, rule_set
from tournament.event.format import EventFormat
from tournament.event.settings import MOST_MINUTES, MOST_SESSIONS, Settings, settings_problems
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import SEASON, SESSIONS, event_form, field_of, fields_of, show_settings, with_value
from ui.desktop.dialogs.files import ENDING, choose_list, choose_place
from ui.desktop.dialogs.new_event.frame import StepFrame
from ui.desktop.dialogs.new_event.steps import MEETING, PLACE, PLAYERS, RULES, STEPS, PlayersSource
from ui.desktop.dialogs.new_event.timetable_fields import TimetableFields
from ui.desktop.dialogs.path_field import PathField
from ui.desktop.dialogs.rule_options import RuleOptions
from ui.desktop.kit.form import NotRead
from ui.desktop.opening_errors import refusal_of
from ui.desktop.translation import translator
from ui.desktop.widgets.described_choices import DescribedChoice, DescribedChoices
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.focus_target import set_focus_target
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.switch import Segment, Switch

_EMPTY = Settings(name="", sessions=4)
_NARROW = ("starts", "ends", "sessions", "minutes", "best", "least")
"""Fields that share a line with another."""

_TIMETABLE, _LAST = 8, 9
"""Lines of the grid of a step: that of the timetable, and the one that gets the remaining space."""


class NewEventPage(StepFrame):
    """Nothing is written before the last step. Then the file is created and opened."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._own_place = False
        self.fields = event_form([field for step in STEPS for field in step.fields])
        self.rules = DescribedChoices(
            mark("Rules"), [DescribedChoice(id, name, SUMMARIES[id]) for id, name in OFFERED.items()]
        )
        self.options = RuleOptions(shortcut="Alt+O", scrolled=True)
        self.format = DescribedChoices(
            mark("Format"), [DescribedChoice(each.value, each.label, each.text) for each in EventFormat]
        )
        self.timetable = TimetableFields()
        self.players = Switch(
            mark("Players"),
            [
                Segment(PlayersSource.LATER.value, mark("Later")),
                Segment(PlayersSource.LIST.value, mark("From a list")),
                Segment(PlayersSource.TYPED.value, mark("Type them now")),
            ],
        )
        placeholder = mark("CSV file or Excel workbook")
        self.list = PathField(
            mark("List of players"), lambda parent, _path: choose_list(parent, None), placeholder=placeholder
        )
        self.place = PathField(mark("File"), choose_place)
        for index in range(len(STEPS)):
            self.add_page(self._step(index))
        self.on.clicked.connect(self.go_on)
        self.back.clicked.connect(self.go_back)
        self.leave.clicked.connect(self._cancel)
        self.rules.chosen.connect(self._show_rules)
        self.format.chosen.connect(self._show_format)
        self.timetable.unfolded.connect(self._timetable_unfolded)
        for field in (*SESSIONS, "starts", "ends"):
            self.fields.line(field).textChanged.connect(lambda _typed: self._show_timetable())
        self.options.unfolded.connect(self._options_unfolded)
        self.players.chosen.connect(self._show_list)
        self.place.edited.connect(self._place_edited)
        self._begin()

    def _step(self, index: int) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(4, 4, 4, 16)
        grid.setSpacing(16)
        place = 0
        if index == MEETING:
            grid.addWidget(self.format, 0, 0, 1, 2)
            place = 2
        for field in STEPS[index].fields:
            wide = field not in _NARROW
            place += place % 2 if wide else 0
            across = 2 if wide else 1
            grid.addWidget(self.fields.labelled[field], place // 2, place % 2, 1, across, Qt.AlignmentFlag.AlignTop)
            place += 2 if wide else 1
            if field == SESSIONS[-1]:
                grid.addWidget(self.timetable, _TIMETABLE, 0, 1, 2)
                self._meeting = grid
        if index == RULES:
            grid.addWidget(self.rules, 0, 0, 1, 2)
            grid.addWidget(self.options, 1, 0, 1, 2)
        if index == PLAYERS:
            grid.addLayout(row(self.players, None), 0, 0, 1, 2)
            grid.addWidget(self.list, 1, 0, 1, 2)
        if index == PLACE:
            grid.addWidget(self.place, 0, 0, 1, 2)
        grid.setRowStretch(1 if index == RULES else _LAST, 1)
        return page

    def showEvent(self, event: QShowEvent) -> None:
        """Move the cursor to the first field."""
        super().showEvent(event)
        self._focus_field()

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
        """Check the current step, then show the next one, or create the event."""
        if not self._checked():
            self._focus_field()
        elif self.step == PLACE:
            self._create()
        else:
            self._show(self.step + 1)

    def go_back(self) -> None:
        """Show the previous step."""
        if self.step:
            self._show(self.step - 1)

    def settings(self) -> Settings:
        """The settings typed so far. A field that cannot be read is refused."""
        rules, options = self.rules.current, self.options.chosen()[0]
        chosen = replace(_EMPTY, rules=rules, options=options, format=EventFormat(self.format.current))
        if not chosen.format.is_drawn:
            chosen = replace(chosen, sessions=1)
        else:
            chosen = replace(chosen, timetable=self.timetable.timetable())
        return self._typed(chosen, [field for index in range(len(STEPS)) for field in self._fields(index)])

    def _begin(self) -> None:
        self.fields.clear_refusals()
        show_settings(self.fields, replace(_EMPTY, language=translator.language.code))
        self._own_place = False
        self.rules.set_current(DEFAULT.id)
        self.options.forget()
        self.timetable.forget()
        self._show_rules(DEFAULT.id)
        self.format.set_current(_EMPTY.format.value)
        self._show_format()
        self.players.set_current(PlayersSource.LATER.value)
        self.list.set_path(None)
        self._show_list()
        self._show(0)

    def _checked(self) -> bool:
        """Whether the current step has no problem. Problems are shown at their fields."""
        fields = self._fields(self.step)
        if fields:
            self.fields.clear_refusals(*fields)
            for problem in settings_problems(self._typed(Settings(name="–"), fields)):
                field = field_of(problem)
                if field in fields and not self.fields.refused(field):
                    self.fields.refuse(field, problem.text)
            readable = not any(self.fields.refused(field) for field in fields)
            if self.step == MEETING and not self._times_checked():
                return False
            return readable
        if self.step == RULES:
            wrong = self.options.chosen()[1]
            self.options.show_problems(wrong)
            return not wrong
        if self.step == PLAYERS and self.players.current == PlayersSource.LIST.value:
            path = self.list.path
            if path is None or not path.is_file():
                self.list.field.set_problem(mark("This file does not exist. Choose the list, or select “Later”."))
                return False
        return True

    def _times_checked(self) -> bool:
        """Whether the timetable is valid. A problem is shown at its field."""
        if not EventFormat(self.format.current).is_drawn or self.timetable.check():
            return True
        if not self.timetable.is_open:
            self.timetable.set_open(True)
        return False

    def _create(self) -> None:
        path = self._file()
        refusal = self._attempt(path)
        if refusal is not None:
            self.place.field.set_problem(refusal)
            self._focus_field()
            return
        chosen, listed = PlayersSource(self.players.current), self.list.path
        self._begin()
        self._controller.navigation.page_wanted.emit("event" if chosen is PlayersSource.LATER else "players")
        if chosen is PlayersSource.LIST:
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

    def _show(self, index: int) -> None:
        if index == PLACE and not self._own_place:
            self.place.set_path(_default_path(self.fields.line("name").text()))
        self.show_step(index)
        if self.isVisible():
            self._focus_field()

    def _focus_field(self) -> None:
        """Move the cursor to a field with a problem, otherwise to the first field."""
        fields = self._fields(self.step)
        wrong = next((field for field in fields if self.fields.refused(field)), None)
        target: QWidget
        if self.step == MEETING and wrong is None:
            target = self.timetable.focus_target() if self.timetable.is_open else self.format
        elif fields:
            target = self.fields.labelled[wrong or fields[0]].editor
        elif self.step == RULES:
            target = self.options.focus_target() if self.options.is_open else self.rules
        elif self.step == PLAYERS:
            target = self.list.line if self.list.field.problem() else self.players
        else:
            target = self.place.line
        target.setFocus()
        set_focus_target(self, target)
        if isinstance(target, TextField):
            target.selectAll()

    def _show_rules(self, id: str) -> None:
        rules = rule_set(id)
        assert rules is not None, "chosen of the catalogue"
        self.options.show_rules(rules)

    def _fields(self, index: int) -> tuple[str, ...]:
        """The fields of a step, without those that the chosen format does not have."""
        own = fields_of(EventFormat(self.format.current))
        return tuple(field for field in STEPS[index].fields if field in own or field not in (*SESSIONS, *SEASON))

    def _typed(self, settings: Settings, fields: Sequence[str]) -> Settings:
        """``settings`` with the contents of ``fields``. A field that cannot be read is refused."""
        for field, value in self.fields.values(fields).items():
            settings = with_value(settings, field, value)
        return settings

    def _show_format(self) -> None:
        shown = self._fields(MEETING)
        times = self.timetable.is_open and EventFormat(self.format.current).is_drawn
        self.format.setVisible(not times)
        for field in STEPS[MEETING].fields:
            self.fields.labelled[field].setVisible(field in shown and (not times or field in SESSIONS))
        self.timetable.setVisible(EventFormat(self.format.current).is_drawn)
        for line, stretch in ((_TIMETABLE, int(times)), (_LAST, int(not times))):
            self._meeting.setRowStretch(line, stretch)
        self._show_timetable()

    def _show_timetable(self) -> None:
        """Show lines for the typed number of sessions and days, if these can be read."""
        sessions, minutes, first, last = map(self._readable, (*SESSIONS, "starts", "ends"))
        fits = sessions in range(1, MOST_SESSIONS + 1) and minutes in range(1, MOST_MINUTES + 1)
        self.timetable.show_event(sessions if fits else 0, minutes if fits else 0, first, last)

    def _readable(self, field: str) -> Any:
        """The value of a field, or None if it cannot be read."""
        try:
            return self.fields.value(field)
        except NotRead:
            return None

    def _timetable_unfolded(self, unfolded: bool) -> None:
        self._show_format()
        target = self.timetable.focus_target() if unfolded else self.format
        target.setFocus()
        set_focus_target(self, target)

    def _options_unfolded(self, unfolded: bool) -> None:
        self.rules.setVisible(not unfolded)
        target = self.options.focus_target() if unfolded else self.rules
        target.setFocus()
        set_focus_target(self, target)

    def _show_list(self) -> None:
        self.list.setVisible(self.players.current == PlayersSource.LIST.value)

    def _place_edited(self) -> None:
        self._own_place = True

    def _cancel(self) -> None:
        if self.options.is_open and self.step == RULES:
            self.options.set_open(False)
            return
        if self.timetable.is_open and self.step == MEETING:
            self.timetable.set_open(False)
            return
        self._controller.navigation.page_wanted.emit("event" if self._controller.view is not None else "start")


def _default_path(name: str) -> Path:
    documents = documents_folder()
    folder = documents if documents.is_dir() else Path.home()
    kept = "".join(character if character.isalnum() or character in "-_.,()’'" else " " for character in name)
    return folder / f"{' '.join(kept.split()).strip('. ') or translator.translate(mark('Event'))}{ENDING}"
