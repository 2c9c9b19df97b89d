"""The likely causes of a difference between totals, most likely first. A key goes from one to the next."""

from functools import cached_property

from PySide6.QtWidgets import QWidget

from tournament.language import mark
from tournament.ledger.cause_texts import cause_text
from tournament.ledger.causes import Cause
from tournament.rules.payment import Net
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role, announce
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column
from ui.entry.end_keys import LISTED, causes_shown, differing, listed
from ui.entry.tables_state import TablesState

NEXT_CAUSE = "F5"
"""Goes to the place of the next cause."""


class DifferenceList(Accessible, QWidget):
    """Up to three questions, the current one in bold, or a message that no single slip explains the difference."""

    accessible_role = Role.List

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.causes: tuple[Cause, ...] = ()
        """All causes that explain the difference."""
        self._chosen: int | None = None
        self.setVisible(False)

    @cached_property
    def _parts(self) -> tuple[list[TextLabel], KeyText]:
        """The lines and the keys below them, made for the first difference."""
        lines = [TextLabel(kind=Type.CAPTION, wrap=True) for _ in range(LISTED)]
        keys = KeyText(kind=Type.CAPTION, wrap=True)
        column(*lines, keys, spacing=3, margins=(2, 0), on=self)
        return lines, keys

    def show_state(self, state: TablesState, computed: Net) -> None:
        """List the causes of a difference between the typed and the ``computed`` totals."""
        table, shown = state.table, differing(state, computed)
        self.setVisible(shown)
        self.causes = causes_shown(state, computed)
        if table is None or not shown:
            return
        lines = listed(self.causes, state.cause)
        chosen = self.causes.index(state.cause) if state.cause in self.causes else None
        for index, label in enumerate(self._parts[0]):
            label.setVisible(index < len(lines))
            if index < len(lines):
                label.set_text(cause_text(lines[index], table.names.__getitem__, table.rules))
                bold = lines[index] == state.cause
                label.set_kind(Type.LABEL if bold else Type.CAPTION)
                label.set_tone(Tone.TEXT if bold or state.cause is None else Tone.TEXT2)
        self._show_keys(chosen)
        if chosen is not None and chosen != self._chosen:
            announce(self, translator.translate(cause_text(self.causes[chosen], table.names.__getitem__, table.rules)))
        self._chosen = chosen

    def text(self) -> str:
        """The whole text, one line each."""
        if self.isHidden():
            return ""
        lines, keys = self._parts
        return "\n".join([*(label.text() for label in lines if label.isVisibleTo(self)), keys.text()])

    def accessible_items(self) -> list[AccessibleItem]:
        """The questions."""
        lines = () if self.isHidden() else self._parts[0]
        return [AccessibleItem(label.text(), label.geometry().toRectF()) for label in lines if label.isVisibleTo(self)]

    def _show_keys(self, chosen: int | None) -> None:
        count, key = len(self.causes), Key(NEXT_CAUSE)
        if not count:
            text = mark("No single mistake explains the difference. Compare row by row: there may be two.")
        elif chosen is None:
            text = (
                mark("Press {key} to go there.", key=key)
                if count == 1
                else mark("Press {key} for the first of {count}.", key=key, count=count)
            )
        else:
            text = mark("{number} of {count}. Press {key} for the next.", number=chosen + 1, count=count, key=key)
        self._parts[1].set_text(text)
        self.setAccessibleName(self.text().replace("\n", " "))
