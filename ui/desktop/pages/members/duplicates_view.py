"""Pairs of people in the directory who may be one person, to be merged."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, mark_count
from tournament.members.matching import Candidate, MatchReason
from tournament.members.member import DirectoryMember
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys, keys_of
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two people who may be one."""

    kept: DirectoryMember
    """Who stays, and gets what only the other has."""
    gone: DirectoryMember
    reason: MatchReason

    @property
    def key(self) -> frozenset[int]:
        """The same whoever stays."""
        return frozenset((self.kept.number, self.gone.number))


def pairs_of(duplicates: Sequence[tuple[DirectoryMember, Candidate]]) -> tuple[DuplicatePair, ...]:
    """Return the pairs that :meth:`~tournament.members.matching.MemberIndex.duplicates` finds: the earlier stays."""
    return tuple(DuplicatePair(each.member, later, each.reason) for later, each in duplicates)


def _turned(pair: DuplicatePair) -> DuplicatePair:
    return DuplicatePair(pair.gone, pair.kept, pair.reason)


def _who(member: DirectoryMember) -> str:
    return f"{member.number} {member.name}"


def _more(member: DirectoryMember) -> CellStyle:
    known = (member.country, member.club, *(each.number for each in member.numbers))
    return CellStyle(second=" · ".join(filter(None, known)))


_COLUMNS: tuple[TableColumn[DuplicatePair], ...] = (
    TableColumn(mark("Stays"), lambda pair: _who(pair.kept), style=lambda pair: _more(pair.kept)),
    TableColumn(mark("Joins them"), lambda pair: _who(pair.gone), style=lambda pair: _more(pair.gone)),
    TableColumn(mark("Why"), lambda pair: pair.reason.text, wish=240),
)


class DuplicatesView(QWidget):
    """Shows pairs until the user leaves. A merge can be undone, so it is not asked about."""

    merge_wanted = Signal(int, int)
    """The numbers of who stays and who joins them."""
    undo_wanted = Signal()
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._swapped: set[frozenset[int]] = set()
        self._counts = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.table: TableView[DuplicatePair] = TableView(
            mark("Pairs who may be one person"), _COLUMNS, key=lambda pair: pair.key, tall=True
        )
        self._notice = Notice(NoticeKind.OK)
        self._notice.hide()
        self.merge = PrimaryButton(mark("They are one person"), hint="Return")
        self.swap = OutlineButton(mark("The other one stays"), hint="S")
        self.undo = LinkButton(mark("Undo the last merge"), hint="U")
        leave = OutlineButton(mark("Back to the members"), shortcut="Esc")
        self.merge.clicked.connect(self._merge)
        self.swap.clicked.connect(self._swap)
        self.undo.clicked.connect(self.undo_wanted)
        leave.clicked.connect(self.left)
        title = TextLabel(mark("Entered twice?"), kind=Type.PAGE_TITLE)
        buttons = row(leave, self.merge, self.swap, self.undo, None)
        parts = (title, self._counts, stretched(self.table), self._notice, buttons)
        column(*parts, spacing=12, margins=Size.PAGE_MARGIN, on=self)
        keys_of(self.table).page = self._press
        answer_keys(self.table, {**dict.fromkeys(ENTER, self._merge), ESCAPE: self.left.emit})
        set_focus_target(self, self.table)

    def show_pairs(self, pairs: Sequence[DuplicatePair]) -> None:
        """Show ``pairs``; whoever was chosen to stay still does."""
        self.table.show_rows([_turned(each) if each.key in self._swapped else each for each in pairs])
        self._counts.set_text(
            mark_count("{count} pair may be one person. Whoever stays gets what only the other has.",
                       "{count} pairs may be one person. Whoever stays gets what only the other has.", len(pairs))
            if pairs else mark("Nobody seems to be in the directory twice.")
        )  # fmt: skip
        for button in (self.merge, self.swap):
            button.setEnabled(bool(pairs))
        if pairs and not self.table.currentIndex().isValid():
            self.table.select_line(0)

    def forget(self) -> None:
        """Forget what was chosen and said before."""
        self._swapped.clear()
        self._notice.hide()

    def tell(self, kind: NoticeKind, text: Text) -> None:
        """Show what was done, or why not."""
        self._notice.show_notice(kind, text)
        self._notice.show()

    def _press(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        act = {Qt.Key.Key_S: self._swap, Qt.Key.Key_U: self.undo_wanted.emit}.get(Qt.Key(event.key()))
        if act is not None:
            act()
        return act is not None

    def _merge(self) -> None:
        current = self.table.current_row
        if current is not None:
            self.merge_wanted.emit(current.kept.number, current.gone.number)

    def _swap(self) -> None:
        current = self.table.current_row
        if current is not None:
            self._swapped ^= {current.key}
            self.table.show_rows([_turned(each) if each.key == current.key else each for each in self.table.rows])
