"""The frame of the five steps: which one it is at the left, its questions in a card, the way on and back below."""

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from tournament.language import mark, mark_in
from ui.desktop.dialogs.new_event.ladder import Ladder
from ui.desktop.dialogs.new_event.steps import STEPS
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.scrolled import Scrolled

_MOST_WIDE, _CARD_HIGH = 940, 440


class Frame(QWidget):
    """Shows one step at a time; knows nothing of what is asked."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at = 0
        self._ladder = Ladder()
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
        card.body.addLayout(row(self._title, None, self._count))
        card.body.addWidget(self._why)
        card.body.addSpacing(10)
        card.body.addWidget(self._pages, 1)
        card.body.addLayout(row(self.leave, None, self.back, self.on))
        side = QVBoxLayout()
        side.setSpacing(24)
        side.addWidget(TextLabel(mark("New event"), kind=Type.PAGE_TITLE))
        side.addWidget(self._ladder, 1)
        inner = QWidget()
        inner.setMaximumWidth(_MOST_WIDE)
        line = QHBoxLayout(inner)
        line.setContentsMargins(24, 24, 24, 24)
        line.setSpacing(40)
        line.addLayout(side)
        line.addWidget(card, 1)
        middle = QWidget()
        column = QVBoxLayout()
        column.addStretch(2)
        column.addWidget(inner)
        column.addStretch(3)
        across = QHBoxLayout(middle)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addLayout(column, 100)
        across.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Scrolled(middle))

    def add_page(self, page: QWidget) -> None:
        """Add the questions of the next step."""
        self._pages.addWidget(page)

    @property
    def step(self) -> int:
        """The step in view, from 0."""
        return self._at

    def show_step(self, at: int) -> None:
        """Show another step."""
        self._at = at
        step, last = STEPS[at], at == len(STEPS) - 1
        self._title.set_text(step.title)
        self._why.set_text(step.why)
        self._count.set_text(mark("Step {at} of {all}", at=at + 1, all=len(STEPS)))
        self._pages.setCurrentIndex(at)
        self._ladder.show_step(at)
        self.back.setEnabled(at > 0)
        self.on.set_text(mark("Make the event") if last else mark("Go on"))
