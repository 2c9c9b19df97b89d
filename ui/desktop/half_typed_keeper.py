"""Preserves unfinished entries: saved a moment after the last key, restored when their event is opened.

The pages on which something is typed share a keeper. Each reports its unfinished entries to it, and restores them.
The keeper itself restores a draft of the draw, because every page shows it.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, SignalInstance

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.entry import half_typed_files
from ui.entry.half_typed import HalfTyped, fitting, where_text
from ui.entry.half_typed_files import HalfTypedSetAside
from ui.entry.tables_state import event_of

KEPT_AFTER = 1000
"""Milliseconds after the last key before unfinished entries are saved."""


def keeper_of(controller: EventController) -> "HalfTypedKeeper":
    """The keeper of the event of ``controller``."""
    return controller.findChild(HalfTypedKeeper) or HalfTypedKeeper(controller)


class HalfTypedKeeper(QObject):
    """Saves and restores the unfinished entries, and reports any that are lost. It saves none of a read-only event."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._pages: dict[str, Callable[[HalfTyped], HalfTyped]] = {}
        self._kept = HalfTyped("")
        """The unfinished entries of the open event, as last read or written."""
        self._restored: set[str] = set()
        """The pages that have restored their unfinished entries of the open event."""
        self._not_written: HalfTyped | None = None
        """The unfinished entries that could not be saved at the last attempt, or None."""
        self._news: list[tuple[SignalInstance, Text]] = []
        """Messages still to be shown, about unfinished entries of the event that was closed and of the open one."""
        self._unreadable = False
        """Whether the file of the open event can be neither read nor moved. Then it is not overwritten."""
        self._later = QTimer(self, singleShot=True, interval=KEPT_AFTER)
        self._later.timeout.connect(self._keep)
        controller.leaving.connect(self._keep)
        controller.draft_changed.connect(self._keep)

    def add(self, page: str, half_typed: Callable[[HalfTyped], HalfTyped]) -> None:
        """Save unfinished entries of ``page``; ``half_typed`` returns its argument with those of the page replaced."""
        self._pages[page] = half_typed

    def keep_later(self) -> None:
        """Save the unfinished entries when no key was pressed for a moment."""
        self._later.start()

    def follow_event(self) -> None:
        """Read the unfinished entries of the open event, unless that was done, and restore the draft of its draw.

        Messages about them are shown later, after those of the other parts that follow the event.
        """
        controller = self._controller
        event = event_of(controller.view) if not controller.read_only else ""
        if event != self._kept.event:
            self._look_at(event)
            QTimer.singleShot(0, self, self._report)
        elif event:
            controller.restore_draft((self._not_written or self._kept).draw)

    def unfinished_tables(self, session: int) -> frozenset[int]:
        """The tables of ``session`` with an unfinished entry, as it is now or as it was left."""
        now = self._kept
        for page in self._restored:
            now = self._pages[page](now)
        return frozenset(table for where, table in now.tables if where == session)

    def to_restore(self, page: str) -> HalfTyped | None:
        """The unfinished entries of the open event; None from the second call for the same ``page`` on."""
        self.follow_event()
        self._report()
        if not self._kept.event or page in self._restored:
            return None
        self._restored.add(page)
        return self._kept

    def _report(self) -> None:
        news, self._news = self._news, []
        for signal, text in news:
            signal.emit(text)

    def _look_at(self, event: str) -> None:
        """Note what to report about the event that was open, and read the unfinished entries of ``event``."""
        before, self._kept = self._kept, HalfTyped(event)
        lost, self._not_written = self._not_written, None
        self._restored.clear()
        self._unreadable = False
        if lost is not None and not lost.empty:
            text = mark("An unfinished entry could not be saved: {where}.", where=where_text(lost))
            self._news.append((self._controller.messages.shown, text))
        elif not before.empty:
            text = mark(
                "The unfinished entry is kept until that event is opened again: {where}.", where=where_text(before)
            )
            self._news.append((self._controller.messages.noted, text))
        if event:
            self._read(event)

    def _read(self, event: str) -> None:
        messages, view = self._controller.messages, self._controller.view
        assert view is not None
        try:
            self._kept = half_typed_files.kept_of(event)
        except HalfTypedSetAside as aside:
            self._news.append((messages.shown, _where_text(aside)))
            return
        except OSError as error:
            self._unreadable = True
            text = mark("An unfinished entry cannot be read: {reason}.", reason=error.strerror or error)
            self._news.append((messages.shown, text))
            return
        self._kept = fitting(self._kept, view)
        self._controller.restore_draft(self._kept.draw)
        if not self._kept.empty:
            text = mark("There is an unfinished entry from last time: {where}.", where=where_text(self._kept))
            self._news.append((messages.noted, text))

    def _keep(self) -> None:
        self._later.stop()
        now = self._kept
        if not now.event or self._controller.read_only or self._controller.past is not None:
            return
        now = replace(now, draw=self._controller.book.unpublished_draw)
        for page in self._restored:
            now = self._pages[page](now)
        if now == self._kept:
            return
        try:
            if self._unreadable and half_typed_files.file_of(now.event).exists():
                self._controller.messages.shown.emit(_where_text(half_typed_files.set_aside(now.event)))
            half_typed_files.keep(now)
        except OSError as error:
            self._not_written = now
            text = mark("An unfinished entry cannot be saved: {reason}.", reason=error.strerror or error)
            self._controller.messages.shown.emit(text)
            return
        self._kept, self._not_written, self._unreadable = now, None, False


def _where_text(path: object) -> Text:
    return mark("An unfinished entry could not be read. It is saved in {path}.", path=path)
