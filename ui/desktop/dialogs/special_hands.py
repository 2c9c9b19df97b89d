"""The editors of special hands among the options: a table of those of the rules, and those that the event adds."""

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from tournament.language import Text, mark, mark_in
from tournament.rules.named_hands import LONGEST_NAME, MOST_HANDS, NamedHand, read_hands, tidied
from tournament.rules.question import (
    Option,
    QuestionKind,
    answer_problem,
)
from ui.desktop.dialogs.option_rows import OptionEditor, source_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Rule
from ui.desktop.widgets.fields import ChoiceBox, TextField, refuse, take_digits
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, add, boxed, column, row, stretched

_CHOICE, _VALUE, _REMOVE, _DIGITS = 164, 84, 26, 7
_OFF, _LISTED, _OTHER = "off", "listed", "other"
_NAME = mark("Name of the special hand")
_POINTS = mark("Points of the special hand")
_OFF_TEXT, _PLAYED = mark_in("special hand", "Off"), mark_in("special hand", "Played")


class HandsHead(QWidget):
    """A link that unfolds the table of special hands, its headings, and the source of its defaults."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = LinkButton("", icon="chevron-right")
        self._rows: list[SpecialHandRow] = []
        self._open = False
        heads = [TextLabel(mark("Special hand"), kind=Type.CAPTION, tone=Tone.TEXT2)]
        heads += [TextLabel(text, kind=Type.CAPTION, tone=Tone.TEXT2) for text in (_PLAYED, mark("Points"))]
        source = TextLabel(mark("Default: the value listed. {source}", source=option.source), kind=Type.CAPTION,
                           tone=Tone.TEXT2, wrap=True)  # fmt: skip
        valued = option.question.kind is QuestionKind.NUMBER
        self._inside = boxed(column(source, _line(heads[0], heads[1], heads[2] if valued else None), spacing=4))
        self._inside.hide()
        column(row(self.fold, None), self._inside, spacing=4, margins=(0, 10, 6, 0), on=self)
        self.fold.clicked.connect(self._turn)

    def add(self, made: "SpecialHandRow") -> None:
        """Take another line of the table, which is shown only while the table is unfolded."""
        self._rows.append(made)
        made.setVisible(self._open)

    def set_open(self, wanted: bool) -> None:
        """Show or hide the table."""
        self._open = wanted
        self._inside.setVisible(wanted)
        for each in self._rows:
            each.setVisible(wanted)
        self.fold.set_icon("chevron-down" if wanted else "chevron-right")

    def show_count(self, count: int, changed: int) -> None:
        """Say how many special hands there are, and how many are not as listed."""
        if changed:
            self.fold.set_text(mark("Special hands: {count}, {changed} not as listed", count=count, changed=changed))
        else:
            self.fold.set_text(mark("Special hands: {count}, all as listed", count=count))

    def _turn(self) -> None:
        self.set_open(not self._open)


class SpecialHandRow(OptionEditor):
    """One special hand of the rules: not played, with its listed value, or with another value."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(option, parent=parent)
        question = option.question
        self.name = ElidedLabel(question.short)
        self.editor = self.choice = ChoiceBox(question.text)
        self.value: TextField | None = None
        if question.kind is QuestionKind.NUMBER:
            self.value = _points_field(question.text)
            listed = mark("As listed: {points}", points=question.default)
            others: list[tuple[str, Text | str]] = [(_LISTED, listed), (_OTHER, mark("Other value"))]
        else:
            others = [(_LISTED, mark("The limit"))]
        self.choice.set_choices([(_OFF, _OFF_TEXT), *others])
        self.choice.setCurrentIndex(1)
        self._line = boxed(_line(self.name, self.choice, self.value))
        self._rows.addWidget(self._line)
        self._rows.addWidget(Rule())
        self.choice.currentIndexChanged.connect(self._chosen)
        self.choice.activated.connect(self.finished)
        if self.value is not None:
            self.value.textEdited.connect(self.edited)
            self.value.editingFinished.connect(self.finished)
        self._show_value()
        translator.follow(self._retranslate)

    def typed(self) -> str:
        """“true” or “false” for a hand without a value, otherwise its points; 0 if it is not played."""
        kind = self.choice.currentData()
        if self.value is None:
            return "false" if kind == _OFF else "true"
        return "0" if kind == _OFF else str(self.question.default) if kind == _LISTED else self.value.text()

    def show_typed(self, typed: str) -> None:
        """Set the contents without emitting a signal."""
        if typed == self.typed():
            return
        kind = _OFF if typed in ("0", "false") else _LISTED if typed in ("true", str(self.question.default)) else _OTHER
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(kind))
        self.choice.blockSignals(False)
        if self.value is not None:
            self.value.setText(typed)
        self._show_value()

    def _high(self, _width: int) -> int:
        return self._line.sizeHint().height() + self._rows.spacing() + 1

    def _chosen(self) -> None:
        self._show_value()
        self.edited.emit()

    def _show_value(self) -> None:
        """Show the value after the choice. It can be edited only if the choice is another value."""
        if self.value is None:
            return
        kind = self.choice.currentData()
        self.value.setEnabled(kind == _OTHER)
        if kind != _OTHER:
            self.value.setText("–" if kind == _OFF else str(self.question.default))
        elif not self.value.text().isdigit():
            self.value.setText(str(self.question.default))
        self.choice.update()


class _OwnRow(NamedTuple):
    """The controls of a special hand that the event adds."""

    box: QWidget
    name: TextField
    choice: ChoiceBox | None
    value: TextField | None
    remove: LinkButton

    @property
    def named(self) -> str:
        """Name and value as in the option: ``name=value``, or the name alone; empty while nothing is typed."""
        name = self.name.text().strip()
        if self.choice is None or self.value is None:
            return name
        value = "0" if self.choice.currentData() == _OFF else self.value.text().strip()
        return f"{name}={value}" if name or value else ""


class OwnHandRows(OptionEditor):
    """The special hands that an event adds, each with a name, and a value unless every hand is the limit."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(option, parent=parent)
        self.own: list[_OwnRow] = []
        """The lines, from top to bottom."""
        title = TextLabel(option.question.text)
        source = TextLabel(source_of(option), kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._lines: QBoxLayout = column(spacing=6)
        self.add = LinkButton(mark("Add a special hand"), icon="plus")
        self.add.clicked.connect(self._add_one)
        self.editor = self.add
        self._all = column(title, source, self._lines, row(self.add, None), spacing=4)
        add(self._rows, self._all)
        translator.follow(self._retranslate)

    def typed(self) -> str:
        """All lines as one text, separated by semicolons."""
        return "; ".join(filter(None, (each.named for each in self.own)))

    def show_typed(self, typed: str) -> None:
        """Set the contents without emitting a signal. An empty line stays if the others are unchanged."""
        if tidied(typed) == tidied(self.typed()):
            return
        for each in self.own:
            each.box.deleteLater()
            each.box.hide()
            self._lines.removeWidget(each.box)
        self.own = []
        for hand in _readable(typed):
            self._append(hand)
        self._changed()

    def show_problem(self, problem: Text | None) -> None:
        """Show ``problem`` at the first line that has one; None removes it."""
        refuse(self.editor, refused=False)
        self.editor.setAccessibleDescription("")
        self.editor = self.add if problem is None else self._wrong()
        super().show_problem(problem)

    def _wrong(self) -> QWidget:
        """The field of the first line with a problem."""
        for count, each in enumerate(self.own, 1):
            text = "; ".join(filter(None, (line.named for line in self.own[:count])))
            if answer_problem(self.question, tidied(text)) is not None:
                unsaid = each.value is not None and each.value.isEnabled() and not each.value.text().strip()
                return each.value if each.value is not None and unsaid else each.name
        return self.add

    def _high(self, width: int) -> int:
        self._all.invalidate()
        return self._all.totalHeightForWidth(width)

    def _append(self, hand: NamedHand) -> _OwnRow:
        name = TextField(placeholder=_NAME, name=_NAME)
        name.setMaxLength(LONGEST_NAME)
        name.setText(hand.name)
        choice = value = None
        remove = LinkButton("", icon="cross")
        remove.set_text("", name=mark("Remove"))
        if self.question.most:
            value = _points_field(_POINTS)
            choice = ChoiceBox(_PLAYED)
            choice.set_choices([(_OTHER, mark("Own value")), (_OFF, _OFF_TEXT)])
            choice.setCurrentIndex(int(hand.value == 0))
            value.setText(str(hand.value) if hand.value else "")
            choice.currentIndexChanged.connect(self._chosen)
            choice.activated.connect(self.finished)
        box = boxed(_line(name, choice or TextLabel(mark("The limit")), value, remove))
        made = _OwnRow(box, name, choice, value, remove)
        for field in filter(None, (name, value)):
            field.textEdited.connect(self.edited)
            field.returnPressed.connect(self.finished)
            field.editingFinished.connect(partial(QTimer.singleShot, 0, box, partial(self._left, box)))
        remove.clicked.connect(lambda: self._remove(made))
        self.own.append(made)
        self._lines.addWidget(box)
        box.show()  # a hidden line has no height
        self._show_values()
        return made

    def _chosen(self) -> None:
        self._show_values()
        self.edited.emit()

    def _left(self, box: QWidget) -> None:
        """Emit ``finished`` if the focus left the line ``box``, and did not move to another field in it."""
        focused = QApplication.focusWidget()
        if focused is None or not box.isAncestorOf(focused):
            self.finished.emit()

    def _add_one(self) -> None:
        made = self._append(NamedHand("", None))
        self._changed()
        made.name.setFocus()

    def _remove(self, gone: _OwnRow) -> None:
        place = self.own.index(gone)
        self.own.remove(gone)
        (self.own[min(place, len(self.own) - 1)].name if self.own else self.add).setFocus()
        self._lines.removeWidget(gone.box)
        gone.box.hide()
        gone.box.deleteLater()
        self._changed()
        self.edited.emit()
        self.finished.emit()

    def _show_values(self) -> None:
        for each in self.own:
            if each.value is not None and each.choice is not None:
                each.value.setEnabled(each.choice.currentData() == _OTHER)

    def _changed(self) -> None:
        self.add.setEnabled(len(self.own) < MOST_HANDS)
        self.fit(self.width())


def _readable(typed: str) -> tuple[NamedHand, ...]:
    try:
        return read_hands(typed)
    except ValueError:
        return ()


def _points_field(name: Text) -> TextField:
    field = TextField(name=name)
    field.setMaxLength(_DIGITS)
    take_digits(field)
    return field


def _line(name: QWidget, choice: QWidget, value: QWidget | None, remove: QWidget | None = None) -> QBoxLayout:
    """Arrange the parts of a line in the columns of the table."""
    choice.setFixedWidth(_CHOICE)
    parts: list[Part] = [stretched(name), choice]
    if value is not None:
        value.setFixedWidth(_VALUE)
        parts.append(value)
    if remove is not None:
        remove.setFixedWidth(_REMOVE)
    return row(*parts, _REMOVE if remove is None else remove, spacing=10)
