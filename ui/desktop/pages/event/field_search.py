"""Finding a field of a long form by its label."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from tournament.language.search import Search
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import bring_into_view, row, stretched

FIND = "Ctrl+F"


class FormGroup(NamedTuple):
    """A part of the form under its heading. A field is found by the words of the heading too."""

    title: Text
    widget: QWidget


class FoundField(NamedTuple):
    """A field with its label, as it is shown, and what moves the cursor there."""

    label: str
    group: str
    go: Callable[[], None]
    editor: QWidget | None = None
    """The widget, to be scrolled into view; None if it is created by ``go``."""
    choices: str = ""
    """The texts of its choices, by which it is found too."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it is found by."""
        return self.label, self.group, self.choices


class FieldSearch(QWidget):
    """A search field. It shows the first field found, Up and Down go on to others, Enter moves the cursor there."""

    def __init__(
        self, groups: Sequence[FormGroup], folded: Callable[[], Sequence[FoundField]], *, parent: QWidget | None = None
    ) -> None:
        """``folded`` returns fields that are not on the screen yet."""
        super().__init__(parent)
        self._groups, self._folded = tuple(groups), folded
        self._found: Sequence[FoundField] = ()
        self._index = 0
        self.line = SearchField(mark("Find a field"), key=FIND)
        self.line.setMaximumWidth(360)
        self.told = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        row(stretched(self.line), stretched(self.told), spacing=12, on=self)
        self.line.textChanged.connect(lambda _typed: self._find())
        answer_keys(self.line, dict.fromkeys(ENTER, self.go))
        answer_keys(self.line, {ESCAPE: self.line.clear})
        answer_keys(self.line, {Qt.Key.Key_Down: lambda: self._turn(1), Qt.Key.Key_Up: lambda: self._turn(-1)})
        QShortcut(QKeySequence(FIND), self).activated.connect(self._ask)

    @property
    def found(self) -> Sequence[FoundField]:
        """The fields that have the typed words, from the top of the form."""
        return self._found

    def go(self) -> None:
        """Move the cursor to the current field, and end the search. A field that cannot be changed is only shown."""
        if self._found:
            found = self._found[self._index]
            if found.editor is None or found.editor.isEnabled():
                self.line.clear()
                found.go()

    def _ask(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _find(self) -> None:
        search = Search(self.line.text())
        self._found = [each for each in self._fields() if search.finds(*each.words)] if search else []
        self._found.sort(key=lambda each: not search.finds(each.label))
        self._index = 0
        self._show()
        self.line.show_found(len(self._found))

    def _turn(self, step: int) -> None:
        if self._found:
            self._index = (self._index + step) % len(self._found)
            self._show()

    def _show(self) -> None:
        """Say which field is found, and scroll to it."""
        if not self._found:
            self.told.set_text(mark("No field has these words") if self.line.text().strip() else "")
            return
        found = self._found[self._index]
        where = {"at": self._index + 1, "count": len(self._found), "field": found.label, "group": found.group}
        self.told.set_text(mark("{group}: {field} ({at} of {count})", **where))
        if found.editor is not None:
            bring_into_view(found.editor)

    def _fields(self) -> list[FoundField]:
        """Every field of the form that is shown, with the folded ones at the end of their group."""
        fields = []
        for group in self._groups:
            if group.widget.isHidden():
                continue
            title = translator.translate(group.title)
            fields += [_field(editor, title) for editor in _editors(group.widget)]
        return [*fields, *self._folded()]


def _field(editor: QWidget, group: str) -> FoundField:
    def go() -> None:
        editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        bring_into_view(editor)

    choices = [editor.itemText(n) for n in range(editor.count())] if isinstance(editor, ChoiceBox) else []
    return FoundField(editor.accessibleName(), group, go, editor, " ".join(choices))


def _editors(group: QWidget) -> list[QWidget]:
    """What takes the cursor in ``group``, from top to bottom."""
    return sorted(
        (
            each
            for each in group.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.accessibleName() and each.isVisibleTo(group)
        ),
        key=lambda each: each.mapTo(group, each.rect().topLeft()).toTuple()[::-1],
    )
