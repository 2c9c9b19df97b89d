"""Swapping two players: taken one after the other, weighed, then made, in a proposal or in the published draw."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from tournament.language import Text, mark
from tournament.use_cases import Refused, View
from ui.desktop.long_work import Work
from ui.desktop.pages.draw.drawn import Drawn, Place, player_at, swapped, swapped_in_event
from ui.desktop.pages.draw.grid import SeatTable
from ui.desktop.pages.draw.grids import ByTable
from ui.desktop.pages.draw.swap import ONWARDS, SwapCard


class Exchange(QObject):
    """Drives the grid's marks and the card below it."""

    made = Signal(object)
    """The draw after the swap; where the draw is published, publishing it makes the swap."""
    chosen = Signal()
    """Other players are taken."""

    def __init__(self, seats: SeatTable, model: ByTable, card: SwapCard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seats, self._model, self._card = seats, model, card
        self._drawn: Drawn | None = None
        self._after: Drawn | None = None
        self._view: View | None = None
        self._taken: tuple[Place, ...] = ()
        self._work: Work | None = None
        seats.taken.connect(self._take)
        seats.confirmed.connect(self._make)
        seats.dropped.connect(self.drop)
        card.wanted.connect(self._make)
        card.left.connect(self.drop)
        card.reach_chosen.connect(self._weigh)

    @property
    def player(self) -> int:
        """Number of the player taken last, 0 for none."""
        return player_at(self._drawn, self._taken[-1]) if self._drawn is not None and self._taken else 0

    @property
    def session(self) -> int:
        """The session of the seat taken last, 0 for none."""
        return self._taken[-1].session if self._taken else 0

    def allow(self, drawn: Drawn | None, view: View | None) -> None:
        """Swap in ``drawn`` from now on; None: nothing can be swapped."""
        self._view = view
        if drawn is not self._drawn:
            self._drawn = drawn
            self.drop()

    def drop(self) -> None:
        """Let go of whom was taken."""
        self._set_taken(())
        self._work = None
        self._card.hide()
        self.chosen.emit()

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
            self._card.show_choice(self._named(drawn), published=drawn.published, both=len(taken) == 2)
        self._weigh()
        self.chosen.emit()

    def _weigh(self) -> None:
        drawn, view, taken = self._drawn, self._view, self._taken
        if drawn is None or view is None or len(taken) != 2:
            return
        one, other = taken
        if drawn.published:
            onwards = self._card.reach.current == ONWARDS
            work = Work(lambda _step: swapped_in_event(view, drawn, one, other, onwards=onwards))
        else:
            work = Work(lambda _step: swapped(view, drawn, one, other))
        self._after = None
        self._card.show_choice(self._named(drawn), published=drawn.published, both=True)
        work.done.connect(partial(self._weighed, work, drawn))
        work.failed.connect(partial(self._refused, work))
        self._work = work
        work.start()

    def _refused(self, work: Work, error: BaseException) -> None:
        if not isinstance(error, Refused):
            raise error
        if work is self._work:
            self._card.refuse(error.problems[0].text)

    def _weighed(self, work: Work, before: Drawn, after: Drawn) -> None:
        if work is self._work and before is self._drawn:
            self._after = after
            self._card.show_swap(before.figures, after.figures)

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
        players = self._view.players if self._view is not None else {}
        names = [
            mark("{player}, table {table}", player=players[player_at(drawn, each)].name, table=each.table)
            for each in self._taken
        ]
        if len(names) == 1:
            return mark("{one} with …", one=names[0])
        return mark("{one} with {other}", one=names[0], other=names[1])
