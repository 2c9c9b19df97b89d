"""A page of the open event: it reads when it is visible, and gives way to a narrow window in named steps."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from tournament.language import Text, mark
from tournament.use_cases import Changes, View
from ui.desktop.controller import EventController
from ui.desktop.keys import Key
from ui.desktop.kit.menu import MenuEntry, show_menu
from ui.desktop.kit.sides import Sides
from ui.desktop.theme import Room, room_of
from ui.desktop.widgets.card import SidePanel
from ui.desktop.widgets.empty_state import EmptyState

PRINT = "Ctrl+P"
"""Prints what is in view, on every page."""
NOT_PRINTED = mark(
    "This page is not printed. All papers of the event are on the page Reports: {key}.", key=Key("Alt+7")
)


class Page(QWidget):
    """Shows the open event.

    It reads (:meth:`refresh`) once behind the window, soon after the event was opened, then when it comes into view
    after something was written, and at once while it is in view: no entry waits for a page that nobody sees. A page
    overrides what it needs of :meth:`refresh`, :meth:`forget`, :meth:`concerns`, :meth:`fit` and :meth:`print_view`.
    """

    reads_ahead = True
    """False: what it reads sets other threads to work, which waits until somebody looks."""

    def __init__(self, controller: EventController, *, follows_session: bool = False) -> None:
        super().__init__()
        self.setProperty("ring", False)  # where nothing on it can take the focus, it shows none
        self.controller = controller
        self._stale = True
        self._sides: Sides | None = None
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        controller.role_changed.connect(self.invalidate)
        if follows_session:
            controller.session_changed.connect(self.invalidate)

    @property
    def view(self) -> View | None:
        """The open event, or None."""
        return self.controller.view

    def refresh(self) -> None:
        """Read the event and show it; called while the page is visible, and once before, behind the window."""

    def forget(self) -> None:
        """Another event is open, or none, or the same at another moment: drop what belonged to the one before."""

    def concerns(self, changes: Changes) -> bool:
        """Whether ``changes`` make what is shown out of date."""
        return True

    def fit(self, room: Room) -> None:
        """Lay out for a window of this size: see :class:`ui.desktop.theme.Room` for the classes of all pages."""

    def half_typed(self) -> str:
        """What is typed and not recorded, for a crash report."""
        return ""

    def print_view(self) -> None:
        """Open what is in view as it is printed, or say why it is not: ``Ctrl+P``."""
        self.controller.messages.noted.emit(NOT_PRINTED)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """What can be done with what is selected; ``under`` is what is under the mouse, or has the focus."""
        return ()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done here, and what can be done everywhere."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        under = QApplication.focusWidget() if by_key else self.childAt(event.pos())
        everywhere = [MenuEntry(mark("Print what is in view"), self.print_view, PRINT)]
        show_menu(self, event, [*self.menu_groups(under), everywhere])

    def lay_out(
        self,
        content: QWidget,
        *,
        panel: SidePanel | None = None,
        sides: tuple[Text, Text] | None = None,
        empty: EmptyState | None = None,
    ) -> None:
        """Put ``content`` on the page, ``panel`` at its right; ``empty`` in place of both, by :meth:`show_empty`.

        ``sides`` are the names of content and panel: with them each is a page of its own in a narrow window, and
        F3 turns from one to the other.
        """
        from ui.desktop.widgets.layouts import boxed, column, row, stretched

        whole = content if panel is None else boxed(row(stretched(content), panel, spacing=0, centred=False))
        if panel is not None and sides is not None:
            self._sides = Sides(content, panel, sides)
            self._sides.turned.connect(self._focus_side)
            whole = boxed(column(self._sides, stretched(whole), spacing=0))
        self._content, self._empty = whole, empty
        self._stack = QStackedLayout(self)
        self._stack.addWidget(whole)
        if empty is not None:
            self._stack.addWidget(empty)

    def show_side_of(self, part: QWidget) -> None:
        """In a narrow window turn to the side where ``part`` stands; call it before the cursor goes there."""
        if self._sides is not None:
            self._sides.show_side_of(part)

    def _focus_side(self, part: QWidget) -> None:
        target = self.focus_target() if part.isAncestorOf(self.focus_target() or self) else None
        (target or part).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_empty(self, sentence: Text | None) -> None:
        """Say ``sentence`` in place of the content, or show the content."""
        if self._empty is not None:
            if sentence is not None:
                self._empty.set_sentence(sentence)
            self._stack.setCurrentWidget(self._content if sentence is None else self._empty)

    @property
    def is_empty(self) -> bool:
        """Whether the empty state stands in place of the content."""
        return self._empty is not None and self._stack.currentWidget() is self._empty

    def focus_target(self) -> QWidget | None:
        """What gets the focus when the page does."""
        return self._empty if self.is_empty else None

    def invalidate(self, *_ignored: object) -> None:
        """What is shown is out of date: read now if the page is visible, otherwise when it is shown."""
        self._stale = True
        if self.isVisible():
            self._read()

    def read_ahead(self) -> None:
        """Read what will be shown, while nobody waits for it."""
        if self.reads_ahead and self._stale and self.view is not None:
            stack = self.parentWidget()
            if stack is not None:
                self.resize(stack.size())
            self.fit(room_of(self))  # a part that has no place yet would come up as a window of its own
            self._read()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was written while another page was in view."""
        super().showEvent(event)
        if self._stale:
            self._read()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way."""
        super().resizeEvent(event)
        room = room_of(self)
        if self._sides is not None:
            self._sides.fit(room)
        self.fit(room)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on."""
        super().focusInEvent(event)
        target = self.focus_target()
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read(self) -> None:
        self._stale = False
        self.refresh()

    def _opened(self) -> None:
        self.forget()
        self.invalidate()

    def _changed(self, changes: Changes) -> None:
        if self.concerns(changes):
            self.invalidate()
