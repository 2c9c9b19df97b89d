"""The tiles of a hand on the page Tables: the view that fits the rules, shown in place of the sheet."""

from PySide6.QtWidgets import QStackedLayout

from tournament.event.problem import Problem
from tournament.use_cases import RecordHand, TableCommand
from ui.desktop.kit.page import StatePage
from ui.desktop.pages.tables.player_tiles import PlayerTiles
from ui.desktop.pages.tables.tiles import HandTiles
from ui.entry import cursor, hand_keys, page_keys
from ui.entry.hand_draft import HandOnSheet
from ui.entry.hand_keys import TURN_QUESTIONS
from ui.entry.tables_state import Focus, TablesState, TablesStep


class TilesPart:
    """The views of tiles of a page, each created in ``stack`` when first needed."""

    def __init__(self, page: StatePage[TablesState, Focus], stack: QStackedLayout) -> None:
        self._page, self._stack = page, stack
        self._problems: tuple[Problem, ...] = ()
        """The problems of the last hand recorded with its tiles."""
        self.of_winner: HandTiles | None = None
        """The winner's tiles, for rules that count fan."""
        self.of_players: PlayerTiles | None = None
        """The tiles of any player, for all other rules."""

    def view(self, state: TablesState) -> HandTiles | PlayerTiles | None:
        """The view that fits the rules of the event, if it was created."""
        table = state.table
        return self.of_winner if table is None or table.rules.counter is None else self.of_players

    def show(self, state: TablesState, hand: HandOnSheet) -> None:
        """Show the tiles of ``hand``."""
        view = self.view(state) or self._make(hand)
        if self._stack.currentWidget() is view:
            view.look_again(hand.table)
        else:
            self._stack.setCurrentWidget(view)
            view.begin(hand, state.tiles_typed.get((*hand.table.place, hand.draft.hand), hand.draft.tiles))

    def kept_in(self, state: TablesState) -> TablesState:
        """``state`` with the half-typed tiles."""
        view = self.view(state)
        return state if view is None or not state.tiles_open else cursor.with_tiles(state, view.typed)

    def _make(self, hand: HandOnSheet) -> HandTiles | PlayerTiles:
        made: HandTiles | PlayerTiles
        if hand.rules.counter is None:
            made = self.of_winner = HandTiles(self._page.controller, self._attempt)
        else:
            made = self.of_players = PlayerTiles()
        self._page.on(made.left, cursor.tiles_left)
        self._stack.addWidget(made)
        return made

    def _attempt(self, command: TableCommand, confirmed: bool) -> tuple[Problem, ...]:
        """Run a command from the view, which also shows its problems. Return them."""
        page = self._page
        if isinstance(command, RecordHand):
            codes = [problem.code for problem in self._problems if problem.code in TURN_QUESTIONS]
            asked = confirmed and bool(codes)
            turn, state = hand_keys.its_turn(page.state, answered=codes[0] if asked else "")
            if turn is not None:
                self._problems = (turn,)
                return (turn,)
            page.state, confirmed = state, confirmed and not asked
        problems, state = page.attempt(page.state, command, confirmed=confirmed)
        self._problems = problems
        page.apply(TablesStep(state) if problems else page_keys.done(state, command))
        return problems
