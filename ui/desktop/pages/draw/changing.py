"""The named actions on a published draw, from the panel to the office."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from tournament.event.seating import APART
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.pages.draw import drawn
from ui.desktop.pages.draw.drawn import Drawn, GoesOn
from ui.desktop.pages.draw.exchange import Exchange
from ui.desktop.pages.draw.panel import DrawPanel
from ui.desktop.pages.draw.replacing import Replacing


class Changing(QObject):
    """Sessions drawn again or seated by the standings are shown first, to be published."""

    def __init__(
        self,
        controller: EventController,
        panel: DrawPanel,
        exchange: Exchange,
        find: Callable[[Callable[[GoesOn], Drawn]], None],
    ) -> None:
        super().__init__(panel)
        self._controller, self._changes = controller, panel.changes
        self._find = find
        self._changes.redraw_asked.connect(self._redraw)
        self._changes.ranking_asked.connect(self._rank)
        self._replacing = Replacing(controller, panel.changes.replacement, exchange)
        self._wishes = panel.wishes

    def show(self, view: View | None) -> None:
        """Offer what the event allows now."""
        if view is None:
            return
        written = {field for field in APART if any(getattr(each, field) for each in view.players.values())}
        self._wishes.offer(frozenset(written))
        if view.seating is not None:
            self._changes.show_event(view)
            self._replacing.show()

    def _redraw(self) -> None:
        view, first = self._controller.view, self._changes.first
        if view is not None and first:
            self._find(partial(drawn.redraw, view, first=first))

    def _rank(self) -> None:
        view, changes = self._controller.view, self._changes
        if view is None or not changes.first:
            return
        rank = partial(
            drawn.by_ranking,
            view,
            session=changes.first,
            way=str(changes.way.currentData()),
            final=changes.final_size,
            carried=changes.carried.isChecked(),
        )
        self._find(lambda _goes_on: rank())
