"""Creating an event in three short steps, which ask only what must be known before there are players.

Enter shows the next step, Alt+Left the previous one, and Esc leaves the page. What was typed stays.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QStackedWidget, QWidget

from tournament.catalogue import DEFAULT, OFFERED, SUMMARIES, rule_set
from tournament.event.format import EventFormat
from tournament.event.settings import PROPOSED_COUNTRY_SIZE, Settings, settings_problems
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, mark_in
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import event_form, field_of, show_settings, with_value
from ui.desktop.dialogs.files import ENDING, choose_place, event_file_name
from ui.desktop.dialogs.rule_options import RuleOptions
from ui.desktop.opening_errors import refusal_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.choices import DescribedChoice, DescribedChoices
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import FittedScroll, Scrolled, add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.signs import Icon
from ui.rule_presets import Preset


class PathField(QWidget):
    """A labelled line for a path, and a button that opens the system's file dialog."""

    edited = Signal()
    """The user typed or chose a path."""

    def __init__(
        self,
        label: Text,
        choose: Callable[[QWidget, Path], Path | None],
        *,
        placeholder: Text | str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._choose = choose
        self.line = TextField(placeholder=placeholder)
        self.field = LabeledField(label, self.line)
        button = OutlineButton(mark("Choose…"), icon="folder")
        button.clicked.connect(self._ask)
        side = column(button, margins=(0, 24, 0, 0))
        row(stretched(self.field), aligned(side, Qt.AlignmentFlag.AlignTop), centred=False, on=self)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._touched)

    @property
    def path(self) -> Path | None:
        """The typed path, or None if the line is empty."""
        typed = self.line.text().strip()
        return Path(typed).expanduser() if typed else None

    def set_path(self, path: Path | None) -> None:
        """Show ``path`` without emitting a signal."""
        self.line.setText(str(path) if path is not None else "")
        self.field.clear_problem()

    def _ask(self) -> None:
        path = self._choose(self, self.path or Path())
        if path is not None:
            self.set_path(path)
            self._touched()

    def _touched(self) -> None:
        self.field.clear_problem()
        self.edited.emit()


class EventStep(NamedTuple):
    """One step: its title, and the fields that it asks for."""

    title: Text
    why: Text
    """One line about what the answers are for."""
    fields: tuple[str, ...] = ()
    """Names of the fields in :func:`event_form`, in the order in which they are shown."""


NAME, RULES, PLACE = 0, 1, 2
STEPS = (
    EventStep(
        mark("Name and format"),
        mark("Place, dates, timetable and everything else are on the Event page, under Setup."),
        ("name", "sessions"),
    ),
    EventStep(mark("Rules"), mark("You can change the rules and their options until the first hand.")),
    EventStep(
        mark("Location of the event file"),
        mark("An event is a single file. To copy it to a USB stick, close the window first."),
    ),
)


class StepProgress(QWidget):
    """The list of steps: a tick for those before, a half ring for the current one, an empty ring for later ones."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = [Icon("ring", size=16) for _ in STEPS]
        self._labels = [TextLabel(step.title, kind=Type.BODY, tone=Tone.TEXT2) for step in STEPS]
        lines = (row(icon, 4, label, None) for icon, label in zip(self._icons, self._labels, strict=True))
        column(*lines, None, spacing=14, on=self)

    def show_step(self, index: int) -> None:
        """Show step ``index``, from 0, as the current one."""
        for place, (icon, label) in enumerate(zip(self._icons, self._labels, strict=True)):
            name, tone = (
                ("tick", Tone.OK) if place < index else ("half", Tone.ACCENT) if place == index else ("ring", None)
            )
            icon.set_icon(name, tone or Tone.TEXT2)
            label.set_tone(Tone.TEXT if place == index else Tone.TEXT2)
            label.set_kind(Type.TOTAL if place == index else Type.BODY)


_MOST_WIDE, _CARD_HIGH = 1080, 440


class StepFrame(QWidget):
    """A frame that shows one step at a time. Subclasses add the questions."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = 0
        self._progress = StepProgress()
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._title = TextLabel(kind=Type.PANEL_TITLE)
        self._why = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._pages = QStackedWidget()
        self.on = PrimaryButton("", hint="Return")
        self.back = OutlineButton(mark_in("step", "Back"), shortcut="Alt+Left")
        self.leave = LinkButton(mark("Cancel"), shortcut="Esc", tone=Tone.TEXT2)
        self._lay_out()

    def _lay_out(self) -> None:
        card = Card(margins=(28, 24))
        card.setMinimumHeight(_CARD_HIGH)
        buttons = row(self.leave, None, self.back, self.on)
        for part in (row(self._title, None, self._count), self._why, 10, stretched(self._pages), buttons):
            add(card.body, part)
        side = column(TextLabel(mark("New event"), kind=Type.PAGE_TITLE), stretched(self._progress), spacing=24)
        inner = boxed(row(side, stretched(card), spacing=40, margins=24, centred=False))
        inner.setMaximumWidth(_MOST_WIDE)
        middle = column(inner)
        middle.insertStretch(0, 2)
        middle.addStretch(3)
        column(Scrolled(boxed(row(None, stretched(middle, 100), None, centred=False))), on=self)

    def add_page(self, page: QWidget) -> None:
        """Add ``page`` with the questions of the next step."""
        self._pages.addWidget(page)

    @property
    def step(self) -> int:
        """The current step, from 0."""
        return self._index

    def show_step(self, index: int) -> None:
        """Show step ``index``, from 0."""
        self._index = index
        step, last = STEPS[index], index == len(STEPS) - 1
        self._title.set_text(step.title)
        self._why.set_text(step.why)
        self._count.set_text(mark("Step {at} of {all}", at=index + 1, all=len(STEPS)))
        self._pages.setCurrentIndex(index)
        self._progress.show_step(index)
        self.back.setEnabled(index > 0)
        self.on.set_text(mark("Create the event") if last else mark("Continue"))


_EMPTY = Settings(name="", sessions=4, country_size=PROPOSED_COUNTRY_SIZE)
_AROUND_RULES, _AROUND_OPTIONS, _LEAST_RULES = 272, 280, 150
"""Height in pixels of all that is around the list of rules and around the options; minimum height of the list."""
_LAST = 9
"""The row of the grid of a step that gets the remaining space. It is below all others."""


class NewEventPage(StepFrame):
    """The page that creates an event. Nothing is saved before the last step, which creates the file and opens it."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._own_place = False
        self.fields = event_form([field for step in STEPS for field in step.fields])
        self.rules = DescribedChoices(
            mark("Rules"), [DescribedChoice(id, name, SUMMARIES[id]) for id, name in OFFERED.items()]
        )
        self._rules_box = FittedScroll(self.rules)
        """Scrolls the rules, because a low window has no space for all of them."""
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
        self.options.presets.chosen.connect(self._take_preset)
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
        """Move the cursor to the first field, and use the terms of the chosen rules."""
        super().showEvent(event)
        self._use_words()
        self._focus_field()

    def hideEvent(self, event: QHideEvent) -> None:
        """Use the terms of the open event again."""
        super().hideEvent(event)
        if not event.spontaneous():  # the window is not just minimised
            self._controller.count_in_words(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window, scroll the list of rules instead of the whole step."""
        super().resizeEvent(event)
        self._rules_box.setMaximumHeight(max(self.height() - _AROUND_RULES, _LEAST_RULES))
        self.options.set_room(self.height() - _AROUND_OPTIONS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On Enter, click the button with the focus, or continue from any other field."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = QApplication.focusWidget()
        if isinstance(focused, QPushButton) and focused is not self.on:
            focused.click()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Check the current step. If it has no problem, show the next one, or create the event after the last."""
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
        """The settings typed so far. A field that cannot be read shows why."""
        chosen = replace(_EMPTY, rules=self.rules.current, options=self.options.chosen()[0], format=self._format)
        return self._typed(replace(chosen, language=translator.language.code))

    @property
    def _format(self) -> EventFormat:
        return EventFormat(self.format.current)

    @property
    def _fields(self) -> tuple[str, ...]:
        """The names of the fields of the first step that the chosen format has."""
        return STEPS[NAME].fields if self._format.is_drawn else ("name",)

    def _typed(self, settings: Settings) -> Settings:
        """``settings`` with the typed values. A field that cannot be read shows why."""
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
        """Check the current step and show problems at their fields. Return whether there is none."""
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
        except Exception as error:  # noqa: BLE001  # refusal_of raises an unexpected error again
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

    def _take_preset(self, preset: Preset) -> None:
        self.rules.set_current(preset.rules)
        self._show_rules(preset.rules)
        self.options.take_preset(preset.options)

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
