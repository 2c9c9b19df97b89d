"""Beside the lines of an import: the file, its columns, the counts by kind, and the one button that adds them all."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from tournament.event.player_import import FULL_NAME, NoteEffect, Roster
from tournament.event.player_import.columns import FileColumn
from tournament.event.player_import.notes import COLUMN_LEFT_OUT
from tournament.event.roster import field_label
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Card, Rule, SidePanel
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.signs import Icon, StatusIcon

SIGNS = {
    NoteEffect.ADJUSTED: StatusIcon.TO_VERIFY,
    NoteEffect.LEFT_OUT: StatusIcon.ASKS,
    NoteEffect.REMARK: StatusIcon.INFO,
    NoteEffect.BLOCKS: StatusIcon.DIFFERS,
}
"""Pen for adjusted, triangle for left out, i for a remark, red triangle for what is in the way."""


class ImportPanel(SidePanel):
    """Filled anew for each file."""

    confirmed = Signal()
    cancelled = Signal()
    another = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=Size.PANEL + 62, parent=parent)
        another = LinkButton(mark("another"), hint="Ctrl+I", tone=Tone.TEXT2, kind=Type.CAPTION)
        another.clicked.connect(self.another)
        self.add = PrimaryButton("", shortcut="Ctrl+Return")
        self.add.clicked.connect(self.confirmed)
        cancel = OutlineButton(mark("Cancel"), shortcut="Esc")
        cancel.clicked.connect(self.cancelled)
        self._scroll = Scrolled()
        self._why = Notice(NoticeKind.DANGER)
        self._all = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.body.addLayout(row(TextLabel(mark("File"), kind=Type.LABEL), None, another))
        self.body.addWidget(self._scroll, 1)
        self.body.addWidget(self._why)
        self.body.addWidget(self._all)
        buttons = row(cancel, self.add)
        buttons.setStretch(1, 1)
        self.body.addLayout(buttons)

    def refuse(self, text: Text) -> None:
        """Say why nothing was added."""
        self._why.show_notice(NoticeKind.DANGER, text)
        self._why.show()

    def text(self) -> str:
        """Why nothing can be added, empty if nothing is in the way."""
        return "" if self._why.isHidden() else self._why.text()

    def show_roster(self, roster: Roster) -> None:
        """Show what a file would add."""
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(7)
        column.addWidget(_file_card(roster))
        column.addSpacing(8)
        _add_columns(column, roster)
        _add_counts(column, mark("In the way"), "", roster, (NoteEffect.BLOCKS,))
        _add_counts(column, mark("Adjusted"), "", roster, (NoteEffect.ADJUSTED, NoteEffect.LEFT_OUT))
        _add_counts(column, mark("Remarks"), mark("they stop nothing"), roster, (NoteEffect.REMARK,))
        column.addStretch(1)
        self._scroll.set_content(content)
        self._show_verdict(roster)

    def _show_verdict(self, roster: Roster) -> None:
        count, blocks = len(roster.players), roster.problems
        self.add.set_text(mark_count("Add {count} player", "Add {count} players", count))
        self.add.setEnabled(not blocks and count > 0)
        self._all.setVisible(not blocks)
        self._all.set_text(
            mark_count(
                "Nothing has been added yet, and one undo takes the player back.",
                "All or none: nothing has been added yet, and one undo takes all {count} back.",
                count,
            )
        )
        self._why.setVisible(bool(blocks))
        if len(blocks) == 1:
            self._why.show_notice(NoticeKind.DANGER, blocks[0].text)
        elif blocks:
            title = mark_count("{count} thing is in the way", "{count} things are in the way", len(blocks))
            body = mark("Nothing is added before they are put right in the file. Then choose it again.")
            self._why.show_notice(NoticeKind.DANGER, title, body)


def _file_card(roster: Roster) -> Card:
    card = Card(quiet=True, margins=(14, 10))
    card.body.setSpacing(2)
    card.body.addWidget(ElidedLabel(verbatim(roster.source), kind=Type.NAME))
    lines = mark_count("{count} line", "{count} lines", len(roster.lines))
    how = mark("{how} · {lines}", how=roster.how, lines=lines)
    card.body.addWidget(TextLabel(how, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True))
    return card


def _add_columns(column: QVBoxLayout, roster: Roster) -> None:
    if not roster.columns:
        return
    taken = sum(bool(each.field) for each in roster.columns)
    counted = mark("{taken} of {count} recognised", taken=taken, count=len(roster.columns))
    title = TextLabel(mark("Columns"), kind=Type.PANEL_TITLE)
    column.addLayout(row(title, None, TextLabel(counted, kind=Type.DENSE, tone=Tone.TEXT2)))
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 4)
    grid.setColumnStretch(2, 5)
    for at, each in enumerate(roster.columns):
        for place, part in enumerate(_column_parts(each)):
            grid.addWidget(part, 2 * at, place)
        grid.addWidget(Rule(), 2 * at + 1, 0, 1, 4)
    column.addLayout(grid)
    column.addSpacing(10)


def _column_parts(column: FileColumn) -> tuple[QWidget, ...]:
    heading = column.heading or mark("column {place}", place=column.index + 1)
    arrow = TextLabel("→", kind=Type.DENSE, tone=Tone.TEXT3)
    if not column.field:
        left_out = TextLabel(mark("left out"), kind=Type.DENSE, tone=Tone.TEXT2)
        return ElidedLabel(heading, kind=Type.DENSE, tone=Tone.TEXT2), arrow, left_out, TextLabel("–", tone=Tone.TEXT2)
    name = mark("Full name") if column.field == FULL_NAME else field_label(column.field)
    return (
        ElidedLabel(heading, kind=Type.DENSE, tone=Tone.TEXT2), arrow, ElidedLabel(name, kind=Type.LABEL),
        Icon("tick", size=16, tone=Tone.OK),
    )  # fmt: skip


def _add_counts(
    column: QVBoxLayout, title: Text, aside: Text | str, roster: Roster, meanings: tuple[NoteEffect, ...]
) -> None:
    counts = roster.counts(*meanings)
    if not counts:
        return
    head = TextLabel(title, kind=Type.PANEL_TITLE)
    column.addLayout(row(head, TextLabel(aside, kind=Type.DENSE, tone=Tone.TEXT2), None))
    on_file = {note.kind: note.text for note in roster.notes if not note.line}
    for kind, count in counts:
        if kind is not COLUMN_LEFT_OUT:  # told among the columns
            whole = kind in on_file and count == 1
            label = on_file[kind] if whole else kind.label
            column.addLayout(_count_row(kind.effect, label, mark("file") if whole else verbatim(str(count))))
    column.addSpacing(10)


def _count_row(meaning: NoteEffect, label: Text, count: Text) -> QVBoxLayout:
    sign = SIGNS[meaning]
    line = QVBoxLayout()
    parts = row(
        Icon(sign.icon, size=16, tone=sign.tone), 2, ElidedLabel(label, kind=Type.DENSE), None,
        TextLabel(count, kind=Type.DENSE_TOTAL, figures=True),
    )  # fmt: skip
    line.addLayout(parts)
    return line
