"""Long work in another thread, with progress and cancelling. All long work of the window uses it.

    work = Work(lambda step: write(document, path, format, language, progress=step))
    work.done.connect(self._written)
    work.failed.connect(self._refused)
    work.start()

A widget that needs only the result of the work it started last uses a :class:`CurrentWork`.

The task runs in a thread of its own and touches no widget. From time to time it calls ``step(done, all)``. After
:meth:`Work.cancel` the next step raises :class:`Cancelled` there, which the task must not catch. All signals arrive in
the GUI thread.
"""

import atexit
import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

from PySide6.QtCore import SIGNAL, QCoreApplication, QObject, QRunnable, Qt, QThreadPool, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from tournament.language import Text, mark
from ui.desktop.listening import listen
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.labels import ElidedLabel

Step = Callable[[int, int], None]
"""Reports how many steps are done and how many there are, 0 if unknown. Raises Cancelled if the work was cancelled."""
Task = Callable[[Step], object]
_REPORT_EVERY, _PATIENCE = 0.05, 300
"""Seconds between two reports of progress; milliseconds before the bar appears, so that short work shows none."""
_SWITCH = 0.0005
"""Python's thread switch interval in seconds. With its default of 5 ms a page takes half a second to appear."""
_running: set["Work"] = set()


class Cancelled(BaseException):
    """The work was cancelled. It is not an ordinary exception, so that no handler mistakes it for a failure."""


class Work(QObject):
    """One running task. Exactly one of ``done``, ``failed`` and ``cancelled`` is emitted."""

    progressed = Signal(int, int)
    """Steps done and all steps."""
    done = Signal(object)
    """What the task returned."""
    failed = Signal(object)
    """The exception that it raised. If this signal is not connected, it is raised again in the GUI thread, for the
    crash reporter; a slot that does not expect it raises it again too."""
    cancelled = Signal()
    ended = Signal()
    """Emitted after any of the three."""
    _reported = Signal(int, int)
    _finished = Signal(object, object)

    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task = task
        self._stop = Event()
        self.left = Event()
        """Set when the other thread has no reference to this object left. Qt objects must not be destroyed there."""
        self._last_report = 0.0
        self._reported.connect(self.progressed, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._end, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Start the work; call it once, after connecting the signals."""
        _raise_if_unconnected(self)
        _end_with_application()
        sys.setswitchinterval(_SWITCH)
        _running.add(self)
        QThreadPool.globalInstance().start(_Runner(self))

    def cancel(self) -> None:
        """Ask the task to end. From now on only ``cancelled`` and ``ended`` are emitted, whatever the task does."""
        self._stop.set()

    @property
    def running(self) -> bool:
        """Whether the work was started and has not ended."""
        return self in _running

    def run(self) -> None:
        """Run the task; called in the other thread."""
        result: object = None
        error: BaseException | None = None
        try:
            # Raises Cancelled if the work was cancelled while it waited for a thread.
            self._step(0, 0)
            result = self._task(self._step)
        except BaseException as raised:  # noqa: BLE001  # passed on to the GUI thread, which reports it
            error = raised
        self._finished.emit(result, error)

    def _step(self, done: int, all_steps: int) -> None:
        if self._stop.is_set():
            raise Cancelled
        now = monotonic()
        if now - self._last_report >= _REPORT_EVERY:
            self._last_report = now
            self._reported.emit(done, all_steps)

    def _end(self, result: object, error: BaseException | None) -> None:
        self.left.wait()
        _running.discard(self)
        if self._stop.is_set() or isinstance(error, Cancelled):
            self.cancelled.emit()
        elif error is not None:
            self.failed.emit(error)
        else:
            self.done.emit(result)
        self.ended.emit()


class _Runner(QRunnable):
    def __init__(self, work: Work) -> None:
        super().__init__()
        self._work: Work | None = work

    def run(self) -> None:
        """Run the work in a thread of the pool, and drop the reference to it there before it ends."""
        work, self._work = self._work, None
        assert work is not None, "it runs once"
        left = work.left
        work.run()
        del work
        left.set()


Result = TypeVar("Result")


def in_own_thread(call: Callable[[], Result], step: Step) -> Result:
    """Run ``call`` in its own thread; return what it returns or raise what it raises.

    Neither cancelling the work nor the end of the program waits for that thread. So ``call`` may use a network, or a
    drive that does not answer, and must keep nothing open.
    """
    answer: SimpleQueue[Future[Result]] = SimpleQueue()

    def run() -> None:
        future: Future[Result] = Future()
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001  # raised again by result(), in the waiting thread
            future.set_exception(error)
        answer.put(future)

    Thread(target=run, daemon=True).start()
    while True:
        try:
            return answer.get(timeout=_REPORT_EVERY).result()
        except Empty:
            step(0, 0)


class CurrentWork(QObject):
    """Runs at most one :class:`Work` at a time. A new one cancels the one before, whose result is ignored."""

    started = Signal(object)
    """The :class:`Work` that is about to start."""
    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self._work: Work | None = None

    @property
    def busy(self) -> bool:
        """Whether work is running; already False when its end is signalled."""
        return self._work is not None

    def start(self, work: Work) -> None:
        """Start ``work``, and cancel the one before it."""
        _raise_if_unconnected(self)
        self.forget()
        self._work = work
        work.done.connect(self._done)
        work.failed.connect(self._failed)
        work.cancelled.connect(self._cancelled)
        self.started.emit(work)
        work.start()

    def cancel(self) -> None:
        """Ask the current work to end."""
        if self._work is not None:
            self._work.cancel()

    def forget(self) -> None:
        """Cancel the current work and ignore its result."""
        self.cancel()
        self._work = None

    def _done(self, result: object) -> None:
        if self._is_over():
            self.done.emit(result)

    def _failed(self, error: BaseException) -> None:
        if self._is_over():
            self.failed.emit(error)

    def _cancelled(self) -> None:
        if self._is_over():
            self.cancelled.emit()

    def _is_over(self) -> bool:
        """Whether the work that signals its end is the current one, which then is current no longer."""
        current = self.sender() is self._work
        if current:
            self._work = None
        return current


def _raise_if_unconnected(work: "Work | CurrentWork") -> None:
    """Raise the failure of ``work`` in the GUI thread if its ``failed`` is not connected."""
    if work.receivers(SIGNAL("failed(PyObject)")) == 0:
        listen(work.failed, work, _raise)


def _raise(error: BaseException) -> None:
    raise error


@cache
def _end_with_application() -> None:
    atexit.register(stop_all)  # also when the application ends without its event loop
    app = QCoreApplication.instance()
    if app is not None:
        app.aboutToQuit.connect(stop_all)


def idle(*, but: Work | None = None) -> bool:
    """Whether no work is running, or none other than ``but``."""
    return _running <= {but}


def stop_all() -> None:
    """Cancel all work and wait until it has ended, before the process ends."""
    for work in list(_running):
        work.cancel()
    QThreadPool.globalInstance().waitForDone()


class WorkBar(QWidget):
    """Shows the name and the progress of work that takes longer than a moment, and a button to cancel it."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work: Work | None = None
        self._words = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMinimumWidth(40)  # the button keeps its whole label
        self._bar.setMaximumWidth(120)
        self.cancel_button = LinkButton(mark("Cancel"), shortcut="Esc")
        self.cancel_button.clicked.connect(self._cancel)
        self._patience = QTimer(self, interval=_PATIENCE, singleShot=True)
        self._patience.timeout.connect(self._appear)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self._words, 1)
        line.addWidget(self._bar)
        line.addWidget(self.cancel_button)
        self.hide()

    def follow(self, work: Work, words: Text) -> None:
        """Show ``work`` until it ends. Call it before the work starts."""
        self._work = work
        self._words.set_text(words)
        self._bar.setRange(0, 1)
        self._bar.setValue(0)
        work.progressed.connect(self._progressed)
        work.done.connect(self._done)
        work.cancelled.connect(self._cancelled)
        work.ended.connect(self._ended)
        self._bar.setAccessibleName(self._words.full_text())
        self._patience.start()

    def _appear(self) -> None:
        self.show()
        announce(self, self._words.full_text())

    def _progressed(self, done: int, all_steps: int) -> None:
        if self.sender() in (self._work, None):
            self._bar.setRange(0, max(all_steps, 1))
            self._bar.setValue(done)

    def _done(self, _result: object) -> None:
        self._say(mark("{what}: done", what=self._words.full_text()))

    def _cancelled(self) -> None:
        self._say(mark("{what}: cancelled", what=self._words.full_text()))

    def _say(self, text: Text) -> None:
        """Announce how the work ended, if the bar was shown."""
        if self.isVisible():
            announce(self.window(), text)

    def _ended(self) -> None:
        if self._work is not None and not self._work.running:
            self._work = None
            self._patience.stop()
            self.hide()

    def _cancel(self) -> None:
        if self._work is not None:
            self._work.cancel()
