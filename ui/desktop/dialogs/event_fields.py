"""The fields that define an event, the same when it is made and afterwards."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget

from tournament.catalogue import RULE_SETS
from tournament.event.settings import MOST_MINUTES, MOST_SESSIONS, TEXT_LENGTH, Settings
from tournament.language import LANGUAGES, Text, mark, mark_in, verbatim
from ui.desktop.dates import InvalidDate, day_text, read_day
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField

TEXTS = ("name", "place", "organiser")
DAYS = ("starts", "ends")
NUMBERS = ("sessions", "minutes")
CHOICES = ("rules", "language")
_LABELS = {
    "name": mark("Name"),
    "place": mark_in("event", "Place"),
    "organiser": mark("Organiser"),
    "starts": mark("First day"),
    "ends": mark("Last day"),
    "rules": mark("Rules"),
    "sessions": mark("Sessions"),
    "minutes": mark("Minutes each"),
    "language": mark("Language of papers"),
}
_HINTS = {
    "sessions": mark("1 to {most}", most=MOST_SESSIONS),
    "minutes": mark("1 to {most}", most=MOST_MINUTES),
}


class NotRead(ValueError):
    """What was typed cannot be understood."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class EventFields:
    """One labelled field for each setting; who uses it lays them out."""

    def __init__(self) -> None:
        self.labelled = {field: LabeledField(_LABELS[field], _editor(field)) for field in _LABELS}
        self._shown: dict[str, str] = {}
        for field, hint in _HINTS.items():
            self.labelled[field].set_hint(hint)

    def line(self, field: str) -> QLineEdit:
        """The typing line of ``field``."""
        editor = self.labelled[field].editor
        assert isinstance(editor, QLineEdit)
        return editor

    def choice(self, field: str) -> ChoiceBox:
        """The list of ``field``."""
        editor = self.labelled[field].editor
        assert isinstance(editor, ChoiceBox)
        return editor

    def on_finished(self, act: Callable[[str], None]) -> None:
        """Call ``act`` with the name of each field that is left, confirmed or chosen."""
        for field in (*TEXTS, *DAYS, *NUMBERS):
            self.line(field).editingFinished.connect(lambda field=field: act(field))
        for field in CHOICES:
            self.choice(field).activated.connect(lambda _at, field=field: act(field))

    @property
    def unsaved(self) -> tuple[str, ...]:
        """Fields in which something else was typed or chosen than was shown."""
        typed = tuple(field for field in (*TEXTS, *DAYS, *NUMBERS) if self.line(field).isModified())
        chosen = tuple(field for field in CHOICES if self.choice(field).currentData() != self._shown.get(field))
        return (*typed, *chosen)

    def forget(self) -> None:
        """Take what is typed as nobody's."""
        self.forgive()
        for field in (*TEXTS, *DAYS, *NUMBERS):
            self.line(field).setModified(False)
        self._shown = {field: str(self.choice(field).currentData()) for field in CHOICES}

    def show(self, settings: Settings) -> None:
        """Show ``settings``, but in a field whose text is refused."""
        for field in (*TEXTS, *DAYS, *NUMBERS):
            if not self.labelled[field].problem():
                self._write(field, _said(settings, field))
        for field in CHOICES:
            box = self.choice(field)
            box.setCurrentIndex(max(box.findData(getattr(settings, field)), 0))
            self._shown[field] = getattr(settings, field)

    def value(self, field: str) -> Any:
        """What is typed or chosen in ``field``. Raises :class:`NotRead`."""
        if field in CHOICES:
            return str(self.choice(field).currentData())
        typed = self.line(field).text().strip()
        if field in TEXTS:
            return " ".join(typed.split())
        if field in NUMBERS:
            if not typed.isascii() or not typed.isdigit():
                raise NotRead(mark("“{typed}” is no whole number.", typed=typed))
            return int(typed)
        try:
            return read_day(typed)
        except InvalidDate as error:
            raise NotRead(error.text) from error

    def into(self, settings: Settings, fields: tuple[str, ...]) -> Settings:
        """``settings`` with what stands in ``fields``; what cannot be read is refused there and left as it was."""
        for field in fields:
            try:
                settings = replace(settings, **{field: self.value(field)})
            except NotRead as error:
                self.refuse(field, error.text)
        return settings

    def refuse(self, field: str, text: Text) -> None:
        """Say at ``field`` what is wrong with it."""
        self.labelled[field].set_problem(text)

    def forgive(self, *fields: str) -> None:
        """Take refusals back, by default all."""
        for field in fields or self.labelled:
            self.labelled[field].clear_problem()

    def set_enabled(self, field: str, reason: Text | None) -> None:
        """Let ``field`` be changed, or say beside its label why it cannot."""
        self.labelled[field].editor.setEnabled(reason is None)
        self.labelled[field].set_hint(reason or _HINTS.get(field, verbatim("")))

    def _write(self, field: str, said: str) -> None:
        line = self.line(field)
        if line.text() != said:
            line.setText(said)
            line.setCursorPosition(0)
        line.setModified(False)


def _editor(field: str) -> QWidget:
    if field in CHOICES:
        box = ChoiceBox(_LABELS[field])
        if field == "rules":
            box.set_choices([(rules.id, rules.name) for rules in RULE_SETS])
        else:
            box.set_choices([(language.code, language.name) for language in LANGUAGES[:2]])
        return box
    line = TextField(placeholder=mark("13 June 2026") if field in DAYS else "")
    line.setMaxLength(TEXT_LENGTH + 50)
    return line


def _said(settings: Settings, field: str) -> str:
    value = getattr(settings, field)
    return day_text(value) if field in DAYS else str(value)
