"""Describing painted widgets to screen readers, and announcing what changes in the window.

Qt describes its own widgets. A widget that paints choices, tiles or a card describes itself here: its role, its value
and the items painted on it. This costs nothing while no screen reader is active.

Announcements are for changes that do not move the focus. Those of one turn of the event loop are made after
it, so that a change of the focus does not interrupt them. The same text is announced once, and that of a widget
that is no longer visible is dropped.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from PySide6.QtCore import SIGNAL, QObject, QPoint, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QColor,
    QWindow,
)
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget
from shiboken6 import Shiboken

from tournament.language import Text
from ui.desktop.translation import translator, without_key_marks

Role = QAccessible.Role
_Cast = QAccessibleActionInterface | None
_PRESS = "Press"
"""Qt's own name of the action, which Qt translates."""
_PRESSED = frozenset({Role.Button, Role.ComboBox, Role.ListItem, Role.RadioButton})
"""Roles of widgets that have the action, because they react to a click."""


class AccessibleItem(NamedTuple):
    """One of the items painted on a widget, such as a choice or a tile."""

    name: str
    rect: QRectF
    """Its position on the widget."""
    chosen: bool = False
    """Whether it is selected, or the cursor is on it."""
    enabled: bool = True
    description: str = ""


class Accessible:
    """A mixin for widgets that describe themselves; :func:`install` makes Qt ask them."""

    accessible_role: ClassVar[QAccessible.Role] = Role.Grouping
    accessible_item_role: ClassVar[QAccessible.Role] = Role.ListItem

    def accessible_items(self) -> Sequence[AccessibleItem]:
        """The items painted on the widget, in reading order."""
        return ()

    def press_accessible(self) -> None:
        """Do the same as a click on the widget."""
        if isinstance(self, QAbstractButton):
            self.click()

    def press_accessible_item(self, index: int) -> None:
        """Do the same as a click on the item."""

    def accessible_value(self) -> str:
        """The current value, read after the name."""
        return ""

    def accessible_key(self) -> str:
        """The name of the key that activates the widget, in the current language."""
        return ""

    def complete_accessible_state(self, state: QAccessible.State) -> None:
        """Add what the widget's own flags do not say: selected, invalid."""

    def item_changed(self, index: int) -> None:
        """Report to screen readers that another item is selected. The widget itself calls this."""
        assert isinstance(self, QWidget)
        if not QAccessible.isActive() or index < 0:
            return
        for kind in (QAccessible.Event.NameChanged, QAccessible.Event.Focus):
            if kind is QAccessible.Event.Focus and not self.hasFocus():
                continue
            event = QAccessibleEvent(self, kind)
            event.setChild(index)
            QAccessible.updateAccessibility(event)


@cache
def install() -> None:
    """Make Qt use the descriptions of :class:`Accessible` widgets. Call it before a screen reader can ask for them."""
    QAccessible.installFactory(_interface)


def _interface(_class_name: str, of: QObject | None) -> QAccessibleInterface | None:
    if isinstance(of, QWidget) and isinstance(of, Accessible):
        return _WidgetInterface(of)
    return None


class _PressAction(QAccessibleActionInterface):
    def __init__(self, press: Callable[[], None], key: Callable[[], str] = str) -> None:
        super().__init__()
        self._press, self._key = press, key

    def actionNames(self) -> list[str]:
        return [_PRESS]

    def doAction(self, actionName: str) -> None:
        if actionName == _PRESS:
            self._press()

    def keyBindingsForAction(self, actionName: str) -> list[str]:
        return [self._key()] if self._key() and actionName == _PRESS else []


class _WidgetInterface(QAccessibleWidget):
    """The interface of a widget that describes itself.

    It keeps no reference to the widget, which may be deleted first.
    """

    def __init__(self, widget: QWidget) -> None:
        assert isinstance(widget, Accessible)
        super().__init__(widget, widget.accessible_role)
        self._items: list[_ItemInterface] = []
        self._action = _PressAction(self._press, lambda: self.text(QAccessible.Text.Accelerator))

    def described(self) -> Accessible:
        """The widget."""
        widget = self.widget()
        assert isinstance(widget, Accessible)
        return widget

    def text(self, t: QAccessible.Text) -> str:
        match t:
            case QAccessible.Text.Name:
                return self.widget().accessibleName() or super().text(t)
            case QAccessible.Text.Value:
                return self.described().accessible_value()
            case QAccessible.Text.Accelerator:
                return self.described().accessible_key()
            case QAccessible.Text.Description:
                text = super().text(t)
                return "" if text == self.text(QAccessible.Text.Name) else text
            case _:
                return super().text(t)

    def state(self) -> QAccessible.State:
        state, widget = super().state(), self.widget()
        if isinstance(widget, QAbstractButton):
            state.pressed, state.checkable, state.checked = widget.isDown(), widget.isCheckable(), widget.isChecked()
        self.described().complete_accessible_state(state)
        return state

    def childCount(self) -> int:
        return super().childCount() + len(self.described().accessible_items())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # None for no such child
        own = super().childCount()
        if index < own:
            return super().child(index)
        return self.item(index - own)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, _ItemInterface):
            return super().childCount() + child.index
        return super().indexOfChild(child)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        place = self.widget().mapFromGlobal(QPoint(x, y)).toPointF()
        for index, each in enumerate(self.described().accessible_items()):
            if each.rect.contains(place):
                return self.item(index)
        return super().childAt(x, y)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        if self.widget().hasFocus():
            for index, each in enumerate(self.described().accessible_items()):
                if each.chosen:
                    return self.item(index)
        return super().focusChild()

    def interface_cast(self, t: QAccessible.InterfaceType) -> _Cast:  # type: ignore[override]  # the stub says int
        pressed = t is QAccessible.InterfaceType.ActionInterface and self.described().accessible_role in _PRESSED
        return self._action if pressed else None

    def item(self, index: int) -> "_ItemInterface | None":
        """The interface of the item at ``index``, always the same object."""
        count = len(self.described().accessible_items())
        if not self._items and count:
            items = self._items
            # The lambda holds the list, not this interface: Qt deletes the interface together with the widget.
            self.widget().destroyed.connect(lambda: _drop(items))
        while len(self._items) < count:
            made = _ItemInterface(self, len(self._items))
            QAccessible.registerAccessibleInterface(made)
            self._items.append(made)
        return self._items[index] if 0 <= index < count else None

    def _press(self) -> None:
        self.described().press_accessible()


class _ItemInterface(QAccessibleInterface):
    """The interface of one item painted on a widget. It reads the item again for each call."""

    def __init__(self, of: _WidgetInterface, index: int) -> None:
        super().__init__()
        self._of, self.index = of, index
        self._action = _PressAction(lambda: of.described().press_accessible_item(index))

    def _item(self) -> AccessibleItem | None:
        if not Shiboken.isValid(self._of) or not self._of.isValid():
            return None
        items = self._of.described().accessible_items()
        return items[self.index] if self.index < len(items) else None

    def isValid(self) -> bool:
        return self._item() is not None

    def window(self) -> QWindow:
        return self._of.window()

    def parent(self) -> QAccessibleInterface:
        return self._of

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, arg__1: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        item = self._item()
        if item is None:
            return QRect()
        rect = item.rect.toAlignedRect()
        return QRect(self._of.widget().mapToGlobal(rect.topLeft()), rect.size())

    def role(self) -> QAccessible.Role:
        return self._of.described().accessible_item_role

    def text(self, t: QAccessible.Text) -> str:
        item = self._item()
        if item is None:
            return ""
        return {QAccessible.Text.Name: item.name, QAccessible.Text.Description: item.description}.get(t, "")

    def setText(self, t: QAccessible.Text, text: str) -> None:
        pass

    def state(self) -> QAccessible.State:
        state, item = QAccessible.State(), self._item()
        if item is None:
            state.invalid = True
            return state
        widget = self._of.widget()
        here = item.chosen and widget.hasFocus()
        state.focusable, state.focused, state.disabled = True, here, not (item.enabled and widget.isEnabled())
        state.invisible = not widget.isVisible()
        if self.role() is Role.RadioButton:
            state.checkable, state.checked = True, item.chosen
        else:
            state.selectable, state.selected = True, item.chosen
        return state

    def interface_cast(self, t: QAccessible.InterfaceType) -> _Cast:  # type: ignore[override]  # the stub says int
        return self._action if t is QAccessible.InterfaceType.ActionInterface else None

    def object(self) -> QObject | None:  # type: ignore[override]  # painted: it has no object of its own
        return None

    def foregroundColor(self) -> QColor:
        return self._of.foregroundColor()

    def backgroundColor(self) -> QColor:
        return self._of.backgroundColor()


def _drop(items: list[_ItemInterface]) -> None:
    """Unregister the items of a deleted widget, which Qt would otherwise keep."""
    for item in items:
        if Shiboken.isValid(item):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))
    items.clear()


Words = Text | str | Callable[[], Text | str]
"""A text, or a function that returns it, which is called after the turn, and only if a screen reader is active."""


class Announcement(NamedTuple):
    """Text for a screen reader."""

    text: str
    assertive: bool
    """Whether it interrupts what the screen reader is saying."""


class Announcer(QObject):
    """Collects announcements during one turn of the event loop and makes them afterwards."""

    made = Signal(object)
    """An :class:`Announcement` was made."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[tuple[QWidget, Words, bool]] = []

    def announce(self, widget: QWidget, words: Words, *, assertive: bool = False) -> None:
        """Announce ``words``, which concern ``widget``, unless they are empty or no screen reader is active."""
        if not self._listened:
            return
        if not self._waiting:
            QTimer.singleShot(0, self, self._say)
        self._waiting.append((widget, words, assertive))

    @property
    def _listened(self) -> bool:
        # Tests listen to the signal, without a screen reader.
        return QAccessible.isActive() or self.receivers(SIGNAL("made(PyObject)")) > 0

    def _say(self) -> None:
        waiting, self._waiting = self._waiting, []
        said: set[str] = set()
        for widget, words, assertive in waiting:
            text = without_key_marks(translator.translate(words() if callable(words) else words))
            if not text or text in said:
                continue
            said.add(text)
            if Shiboken.isValid(widget) and widget.isVisible():
                self._make(widget, Announcement(text, assertive))

    def _make(self, widget: QWidget, announcement: Announcement) -> None:
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(widget.window(), announcement.text)
            politeness = QAccessible.AnnouncementPoliteness
            event.setPoliteness(politeness.Assertive if announcement.assertive else politeness.Polite)
            QAccessible.updateAccessibility(event)
        self.made.emit(announcement)


announcer = Announcer()
"""The announcer of the process."""
announce = announcer.announce
