"""The preview of an import: the lines of the file, a form for one line, and a panel with the file and its columns."""

from collections.abc import Mapping
from enum import Enum
from typing import assert_never

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QResizeEvent, QShortcut
from PySide6.QtWidgets import QGridLayout, QWidget

from reports.document import Emphasis
from tournament.event.player_import import FULL_NAME, ImportChoices, Note, NoteEffect, PlayerLine, Roster
from tournament.event.player_import.columns import FileColumn
from tournament.event.player_import.notes import COLUMN_LEFT_OUT, ZERO_RESTORED
from tournament.event.roster import LISTED_FIELDS, field_label, most_characters
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop.kit.form import Form, text_field
from ui.desktop.kit.sides import Sides
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.players.reading import ReadList
from ui.desktop.theme import Size, Tone, Type, room_of, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import DrawnCell, RightDelegate, TextDelegate
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import Icon, StatusIcon


class _LineForm(QWidget):
    """Fields for correcting a line of an import. Enter accepts the changes, Esc discards them."""

    edited = Signal(int, object)
    """The line number in the file, and the changed values by field."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._before: Mapping[str, str] = {}
        self._title = TextLabel(kind=Type.LABEL)
        self.form = Form(
            [text_field(field, field_label(field), longest=most_characters(field)) for field in LISTED_FIELDS]
        )
        self.take = OutlineButton(mark("Correct"), hint="Enter")
        self.take.clicked.connect(self._take)
        cancel = OutlineButton(mark("Cancel"), hint="Esc")
        cancel.clicked.connect(self.left)
        fields = [stretched(self.form.labelled[field]) for field in LISTED_FIELDS]
        column(row(self._title, None, cancel, self.take, spacing=10), row(*fields, spacing=8), spacing=8, on=self)
        for field in LISTED_FIELDS:
            self.form.line(field).returnPressed.connect(self._take)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.activated.connect(self.left)
        self.hide()

    def show_line(self, line: PlayerLine) -> None:
        """Show how ``line`` was read."""
        self._number = line.number
        self._before = {field: str(getattr(line.player, field)) for field in LISTED_FIELDS}
        self._title.set_text(mark("Corrected line {line}", line=line.number))
        self.form.show(self._before)
        self.show()
        blocks = (
            note.field for note in line.notes if note.kind.effect is NoteEffect.BLOCKS and note.field in LISTED_FIELDS
        )
        blocked = next(blocks, LISTED_FIELDS[0])
        self.form.line(blocked).setFocus()
        self.form.line(blocked).selectAll()

    def _take(self) -> None:
        values = self.form.values(LISTED_FIELDS)
        changed = {field: value for field, value in values.items() if value != self._before[field]}
        self.edited.emit(self._number, changed)


_SIGNS = {
    NoteEffect.ADJUSTED: StatusIcon.TO_VERIFY,
    NoteEffect.LEFT_OUT: StatusIcon.ASKS,
    NoteEffect.REMARK: StatusIcon.INFO,
    NoteEffect.BLOCKS: StatusIcon.DIFFERS,
}
"""Pen for adjusted, triangle for excluded, i for a remark, red triangle for a problem that prevents the import."""


_FIELD_TEXTS: dict[str, Text] = {
    "": mark("skipped"),
    FULL_NAME: mark("Full name"),
    **{field: field_label(field) for field in LISTED_FIELDS},
}
"""The meanings that a column can have, in words."""


class _ImportPanel(SidePanel):
    """The file, its columns with their meanings, the counts by kind, and the button that adds all players."""

    confirmed = Signal()
    cancelled = Signal()
    another = Signal()
    encoding_chosen = Signal(str)
    """The user chose the encoding of this name: read the list again in it."""
    column_chosen = Signal(int, str)
    """The user chose a field for the column with this index; an empty name excludes the column."""

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
        """Return a line for each column, with a choice box for its meaning."""
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
        box.set_choices([(field, _FIELD_TEXTS[field]) for field in ("", FULL_NAME, *LISTED_FIELDS)])
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
            sign = _SIGNS[kind.effect]
            parts.append(row(Icon(sign.icon, size=16, tone=sign.tone), 2, label, None, number))
    return [*parts, 10]


LINE, PLAYER, NICKNAME, COUNTRY, EMA_NUMBER, CLUB, TEAM, NOTES = range(8)


class _LinesShown(Enum):
    """Which lines of the import are shown. The value is the key of the segment."""

    ALL = "all"
    CHANGED = "changed"
    REMARKS = "remarks"
    BLOCKED = "blocked"

    def holds(self, line: PlayerLine) -> bool:
        """Whether ``line`` is shown."""
        effects = {note.kind.effect for note in line.notes}
        match self:
            case _LinesShown.ALL:
                return True
            case _LinesShown.CHANGED:
                return bool(effects & {NoteEffect.ADJUSTED, NoteEffect.LEFT_OUT})
            case _LinesShown.REMARKS:
                return NoteEffect.REMARK in effects
            case _LinesShown.BLOCKED:
                return line.blocked
            case _:
                assert_never(self)


def _line_columns() -> list[TableColumn[PlayerLine]]:
    """Return the columns: line of the file, the fields of the player, and what was changed or noticed."""
    return [
        TableColumn(mark("Line"), lambda line: str(line.number), width=56, delegate=RightDelegate,
                    style=lambda line: _style(line, Type.BODY, Tone.TEXT3)),
        _field_column(mark("Player"), "first_name", "last_name"),
        _field_column(field_label("nickname"), "nickname"),
        _field_column(field_label("country"), "country", width=78, dash=True),
        _field_column(field_label("ema_number"), "ema_number", width=112, dash=True),
        _field_column(field_label("club"), "club", dash=True),
        _field_column(field_label("team"), "team"),
        TableColumn(mark("Changes and remarks"), _notes_text, delegate=_NotesDelegate,
                    style=lambda line: _style(line, Type.BODY, None, tooltip=_notes_text(line))),
    ]  # fmt: skip


def _field_column(heading: Text, *fields: str, width: int = 0, dash: bool = False) -> TableColumn[PlayerLine]:
    """Return a column with what the import read as ``fields``, in bold where it restored something."""
    is_player = len(fields) > 1
    plain, tone = (Type.NAME, Tone.TEXT) if is_player else (Type.BODY, Tone.TEXT2)

    def text(line: PlayerLine) -> str:
        words = " ".join(getattr(line.player, field) for field in fields).strip()
        return words or ("–" if dash and line.taken else "")

    def style(line: PlayerLine) -> CellStyle:
        adjusted = any(
            note.field in fields and note.kind.effect is NoteEffect.ADJUSTED and note.kind is not ZERO_RESTORED
            for note in line.notes
        )  # in an EMA number only the zero is bold
        kind = Type.TOTAL if adjusted else plain
        return _style(line, kind, tone if line.taken else Tone.TEXT3, struck=is_player and not line.taken)

    return TableColumn(
        heading,
        text,
        emphasis=Emphasis.NAME if is_player else Emphasis.PLAIN,
        width=width,
        style=style,
        delegate=_EmaNumberDelegate if fields == ("ema_number",) else TextDelegate,
    )


def _style(line: PlayerLine, kind: Type, tone: Tone | None, *, struck: bool = False, tooltip: str = "") -> CellStyle:
    ground = "danger_soft" if line.blocked else "" if line.taken else "warn_soft"
    return CellStyle(type=kind, tone=tone, struck=struck, ground=ground, tooltip=tooltip)


def _notes(line: PlayerLine) -> list[Note]:
    """The notes of a line; those that prevent the import come first."""
    return sorted(line.notes, key=lambda note: note.kind.effect is not NoteEffect.BLOCKS)


def _notes_text(line: PlayerLine) -> str:
    return " · ".join(translator.translate(note.text) for note in _notes(line))


class _EmaNumberDelegate(TextDelegate):
    """Draws an EMA number with aligned digits; a zero that was restored is bold."""

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the digits."""
        number = cell.text
        assert isinstance(cell.row, PlayerLine)
        if any(note.kind is ZERO_RESTORED for note in cell.row.notes) and number.startswith("0"):
            painting.words(painter, rect, "0", colour=theme.tokens.text, kind=Type.TOTAL, figures=True)
            rect = rect.adjusted(painting.width_of("0", Type.TOTAL, figures=True), 0, 0, 0)
            number = number[1:]
        self.line(painter, rect, number, cell, figures=True)


class _NotesDelegate(TextDelegate):
    """Draws the notes with their signs, side by side."""

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write as many notes as fit."""
        left = rect.left()
        assert isinstance(cell.row, PlayerLine)
        for note in _notes(cell.row):
            sign, text = _SIGNS[note.kind.effect], translator.translate(note.text)
            sign.draw(painter, QRectF(left, rect.center().y() - 7, 14, 14))
            room = QRectF(left + 20, rect.top(), rect.right() - left - 20, rect.height())
            quiet = note.kind.effect in (NoteEffect.ADJUSTED, NoteEffect.REMARK)
            colour = (Tone.TEXT2 if quiet else sign.tone).of(theme.tokens)
            painting.words(painter, room, text, colour=colour, kind=Type.DENSE, figures=True)
            left += 20 + painting.width_of(text, Type.DENSE, figures=True) + 16
            if left > rect.right() - 40:
                return


class ImportPreview(QWidget):
    """The preview of an import, which adds all players or none."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list: ReadList | None = None
        self._asks = True
        """Whether EMA numbers are shown because the event uses them."""
        self.table: TableView[PlayerLine] = TableView(
            mark("Lines of the list"), _line_columns(), key=lambda line: line.number
        )
        self.shown = Switch(mark("Lines shown"))
        self.shown.chosen.connect(self._show_lines)
        self.panel = _ImportPanel()
        self.panel.column_chosen.connect(self._choose_column)
        self.line_form = _LineForm()
        self.line_form.edited.connect(self._mend_line)
        self.line_form.left.connect(self._leave_form)
        self.table.row_changed.connect(lambda _line: self._leave_form(keep_focus=True))
        self.table.row_chosen.connect(lambda _line: self.edit_line())
        for key, act in (("F2", self.edit_line), ("Del", self.toggle_line)):
            shortcut = QShortcut(QKeySequence(key), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        self._range = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        path = row(
            TextLabel(mark("Players"), kind=Type.PAGE_TITLE),
            4,
            Icon("chevron-right", size=16),
            4,
            TextLabel(mark("Import"), kind=Type.PAGE_TITLE, tone=Tone.TEXT2),
            None,
            self.shown,
        )
        bold = TextLabel(mark("Bold: corrected by the import"), kind=Type.DENSE, tone=Tone.TEXT2)
        keys = KeyText(mark("{f2} corrects a line, {delete} skips it", f2=Key("F2"), delete=Key("Del")))
        foot = row(self._range, 12, keys, None, bold)
        content = column(path, stretched(self.table), self.line_form, foot, spacing=12, margins=Size.PAGE_MARGIN)
        lines = boxed(content)
        self._sides = Sides(lines, self.panel, (mark("Lines of the list"), mark("File and what it adds")))
        both = row(stretched(lines), self.panel, spacing=0, centred=False)
        column(self._sides, stretched(both), spacing=0, on=self)
        self._sides.turned.connect(lambda part: (self.table if part is lines else part).setFocus())
        set_focus_target(self, self.table)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show either the lines or the file in a narrow window."""
        super().resizeEvent(event)
        self._sides.fit(room_of(self))

    @property
    def roster(self) -> Roster | None:
        """What the import would add."""
        return self._list.roster if self._list is not None else None

    def show_list(self, found: ReadList, *, asks: bool) -> None:
        """Show what a list would add. EMA numbers are shown if the event ``asks`` for them, or the list has any."""
        self._list, self._asks = found, asks
        self.line_form.hide()
        self._show_roster(found.roster, _LinesShown.BLOCKED if found.roster.problems else _LinesShown.ALL)

    def edit_line(self) -> None:
        """Edit the current line in the form."""
        line = self.table.current_row
        if line is not None and self.roster is not None and self.roster.columns:
            self.line_form.show_line(line)

    def toggle_line(self) -> None:
        """Exclude the current line, or include it again."""
        line = self.table.current_row
        if line is not None and self._list is not None:
            taken = line.number in self._list.choices.left_out
            self._decide(self._list.choices.with_line(line.number, taken=taken))

    def _mend_line(self, number: int, values: Mapping[str, str]) -> None:
        if self._list is not None:
            self._decide(self._list.choices.with_corrected(number, values.items()))
            self.table.setFocus()

    def _choose_column(self, index: int, field: str) -> None:
        if self._list is not None:
            self._decide(self._list.choices.with_column(index, field))

    def _leave_form(self, *, keep_focus: bool = False) -> None:
        self.line_form.hide()
        if not keep_focus:
            self.table.setFocus()

    def _decide(self, choices: ImportChoices) -> None:
        """Read the list again with these choices. The same kind of lines stays visible."""
        if self._list is None:
            return
        self._list = self._list.chosen(choices)
        self.line_form.hide()
        self._show_roster(self._list.roster, _LinesShown(self.shown.current or _LinesShown.ALL.value))

    def _show_roster(self, roster: Roster, shown_first: _LinesShown) -> None:
        numbers = self._asks or any(line.player.ema_number for line in roster.lines)
        self.table.setColumnHidden(EMA_NUMBER, not numbers)
        self.line_form.form.labelled["ema_number"].setVisible(numbers)
        nicknames = any(line.player.nickname for line in roster.lines)
        self.table.setColumnHidden(NICKNAME, not nicknames)
        self.line_form.form.labelled["nickname"].setVisible(nicknames)
        count = {shown: sum(shown.holds(line) for line in roster.lines) for shown in _LinesShown}
        labels = {
            _LinesShown.ALL: mark_count("The one line", "All {count} lines", count[_LinesShown.ALL]),
            _LinesShown.CHANGED: mark("Changed {count}", count=count[_LinesShown.CHANGED]),
            _LinesShown.REMARKS: mark("Remarks {count}", count=count[_LinesShown.REMARKS]),
            _LinesShown.BLOCKED: mark("Problems {count}", count=count[_LinesShown.BLOCKED]),
        }
        offered = [shown for shown in _LinesShown if shown is not _LinesShown.BLOCKED or count[shown]]
        self.shown.set_segments([Segment(shown.value, labels[shown]) for shown in offered])
        first = shown_first if shown_first in offered and count[shown_first] else _LinesShown.ALL
        self.shown.set_current(first.value)
        self._show_lines(first.value)
        self._range.set_text(_range_text(roster))
        self.panel.show_roster(roster)

    def _show_lines(self, key: str) -> None:
        if self.roster is not None:
            self.table.show_rows([line for line in self.roster.lines if _LinesShown(key).holds(line)])
            self.table.select_line(0)


def _range_text(roster: Roster) -> Text | str:
    if not roster.lines:
        return ""
    first, last = roster.lines[0].number, roster.lines[-1].number
    if not roster.heading_line:
        return mark("Lines {first}–{last} · no headings", first=first, last=last)
    return mark(
        "Lines {first}–{last} · headings on line {heading}",
        first=first,
        last=last,
        heading=roster.heading_line,
    )
