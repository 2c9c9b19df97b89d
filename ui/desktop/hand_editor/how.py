"""How the hand was won, and under which winds: what the tiles rule out is off, with the reason beside it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import Text, mark
from tournament.tiles.wind import Wind
from ui.desktop.hand_editor.laid import Laid
from ui.desktop.hand_editor.verdict import barred
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.switch import Segment, Switch

_WAYS: dict[str, tuple[Text, bool, bool]] = {
    "discard": (mark("Discard"), False, False),
    "drawn": (mark("Self-draw"), True, False),
    "replacement": (mark("After a kong"), True, True),
    "robbed": (mark("Robbed kong"), False, True),
}
"""By key: what it is called, whether self-drawn, whether by a kong."""
_SHEET = {
    True: mark("The sheet says self-draw."),
    False: mark("The sheet names who gave the tile."),
}


_RESTATED = mark("The line says other winds, or another way to win, than the sheet: those of the sheet count.")


class HowWon(QWidget):
    """A switch of four ways, two ticks, and the winds: those of the sheet, or two switches."""

    changed = Signal(object)
    """The user says otherwise: a :class:`tournament.hand.situation.Situation`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._situation, self._fixed = EAST_BY_DISCARD, False
        self.way = Switch(mark("How it was won"), [Segment(key, text) for key, (text, _, _) in _WAYS.items()])
        self.last_of_wall = CheckBox(mark("Last of the wall"))
        self.last_of_kind = CheckBox(mark("Last of its kind"))
        winds = [Segment(wind.letter, wind.short) for wind in Wind]
        self.prevalent = Switch(mark("Prevalent wind"), winds)
        self.own = Switch(mark("Own wind"), winds)
        self._said = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._why = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._why.setMinimumHeight(2 * Type.CAPTION.line)
        self._why.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._lay_out()
        self.way.chosen.connect(self._tell)
        for box in (self.last_of_wall, self.last_of_kind):
            box.clicked.connect(self._tell)
        self.prevalent.chosen.connect(self._tell)
        self.own.chosen.connect(self._tell)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 0)
        column.setSpacing(6)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(8)
        self._line.addWidget(self.way)
        self._line.addLayout(row(self.last_of_wall, 4, self.last_of_kind, None, self._said), 1)
        column.addLayout(self._line)
        self._winds = QWidget()
        winds = QHBoxLayout(self._winds)
        winds.setContentsMargins(0, 0, 0, 0)
        for label, switch in ((mark("Prevalent wind"), self.prevalent), (mark("Own wind"), self.own)):
            winds.addWidget(TextLabel(label, kind=Type.DENSE, tone=Tone.TEXT2))
            winds.addWidget(switch)
            winds.addSpacing(16)
        winds.addStretch(1)
        column.addWidget(self._winds)
        column.addWidget(self._why)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take two lines where one is too short."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        parts = (self.way, self.last_of_wall, self.last_of_kind, *([self._said] if self._fixed else []))
        short = sum(part.sizeHint().width() + 16 for part in parts) > self.width()
        direction = QBoxLayout.Direction.TopToBottom if short else QBoxLayout.Direction.LeftToRight
        self._line.setDirection(direction)

    def minimumSizeHint(self) -> QSize:
        """Two lines are narrower than one."""
        return QSize(self.way.sizeHint().width() + 8, super().minimumSizeHint().height())

    def set_fixed(self, fixed: bool) -> None:
        """Take winds and self-draw from a sheet, or let them be chosen."""
        self._fixed = fixed
        self._winds.setVisible(not fixed)
        self._said.setVisible(fixed)

    def show_laid(self, laid: Laid, *, restated: bool = False) -> None:
        """Show how these tiles were won, and switch off what they rule out; ``restated``: the line says otherwise."""
        self._situation = now = laid.situation
        reasons: dict[Text, Text] = {}
        segments = []
        for key, (text, drawn, kong) in _WAYS.items():
            why: Text | None = barred(laid, now._replace(self_drawn=drawn, kong=kong))
            if self._fixed and drawn != now.self_drawn:
                why = _SHEET[now.self_drawn]
            current = (drawn, kong) == (now.self_drawn, now.kong)
            segments.append(Segment(key, text, off=why is not None and not current))
            if why is not None and not current:
                _add(reasons, text, why)
        self.way.set_segments(segments)
        self.way.set_current(next(k for k, (_, d, g) in _WAYS.items() if (d, g) == (now.self_drawn, now.kong)))
        for box, text, ticked, wanted in (
            (self.last_of_wall, mark("Last of the wall"), now.last_of_wall, now._replace(last_of_wall=True)),
            (self.last_of_kind, mark("Last of its kind"), now.last_of_kind, now._replace(last_of_kind=True)),
        ):
            why = barred(laid, wanted) if not ticked else None
            box.setChecked(ticked)
            box.setEnabled(why is None)
            if why is not None:
                _add(reasons, text, why)
        self.prevalent.set_current(now.prevalent.letter)
        self.own.set_current(now.seat.letter)
        self._said.set_text(
            mark("Prevalent {prevalent} · own {own}", prevalent=now.prevalent.label, own=now.seat.label)
        )
        self._fit()
        said = [mark("{choice}: {reason}", choice=choices, reason=why) for why, choices in reasons.items()]
        self._why.set_text(_joined([_RESTATED, *said] if restated else said))

    @property
    def reasons(self) -> str:
        """Why something cannot be chosen, as said now."""
        return self._why.text()

    def _tell(self) -> None:
        _, drawn, kong = _WAYS[self.way.current]
        self._situation = Situation(
            Wind("ESWN".index(self.prevalent.current)),
            Wind("ESWN".index(self.own.current)),
            drawn,
            self.last_of_kind.isChecked(),
            self.last_of_wall.isChecked(),
            kong,
        )
        self.changed.emit(self._situation)


def _add(reasons: dict[Text, Text], choice: Text, why: Text) -> None:
    """Note why ``choice`` is off; choices that are off for one reason are named together."""
    before = reasons.get(why)
    reasons[why] = choice if before is None else Text("{one}, {other}", (("one", before), ("other", choice)))


def _joined(reasons: list[Text]) -> Text | str:
    """One after the other."""
    if not reasons:
        return ""
    whole = reasons[0]
    for reason in reasons[1:]:
        whole = Text("{one}  ·  {other}", (("one", whole), ("other", reason)))
    return whole
