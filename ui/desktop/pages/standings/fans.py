"""The fan made in the event, or by one player: from the hands whose tiles were entered."""

from collections.abc import Iterator, Sequence
from time import sleep

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.player import Player
from tournament.language import Text, folded, mark, mark_count, verbatim
from tournament.ledger.sheet import Sheet
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import FanStatistics, SheetHands, statistics_of
from tournament.use_cases import View
from ui.desktop.long_work import Step, Work, WorkBar
from ui.desktop.pages.standings.fan_rows import FIRST, MOST, FanMadeRow, fan_layouts, fan_rows
from ui.desktop.pages.standings.lists import RowsTable
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import ElidedLabel
from ui.desktop.widgets.layouts import row

Known = dict[tuple[int, int], tuple[Sheet, SheetHands]]
"""What each sheet told, by session and table, beside the sheet that told it."""
_EVERYBODY = ""
_MOST_FROM, _FIRST_FROM = 1060, 800
"""Widths from which there is room for who made a fan."""


class FanView(QWidget):
    """Counts in another thread; a hand that was counted once is not counted again."""

    hand_chosen = Signal(int, int)
    """Show the sheet of this session and table: a fan was made there first."""
    print_asked = Signal()
    """Open the report."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = ChoiceBox(mark("Fan of"))
        self.said = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.print = OutlineButton(mark("Print or save"), shortcut="Ctrl+P")
        self.table: RowsTable[FanMadeRow] = RowsTable(mark("Fan made"), fan_layouts(), tall=True)
        self.bar = WorkBar()
        self._players: dict[int, Player] = {}
        self._sheets: tuple[Sheet, ...] = ()
        self._known: Known = {}
        self._found = FanStatistics()
        self._named: tuple[Player, ...] = ()
        self._work: Work | None = None
        self._searched = False
        """The player was found by the words in the search, and goes with them."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        head = row(self.player, self.said, self.print, spacing=12)
        head.setStretch(1, 1)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)
        self.player.activated.connect(lambda _at: self._choose())
        self.print.clicked.connect(self.print_asked)
        self.table.row_chosen.connect(self._go)

    @property
    def busy(self) -> bool:
        """Hands are being counted."""
        return self._work is not None

    def show_fans(self, view: View, after: int, named: Sequence[Player], words: str) -> None:
        """Show the fan of the sessions up to ``after``; ``words`` were typed to find the players ``named``."""
        sheets = tuple(sheet for session in range(1, after + 1) for sheet in view.sheets(session))
        self._players = dict(view.players)
        self._offer(named, words)
        if sheets != self._sheets:
            self._sheets = sheets
            self._count(view.rules.id)
        else:
            self._show()

    def forget(self) -> None:
        """Another event is open."""
        self._give_up()
        self._sheets, self._known, self._found, self._players, self._named = (), {}, FanStatistics(), {}, ()
        self.table.show_rows(())
        self.player.set_choices([])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: first who made a fan most often, then who made it first."""
        super().resizeEvent(event)
        self.table.setColumnHidden(MOST, self.width() < _MOST_FROM or bool(self._chosen))
        self.table.setColumnHidden(FIRST, self.width() < _FIRST_FROM)

    def _offer(self, named: Sequence[Player], words: str) -> None:
        """Let one of the players be chosen; the first of those who were searched for is."""
        found = tuple(sorted(named, key=lambda player: folded(player.name)))
        if found != self._named:
            self._named = found
            everybody: list[tuple[str, Text | str]] = [(_EVERYBODY, mark("All players"))]
            self.player.set_choices([*everybody, *((str(each.number), verbatim(each.name)) for each in found)])
        if words and found and (self._searched or not self._chosen):
            self.player.setCurrentIndex(1)
            self._searched = True
        elif not words and self._searched:
            self.player.setCurrentIndex(0)
            self._searched = False

    def _count(self, rules: str) -> None:
        """Count in another thread: sheets that are as they were are not looked at again."""
        sheets, known, count = self._sheets, self._known, counting_by(rules)

        def task(step: Step) -> tuple[Known, FanStatistics]:
            told: Known = {}

            def counted() -> Iterator[SheetHands]:
                for at, sheet in enumerate(sheets):
                    step(at, len(sheets))
                    sleep(0)  # the window goes first
                    place = sheet.session, sheet.table
                    before = known.get(place)
                    kept = before is not None and before[0] is sheet
                    told[place] = before if before and kept else (sheet, SheetHands.of(sheet, count))
                    yield told[place][1]

            return told, statistics_of(counted())

        self._give_up()
        work = self._work = Work(task)
        work.done.connect(self._counted)
        work.ended.connect(self._ended)
        self.bar.follow(work, mark("Counting the hands"))
        work.start()

    def _give_up(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            work.done.disconnect(self._counted)
            work.ended.disconnect(self._ended)
            work.cancel()

    def _counted(self, result: tuple[Known, FanStatistics]) -> None:
        self._known, self._found = result
        self._show()

    def _ended(self) -> None:
        self._work = None

    @property
    def _chosen(self) -> int:
        return int(self.player.currentData() or 0)

    def _choose(self) -> None:
        self._searched = False
        self._show()

    def _show(self) -> None:
        found, chosen = self._found, self._chosen
        made = found.of(chosen) if chosen else found.made
        known = len(found.hands_by_winner.get(chosen, ())) if chosen else found.counted
        self.table.show_rows(fan_rows(made, known, self._players, alone=bool(chosen)))
        self.table.setColumnHidden(MOST, self.width() < _MOST_FROM or bool(chosen))
        hands = mark_count("{count} hand with its tiles", "{count} hands with their tiles", known)
        if chosen:
            self.said.set_text(mark("{known}, won by {player}", known=hands, player=self._players[chosen].name))
        else:
            self.said.set_text(mark("{known}, of {won} won", known=hands, won=found.won))
        self.print.setEnabled(bool(found.made))

    def _go(self, chosen: object) -> None:
        assert isinstance(chosen, FanMadeRow)
        self.hand_chosen.emit(chosen.made.first.session, chosen.made.first.table)
