"""The tiles of the players of a hand, for rules that count anybody's tiles. They go back to the sheet when counted."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from tournament.language import Text, mark
from ui.desktop.hand_editor.hand_page import HandPage
from ui.desktop.hand_editor.question_form import NEXT_QUESTION
from ui.desktop.long_work import Work
from ui.desktop.pages.tables.refusals import WithoutMarks
from ui.desktop.theme import Tone, Type, room_of
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, row, stretched
from ui.entry.hand_draft import HandOnSheet
from ui.entry.table_sheet import TableSheet
from ui.entry.table_tiles import TableTiles
from ui.entry.verdict import Verdict, warm_up_player

NEXT, BEFORE = "PgDown", "PgUp"


class PlayerTiles(HandPage):
    """One player at a time; a switch shows each player with their value so far. Enter and Esc go back to the sheet."""

    left = Signal(object, str)
    """Back to the sheet with this :class:`ui.entry.hand_draft.HandDraft` and the typed tiles."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.tiles: TableTiles | None = None
        """The tiles that are shown."""
        self._warming: Work | None = None
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.back = OutlineButton(mark("Back to the sheet"), hint="Esc")
        self.players = Switch(mark("Players"))
        self._key = KeyText(mark("{key} next player", key=Key(NEXT)), kind=Type.CAPTION, tone=Tone.TEXT2)
        self._players = boxed(row(self.players, self._key, None))
        self.notice = Notice(NoticeKind.DANGER)
        self.hand_back = PrimaryButton("", hint="Return")
        self.fill(row(self._title, 4, stretched(self._where), self.back), self._players)
        for part in (self.notice, self.hand_back):
            self.panel.foot.addWidget(part)
        self.notice.hide()
        self.editor.judged.connect(self._judged)
        self.editor.confirmed.connect(self.submit)
        self.players.chosen.connect(lambda column: self._look_at(int(column)))
        self.hand_back.clicked.connect(self.submit)
        self.back.clicked.connect(self.leave)
        QShortcut(QKeySequence(NEXT), self).activated.connect(lambda: self._look_beside(1))
        QShortcut(QKeySequence(BEFORE), self).activated.connect(lambda: self._look_beside(-1))
        QShortcut(QKeySequence(NEXT_QUESTION), self).activated.connect(self.editor.ask_next)
        for column in range(4):
            QShortcut(QKeySequence(f"Ctrl+{column + 1}"), self).activated.connect(partial(self._look_at, column))

    def begin(self, hand: HandOnSheet, kept: str) -> None:
        """Show ``hand``, whose winner is known; ``kept`` are the tiles typed before."""
        self.tiles = TableTiles.begin(hand, kept)
        number, place = hand.draft.hand, hand.table.title
        self._title.set_text(mark("Tiles of hand {hand}", hand=number))
        where = mark("{place} · {result}", place=place, result=WithoutMarks(hand.result))
        self._where.set_texts(where, place)
        player = self.tiles.context(self.tiles.current).player
        if player is not None:
            self._warming = Work(lambda _step: warm_up_player(player))
            self._warming.start()
        self._show_player()
        self.editor.setFocus()

    def look_again(self, table: TableSheet) -> None:
        """Follow a change of the sheet; the typed tiles stay."""
        if self.tiles is not None:
            self.tiles = TableTiles(HandOnSheet(table, self.tiles.hand.draft), self.tiles.current, self.tiles.lines)

    @property
    def typed(self) -> str:
        """The typed tiles, to be kept."""
        return self.tiles.kept if self.tiles is not None else ""

    def leave(self) -> None:
        """Go back to the sheet without changing its values."""
        if self.tiles is not None:
            self.left.emit(self.tiles.hand.draft, self.tiles.kept)

    def submit(self) -> None:
        """Go back to the sheet with the counted values, unless there are tiles that cannot be counted."""
        if self.tiles is None:
            return
        against = self.tiles.stands_against()
        if against is None:
            self.left.emit(self.tiles.counted, self.tiles.kept)
            return
        column, problem = against
        if column != self.tiles.current:
            self._look_at(column)
        name = self.tiles.hand.table.names[column]
        text = problem.message if problem is not None else mark("These tiles are incomplete, or do not form a hand.")
        self.notice.show_notice(NoticeKind.DANGER, mark("{player}: {problem}", player=name, problem=text))
        self.notice.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window only the list of keys has the key of the next player."""
        super().resizeEvent(event)
        self._key.setHidden(room_of(self).compact)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter clicks the button with the focus, otherwise submits. Esc goes back to the sheet."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            elif not isinstance(focused, QLineEdit):  # the line edit emits its own signal
                self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _look_beside(self, step: int) -> None:
        if self.tiles is not None:
            self._look_at(self.tiles.beside(step).current)

    def _look_at(self, column: int) -> None:
        if self.tiles is not None and column in self.tiles.columns and column != self.tiles.current:
            self.tiles = self.tiles.looking_at(column)
            self._show_player()
            self.editor.setFocus()

    def _show_player(self) -> None:
        tiles = self.tiles
        if tiles is not None:
            self.editor.begin(tiles.context(tiles.current), tiles.lines[tiles.current])

    def _judged(self, _verdict: Verdict) -> None:
        """Show the value of the tiles beside that on the sheet, and the state of the other hands."""
        if self.tiles is None:
            return
        self.tiles = tiles = self.tiles.with_line(self.editor.state.typed)
        self.panel.show_verdict(tiles.verdict, tiles.claimed(tiles.current))
        self._players.setVisible(len(tiles.columns) > 1)
        self.players.set_segments([Segment(str(column), self._segment(column)) for column in tiles.columns])
        self.players.set_current(str(tiles.current))
        shared = tiles.shared_faults
        self.notice.setVisible(bool(shared))
        for column, problems in shared.items():
            name = tiles.hand.table.names[column]
            self.notice.show_notice(
                NoticeKind.DANGER, mark("{player}: {problem}", player=name, problem=problems[0].message)
            )
        self.hand_back.set_text(self._action(tiles))

    def _segment(self, column: int) -> Text:
        """Wind, name and value of a player."""
        tiles = self.tiles
        assert tiles is not None
        state = tiles.hand.table.state(tiles.hand.draft.hand)
        value = tiles.value(column)
        shown = str(value) if value is not None else "…" if tiles.lines[column].strip() else "–"
        values = (("wind", state.winds[column].short), ("player", tiles.hand.table.names[column]), ("value", shown))
        return Text("{wind} {player} · {value}", values)

    def _action(self, tiles: TableTiles) -> Text:
        """What Enter does."""
        values = [value for column in tiles.columns if (value := tiles.value(column)) is not None]
        if not values:
            return mark("Back to the sheet")
        if len(tiles.columns) == 1:
            return mark("Return {points} points to the sheet", points=values[0])
        return mark("Return {count} of {all} values to the sheet", count=len(values), all=len(tiles.columns))
