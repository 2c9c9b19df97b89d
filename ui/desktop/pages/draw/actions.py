"""What can be done with a published draw: draw sessions again, seat one by the standings, replace a player."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.draw.ranking import FINALS
from tournament.language import mark
from tournament.use_cases import View
from ui.desktop.pages.draw.replacement import ReplacementForm
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.card import Rule
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField
from ui.desktop.widgets.labels import TextLabel

EVERYBODY = "0"


class ActionsPanel(QWidget):
    """Each action proposes or asks; none is done without being shown."""

    redraw_asked = Signal()
    ranking_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = ChoiceBox(mark("From session"))
        self.redraw = OutlineButton(mark("Draw these sessions again"), shortcut="Ctrl+Shift+R")
        self.way = ChoiceBox(mark("How it is seated"))
        self.way.set_choices(
            [("straight", mark("First four together, and so on")), ("swiss", mark("Nearest who have not met"))]
        )
        self.final = ChoiceBox(mark("Who plays"))
        self.carried = CheckBox(mark("Points are carried over"))
        self.carried.setChecked(True)
        self.seat = OutlineButton(mark("Seat by the standings"), shortcut="Ctrl+T")
        self.replacement = ReplacementForm()
        self._nothing_left = TextLabel(
            mark("Every session has begun: nothing can be drawn again or seated by the standings."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        self._reason = TextLabel(
            mark("Seating by the standings needs a session that was played."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        self._lay_out()
        self.redraw.clicked.connect(self.redraw_asked)
        self.seat.clicked.connect(self.ranking_asked)
        self.final.currentIndexChanged.connect(self._final_chosen)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(TextLabel(mark("Change the draw"), kind=Type.PANEL_TITLE))
        column.addWidget(self._nothing_left)
        self._sessions = QWidget()
        inside = QVBoxLayout(self._sessions)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(LabeledField(mark("From session"), self.session))
        inside.addWidget(self.redraw)
        inside.addWidget(Rule())
        inside.addWidget(LabeledField(mark("This session by the standings"), self.way))
        inside.addWidget(self.final)
        inside.addWidget(self.carried)
        inside.addWidget(self._reason)
        inside.addWidget(self.seat)
        column.addWidget(self._sessions)
        column.addWidget(Rule())
        column.addWidget(self.replacement)

    @property
    def first(self) -> int:
        """The session from which on something changes; 0 when none is left."""
        return int(self.session.currentData() or 0)

    @property
    def final_size(self) -> int | None:
        """Players of the final, None without a cut."""
        size = int(self.final.currentData() or 0)
        return size or None

    def show_event(self, view: View) -> None:
        """Offer what can be changed now."""
        seating = view.seating
        last = len(seating.sessions) if seating is not None else 0
        begun = max((session for session in range(1, last + 1) if view.touched(session)), default=0)
        free = range(begun + 1, last + 1)
        self.session.set_choices([(str(session), mark("Session {session}", session=session)) for session in free])
        players = len(seating.seated(begun)) if seating is not None and begun else 0
        finals = [size for size in FINALS if size < players]
        self.final.set_choices(
            [
                (EVERYBODY, mark("Everybody plays")),
                *((str(size), mark("Final of {size}", size=size)) for size in finals),
            ]
        )
        self._sessions.setVisible(bool(free))
        self._nothing_left.setVisible(not free)
        self.seat.setEnabled(begun > 0)
        self._reason.setVisible(not begun)
        self._final_chosen()

    def _final_chosen(self) -> None:
        self.carried.setEnabled(self.final_size is not None)
