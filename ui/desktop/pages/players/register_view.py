"""Compares the players with a federation's list: what differs, and who was not found. All is applied, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from reports.column import Emphasis
from reports.vocabulary import NUMBER, PLAYER
from tournament.event.player import Player
from tournament.event.register import RegisterComparison, compare_with_register
from tournament.language import Text, mark, mark_count
from tournament.use_cases import View
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.signs import StatusIcon


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """A player who is different on the federation's list, or was not found on it."""

    player: Player
    text: Text
    differs: bool


class RegisterView(QWidget):
    """The differences, shown in place of the list of players until they are applied or discarded."""

    confirmed = Signal()
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.register: Sequence[Player] = ()
        self.comparison = RegisterComparison(0, (), ())
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._counts = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        columns: list[TableColumn[ComparedPlayer]] = [
            TableColumn.showing(NUMBER.within(lambda each: each.player), emphasis=Emphasis.PLAIN, width=56),
            TableColumn.showing(PLAYER.within(lambda each: each.player), style=_style),
            TableColumn(mark("Differences"), lambda each: each.text),
        ]
        self.table: TableView[ComparedPlayer] = TableView(
            mark("Differences"), columns, key=lambda each: each.player.number
        )
        self._refusal = Notice(NoticeKind.DANGER)
        self.save_list = CheckBox(mark("Save the list on this computer to complete names as you type"))
        self.write = PrimaryButton("", shortcut="Ctrl+Return")
        self.write.clicked.connect(self.confirmed)
        cancel = OutlineButton(mark("Cancel"), shortcut="Esc")
        cancel.clicked.connect(self.left)
        parts = (self._title, self._counts, stretched(self.table), self._refusal, self.save_list)
        column(*parts, row(cancel, self.write, None), spacing=12, margins=Size.PAGE_MARGIN, on=self)
        set_focus_target(self, self.table)

    def show_register(self, name: str, register: Sequence[Player], view: View) -> None:
        """Compare the players of ``view`` with the federation's list ``register``."""
        self.register = register
        self._title.set_text(mark("Compared with {name}", name=name))
        self.save_list.setChecked(False)
        self.compare(view)

    def compare(self, view: View) -> None:
        """Compare again with ``view``, because the players may have changed."""
        self._refusal.hide()
        self.comparison = comparison = compare_with_register(view.players.values(), self.register)
        count = len(comparison.differences)
        text = mark(
            "{differing}, {same} identical, {unmatched} not compared",
            differing=mark_count("{count} player differs", "{count} players differ", count),
            same=comparison.same,
            unmatched=len(comparison.unmatched),
        )
        self._counts.set_text(text)
        rows = [ComparedPlayer(each.player, each.text, True) for each in comparison.differences]
        rows += [ComparedPlayer(player, reason.label, False) for player, reason in comparison.unmatched]
        self.table.show_rows(rows)
        self.write.set_text(
            mark_count("Update {count} player", "Update {count} players", count)
            if count
            else mark("Back to the players")
        )

    def refuse(self, text: Text) -> None:
        """Show why nothing was applied."""
        self._refusal.show_notice(NoticeKind.DANGER, text)
        self._refusal.show()


def _style(compared: ComparedPlayer) -> CellStyle:
    return CellStyle(sign=StatusIcon.TO_VERIFY if compared.differs else StatusIcon.ASKS)
