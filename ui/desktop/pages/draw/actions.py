"""What can be done with a published draw: draw sessions again, seat one by the standings, replace a player."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.draw.ranking import FINALS
from tournament.event.player import Player
from tournament.language import Text, mark
from tournament.office import View
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.card import Rule, row
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel

EVERYBODY = "0"


class ActionsPanel(QWidget):
    """Each action proposes or asks; none is done without being shown."""

    redraw_asked = Signal()
    ranking_asked = Signal()
    replacement_asked = Signal()

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
        self.first_name = TextField(name=mark("First name"))
        self.last_name = TextField(name=mark("Last name"))
        self.replace = OutlineButton(mark("Replace"))
        self._who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._reason = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._last = LabeledField(mark("Last name of the new player"), self.last_name)
        self._lay_out()
        self.redraw.clicked.connect(self.redraw_asked)
        self.seat.clicked.connect(self.ranking_asked)
        self.replace.clicked.connect(self.replacement_asked)
        self.last_name.returnPressed.connect(self.replacement_asked)
        self.final.currentIndexChanged.connect(self._final_chosen)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(TextLabel(mark("Change the draw"), kind=Type.PANEL_TITLE))
        column.addWidget(LabeledField(mark("From session"), self.session))
        column.addWidget(self._reason)
        column.addWidget(self.redraw)
        column.addWidget(Rule())
        column.addWidget(LabeledField(mark("This session by the standings"), self.way))
        column.addWidget(self.final)
        column.addWidget(self.carried)
        column.addWidget(self.seat)
        column.addWidget(Rule())
        column.addWidget(self._who)
        column.addWidget(LabeledField(mark("First name of the new player"), self.first_name))
        column.addWidget(self._last)
        column.addLayout(row(self.replace, None))

    @property
    def first(self) -> int:
        """The session from which on something changes; 0 when none is left."""
        return int(self.session.currentData() or 0)

    @property
    def final_size(self) -> int | None:
        """Players of the final, None without a cut."""
        size = int(self.final.currentData() or 0)
        return size or None

    @property
    def newcomer(self) -> Player:
        """Who was typed."""
        return Player(0, self.first_name.text().strip(), self.last_name.text().strip())

    def show_event(self, view: View, chosen: Player | None) -> None:
        """Offer what can be changed now; ``chosen`` is the player marked in the grid."""
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
        for button, on in ((self.redraw, bool(free)), (self.seat, bool(free) and begun > 0)):
            button.setEnabled(on)
        self._reason.set_text(_reason(begun, last))
        self._reason.setVisible(bool(self._reason.text()))
        self.replace.setEnabled(bool(free) and chosen is not None)
        self.show_chosen(chosen)
        self._final_chosen()

    def show_chosen(self, chosen: Player | None) -> None:
        """Name who would be replaced."""
        self.replace.setEnabled(chosen is not None and self.first > 0)
        if chosen is None:
            self._who.set_text(mark("To replace a player, choose his seat in the grid."))
        else:
            self._who.set_text(mark("Replace {player}. Nobody else's seat changes.", player=chosen.name))

    def refuse(self, text: Text | None) -> None:
        """Say what is wrong with the new player; None: nothing any more."""
        if text is None:
            self._last.clear_problem()
        else:
            self._last.set_problem(text)
            self.last_name.setFocus()

    def forget(self) -> None:
        """Empty the fields."""
        self.first_name.clear()
        self.last_name.clear()
        self.refuse(None)

    def _final_chosen(self) -> None:
        self.carried.setEnabled(self.final_size is not None)


def _reason(begun: int, last: int) -> Text | str:
    if begun == last:
        return mark("All sessions have begun: their seats stand.")
    if not begun:
        return mark("Seating by the standings needs a session that was played.")
    return ""
