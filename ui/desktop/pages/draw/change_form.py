"""What can be done with a published draw: draw sessions again, seat one by the standings, replace a player."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.draw.ranking import FINALS
from tournament.language import mark
from tournament.use_cases import View
from ui.desktop.pages.draw.replacement_form import ReplacementForm
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.card import Rule
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column

_EVERYBODY = "0"


class ChangeDrawForm(QWidget):
    """Each change is proposed first; none is done without being shown."""

    redraw_wanted = Signal()
    ranking_wanted = Signal()

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
        self.nothing_left = TextLabel(
            mark("Every session has begun: nothing can be drawn again or seated by the standings."),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self._not_played = TextLabel(
            mark("Seating by the standings needs a session that was played."),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        first = (LabeledField(mark("From session"), self.session), self.redraw, Rule())
        ranking = (LabeledField(mark("This session by the standings"), self.way), self.final, self.carried)
        self._sessions = boxed(column(*first, *ranking, self._not_played, self.seat))
        title = TextLabel(mark("Change the draw"), kind=Type.PANEL_TITLE)
        column(title, self.nothing_left, self._sessions, Rule(), self.replacement, on=self)
        self.redraw.clicked.connect(self.redraw_wanted)
        self.seat.clicked.connect(self.ranking_wanted)
        self.final.currentIndexChanged.connect(self._final_chosen)

    @property
    def first(self) -> int:
        """The session from which on something changes; 0 when none is left."""
        return int(self.session.currentData() or 0)

    @property
    def final_size(self) -> int | None:
        """Players of the final, None without a cut."""
        return int(self.final.currentData() or 0) or None

    def show_event(self, view: View) -> None:
        """Offer what can be changed now."""
        seating, last = view.seating, len(view.drawn_sessions)
        begun = max((session for session in view.drawn_sessions if view.touched(session)), default=0)
        free = range(begun + 1, last + 1)
        self.session.set_choices([(str(session), mark("Session {session}", session=session)) for session in free])
        players = len(seating.seated(begun)) if seating is not None and begun else 0
        finals = [(str(size), mark("Final of {size}", size=size)) for size in FINALS if size < players]
        self.final.set_choices([(_EVERYBODY, mark("Everybody plays")), *finals])
        self._sessions.setVisible(bool(free))
        self.nothing_left.setVisible(not free)
        self.seat.setEnabled(begun > 0)
        self._not_played.setVisible(not begun)
        self._final_chosen()

    def _final_chosen(self) -> None:
        self.carried.setEnabled(self.final_size is not None)
