"""The base classes of pages: they read the open event when visible, and adapt to narrow windows in named steps.

A StatePage shows one immutable state: each key produces the next state, which is shown once.
"""

from collections.abc import Callable, Sequence
from typing import Generic

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QStackedLayout, QWidget

from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.use_cases import Changes, TableCommand, View
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, show_menu
from ui.desktop.kit.sides import Sides
from ui.desktop.listening import listen
from ui.desktop.theme import Room, room_of
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import EmptyState, SidePanel
from ui.desktop.widgets.fields import SearchField, TextArea
from ui.desktop.widgets.key_router import key_router
from ui.desktop.widgets.keys import Key
from ui.desktop.widgets.layouts import lay_out_now
from ui.entry.form import KeyStep, Place, State, said, with_ignored

PRINT = "Ctrl+P"
"""The shortcut that prints the current page."""
NOT_PRINTED = mark(
    "This page cannot be printed. All papers of the event are on the Reports page: {key}.", key=Key("Alt+7")
)


class Page(QWidget):
    """A page that shows the open event.

    It reads the event (:meth:`refresh`) once in the background, soon after the event is opened. After a change it reads
    again: immediately if it is visible, otherwise when it is next shown. Recording a hand never waits for a page that
    is hidden. A page overrides what it needs of :meth:`refresh`, :meth:`forget`, :meth:`concerns`, :meth:`fit` and
    :meth:`print_view`.
    """

    reads_ahead = True
    """Whether the event is read in the background. False if that starts other threads, which then start when shown."""

    def __init__(self, controller: EventController, *, follows_session: bool = False) -> None:
        super().__init__()
        self.setProperty("ring", False)  # the page itself has the focus only if it has no control: it shows no ring
        self.controller = controller
        self._stale = True
        self._sides: Sides | None = None
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        controller.user.role_changed.connect(self.invalidate)
        if follows_session:
            controller.session_changed.connect(self.invalidate)

    @property
    def view(self) -> View | None:
        """The open event, or None."""
        return self.controller.view

    def refresh(self) -> None:
        """Read the event and show it. Called while the page is visible, and once before that in the background."""

    def forget(self) -> None:
        """Discard what belongs to the previous event. Another is open, or none, or the same event at another moment."""

    def concerns(self, changes: Changes) -> bool:
        """Whether ``changes`` affect what the page shows."""
        return True

    def fit(self, room: Room) -> None:
        """Lay out the page for a window of this size.

        :class:`ui.desktop.theme.Room` names the size classes that all pages share.
        """

    def half_typed(self) -> str:
        """What was typed on the page and not recorded, for a crash report; empty for nothing."""
        return ""

    def clear_typed(self) -> bool:
        """Clear what is typed and not recorded, before undo undoes an entry. Return whether there was anything.

        By default these are the edited lines in view, except searches. Each gets back the text that it was shown with.
        """
        editors: tuple[QLineEdit | TextArea, ...] = (*self.findChildren(QLineEdit), *self.findChildren(TextArea))
        lines = [
            line
            for line in editors
            if line.isVisible() and line.isModified() and line.isUndoAvailable() and not isinstance(line, SearchField)
        ]
        for line in lines:
            while line.isUndoAvailable():
                line.undo()
            line.setModified(False)
        if lines:
            self.say_cleared()
        return bool(lines)

    def say_cleared(self) -> None:
        """Say that what was typed is cleared, and that the next undo undoes an entry."""
        text = mark("What was typed is cleared. {key} again undoes an entry.", key=Key("Ctrl+Z"))
        self.controller.messages.noted.emit(text)

    def print_view(self) -> None:
        """Open what the page shows as a printable document, or show that it cannot be printed; called on ``Ctrl+P``."""
        self.controller.messages.noted.emit(NOT_PRINTED)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The groups of actions for the context menu. ``under`` is the widget that was clicked or has focus."""
        return ()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the page's actions, then the actions that every page has."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        under = QApplication.focusWidget() if by_key else self.childAt(event.pos())
        everywhere = [MenuEntry(mark("Print this view"), self.print_view, PRINT)]
        show_menu(self, event, [*self.menu_groups(under), everywhere])

    def lay_out(
        self,
        content: QWidget,
        *,
        panel: SidePanel | None = None,
        sides: tuple[Text, Text] | None = None,
        empty: EmptyState | None = None,
    ) -> None:
        """Put ``content`` on the page, with ``panel`` at its right. :meth:`show_empty` shows ``empty`` instead of both.

        ``sides`` names content and panel. If given, a narrow window shows only one of them at a time, and F3 switches
        to the other.
        """
        from ui.desktop.widgets.layouts import boxed, column, row, stretched

        whole = content if panel is None else boxed(row(stretched(content), panel, spacing=0, centred=False))
        if panel is not None and sides is not None:
            self._sides = Sides(content, panel, sides)
            self._sides.turned.connect(self._focus_side)
            whole = boxed(column(self._sides, stretched(whole), spacing=0))
        self._content, self._empty = whole, empty
        self._instead: QWidget | None = None
        self._stack = QStackedLayout(self)
        self._stack.addWidget(whole)
        if empty is not None:
            self._stack.addWidget(empty)

    def show_side_of(self, part: QWidget) -> None:
        """In a narrow window, show the side that contains ``part``. Call it before moving the focus there."""
        if self._sides is not None:
            self._sides.show_side_of(part)

    def _focus_side(self, part: QWidget) -> None:
        target = self.focus_target() if part.isAncestorOf(self.focus_target() or self) else None
        (target or part).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_empty(self, sentence: Text | None) -> None:
        """Show ``sentence`` instead of the content, or the content if it is None."""
        if self._empty is not None:
            if sentence is not None:
                self._empty.set_sentence(sentence)
            self._stack.setCurrentWidget(self._instead or self._content if sentence is None else self._empty)

    def show_instead(self, part: QWidget | None) -> None:
        """Show ``part``, such as the preview of a list, instead of the content; with None the content again."""
        if part is not None and self._stack.indexOf(part) < 0:
            self._stack.addWidget(part)
        self._instead = part
        if not self.is_empty:
            self._stack.setCurrentWidget(part or self._content)
        if self.isVisible():
            self.setFocus()

    @property
    def is_empty(self) -> bool:
        """Whether the empty state is shown instead of the content."""
        return self._empty is not None and self._stack.currentWidget() is self._empty

    def focus_target(self) -> QWidget | None:
        """The widget that gets the focus when the page does; None leaves it on the page."""
        return self._empty if self.is_empty else None

    def invalidate(self, *_ignored: object) -> None:
        """Mark the page as out of date. It reads now if it is visible, otherwise when it is next shown."""
        self._stale = True
        if self.isVisible():
            self._read()

    def read_ahead(self) -> None:
        """Read the event in the background, before the page is shown."""
        if self.reads_ahead and self._stale and self.view is not None:
            stack = self.parentWidget()
            if stack is not None:
                self.resize(stack.size())
            self.fit(room_of(self))  # without a layout yet, a part that is shown would open as a window
            self._read()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the event if it changed while the page was hidden."""
        super().showEvent(event)
        if self._stale:
            self._read()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the page for the new size."""
        super().resizeEvent(event)
        room = room_of(self)
        if self._sides is not None:
            self._sides.fit(room)
        self.fit(room)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to :meth:`focus_target`."""
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


class StatePage(Page, Generic[State, Place]):
    """A page that applies the steps that keys produce: it runs the command, shows the new state and moves the cursor.

    A subclass implements how to show a state and move the cursor, and the steps that follow when the event changed
    (:meth:`look_again`) and when a command succeeded or was refused.
    """

    def __init__(self, controller: EventController, state: State) -> None:
        super().__init__(controller, follows_session=True)
        self.state = state
        self._acting = False
        translator.changed.connect(self._render_again)

    def show_state(self, state: State) -> None:
        """Show ``state``. Showing the same state again changes nothing."""
        raise NotImplementedError

    def put_cursor(self, place: Place) -> None:
        """Move the cursor to ``place``."""
        raise NotImplementedError

    def refusals_in(self, state: State) -> Sequence[object]:
        """What ``state`` shows as refused, without questions; each refusal is a value of its own."""
        raise NotImplementedError

    def with_ignored(self, state: State, keys: int) -> State:
        """``state`` in which so many ``keys`` were ignored after a refused one."""
        raise NotImplementedError

    def look_again(self, state: State) -> KeyStep[State, Place]:
        """The step that follows when something was written or the user chose another session."""
        raise NotImplementedError

    def last_seen(self, state: State, command: TableCommand) -> int | None:
        """The number of the last entry that the user saw of the sheet that ``command`` changes, or None."""
        raise NotImplementedError

    def carried_out(self, state: State, command: TableCommand) -> KeyStep[State, Place]:
        """The step that follows when ``command`` succeeded. ``state`` already shows the changed event."""
        raise NotImplementedError

    def refused(self, state: State, command: TableCommand, problem: Problem) -> KeyStep[State, Place]:
        """The step that follows when ``command`` was refused."""
        raise NotImplementedError

    def on(self, signal: SignalInstance, key: Callable[..., KeyStep[State, Place]]) -> None:
        """Connect ``signal`` so that ``key`` gets the state and the signal's arguments, and its step is applied."""
        listen(signal, self, lambda *carried: self.apply(key(self.state, *carried)))

    def apply(self, step: KeyStep[State, Place]) -> None:
        """Run the command of ``step``, if it has one, show the resulting state, and move the cursor to its place."""
        if step.command is not None:
            problems, state = self.attempt(step.state, step.command, confirmed=step.confirmed)
            step = self.refused(state, step.command, problems[0]) if problems else self.carried_out(state, step.command)
        if step.message is not None:
            messages = self.controller.messages
            (messages.noted if step.quiet else messages.shown).emit(step.message)
        known = self.refusals_in(self.state)
        self.state = step.state
        self.show_state(step.state)
        if step.refuses or not all(any(each is old for old in known) for each in self.refusals_in(step.state)):
            self._guard_keys(step.message if step.refuses else None)
        if step.focus is not None:
            self.put_cursor(step.focus)
        elif self.isVisible() and self.isActiveWindow() and QApplication.focusWidget() is None:
            self.setFocus()  # the widget that had the focus was hidden; the page passes the focus on
        lay_out_now()

    def _guard_keys(self, message: Text | None) -> None:
        """Ignore what is typed at once after a refused key. It is counted beside the refusal, or in its message."""
        guard = key_router()

        def say(keys: int) -> None:
            if message is not None:
                self.controller.messages.shown.emit(with_ignored(message, keys))
            else:
                self.state = self.with_ignored(self.state, keys)
                self.show_state(self.state)

        if guard is not None:
            guard.refuse(self, say)

    def cleared(self, state: State) -> KeyStep[State, Place] | None:
        """The step that clears what is typed and not recorded; None if nothing is."""
        raise NotImplementedError

    def clear_typed(self) -> bool:
        """Clear what is typed, and say so."""
        step = self.cleared(self.state)
        if step is None:
            return False
        self.apply(step)
        self.say_cleared()
        return True

    def attempt(self, state: State, command: TableCommand, *, confirmed: bool) -> tuple[tuple[Problem, ...], State]:
        """Run ``command``. Return its problems, none if it succeeded, and the state read from the event afterwards."""
        self._acting = True
        try:
            seen, command = self.last_seen(state, command), said(command, translator.language)
            problems = attempt(self.controller, command, confirmed=confirmed, seen=seen)
        finally:
            self._acting = False
        return problems, self.look_again(state).state

    def refresh(self) -> None:
        """Show the changed event. While the page runs a command itself, :meth:`apply` shows the result instead."""
        if not self._acting:
            self.apply(self.look_again(self.state))

    def _render_again(self) -> None:
        self.show_state(self.state)
