"""A swap before it is made: who with whom, what it improves and what it costs."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.event.player import Player
from tournament.language import Text, mark
from tournament.use_cases.seating_quality import QualityMeasure
from ui.desktop.pages.draw.proposal import SeatingProposal
from ui.desktop.pages.draw.state import BY_TABLE, DrawState
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import add, aligned, boxed, row, stretched
from ui.desktop.widgets.signs import Icon, StatusIcon

_GAP = 14
MOST_MEASURES = 8
"""Four measures that every draw has, three kinds of groups, and the pairs."""
_HERE, _ONWARDS = "here", "onwards"


class _MeasureChange(QWidget):
    """One measure, before and after."""

    def __init__(self) -> None:
        super().__init__()
        self._sign = Icon("minus", size=14, tone=Tone.TEXT3)
        self.words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        row(self._sign, self.words, spacing=5, on=self)

    def show_change(self, before: QualityMeasure, after: QualityMeasure) -> None:
        """Show how a measure changes."""
        sign = None if after.cost == before.cost else StatusIcon.DONE if after.cost < before.cost else StatusIcon.ASKS
        tone = sign.tone if sign is not None else Tone.TEXT2
        self._sign.setVisible(sign is not None)
        if sign is not None:
            self._sign.set_icon(sign.icon, tone)
        self.words.set_tone(tone)
        self.words.set_text(mark("{name} {before} → {after}", name=before.name, before=before.found, after=after.found))


class SwapCard(Card):
    """Always shown below the seats while they can be swapped, so that nothing moves when one is chosen."""

    swap_wanted = Signal()
    left = Signal()
    replacement_wanted = Signal()
    """Replace the chosen player of a published draw by somebody else."""
    reach_chosen = Signal(bool)
    """In a published draw: swap from this session on (True), or in this one only."""
    reason_given = Signal(str)
    """The reason for swapping players at tables in play."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margins=(16, 10), parent=parent)
        segments = [Segment(_HERE, mark("This session")), Segment(_ONWARDS, mark("This session and later"))]
        self.reach = Switch(mark("Swapped in"), segments)
        self.refusal = ElidedLabel(kind=Type.DENSE, tone=Tone.DANGER)
        self.reason = TextField(
            placeholder=mark("Reason"),
            name=mark("Reason"),
        )
        self.title = ElidedLabel(kind=Type.LABEL)
        self._changes = [_MeasureChange() for _ in range(MOST_MEASURES)]
        self.swap = OutlineButton(mark("Swap"), hint="Return")
        self.leave = LinkButton(mark("Keep"), hint="Esc")
        self.replace = LinkButton(mark("Replace"), shortcut="Ctrl+E")
        self.reach.chosen.connect(lambda key: self.reach_chosen.emit(key == _ONWARDS))
        self.replace.clicked.connect(self.replacement_wanted)
        self.swap.clicked.connect(self.swap_wanted)
        self.leave.clicked.connect(self.left)
        self.title.setMinimumHeight(self.swap.sizeHint().height())
        sign, title = Icon("swap", size=20, tone=Tone.ACCENT), aligned(self.title, Qt.AlignmentFlag.AlignVCenter, 1)
        add(self.body, row(sign, title, self.replace, self.swap, self.leave, spacing=_GAP))
        self._below = boxed(row(self.reach, *self._changes, stretched(self.refusal), None, spacing=_GAP))
        self._below.setFixedHeight(self.reach.sizeHint().height())
        self.body.addWidget(self._below)
        self.body.addWidget(self.reason)
        self.reason.textEdited.connect(self.reason_given)
        self.reason.returnPressed.connect(self.swap_wanted)
        answer_keys(self.reason, {ESCAPE: self.left.emit})
        self.hide()

    def show_swap(self, state: DrawState, players: Mapping[int, Player], *, writes: bool) -> None:
        """Name the chosen players, and show what swapping them does; ``writes``: seats can be changed."""
        proposal, swap = state.proposal, state.swap
        self.setVisible(proposal is not None and proposal.swappable and writes and state.arrangement == BY_TABLE)
        for part in (self.swap, self.leave):
            part.setVisible(bool(state.chosen))
        if proposal is None or not state.chosen:
            self.title.set_text(mark("Select two players to swap"))
            for below in (self.reach, self.replace, self.refusal, self.reason, *self._changes):
                below.hide()
            self.reason.clear()
            return
        both = len(state.chosen) == 2
        self.reach.set_current(_ONWARDS if state.onwards else _HERE)
        self.reach.setVisible(proposal.published and both)
        self.replace.setVisible(proposal.published and not both)
        self.title.set_text(_title(state, proposal, players))
        self.swap.setEnabled(isinstance(swap, SeatingProposal))
        self.refusal.setVisible(isinstance(swap, Text))
        if isinstance(swap, Text):
            self.refusal.set_text(swap)
        self._show_reason(state, both=both)
        measures = zip(proposal.measures, swap.measures, strict=False) if isinstance(swap, SeatingProposal) else ()
        self._show_changes(list(measures))

    def _show_reason(self, state: DrawState, *, both: bool) -> None:
        """Ask for a reason if one of the two is playing already; it stays while it is typed."""
        proposal = state.proposal
        asks = proposal is not None and proposal.published and both
        refused = isinstance(state.swap, Text) and not state.reason
        self.reason.setVisible(asks and (refused or bool(state.reason) or self.reason.hasFocus()))
        if not state.reason and not self.reason.hasFocus():
            self.reason.clear()

    def _show_changes(self, measures: list[tuple[QualityMeasure, QualityMeasure]]) -> None:
        """Show the changes. In a narrow window measures that stay the same are hidden."""
        for change in self._changes[len(measures) :]:
            change.hide()
        shown = list(zip(self._changes, measures, strict=False))
        for change, (before, after) in shown:
            change.show_change(before, after)
            change.show()
        needed = sum(change.sizeHint().width() + _GAP for change, _ in shown)
        margins = self.body.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        if not self.reach.isHidden():
            room -= self.reach.sizeHint().width() + _GAP
        if needed > room:
            for change, (before, after) in shown:
                change.setVisible(before.cost != after.cost)

    def text(self) -> str:
        """The whole text of the card."""
        return " | ".join([self.title.full_text(), *(each.words.text() for each in self._changes if each.isVisible())])


def _title(state: DrawState, proposal: SeatingProposal, players: Mapping[int, Player]) -> Text:
    names = [
        mark("{player}, table {table}", player=players[proposal.player(seat)].name, table=seat.table)
        for seat in state.chosen
    ]
    if len(names) == 1:
        return mark("{one} with …", one=names[0])
    return mark("{one} with {other}", one=names[0], other=names[1])
