"""The preview of an import into the directory: who is known, who is new, and who must be asked about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from reports.column import Emphasis, Kind
from reports.vocabulary import CLUB, COUNTRY, PLAYER
from tournament.language import Text, listed, mark, mark_count
from tournament.members.joining import NEW, DirectoryComparison, ListedPerson
from tournament.members.matching import Candidate
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import ESCAPE, Key, KeyText, answer_keys, keys_of
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon


@dataclass(frozen=True, slots=True)
class JoinRow:
    """Somebody on the list, and who they are."""

    listed: ListedPerson
    candidates: tuple[Candidate, ...]
    """Who they may be in the directory."""
    found: int | None
    """Who they are for certain: the number of a member, or NEW; None if somebody must be asked."""
    answer: int | None
    """The same as the user says."""
    adds: bool = False
    """Whether the list has something of a member that the directory lacks."""

    @property
    def text(self) -> Text:
        """Who they are, for a reader."""
        if self.answer is None:
            return mark("Who is it? Not taken until you choose.")
        if self.answer == NEW:
            return mark("new in the directory")
        chosen = next(each for each in self.candidates if each.member.number == self.answer)
        if self.adds or self.answer != self.found:
            return mark("{who}: completed", who=chosen.text)
        return mark("{who}: nothing new", who=chosen.text)


def rows_of(comparison: DirectoryComparison) -> tuple[JoinRow, ...]:
    """Return everybody on the list: who is asked about comes first, then changes, new people, and who is known."""
    asked = [JoinRow(each, match.asked, None, None) for each, match in comparison.asked]
    joined = [
        JoinRow(each.listed, (each.candidate,), each.after.number, each.after.number, each.is_changed)
        for each in comparison.joined
    ]
    new = [JoinRow(each, (), NEW, NEW) for each in comparison.new]
    return (*asked, *(each for each in joined if each.adds), *new, *(each for each in joined if not each.adds))


def _style(row: JoinRow) -> CellStyle:
    if row.answer is None:
        return CellStyle(sign=StatusIcon.ASKS)
    if row.answer == NEW:
        return CellStyle(sign=StatusIcon.TO_VERIFY)
    return CellStyle(sign=StatusIcon.DONE, tone=None if row.adds else Tone.TEXT2)


_COLUMNS: tuple[TableColumn[JoinRow], ...] = (
    TableColumn(mark("Line"), lambda row: row.listed.line, Kind.INTEGER, Emphasis.PLAIN, width=64),
    TableColumn.showing(PLAYER, lambda row: row.listed.person.name, heading=mark("On the list")),
    TableColumn.showing(COUNTRY, lambda row: row.listed.person.country, width=80),
    TableColumn.showing(CLUB, lambda row: row.listed.person.club, wish=180, yields=True),
    TableColumn(mark("In the directory"), lambda row: row.text, style=_style),
)
_NEW_KEY = "N"
_MOST_CHOICES = 9


class JoinView(QWidget):
    """Shows the people on a list until they are taken, or the list is left."""

    confirmed = Signal()
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[JoinRow] = []
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._counts = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.table: TableView[JoinRow] = TableView(
            mark("People on the list"), _COLUMNS, key=lambda row: row.listed.line
        )
        self._card = Card(quiet=True, margins=(14, 10))
        self._choices = [KeyText(wrap=True) for _ in range(_MOST_CHOICES + 1)]
        for each in self._choices:
            add(self._card.body, each)
        self._refusal = Notice(NoticeKind.DANGER)
        self._refusal.hide()
        self.take = PrimaryButton("", shortcut="Ctrl+Return")
        self.take.clicked.connect(self.confirmed)
        cancel = OutlineButton(mark("Cancel"), shortcut="Esc")
        cancel.clicked.connect(self.left)
        parts = (self._title, self._counts, stretched(self.table), self._card, self._refusal)
        column(*parts, row(cancel, self.take, None), spacing=12, margins=Size.PAGE_MARGIN, on=self)
        self.table.row_changed.connect(lambda _row: self._show_choices())
        keys_of(self.table).page = self._press
        answer_keys(self.table, {ESCAPE: self.left.emit})
        set_focus_target(self, self.table)

    def show_comparison(self, name: str, comparison: DirectoryComparison) -> None:
        """Show the list called ``name``."""
        self._title.set_text(mark("Import of {name}", name=name))
        self._refusal.hide()
        self.rows = list(rows_of(comparison))
        self.table.show_rows(())
        self._show_rows()
        self.table.select_line(0)

    @property
    def answers(self) -> Mapping[int, int]:
        """Who is who, by line, where the user says something else than what was found."""
        return {row.listed.line: row.answer for row in self.rows
                if row.answer is not None and row.answer != row.found}  # fmt: skip

    @property
    def listed(self) -> Iterable[ListedPerson]:
        """Everybody on the list, except whom nobody has decided about."""
        return [row.listed for row in self.rows if row.answer is not None]

    def refuse(self, text: Text) -> None:
        """Show why nothing was taken."""
        self._refusal.show_notice(NoticeKind.DANGER, text)
        self._refusal.show()

    def choose(self, answer: int | None) -> None:
        """Note who the current person is: the number of a member, NEW, or None for nobody yet."""
        current = self.table.current_row
        if current is None:
            return
        place = self.rows.index(current)
        self.rows[place] = replace(current, answer=answer)
        self._show_rows()
        following = (*range(place + 1, len(self.rows)), *range(place))
        asked = next((each for each in following if self.rows[each].answer is None), None)
        if answer is not None and asked is not None and current.found is None:
            self.table.select_line(asked)
        self._show_choices()

    def _press(self, event: QKeyEvent) -> bool:
        current, typed = self.table.current_row, event.text().upper()
        if current is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if typed == _NEW_KEY:
            self.choose(NEW)
            return True
        if event.key() == Qt.Key.Key_Delete:
            self.choose(None)
            return True
        if typed.isascii() and typed.isdecimal() and 0 < int(typed) <= len(current.candidates):
            self.choose(current.candidates[int(typed) - 1].member.number)
            return True
        return False

    def _show_rows(self) -> None:
        self.table.show_rows(self.rows)
        asked = sum(row.answer is None for row in self.rows)
        new = sum(row.answer == NEW for row in self.rows)
        known = len(self.rows) - asked - new
        counts = (
            mark_count("{count} new person", "{count} new people", new),
            mark_count("{count} in the directory", "{count} in the directory", known),
            mark_count("{count} to be asked", "{count} to be asked", asked),
        )
        self._counts.set_text(listed(counts))
        taken = new + known
        self.take.set_text(mark_count("Take {count} person", "Take {count} people", taken) if taken
                           else mark("Back to the members"))  # fmt: skip
        self._show_choices()

    def _show_choices(self) -> None:
        """Say which key chooses whom for the current person."""
        current = self.table.current_row
        lines: list[Text] = []
        if current is not None:
            for place, each in enumerate(current.candidates[:_MOST_CHOICES], 1):
                member = each.member
                where = ", ".join(filter(None, (member.country, member.club, member.ema_number)))
                lines.append(
                    Text("{key} {who} {where}", (("key", Key(str(place))), ("who", each.text), ("where", where)))
                )
            lines.append(mark("{new} somebody new   {leave} leave out", new=Key(_NEW_KEY), leave=Key("Del")))
        for place, shown in enumerate(self._choices):
            shown.setVisible(place < len(lines))
            if place < len(lines):
                shown.set_text(lines[place])
        self._card.setVisible(bool(lines))
