"""The fan made in the event, or by one player, in the hands whose tiles were entered."""

from collections.abc import Iterator, Sequence
from time import sleep

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from tournament.event.player import Player
from tournament.language import Text, folded, mark, mark_count, verbatim
from tournament.ledger.sheet import Sheet
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import FanStatistics, SheetHands, statistics_of
from tournament.use_cases import View
from ui.desktop.kit.page import PRINT
from ui.desktop.kit.table import TableView
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.pages.standings.columns import FIRST_MADE, MOST_OFTEN, FanMadeRow, fan_columns, fan_rows
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import ElidedLabel
from ui.desktop.widgets.layouts import column, row, stretched

CountedSheets = dict[tuple[int, int], tuple[Sheet, SheetHands]]
"""The counted hands of each sheet, by session and table, together with the sheet."""
_EVERYBODY = ""
_MOST_FROM, _FIRST_FROM = 1060, 800
"""Minimum widths for the columns that say who made a fan most often and first."""


class FanView(QWidget):
    """The list of fan. It counts in another thread, and counts no hand twice."""

    hand_chosen = Signal(int, int)
    """Show the sheet of this session and table, where a fan was made first."""
    print_asked = Signal()
    """Open the report."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = ChoiceBox(mark("Fan for"))
        self.summary = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.print = OutlineButton(mark("Print or save"), hint=PRINT)
        self.table: TableView[FanMadeRow] = TableView(
            mark("Recorded fan"), fan_columns(), key=lambda row: row.made.pattern.number, tall=True
        )
        self.bar = WorkBar()
        self._counting = CurrentWork(self)
        self._counting.done.connect(self._take)
        self._clear()
        head = row(self.player, stretched(self.summary), self.print, spacing=12)
        column(head, self.bar, stretched(self.table), spacing=12, on=self)
        set_focus_target(self, self.table)
        self.player.activated.connect(self._choose)
        self.print.clicked.connect(self.print_asked)
        self.table.row_chosen.connect(lambda row: self.hand_chosen.emit(row.made.first.session, row.made.first.table))

    def _clear(self) -> None:
        self._players: dict[int, Player] = {}
        self._sheets: tuple[Sheet, ...] = ()
        self._counted: CountedSheets = {}
        self._statistics = FanStatistics()
        self._found: tuple[Player, ...] = ()
        self._chosen_by_search = False

    @property
    def busy(self) -> bool:
        """Whether hands are being counted."""
        return self._counting.busy

    def show_fans(self, view: View, after: int, found: Sequence[Player], *, searched: bool) -> None:
        """Show the fan of the sessions up to ``after``.

        One of the players ``found`` can be chosen, the first if ``searched``.
        """
        sheets = tuple(sheet for session in view.sessions_until(after) for sheet in view.sheets(session))
        self._players = dict(view.players)
        self._offer(found, searched=searched)
        if sheets != self._sheets:
            self._sheets = sheets
            self._count(view.rules.id)
        else:
            self._show()

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._counting.forget()
        self._clear()
        self.table.show_rows(())
        self.player.set_choices([])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide who made a fan most often, then who made it first, if space is short."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.table.setColumnHidden(MOST_OFTEN, self.width() < _MOST_FROM or bool(self._chosen))
        self.table.setColumnHidden(FIRST_MADE, self.width() < _FIRST_FROM)

    def _offer(self, found: Sequence[Player], *, searched: bool) -> None:
        """Let the user choose one of these players. The first of those who were searched for is chosen."""
        by_name = tuple(sorted(found, key=lambda player: folded(player.name)))
        if by_name != self._found:
            self._found = by_name
            everybody: list[tuple[str, Text | str]] = [(_EVERYBODY, mark("All players"))]
            self.player.set_choices([*everybody, *((str(each.number), verbatim(each.name)) for each in by_name)])
        if searched and found and (self._chosen_by_search or not self._chosen):
            self.player.setCurrentIndex(1)
            self._chosen_by_search = True
        elif not searched and self._chosen_by_search:
            self.player.setCurrentIndex(0)
            self._chosen_by_search = False

    def _count(self, rules: str) -> None:
        """Count in another thread. Sheets that did not change are not counted again."""
        sheets, before, count = self._sheets, self._counted, counting_by(rules)

        def task(step: Step) -> tuple[CountedSheets, FanStatistics]:
            counted: CountedSheets = {}

            def hands() -> Iterator[SheetHands]:
                for number, sheet in enumerate(sheets):
                    step(number, len(sheets))
                    sleep(0)  # the window may be deleted first
                    place = sheet.session, sheet.table
                    known = before.get(place)
                    if known is None or known[0] is not sheet:
                        known = sheet, SheetHands.of(sheet, count)
                    counted[place] = known
                    yield known[1]

            return counted, statistics_of(hands())

        work = Work(task)
        self.bar.follow(work, mark("Counting the hands"))
        self._counting.start(work)

    def _take(self, result: tuple[CountedSheets, FanStatistics]) -> None:
        self._counted, self._statistics = result
        self._show()

    @property
    def _chosen(self) -> int:
        return int(self.player.currentData() or 0)

    def _choose(self) -> None:
        self._chosen_by_search = False
        self._show()

    def _show(self) -> None:
        statistics, chosen = self._statistics, self._chosen
        made = statistics.of(chosen) if chosen else statistics.made
        known = len(statistics.hands_by_winner.get(chosen, ())) if chosen else statistics.counted
        self.table.show_rows(fan_rows(made, known, self._players, of_one=bool(chosen)))
        self._fit()
        hands = mark_count("{count} hand with its tiles", "{count} hands with their tiles", known)
        if chosen:
            self.summary.set_text(mark("{known}, won by {player}", known=hands, player=self._players[chosen].name))
        else:
            self.summary.set_text(mark("{known}, of {won} won", known=hands, won=statistics.won))
        self.print.setEnabled(bool(statistics.made))
