"""The Draw page: grids at the left, method, quality and the two buttons at the right."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from reports.readers import UnreadableTable
from tournament.draw import DrawProblem
from tournament.event.seating import SeatingWishes
from tournament.language import Text, mark, mark_count
from tournament.use_cases import Changes, Refused, View, drawn_players
from ui.desktop.controller import EventController
from ui.desktop.long_work import Work
from ui.desktop.pages.draw.acting import act, is_closed
from ui.desktop.pages.draw.changing import Changing
from ui.desktop.pages.draw.drawn import Drawn, GoesOn, draw, measure, origin
from ui.desktop.pages.draw.exchange import Exchange
from ui.desktop.pages.draw.grid import SeatTable
from ui.desktop.pages.draw.grids import FIRST_SESSION, ByPlayer, ByTable
from ui.desktop.pages.draw.panel import WIDTH, DrawPanel
from ui.desktop.pages.draw.search import Search
from ui.desktop.pages.draw.sessions import SessionChoice
from ui.desktop.pages.draw.sources import Sources
from ui.desktop.pages.draw.swap import SwapCard
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.empty_state import EmptyState
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.switch import Segment, Switch

BY_TABLE, BY_PLAYER = "table", "player"
_NAME_WIDTH, _PLACE_WIDTH = 240, 60


class DrawPage(QWidget):
    """Holds the draw in view: the published one, or one that is not published yet."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._drawn: Drawn | None = None
        self._work: Work | None = None
        self._stale = self._strange = True
        self.by_table, self.by_player = ByTable(self), ByPlayer(self)
        segments = (Segment(BY_TABLE, mark("By table")), Segment(BY_PLAYER, mark("By player")))
        self.kind = Switch(mark("Shown"), segments)
        self.session = SessionChoice()
        self.state = Chip("")
        self.seats = SeatTable(self.by_table)
        self.players = ListTable(mark("Seating by player"))
        self.swap = SwapCard()
        self._exchange = Exchange(self.seats, self.by_table, self.swap, self)
        self.foot = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.seed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.empty = EmptyState("", mark("Draw"), shortcut="Return")
        self.panel = DrawPanel()
        self.sources = Sources(controller, self.panel, self._find)
        self._changing = Changing(controller, self.panel, self._exchange, self._find)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        self.players.setModel(self.by_player)
        self._grids = QStackedWidget()
        for grid in (self.empty, self.seats, self.players):
            self._grids.addWidget(grid)
        left = QVBoxLayout()
        left.setContentsMargins(0, Size.PAGE_MARGIN, 0, 12)
        left.setSpacing(12)
        title = TextLabel(mark("Draw"), kind=Type.PAGE_TITLE)
        left.addLayout(row(title, self.kind, None, self.session, self.state, spacing=12))
        left.addWidget(self._grids, 1)
        left.addWidget(self.swap)
        foot = QHBoxLayout()
        foot.addWidget(self.foot, 1)
        foot.addWidget(self.seed)
        left.addLayout(foot)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(Size.PAGE_MARGIN, 0, 0, 0)
        whole.setSpacing(Size.PAGE_MARGIN)
        whole.addLayout(left, 1)
        whole.addWidget(self.panel)

    def _listen(self) -> None:
        controller = self._controller
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        self.kind.chosen.connect(lambda _key: self._show())
        self.session.chosen.connect(self._show)
        self.empty.activated.connect(self.draw)
        self.panel.draw_wanted.connect(self.draw)
        self.panel.publish_wanted.connect(self.publish)
        self.panel.wishes.submitted.connect(self.draw)
        self.panel.leave.clicked.connect(self.leave)
        self.panel.save.clicked.connect(lambda: controller.navigation.page_wanted.emit("reports"))
        self._exchange.made.connect(self._swapped)
        self.swap.replacement_wanted.connect(self.panel.show_replacement)

    def draw(self) -> None:
        """Draw, off the GUI thread."""
        view = self._controller.view
        if view is None or is_closed(self._controller) or (self._work is not None and self._work.running):
            return
        try:
            seed = self.panel.chosen_seed()
        except ValueError:
            return
        wishes = self.panel.wishes.wishes()
        if wishes is not None:
            self._find(partial(draw, view, method=self.panel.chosen_method, seed=seed, wishes=wishes))

    def publish(self) -> None:
        """Make the draw in view the one that is played."""
        drawn = self._drawn
        if drawn is not None and drawn.publish is not None:
            act(self._controller, drawn.publish, self.panel.refuse)

    def leave(self) -> None:
        """Forget the draw that is not published."""
        self._drawn = None
        self._read()

    def showEvent(self, event: QShowEvent) -> None:
        """Read what was written meanwhile."""
        super().showEvent(event)
        if self._stale:
            self._read()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the grid, or to the button while there is none."""
        super().focusInEvent(event)
        self._focus_grid()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panel give way a little."""
        super().resizeEvent(event)
        self.panel.setFixedWidth(WIDTH if self.width() >= 1240 else WIDTH - 34)

    def _opened(self) -> None:
        self._drawn, self._strange = None, True
        self._changed(None)

    def _changed(self, changes: Changes | None) -> None:
        self._stale = True
        if changes is not None and self._drawn is not None and not self._drawn.whole:
            self._drawn = None
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        """Look at the event again: at its published draw, unless one for the same players waits to be published."""
        self._stale = False
        view = self._controller.view
        if not _fits(self._drawn, view, closed=is_closed(self._controller)):
            self._drawn = None
        if self._work is not None:
            self._work.cancel()
        seating = view.seating if view is not None else None
        if self._strange:
            self._strange = False
            self.panel.wishes.show_wishes(seating.wishes if seating is not None else SeatingWishes())
        if self._drawn is None and view is not None and seating is not None:
            self._begin(Work(lambda _step: measure(view, seating)), self._came)
        self._show()

    def _focus_grid(self) -> None:
        grid = self._grids.currentWidget()
        if grid is not None:
            grid.setFocus()

    def _begin(self, work: Work, done: object) -> None:
        if self._work is not None:
            self._work.cancel()
        self._work = work
        work.done.connect(done)
        work.failed.connect(self._failed)
        work.cancelled.connect(self._show)
        self.panel.show_work(work)
        work.start()
        self._show()

    def _find(self, find: Callable[[GoesOn], Drawn]) -> None:
        """Search, and show what was found, also when the search was ended early."""
        if self._work is not None and self._work.running:
            return
        search = Search(find)
        self._begin(search, lambda drawn: self._came(replace(drawn, stopped=search.stopped)))

    def _swapped(self, after: Drawn) -> None:
        if self._drawn is not None and self._drawn.published and after.publish is not None:
            act(self._controller, after.publish, self._controller.messages.shown.emit)
        else:
            self._came(after)

    def _came(self, drawn: Drawn) -> None:
        self._drawn = drawn
        if not drawn.published and not drawn.whole:
            self.session.show_session(drawn.first, len(drawn.seating.sessions))
        self._show()
        if self.isVisible():
            self._focus_grid()

    def _failed(self, error: BaseException) -> None:
        self._show()
        if self.isVisible():
            self._focus_grid()
        if isinstance(error, DrawProblem):
            self.panel.refuse(error.message)
        elif isinstance(error, UnreadableTable):
            self.panel.refuse(error.text)
        elif isinstance(error, Refused):
            self.panel.refuse(error.problems[0].text)
        else:
            raise error

    def _show(self) -> None:
        view, drawn = self._controller.view, self._drawn
        players = dict(view.players) if view is not None else {}
        working = self._work is not None and self._work.running
        free = drawn is not None and (drawn.whole or drawn.published) and self._controller.writes
        self._exchange.allow(drawn if free else None, view)
        self._changing.show(view)
        self.session.offer(len(drawn.seating.sessions) if drawn is not None else 0)
        self.by_table.show_session(drawn, players, self.session.current)
        self.by_player.show_draw(drawn, players)
        self.players.setColumnWidth(0, 56)
        self.players.setColumnWidth(1, _NAME_WIDTH)
        for column in range(FIRST_SESSION, self.by_player.columnCount()):
            self.players.setColumnWidth(column, _PLACE_WIDTH)
        grid: QWidget = self.seats if self.kind.current == BY_TABLE else self.players
        self._grids.setCurrentWidget(grid if drawn is not None else self.empty)
        if drawn is not None and not self.seats.currentIndex().isValid():
            self.seats.setCurrentIndex(self.by_table.index(0, 1))
        self.session.setVisible(drawn is not None and self.kind.current == BY_TABLE)
        self.kind.setVisible(drawn is not None)
        replaces = view is not None and view.seating is not None
        self.panel.show_draw(drawn, closed=is_closed(self._controller), working=working, replaces=replaces)
        self._say(drawn, working=working)

    def _say(self, drawn: Drawn | None, *, working: bool) -> None:
        view = self._controller.view
        count = len(view.players) if view is not None else 0
        self.state.setVisible(drawn is not None)
        self.empty.button.setEnabled(not working)
        self.empty.set_sentence(
            mark_count(
                "{count} player is on the list and nothing is drawn yet.",
                "{count} players are on the list and nothing is drawn yet.",
                count,
            )
        )
        self.foot.set_text("")
        self.seed.set_text("")
        if drawn is None:
            return
        if drawn.published:
            self.state.set_chip(mark("Published"), icon="tick", tone=Tone.OK)
        else:
            self.state.set_chip(mark("Not published"), icon="pen")
        where: Text = mark("Session {session} of {last} · {players} players", session=self.session.current,
                     last=len(drawn.seating.sessions), players=len(drawn.numbers))  # fmt: skip
        if self.kind.current == BY_PLAYER:
            where = mark("{sessions} sessions · {players} players", sessions=len(drawn.seating.sessions),
                         players=len(drawn.numbers))  # fmt: skip
        begun = view.touched(self.session.current) if view is not None else frozenset[int]()
        free = len(begun) < len(drawn.seating.tables(self.session.current))
        if free and (drawn.whole or drawn.published) and self.kind.current == BY_TABLE:
            where = mark("{where} · choose two players to swap them", where=where)
        self.foot.set_text(where)
        self.seed.set_text(origin(drawn))


def _fits(drawn: Drawn | None, view: View | None, *, closed: bool) -> bool:
    """Whether an unpublished draw is still one for the event as it is now."""
    if drawn is None or view is None or drawn.published or drawn.seating == view.seating:
        return False
    if not drawn.whole:
        return True
    return (
        not closed
        and drawn.numbers == drawn_players(view, drawn.seating.wishes.reserves)
        and len(drawn.seating.sessions) == view.settings.sessions
    )
