"""The context menu of a page: the actions for the selection, each with its key.

It opens with a right click, the Menu key or Shift+F10. An entry does the same as its button or key: it clicks the
button, or calls the same method of the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QTableView, QWidget

from tournament.language import Text, mark
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.keys import key_name


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One action of a menu."""

    text: Text | str
    act: Callable[[], object]
    key: str = ""
    """The shortcut of the same action, in Qt's portable form; shown after the text."""
    enabled: bool = True


def entry_of(button: OutlineButton) -> MenuEntry:
    """The menu entry that clicks ``button``; it is enabled while the button is."""
    return MenuEntry(button.label(), button.click, button.key, button.isEnabled() and not button.isHidden())


def entries_of(*buttons: OutlineButton) -> list[MenuEntry]:
    """The menu entries of those ``buttons`` that are visible now."""
    return [entry_of(button) for button in buttons if not button.isHidden()]


def table_entries(table: QTableView) -> list[MenuEntry]:
    """The actions that every table has."""
    from ui.desktop.widgets.clipboard import copy_selection  # not needed by the start page, which has no table

    model = table.model()
    some = model.rowCount() > 0
    chosen = some and (table.currentIndex().isValid() or table.selectionModel().hasSelection())
    return [
        MenuEntry(mark("Copy"), lambda: copy_selection(table), "Ctrl+C", chosen),
        MenuEntry(mark("Select all"), table.selectAll, "Ctrl+A", some),
    ]


def ask_for_menu() -> None:
    """Ask the widget with the focus for its context menu. Qt passes the event on to its parents."""
    widget = QApplication.focusWidget()
    if widget is not None:
        place = keyboard_place(widget)
        reason = QContextMenuEvent.Reason.Keyboard
        QApplication.sendEvent(widget, QContextMenuEvent(reason, widget.mapFromGlobal(place), place))


def drop_menu(button: QWidget, entries: Sequence[MenuEntry]) -> None:
    """Show ``entries`` under ``button`` with the first one selected, so that Enter runs it."""
    menu = _round_menu(button)
    for entry in entries:
        menu.addAction(_action(menu, entry))
    # Qt hides a menu before it triggers the action. The deletion waits for the event loop, so the action still runs.
    menu.aboutToHide.connect(menu.deleteLater)
    menu.setActiveAction(menu.actions()[0])
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


def show_menu(page: QWidget, event: QContextMenuEvent, groups: Sequence[Sequence[MenuEntry]]) -> None:
    """Show ``groups`` of entries with a separator between groups; nothing if there are no entries."""
    menu = _round_menu(page)
    for group in filter(None, groups):
        if menu.actions():
            menu.addSeparator()
        for entry in group:
            menu.addAction(_action(menu, entry))
    if not menu.actions():
        menu.deleteLater()
        return
    menu.aboutToHide.connect(menu.deleteLater)
    if event.reason() is QContextMenuEvent.Reason.Keyboard:
        menu.setActiveAction(next((each for each in menu.actions() if each.isEnabled()), menu.actions()[0]))
    menu.popup(event.globalPos())
    event.accept()


def keyboard_place(widget: QWidget) -> QPoint:
    """Where the menu of ``widget`` opens when a key asks for it: below the current row, otherwise in the middle."""
    if isinstance(widget, QTableView) and widget.currentIndex().isValid():
        return widget.viewport().mapToGlobal(widget.visualRect(widget.currentIndex()).center())
    return widget.mapToGlobal(widget.rect().center())


def _round_menu(parent: QWidget) -> QMenu:
    """A menu whose corners are as round as its border."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    return menu


def _action(menu: QMenu, entry: MenuEntry) -> QAction:
    words = translator.translate(entry.text).replace("&", "&&")
    action = QAction(f"{words}\t{key_name(entry.key)}" if entry.key else words, menu)
    action.setEnabled(entry.enabled)
    action.triggered.connect(lambda _checked=False: entry.act())
    return action
