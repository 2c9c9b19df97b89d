"""How a hand was won, to be read and not to be changed: the winds, what was declared, the tiles in the wall."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.hand.notation import parse_tiles
from tournament.language import Text, listed, mark
from tournament.rules.payment import Answer
from tournament.rules.question import QuestionKind, RuleQuestion, answer_text
from tournament.tiles.names import tile_name
from tournament.tiles.tile import Tile
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.hand_editor.situation_form import LAST_OF_KIND, LAST_OF_WALL, OF_ROUND, OWN, PREVALENT, way_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, boxed, row
from ui.desktop.widgets.tiles import draw_tile

_WIDE, _HIGH = 30, 40


class Fact(NamedTuple):
    """One thing that is given."""

    name: Text | None
    """None: its value says all."""
    value: Text | str = ""
    tiles: tuple[Tile, ...] = ()
    """In place of the value."""


class GivenFacts(WrappedRow):
    """Shows what is given of a hand besides its tiles."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.facts: tuple[Fact, ...] = ()
        """What is shown."""

    def show_state(self, state: HandState) -> None:
        """Show how the hand of ``state`` was won."""
        facts = tuple(facts_of(state))
        if facts != self.facts:
            self.facts = facts
            self.set_parts(list(map(_part, facts)))


def facts_of(state: HandState) -> Iterator[Fact]:
    """What is given of a won hand: answers as the rules have them, and nothing of what follows from them."""
    player, situation = state.context.player, state.arrangement.situation
    if state.arrangement.round_wind:
        yield Fact(PREVALENT if player is None else OF_ROUND, situation.prevalent.label)
    yield Fact(OWN, situation.seat.label)
    yield Fact(None, way_of(state))
    if situation.last_of_wall:
        yield Fact(None, LAST_OF_WALL)
    if situation.last_of_kind:
        yield Fact(None, LAST_OF_KIND)
    answers = dict(state.arrangement.answers)
    for question in player.questions if player is not None else ():
        if question.name in answers:
            yield _answered(question, answers[question.name])


def _answered(question: RuleQuestion, answer: Answer) -> Fact:
    match question.kind:
        case QuestionKind.TICK:
            return Fact(None, question.short)
        case QuestionKind.TILES:
            return Fact(question.short, tiles=parse_tiles(str(answer)))
        case QuestionKind.CHOICE if question.may_be_none:
            return Fact(None, answer_text(question, answer))
        case _:
            return Fact(question.short, answer_text(question, answer))


def _part(fact: Fact) -> QWidget:
    value = _Tiles(fact) if fact.tiles else TextLabel(fact.value, kind=Type.TOTAL)
    if fact.name is None:
        return value
    return boxed(row(TextLabel(fact.name, kind=Type.DENSE, tone=Tone.TEXT2), value, spacing=6))


class _Tiles(Accessible, QWidget):
    """A few tiles side by side."""

    accessible_role = Role.StaticText

    def __init__(self, fact: Fact, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fact = fact
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def sizeHint(self) -> QSize:
        """All of them."""
        return QSize(_WIDE * len(self._fact.tiles), _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them from left to right."""
        painter = painting.begin(self)
        for place, tile in enumerate(self._fact.tiles):
            draw_tile(painter, QRectF(_WIDE * place, 0, _WIDE, _HIGH), tile.text)

    def _retranslate(self) -> None:
        names = listed(map(tile_name, self._fact.tiles))
        named = mark("{name}: {right}", name=self._fact.name, right=names)
        self.setAccessibleName(translator.translate(named))
        self.update()
