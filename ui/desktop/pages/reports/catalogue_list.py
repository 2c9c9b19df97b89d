"""The list of print sets and reports: headings, sets, reports with their options and formats, and a search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QShortcut, QShowEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from reports.catalogue import FORMATS, HEADINGS, Report, ReportGroup
from reports.print_sets import PrintSet
from tournament.language import Search, Text, listed, mark, mark_count
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.reports.save_choices import FORMAT_NAMES
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, Index, Role, TextDelegate
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

_ROW_HEIGHT = 38


LAST_USED = mark("Last used")
SETS = mark("Print sets")
PACKAGE = mark("Results package")


@dataclass(frozen=True, slots=True)
class CatalogueRow:
    """A heading, or a print set, the results package or a report below it."""

    heading: Text
    report: Report | None = None
    chosen: Text | None = None
    """The options chosen for it, such as ``session 4``."""
    print_set: PrintSet | None = None
    is_package: bool = False
    """Whether it is the results package."""
    again: bool = False
    """Whether it is the same report as one further down, listed because it was used last."""

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading."""
        return self.report is None and self.print_set is None and not self.is_package

    @property
    def title(self) -> Text:
        """The heading, or the name of what is below it."""
        if self.is_package:
            return PACKAGE
        if self.print_set is not None:
            return self.print_set.title
        return self.report.title if self.report is not None else self.heading

    @property
    def formats(self) -> Text | str:
        """The formats of a report: ``all``, or their names; the number of papers of a set."""
        if self.print_set is not None:
            return mark_count("{count} paper", "{count} papers", len(self.print_set.papers))
        if self.report is None:
            return ""
        if self.report.formats[: len(FORMATS)] == FORMATS:
            return mark("all")
        return listed(FORMAT_NAMES[format] for format in self.report.formats)


def catalogue_rows(
    reports: Sequence[Report],
    chosen: Mapping[str, Text | None],
    search: Search,
    sets: Sequence[PrintSet] = (),
    last_used: Sequence[str] = (),
) -> tuple[CatalogueRow, ...]:
    """The ``sets`` and ``reports`` that match the search, under their headings, each report with its ``chosen``
    options. Without a search the reports ``last_used`` come first."""
    called = {report.name: report for report in reports}
    again = [called[name] for name in last_used if name in called and not search]
    offered = [
        (LAST_USED, [CatalogueRow(LAST_USED, each, chosen.get(each.name), again=True) for each in again]),
        (SETS, [CatalogueRow(SETS, print_set=each) for each in sets]),
    ]
    for heading in HEADINGS:
        below = [CatalogueRow(heading, each, chosen.get(each.name)) for each in reports if each.heading == heading]
        if heading == ReportGroup.RESULTS.value:
            below.insert(0, CatalogueRow(heading, is_package=True))
        offered.append((heading, below))
    rows: list[CatalogueRow] = []
    for heading, below in offered:
        words = translator.translate(heading)
        found = [each for each in below if search.finds(translator.translate(each.title), words)]
        rows += [CatalogueRow(heading), *found] if found else []
    return tuple(rows)


def set_key(name: str) -> str:
    """What :meth:`CatalogueList.select` moves to for the print set ``name``. No report has a name with a space."""
    return f"print set {name}"


RESULTS_PACKAGE = "results-package"
"""What :meth:`CatalogueList.select` moves to for the results package."""
_SEARCH = 92
"""Minimum width of the search field in pixels, at which its placeholder gives way to its key."""


class CatalogueList(QWidget):
    """The list of print sets and reports with a search. Enter and Down go from the search field to the list."""

    report_chosen = Signal(object)
    """The cursor moved to this report, or Enter was pressed on it."""
    set_chosen = Signal(object)
    """The same for a PrintSet."""
    package_chosen = Signal()
    """The same for the results package."""
    searched = Signal()
    """The search changed: call :meth:`show_reports`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.table: TableView[CatalogueRow] = TableView(mark("Reports"), [_COLUMN], key=_key)
        self.table.horizontalHeader().hide()
        self.table.set_row_height(_ROW_HEIGHT)
        # Several rows cannot be chosen, and Ctrl+Home selects the row that it goes to.
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.search.setMinimumWidth(_SEARCH)
        head = row(TextLabel(mark("Reports"), kind=Type.PAGE_TITLE), stretched(self.search), spacing=16)
        column(head, stretched(self.table), spacing=12, on=self)
        set_focus_target(self, self.table)
        self.table.row_changed.connect(self._choose)
        self.table.row_chosen.connect(self._choose)
        self.search.textChanged.connect(self.searched)
        self.search.returnPressed.connect(self.table.setFocus)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self).activated.connect(self._find)
        down = QShortcut(QKeySequence("Down"), self.search, context=Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self.table.setFocus)

    @property
    def report(self) -> Report | None:
        """The current report."""
        current = self.table.current_row
        return current.report if current is not None else None

    @property
    def print_set(self) -> PrintSet | None:
        """The current print set."""
        current = self.table.current_row
        return current.print_set if current is not None else None

    @property
    def on_package(self) -> bool:
        """Whether the cursor is on the results package."""
        current = self.table.current_row
        return current is not None and current.is_package

    def show_reports(
        self,
        reports: Sequence[Report],
        chosen: Mapping[str, Text | None],
        preferred: str,
        sets: Sequence[PrintSet] = (),
        last_used: Sequence[str] = (),
    ) -> None:
        """List the matching sets and reports. The cursor stays on its row, or starts on the report ``preferred``."""
        search, before = Search(self.search.text()), self.table.current_row
        # The cursor may move several times below. Only the final report is signalled.
        self.table.blockSignals(True)
        rows = catalogue_rows(reports, chosen, search, sets, last_used)
        self.table.show_rows(rows)
        self.search.show_found(sum(not row.is_heading for row in rows))
        kept = before is not None and self.table.select(_key(before))
        if not kept and (search or not self.table.select(preferred)):
            self.table.select_line(1)  # the first one, below the first heading
        self.table.blockSignals(False)
        current = self.table.current_row
        if before is None or current is None or _key(current) != _key(before):
            self._choose(current)

    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the chosen report, once the list has its height."""
        super().showEvent(event)
        QTimer.singleShot(0, self, lambda: self.table.scrollTo(self.table.currentIndex()))

    def select(self, name: str) -> None:
        """Move the cursor to the report ``name``, to a :func:`set_key` or to the results package."""
        self.table.select(name)

    def select_set(self, name: str) -> None:
        """Move the cursor to the print set ``name``."""
        self.table.select(set_key(name))

    def _choose(self, chosen: CatalogueRow | None) -> None:
        if chosen is not None and chosen.report is not None:
            self.report_chosen.emit(chosen.report)
        elif chosen is not None and chosen.print_set is not None:
            self.set_chosen.emit(chosen.print_set)
        elif chosen is not None and chosen.is_package:
            self.package_chosen.emit()

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()


class _CatalogueDelegate(TextDelegate):
    """Draws a row without lines: name, options in grey, formats at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        shown, tokens, rect = index.data(Role.ROW), theme.tokens, QRectF(option.rect)
        assert isinstance(shown, CatalogueRow)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = rect.adjusted(PAD + 2, 0, -PAD - 2, 0)
        if shown.is_heading:
            title = translator.translate(shown.title)
            painting.words(painter, inner, title, colour=tokens.text2, kind=Type.LABEL)
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            if selected:
                painter.fillRect(rect, QColor(tokens.accent_soft))
                painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
            self._report(painter, inner, shown, Type.TOTAL if selected else Type.BODY)
        painter.restore()

    @staticmethod
    def _report(painter: QPainter, rect: QRectF, shown: CatalogueRow, kind: Type) -> None:
        tokens = theme.tokens
        title, formats = translator.translate(shown.title), translator.translate(shown.formats)
        chosen = translator.translate(shown.chosen or "")
        if painting.width_of(title, kind) + painting.width_of(formats, Type.CAPTION) + 12 > rect.width():
            formats = ""  # the name has priority; the formats are also shown beside the page
        painting.words(painter, rect, formats, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT)
        room = rect.width() - painting.width_of(formats, Type.CAPTION) - 12
        wide = min(painting.width_of(title, kind) + 1, room)
        place = QRectF(rect.left(), rect.top(), wide, rect.height())
        painting.words(painter, place, title, colour=tokens.text, kind=kind)
        rest = room - wide - 8
        if chosen and rest > painting.width_of(chosen, Type.DENSE):
            place = QRectF(rect.left() + wide + 8, rect.top(), rest, rect.height())
            painting.words(painter, place, chosen, colour=tokens.text2, kind=Type.DENSE)


def _key(shown: CatalogueRow) -> object:
    if shown.print_set is not None:
        return set_key(shown.print_set.name)
    if shown.is_package:
        return RESULTS_PACKAGE
    if shown.report is None:
        return shown.heading
    return f"last used {shown.report.name}" if shown.again else shown.report.name


def _style(shown: CatalogueRow) -> CellStyle:
    parts = (translator.translate(part) for part in (shown.title, shown.chosen or "", shown.formats))
    return CellStyle(accessible_text=" ".join(filter(None, parts)), selectable=not shown.is_heading)


_COLUMN: TableColumn[CatalogueRow] = TableColumn(
    mark("Reports"), lambda shown: shown.title, style=_style, delegate=_CatalogueDelegate
)
