"""A swap before it is made: who with whom, what it gains and what it costs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import Text, mark
from ui.desktop.pages.draw.figures import Figure
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.signs import Icon, StatusIcon
from ui.desktop.widgets.switch import Segment, Switch

_GAP = 14
MOST_FIGURES = 8
"""Four that every draw has, three kinds of groups, the pairs."""
HERE, ONWARDS = "here", "onwards"


class _Change(QWidget):
    """One figure, before and after."""

    def __init__(self) -> None:
        super().__init__()
        self.sign = Icon("minus", size=14, tone=Tone.TEXT3)
        self.words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        line = row(self.sign, self.words, spacing=5)
        self.setLayout(line)

    def show_change(self, before: Figure, after: Figure) -> None:
        """Say what becomes of a figure."""
        sign = None if after.cost == before.cost else StatusIcon.DONE if after.cost < before.cost else StatusIcon.ASKS
        tone = sign.tone if sign is not None else Tone.TEXT2
        self.sign.setVisible(sign is not None)
        if sign is not None:
            self.sign.set_icon(sign.icon, tone)
        self.words.set_tone(tone)
        self.words.set_text(mark("{name} {before} → {after}", name=before.name, before=before.found, after=after.found))


class SwapCard(Card):
    """Shown once two players are taken."""

    wanted = Signal()
    left = Signal()
    replacement_wanted = Signal()
    """One player of a published draw is taken: somebody else is to play for him."""
    reach_chosen = Signal()
    """In a published draw: this session, or from it on."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margins=(16, 10), parent=parent)
        segments = [Segment(HERE, mark("This session")), Segment(ONWARDS, mark("From here on"))]
        self.reach = Switch(mark("Swapped in"), segments)
        self.reach.chosen.connect(lambda _key: self.reach_chosen.emit())
        self.refusal = ElidedLabel(kind=Type.DENSE, tone=Tone.DANGER)
        self.title = ElidedLabel(kind=Type.LABEL)
        self.changes = [_Change() for _ in range(MOST_FIGURES)]
        self.swap = OutlineButton(mark("Swap"), hint="Return")
        self.leave = LinkButton(mark("Leave"), hint="Esc")
        self.replace = LinkButton(mark("Replace"), shortcut="Ctrl+E")
        self.replace.clicked.connect(self.replacement_wanted)
        self.swap.clicked.connect(self.wanted)
        self.leave.clicked.connect(self.left)
        middle = Qt.AlignmentFlag.AlignVCenter
        above = row(Icon("swap", size=20, tone=Tone.ACCENT), spacing=14)
        above.addWidget(self.title, 1, middle)
        for button in (self.replace, self.swap, self.leave):
            above.addWidget(button, 0, middle)
        self._below = QHBoxLayout()
        self._below.setSpacing(_GAP)
        self._below.addWidget(self.reach, 0, middle)
        for change in self.changes:
            self._below.addWidget(change, 0, middle)
        self._below.addStretch(1)
        self.body.addLayout(above)
        self.body.addLayout(self._below)
        self.body.addWidget(self.refusal)
        self.hide()

    def show_choice(self, title: Text, *, published: bool, both: bool) -> None:
        """Name those taken; nothing to swap yet. ``published``: ask in which sessions, offer to replace one."""
        self.reach.setVisible(published and both)
        self.replace.setVisible(published and not both)
        self.refusal.hide()
        self.title.set_text(title)
        self.swap.setEnabled(False)
        for change in self.changes:
            change.hide()
        self.show()

    def show_swap(self, before: tuple[Figure, ...], after: tuple[Figure, ...]) -> None:
        """Say what the swap does to the figures; those that stay the same give way where it is narrow."""
        self.swap.setEnabled(True)
        shown = list(zip(self.changes, before, after, strict=False))
        for change, old, new in shown:
            change.show_change(old, new)
            change.show()
        needed = sum(change.sizeHint().width() + _GAP for change, _, _ in shown)
        margins = self.body.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        if self.reach.isVisible():
            room -= self.reach.sizeHint().width() + _GAP
        if needed > room:
            for change, old, new in shown:
                change.setVisible(old.cost != new.cost)

    def refuse(self, text: Text) -> None:
        """Say why these two cannot be swapped."""
        self.swap.setEnabled(False)
        self.refusal.set_text(text)
        self.refusal.show()

    def text(self) -> str:
        """Everything it says now."""
        return " | ".join([self.title.full_text(), *(c.words.text() for c in self.changes if c.isVisible())])
