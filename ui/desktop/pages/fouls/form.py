"""How a new penalty is shown: where, who, which fault, what it costs, who pays."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import Text, integer_text, mark, verbatim
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sanctions import steps_taken
from tournament.rules.fault import Measure
from tournament.tiles.wind import Wind
from ui.desktop.keys import Key
from ui.desktop.pages.fouls.draft import Draft
from ui.desktop.pages.fouls.given import Given
from ui.desktop.pages.fouls.ladder import Ladder
from ui.desktop.sheet.effect import EffectTable, SumLine
from ui.desktop.sheet.faults import Offence
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.sheet.wind_key import WindKey
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.card import Rule
from ui.desktop.widgets.entry_field import EntryField
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.scrolled import Scrolled

_EARLIER = 3
"""Earlier times that are shown."""


class _Earlier(QWidget):
    """The player's earlier penalties of this kind, the newest first."""

    def __init__(self) -> None:
        super().__init__()
        self._head = TextLabel(kind=Type.LABEL)
        self._rows = [(ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2), TextLabel(kind=Type.DENSE_TOTAL, figures=True))
                      for _ in range(_EARLIER)]  # fmt: skip
        self._rules = [Rule() for _ in self._rows]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(5)
        column.addWidget(self._head)
        for rule, (where, points) in zip(self._rules, self._rows, strict=True):
            column.addWidget(rule)
            line = QHBoxLayout()
            line.addWidget(where, 1)
            line.addWidget(points)
            column.addLayout(line)

    def show_times(self, number: str, times: list[Given], session: int) -> None:
        """Show the ``times`` of fault ``number``; those of other sessions count no more."""
        self._head.set_text(mark("Earlier times, {number}", number=number))
        for at, (where, points) in enumerate(self._rows):
            shown = at < len(times)
            for part in (self._rules[at], where, points):
                part.setVisible(shown)
            if shown:
                each = times[at]
                where.set_text(_place(each))
                points.set_text(verbatim(integer_text(each.points)) if each.points else mark("warning"))
                points.set_tone(Tone.TEXT if each.session == session else Tone.TEXT3)


class PenaltyForm(QWidget):
    """The fields and figures; typing is the entry's."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.table = LabeledField(mark("Table"), TextField(), hint=mark("{g}", g=Key("G")))
        self.hand = LabeledField(mark("Hand, or nothing"), TextField(), hint=mark("{tab}", tab=Key("Tab")))
        winds = [WindKey(wind) for wind in Wind]
        self.player = EntryField(
            mark("Player at fault"),
            hint=mark("{a}–{b} or {e} {s} {w} {n}", a=Key("1"), b=Key("4"), e=winds[0], s=winds[1], w=winds[2],
                      n=winds[3]),
        )  # fmt: skip
        self.amount = LabeledField(mark("Points"), TextField())
        self.to = LabeledField(mark("To whom"), TextField(), hint=mark("{a}–{b}", a=Key("1"), b=Key("4")))
        self.reason = LabeledField(mark("Reason"), TextField())
        self.figure = TextLabel(kind=Type.BIG_FIGURE, figures=True)
        self.cost = TextLabel(kind=Type.DENSE_TOTAL, wrap=True)
        self.then = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.ladder = Ladder()
        self.earlier = _Earlier()
        self.effect = EffectTable(mark("Penalty"))
        self.sum = SumLine()
        self.missing_words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.give = PrimaryButton(mark("Give the penalty"), hint="Return")
        self._lay_out()

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 4, 4, 4)
        column.setSpacing(9)
        head = QVBoxLayout()
        head.setSpacing(0)
        head.addWidget(TextLabel(mark("New penalty"), kind=Type.PAGE_TITLE))
        head.addWidget(self._what)
        column.addLayout(head)
        place = QHBoxLayout()
        place.setSpacing(12)
        place.addWidget(self.table, 2, Qt.AlignmentFlag.AlignTop)
        place.addWidget(self.hand, 3, Qt.AlignmentFlag.AlignTop)
        column.addLayout(place)
        column.addWidget(self.player)
        for field in (self.amount, self.to, self.reason):
            column.addWidget(field)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.cost)
        words.addWidget(self.then)
        words.addStretch(1)
        figures = row(self.figure, spacing=14)
        figures.addLayout(words, 1)
        column.addLayout(figures)
        for part in (self.ladder, self.earlier, self.effect, self.sum):
            column.addWidget(part)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(8)
        outer.addWidget(Scrolled(inside), 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(4, 0, 4, 0)
        foot.addWidget(self.missing_words)
        foot.addWidget(self.give)
        outer.addLayout(foot)

    @property
    def typed_fields(self) -> tuple[LabeledField, ...]:
        """The fields with a typing line of their own, from the top."""
        return self.table, self.hand, self.amount, self.to, self.reason

    def show_draft(self, draft: Draft, session: int) -> None:
        """Show what is typed, and open the fields that the fault needs."""
        offence, own = draft.offence, draft.own
        self._what.set_text(mark("Choose a fault at the left") if offence is None else _named(offence))
        self.amount.setVisible(draft.wants_amount)
        self.amount.set_label(mark("Minutes late") if draft.measure is Measure.MINUTES else mark("Points"))
        self.to.setVisible(own or draft.wants_victim)
        self.to.set_label(mark("To whom, nobody if empty") if own else mark("To whom"))
        self.reason.setVisible(own)
        self._show_player(draft)
        steps = draft.steps()
        self.ladder.setVisible(steps is not None)
        if steps is not None:
            self.ladder.show_steps(steps.points, taken=steps.taken, now=steps.now)
        times = draft.earlier()
        self.earlier.setVisible(bool(times))
        if times and offence is not None:
            self.earlier.show_times(offence.number, times, session)

    def _show_player(self, draft: Draft) -> None:
        """Keep the player in plain words, with his own wind in that hand."""
        if draft.at is None or draft.player is None:
            self.player.set_answer("")
            self.player.set_aside("")
            return
        self.player.set_answer(draft.at.players[draft.player].name, number=draft.player + 1)
        self.player.set_aside(draft.at.winds(draft.hand)[draft.player].label if draft.hand is not None else "")

    def show_cost(self, at: TableSheet | None, given: PenaltyGiven | None) -> None:
        """Say what the penalty takes, and who pays."""
        for part in (self.figure, self.cost, self.then):
            part.setVisible(given is not None)
        self.effect.setVisible(at is not None)
        self.sum.setVisible(at is not None)
        if at is None:
            return
        net = given.net if given is not None else None
        self.effect.show_effect(at.names, at.sheet.scores, net, lit=given.player if given is not None else None)
        self.sum.show_sum(at.sheet.lost - (sum(net) if net is not None else 0))
        if given is None or net is None:
            return
        self.figure.set_text(verbatim(integer_text(net[given.player])))
        cost, then = words_of(at, given)
        self.cost.set_text(cost)
        self.then.set_text(then)


def words_of(at: TableSheet, given: PenaltyGiven) -> tuple[Text, Text]:
    """What ``given`` costs in one line, and to whom it goes and what comes next in another."""
    fault = at.rules.fault(given.fault)
    to = _to_whom(at, given)
    right = mark("may not win this hand") if given.no_hu else None
    if fault is None or fault.measure is not Measure.LADDER:
        cost = mark("{points} points", points=given.points) if given.points else mark("No points")
        if len(given.to) > 1:
            cost = mark("{points} points to each", points=given.points)
        return cost, mark("{to} · {right}", to=to, right=right) if right is not None else to
    taken = steps_taken(at.sheet, at.rules, given.player, fault)
    times = taken + 1
    cost = mark("Time {times} in this session: {points} points", times=times, points=given.points)
    if not given.points:
        cost = mark("Time {times} in this session: a warning", times=times)
    then = mark("{to} · {points} the next time", to=to, points=at.rules.ladder_step(taken + 1))
    return cost, mark("{to} · {right}", to=then, right=right) if right is not None else then


def _to_whom(at: TableSheet, given: PenaltyGiven) -> Text:
    if not given.points or not given.to:
        return mark("to nobody")
    if len(given.to) == 3:
        return mark("to the three others")
    return mark("to {player}", player=", ".join(at.names[column] for column in given.to))


def _named(offence: Offence) -> Text:
    return mark("{number} · {fault}", number=offence.number, fault=offence.name)


def _place(each: Given) -> Text:
    hand = each.penalty.given.hand
    if hand is None:
        return mark("session {session}, table {table}", session=each.session, table=each.table)
    return mark("session {session}, table {table}, hand {hand}", session=each.session, table=each.table, hand=hand)
