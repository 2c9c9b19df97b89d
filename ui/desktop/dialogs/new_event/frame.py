"""The frame of the three steps: the progress at the left, the questions in a card, Next and Back below."""

from PySide6.QtWidgets import QStackedWidget, QWidget

from tournament.language import mark, mark_in
from ui.desktop.dialogs.new_event.progress import StepProgress
from ui.desktop.dialogs.new_event.steps import STEPS
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row, stretched
from ui.desktop.widgets.scrolled import Scrolled

_MOST_WIDE, _CARD_HIGH = 1080, 440


class StepFrame(QWidget):
    """Shows one step at a time, and knows nothing about the questions."""

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
        """Add the questions of the next step."""
        self._pages.addWidget(page)

    @property
    def step(self) -> int:
        """The current step, from 0."""
        return self._index

    def show_step(self, index: int) -> None:
        """Show another step."""
        self._index = index
        step, last = STEPS[index], index == len(STEPS) - 1
        self._title.set_text(step.title)
        self._why.set_text(step.why)
        self._count.set_text(mark("Step {at} of {all}", at=index + 1, all=len(STEPS)))
        self._pages.setCurrentIndex(index)
        self._progress.show_step(index)
        self.back.setEnabled(index > 0)
        self.on.set_text(mark("Create the event") if last else mark("Continue"))
