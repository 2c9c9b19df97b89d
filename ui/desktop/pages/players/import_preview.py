"""The preview of an import: the lines of the file, a form for one line, and a panel with the file and its columns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QResizeEvent, QShortcut
from PySide6.QtWidgets import QWidget

from reports.column import Emphasis
from tournament.event.player import Player
from tournament.event.player_import import (
    ImportChoices,
    NoteEffect,
    PlayerLine,
    Roster,
)
from tournament.event.player_import.notes import ZERO_RESTORED
from tournament.event.roster import LISTED_FIELDS, field_label, most_characters
from tournament.language import Text, mark, mark_count
from ui.desktop.kit.form import Form, text_field
from ui.desktop.kit.sides import Sides
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.long_work import CurrentWork, Work, WorkBar
from ui.desktop.pages.players.import_panel import PLAYERS, SIGNS, ImportPanel, ImportWords
from ui.desktop.pages.players.reading import LinesShown, ReadList, notes_of, notes_text, remember_columns
from ui.desktop.theme import Size, Tone, Type, room_of, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import DrawnCell, RightDelegate, TextDelegate
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import Icon


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


LINE, FIRST_NAME, LAST_NAME, NICKNAME, LATIN_FIRST, LATIN_LAST, COUNTRY, EMA_NUMBER, CLUB, TEAM, NOTES = range(11)
_IF_USED = ((NICKNAME, "nickname"), (LATIN_FIRST, "latin_first_name"), (LATIN_LAST, "latin_last_name"))
"""Columns that are shown if a line has something in them, with their fields."""


def _line_columns() -> list[TableColumn[PlayerLine]]:
    """Return the columns: line of the file, the fields of the player, and what was changed or noticed."""
    return [
        TableColumn(mark("Line"), lambda line: str(line.number), width=56, delegate=RightDelegate,
                    style=lambda line: _style(line, Type.BODY, Tone.TEXT3)),
        _field_column("first_name"),
        _field_column("last_name"),
        _field_column("nickname"),
        _field_column("latin_first_name"),
        _field_column("latin_last_name"),
        _field_column("country", width=78, dash=True),
        _field_column("ema_number", width=112, dash=True),
        _field_column("club", dash=True),
        _field_column("team"),
        TableColumn(mark("Changes and remarks"), notes_text, delegate=_NotesDelegate, short=200,
                    style=lambda line: _style(line, Type.BODY, None, tooltip=notes_text(line))),
    ]  # fmt: skip


def _field_column(field: str, *, width: int = 0, dash: bool = False) -> TableColumn[PlayerLine]:
    """Return a column with what the import read as ``field``, in bold where it restored something."""
    is_name = field in ("first_name", "last_name")
    plain, tone = (Type.NAME, Tone.TEXT) if is_name else (Type.BODY, Tone.TEXT2)

    def text(line: PlayerLine) -> str:
        return getattr(line.player, field) or ("–" if dash and line.taken else "")

    def style(line: PlayerLine) -> CellStyle:
        adjusted = any(
            note.field == field and note.kind.effect is NoteEffect.ADJUSTED and note.kind is not ZERO_RESTORED
            for note in line.notes
        )  # in an EMA number only the zero is bold
        kind = Type.TOTAL if adjusted else plain
        return _style(line, kind, tone if line.taken else Tone.TEXT3, struck=is_name and not line.taken)

    return TableColumn(
        field_label(field),
        text,
        emphasis=Emphasis.NAME if is_name else Emphasis.PLAIN,
        width=width,
        style=style,
        delegate=_EmaNumberDelegate if field == "ema_number" else TextDelegate,
    )


def _style(line: PlayerLine, kind: Type, tone: Tone | None, *, struck: bool = False, tooltip: str = "") -> CellStyle:
    ground = "danger_soft" if line.blocked else "" if line.taken else "warn_soft"
    return CellStyle(type=kind, tone=tone, struck=struck, ground=ground, tooltip=tooltip)


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
        for note in notes_of(cell.row):
            sign, text = SIGNS[note.kind.effect], translator.translate(note.text)
            sign.draw(painter, QRectF(left, rect.center().y() - 7, 14, 14))
            room = QRectF(left + 20, rect.top(), rect.right() - left - 20, rect.height())
            quiet = note.kind.effect in (NoteEffect.ADJUSTED, NoteEffect.REMARK)
            colour = (Tone.TEXT2 if quiet else sign.tone).of(theme.tokens)
            painting.words(painter, room, text, colour=colour, kind=Type.DENSE, figures=True)
            left += 20 + painting.width_of(text, Type.DENSE, figures=True) + 16
            if left > rect.right() - 40:
                return


class _LineTable(TableView[PlayerLine]):
    """The lines of the list. Its columns are sized for all lines, whichever of them are shown."""

    measured: Sequence[PlayerLine] = ()

    @property
    def measured_rows(self) -> Sequence[PlayerLine]:
        """The lines by whose contents the columns are sized."""
        return self.measured


class ImportPreview(QWidget):
    """The preview of an import, which adds all players or none."""

    def __init__(self, words: ImportWords = PLAYERS, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list: ReadList | None = None
        self._wanted: ReadList | None = None
        """The list with the latest choices while it is being read."""
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._show_read)
        self._reading.failed.connect(self._show_failure)
        self._reading.cancelled.connect(self._show_as_before)
        self.bar = WorkBar()
        self._asks = True
        """Whether EMA numbers are shown because the event uses them."""
        self.table = _LineTable(mark("Lines of the list"), _line_columns(), key=lambda line: line.number)
        self.shown = Switch(mark("Lines shown"))
        self.shown.chosen.connect(self._show_lines)
        self.panel = ImportPanel(words)
        self.panel.column_chosen.connect(self._choose_column)
        self.panel.column_as_found.connect(self._choose_as_found)
        self.panel.columns_reset.connect(self._reset_columns)
        self.panel.headings_chosen.connect(self._choose_headings)
        self.panel.order_chosen.connect(self._choose_order)
        self.panel.spelling_chosen.connect(self._choose_spelling)
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
            TextLabel(words.place, kind=Type.PAGE_TITLE),
            4,
            Icon("chevron-right", size=16),
            4,
            TextLabel(mark("Import"), kind=Type.PAGE_TITLE, tone=Tone.TEXT2),
            None,
            self.shown,
        )
        bold = TextLabel(mark("Bold: corrected by the import"), kind=Type.DENSE, tone=Tone.TEXT2)
        keys = KeyText(mark("{f2} corrects a line, {delete} skips or takes it", f2=Key("F2"), delete=Key("Del")))
        foot = row(self._range, 12, keys, None, bold)
        content = column(
            path, self.bar, stretched(self.table), self.line_form, foot, spacing=12, margins=Size.PAGE_MARGIN
        )
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

    def remember(self) -> None:
        """Keep the chosen columns for the next list with the same headings."""
        if self._list is not None:
            remember_columns(self._list)

    @property
    def roster(self) -> Roster | None:
        """What the import would add."""
        return self._list.roster if self._list is not None else None

    def show_list(self, found: ReadList, *, asks: bool) -> None:
        """Show what a list would add. EMA numbers are shown if the event ``asks`` for them, or the list has any."""
        self._reading.forget()
        self._wanted, self._asks = None, asks
        self.line_form.hide()
        self._show_lines_of(found, LinesShown.BLOCKED if found.roster.problems else LinesShown.ALL)

    @property
    def found(self) -> ReadList | None:
        """The list that is shown."""
        return self._list

    @property
    def players(self) -> tuple[Player, ...]:
        """The players that the import would add, with their wishes of an earlier event."""
        return self._list.players if self._list is not None else ()

    def take_wishes(self, earlier: Sequence[Player]) -> None:
        """Let the players have the wishes that they had in an earlier event."""
        if self._list is not None:
            self._read(replace(self._latest, earlier=tuple(earlier)))

    def edit_line(self) -> None:
        """Edit the current line in the form."""
        line = self.table.current_row
        if line is not None and self.roster is not None and self.roster.columns:
            self.line_form.show_line(line)

    def toggle_line(self) -> None:
        """Exclude the current line, or include it again."""
        line = self.table.current_row
        if line is not None and self._list is not None:
            self._decide(self._latest.choices.with_line(line.number, taken=not line.taken))

    def _mend_line(self, number: int, values: Mapping[str, str]) -> None:
        if self._list is not None:
            self._decide(self._latest.choices.with_corrected(number, values.items()))
            self.table.setFocus()

    def _choose_column(self, index: int, field: str) -> None:
        if self._list is not None:
            self._decide(self._latest.choices.with_column(index, field))

    def _choose_as_found(self, index: int) -> None:
        if self._list is not None:
            columns = tuple(each for each in self._latest.choices.columns if each[0] != index)
            self._decide(replace(self._latest.choices, columns=columns, remembered=False))

    def _reset_columns(self) -> None:
        if self._list is not None:
            self._decide(replace(self._latest.choices, columns=(), remembered=False))

    def _choose_headings(self, line: int) -> None:
        """Take a line as the headings. The meanings chosen for columns belonged to other headings."""
        if self._list is not None:
            self._decide(replace(self._latest.choices, heading_line=line, columns=(), remembered=False))

    def _choose_order(self, last_name_first: bool) -> None:
        if self._list is not None:
            self._decide(replace(self._latest.choices, last_name_first=last_name_first))

    def _choose_spelling(self, key: tuple[str, str], apart: bool) -> None:
        if self._list is not None:
            self._decide(self._latest.choices.with_spelling(key, apart=apart))

    def _leave_form(self, *, keep_focus: bool = False) -> None:
        self.line_form.hide()
        if not keep_focus:
            self.table.setFocus()

    @property
    def _latest(self) -> ReadList:
        """The list with the latest choices, which may still be being read."""
        latest = self._wanted or self._list
        assert latest is not None, "a list is shown"
        return latest

    def _decide(self, choices: ImportChoices) -> None:
        """Read the list again with these choices. The same kind of lines stays visible."""
        if self._list is not None:
            self._read(self._latest.chosen(choices))

    def _read(self, wanted: ReadList) -> None:
        """Read a list, a long one in another thread. Nothing can be added meanwhile, since it is not what is shown."""
        self.line_form.hide()
        if not wanted.is_long:
            self._show_read(wanted)
            return
        self._wanted = wanted
        self.panel.add.setEnabled(False)
        work = Work(wanted.interpreted)
        self.bar.follow(work, mark("Reading {name}", name=wanted.table.name))
        self._reading.start(work)

    def _show_read(self, found: ReadList) -> None:
        self._wanted = None
        self._show_lines_of(found, LinesShown(self.shown.current or LinesShown.ALL.value))

    def _show_as_before(self) -> None:
        """Show the list without the choice whose reading was cancelled."""
        self._wanted = None
        if self._list is not None:
            self._show_read(self._list)

    def _show_failure(self, error: Exception) -> None:
        self._show_as_before()
        raise error

    def _show_lines_of(self, found: ReadList, shown_first: LinesShown) -> None:
        self._list = found
        roster, lines = found.roster, found.lines
        numbers = self._asks or "ema_number" in lines.filled
        self.table.setColumnHidden(EMA_NUMBER, not numbers)
        self.line_form.form.labelled["ema_number"].setVisible(numbers)
        for place, field in (*_IF_USED, (CLUB, "club"), (TEAM, "team")):
            self.table.setColumnHidden(place, field not in lines.filled)
        for _place, field in _IF_USED:
            self.line_form.form.labelled[field].setVisible(field in lines.filled)
        self.table.measured = lines.measured
        count = {shown: len(lines.of[shown]) for shown in LinesShown}
        labels = {
            LinesShown.ALL: mark_count("The one line", "All {count} lines", count[LinesShown.ALL]),
            LinesShown.CHANGED: mark("Changed {count}", count=count[LinesShown.CHANGED]),
            LinesShown.REMARKS: mark("Remarks {count}", count=count[LinesShown.REMARKS]),
            LinesShown.BLOCKED: mark("Problems {count}", count=count[LinesShown.BLOCKED]),
        }
        offered = [shown for shown in LinesShown if shown is not LinesShown.BLOCKED or count[shown]]
        self.shown.set_segments([Segment(shown.value, labels[shown]) for shown in offered])
        first = shown_first if shown_first in offered and count[shown_first] else LinesShown.ALL
        self.shown.set_current(first.value)
        self._show_lines(first.value)
        self._range.set_text(_range_text(roster))
        self.panel.show_list(found)

    def _show_lines(self, key: str) -> None:
        if self._list is not None:
            self.table.show_rows(self._list.lines.of[LinesShown(key)])
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
