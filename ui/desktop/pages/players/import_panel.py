"""The panel of an import: the file and how it was read, its columns with their meanings, and what it would add."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.event.player_import import COLUMN_FIELDS, NoteEffect, Roster, column_label
from tournament.event.player_import.columns import FileColumn
from tournament.event.player_import.notes import COLUMN_LEFT_OUT
from tournament.event.player_import.registrations import REGISTRATION_COLUMN_FIELDS, field_of_column
from tournament.event.player_import.spellings import Spelling
from tournament.event.registration import registration_label
from tournament.event.roster import field_label
from tournament.language import Text, mark, mark_count, mark_in, verbatim
from ui.desktop.pages.players.reading import ReadList
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.fields import CheckBox, ChoiceBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import Icon, StatusIcon

_HEADING_LINES = 12
"""The number of lines that can be chosen as the headings."""
_MOST_SPELLINGS = 12
"""The number of names with several spellings that are shown."""

SIGNS = {
    NoteEffect.ADJUSTED: StatusIcon.TO_VERIFY,
    NoteEffect.LEFT_OUT: StatusIcon.ASKS,
    NoteEffect.REMARK: StatusIcon.INFO,
    NoteEffect.BLOCKS: StatusIcon.DIFFERS,
}
"""Pen for adjusted, triangle for excluded, i for a remark, red triangle for a problem that prevents the import."""


@dataclass(frozen=True, slots=True)
class ImportWords:
    """What an import adds, and the words for it."""

    place: Text
    """The page that it adds to."""
    count: Callable[[ReadList], int]
    """How many it would add."""
    add: Callable[[int], Text]
    """The button that adds so many."""
    nothing_yet: Callable[[int], Text]
    """That nothing was added yet, and what becomes of so many."""
    rest: Callable[[FileColumn], Text] | None = None
    """What becomes of a column that is nothing of a player; None if it is skipped."""
    fields: tuple[str, ...] = COLUMN_FIELDS
    """Everything that a column can be read as."""

    def knows(self, column: FileColumn) -> bool:
        """Whether ``column`` has a meaning."""
        return bool(column.field or (self.rest is not None and field_of_column(column)))

    def meanings(self, column: FileColumn) -> Iterator[tuple[str, Text]]:
        """Yield what ``column`` can be read as, with its words; first what its heading says, if it is kept by that."""
        known = ""
        if self.rest is not None:
            yield _KEPT, self.rest(column)
            known = _field_of_heading(column)
        for field in ("", *(each for each in self.fields if each != known or column.noted_as == known)):
            yield field, column_label(field) if field in ("", *COLUMN_FIELDS) else registration_label(field)

    def meaning(self, column: FileColumn) -> str:
        """Return the one of :meth:`meanings` that ``column`` has."""
        kept = self.rest is not None and not (column.field or column.noted_as or column.ignored)
        return _KEPT if kept else column.field or column.noted_as


def _field_of_heading(column: FileColumn) -> str:
    """Return the field of a registration that the heading of ``column`` says, whatever was chosen for it."""
    return field_of_column(replace(column, field="", noted_as="", ignored=False))


def _kept_as(column: FileColumn) -> Text:
    """What a registration keeps of ``column`` by its heading: a field, or a column of its own."""
    field = _field_of_heading(column)
    return registration_label(field) if field else mark_in("column", "kept")


PLAYERS = ImportWords(
    mark("Players"),
    lambda found: len(found.roster.players),
    lambda count: mark_count("Add {count} player", "Add {count} players", count),
    lambda count: mark_count(
        "Nothing has been added yet. One undo removes the player again.",
        "All or none: nothing has been added yet. One undo removes all {count} again.",
        count,
    ),
)
REGISTRATIONS = ImportWords(
    mark("Registration desk"),
    lambda found: len(found.registrations),
    lambda count: mark_count("Note {count} registration", "Note {count} registrations", count),
    lambda _count: mark(
        "Nothing has been noted yet. Orders that wait are noted on the waiting list; people who are registered already "
        "stay as they are."
    ),
    _kept_as,
    REGISTRATION_COLUMN_FIELDS,
)
_KEPT = "kept"
"""The choice for a column that is kept with the person."""


class ImportPanel(SidePanel):
    """The file, its columns with their meanings, the counts by kind, and the button that adds all players."""

    confirmed = Signal()
    cancelled = Signal()
    another = Signal()
    encoding_chosen = Signal(str)
    """The user chose the encoding of this name: read the list again in it."""
    wishes_asked = Signal()
    """The user wants the players to have their wishes of an earlier event."""
    sheet_chosen = Signal(str)
    """The user chose the sheet of this name: read that one."""
    column_chosen = Signal(int, str)
    """The user chose a field for the column with this index; an empty name excludes the column."""
    column_as_found = Signal(int)
    """The user wants the column with this index to be what its heading says, or kept with the person."""
    columns_reset = Signal()
    """The user discarded the columns of an earlier list."""
    headings_chosen = Signal(object)
    """The user chose the line with the headings: an int, 0 for none, or None for the one that is found."""
    order_chosen = Signal(bool)
    """The user chose whether full names begin with the last name."""
    spelling_chosen = Signal(object, bool)
    """The user chose whether the spellings of a name, given by its key, are kept apart."""

    def __init__(self, words: ImportWords, *, parent: QWidget | None = None) -> None:
        super().__init__(width=Size.PANEL + 62, parent=parent)
        self._words = words
        another = LinkButton(mark("another"), hint="Ctrl+I", tone=Tone.TEXT2, kind=Type.CAPTION)
        another.clicked.connect(self.another)
        self.add = PrimaryButton("", shortcut="Ctrl+Return")
        self.add.clicked.connect(self.confirmed)
        cancel = OutlineButton(mark("Cancel"), shortcut="Esc")
        cancel.clicked.connect(self.cancelled)
        self.encoding = ChoiceBox(mark("Encoding"))
        self.encoding.activated.connect(lambda _index: self.encoding_chosen.emit(self.encoding.currentData()))
        self._encoding_line = _labelled(mark("Encoding"), self.encoding)
        self.sheet = ChoiceBox(mark("Worksheet"))
        self.sheet.activated.connect(lambda _index: self.sheet_chosen.emit(self.sheet.currentData()))
        self._sheet_line = _labelled(mark("Worksheet"), self.sheet)
        self.headings = ChoiceBox(mark("Headings"))
        self.headings.activated.connect(lambda _index: self._choose_headings())
        self._headings_line = _labelled(mark("Headings"), self.headings)
        self.order = ChoiceBox(mark("Full names"))
        self.order.set_choices([("first", mark("first name first")), ("last", mark("last name first"))])
        self.order.activated.connect(lambda _index: self.order_chosen.emit(self.order.currentData() == "last"))
        self._order_line = _labelled(mark("Full names"), self.order)
        self._scroll = Scrolled()
        self._boxes: dict[int, ChoiceBox] = {}
        """The choice boxes for the meaning of each column, by its index."""
        self._refusal = Notice(NoticeKind.DANGER)
        self._all_or_none = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.wishes = LinkButton(mark("Wishes from an earlier event…"), tone=Tone.TEXT2, kind=Type.CAPTION)
        self.wishes.clicked.connect(self.wishes_asked)
        self._wishing = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        head = row(TextLabel(mark("File"), kind=Type.LABEL), None, another)
        for part in (
            head,
            self._encoding_line,
            self._sheet_line,
            self._headings_line,
            self._order_line,
            stretched(self._scroll),
            row(self.wishes, None),
            self._wishing,
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

    def show_list(self, found: ReadList) -> None:
        """Show what a list would add. If the user is choosing the meaning of a column, the focus stays there."""
        roster = found.roster
        chosen = next((index for index, box in self._boxes.items() if box.hasFocus()), None)
        parts: list[Part] = [
            _file_card(roster),
            8,
            *_counts(mark("Problems"), "", roster, (NoteEffect.BLOCKS,)),
            *_counts(mark("Left out"), "", roster, (NoteEffect.LEFT_OUT,)),
            *self._spellings(roster),
            *self._columns(found),
            *_counts(mark("Adjusted"), "", roster, (NoteEffect.ADJUSTED,)),
            *_counts(mark("Remarks"), mark("they do not prevent play"), roster, (NoteEffect.REMARK,)),
            None,
        ]
        self.wishes.setVisible(not found.registers)
        self._wishing.setVisible(bool(found.earlier))
        self._wishing.set_text(
            mark_count(
                "{count} player has the wishes of the other event.",
                "{count} players have the wishes of the other event.",
                found.wishing,
            )
        )
        self._show_encoding(roster.encoding)
        self.sheet.set_choices([(name, verbatim(name)) for name in found.table.sheets])
        self.sheet.setCurrentIndex(self.sheet.findData(found.table.sheet))
        self._sheet_line.setVisible(len(found.table.sheets) > 1)
        self._show_headings(found)
        self.order.setCurrentIndex(int(bool(roster.last_name_first)))
        self._order_line.setVisible(roster.last_name_first is not None)
        self._scroll.set_content(boxed(column(*parts, spacing=7, margins=(0, 0, 6, 0))))
        self._show_verdict(found)
        if chosen in self._boxes:
            self._boxes[chosen].setFocus()

    def _columns(self, found: ReadList) -> list[Part]:
        """Return a line for each column, with a choice box for its meaning and a few of its values."""
        self._boxes = {}
        roster = found.roster
        if not roster.columns:
            return []
        taken = sum(map(self._words.knows, roster.columns))
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
                grid.addWidget(part, 3 * line, place)
            grid.addWidget(_samples(each), 3 * line + 1, 0, 1, 4)
            grid.addWidget(Rule(), 3 * line + 2, 0, 1, 4)
        head: list[Part] = [row(title, None, TextLabel(counted, kind=Type.DENSE, tone=Tone.TEXT2))]
        if found.choices.remembered:
            again = LinkButton(mark("as found"), tone=Tone.TEXT2, kind=Type.CAPTION)
            again.clicked.connect(self.columns_reset)
            said = TextLabel(mark("As you chose them last time"), kind=Type.DENSE, tone=Tone.TEXT2)
            head.append(row(said, None, again))
        return [*head, grid, 10]

    def _spellings(self, roster: Roster) -> list[Part]:
        """Return a check box for each team and club with several spellings."""
        if not roster.spellings:
            return []
        title = row(TextLabel(mark("One team or club?"), kind=Type.PANEL_TITLE), None)
        return [title, *map(self._spelling_box, roster.spellings[:_MOST_SPELLINGS]), 10]

    def _spelling_box(self, spelling: Spelling) -> CheckBox:
        names = tuple(f"“{text}”" for text in (spelling.chosen, *spelling.others))
        box = CheckBox(mark("{field}: {names}", field=field_label(spelling.field), names=names))
        box.setChecked(not spelling.apart)
        # the boxes are created again, and this one is still handling its signal
        later = Qt.ConnectionType.QueuedConnection
        box.clicked.connect(lambda: self.spelling_chosen.emit(spelling.key, not spelling.apart), later)
        return box

    def _show_headings(self, found: ReadList) -> None:
        """Offer the first lines as headings."""
        filled = islice((each for each in found.table.rows if not each.is_blank), _HEADING_LINES)
        choices: list[tuple[str, Text | str]] = [("0", mark("no headings"))]
        for each in filled:
            cells = ", ".join(" ".join(cell.split()) for cell in each.cells if cell.strip())[:60]
            choices.append((str(each.line), mark("line {line}: {cells}", line=each.line, cells=cells)))
        self.headings.set_choices(choices)
        self.headings.setCurrentIndex(max(self.headings.findData(str(found.roster.heading_line)), 0))
        self._headings_line.setVisible(len(choices) > 1)

    def _choose_headings(self) -> None:
        self.headings_chosen.emit(int(self.headings.currentData()))

    def _column_parts(self, file_column: FileColumn) -> tuple[QWidget, ...]:
        heading = file_column.heading or mark("column {place}", place=file_column.index + 1)
        box = ChoiceBox(mark("Content of “{heading}”", heading=heading))
        box.set_choices(list(self._words.meanings(file_column)))
        box.setCurrentIndex(box.findData(self._words.meaning(file_column)))
        self._boxes[file_column.index] = box
        # the boxes are created again, and this one is still handling its signal
        later = Qt.ConnectionType.QueuedConnection
        box.activated.connect(lambda _index: self._choose(file_column.index), later)
        known = self._words.knows(file_column)
        sign = Icon("tick", size=16, tone=Tone.OK) if known else TextLabel("–", tone=Tone.TEXT2)
        return (
            ElidedLabel(heading, kind=Type.DENSE, tone=Tone.TEXT2),
            TextLabel("→", kind=Type.DENSE, tone=Tone.TEXT3),
            box,
            sign,
        )

    def _choose(self, index: int) -> None:
        box = self._boxes.get(index)
        if box is not None and box.currentData() == _KEPT:
            self.column_as_found.emit(index)
        elif box is not None:
            self.column_chosen.emit(index, box.currentData())

    def _show_encoding(self, encoding: str) -> None:
        """Show the encoding of a text file and offer others, always including the current one."""
        from reports.readers import ENCODINGS

        names = list(ENCODINGS) if encoding in ENCODINGS else [encoding, *ENCODINGS]
        self.encoding.set_choices([(name, verbatim(name)) for name in names])
        self.encoding.setCurrentIndex(self.encoding.findData(encoding))
        self._encoding_line.setVisible(bool(encoding))

    def _show_verdict(self, found: ReadList) -> None:
        count, blocks = self._words.count(found), found.roster.problems
        self.add.set_text(self._words.add(count))
        self.add.setEnabled(not blocks and count > 0)
        self._all_or_none.setVisible(not blocks)
        self._all_or_none.set_text(self._words.nothing_yet(count))
        self._refusal.setVisible(bool(blocks))
        if len(blocks) == 1:
            self._refusal.show_notice(NoticeKind.DANGER, blocks[0].text)
        elif blocks:
            title = mark_count("{count} problem to correct", "{count} problems to correct", len(blocks))
            body = mark("No player is added until these are corrected. F2 corrects a line, Del skips it.")
            self._refusal.show_notice(NoticeKind.DANGER, title, body)


def _labelled(label: Text, box: ChoiceBox) -> QWidget:
    return boxed(row(TextLabel(label, kind=Type.LABEL), stretched(box), spacing=10))


def _samples(file_column: FileColumn) -> ElidedLabel:
    """A few values of a column."""
    return ElidedLabel(verbatim("  ·  ".join(file_column.samples) or "–"), kind=Type.CAPTION, tone=Tone.TEXT3)


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
