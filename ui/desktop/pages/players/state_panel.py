"""The state of a player: what it is from now on, what that changes, and who substitutes."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament import use_cases
from tournament.event.player import PlayerState, PlayerStatus
from tournament.event.problem import Refused
from tournament.language import Text, mark
from tournament.standings.state_words import status_text
from tournament.use_cases import PlannedState, View
from tournament.use_cases.commands import ChangePlayerState, LeaveToSubstitute
from tournament.use_cases.people import usual_first
from ui.desktop.kit.form import Form, choice_field
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.fields import LabeledField
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.desktop.widgets.player_field import PlayerField

STATE, FIRST = "state", "first"
STATES = tuple((state.value, state.label) for state in PlayerState)


@dataclass(frozen=True, slots=True)
class TypedState:
    """What was chosen and typed."""

    number: int
    state: PlayerState
    first: int
    substitute: str = ""
    """Number or name of the player for the seats that become free; empty for nobody yet."""


def state_command(view: View, typed: TypedState) -> ChangePlayerState | LeaveToSubstitute:
    """The command that changes the state and names the substitute, if there is one. Raises Refused."""
    planned = use_cases.plan_state(view, typed.number, typed.state, first=typed.first)
    plays = typed.substitute if planned.open_seats else ""
    if not plays:
        return ChangePlayerState(typed.number, typed.state, typed.first)
    substitute = use_cases.named_player(view.players, plays)
    return LeaveToSubstitute(typed.number, typed.state, substitute, typed.first)


class StatePanel(SidePanel):
    """Shows the effect of every choice. Enter carries it out, Esc leaves."""

    submitted = Signal(object)
    """Carry out this :class:`TypedState`."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._view: View | None = None
        self._number = 0
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.form = Form(
            [
                choice_field(STATE, mark("State"), STATES),
                choice_field(FIRST, mark("From session"), (("1", "1"),)),
            ]
        )
        self.substitute = PlayerField(mark("number, or first and last name"))
        self._substitute = LabeledField(mark("Replaced by"), self.substitute)
        self.effect = Notice(NoticeKind.INFO)
        self.submit = PrimaryButton(mark("Set the state"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        inside = column(*self.form.labelled.values(), self._substitute, self.effect, None, spacing=10)
        self.body.addWidget(self.who)
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        add(self.body, row(stretched(self.submit)))
        add(self.body, row(leave, None))
        self.submit.clicked.connect(self._submit)
        leave.clicked.connect(self.left)
        self.form.choice(STATE).currentIndexChanged.connect(self._choose_state)
        self.form.choice(FIRST).currentIndexChanged.connect(lambda _index: self._answer())
        self.substitute.textChanged.connect(lambda _typed: self._answer())
        self.substitute.entered.connect(self._submit)
        enter = dict.fromkeys(ENTER, self._submit)
        for box in (self.form.choice(STATE), self.form.choice(FIRST)):
            answer_keys(box, {**enter, ESCAPE: self.left.emit})
        answer_keys(self.substitute, {ESCAPE: self.left.emit})

    @property
    def number(self) -> int:
        """Number of the player whose state is asked for, or 0."""
        return self._number

    def show_player(self, view: View, number: int) -> None:
        """Ask for the state of player ``number``, starting with the current one."""
        other = number != self._number
        self._view, self._number = view, number
        status = view.status(number)
        self.who.set_text(mark("{number} {player}", number=number, player=view.players[number].name))
        sessions = view.session_numbers or (1,)
        drawn = view.settings.format.is_drawn
        self.form.choice(FIRST).set_choices(
            [(str(each), mark("from session {session}", session=each)) for each in sessions]
        )
        self.form.labelled[FIRST].setVisible(drawn)
        if other:
            self.substitute.clear()
            self.form.show({STATE: status.state.value})
            self.form.show({FIRST: str(status.first)})
        self._answer()

    def typed(self) -> TypedState:
        """The contents of the fields."""
        return TypedState(
            self._number,
            PlayerState(self.form.choice(STATE).currentData()),
            int(self.form.choice(FIRST).currentData() or 1),
            self.substitute.written(),
        )

    def forget(self) -> None:
        """Drop the question: the next one begins anew, even about a player of the same number in another event."""
        self._number = 0

    def refuse(self, text: Text) -> None:
        """Show why the state cannot be changed."""
        self.effect.show_notice(NoticeKind.DANGER, text)
        self.submit.setEnabled(False)

    def _choose_state(self) -> None:
        """Set the usual first session for the chosen state."""
        if self._view is not None and self._number:
            state = self.typed().state
            first = usual_first(self._view, self._number, state)
            self.form.show({FIRST: str(first)})
            self._answer()

    def _submit(self) -> None:
        if self._number and self.submit.isEnabled():
            self.submitted.emit(self.typed())

    def _answer(self) -> None:
        view, typed = self._view, self.typed()
        if view is None or not self._number:
            return
        try:
            planned = use_cases.plan_state(view, typed.number, typed.state, first=typed.first)
        except Refused as refused:
            self._substitute.hide()
            self.refuse(refused.problems[0].text)
            return
        seats = planned.open_seats
        self._substitute.setVisible(bool(seats))
        self.substitute.offer(use_cases.unseated(view, [seat.session for seat in seats]) if seats else ())
        self.submit.setEnabled(True)
        kind = NoticeKind.WARN if planned.remarks and not typed.substitute else NoticeKind.INFO
        self.effect.show_notice(kind, _sentence(view, planned), _seats_text(planned))


def _sentence(view: View, planned: PlannedState) -> Text:
    fact = planned.fact
    return status_text(view.players[fact.number].name, PlayerStatus(fact.state, fact.first))


def _seats_text(planned: PlannedState) -> Text | str:
    """Which seats become free, or that the player gets their own seats back."""
    if planned.remarks:
        return planned.remarks[0].text
    if planned.fact.returned:
        return mark(
            "Returns to their own seat in sessions {sessions}.", sessions=tuple(map(str, planned.fact.returned))
        )
    return ""
