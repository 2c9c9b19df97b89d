"""A form of typed fields. Each field knows how its value is shown and read, and which characters it accepts.

For example::

    form = Form([text_field("name", mark("Name"), longest=80), whole_number_field("sessions", mark("Sessions"))])
    form.show({"name": "Spring Cup", "sessions": 4})
    form.value("sessions")  # 4; raises NotRead if the text is not a number
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget

from tournament.language import Text, mark
from ui.desktop.dates import InvalidDate, day_text, read_day
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextArea, TextField, take_digits
from ui.desktop.widgets.player_field import LEAST_LETTERS, PlayerField

_BEYOND = 50
"""Number of characters that a line accepts beyond its maximum, so that the form can report that it is too long."""


class NotRead(ValueError):
    """The typed text cannot be read. ``text`` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form."""

    name: str
    label: Text
    read: Callable[[str], object]
    """Return the value of the typed text, or of the key of a choice. Raises :class:`NotRead`."""
    write: Callable[[object], str] = str
    """Return the text of a value for the line, or the key of its choice."""
    hint: Text | str = ""
    """Its keys or limits, shown at the right end of the label's line."""
    placeholder: Text | str = ""
    longest: int = 0
    """Maximum number of characters; 0 means no limit."""
    digits: bool = False
    """Whether it accepts a whole number only."""
    choices: tuple[tuple[str, Text | str], ...] = ()
    """Keys and texts of the choices; empty for a line in which text is typed."""
    people: bool = False
    """Whether it offers people of the directory; its editor is a PlayerField."""
    lines: int = 1
    """The height of a field in which text is typed; more than 1 for a text of several lines."""


def text_field(name: str, label: Text, *, longest: int = 0) -> FormField:
    """A field for text. Leading, trailing and double spaces are dropped."""
    return FormField(name, label, lambda typed: " ".join(typed.split()), longest=longest)


def whole_number_field(name: str, label: Text, *, hint: Text | str = "") -> FormField:
    """A field for a whole number of 0 or more."""
    return FormField(name, label, read_whole_number, hint=hint, digits=True)


_SOME_DAY = mark("13 June 2026")


def date_field(name: str, label: Text, *, placeholder: Text = _SOME_DAY) -> FormField:
    """A field for a date, which may be empty."""
    return FormField(name, label, _read_date, _date_text, placeholder=placeholder)


def choice_field(
    name: str, label: Text, choices: Sequence[tuple[str, Text | str]], *, read: Callable[[str], object] = str
) -> FormField:
    """A field in which one of ``choices`` (key and text) is chosen; ``read`` turns the key into the value."""
    return FormField(name, label, read, choices=tuple(choices))


def read_whole_number(typed: str) -> int:
    """Return the number that was typed. Raises :class:`NotRead`."""
    typed = typed.strip()
    if not typed.isascii() or not typed.isdigit():
        raise NotRead(mark("“{typed}” is not a whole number.", typed=typed))
    return int(typed)


def _read_date(typed: str) -> date | None:
    try:
        return read_day(typed.strip())
    except InvalidDate as error:
        raise NotRead(error.text) from error


def _date_text(value: object) -> str:
    return day_text(value if isinstance(value, date) else None)


class Form:
    """A labelled editor for each field. The caller lays out the editors."""

    def __init__(self, fields: Sequence[FormField]) -> None:
        self.fields = {field.name: field for field in fields}
        self.labelled = {field.name: LabeledField(field.label, _editor(field), hint=field.hint) for field in fields}
        self._shown = {field.name: self._typed(field.name) for field in fields if field.choices}

    def line(self, name: str) -> QLineEdit:
        """The line edit of a field."""
        editor = self.labelled[name].editor
        assert isinstance(editor, QLineEdit)
        return editor

    def typed_in(self, name: str) -> QLineEdit | TextArea:
        """The editor of a field in which text is typed."""
        editor = self.labelled[name].editor
        assert isinstance(editor, QLineEdit | TextArea)
        return editor

    def choice(self, name: str) -> ChoiceBox:
        """The choice box of a field."""
        editor = self.labelled[name].editor
        assert isinstance(editor, ChoiceBox)
        return editor

    def on_finished(self, act: Callable[[str], None]) -> None:
        """Call ``act`` with the name of a field whenever the user leaves or confirms it, or chooses in it."""
        for name, field in self.fields.items():
            if field.choices:
                self.choice(name).activated.connect(lambda _index, name=name: act(name))
            else:
                self.typed_in(name).editingFinished.connect(lambda name=name: act(name))

    @property
    def unsaved(self) -> tuple[str, ...]:
        """The names of the fields that the user changed since their values were shown: lines first, then choices."""
        typed = (name for name, field in self.fields.items() if not field.choices and self.typed_in(name).isModified())
        chosen = (
            name for name, field in self.fields.items() if field.choices and self._typed(name) != self._shown[name]
        )
        return (*typed, *chosen)

    def show(self, values: Mapping[str, object], *, kept: Collection[str] = ()) -> None:
        """Show ``values`` by field name, except in the lines named in ``kept`` and in lines whose text was refused."""
        for name, value in values.items():
            written = self.fields[name].write(value)
            if self.fields[name].choices:
                box = self.choice(name)
                box.setCurrentIndex(max(box.findData(written), 0))
                self._shown[name] = written
            elif name not in kept and not self.labelled[name].problem():
                self._write(self.typed_in(name), written)

    def value(self, name: str) -> Any:
        """The value that is typed or chosen in the field ``name``. Raises :class:`NotRead`."""
        return self.fields[name].read(self._typed(name))

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        """The values of the fields ``names``. A field that cannot be read is refused and omitted from the result."""
        read: dict[str, Any] = {}
        for name in names:
            try:
                read[name] = self.value(name)
            except NotRead as error:
                self.refuse(name, error.text)
        return read

    def accept_all(self) -> None:
        """Treat the current contents as the shown values, so that no field is unsaved, and remove all problems."""
        self.clear_refusals()
        for name, field in self.fields.items():
            if field.choices:
                self._shown[name] = self._typed(name)
            else:
                self.typed_in(name).setModified(False)

    def refuse(self, name: str, text: Text) -> None:
        """Show the problem ``text`` at a field."""
        self.labelled[name].set_problem(text)

    def refused(self, name: str) -> bool:
        """Whether a problem is shown at a field."""
        return bool(self.labelled[name].problem())

    def clear_refusals(self, *names: str) -> None:
        """Remove the problems shown at these fields, or at all fields if none is named."""
        for name in names or self.labelled:
            self.labelled[name].clear_problem()

    def set_enabled(self, name: str, reason: Text | None) -> None:
        """Enable a field if ``reason`` is None; otherwise disable it and show the reason beside its label."""
        self.labelled[name].editor.setEnabled(reason is None)
        self.labelled[name].set_hint(reason or self.fields[name].hint)

    def _typed(self, name: str) -> str:
        return str(self.choice(name).currentData()) if self.fields[name].choices else self.typed_in(name).text()

    @staticmethod
    def _write(line: QLineEdit | TextArea, text: str) -> None:
        if line.text() != text:
            line.setText(text)
            if isinstance(line, QLineEdit):
                line.setCursorPosition(0)
        line.setModified(False)


def _editor(field: FormField) -> QWidget:
    if field.choices:
        box = ChoiceBox(field.label)
        box.set_choices(list(field.choices))
        return box
    if field.lines > 1:
        return TextArea(lines=field.lines, placeholder=field.placeholder)
    line = (
        PlayerField(field.placeholder, least=LEAST_LETTERS)
        if field.people
        else TextField(placeholder=field.placeholder)
    )
    if field.longest and not field.people:  # what the line offers may be longer
        line.setMaxLength(field.longest + _BEYOND)
    if field.digits:
        take_digits(line)
    return line
