"""The panel beside an import: the file, its columns, the counts by kind, and the button that adds all players."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.event.player_import import FULL_NAME, NoteEffect, Roster
from tournament.event.player_import.columns import FileColumn
from tournament.event.player_import.notes import COLUMN_LEFT_OUT
from tournament.event.roster import FIELDS, field_label
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import Icon, StatusIcon

SIGNS = {
    NoteEffect.ADJUSTED: StatusIcon.TO_VERIFY,
    NoteEffect.LEFT_OUT: StatusIcon.ASKS,
    NoteEffect.REMARK: StatusIcon.INFO,
    NoteEffect.BLOCKS: StatusIcon.DIFFERS,
}
"""Pen for adjusted, triangle for excluded, i for a remark, red triangle for a problem that prevents the import."""


_FIELD_TEXTS: dict[str, Text] = {
    "": mark("skipped"),
    FULL_NAME: mark("Full name"),
    **{field: field_label(field) for field in FIELDS},
}
"""The meanings that a column can have, in words."""


class ImportPanel(SidePanel):
    """Filled again for each file."""

    confirmed = Signal()
    cancelled = Signal()
    another = Signal()
    encoding_chosen = Signal(str)
    """Read the list again in the encoding of this name."""
    column_chosen = Signal(int, str)
    """The column with this index contains this field; an empty name excludes the column."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=Size.PANEL + 62, parent=parent)
        another = LinkButton(mark("another"), hint="Ctrl+I", tone=Tone.TEXT2, kind=Type.CAPTION)
        another.clicked.connect(self.another)
        self.add = PrimaryButton("", shortcut="Ctrl+Return")
        self.add.clicked.connect(self.confirmed)
        cancel = OutlineButton(mark("Cancel"), shortcut="Esc")
        cancel.clicked.connect(self.cancelled)
        self.encoding = ChoiceBox(mark("Encoding"))
        self.encoding.activated.connect(lambda _index: self.encoding_chosen.emit(self.encoding.currentData()))
        self._encoding_line = boxed(
            row(TextLabel(mark("Encoding"), kind=Type.LABEL), stretched(self.encoding), spacing=10)
        )
        self._scroll = Scrolled()
        self._boxes: dict[int, ChoiceBox] = {}
        """The choice boxes for the meaning of each column, by its index."""
        self._refusal = Notice(NoticeKind.DANGER)
        self._all_or_none = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        head = row(TextLabel(mark("File"), kind=Type.LABEL), None, another)
        for part in (
            head,
            self._encoding_line,
            stretched(self._scroll),
            self._refusal,
            self._all_or_none,
            row(cancel, stretched(self.add)),
        ):
            add(self.body, part)

    def refuse(self, text: Text) -> None:
        """Show why nothing was added."""
        self._refusal.show_notice(NoticeKind.DANGER, text)
        self._refusal.show()

    def text(self) -> str:
        """Why nothing can be added, or an empty string."""
        return "" if self._refusal.isHidden() else self._refusal.text()

    def show_roster(self, roster: Roster) -> None:
        """Show what a file would add. If the user is choosing the meaning of a column, the focus stays there."""
        chosen = next((index for index, box in self._boxes.items() if box.hasFocus()), None)
        parts: list[Part] = [
            _file_card(roster),
            8,
            *self._columns(roster),
            *_counts(mark("Problems"), "", roster, (NoteEffect.BLOCKS,)),
            *_counts(mark("Adjusted"), "", roster, (NoteEffect.ADJUSTED, NoteEffect.LEFT_OUT)),
            *_counts(mark("Remarks"), mark("they do not prevent play"), roster, (NoteEffect.REMARK,)),
            None,
        ]
        self._show_encoding(roster.encoding)
        self._scroll.set_content(boxed(column(*parts, spacing=7, margins=(0, 0, 6, 0))))
        self._show_verdict(roster)
        if chosen in self._boxes:
            self._boxes[chosen].setFocus()

    def _columns(self, roster: Roster) -> list[Part]:
        """Each column with a choice box for its meaning."""
        self._boxes = {}
        if not roster.columns:
            return []
        taken = sum(bool(each.field) for each in roster.columns)
        counted = mark("{taken} of {count} recognised", taken=taken, count=len(roster.columns))
        title = TextLabel(mark("Columns"), kind=Type.PANEL_TITLE)
        grid = QGridLayout()
        set_margins(grid, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 4)
        grid.setColumnStretch(2, 5)
        for line, each in enumerate(roster.columns):
            for place, part in enumerate(self._column_parts(each)):
                grid.addWidget(part, 2 * line, place)
            grid.addWidget(Rule(), 2 * line + 1, 0, 1, 4)
        return [row(title, None, TextLabel(counted, kind=Type.DENSE, tone=Tone.TEXT2)), grid, 10]

    def _column_parts(self, file_column: FileColumn) -> tuple[QWidget, ...]:
        heading = file_column.heading or mark("column {place}", place=file_column.index + 1)
        box = ChoiceBox(mark("Content of “{heading}”", heading=heading))
        box.set_choices([(field, _FIELD_TEXTS[field]) for field in ("", FULL_NAME, *FIELDS)])
        box.setCurrentIndex(box.findData(file_column.field))
        self._boxes[file_column.index] = box
        # the boxes are created again, and this one is still handling its signal
        later = Qt.ConnectionType.QueuedConnection
        box.activated.connect(lambda _index: self._choose(file_column.index), later)
        sign = Icon("tick", size=16, tone=Tone.OK) if file_column.field else TextLabel("–", tone=Tone.TEXT2)
        return (
            ElidedLabel(heading, kind=Type.DENSE, tone=Tone.TEXT2),
            TextLabel("→", kind=Type.DENSE, tone=Tone.TEXT3),
            box,
            sign,
        )

    def _choose(self, index: int) -> None:
        box = self._boxes.get(index)
        if box is not None:
            self.column_chosen.emit(index, box.currentData())

    def _show_encoding(self, encoding: str) -> None:
        """Show the encoding of a text file and offer others, always including the current one."""
        from reports.readers import ENCODINGS

        names = list(ENCODINGS) if encoding in ENCODINGS else [encoding, *ENCODINGS]
        self.encoding.set_choices([(name, verbatim(name)) for name in names])
        self.encoding.setCurrentIndex(self.encoding.findData(encoding))
        self._encoding_line.setVisible(bool(encoding))

    def _show_verdict(self, roster: Roster) -> None:
        count, blocks = len(roster.players), roster.problems
        self.add.set_text(mark_count("Add {count} player", "Add {count} players", count))
        self.add.setEnabled(not blocks and count > 0)
        self._all_or_none.setVisible(not blocks)
        self._all_or_none.set_text(
            mark_count(
                "Nothing has been added yet. One undo removes the player again.",
                "All or none: nothing has been added yet. One undo removes all {count} again.",
                count,
            )
        )
        self._refusal.setVisible(bool(blocks))
        if len(blocks) == 1:
            self._refusal.show_notice(NoticeKind.DANGER, blocks[0].text)
        elif blocks:
            title = mark_count("{count} problem to correct", "{count} problems to correct", len(blocks))
            body = mark("No player is added until these are corrected. F2 corrects a line, Del skips it.")
            self._refusal.show_notice(NoticeKind.DANGER, title, body)


def _file_card(roster: Roster) -> Card:
    card = Card(quiet=True, margins=(14, 10))
    card.body.setSpacing(2)
    card.body.addWidget(ElidedLabel(verbatim(roster.source), kind=Type.NAME))
    lines = mark_count("{count} line", "{count} lines", len(roster.lines))
    how = mark("{how} · {lines}", how=roster.how, lines=lines)
    card.body.addWidget(TextLabel(how, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True))
    return card


def _counts(title: Text, aside: Text | str, roster: Roster, effects: tuple[NoteEffect, ...]) -> list[Part]:
    counts = roster.counts(*effects)
    if not counts:
        return []
    parts: list[Part] = [
        row(TextLabel(title, kind=Type.PANEL_TITLE), TextLabel(aside, kind=Type.DENSE, tone=Tone.TEXT2), None)
    ]
    of_file = {note.kind: note.text for note in roster.notes if not note.line}
    for kind, count in counts:
        if kind is not COLUMN_LEFT_OUT:  # listed with the columns
            whole = kind in of_file and count == 1
            label = ElidedLabel(of_file[kind] if whole else kind.label, kind=Type.DENSE)
            number = TextLabel(mark("file") if whole else str(count), kind=Type.DENSE_TOTAL, figures=True)
            sign = SIGNS[kind.effect]
            parts.append(row(Icon(sign.icon, size=16, tone=sign.tone), 2, label, None, number))
    return [*parts, 10]
