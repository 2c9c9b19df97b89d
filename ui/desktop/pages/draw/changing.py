"""The named actions on a published draw, from the panel to the office."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from tournament import office
from tournament.event.seating import APART
from tournament.office import Book, By, Changes, View
from ui.desktop.desk import Desk
from ui.desktop.pages.draw import drawn
from ui.desktop.pages.draw.acting import act
from ui.desktop.pages.draw.drawn import Drawn, GoesOn
from ui.desktop.pages.draw.exchange import Exchange
from ui.desktop.pages.draw.panel import DrawPanel


class Changing(QObject):
    """Sessions drawn again or seated by the standings are shown first; a replacement is done at once."""

    def __init__(
        self,
        desk: Desk,
        panel: DrawPanel,
        exchange: Exchange,
        find: Callable[[Callable[[GoesOn], Drawn]], None],
    ) -> None:
        super().__init__(panel)
        self._desk, self._changes, self._exchange = desk, panel.changes, exchange
        self._find = find
        self._changes.redraw_asked.connect(self._redraw)
        self._changes.ranking_asked.connect(self._rank)
        self._changes.replacement_asked.connect(self._replace)
        exchange.chosen.connect(self._name_chosen)
        self._wishes = panel.wishes

    def show(self, view: View | None) -> None:
        """Offer what the event allows now."""
        if view is None:
            return
        written = {field for field in APART if any(getattr(each, field) for each in view.players.values())}
        self._wishes.offer(frozenset(written))
        if view.seating is not None:
            self._changes.show_event(view, view.players.get(self._exchange.player))

    def _redraw(self) -> None:
        view, first = self._desk.view, self._changes.first
        if view is not None and first:
            self._find(partial(drawn.redraw, view, first=first))

    def _rank(self) -> None:
        view, changes = self._desk.view, self._changes
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

    def _replace(self) -> None:
        number, first, newcomer = self._exchange.player, self._changes.first, self._changes.newcomer
        if not number or not first:
            return

        def replace(book: Book, by: By) -> Changes:
            return office.replace_player(book, number, newcomer, first=first, by=by)

        if act(self._desk, replace, self._changes.refuse):
            self._changes.forget()

    def _name_chosen(self) -> None:
        view = self._desk.view
        if view is not None and view.seating is not None:
            self._changes.show_chosen(view.players.get(self._exchange.player))
