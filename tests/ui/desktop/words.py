"""The texts in a window, word by word."""

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QTableView, QWidget

from ui.desktop.widgets.choices import Switch
from ui.desktop.window import Window

_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)


def visible(widget: QWidget) -> Iterator[QWidget]:
    """``widget`` and everything in it, as far as it is visible."""
    if widget.isVisible():
        yield widget
        for child in widget.children():
            if isinstance(child, QWidget):
                yield from visible(child)


def words_on(window: Window) -> list[str]:
    """All that can be read or heard in the window now."""
    QApplication.processEvents()
    words = []
    for widget in visible(window):
        words += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        words += [str(getattr(widget, name)()) for name in ("text", "placeholderText") if hasattr(widget, name)]
        if isinstance(widget, QComboBox):
            words.append(widget.currentText())
        elif isinstance(widget, Switch):
            words += widget._texts
        elif isinstance(widget, QAbstractItemView):
            words += _in_view(widget)
    return list(filter(None, words))


def _in_view(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for row in range(model.rowCount(QModelIndex())):
        for column in _columns(view):
            for role in _ROLES:
                yield str(model.index(row, column).data(role) or "")
    if isinstance(view, QTableView):
        for column in _columns(view):
            yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")


def _columns(view: QAbstractItemView) -> list[int]:
    every = range(view.model().columnCount(QModelIndex()))
    return [each for each in every if not (isinstance(view, QTableView) and view.isColumnHidden(each))]
