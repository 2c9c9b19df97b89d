"""A new event in three short steps. Enter goes on, Alt+Left goes back, Esc leaves; what was typed stays."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

from tournament.catalogue import DEFAULT, OFFERED, SUMMARIES, rule_set
from tournament.event.format import EventFormat
from tournament.event.settings import Settings, settings_problems
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import event_form, field_of, show_settings, with_value
from ui.desktop.dialogs.files import ENDING, choose_place, event_file_name
from ui.desktop.dialogs.new_event.frame import StepFrame
from ui.desktop.dialogs.new_event.steps import NAME, PLACE, RULES, STEPS
from ui.desktop.dialogs.path_field import PathField
from ui.desktop.dialogs.rule_options import RuleOptions
from ui.desktop.opening_errors import refusal_of
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import DescribedChoice, DescribedChoices
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.scrolled import FittedScroll

_EMPTY = Settings(name="", sessions=4)
_AROUND_RULES, _AROUND_OPTIONS, _LEAST_RULES = 272, 280, 150
"""Height of everything around the list of rules and around their options, and that of the list at least."""
_LAST = 9
"""The line of the grid of a step that gets the remaining space."""


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
        self._rules_box = FittedScroll(self.rules)
        """More rules than a low window has space for."""
        self.options = RuleOptions(shortcut="Alt+O", scrolled=True)
        self.format = DescribedChoices(
            mark("Format"), [DescribedChoice(each.value, each.label, each.text) for each in EventFormat]
        )
        self.place = PathField(mark("File"), choose_place)
        for index in range(len(STEPS)):
            self.add_page(self._step(index))
        self.on.clicked.connect(self.go_on)
        self.back.clicked.connect(self.go_back)
        self.leave.clicked.connect(self._cancel)
        self.rules.chosen.connect(self._show_rules)
        self.format.chosen.connect(lambda _format: self._show_format())
        self.options.unfolded.connect(self._options_unfolded)
        self.place.edited.connect(self._place_edited)
        self._begin()

    def _step(self, index: int) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(4, 4, 4, 16)
        grid.setSpacing(16)
        if index == NAME:
            grid.addWidget(self.fields.labelled["name"], 0, 0, 1, 2)
            grid.addWidget(self.format, 1, 0, 1, 2)
            grid.addWidget(self.fields.labelled["sessions"], 2, 0, 1, 2)
        if index == RULES:
            grid.addWidget(self._rules_box, 0, 0, 1, 2)
            grid.addWidget(self.options, 1, 0, 1, 2)
        if index == PLACE:
            grid.addWidget(self.place, 0, 0, 1, 2)
        grid.setRowStretch(1 if index == RULES else _LAST, 1)
        return page

    def showEvent(self, event: QShowEvent) -> None:
        """Move the cursor to the first field, and speak in the words of the chosen rules."""
        super().showEvent(event)
        self._use_words()
        self._focus_field()

    def hideEvent(self, event: QHideEvent) -> None:
        """Speak in the words of the open event again."""
        super().hideEvent(event)
        if not event.spontaneous():  # the window is not just minimised
            self._controller.count_in_words(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll the rules, not the whole step, in a low window."""
        super().resizeEvent(event)
        self._rules_box.setMaximumHeight(max(self.height() - _AROUND_RULES, _LEAST_RULES))
        self.options.set_room(self.height() - _AROUND_OPTIONS)

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
        chosen = replace(_EMPTY, rules=self.rules.current, options=self.options.chosen()[0], format=self._format)
        return self._typed(replace(chosen, language=translator.language.code))

    @property
    def _format(self) -> EventFormat:
        return EventFormat(self.format.current)

    @property
    def _fields(self) -> tuple[str, ...]:
        """The fields that the chosen format has."""
        return STEPS[NAME].fields if self._format.is_drawn else ("name",)

    def _typed(self, settings: Settings) -> Settings:
        """``settings`` with what is typed. A field that cannot be read is refused."""
        if not self._format.is_drawn:
            settings = replace(settings, sessions=1)
        for field, value in self.fields.values(self._fields).items():
            settings = with_value(settings, field, value)
        return settings

    def _begin(self) -> None:
        self.fields.clear_refusals()
        show_settings(self.fields, _EMPTY)
        self._own_place = False
        self.rules.set_current(DEFAULT.id)
        self.options.forget()
        self._show_rules(DEFAULT.id)
        self.format.set_current(_EMPTY.format.value)
        self._show_format()
        self._show(NAME)

    def _checked(self) -> bool:
        """Whether the current step has no problem. Problems are shown at their fields."""
        if self.step == NAME:
            self.fields.clear_refusals()
            for problem in settings_problems(self._typed(_EMPTY)):
                field = field_of(problem)
                if field in self._fields and not self.fields.refused(field):
                    self.fields.refuse(field, problem.text)
            return not any(self.fields.refused(field) for field in self._fields)
        if self.step == RULES:
            wrong = self.options.chosen()[1]
            self.options.show_problems(wrong)
            return not wrong
        return True

    def _create(self) -> None:
        path = self._file()
        refusal = self._attempt(path)
        if refusal is not None:
            self.place.field.set_problem(refusal)
            self._focus_field()
            return
        self._begin()
        self._controller.navigation.page_wanted.emit("event")

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
        target: QWidget
        if self.step == NAME:
            wrong = next((field for field in self._fields if self.fields.refused(field)), "name")
            target = self.fields.line(wrong)
        elif self.step == RULES:
            target = self.options.focus_target() if self.options.is_open else self.rules
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
        if self.isVisible():
            self._use_words()

    def _use_words(self) -> None:
        rules = rule_set(self.rules.current)
        self._controller.count_in_words(rules.words if rules is not None else ())

    def _show_format(self) -> None:
        self.fields.labelled["sessions"].setVisible(self._format.is_drawn)

    def _options_unfolded(self, unfolded: bool) -> None:
        self._rules_box.setVisible(not unfolded)
        target = self.options.focus_target() if unfolded else self.rules
        target.setFocus()
        set_focus_target(self, target)

    def _place_edited(self) -> None:
        self._own_place = True

    def _cancel(self) -> None:
        if self.options.is_open and self.step == RULES:
            self.options.set_open(False)
            return
        self._controller.navigation.page_wanted.emit("event" if self._controller.view is not None else "start")


def _default_path(name: str) -> Path:
    documents = documents_folder()
    return (documents if documents.is_dir() else Path.home()) / event_file_name(name)
