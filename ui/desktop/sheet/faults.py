"""The list of faults, filtered by number or words as they are typed."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tournament.language import Text, folded, mark
from tournament.rules.fault import Fault
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.lines_model import Index, LinesModel

_HIGH = 42


@dataclass(frozen=True, slots=True)
class Offence:
    """A line of the list."""

    slug: str
    """Nothing: a penalty in the referee's own words."""
    number: str
    name: Text
    sanction: Text
    fault: Fault | None = None


OWN_WORDS = Offence("", "–", mark("In my own words"), mark("Points and a reason: the referee decides"))


def offences(faults: Sequence[Fault]) -> tuple[Offence, ...]:
    """All faults of the rules, and last the one without a name."""
    return (*(Offence(f.slug, f.number, f.name, f.sanction, f) for f in faults), OWN_WORDS)


def matching(all_: Sequence[Offence], typed: str) -> tuple[Offence, ...]:
    """Those whose number is ``typed`` (``P6`` or ``6``), else those with all its words; nothing typed: all."""
    wanted = folded(typed)
    if not wanted:
        return tuple(all_)
    number = wanted.removeprefix("p")
    by_number = tuple(each for each in all_ if number.isdigit() and each.number[1:] == number)
    if by_number:
        return by_number
    words = wanted.split()
    return tuple(each for each in all_ if all(word in folded(_haystack(each)) for word in words))


def _haystack(each: Offence) -> str:
    return f"{each.number} {translator.translate(each.name)} {translator.translate(each.sanction)}"


class OffenceModel(LinesModel[Offence]):
    """The lines that match."""

    heads = (mark("Fault"),)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Number and name; the sanction for ears and as tooltip."""
        line = self.line(index.row())
        if line is None:
            return None
        said = f"{line.number} {translator.translate(line.name)}"
        if role == Qt.ItemDataRole.DisplayRole:
            return said
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{said}: {translator.translate(line.sanction)}"
        return None


class _Delegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        line = model.line(index.row()) if isinstance(model, OffenceModel) else None
        if line is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, rect = theme.tokens, QRectF(option.rect)
        view = option.widget
        chosen = isinstance(view, QListView) and view.currentIndex().row() == index.row()
        if chosen:
            painter.fillRect(rect, QColor(tokens.accent_soft))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.line))
        top = QRectF(rect.left() + 44, rect.top() + 3, rect.width() - 50, 19)
        below = top.translated(0, 17)
        number = QRectF(rect.left() + 10, rect.top() + 3, 34, 19)
        painting.words(painter, number, line.number, colour=tokens.text3, kind=Type.CAPTION)
        kind = Type.LABEL if chosen else Type.DENSE
        painting.words(painter, top, translator.translate(line.name), colour=tokens.text, kind=kind)
        painting.words(painter, below, translator.translate(line.sanction), colour=tokens.text2, kind=Type.CAPTION)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, _HIGH)


class FaultList(QListView):
    """Some lines in view; the typing line above moves the choice."""

    picked = Signal()
    """A line was clicked."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Offence, ...] = ()
        self._lines = OffenceModel(self)
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda _index: self.picked.emit())
        translator.follow(self._retranslate)

    def offer(self, faults: Sequence[Fault]) -> None:
        """Offer these faults."""
        self._all = offences(faults)
        self.filter("")

    def filter(self, typed: str) -> None:
        """Keep what matches; the first line is chosen."""
        self._lines.set_lines(matching(self._all, typed))
        self.setCurrentIndex(self._lines.index(0, 0))
        self.setFixedHeight(min(max(self._lines.rowCount(), 1), 5) * _HIGH + 4)

    def choose_next(self, step: int) -> None:
        """Choose another line."""
        row = min(max(self.currentIndex().row() + step, 0), self._lines.rowCount() - 1)
        self.setCurrentIndex(self._lines.index(row, 0))
        self.viewport().update()

    @property
    def chosen(self) -> Offence | None:
        """The chosen line, None when nothing matches."""
        return self._lines.line(self.currentIndex().row())

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Faults")))
        self.viewport().update()
