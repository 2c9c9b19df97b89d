"""Swapping two players in a draw that is not published: taken one after the other, weighed, then made."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from tournament.event.player import Player
from tournament.language import Text, mark
from ui.desktop.long_work import Work
from ui.desktop.pages.draw.drawn import Drawn, Place, player_at, swapped
from ui.desktop.pages.draw.figures import Figure, figures_of
from ui.desktop.pages.draw.grid import SeatTable
from ui.desktop.pages.draw.grids import ByTable
from ui.desktop.pages.draw.swap import SwapCard


class Exchange(QObject):
    """Drives the grid's marks and the card below it."""

    made = Signal(object)
    """The draw after the swap."""

    def __init__(self, seats: SeatTable, model: ByTable, card: SwapCard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seats, self._model, self._card = seats, model, card
        self._drawn: Drawn | None = None
        self._after: Drawn | None = None
        self._players: Mapping[int, Player] = {}
        self._taken: tuple[Place, ...] = ()
        seats.taken.connect(self._take)
        seats.confirmed.connect(self._make)
        seats.dropped.connect(self.drop)
        card.wanted.connect(self._make)
        card.left.connect(self.drop)

    def allow(self, drawn: Drawn | None, players: Mapping[int, Player]) -> None:
        """Swap in ``drawn`` from now on; None: nothing can be swapped."""
        self._players = players
        if drawn is not self._drawn:
            self._drawn = drawn
            self.drop()

    def drop(self) -> None:
        """Let go of whom was taken."""
        self._set_taken(())
        self._card.hide()

    def _take(self, place: Place) -> None:
        drawn, taken = self._drawn, self._taken
        if drawn is None:
            return
        if place in taken:
            taken = tuple(each for each in taken if each != place)
        elif taken and taken[0].session == place.session:
            taken = (taken[0], place)
        else:
            taken = (place,)
        self._set_taken(taken)
        self._card.setVisible(bool(taken))
        if taken:
            self._card.show_choice(self._named(drawn))
        if len(taken) == 2:
            one, other = taken
            work = Work(lambda _step: swapped(drawn, one, other))
            work.done.connect(partial(self._weighed, drawn, taken))
            work.start()

    def _weighed(self, before: Drawn, taken: tuple[Place, ...], after: Drawn) -> None:
        if before is self._drawn and taken == self._taken:
            self._after = after
            self._card.show_swap(figures(before), figures(after))

    def _make(self) -> None:
        if self._after is not None:
            after = self._after
            self.drop()
            self.made.emit(after)

    def _set_taken(self, taken: tuple[Place, ...]) -> None:
        self._taken, self._after = taken, None
        self._seats.pair_taken = len(taken) == 2
        self._model.choose(taken)

    def _named(self, drawn: Drawn) -> Text:
        names = [
            mark("{player}, table {table}", player=self._players[player_at(drawn, each)].name, table=each.table)
            for each in self._taken
        ]
        if len(names) == 1:
            return mark("{one} with …", one=names[0])
        return mark("{one} with {other}", one=names[0], other=names[1])


def figures(drawn: Drawn) -> tuple[Figure, ...]:
    """The quality of a draw, figure by figure."""
    return figures_of(drawn.quality, players=len(drawn.numbers), sessions=len(drawn.seating.sessions))
