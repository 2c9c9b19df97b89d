"""The catalogue as a list: headings by moment, reports with what is chosen for them and their formats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from reports.catalogue import FORMATS, Format, Group, Report
from tournament.language import Text, folded, mark
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, TextDelegate
from ui.desktop.widgets.list_table import ListTable

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROW = Qt.ItemDataRole.UserRole + 1
FORMAT_NAMES = {Format.PDF: "PDF", Format.EXCEL: "Excel", Format.HTML: "HTML", Format.CSV: "CSV"}


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, or a report under it."""

    group: Group
    report: Report | None = None
    chosen: Text | None = None
    """What is chosen for it: ``session 4``."""


class CatalogueModel(QAbstractTableModel):
    """One column of lines; headings cannot be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        translator.changed.connect(self._retranslate)

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        before, self._lines = self._lines, tuple(lines)
        if [line.report for line in before] == [line.report for line in self._lines]:
            self._retranslate()
            return
        self.beginResetModel()
        self.endResetModel()

    def report(self, row: int) -> Report | None:
        """The report of a row; None for a heading."""
        return self._lines[row].report if 0 <= row < len(self._lines) else None

    def row_of(self, report: Report | None) -> int:
        """The row of a report, -1 when it is not listed."""
        return next((at for at, line in enumerate(self._lines) if report and line.report == report), -1)

    def first_row(self) -> int:
        """The row of the first report, -1 without any."""
        return next((at for at, line in enumerate(self._lines) if line.report is not None), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Headings and reports."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """One."""
        return 0 if parent.isValid() else 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings are not chosen."""
        if not index.isValid() or self._lines[index.row()].report is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words for eyes and ears."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == _ROW:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(part for part in (title_of(line), chosen_of(line), formats_of(line)) if part)
        return None

    def _retranslate(self) -> None:
        if self._lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._lines) - 1, 0))


def title_of(line: Line) -> str:
    """The heading, or the name of the report."""
    return translator.translate(line.report.title if line.report is not None else line.group.value)


def chosen_of(line: Line) -> str:
    """The session chosen, or nothing."""
    return translator.translate(line.chosen) if line.chosen is not None else ""


def formats_of(line: Line) -> str:
    """The formats of a report: ``all``, or their names."""
    if line.report is None:
        return ""
    if line.report.formats == FORMATS:
        return translator.translate(mark("all"))
    return ", ".join(FORMAT_NAMES[format] for format in line.report.formats)


class LineDelegate(TextDelegate):
    """A line without rules: name, what is chosen in grey, formats at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one line."""
        line, tokens, rect = index.data(_ROW), theme.tokens, QRectF(option.rect)
        assert isinstance(line, Line)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = rect.adjusted(PAD + 2, 0, -PAD - 2, 0)
        if line.report is None:
            painting.words(painter, inner, title_of(line), colour=tokens.text2, kind=Type.LABEL)
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            if selected:
                painter.fillRect(rect, QColor(tokens.accent_soft))
                painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
            self._report(painter, inner, line, Type.TOTAL if selected else Type.BODY)
        painter.restore()

    @staticmethod
    def _report(painter: QPainter, rect: QRectF, line: Line, kind: Type) -> None:
        tokens, title, chosen, formats = theme.tokens, title_of(line), chosen_of(line), formats_of(line)
        if painting.width_of(title, kind) + painting.width_of(formats, Type.CAPTION) + 12 > rect.width():
            formats = ""  # the name comes first; what it can be saved as stands beside the page
        right = painting.width_of(formats, Type.CAPTION)
        painting.words(painter, rect, formats, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT)
        room = rect.width() - right - 12
        wide = min(painting.width_of(title, kind) + 1, room)
        place = QRectF(rect.left(), rect.top(), wide, rect.height())
        painting.words(painter, place, title, colour=tokens.text, kind=kind)
        rest = room - wide - 8
        if chosen and rest > painting.width_of(chosen, Type.DENSE):
            place = QRectF(rect.left() + wide + 8, rect.top(), rest, rect.height())
            painting.words(painter, place, chosen, colour=tokens.text2, kind=Type.DENSE)


class Catalogue(ListTable):
    """The list of what can be printed."""

    report_chosen = Signal(object)
    """The cursor stands on this report."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Reports"), parent=parent)
        self.model_of_lines = CatalogueModel(self)
        self.setModel(self.model_of_lines)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setDefaultSectionSize(38)
        self.set_delegate(0, LineDelegate())
        self.selectionModel().currentRowChanged.connect(self._moved)

    def show_reports(
        self, reports: Sequence[Report], chosen: Mapping[str, Text | None], words: str, preferred: str
    ) -> None:
        """List those of ``reports`` whose title has ``words``; the cursor stays on its report.

        ``preferred`` names the one that it stands on at first.
        """
        current = self.report
        lines: list[Line] = []
        for group in Group:
            found = [each for each in reports if each.group is group and _means(each, words)]
            if found:
                lines.append(Line(group))
                lines += [Line(group, each, chosen.get(each.name)) for each in found]
        self.model_of_lines.set_lines(lines)
        row = self.model_of_lines.row_of(current)
        if row < 0 and not words:
            row = self.model_of_lines.row_of(next((each for each in reports if each.name == preferred), None))
        self.select_row(row if row >= 0 else self.model_of_lines.first_row())

    @property
    def report(self) -> Report | None:
        """The report that the cursor stands on."""
        return self.model_of_lines.report(self.currentIndex().row())

    def select_row(self, row: int) -> None:
        """Stand on a row."""
        if row >= 0 and row != self.currentIndex().row():
            self.selectRow(row)

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        report = self.model_of_lines.report(now.row())
        if report is not None:
            self.report_chosen.emit(report)


def _means(report: Report, words: str) -> bool:
    said = folded(f"{translator.translate(report.title)} {translator.translate(report.group.value)}")
    return all(word in said for word in words.split())
