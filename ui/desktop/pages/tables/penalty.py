"""A penalty: who, which fault, what the referee has to choose; what it takes and gives is shown before Enter."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sanctions import Charge, penalty_of, steps_taken
from tournament.rules.fault import Measure, Receiver
from tournament.tiles.wind import Wind
from tournament.use_cases import Command, GivePenalty
from ui.desktop.keys import Key
from ui.desktop.pages.tables.refusals import nobody
from ui.desktop.sheet.effect import EffectTable
from ui.desktop.sheet.faults import OWN_WORDS, FaultList, Offence
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.sheet.typed import line_of, whole
from ui.desktop.sheet.wind_key import WindKey
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.entry_field import EntryField, EntryState
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.switch import Segment, Switch

Carry = Callable[[Command, bool], tuple[Problem, ...]]
_HAND, _SESSION = "hand", "session"


class PenaltyEntry(QWidget):
    """Opened by P, left by Esc; Enter goes from field to field and, when nothing is missing, gives the penalty."""

    finished = Signal()

    def __init__(self, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._carry = carry
        self._at: TableSheet | None = None
        self._hand: int | None = None
        self._player: int | None = None
        self._offence: Offence | None = None
        self._title = TextLabel(mark("Penalty"), kind=Type.PAGE_TITLE)
        self._where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.belongs = Switch(mark("Belongs to"), stretch=True)
        self.player = EntryField(mark("Player at fault"), hint=_who())
        self.fault = LabeledField(
            mark("Fault"),
            TextField(placeholder=mark("Number or words")),
            hint=mark("{up} {down} {enter}", up=Key("Up"), down=Key("Down"), enter=Key("Return")),
        )
        self.list = FaultList()
        self.amount = LabeledField(mark("Points"), TextField())
        self.to = LabeledField(mark("To whom"), TextField(), hint=mark("{a}–{b}", a=Key("1"), b=Key("4")))
        self.reason = LabeledField(mark("Reason"), TextField())
        self._result = TextLabel(kind=Type.TOTAL, wrap=True)
        self._effect = EffectTable(mark("Penalty"))
        self.give = PrimaryButton(mark("Give the penalty"), hint="Return")
        self._lay_out()
        self._listen()
        self.setFocusProxy(self.player.line)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(9)
        head = QVBoxLayout()
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._where)
        column.addLayout(head)
        for part in (self.player, self.fault, self.list, self.amount, self.to, self.reason, self.belongs, self._result,
                     self._effect, self.give):  # fmt: skip
            column.addWidget(part)
        column.addStretch(1)

    def _listen(self) -> None:
        self.player.typed.connect(self._player_typed)
        self.player.confirmed.connect(self._next)
        self.belongs.chosen.connect(lambda _key: self._preview())
        self.list.picked.connect(self._pick)
        self.give.clicked.connect(self._submit)
        for line in self._lines():
            line.installEventFilter(self)
        line_of(self.fault).textEdited.connect(self._fault_typed)
        line_of(self.fault).returnPressed.connect(self._pick)
        for field in (self.amount, self.to, self.reason):
            line_of(field).textEdited.connect(lambda _text: self._preview())
            line_of(field).returnPressed.connect(self._next)

    def _lines(self) -> tuple[QObject, ...]:
        fields = (self.fault, self.amount, self.to, self.reason)
        return (self.player.line, self.belongs, *(line_of(field) for field in fields))

    def begin(self, at: TableSheet, hand: int | None) -> None:
        """Begin with nothing typed; the penalty falls in ``hand``, or belongs to the session."""
        self._at, self._hand, self._player, self._offence = at, hand, None, None
        self._where.set_text(mark("Table {table}", table=at.sheet.table))
        segments = [Segment(_SESSION, mark("The session"))]
        if hand is not None:
            segments.insert(0, Segment(_HAND, mark("Hand {hand}", hand=hand)))
        self.belongs.set_segments(segments)
        self.belongs.set_current(_HAND if hand is not None else _SESSION)
        self.player.set_answer("")
        self.player.set_aside("")
        self.player.set_state(EntryState.WAITING)
        for field in (self.fault, self.amount, self.to, self.reason):
            line_of(field).clear()
            field.clear_problem()
        self.list.offer(at.rules.faults)
        self._show_fields()
        self._preview()

    def look_again(self, at: TableSheet) -> None:
        """The sheet grew elsewhere."""
        self._at = at
        self._preview()

    @property
    def half_typed(self) -> bool:
        """A player is named and nothing is given yet."""
        return self._player is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc gives it up; arrows move in the list of faults."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.finished.emit()
            return True
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and watched is line_of(self.fault):
            self.list.choose_next(-1 if event.key() == Qt.Key.Key_Up else 1)
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and watched is self.belongs:
            self._next()
            return True
        return False

    def _player_typed(self, typed: str) -> None:
        self.player.set_text("")
        assert self._at is not None
        column = self._at.column_of(typed[-1:], self._hand)
        if column is None:
            self.player.set_state(EntryState.REFUSED, *nobody(typed))
            return
        self._player = column
        self.player.set_answer(self._at.players[column].name, number=column + 1)
        if self._hand is not None:
            self.player.set_aside(self._at.winds(self._hand)[column].label)
        self.player.set_state(EntryState.OPEN)
        self._preview()
        line_of(self.fault).setFocus()

    def _fault_typed(self, typed: str) -> None:
        self._offence = None
        self.fault.clear_problem()
        self.list.show()
        self.list.filter(typed)
        self._show_fields()
        self._preview()

    def _pick(self) -> None:
        if self._offence is not None:
            self._next()
            return
        chosen = self.list.chosen
        if chosen is None:
            self.fault.set_problem(
                mark("No fault has this number or these words"), mark("Type less, or use the arrows.")
            )
            return
        self._offence = chosen
        line_of(self.fault).setText(f"{chosen.number} {translator.translate(chosen.name)}")
        self.list.hide()
        self._show_fields()
        self._preview()
        missing = self._missing()
        (missing or line_of(self.fault)).setFocus()

    def _next(self) -> None:
        missing = self._missing()
        if missing is not None:
            missing.setFocus()
        else:
            self._submit()

    def _missing(self) -> QWidget | None:
        """The first shown field that is empty and may not be."""
        if self._player is None:
            return self.player.line
        if self._offence is None:
            return line_of(self.fault)
        for field in (self.amount, self.to, self.reason):
            empty = field.isVisibleTo(self) and not line_of(field).text().strip()
            focused = line_of(field).hasFocus()
            if empty and not focused and not (field is self.to and self._offence is OWN_WORDS and self._passed_to()):
                return line_of(field)
        return None

    def _passed_to(self) -> bool:
        return bool(line_of(self.reason).text().strip()) or line_of(self.reason).hasFocus()

    def _show_fields(self) -> None:
        fault = self._offence.fault if self._offence is not None else None
        own = self._offence is OWN_WORDS
        measure = fault.measure if fault is not None else None
        self.list.setVisible(self._offence is None)
        self.amount.setVisible(own or measure in (Measure.MINUTES, Measure.CHOSEN, Measure.FREE))
        self.amount.set_label(mark("Minutes late") if measure is Measure.MINUTES else mark("Points"))
        self.to.setVisible(own or (fault is not None and fault.receiver is Receiver.VICTIM))
        self.to.set_label(mark("To whom, nobody if empty") if own else mark("To whom"))
        self.reason.setVisible(own)

    def _charge(self) -> Charge | None:
        if self._player is None or self._offence is None:
            return None
        fault = self._offence.fault
        amount = whole(line_of(self.amount).text()) if self.amount.isVisibleTo(self) else None
        late = fault is not None and fault.measure is Measure.MINUTES
        return Charge(
            player=self._player,
            fault=self._offence.slug,
            hand=self._hand if self.belongs.current == _HAND else None,
            points=None if late else amount,
            to=self._receivers() if self.to.isVisibleTo(self) else None,
            reason=line_of(self.reason).text() if self.reason.isVisibleTo(self) else "",
            minutes=amount if late else None,
        )

    def _receivers(self) -> tuple[int, ...]:
        assert self._at is not None
        typed = "".join(line_of(self.to).text().replace(",", " ").split())
        columns = [self._at.column_of(key, self._hand) for key in typed]
        return tuple(column for column in columns if column is not None)

    def _preview(self) -> None:
        at = self._at
        if at is None:
            return
        for field in (self.amount, self.to, self.reason):
            field.clear_problem()
        given, charge = None, self._charge()
        if charge is not None:
            try:
                given = penalty_of(at.sheet, at.rules, charge)
            except Refused:
                given = None
        net = given.net if given is not None else None
        self._effect.show_effect(at.names, at.sheet.scores, net, lit=self._player)
        self._result.setVisible(given is not None)
        if given is not None:
            self._result.set_text(_said(at, given))
        self.give.setEnabled(given is not None)

    def _submit(self) -> None:
        charge = self._charge()
        if charge is None or self._at is None:
            return
        sheet = self._at.sheet
        against = self._carry(GivePenalty(sheet.session, sheet.table, charge), False)
        if against:
            self._refuse(against[0])
        else:
            self._player = None
            self.finished.emit()

    def _refuse(self, problem: Problem) -> None:
        fields = {"points": self.amount, "minutes": self.amount, "to": self.to, "reason": self.reason}
        field = fields.get(problem.field, self.fault)
        if not field.isVisibleTo(self):
            field = self.fault
        field.set_problem(problem.text)
        line_of(field).setFocus()


def _who() -> Text:
    e, s, w, n = (WindKey(wind) for wind in Wind)
    return mark("{a}–{b} or {e} {s} {w} {n}", a=Key("1"), b=Key("4"), e=e, s=s, w=w, n=n)


def _said(at: TableSheet, given: PenaltyGiven) -> Text:
    fault = at.rules.fault(given.fault)
    what = _cost(at, given)
    if fault is not None and fault.measure is Measure.LADDER:
        times = steps_taken(at.sheet, at.rules, given.player, fault) + 1
        what = mark("Time {times} in this session: {cost}", times=times, cost=what)
    return mark("{cost} May not win this hand.", cost=what) if given.no_hu else what


def _cost(at: TableSheet, given: PenaltyGiven) -> Text:
    if not given.points:
        return mark("no points.")
    if not given.to:
        return mark("{points} points, to nobody.", points=given.points)
    receivers = ", ".join(at.names[column] for column in given.to)
    return mark("{points} points to each of: {players}.", points=given.points, players=receivers)
